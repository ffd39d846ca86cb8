//! Lowering of filters that yield squares.

use super::super::ids::SetId;
use super::super::node::{BoundIr, MoveSquares, RangeIr, Set, Value};
use super::{Lowerer, Result, chain, unsupported};
use crate::chess::Bitboard;
use crate::syntax::ast::{
    Binary, Designator, Filter, Kind, MoveFilter, MoveParam, Pieces, PinPart, Unary, VariableKind,
};

impl Lowerer {
    pub(super) fn set(&mut self, filter: &Filter) -> Result<SetId> {
        match &filter.kind {
            Kind::Designator(d) => Ok(self.designator(*d)),
            Kind::All => Ok(self.squares(Bitboard::FULL)),
            Kind::NoSquares => Ok(self.squares(Bitboard::EMPTY)),
            Kind::Paren(inner) | Kind::NoTransform(inner) => self.set(inner),
            Kind::Braces(_) | Kind::Call(_) => {
                let (test, last) = self.guarded(filter)?;
                let set = self.set(last)?;
                let Some(test) = test else { return Ok(set) };
                Ok(self.ir.add(Set::Guard(test, set)))
            }
            Kind::Variable(name) => {
                let var = self.variable(name)?;
                let piece = self.kind(var) == VariableKind::Piece;
                let node = if piece { Set::Piece(var) } else { Set::Variable(var) };
                Ok(self.ir.add(node))
            }
            Kind::Unary(op, inner) => self.set_unary(*op, inner, filter),
            Kind::Binary(op, a, b) => self.set_binary(*op, a, b, filter),
            Kind::Arrow { left, sets } => self.arrow(*left, sets),
            Kind::At(position, inner) => {
                let position = self.position(position)?;
                let inner = self.elsewhere(|l| l.set(inner))?;
                Ok(self.ir.add(Set::At(position, inner)))
            }
            Kind::Direction { mask, range, of } => {
                let one_to_seven = RangeIr { low: BoundIr::Constant(1), high: BoundIr::Constant(7) };
                let range = self.optional_range(range)?.unwrap_or(one_to_seven);
                let of = self.set(of)?;
                Ok(self.ir.add(Set::Direction { mask: *mask, range, of }))
            }
            Kind::Ray { mask, attack, sets, range: None } => {
                let sets = sets.iter().map(|f| self.set(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.ir.add(Set::Ray { mask: *mask, attack: *attack, sets }))
            }
            Kind::Between(a, b) => self.set_pair(a, b, Set::Between),
            Kind::AttackPairs { range: None, from, to } => self.set_pair(to, from, Set::AttackedBy),
            Kind::Each(each) if !each.all && each.range.is_none() => self.loop_set(each),
            Kind::Move(m) => self.move_set(m, filter),
            Kind::Apply(op, arguments) => match self.applied(*op, arguments, filter)? {
                Value::Set(id) => Ok(id),
                _ => unsupported(filter, "as a set"),
            },
            Kind::Orbit { copies, range: None } => {
                let copies = self.each_copy(copies, Self::set)?;
                Ok(self.union(copies))
            }
            Kind::Sort { quiet, min, doc, body } => {
                let set = self.outside_dash(|l| l.set(body))?;
                let key = self.sort_key(*quiet, *min, doc);
                Ok(self.ir.add(Set::Sort(key, set)))
            }
            Kind::If { .. } => {
                let Some((test, then, otherwise)) = self.branches(filter)? else {
                    return unsupported(filter, "as a set");
                };
                let (then, otherwise) = (self.set(then)?, self.set(otherwise)?);
                Ok(self.ir.add(Set::If(test, then, otherwise)))
            }
            _ => self.rare_set(filter),
        }
    }

    fn rare_set(&mut self, filter: &Filter) -> Result<SetId> {
        match &filter.kind {
            Kind::Pin(params) => self.pin(params),
            Kind::Entry { of, key } => {
                let (of, key) = self.entry(of, key)?;
                Ok(self.ir.add(Set::Entry { of, key }))
            }
            Kind::Dash(dash) => self.dash_set(dash, false),
            Kind::CurrentMove(dash) => self.dash_set(self.dash_inside(dash), true),
            Kind::Legal { pseudo, dash } => self.legal_squares(*pseudo, dash),
            Kind::MakeSquare(parts) => {
                let node = match parts.as_slice() {
                    [file, rank] => {
                        let (file, rank) = (self.number(file)?, self.number(rank)?);
                        Set::MakeSquare(file, rank)
                    }
                    [text] => Set::NamedSquare(self.text(text)?),
                    _ => return unsupported(filter, "with so many parts"),
                };
                Ok(self.ir.add(node))
            }
            _ => unsupported(filter, "as a set"),
        }
    }

    fn pin(&mut self, params: &[(PinPart, Filter)]) -> Result<SetId> {
        let kings = Designator { pieces: Pieces(1 << 5 | 1 << 11), squares: Bitboard::FULL };
        let everything = self.squares(Bitboard::FULL);
        let mut sets = [everything, everything, self.designator(kings)];
        for (part, filter) in params {
            sets[*part as usize] = self.set(filter)?;
        }
        let wanted = params.first().map_or(PinPart::Through, |(part, _)| *part);
        Ok(self.ir.add(Set::Pin { sets, wanted }))
    }

    fn set_unary(&mut self, op: Unary, inner: &Filter, filter: &Filter) -> Result<SetId> {
        match op {
            Unary::Complement | Unary::Not => {
                let inner = self.set(inner)?;
                if let Set::Constant(squares) = self.ir.set(inner) {
                    let squares = !*squares;
                    return Ok(self.squares(squares));
                }
                Ok(self.ir.add(Set::Complement(inner)))
            }
            _ => unsupported(filter, "as a set"),
        }
    }

    fn set_binary(&mut self, op: Binary, a: &Filter, b: &Filter, filter: &Filter) -> Result<SetId> {
        match op {
            Binary::Union | Binary::Or => {
                let parts = chain(filter, |found| found == op);
                let parts = parts.into_iter().map(|(_, f)| self.set(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.union(parts))
            }
            Binary::Intersect => {
                let parts = chain(filter, |found| found == op);
                let parts = parts.into_iter().map(|(_, f)| self.set(f)).collect::<Result<Vec<_>>>()?;
                Ok(self.intersection(parts))
            }
            Binary::SameSquares => {
                let (a, b) = (self.position(a)?, self.position(b)?);
                Ok(self.ir.add(Set::SameSquares(a, b)))
            }
            Binary::Attacks => self.set_pair(a, b, Set::Attacks),
            Binary::AttackedBy => self.set_pair(a, b, Set::AttackedBy),
            _ => unsupported(filter, "as a set"),
        }
    }

    fn set_pair(&mut self, a: &Filter, b: &Filter, node: fn(SetId, SetId) -> Set) -> Result<SetId> {
        let (a, b) = (self.set(a)?, self.set(b)?);
        Ok(self.ir.add(node(a, b)))
    }

    fn arrow(&mut self, left: bool, sets: &[Filter]) -> Result<SetId> {
        if let [a, b] = sets {
            return self.set_pair(a, b, if left { Set::AttackedBy } else { Set::Attacks });
        }
        let mut sets = sets.iter().map(|f| self.set(f)).collect::<Result<Vec<_>>>()?;
        if left {
            sets.reverse();
            return Ok(self.ir.add(Set::Ray { mask: 0xff, attack: true, sets }));
        }
        Ok(self.ir.add(Set::Chain(sets)))
    }

    fn move_set(&mut self, m: &MoveFilter, filter: &Filter) -> Result<SetId> {
        let squares = match m.params.first() {
            Some(MoveParam::From(_)) => MoveSquares::From,
            Some(MoveParam::To(_)) => MoveSquares::To,
            Some(MoveParam::Capture(_)) => MoveSquares::Captured,
            _ => return unsupported(filter, "as a set"),
        };
        let id = self.move_filter(m)?;
        Ok(self.ir.add(Set::Move(id, squares)))
    }

    /// A designator; one that accepts every content is a constant.
    fn designator(&mut self, d: Designator) -> SetId {
        if d.pieces == Pieces::ANY {
            return self.squares(d.squares);
        }
        self.ir.add(Set::Designator(d))
    }

    pub(super) fn squares(&mut self, squares: Bitboard) -> SetId {
        self.ir.add(Set::Constant(squares))
    }

    pub(super) fn union(&mut self, parts: Vec<SetId>) -> SetId {
        match parts.len() {
            0 => self.squares(Bitboard::EMPTY),
            1 => parts[0],
            _ => self.ir.add(Set::Union(parts)),
        }
    }

    pub(super) fn intersection(&mut self, parts: Vec<SetId>) -> SetId {
        if parts.len() == 1 {
            return parts[0];
        }
        self.ir.add(Set::Intersect(parts))
    }
}
