//! The evaluator: the operations of the catalogue, one arm for each.

use super::machine::{Machine, castles};
use super::values::Words;
use crate::chess::attacks::power;
use crate::chess::exchange::hanging;
use crate::chess::mates::{MatePattern, participants};
use crate::chess::pawns::{backward_pawns, connected_pawns, doubled_pawns, isolated_pawns, outposts, passed_pawns};
use crate::chess::{Bitboard, Color, Move, Square, retro};
use crate::ir::{Castling, Value};
use crate::syntax::catalogue::{NumberOp, PositionOp, SetOp, TextOp, TruthOp};

impl<'a> Machine<'a> {
    pub(super) fn truth_op(&mut self, op: TruthOp, arguments: &[Value], n: u32) -> bool {
        match op {
            TruthOp::Check => self.check(n),
            TruthOp::Mate => self.mate(n),
            TruthOp::Stalemate => self.stalemate(n),
            TruthOp::Wtm => self.board(n).turn() == Color::White,
            TruthOp::Btm => self.board(n).turn() == Color::Black,
            TruthOp::Initial => n == 0,
            TruthOp::Terminal => self.view.is_terminal(n),
            TruthOp::Mainline => self.view.node(n).depth == 0,
            TruthOp::VirtualMainline => self.view.node(n).virtual_mainline,
            TruthOp::Primary => n != 0 && self.view.node(n).child_index == 0,
            TruthOp::Secondary => n != 0 && self.view.node(n).child_index > 0,
            TruthOp::Castle => self.view.move_to(n).is_some_and(|m| castles(m, Castling::Either)),
            TruthOp::CastleShort => self.view.move_to(n).is_some_and(|m| castles(m, Castling::Short)),
            TruthOp::CastleLong => self.view.move_to(n).is_some_and(|m| castles(m, Castling::Long)),
            TruthOp::EnPassant => self.view.move_to(n).is_some_and(Move::is_en_passant),
            TruthOp::NullMove => self.view.move_to(n).is_some_and(Move::is_null),
            TruthOp::LegalPosition => retro::is_legal(self.board(n)),
            TruthOp::ReachablePosition => retro::reachable(self.board(n)).is_open(),
            TruthOp::RemoveComment => {
                self.remove_comment(n);
                true
            }
            TruthOp::PathDebug => {
                self.path_debug(n);
                true
            }
            TruthOp::Ancestor => {
                match (self.position_argument(arguments, 0, n), self.position_argument(arguments, 1, n)) {
                    (Some(a), Some(b)) => {
                        self.seeing(a, b, |machine| a != b && machine.view.is_ancestor(a, b)) == Some(true)
                    }
                    _ => false,
                }
            }
            TruthOp::Equal => match arguments {
                &[a, b] => self.same_value(a, b, n),
                _ => false,
            },
        }
    }

    pub(super) fn set_op(&mut self, op: SetOp, n: u32) -> Bitboard {
        match op {
            SetOp::EnPassantSquare => {
                let taken = self.view.move_to(n).filter(|m| m.is_en_passant()).and_then(|m| m.captured);
                taken.map_or(Bitboard::EMPTY, Bitboard::from)
            }
            SetOp::ConnectedPawns => connected_pawns(self.board(n)),
            SetOp::IsolatedPawns => isolated_pawns(self.board(n)),
            SetOp::DoubledPawns => doubled_pawns(self.board(n)),
            SetOp::PassedPawns => passed_pawns(self.board(n)),
            SetOp::Hanging => hanging(self.board(n)),
            SetOp::Outposts => outposts(self.board(n)),
            SetOp::BackwardPawns => backward_pawns(self.board(n)),
            SetOp::PureMate => self.mate_pattern(MatePattern::PureMate, n),
            SetOp::ModelMate => self.mate_pattern(MatePattern::ModelMate, n),
            SetOp::IdealMate => self.mate_pattern(MatePattern::IdealMate, n),
            SetOp::PureStalemate => self.mate_pattern(MatePattern::PureStalemate, n),
            SetOp::ModelStalemate => self.mate_pattern(MatePattern::ModelStalemate, n),
            SetOp::IdealStalemate => self.mate_pattern(MatePattern::IdealStalemate, n),
        }
    }

