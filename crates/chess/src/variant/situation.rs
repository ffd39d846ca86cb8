//! A position under the rules of a variant: its moves, its end, its FEN.

use super::{Variant, translate};
use crate::fen::Setup;
use crate::san::{Effect, words};
use crate::{Board, Color, Move, MoveList, Role};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, EnPassantMode, KnownOutcome, Outcome, Position, PositionError};

/// A position of a variant with rules of its own: the board, and what it does not show.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    variant: Variant,
    pub(super) position: VariantPosition,
}

/// The end of a game by a rule that chess does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A side has won.
    Won(Color),
    /// Nobody has won.
    Drawn,
}

/// The reason why a position cannot begin a game of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnfitPosition(String);

impl Situation {
    /// The array of a variant; none for variants that are played by the rules of chess.
    pub fn initial(variant: Variant) -> Option<Situation> {
        let position = VariantPosition::new(rules(variant)?);
        Some(Situation { variant, position })
    }

    /// The position of a FEN: its board and counters are read already, pockets (`[Qn]`), promoted pieces (`Q~`) and
    /// checks (`+1+0`, `3+3`) are read here.
    ///
    /// # Errors
    ///
    /// If no game of the variant can begin with the position.
    pub fn read(variant: Variant, fen: &str, start: &Setup) -> Result<Situation, UnfitPosition> {
        let beside = fen.parse::<Fen>().ok().map(Fen::into_setup);
        let mut setup = translate::setup(&start.board);
        if let Some(beside) = beside {
            setup.promoted = beside.promoted;
            setup.pockets = beside.pockets;
            setup.remaining_checks = beside.remaining_checks;
        }
        match Situation::set_up(variant, setup, &start.board) {
            Ok(position) => Ok(Situation { variant, position }),
            Err(error) => Err(UnfitPosition(error.to_string())),
        }
    }

    /// The same situation on another board; none if there can be no game from it.
    pub fn on(&self, board: &Board) -> Option<Situation> {
        let found = Situation::set_up(self.variant, self.setup_with(board), board);
        found.ok().map(|position| Situation { variant: self.variant, position })
    }

    fn set_up(
        variant: Variant,
        setup: shakmaty::Setup,
        board: &Board,
    ) -> Result<VariantPosition, Box<PositionError<VariantPosition>>> {
        let rules = rules(variant).unwrap_or_default();
        let room = has_room(&setup, board);
        VariantPosition::from_setup(rules, setup, CastlingMode::Chess960)
            .or_else(|error| error.ignore_invalid_castling_rights().map_err(Box::new))
            .or_else(|error: Box<PositionError<_>>| error.ignore_invalid_ep_square().map_err(Box::new))
            .or_else(|error: Box<PositionError<_>>| error.ignore_impossible_check().map_err(Box::new))
            .or_else(|error: Box<PositionError<_>>| match room {
                true => error.ignore_too_much_material().map_err(Box::new),
                false => Err(error),
            })
    }

    /// Whose rules these are.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The board. Pieces that have exploded are off it.
    pub fn board(&self) -> Board {
        translate::board(&self.position)
    }

    /// The position with its counters.
    pub fn start(&self) -> Setup {
        let (halfmoves, fullmoves) = (self.position.halfmoves(), self.position.fullmoves().get());
        Setup { board: self.board(), halfmoves, fullmoves }
    }

    /// The number of pieces of a role that a side can drop.
    pub fn pocket(&self, color: Color, role: Role) -> u8 {
        self.position.pockets().map_or(0, |pockets| pockets[color][role])
    }

    /// The numbers of checks that White and Black have given, in a variant that counts them.
    pub fn checks_given(&self) -> Option<(u8, u8)> {
        let remaining = self.position.remaining_checks()?;
        let given = |color| 3u8.saturating_sub(u8::from(remaining[color]));
        Some((given(Color::White), given(Color::Black)))
    }

    /// True if the side to move is in check, as far as the variant knows checks.
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// True if a rule of the variant has ended the game, so that nobody may move.
    pub fn is_over(&self) -> bool {
        self.position.is_variant_end() || self.bared().is_some()
    }

