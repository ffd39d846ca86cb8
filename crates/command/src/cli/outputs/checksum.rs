//! Checksums: SHA-256, in hexadecimal digits.

use sha2::{Digest as _, Sha256};
use std::io::{self, Read};

/// The checksum of a text.
pub(crate) fn of(text: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(text))
}

/// The number of bytes that a reader gives, and their checksum.
pub(crate) fn of_all(mut reader: impl Read) -> io::Result<(u64, String)> {
    let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 20]);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok((bytes, hex(hash.finalize()))),
            len => {
                hash.update(&buffer[..len]);
                bytes += len as u64;
            }
        }
    }
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_readers_have_the_same() {
        // The example of FIPS 180-2.
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of("abc"), sum);
        assert_eq!(of_all(&b"abc"[..]).expect("bytes in memory"), (3, sum.to_owned()));
    }
}
