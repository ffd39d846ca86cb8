//! The rows of the catalogue: what they say of a word, and how they are written.

use crate::dialect::Dialect;
use crate::types::Type;
use tabiya_chess::{Bitboard, Color, Designator, Pieces};

/// The form in which a word is written with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Alone: `check`.
    Word,
    /// Before one argument that takes operators from this level on: `abs x`.
    Prefix(u8),
    /// Before arguments in parentheses, each of which takes operators from this level on: `lca(x y)`.
    Call(u8),
    /// Before filters in parentheses, of any type and any number: `comment("x is " x)`.
    Items,
    /// Before two sets in parentheses: `between (A B)`.
    Pair,
    /// Before arguments after the names of parameters, each of which may be missing: `pin from A to B`.
    Named,
    /// Between two filters: `A attacks B`.
    Infix,
    /// Inside the filter of this name, or of several filters if the name is empty: `nestban`.
    Parameter(&'static str),
    /// A filter with a grammar of its own: `move`.
    Own,
    /// Reserved, but part of nothing: `arrow`.
    NoGrammar,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A filter of this type.
    Of(Type),
    /// A set, of which only the squares with a piece on them matter.
    Piece,
    /// A filter of any type.
    Any,
    /// A filter that is to match: `loop check`.
    Condition,
    /// A quoted text that stands in the query: `settag("Motif" x)`.
    Literal,
    /// A move written with a dash: `legal R--e4`.
    Move,
}

/// A parameter of an operation of the form [`Form::Named`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The word before the argument.
    pub word: &'static str,
    /// The argument where the parameter is missing.
    pub default: Designator,
}

impl Argument {
    /// The type that it must have, if it may not have any.
    pub fn ty(self) -> Option<Type> {
        match self {
            Argument::Of(ty) => Some(ty),
            Argument::Piece => Some(Type::Set),
            Argument::Literal => Some(Type::Text),
            Argument::Any | Argument::Condition | Argument::Move => None,
        }
    }

    /// True if it may be a filter of a type.
    pub fn takes(self, ty: Type) -> bool {
        self.ty().is_none_or(|wanted| wanted == ty)
    }
}

/// The dependence of an operation's value on anything other than its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DependsOn {
    /// Nothing.
    Arguments,
    /// The game, but not the position in it.
    Game,
    /// The pieces on the board, and the side to move.
    Board,
    /// The position.
    Position,
}

impl DependsOn {
    /// True if the value may change from position to position although the arguments do not.
    pub fn changes(self) -> bool {
        matches!(self, DependsOn::Board | DependsOn::Position)
    }
}

/// A condition that a game must meet if an operation is to match, or to have a value, at some position of it. An
/// operation has none other than those of its arguments unless its row names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// None.
    Nothing,
    /// A move.
    Move,
    /// A variation.
    Variation,
    /// Castling.
    Castling,
    /// Castling on the king's side.
    CastlingShort,
    /// Castling on the queen's side.
    CastlingLong,
    /// A capture en passant.
    EnPassant,
    /// A null move.
    NullMove,
    /// A check.
    Check,
    /// A position in check without a legal move.
    Mate,
    /// A position out of check without a legal move.
    Stalemate,
    /// That this side has won it, or none.
    Winner(Option<Color>),
    /// One of these pieces.
    Piece(Pieces),
}

/// The adviser that an operation uses in addition to the game; the caller must have named it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adviser {
    /// Tablebases.
    Tables,
    /// A chess engine.
    Engine,
}

/// The property of a symmetry that turns one word into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// Exchange White and Black.
    Colors,
    /// Exchange light and dark squares.
    Shades,
}

/// What becomes of the value of a word, apart from the effect of its arguments, where the colours of a game are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchanged {
    /// The word, or its [`Counterpart`], has the exchanged value: `check`, `wtm`.
    Follows,
    /// The number has the other sign; transforms that exchange colours also change the sign: `eval`.
    Negated,
    /// The value may be another one; transforms leave the word as it is: `sidetomove`, `san`.
    Literal,
}

/// The word that a word becomes under some symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counterpart {
    /// The symmetries.
    pub exchange: Exchange,
    /// The other word.
    pub spelling: &'static str,
    /// The place of this word among the two, by which copies of a transform are sorted: 0 or 1.
    pub order: u64,
}

