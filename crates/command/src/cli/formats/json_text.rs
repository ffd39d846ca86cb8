//! Texts in JSON.

use tabiya::printable;

/// Appends a JSON string.
pub(crate) fn push_string(text: &str, out: &mut String) {
    // Most texts need no escapes. What is not ASCII may be something that a terminal must not see.
    if text.bytes().any(|b| b < b' ' || b == b'"' || b == b'\\' || b >= 0x7f) {
        out.push_str(&printable::json(serde_json::Value::from(text).to_string()));
    } else {
        out.push('"');
        out.push_str(text);
        out.push('"');
    }
}
