//! Boards that a web page draws by itself: a script, its style sheet, and the drawings of the pieces.
//!
//! The script is a module of JavaScript without dependencies. A page that uses it contains the [`pieces`], so that its
//! boards need no further files.

use crate::pieces;
use tabiya_chess::Role;

/// The module `board.js`, whose `drawBoard` makes an SVG element of a position.
pub const SCRIPT: &str = include_str!("page/board.js");

/// The style sheet of its boards.
pub const STYLE: &str = include_str!("page/board.css");

/// The drawings of all kinds of pieces, as an SVG element that shows nothing by itself. A page contains it once.
pub fn pieces() -> String {
    let drawings: String = Role::ALL.into_iter().map(pieces::definition).collect();
    format!("<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"board-pieces\"><defs>{drawings}</defs></svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_drawing_that_the_script_uses() {
        assert!(SCRIPT.contains("`#tabiya-${role}`"));
        let drawings = pieces();
        for role in Role::ALL {
            assert!(drawings.contains(&format!("<g id=\"tabiya-{}\"", role.char())));
        }
    }

    #[test]
    fn colours_are_those_of_the_pictures() {
        for color in [crate::LIGHT, crate::DARK, crate::MARKED, crate::LAST_MOVE, crate::ARROW] {
            assert!(STYLE.contains(color), "{color}");
        }
    }
}
