//! A tally as a picture in SVG: a line where the values are numbers, such as years, otherwise bars. It draws the first of the further
//! figures, a score or a mean, if there are some, otherwise games. With `--rate` it is the share that is drawn, and the number of
//! all games that have the value is next to it, so that nobody takes a share of three games for one of three thousand.

use super::figure;
use super::table::shown;
use crate::cli::outputs::formats::percent;
use crate::cli::report::text::{escaped, thousands};
use std::fmt::Write as _;
use tabiya::rows::Cell;
use tabiya::tallies::{COUNTS, Figure, Line};

/// More bars than these cannot be read.
const MOST_BARS: usize = 40;

/// The greatest number of points of a line, gaps counted.
const MOST_POINTS: i64 = 5_000;

/// The size of the picture, and the margins of what is drawn in it.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 50.0;
const MARGIN: f64 = 40.0;

/// The height of a bar with the space below it, and the places of its label and its end.
const BAR: f64 = 22.0;
const LABEL: f64 = 230.0;
const END: f64 = 640.0;

/// The longest label, in characters.
const LABEL_LENGTH: usize = 32;

/// The amount that is drawn of a line of a tally, and the number of games if it is a share.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Amount {
    value: f64,
    of: Option<u64>,
}

/// The amounts that are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Drawn {
    Games,
    Rate,
    /// A figure that is a share of points.
    Score,
    Figure,
}

impl Drawn {
    /// The amount of a line, if it has one.
    #[expect(clippy::cast_precision_loss, reason = "a picture has fewer points than a number has digits")]
    fn amount(self, line: &Line<'_>) -> Option<Amount> {
        let whole = |n: &i128| u64::try_from(*n).unwrap_or(0);
        let (value, of) = match (self, line.figures.as_slice()) {
            (Drawn::Games, _) => (line.games as f64, None),
            (Drawn::Rate, [Figure::Rate(rate), Figure::Whole(of), ..]) => (*rate, Some(whole(of))),
            (Drawn::Rate, [_, Figure::Whole(of), ..]) => (0.0, Some(whole(of))),
            (_, [Figure::Score(value) | Figure::Real(value), ..]) => (*value, None),
            (_, [Figure::Whole(n), ..]) => (*n as f64, None),
            _ => return None,
        };
        Some(Amount { value, of })
    }

    /// An amount as it is written at an axis.
    fn label(self, value: f64) -> String {
        match self {
            Drawn::Rate | Drawn::Score => percent(value),
            Drawn::Games => format!("{value:.0}"),
            Drawn::Figure => format!("{value:.1}"),
        }
    }
}

/// The picture of the lines of a tally by `keys` keys; `heads` are the names of its columns.
pub(super) fn svg(title: &str, heads: &[String], lines: &[Line<'_>], keys: usize) -> String {
    let figure = heads.get(keys + COUNTS.len());
    let drawn = match figure.map(String::as_str) {
        None => Drawn::Games,
        Some("rate") => Drawn::Rate,
        Some(_) if lines.iter().any(|line| matches!(line.figures.first(), Some(Figure::Score(_)))) => Drawn::Score,
        // A text has no length.
        Some(_) if lines.iter().any(|line| matches!(line.figures.first(), Some(Figure::Text(_)))) => Drawn::Games,
        Some(_) => Drawn::Figure,
    };
    let begun = if title.is_empty() { String::new() } else { format!("{title}: ") };
    let by = heads[..keys].join(", ");
    let heading = match (drawn, figure) {
        (Drawn::Rate, _) => format!("{begun}share of games by {by} (grey: all games with the value)"),
        (Drawn::Score | Drawn::Figure, Some(name)) => format!("{begun}{name} by {by}"),
        _ => format!("{begun}games by {by}"),
    };
    let known: Vec<(&Line<'_>, Amount)> = lines.iter().filter_map(|line| Some((line, drawn.amount(line)?))).collect();
    let numbers: Option<Vec<(i64, Amount)>> = known
        .iter()
        .filter(|(line, _)| line.values != [Cell::None])
        .map(|(line, amount)| if let [Cell::Number(n)] = line.values { Some((*n, *amount)) } else { None })
        .collect();
    match numbers.filter(|points| points.len() > 1).and_then(|known| points(known, drawn == Drawn::Games)) {
        Some(points) => over_numbers(&heading, &points, drawn),
        None => {
            let name = |line: &Line<'_>| line.values.iter().map(shown).collect::<Vec<_>>().join(", ");
            bars(&heading, &known.iter().map(|(line, amount)| (name(line), *amount)).collect::<Vec<_>>(), drawn)
        }
    }
}

/// The points by their numbers. Where the numbers leave out a step, nothing was counted: no games, and no figure.
fn points(mut known: Vec<(i64, Amount)>, games: bool) -> Option<Vec<(i64, Option<Amount>)>> {
    known.sort_by_key(|(n, _)| *n);
    let step = known.windows(2).map(|pair| pair[1].0.saturating_sub(pair[0].0)).min().filter(|step| *step > 0)?;
    let (first, last) = (known.first()?.0, known.last()?.0);
    if last.saturating_sub(first) / step > MOST_POINTS {
        return None;
    }
    let mut points = Vec::new();
    let mut next = first;
    for (n, amount) in known {
        while next < n {
            points.push((next, games.then_some(Amount { value: 0.0, of: None })));
            next += step;
        }
        points.push((n, Some(amount)));
        next = n + step;
    }
    Some(points)
}

/// A picture of some height, so far without its end.
fn begun(heading: &str, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<title>{0}</title>\n\
         <text x=\"12\" y=\"24\" font-size=\"15\">{0}</text>\n",
        escaped(heading)
    )
}

fn text(out: &mut String, (x, y): (f64, f64), anchor: &str, what: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(what));
}

