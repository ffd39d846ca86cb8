//! Source streams of several members, one after another, as `cat a.gz b.gz` makes them.

use std::io::{self, BufRead, Read};

/// The number of compressed bytes that are read at once.
const BUFFER: usize = 128 << 10;

/// The number of bytes by which the compression is recognized.
const MAGIC: usize = 4;

/// The compressions that are known by the first bytes of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstd,
    Bzip2,
}

impl Compression {
    /// The compression of data that begins so.
    pub(crate) fn of(start: &[u8]) -> Option<Compression> {
        match start {
            // The second one is a frame to be skipped, which may precede the data.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Compression::Zstd),
            [0x1F, 0x8B, ..] => Some(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Compression::Bzip2),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
        }
    }
}

/// The error of bytes after the last member that are neither data nor padding.
#[derive(Debug, thiserror::Error)]
#[error("from byte {place} on it is not {} any more; everything before has been read", .compression.name())]
pub(crate) struct Trailing {
    compression: Compression,
    place: u64,
}

/// The data of all members of a stream. Zeros after the last one are padding. Anything else there is an error, which
/// comes after all data.
pub(crate) struct Members {
    compression: Compression,
    /// Nothing after the end and after an error.
    member: Option<Member>,
}

/// The decoder of one member, with everything that comes after it.
enum Member {
    /// The largest by far.
    Gzip(Box<flate2::bufread::GzDecoder<CountedStream>>),
    Zstd(zstd::stream::read::Decoder<'static, CountedStream>),
    Bzip2(bzip2::bufread::BzDecoder<CountedStream>),
}

impl Members {
    /// Begins with a stream whose first bytes are those of a compression.
    pub(crate) fn new(compression: Compression, source: CountedStream) -> io::Result<Members> {
        Ok(Members { compression, member: Some(Member::new(compression, source)?) })
    }

    /// Finds the member after one that has ended.
    fn next(&self, mut source: CountedStream) -> io::Result<Option<Member>> {
        loop {
            let buffer = source.fill_buf()?;
            let (len, zeros) = (buffer.len(), buffer.iter().take_while(|&&byte| byte == 0).count());
            if len == 0 {
                return Ok(None);
            }
            source.consume(zeros);
            if zeros < len {
                break;
            }
        }
        let compression = self.compression;
        match Compression::of(source.peek()?) {
            Some(next) if next == compression => Member::new(compression, source).map(Some),
            _ => Err(io::Error::new(io::ErrorKind::InvalidData, Trailing { compression, place: source.place })),
        }
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let len = member.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                self.member = Some(member);
                return Ok(len);
            }
            self.member = self.next(member.into_source())?;
        }
        Ok(0)
    }
}

impl Member {
    fn new(compression: Compression, source: CountedStream) -> io::Result<Member> {
        Ok(match compression {
            Compression::Gzip => Member::Gzip(Box::new(flate2::bufread::GzDecoder::new(source))),
            Compression::Zstd => Member::Zstd(zstd::stream::read::Decoder::with_buffer(source)?.single_frame()),
            Compression::Bzip2 => Member::Bzip2(bzip2::bufread::BzDecoder::new(source)),
        })
    }

    fn into_source(self) -> CountedStream {
        match self {
            Member::Gzip(decoder) => decoder.into_inner(),
            Member::Zstd(decoder) => decoder.finish(),
            Member::Bzip2(decoder) => decoder.into_inner(),
        }
    }
}

impl Read for Member {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Member::Gzip(decoder) => decoder.read(buffer),
            Member::Zstd(decoder) => decoder.read(buffer),
            Member::Bzip2(decoder) => decoder.read(buffer),
        }
    }
}

/// The bytes of a stream, counted, of which the next ones can be looked at beforehand.
pub(crate) struct CountedStream {
    stream: Box<dyn Read + Send>,
    buffer: Box<[u8]>,
    /// The start of the bytes that have been read and not yet consumed.
    start: usize,
    end: usize,
    /// The number of bytes that have been consumed.
    place: u64,
}

