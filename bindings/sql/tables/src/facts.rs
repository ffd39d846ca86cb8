//! What is known of a game or of a position, as values of columns. What is known depends on how much of a game has been read.

use std::borrow::Cow;
use tabiya::Game;
use tabiya::chess::{Color, MoveList};
use tabiya::game::commands::Eval;
use tabiya::game::{GameResult, MoveTokens, plain_tag};
use tabiya::rows::{Cell, ColumnType};

/// Something that is known of a game or of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    File,
    Game,
    White,
    Black,
    WhiteElo,
    BlackElo,
    Event,
    Site,
    Date,
    Year,
    EventDate,
    Round,
    Eco,
    Result,
    Plies,
    Position,
    Ply,
    Move,
    San,
    Uci,
    Fen,
    Clock,
    Elapsed,
    Eval,
    EvalMate,
}

/// What must be read of a game for a fact, in the order in which it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// Where the game begins and ends.
    Place,
    Tags,
    /// The result, which comes after the moves.
    Result,
    Moves,
    /// One of the positions.
    Position,
}

use ColumnType::{Float64, Int32, Int64, Text};
use Fact as F;

/// Every fact with the name of its column and the type of its values. Those of positions come last.
pub(crate) const FACTS: [(Fact, &str, ColumnType, Part); 25] = [
    (F::File, "file", Text, Part::Place),
    (F::Game, "game", Int64, Part::Place),
    (F::White, "white", Text, Part::Tags),
    (F::Black, "black", Text, Part::Tags),
    (F::WhiteElo, "white_elo", Int32, Part::Tags),
    (F::BlackElo, "black_elo", Int32, Part::Tags),
    (F::Event, "event", Text, Part::Tags),
    (F::Site, "site", Text, Part::Tags),
    (F::Date, "date", Text, Part::Tags),
    (F::Year, "year", Int32, Part::Tags),
    (F::EventDate, "event_date", Text, Part::Tags),
    (F::Round, "round", Text, Part::Tags),
    (F::Eco, "eco", Text, Part::Tags),
    (F::Result, "result", Text, Part::Result),
    (F::Plies, "plies", Int32, Part::Moves),
    (F::Position, "position", Int32, Part::Position),
    (F::Ply, "ply", Int32, Part::Position),
    (F::Move, "move", Text, Part::Position),
    (F::San, "san", Text, Part::Position),
    (F::Uci, "uci", Text, Part::Position),
    (F::Fen, "fen", Text, Part::Position),
    (F::Clock, "clock", Float64, Part::Position),
    (F::Elapsed, "elapsed", Float64, Part::Position),
    (F::Eval, "eval", Int64, Part::Position),
    (F::EvalMate, "eval_mate", Int64, Part::Position),
];

impl Fact {
    fn row(self) -> (Fact, &'static str, ColumnType, Part) {
        FACTS[self as usize]
    }

    /// The name of its column.
    pub(crate) fn name(self) -> &'static str {
        self.row().1
    }

    pub(crate) fn ty(self) -> ColumnType {
        self.row().2
    }

    /// What must be read of a game to know it.
    pub(crate) fn part(self) -> Part {
        self.row().3
    }

    pub(crate) fn named(name: &str) -> Option<Fact> {
        FACTS.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// A value, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// Not enough has been read.
    Open,
    /// There is none.
    Null,
    Number(i64),
    Float(f64),
    Text(Cow<'a, str>),
}

impl<'a> Value<'a> {
    pub(crate) fn into_cell(self) -> Cell<'a> {
        match self {
            Value::Open | Value::Null => Cell::None,
            Value::Number(number) => Cell::Number(number),
            Value::Float(number) => Cell::Float(number),
            Value::Text(text) => Cell::Text(text),
        }
    }
}

/// How much has been read of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// Its border only.
    Place,
    Tags,
    /// The tags, and the text of the moves showed the result.
    Result(GameResult),
    Moves,
}

/// A game as far as it has been read, or one of its positions.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The file that it is from, if it is known.
    pub(crate) file: Option<&'a str>,
    /// Its number in the file.
    pub(crate) number: u64,
    pub(crate) game: &'a Game,
    pub(crate) read: Read,
    pub(crate) position: Option<u32>,
}

