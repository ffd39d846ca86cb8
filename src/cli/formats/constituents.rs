//! Which constituent of a sequence matched which positions, as text and as JSON.

use super::json_text::push_string;
use std::fmt::Write as _;
use tabiya::Path;

/// The name of a constituent, else its number.
fn name(path: &Path, constituent: u32) -> Option<&str> {
    path.constituents.get(constituent as usize)?.names.last().map(String::as_str)
}

/// `start:12 quiet:13-17 3:18`: names, or else numbers from 1, and ids of positions.
pub(super) fn text(path: &Path) -> String {
    let mut text = String::new();
    for (constituent, positions) in path.parts() {
        if !text.is_empty() {
            text.push(' ');
        }
        match name(path, constituent) {
            Some(name) => text.push_str(name),
            None => drop(write!(text, "{}", constituent + 1)),
        }
        let (first, last) = (positions.first().copied().unwrap_or(0), positions.last().copied().unwrap_or(0));
        let in_a_row = |up: u32, down: u32| positions.windows(2).all(|pair| pair[0] + up == pair[1] + down);
        match positions.as_slice() {
            [only] => drop(write!(text, ":{only}")),
            _ if in_a_row(1, 0) || in_a_row(0, 1) => drop(write!(text, ":{first}-{last}")),
            _ => {
                let ids: Vec<String> = positions.iter().map(u32::to_string).collect();
                let _ = write!(text, ":{}", ids.join(","));
            }
        }
    }
    text
}

/// `[{"constituent":1,"name":"start","positions":[12]},...]`; `null` where nothing is known.
pub(super) fn push_json(path: &Path, out: &mut String) {
    if path.matched_by.is_empty() && !path.positions.is_empty() {
        return out.push_str("null");
    }
    let mut open = '[';
    for (constituent, positions) in path.parts() {
        let _ = write!(out, "{open}{{\"constituent\":{},\"name\":", constituent + 1);
        match name(path, constituent) {
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

    #[test]
    fn texts_and_json() {
        let named = |names: &[&str]| Constituent { names: names.iter().map(|&name| name.to_owned()).collect() };
        let path = |positions: &[u32], matched_by: &[Option<u32>]| Path {
            filter: "next",
            length: positions.len() as i64,
            positions: positions.to_vec(),
            constituents: vec![named(&["all", "start"]), named(&["quiet"]), named(&[])].into(),
            matched_by: matched_by.to_vec(),
        };
        let forward = path(&[3, 4, 5, 9], &[Some(0), Some(1), Some(1), Some(2)]);
        assert_eq!(text(&forward), "start:3 quiet:4-5 3:9");
        let backward = path(&[9, 8, 5, 3, 2], &[Some(1), Some(1), Some(2), None, Some(2)]);
        assert_eq!(text(&backward), "quiet:9-8 3:5,2");
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
