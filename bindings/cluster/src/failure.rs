//! Errors on their way from an executor to the client. Ballista passes on texts only, and wraps them in the debugging forms of
//! several types. A message is put between two marks, in letters that no such form changes, and found again in the client.

use datafusion::error::DataFusionError;

const START: &str = "<<tabiya:";
const END: &str = ":tabiya>>";

/// An error whose message survives. It is not one that is tried again.
pub(crate) fn sent(message: &str) -> DataFusionError {
    DataFusionError::Execution(packed(message))
}

/// A message between its marks.
pub(crate) fn packed(message: &str) -> String {
    let mut text = String::from(START);
    for byte in message.bytes() {
        match byte {
            b' ' | b'.' | b',' | b'/' | b'-' | b'_' | b':' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02x}")),
        }
    }
    text.push_str(END);
    text
}

/// The message in the text of an error, if one was put there.
pub(crate) fn received(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(START)?;
    let (packed, _) = rest.split_once(END)?;
    let (mut bytes, mut rest) = (Vec::new(), packed.as_bytes());
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ballista_core::error::BallistaError;

    #[test]
    fn messages_survive_debugging_forms() {
        let message = "cannot read \"a\\b\".pgn: 100 % é\n:tabiya>> <<tabiya:";
        let wrapped = BallistaError::DataFusionError(Box::new(sent(message).context("x")));
        assert_eq!(received(&format!("Job 1 failed: {:?}", format!("{wrapped:?}"))).as_deref(), Some(message));
        assert_eq!(received("something else"), None);
        assert_eq!(received("<<tabiya:%4:tabiya>>"), None);
    }
}
