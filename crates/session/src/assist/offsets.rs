//! Places in a text counted in code units of UTF-16, as editors and browsers count them.

/// The places of a text. Making it takes time in proportion to the text, a conversion the logarithm of the number of
/// characters that are not ASCII.
#[derive(Clone, Debug)]
pub struct Utf16<'t> {
    text: &'t str,
    /// After each character that is not ASCII: the bytes and the units up to there.
    behind: Vec<(usize, usize)>,
}

impl<'t> Utf16<'t> {
    /// The places of a text.
    pub fn new(text: &'t str) -> Utf16<'t> {
        let (mut behind, mut shorter) = (Vec::new(), 0);
        for (at, sign) in text.char_indices().filter(|(_, sign)| !sign.is_ascii()) {
            let end = at + sign.len_utf8();
            shorter += sign.len_utf8() - sign.len_utf16();
            behind.push((end, end - shorter));
        }
        Utf16 { text, behind }
    }

    /// The number of units before a byte; before the character in which it lies, and at most those of the text.
    pub fn units(&self, byte: usize) -> usize {
        let byte = self.text.floor_char_boundary(byte);
        let known = self.behind.partition_point(|&(bytes, _)| bytes <= byte);
        let (bytes, units) = known.checked_sub(1).map_or((0, 0), |last| self.behind[last]);
        units + (byte - bytes)
    }

    /// The byte after this many units; between the two units of a character, the byte before it.
    pub fn byte(&self, units: usize) -> usize {
        let known = self.behind.partition_point(|&(_, before)| before <= units);
        let (bytes, before) = known.checked_sub(1).map_or((0, 0), |last| self.behind[last]);
        self.text.floor_char_boundary(bytes.saturating_add(units - before))
    }
}

#[cfg(test)]
mod tests {
    use super::Utf16;

    #[test]
    fn places_agree_with_the_encoding() {
        for text in ["", "abc", "♘𝄞x", "a\r\n♘é𝄞𝄞é", "𝄞"] {
            let places = Utf16::new(text);
            let all: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
            for &at in &all {
                let units = text[..at].encode_utf16().count();
                assert_eq!((places.units(at), places.byte(units)), (units, at), "{text}");
            }
            assert_eq!((places.units(99), places.byte(99)), (text.encode_utf16().count(), text.len()));
        }
        let places = Utf16::new("♘𝄞x");
        // In the middle of characters.
        assert_eq!((places.units(1), places.units(5), places.byte(2)), (0, 1, 3));
    }
}
