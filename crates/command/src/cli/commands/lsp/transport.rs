//! Messages on standard input and output: a header with the length, and JSON.
//!
//! Anything that cannot be read is skipped and reported as a value, so that the server goes on: a client that is being developed
//! sends such things.
//!
//! The crate lsp-server ends with the first message that it cannot read, and allocates as many bytes as a header
//! claims; this framing is eighty lines. Of the types of lsp-types a dozen small ones are needed, which serde_json
//! writes directly; that crate would be the largest one that the command compiles.

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// The longest message that is read, in bytes; a longer one is passed over.
const LONGEST: u64 = 64 << 20;

/// The longest line of a header, in bytes.
const HEADER_LINE: u64 = 4 << 10;

/// What comes in.
#[derive(Debug, PartialEq)]
pub(super) enum Incoming {
    /// A message, or something else in JSON.
    Message(Value),
    /// No JSON, or no header that tells its length; and why.
    Malformed(String),
    /// Nothing comes any more.
    End,
}

/// Reads one message.
pub(super) fn receive(input: &mut impl BufRead) -> io::Result<Incoming> {
    let Some(length) = header(input)? else { return Ok(Incoming::End) };
    let length = match length {
        Ok(length) => length,
        Err(reason) => return Ok(Incoming::Malformed(reason)),
    };
    if length > LONGEST {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Incoming::Malformed(format!("a message has {length} bytes, and at most {LONGEST} are read")));
    }
    let mut body = Vec::new();
    if input.take(length).read_to_end(&mut body)? as u64 != length {
        return Ok(Incoming::End);
    }
    Ok(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(format!("a message is not JSON: {error}")),
    })
}

/// Reads a header up to its empty line: the length of the message, or why it is not known. Nothing at the end.
fn header(input: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let mut length: Option<Result<u64, String>> = None;
    loop {
        let mut line = Vec::new();
        if input.take(HEADER_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            return Ok(Some(length.unwrap_or_else(|| Err("a message has no Content-Length".into()))));
        }
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = Some(value.trim().parse().map_err(|_| "the Content-Length of a message is no number".into()));
        }
    }
}

/// Sends one message.
pub(super) fn send(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let long = "x".repeat(10_000);
        let text = format!(
            "Content-Length: 2\r\n\r\n[]Content-Length: 3\r\n\r\n{{]]Nonsense\r\n\r\nContent-Length: many\r\n\r\n\
             {long}\r\n\r\nContent-Type: x\r\ncontent-length:4\r\n\r\nnullContent-Length: 9\r\n\r\n{{"
        );
        let mut input = text.as_bytes();
        let mut next = || receive(&mut input).expect("bytes in memory");
        assert_eq!(next(), Incoming::Message(json!([])));
        for _ in 0..4 {
            assert!(matches!(next(), Incoming::Malformed(_)));
        }
        assert_eq!(next(), Incoming::Message(Value::Null));
        assert_eq!(next(), Incoming::End);
    }

    #[test]
    fn what_is_sent_is_received() {
        let mut bytes = Vec::new();
        send(&mut bytes, &json!({"é♘": "𝄞"})).expect("bytes in memory");
        assert_eq!(receive(&mut bytes.as_slice()).expect("bytes"), Incoming::Message(json!({"é♘": "𝄞"})));
    }
}
