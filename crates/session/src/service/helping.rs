//! Other instances of the program that help with searches, where there are no threads: what goes to them, and what they answer.

use super::requests::Wanted;
use super::search::{RUNNING, Search, time_of};
use super::{Planned, Service, Settings};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tabiya::pipeline::{Helper, RunOptions};
use tabiya::{RunControl, SearchOptions};

/// A batch of games of a search, for a [`SearchHelper`] of the same version of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperBatch {
    /// The search, to which the answer goes.
    pub search: String,
    /// The request for the search, as JSON.
    pub wanted: String,
    /// The games.
    pub games: Vec<u8>,
}

impl HelperBatch {
    /// The next batch of a search, if there is one.
    pub(super) fn of(search: &Search) -> Option<HelperBatch> {
        let games = search.helpers.as_ref()?.take()?;
        let task = &search.task;
        let settings = task.query.settings.iter().map(|(name, value)| (name.clone(), value.clone().into()));
        let wanted = json!({
            "query": task.query.text, "dialect": task.query.dialect.name(), "variations": task.options.variations,
            "seconds": task.seconds, "settings": settings.collect::<Map<String, Value>>(),
        });
        Some(HelperBatch { search: search.id.clone(), wanted: wanted.to_string(), games })
    }
}

/// One that looks through games for the searches of a [`Desk`](crate::Desk) in another instance of the program.
#[derive(Debug)]
pub struct SearchHelper {
    service: Service,
    /// Those searches whose games came last, the last one first: as many as may run.
    known: Vec<(String, Helper)>,
}

impl Default for SearchHelper {
    fn default() -> SearchHelper {
        SearchHelper::new()
    }
}

impl SearchHelper {
    /// One that knows no search.
    pub fn new() -> SearchHelper {
        SearchHelper { service: Service::here(Settings::default()), known: Vec::new() }
    }

    /// Looks through a batch; the answer is for [`Desk::give`](crate::Desk::give). `None` if it could not, or the time of the
    /// search is over.
    pub fn look(&mut self, batch: &HelperBatch) -> Option<Vec<u8>> {
        match self.known.iter().position(|(search, _)| *search == batch.search) {
            Some(place) => self.known[..=place].rotate_right(1),
            None => {
                let helper = self.helper(serde_json::from_str(&batch.wanted).ok()?)?;
                self.known.truncate(RUNNING - 1);
                self.known.insert(0, (batch.search.clone(), helper));
            }
        }
        self.known.first_mut()?.1.look(&batch.games)
    }

    fn helper(&self, wanted: Wanted) -> Option<Helper> {
        let Planned { set, seconds, .. } = self.service.plan(&wanted).ok()?;
        let control = Arc::new(RunControl::with_time_limit(time_of(seconds)));
        let search = SearchOptions { paths: true, control, ..SearchOptions::default() };
        Some(Helper::new(&set, &RunOptions { search, ..RunOptions::default() }))
    }
}
