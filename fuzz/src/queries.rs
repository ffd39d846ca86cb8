//! Queries drawn at random, each filter of the type that its place asks for.

use super::bytes::Bytes;
use super::grammar::{PREAMBLE, SYMBOLS, Symbol, VARIABLES};
use std::sync::LazyLock;
use tabiya::syntax::{Dialect, ParseOptions, parse};

/// The bodies of the conformance cases that a dialect reads, by dialect.
static CASES: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
    let files = [
        include_str!("../../tests/data/conformance/cql5.jsonl"),
        include_str!("../../tests/data/conformance/next.jsonl"),
        include_str!("../../tests/data/conformance/tree.jsonl"),
        include_str!("../../tests/data/conformance/language.jsonl"),
        include_str!("../../tests/data/conformance/board.jsonl"),
        include_str!("../../tests/data/conformance/line.jsonl"),
        include_str!("../../tests/data/conformance/path.jsonl"),
    ];
    let cases = files.iter().flat_map(|text| text.lines()).filter_map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).ok()?;
        let query = case["query"].as_str()?.to_owned();
        // Definitions and comments to the end of the line have no place inside another query.
        let inside = ["function", "dictionary", "//", "cql", "persistent"].iter().all(|word| !query.contains(word));
        (inside && query.len() < 160).then_some(query)
    });
    let cases: Vec<String> = cases.collect();
    [Dialect::Five, Dialect::Six].map(|dialect| {
        let reads =
            |query: &&String| parse(query, &ParseOptions { dialect, ..ParseOptions::default() }).script.is_some();
        cases.iter().filter(reads).cloned().collect()
    })
});

/// A query of a few filters, in dialect 5 or 6.
pub fn query(bytes: &mut Bytes<'_>, dialect: Dialect) -> String {
    let five = dialect == Dialect::Five;
    let mut writer = Writer {
        five,
        variables: VARIABLES.map(|(name, ty)| (name.to_owned(), ty)).into(),
        own: VARIABLES.len(),
        made: 0,
    };
    let mut text = PREAMBLE[usize::from(!five)].to_owned();
    for _ in 0..1 + bytes.below(3) {
        text.push('\n');
        let symbol = *bytes.one(b"LLLLNSP");
        let levels = 1 + bytes.below(4);
        writer.filter(bytes, symbol, levels, &mut text);
    }
    text
}

/// Every production with the plainest filling, in each dialect that has it: name of the symbol, production, query.
pub fn plain_queries() -> Vec<(Dialect, &'static str, String)> {
    let mut all = Vec::new();
    for symbol in SYMBOLS.iter().filter(|symbol| b"LNSTPDHMQ".contains(&symbol.name)) {
        for production in symbol.flat.iter().chain(symbol.deep) {
            for dialect in [Dialect::Five, Dialect::Six] {
                let five = dialect == Dialect::Five;
                if !belongs(production, five)
                    || (five && b"DHMT".contains(&symbol.name))
                    || (!five && symbol.name == b'Q')
                {
                    continue;
                }
                let variables = VARIABLES.map(|(name, ty)| (name.to_owned(), ty)).into();
                let mut writer = Writer { five, variables, own: VARIABLES.len(), made: 0 };
                let mut text = String::new();
                writer.fill(&mut Bytes::new(&[]), production, 0, &mut text);
                let around = match symbol.name {
                    b'H' => ("path -- ", ""),
                    b'M' => ("line --> ", ""),
                    b'Q' => ("next ( ", " )"),
                    // A number alone says nothing about a position.
                    b'N' => ("nn = ", ""),
                    _ => ("", ""),
                };
                let preamble = PREAMBLE[usize::from(!five)];
                all.push((dialect, *production, format!("{preamble}\n{}{text}{}", around.0, around.1)));
            }
        }
    }
    all
}

fn belongs(production: &str, five: bool) -> bool {
    match production.as_bytes() {
        [b'5', b':', ..] => five,
        [b'6', b':', ..] => !five,
        _ => true,
    }
}

