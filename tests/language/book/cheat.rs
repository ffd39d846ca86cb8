//! The cheat sheet, `words.md`: a line for each word of the language, made of the catalogue and of the word's page.

use super::pages::{self, Page};
use super::{is_filter_page, is_query};
use std::collections::BTreeMap;
use tabiya::syntax::catalogue::{self, Form, Op};

/// The head of the table.
const HEAD: &str = "| Word | Page | Written | Value | Meaning | Example |\n|---|---|---|---|---|---|\n";

/// Words that other pages describe as well.
const ALSO: [(&str, &str); 2] = [
    (
        "count",
        "also in [`move`](moves/move.md), and [of constituents](concepts/sequence-search.md#which-constituent-matched)",
    ),
    ("in", "also [`position in`](board/position-in.md)"),
];

/// Words that share a page with many others, or belong to no filter: how they are written, and what they mean.
const SHARED: [(&str, &str, &str); 35] = [
    ("anydirection", "anydirection [RANGE] SET", "The squares in any of the eight directions from those of the set."),
    ("attacked", "SET attacked by SET", "The squares of the first set that a piece of the second attacks."),
    ("by", "SET attacked by SET", "The squares of the first set that a piece of the second attacks."),
    ("capture", "move capture SET", "Only moves that capture on these squares."),
    ("captures", "move captures SET", "Only moves that capture on these squares."),
    ("count", "flip count FILTER", "The number of transformed filters that match."),
    ("cql", "cql(FEATURE ...)", "The header of a query."),
    ("diagonal", "diagonal [RANGE] SET", "The squares in the four slanting directions from those of the set."),
    ("down", "down [RANGE] SET", "The squares below those of the set."),
    ("first", "first(NAME)", "The first position that the named constituent matched."),
    ("horizontal", "horizontal [RANGE] SET", "The squares to the left and right of those of the set."),
    ("include", "include \"FILE\"", "Reads the functions and parameters of another file."),
    ("last", "last(NAME)", "The last position that the named constituent matched."),
    ("left", "left [RANGE] SET", "The squares to the left of those of the set."),
    ("maindiagonal", "maindiagonal [RANGE] SET", "The squares to the northeast and southwest of those of the set."),
    ("matchcount", "cql(matchcount N [M])", "A game matches only if this many of its positions do."),
    ("matchstring", "cql(matchstring \"TEXT\")", "The comment at a match, in place of `CQL`."),
    ("nestban", "next [RANGE] nestban (CONSTITUENT ...)", "Matches do not begin inside an earlier one."),
    ("northeast", "northeast [RANGE] SET", "The squares to the northeast of those of the set."),
    ("northwest", "northwest [RANGE] SET", "The squares to the northwest of those of the set."),
    ("offdiagonal", "offdiagonal [RANGE] SET", "The squares to the northwest and southeast of those of the set."),
    ("orthogonal", "orthogonal [RANGE] SET", "The squares above, below, left and right of those of the set."),
    ("output", "cql(output FILE)", "The file to which the games are written."),
    ("input", "cql(input FILE)", "The file of games that is searched."),
    ("parameter", "parameter NAME VALUE", "A value that can be set from outside the query."),
    ("promote", "move promote PIECES", "Only moves that promote to these pieces."),
    ("quiet", "cql(quiet)", "Fewer comments in the output."),
    ("right", "right [RANGE] SET", "The squares to the right of those of the set."),
    ("southeast", "southeast [RANGE] SET", "The squares to the southeast of those of the set."),
    ("southwest", "southwest [RANGE] SET", "The squares to the southwest of those of the set."),
    ("then", "if TEST then THEN else ELSE", "Introduces the filter that is evaluated if the test holds."),
    ("else", "if TEST THEN else ELSE", "Introduces the filter that is evaluated if the test fails."),
    ("up", "up [RANGE] SET", "The squares above those of the set."),
    ("variations", "cql(variations)", "Searches variations as well as main lines."),
    ("vertical", "vertical [RANGE] SET", "The squares above and below those of the set."),
];

/// Examples are no longer than this.
const SHORT: usize = 72;

