//! The layouts in which sources write games are given back without a patch, or the file would grow.

use crate::database::support::build;
use tabiya_database::{Database, Options};

/// The bytes of the patches of a database.
fn patches(text: &str) -> u64 {
    let database = Database::from_bytes(build(text.as_bytes(), u32::MAX, &Options::default())).unwrap();
    let sizes = database.section_sizes(|error| panic!("{error}"));
    let layouts = sizes.iter().find(|(name, _)| *name == "patches of layouts");
    layouts.map_or(0, |(_, (_, len))| *len)
}

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 \
                     Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 1/2-1/2";

#[test]
fn common_layouts_need_no_patch() {
    let tags = "[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n";
    let glued = MOVES.replace(". ", ".");
    let filled = |text: &str, width: usize| {
        let (mut out, mut column) = (String::new(), 0);
        for word in text.split(' ') {
            if column > 0 && column + 1 + word.len() > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += word.len();
        }
        out
    };
    let texts = [
        MOVES.to_owned(),
        glued.clone(),
        filled(MOVES, 79),
        filled(MOVES, 60),
        filled(&glued, 80),
        glued.replace(" 1/2", "  1/2"),
        glued.replace(" 1/2", "\n1/2"),
        glued.replace(" 9.", "\n9."),
    ];
    for text in texts {
        let game = format!("{tags}{text}\n\n");
        assert_eq!(patches(&game.repeat(3)), 0, "{text}");
        assert_eq!(patches(&game.repeat(3).replace('\n', "\r\n")), 0, "with CR LF: {text}");
    }
}

#[test]
fn variations_comments_and_signs_need_no_patch() {
    let tags = "[Event \"x\"]\n[Result \"*\"]\n\n";
    let texts = [
        "1. e4! e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3?! {fine} 2... Nc6 *",
        "1. e4 $1 $14 e5 ( 1... c5 $2 ) 2. Nf3 *",
        "1. e4 { [%eval 0.2] [%clk 0:01:00] } 1... e5 { [%eval 0.1] [%clk 0:01:00] } *",
        "1.e4 {book} e5 {book}\n2.Nf3 {x} Nc6\n*",
        "{before the first move}\n1. e4 e5 *",
    ];
    for text in texts {
        assert_eq!(patches(&format!("{tags}{text}\n\n").repeat(2)), 0, "{text}");
    }
}

#[test]
fn odd_layouts_need_a_short_one() {
    let game = format!(
        "[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n{}\n\n",
        MOVES.replace("7. Bb3", "7 .  Bb3").replace(" O-O 9", " 0-0 9")
    );
    let len = patches(&game);
    assert!(len > 0 && len < 40, "{len}");
}
