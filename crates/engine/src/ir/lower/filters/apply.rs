//! Lowering of regular filters: the operations of the catalogue.

use crate::chess::Bitboard;
use crate::ir::lower::{LowerError, Lowerer, Result, unsupported};
use crate::ir::node::{Bool, Num, Pos, Set, Text, Value};
use crate::ir::properties::Node as _;
use crate::syntax::ast::{Filter, Kind, VariableKind};
use crate::syntax::catalogue::{Argument, NumberOp, Op, PositionOp, Shorthand, TextOp, TruthOp};

impl Lowerer {
    /// An operation, as a value of the type that its row names.
    pub(super) fn applied(&mut self, op: Op, parts: &[Filter], filter: &Filter) -> Result<Value> {
        if let Some(adviser) = op.row().adviser {
            self.needs(adviser, filter)?;
        }
        // An engine says what the game does not, and is evaluated as late as engines are.
        let op = match op {
            Op::Number(NumberOp::EvalDrop) if self.options.engine => Op::Number(NumberOp::EngineDrop),
            other => other,
        };
        if let (Op::Number(NumberOp::PieceId), [part]) = (op, parts)
            && let Kind::Variable(name) = &part.kind
            && self.kind(self.variable(name)?) == VariableKind::Piece
        {
            // The piece has a number even after it is gone.
            let var = self.variable(name)?;
            return Ok(Value::Num(self.ir.add(Num::PieceNumber(var))));
        }
        // A variable is asserted to have a value.
        if let (Op::Truth(TruthOp::Assert), [Filter { kind: Kind::Variable(name), .. }]) = (op, parts) {
            let bound = Bool::IsBound(self.variable(name)?).value(&mut self.ir);
            return self.operation(op, vec![bound], filter);
        }
        let wanted = op.row().arguments.iter();
        let arguments = parts.iter().zip(wanted).map(|(part, wanted)| self.applied_to(part, *wanted));
        let arguments = arguments.collect::<Result<_>>()?;
        self.files |= matches!(op, Op::Text(TextOp::ReadFile) | Op::Truth(TruthOp::WriteFile));
        self.operation(op, arguments, filter)
    }

    /// An operation whose arguments follow the names of its parameters; a missing one has the value of its row.
    pub(super) fn applied_named(&mut self, op: Op, written: &[(usize, Filter)], filter: &Filter) -> Result<Value> {
        let wanted = op.row().parameters.iter().zip(op.row().arguments).enumerate();
        let arguments =
            wanted.map(|(place, (parameter, wanted))| match written.iter().find(|(other, _)| *other == place) {
                Some((_, part)) => self.applied_to(part, *wanted),
                None => Ok(Value::Set(self.designator(parameter.default))),
            });
        let arguments = arguments.collect::<Result<_>>()?;
        self.operation(op, arguments, filter)
    }

    fn operation(&mut self, op: Op, arguments: Vec<Value>, filter: &Filter) -> Result<Value> {
        Ok(match op {
            Op::Truth(op) => Bool::Apply(op, arguments).value(&mut self.ir),
            Op::Set(op) => Set::Apply(op, arguments).value(&mut self.ir),
            Op::Text(op) => Text::Apply(op, arguments).value(&mut self.ir),
            Op::Number(op) => Num::Apply(op, arguments).value(&mut self.ir),
            Op::Position(op) => Pos::Apply(op, arguments).value(&mut self.ir),
            Op::Shorthand(shorthand) => self.shorthand(shorthand, arguments, filter)?,
        })
    }

    /// An argument in the type that is wanted.
    fn applied_to(&mut self, part: &Filter, wanted: Argument) -> Result<Value> {
        match wanted {
            Argument::Any => self.value(part),
            Argument::Condition => Ok(Value::Bool(self.truth(part)?)),
            Argument::Of(ty) => self.typed(part, ty),
            Argument::Piece => Ok(Value::Set(self.set(part)?)),
            Argument::Literal => Ok(Value::Text(self.text(part)?)),
            Argument::Move => unsupported(part, "as a value"),
        }
    }

