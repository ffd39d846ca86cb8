//! The words of the language: which are reserved, which stand alone as filters, which belong to one dialect.

use super::ast::{Type, Word};
use super::dialect::Dialect;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Words that are reserved in dialect 6.
const RESERVED: &str = "abs all ancestor and any anydirection arrow ascii assert attack attacked attackedby attacks
    atomic between black btm by capture captures castle check child cql cql_abort cql_assertvariations
    cql_hhdbhascook colortype comment connectedpawns consecutivemoves count countmoves currentmove currentposition
    curpos currenttransform dark date depth descendant diagonal dictionary dihedral distance doubledpawns down echo
    eco elo else enpassant enpassantsquare equal event eventdate extension false fen file find firstmatch flip
    flipcolor flipdihedral fliphorizontal flipvertical focus from function gamenumber hascomment hhdb horizontal
    idealmate idealstalemate if in indexof initial initialposition input int isbound isolatedpawns isunbound
    keepallbest lastgamenumber lastposition lca left legal light line local loop lowercase maindiagonal mainline
    makesquare matchcount matchstring mate max message min modelmate modelstalemate move movenumber nestban northeast
    northwest nosort not notransform null nullmove o-o o-o-o offdiagonal oldline or originalcomment orthogonal output
    parent passedpawns path pathcount pathcountunfocused pathdebug pathlastposition pathstart persistent pgn piece
    pieceid piecepath piecename pin player ply position positionid power previous primary promote pseudolegal
    puremate purestalemate quiet rank ray readfile removecomment result reversecolor right rotate45 rotate90
    secondary settag shift shifthorizontal shiftvertical sidetomove silent similarposition singlecolor site sort sqrt
    southeast southwest square stalemate str string substring tag terminal then through title to transform true try
    type typename unbind up uppercase variation variations verbose vertical virtualmainline while white writefile wtm
    xray year";

/// Words that CQL 5 had.
const FIVE: &str = "all ancestor any attack attacks beginvariation between black btm check cql comment countsquares
    darksquares depth descendant dihedral echodihedral echoflip echoflipdihedral echoflipvertical echofliphorizontal
    echorotate45 echorotate90 echoshift echoshifthorizontal echoshiftvertical elo enpassant enpassantsquare event
    extension flip flipcolor flipdihedral fliphorizontal flipvertical from gamenumber hascomment in initial input
    lcamax lcasource lcasubstring lcasum lcatarget legal lightsquares mainline match matchcount mate max min mismatch
    move movenumber nestban next next2 not null number on or origin out output pgn piece player power powerdifference
    previous previous2 primary promote ray relation result rotate45 rotate90 secondary shift shifthorizontal
    shiftvertical silent site sort sourcesquares square stalemate targetsquares terminal to tomove variation
    variations white wtm year up down left right northeast northwest southeast southwest vertical horizontal diagonal
    orthogonal anydirection maindiagonal offdiagonal";

/// Words of CQL 5 that are filters there, but names in CQL 6.
const FIVE_ONLY: &str = "any beginvariation countsquares darksquares lightsquares next next2 on origin
    powerdifference previous2 relation";

static RESERVED_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| RESERVED.split_ascii_whitespace().collect());
static FIVE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| FIVE.split_ascii_whitespace().collect());
static FIVE_ONLY_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| FIVE_ONLY.split_ascii_whitespace().collect());

/// Whether a word cannot be the name of a variable.
pub(super) fn is_reserved(word: &str, dialect: Dialect) -> bool {
    RESERVED_WORDS.contains(word) || (dialect == Dialect::Five && FIVE_ONLY_WORDS.contains(word))
}

/// Whether a word is a filter of CQL 5 that CQL 6 does not have.
pub(super) fn only_five(word: &str) -> bool {
    FIVE_ONLY_WORDS.contains(word)
}

/// Whether a word has a meaning in CQL 6 and none in CQL 5.
pub(super) fn only_six(word: &str) -> bool {
    RESERVED_WORDS.contains(word) && !FIVE_WORDS.contains(word)
}

/// Whether a word is reserved although nothing can be written with it.
pub(super) fn has_no_grammar(word: &str) -> bool {
    matches!(word, "arrow" | "cql_hhdbhascook" | "extension" | "oldline" | "pgn" | "substring" | "transform")
}

/// Whether a word has a meaning in some version of the language.
pub(super) fn is_known(word: &str) -> bool {
    RESERVED_WORDS.contains(word) || FIVE_WORDS.contains(word)
}

/// Every word that is reserved in some version of the language, or is a filter by itself, once; for editors and
/// references.
pub fn all_words() -> impl Iterator<Item = &'static str> {
    let fives = FIVE.split_ascii_whitespace().filter(|word| !RESERVED_WORDS.contains(word));
    let alone = ALONE.iter().map(|(word, ..)| *word).filter(|word| !is_known(word));
    RESERVED.split_ascii_whitespace().chain(fives).chain(alone)
}

/// The words that a misspelt filter may have been meant for.
pub(super) fn filter_words() -> impl Iterator<Item = &'static str> {
    RESERVED.split_ascii_whitespace().chain(FIVE_ONLY.split_ascii_whitespace()).filter(|word| word.len() > 2)
}