fn rectangle(out: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), color: &str) {
    let _ =
        writeln!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>");
}

/// A line over numbers; behind a share, bars for the games that it is a share of.
fn over_numbers(heading: &str, points: &[(i64, Option<Amount>)], drawn: Drawn) -> String {
    let mut out = begun(heading, HEIGHT);
    let (bottom, right) = (HEIGHT - MARGIN, WIDTH - LEFT);
    let amounts = || points.iter().filter_map(|(_, amount)| *amount);
    let (least, most) = range(amounts());
    let most_of = amounts().filter_map(|amount| amount.of).max();
    let wide = (right - LEFT) / (points.len() - 1).max(1) as f64;
    let x = |place: usize| LEFT + wide * place as f64;
    let y = |value: f64| bottom - (bottom - TOP) * (value - least) / (most - least);
    for (place, (_, amount)) in points.iter().enumerate() {
        if let Some((of, most_of)) = amount.and_then(|amount| amount.of).zip(most_of.filter(|most| *most > 0)) {
            let height = (bottom - TOP) * of as f64 / most_of as f64;
            rectangle(&mut out, (x(place) - wide * 0.4, bottom - height), (wide * 0.8, height), "#ddd");
        }
    }
    for part in [0.0, 0.5, 1.0] {
        let value = least + (most - least) * part;
        text(&mut out, (LEFT - 8.0, y(value) + 4.0), "end", &drawn.label(value));
        rectangle(&mut out, (LEFT, y(value)), (right - LEFT, 0.5), "#888");
        if let Some(most_of) = most_of.filter(|_| part == 1.0) {
            text(&mut out, (right + 8.0, y(most) + 4.0), "start", &thousands(most_of));
        }
    }
    let every = points.len().div_ceil(10);
    for (place, (n, _)) in points.iter().enumerate().filter(|(place, _)| place % every == 0) {
        text(&mut out, (x(place), bottom + 20.0), "middle", &n.to_string());
    }
    let placed: Vec<Option<(f64, f64)>> =
        points.iter().enumerate().map(|(place, (_, amount))| Some((x(place), y((*amount)?.value)))).collect();
    for run in placed.split(Option::is_none) {
        let corners: Vec<(f64, f64)> = run.iter().flatten().copied().collect();
        // A point between gaps has no line.
        let _ = match corners.as_slice() {
            [] => Ok(()),
            [(x, y)] => writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.5\" fill=\"#26c\"/>"),
            corners => {
                let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                let corners = corners.join(" ");
                writeln!(out, "<polyline points=\"{corners}\" fill=\"none\" stroke=\"#26c\" stroke-width=\"2\"/>")
            }
        };
    }
    out + "</svg>\n"
}

