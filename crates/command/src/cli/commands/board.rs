//! `tabiya board`: a position given as FEN, drawn on the terminal or as a picture.

use crate::cli::options::args::BoardArgs;
use crate::cli::outputs::output;
use crate::cli::report::{Exit, Message, Report};
use tabiya::chess::fen;
use tabiya::printable;
use tabiya_diagram::{Diagram, TextStyle};

/// Shows a board; with `--svg`, writes a picture of it instead.
pub(crate) fn board(args: &BoardArgs) -> Exit {
    let report = Report::plain();
    let text = args.fen.join(" ");
    let setup = match fen::parse(&text) {
        Ok(setup) => setup,
        Err(error) => {
            let message = Message::error("bad-fen", format!("this is not a position in FEN: {error}"));
            return report.refuse(&message.help("write for example `4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`"));
        }
    };
    let diagram = Diagram::new(&setup.board);
    if let Some(path) = &args.svg {
        let picture = diagram.title(text).to_svg();
        return match output::save(path, picture.as_bytes()) {
            Ok(()) => Exit::Found,
            Err(message) => report.refuse(&message),
        };
    }
    let style = TextStyle { color: output::stdout_takes_colors(), ascii: args.ascii };
    let mut text: String = diagram.lines(style).iter().flat_map(|line| [line.trim_end(), "\n"]).collect();
    text.push_str(setup.board.turn().fold_wb("White to move\n", "Black to move\n"));
    if let Some(name) = args.openings.names().of_board(&setup.board) {
        text.push_str(&format!("{}\n", printable::line(&name.to_string())));
    }
    output::print(text.as_bytes(), &report)
}
