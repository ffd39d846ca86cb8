//! Copies of a filter with its parts replaced, for everything that rewrites a whole tree.

use super::visit::leaf;
use super::{
    Argument, Assign, Call, Constituent, ConstituentKind, Dash, Each, EachKey, Echo, Edit, Filter, Find, Focus, Kind,
    MoveFilter, MoveParam, Path, Promotion, Reach, Sequence, Slice,
};

impl Filter {
    /// A copy whose direct parts are replaced by what `f` makes of them. Stops at the first error.
    pub fn try_map<E>(&self, f: &mut dyn FnMut(&Filter) -> Result<Filter, E>) -> Result<Filter, E> {
        Ok(Filter { kind: map_kind(&self.kind, f)?, span: self.span, ty: self.ty })
    }
}

type Map<'a, E> = dyn FnMut(&Filter) -> Result<Filter, E> + 'a;

fn boxed<E>(f: &mut Map<'_, E>, filter: &Filter) -> Result<Box<Filter>, E> {
    f(filter).map(Box::new)
}

fn list<E>(f: &mut Map<'_, E>, filters: &[Filter]) -> Result<Vec<Filter>, E> {
    filters.iter().map(f).collect()
}

fn optional<E>(f: &mut Map<'_, E>, filter: &Option<Box<Filter>>) -> Result<Option<Box<Filter>>, E> {
    filter.as_deref().map(|filter| boxed(f, filter)).transpose()
}

fn map_kind<E>(kind: &Kind, f: &mut Map<'_, E>) -> Result<Kind, E> {
    Ok(match kind {
        leaf!() => kind.clone(),
        Kind::Entry { of, key } => Kind::Entry { of: of.clone(), key: boxed(f, key)? },
        Kind::AssignEntry { of, key, value } => {
            Kind::AssignEntry { of: of.clone(), key: boxed(f, key)?, value: boxed(f, value)? }
        }
        Kind::UnbindEntries { of, key } => Kind::UnbindEntries { of: of.clone(), key: optional(f, key)? },
        Kind::EachKey(each) => Kind::EachKey(EachKey {
            of: each.of.clone(),
            name: each.name.clone(),
            string: each.string,
            body: boxed(f, &each.body)?,
        }),
        Kind::If { test, then, otherwise } => {
            Kind::If { test: boxed(f, test)?, then: boxed(f, then)?, otherwise: optional(f, otherwise)? }
        }
        Kind::While { test, body } => Kind::While { test: boxed(f, test)?, body: boxed(f, body)? },
        Kind::Loop(a) => Kind::Loop(boxed(f, a)?),
        Kind::Assert(a) => Kind::Assert(boxed(f, a)?),
        Kind::Call(call) => {
            let argument = |argument: &Argument| -> Result<Argument, E> {
                Ok(Argument { value: f(&argument.value)?, hidden: argument.hidden.clone() })
            };
            let arguments = call.arguments.iter().map(argument).collect::<Result<_, E>>()?;
            Kind::Call(Call { function: call.function.clone(), arguments, body: boxed(f, &call.body)? })
        }
        Kind::Pin(params) => {
            let params = params.iter().map(|(part, set)| Ok((*part, f(set)?))).collect::<Result<_, E>>()?;
            Kind::Pin(params)
        }
        Kind::MakeSquare(parts) => Kind::MakeSquare(list(f, parts)?),
        Kind::Regex { text, pattern } => Kind::Regex { text: boxed(f, text)?, pattern: pattern.clone() },
        Kind::Outside(outside) => Kind::Outside(outside.try_map(f)?),
        Kind::Echo(echo) => Kind::Echo(Echo {
            source: echo.source.clone(),
            target: echo.target.clone(),
            body: boxed(f, &echo.body)?,
            ..*echo
        }),
        Kind::Apply(op, arguments) => Kind::Apply(*op, list(f, arguments)?),
        Kind::Unary(op, a) => Kind::Unary(*op, boxed(f, a)?),
        Kind::Binary(op, a, b) => Kind::Binary(*op, boxed(f, a)?, boxed(f, b)?),
        Kind::Arrow { left, sets } => Kind::Arrow { left: *left, sets: list(f, sets)? },
        Kind::At(a, b) => Kind::At(boxed(f, a)?, boxed(f, b)?),
        Kind::Braces(parts) => Kind::Braces(list(f, parts)?),
        Kind::Paren(a) => Kind::Paren(boxed(f, a)?),
        Kind::Slice { of, bounds } => Kind::Slice { of: boxed(f, of)?, bounds: slice(bounds, f)? },
        Kind::Assign(Assign { name, op, value, scope }) => {
            Kind::Assign(Assign { name: name.clone(), op: *op, value: boxed(f, value)?, scope: *scope })
        }
        Kind::AssignSlice { name, bounds, value } => {
            Kind::AssignSlice { name: name.clone(), bounds: slice(bounds, f)?, value: boxed(f, value)? }
        }
        Kind::AssignPiece { name, set } => Kind::AssignPiece { name: name.clone(), set: boxed(f, set)? },
        Kind::Each(each) => Kind::Each(Each {
            name: each.name.clone(),
            range: each.range.clone(),
            domain: optional(f, &each.domain)?,
            body: boxed(f, &each.body)?,
            ..*each
        }),
        Kind::Extreme { max, items } => Kind::Extreme { max: *max, items: list(f, items)? },
        Kind::Comment(items) => Kind::Comment(list(f, items)?),
        Kind::Message { quiet, items } => Kind::Message { quiet: *quiet, items: list(f, items)? },
        Kind::Str(items) => Kind::Str(list(f, items)?),
        Kind::Position(a) => Kind::Position(boxed(f, a)?),
        Kind::Child(a) => Kind::Child(optional(f, a)?),
        Kind::Move(m) => Kind::Move(MoveFilter {
            params: m.params.iter().map(|p| param(p, f)).collect::<Result<_, E>>()?,
            custody: optional(f, &m.custody)?,
            target: optional(f, &m.target)?,
        }),
        Kind::Sequence(s) => Kind::Sequence(Sequence {
            constituents: s.constituents.iter().map(|c| constituent(c, f)).collect::<Result<_, E>>()?,
            range: s.range.clone(),
            ..*s
        }),
        Kind::Dash(d) => Kind::Dash(dash(d, f)?),
        Kind::Legal { pseudo, dash } => Kind::Legal { pseudo: *pseudo, dash: boxed(f, dash)? },
        Kind::CountMoves(dash) => Kind::CountMoves(boxed(f, dash)?),
        Kind::CurrentMove(dash) => Kind::CurrentMove(boxed(f, dash)?),
        Kind::Path(p) => Kind::Path(Box::new(path(p, f)?)),
        Kind::Imagine(edits) => Kind::Imagine(edits.iter().map(|e| edit(e, f)).collect::<Result<_, E>>()?),
        Kind::Reach(r) => Kind::Reach(Reach { range: r.range.clone(), body: boxed(f, &r.body)?, ..*r }),
        Kind::Find(x) => Kind::Find(Find { range: x.range.clone(), body: boxed(f, &x.body)?, ..*x }),
        Kind::Sort { quiet, min, doc, body } => {
            Kind::Sort { quiet: *quiet, min: *min, doc: doc.clone(), body: boxed(f, body)? }
        }
        Kind::Transform { family, range, body } => {
            Kind::Transform { family: *family, range: range.clone(), body: boxed(f, body)? }
        }
        Kind::NoTransform(a) => Kind::NoTransform(boxed(f, a)?),
        Kind::Orbit { copies, range } => Kind::Orbit { copies: list(f, copies)?, range: range.clone() },
        Kind::Direction { mask, range, of } => Kind::Direction { mask: *mask, range: range.clone(), of: boxed(f, of)? },
        Kind::Ray { mask, attack, range, sets } => {
            Kind::Ray { mask: *mask, attack: *attack, range: range.clone(), sets: list(f, sets)? }
        }
        Kind::Between(a, b) => Kind::Between(boxed(f, a)?, boxed(f, b)?),
        Kind::AttackPairs { range, from, to } => {
            Kind::AttackPairs { range: range.clone(), from: boxed(f, from)?, to: boxed(f, to)? }
        }
        Kind::InRange(range, a) => Kind::InRange(range.clone(), boxed(f, a)?),
        Kind::Silent(a) => Kind::Silent(boxed(f, a)?),
    })
}