/// The entry of a word in the catalogue.
#[derive(Debug)]
pub struct Row {
    /// The spelling that is printed. That of an operation may be a phrase, `elo white`: words after the first, by which
    /// operations of the same word differ.
    pub spelling: &'static str,
    /// Other spellings, which are read and never printed.
    pub aliases: &'static [&'static str],
    /// The form in which it is written with its operands.
    pub form: Form,
    /// The types of its arguments, if it is an operation.
    pub arguments: &'static [Argument],
    /// The parameters after which the arguments stand, if it is of the form [`Form::Named`].
    pub parameters: &'static [Parameter],
    /// The type of its result; [`Type::Logical`] for a word that is not an operation.
    pub ty: Type,
    /// The dependence of its value on anything other than its arguments.
    pub depends_on: DependsOn,
    /// The word that it becomes under symmetries, if that is another word.
    pub counterpart: Option<Counterpart>,
    /// What becomes of its value where colours are exchanged.
    pub exchanged: Exchanged,
    /// Rough cost of one evaluation without the arguments; one unit is about a nanosecond.
    pub cost: u32,
    /// True if its evaluation has an effect that another evaluation can observe, or observes one.
    pub effect: bool,
    /// The condition that a game must meet for it, in addition to those of its arguments.
    pub requires: Requirement,
    /// The place of the argument among whose squares are those that it yields. Of several operations with the same
    /// parameters, that one is meant whose argument of this place is written first.
    pub among: Option<usize>,
    /// The possible contents of the squares that it yields.
    pub contents: Designator,
    /// The adviser that it uses in addition to the game.
    pub adviser: Option<Adviser>,
    /// True if a range may follow it in CQL 5: `year 1995 2000`.
    pub ranged: bool,
    /// True if its argument may be left out: `child`, `child(2)`.
    pub optional: bool,
    /// True if a function of the parser reads it, and not that of all operations.
    pub own: bool,
    /// Its page in the manual, below the folder of sources; empty if it has none.
    pub page: &'static str,
    reserved: bool,
    five: bool,
    only: Option<Dialect>,
}

impl Row {
    const fn new(spelling: &'static str, form: Form, arguments: &'static [Argument], page: &'static str) -> Row {
        Row {
            spelling,
            aliases: &[],
            form,
            arguments,
            parameters: &[],
            ty: Type::Logical,
            depends_on: DependsOn::Position,
            counterpart: None,
            exchanged: Exchanged::Follows,
            cost: 1,
            effect: false,
            requires: Requirement::Nothing,
            among: None,
            contents: Designator { pieces: Pieces::ANY, squares: Bitboard::FULL },
            adviser: None,
            ranged: false,
            optional: false,
            own: false,
            page,
            reserved: true,
            five: false,
            only: None,
        }
    }

