//! The evaluator: the operations of the catalogue, one arm for each.

use super::moves::castles;
use super::sets::made_square;
use crate::casts::count_of;
use crate::chess::attacks::{attacked_by, attacking, power};
use crate::chess::exchange::{hanging, trapped};
use crate::chess::formations::{battery, fianchetto, opposition};
use crate::chess::lines::{between, pins};
use crate::chess::mates::{MatePattern, participants};
use crate::chess::pawns::{
    backward_pawns, connected_pawns, doubled_pawns, isolated_pawns, outposts, passed_pawns, rammed_pawns,
};
use crate::chess::variant::Ending;
use crate::chess::{Bitboard, Board, Color, Move, Square, retro};
use crate::facts::Outcome;
use crate::game::GameResult;
use crate::game::commands::Eval;
use crate::ir::{Castling, NumId, Value};
use crate::search::control::STEP;
use crate::search::error::RunErrorKind;
use crate::search::evaluator::Evaluator;
use crate::search::limits::STEP_NANOSECONDS;
use crate::search::results::RunEvent;
use crate::search::scratch::{Slot, Words};
use crate::syntax::catalogue::{NumberOp, PositionOp, SetOp, TextOp, TruthOp};

/// What an operation says of a square: see [`NumberOp::is_of_square`].
pub(super) fn square_number(op: NumberOp, board: &Board, square: Square) -> i64 {
    match op {
        NumberOp::Type => board.piece_at(square).map_or(0, |piece| piece.role as i64),
        NumberOp::ColorType => {
            board.piece_at(square).map_or(0, |piece| piece.color.fold_wb(piece.role as i64, -(piece.role as i64)))
        }
        NumberOp::Rank => i64::from(u32::from(square.rank())) + 1,
        _ => i64::from(u32::from(square.file())) + 1,
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn truth_op(&mut self, op: TruthOp, arguments: &[Value], node: u32) -> bool {
        match op {
            TruthOp::Check => self.check(node),
            TruthOp::Mate => self.mate(node),
            TruthOp::Stalemate => self.pay(op.row(), node) && self.stalemate(node),
            TruthOp::Wtm => self.board(node).turn() == Color::White,
            TruthOp::Btm => self.board(node).turn() == Color::Black,
            TruthOp::Initial => node == 0,
            TruthOp::Terminal => self.view.is_terminal(node),
            TruthOp::Mainline => self.view.node(node).depth == 0,
            TruthOp::VirtualMainline => self.view.node(node).virtual_mainline,
            TruthOp::Primary => node != 0 && self.view.node(node).child_index == 0,
            TruthOp::Secondary => node != 0 && self.view.node(node).child_index > 0,
            TruthOp::Castle => self.view.move_to(node).is_some_and(|m| castles(m, Castling::Either)),
            TruthOp::CastleShort => self.view.move_to(node).is_some_and(|m| castles(m, Castling::Short)),
            TruthOp::CastleLong => self.view.move_to(node).is_some_and(|m| castles(m, Castling::Long)),
            TruthOp::EnPassant => self.view.move_to(node).is_some_and(Move::is_en_passant),
            TruthOp::NullMove => self.view.move_to(node).is_some_and(Move::is_null),
            TruthOp::LegalPosition => retro::is_legal(self.board(node)),
            TruthOp::ReachablePosition => {
                let board = self.board(node);
                let mut pay = |work: u64| self.spend(work * 10 * STEP / STEP_NANOSECONDS, node);
                retro::reachable_within(board, &mut pay).is_some_and(retro::Verdict::is_open)
                    && self.pay(op.row(), node)
            }
            TruthOp::RemoveComment => {
                self.remove_comment(node);
                true
            }
            TruthOp::PathDebug => {
                self.path_debug(node);
                true
            }
            TruthOp::Ancestor => {
                // The lower position is evaluated first: in `descendant(x y)` that is x.
                let below = self.position_argument(arguments, 1, node);
                match (self.position_argument(arguments, 0, node), below) {
                    (Some(a), Some(b)) => {
                        self.seeing(a, b, |evaluator| a != b && evaluator.view.is_ancestor(a, b)) == Some(true)
                    }
                    _ => false,
                }
            }
            TruthOp::WhiteWon => self.game.result() == GameResult::White,
            TruthOp::BlackWon => self.game.result() == GameResult::Black,
            TruthOp::Drawn => self.game.result() == GameResult::Draw,
            TruthOp::VariantEnd => self.is_over(op, node),
            TruthOp::VariantWin => self.ended(op, Ending::Won(self.board(node).turn()), node),
            TruthOp::VariantWinWhite | TruthOp::VariantLossBlack => self.ended(op, Ending::Won(Color::White), node),
            TruthOp::VariantWinBlack | TruthOp::VariantLossWhite => self.ended(op, Ending::Won(Color::Black), node),
            TruthOp::VariantLoss => self.ended(op, Ending::Won(!self.board(node).turn()), node),
            TruthOp::VariantDraw => self.ended(op, Ending::Drawn, node),
            TruthOp::Tablebase => self.outcome(node).is_some(),
            TruthOp::TablebaseWin => self.outcome(node) == Some(Outcome::Win),
            TruthOp::TablebaseLoss => self.outcome(node) == Some(Outcome::Loss),
            TruthOp::TablebaseDraw => {
                self.outcome(node).is_some_and(|outcome| !matches!(outcome, Outcome::Win | Outcome::Loss))
            }
            TruthOp::TablebaseCursed => {
                matches!(self.outcome(node), Some(Outcome::CursedWin | Outcome::BlessedLoss))
            }
            TruthOp::WriteFile => match arguments {
                &[Value::Text(name), Value::Text(text)] => {
                    let Some(name) = self.text(name, node).map(Words::into_owned) else { return false };
                    let Some(text) = self.text(text, node) else { return false };
                    self.write_file(name, &text, node)
                }
                _ => false,
            },
            TruthOp::Loop => {
                let mut any = false;
                while self.truth_argument(arguments, node) && self.goes_on(node) {
                    any = true;
                }
                any
            }
            TruthOp::Assert => {
                let holds = self.truth_argument(arguments, node);
                if let (false, [Value::Bool(asserted)]) = (holds, arguments) {
                    let text = self.plan.ir.text_of(*asserted);
                    self.fail(node, format!("the assertion `{text}` does not hold"), None);
                }
                holds
            }
            TruthOp::Abort => {
                self.fail_as(RunErrorKind::Abort, node, "`cql_abort` was reached", None);
                false
            }
            TruthOp::Equal => match arguments {
                &[a, b] => self.same_value(a, b, node),
                _ => false,
            },
        }
    }

    pub(super) fn set_op(&mut self, op: SetOp, arguments: &[Value], node: u32) -> Bitboard {
        match op {
            SetOp::EnPassantSquare => {
                let taken = self.view.move_to(node).filter(|m| m.is_en_passant()).and_then(|m| m.captured);
                taken.map_or(Bitboard::EMPTY, Bitboard::from)
            }
            SetOp::ConnectedPawns => connected_pawns(self.board(node)),
            SetOp::IsolatedPawns => isolated_pawns(self.board(node)),
            SetOp::DoubledPawns => doubled_pawns(self.board(node)),
            SetOp::PassedPawns => passed_pawns(self.board(node)),
            SetOp::Hanging => match self.pay(op.row(), node) {
                true => hanging(self.board(node)),
                false => Bitboard::EMPTY,
            },
            SetOp::Outposts => outposts(self.board(node)),
            SetOp::BackwardPawns => backward_pawns(self.board(node)),
            SetOp::Trapped => {
                let among = self.set_argument(arguments, 0, node);
                match among.any() && self.pay(op.row(), node) {
                    true => trapped(self.board(node), among, &mut self.scratch.engines.moves),
                    false => Bitboard::EMPTY,
                }
            }
            SetOp::Battery => battery(self.board(node)),
            SetOp::Fianchetto => fianchetto(self.board(node)),
            SetOp::Rammed => rammed_pawns(self.board(node)),
            SetOp::Opposition => opposition(self.board(node)),
            SetOp::Attacks => {
                let [a, b] = self.set_arguments(arguments, node);
                if self.spend_attacks(a, b, node) { attacking(self.board(node), a, b) } else { Bitboard::EMPTY }
            }
            SetOp::AttackedBy => {
                let [a, b] = self.set_arguments(arguments, node);
                if self.spend_attacks(a, b, node) { attacked_by(self.board(node), a, b) } else { Bitboard::EMPTY }
            }
            SetOp::MakeSquare => {
                // Without a number of the file that of the rank is not requested.
                let file = self.number_argument(arguments, 0, node);
                let rank = file.and_then(|_| self.number_argument(arguments, 1, node));
                file.zip(rank).map_or(Bitboard::EMPTY, |(file, rank)| made_square(file, rank))
            }
            SetOp::NamedSquare => {
                let square = self.text_argument(arguments, 0, node).and_then(|text| text.parse::<Square>().ok());
                square.map_or(Bitboard::EMPTY, Bitboard::from)
            }
            SetOp::Between => {
                let [a, b] = self.set_arguments(arguments, node);
                let pairs = (a.count() * b.count()) as u64;
                if self.spend(pairs / 4, node) { between(a, b) } else { Bitboard::EMPTY }
            }
            SetOp::PinFrom => self.pins(arguments, node)[0],
            SetOp::PinThrough => self.pins(arguments, node)[1],
            SetOp::PinTo => self.pins(arguments, node)[2],
            SetOp::PureMate => self.mate_pattern(MatePattern::PureMate, node),
            SetOp::ModelMate => self.mate_pattern(MatePattern::ModelMate, node),
            SetOp::IdealMate => self.mate_pattern(MatePattern::IdealMate, node),
            SetOp::PureStalemate => self.mate_pattern(MatePattern::PureStalemate, node),
            SetOp::ModelStalemate => self.mate_pattern(MatePattern::ModelStalemate, node),
            SetOp::IdealStalemate => self.mate_pattern(MatePattern::IdealStalemate, node),
        }
    }

    pub(super) fn text_op(&mut self, op: TextOp, arguments: &[Value], node: u32) -> Option<Words<'a>> {
        match op {
            TextOp::Fen => self.pay(op.row(), node).then(|| Words::Own(self.fen(node))),
            TextOp::San => {
                let san = self.move_in_san(node)?;
                self.pay(op.row(), node).then_some(Words::Own(san))
            }
            TextOp::Uci => self.view.move_to(node).map(|mv| Words::Own(mv.uci())),
            TextOp::EngineBest => self.engine_best(node).map(Words::Own),
            TextOp::CurrentMutation => {
                // A change takes some letters, and a move in SAN as long as some steps.
                let text = self.mutation(node)?;
                self.spend(STEP * text.len() as u64 / 2, node).then_some(Words::Own(text))
            }
            TextOp::TypeName => Some(Words::Own(self.piece_letter(arguments, node)?.to_ascii_uppercase().to_string())),
            TextOp::PieceName => Some(Words::Own(self.piece_letter(arguments, node)?.to_string())),
            TextOp::ReadFile => {
                let name = self.text_argument(arguments, 0, node)?.into_owned();
                self.read_file(name, node).map(Words::Built)
            }
            TextOp::Uppercase => {
                let mut text = self.text_argument(arguments, 0, node)?.into_owned();
                text.make_ascii_uppercase();
                self.built(text, node).map(Words::Built)
            }
            TextOp::Lowercase => {
                let mut text = self.text_argument(arguments, 0, node)?.into_owned();
                text.make_ascii_lowercase();
                self.built(text, node).map(Words::Built)
            }
            TextOp::Character => {
                let code = self.number_argument(arguments, 0, node)?;
                let byte = u8::try_from(code).ok().filter(|&byte| byte != 0)?;
                Some(Words::Own(char::from(byte).to_string()))
            }
        }
    }

    pub(super) fn number_op(&mut self, op: NumberOp, arguments: &[Value], id: NumId, node: u32) -> Option<i64> {
        match op {
            NumberOp::Ply => Some(i64::from(self.view.node(node).ply)),
            NumberOp::Depth => Some(i64::from(self.view.node(node).depth)),
            NumberOp::MoveNumber => Some(self.move_number(node)),
            NumberOp::PositionId => Some(i64::from(node)),
            NumberOp::SideToMove => Some(self.board(node).turn().fold_wb(1, -1)),
            NumberOp::GameNumber => Some(self.game.number().cast_signed()),
            NumberOp::LastGameNumber => {
                if self.context.last_game_number.is_none() {
                    let help = "`lastgamenumber` needs the number of games before the search starts";
                    self.fail(node, "the number of games is not known", Some(help));
                }
                self.context.last_game_number.map(u64::cast_signed)
            }
            NumberOp::Year => self.game.year().map(i64::from),
            NumberOp::Elo => self.rating(Color::White).max(self.rating(Color::Black)),
            NumberOp::EloWhite => self.rating(Color::White),
            NumberOp::EloBlack => self.rating(Color::Black),
            NumberOp::Clock | NumberOp::Elapsed | NumberOp::Eval | NumberOp::EvalMate if !self.spend_comments(node) => {
                None
            }
            NumberOp::ClockWhite | NumberOp::ClockBlack if !self.spend_comments(node) => None,
            NumberOp::Clock => self.game.clock(node),
            NumberOp::ClockWhite => self.last_clock(Color::White, node),
            NumberOp::ClockBlack => self.last_clock(Color::Black, node),
            NumberOp::Elapsed => self.game.elapsed(node),
            NumberOp::Eval => self.evaluation(node),
            NumberOp::EvalMate => match self.game.evaluation(node)? {
                Eval::Centipawns(_) => None,
                Eval::Mate(moves) => Some(moves),
            },
            NumberOp::Dtz => {
                let tables = self.plan.advisers.tables.as_ref()?;
                if self.pay(op.row(), node) { tables.distance(self.board(node)) } else { None }
            }
            NumberOp::EvalDrop => {
                if self.pay(op.row(), node) {
                    self.eval_drop(node)
                } else {
                    None
                }
            }
            NumberOp::EngineEval => self.engine_eval(node),
            NumberOp::EngineDrop => self.engine_drop(node),
            NumberOp::Repetition => self.repetition(node).map(i64::from),
            NumberOp::PathCount => self.current_path().map(|run| i64::from(run.count)),
            NumberOp::Abs => {
                let value = self.number_argument(arguments, 0, node)?;
                self.checked(value.checked_abs(), id, node)
            }
            NumberOp::Sqrt => self.number_argument(arguments, 0, node).filter(|&value| value >= 0).map(i64::isqrt),
            NumberOp::Power => {
                let set = self.set_argument(arguments, 0, node);
                Some(power(self.board(node), set))
            }
            NumberOp::Type | NumberOp::ColorType | NumberOp::Rank | NumberOp::File => {
                let square = self.square_argument(arguments, node)?;
                Some(square_number(op, self.board(node), square))
            }
            NumberOp::PieceId => {
                let square = self.square_argument(arguments, node)?;
                self.piece_on(node, square).map(i64::from)
            }
            NumberOp::Int => {
                let text = self.text_argument(arguments, 0, node)?;
                if !self.spend_bytes(text.len(), node) {
                    return None;
                }
                let digits = text.strip_prefix('-').unwrap_or(&text);
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                if plain { text.parse().ok() } else { None }
            }
            NumberOp::Code => match self.text_argument(arguments, 0, node)?.as_bytes() {
                &[byte] if byte != 0 => Some(i64::from(byte)),
                _ => None,
            },
            NumberOp::Distance => {
                let (a, b) = (self.position_argument(arguments, 0, node)?, self.position_argument(arguments, 1, node)?);
                let distance = self.seeing(a, b, |evaluator| evaluator.view.distance(a, b))?;
                self.spend(u64::from(distance) / 8, node).then_some(i64::from(distance))
            }
            NumberOp::IndexOf => {
                let needle = self.text_argument(arguments, 0, node)?;
                let text = self.text_argument(arguments, 1, node)?;
                if !self.spend_bytes(text.len(), node) {
                    return None;
                }
                text.find(&*needle).map(count_of)
            }
        }
    }

    pub(super) fn position_op(&mut self, op: PositionOp, arguments: &[Value], node: u32) -> Option<u32> {
        match op {
            PositionOp::CurrentPosition => Some(node),
            PositionOp::InitialPosition => Some(0),
            PositionOp::Parent => self.view.parent(node),
            PositionOp::Child if arguments.is_empty() => self.view.first_child(node),
            PositionOp::Child => {
                let index = u32::try_from(self.number_argument(arguments, 0, node)?).ok()?;
                let mut child = self.view.first_child(node);
                for _ in 0..index {
                    child = Some(self.next_child(child?)?);
                }
                child
            }
            PositionOp::Position => {
                let index = u32::try_from(self.number_argument(arguments, 0, node)?).ok()?;
                (index < self.view.len()).then_some(index)
            }
            PositionOp::SavePosition => self.save_position(node),
            PositionOp::PathStart => self.current_path().map(|run| run.start),
            PositionOp::PathLastPosition => self.current_path()?.end,
            PositionOp::Lca => {
                let (a, b) = (self.position_argument(arguments, 0, node)?, self.position_argument(arguments, 1, node)?);
                self.seeing(a, b, |evaluator| {
                    let (view, top) = (evaluator.view, evaluator.view.lca(a, b));
                    let climbed = view.node(a.min(b)).ply - view.node(top).ply;
                    evaluator.spend(u64::from(climbed) / 8, node).then_some(top)
                })?
            }
        }
    }

    /// What the tables know of the position, if they know it.
    fn outcome(&mut self, node: u32) -> Option<Outcome> {
        let paid = self.pay(NumberOp::Dtz.row(), node);
        self.plan.advisers.tables.as_ref().filter(|_| paid)?.outcome(self.board(node))
    }

    fn rating(&self, color: Color) -> Option<i64> {
        self.game.elo(color).map(i64::from)
    }

    fn pins(&mut self, arguments: &[Value], node: u32) -> [Bitboard; 3] {
        let sets = self.set_arguments(arguments, node);
        pins(self.board(node), sets)
    }

    /// The pieces of a mate or stalemate of a kind, if the position is one.
    fn mate_pattern(&mut self, pattern: MatePattern, node: u32) -> Bitboard {
        let ended = if pattern.is_stalemate() { self.stalemate(node) } else { self.mate(node) };
        if ended { participants(self.board(node), pattern, &mut self.scratch.engines.moves) } else { Bitboard::EMPTY }
    }

    /// The number of times that a position has stood on the board. Where many moves back lead to none that would rule an
    /// earlier time out, the whole game is gone through, once.
    fn repetition(&mut self, node: u32) -> Option<u32> {
        /// More than the fifty-move rule allows.
        const MOVES: u32 = 150;
        if let Some(count) = self.view.repetition(node, MOVES) {
            return Some(count);
        }
        if self.is_imagined(node) {
            let paid = self.spend(STEP / 2 + u64::from(self.view.node(node).ply), node);
            return if paid { self.view.repetition(node, u32::MAX) } else { None };
        }
        if self.scratch.facts.repetitions.is_empty() {
            self.scratch.facts.repetitions = self.view.repetitions();
        }
        Some(self.scratch.facts.repetitions[node as usize])
    }

    /// The letter of the piece on the only square of the argument, `_` for none.
    fn piece_letter(&mut self, arguments: &[Value], node: u32) -> Option<char> {
        let square = self.square_argument(arguments, node)?;
        Some(self.board(node).piece_at(square).map_or('_', |piece| piece.char()))
    }

    /// The only square of the argument, if it is one square.
    fn square_argument(&mut self, arguments: &[Value], node: u32) -> Option<Square> {
        self.set_argument(arguments, 0, node).single_square()
    }

    /// Emits a message about the path being followed.
    fn path_debug(&mut self, node: u32) {
        if !self.emits_events {
            return;
        }
        let place = self.position_text(node);
        let line = match self.current_path() {
            Some(run) => {
                let start = self.position_text(run.start);
                let end = run.end.map_or("none yet".to_owned(), |end| self.position_text(end));
                format!("path: at {place}, from {start}, {} moves, best end {end}", run.count)
            }
            None => format!("path: none at {place}"),
        };
        self.events.push(RunEvent::Message(line));
    }

    fn same_value(&mut self, a: Value, b: Value, node: u32) -> bool {
        let (a, b) = (self.plain_value(a, node), self.plain_value(b, node));
        a == b
    }

    /// A value for comparison: failing operands are all alike.
    fn plain_value(&mut self, value: Value, node: u32) -> Slot {
        let found = match value {
            Value::Bool(id) => self.truth(id, node).then_some(Slot::Piece(1)),
            Value::Set(id) => Some(Slot::Set(self.set(id, node))),
            Value::Num(id) => self.number(id, node).map(Slot::Num),
            Value::Pos(id) => self.position(id, node).map(Slot::Pos),
            Value::Text(id) => self.built_text(id, node).map(Slot::Text),
            Value::Piece(var) => Some(Slot::Set(self.piece_square(var, node).map_or(Bitboard::EMPTY, Bitboard::from))),
            Value::Dictionary(_) => Some(Slot::Piece(1)),
        };
        found.unwrap_or(Slot::Unbound)
    }
}

