//! Tags, in CQL's order or in the game's own.

use super::Additions;
use crate::Game;
use std::fmt::Write as _;
use tabiya_chess::Color;
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::variant::Variant;

/// A date of which nothing is known.
const UNKNOWN_DATE: &str = "????.??.??";

fn push_tag(name: &str, value: &str, out: &mut String) {
    out.extend(["[", name, " \"", value, "\"]\n"]);
}

/// Tags in CQL's order: the roster, ratings, ECO, EventDate, all others, FEN.
pub(super) fn cql_tags(game: &Game, additions: &Additions, out: &mut String) {
    push_tag("Event", game.event(), out);
    push_tag("Site", game.site(), out);
    push_tag("Date", &game.date(), out);
    push_tag("Round", game.round(), out);
    push_tag("White", game.player(Color::White), out);
    push_tag("Black", game.player(Color::Black), out);
    push_tag("Result", game.result().as_str(), out);
    for color in [Color::White, Color::Black] {
        if let Some(rating) = game.rating(color) {
            let _ = writeln!(out, "[{}{} \"{}\"]", color.fold_wb("White", "Black"), rating.kind, rating.value);
        }
    }
    if let Some(eco) = game.eco() {
        push_tag("ECO", &eco, out);
    }
    if let Some(date) = game.event_date().filter(|date| date != UNKNOWN_DATE) {
        push_tag("EventDate", &date, out);
    }
    let extra = game.extra_tags();
    for (name, value) in &extra {
        push_tag(name, additions.tag(name).unwrap_or(value), out);
    }
    for (name, value) in additions.tags.iter().filter(|(name, _)| extra.iter().all(|(old, _)| old != name)) {
        push_tag(name, value, out);
    }
    let own_rules = game.variant().is_none_or(Variant::has_own_rules);
    if game.has_fen && (own_rules || *game.start() != Setup::initial()) {
        // A FEN that could not be read stays as it is; so do pockets, promoted pieces and checks.
        match own_rules || game.start().board.occupied().is_empty() {
            true => push_tag("FEN", game.tags().get("FEN").unwrap_or(""), out),
            false => push_tag("FEN", &fen::write(game.start()), out),
        }
    }
}

/// The game's tags as they are. A Result tag that the end of the moves contradicts stays.
pub(super) fn export_tags(game: &Game, additions: &Additions, out: &mut String) {
    for (name, value) in game.tags().iter() {
        push_tag(name, additions.tag(name).unwrap_or(value), out);
    }
    for (name, value) in additions.tags.iter().filter(|(name, _)| game.tags().get(name).is_none()) {
        push_tag(name, value, out);
    }
}
