//! What the Tab key offers: words of SQL, functions, columns; words of CQL within the text of a query, and files.

use crate::split::is_complete;
use datafusion::functions::all_default_functions;
use datafusion::functions_aggregate::all_default_aggregate_functions;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Result};
use std::collections::BTreeSet;
use tabiya_tables::{CqlOptions, CqlQuery, Rows};

/// Words of SQL.
const KEYWORDS: &str = "all and as asc between by case cast copy create cross date describe desc distinct drop else end except exists \
     explain false from full group having ilike in inner intersect interval is join lateral left like limit not null nulls offset on \
     or order outer over partition right select show table then to true union using values view when where with";

/// Completion and the end of statements.
pub(crate) struct Helper {
    words: BTreeSet<String>,
    cql: BTreeSet<&'static str>,
    files: FilenameCompleter,
}

impl Helper {
    pub(crate) fn new() -> Helper {
        let mut words: BTreeSet<String> = KEYWORDS.split_whitespace().map(str::to_owned).collect();
        words.extend(["games(", "positions(", "cql("].map(str::to_owned));
        words.extend(all_default_functions().iter().map(|function| format!("{}(", function.name())));
        words.extend(all_default_aggregate_functions().iter().map(|function| format!("{}(", function.name())));
        let mut helper = Helper {
            words,
            cql: tabiya::syntax::all_words().map(|(word, _)| word).collect(),
            files: FilenameCompleter::new(),
        };
        helper.add_columns(&Rows::Games);
        helper.add_columns(&Rows::Positions { variations: false });
        // Its columns are those of all queries with sequences.
        if let Ok(query) = CqlQuery::read_text("next 2 99 (check)", &CqlOptions::default()) {
            helper.add_columns(&Rows::Cql(query));
        }
        helper
    }

    fn add_columns(&mut self, rows: &Rows) {
        self.words.extend(rows.schema().fields().iter().map(|field| field.name().clone()));
    }

    /// Remembers the words of a statement, such as the names of views and of columns.
    pub(crate) fn learn(&mut self, statement: &str) {
        let mut outside = true;
        for part in statement.split('\'') {
            if outside {
                let words = part.split(|c: char| !is_word(c)).filter(|word| word.len() > 3);
                self.words
                    .extend(words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned));
            }
            outside = !outside;
        }
    }

    /// The start of the word before the cursor and its possible replacements.
    fn offers(&self, before: &str) -> Offers {
        let start = before
            .rfind(|c: char| !is_word(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        match quoted(before) {
            None => Offers::Words(start, starting(self.words.iter().map(String::as_str), &word.to_lowercase())),
            Some(at) if before[..at].trim_end().to_lowercase().ends_with("cql(") => {
                Offers::Words(start, starting(self.cql.iter().copied(), word))
            }
            Some(_) => Offers::Files,
        }
    }
}

/// The possible words before the cursor.
#[derive(Debug, PartialEq, Eq)]
enum Offers {
    Words(usize, Vec<String>),
    Files,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn starting<'w>(words: impl Iterator<Item = &'w str>, start: &str) -> Vec<String> {
    words.filter(|word| !start.is_empty() && word.starts_with(start)).map(str::to_owned).collect()
}

/// The place of the quote that is open at the end of a text.
fn quoted(text: &str) -> Option<usize> {
    let mut open = None;
    for (at, _) in text.match_indices('\'') {
        open = if open.is_some() { None } else { Some(at) };
    }
    open
}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, context: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        match self.offers(&line[..pos]) {
            Offers::Files => self.files.complete(line, pos, context),
            Offers::Words(start, words) => {
                let pair = |word: String| Pair { display: word.clone(), replacement: word };
                Ok((start, words.into_iter().map(pair).collect()))
            }
        }
    }
}

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> Result<ValidationResult> {
        let text = context.input().trim();
        let done = text.is_empty() || text.starts_with('\\') || is_complete(text);
        Ok(if done { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

impl Highlighter for Helper {}

impl Hinter for Helper {
    type Hint = String;
}

impl rustyline::Helper for Helper {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_fit_the_place() {
        let mut helper = Helper::new();
        let check = |helper: &Helper, before: &str, start: usize, word: &str| match helper.offers(before) {
            Offers::Words(at, words) => {
                assert_eq!(at, start, "{before}");
                assert!(words.iter().any(|other| other == word), "{before}: {words:?}");
            }
            Offers::Files => panic!("{before}: files"),
        };
        check(&helper, "SEL", 0, "select");
        check(&helper, "select white_", 7, "white_elo");
        check(&helper, "select * from po", 14, "positions(");
        check(&helper, "select uci_m", 7, "uci_moves");
        check(&helper, "select avg", 7, "avg(");
        check(&helper, "select * from cql('mate and promo", 28, "promote");
        assert_eq!(helper.offers("select * from games('exam"), Offers::Files);
        assert_eq!(helper.offers("select * from cql('mate', 'exam"), Offers::Files);
        assert_eq!(helper.offers("select "), Offers::Words(7, Vec::new()));
        helper.learn("create view blunders as select 'quoted' from games('x')");
        check(&helper, "select * from blun", 14, "blunders");
        assert_eq!(helper.offers("select quot"), Offers::Words(7, Vec::new()));
    }
}