    /// The filter that a shorthand stands for.
    fn shorthand(&mut self, shorthand: Shorthand, mut arguments: Vec<Value>, filter: &Filter) -> Result<Value> {
        Ok(match shorthand {
            Shorthand::True => Value::Bool(self.constant(true)),
            Shorthand::False | Shorthand::Extension => Value::Bool(self.constant(false)),
            Shorthand::Variation => {
                let mainline = self.ir.add(Bool::Apply(TruthOp::Mainline, Vec::new()));
                Value::Bool(self.not(mainline))
            }
            Shorthand::BeginVariation => Value::Bool(self.ir.add(Bool::Apply(TruthOp::Secondary, Vec::new()))),
            Shorthand::White => Value::Num(self.number_constant(1)),
            Shorthand::Black => Value::Num(self.number_constant(-1)),
            Shorthand::Try => Value::Num(self.try_count()),
            Shorthand::PathCountUnfocused => {
                let ply = self.ir.add(Num::Apply(NumberOp::Ply, Vec::new()));
                let start = self.ir.add(Pos::Apply(PositionOp::PathStart, Vec::new()));
                let before = self.ir.add(Num::At(start, ply));
                let count = self.ir.add(Num::Apply(NumberOp::PathCount, Vec::new()));
                Value::Num(self.ir.add(Num::Sum(vec![(false, ply), (true, before), (true, count)])))
            }
            Shorthand::From => Value::Set(self.last_move(false)),
            Shorthand::To => Value::Set(self.last_move(true)),
            Shorthand::Light => self.shaded(Bitboard::LIGHT_SQUARES, &arguments),
            Shorthand::Dark => self.shaded(!Bitboard::LIGHT_SQUARES, &arguments),
            Shorthand::Descendant => {
                arguments.reverse();
                Value::Bool(self.ir.add(Bool::Apply(TruthOp::Ancestor, arguments)))
            }
            Shorthand::CurrentTransform => Value::Text(self.text_constant("<>")),
            Shorthand::Differences => self.differences(filter.span)?.value(&mut self.ir),
            Shorthand::InFile => Value::Bool(self.in_file(&self.literal(&arguments))),
            Shorthand::Similar => Value::Bool(self.similar(self.literal(&arguments), true, true)),
            Shorthand::SimilarNoSort => Value::Bool(self.similar(self.literal(&arguments), false, true)),
            Shorthand::SimilarNoTransform => Value::Bool(self.similar(self.literal(&arguments), true, false)),
            Shorthand::SimilarNeither => Value::Bool(self.similar(self.literal(&arguments), false, false)),
            Shorthand::SetTag => match arguments.as_slice() {
                [_, Value::Text(value)] => Bool::SetTag(self.literal(&arguments), *value).value(&mut self.ir),
                _ => return unsupported(filter, "without a text"),
            },
            Shorthand::RemoveTag => Bool::RemoveTag(self.literal(&arguments)).value(&mut self.ir),
            Shorthand::AssertVariations if self.options.variations => Value::Bool(self.constant(true)),
            Shorthand::AssertVariations => {
                let error = LowerError::new(filter.span, "needs-variations", self.literal(&arguments));
                return Err(error.help("write `variations` in the header of the query, or search with `--variations`"));
            }
            Shorthand::FenPattern => return unsupported(filter, "before it is expanded"),
            Shorthand::Legal | Shorthand::Pseudolegal | Shorthand::CountMoves | Shorthand::CurrentMove => {
                return unsupported(filter, "without a move");
            }
            Shorthand::Comment | Shorthand::Message | Shorthand::QuietMessage | Shorthand::Str => {
                return unsupported(filter, "without items");
            }
        })
    }

    /// The quoted text that is the first argument.
    fn literal(&self, arguments: &[Value]) -> String {
        match arguments.first() {
            Some(Value::Text(id)) => match self.ir.text(*id) {
                Text::Constant(text) => text.clone(),
                _ => String::new(),
            },
            _ => String::new(),
        }
    }

    /// The squares of one shade in all of some sets.
    fn shaded(&mut self, shade: Bitboard, sets: &[Value]) -> Value {
        let mut parts = vec![self.squares(shade)];
        parts.extend(sets.iter().filter_map(|set| match set {
            Value::Set(id) => Some(*id),
            _ => None,
        }));
        Value::Set(self.intersection(parts))
    }
}
