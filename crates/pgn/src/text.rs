//! Decoding of text whose encoding is not declared.
//!
//! Each tag and each comment is UTF-8 if it is valid UTF-8, otherwise Windows-1252. Output is always UTF-8.

/// A place in the text of one game, which is far shorter than 4 GiB: [`MAX_GAME_BYTES`](crate::MAX_GAME_BYTES) sees to that.
#[inline]
pub(crate) fn place(at: usize) -> u32 {
    u32::try_from(at).expect("the text of one game is shorter than 4 GiB")
}

/// The end of a text to which something is added, as a place in it.
#[inline]
pub(crate) fn end_of(text: &str) -> u32 {
    place(text.len())
}

/// Appends bytes as text: UTF-8 if they are, else Windows-1252 (which holds Latin-1). No byte is dropped.
pub(crate) fn decode(bytes: &[u8], out: &mut String) {
    match std::str::from_utf8(bytes) {
        Ok(text) => out.push_str(text),
        Err(_) => out.extend(bytes.iter().map(|&b| windows_1252(b))),
    }
}

/// A string of its own for reports, cut at a length that fits a line.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    let mut text = String::new();
    decode(bytes, &mut text);
    if text.chars().count() > LONGEST {
        text = text.chars().take(LONGEST - 3).collect::<String>() + "...";
    }
    tabiya_text::line(&text).into_owned()
}

/// The character of a byte in Windows-1252; the five bytes that Windows-1252 leaves undefined are the C1 controls of Latin-1.
pub fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// True if a byte is white space in PGN. NUL counts as a blank.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0)
}

/// The length of the `<br>`, `<br/>` or `<br />` that begins a text: games copied from web pages have them for spaces.
pub(crate) fn html_break(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"<br").or_else(|| text.strip_prefix(b"<BR"))?;
    let blanks = inner.iter().take_while(|&&b| b == b' ').count();
    let slash = usize::from(inner.get(blanks) == Some(&b'/'));
    (inner.get(blanks + slash) == Some(&b'>')).then_some(3 + blanks + slash + 1)
}

/// A byte order mark in UTF-8. It means nothing, wherever it stands.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes without white space on either side.
pub(crate) fn trim(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_blank(*first)
    {
        bytes = rest;
    }
    while let [rest @ .., last] = bytes
        && is_blank(*last)
    {
        bytes = rest;
    }
    bytes
}

/// The number of lines that end in a text followed by `next`: at LF, CR LF, or CR alone.
pub(crate) fn line_ends(bytes: &[u8], next: Option<&u8>) -> u64 {
    let follower = |i: usize| bytes.get(i + 1).or(next);
    let mut count = memchr::memchr_iter(b'\n', bytes).count();
    count += memchr::memchr_iter(b'\r', bytes).filter(|&i| follower(i).is_some_and(|&b| b != b'\n')).count();
    count as u64
}

/// Appends text with every run of white space as one blank, and none at either end, as CQL sees comments.
pub(crate) fn push_collapsed(text: &str, out: &mut String) {
    for (i, word) in text.split_ascii_whitespace().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        out.push_str(word);
    }
}

/// True if a text has nothing but white space and bytes beyond ASCII, which count as white space where no text is allowed.
pub(crate) fn counts_as_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_blank(byte) || !byte.is_ascii())
}

/// Appends the comment that stands for text that could not be read.
pub(crate) fn push_unread(text: &str, out: &mut String) {
    out.push_str("Error reading move: ");
    let start = out.len();
    push_collapsed(text, out);
    if memchr::memchr2(b'{', b'}', &out.as_bytes()[start..]).is_some() {
        let safe = out[start..].replace('{', "<").replace('}', ">");
        out.replace_range(start.., &safe);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_utf8_are_windows_1252() {
        let mut out = String::new();
        decode("Müller ".as_bytes(), &mut out);
        decode(b"M\xFCller \x93x\x94 \x81", &mut out);
        assert_eq!(out, "Müller Müller “x” \u{81}");
    }

    #[test]
    fn breaks_of_web_pages() {
        for (text, len) in
            [("<br>x", Some(4)), ("<BR/>", Some(5)), ("<br />[", Some(6)), ("<brx>", None), ("<br", None)]
        {
            assert_eq!(html_break(text.as_bytes()), len, "{text}");
        }
    }

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(line_ends(b"a\nb\r\nc\rd", None), 3);
        // A CR that ends the text ends a line unless an LF follows.
        assert_eq!((line_ends(b"a\r", Some(&b'b')), line_ends(b"a\r", Some(&b'\n'))), (1, 0));
    }
}
