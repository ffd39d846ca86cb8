//! Lowering of `hhdb`.

use super::super::arena::{BoolId, NumId, TextId};
use super::super::info::Info;
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
        let (node, info) = match (search, key.ty()) {
            (Some(search), _) => {
                let text = self.hhdb_text(key);
                let search = self.text_constant(search);
                (Bool::Substring(search, text), Info::leaf(50).join(self.ir.text_info(text)))
            }
            (None, Type::Text) => {
                let text = self.hhdb_text(key);
                (Bool::HasText(text), self.ir.text_info(text).clone())
            }
            (None, _) => {
                self.check_variations(key, span)?;
                (Bool::Hhdb(key), Info::leaf(40))
            }
        };
        Ok(self.ir.bools.add(node, info))
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
                let info = self.ir.bool_info(sorted).clone().join(self.ir.num_info(value));
                Ok(self.ir.nums.add(Num::Guard(sorted, value), info))
            }
            Kind::Hhdb { key, .. } if key.ty() == Type::Number => Ok(self.ir.nums.add(Num::Hhdb(key), Info::leaf(40))),
            _ => unsupported(filter, "as a number"),
        }
    }

    pub(super) fn hhdb_text(&mut self, key: HhdbKey) -> TextId {
        self.ir.texts.add(Text::Hhdb(key), Info::leaf(40))
    }

    fn award_rank(&mut self, award: AwardKey) -> NumId {
        self.ir.nums.add(Num::Hhdb(HhdbKey::Award(award)), Info::leaf(40))
    }

    /// `hhdb sort prize`: matches where the award is, and has three sort keys. An award that has no rank is the last
    /// of its class.
    ///
    /// `sort "award" CLASS` `sort min "rank" hhdb prize` `sort min "last rank" hhdb prize max`
    fn sorted_award(&mut self, award: AwardKey) -> BoolId {
        let award = AwardKey { sort: false, max: false, ..award };
        let class = self.ir.texts.add(Text::AwardClass(award), Info::leaf(40));
        let key = self.sort_key(false, false, "award");
        let sort = self.ir.texts.add(Text::Sort(key, class), Info::leaf(60).with_effect());
        let mut parts = vec![self.ir.bools.add(Bool::HasText(sort), Info::leaf(60).with_effect())];
        for (doc, max) in [("rank", false), ("last rank", true)] {
            let rank = self.award_rank(AwardKey { max, ..award });
            let key = self.sort_key(false, true, doc);
            let info = Info::leaf(45).with_effect();
            let sort = self.ir.nums.add(Num::Sort(key, rank), info.clone());
            let ranked = self.ir.bools.add(Bool::HasNum(sort), info.clone());
            let anyhow = self.constant(true);
            parts.push(self.ir.bools.add(Bool::Or(vec![ranked, anyhow]), info));
        }
        self.conjunction(parts)
    }
}
