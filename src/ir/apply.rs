//! Regular filters in the typed form: the operations of the catalogue, applied to values.

use super::arena::{BoolId, NumId, PosId, SetId, TextId};
use super::info::Info;
use super::node::{Bool, Ir, Num, Pos, Set, Text, Value};
use crate::syntax::catalogue::{Form, NumberOp, PositionOp, Row, SetOp, TextOp, TruthOp};

impl Ir {
    /// A truth.
    pub(super) fn truth_op(&mut self, op: TruthOp, arguments: Vec<Value>) -> BoolId {
        let info = self.applied_info(op.row(), &arguments);
        self.bools.add(Bool::Apply(op, arguments), info)
    }

    /// A set.
    pub(super) fn set_op(&mut self, op: SetOp, arguments: Vec<Value>) -> SetId {
        let info = self.applied_info(op.row(), &arguments);
        self.sets.add(Set::Apply(op, arguments), info)
    }

    /// A number.
    pub(super) fn number_op(&mut self, op: NumberOp, arguments: Vec<Value>) -> NumId {
        let info = self.applied_info(op.row(), &arguments);
        self.nums.add(Num::Apply(op, arguments), info)
    }

    /// A text.
    pub(super) fn text_op(&mut self, op: TextOp, arguments: Vec<Value>) -> TextId {
        let info = self.applied_info(op.row(), &arguments);
        self.texts.add(Text::Apply(op, arguments), info)
    }

    /// A position.
    pub(super) fn position_op(&mut self, op: PositionOp, arguments: Vec<Value>) -> PosId {
        let info = self.applied_info(op.row(), &arguments);
        self.positions.add(Pos::Apply(op, arguments), info)
    }

    /// What is known about an operation: what its row says, and what is known about its arguments.
    fn applied_info(&self, row: &Row, arguments: &[Value]) -> Info {
        let own = Info::leaf(row.cost);
        let own = if row.effect { own.with_effect() } else { own };
        arguments.iter().fold(own, |info, &argument| info.join(&self.value_info(argument)))
    }

    /// An operation as text.
    pub(crate) fn applied_text(&self, row: &Row, arguments: &[Value]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|&argument| self.value_text(argument)).collect();
        let arguments = arguments.join(" ");
        match row.form {
            Form::Prefix(_) => format!("{} {arguments}", row.spelling),
            Form::Call(_) => format!("{}({arguments})", row.spelling),
            Form::Word | Form::Infix | Form::Parameter(_) | Form::Own | Form::NoGrammar => row.spelling.to_owned(),
        }
    }
}
