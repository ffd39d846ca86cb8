//! A query read in the dialect it is written in.

use super::advice;
use super::ast::normalize::normal;
use super::ast::{Filter, Function, Header, Kind, Script, Span, VariableKind};
use super::catalogue::{self, Op, Shorthand};
use super::diagnostic::{Diagnostic, has_errors, shorten, sorted};
use super::dialect::Dialect;
use super::errors::{lexical, meaning};
use super::lex::{self, Lexed, Tok, Token};
use super::limits::{HIGHEST, Omitted, ReadingLimits};
use super::parse as grammar;
use super::print::print_braced;
use super::query_text::QueryText;
use super::scope::Scope;
use crate::stack::with_room;

/// Variables with their kinds, in order of first appearance.
pub type Variables = Vec<(String, VariableKind)>;

/// The options for reading a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// In which dialect. A header may say it where this is [`Dialect::Auto`].
    pub dialect: Dialect,
    /// True if a query without header is rejected.
    pub require_header: bool,
    /// The limits on the size of a query, and on the number of errors that are reported.
    pub limits: ReadingLimits,
    /// True if Tabiya's own forms give way wherever CQL 6.2 reads the text otherwise, as in scripts for `cql`.
    pub drop_in: bool,
    /// True if variations will be searched; `None` if the header of the query decides. Only warnings depend on it.
    pub variations: Option<bool>,
}

/// The result of reading a query.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The query, unless there are errors.
    pub script: Option<Script>,
    /// The dialect it was read in; never [`Dialect::Auto`].
    pub dialect: Dialect,
    /// Errors and warnings in the order of their places: the first of each, as many as [`ReadingLimits::errors`].
    pub diagnostics: Vec<Diagnostic>,
    /// The number of further errors and warnings.
    pub omitted: Omitted,
}

/// Reads a whole CQL file, or only its body.
pub fn parse(text: &str, options: &ParseOptions) -> Parsed {
    parse_query_text(&QueryText::new(text, &[], &[]), options)
}

/// Reads a query that comes in pieces. Places are places in [`QueryText::text`].
pub fn parse_query_text(pieces: &QueryText, options: &ParseOptions) -> Parsed {
    let mut parsed = parse_whole(pieces, options);
    shorten(&mut parsed.diagnostics, options.limits.errors, &mut parsed.omitted);
    parsed
}

/// The same with all diagnostics that were recognized.
pub fn parse_whole(pieces: &QueryText, options: &ParseOptions) -> Parsed {
    with_room(HIGHEST, || parse_here(pieces, options))
}

fn parse_here(pieces: &QueryText, options: &ParseOptions) -> Parsed {
    let mut parsed = read_here(pieces, options);
    if let (Some(script), false) = (&parsed.script, options.drop_in) {
        let variations = options.variations.unwrap_or(script.header.variations);
        let advice = advice::warnings(script, pieces.text(), variations);
        // The numbers of moves (`1.e4 e5`) are warned of together with the moves.
        let moves: Vec<Span> = advice.iter().filter(|one| one.code == "game-moves").map(Diagnostic::span).collect();
        let within =
            |one: &Diagnostic| moves.iter().any(|span| span.start <= one.span().start && one.span().start < span.end);
        parsed.diagnostics.retain(|one| one.code != "bare-number" || !within(one));
        parsed.diagnostics.extend(advice);
        parsed.diagnostics.sort_by_key(|one| one.span().start);
    }
    parsed
}

fn read_here(pieces: &QueryText, options: &ParseOptions) -> Parsed {
    let (text, limit) = (pieces.text(), options.limits.bytes.min(u32::MAX as usize));
    if text.len() > limit {
        let diagnostics = vec![lexical::too_long(text.len(), limit)];
        return Parsed { script: None, dialect: Dialect::Six, diagnostics, omitted: Omitted::default() };
    }
    let wanted = match options.dialect {
        Dialect::Auto => header_dialect(pieces.file()),
        other => other,
    };
    if wanted != Dialect::Auto {
        return read_marked(pieces, wanted, options).0;
    }
    let (five, _) = read_marked(pieces, Dialect::Five, options);
    let (six, marks) = read_marked(pieces, Dialect::Six, options);
    choose(five, six, marks)
}

/// Reads a filter in the scope of a query: it sees the query's variables. Gives the filter and the variables that it
/// adds.
pub fn parse_in_scope(text: &str, script: &Script, dialect: Dialect) -> Result<(Filter, Variables), Vec<Diagnostic>> {
    with_room(HIGHEST, || read_in_scope(text, script, dialect))
}

