//! The names of a query: where they are defined and where they are used.
//!
//! They are found in the tokens, so that a query with errors also has them. A name means the same in the whole query,
//! except that the parameters of a function are its own.
//!
//! Renaming reads the result and rejects what would turn a good query into one with errors.

use crate::catalogue;
use crate::dialect::Dialect;
use crate::lex::{self, Tok, Token};
use crate::read::{ParseOptions, parse};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// `x = R`, `square x in R`
    Variable,
    /// `function f() {...}`
    Function,
    /// `x` in `function f(x) {...}`
    Parameter,
    /// `dictionary D`
    Dictionary,
}

/// A place where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub kind: NameKind,
    /// Its bytes in the text.
    pub place: Range<usize>,
    /// True where it gets its meaning; there is one such place for each name.
    pub defines: bool,
    /// Of parameters, the number of their function, from 1; otherwise 0. Names of different scopes are different.
    pub scope: usize,
    /// Of definitions, the bytes of the whole: from the first word to the end of the value, or of the body.
    pub whole: Range<usize>,
}

/// A function in the tokens.
struct Function<'a> {
    /// The number of its name's token, and of the last token of its body.
    name: usize,
    last: usize,
    params: HashSet<&'a str>,
}

/// The names of a query in the order of the text, each place where one stands.
pub fn names(text: &str, dialect: Dialect) -> Vec<NameUse> {
    let dialect = match dialect {
        Dialect::Auto => parse(text, &ParseOptions::default()).dialect,
        other => other,
    };
    let (tokens, _) = lex::lex(text, dialect);
    let functions = functions(&tokens, dialect);
    let mut kinds: HashMap<&str, NameKind> =
        functions.iter().map(|f| (word(&tokens, f.name), NameKind::Function)).collect();
    for at in 0..tokens.len() {
        if let Some(kind) = defined(&tokens, at, dialect) {
            kinds.entry(word(&tokens, at)).or_insert(kind);
        }
    }
    let mut uses = Vec::new();
    let mut seen: HashSet<(&str, usize)> = HashSet::new();
    for (at, token) in tokens.iter().enumerate() {
        let Tok::Word(name) = token.tok else { continue };
        let inside =
            |function: &&Function<'_>| function.name < at && at <= function.last && function.params.contains(name);
        let scope = functions
            .iter()
            .rev()
            .position(|function| inside(&function))
            .map_or(0, |from_end| functions.len() - from_end);
        let kind = match kinds.get(name) {
            _ if scope > 0 => NameKind::Parameter,
            Some(kind) => *kind,
            None => continue,
        };
        let defines = match kind {
            NameKind::Function => functions.iter().any(|function| function.name == at),
            NameKind::Parameter => !seen.contains(&(name, scope)),
            NameKind::Variable | NameKind::Dictionary => {
                !seen.contains(&(name, scope)) && defined(&tokens, at, dialect).is_some()
            }
        };
        if defines {
            seen.insert((name, scope));
        }
        let place = token.span.start as usize..token.span.end as usize;
        let whole = match functions.iter().find(|function| function.name == at) {
            Some(function) => tokens[at - 1].span.start as usize..tokens[function.last].span.end as usize,
            None => place.clone(),
        };
        uses.push(NameUse { name: name.to_owned(), kind, place, defines, scope, whole });
    }
    uses
}

fn word<'a>(tokens: &[Token<'a>], at: usize) -> &'a str {
    match tokens.get(at).map(|token| token.tok) {
        Some(Tok::Word(word)) => word,
        _ => "",
    }
}

fn is_sign(tokens: &[Token<'_>], at: usize, sign: &str) -> bool {
    matches!(tokens.get(at).map(|token| token.tok), Some(Tok::Sign(one)) if one == sign)
}

/// The functions of a query, the outer one first.
fn functions<'a>(tokens: &[Token<'a>], dialect: Dialect) -> Vec<Function<'a>> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let name = word(tokens, at + 1);
        if word(tokens, at) != "function"
            || name.is_empty()
            || catalogue::is_reserved(name, dialect)
            || !is_sign(tokens, at + 2, "(")
        {
            continue;
        }
        let mut behind = at + 3;
        let mut params = HashSet::new();
        while !word(tokens, behind).is_empty() {
            params.insert(word(tokens, behind));
            behind += 1;
        }
        let body = (behind..tokens.len()).find(|&at| is_sign(tokens, at, "{")).unwrap_or(behind);
        found.push(Function { name: at + 1, last: closing(tokens, body), params });
    }
    found
}

