//! How the words of the language are used: an example of each, from which its type follows.

use crate::catalogue::{Argument, Form, Row};
use crate::dialect::Dialect;
use crate::read::{ParseOptions, parse};
use crate::types::Type;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The filters with a grammar of their own.
const OWN: &[&str] = &[
    "any",
    "anydirection R",
    "assert check",
    "atomic x = 1",
    "between(R k)",
    "child",
    "clock",
    "comment(\"text\")",
    "consecutivemoves(x y)",
    "countmoves legal --",
    "countsquares R",
    "darksquares",
    "date",
    "diagonal R",
    "dictionary D",
    "differences",
    "dihedral Ra1",
    "down R",
    "echo(x y) check",
    "eco",
    "elapsed",
    "elo white",
    "eval",
    "event",
    "eventdate",
    "find check",
    "flip Ra1",
    "flipcolor R",
    "flipdihedral Ra1",
    "fliphorizontal Ra1",
    "flipvertical Ra1",
    "function f(x) {x attacks k}",
    "hascomment",
    "hhdb win",
    "horizontal R",
    "if check then mate",
    "imagine remove Q : check",
    "include \"lib.cql\"",
    "isbound x",
    "isunbound x",
    "left R",
    "lightsquares",
    "line --> check",
    "local dictionary D",
    "loop check",
    "maindiagonal R",
    "makesquare(1 2)",
    "max(1 2)",
    "message(\"text\")",
    "min(1 2)",
    "mine \"Tal\"",
    "move from R to k",
    "next (check mate)",
    "next2 (check mate)",
    "northeast R",
    "northwest R",
    "not check",
    "notransform R",
    "offdiagonal R",
    "opening",
    "origin R",
    "originalcomment",
    "orthogonal R",
    "path --",
    "persistent x = 1",
    "piece x in R check",
    "pin from B through n to k",
    "player white",
    "position 0",
    "parameter MIN 2400 \"least rating\"",
    "powerdifference(A a)",
    "previous (check)",
    "previous2 (check)",
    "ray (R k q)",
    "readfile \"notes.cqo\"",
    "removetag \"Annotator\"",
    "result 1-0",
    "reversecolor R",
    "right R",
    "rotate45 Ra1",
    "rotate90 Ra1",
    "settag(\"Note\" \"text\")",
    "shift Ra1",
    "shifthorizontal Ra1",
    "shiftvertical Ra1",
    "silent check",
    "similarposition \"model.pgn\"",
    "site",
    "sort ply",
    "southeast R",
    "southwest R",
    "square x in R check",
    "str(ply)",
    "string x in D check",
    "tablebase win",
    "tag \"ECO\"",
    "unbind x",
    "up R",
    "variant",
    "variantdraw",
    "variantend",
    "variantloss",
    "variantwin white",
    "vertical R",
    "while (check) mate",
    "writefile(\"notes.cqo\" \"text\")",
    "xray (R k)",
];

/// The type and the example of each word with a grammar of its own, for dialects 5 and 6.
static TYPES: LazyLock<[HashMap<&str, (Type, &str)>; 2]> = LazyLock::new(|| {
    [Dialect::Five, Dialect::Six].map(|dialect| {
        let options = ParseOptions { dialect, ..ParseOptions::default() };
        let read = |example: &&'static str| {
            let word = example.split(['(', ' ']).next()?;
            // Some need a name that is known.
            let names = ["", "x = R ", "x = parent y = parent ", "D[\"k\"] = 1 "];
            let ty = names.iter().find_map(|names| {
                let script = parse(&format!("{names}{example}"), &options).script?;
                script.body.last().map(|filter| filter.ty)
            })?;
            Some((word, (ty, *example)))
        };
        OWN.iter().filter_map(read).collect()
    })
});

/// The type of a word with a grammar of its own, and an example of it.
pub(super) fn own(word: &str, dialect: Dialect) -> Option<(Type, String)> {
    let types = &TYPES[usize::from(dialect != Dialect::Five)];
    types.get(word).map(|&(ty, example)| (ty, example.to_owned()))
}

/// An operation with arguments of the right types: `lca(parent parent)`.
pub(super) fn call(row: &Row) -> String {
    let argument = |argument: &Argument| match argument {
        Argument::Of(Type::Number) => "ply",
        Argument::Of(Type::Set) | Argument::Piece | Argument::Any => "R",
        Argument::Of(Type::Position) => "parent",
        Argument::Of(Type::Text) | Argument::Literal => "\"text\"",
        Argument::Of(Type::Logical) | Argument::Condition => "check",
        Argument::Move => "--",
    };
    let arguments = row.arguments.iter().map(argument).collect::<Vec<_>>().join(" ");
    match row.form {
        Form::Call(_) => format!("{}({arguments})", row.spelling),
        _ => format!("{} {arguments}", row.spelling),
    }
}
