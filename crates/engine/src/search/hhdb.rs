//! The evaluator: `hhdb`.
//!
//! A special award matches without `special`, but has no value there. `hhdb sort prize` is three sort keys: `award`
//! (prizes first), `rank` and `last rank` (smallest first). `hhdb composer` with too many composers is the whole first
//! comment if that comment has no period. Keys that are about variations (`mainline`, `variation`, `"<main>"`,
//! `"<or>"`) are rejected when the query is compiled for main lines; CQL 6.2 stops in the middle of the run.

use super::evaluator::Evaluator;
use crate::chess::Color;
use crate::facts::hhdb;
use crate::syntax::ast::{AwardKey, HhdbKey};
use std::borrow::Cow;

/// Faults that make a study unsound by themselves: White fails, White wins a draw, the start is unreachable.
const FATAL: [&str; 3] = ["U3", "U4", "U5"];

/// Duals: they make a study unsound if it has also a cook.
const DUALS: [&str; 2] = ["U1", "U2"];

impl<'a> Evaluator<'a> {
    pub(super) fn hhdb_holds(&mut self, key: HhdbKey, node: u32) -> bool {
        let game = self.game;
        let signed = |signs: &[&str]| {
            let black = game.player(Color::Black);
            signs.iter().any(|sign| black.contains(sign))
        };
        match key {
            HhdbKey::Sign(sign) => signed(&[sign]),
            HhdbKey::Mark(mark) => self.comment_has(node, mark),
            HhdbKey::Cooked => self.cooked(),
            HhdbKey::Dual => signed(&DUALS),
            HhdbKey::Sound => !((signed(&DUALS) && self.cooked()) || signed(&FATAL)),
            HhdbKey::Unsound => signed(&DUALS) || signed(&FATAL) || self.cooked(),
            HhdbKey::Mainline => self.in_study_mainline(node),
            HhdbKey::Variation => !self.in_study_mainline(node),
            HhdbKey::Award(award) => self.award(award).is_some(),
            HhdbKey::EgDiagram => self.hhdb_number(key).is_some(),
            _ => self.hhdb_text(key).is_some(),
        }
    }

    fn comment_has(&self, node: u32, mark: &str) -> bool {
        self.game.notes().plain_comment(node).is_some_and(|comment| comment.contains(mark))
    }

    /// True if a cook is shown somewhere in the text of the game; found out once per game.
    fn cooked(&mut self) -> bool {
        let game = self.game;
        *self.scratch.facts.cooked.get_or_insert_with(|| {
            game.notes().texts().chain(game.tags().iter().map(|(_, value)| value)).any(|text| text.contains("<cook"))
        })
    }

    /// True if all secondary moves that led here are marked as belonging to the main lines.
    fn in_study_mainline(&mut self, node: u32) -> bool {
        let mut place = Some(node);
        while let Some(q) = place {
            if !self.spend(1, q) || self.view.node(q).child_index > 0 && !self.comment_has(q, "<main>") {
                return false;
            }
            place = self.view.parent(q);
        }
        true
    }

    /// The award of the game, if it is one that is requested.
    fn award(&self, wanted: AwardKey) -> Option<hhdb::Award> {
        let award = hhdb::award(self.game.event())?;
        let fits = wanted.class.is_none_or(|class| class == award.class) && (award.special || !wanted.special);
        fits.then_some(award)
    }

    /// The class of the award as a text, by which games are sorted.
    pub(super) fn award_class(&self, wanted: AwardKey) -> Option<&'static str> {
        self.award(wanted).map(|award| award.class.word())
    }

    pub(super) fn hhdb_number(&self, key: HhdbKey) -> Option<i64> {
        match key {
            HhdbKey::EgDiagram => hhdb::eg_diagram(&self.first_comment()?),
            HhdbKey::Award(wanted) => {
                // The rank of a special award counts only among special awards.
                let award = self.award(wanted).filter(|award| wanted.special || !award.special)?;
                Some(if wanted.max { award.last } else { award.first })
            }
            _ => None,
        }
    }

    pub(super) fn hhdb_text(&self, key: HhdbKey) -> Option<Cow<'a, str>> {
        let game = self.game;
        let (white, black) = (game.player(Color::White), game.player(Color::Black));
        let owned = |text: Option<&str>| text.map(|text| Cow::Owned(text.to_owned()));
        let text = match key {
            HhdbKey::Composer => hhdb::composer(white, black, self.first_comment().as_deref()).map(Cow::Owned),
            HhdbKey::FirstComment => self.first_comment(),
            HhdbKey::Stipulation => owned(hhdb::stipulation(&self.first_comment()?)),
            HhdbKey::Search => {
                let comment = self.first_comment();
                let parts = [game.event(), white, black].into_iter().chain(comment.as_deref());
                Some(Cow::Owned(parts.collect::<Vec<_>>().join("\n")))
            }
            HhdbKey::Diagram => owned(hhdb::diagram(game.event())),
            HhdbKey::Gbr(part) => owned(hhdb::gbr(black, part)),
            _ => None,
        };
        text.filter(|text| !text.is_empty())
    }

    fn first_comment(&self) -> Option<Cow<'a, str>> {
        self.game.notes().plain_comment(0)
    }
}
