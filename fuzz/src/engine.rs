//! The requests of `tabiya engine`: for any input, each request has one answer with its id, and no answer says that the
//! program has failed.

use serde_json::Value;
use std::collections::BTreeMap;
use tabiya_command::engine_answers;

/// The lines of a session.
///
/// # Panics
///
/// If a request is answered not at all or twice, an answer is not a line of JSON, or the program has failed on a request.
pub fn engine_requests(data: &[u8]) {
    let mut expected = BTreeMap::<String, usize>::new();
    for line in data.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        let message: Value = serde_json::from_slice(line).unwrap_or_default();
        // `open` reads what the caller may read, which is not what is tried here.
        if message["method"] == "open" && !message["params"]["path"].is_null() {
            return;
        }
        let id = &message["id"];
        let is_request = message.is_object() && (id.is_i64() || id.is_u64() || id.is_string());
        *expected.entry(if is_request { id.to_string() } else { "null".into() }).or_default() += 1;
        if is_request && message["method"] == "quit" {
            break;
        }
    }
    let mut answered = BTreeMap::<String, usize>::new();
    for line in engine_answers(data).split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert_ne!(answer["error"]["code"], "internal-error", "{answer}");
        if answer.get("event").is_none() {
            assert!(answer.get("result").is_some() != answer.get("error").is_some(), "{answer}");
            *answered.entry(answer["id"].to_string()).or_default() += 1;
        }
    }
    assert_eq!(answered, expected);
}
