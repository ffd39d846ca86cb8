//! A further number of a tally as people read it.

use tabiya::printable::line;
use tabiya::tallies::Figure;

/// The number of characters of a value that people are shown.
const SHOWN: usize = 300;

/// For people.
pub(super) fn shown(figure: &Figure) -> String {
    match figure {
        Figure::None => String::new(),
        Figure::Whole(n) => n.to_string(),
        Figure::Real(x) => format!("{x:.2}"),
        Figure::Rate(x) => rate(*x),
        Figure::Score(x) => format!("{:.1}%", x * 100.0),
        Figure::Text(text) => shown_text(text),
    }
}

/// In per cent, with two digits at least, however rare it is.
fn rate(rate: f64) -> String {
    let percent = rate * 100.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "two and no more than there are in a number"
    )]
    let digits = if percent > 0.0 { (1.0 - percent.log10().floor()).max(2.0) as usize } else { 2 };
    format!("{percent:.digits$}%")
}

/// A text for people, which is cut if it is long.
pub(super) fn shown_text(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line(&text[..end])),
        None => line(text).into_owned(),
    }
}
