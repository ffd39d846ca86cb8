//! Which constituent of a sequence matched which positions, as JSON.

use super::json_text::push_string;
use std::fmt::Write as _;
use tabiya::Path;

/// `[{"constituent":1,"name":"start","positions":[12]},...]`; `null` where nothing is known.
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Constituent;
    use tabiya::syntax::ast::Span;

    #[test]
    fn json() {
        let named = |names: &[&str]| Constituent { names: names.iter().map(|&name| name.to_owned()).collect() };
        let path = |positions: &[u32], matched_by: &[Option<u32>]| Path {
            filter: "next",
            length: positions.len() as i64,
            positions: positions.to_vec(),
            constituents: vec![named(&["all", "start"]), named(&["quiet"]), named(&[])].into(),
            spans: vec![Span::default(); 3].into(),
            matched_by: matched_by.to_vec(),
        };
        let json = |path: &Path| {
            let mut out = String::new();
            push_json(path, &mut out);
            out
        };
        assert_eq!(
            json(&path(&[3, 4], &[Some(0), Some(2)])),
            r#"[{"constituent":1,"name":"start","positions":[3]},{"constituent":3,"name":null,"positions":[4]}]"#
        );
        assert_eq!(json(&path(&[], &[])), "[]");
        assert_eq!(json(&path(&[3], &[])), "null");
    }
}
