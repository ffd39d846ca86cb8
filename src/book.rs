//! Floor 0, front: the pages of the book, so that they can be read in the terminal.

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../docs/src/", $name, ".md")))),*]
    };
}

/// The names of the pages, without the extension, and their texts, in the order of the book. `tests/book` compares the
/// list with the summary of the book.
#[rustfmt::skip]
pub(crate) const PAGES: &[(&str, &str)] = pages![
    "introduction", "first-steps", "lessons/01-one-piece", "lessons/02-several-filters", "lessons/03-sets",
    "lessons/04-attacks", "lessons/05-moves", "lessons/06-sequences", "lessons/07-repetition", "lessons/08-paths",
    "lessons/09-variables", "lessons/10-transforms", "lessons/11-results", "lessons/12-variations", "english",
    "no-match", "recipes", "recipes/mates", "recipes/sacrifices", "recipes/tactics", "recipes/endgames",
    "recipes/pawns", "recipes/structures", "recipes/castling", "recipes/openings", "recipes/manoeuvres",
    "recipes/studies", "recipes/quality", "recipes/data", "coming/index", "coming/cql5", "coming/cql6", "coming/cqli",
    "coming/scid", "coming/chessbase", "coming/python-chess", "coming/sql", "concepts/positions", "concepts/gametree",
    "concepts/types", "concepts/operators", "concepts/variables", "concepts/sequence-search",
    "concepts/sequence-contract", "concepts/transforms", "concepts/comments", "concepts/header", "concepts/dialects",
    "concepts/lexical", "concepts/limits", "board/index", "board/check", "board/mate", "board/stalemate", "board/wtm",
    "board/sidetomove", "board/fen", "board/similarposition", "board/legalposition", "board/tablebase", "pieces/index",
    "pieces/designators", "pieces/emptyset", "pieces/setops", "pieces/in", "pieces/on", "pieces/count", "pieces/power",
    "pieces/powerdifference", "pieces/countsquares", "pieces/type", "pieces/typename", "pieces/pieceid", "pieces/rank",
    "pieces/makesquare", "pieces/light", "pieces/directions", "pieces/origin", "attacks/index", "attacks/attacks",
    "attacks/attack", "attacks/ray", "attacks/xray", "attacks/between", "attacks/pin", "attacks/hanging", "pawns/index",
    "pawns/connectedpawns", "pawns/isolatedpawns", "pawns/doubledpawns", "pawns/passedpawns", "pawns/backwardpawns",
    "pawns/outposts", "mates/index", "mates/puremate", "mates/modelmate", "mates/idealmate", "mates/purestalemate",
    "mates/modelstalemate", "mates/idealstalemate", "moves/index", "moves/move", "moves/speculative", "moves/imagine",
    "moves/saveposition", "moves/currentmutation", "moves/dash", "moves/from", "moves/san", "moves/castle",
    "moves/enpassant", "moves/nullmove", "moves/primary", "moves/currentmove", "moves/countmoves", "moves/legal",
    "tree/index", "tree/initial", "tree/terminal", "tree/mainline", "tree/beginvariation", "tree/virtualmainline",
    "tree/try", "tree/ply", "tree/depth", "tree/movenumber", "tree/positionid", "tree/repetition",
    "tree/currentposition", "tree/parent", "tree/child", "tree/position", "tree/initialposition", "tree/colon",
    "tree/compare", "tree/samesquares", "tree/ancestor", "tree/lca", "tree/distance", "sequences/index",
    "sequences/next", "sequences/next2", "sequences/nextstar", "sequences/previous", "sequences/previous2",
    "sequences/previousstar", "sequences/find", "sequences/line", "sequences/path", "sequences/pathstart",
    "sequences/pathdebug", "sequences/echo", "sequences/consecutivemoves", "sequences/relation", "control/index",
    "control/and", "control/or", "control/not", "control/braces", "control/if", "control/while", "control/loop",
    "control/square", "control/piece", "control/assign", "control/persistent", "control/atomic", "control/isbound",
    "control/unbind", "control/function", "control/assert", "control/equal", "control/true", "control/cql_abort",
    "control/cql_assertvariations", "numbers/index", "numbers/arithmetic", "numbers/comparisons", "numbers/abs",
    "numbers/sqrt", "numbers/max", "texts/index", "texts/literal", "texts/plus", "texts/slices", "texts/textin",
    "texts/indexof", "texts/int", "texts/ascii", "texts/uppercase", "texts/str", "texts/match", "texts/groups",
    "texts/dictionary", "games/index", "games/player", "games/event", "games/site", "games/variant", "games/variantend",
    "games/date", "games/eco", "games/year", "games/elo", "games/result", "games/gamenumber", "games/lastgamenumber",
    "games/tag", "games/hascomment", "games/hhdb", "games/clock", "games/evaldrop", "games/extension", "output/index",
    "output/comment", "output/tripleslash", "output/message", "output/sort", "output/silent", "output/settag",
    "output/removecomment", "output/readfile", "output/writefile", "transforms/index", "transforms/flip",
    "transforms/flipcolor", "transforms/reversecolor", "transforms/fliphorizontal", "transforms/flipvertical",
    "transforms/rotate90", "transforms/rotate45", "transforms/shift", "transforms/shifthorizontal",
    "transforms/shiftvertical", "transforms/notransform", "transforms/currenttransform", "command/search",
    "command/output-formats", "command/report", "command/checking", "command/fmt", "command/editors", "command/serve",
    "command/serve-api", "command/explain", "command/board", "command/doc", "command/repair", "command/database",
    "command/shard", "command/cql", "command/database-format", "command/library", "python", "sql", "cluster", "scale",
    "differences", "differences-5", "costs", "speed", "diagnostics", "words",
];

/// The text of a page.
pub(crate) fn page(name: &str) -> Option<&'static str> {
    PAGES.iter().find(|(page, _)| *page == name).map(|(_, text)| *text)
}
