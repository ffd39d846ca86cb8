//! The operations: filters of a word, a fixed number of typed arguments and a result.
//!
//! `Check = word("check", PAGE).five().cost(4)` is a filter of one word, which CQL 5 also has. Each type of result has an
//! enumeration of its own, so that an evaluator has an arm for each operation.

use super::row::{
    Adviser, Argument, DependsOn, Parameter, Requirement, Row, call, items, named, pair, prefix, relation, word,
};
use crate::level::{self, PRIMARY};
use crate::types::Type;
use tabiya_chess::{Bitboard, Color, Designator, Pieces};

const SET: Argument = Argument::Of(Type::Set);
const NUMBER: Argument = Argument::Of(Type::Number);
const TEXT: Argument = Argument::Of(Type::Text);
const POSITION: Argument = Argument::Of(Type::Position);

/// Pawns of both colours.
const PAWNS: Pieces = Pieces(1 | 1 << 6);
/// Knights, bishops, rooks and queens of both colours.
const OFFICERS: Pieces = Pieces(0b1_1110 | 0b1_1110 << 6);
/// Bishops, rooks and queens of both colours.
const LINE_PIECES: Pieces = Pieces(0b1_1100 | 0b1_1100 << 6);
/// Bishops of both colours.
const BISHOPS: Pieces = Pieces(1 << 2 | 1 << 8);
/// Where bishops are fianchettoed: b2, g2, b7 and g7.
const BISHOP_HOMES: Bitboard = Bitboard(1 << 9 | 1 << 14 | 1 << 49 | 1 << 54);
/// Kings of both colours.
const KINGS: Pieces = Pieces(1 << 5 | 1 << 11);
/// All pieces of both colours.
const MEN: Pieces = Pieces(Pieces::WHITE.0 | Pieces::BLACK.0);
const PIECE: Argument = Argument::Piece;

const LITERAL: Argument = Argument::Literal;
const CONDITION: Argument = Argument::Condition;
const MOVE: Argument = Argument::Move;

const RESULT: &str = "games/result.md";
const ELO: &str = "games/elo.md";
const CLOCK: &str = "games/clock.md";
const VARIANT_END: &str = "games/variantend.md";
const TABLES: &str = "board/tablebase.md";
const SIMILAR: &str = "board/similarposition.md";

/// At least a millisecond: everything else is evaluated before.
const ENGINE_COST: u32 = 1_000_000;

/// The parameters of a pin: without any, everything that is pinned to a king.
const PIN: &[Parameter; 3] = &[
    Parameter { word: "from", default: Designator { pieces: Pieces::ANY, squares: Bitboard::FULL } },
    Parameter { word: "through", default: Designator { pieces: Pieces::ANY, squares: Bitboard::FULL } },
    Parameter { word: "to", default: Designator { pieces: Pieces(1 << 5 | 1 << 11), squares: Bitboard::FULL } },
];

/// Makes the enumerations and their rows. `Some(TYPE)`: the result of all operations of an enumeration.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $ty:expr => { $($(#[doc = $meaning:literal])* $op:ident = $row:expr;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $meaning])* $op,)*
        }

        impl $name {
            /// Every operation with this result.
            pub const ALL: &'static [$name] = &[$($name::$op),*];

            /// The row of the operation.
            pub fn row(self) -> &'static Row {
                static ROWS: &[Row] = &[$(of_type($row, $ty)),*];
                &ROWS[self as usize]
            }

            /// What it means, in one sentence.
            pub fn meaning(self) -> &'static str {
                static MEANINGS: &[&str] = &[$(concat!($($meaning),*)),*];
                MEANINGS[self as usize].trim()
            }
        }
    )*};
}

/// The row with the type of its result, if it does not say it itself.
const fn of_type(row: Row, ty: Option<Type>) -> Row {
    match ty {
        Some(ty) => row.yields(ty),
        None => row,
    }
}

