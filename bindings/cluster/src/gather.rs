//! The answer of a search as it comes: the rows of each shard are fetched as soon as the shard is finished, and kept.
//!
//! The rows kept no longer need the cluster. So when the scheduler is lost, only the shards that have not come are searched again.

use crate::access::{Access, Connection};
use crate::checks::{Answer, Coverage};
use crate::fetch::{Connections, Fetched, Place, Unfetched, fetch};
use crate::operator::Task;
use crate::spool::{Shelf, ShelvedRows};
use crate::submit::News;
use datafusion::error::{DataFusionError, Result};
use futures::future::BoxFuture;
use futures::stream::{FuturesUnordered, StreamExt as _};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabiya_tables::Shards;

/// The shards whose rows are fetched at a time.
const AT_A_TIME: usize = 8;

/// Rows that could not be fetched are requested again after this time.
const PAUSE: Duration = Duration::from_millis(500);

/// An executor that the scheduler takes for alive, and that has not given rows for this time, cannot be reached from here.
const PATIENCE: Duration = Duration::from_secs(120);

/// An answer of which a part may have come.
pub(crate) struct Gathered {
    task: Arc<Task>,
    shelf: Shelf,
    pub(crate) coverage: Coverage,
    /// The number of rows that have come.
    rows: u64,
}

impl Gathered {
    pub(crate) fn new(shards: Shards, task: Arc<Task>) -> Gathered {
        Gathered { shelf: Shelf::new(task.schema()), task, coverage: Coverage::new(shards), rows: 0 }
    }

    /// Takes the rows of a shard, unless they have come before.
    fn take(&mut self, fetched: Fetched) -> Result<()> {
        if !self.coverage.misses(fetched.sum.shard) {
            return Ok(());
        }
        self.rows += fetched.sum.rows;
        self.task.check_rows(self.rows).map_err(DataFusionError::Execution)?;
        let shard = fetched.sum.shard;
        self.coverage.accept(fetched.sum)?;
        self.shelf.put(shard, fetched.rows)
    }

    /// What the answer has seen, and its rows in the order of the shards.
    ///
    /// # Errors
    ///
    /// If something is missing.
    pub(crate) fn finish(self) -> Result<(Answer, ShelvedRows)> {
        Ok((self.coverage.finish()?, self.shelf.into_rows()))
    }
}

/// An attempt to fetch the rows of a shard.
struct Attempt {
    place: Place,
    fetched: Result<Fetched, Unfetched>,
}

/// Fetches the rows of one job.
pub(crate) struct Gatherer {
    connections: Connections,
    /// The address of the scheduler.
    scheduler: String,
    relayed: bool,
    /// The numbers of the shards that were submitted.
    numbers: Vec<u32>,
    /// Where the rows of each shard are, and since when they cannot be fetched.
    places: HashMap<u32, (Place, Option<Instant>)>,
    /// Those that are fetched next.
    queue: VecDeque<Place>,
    attempts: FuturesUnordered<BoxFuture<'static, Attempt>>,
}

impl Gatherer {
    pub(crate) fn new(access: Access, scheduler: &str, numbers: Vec<u32>) -> Gatherer {
        Gatherer {
            connections: Connections::new(access),
            scheduler: scheduler.to_owned(),
            relayed: false,
            numbers,
            places: HashMap::new(),
            queue: VecDeque::new(),
            attempts: FuturesUnordered::new(),
        }
    }

    /// Takes note of shards that are finished, and of rows that were lost.
    pub(crate) fn hear(&mut self, news: News) -> Result<()> {
        self.relayed = news.relayed;
        for location in news.places {
            match Place::named(location)? {
                Ok(place) => {
                    self.places.insert(place.partition, (place.clone(), None));
                    self.queue.push_back(place);
                }
                Err(partition) => drop(self.places.remove(&partition)),
            }
        }
        Ok(())
    }

    /// True if nothing is being fetched or waits for it.
    pub(crate) fn is_idle(&self) -> bool {
        self.attempts.is_empty() && self.queue.is_empty()
    }

    fn connection(&mut self, place: &Place) -> Result<Connection> {
        let address = if self.relayed { &self.scheduler } else { &place.executor };
        self.connections.to(address).map_err(DataFusionError::Execution)
    }

    /// Begins to fetch what waits.
    fn begin(&mut self, answer: &Gathered) -> Result<()> {
        while self.attempts.len() < AT_A_TIME
            && let Some(place) = self.queue.pop_front()
        {
            let number = self.numbers.get(place.partition as usize).copied();
            let number = number.ok_or_else(|| DataFusionError::Internal("a shard that was not submitted".into()))?;
            // The scheduler names some shards twice: another executor has searched them before the first one was lost.
            if !answer.coverage.misses(number) {
                continue;
            }
            let schema = answer.task.schema();
            let check = answer.coverage.check(number, Arc::clone(&schema))?;
            let connection = self.connection(&place)?;
            let failed_before = self.places.get(&place.partition).is_some_and(|(_, since)| since.is_some());
            let attempt = async move {
                if failed_before {
                    tokio::time::sleep(PAUSE).await;
                }
                Attempt { fetched: fetch(connection, place.clone(), check, schema).await, place }
            };
            self.attempts.push(Box::pin(attempt));
        }
        Ok(())
    }

    /// Waits until one attempt has ended, and takes what it has brought.
    ///
    /// # Errors
    ///
    /// If the rows are not what they should be, or cannot be fetched for a long time.
    pub(crate) async fn next(&mut self, answer: &mut Gathered) -> Result<()> {
        self.begin(answer)?;
        let Some(Attempt { place, fetched }) = self.attempts.next().await else { return Ok(()) };
        let reason = match fetched {
            Ok(fetched) => return answer.take(fetched),
            Err(Unfetched::Refused(error)) => return Err(error),
            Err(Unfetched::Lost(reason)) => reason,
        };
        log::info!("the executor at {} does not give the rows of a shard: {reason}", place.executor);
        match self.places.get_mut(&place.partition) {
            Some((current, since)) if *current == place => {
                if since.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                    return Err(DataFusionError::Execution(format!(
                        "the executor at {} has rows that cannot be fetched from here: {reason}; an executor names the host \
                         by which clients reach it with --external-host, and a scheduler hands rows on with --relay-results",
                        place.executor
                    )));
                }
                self.queue.push_back(place);
            }
            // The scheduler has taken note that they are lost.
            _ => {}
        }
        Ok(())
    }

    /// Fetches the rows known to be there, without the scheduler. Rows that cannot be fetched stay missing.
    ///
    /// # Errors
    ///
    /// If rows are not what they should be.
    pub(crate) async fn drain(&mut self, answer: &mut Gathered) -> Result<()> {
        if self.relayed {
            return Ok(());
        }
        loop {
            self.begin(answer)?;
            let Some(attempt) = self.attempts.next().await else { return Ok(()) };
            match attempt.fetched {
                Ok(fetched) => answer.take(fetched)?,
                Err(Unfetched::Refused(error)) => return Err(error),
                Err(Unfetched::Lost(_)) => {}
            }
        }
    }
}
