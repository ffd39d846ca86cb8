//! Regular filters in the typed form: the operations of the catalogue, applied to values.

use super::ids::{BoolId, NumId, PosId, SetId, TextId};
use super::node::{Bool, Ir, Num, Pos, Set, Text, Value};
use crate::syntax::catalogue::{Form, NumberOp, PositionOp, Row, SetOp, TextOp, TruthOp};

impl Ir {
    /// A truth.
    pub(super) fn truth_op(&mut self, op: TruthOp, arguments: Vec<Value>) -> BoolId {
        self.add(Bool::Apply(op, arguments))
    }

    /// A set.
    pub(super) fn set_op(&mut self, op: SetOp, arguments: Vec<Value>) -> SetId {
        self.add(Set::Apply(op, arguments))
    }

    /// A number.
    pub(super) fn number_op(&mut self, op: NumberOp, arguments: Vec<Value>) -> NumId {
        self.add(Num::Apply(op, arguments))
    }

    /// A text.
    pub(super) fn text_op(&mut self, op: TextOp, arguments: Vec<Value>) -> TextId {
        self.add(Text::Apply(op, arguments))
    }

    /// A position.
    pub(super) fn position_op(&mut self, op: PositionOp, arguments: Vec<Value>) -> PosId {
        self.add(Pos::Apply(op, arguments))
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
