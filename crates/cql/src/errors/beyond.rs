//! Diagnostics about sequences beyond CQL: `either`, `anyorder`, `both`, `shortest`, `almost`.

use crate::ast::Span;
use crate::diagnostic::Diagnostic;

fn error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("sequence-form", span, message)
}

pub(crate) fn not_in_cql(span: Span, word: &str) -> Diagnostic {
    error(span, format!("`{word}` is not a word of CQL 6"))
        .mark("only Tabiya has it")
        .help("rule: `tabiya cql` reads what CQL 6.2 reads; run the query with `tabiya search`")
}

pub(crate) fn many_members(span: Span, word: Span, found: usize, most: usize) -> Diagnostic {
    error(span, format!("`anyorder` takes at most {most} members, but this one has {found}"))
        .mark(format!("member {} of {found}", most + 1))
        .also(word, "this `anyorder`")
        .help("make groups of members whose order is known: `anyorder ((A B) C)`; groups count as one member")
}

pub(crate) fn test_as_member(span: Span, word: Span) -> Diagnostic {
    error(span, "the members of `anyorder` in a `path` must be moves")
        .mark("a test is not a move")
        .also(word, "this `anyorder`")
        .help("write the test after its move, `anyorder (--e4 check --d4)`, or in a group with it: `(check --e4)`")
}

pub(crate) fn expected_sequence(span: Span, word: &str, between: &str, joint: Span, found: &str) -> Diagnostic {
    error(span, format!("expected `(` after `{between}`, found {found}"))
        .mark("expected `(`")
        .also(joint, format!("belongs to `{word}`"))
        .help(format!(
            "each sequence stands in parentheses: `{word} (A B) {between} (C)`; for `{between}` between whole filters, put \
             the first filter into braces"
        ))
}

pub(crate) fn only_one(span: Span, word: &str, between: &str, start: Span, found: &str) -> Diagnostic {
    error(span, format!("`{word}` needs at least two sequences, found {found} after the first"))
        .mark(format!("expected `{between}`"))
        .also(start, format!("this `{word}`"))
        .help(match between {
            "or" => "write `either (A B) or (C)`; a quantifier after the last `)` repeats the whole",
            _ => "write `both (A B*) and (C)`; a quantifier after the last `)` repeats the whole",
        })
}

pub(crate) fn bad_number(span: Span, word: Span, most: u8, found: &str) -> Diagnostic {
    error(span, format!("`almost` needs a number from 1 to {most} after it, found {found}"))
        .mark("expected how many differences a match may have")
        .also(word, "this `almost`")
        .help("write `next almost 1 (A B C)`")
}

pub(crate) fn both_in_almost(span: Span, almost: Span) -> Diagnostic {
    error(span, "`both` cannot be used in a sequence with `almost`")
        .mark("its sequences would have differences of their own")
        .also(almost, "this allows differences")
        .help("put what must match exactly into a sequence of its own: `next almost 1 (A B {next (both (C) and (D))})`")
}

pub(crate) fn misplaced_constituent(span: Span, word: &str, example: &str) -> Diagnostic {
    error(span, format!("`{word}` is not allowed here"))
        .mark("not among the constituents of a sequence")
        .help(format!("`{word}` is a constituent of `next`, `previous`, `line` or `path`: `next ({example})`"))
}

pub(crate) fn misplaced_parameter(span: Span, word: &str, example: &str) -> Diagnostic {
    error(span, format!("`{word}` is not allowed here"))
        .mark("not at the beginning of a sequence")
        .help(format!("`{word}` stands where `nestban` may stand, after the word of the sequence: `{example}`"))
}
