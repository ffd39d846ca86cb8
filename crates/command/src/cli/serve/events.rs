//! The events of a search over HTTP, and its end when nobody listens any more.
//!
//! A search ends when all its listeners are gone, because then nobody can see or cancel it. It gets some seconds,
//! because browsers reconnect, but gives way at once to a new search when there are too many. The page cancels what it
//! runs when it goes, which is quicker and may fail.

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tabiya_session::service::{Follower, Next, Search};
use tokio::time::{Instant, sleep, sleep_until};

/// A search ends after this time without a listener or a question. A browser that has lost its connection comes back before.
const SILENCE: Duration = Duration::from_secs(15);

/// The events of a search from its beginning, or after the last one that a client has seen.
pub(super) fn events(search: Arc<Search>, last: Option<&str>) -> impl Stream<Item = Result<Event, Infallible>> + use<> {
    unfold(Follower::new(search, last), |mut follower| async move {
        loop {
            match follower.poll() {
                Next::Event(event) => {
                    let sent = Event::default().event(event.name).id(event.id).data(event.data);
                    return Some((Ok(sent), follower));
                }
                Next::Later(time) => sleep_until(Instant::from_std(time)).await,
                Next::Change => follower.change().await,
                Next::Over => return None,
            }
        }
    })
}

/// Ends a search, unless it ends before, when nobody has listened or asked for some time.
pub(super) async fn end_in_silence(search: Weak<Search>) {
    while let Some(search) = search.upgrade().filter(|search| search.is_running()) {
        let silence = search.silence();
        if silence >= SILENCE {
            return search.cancel();
        }
        drop(search);
        sleep(SILENCE - silence).await;
    }
}
