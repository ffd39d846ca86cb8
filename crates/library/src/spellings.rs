//! The names of players in games, those in several spellings together.

use crate::chess::Color;
use crate::names::{PlayerNames, Spelling, players};
use crate::pipeline::{GameResults, Message, RunOptions, SeenGames, Sources, Watch, own_query, pass_by};
use rustc_hash::FxHashMap;

/// The bytes of a spelling in addition to its text.
const SPELLING_BYTES: usize = 400;

/// The players of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// The number of games.
    pub games: u64,
    /// Each player, those with the most games first.
    pub players: Vec<PlayerNames>,
}

/// The players of all games of some sources, if their names take no more than `memory` bytes. The moves of the games stay unread.
///
/// ```
/// use tabiya::Sources;
/// use tabiya::spellings::players_of;
/// let games = "[White \"Tal, M\"]\n\n1. e4 *\n\n[White \"Mikhail Tal\"]\n\n1. d4 *\n\n[White \"Tal, M\"]\n\n1. c4 *\n";
/// let found = players_of(Sources::new().bytes("games", games), 1_000_000, &Default::default(), &mut ())?;
/// assert_eq!((found.games, found.players[0].preferred(), found.players[0].games()), (3, "Tal, M", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If a file cannot be read, if there are more names than there is memory for, or if the run is ended by its control.
pub fn players_of(
    sources: Sources,
    memory: usize,
    run: &RunOptions,
    watch: &mut dyn Watch,
) -> Result<Players, Message> {
    let options = RunOptions { seen: SeenGames::Tags, ..run.clone() };
    let step = || {
        |results: GameResults<'_>| {
            let names = [Color::White, Color::Black].map(|color| results.game.player(color).to_owned());
            Some(names)
        }
    };
    let (mut found, mut held) = (FxHashMap::<Box<str>, u64>::default(), 0);
    let games = pass_by(&own_query("false")?, sources, &options, watch, step, |[white, black]: [String; 2], _| {
        let is_same = white == black;
        for name in [Some(white), Some(black).filter(|_| !is_same)].into_iter().flatten().filter(|name| name != "?") {
            *found.entry(name.into_boxed_str()).or_insert_with_key(|name| {
                held += name.len() + SPELLING_BYTES;
                0
            }) += 1;
        }
        if held <= memory {
            return Ok(());
        }
        let text = format!("there are more names than {} MB of memory have room for", memory.div_ceil(1_000_000));
        Err(Message::error("too-many-games", text).help("look at the games in parts, or allow more with `--memory MB`"))
    })?;
    let spellings = found.into_iter().map(|(name, games)| Spelling { name: name.into(), games });
    Ok(Players { games, players: players(spellings.collect()) })
}
