//! Games turned over by the rules of chess alone: with the colours exchanged, with the wings exchanged. Nothing here knows the
//! transforms of the language, so that what recipes say of themselves can be held against it.

use std::fmt::Write as _;
use tabiya::Game;
use tabiya::chess::fen;

/// What is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// White becomes Black, and the first rank the eighth.
    pub(crate) colours: bool,
    /// The a-file becomes the h-file.
    pub(crate) wings: bool,
}

impl Turn {
    /// A square's name, or that of any place with a file and a rank.
    fn square(self, name: &str) -> String {
        let turned = name.chars().map(|c| match c {
            'a'..='h' if self.wings => char::from(b'a' + b'h' - c as u8),
            '1'..='8' if self.colours => char::from(b'1' + b'8' - c as u8),
            other => other,
        });
        turned.collect()
    }

    /// A FEN. Castling has no mirror image: with the wings exchanged no right is left.
    pub(crate) fn fen(self, text: &str) -> String {
        let mut fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut ranks: Vec<String> = fields[0].split('/').map(str::to_owned).collect();
        if self.wings {
            ranks.iter_mut().for_each(|rank| *rank = rank.chars().rev().collect());
            fields[2] = "-".to_owned();
        }
        fields[0] = ranks.join("/");
        if self.colours {
            ranks.reverse();
            let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            fields[0] = ranks.join("/").chars().map(swap).collect();
            fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
            fields[2] = fields[2].chars().map(swap).collect();
        }
        fields[3] = self.square(&fields[3]);
        fields.join(" ")
    }

    /// A result, as `1-0`.
    fn result(self, result: &str) -> String {
        if self.colours { result.split('-').rev().collect::<Vec<_>>().join("-") } else { result.to_owned() }
    }

    /// A tag's name: what is told of White is told of Black.
    fn tag(self, name: &str) -> String {
        match (self.colours, name.strip_prefix("White"), name.strip_prefix("Black")) {
            (true, Some(rest), _) => format!("Black{rest}"),
            (true, _, Some(rest)) => format!("White{rest}"),
            _ => name.to_owned(),
        }
    }

    /// The moves after a position, with their variations.
    fn line(self, game: &Game, mut from: u32, text: &mut String) {
        let tree = game.tree().full();
        while let Some(next) = tree.first_child(from) {
            self.one_move(game, next, text);
            for other in tree.children(from).skip(1) {
                text.push_str("( ");
                self.one_move(game, other, text);
                self.line(game, other, text);
                text.push_str(") ");
            }
            from = next;
        }
    }

    fn one_move(self, game: &Game, node: u32, text: &mut String) {
        let tree = game.tree().full();
        let (step, before) = (tree.move_to(node).expect("a move"), tree.parent(node).expect("a position"));
        let text_of = match (step.is_null(), step.is_castle_short(), step.is_castle_long()) {
            (true, ..) => "--".to_owned(),
            (_, true, _) => "O-O".to_owned(),
            (_, _, true) => "O-O-O".to_owned(),
            _ => self.square(&format!("{}{}", step.from, step.to)) + &promoted(&step.uci()),
        };
        let number = if tree.board(before).turn().is_white() { "." } else { "..." };
        let _ = write!(text, "{}{number} {text_of} ", game.move_number(before));
    }

    /// A game as PGN with moves as coordinates. With the wings exchanged it begins after the last castling.
    pub(crate) fn pgn(self, game: &Game) -> String {
        let tree = game.tree().mainline();
        let castled = (0..tree.len()).rev().find(|&node| tree.move_to(node).is_some_and(|step| step.is_castle()));
        let first = castled.filter(|_| self.wings).unwrap_or(0);
        let start = match first {
            0 => *game.start(),
            node => fen::Setup { board: *tree.board(node), halfmoves: 0, fullmoves: game.move_number(node) },
        };
        let mut text = String::new();
        for (name, value) in game.tags().iter().filter(|(name, _)| !matches!(*name, "FEN" | "SetUp")) {
            let value = if name == "Result" { self.result(value) } else { value.to_owned() };
            let _ = writeln!(text, "[{} \"{value}\"]", self.tag(name));
        }
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]\n", self.fen(&fen::write(&start)));
        self.line(game, first, &mut text);
        let _ = writeln!(text, "{}\n", self.result(game.result().as_str()));
        text
    }
}

/// The letter of the piece that a pawn becomes: the fifth of `e7e8q`.
fn promoted(uci: &str) -> String {
    uci.chars().skip(4).collect()
}

#[test]
fn positions_are_turned_by_the_rules_alone() {
    let [colours, wings, both] =
        [(true, false), (false, true), (true, true)].map(|(colours, wings)| Turn { colours, wings });
    // The wrong bishop, as a person mirrors it on a board.
    let fen = "k7/8/8/PK6/8/2B5/8/8 b - - 0 1";
    assert_eq!(wings.fen(fen), "7k/8/8/6KP/8/5B2/8/8 b - - 0 1");
    assert_eq!(colours.fen(fen), "8/8/2b5/8/pk6/8/8/K7 w - - 0 1");
    assert_eq!(both.fen(fen), "8/8/5b2/8/6kp/8/8/7K w - - 0 1");
    let fen = "r3k3/8/8/8/Pp6/8/8/4K2R b Kq a3 0 1";
    assert_eq!(colours.fen(fen), "4k2r/8/8/pP6/8/8/8/R3K3 w kQ a6 0 1");
    assert_eq!(wings.fen(fen), "3k3r/8/8/8/6pP/8/8/R2K4 b - h3 0 1");
}
