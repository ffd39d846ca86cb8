//! Tests of tags that a query needs: where one of them fails, the moves of the game need not be read.

use super::Plan;
use crate::ir::{Bool, BoolId};

impl Plan {
    /// By query: the tests of tags without each of which nothing in a game matches. `match_counts` are the numbers of matches
    /// with which a game counts as found.
    pub(super) fn find_tag_tests(&self, match_counts: impl Iterator<Item = Option<(i64, i64)>>) -> Vec<Vec<BoolId>> {
        let queries = &self.ir.queries;
        // What outlives a game may be changed by any of them.
        let outlives =
            queries.iter().any(|query| query.files) || self.ir.vars.iter().any(|var| var.persistent.is_some());
        let tests = |(query, match_count): (&crate::ir::QueryIr, Option<(i64, i64)>)| {
            let mut tests = Vec::new();
            // A game in which nothing matches may be wanted.
            let counts_without = match_count.is_some_and(|(low, high)| (low..=high).contains(&0));
            if self.options.skip_moves && !outlives && !counts_without {
                self.add_tag_tests(query.body, &mut tests);
            }
            tests
        };
        queries.iter().zip(match_counts).map(tests).collect()
    }

    /// Adds the tests of tags that a truth needs, in the order of evaluation. Nothing behind an effect counts, nor behind what
    /// reads a variable, because that may be an error of the query.
    fn add_tag_tests(&self, id: BoolId, tests: &mut Vec<BoolId>) {
        match self.ir.bool(id) {
            Bool::Constant(true) => {}
            Bool::And(parts) => {
                for &part in parts {
                    self.add_tag_tests(part, tests);
                    if !self.ir.bool_info(part).is_closed() {
                        break;
                    }
                }
            }
            Bool::Silent(inner) => self.add_tag_tests(*inner, tests),
            Bool::Ordered { cheapest, written } => {
                let (mut others, known) = (Vec::new(), tests.len());
                self.add_tag_tests(*cheapest, tests);
                self.add_tag_tests(*written, &mut others);
                let needed = tests.split_off(known);
                tests.extend(needed.into_iter().filter(|test| others.contains(test)));
            }
            _ if self.ir.reads_only_tags(id) => tests.push(id),
            _ => {}
        }
    }

    /// The tests of tags of each query, as text; None if some query has none.
    pub(crate) fn tag_tests_text(&self) -> Option<Vec<String>> {
        let text = |&id: &BoolId| format!("`{}`", self.ir.text_of(id));
        let texts = |tests: &Vec<BoolId>| tests.iter().map(text).collect::<Vec<_>>().join(" and ");
        self.tag_tests.iter().map(|tests| (!tests.is_empty()).then(|| texts(tests))).collect()
    }
}
