//! A formula over what is known of a game: it is true of every game in which a query matches somewhere.
//!
//! It has `and`, `or` and atoms, and no `not`: atoms ask whether something is possible, and the unknown is
//! possible, so without negations an unknown atom can only let a game pass. `not R` is an atom of its own: the bounds
//! on the number of rooks include 0.

use super::contents::Contents;
use super::kinds::Need;
use super::numbers::{Quantity, may_hold};
use crate::casts::number_of;
use crate::chess::{Bitboard, Board, Designator, Pieces};
use crate::facts::{Ending, Event, Kind, Known, SpecialMove};
use crate::game::GameResult;
use crate::ir::{BoolId, Ir};
use crate::syntax::ast::Compare;
use crate::syntax::{designator_text, roles_text};

/// A formula without negations, so that what is unknown, and counts as possible, errs on the safe side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Formula {
    Always,
    Never,
    Atom(Atom),
    All(Vec<Formula>),
    Any(Vec<Formula>),
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Atom {
    /// A test of tags.
    Tags(BoolId),
    Result(GameResult),
    /// The result is another one.
    OtherResult(GameResult),
    Variations,
    /// A piece of some kind stands on one of its squares.
    Visit(Box<[(Kind, Bitboard)]>),
    /// A move leads a piece of some kind to one of its squares.
    Arrive(Box<[(Kind, Bitboard)]>),
    /// One number compares with another. The text says it in the words of the query.
    Compare(Box<(Compare, Quantity, Quantity)>, Need, Box<str>),
    /// At least this number of moves.
    Plies(u32),
    Special(SpecialMove),
    Check,
    Ending(Ending),
    /// There are no kings, or several, of a side.
    OddKings,
    /// Exactly these pieces stand on the board.
    Contains(Box<Board>),
}

/// It is not worth while to find out which games have fewer moves.
const FEW_PLIES: u32 = 8;

/// A formula with more atoms is made simpler.
const MOST_ATOMS: usize = 64;

impl Formula {
    /// A condition that a set of pieces is not empty at some position.
    pub(super) fn visit(contents: &Contents) -> Formula {
        if contents.empty_squares().any() {
            return Formula::Always;
        }
        let parts = contents.parts();
        if parts.is_empty() { Formula::Never } else { Formula::Atom(Atom::Visit(parts.into())) }
    }

    /// A condition that some move leads a piece of these kinds to one of these squares.
    pub(super) fn arrive(kinds: &[(Kind, Bitboard)], squares: Bitboard) -> Formula {
        let parts: Vec<_> = kinds.iter().map(|&(kind, _)| (kind, squares)).collect();
        if parts.is_empty() || squares.is_empty() { Formula::Never } else { Formula::Atom(Atom::Arrive(parts.into())) }
    }

    pub(super) fn special(special: SpecialMove) -> Formula {
        Formula::Atom(Atom::Special(special))
    }

    pub(super) fn plies(plies: usize) -> Formula {
        match u32::try_from(plies) {
            Ok(0) => Formula::Always,
            Ok(plies) => Formula::Atom(Atom::Plies(plies)),
            Err(_) => Formula::Never,
        }
    }