/// An empty text is no value.
fn text(value: Cow<'_, str>) -> Value<'_> {
    if value.is_empty() { Value::Null } else { Value::Text(value) }
}

fn plain(value: &str) -> Value<'_> {
    text(plain_tag(value))
}

fn number(value: Option<impl Into<i64>>) -> Value<'static> {
    value.map_or(Value::Null, |value| Value::Number(value.into()))
}

fn seconds(milliseconds: Option<i64>) -> Value<'static> {
    milliseconds.map_or(Value::Null, |time| Value::Float(time as f64 / 1000.0))
}

impl<'a> View<'a> {
    /// The value of a tag.
    pub(crate) fn tag(&self, name: &str) -> Value<'a> {
        if self.read == Read::Place {
            return Value::Open;
        }
        self.game.tags().get(name).map_or(Value::Null, |value| text(plain_tag(value)))
    }

    /// The value of a fact. `moves` is memory that is used again.
    pub(crate) fn value(&self, fact: Fact, moves: &mut MoveList) -> Value<'a> {
        let game = self.game;
        match (fact.part(), self.read) {
            (Part::Place, _) => {}
            (_, Read::Place) | (Part::Moves, Read::Tags | Read::Result(_)) | (Part::Result, Read::Tags) => {
                return Value::Open;
            }
            (Part::Position, _) => {
                return self.position.map_or(Value::Open, |position| self.at_position(fact, position, moves));
            }
            _ => {}
        }
        match fact {
            Fact::File => self.file.map_or(Value::Open, |file| text(file.into())),
            Fact::Game => Value::Number(self.number.cast_signed()),
            Fact::White => plain(game.player(Color::White)),
            Fact::Black => plain(game.player(Color::Black)),
            Fact::WhiteElo => number(game.elo(Color::White)),
            Fact::BlackElo => number(game.elo(Color::Black)),
            Fact::Event => plain(game.event()),
            Fact::Site => plain(game.site()),
            Fact::Date => text(game.date().into()),
            Fact::Year => number(game.year()),
            Fact::EventDate => game.event_date().map_or(Value::Null, |date| text(date.into())),
            Fact::Round => plain(game.round()),
            Fact::Eco => game.eco().map_or(Value::Null, |eco| text(eco.into())),
            Fact::Result => match self.read {
                Read::Result(result) => Value::Text(result.as_str().into()),
                _ => Value::Text(game.result().as_str().into()),
            },
            Fact::Plies => Value::Number(i64::from(game.tree().mainline_len()) - 1),
            _ => Value::Null,
        }
    }

    fn at_position(&self, fact: Fact, position: u32, moves: &mut MoveList) -> Value<'a> {
        let (game, tree) = (self.game, self.game.tree());
        match fact {
            Fact::Position => Value::Number(position.into()),
            Fact::Ply => Value::Number(tree.node(position).ply.into()),
            Fact::Move => text(game.numbered_move(position, moves).into()),
            Fact::San => {
                let mut san = String::new();
                tree.write_san(position, moves, &mut san);
                text(san.into())
            }
            Fact::Uci => tree.move_to(position).map_or(Value::Null, |mv| text(mv.uci().into())),
            Fact::Fen => text(game.fen(position).into()),
            Fact::Clock => seconds(game.clock_milliseconds(position)),
            Fact::Elapsed => seconds(game.elapsed_milliseconds(position)),
            Fact::Eval => match game.evaluation(position) {
                Some(Eval::Centipawns(value)) => Value::Number(value),
                _ => Value::Null,
            },
            Fact::EvalMate => match game.evaluation(position) {
                Some(Eval::Mate(value)) => Value::Number(value),
                _ => Value::Null,
            },
            _ => Value::Null,
        }
    }
}

/// The result of a game, if the text of its moves and its tags leave no doubt.
pub(crate) fn only_result(tokens: &MoveTokens) -> Option<GameResult> {
    let all = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
    let mut possible = all.into_iter().filter(|result| tokens.may_result(*result));
    possible.next().filter(|_| possible.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_stand_in_their_order() {
        for (place, (fact, name, ..)) in FACTS.iter().enumerate() {
            assert_eq!((*fact as usize, Fact::named(name)), (place, Some(*fact)));
        }
    }
}