struct Writer {
    five: bool,
    /// The variables that can be named here, with their types.
    variables: Vec<(String, u8)>,
    /// The index in that list at which those of the present production begin.
    own: usize,
    /// The number of variables that have been made.
    made: usize,
}

impl Writer {
    /// A filter of a type. Where it has parts it mostly stands in braces, so that what stands around takes it whole.
    fn filter(&mut self, bytes: &mut Bytes<'_>, name: u8, levels: usize, out: &mut String) {
        let symbol = SYMBOLS.iter().find(|symbol| symbol.name == name).expect("a symbol of the table");
        let deep = levels > 0 && !symbol.deep.is_empty() && !bytes.is_empty() && bytes.percent(75);
        let production = self.choose(bytes, symbol, deep);
        let braces = deep && b"LNSTP".contains(&name) && bytes.percent(70);
        out.push_str(if braces { "{ " } else { "" });
        self.fill(bytes, production, levels.saturating_sub(1), out);
        out.push_str(if braces { " }" } else { "" });
    }

    /// A production of this dialect; the first one is of both.
    fn choose(&self, bytes: &mut Bytes<'_>, symbol: &Symbol, deep: bool) -> &'static str {
        let list = if deep { symbol.deep } else { symbol.flat };
        let at = bytes.below(list.len());
        let mut turned = list[at..].iter().chain(&list[..at]);
        turned.find(|production| belongs(production, self.five)).expect("one that both dialects have")
    }

    fn fill(&mut self, bytes: &mut Bytes<'_>, production: &str, levels: usize, out: &mut String) {
        let text = production.strip_prefix("5:").or_else(|| production.strip_prefix("6:")).unwrap_or(production);
        let scope = self.variables.len();
        let outer = std::mem::replace(&mut self.own, scope);
        let mut declared = Vec::new();
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                out.push(' ');
            }
            self.word(bytes, word, levels, &mut declared, out);
        }
        self.variables.truncate(scope);
        self.own = outer;
    }

    /// A word of a production, with the holes in it.
    fn word(
        &mut self,
        bytes: &mut Bytes<'_>,
        word: &str,
        levels: usize,
        declared: &mut Vec<(String, u8)>,
        out: &mut String,
    ) {
        let mut rest = word;
        while let Some(at) = rest.find(['%', '@', '=']) {
            let kind = rest.as_bytes().get(at + 1).copied().unwrap_or(b' ');
            out.push_str(&rest[..at]);
            let hole = SYMBOLS.iter().any(|symbol| symbol.name == kind) || kind == b'F';
            if !hole || (rest.as_bytes()[at] == b'=' && word != format!("={}", kind as char) && !word.starts_with("="))
            {
                out.push_str(&rest[at..=at]);
                rest = &rest[at + 1..];
                continue;
            }
            match rest.as_bytes()[at] {
                b'@' => {
                    self.made += 1;
                    let name = format!("v{}", self.made);
                    out.push_str(&name);
                    declared.push((name, kind));
                }
                b'=' => out.push_str(&self.variable(bytes, kind, declared)),
                _ if kind == b'F' => out.push_str(self.case(bytes)),
                _ => {
                    // From the second word on what was declared can be used.
                    self.variables.append(declared);
                    self.filter(bytes, kind, levels, out);
                }
            }
            rest = &rest[at + 2..];
        }
        out.push_str(rest);
    }

    /// A variable of a type; one that this production made, if there is one.
    fn variable(&self, bytes: &mut Bytes<'_>, kind: u8, declared: &[(String, u8)]) -> String {
        let fits = |(_, ty): &&(String, u8)| *ty == kind;
        if let Some((name, _)) = self.variables[self.own..].iter().chain(declared).rfind(fits) {
            return name.clone();
        }
        let all: Vec<&(String, u8)> = self.variables.iter().filter(fits).collect();
        all[bytes.below(all.len())].0.clone()
    }

    fn case(&self, bytes: &mut Bytes<'_>) -> &'static str {
        let cases = &CASES[usize::from(!self.five)];
        &cases[bytes.below(cases.len())]
    }
}
