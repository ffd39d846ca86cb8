//! The side that a query matches for: that of the image which `flipcolor` has found.
//!
//! A variable is assigned at the end of the transform's argument. What it is given, `currenttransform`, differs in each
//! image, and two images that differ in nothing else are one. A variable that filters after the transform could not
//! forget would be wrong wherever the transform is one of several ways to match, so only transforms that every match
//! goes through get one.

use super::parsed::ParsedQuery;
use crate::search::Value;
use crate::syntax::ast::{Assign, AssignOp, Binary, Family, Filter, Kind, Name, Scope, Span, Type, VariableKind};
use crate::syntax::catalogue::{Op, Shorthand};
use tabiya_chess::Color;

/// The variable. No query can name it.
const NAME: &str = "the side";

/// The word for the exchange of colours among the names of transforms.
const EXCHANGED: &str = "invertcolor";

impl ParsedQuery {
    /// Adds to the values that the query selects, after those that it has already, the side that it matches for; `false`
    /// if it has no `flipcolor` or `reversecolor` that all its matches go through, so that it matches for White.
    /// [`matched_side`](Self::matched_side) reads the value.
    ///
    /// The side is that of the image which was found: White for the filters as they are written, Black for those with the
    /// colours exchanged. Where both images match, the first one counts, and images that are equal are White's.
    pub fn select_side(&mut self) -> bool {
        if !self.script.body.iter_mut().any(mark) {
            return false;
        }
        let name = Name { text: NAME.into(), span: Span::default() };
        self.script.variables.push((NAME.into(), VariableKind::Value(Type::Text)));
        let value = Filter { kind: Kind::Variable(name), span: Span::default(), ty: Type::Text };
        self.selects.push((NAME.into(), value));
        true
    }

    /// The side that the value of [`select_side`](Self::select_side) stands for.
    pub fn matched_side(value: &Value) -> Color {
        let exchanges = match value {
            Value::Text(text) => text.matches(EXCHANGED).count(),
            _ => 0,
        };
        if exchanges % 2 == 1 { Color::Black } else { Color::White }
    }
}

/// Marks the first exchange of colours that every match of a filter goes through; `false` if there is none.
fn mark(filter: &mut Filter) -> bool {
    match &mut filter.kind {
        Kind::Transform { family: Family::FlipColor | Family::ReverseColor, range: None, body } => {
            let span = body.span;
            let text = Filter {
                kind: Kind::Apply(Op::Shorthand(Shorthand::CurrentTransform), Vec::new()),
                span,
                ty: Type::Text,
            };
            let name = Name { text: NAME.into(), span };
            let assign = Assign { name, op: AssignOp::Set, value: Box::new(text), scope: Scope::Game };
            let marker = Filter { kind: Kind::Assign(assign), span, ty: Type::Logical };
            let marked = Kind::Braces(vec![(**body).clone(), marker]);
            **body = Filter { kind: marked, span, ty: Type::Logical };
            filter.ty = Type::Logical;
            true
        }
        Kind::Transform { range: None, body, .. } | Kind::Paren(body) | Kind::At(_, body) => mark(body),
        Kind::Binary(Binary::And, left, right) => mark(left) || mark(right),
        Kind::Braces(parts) => parts.iter_mut().any(mark),
        _ => false,
    }
}
