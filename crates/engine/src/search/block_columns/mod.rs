//! Filters, answered for all positions of a block of a database at once, by its columns: no move is played.
//!
//! A position is a bit. What stands where, how many there are of each piece, checks and special moves are rows of bits that the
//! block has; `and`, `or` and `not` join rows, `find` spreads one over the games, and a sequence is a compiled automaton that runs
//! over the rows of its constituents. Filters of boards (attacks, pins, pawns) are evaluated on boards that the columns make. The rest
//! (legal moves, values of variables) becomes a condition that every match meets; so the answer to a query is either exact, or it
//! says where the query must still be evaluated.
//!
//! | file | answers |
//! |---|---|
//! | `mod` | truths |
//! | `query` | whole queries |
//! | `squares` | where pieces stand |
//! | `boards` | filters of whole boards |
//! | `numbers` | numbers of pieces and of moves, compared |
//! | `moves` | which moves were played |
//! | `kept` | what was read of the block |
//! | `row` | rows of bits |

mod boards;
mod kept;
mod moves;
mod numbers;
mod query;
mod row;
mod squares;

pub use query::{BlockPlaces, block_places};

use crate::chess::Color;
use crate::ir::{Bool, BoolId, Pos, PosId, SequenceId};
use crate::plan::{Class, Contents, Plan};
use crate::search::control::RunControl;
use crate::search::scratch::Scratch;
use crate::syntax::catalogue::{PositionOp, TruthOp};
use kept::Changes;
use row::{Bits, Row, Words};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use tabiya_automata::{Bits as Ends, Rows};
use tabiya_chess::{Rank, Square};
use tabiya_database::{Block, BlockError, Lines, Mark, Squares};

/// The number of copies of a filter that are answered one by one.
const MOST_COPIES: usize = 512;

/// The facts known of a filter.
#[derive(Clone, Debug)]
struct Answer {
    /// It holds nowhere else.
    row: Row,
    /// True if it holds at all these positions.
    exact: bool,
}

impl Answer {
    /// Nothing is known.
    const ALL: Answer = Answer { row: Row::All, exact: false };

    /// The filter holds at exactly these positions.
    fn exact(row: Row) -> Answer {
        Answer { row, exact: true }
    }

    /// The facts known of a filter that needs this one. Nowhere is always exact.
    fn bound(self) -> Answer {
        Answer { exact: self.row.is_none(), ..self }
    }

    /// Both filters. The other one is evaluated only if this one holds somewhere.
    fn and(self, other: impl FnOnce() -> Result<Answer, BlockError>) -> Result<Answer, BlockError> {
        if self.row.is_none() {
            return Ok(Answer::exact(Row::None));
        }
        let other = other()?;
        let (row, exact) = (self.row.and(&other.row), self.exact && other.exact);
        Ok(Answer { exact: exact || row.is_none(), row })
    }

    /// One of both filters.
    fn or(self, other: &Answer) -> Answer {
        Answer { row: self.row.or(&other.row), exact: self.exact && other.exact }
    }
}

/// A block, and the results from its columns.
struct Columns<'a> {
    plan: &'a Plan,
    block: &'a Block,
    lines: &'a Lines,
    /// The number of positions.
    positions: u32,
    /// The last position of each game, as bits.
    ends: Arc<Words>,
    /// For filters that ask for boards, and nothing else.
    scratch: &'a mut Scratch,
    control: &'a Arc<RunControl>,
    /// True if it is known where the boards of the block change.
    has_changes: bool,
    truths: FxHashMap<BoolId, Answer>,
    /// The answers without a look at boards.
    told: FxHashMap<BoolId, Answer>,
    /// True while it is found out what columns tell of a filter that can be evaluated on boards.
    without_boards: bool,
    marks: FxHashMap<Mark, Row>,
    squares: FxHashMap<(u8, Rank), Squares>,
    /// For the changes of one square.
    memory: Vec<u32>,
    standing: FxHashMap<(u8, Square), Row>,
    counts: FxHashMap<u8, Rc<Changes>>,
    present: FxHashMap<u8, Row>,
    /// The positions in which it is White's turn.
    white: Option<Row>,
}

