//! Lowering of one filter as what its user needs of it: one arm for each kind.

use crate::chess::Bitboard;
use crate::ir::ids::{BoolId, NumId, PosId, SequenceId, SetId, TextId};
use crate::ir::lower::{LowerError, Lowerer, Result, unsupported};
use crate::ir::node::{Bool, BoundIr, MoveSquares, Num, Pos, RangeIr, Set, Text, Value};
use crate::ir::properties::Node as _;
use crate::syntax::ast::{Dash, Filter, GameText, Kind, Type, Unary, VariableKind, Which};
use crate::syntax::catalogue::{Argument, Form, NumberOp, Op, Shorthand};
use crate::syntax::{Dialect, print_filter};

/// A node whose variant has the same name in each type: `$node` stands for the type of the node and `$lower` for the
/// method that lowers a filter of that type.
macro_rules! by_type {
    ($self:ident, $ty:expr, $truth:expr, |$node:ident, $lower:ident| $made:expr) => {
        match $ty {
            Type::Logical => Value::Bool($truth),
            Type::Set => by_type!(@$self, Set, set, Set, |$node, $lower| $made),
            Type::Number => by_type!(@$self, Num, number, Num, |$node, $lower| $made),
            Type::Position => by_type!(@$self, Pos, position, Pos, |$node, $lower| $made),
            Type::Text => by_type!(@$self, Text, text, Text, |$node, $lower| $made),
        }
    };
    (@$self:ident, $of:ident, $method:ident, $value:ident, |$node:ident, $lower:ident| $made:expr) => {{
        type $node = $of;
        let $lower = Lowerer::$method;
        let made = $made;
        Value::$value($self.ir.add(made))
    }};
}

/// True if a filter asks for groups of a match.
pub(in crate::ir::lower) fn reads_groups(filter: &Filter) -> bool {
    filter.any_part(&mut |part| matches!(part.kind, Kind::Group { .. }))
}

impl Lowerer {
    /// The truth of a filter: one with a value matches if it has one, a set if it is not empty.
    pub(in crate::ir::lower) fn truth(&mut self, filter: &Filter) -> Result<BoolId> {
        Ok(match self.lower(filter, Type::Logical)? {
            Value::Bool(id) => id,
            Value::Set(set) => self.non_empty(set),
            Value::Num(number) => match self.ir.num(number) {
                // The number of squares of a set and the worth of its pieces always exist, so the set need not be
                // evaluated.
                Num::Count(_) | Num::Apply(NumberOp::Power, _) | Num::Constant(_) => self.constant(true),
                _ => self.ir.add(Bool::HasNum(number)),
            },
            Value::Pos(position) => self.ir.add(Bool::HasPos(position)),
            Value::Text(text) => self.ir.add(Bool::HasText(text)),
            Value::Piece(_) | Value::Dictionary(_) => return unsupported(filter, "as a test"),
        })
    }

    /// The squares of a filter.
    pub(super) fn set(&mut self, filter: &Filter) -> Result<SetId> {
        match self.lower(filter, Type::Set)? {
            Value::Set(id) => Ok(id),
            _ => unsupported(filter, "as a set"),
        }
    }

    /// The number of a filter; a set counts its squares.
    pub(super) fn number(&mut self, filter: &Filter) -> Result<NumId> {
        if filter.ty == Type::Set {
            let set = self.set(filter)?;
            return Ok(self.ir.add(Num::Count(set)));
        }
        match self.lower(filter, Type::Number)? {
            Value::Num(id) => Ok(id),
            _ => unsupported(filter, "as a number"),
        }
    }

    /// The position of a filter.
    pub(super) fn position(&mut self, filter: &Filter) -> Result<PosId> {
        match self.lower(filter, Type::Position)? {
            Value::Pos(id) => Ok(id),
            _ => unsupported(filter, "as a position"),
        }
    }

    /// The text of a filter.
    pub(super) fn text(&mut self, filter: &Filter) -> Result<TextId> {
        match self.lower(filter, Type::Text)? {
            Value::Text(id) => Ok(id),
            _ => unsupported(filter, "as a text"),
        }
    }