/// The filters of one word: spelling, filter, type.
const ALONE: &[(&str, Word, Type)] = &[
    ("check", Word::Check, Type::Logical),
    ("mate", Word::Mate, Type::Logical),
    ("stalemate", Word::Stalemate, Type::Logical),
    ("wtm", Word::Wtm, Type::Logical),
    ("btm", Word::Btm, Type::Logical),
    ("true", Word::True, Type::Logical),
    ("false", Word::False, Type::Logical),
    ("initial", Word::Initial, Type::Logical),
    ("terminal", Word::Terminal, Type::Logical),
    ("mainline", Word::Mainline, Type::Logical),
    ("variation", Word::Variation, Type::Logical),
    ("virtualmainline", Word::VirtualMainline, Type::Logical),
    ("beginvariation", Word::BeginVariation, Type::Logical),
    ("primary", Word::Primary, Type::Logical),
    ("secondary", Word::Secondary, Type::Logical),
    ("castle", Word::Castle, Type::Logical),
    ("o-o", Word::CastleShort, Type::Logical),
    ("o-o-o", Word::CastleLong, Type::Logical),
    ("enpassant", Word::EnPassant, Type::Logical),
    ("nullmove", Word::NullMove, Type::Logical),
    ("removecomment", Word::RemoveComment, Type::Logical),
    ("connectedpawns", Word::ConnectedPawns, Type::Set),
    ("isolatedpawns", Word::IsolatedPawns, Type::Set),
    ("doubledpawns", Word::DoubledPawns, Type::Set),
    ("passedpawns", Word::PassedPawns, Type::Set),
    ("puremate", Word::PureMate, Type::Set),
    ("modelmate", Word::ModelMate, Type::Set),
    ("idealmate", Word::IdealMate, Type::Set),
    ("purestalemate", Word::PureStalemate, Type::Set),
    ("modelstalemate", Word::ModelStalemate, Type::Set),
    ("idealstalemate", Word::IdealStalemate, Type::Set),
    ("try", Word::Try, Type::Number),
    ("fen", Word::Fen, Type::Text),
    ("currenttransform", Word::CurrentTransform, Type::Text),
    ("enpassantsquare", Word::EnPassantSquare, Type::Set),
    ("from", Word::From, Type::Set),
    ("to", Word::To, Type::Set),
    ("ply", Word::Ply, Type::Number),
    ("depth", Word::Depth, Type::Number),
    ("movenumber", Word::MoveNumber, Type::Number),
    ("positionid", Word::PositionId, Type::Number),
    ("sidetomove", Word::SideToMove, Type::Number),
    ("white", Word::White, Type::Number),
    ("black", Word::Black, Type::Number),
    ("gamenumber", Word::GameNumber, Type::Number),
    ("lastgamenumber", Word::LastGameNumber, Type::Number),
    ("year", Word::Year, Type::Number),
    ("currentposition", Word::CurrentPosition, Type::Position),
    ("curpos", Word::CurrentPosition, Type::Position),
    ("initialposition", Word::InitialPosition, Type::Position),
    ("parent", Word::Parent, Type::Position),
    ("legalposition", Word::LegalPosition, Type::Logical),
    ("reachableposition", Word::ReachablePosition, Type::Logical),
    ("saveposition", Word::SavePosition, Type::Position),
    ("currentmutation", Word::CurrentMutation, Type::Text),
    ("pathstart", Word::PathStart, Type::Position),
    ("pathlastposition", Word::PathLastPosition, Type::Position),
    ("pathcount", Word::PathCount, Type::Number),
    ("pathcountunfocused", Word::PathCountUnfocused, Type::Number),
    ("pathdebug", Word::PathDebug, Type::Logical),
    ("extension", Word::Extension, Type::Logical),
];

static ALONE_WORDS: LazyLock<HashMap<&str, (Word, Type)>> =
    LazyLock::new(|| ALONE.iter().map(|&(spelling, word, ty)| (spelling, (word, ty))).collect());

/// The filter that a word is by itself.
pub(super) fn alone(word: &str) -> Option<(Word, Type)> {
    ALONE_WORDS.get(word).copied()
}

/// How a filter of one word is written.
pub(super) fn spelling(word: Word) -> &'static str {
    ALONE.iter().find(|(_, one, _)| *one == word).map_or("true", |(spelling, ..)| spelling)
}

/// Directions as masks over [`super::ast::DIRECTIONS`].
const DIRECTION_WORDS: [(&str, u8); 15] = [
    ("right", 0b0000_0001),
    ("northeast", 0b0000_0010),
    ("up", 0b0000_0100),
    ("northwest", 0b0000_1000),
    ("left", 0b0001_0000),
    ("southwest", 0b0010_0000),
    ("down", 0b0100_0000),
    ("southeast", 0b1000_0000),
    ("vertical", 0b0100_0100),
    ("horizontal", 0b0001_0001),
    ("orthogonal", 0b0101_0101),
    ("diagonal", 0b1010_1010),
    ("maindiagonal", 0b0010_0010),
    ("offdiagonal", 0b1000_1000),
    ("anydirection", 0b1111_1111),
];

/// The directions that a word names.
pub(super) fn directions(word: &str) -> Option<u8> {
    DIRECTION_WORDS.iter().find(|(spelling, _)| *spelling == word).map(|&(_, mask)| mask)
}

/// The words that name directions.
pub(super) fn direction_words(mask: u8) -> Vec<&'static str> {
    if let Some((word, _)) = DIRECTION_WORDS.iter().find(|(_, one)| *one == mask) {
        return vec![word];
    }
    DIRECTION_WORDS[..8].iter().filter(|(_, one)| mask & one != 0).map(|(word, _)| *word).collect()
}

/// Type names as they stand in messages.
pub(super) fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Logical => "logical",
        Type::Number => "a number",
        Type::Set => "a set",
        Type::Position => "a position",
        Type::Text => "a text",
    }
}