/// The least and the greatest of some amounts; zero is between them.
fn range(amounts: impl Iterator<Item = Amount> + Clone) -> (f64, f64) {
    let least = amounts.clone().map(|amount| amount.value).fold(0.0, f64::min);
    (least, amounts.map(|amount| amount.value).fold(0.0, f64::max).max(least + f64::MIN_POSITIVE))
}

/// A bar for each of the first lines. Bars of amounts below zero go to the left.
fn bars(heading: &str, lines: &[(String, Amount)], drawn: Drawn) -> String {
    let first = &lines[..lines.len().min(MOST_BARS)];
    let left_out = lines.len() - first.len();
    let height = TOP + BAR * first.len() as f64 + MARGIN;
    let mut out = begun(heading, height);
    let (least, most) = range(first.iter().map(|(_, amount)| *amount));
    let x = |value: f64| LABEL + (END - LABEL) * (value - least) / (most - least);
    for (place, (name, amount)) in first.iter().enumerate() {
        let y = TOP + BAR * place as f64;
        let (from, to) = (x(amount.value.min(0.0)), x(amount.value.max(0.0)));
        let name: String = match name.char_indices().nth(LABEL_LENGTH) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        };
        text(&mut out, (LABEL - 8.0, y + 12.0), "end", &name);
        rectangle(&mut out, (from, y), (to - from, BAR - 6.0), "#26c");
        let number = match amount.of {
            Some(of) => format!("{} of {}", figure::shown(&Figure::Rate(amount.value)), thousands(of)),
            None => drawn.label(amount.value),
        };
        text(&mut out, (to + 6.0, y + 12.0), "start", &number);
    }
    if left_out > 0 {
        let more = format!("and {} more values, which are left out", thousands(left_out as u64));
        text(&mut out, (LABEL, height - 16.0), "start", &more);
    }
    out + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'c>(values: &'c [Cell<'static>], games: u64, rate: Option<(f64, i128)>) -> Line<'c> {
        let figures = rate.map(|(rate, of)| vec![Figure::Rate(rate), Figure::Whole(of)]).unwrap_or_default();
        Line { values, games, positions: games, share: 0.0, figures }
    }

    fn heads(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn years_are_a_line_that_goes_to_zero_where_no_game_is() {
        let years = [2000, 2003, 2001].map(|year| [Cell::Number(year)]);
        let lines = [line(&years[0], 4, None), line(&years[1], 2, None), line(&years[2], 1, None)];
        let picture = svg("mate", &heads(&["year", "games", "positions", "share"]), &lines, 1);
        // Four years from left to right: 4, 1, 0 and 2 games of 4 at most, between 360 below and 50 above.
        let line = "points=\"70.0,50.0 290.0,282.5 510.0,360.0 730.0,205.0\"";
        assert!(picture.contains(line) && picture.contains("mate: games by year"), "{picture}");
    }

    #[test]
    fn shares_have_their_denominators_and_gaps() {
        let years = [2000, 2001, 2003].map(|year| [Cell::Number(year)]);
        let lines: Vec<Line<'_>> =
            years.iter().zip([(0.5, 10), (0.25, 20), (0.5, 5)]).map(|(year, rate)| line(year, 5, Some(rate))).collect();
        let picture = svg("mate", &heads(&["year", "games", "positions", "share", "rate", "of"]), &lines, 1);
        assert!(
            picture.contains("points=\"70.0,50.0 290.0,205.0\"") && picture.contains("cx=\"730.0\" cy=\"50.0\""),
            "{picture}"
        );
        assert_eq!(picture.matches("fill=\"#ddd\"").count(), 3);
        assert!(picture.contains(">20<") && picture.contains(">50.0%<"), "{picture}");
    }

    #[test]
    fn other_values_are_bars_and_text_is_no_markup() {
        let names: Vec<[Cell<'static>; 1]> = (0..45).map(|n| [Cell::Text(format!("<b>{n}").into())]).collect();
        let lines: Vec<Line<'_>> = names.iter().map(|name| line(name, 3, None)).collect();
        let picture = svg("a & b", &heads(&["white", "games", "positions", "share"]), &lines, 1);
        assert!(
            picture.contains("&lt;b&gt;0<") && picture.contains("a &amp; b") && !picture.contains("<b>"),
            "{picture}"
        );
        assert!(
            picture.matches("fill=\"#26c\"").count() == MOST_BARS && picture.contains("and 5 more values"),
            "{picture}"
        );
    }
}
