//! Escapes that stand for classes of characters.

/// `\d` and its like. Letters beyond ASCII are letters; digits are 0 to 9.
pub(super) fn class_escape(c: char) -> Option<&'static str> {
    Some(match c {
        'd' => "[0-9]",
        'D' => "[^0-9]",
        'w' => "\\w",
        'W' => "\\W",
        's' => "\\s",
        'S' => "\\S",
        _ => return None,
    })
}
