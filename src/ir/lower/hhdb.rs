//! Lowering of `hhdb`.

use super::super::ids::{BoolId, NumId, TextId};
use super::super::node::{Bool, Num, Text};
use super::{LowerError, Lowerer, Result, unsupported};
use crate::syntax::ast::{AwardKey, Filter, HhdbKey, Kind, Span, Type};

impl Lowerer {
    pub(super) fn hhdb_truth(&mut self, key: HhdbKey, search: Option<&str>, span: Span) -> Result<BoolId> {
        if let HhdbKey::Award(award) = key
            && award.sort
        {
            return Ok(self.sorted_award(award));
        }
        let node = match (search, key.ty()) {
            (Some(search), _) => {
                let text = self.hhdb_text(key);
                let search = self.text_constant(search);
                Bool::Substring(search, text)
            }
            (None, Type::Text) => Bool::HasText(self.hhdb_text(key)),
            (None, _) => {
                self.check_variations(key, span)?;
                Bool::Hhdb(key)
            }
        };
        Ok(self.ir.add(node))
    }

    fn check_variations(&self, key: HhdbKey, span: Span) -> Result<()> {
        if self.options.variations || !key.needs_variations() {
            return Ok(());
        }
        let message = format!("`hhdb {}` is about variations, and only main lines are searched", key.text());
        let error = LowerError::new(span, "needs-variations", message);
        Err(error.help("write `cql(variations)` in the header, or search with `--variations`"))
    }

    pub(super) fn hhdb_number(&mut self, filter: &Filter) -> Result<NumId> {
        match filter.kind {
            Kind::Hhdb { key: HhdbKey::Award(award), .. } => {
                let value = self.award_rank(AwardKey { sort: false, ..award });
                if !award.sort {
                    return Ok(value);
                }
                let sorted = self.sorted_award(award);
                Ok(self.ir.add(Num::Guard(sorted, value)))
            }
            Kind::Hhdb { key, .. } if key.ty() == Type::Number => Ok(self.ir.add(Num::Hhdb(key))),
            _ => unsupported(filter, "as a number"),
        }
    }

    pub(super) fn hhdb_text(&mut self, key: HhdbKey) -> TextId {
        self.ir.add(Text::Hhdb(key))
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
        let key = self.sort_key(false, false, "award");
        let sort = self.ir.add(Text::Sort(key, class));
        let mut parts = vec![self.ir.add(Bool::HasText(sort))];
        for (doc, max) in [("rank", false), ("last rank", true)] {
            let rank = self.award_rank(AwardKey { max, ..award });
            let key = self.sort_key(false, true, doc);
            let sort = self.ir.add(Num::Sort(key, rank));
            let ranked = self.ir.add(Bool::HasNum(sort));
            let anyhow = self.constant(true);
            parts.push(self.ir.add(Bool::Or(vec![ranked, anyhow])));
        }
        self.conjunction(parts)
    }
}