    pub(super) fn text_op(&mut self, op: TextOp, arguments: &[Value], n: u32) -> Option<Words<'a>> {
        match op {
            TextOp::Fen => Some(Words::Own(self.fen(n))),
            TextOp::CurrentMutation => self.mutation(n).map(Words::Own),
            TextOp::TypeName => Some(Words::Own(self.piece_letter(arguments, n)?.to_ascii_uppercase().to_string())),
            TextOp::PieceName => Some(Words::Own(self.piece_letter(arguments, n)?.to_string())),
            TextOp::Uppercase => {
                let mut text = self.text_argument(arguments, 0, n)?.into_owned();
                text.make_ascii_uppercase();
                self.built(text, n).map(Words::Built)
            }
            TextOp::Lowercase => {
                let mut text = self.text_argument(arguments, 0, n)?.into_owned();
                text.make_ascii_lowercase();
                self.built(text, n).map(Words::Built)
            }
            TextOp::Character => {
                let code = self.number_argument(arguments, 0, n)?;
                let byte = u8::try_from(code).ok().filter(|&byte| byte != 0)?;
                Some(Words::Own(char::from(byte).to_string()))
            }
        }
    }

    pub(super) fn number_op(&mut self, op: NumberOp, arguments: &[Value], n: u32) -> Option<i64> {
        match op {
            NumberOp::Ply => Some(i64::from(self.view.node(n).ply)),
            NumberOp::Depth => Some(i64::from(self.view.node(n).depth)),
            NumberOp::MoveNumber => Some(self.move_number(n)),
            NumberOp::PositionId => Some(i64::from(n)),
            NumberOp::SideToMove => Some(self.board(n).turn().fold_wb(1, -1)),
            NumberOp::GameNumber => Some(self.game.number() as i64),
            NumberOp::LastGameNumber => {
                if self.last_game_number.is_none() {
                    let help = "`lastgamenumber` needs the number of games before the search starts";
                    self.fail(n, "the number of games is not known here", Some(help));
                }
                self.last_game_number.map(|games| games as i64)
            }
            NumberOp::Year => self.game.year().map(i64::from),
            NumberOp::Dtz => self.plan.tables.as_ref()?.distance(self.board(n)),
            NumberOp::EvalDrop => self.eval_drop(n),
            NumberOp::Repetition => Some(i64::from(self.view.repetition(n))),
            NumberOp::PathCount => self.current_path().map(|run| i64::from(run.count)),
            NumberOp::Abs => {
                let magnitude = self.number_argument(arguments, 0, n)?.checked_abs();
                if magnitude.is_none() {
                    let text = self.plan.ir.applied_text(op.row(), arguments);
                    self.number_too_large(&text, n);
                }
                magnitude
            }
            NumberOp::Sqrt => self.number_argument(arguments, 0, n).filter(|&value| value >= 0).map(i64::isqrt),
            NumberOp::Power => {
                let set = self.set_argument(arguments, 0, n);
                Some(power(self.board(n), set))
            }
            NumberOp::Type => {
                let square = self.square_argument(arguments, n)?;
                Some(self.board(n).piece_at(square).map_or(0, |piece| piece.role as i64))
            }
            NumberOp::ColorType => {
                let square = self.square_argument(arguments, n)?;
                let signed = |kind: i64, color: Color| color.fold_wb(kind, -kind);
                Some(self.board(n).piece_at(square).map_or(0, |piece| signed(piece.role as i64, piece.color)))
            }
            NumberOp::PieceId => {
                let square = self.square_argument(arguments, n)?;
                self.piece_on(n, square).map(i64::from)
            }
            NumberOp::Rank => Some(i64::from(u32::from(self.square_argument(arguments, n)?.rank())) + 1),
            NumberOp::File => Some(i64::from(u32::from(self.square_argument(arguments, n)?.file())) + 1),
            NumberOp::Int => {
                let text = self.text_argument(arguments, 0, n)?;
                if !self.spend_bytes(text.len(), n) {
                    return None;
                }
                let digits = text.strip_prefix('-').unwrap_or(&text);
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                if plain { text.parse().ok() } else { None }
            }
            NumberOp::Code => match self.text_argument(arguments, 0, n)?.as_bytes() {
                &[byte] if byte != 0 => Some(i64::from(byte)),
                _ => None,
            },
            NumberOp::Distance => {
                let (a, b) = (self.position_argument(arguments, 0, n)?, self.position_argument(arguments, 1, n)?);
                self.seeing(a, b, |machine| i64::from(machine.view.distance(a, b)))
            }
            NumberOp::IndexOf => {
                let needle = self.text_argument(arguments, 0, n)?;
                let text = self.text_argument(arguments, 1, n)?;
                if !self.spend_bytes(text.len(), n) {
                    return None;
                }
                text.find(&*needle).map(|at| at as i64)
            }
        }
    }

    pub(super) fn position_op(&mut self, op: PositionOp, arguments: &[Value], n: u32) -> Option<u32> {
        match op {
            PositionOp::CurrentPosition => Some(n),
            PositionOp::InitialPosition => Some(0),
            PositionOp::Parent => self.view.parent(n),
            PositionOp::SavePosition => self.save_position(n),
            PositionOp::PathStart => self.current_path().map(|run| run.start),
            PositionOp::PathLastPosition => self.current_path()?.end,
            PositionOp::Lca => {
                let (a, b) = (self.position_argument(arguments, 0, n)?, self.position_argument(arguments, 1, n)?);
                self.seeing(a, b, |machine| machine.view.lca(a, b))
            }
        }
    }

    /// The pieces of a mate or stalemate of a kind, if the position is one.
    fn mate_pattern(&mut self, pattern: MatePattern, n: u32) -> Bitboard {
        let ended = if pattern.is_stalemate() { self.stalemate(n) } else { self.mate(n) };
        if ended { participants(self.board(n), pattern, &mut self.s.moves) } else { Bitboard::EMPTY }
    }

    /// The letter of the piece on the only square of the argument, `_` for none.
    fn piece_letter(&mut self, arguments: &[Value], n: u32) -> Option<char> {
        let square = self.square_argument(arguments, n)?;
        Some(self.board(n).piece_at(square).map_or('_', |piece| piece.char()))
    }

    /// The only square of the argument, if it is one square.
    fn square_argument(&mut self, arguments: &[Value], n: u32) -> Option<Square> {
        self.set_argument(arguments, 0, n).single_square()
    }
}

/// The values of arguments. An argument of another type than its row in the catalogue names has no value; lowering makes
/// none.
impl<'a> Machine<'a> {
    fn set_argument(&mut self, arguments: &[Value], place: usize, n: u32) -> Bitboard {
        match arguments.get(place) {
            Some(Value::Set(id)) => self.set(*id, n),
            _ => Bitboard::EMPTY,
        }
    }

    fn number_argument(&mut self, arguments: &[Value], place: usize, n: u32) -> Option<i64> {
        match arguments.get(place) {
            Some(Value::Num(id)) => self.number(*id, n),
            _ => None,
        }
    }

    fn text_argument(&mut self, arguments: &[Value], place: usize, n: u32) -> Option<Words<'a>> {
        match arguments.get(place) {
            Some(Value::Text(id)) => self.text(*id, n),
            _ => None,
        }
    }

    fn position_argument(&mut self, arguments: &[Value], place: usize, n: u32) -> Option<u32> {
        match arguments.get(place) {
            Some(Value::Pos(id)) => self.position(*id, n),
            _ => None,
        }
    }
}
