//! The parts of a filter, seen and not copied.

use super::{Constituent, ConstituentKind, Dash, Edit, Filter, Kind, MoveParam, Outside, Promotion, Slice};

/// The filters without parts, as a pattern.
macro_rules! leaf {
    () => {
        Kind::Integer(_)
            | Kind::Text(_)
            | Kind::Designator(_)
            | Kind::All
            | Kind::NoSquares
            | Kind::Variable(_)
            | Kind::GameText { .. }
            | Kind::Hhdb { .. }
            | Kind::CommonMoves(_)
            | Kind::Similar(_)
            | Kind::Elo(_)
            | Kind::Measured(_)
            | Kind::VariantEnd(_)
            | Kind::Tablebase(_)
            | Kind::Result(_)
            | Kind::IsBound { .. }
            | Kind::Unbind(_)
            | Kind::Function(_)
            | Kind::FenPattern(_)
            | Kind::Dictionary(_)
            | Kind::Entries(_)
            | Kind::TransformNames(_)
            | Kind::Group { .. }
    };
}
pub(crate) use leaf;

/// The function that is called for each part.
type See<'s, 'f> = dyn FnMut(&'f Filter) + 's;

impl Filter {
    /// Calls `see` with each direct part, in text order.
    pub fn for_each_part<'f>(&'f self, see: &mut See<'_, 'f>) {
        match &self.kind {
            Kind::Unary(_, a)
            | Kind::Paren(a)
            | Kind::Position(a)
            | Kind::NoTransform(a)
            | Kind::Silent(a)
            | Kind::InRange(_, a)
            | Kind::Loop(a)
            | Kind::Assert(a)
            | Kind::AssignPiece { set: a, .. }
            | Kind::Direction { of: a, .. }
            | Kind::Sort { body: a, .. }
            | Kind::Transform { body: a, .. }
            | Kind::Entry { key: a, .. }
            | Kind::Regex { text: a, .. }
            | Kind::Legal { dash: a, .. }
            | Kind::CountMoves(a)
            | Kind::CurrentMove(a) => see(a),
            Kind::Binary(_, a, b)
            | Kind::At(a, b)
            | Kind::Between(a, b)
            | Kind::AttackPairs { from: a, to: b, .. }
            | Kind::While { test: a, body: b }
            | Kind::AssignEntry { key: a, value: b, .. } => {
                see(a);
                see(b);
            }
            Kind::Apply(_, parts)
            | Kind::Braces(parts)
            | Kind::Comment(parts)
            | Kind::Str(parts)
            | Kind::MakeSquare(parts)
            | Kind::Arrow { sets: parts, .. }
            | Kind::Extreme { items: parts, .. }
            | Kind::Message { items: parts, .. }
            | Kind::Orbit { copies: parts, .. }
            | Kind::Ray { sets: parts, .. } => parts.iter().for_each(see),
            Kind::Assign(assign) => see(&assign.value),
            Kind::Reach(reach) => see(&reach.body),
            Kind::Find(find) => see(&find.body),
            Kind::EachKey(each) => see(&each.body),
            Kind::Echo(echo) => see(&echo.body),
            Kind::Outside(outside) => match outside {
                Outside::SetTag { value: a, .. } | Outside::ReadFile(a) => see(a),
                Outside::WriteFile { name, text } => {
                    see(name);
                    see(text);
                }
                Outside::Abort | Outside::AssertVariations(_) => {}
            },
            Kind::Child(a) | Kind::UnbindEntries { key: a, .. } => maybe(a, see),
            Kind::Pin(params) => params.iter().for_each(|(_, set)| see(set)),
            Kind::Each(each) => {
                maybe(&each.domain, see);
                see(&each.body);
            }
            Kind::If { test, then, otherwise } => {
                see(test);
                see(then);
                maybe(otherwise, see);
            }
            Kind::Slice { of, bounds } => {
                see(of);
                slice(bounds, see);
            }
            Kind::AssignSlice { bounds, value, .. } => {
                slice(bounds, see);
                see(value);
            }
            Kind::Call(call) => {
                call.arguments.iter().for_each(|argument| see(&argument.value));
                see(&call.body);
            }
            Kind::Move(m) => {
                m.params.iter().filter_map(MoveParam::set).for_each(&mut *see);
                maybe(&m.custody, see);
                maybe(&m.target, see);
            }
            Kind::Sequence(sequence) => sequence.constituents.iter().for_each(|c| constituent(c, see)),
            Kind::Dash(dash) => dash_parts(dash, see),
            Kind::Path(path) => {
                path.focus.iter().for_each(|focus| see(&focus.set));
                maybe(&path.max, see);
                path.constituents.iter().for_each(|c| constituent(c, see));
            }
            Kind::Imagine(edits) => edits.iter().for_each(|edit| match edit {
                Edit::Add { piece, at } => {
                    see(piece);
                    maybe(at, see);
                }
                Edit::Remove(part) | Edit::Turn(part) => see(part),
            }),
            leaf!() => {}
        }
    }

    /// True if this filter or one inside it is such.
    pub fn any_part(&self, is: &mut dyn FnMut(&Filter) -> bool) -> bool {
        let mut found = is(self);
        if !found {
            self.for_each_part(&mut |part| found = found || part.any_part(is));
        }
        found
    }
}

fn maybe<'f>(part: &'f Option<Box<Filter>>, see: &mut See<'_, 'f>) {
    if let Some(part) = part {
        see(part);
    }
}

fn slice<'f>(bounds: &'f Slice, see: &mut See<'_, 'f>) {
    match bounds {
        Slice::At(i) => see(i),
        Slice::Between(i, j) => [i, j].into_iter().flatten().for_each(|end| see(end)),
    }
}

fn dash_parts<'f>(dash: &'f Dash, see: &mut See<'_, 'f>) {
    [&dash.left, &dash.right].into_iter().flatten().for_each(|side| see(side));
    if let Some(Promotion::Text(text)) = &dash.promotion {
        see(text);
    }
    dash.target.iter().for_each(see);
}

fn constituent<'f>(of: &'f Constituent, see: &mut See<'_, 'f>) {
    match &of.kind {
        ConstituentKind::Filter(filter) => see(filter),
        ConstituentKind::Group(parts) => parts.iter().for_each(|part| constituent(part, see)),
        ConstituentKind::Repeat { of, .. } => constituent(of, see),
    }
}