    /// A filter as a value of a type.
    pub(in crate::ir::lower) fn typed(&mut self, filter: &Filter, ty: Type) -> Result<Value> {
        Ok(match ty {
            Type::Logical => Value::Bool(self.truth(filter)?),
            Type::Number => Value::Num(self.number(filter)?),
            Type::Set => Value::Set(self.set(filter)?),
            Type::Position => Value::Pos(self.position(filter)?),
            Type::Text => Value::Text(self.text(filter)?),
        })
    }

    /// A filter for a user who needs a value of some type. A filter that can yield several types yields that one;
    /// any other one yields what it has, and the user decides what becomes of it.
    fn lower(&mut self, filter: &Filter, ty: Type) -> Result<Value> {
        let value = self.lowered(filter, ty)?;
        if self.room() == 0 {
            return Err(LowerError::too_much(filter.span, self.options.compiled));
        }
        Ok(value)
    }

    fn lowered(&mut self, filter: &Filter, ty: Type) -> Result<Value> {
        Ok(match &filter.kind {
            Kind::Integer(n) => Value::Num(self.number_constant(*n)),
            Kind::Text(text) => Value::Text(self.text_constant(text)),
            Kind::Designator(designator) => Value::Set(self.designator(*designator)),
            Kind::All => Value::Set(self.squares(Bitboard::FULL)),
            Kind::NoSquares => Value::Set(self.squares(Bitboard::EMPTY)),
            Kind::Apply(Op::Shorthand(op), arguments) if op.row().arguments == [Argument::Move] => {
                self.applied_to_move(*op, &arguments[0], ty)?
            }
            Kind::Apply(Op::Shorthand(op), arguments) if op.row().form == Form::Items => {
                self.applied_to_items(*op, arguments)?
            }
            Kind::Apply(op, arguments) => self.applied(*op, arguments, filter)?,
            Kind::ApplyNamed(op, written) => self.applied_named(*op, written, filter)?,
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                match filter.ty {
                    Type::Logical => return unsupported(filter, "as a test"),
                    Type::Set if self.kind(var) == VariableKind::Piece => Set::Piece(var).value(&mut self.ir),
                    Type::Set => Set::Variable(var).value(&mut self.ir),
                    Type::Number => Num::Variable(var).value(&mut self.ir),
                    Type::Position => Pos::Variable(var).value(&mut self.ir),
                    Type::Text => Text::Variable(var).value(&mut self.ir),
                }
            }
            Kind::Unary(Unary::Not, inner) if ty == Type::Logical => {
                let inner = self.truth(inner)?;
                Value::Bool(self.not(inner))
            }
            Kind::Unary(op, inner) => self.unary(*op, inner)?,
            Kind::Binary(op, a, b) => self.binary(*op, (a, b), filter, ty)?,
            Kind::Arrow { left, sets } => Value::Set(self.arrow(*left, sets)?),
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                by_type!(
                    self,
                    ty,
                    {
                        let inner = self.elsewhere(|l| l.truth(inner))?;
                        self.ir.add(Bool::At(position, inner))
                    },
                    |Node, lower| Node::At(position, self.elsewhere(|l| lower(l, inner))?)
                )
            }
            Kind::Braces(parts) if ty == Type::Logical => {
                let parts = self.truths(parts.iter())?;
                Value::Bool(self.conjunction(parts))
            }
            Kind::Braces(parts) => {
                let (last, tests) = parts.split_last().expect("braces hold at least one filter");
                let tests = self.truths(tests.iter())?;
                let last = self.typed(last, ty)?;
                self.guarded(tests, last, true)?
            }
            Kind::Call(call) => {
                let arguments = self.arguments(call)?;
                let body = self.typed(&call.body, ty)?;
                self.guarded(arguments, body, false)?
            }
            Kind::Paren(inner) | Kind::NoTransform(inner) => self.typed(inner, ty)?,
            Kind::Silent(inner) if ty == Type::Logical => Bool::Silent(self.truth(inner)?).value(&mut self.ir),
            Kind::Silent(inner) => self.typed(inner, ty)?,
            Kind::Slice { of, bounds } => {
                let of = self.text(of)?;
                let (from, to, single) = self.bounds(bounds)?;
                Text::Slice { of, from, to, single }.value(&mut self.ir)
            }
            Kind::Assign(assign) => Value::Bool(self.assign(assign)?),
            Kind::AssignSlice { name, bounds, value } => {
                let var = self.variable(name)?;
                let value = self.text(value)?;
                let (from, to, single) = self.bounds(bounds)?;
                Bool::AssignSlice { var, from, to, single, value }.value(&mut self.ir)
            }
            Kind::AssignPiece { name, set } => {
                let var = self.declare_variable(&name.text, VariableKind::Piece);
                let set = self.set(set)?;
                Bool::AssignPiece(var, set).value(&mut self.ir)
            }
            Kind::Each(each) if each.all && ty == Type::Logical => Value::Bool(self.loop_all(each)?),
            Kind::Each(each) => {
                let range = self.optional_range(&each.range)?;
                let set = self.loop_set(each)?;
                self.perhaps_counted(range, set)
            }
            Kind::Extreme { max, items } if filter.ty == Type::Text => {
                Text::Extreme { max: *max, items: items.iter().map(|f| self.text(f)).collect::<Result<_>>()? }
                    .value(&mut self.ir)
            }
            Kind::Extreme { max, items } => {
                Num::Extreme { max: *max, items: items.iter().map(|f| self.number(f)).collect::<Result<_>>()? }
                    .value(&mut self.ir)
            }
            Kind::MatchMeasure(measure) => {
                let measured = self.measure(measure, filter.span)?;
                match measure.which {
                    Which::Count => Num::Measure(measured).value(&mut self.ir),
                    Which::First | Which::Last => Pos::Measure(measured).value(&mut self.ir),
                }
            }
            Kind::Move(m) => {
                let id = self.move_filter(m)?;
                match filter.ty {
                    Type::Number => Num::MoveCount(id).value(&mut self.ir),
                    Type::Set => Value::Set(self.ir.add(Set::Move(id, self.move_squares(m, filter)?))),
                    Type::Logical | Type::Position | Type::Text => Bool::Move(id).value(&mut self.ir),
                }
            }
            Kind::Sequence(sequence) => {
                let id = self.sequence(sequence, filter.span)?;
                self.sequence_value(id, ty)
            }
            Kind::Path(path) => {
                let id = self.path(path, filter.span)?;
                self.sequence_value(id, ty)
            }
            Kind::Dash(dash) => self.dash_value(dash, false, ty)?,
            Kind::Imagine(edits) => Pos::Imagine(self.edits(edits)?).value(&mut self.ir),
            Kind::Reach(reach) => {
                let reach = self.reach(reach)?;
                match ty {
                    Type::Number => Num::Reach(reach).value(&mut self.ir),
                    _ => Bool::Reach(reach).value(&mut self.ir),
                }
            }
            Kind::Find(find) if filter.ty == Type::Number => Num::Reach(self.find_count(find)?).value(&mut self.ir),
            Kind::Find(find) => Pos::Find(self.find_first(find)?).value(&mut self.ir),
            Kind::Sort { quiet, min, doc, body } => self.sort((*quiet, *min, doc), body, filter, ty)?,
            Kind::Orbit { copies, range: Some(range) } => {
                let range = self.range(range)?;
                let copies = self.each_copy(copies, Self::truth)?;
                Num::Copies(range, copies).value(&mut self.ir)
            }
            Kind::Orbit { copies, range: None } => match ty {
                Type::Logical => {
                    let copies = self.each_copy(copies, Self::truth)?;
                    Value::Bool(self.any_copy(copies))
                }
                Type::Number => Num::MaxCopy(self.each_copy(copies, Self::number)?).value(&mut self.ir),
                Type::Set => {
                    let copies = self.each_copy(copies, Self::set)?;
                    Value::Set(self.union(copies))
                }
                Type::Position | Type::Text => return unsupported(filter, "with a value of this type"),
            },
            Kind::Direction { mask, range, of } => {
                let one_to_seven = RangeIr { low: BoundIr::Constant(1), high: BoundIr::Constant(7) };
                let range = self.optional_range(range)?.unwrap_or(one_to_seven);
                let of = self.set(of)?;
                Set::Direction { mask: *mask, range, of }.value(&mut self.ir)
            }
            Kind::Ray { mask, attack, sets, range } => {
                let range = self.optional_range(range)?;
                let sets = sets.iter().map(|f| self.set(f)).collect::<Result<_>>()?;
                let ray = self.ir.add(Set::Ray { mask: *mask, attack: *attack, sets });
                self.perhaps_counted(range, ray)
            }
            Kind::AttackPairs { range: None, from, to } => Value::Set(self.attacks(true, to, from)?),
            Kind::AttackPairs { range: Some(range), from, to } => {
                let range = self.range(range)?;
                let (from, to) = (self.set(from)?, self.set(to)?);
                let pairs = self.ir.add(Num::AttackPairs(from, to));
                Num::InRange(range, pairs).value(&mut self.ir)
            }
            Kind::InRange(range, inner) => {
                let range = self.range(range)?;
                let inner = match inner.kind {
                    Kind::Apply(Op::Number(NumberOp::MoveNumber), _) => self.plain_move_number(),
                    _ => self.number(inner)?,
                };
                Num::InRange(range, inner).value(&mut self.ir)
            }
            Kind::GameText { field, search: None } => Value::Text(self.game_text(field)),
            Kind::GameText { field: GameText::Variant, search: Some(name) } => Value::Bool(self.variant(name)),
            Kind::GameText { field, search: Some(search) } => Value::Bool(self.game_text_test(field, search)),
            Kind::If { test, then, otherwise } => {
                let test = self.truth(test)?;
                match otherwise {
                    Some(otherwise) => by_type!(
                        self,
                        ty,
                        {
                            let (then, otherwise) = (self.truth(then)?, Some(self.truth(otherwise)?));
                            self.ir.add(Bool::If { test, then, otherwise })
                        },
                        |Node, lower| Node::If(test, lower(self, then)?, lower(self, otherwise)?)
                    ),
                    None => Bool::If { test, then: self.truth(then)?, otherwise: None }.value(&mut self.ir),
                }
            }
            Kind::While { test, body } => Value::Bool(self.while_loop(test, body)?),
            Kind::IsBound { name, negated } => Value::Bool(self.is_bound(name, *negated)),
            Kind::Unbind(name) => Bool::Unbind(self.variable(name)?).value(&mut self.ir),
            Kind::Function(_) | Kind::Include(_) | Kind::Parameter(_) | Kind::Dictionary(_) => {
                Value::Bool(self.constant(true))
            }
            Kind::Regex { text, pattern } => Text::Match(self.search(text, pattern, filter.span)?).value(&mut self.ir),
            Kind::Group { group, start } => {
                let history = self.history(filter)?;
                match start {
                    true => Num::GroupStart(history, group.clone()).value(&mut self.ir),
                    false => Text::Group(history, group.clone()).value(&mut self.ir),
                }
            }
            Kind::Hhdb { key, search } => self.hhdb(*key, search.as_deref(), filter, ty)?,
            Kind::Echo(echo) => {
                let echo = self.echo(echo)?;
                match ty {
                    Type::Number => Num::Echo(echo).value(&mut self.ir),
                    _ => Bool::Echo(echo).value(&mut self.ir),
                }
            }
            Kind::CommonMoves(common) => Value::Num(self.common_moves(common)?),
            Kind::Entry { of, key } => {
                let (of, key) = (self.variable(&of.name)?, self.value(key)?);
                by_type!(self, ty, self.ir.add(Bool::HasEntry { of, key }), |Node, _lower| Node::Entry { of, key })
            }
            Kind::AssignEntry { of, key, value } => {
                let (of, key, value) = (self.variable(&of.name)?, self.value(key)?, self.value(value)?);
                Bool::AssignEntry { of, key, value }.value(&mut self.ir)
            }
            Kind::Entries(of) => Num::Entries(self.variable(&of.name)?).value(&mut self.ir),
            Kind::UnbindEntries { of, key } => {
                let of = self.variable(&of.name)?;
                let key = key.as_deref().map(|key| self.value(key)).transpose()?;
                Bool::UnbindEntries { of, key }.value(&mut self.ir)
            }
            Kind::EachKey(each) => Value::Bool(self.each_key(each)?),
            Kind::TransformNames(names) => Value::Text(self.text_constant(&format!("<{}>", names.0.join(" ")))),
            Kind::Transform { .. } => return unsupported(filter, "before it is expanded"),
        })
    }

    /// The truths of several filters.
    pub(super) fn truths<'f>(&mut self, filters: impl Iterator<Item = &'f Filter>) -> Result<Vec<BoolId>> {
        filters.map(|filter| self.truth(filter)).collect()
    }

    /// A sequence as a test, as its length, or as the position where it ends.
    fn sequence_value(&mut self, id: SequenceId, ty: Type) -> Value {
        match ty {
            Type::Number => Num::Sequence(id).value(&mut self.ir),
            Type::Position => Pos::SequenceEnd(id).value(&mut self.ir),
            Type::Logical | Type::Set | Type::Text => Bool::Sequence(id).value(&mut self.ir),
        }
    }

    /// Squares, or with a range of CQL 5 how many there are.
    fn perhaps_counted(&mut self, range: Option<RangeIr>, set: SetId) -> Value {
        let Some(range) = range else { return Value::Set(set) };
        let count = self.ir.add(Num::Count(set));
        Num::InRange(range, count).value(&mut self.ir)
    }

    /// `sort`; as a test, a sort key counts a set's squares, and a count always exists.
    fn sort(
        &mut self,
        (quiet, min, doc): (bool, bool, &str),
        body: &Filter,
        filter: &Filter,
        ty: Type,
    ) -> Result<Value> {
        let ty = match ty {
            Type::Logical if body.ty == Type::Set => Type::Number,
            Type::Logical => filter.ty,
            _ => ty,
        };
        // Keys without a text are numbered as they begin, but of nested keys the inner one comes first.
        let unnamed = doc.is_empty().then(|| self.unnamed_sort());
        let outer = self.sorting;
        self.sorting |= ty == Type::Number;
        let lowered = self.outside_dash(|l| l.typed(body, ty));
        self.sorting = outer;
        let lowered = lowered?;
        let label = unnamed.is_some().then(|| match &body.kind {
            Kind::Paren(inner) => print_filter(inner, Dialect::Six),
            _ => print_filter(body, Dialect::Six),
        });
        let key = self.sort_key((quiet, min, unnamed.as_deref().unwrap_or(doc)), label);
        let body = lowered;
        Ok(match body {
            Value::Set(body) => Set::Sort(key, body).value(&mut self.ir),
            Value::Num(body) => Num::Sort(key, body).value(&mut self.ir),
            Value::Text(body) => Text::Sort(key, body).value(&mut self.ir),
            Value::Bool(_) | Value::Pos(_) | Value::Piece(_) | Value::Dictionary(_) => {
                return unsupported(filter, "as a sort key");
            }
        })
    }

    /// An operation of items.
    fn applied_to_items(&mut self, op: Shorthand, items: &[Filter]) -> Result<Value> {
        let items = self.items(items)?;
        Ok(match op {
            Shorthand::Str => Text::Str(items).value(&mut self.ir),
            Shorthand::Comment => Bool::Comment(items).value(&mut self.ir),
            op => Bool::Message { quiet: op == Shorthand::QuietMessage, items }.value(&mut self.ir),
        })
    }

    /// An operation of a move written with a dash.
    fn applied_to_move(&mut self, op: Shorthand, dash: &Filter, ty: Type) -> Result<Value> {
        Ok(match op {
            Shorthand::CurrentMove => self.dash_value(self.dash_inside(dash)?, true, ty)?,
            Shorthand::CountMoves => Value::Num(self.count_dash(dash)?),
            op => Set::Move(self.generated(op, dash)?, MoveSquares::To).value(&mut self.ir),
        })
    }

    /// A move written with a dash: whether it was played, or the value of its target after it.
    fn dash_value(&mut self, dash: &Dash, last: bool, ty: Type) -> Result<Value> {
        Ok(by_type!(self, ty, self.dash_truth(dash, last)?, |Node, lower| {
            let (dash, target) = self.valued_dash(dash, lower)?;
            Node::Dash { dash, last, target }
        }))
    }
}