fn read_in_scope(text: &str, script: &Script, dialect: Dialect) -> Result<(Filter, Variables), Vec<Diagnostic>> {
    let one = |dialect| {
        // The functions of the query are read after the end of the text.
        let (tokens, mut diagnostics) = lex::lex(text, dialect);
        let definitions: Vec<String> = script.functions.iter().map(definition).collect();
        let whole = format!("{text}\n{}", definitions.join("\n"));
        let (all, _) = lex::lex(&whole, dialect);
        let behind = all.into_iter().filter(|token| token.span.start as usize > text.len());
        let mut tokens: Vec<Token<'_>> = tokens.into_iter().chain(behind).collect();
        grammar::put_values(&mut tokens, script.parameters());
        let scope = Scope::with(&script.variables, &script.constituents);
        let (filter, scope, more) = grammar::filter(&whole, tokens, dialect, scope);
        diagnostics.extend(more);
        let added = scope.variables().split_off(script.variables.len());
        match filter {
            Some(filter) if !has_errors(&diagnostics) => Ok((filter, added)),
            _ => Err(sorted(diagnostics.into_iter().map(|one| one.within(text.len())).collect())),
        }
    };
    match dialect {
        Dialect::Auto => one(Dialect::Six).or_else(|errors| one(Dialect::Five).map_err(|_| errors)),
        dialect => one(dialect),
    }
}

fn definition(function: &Function) -> String {
    let params: Vec<&str> = function.params.iter().map(|param| param.text.as_str()).collect();
    format!("function {}({}) {}", function.name.text, params.join(" "), function.body)
}

/// The files that a query includes, in their order, each with its place: from the first filters of its body, where
/// functions and parameters may come between them.
pub fn includes(text: &str) -> Vec<(String, Span)> {
    let (tokens, _) = lex::lex(text, Dialect::Six);
    let sign = |at: usize, wanted: &str| matches!(tokens.get(at).map(|token| token.tok), Some(Tok::Sign(sign)) if sign == wanted);
    let close =
        |from: usize, end: &str| (from..tokens.len()).find(|&at| sign(at, end)).map_or(tokens.len(), |at| at + 1);
    let starts = tokens.iter().position(|token| token.tok != Tok::Sign("(")).unwrap_or(0);
    let has_header = matches!(tokens.get(starts).map(|token| token.tok), Some(Tok::Word("cql")));
    let mut at = if has_header { close(starts, ")") } else { 0 };
    let mut found = Vec::new();
    loop {
        match (tokens.get(at).map(|token| token.tok), tokens.get(at + 1).map(|token| token.tok)) {
            (Some(Tok::Word("include")), Some(Tok::Text(file))) => {
                found.push((file.to_owned(), tokens[at].span.to(tokens[at + 1].span)));
                at += 2;
            }
            (Some(Tok::Word("parameter")), Some(Tok::Word(_))) => {
                at += 2;
                let of_value = |tok: Tok<'_>| matches!(tok, Tok::Sign("-") | Tok::Integer(_) | Tok::Text(_));
                at += tokens[at..].iter().take_while(|token| of_value(token.tok)).count();
            }
            (Some(Tok::Word("function")), Some(_)) => {
                let mut open = 0;
                at = close(at, "{").saturating_sub(1);
                while let Some(token) = tokens.get(at) {
                    match token.tok {
                        Tok::Sign("{") => open += 1,
                        Tok::Sign("}") => open -= 1,
                        _ => {}
                    }
                    at += 1;
                    if open == 0 {
                        break;
                    }
                }
            }
            _ => return found,
        }
    }
}

/// Also gives what [`marks`] says.
fn read_marked(pieces: &QueryText, dialect: Dialect, options: &ParseOptions) -> (Parsed, (bool, bool)) {
    let Lexed { tokens, mut diagnostics, beyond } = pieces.lex(dialect, &options.limits);
    let marks = marks(&tokens);
    if let [Token { tok: Tok::Sign("("), span: open, .. }, Token { tok: Tok::Word("match"), span: word, .. }, ..] =
        tokens[..]
    {
        let diagnostics = vec![meaning::old_script(open.to(word))];
        return (Parsed { script: None, dialect, diagnostics, omitted: Omitted::default() }, marks);
    }
    if beyond > 0 || tokens.len() > options.limits.words {
        // A text that cannot be cut into tokens properly, or not to its end, cannot be parsed.
        let omitted = Omitted { errors: beyond, warnings: 0, gave_up: beyond > 0 };
        return (Parsed { script: None, dialect, diagnostics: sorted(diagnostics), omitted }, marks);
    }
    // Who names the dialect on the command line wants what CQL 6.2 accepts.
    let any_tag = options.dialect == Dialect::Auto && !options.drop_in;
    let how = (options.require_header, options.drop_in, any_tag);
    let reading = grammar::script(pieces.text(), tokens, dialect, how, options.limits);
    diagnostics.extend(reading.diagnostics);
    let script = reading.script.filter(|_| !has_errors(&diagnostics));
    let omitted = Omitted { errors: reading.beyond, warnings: 0, gave_up: reading.gave_up };
    (Parsed { script, dialect, diagnostics: sorted(diagnostics), omitted }, marks)
}

