//! Lowering of `hhdb`.

use super::super::ids::{BoolId, NumId};
use super::super::node::{Bool, Num, Text, Value};
use super::{LowerError, Lowerer, Result};
use crate::syntax::ast::{AwardKey, Filter, HhdbKey, Span, Type};

impl Lowerer {
    /// `hhdb`: as a test, as its number, or as its text.
    pub(super) fn hhdb(&mut self, key: HhdbKey, search: Option<&str>, filter: &Filter, ty: Type) -> Result<Value> {
        if let HhdbKey::Award(award) = key {
            let sorted = award.sort.then(|| self.sorted_award(award));
            return Ok(match (ty, sorted) {
                (Type::Logical, Some(sorted)) => Value::Bool(sorted),
                (Type::Logical, None) => Value::Bool(self.ir.add(Bool::Hhdb(key))),
                (_, sorted) => {
                    let rank = self.award_rank(AwardKey { sort: false, ..award });
                    Value::Num(sorted.map_or(rank, |sorted| self.ir.add(Num::Guard(sorted, rank))))
                }
            });
        }
        Ok(match (search, key.ty()) {
            (Some(search), _) => {
                let (text, search) = (self.ir.add(Text::Hhdb(key)), self.text_constant(search));
                Value::Bool(self.ir.add(Bool::Substring(search, text)))
            }
            (None, Type::Text) => Value::Text(self.ir.add(Text::Hhdb(key))),
            (None, Type::Number) if ty == Type::Number => Value::Num(self.ir.add(Num::Hhdb(key))),
            (None, _) => {
                self.check_variations(key, filter.span)?;
                Value::Bool(self.ir.add(Bool::Hhdb(key)))
            }
        })
    }

    fn check_variations(&self, key: HhdbKey, span: Span) -> Result<()> {
        if self.options.variations || !key.needs_variations() {
            return Ok(());
        }
        let message = format!("`hhdb {}` is about variations, and only main lines are searched", key.text());
        let error = LowerError::new(span, "needs-variations", message);
        Err(error.help("write `cql(variations)` in the header, or search with `--variations`"))
    }

    fn award_rank(&mut self, award: AwardKey) -> NumId {
        self.ir.add(Num::Hhdb(HhdbKey::Award(award)))
    }

    /// `hhdb sort prize`: matches where the award is, and has three sort keys. An award that has no rank is the last
    /// of its class.
    ///
    /// `sort "award" CLASS` `sort min "rank" hhdb prize` `sort min "last rank" hhdb prize max`
    fn sorted_award(&mut self, award: AwardKey) -> BoolId {
        let award = AwardKey { sort: false, max: false, ..award };
        let class = self.ir.add(Text::AwardClass(award));
        let key = self.sort_key((false, false, "award"), None);
        let sort = self.ir.add(Text::Sort(key, class));
        let mut parts = vec![self.ir.add(Bool::HasText(sort))];
        for (doc, max) in [("rank", false), ("last rank", true)] {
            let rank = self.award_rank(AwardKey { max, ..award });
            let key = self.sort_key((false, true, doc), None);
            let sort = self.ir.add(Num::Sort(key, rank));
            let ranked = self.ir.add(Bool::HasNum(sort));
            let anyhow = self.constant(true);
            parts.push(self.ir.add(Bool::Or(vec![ranked, anyhow])));
        }
        self.conjunction(parts)
    }
}