operations! {
/// Filters that match or do not.
TruthOp: Some(Type::Logical) => {
    /// The side to move is in check.
    Check = word("check", "board/check.md").on_board().five().cost(4).requires(Requirement::Check);
    /// The side to move is mated.
    Mate = word("mate", "board/mate.md").five().cost(8).requires(Requirement::Mate);
    /// The side to move is stalemated.
    Stalemate = word("stalemate", "board/stalemate.md").five().cost(200).requires(Requirement::Stalemate);
    /// White is to move.
    Wtm = word("wtm", "board/wtm.md").on_board().five().colors("btm", 0);
    /// Black is to move.
    Btm = word("btm", "board/wtm.md").on_board().five().colors("wtm", 1);
    /// The position is the first of the game.
    Initial = word("initial", "tree/initial.md").five();
    /// No move follows.
    Terminal = word("terminal", "tree/terminal.md").five();
    /// The position is on the mainline.
    Mainline = word("mainline", "tree/mainline.md").five();
    /// The way here has no alternative of White's and no null move.
    VirtualMainline = word("virtualmainline", "tree/virtualmainline.md").literal();
    /// A primary move led here.
    Primary = word("primary", "moves/primary.md").five().requires(Requirement::Move);
    /// A secondary move led here.
    Secondary = word("secondary", "moves/primary.md").five().requires(Requirement::Variation);
    /// A castling move led here.
    Castle = word("castle", "moves/castle.md").cost(2).requires(Requirement::Castling);
    /// Castling on the king's side led here.
    CastleShort = word("o-o", "moves/castle.md").cost(2).requires(Requirement::CastlingShort);
    /// Castling on the queen's side led here.
    CastleLong = word("o-o-o", "moves/castle.md").cost(2).requires(Requirement::CastlingLong);
    /// A capture en passant led here.
    EnPassant = word("enpassant", "moves/enpassant.md").five().cost(2).requires(Requirement::EnPassant);
    /// A null move led here.
    NullMove = word("nullmove", "moves/nullmove.md").cost(2).requires(Requirement::NullMove);
    /// The position breaks no rule that can be checked on the board alone.
    LegalPosition = word("legalposition", "board/legalposition.md").free().cost(100);
    /// No proof is known that moves cannot lead from the initial position to this one.
    ReachablePosition = word("reachableposition", "board/legalposition.md").free().cost(5_000).literal();
    /// Removes the comment of the position from the output.
    RemoveComment = word("removecomment", "output/removecomment.md").cost(2).effect();
    /// Prints what is known of the path around the evaluation.
    PathDebug = word("pathdebug", "sequences/pathdebug.md").cost(2).effect();
    /// The first position comes before the second on the way from the root.
    Ancestor = call("ancestor", level::OR, &[POSITION, POSITION], "tree/ancestor.md")
        .five()
        .cost(4)
        .requires(Requirement::Move);
    /// The game ended 1-0.
    WhiteWon = word("result 1-0", RESULT).own().five().depends(DependsOn::Game).cost(2).colors("result 0-1", 0)
        .requires(Requirement::Winner(Some(Color::White)));
    /// The game ended 0-1.
    BlackWon = word("result 0-1", RESULT).own().five().depends(DependsOn::Game).cost(2).colors("result 1-0", 1)
        .requires(Requirement::Winner(Some(Color::Black)));
    /// The game ended in a draw.
    Drawn = word("result 1/2-1/2", RESULT).own().five().depends(DependsOn::Game).cost(2)
        .requires(Requirement::Winner(None));
    /// The game has ended by the rules of its variant.
    VariantEnd = word("variantend", VARIANT_END).free().cost(300);
    /// The side to move has won by the rules of the variant.
    VariantWin = word("variantwin", VARIANT_END).free().cost(300);
    /// White has won by the rules of the variant.
    VariantWinWhite = word("variantwin white", VARIANT_END).free().cost(300).colors("variantwin black", 0);
    /// Black has won by the rules of the variant.
    VariantWinBlack = word("variantwin black", VARIANT_END).free().cost(300).colors("variantwin white", 1);
    /// The side to move has lost by the rules of the variant.
    VariantLoss = word("variantloss", VARIANT_END).free().cost(300);
    /// White has lost by the rules of the variant.
    VariantLossWhite = word("variantloss white", VARIANT_END).free().cost(300).colors("variantloss black", 0);
    /// Black has lost by the rules of the variant.
    VariantLossBlack = word("variantloss black", VARIANT_END).free().cost(300).colors("variantloss white", 1);
    /// The game has been drawn by the rules of its variant.
    VariantDraw = word("variantdraw", VARIANT_END).free().cost(300);
    /// The tablebases know the position.
    Tablebase = word("tablebase", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// The side to move wins, say the tablebases.
    TablebaseWin = word("tablebase win", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// The side to move loses, say the tablebases.
    TablebaseLoss = word("tablebase loss", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// Nobody wins, say the tablebases, or the rule of fifty moves prevents it.
    TablebaseDraw = word("tablebase draw", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// The rule of fifty moves turns a win into a draw, say the tablebases.
    TablebaseCursed = word("tablebase cursed", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// Appends the second text to the file that the first one names.
    WriteFile = call("writefile", level::SUM, &[TEXT, TEXT], "output/writefile.md").own().cost(1000).effect();
    /// Evaluates the filter again and again until it no longer holds.
    Loop = prefix("loop", level::OR, &[CONDITION], "control/loop.md").cost(10);
    /// Ends the run with an error unless the filter holds.
    Assert = prefix("assert", level::OR, &[CONDITION], "control/assert.md").effect();
    /// Ends the run with an error.
    Abort = word("cql_abort", "control/cql_abort.md").effect();
    /// Both values are equal.
    Equal = call("equal", level::OR, &[Argument::Any, Argument::Any], "control/equal.md").cost(10);
}

/// Filters that yield squares.
SetOp: Some(Type::Set) => {
    /// The square of the pawn that was captured en passant by the move that led here.
    EnPassantSquare = word("enpassantsquare", "moves/enpassant.md").five().cost(3).requires(Requirement::EnPassant);
    /// Pawns with a pawn of their colour next to them on a neighbouring file.
    ConnectedPawns = word("connectedpawns", "pawns/connectedpawns.md").on_board().cost(3).holds(PAWNS, Bitboard::FULL);
    /// Pawns without a pawn of their colour on the neighbouring files.
    IsolatedPawns = word("isolatedpawns", "pawns/isolatedpawns.md").on_board().cost(3).holds(PAWNS, Bitboard::FULL);
    /// Pawns with another pawn of their colour on the file.
    DoubledPawns = word("doubledpawns", "pawns/doubledpawns.md").on_board().cost(3).holds(PAWNS, Bitboard::FULL);
    /// Pawns that no enemy pawn can stop.
    PassedPawns = word("passedpawns", "pawns/passedpawns.md").on_board().cost(3).holds(PAWNS, Bitboard::FULL);
    /// Pawns that their neighbours have left behind, with the square in front attacked by an enemy pawn.
    BackwardPawns = word("backwardpawns", "pawns/backwardpawns.md").on_board().free().cost(3).holds(PAWNS, Bitboard::FULL);
    /// Squares that a pawn holds and no enemy pawn can come to attack.
    Outposts = word("outposts", "pawns/outposts.md").on_board().free().cost(3).requires(Requirement::Piece(PAWNS));
    /// Pieces that the other side wins material by capturing.
    Hanging = word("hanging", "attacks/hanging.md").on_board().free().cost(600).holds(MEN, Bitboard::FULL);
    /// The pieces of the set that can move nowhere without being lost.
    Trapped = prefix("trapped", level::COLON, &[SET], "attacks/trapped.md").free().cost(2_000).among(0)
        .holds(OFFICERS, Bitboard::FULL);
    /// Line pieces of one side that stand behind each other on a line.
    Battery = word("battery", "attacks/battery.md").on_board().free().cost(30).holds(LINE_PIECES, Bitboard::FULL);
    /// Bishops on b2, g2, b7 or g7 behind their pawn.
    Fianchetto = word("fianchetto", "pieces/fianchetto.md").on_board().free().cost(3).holds(BISHOPS, BISHOP_HOMES);
    /// Pawns that block each other.
    Rammed = word("rammed", "pawns/rammed.md").on_board().free().cost(3).holds(PAWNS, Bitboard::FULL);
    /// The king that has the opposition.
    Opposition = word("opposition", "board/opposition.md").on_board().free().cost(5).holds(KINGS, Bitboard::FULL);
    /// The pieces of the first set that attack a square of the second.
    Attacks = relation("attacks", &[PIECE, SET], "attacks/attacks.md").on_board().or(&["attack"]).five().cost(20).among(0);
    /// The squares of the first set that a piece of the second attacks.
    AttackedBy = relation("attackedby", &[SET, PIECE], "attacks/attacks.md").on_board().or(&["attacked"]).cost(20).among(0);
    /// The square of a file and a rank.
    MakeSquare = call("makesquare", level::SUM, &[NUMBER, NUMBER], "pieces/makesquare.md").depends(DependsOn::Arguments).own().literal().cost(2);
    /// The square of a name.
    NamedSquare = call("makesquare", level::SUM, &[TEXT], "pieces/makesquare.md").own().literal().cost(5);
    /// The squares between those of both sets.
    Between = pair("between", &[SET, SET], "attacks/between.md").depends(DependsOn::Arguments).five().cost(20);
    /// The pieces that are pinned.
    PinThrough = named("pin", PIN, &[PIECE, PIECE, SET], "attacks/pin.md").on_board().cost(80).among(1);
    /// The pieces that pin others.
    PinFrom = named("pin", PIN, &[PIECE, PIECE, SET], "attacks/pin.md").on_board().cost(80).among(0);
    /// The squares to which pieces are pinned.
    PinTo = named("pin", PIN, &[PIECE, PIECE, SET], "attacks/pin.md").on_board().cost(80).among(2);
    /// The pieces of a pure mate.
    PureMate = word("puremate", "mates/puremate.md").cost(20).requires(Requirement::Mate);
    /// The pieces of a model mate.
    ModelMate = word("modelmate", "mates/modelmate.md").cost(20).requires(Requirement::Mate);
    /// The pieces of an ideal mate.
    IdealMate = word("idealmate", "mates/idealmate.md").cost(20).requires(Requirement::Mate);
    /// The pieces of a pure stalemate.
    PureStalemate = word("purestalemate", "mates/purestalemate.md").cost(20).requires(Requirement::Stalemate);
    /// The pieces of a model stalemate.
    ModelStalemate = word("modelstalemate", "mates/modelstalemate.md").cost(20).requires(Requirement::Stalemate);
    /// The pieces of an ideal stalemate.
    IdealStalemate = word("idealstalemate", "mates/idealstalemate.md").cost(20).requires(Requirement::Stalemate);
}

/// Filters that yield a text.
TextOp: Some(Type::Text) => {
    /// The position in Forsyth-Edwards notation.
    Fen = word("fen", "board/fen.md").cost(200).literal();
    /// The move that led here, as chess players write it.
    San = word("san", "moves/san.md").free().cost(300).literal();
    /// The move that led here, as chess engines write it.
    Uci = word("uci", "moves/san.md").free().cost(100).literal();
    /// The move that a chess engine thinks best, as chess players write it.
    EngineBest = word("enginebest", "board/engine.md").free().cost(ENGINE_COST).asks(Adviser::Engine).literal();
    /// The changes that the imagined position makes to the position of the game.
    CurrentMutation = word("currentmutation", "moves/currentmutation.md").free().cost(100).literal();
    /// The letter of the kind of the piece on the square.
    TypeName = prefix("typename", level::DASH, &[SET], "pieces/typename.md").cost(10);
    /// The letter of the piece on the square, small for Black.
    PieceName = prefix("piecename", level::DASH, &[SET], "pieces/typename.md").cost(10).literal();
    /// What the file of a name says.
    ReadFile = prefix("readfile", level::SUM, &[TEXT], "output/readfile.md").own().cost(1000).effect();
    /// The text in capitals.
    Uppercase = prefix("uppercase", level::PRODUCT, &[TEXT], "texts/uppercase.md").cost(30).depends(DependsOn::Arguments);
    /// The text in small letters.
    Lowercase = prefix("lowercase", level::PRODUCT, &[TEXT], "texts/uppercase.md").cost(30).depends(DependsOn::Arguments);
    /// The character of a code.
    Character = prefix("ascii", level::SUM, &[NUMBER], "texts/ascii.md").cost(10).depends(DependsOn::Arguments);
}

/// Filters that yield a number.
NumberOp: Some(Type::Number) => {
    /// The number of plies since the start of the game.
    Ply = word("ply", "tree/ply.md");
    /// The number of variations that the position is inside of.
    Depth = word("depth", "tree/depth.md").five();
    /// The number of the move about to be played.
    MoveNumber = word("movenumber", "tree/movenumber.md").five().ranged().literal();
    /// The number of the position in the game.
    PositionId = word("positionid", "tree/positionid.md");
    /// 1 if White is to move, -1 if Black is.
    SideToMove = word("sidetomove", "board/sidetomove.md").on_board().literal();
    /// The number of the game in the input.
    GameNumber = word("gamenumber", "games/gamenumber.md").five().depends(DependsOn::Game);
    /// The number of the last game in the input.
    LastGameNumber = word("lastgamenumber", "games/lastgamenumber.md");
    /// The year of the game.
    Year = word("year", "games/year.md").five().ranged().depends(DependsOn::Game);
    /// The rating of a player.
    Elo = word("elo", ELO).five().ranged().depends(DependsOn::Game).cost(3);
    /// The rating of White.
    EloWhite = word("elo white", ELO).five().ranged().depends(DependsOn::Game).cost(3).colors("elo black", 0);
    /// The rating of Black.
    EloBlack = word("elo black", ELO).five().ranged().depends(DependsOn::Game).cost(3).colors("elo white", 1);
    /// The seconds left to the side that has just moved.
    Clock = word("clock", CLOCK).free().cost(60);
    /// The seconds left to White.
    ClockWhite = word("clock white", CLOCK).free().cost(60).colors("clock black", 0);
    /// The seconds left to Black.
    ClockBlack = word("clock black", CLOCK).free().cost(60).colors("clock white", 1);
    /// The seconds that the last move took.
    Elapsed = word("elapsed", CLOCK).free().cost(60);
    /// The evaluation in hundredths of a pawn, for White.
    Eval = word("eval", CLOCK).free().negated().cost(60);
    /// The number of moves to mate.
    EvalMate = word("eval mate", CLOCK).free().negated().cost(60);
    /// The number of plies to the next zeroing move in tablebases.
    Dtz = word("dtz", TABLES).free().cost(5_000).asks(Adviser::Tables);
    /// The loss of the last move for its side, in hundredths of a pawn, by the evaluations in the game.
    EvalDrop = word("evaldrop", "games/evaldrop.md").free().cost(200).requires(Requirement::Move);
    /// The evaluation of a chess engine, in hundredths of a pawn from White's side.
    EngineEval = word("engineeval", "board/engine.md").free().negated().cost(ENGINE_COST).asks(Adviser::Engine);
    /// The loss of the last move for its side, in hundredths of a pawn, by the evaluations in the game or else of an engine.
    EngineDrop = word("enginedrop", "board/engine.md").free().cost(ENGINE_COST).asks(Adviser::Engine).requires(Requirement::Move);
    /// The number of times that the position has stood on the board in this line.
    Repetition = word("repetition", "tree/repetition.md").free().cost(100);
    /// The number of moves of the path so far.
    PathCount = word("pathcount", "sequences/pathstart.md").cost(2).effect();
    /// The number without its sign.
    Abs = prefix("abs", level::SUM, &[NUMBER], "numbers/abs.md").depends(DependsOn::Arguments);
    /// The whole part of the square root; none of a negative number.
    Sqrt = prefix("sqrt", level::SUM, &[NUMBER], "numbers/sqrt.md").depends(DependsOn::Arguments);
    /// The material value of the pieces on the squares.
    Power = prefix("power", level::DASH, &[SET], "pieces/power.md").on_board().five().cost(8);
    /// The kind of the piece on the square: 0 for none, 1 for a pawn to 6 for a king.
    Type = prefix("type", level::DASH, &[SET], "pieces/type.md").on_board().cost(5);
    /// The kind of the piece on the square, negative for Black.
    ColorType = prefix("colortype", level::DASH, &[SET], "pieces/type.md").on_board().cost(5).literal();
    /// The number of the piece on the square.
    PieceId = prefix("pieceid", level::DASH, &[SET], "pieces/pieceid.md").cost(5).literal();
    /// The rank of the square, from 1.
    Rank = prefix("rank", level::DASH, &[SET], "pieces/rank.md").cost(5).depends(DependsOn::Arguments).literal();
    /// The file of the square, from 1.
    File = prefix("file", level::DASH, &[SET], "pieces/rank.md").cost(5).depends(DependsOn::Arguments);
    /// The number that the text consists of.
    Int = prefix("int", level::SUM, &[TEXT], "texts/int.md").cost(10).depends(DependsOn::Arguments);
    /// The code of the only character of the text.
    Code = prefix("ascii", level::SUM, &[TEXT], "texts/ascii.md").cost(10).depends(DependsOn::Arguments);
    /// The number of moves between two positions of the tree.
    Distance = call("distance", level::OR, &[POSITION, POSITION], "tree/distance.md").cost(20);
    /// The place at which the first text begins in the second, from 0.
    IndexOf = call("indexof", level::SUM, &[TEXT, TEXT], "texts/indexof.md").cost(50).depends(DependsOn::Arguments);
}

/// Filters that yield a position.
PositionOp: Some(Type::Position) => {
    /// The current position.
    CurrentPosition = word("currentposition", "tree/currentposition.md").or(&["curpos"]);
    /// The first position of the game.
    InitialPosition = word("initialposition", "tree/initialposition.md").depends(DependsOn::Game);
    /// The position before the last move.
    Parent = word("parent", "tree/parent.md").requires(Requirement::Move);
    /// The next position.
    Child = call("child", level::SUM, &[NUMBER], "tree/child.md").own().optional().cost(2).requires(Requirement::Move);
    /// The position with a number.
    Position = prefix("position", level::SUM, &[NUMBER], "tree/position.md").own().depends(DependsOn::Game);
    /// The imagined position, kept.
    SavePosition = word("saveposition", "moves/saveposition.md").free().cost(50).effect();
    /// The position at which the path around the evaluation, or the last one, began.
    PathStart = word("pathstart", "sequences/pathstart.md").cost(2).effect();
    /// The position at which the path around the evaluation, or the last one, ended.
    PathLastPosition = word("pathlastposition", "sequences/pathstart.md").cost(2).effect();
    /// The last position that both positions have in common on the way from the root.
    Lca = call("lca", level::OR, &[POSITION, POSITION], "tree/lca.md").cost(20);
}

/// Filters that stand for others, by which they are replaced when a query is lowered.
Shorthand: None => {
    /// Always matches.
    True = word("true", "control/true.md").yields(Type::Logical);
    /// Never matches.
    False = word("false", "control/true.md").yields(Type::Logical);
    /// Never matches; reserved for extensions of the language.
    Extension = word("extension", "games/extension.md").five().yields(Type::Logical).only_six();
    /// `not mainline`
    Variation = word("variation", "tree/mainline.md").five().yields(Type::Logical);
    /// `secondary`
    BeginVariation = word("beginvariation", "tree/beginvariation.md").only_five().yields(Type::Logical);
    /// `1`
    White = word("white", "board/sidetomove.md").five().yields(Type::Number).colors("black", 0);
    /// `-1`
    Black = word("black", "board/sidetomove.md").five().yields(Type::Number).colors("white", 1);
    /// `1`, if exactly one secondary move of White led here.
    Try = word("try", "tree/try.md").yields(Type::Number).literal();
    /// The number of plies since the start of the path that are not moves of the path.
    PathCountUnfocused = word("pathcountunfocused", "sequences/pathstart.md").yields(Type::Number);
    /// The square that the last move left; after castling both, in the target of a dash only the one that fits.
    From = word("from", "moves/from.md").five().yields(Type::Set);
    /// The square that the last move reached; after castling both, in the target of a dash only the one that fits.
    To = word("to", "moves/from.md").five().yields(Type::Set);
    /// Writes a comment into the game.
    Comment = items("comment", "output/comment.md").five().yields(Type::Logical).effect();
    /// Prints a message.
    Message = items("message", "output/message.md").yields(Type::Logical).effect();
    /// Prints a message.
    QuietMessage = items("message quiet", "output/message.md").yields(Type::Logical).effect();
    /// All items as one text.
    Str = items("str", "texts/str.md").yields(Type::Text);
    /// The squares that legal moves like this reach.
    Legal = prefix("legal", level::DASH, &[MOVE], "moves/legal.md").own().five().yields(Type::Set);
    /// The same of moves that may leave the king in check.
    Pseudolegal = prefix("pseudolegal", level::DASH, &[MOVE], "moves/legal.md").own().yields(Type::Set);
    /// The number of moves like this that are played, or that are legal.
    CountMoves = prefix("countmoves", level::DASH, &[MOVE], "moves/countmoves.md").own().yields(Type::Number);
    /// A move like this led here; its value is that of the filter after it.
    CurrentMove = prefix("currentmove", level::DASH, &[MOVE], "moves/currentmove.md").own().yields(Type::Logical);
    /// The light squares of the set.
    Light = prefix("light", level::COLON, &[SET], "pieces/light.md").yields(Type::Set).shades("dark", 1);
    /// The dark squares of the set.
    Dark = prefix("dark", level::COLON, &[SET], "pieces/light.md").yields(Type::Set).shades("light", 0);
    /// The position occurs in the games of a file.
    InFile = prefix("position in", PRIMARY, &[LITERAL], "board/position-in.md").own().yields(Type::Logical);
    /// A game of a file has a similar position; the games are sorted by which.
    Similar = prefix("similarposition", PRIMARY, &[LITERAL], SIMILAR).own().yields(Type::Logical);
    /// The same, without the sorting.
    SimilarNoSort = prefix("similarposition nosort", PRIMARY, &[LITERAL], SIMILAR).own().yields(Type::Logical);
    /// The same, if the boards are equal.
    SimilarNoTransform = prefix("similarposition notransform", PRIMARY, &[LITERAL], SIMILAR).own().yields(Type::Logical);
    /// Both.
    SimilarNeither = prefix("similarposition nosort notransform", PRIMARY, &[LITERAL], SIMILAR).own().yields(Type::Logical);
    /// Every square holds what this diagram shows; the side to move does not count.
    FenPattern = prefix("fen", PRIMARY, &[LITERAL], "board/fen.md").own().yields(Type::Logical);
    /// The number of differences of the match.
    Differences = word("differences", "sequences/almost.md#differences").own().free().yields(Type::Number);
    /// Sets a tag of the games that are written.
    SetTag = call("settag", level::OR, &[LITERAL, TEXT], "output/settag.md").own().yields(Type::Logical);
    /// Leaves a tag out of the games that are written.
    RemoveTag = prefix("removetag", PRIMARY, &[LITERAL], "output/removetag.md").own().free().yields(Type::Logical);
    /// Ends the run with a message unless variations are searched.
    AssertVariations = prefix("cql_assertvariations", PRIMARY, &[LITERAL], "control/cql_assertvariations.md").own()
        .yields(Type::Logical);
    /// `ancestor` of the same positions in reverse order.
    Descendant = call("descendant", level::OR, &[POSITION, POSITION], "tree/ancestor.md").five().yields(Type::Logical);
    /// The names of the transforms that made this copy of the query.
    CurrentTransform = word("currenttransform", "transforms/currenttransform.md").yields(Type::Text).literal();
}}

/// Any operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `check`
    Truth(TruthOp),
    /// `passedpawns`
    Set(SetOp),
    /// `uppercase s`
    Text(TextOp),
    /// `abs x`
    Number(NumberOp),
    /// `parent`
    Position(PositionOp),
    /// `light S`
    Shorthand(Shorthand),
}

impl Op {
    /// Every operation.
    pub fn all() -> impl Iterator<Item = Op> {
        let truths = TruthOp::ALL.iter().copied().map(Op::Truth);
        let sets = SetOp::ALL.iter().copied().map(Op::Set);
        let texts = TextOp::ALL.iter().copied().map(Op::Text);
        let numbers = NumberOp::ALL.iter().copied().map(Op::Number);
        let positions = PositionOp::ALL.iter().copied().map(Op::Position);
        let shorthands = Shorthand::ALL.iter().copied().map(Op::Shorthand);
        truths.chain(sets).chain(texts).chain(numbers).chain(positions).chain(shorthands)
    }

    /// The row of the operation.
    pub fn row(self) -> &'static Row {
        match self {
            Op::Truth(op) => op.row(),
            Op::Set(op) => op.row(),
            Op::Text(op) => op.row(),
            Op::Number(op) => op.row(),
            Op::Position(op) => op.row(),
            Op::Shorthand(op) => op.row(),
        }
    }

    /// What it means, in one sentence: `The side to move is in check.`
    pub fn meaning(self) -> &'static str {
        match self {
            Op::Truth(op) => op.meaning(),
            Op::Set(op) => op.meaning(),
            Op::Text(op) => op.meaning(),
            Op::Number(op) => op.meaning(),
            Op::Position(op) => op.meaning(),
            Op::Shorthand(op) => op.meaning(),
        }
    }

    /// True if a word after it makes another operation of it: `elo`, `elo white`.
    pub(crate) fn goes_on(self, word: &str) -> bool {
        let row = self.row();
        let longer = |other: &Op| other.row().further().nth(row.further().count()) == Some(word);
        super::OPERATIONS.get(row.word()).is_some_and(|all| all.iter().any(longer))
    }

    /// The operation that a symmetry makes of this one, if it makes another one of it.
    pub fn counterpart(self) -> Option<Op> {
        let counterpart = self.row().counterpart?;
        super::OPERATIONS.get(counterpart.spelling)?.first().copied()
    }
}

impl NumberOp {
    /// True if it says something of the only square of its argument, as far as that and the board tell it.
    pub fn is_of_square(self) -> bool {
        matches!(self, NumberOp::Type | NumberOp::ColorType | NumberOp::Rank | NumberOp::File)
    }
}