/// The dialect that the header of a query names, `cql (dialect 5)`; [`Dialect::Auto`] if it names none.
pub fn header_dialect(text: &str) -> Dialect {
    if !text.contains("dialect") {
        return Dialect::Auto;
    }
    let (tokens, _) = lex::lex(text, Dialect::Six);
    let mut tokens = tokens.iter().skip_while(|token| token.tok == Tok::Sign("("));
    if !matches!(tokens.next().map(|token| token.tok), Some(Tok::Word("cql"))) {
        return Dialect::Auto;
    }
    let header: Vec<&Token<'_>> = tokens.take_while(|token| token.tok != Tok::Sign(")")).collect();
    let said = header.windows(2).find(|pair| pair[0].tok == Tok::Word("dialect"));
    match said.map(|pair| pair[1].tok) {
        Some(Tok::Integer(5)) => Dialect::Five,
        Some(Tok::Integer(6)) => Dialect::Six,
        _ => Dialect::Auto,
    }
}

/// Chooses the reading that is meant.
fn choose(five: Parsed, six: Parsed, (only_five, only_six): (bool, bool)) -> Parsed {
    match (&five.script, &six.script) {
        (Some(_), None) => five,
        (None, Some(_)) => six,
        (Some(a), Some(b)) if same_effect(a, b) => six,
        // Numbers that are filters by themselves in dialect 6 are ranges in dialect 5.
        (Some(_), Some(_)) if !only_six && ranges_of_five(&five, &six) => five,
        (Some(a), Some(b)) => {
            let warning = readings(a, b, only_six);
            let mut chosen = if only_six { six } else { five };
            chosen.diagnostics.extend(warning);
            chosen
        }
        (None, None) => {
            let count = |parsed: &Parsed| parsed.diagnostics.len() + parsed.omitted.errors;
            let order = count(&five).cmp(&count(&six));
            if order.is_gt() || (order.is_eq() && (only_six || !only_five)) { six } else { five }
        }
    }
}

/// True if dialect 6 could only make filters of numbers that dialect 5 takes for ranges.
fn ranges_of_five(five: &Parsed, six: &Parsed) -> bool {
    let bare = |parsed: &Parsed| parsed.diagnostics.iter().any(|one| one.code == "bare-number");
    bare(six) && !bare(five)
}

/// The warning that shows both readings of the first filter that they differ in.
fn readings(five: &Script, six: &Script, only_six: bool) -> Option<Diagnostic> {
    let effect = |script: &Script, at: usize| script.body.get(at).map(normal);
    let at = (0..five.body.len().max(six.body.len())).find(|&at| effect(five, at) != effect(six, at))?;
    let shown = |script: &Script, dialect| {
        let filters: Vec<String> = script.body.iter().skip(at).map(|filter| print_braced(filter, dialect)).collect();
        let shown = if five.body.len() == six.body.len() { filters.first().cloned() } else { Some(filters.join(" ")) };
        shown.unwrap_or_default()
    };
    let span = five.body.get(at).or_else(|| six.body.get(at))?.span;
    let (as_five, as_six) = (shown(five, Dialect::Five), shown(six, Dialect::Six));
    let owned = |script: &Script| script.body.iter().skip(at).any(owns_message);
    let alike = (as_five == as_six).then_some(match owned(five) && !owned(six) {
        true => meaning::Alike::Message,
        false => meaning::Alike::Sets,
    });
    Some(meaning::two_readings(span, (&as_five, &as_six), alike, only_six))
}

/// True if a `move` in a filter has a `message` or `///` of its own.
fn owns_message(filter: &Filter) -> bool {
    let mut found = match &filter.kind {
        Kind::Move(m) => m
            .custody
            .as_ref()
            .is_some_and(|custody| !matches!(custody.kind, Kind::Apply(Op::Shorthand(Shorthand::Comment), _))),
        _ => false,
    };
    filter.for_each_part(&mut |part| found |= owns_message(part));
    found
}

/// True if two readings have the same effect.
pub(crate) fn same_effect(a: &Script, b: &Script) -> bool {
    if a == b {
        return true;
    }
    let filters = |filters: &[Filter]| filters.iter().map(normal).collect::<Vec<_>>();
    let plain = |header: &Header| Header { dialect: None, filters: filters(&header.filters), ..header.clone() };
    plain(&a.header) == plain(&b.header) && filters(&a.body) == filters(&b.body) && a.variables == b.variables
}

/// For dialect 5 and for dialect 6: true if the text uses words or signs that only that dialect has.
fn marks(tokens: &[Token<'_>]) -> (bool, bool) {
    let (mut five, mut six) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|token| token.tok);
        match token.tok {
            Tok::Word("previous") => {
                five |= matches!(next, Some(Tok::Sign("(" | "*") | Tok::Integer(_) | Tok::Word("nestban")));
            }
            Tok::Word(word) => {
                five |= catalogue::is_only_five(word);
                six |= catalogue::is_only_six(word);
            }
            Tok::Sign("-") if matches!(next, Some(Tok::Integer(_))) => {}
            Tok::Sign(sign) => six |= !matches!(sign, "." | "(" | ")" | "{" | "}" | "*" | "+" | "?" | ":="),
            Tok::Dash(_)
            | Tok::Declare
            | Tok::Group(_)
            | Tok::GroupStart(_)
            | Tok::NamedGroup(..)
            | Tok::LineComment => six = true,
            _ => {}
        }
    }
    (five, six)
}
