//! Lowering of filters that yield a text.

use super::super::ids::{BoolId, NumId, TextId};
use super::super::node::{Bool, Text, Value};
use super::{LowerError, Lowerer, Result, chain, unsupported};
use crate::chess::variant::Variant;
use crate::syntax::ast::{Binary, Compare, Filter, GameText, Kind, Outside, Type};
use crate::syntax::catalogue::TextOp;

/// Both ends of a slice, and whether it is one character.
pub(super) type Bounds = (Option<NumId>, Option<NumId>, bool);

impl Lowerer {
    pub(super) fn text(&mut self, filter: &Filter) -> Result<TextId> {
        let node = match &filter.kind {
            Kind::Text(text) => return Ok(self.text_constant(text)),
            Kind::Variable(name) => Text::Variable(self.variable(name)?),
            Kind::Hhdb { key, search: None } if key.ty() == Type::Text => return Ok(self.hhdb_text(*key)),
            Kind::GameText { field, search: None } => return Ok(self.game_text(field)),
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => return self.text(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let text = self.text(last)?;
                let Some(test) = test else { return Ok(text) };
                Text::Guard(test, text)
            }
            Kind::Binary(Binary::Concat, ..) => {
                let parts = chain(filter, |op| op == Binary::Concat);
                let parts = parts.into_iter().map(|(_, f)| self.text(f)).collect::<Result<Vec<_>>>()?;
                Text::Concat(parts)
            }
            Kind::Binary(Binary::Compare(op), a, b) => {
                if matches!(
                    op,
                    Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual
                ) {
                    let message = "this comparison is for positions, not for texts";
                    return Err(LowerError::new(filter.span, "type", message));
                }
                let (a, b) = (self.text(a)?, self.text(b)?);
                Text::Compare(*op, a, b)
            }
            Kind::Slice { of, bounds } => {
                let of = self.text(of)?;
                let (from, to, single) = self.bounds(bounds)?;
                Text::Slice { of, from, to, single }
            }
            Kind::Extreme { max, items } => {
                let items = items.iter().map(|f| self.text(f)).collect::<Result<Vec<_>>>()?;
                Text::Extreme { max: *max, items }
            }
            Kind::Str(items) => Text::Str(self.items(items)?),
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.text(inner))?;
                Text::At(position, inner)
            }
            Kind::Sort { quiet, min, doc, body } => {
                let text = self.outside_dash(|l| l.text(body))?;
                let key = self.sort_key(*quiet, *min, doc);
                Text::Sort(key, text)
            }
            Kind::Apply(op, arguments) => {
                return match self.applied(*op, arguments, filter)? {
                    Value::Text(id) => Ok(id),
                    _ => unsupported(filter, "as a text"),
                };
            }
            Kind::Dash(dash) => return self.dash_text(dash, false),
            Kind::CurrentMove(dash) => return self.dash_text(self.dash_inside(dash), true),
            _ => return self.rare_text(filter),
        };
        Ok(self.ir.add(node))
    }

    fn rare_text(&mut self, filter: &Filter) -> Result<TextId> {
        let node = match &filter.kind {
            Kind::Outside(Outside::ReadFile(name)) => self.read_file(name)?,
            Kind::TransformNames(names) => return Ok(self.text_constant(&format!("<{}>", names.0.join(" ")))),
            Kind::Regex { text, pattern } => Text::Match(self.search(text, pattern, filter.span)?),
            Kind::Group { group, start: false } => {
                let history = self.history(filter)?;
                Text::Group(history, group.clone())
            }
            Kind::Entry { of, key } => {
                let (of, key) = self.entry(of, key)?;
                Text::Entry { of, key }
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a text");
                };
                let (then, otherwise) = (self.text(then)?, self.text(otherwise)?);
                Text::If(test, then, otherwise)
            }
            _ => return unsupported(filter, "as a text"),
        };
        Ok(self.ir.add(node))
    }

    /// `variant "atomic"`: any name of a known variant means that variant; another text is looked for in what the tag
    /// says, small letters and capitals alike.
    pub(super) fn variant(&mut self, name: &str) -> BoolId {
        let own = self.game_text(&GameText::Variant);
        let Some(variant) = Variant::from_name(name) else {
            let name = self.text_constant(&name.to_ascii_lowercase());
            let own = self.ir.text_op(TextOp::Lowercase, vec![Value::Text(own)]);
            return self.ir.add(Bool::Substring(name, own));
        };
        let name = self.text_constant(variant.name());
        let same = self.ir.add(Text::Compare(Compare::Equal, own, name));
        self.ir.add(Bool::HasText(same))
    }

    pub(super) fn text_constant(&mut self, text: &str) -> TextId {
        self.ir.add(Text::Constant(text.to_owned()))
    }

    pub(super) fn game_text(&mut self, field: &GameText) -> TextId {
        self.ir.add(Text::Game(field.clone()))
    }
}
