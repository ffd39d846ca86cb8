//! A tree as a game: the most frequent moves are the main line, the others are variations, and comments have the numbers.

use super::root::Root;
use super::rows::{Numbers, View};
use crate::cli::outputs::formats::percent;
use crate::cli::report::Message;
use crate::cli::report::text::{count, thousands};
use tabiya::chess::fen;
use tabiya::game::{Additions, BuildError, CommentPlace, GameBuilder, Layout, Writer};
use tabiya::{Game, OpeningName, printable};

/// The tree as PGN.
pub(super) fn pgn(view: &View<'_>) -> Result<String, Message> {
    let mut game = Game::new();
    build(view, &mut game).map_err(|error| {
        let message = Message::error("tree-limit", format!("the tree cannot be written as a game: {error}"));
        message.help("choose fewer plies with --plies, or another format")
    })?;
    let mut text = String::new();
    Writer::new(Layout::Export).write(&game, &mut Additions::default(), &mut text);
    Ok(text)
}

fn build(view: &View<'_>, game: &mut Game) -> Result<(), BuildError> {
    let mut builder = game.build(1, 0, 1);
    builder.tag("Event", "Opening tree");
    for (name, value) in [("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")] {
        builder.tag(name, value);
    }
    builder.tag("Result", "*");
    if let Root::Fen(setup) = view.root {
        builder.tag("SetUp", "1");
        builder.tag("FEN", &fen::write(setup));
    }
    builder.start()?;
    let mut at = 0;
    if let Root::Moves(line) = view.root {
        for mv in &line.moves {
            at = builder.play(*mv)?;
        }
    }
    let first = &view.tree.positions[0];
    let numbers = Numbers::new(first.total, first.turn, view.side);
    let root = view.root_name();
    builder.comment(at, CommentPlace::After, &comment(view, &numbers, None, root))?;
    grow(view, &mut builder, 0, 0)
}

/// Adds the moves of a position, with what follows each.
fn grow(view: &View<'_>, builder: &mut GameBuilder<'_>, place: usize, depth: u32) -> Result<(), BuildError> {
    let position = &view.tree.positions[place];
    for mv in &position.moves {
        let Some(made) = mv.mv else { continue };
        let at = builder.play(made)?;
        let numbers = Numbers::new(mv.tally, position.turn, view.side);
        builder.comment(
            at,
            CommentPlace::After,
            &comment(view, &numbers, Some(position.total.games), view.name_after(position, mv)),
        )?;
        if let Some(next) = mv.next.filter(|_| depth + 1 < view.tree.plies) {
            grow(view, builder, next, depth + 1)?;
        }
        builder.take_back(1)?;
    }
    Ok(())
}

/// `B20 Sicilian Defence; 1,204 of 2,090 games: +480 =360 -364, White 54.8% (52 to 58); rating 2456; last 2024`
fn comment(view: &View<'_>, numbers: &Numbers, all: Option<u32>, name: Option<&OpeningName>) -> String {
    let Numbers { tally, score, .. } = numbers;
    let mut text = name.map(|name| format!("{name}; ")).unwrap_or_default();
    if view.tree.weighted {
        text.push_str(&format!("weight {}", thousands(tally.games.into())));
        return printable::line(&text).into_owned();
    }
    text.push_str(&match all {
        Some(all) => format!("{} of {}", thousands(tally.games.into()), count(all.into(), "game")),
        None => count(tally.games.into(), "game"),
    });
    text.push_str(&format!(": +{} ={} -{}", tally.white, tally.draws, tally.black));
    if let Some(score) = score {
        let side = view.side.name("side to move");
        let (share, low, high) = (percent(score.share), score.low * 100.0, score.high * 100.0);
        text.push_str(&format!(", {side} {share} ({low:.0} to {high:.0})"));
    }
    if let Some(rating) = tally.players.mean() {
        text.push_str(&format!("; rating {rating:.0}"));
    }
    if tally.last_year > 0 {
        text.push_str(&format!("; last {}", tally.last_year));
    }
    printable::line(&text).into_owned()
}
