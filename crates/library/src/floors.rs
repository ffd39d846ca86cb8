//! The items of the crates below that programs have through the library, name by name. All others may change in any version.

/// Boards, moves, positions as text, and what can be told of a position alone: `tabiya-chess`.
pub mod chess {
    #[doc(inline)]
    pub use tabiya_chess::{
        Bitboard, Board, Color, Designator, File, Move, MoveKind, MoveList, Piece, Pieces, Rank, Role, Square,
        SquareCounts, attacks, exchange, fen, formations, geometry, pawns, polyglot, retro, san, similar, variant,
    };
}

/// Texts of queries: their trees, diagnostics, tokens and layout: `tabiya-cql`.
pub mod syntax {
    #[doc(inline)]
    pub use tabiya_cql::{
        Described, Diagnostic, Dialect, Fix, FormatError, HIGHEST, LINE_WIDTH, Label, Omitted, ParseOptions, Parsed,
        QueryText, ReadingLimits, Severity, SourceView, TokenClass, all_words, assist, ast, beside, catalogue,
        describe, format_query, format_with, header_dialect, includes, parse, parse_in_scope, parse_query_text,
        parse_whole, place, print_braced, print_filter, print_script, render, stack, to_ascii, to_unicode, tokens,
    };
}

/// Databases: games in blocks with summaries, and tables of what was played: `tabiya-database`.
pub mod database {
    #[doc(inline)]
    pub use tabiya_database::{
        Block, BlockBuilder, BlockError, BlockFault, Database, EncodedBlock, Explorer, ExplorerError, ExplorerOptions,
        ExplorerPosition, ExportScratch, LAST_PLY, OpenError, Options, Placement, PositionFilter, PositionLookUp,
        Ratings, ReadAt, Summaries, Summary, SummaryParts, Tally, Unsure, Writer, position_number, position_numbers,
        same_position,
    };
}

/// Games: their texts, trees, tags and faults: `tabiya-pgn`. [`Games`](crate::Games) reads them.
pub mod game {
    #[cfg(feature = "pgn-reader")]
    #[doc(inline)]
    pub use tabiya_pgn::visitor;
    #[doc(inline)]
    pub use tabiya_pgn::{
        Additions, BuildError, CommentPlace, Cut, Fault, FaultKind, Faults, Frames, Game, GameBuilder, GameResult,
        GameTree, Input, Layout, Letters, MAX_GAME_BYTES, MAX_POSITIONS, Merger, MoveTokens, Node, Part,
        PreferredNames, RatingTable, RawGame, ReadError, ReadGames, Reading, RepairOptions, Repairer, Section, Shape,
        Table, TooLong, TreeView, Writer, commands, nag_sign, plain_tag, push_player, windows_1252,
    };
}

/// Text for terminals and JSON: `tabiya-text`.
pub mod printable {
    #[doc(inline)]
    pub use tabiya_text::{count, json, line, lines, push_json, styled, thousands};
}
