//! The comments of games: what those of filters say, read back from their texts, and how others are shown.

use tabiya::Game;
use tabiya::chess::Color;
use tabiya::game::nag_sign;

/// One step of a run.
pub(crate) struct Step<'a> {
    pub(crate) label: &'a str,
    /// The run's number among those with its label.
    pub(crate) number: u32,
    /// The number of positions of the run.
    pub(crate) len: u32,
}

/// `NEXT 2 (position 1 of 4)` is step 1 of run 2 of label `NEXT`.
pub(crate) fn step(text: &str) -> Option<Step<'_>> {
    let (label, rest) = text.split_once(' ')?;
    let (number, rest) = rest.split_once(" (position ")?;
    let (_, len) = rest.strip_suffix(')')?.split_once(" of ")?;
    Some(Step { label, number: number.parse().ok()?, len: len.parse().ok()? })
}

/// True if a comment marks a position that a search found: `Found`, `Found 2 of 5`, `next* 2 of 5`.
pub(crate) fn is_hit(text: &str) -> bool {
    let behind = ["Found", "next*", "previous*"].iter().find_map(|label| text.strip_prefix(label));
    let counts = |text: &str| {
        let (index, of) = text.trim_start().split_once(" of ")?;
        (index.parse::<u32>().is_ok() && of.parse::<u32>().is_ok()).then_some(())
    };
    text == "Found" || behind.and_then(counts).is_some()
}

/// The position with a name: `move 12(wtm)` on the main line, `move 12(btm)[40]` in a variation. Move numbers in names
/// count from 1, regardless of the game's first number.
pub(crate) fn named_position(name: &str, game: &Game) -> Option<u32> {
    let (number, rest) = name.strip_prefix("move ")?.split_once('(')?;
    let (side, id) = rest.split_once(')')?;
    let tree = game.tree().full();
    if let Some(id) = id.strip_prefix('[') {
        return id.strip_suffix(']')?.parse().ok().filter(|&id: &u32| id < tree.len());
    }
    let black = match side {
        "wtm" => 0,
        "btm" => 1,
        _ => return None,
    };
    let half_moves = number.parse::<u32>().ok()?.checked_sub(1)?.checked_mul(2)?.checked_add(black)?;
    let ply = half_moves.checked_sub(u32::from(tree.board(0).turn() == Color::Black))?;
    // The main line comes first in the tree.
    let on_main_line = id.is_empty() && ply < tree.len() && tree.node(ply).depth == 0;
    on_main_line.then_some(ply)
}

/// The positions after the moves between two positions of one line, in the order of the game.
pub(crate) fn way_between(one: u32, other: u32, game: &Game) -> Option<Vec<u32>> {
    let tree = game.tree().full();
    let (first, mut at) = (one.min(other), one.max(other));
    let mut way = Vec::new();
    while at > first {
        way.push(at);
        at = tree.parent(at)?;
    }
    way.reverse();
    (at == first).then_some(way)
}

/// A comment in one line, without what is meant for programs: `[%clk 0:01:00]`.
pub(crate) fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once("[%") {
        let Some((_, behind)) = behind.split_once(']') else { break };
        text.push_str(before);
        rest = behind;
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A numeric annotation glyph as its sign, or as its number: `!?`, `$99`.
pub(crate) fn nag_text(nag: u32) -> String {
    nag_sign(nag).map_or_else(|| format!("${nag}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Games;

    #[test]
    fn hits_of_searches() {
        assert!(["Found", "Found 2 of 5", "next* 1 of 1", "previous* 3 of 4"].iter().all(|text| is_hit(text)));
        assert!(!["Found it", "next*", "Found 2 of x", "2 of 5", ""].iter().any(|text| is_hit(text)));
    }

    #[test]
    fn positions_by_their_names() {
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 40\"]\n\n40... Kd7 41. Rh7+ *";
        let text = format!("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n{fen}");
        let games: Vec<Game> = Games::from_reader(std::io::Cursor::new(text)).unwrap().map(Result::unwrap).collect();
        let named = |game: usize, name: &str| named_position(name, &games[game]);
        assert_eq!(named(0, "move 1(wtm)"), Some(0));
        assert_eq!(named(0, "move 1(btm)"), Some(1));
        assert_eq!(named(0, "move 2(btm)"), Some(3));
        assert_eq!(named(0, "move 2(btm)[5]"), Some(5));
        assert_eq!(named(0, "move 3(wtm)"), None);
        assert_eq!(named(0, "move 2(btm)[6]"), None);
        assert_eq!(named(1, "move 1(btm)"), Some(0));
        assert_eq!(named(1, "move 2(btm)"), Some(2));
        assert_eq!(named(1, "move 1(wtm)"), None);
        for other in ["", "move", "move x(wtm)", "move 0(wtm)", "move 1(tm)", "move 1(wtm) "] {
            assert_eq!(named(0, other), None, "{other}");
        }
        assert_eq!(way_between(1, 3, &games[0]), Some(vec![2, 3]));
        assert_eq!(way_between(5, 0, &games[0]), Some(vec![1, 4, 5]));
        assert_eq!(way_between(3, 5, &games[0]), None);
        assert_eq!(way_between(2, 2, &games[0]), Some(Vec::new()));
    }

    #[test]
    fn commands_of_programs_are_left_out() {
        for (comment, text) in [
            ("[%clk 0:01:00] [%eval 0.3]", ""),
            (" good\n[%cal Ge2e4] move ", "good move"),
            ("a [%b", "a [%b"),
            ("[x] y", "[x] y"),
        ] {
            assert_eq!(without_commands(comment), text);
        }
    }
}