    /// The side that has nothing but its king left, where that ends the game. If both have, the side that has just
    /// moved has lost its last piece now and the other before, which cannot be; it is taken for a draw.
    fn bared(&self) -> Option<Ending> {
        if self.variant != Variant::Losers {
            return None;
        }
        let bare = |color| self.position.board().by_color(color).count() == 1;
        match (bare(Color::White), bare(Color::Black)) {
            (true, true) => Some(Ending::Drawn),
            (true, false) => Some(Ending::Won(Color::White)),
            (false, true) => Some(Ending::Won(Color::Black)),
            (false, false) => None,
        }
    }

    /// The end of the game by a rule of the variant; `None` while it goes on, and for mates and stalemates that mean
    /// what they mean in chess.
    pub fn ending(&self) -> Option<Ending> {
        let turn = self.position.turn();
        match self.variant {
            Variant::Losers => self.bared().or_else(|| (!self.can_move()).then_some(Ending::Won(turn))),
            Variant::Suicide if !self.is_over() && !self.can_move() => {
                let count = |color| self.position.board().by_color(color).count();
                Some(match count(turn).cmp(&count(!turn)) {
                    std::cmp::Ordering::Less => Ending::Won(turn),
                    std::cmp::Ordering::Equal => Ending::Drawn,
                    std::cmp::Ordering::Greater => Ending::Won(!turn),
                })
            }
            _ => match self.position.variant_outcome() {
                Outcome::Known(KnownOutcome::Decisive { winner }) => Some(Ending::Won(winner)),
                Outcome::Known(KnownOutcome::Draw) => Some(Ending::Drawn),
                Outcome::Unknown => None,
            },
        }
    }

    /// True if the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        !self.moves().is_empty()
    }

    /// True if the side to move has no legal move although no rule of the variant has ended the game.
    pub fn is_stuck(&self) -> bool {
        !self.is_over() && !self.can_move()
    }

    pub(super) fn moves(&self) -> shakmaty::MoveList {
        let mut moves = self.position.legal_moves();
        if self.variant == Variant::Losers {
            if self.bared().is_some() {
                moves.clear();
            }
            if moves.iter().any(|m| m.is_capture()) {
                moves.retain(|m| m.is_capture());
            }
        }
        moves
    }

    /// All legal moves, appended to `list`.
    pub fn legal_moves(&self, list: &mut MoveList) {
        let us = self.position.turn();
        list.extend(self.moves().into_iter().map(|m| translate::ours(m, us)));
    }

    /// All pseudolegal moves, appended to `list`: the legal ones, and those that only expose the own king, or in Racing
    /// Kings attack the other one.
    pub fn pseudolegal_moves(&self, list: &mut MoveList) {
        let start = list.len();
        self.legal_moves(list);
        if self.is_over() || matches!(self.variant, Variant::Giveaway | Variant::Suicide) {
            return;
        }
        let legal = list.len();
        let board = self.board();
        board.pseudolegal_moves(list);
        for role in Role::ALL.into_iter().filter(|&role| self.pocket(board.turn(), role) > 0) {
            let squares = translate::drop_squares(role, board.occupied());
            list.extend(squares.into_iter().map(|to| Move::drop(role, to)));
        }
        // A king that captures would explode with its victim.
        let fits = |m: &Move| !(self.variant == Variant::Atomic && m.role == Role::King && m.is_capture());
        let mut kept = legal;
        for i in legal..list.len() {
            if fits(&list[i]) && !list[start..legal].contains(&list[i]) {
                list[kept] = list[i];
                kept += 1;
            }
        }
        list.truncate(kept);
    }

    /// True if a move is legal.
    pub fn is_legal(&self, m: &Move) -> bool {
        translate::theirs(m, &self.position).is_some_and(|m| self.moves().contains(&m))
    }

    /// The situation after a legal move.
    pub fn play_legal(&self, m: &Move) -> Situation {
        let mut after = self.clone();
        if let Some(m) = translate::theirs(m, &self.position) {
            after.position.play_unchecked(m);
        }
        after
    }

    /// The board and the situation itself.
    pub fn apart(self) -> (Board, Option<Situation>) {
        (self.board(), Some(self))
    }

    /// The board after any move that fits the board, and the situation there; none if there can be no game from it, for
    /// example because the king of the side that has moved can be taken.
    pub fn play(&self, m: &Move) -> (Board, Option<Situation>) {
        if self.is_legal(m) {
            return self.play_legal(m).apart();
        }
        if m.is_null() {
            let board = self.board().play(m);
            return (board, self.on(&board));
        }
        let after = self.play_legal(m);
        let board = after.board();
        (board, after.on(&board))
    }

    /// Appends a move in SAN, with `#` where it wins and `+` where it gives check. `after` is the situation after it.
    /// A null move is `--` and no more, as in [`san::write`](crate::san::write).
    pub fn write_san(&self, m: &Move, after: Option<&Situation>, out: &mut String) {
        match translate::theirs(m, &self.position) {
            None => return out.push_str("--"),
            Some(shakmaty::Move::Put { role, to }) => {
                out.push(role.upper_char());
                out.push('@');
                out.push_str(&to.to_string());
            }
            Some(theirs) => San::disambiguate(theirs, &self.moves()).append_to_string(out),
        }
        let Some(after) = after else { return };
        let won = matches!(after.ending(), Some(Ending::Won(_)));
        if won || after.is_check() && !after.can_move() {
            out.push('#');
        } else if after.is_check() {
            out.push('+');
        }
    }

    /// A move in words, as [`san::in_words`](crate::san::in_words) has it, by the rules of the variant. `after` is the
    /// situation after it.
    pub fn move_in_words(&self, m: &Move, after: Option<&Situation>) -> String {
        let names_origin = translate::theirs(m, &self.position).is_some_and(|theirs| {
            let san = San::disambiguate(theirs, &self.moves());
            m.role != Role::Pawn && matches!(san, San::Normal { file, rank, .. } if file.is_some() || rank.is_some())
        });
        let effect = match after {
            None => Effect::None,
            Some(after) if after.is_check() && !after.can_move() && !after.is_over() => Effect::Checkmate,
            Some(after) if after.ending().is_some() => Effect::End,
            Some(after) if after.is_check() => Effect::Check,
            Some(_) => Effect::None,
        };
        words(m, names_origin, effect)
    }

    /// The FEN of a position with these pockets, promoted pieces and checks, and with that board and those counters.
    pub fn write_fen(&self, start: &Setup) -> String {
        let mut setup = self.setup_with(&start.board);
        setup.halfmoves = start.halfmoves;
        setup.fullmoves = std::num::NonZeroU32::new(start.fullmoves).unwrap_or(std::num::NonZeroU32::MIN);
        Fen::try_from(setup).map_or_else(|_| crate::fen::write(start), |fen| fen.to_string())
    }

    fn setup_with(&self, board: &Board) -> shakmaty::Setup {
        let own = self.position.to_setup(EnPassantMode::Always);
        let promoted = own.promoted & board.occupied();
        shakmaty::Setup {
            promoted,
            pockets: own.pockets,
            remaining_checks: own.remaining_checks,
            halfmoves: own.halfmoves,
            fullmoves: own.fullmoves,
            ..translate::setup(board)
        }
    }
}

