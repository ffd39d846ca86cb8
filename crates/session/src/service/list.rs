//! The games of a source as a list, or those of them in whose names a text occurs.

use super::failure::{Failure, Kind};
use super::fields::answers;
use super::rows::Head;
use super::source::GameSource;
use std::sync::Arc;
use std::time::Duration;
use tabiya::{Game, OpeningNames};
use web_time::Instant;

answers! {
    /// Games as a list.
    GameList {
        games: Vec<Head>;
        total: u64,
        /// Where to go on, if there are more.
        next: u64
    }
}

/// The greatest number of games in one answer.
const MOST: u64 = 500;

/// How long games are looked for in whose names a text occurs.
const TIME: Duration = Duration::from_secs(3);

/// Games from a place on. If a text is looked for and not all games could be looked at in time, `next` says where to go on.
pub(super) fn list(
    (source, names): (&GameSource, &OpeningNames),
    from: u64,
    count: u64,
    text: Option<&str>,
) -> Result<GameList, Failure> {
    let wanted = text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_lowercase);
    let (count, until) = (count.min(MOST) as usize, Instant::now() + TIME);
    let (id, mut game) = (Arc::from(&*source.id), Game::new());
    let (mut games, mut place, mut next) = (Vec::new(), from.max(1), None);
    while games.len() < count {
        match source.read(place, &mut game) {
            Ok(file) => {
                let head = Head::of(&game, names, (&id, place), file.as_deref());
                if wanted.as_ref().is_none_or(|wanted| head.contains(wanted)) {
                    games.push(head);
                }
            }
            Err(failure) if failure.kind == Kind::Missing => break,
            Err(failure) if games.is_empty() && wanted.is_none() => return Err(failure),
            Err(_) => break,
        }
        place += 1;
        if Instant::now() > until {
            next = Some(place);
            break;
        }
    }
    if games.len() == count {
        next = Some(place);
    }
    let total = source.count();
    let next = next.filter(|next| total.is_none_or(|count| *next <= count));
    Ok(GameList { games, total: total.filter(|_| wanted.is_none()), next })
}
