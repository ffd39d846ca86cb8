//! Tags, in CQL's order or in the game's own.

use super::Additions;
use crate::Game;
use tabiya_chess::Color;
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::variant::Variant;

/// A date of which nothing is known.
const UNKNOWN_DATE: &str = "????.??.??";

fn push_tag(name: &str, value: &str, out: &mut String) {
    out.reserve(name.len() + value.len() + 6);
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    out.push_str(value);
    out.push_str("\"]\n");
}

/// A tag of the game as the additions leave it.
fn push_kept(name: &str, own: &str, additions: &Additions, out: &mut String) {
    if let Some(value) = additions.tag(name, own) {
        push_tag(name, value, out);
    }
}

/// Tags in CQL's order: the roster, ratings, ECO, EventDate, all others, FEN.
pub(super) fn cql_tags(game: &Game, additions: &Additions, out: &mut String) {
    let tags = game.sorted_tags();
    push_tag("Event", tags.event.unwrap_or("?"), out);
    push_tag("Site", tags.site.unwrap_or("?"), out);
    push_tag("Date", &tags.date(), out);
    push_tag("Round", tags.round.unwrap_or("?"), out);
    push_tag("White", game.player(Color::White), out);
    push_tag("Black", game.player(Color::Black), out);
    push_tag("Result", game.result().as_str(), out);
    for color in [Color::White, Color::Black] {
        if let Some(rating) = tags.ratings[color as usize] {
            let name = [color.fold_wb("White", "Black"), rating.kind].concat();
            push_kept(&name, itoa::Buffer::new().format(rating.value), additions, out);
        }
    }
    if let Some(eco) = tags.eco() {
        push_kept("ECO", &eco, additions, out);
    }
    if let Some(date) = tags.event_date().filter(|date| date != UNKNOWN_DATE) {
        push_kept("EventDate", &date, additions, out);
    }
    for (name, value) in &tags.extra {
        push_kept(name, value, additions, out);
    }
    for (name, value) in additions.new_tags().filter(|(name, _)| !tags.extra.contains_key(name)) {
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
        push_kept(name, value, additions, out);
    }
    for (name, value) in additions.new_tags().filter(|(name, _)| game.tags().get(name).is_none()) {
        push_tag(name, value, out);
    }
}
