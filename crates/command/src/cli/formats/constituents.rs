//! Which constituent of a sequence matched which positions, as JSON.

use super::json_text::push_string;
use std::fmt::Write as _;
use tabiya::Path;

/// `[{"constituent":1,"name":"start","positions":[12]},...]`; `null` where nothing is known. Tests:
/// `tests/command/cli/rows.rs`.
pub(super) fn push_json(path: &Path, out: &mut String) {
    if path.matched_by.is_empty() && !path.positions.is_empty() {
        return out.push_str("null");
    }
    let mut open = '[';
    for (constituent, positions) in path.parts() {
        let _ = write!(out, "{open}{{\"constituent\":{},\"name\":", constituent + 1);
        match path.constituent_name(constituent) {
            Some(name) => push_string(name, out),
            None => out.push_str("null"),
        }
        let ids: Vec<String> = positions.iter().map(u32::to_string).collect();
        let _ = write!(out, ",\"positions\":[{}]}}", ids.join(","));
        open = ',';
    }
    out.push_str(if open == '[' { "[]" } else { "]" });
}