    /// All of some conditions.
    pub(super) fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        let mut plies = 0;
        for part in parts {
            let inner = match part {
                Formula::All(inner) => inner,
                other => vec![other],
            };
            for part in inner {
                match part {
                    Formula::Always => {}
                    Formula::Never => return Formula::Never,
                    Formula::Atom(Atom::Plies(least)) => plies = plies.max(least),
                    part if kept.len() < MOST_ATOMS && kept.contains(&part) => {}
                    part => kept.push(part),
                }
            }
        }
        if plies > 0 {
            kept.push(Formula::Atom(Atom::Plies(plies)));
        }
        kept.sort_by_key(Formula::cost);
        if kept.len() < 2 { kept.pop().unwrap_or(Formula::Always) } else { Formula::All(kept) }
    }

    /// One of some conditions.
    pub(super) fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept: Vec<Formula> = Vec::new();
        for part in parts {
            let inner = match part {
                Formula::Any(inner) => inner,
                other => vec![other],
            };
            for part in inner {
                match part {
                    Formula::Always => return Formula::Always,
                    Formula::Never => {}
                    part if kept.len() < MOST_ATOMS && kept.contains(&part) => {}
                    part => kept.push(part),
                }
            }
        }
        if kept.iter().map(Formula::atoms).sum::<usize>() > MOST_ATOMS {
            return coarser(&kept);
        }
        kept.sort_by_key(Formula::cost);
        if kept.len() < 2 { kept.pop().unwrap_or(Formula::Never) } else { Formula::Any(kept) }
    }

    /// False if the conditions show that nothing matches. `test` asks a test of tags; without the moves, all else is
    /// unknown.
    pub(crate) fn holds(&self, known: &mut impl Known, test: &mut dyn FnMut(BoolId) -> bool) -> bool {
        match self {
            Formula::Always => true,
            Formula::Never => false,
            Formula::Atom(atom) => atom.holds(known, test),
            Formula::All(parts) => parts.iter().all(|part| part.holds(known, test)),
            Formula::Any(parts) => parts.iter().any(|part| part.holds(known, test)),
        }
    }

    /// True if an ordinary game meets the conditions, so that asking them skips few games. A test of tags is taken for
    /// met where it must hold in any case, since other games have been skipped by then; as an alternative to others it
    /// is taken for one that few games meet.
    pub(super) fn is_usually_met(&self, ordinary: &mut impl Known) -> bool {
        match self {
            Formula::All(parts) => parts.iter().all(|part| part.is_usually_met(ordinary)),
            Formula::Atom(Atom::Tags(_)) => true,
            Formula::Always | Formula::Never | Formula::Atom(_) | Formula::Any(_) => {
                self.holds(ordinary, &mut |_| false)
            }
        }
    }

    /// What remains of the formula if nothing is known but the truth of some atoms.
    pub(crate) fn only(&self, keep: &dyn Fn(&Atom) -> bool) -> Formula {
        match self {
            Formula::Always => Formula::Always,
            Formula::Never => Formula::Never,
            Formula::Atom(atom) if keep(atom) => self.clone(),
            Formula::Atom(_) => Formula::Always,
            Formula::All(parts) => Formula::all(parts.iter().map(|part| part.only(keep))),
            Formula::Any(parts) => Formula::any(parts.iter().map(|part| part.only(keep))),
        }
    }

    /// Asks every one of its conditions, but for a number of moves that hardly any game lacks.
    pub(crate) fn ask_all(&self, known: &mut impl Known) {
        match self {
            Formula::Always | Formula::Never | Formula::Atom(Atom::Plies(..FEW_PLIES)) => {}
            Formula::Atom(atom) => {
                atom.holds(known, &mut |_| false);
            }
            Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| part.ask_all(known)),
        }
    }

    /// The number of its atoms.
    pub(super) fn atoms(&self) -> usize {
        match self {
            Formula::Always | Formula::Never => 0,
            Formula::Atom(_) => 1,
            Formula::All(parts) | Formula::Any(parts) => parts.iter().map(Formula::atoms).sum(),
        }
    }

    /// The order of evaluation: what costs little comes first.
    fn cost(&self) -> u32 {
        match self {
            Formula::Always | Formula::Never => 0,
            Formula::Atom(atom) => atom.cost(),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().map(Formula::cost).sum(),
        }
    }

    /// The formula in words.
    pub(crate) fn words(&self, ir: &Ir) -> String {
        let list = |parts: &[Formula], word: &str| {
            let inner = |part: &Formula| match part {
                Formula::All(_) | Formula::Any(_) => format!("({})", part.words(ir)),
                _ => part.words(ir),
            };
            parts.iter().map(inner).collect::<Vec<_>>().join(word)
        };
        match self {
            Formula::Always => "nothing".into(),
            Formula::Never => "`false`".into(),
            Formula::Atom(atom) => atom.words(ir),
            Formula::All(parts) => list(parts, " and "),
            Formula::Any(parts) => list(parts, " or "),
        }
    }
}

/// A formula that holds where one of many does: the pieces that all of them need, on any of their squares.
fn coarser(members: &[Formula]) -> Formula {
    type Visits = Vec<(Vec<Kind>, Vec<(Kind, Bitboard)>)>;
    let visits = |member: &Formula| -> Visits {
        let atoms: &[Formula] = match member {
            Formula::All(parts) => parts,
            other => std::slice::from_ref(other),
        };
        let kinds = |parts: &[(Kind, Bitboard)]| parts.iter().map(|&(kind, _)| kind).collect();
        let visit = |atom: &Formula| match atom {
            Formula::Atom(Atom::Visit(parts)) => Some((kinds(parts), parts.to_vec())),
            _ => None,
        };
        let mut merged: Visits = Vec::new();
        for (kinds, parts) in atoms.iter().filter_map(visit) {
            match merged.iter_mut().find(|(known, _)| *known == kinds) {
                Some((_, known)) => known.iter_mut().zip(parts).for_each(|(known, part)| known.1 |= part.1),
                None => merged.push((kinds, parts)),
            }
        }
        merged
    };
    let mut common: Option<Visits> = None;
    for member in members {
        let found = visits(member);
        common = Some(match common {
            None => found,
            Some(mut known) => {
                known.retain_mut(|(kinds, parts)| match found.iter().find(|(other, _)| other == kinds) {
                    Some((_, more)) => {
                        parts.iter_mut().zip(more).for_each(|(part, more)| part.1 |= more.1);
                        true
                    }
                    None => false,
                });
                known
            }
        });
    }
    let atom = |(_, parts): (Vec<Kind>, Vec<(Kind, Bitboard)>)| Formula::Atom(Atom::Visit(parts.into()));
    Formula::all(common.unwrap_or_default().into_iter().map(atom))
}

