//! Nodes of the typed form as syntax, which the printer of queries then writes: for `explain`, for errors, and for the
//! labels of automata. A node that has no words in the language is shown by the nearest that has: it need not be read again.

use super::children::NodeId;
use super::constituents::constituents;
use super::ids::{SequenceId, VarId};
use super::node::{
    Bool, BoundIr, DashIr, EditIr, Ir, LoopIr, MeasureIr, MoveIr, MoveMode, MoveSquares, Num, Pos, PromotionIr,
    RangeIr, ReachIr, SequenceIr, SequenceKind, Set, SquareCount, Text, Value,
};
use super::relations::EchoIr;
use crate::chess::{Bitboard, Piece};
use crate::syntax::ast::{
    Assign, AssignOp, Binary, Bound, CommonMoves, Compare, Dash, Designator, Dictionary, Each, EachKey, Echo, Edit,
    Filter, Find, Focus, GameText, HhdbKey, Kind, MatchMeasure, MoveFilter, MoveParam, Name, Path, Pieces, Promotion,
    Range, Reach, Scope, Sequence, SequenceForm, Slice, Span, Type, Unary,
};
use crate::syntax::catalogue::{Form, NumberOp, Op, Shorthand, TruthOp};
use crate::syntax::{Dialect, print_filter};

/// The children of a node as syntax, taken in their order.
struct Parts(std::vec::IntoIter<Filter>);

impl Parts {
    fn next(&mut self) -> Filter {
        self.0.next().expect("a child for each part of a node")
    }

    fn one(&mut self) -> Box<Filter> {
        Box::new(self.next())
    }

    /// The next one if there is such a child.
    fn one_if(&mut self, there: bool) -> Option<Box<Filter>> {
        there.then(|| self.one())
    }

    fn all(self) -> Vec<Filter> {
        self.0.collect()
    }

    /// The only child, which stands for its parent.
    fn same(mut self) -> Kind {
        self.next().kind
    }

    fn unary(mut self, op: Unary) -> Kind {
        Kind::Unary(op, self.one())
    }

    fn binary(mut self, op: Binary) -> Kind {
        Kind::Binary(op, self.one(), self.one())
    }

    /// All children between operators, as a balanced tree: they may be thousands.
    fn run(self, op: Binary) -> Kind {
        run(op, self.all()).kind
    }

    fn at(mut self) -> Kind {
        Kind::At(self.one(), self.one())
    }

    fn condition(mut self) -> Kind {
        let (test, then) = (self.one(), self.one());
        Kind::If { test, then, otherwise: self.0.next().map(Box::new) }
    }

    fn slice(&mut self, from: bool, to: bool, single: bool) -> Slice {
        let from = self.one_if(from);
        match from {
            Some(at) if single => Slice::At(at),
            from => Slice::Between(from, self.one_if(to)),
        }
    }

    fn sort(mut self) -> Kind {
        Kind::Sort { quiet: false, min: false, doc: String::new(), body: self.one() }
    }

    /// A move written with a dash, and the value of its target.
    fn dash(mut self, last: bool) -> Kind {
        let mut dash = self.next();
        if let Kind::Dash(dash) = &mut dash.kind {
            dash.target.extend(self.0.next());
        }
        if last { applied(Shorthand::CurrentMove, vec![dash]) } else { dash.kind }
    }
}

fn run(op: Binary, mut parts: Vec<Filter>) -> Filter {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let right = parts.split_off(parts.len().div_ceil(2));
    let (left, right) = (run(op, parts), run(op, right));
    Filter { span: left.span, ty: left.ty, kind: Kind::Binary(op, Box::new(left), Box::new(right)) }
}

fn filter(kind: Kind, ty: Type) -> Filter {
    Filter { kind, span: Span::default(), ty }
}

fn word(shorthand: Shorthand) -> Kind {
    applied(shorthand, Vec::new())
}

fn applied(shorthand: Shorthand, arguments: Vec<Filter>) -> Kind {
    Kind::Apply(Op::Shorthand(shorthand), arguments)
}

