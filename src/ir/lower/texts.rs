//! Lowering of filters that yield a text.

use super::super::arena::{BoolId, NumId, TextId};
use super::super::info::Info;
use super::super::node::{Bool, Text, Value};
use super::{LowerError, Lowerer, Result, chain, unsupported};
use crate::chess::variant::Variant;
use crate::syntax::ast::{Binary, Compare, Filter, GameText, Kind, Outside, Type};
use crate::syntax::catalogue::TextOp;

/// Both ends of a slice, and whether it is one character.
pub(super) type Bounds = (Option<NumId>, Option<NumId>, bool);

impl Lowerer {
    pub(super) fn text(&mut self, filter: &Filter) -> Result<TextId> {
        let (node, info) = match &filter.kind {
            Kind::Text(text) => return Ok(self.text_constant(text)),
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                (Text::Variable(var), Info::leaf(10).reading(var))
            }
            Kind::Hhdb { key, search: None } if key.ty() == Type::Text => return Ok(self.hhdb_text(*key)),
            Kind::GameText { field, search: None } => return Ok(self.game_text(field)),
            Kind::Paren(inner) | Kind::NoTransform(inner) | Kind::Silent(inner) => return self.text(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let text = self.text(last)?;
                let Some(test) = test else { return Ok(text) };
                let info = Info::leaf(1).join(self.ir.bool_info(test)).join(self.ir.text_info(text));
                (Text::Guard(test, text), info)
            }
            Kind::Binary(Binary::Concat, ..) => {
                let parts = chain(filter, |op| op == Binary::Concat);
                let parts = parts.into_iter().map(|(_, f)| self.text(f)).collect::<Result<Vec<_>>>()?;
                let info = parts.iter().fold(Info::leaf(30), |info, &part| info.join(self.ir.text_info(part)));
                (Text::Concat(parts), info)
            }
            Kind::Binary(Binary::Compare(op), a, b) => {
                if matches!(
                    op,
                    Compare::Ancestor | Compare::AncestorEqual | Compare::Descendant | Compare::DescendantEqual
                ) {
                    let message = "this operator compares positions, not texts";
                    return Err(LowerError::new(filter.span, "type", message));
                }
                let (a, b) = (self.text(a)?, self.text(b)?);
                let info = Info::leaf(20).join(self.ir.text_info(a)).join(self.ir.text_info(b));
                (Text::Compare(*op, a, b), info)
            }
            Kind::Slice { of, bounds } => {
                let of = self.text(of)?;
                let (from, to, single) = self.bounds(bounds)?;
                let mut info = Info::leaf(30).join(self.ir.text_info(of));
                for end in [from, to].into_iter().flatten() {
                    info = info.join(self.ir.num_info(end));
                }
                (Text::Slice { of, from, to, single }, info)
            }
            Kind::Extreme { max, items } => {
                let items = items.iter().map(|f| self.text(f)).collect::<Result<Vec<_>>>()?;
                let info = items.iter().fold(Info::leaf(20), |info, &item| info.join(self.ir.text_info(item)));
                (Text::Extreme { max: *max, items }, info)
            }
            Kind::Str(items) => {
                let items = self.items(items)?;
                let info = self.items_info(&items);
                (Text::Str(items), info)
            }
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.text(inner))?;
                let info = Info::leaf(2).join(self.ir.pos_info(position)).join(self.ir.text_info(inner));
                (Text::At(position, inner), info)
            }
            Kind::Sort { quiet, min, doc, body } => {
                let text = self.outside_dash(|l| l.text(body))?;
                let key = self.sort_key(*quiet, *min, doc);
                let info = Info::leaf(20).join(self.ir.text_info(text)).with_effect();
                (Text::Sort(key, text), info)
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
        Ok(self.ir.texts.add(node, info))
    }

    fn rare_text(&mut self, filter: &Filter) -> Result<TextId> {
        let (node, info) = match &filter.kind {
            Kind::Outside(Outside::ReadFile(name)) => self.read_file(name)?,
            Kind::TransformNames(names) => return Ok(self.text_constant(&format!("<{}>", names.0.join(" ")))),
            Kind::Regex { text, pattern } => {
                let (search, info) = self.search(text, pattern, filter.span)?;
                (Text::Match(search), info)
            }
            Kind::Group { group, start: false } => {
                let history = self.history(filter)?;
                (Text::Group(history, group.clone()), Info::leaf(20).reading(history))
            }
            Kind::Entry { of, key } => {
                let (of, key, info) = self.entry(of, key)?;
                (Text::Entry { of, key }, info)
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a text");
                };
                let (then, otherwise) = (self.text(then)?, self.text(otherwise)?);
                let info = self.ir.bool_info(test).clone().join(self.ir.text_info(then));
                (Text::If(test, then, otherwise), info.join(self.ir.text_info(otherwise)))
            }
            _ => return unsupported(filter, "as a text"),
        };
        Ok(self.ir.texts.add(node, info))
    }

    /// `variant "atomic"`: any name of a known variant means that variant; another text is looked for in what the tag
    /// says, small letters and capitals alike.
    pub(super) fn variant(&mut self, name: &str) -> BoolId {
        let own = self.game_text(&GameText::Variant);
        let info = Info::leaf(50).join(self.ir.text_info(own));
        let Some(variant) = Variant::from_name(name) else {
            let name = self.text_constant(&name.to_ascii_lowercase());
            let own = self.ir.text_op(TextOp::Lowercase, vec![Value::Text(own)]);
            return self.ir.bools.add(Bool::Substring(name, own), info);
        };
        let name = self.text_constant(variant.name());
        let same = self.ir.texts.add(Text::Compare(Compare::Equal, own, name), info.clone());
        self.ir.bools.add(Bool::HasText(same), info)
    }

    /// A test of texts; one of the game is asked once a game.
    pub(super) fn text_test(&mut self, node: Bool, info: Info) -> BoolId {
        let info = if self.ir.is_game_test(&node) { Info { cost: 3, ..info } } else { info };
        self.ir.bools.add(node, info)
    }

    pub(super) fn text_constant(&mut self, text: &str) -> TextId {
        self.ir.texts.add(Text::Constant(text.to_owned()), Info::leaf(5))
    }

    pub(super) fn game_text(&mut self, field: &GameText) -> TextId {
        self.ir.texts.add(Text::Game(field.clone()), Info::leaf(20))
    }
}