impl Atom {
    /// The kind of condition; none for tests of tags, which have a switch of their own.
    pub(super) fn need(&self) -> Option<Need> {
        Some(match self {
            Atom::Tags(_) => return None,
            Atom::Result(_) | Atom::OtherResult(_) => Need::Result,
            Atom::Variations => Need::Variations,
            Atom::Visit(_) | Atom::Arrive(_) => Need::Squares,
            Atom::Compare(_, need, _) => *need,
            Atom::Plies(_) => Need::Length,
            Atom::Special(_) => Need::SpecialMoves,
            Atom::Check => Need::Check,
            Atom::Ending(_) | Atom::OddKings => Need::Ending,
            Atom::Contains(_) => Need::ExactPosition,
        })
    }

    fn cost(&self) -> u32 {
        match self {
            Atom::Plies(_) | Atom::Result(_) | Atom::OtherResult(_) | Atom::Variations => 1,
            Atom::Ending(Ending::InCheck | Ending::OutOfCheck) | Atom::Check | Atom::Special(_) => 2,
            Atom::OddKings => 4,
            Atom::Visit(parts) | Atom::Arrive(parts) => 2 + number_of(parts.len()),
            Atom::Compare(..) => 8,
            Atom::Ending(Ending::Stuck) => 20,
            Atom::Contains(_) => 50,
            Atom::Tags(_) => 100,
        }
    }

    fn holds(&self, known: &mut impl Known, test: &mut dyn FnMut(BoolId) -> bool) -> bool {
        match self {
            Atom::Tags(id) => test(*id),
            Atom::Result(result) => known.may(Event::Result(*result)),
            Atom::OtherResult(result) => {
                let others = [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];
                others.into_iter().any(|other| other != *result && known.may(Event::Result(other)))
            }
            Atom::Variations => known.may(Event::Variations),
            Atom::Visit(parts) => parts.iter().any(|&(kind, squares)| known.may_visit(kind, squares)),
            Atom::Arrive(parts) => parts.iter().any(|&(kind, squares)| known.may_arrive(kind, squares)),
            Atom::Compare(compared, ..) => {
                let (op, left, right) = &**compared;
                may_hold(*op, left.bounds(known), right.bounds(known))
            }
            Atom::Plies(least) => known.plies() >= *least,
            Atom::Special(special) => known.may_play(*special),
            Atom::Check => known.may(Event::Check),
            Atom::Ending(ending) => known.may(Event::End(*ending)),
            Atom::OddKings => known.may_lack_kings(),
            Atom::Contains(board) => known.may_contain(board),
        }
    }

    fn words(&self, ir: &Ir) -> String {
        match self {
            Atom::Tags(id) => format!("`{}`", ir.text_of(*id)),
            Atom::Result(result) => format!("the result {}", result.as_str()),
            Atom::OtherResult(result) => format!("another result than {}", result.as_str()),
            Atom::Variations => "variations".into(),
            Atom::Visit(parts) => format!("{} at some time", pieces_words(parts)),
            Atom::Arrive(parts) => format!("a move that leads to {}", pieces_words(parts)),
            Atom::Compare(_, _, text) => format!("`{text}` within its bounds"),
            Atom::Plies(1) => "a move".into(),
            Atom::Plies(least) => format!("{least} plies"),
            Atom::Special(special) => special_words(*special),
            Atom::Check => "a check".into(),
            Atom::Ending(Ending::InCheck) => "check at the end".into(),
            Atom::Ending(Ending::OutOfCheck) => "no check at the end".into(),
            Atom::Ending(Ending::Stuck) => "no legal move at the end".into(),
            Atom::OddKings => "a side without exactly one king".into(),
            Atom::Contains(_) => "the position that is given".into(),
        }
    }
}

/// The pieces of which one must come to one of its squares, as designators.
fn pieces_words(parts: &[(Kind, Bitboard)]) -> String {
    let mut designators: Vec<Designator> = Vec::new();
    for &(kind, squares) in parts {
        match designators.iter_mut().find(|known| known.squares == squares) {
            Some(known) => known.pieces.0 |= 1 << kind,
            None => designators.push(Designator { pieces: Pieces(1 << kind), squares }),
        }
    }
    let texts: Vec<String> =
        designators.iter().map(|designator| format!("`{}`", designator_text(designator))).collect();
    texts.join(" or ")
}

fn special_words(special: SpecialMove) -> String {
    match special {
        SpecialMove::Castle => "castling".into(),
        SpecialMove::CastleShort => "castling on the king's side".into(),
        SpecialMove::CastleLong => "castling on the queen's side".into(),
        SpecialMove::Capture => "a capture".into(),
        SpecialMove::EnPassant => "a capture en passant".into(),
        SpecialMove::Null => "a null move".into(),
        SpecialMove::Drop => "a drop".into(),
        SpecialMove::Promotion(roles) if roles == u8::MAX >> 2 => "a promotion".into(),
        SpecialMove::Promotion(roles) => format!("a promotion to {}", roles_text(Pieces(u16::from(roles)))),
    }
}