/// A word, the text after it, and the other arguments.
fn after(shorthand: Shorthand, text: &str, of: Parts) -> Kind {
    let text = filter(Kind::Text(text.to_owned()), Type::Text);
    applied(shorthand, [text].into_iter().chain(of.0).collect())
}

fn named(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn squares(squares: Bitboard) -> Kind {
    match squares {
        Bitboard::FULL => Kind::All,
        Bitboard::EMPTY => Kind::NoSquares,
        _ => Kind::Designator(Designator { pieces: Pieces::ANY, squares }),
    }
}

impl Ir {
    /// A node as the text of a query.
    pub(crate) fn text_of(&self, node: impl Into<NodeId>) -> String {
        print_filter(&self.syntax(node.into()), Dialect::Six)
    }

    /// The name of a variable.
    pub(crate) fn name_of(&self, var: VarId) -> &str {
        &self.vars[var.index()].name
    }

    fn syntax(&self, node: NodeId) -> Filter {
        let children: Vec<Filter> = self.children(node).iter().map(|child| self.syntax(child.node)).collect();
        let of = Parts(children.into_iter());
        let (kind, ty) = match node {
            NodeId::Value(Value::Bool(id)) => (self.truth_syntax(self.bool(id), of), Type::Logical),
            NodeId::Value(Value::Set(id)) => (self.set_syntax(self.set(id), of), Type::Set),
            NodeId::Value(Value::Num(id)) => (self.number_syntax(self.num(id), of), Type::Number),
            NodeId::Value(Value::Pos(id)) => (self.position_syntax(self.pos(id), of), Type::Position),
            NodeId::Value(Value::Text(id)) => (self.text_syntax(self.text(id), of), Type::Text),
            NodeId::Value(Value::Piece(var)) => (self.variable_syntax(var), Type::Set),
            NodeId::Value(Value::Dictionary(var)) => (Kind::Dictionary(self.dictionary(var)), Type::Logical),
            NodeId::Move(id) => (move_syntax(self.move_filter(id), of), Type::Logical),
            NodeId::Dash(id) => (dash_syntax(self.dash(id), of), Type::Logical),
            NodeId::Sequence(id) => (self.sequence_syntax(id, of), Type::Logical),
            NodeId::Loop(id) => (self.loop_syntax(self.each(id), of), Type::Set),
        };
        filter(kind, ty)
    }

    fn variable(&self, var: VarId) -> Name {
        named(self.name_of(var))
    }

    fn variable_syntax(&self, var: VarId) -> Kind {
        Kind::Variable(self.variable(var))
    }

    fn dictionary(&self, var: VarId) -> Dictionary {
        Dictionary { name: self.variable(var), declared: None }
    }

    fn entry(&self, of: VarId, mut parts: Parts) -> Kind {
        Kind::Entry { of: self.dictionary(of), key: parts.one() }
    }

    fn range(&self, range: RangeIr) -> Range {
        let bound = |bound| match bound {
            BoundIr::Constant(value) => Bound::Integer(value),
            BoundIr::Variable(var) => Bound::Variable(self.variable(var)),
        };
        match range.low {
            BoundIr::Constant(i64::MIN) => Range::Count,
            low => Range::Within(bound(low), bound(range.high)),
        }
    }

    fn maybe_range(&self, range: Option<RangeIr>) -> Option<Range> {
        range.map(|range| self.range(range))
    }

    fn assignment(&self, var: VarId, op: AssignOp, mut of: Parts) -> Kind {
        Kind::Assign(Assign { name: self.variable(var), op, value: of.one(), scope: Scope::Game })
    }

    fn truth_syntax(&self, node: &Bool, mut of: Parts) -> Kind {
        match node {
            Bool::Apply(op, _) => Kind::Apply(Op::Truth(*op), of.all()),
            Bool::Constant(true) => Kind::All,
            Bool::Constant(false) => word(Shorthand::False),
            Bool::Nag(number) => Kind::GameText { field: GameText::Comment, search: Some(format!("${number}")) },
            Bool::NonEmpty(_) | Bool::HasNum(_) | Bool::HasPos(_) | Bool::HasText(_) => of.same(),
            Bool::Move(_) | Bool::Dash(_) | Bool::Sequence(_) | Bool::Ordered { .. } => of.same(),
            Bool::All(_) => match of.same() {
                Kind::Each(each) => Kind::Each(Each { all: true, ..each }),
                other => other,
            },
            Bool::And(_) => of.run(Binary::And),
            Bool::Or(_) | Bool::AnyCopy(_) | Bool::Placements(_) => of.run(Binary::Or),
            Bool::Not(_) => of.unary(Unary::Not),
            Bool::Silent(_) => Kind::Silent(of.one()),
            Bool::At(..) => of.at(),
            Bool::Subset(..) | Bool::Substring(..) => of.binary(Binary::In),
            Bool::SetsEqual(..) => of.binary(Binary::Compare(Compare::Equal)),
            Bool::LastMoveFits(_) => applied(Shorthand::CurrentMove, of.all()),
            Bool::InFile(file) => after(Shorthand::InFile, &self.position_files[*file as usize], of),
            Bool::Predicate { number, .. } => after(Shorthand::InFile, &self.predicates[*number as usize], of),
            Bool::Reach(reach) => self.reach_syntax(reach, of),
            Bool::Hhdb(key) => Kind::Hhdb { key: *key, search: None },
            Bool::Echo(echo) => self.echo_syntax(echo, of),
            Bool::AssignSet { var, if_any: true, .. } => self.assignment(*var, AssignOp::SetIfAny, of),
            Bool::AssignSet { var, .. } | Bool::AssignNum(var, _) => self.assignment(*var, AssignOp::Set, of),
            Bool::AssignPos(var, _) | Bool::AssignText(var, _) => self.assignment(*var, AssignOp::Set, of),
            Bool::AssignSlice { var, from, to, single, .. } => {
                let bounds = of.slice(from.is_some(), to.is_some(), *single);
                Kind::AssignSlice { name: self.variable(*var), bounds, value: of.one() }
            }
            Bool::AssignPiece(var, _) => Kind::AssignPiece { name: self.variable(*var), set: of.one() },
            Bool::Comment(_) => applied(Shorthand::Comment, of.all()),
            Bool::Message { quiet: true, .. } => applied(Shorthand::QuietMessage, of.all()),
            Bool::Message { .. } => applied(Shorthand::Message, of.all()),
            Bool::If { .. } => of.condition(),
            Bool::While { .. } => Kind::While { test: of.one(), body: of.one() },
            Bool::EachMatch { search, .. } => {
                let pattern = self.pattern(search.pattern).pattern().to_owned();
                let test = filter(Kind::Regex { text: of.one(), pattern }, Type::Text);
                Kind::While { test: Box::new(test), body: of.one() }
            }
            Bool::IsBound(var) => Kind::IsBound { name: self.variable(*var), negated: false },
            Bool::Unbind(var) => Kind::Unbind(self.variable(*var)),
            Bool::SetTag(name, _) => after(Shorthand::SetTag, name, of),
            Bool::RemoveTag(name) => after(Shorthand::RemoveTag, name, of),
            Bool::AssignEntry { of: var, .. } => {
                Kind::AssignEntry { of: self.dictionary(*var), key: of.one(), value: of.one() }
            }
            Bool::HasEntry { of: var, .. } => self.entry(*var, of),
            Bool::UnbindEntries { of: var, key } => {
                Kind::UnbindEntries { of: self.dictionary(*var), key: of.one_if(key.is_some()) }
            }
            Bool::EachKey { of: dictionary, var, .. } => {
                let (dictionary, name) = (self.dictionary(*dictionary), self.variable(*var));
                Kind::EachKey(EachKey { of: dictionary, name, string: false, body: of.one() })
            }
        }
    }

    fn set_syntax(&self, node: &Set, mut of: Parts) -> Kind {
        match node {
            Set::Apply(op, _) => match op.row().form {
                Form::Infix => of.binary(Binary::Relation(*op)),
                Form::Named => {
                    let mut arguments: Vec<_> = of.all().into_iter().enumerate().collect();
                    arguments.sort_by_key(|(place, _)| Some(*place) != op.row().among);
                    Kind::ApplyNamed(Op::Set(*op), arguments)
                }
                _ => Kind::Apply(Op::Set(*op), of.all()),
            },
            Set::Designator(designator) => Kind::Designator(*designator),
            Set::Constant(constant) => squares(*constant),
            Set::Variable(var) | Set::Piece(var) => self.variable_syntax(*var),
            Set::Union(_) => of.run(Binary::Union),
            Set::Intersect(_) => of.run(Binary::Intersect),
            Set::Complement(_) => of.unary(Unary::Complement),
            Set::SameSquares(..) => of.binary(Binary::SameSquares),
            Set::Chain(_) => Kind::Arrow { left: false, sets: of.all() },
            Set::Ray { mask, attack, .. } => Kind::Ray { mask: *mask, attack: *attack, range: None, sets: of.all() },
            Set::Direction { mask, range, .. } => {
                Kind::Direction { mask: *mask, range: Some(self.range(*range)), of: of.one() }
            }
            Set::Loop(_) => of.same(),
            Set::Move(_, squares) => yielding(of.same(), *squares),
            Set::Dash { last, .. } => of.dash(*last),
            Set::LastMove { to, .. } => word(if *to { Shorthand::To } else { Shorthand::From }),
            Set::At(..) => of.at(),
            Set::Guard(..) => Kind::Braces(of.all()),
            Set::Sort(..) => of.sort(),
            Set::If(..) => of.condition(),
            Set::Entry { of: var, .. } => self.entry(*var, of),
            Set::Compared { op, left, right } => compared(*op, (left, right), of),
            Set::Tracked => Kind::Variable(named("tracked")),
        }
    }

    fn number_syntax(&self, node: &Num, mut of: Parts) -> Kind {
        match node {
            Num::Apply(op, _) => Kind::Apply(Op::Number(*op), of.all()),
            Num::Constant(value) => Kind::Integer(*value),
            Num::Variable(var) => self.variable_syntax(*var),
            Num::Count(_) | Num::Length(_) => of.unary(Unary::Count),
            Num::Negate(_) => of.unary(Unary::Negate),
            Num::Sum(terms) => sum(terms.iter().map(|&(minus, _)| minus), of),
            Num::Multiply(..) => of.binary(Binary::Multiply),
            Num::Divide(..) => of.binary(Binary::Divide),
            Num::Modulo(..) => of.binary(Binary::Modulo),
            Num::Compare(op, ..) => of.binary(Binary::Compare(*op)),
            Num::Extreme { max, .. } => Kind::Extreme { max: *max, items: of.all() },
            Num::MaxCopy(_) => Kind::Extreme { max: true, items: of.all() },
            Num::Dash { last, .. } => of.dash(*last),
            Num::CountDash(_) | Num::CountWays(_) => applied(Shorthand::CountMoves, of.all()),
            Num::Sequence(_) => of.same(),
            Num::Reach(reach) => self.reach_syntax(reach, of),
            Num::InRange(range, _) => Kind::InRange(self.range(*range), of.one()),
            Num::Copies(range, _) => {
                let copies = Kind::Orbit { copies: of.all(), range: None };
                Kind::InRange(self.range(*range), Box::new(filter(copies, Type::Logical)))
            }
            Num::AttackPairs(..) => Kind::AttackPairs { range: None, from: of.one(), to: of.one() },
            Num::MoveCount(_) => match of.same() {
                Kind::Move(mut m) => {
                    m.params.push(MoveParam::Count);
                    Kind::Move(m)
                }
                other => other,
            },
            Num::At(..) => of.at(),
            Num::Guard(..) | Num::Call(..) => Kind::Braces(of.all()),
            Num::Sort(..) => of.sort(),
            Num::If(..) => of.condition(),
            Num::PieceNumber(var) => {
                Kind::Apply(Op::Number(NumberOp::PieceId), vec![filter(self.variable_syntax(*var), Type::Set)])
            }
            Num::Hhdb(key) => Kind::Hhdb { key: *key, search: None },
            Num::Echo(echo) => self.echo_syntax(echo, of),
            Num::CommonMoves(common) => {
                let (first, second) = (self.variable(common.first), self.variable(common.second));
                let range = self.maybe_range(common.range);
                Kind::CommonMoves(CommonMoves { quiet: common.record.is_none(), range, first, second })
            }
            Num::Similar(models) => {
                let (file, symmetries) = &self.models[*models as usize];
                after(if *symmetries { Shorthand::Similar } else { Shorthand::SimilarNoTransform }, file, of)
            }
            Num::GroupStart(_, group) => Kind::Group { group: group.clone(), start: true },
            Num::Measure(measure) => measure_syntax(measure),
            Num::Differences(_) => word(Shorthand::Differences),
            Num::Entries(var) => Kind::Entries(self.dictionary(*var)),
            Num::Entry { of: var, .. } => self.entry(*var, of),
        }
    }

    fn position_syntax(&self, node: &Pos, mut of: Parts) -> Kind {
        match node {
            Pos::Apply(op, _) => Kind::Apply(Op::Position(*op), of.all()),
            Pos::Measure(measure) => measure_syntax(measure),
            Pos::Variable(var) => self.variable_syntax(*var),
            Pos::Compare(op, ..) => of.binary(Binary::Compare(*op)),
            Pos::Find(found) => {
                let (quiet, backward) = (found.quiet, found.backward);
                Kind::Find(Find { quiet, all: false, backward, range: None, body: of.one() })
            }
            Pos::If(..) => of.condition(),
            Pos::Dash { last, .. } => of.dash(*last),
            Pos::Imagine(edits) => Kind::Imagine(edits.iter().map(|edit| edit_syntax(edit, &mut of)).collect()),
            Pos::SequenceEnd(_) => match of.same() {
                Kind::Sequence(sequence) => Kind::Sequence(Sequence { last_position: true, ..sequence }),
                Kind::Path(path) => Kind::Path(Box::new(Path { last_position: true, ..*path })),
                other => other,
            },
            Pos::At(..) => of.at(),
            Pos::Guard(..) | Pos::Call(..) => Kind::Braces(of.all()),
            Pos::Entry { of: var, .. } => self.entry(*var, of),
        }
    }

    fn text_syntax(&self, node: &Text, mut of: Parts) -> Kind {
        match node {
            Text::Apply(op, _) => Kind::Apply(Op::Text(*op), of.all()),
            Text::Constant(text) => Kind::Text(text.clone()),
            Text::Variable(var) => self.variable_syntax(*var),
            Text::Game(field) => Kind::GameText { field: field.clone(), search: None },
            Text::Concat(_) => of.run(Binary::Concat),
            Text::Slice { from, to, single, .. } => {
                Kind::Slice { of: of.one(), bounds: of.slice(from.is_some(), to.is_some(), *single) }
            }
            Text::Compare(op, ..) => of.binary(Binary::Compare(*op)),
            Text::Extreme { max, .. } => Kind::Extreme { max: *max, items: of.all() },
            Text::Str(_) => applied(Shorthand::Str, of.all()),
            Text::At(..) => of.at(),
            Text::Guard(..) | Text::Call(..) => Kind::Braces(of.all()),
            Text::Sort(..) => of.sort(),
            Text::If(..) => of.condition(),
            Text::Dash { last, .. } => of.dash(*last),
            Text::Match(search) => {
                Kind::Regex { text: of.one(), pattern: self.pattern(search.pattern).pattern().to_owned() }
            }
            Text::Group(_, group) => Kind::Group { group: group.clone(), start: false },
            Text::Entry { of: var, .. } => self.entry(*var, of),
            Text::Hhdb(key) => Kind::Hhdb { key: *key, search: None },
            Text::AwardClass(award) => Kind::Hhdb { key: HhdbKey::Award(*award), search: None },
        }
    }

    fn reach_syntax(&self, reach: &ReachIr, mut of: Parts) -> Kind {
        let (backward, range, body) = (reach.backward, self.maybe_range(reach.range), of.one());
        if reach.find {
            return Kind::Find(Find { quiet: reach.quiet, all: range.is_none(), backward, range, body });
        }
        Kind::Reach(Reach { backward, range, depth: reach.depth, body })
    }

    fn echo_syntax(&self, echo: &EchoIr, mut of: Parts) -> Kind {
        let (source, target) = (self.variable(echo.source), self.variable(echo.target));
        Kind::Echo(Echo { quiet: echo.quiet, source, target, all: echo.all, body: of.one() })
    }

    fn loop_syntax(&self, each: &LoopIr, mut of: Parts) -> Kind {
        let (name, domain) = (self.variable(each.var), Some(of.one()));
        Kind::Each(Each { piece: each.piece, all: false, range: None, name, domain, body: of.one() })
    }

    fn sequence_syntax(&self, id: SequenceId, mut of: Parts) -> Kind {
        let sequence = self.sequence(id);
        let symbols: Vec<Filter> = of.0.by_ref().take(sequence.symbols.len()).collect();
        let constituents = constituents(&sequence.leaves.pattern, &sequence.leaves, &symbols);
        let (range, nestban) = (self.maybe_range(sequence.range), sequence.ban.is_some());
        let SequenceIr { first_match, shortest, quiet, .. } = *sequence;
        let almost = sequence.almost.map(|almost| almost.differences);
        let form = match &sequence.kind {
            SequenceKind::Next(_) => SequenceForm::Next,
            SequenceKind::Line(..) => SequenceForm::Line,
            SequenceKind::Path(path) => {
                let focus = path.focus.map(|(_, capture)| Focus { capture, set: of.one() });
                return Kind::Path(Box::new(Path {
                    range,
                    nestban,
                    shortest,
                    almost,
                    first_match,
                    quiet,
                    verbose: path.verbose,
                    keep_all_best: path.keep_all_best,
                    piece_path: path.piece_path,
                    title: path.title.clone(),
                    focus,
                    max: of.one_if(path.max.is_some()),
                    constituents,
                    ..Path::default()
                }));
            }
        };
        let steps = sequence.branch().map(|branch| sequence.symbols[branch.step]);
        let follows = |op| steps.is_some_and(|step| matches!(self.bool(step), Bool::Apply(found, _) if *found == op));
        Kind::Sequence(Sequence {
            form,
            backward: sequence.backward(),
            range,
            nestban,
            shortest,
            almost,
            single_color: sequence.single_color(),
            first_match,
            last_position: false,
            primary: follows(TruthOp::Primary),
            secondary: follows(TruthOp::Secondary),
            quiet,
            constituents,
        })
    }
}

fn measure_syntax(measure: &MeasureIr) -> Kind {
    let name = Name { text: measure.name.clone(), span: Span::default() };
    Kind::MatchMeasure(MatchMeasure { which: measure.which, name })
}

/// Terms, `true` for those that are subtracted. Only additions are balanced: the parser bounds runs of subtractions.
fn sum(minus: impl Iterator<Item = bool>, of: Parts) -> Kind {
    let mut sum: Option<Filter> = None;
    let mut added = Vec::new();
    for (minus, term) in minus.zip(of.0) {
        if !minus {
            added.push(term);
            continue;
        }
        added.splice(0..0, sum.take());
        let kind = match added.is_empty() {
            true => Kind::Unary(Unary::Negate, Box::new(term)),
            false => {
                Kind::Binary(Binary::Subtract, Box::new(run(Binary::Add, std::mem::take(&mut added))), Box::new(term))
            }
        };
        sum = Some(filter(kind, Type::Number));
    }
    added.splice(0..0, sum);
    run(Binary::Add, added).kind
}

/// The squares for which two counts compare, as the loop that they were solved from.
fn compared(op: Compare, (left, right): (&SquareCount, &SquareCount), mut of: Parts) -> Kind {
    let square = || filter(Kind::Variable(named("s")), Type::Set);
    let mut count = |count: &SquareCount| {
        let left = match count {
            SquareCount::Number(_) => return of.one(),
            SquareCount::Attackers(_) => false,
            SquareCount::Attacked(_) => true,
        };
        let attacks = filter(Kind::Arrow { left, sets: vec![of.next(), square()] }, Type::Set);
        Box::new(filter(Kind::Unary(Unary::Count, Box::new(attacks)), Type::Number))
    };
    let (left, right) = (count(left), count(right));
    let body = filter(Kind::Binary(Binary::Compare(op), left, right), Type::Number);
    let (name, domain) = (named("s"), Some(Box::new(filter(Kind::All, Type::Set))));
    Kind::Each(Each { piece: false, all: false, range: None, name, domain, body: Box::new(body) })
}

fn edit_syntax(edit: &EditIr, of: &mut Parts) -> Edit {
    match edit {
        EditIr::Add { piece, .. } => {
            let pieces = Kind::Designator(Designator { pieces: pieces(*piece), squares: Bitboard::FULL });
            Edit::Add { piece: Box::new(filter(pieces, Type::Set)), at: Some(of.one()) }
        }
        EditIr::Remove(_) => Edit::Remove(of.one()),
        EditIr::Turn(color) => {
            let turn = Kind::Apply(Op::Truth(color.fold_wb(TruthOp::Wtm, TruthOp::Btm)), Vec::new());
            Edit::Turn(Box::new(filter(turn, Type::Logical)))
        }
    }
}

/// The designator's pieces that are just one piece.
fn pieces(piece: Piece) -> Pieces {
    Pieces(1 << (piece.role as u16 - 1 + piece.color.fold_wb(0, 6)))
}

/// A `move` filter with the parameter first whose squares it yields.
fn yielding(kind: Kind, squares: MoveSquares) -> Kind {
    let Kind::Move(mut m) = kind else { return kind };
    m.params.sort_by_key(|param| match param {
        MoveParam::Legal | MoveParam::Pseudolegal | MoveParam::Previous => 0,
        MoveParam::From(_) if squares == MoveSquares::From => 1,
        MoveParam::To(_) if squares == MoveSquares::To => 1,
        MoveParam::Capture(_) if squares == MoveSquares::Captured => 1,
        _ => 2,
    });
    Kind::Move(m)
}

fn move_syntax(m: &MoveIr, mut of: Parts) -> Kind {
    let mut params = Vec::new();
    params.extend(match m.mode {
        MoveMode::Played => None,
        MoveMode::Previous => Some(MoveParam::Previous),
        MoveMode::Legal => Some(MoveParam::Legal),
        MoveMode::Pseudolegal => Some(MoveParam::Pseudolegal),
    });
    params.extend(m.from.map(|_| MoveParam::From(of.next())));
    params.extend(m.to.map(|_| MoveParam::To(of.next())));
    params.extend(m.capture.map(|_| MoveParam::Capture(of.next())));
    params.extend(m.en_passant_square.map(|_| MoveParam::EnPassantSquare(of.next())));
    params.extend(m.promote.map(MoveParam::Promote));
    params.extend(m.en_passant.then_some(MoveParam::EnPassant));
    params.extend(m.null.then_some(MoveParam::Null));
    params.extend(m.secondary.map(|secondary| if secondary { MoveParam::Secondary } else { MoveParam::Primary }));
    params.extend(m.castling.map(|castling| castling.param()));
    params.extend(m.drop.map(MoveParam::Drop));
    params.extend(m.reverse.then_some(MoveParam::Reverse));
    params.extend(m.all.then_some(MoveParam::All));
    let custody = of.one_if(m.custody.is_some());
    Kind::Move(MoveFilter { params, custody, target: of.one_if(m.target.is_some()) })
}

fn dash_syntax(dash: &DashIr, mut of: Parts) -> Kind {
    let (left, right) = (of.one_if(dash.left.is_some()), of.one_if(dash.right.is_some()));
    let promotion = dash.promotion.as_ref().map(|promotion| match promotion {
        PromotionIr::Any => Promotion::Any,
        PromotionIr::Pieces(pieces) => Promotion::Pieces(*pieces),
        PromotionIr::Text(_) => Promotion::Text(of.one()),
    });
    Kind::Dash(Dash { capture: dash.capture, left, right, promotion, target: of.all() })
}