impl<'a> Columns<'a> {
    fn new(
        plan: &'a Plan,
        block: &'a Block,
        (scratch, control): (&'a mut Scratch, &'a Arc<RunControl>),
    ) -> Result<Columns<'a>, BlockError> {
        let lines = block.lines()?;
        let positions = lines.len();
        let mut ends = Bits::new(positions);
        lines.each().for_each(|game| ends.set(game.end - 1));
        Ok(Columns {
            plan,
            block,
            lines,
            positions,
            ends: ends.finish().words(positions),
            scratch,
            control,
            has_changes: false,
            truths: FxHashMap::default(),
            told: FxHashMap::default(),
            without_boards: false,
            marks: FxHashMap::default(),
            squares: FxHashMap::default(),
            memory: Vec::new(),
            standing: FxHashMap::default(),
            counts: FxHashMap::default(),
            present: FxHashMap::default(),
            white: None,
        })
    }

    /// The facts known of a filter.
    fn truth(&mut self, id: BoolId) -> Result<Answer, BlockError> {
        self.truth_within(id, &Row::All)
    }

    /// The same where it is evaluated only at the positions of a row.
    fn truth_within(&mut self, id: BoolId, within: &Row) -> Result<Answer, BlockError> {
        if self.without_boards {
            return self.told(id);
        }
        if let Some(answer) = self.truths.get(&id) {
            return Ok(answer.clone());
        }
        let info = self.plan.ir.bool_info(id);
        if info.is_closed()
            && !within.is_all()
            && let Some(row) = self.compared_within(id, within)?
        {
            return Ok(Answer::exact(row));
        }
        let asks_boards = info.of_board && info.is_closed() && !info.edge && !self.plan.ir.may_fail(id);
        let mut answer = if asks_boards {
            self.without_boards = true;
            let told = self.told(id);
            self.without_boards = false;
            told?
        } else {
            self.find_out(id)?
        };
        if asks_boards && !answer.exact {
            let open = answer.row.clone().and(within);
            if let Some(found) = self.on_boards(id, &open)? {
                answer = Answer::exact(found);
                if !within.is_all() {
                    return Ok(answer);
                }
            }
        }
        self.truths.insert(id, answer.clone());
        Ok(answer)
    }

    /// The facts known of a filter without a look at boards.
    fn told(&mut self, id: BoolId) -> Result<Answer, BlockError> {
        if let Some(answer) = self.told.get(&id) {
            return Ok(answer.clone());
        }
        let answer = self.find_out(id)?;
        self.told.insert(id, answer.clone());
        Ok(answer)
    }

    fn find_out(&mut self, id: BoolId) -> Result<Answer, BlockError> {
        let closed = self.plan.ir.bool_info(id).is_closed();
        match if closed { self.closed_truth(id)? } else { Answer::ALL } {
            Answer { row: Row::All, exact: false } if closed => {
                let needed = self.plan.needed_by(id);
                Ok(Answer::exact(self.in_games(&needed)?).bound())
            }
            answer => Ok(answer),
        }
    }

    fn closed_truth(&mut self, id: BoolId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        match plan.ir.bool(id) {
            Bool::Constant(true) => Ok(Answer::exact(Row::All)),
            Bool::Constant(false) => Ok(Answer::exact(Row::None)),
            Bool::Apply(op, _) => self.operation(*op),
            Bool::NonEmpty(set) => self.any_square(*set),
            Bool::HasNum(number) => self.has_number(*number),
            Bool::HasPos(position) => self.has_position(*position),
            Bool::And(parts) => self.all_of(parts),
            Bool::Or(parts) | Bool::AnyCopy(parts) if parts.len() <= MOST_COPIES => {
                self.any_of(parts, |columns, &part| columns.truth(part))
            }
            Bool::Placements(placements) if placements.copies.len() <= MOST_COPIES => {
                self.any_of(&placements.copies, |columns, &copy| columns.truth(copy))
            }
            Bool::Not(inner) => match self.truth(*inner)? {
                Answer { row, exact: true } => Ok(Answer::exact(row.not(self.positions))),
                _ => Ok(Answer::ALL),
            },
            Bool::Silent(inner) => self.truth(*inner),
            Bool::Ordered { cheapest, .. } => self.truth(*cheapest),
            Bool::Subset(a, b) => self.none_stands(*a, *b, |a, b| a.and(b.not())),
            Bool::SetsEqual(a, b) => self.none_stands(*a, *b, Contents::xor),
            Bool::If { test, then, otherwise } => self.either(*test, *then, *otherwise),
            Bool::At(position, inner) => {
                let inner = self.truth(*inner)?;
                self.at(*position, &inner)
            }
            Bool::Move(id) => self.any_move(*id),
            Bool::Sequence(id) => self.sequence(*id),
            Bool::Reach(reach) if reach.depth.is_none() && reach.range.is_none() => {
                self.spread(reach.body, reach.backward)
            }
            _ => Ok(Answer::ALL),
        }
    }

    fn operation(&mut self, op: TruthOp) -> Result<Answer, BlockError> {
        Ok(Answer::exact(match op {
            TruthOp::Check => self.marked(Mark::Check)?,
            TruthOp::Mate => self.marked(Mark::Mate)?,
            TruthOp::Stalemate => self.marked(Mark::Stalemate)?,
            TruthOp::Wtm => self.turn(Color::White)?,
            TruthOp::Btm => self.turn(Color::Black)?,
            TruthOp::Initial => self.starts(),
            TruthOp::Terminal => Row::Some(Arc::clone(&self.ends)),
            _ => return Ok(Answer::ALL),
        }))
    }

    /// All of some filters, those first that are evaluated in the least time.
    fn all_of(&mut self, parts: &[BoolId]) -> Result<Answer, BlockError> {
        let mut all = Answer::exact(Row::All);
        let mut left: Vec<BoolId> = parts.to_vec();
        if let Some((pieces, others)) = self.plan.placement_of(parts) {
            all = self.placement(&pieces)?;
            left = others;
        }
        left.sort_by_key(|&part| self.plan.ir.bool_info(part).cost);
        for part in left {
            let within = all.row.clone();
            all = all.and(|| self.truth_within(part, &within))?;
        }
        Ok(all)
    }

    /// One of some filters.
    fn any_of<T>(
        &mut self,
        parts: &[T],
        mut ask: impl FnMut(&mut Self, &T) -> Result<Answer, BlockError>,
    ) -> Result<Answer, BlockError> {
        let mut any = Answer::exact(Row::None);
        for part in parts {
            any = any.or(&ask(self, part)?);
            if matches!(any, Answer { row: Row::All, exact: false }) {
                break;
            }
        }
        Ok(any)
    }

    /// One filter or another, by a test.
    fn either(&mut self, test: BoolId, then: BoolId, otherwise: Option<BoolId>) -> Result<Answer, BlockError> {
        let (test, then) = (self.truth(test)?, self.truth(then)?);
        let otherwise = otherwise.map_or(Ok(Answer::exact(Row::All)), |otherwise| self.truth(otherwise))?;
        let no = if test.exact { Answer::exact(test.row.clone().not(self.positions)) } else { Answer::ALL };
        let exact = test.exact;
        let either = test.and(|| Ok(then))?.or(&no.and(|| Ok(otherwise))?);
        Ok(Answer { exact: either.exact && exact, ..either })
    }

    /// The positions at which another position exists.
    fn has_position(&mut self, id: PosId) -> Result<Answer, BlockError> {
        match self.plan.ir.pos(id) {
            Pos::Find(found) => self.spread(found.body, found.backward),
            Pos::SequenceEnd(sequence) => Ok(self.sequence(*sequence)?.bound()),
            Pos::Apply(PositionOp::CurrentPosition | PositionOp::InitialPosition, _) => Ok(Answer::exact(Row::All)),
            _ => self.at(id, &Answer::exact(Row::All)),
        }
    }

    /// The positions from which a filter holds at another one.
    fn at(&mut self, position: PosId, inner: &Answer) -> Result<Answer, BlockError> {
        let row = match self.plan.ir.pos(position) {
            Pos::Apply(PositionOp::CurrentPosition, _) => inner.row.clone(),
            Pos::Apply(PositionOp::Parent, arguments) if arguments.is_empty() => {
                inner.row.after(&self.ends, self.positions)
            }
            Pos::Apply(PositionOp::Child, arguments) if arguments.is_empty() => {
                inner.row.before(&self.ends, self.positions)
            }
            _ => return Ok(Answer::ALL),
        };
        Ok(Answer { row, exact: inner.exact })
    }

    /// The positions from which a filter holds there or further on, forward or backward.
    fn spread(&mut self, body: BoolId, backward: bool) -> Result<Answer, BlockError> {
        let body = self.truth(body)?;
        let Row::Some(words) = &body.row else { return Ok(body) };
        let mut bits = Bits::new(self.positions);
        for game in self.lines.each() {
            let found = row::edges(words, game.clone());
            if let Some((first, last)) = found {
                bits.fill(if backward { first..game.end } else { game.start..last + 1 });
            }
        }
        Ok(Answer { row: bits.finish(), exact: body.exact })
    }

    /// The positions from which a sequence of filters that depend on nothing else matches.
    fn sequence(&mut self, id: SequenceId) -> Result<Answer, BlockError> {
        let plan = self.plan;
        let (ir, sequence) = (plan.ir.sequence(id), plan.sequence(id));
        let follows_all = ir.path().is_none() && ir.branch().is_none() && !ir.single_color();
        let suits = follows_all && ir.almost.is_none() && !sequence.specialize_by_height;
        if sequence.class != Class::Closed || !suits || !sequence.program.nfa().goes_by_words() {
            return Ok(Answer::ALL);
        }
        let mut answers = Vec::with_capacity(ir.symbols.len());
        for &symbol in &ir.symbols {
            answers.push(self.truth(symbol)?);
        }
        let exact = answers.iter().all(|answer| answer.exact) && ir.range.is_none() && ir.ban.is_none();
        let words: Vec<_> = answers.iter().map(|answer| answer.row.words(self.positions)).collect();
        let columns: Vec<&[u64]> = words.iter().map(|words| &words[..]).collect();
        let mut ends = Ends::from_vec(self.ends.to_vec());
        ends.truncate(self.positions as usize);
        let mut rows = Rows::new();
        let starts = rows.starts(sequence.program.nfa(), &columns, &ends, sequence.direction);
        let row = Row::of(starts.as_raw_slice().iter().copied());
        Ok(Answer { exact: exact || row.is_none(), row })
    }
}