/// The number of the token that closes a bracket; the last one if none does.
fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.tok {
            Tok::Sign("(" | "{" | "[") => depth += 1,
            Tok::Sign(")" | "}" | "]") => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return at;
        }
    }
    tokens.len() - 1
}

/// What a name becomes at a place, if it can get a meaning there.
fn defined(tokens: &[Token<'_>], at: usize, dialect: Dialect) -> Option<NameKind> {
    let name = word(tokens, at);
    if name.is_empty() || catalogue::is_reserved(name, dialect) {
        return None;
    }
    let before = |back: usize| at.checked_sub(back).map_or("", |at| word(tokens, at));
    let assigned = matches!(
        tokens.get(at + 1).map(|token| token.tok),
        Some(Tok::Sign("=" | "=?" | "+=" | "-=" | "*=" | "/=" | "%=" | "|=" | "&="))
    );
    let declared = at > 0 && tokens[at - 1].tok == Tok::Declare;
    let element = is_sign(tokens, at + 1, "[element]") || word(tokens, at + 1) == "in";
    let looped = matches!(before(1), "square" | "piece" | "string")
        || (before(1) == "all" && matches!(before(2), "square" | "piece"));
    let forall = at > 0 && is_sign(tokens, at - 1, "[forall]");
    // `echo (source target)`
    let pair = |word: usize| matches!(before(word), "echo" | "consecutivemoves");
    let opened = |back: usize| at >= back && is_sign(tokens, at - back, "(");
    let paired = (opened(1) && pair(2))
        || (opened(2) && pair(3))
        || (opened(1) && before(2) == "all" && before(3) == "in" && pair(4));
    let value =
        tokens.get(at + 1).is_some_and(|token| matches!(token.tok, Tok::Integer(_) | Tok::Text(_) | Tok::Sign("-")));
    let parameter = before(1) == "parameter" && value;
    if before(1) == "dictionary" {
        Some(NameKind::Dictionary)
    } else if assigned
        || declared
        || parameter
        || paired
        || (looped && element)
        || forall
        || (element && is_sign(tokens, at + 1, "[element]"))
    {
        Some(NameKind::Variable)
    } else {
        None
    }
}

/// Why a name was not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenameError {
    /// No name stands at the place.
    #[error("this is not a variable or function of the query")]
    NoName,
    /// The new name is not a name, or is a word of the language.
    #[error("a name consists of letters, digits, `_` and `$`, and is no word of the language")]
    NotAName,
    /// The query has the new name already, or would not be read any more.
    #[error("the query has another meaning for this name")]
    Taken,
}

/// All places of the name at a byte, for giving it a new name.
///
/// # Errors
///
/// If no name stands there, or if the new one cannot replace it.
pub fn rename(text: &str, at: usize, new: &str, dialect: Dialect) -> Result<Vec<Range<usize>>, RenameError> {
    let parsed = parse(text, &ParseOptions { dialect, ..ParseOptions::default() });
    let uses = names(text, parsed.dialect);
    let chosen = uses.iter().find(|one| one.place.start <= at && at <= one.place.end).ok_or(RenameError::NoName)?;
    let (tokens, errors) = lex::lex(new, parsed.dialect);
    let is_word =
        matches!(tokens[0].tok, Tok::Word(word) if word == new && !catalogue::is_reserved(word, parsed.dialect));
    if !is_word || !errors.is_empty() {
        return Err(RenameError::NotAName);
    }
    if new != chosen.name && uses.iter().any(|one| one.name == new) {
        return Err(RenameError::Taken);
    }
    let same = |one: &&NameUse| one.name == chosen.name && one.scope == chosen.scope;
    let places: Vec<Range<usize>> = uses.iter().filter(same).map(|one| one.place.clone()).collect();
    let mut renamed = text.to_owned();
    places.iter().rev().for_each(|place| renamed.replace_range(place.clone(), new));
    let again = parse(&renamed, &ParseOptions { dialect: parsed.dialect, ..ParseOptions::default() });
    if parsed.script.is_some() && again.script.is_none() {
        return Err(RenameError::Taken);
    }
    Ok(places)
}