/// The greatest number of moves of a side on a board with more pieces than a game can have. Shakmaty's lists hold 512,
/// and promotions to kings are not counted here.
const MOST_MOVES: usize = 400;

/// True if shakmaty's lists of moves have room for those of a board and its pockets, with any pieces.
fn has_room(setup: &shakmaty::Setup, board: &Board) -> bool {
    let count = |color| {
        let (mut board, mut moves) = (*board, MoveList::new());
        board.set_turn(color);
        board.pseudolegal_moves(&mut moves);
        let pocket = setup.pockets.map(|pockets| pockets[color]).unwrap_or_default();
        let kinds = Role::ALL.into_iter().filter(|&role| pocket[role] > 0).count();
        moves.len() + kinds * (!board.occupied()).count()
    };
    [Color::White, Color::Black].into_iter().all(|color| count(color) < MOST_MOVES)
}

/// The rules in shakmaty's words; none for chess.
fn rules(variant: Variant) -> Option<shakmaty::variant::Variant> {
    use shakmaty::variant::Variant as Rules;
    Some(match variant {
        Variant::Standard | Variant::Chess960 | Variant::FromPosition => return None,
        Variant::Atomic => Rules::Atomic,
        Variant::Crazyhouse => Rules::Crazyhouse,
        Variant::Giveaway | Variant::Suicide => Rules::Antichess,
        Variant::Horde => Rules::Horde,
        Variant::KingOfTheHill => Rules::KingOfTheHill,
        Variant::Losers => Rules::Chess,
        Variant::RacingKings => Rules::RacingKings,
        Variant::ThreeCheck => Rules::ThreeCheck,
    })
}