/// The values of arguments. An argument of another type than its row in the catalogue names has no value; lowering
/// makes none.
impl<'a> Evaluator<'a> {
    fn truth_argument(&mut self, arguments: &[Value], node: u32) -> bool {
        matches!(arguments, &[Value::Bool(id)] if self.truth(id, node))
    }

    fn set_argument(&mut self, arguments: &[Value], place: usize, node: u32) -> Bitboard {
        match arguments.get(place) {
            Some(Value::Set(id)) => self.set(*id, node),
            _ => Bitboard::EMPTY,
        }
    }

    fn set_arguments<const N: usize>(&mut self, arguments: &[Value], node: u32) -> [Bitboard; N] {
        std::array::from_fn(|place| self.set_argument(arguments, place, node))
    }

    fn number_argument(&mut self, arguments: &[Value], place: usize, node: u32) -> Option<i64> {
        match arguments.get(place) {
            Some(Value::Num(id)) => self.number(*id, node),
            _ => None,
        }
    }

    fn text_argument(&mut self, arguments: &[Value], place: usize, node: u32) -> Option<Words<'a>> {
        match arguments.get(place) {
            Some(Value::Text(id)) => self.text(*id, node),
            _ => None,
        }
    }

    fn position_argument(&mut self, arguments: &[Value], place: usize, node: u32) -> Option<u32> {
        match arguments.get(place) {
            Some(Value::Pos(id)) => self.position(*id, node),
            _ => None,
        }
    }
}
