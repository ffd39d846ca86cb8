//! A tally as a picture in SVG: a line where the values are numbers, such as years, otherwise bars. With `--rate` it is the share
//! that is drawn, and the number of all games that have the value is next to it, so that nobody takes a share of three
//! games for one of three thousand.

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

/// The picture of the lines of a tally by `keys` keys; `heads` are the names of its columns.
pub(super) fn svg(title: &str, heads: &[String], lines: &[Line<'_>], keys: usize) -> String {
    let rates = heads.get(keys + COUNTS.len()).is_some_and(|name| name == "rate");
    let amount = |line: &Line<'_>| match line.figures.as_slice() {
        [Figure::Rate(rate), Figure::Whole(of), ..] if rates => {
            Amount { value: *rate, of: Some(u64::try_from(*of).unwrap_or(0)) }
        }
        [_, Figure::Whole(of), ..] if rates => Amount { value: 0.0, of: Some(u64::try_from(*of).unwrap_or(0)) },
        _ => Amount { value: line.games as f64, of: None },
    };
    let by = heads[..keys].join(", ");
    let begun = if title.is_empty() { String::new() } else { format!("{title}: ") };
    let heading = if rates {
        format!("{begun}share of games by {by} (grey: all games with the value)")
    } else {
        format!("{begun}games by {by}")
    };
    let numbers: Option<Vec<(i64, Amount)>> = lines
        .iter()
        .filter(|line| line.values != [Cell::None])
        .map(|line| if let [Cell::Number(n)] = line.values { Some((*n, amount(line))) } else { None })
        .collect();
    match numbers.filter(|points| points.len() > 1).and_then(points) {
        Some(points) => over_numbers(&heading, &points),
        None => {
            bars(&heading, lines, |line| (line.values.iter().map(shown).collect::<Vec<_>>().join(", "), amount(line)))
        }
    }
}

/// The points by their numbers. Where the numbers leave out a step, nothing was counted: no games, and no share.
fn points(mut known: Vec<(i64, Amount)>) -> Option<Vec<(i64, Option<Amount>)>> {
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
            points.push((next, amount.of.is_none().then_some(Amount { value: 0.0, of: None })));
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
fn over_numbers(heading: &str, points: &[(i64, Option<Amount>)]) -> String {
    let mut out = begun(heading, HEIGHT);
    let (bottom, right) = (HEIGHT - MARGIN, WIDTH - LEFT);
    let amounts = || points.iter().filter_map(|(_, amount)| *amount);
    let most = amounts().map(|amount| amount.value).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let most_of = amounts().filter_map(|amount| amount.of).max();
    let wide = (right - LEFT) / (points.len() - 1).max(1) as f64;
    let x = |place: usize| LEFT + wide * place as f64;
    let y = |value: f64| bottom - (bottom - TOP) * value / most;
    for (place, (_, amount)) in points.iter().enumerate() {
        if let Some((of, most_of)) = amount.and_then(|amount| amount.of).zip(most_of.filter(|most| *most > 0)) {
            let height = (bottom - TOP) * of as f64 / most_of as f64;
            rectangle(&mut out, (x(place) - wide * 0.4, bottom - height), (wide * 0.8, height), "#ddd");
        }
    }
    let label = |value: f64| if most_of.is_some() { percent(value) } else { format!("{value:.0}") };
    for part in [0.0, 0.5, 1.0] {
        text(&mut out, (LEFT - 8.0, y(most * part) + 4.0), "end", &label(most * part));
        rectangle(&mut out, (LEFT, y(most * part)), (right - LEFT, 0.5), "#888");
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

/// A bar for each line, the first ones.
fn bars(heading: &str, lines: &[Line<'_>], of: impl Fn(&Line<'_>) -> (String, Amount)) -> String {
    let drawn: Vec<(String, Amount)> = lines.iter().take(MOST_BARS).map(of).collect();
    let left_out = lines.len() - drawn.len();
    let height = TOP + BAR * drawn.len() as f64 + MARGIN;
    let mut out = begun(heading, height);
    let most = drawn.iter().map(|(_, amount)| amount.value).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    for (place, (name, amount)) in drawn.iter().enumerate() {
        let y = TOP + BAR * place as f64;
        let width = (END - LABEL) * amount.value / most;
        let name: String = match name.char_indices().nth(LABEL_LENGTH) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        };
        text(&mut out, (LABEL - 8.0, y + 12.0), "end", &name);
        rectangle(&mut out, (LABEL, y), (width, BAR - 6.0), "#26c");
        let number = match amount.of {
            Some(of) => format!("{} of {}", figure::shown(&Figure::Rate(amount.value)), thousands(of)),
            None => format!("{:.0}", amount.value),
        };
        text(&mut out, (LABEL + width + 6.0, y + 12.0), "start", &number);
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
