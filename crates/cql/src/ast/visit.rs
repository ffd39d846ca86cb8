//! The parts of a filter: listed once, for those who look at them and for those who change them.

use super::{Constituent, ConstituentKind, Edit, Filter, Kind, MoveParam, Name, Promotion, Slice};

/// The enumeration of parts, by reference (`for_each_part`, `iter`) or by mutable reference (`for_each_part_mut`,
/// `iter_mut`, `mut`).
macro_rules! parts {
    ($(#[$doc:meta])* $each:ident, $iter:ident, $set:ident $(, $mutable:tt)?) => {
        impl Filter {
            $(#[$doc])*
            pub fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match &$($mutable)? self.kind {
                    Kind::Unary(_, a)
                    | Kind::Paren(a)
                    | Kind::NoTransform(a)
                    | Kind::Silent(a)
                    | Kind::InRange(_, a)
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
                    | Kind::Arrow { sets: parts, .. }
                    | Kind::Extreme { items: parts, .. }
                    | Kind::Message { items: parts, .. }
                    | Kind::Orbit { copies: parts, .. }
                    | Kind::Ray { sets: parts, .. } => parts.$iter().for_each(see),
                    Kind::Assign(assign) => see(&$($mutable)? assign.value),
                    Kind::Reach(reach) => see(&$($mutable)? reach.body),
                    Kind::Find(find) => see(&$($mutable)? find.body),
                    Kind::EachKey(each) => see(&$($mutable)? each.body),
                    Kind::Echo(echo) => see(&$($mutable)? echo.body),
                    Kind::UnbindEntries { key: a, .. } => a.$iter().for_each(|part| see(part)),
                    Kind::ApplyNamed(_, written) => written.$iter().for_each(|(_, set)| see(set)),
                    Kind::Each(each) => {
                        each.domain.$iter().for_each(|part| see(part));
                        see(&$($mutable)? each.body);
                    }
                    Kind::If { test, then, otherwise } => {
                        see(test);
                        see(then);
                        otherwise.$iter().for_each(|part| see(part));
                    }
                    Kind::Slice { of, bounds } => {
                        see(of);
                        bounds.$each(see);
                    }
                    Kind::AssignSlice { bounds, value, .. } => {
                        bounds.$each(see);
                        see(value);
                    }
                    Kind::Call(call) => {
                        call.arguments.$iter().for_each(|argument| see(&$($mutable)? argument.value));
                        see(&$($mutable)? call.body);
                    }
                    Kind::Move(m) => {
                        m.params.$iter().filter_map(MoveParam::$set).for_each(&mut *see);
                        m.custody.$iter().for_each(|part| see(part));
                        m.target.$iter().for_each(|part| see(part));
                    }
                    Kind::Sequence(sequence) => sequence.constituents.$iter().for_each(|c| c.$each(see)),
                    Kind::Dash(dash) => {
                        dash.left.$iter().chain(dash.right.$iter()).for_each(|side| see(side));
                        if let Some(Promotion::Text(text)) = &$($mutable)? dash.promotion {
                            see(text);
                        }
                        dash.target.$iter().for_each(see);
                    }
                    Kind::Path(path) => {
                        path.focus.$iter().for_each(|focus| see(&$($mutable)? focus.set));
                        path.max.$iter().for_each(|part| see(part));
                        path.constituents.$iter().for_each(|c| c.$each(see));
                    }
                    Kind::Imagine(edits) => edits.$iter().for_each(|edit| match edit {
                        Edit::Add { piece, at } => {
                            see(piece);
                            at.$iter().for_each(|part| see(part));
                        }
                        Edit::Remove(part) | Edit::Turn(part) => see(part),
                    }),
                    Kind::Integer(_)
                    | Kind::Text(_)
                    | Kind::Designator(_)
                    | Kind::All
                    | Kind::NoSquares
                    | Kind::Variable(_)
                    | Kind::GameText { .. }
                    | Kind::Hhdb { .. }
                    | Kind::CommonMoves(_)
                    | Kind::IsBound { .. }
                    | Kind::Unbind(_)
                    | Kind::Function(_)
                    | Kind::Include(_)
                    | Kind::Parameter(_)
                    | Kind::Dictionary(_)
                    | Kind::Entries(_)
                    | Kind::TransformNames(_)
                    | Kind::Group { .. }
                    | Kind::MatchMeasure(_) => {}
                }
            }
        }

        impl Slice {
            fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match self {
                    Slice::At(i) => see(i),
                    Slice::Between(i, j) => i.$iter().chain(j.$iter()).for_each(|end| see(end)),
                }
            }
        }

        impl Constituent {
            fn $each<'f>(&'f $($mutable)? self, see: &mut dyn FnMut(&'f $($mutable)? Filter)) {
                match &$($mutable)? self.kind {
                    ConstituentKind::Filter(filter) => see(filter),
                    ConstituentKind::Group(parts) | ConstituentKind::AnyOrder(parts) => {
                        parts.$iter().for_each(|part| part.$each(see));
                    }
                    ConstituentKind::Either(lists) | ConstituentKind::Both(lists) => {
                        lists.$iter().flatten().for_each(|part| part.$each(see));
                    }
                    ConstituentKind::Repeat { of, .. } | ConstituentKind::Named { of, .. } => of.$each(see),
                }
            }
        }
    };
}

impl Kind {
    /// The variables to which the filter itself gives a value. That of a loop over squares or pieces is not among them:
    /// it has none outside of the loop.
    pub fn bound_names(&self) -> impl Iterator<Item = &Name> {
        let names = match self {
            Kind::Assign(assign) => [Some(&assign.name), None],
            Kind::AssignSlice { name, .. } | Kind::AssignPiece { name, .. } => [Some(name), None],
            Kind::Echo(echo) => [Some(&echo.source), Some(&echo.target)],
            Kind::EachKey(each) => [Some(&each.name), None],
            // The entries of a dictionary are no variables.
            _ => [None, None],
        };
        names.into_iter().flatten()
    }
}

parts! {
    /// Calls `see` with each direct part, in text order.
    for_each_part, iter, set
}

parts! {
    /// Calls `see` with each direct part, in text order, to change it.
    for_each_part_mut, iter_mut, set_mut, mut
}

impl Filter {
    /// Changes each direct part, in text order. Stops at the first error.
    pub fn try_change_parts<E>(&mut self, change: &mut dyn FnMut(&mut Filter) -> Result<(), E>) -> Result<(), E> {
        let mut result = Ok(());
        self.for_each_part_mut(&mut |part| {
            if result.is_ok() {
                result = change(part);
            }
        });
        result
    }

    /// True if `is` holds for this filter or for one inside it.
    pub fn any_part(&self, is: &mut dyn FnMut(&Filter) -> bool) -> bool {
        let mut found = is(self);
        if !found {
            self.for_each_part(&mut |part| found = found || part.any_part(is));
        }
        found
    }
}
