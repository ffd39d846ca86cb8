//! Numbers as bytes: little-endian numbers of fixed size, and numbers of seven bits a byte. Reading checks every length.

/// The bytes end too early, or a number has no place in the type that it is read into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

impl From<tabiya_pgn::BuildError> for Malformed {
    fn from(_: tabiya_pgn::BuildError) -> Malformed {
        Malformed
    }
}

/// How many there are of something that a block is made of. Blocks are full long before any of these numbers needs more
/// than 32 bits.
pub(crate) fn number_of(len: usize) -> u32 {
    u32::try_from(len).expect("a block has less than 4 GiB of anything")
}

/// Appends a number, seven bits a byte, the least significant first.
pub(crate) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// A signed number as one without sign: those near nought stay small.
pub(crate) fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

/// The signed number that [`zigzag`] made a number of.
pub(crate) fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Appends a signed number; those near nought are short.
pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, zigzag(number));
}

/// Appends bytes after their number.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'b> {
    rest: &'b [u8],
}

impl<'b> Bytes<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Bytes<'b> {
        Bytes { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The bytes that are left.
    pub(crate) fn as_slice(&self) -> &'b [u8] {
        self.rest
    }

    /// The number of bytes that are left.
    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        let (&first, rest) = self.rest.split_first().ok_or(Malformed)?;
        self.rest = rest;
        Ok(first)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (first, rest) = self.rest.split_first_chunk().ok_or(Malformed)?;
        self.rest = rest;
        Ok(*first)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Malformed> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        match self.rest {
            // Most numbers are small.
            [byte @ 0..0x80, rest @ ..] => {
                self.rest = rest;
                Ok(u64::from(*byte))
            }
            [low, high @ 0..0x80, rest @ ..] => {
                self.rest = rest;
                Ok(u64::from(*low & 0x7F) | u64::from(*high) << 7)
            }
            rest => {
                let (number, rest) = Bytes::long_number(rest)?;
                self.rest = rest;
                Ok(number)
            }
        }
    }

    /// A number, and the bytes after it. It does not take `self`, so that loops over numbers keep the bytes in registers.
    #[inline(never)]
    fn long_number(bytes: &'b [u8]) -> Result<(u64, &'b [u8]), Malformed> {
        let (mut at, mut number) = (Bytes::new(bytes), 0);
        for shift in (0..64).step_by(7) {
            let byte = at.byte()?;
            let bits = u64::from(byte & 0x7F);
            if shift == 63 && bits > 1 {
                return Err(Malformed);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok((number, at.rest));
            }
        }
        Err(Malformed)
    }

    pub(crate) fn signed(&mut self) -> Result<i64, Malformed> {
        self.number().map(unzigzag)
    }

    #[inline]
    pub(crate) fn number_u32(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.number()?).map_err(|_| Malformed)
    }

    /// The same for numbers of one and two bytes in no order: no branch depends on which of both it is.
    #[inline]
    pub(crate) fn short_number(&mut self) -> Result<u32, Malformed> {
        match self.rest {
            [low, high, ..] if low & high < 0x80 => {
                let (long, low, high) = (low >> 7, u32::from(*low & 0x7F), u32::from(*high));
                self.rest = &self.rest[1 + usize::from(long)..];
                Ok(low | (high << 7) & u32::from(long).wrapping_neg())
            }
            _ => self.number_u32(),
        }
    }

    /// A number of items that follow, each of which takes a byte or more.
    pub(crate) fn count(&mut self) -> Result<usize, Malformed> {
        let count = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        if count > self.len() { Err(Malformed) } else { Ok(count) }
    }

    /// The same, if there are no more than this number.
    pub(crate) fn count_of(&mut self, most: usize) -> Result<usize, Malformed> {
        self.count().and_then(|count| if count > most { Err(Malformed) } else { Ok(count) })
    }

    pub(crate) fn take(&mut self, len: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(Malformed)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Bytes after their number.
    pub(crate) fn bytes(&mut self) -> Result<&'b [u8], Malformed> {
        let len = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        self.take(len)
    }

    /// Text after the number of its bytes.
    pub(crate) fn text(&mut self) -> Result<&'b str, Malformed> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_are_numbers() {
        for number in (0..40_000).chain([1 << 21, u32::MAX.into()]) {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            for more in [&[][..], &[0], &[0xFF], &[0x80, 0x80]] {
                let all = [&bytes[..], more].concat();
                let mut at = Bytes::new(&all);
                assert_eq!(at.short_number().map(u64::from), Ok(number));
                assert_eq!(at.as_slice(), more, "{number}");
            }
            // Without its last byte it goes on.
            assert_eq!(Bytes::new(&bytes[..bytes.len() - 1]).short_number(), Err(Malformed));
        }
        assert_eq!(Bytes::new(&[0xFF, 0xFF, 0xFF, 0xFF, 0x7F]).short_number(), Err(Malformed));
    }
}