    /// Also written otherwise.
    pub(super) const fn or(self, aliases: &'static [&'static str]) -> Row {
        Row { aliases, ..self }
    }

    /// Has a result of this type.
    pub(super) const fn yields(self, ty: Type) -> Row {
        Row { ty, ..self }
    }

    /// Depends on this in addition to its arguments.
    pub(super) const fn depends(self, depends_on: DependsOn) -> Row {
        Row { depends_on, ..self }
    }

    pub(super) const fn on_board(self) -> Row {
        self.depends(DependsOn::Board)
    }

    /// Becomes another word if the colours are exchanged; `order`: its place among the two.
    pub(super) const fn colors(self, spelling: &'static str, order: u64) -> Row {
        Row { counterpart: Some(Counterpart { exchange: Exchange::Colors, spelling, order }), ..self }
    }

    /// Becomes another word if light and dark squares are exchanged; `order`: its place among the two.
    pub(super) const fn shades(self, spelling: &'static str, order: u64) -> Row {
        Row { counterpart: Some(Counterpart { exchange: Exchange::Shades, spelling, order }), ..self }
    }

    /// Has the other sign where colours are exchanged.
    pub(super) const fn negated(self) -> Row {
        Row { exchanged: Exchanged::Negated, ..self }
    }

    /// Stays as it is where colours are exchanged, although its value does not.
    pub(super) const fn literal(self) -> Row {
        Row { exchanged: Exchanged::Literal, ..self }
    }

    /// With its cost in nanoseconds.
    pub(super) const fn cost(self, cost: u32) -> Row {
        Row { cost, ..self }
    }

    /// Has an effect that another evaluation can see, or sees one.
    pub(super) const fn effect(self) -> Row {
        Row { effect: true, ..self }
    }

    /// Matches only in games that meet a condition.
    pub(super) const fn requires(self, requires: Requirement) -> Row {
        Row { requires, ..self }
    }

    /// Yields squares of the argument in this place.
    pub(super) const fn among(self, place: usize) -> Row {
        Row { among: Some(place), ..self }
    }

    /// Yields none but some squares, with one of these pieces on each.
    pub(super) const fn holds(self, pieces: Pieces, squares: Bitboard) -> Row {
        Row { contents: Designator { pieces, squares }, ..self }
    }

    /// Uses an adviser in addition to the game, without which it has no meaning.
    pub(super) const fn asks(self, adviser: Adviser) -> Row {
        Row { adviser: Some(adviser), ..self }
    }

    /// May have a range after it in CQL 5.
    pub(super) const fn ranged(self) -> Row {
        Row { ranged: true, ..self }
    }

    /// May stand without its argument.
    pub(super) const fn optional(self) -> Row {
        Row { optional: true, ..self }
    }

    /// Is read by a function of its own.
    pub(super) const fn own(self) -> Row {
        Row { own: true, ..self }
    }

    /// Is also a word of CQL 5.
    pub(super) const fn five(self) -> Row {
        Row { five: true, ..self }
    }

    /// Can be the name of a variable, which then hides the filter.
    pub(super) const fn free(self) -> Row {
        Row { reserved: false, ..self }
    }

    /// Is a filter of CQL 5 only; in CQL 6 it is a name.
    pub(super) const fn only_five(self) -> Row {
        Row { five: true, reserved: false, only: Some(Dialect::Five), ..self }
    }

    /// Is a filter of CQL 6 only.
    pub(super) const fn only_six(self) -> Row {
        Row { only: Some(Dialect::Six), ..self }
    }

    /// The word with which it begins.
    pub fn word(&self) -> &'static str {
        self.spelling.split_once(' ').map_or(self.spelling, |(word, _)| word)
    }

    /// The words after the first one.
    pub fn further(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.spelling.split(' ').skip(1)
    }

    /// All spellings.
    pub fn spellings(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.spelling).chain(self.aliases.iter().copied())
    }

    /// True if it cannot be the name of a variable in a dialect.
    pub fn is_reserved(&self, dialect: Dialect) -> bool {
        self.reserved || (dialect == Dialect::Five && self.is_only_five())
    }

    /// True if it is a filter in a dialect.
    pub fn is_filter_in(&self, dialect: Dialect) -> bool {
        match self.only {
            Some(Dialect::Five) => dialect == Dialect::Five,
            Some(Dialect::Six) => dialect != Dialect::Five,
            Some(Dialect::Auto) | None => true,
        }
    }

    /// True if CQL 5 has the filter and CQL 6 does not.
    pub fn is_only_five(&self) -> bool {
        self.only == Some(Dialect::Five)
    }

    /// True if CQL 5 gives it a meaning.
    pub fn is_in_five(&self) -> bool {
        self.five
    }

    /// True if CQL 5 or CQL 6 gives it a meaning.
    pub fn is_known(&self) -> bool {
        self.reserved || self.five
    }
}

/// A filter of one word.
pub(super) const fn word(spelling: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::Word, &[], page)
}

/// A filter of a word and one argument without parentheses.
pub(super) const fn prefix(
    spelling: &'static str,
    level: u8,
    arguments: &'static [Argument; 1],
    page: &'static str,
) -> Row {
    Row::new(spelling, Form::Prefix(level), arguments, page)
}

/// A filter of a word and arguments in parentheses.
pub(super) const fn call(spelling: &'static str, level: u8, arguments: &'static [Argument], page: &'static str) -> Row {
    Row::new(spelling, Form::Call(level), arguments, page)
}

/// A filter of a word and items in parentheses, of which its row names one.
pub(super) const fn items(spelling: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::Items, &[Argument::Any], page).own()
}

/// A filter of a word and two sets in parentheses.
pub(super) const fn pair(spelling: &'static str, arguments: &'static [Argument; 2], page: &'static str) -> Row {
    Row::new(spelling, Form::Pair, arguments, page)
}

/// A filter of a word and arguments after the names of parameters.
pub(super) const fn named(
    spelling: &'static str,
    parameters: &'static [Parameter; 3],
    arguments: &'static [Argument; 3],
    page: &'static str,
) -> Row {
    Row { parameters, ..Row::new(spelling, Form::Named, arguments, page) }
}

/// An operation that is a word between two sets.
pub(super) const fn relation(spelling: &'static str, arguments: &'static [Argument; 2], page: &'static str) -> Row {
    Row::new(spelling, Form::Infix, arguments, page)
}

/// A word between two filters that is not an operation.
pub(super) const fn infix(spelling: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::Infix, &[], page)
}

/// A word inside the filter of a name, or of several filters if the name is empty.
pub(super) const fn parameter(spelling: &'static str, owner: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::Parameter(owner), &[], page)
}

/// A filter with a grammar of its own.
pub(super) const fn own(spelling: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::Own, &[], page)
}

/// A word that is reserved and part of nothing.
pub(super) const fn no_grammar(spelling: &'static str, page: &'static str) -> Row {
    Row::new(spelling, Form::NoGrammar, &[], page)
}