fn slice<E>(bounds: &Slice, f: &mut Map<'_, E>) -> Result<Slice, E> {
    Ok(match bounds {
        Slice::At(i) => Slice::At(boxed(f, i)?),
        Slice::Between(i, j) => Slice::Between(optional(f, i)?, optional(f, j)?),
    })
}

fn param<E>(p: &MoveParam, f: &mut Map<'_, E>) -> Result<MoveParam, E> {
    Ok(match p {
        MoveParam::From(s) => MoveParam::From(f(s)?),
        MoveParam::To(s) => MoveParam::To(f(s)?),
        MoveParam::Capture(s) => MoveParam::Capture(f(s)?),
        MoveParam::EnPassantSquare(s) => MoveParam::EnPassantSquare(f(s)?),
        other => other.clone(),
    })
}

fn edit<E>(e: &Edit, f: &mut Map<'_, E>) -> Result<Edit, E> {
    Ok(match e {
        Edit::Add { piece, at } => Edit::Add { piece: boxed(f, piece)?, at: optional(f, at)? },
        Edit::Remove(set) => Edit::Remove(boxed(f, set)?),
        Edit::Turn(turn) => Edit::Turn(boxed(f, turn)?),
    })
}

fn dash<E>(d: &Dash, f: &mut Map<'_, E>) -> Result<Dash, E> {
    Ok(Dash {
        capture: d.capture,
        left: optional(f, &d.left)?,
        right: optional(f, &d.right)?,
        promotion: match &d.promotion {
            Some(Promotion::Text(text)) => Some(Promotion::Text(boxed(f, text)?)),
            other => other.clone(),
        },
        target: list(f, &d.target)?,
    })
}

fn path<E>(p: &Path, f: &mut Map<'_, E>) -> Result<Path, E> {
    let focus = match &p.focus {
        Some(focus) => Some(Focus { capture: focus.capture, set: boxed(f, &focus.set)? }),
        None => None,
    };
    Ok(Path {
        range: p.range.clone(),
        title: p.title.clone(),
        focus,
        max: optional(f, &p.max)?,
        constituents: p.constituents.iter().map(|c| constituent(c, f)).collect::<Result<_, E>>()?,
        ..*p
    })
}

fn constituent<E>(c: &Constituent, f: &mut Map<'_, E>) -> Result<Constituent, E> {
    let kind = match &c.kind {
        ConstituentKind::Filter(filter) => ConstituentKind::Filter(boxed(f, filter)?),
        ConstituentKind::Group(parts) => {
            ConstituentKind::Group(parts.iter().map(|c| constituent(c, f)).collect::<Result<_, E>>()?)
        }
        ConstituentKind::Repeat { of, low, high } => {
            ConstituentKind::Repeat { of: Box::new(constituent(of, f)?), low: *low, high: *high }
        }
    };
    Ok(Constituent { kind, span: c.span })
}