impl CountedStream {
    pub(crate) fn new(stream: Box<dyn Read + Send>) -> CountedStream {
        CountedStream { stream, buffer: vec![0; BUFFER].into(), start: 0, end: 0, place: 0 }
    }

    /// The next bytes, enough to know a compression by; fewer only at the end.
    pub(crate) fn peek(&mut self) -> io::Result<&[u8]> {
        if self.end - self.start < MAGIC {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
            while self.end < MAGIC && self.fill()? {}
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Reads more after what there is; `false` at the end.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.stream.read(&mut self.buffer[self.end..]) {
                Ok(len) => {
                    self.end += len;
                    return Ok(len > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl BufRead for CountedStream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            self.fill()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, len: usize) {
        self.start += len;
        self.place += len as u64;
    }
}

impl Read for CountedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Bytes that are not buffered yet need not be.
        let len = if self.start == self.end { self.stream.read(buffer)? } else { self.fill_buf()?.read(buffer)? };
        match self.start == self.end {
            true => self.place += len as u64,
            false => self.consume(len),
        }
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn packed(compression: Compression, text: &[u8]) -> Vec<u8> {
        match compression {
            Compression::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
            Compression::Zstd => zstd::encode_all(text, 1).unwrap(),
            Compression::Bzip2 => {
                let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
                writer.write_all(text).unwrap();
                writer.finish().unwrap()
            }
        }
    }

    /// Hands out a few bytes at a time.
    struct Dripping(io::Cursor<Vec<u8>>, usize);

    impl Read for Dripping {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(self.1);
            self.0.read(&mut buffer[..len])
        }
    }

    fn unpacked(compression: Compression, bytes: &[u8], drip: usize) -> (Vec<u8>, io::Result<usize>) {
        let mut source = CountedStream::new(Box::new(Dripping(io::Cursor::new(bytes.to_vec()), drip)));
        assert_eq!(Compression::of(source.peek().unwrap()), Some(compression));
        let mut text = Vec::new();
        let read = Members::new(compression, source).unwrap().read_to_end(&mut text);
        (text, read)
    }

    const ALL: [Compression; 3] = [Compression::Gzip, Compression::Zstd, Compression::Bzip2];

    #[test]
    fn members_and_padding() {
        for (compression, drip) in ALL.into_iter().flat_map(|one| [(one, 1), (one, 7), (one, 1 << 20)]) {
            let mut bytes = packed(compression, b"one ");
            for _ in 0..300 {
                bytes.extend(packed(compression, b"and "));
            }
            bytes.extend([0; 700]);
            bytes.extend(packed(compression, b"two"));
            bytes.extend([0; 700]);
            let (text, read) = unpacked(compression, &bytes, drip);
            assert_eq!(String::from_utf8(text).unwrap(), format!("one {}two", "and ".repeat(300)));
            assert!(read.is_ok(), "{compression:?} {read:?}");
        }
    }

    #[test]
    fn all_data_comes_before_the_error() {
        for (compression, drip) in ALL.into_iter().flat_map(|one| [(one, 1), (one, 1 << 20)]) {
            let whole = packed(compression, b"all of it");
            for (zeros, behind) in [(0, "x"), (0, "some text behind"), (3, "x")] {
                let bytes = [&whole[..], &vec![0; zeros], behind.as_bytes()].concat();
                let (text, read) = unpacked(compression, &bytes, drip);
                assert_eq!(text, b"all of it", "{compression:?}");
                let error = read.unwrap_err().to_string();
                assert!(error.starts_with(&format!("from byte {} on", whole.len() + zeros)), "{error}");
            }
            let (_, read) = unpacked(compression, &whole[..whole.len() - 1], drip);
            assert_eq!(read.unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{compression:?}");
        }
    }
}