/// True if a text has the word as a token.
fn has(text: &str, word: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

/// The part of a page that describes a word: all of it, or what is below the anchor.
fn part<'p>(page: &'p Page, anchor: Option<&str>) -> &'p str {
    let Some(at) = page.headings.iter().position(|h| Some(h.anchor.as_str()) == anchor) else { return &page.source };
    let next = page.headings[at + 1..].iter().find(|h| h.level <= page.headings[at].level);
    &page.source[page.headings[at].at..next.map_or(page.source.len(), |h| h.at)]
}

/// How a word is written: the first form of it below *Syntax*, or what its row says.
fn written(page: &Page, word: &str) -> String {
    let syntax = page.section("Syntax").unwrap_or_default();
    let fenced = syntax.split("```syntax\n").nth(1).and_then(|text| text.split("```").next()).unwrap_or_default();
    let mut forms = fenced.lines().flat_map(|line| line.split("  ")).map(str::trim);
    match (forms.find(|form| has(form, word)), catalogue::row(word).map(|row| row.form)) {
        (Some(form), _) => form.to_owned(),
        (None, Some(Form::Infix)) => format!("X {word} Y"),
        (None, _) => word.to_owned(),
    }
}

/// The types of a word's values: those of its operations, or those that its page names.
fn value(page: &Page, word: &str, ops: &[Op]) -> String {
    let mut types: Vec<String> = ops.iter().map(|op| format!("{:?}", op.row().ty).to_lowercase()).collect();
    if let (true, Form::Own | Form::Infix) =
        (types.is_empty(), catalogue::row(word).map_or(Form::NoGrammar, |row| row.form))
    {
        let line = page.source.lines().find_map(|line| line.strip_prefix("Type: ")).unwrap_or_default();
        let line = if line.contains("As for") || line.contains("as for") { "" } else { line };
        let words = line.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
        types =
            words.filter(|word| ["logical", "number", "set", "position", "text"].contains(&word.as_str())).collect();
    }
    let mut seen: Vec<String> = Vec::new();
    for ty in types {
        if !seen.contains(&ty) {
            seen.push(ty);
        }
    }
    seen.join(", ")
}

/// The first sentence of a text without its links.
fn sentence(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[').filter(|(_, link)| link.contains("](")) {
        let (name, behind) = link.split_once("](").unwrap_or_default();
        plain += before;
        plain += name;
        rest = behind.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain += rest;
    let end = plain.find(". ").map_or(plain.len(), |at| at + 1);
    plain[..end].trim().strip_suffix(':').map_or_else(|| plain[..end].trim().to_owned(), |text| format!("{text}."))
}

/// What a word means, in a sentence.
fn meaning(page: &Page, anchor: Option<&str>, word: &str, ops: &[Op]) -> String {
    let text = part(page, anchor);
    let code = format!("`{word}`");
    let row = text.lines().find_map(|line| {
        let (first, second) = line.strip_prefix("| ")?.split_once(" | ")?;
        let meaning = second.split(" | ").next()?.trim_end_matches('|').trim();
        (first.contains(&code) && meaning.len() > 12 && !meaning.starts_with('`')).then(|| capital(&sentence(meaning)))
    });
    let point =
        || text.lines().find_map(|line| line.strip_prefix("* ").filter(|line| line.starts_with(&code))).map(sentence);
    match (ops, catalogue::row(word).map(|row| row.form)) {
        ([op, ..], _) if op.meaning().starts_with('`') => format!("As {}.", op.meaning().trim_end_matches('.')),
        ([op, ..], _) => op.meaning().to_owned(),
        (_, Some(Form::NoGrammar)) => "Reserved; nothing can be written with it.".to_owned(),
        (_, Some(Form::Parameter(owner))) => row.or_else(point).unwrap_or_else(|| match owner {
            owner if page.name.ends_with(&format!("/{owner}.md")) => format!("A part of `{owner}`."),
            _ => sentence(lead(page)),
        }),
        _ => sentence(lead(page)),
    }
}

/// With a capital letter at its start and a full stop at its end.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '`']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// The paragraph below the title of a page.
fn lead(page: &Page) -> &str {
    let mut paragraphs = page.source.split("\n\n").map(str::trim);
    paragraphs.find(|text| !text.is_empty() && !text.starts_with(['#', '`', '|', '<', '!'])).unwrap_or_default()
}

/// The shortest query of the page that has the word.
fn example(page: &Page, word: &str) -> Option<String> {
    let queries = page.blocks.iter().filter(|block| is_query(block)).map(|block| block.text.trim());
    let fitting = queries.filter(|text| has(text, word) && !text.contains("//") && !text.contains("\n\n"));
    let lines = fitting.map(|text| text.lines().map(str::trim).collect::<Vec<_>>().join(" "));
    lines.filter(|text| text.len() <= SHORT).min_by_key(String::len)
}

/// Where a word is not one of CQL 6.2.
fn origin(page: &Page, word: &str) -> &'static str {
    let versions = page.source.lines().find_map(|line| line.strip_prefix("* Versions: ")).unwrap_or_default();
    match catalogue::row(word) {
        _ if versions.contains("not Tabiya") => "CQL 5, not Tabiya",
        Some(row) if row.is_only_five() => "CQL 5 only",
        Some(row) if row.is_known() => "",
        _ if versions.starts_with("CQLi") => "CQLi",
        _ if versions.starts_with("Tabiya only") => "Tabiya",
        _ => "",
    }
}

fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", text.replace('|', "\\|")) }
}

/// The rows of the table.
fn rows(pages: &[Page]) -> String {
    let words: BTreeMap<&str, &str> = tabiya::syntax::all_words().collect();
    let mut rows = String::from(HEAD);
    for (word, home) in words {
        let (name, anchor) = home.split_once('#').map_or((home, None), |(name, anchor)| (name, Some(anchor)));
        let page = pages.iter().find(|page| page.name == name).expect("the page of a word");
        let ops: Vec<Op> =
            Op::all().filter(|op| op.row().word() == word || op.row().spellings().any(|one| one == word)).collect();
        let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".md");
        let shared = SHARED.iter().find(|(one, ..)| *one == word);
        let written = match shared {
            Some((_, written, _)) => (*written).to_owned(),
            None if is_filter_page(page) => written(page, word),
            None => word.to_owned(),
        };
        let meaning = shared.map_or_else(|| meaning(page, anchor, word, &ops), |(.., meaning)| (*meaning).to_owned());
        let mut meaning = meaning.replace("\\|", "|").replace('|', "\\|");
        let also = ALSO.iter().find(|(one, _)| *one == word).map_or("", |(_, also)| also);
        for note in [origin(page, word), also].into_iter().filter(|note| !note.is_empty()) {
            meaning += &format!(" ({note})");
        }
        let cells = [
            code(word),
            format!("[{stem}]({home})"),
            code(&written),
            value(page, word, &ops),
            meaning,
            example(page, word).map_or_else(String::new, |text| code(&text)),
        ];
        rows += &format!("| {} |\n", cells.join(" | "));
    }
    rows
}

#[test]
fn the_cheat_sheet_is_that_of_the_catalogue() {
    let pages = pages::pages();
    let page = pages.iter().find(|page| page.name == "words.md").expect("a cheat sheet");
    let from = page.source.find("| Word |").expect("a table");
    let to = page.source[from..].find("\n\n").map_or(page.source.len(), |at| from + at + 1);
    let rows = rows(&pages);
    if page.source[from..to] == rows {
        return;
    }
    if std::env::var_os("TABIYA_BOOK").is_some_and(|value| value == "write") {
        let source = format!("{}{rows}{}", &page.source[..from], &page.source[to..]);
        std::fs::write(pages::folder().join("words.md"), source).expect("the page is written");
    }
    let stated: Vec<&str> = page.source[from..to].lines().collect();
    let wrong = rows.lines().filter(|row| !stated.contains(row)).map(str::to_owned).collect();
    super::fail(wrong, "rows of words.md are not those of the catalogue; TABIYA_BOOK=write writes them");
}
