//! Graphs as pictures, without any other program: a layout library places the nodes, and this draws them as SVG.

use super::claims::{Claims, Use};
use super::output;
use crate::cli::report::text::escaped;
use crate::cli::report::{Exit, Message, Report};
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::gv::parser::ast::Stmt;
use layout::gv::{DotParser, GraphBuilder};
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// More lines than these in a graph are not picture that anybody could read.
const MOST_LINES: usize = 2000;

/// Labels are broken into lines of about this many characters.
const LABEL_WIDTH: usize = 24;

/// Longer labels end with an ellipsis.
const LABEL_LINES: usize = 3;

/// The size of letters.
const FONT: f64 = 13.0;

/// The free space around everything.
const MARGIN: f64 = 12.0;

/// Draws each graph into a file of its own; those behind the first get a number.
pub(crate) fn save(graphs: &[String], path: &Path, mut claims: Claims, report: &Report) -> Exit {
    let paths: Vec<PathBuf> = (0..graphs.len()).map(|i| numbered(path, i)).collect();
    if let Err(message) = paths.iter().try_for_each(|path| claims.claim(Use::Picture, path)) {
        return report.refuse(&message);
    }
    for (path, dot) in paths.iter().zip(graphs) {
        let drawn = svg(dot).map_err(|message| Message::error("undrawable", message));
        match drawn.and_then(|svg| output::save(path, svg.as_bytes())) {
            Ok(()) => report.note(&format!("drawn to {}", path.display())),
            Err(message) => return report.refuse(&message),
        }
    }
    Exit::Found
}

/// `a.svg`, `a-2.svg`, `a-3.svg`
fn numbered(path: &Path, i: usize) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    match (i, stem) {
        (0, _) | (_, None) => path.to_owned(),
        (_, Some(stem)) => {
            let end = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
            path.with_file_name(format!("{stem}-{}{end}", i + 1))
        }
    }
}

/// Draws a graph in the language of Graphviz.
fn svg(dot: &str) -> Result<String, String> {
    if dot.lines().count() > MOST_LINES {
        return Err("the graph is too large to be drawn; use --dot and Graphviz".into());
    }
    let mut graph = DotParser::new(dot).process().map_err(|error| format!("the graph cannot be drawn: {error}"))?;
    for statement in &mut graph.list.list {
        let looks = match statement {
            Stmt::Edge(edge) => &mut edge.list.list,
            Stmt::Node(node) => &mut node.list.list,
            Stmt::Attribute(_) | Stmt::SubGraph(_) => continue,
        };
        looks.iter_mut().filter(|(name, _)| name == "label").for_each(|(_, label)| *label = break_label(label));
    }
    // The library gives up by panicking.
    let drawn = catch_unwind(AssertUnwindSafe(|| {
        let mut builder = GraphBuilder::new();
        builder.visit_graph(&graph);
        let mut canvas = Canvas::default();
        let mut places = builder.get();
        places.do_it(false, false, false, &mut canvas);
        canvas.finish()
    }));
    drawn.map_err(|_| "the layout of the graph failed; use --dot and Graphviz".into())
}

/// A label in few lines that are not too wide.
fn break_label(label: &str) -> String {
    let mut lines = vec![String::new()];
    let mut width = 0;
    for word in label.split_whitespace() {
        let long = word.chars().count();
        // A word that fits in no line is cut.
        let short = match word.char_indices().nth(2 * LABEL_WIDTH) {
            Some((at, _)) => format!("{}…", &word[..at]),
            None => word.to_owned(),
        };
        let full = lines.len() == LABEL_LINES;
        match lines.last_mut() {
            Some(last) if last.is_empty() || width + 1 + long <= LABEL_WIDTH => {
                if !last.is_empty() {
                    last.push(' ');
                    width += 1;
                }
                last.push_str(&short);
            }
            Some(last) if full => {
                last.push_str(" …");
                break;
            }
            _ => {
                lines.push(short);
                width = 0;
            }
        }
        width += long;
    }
    lines.join("\n")
}

/// The drawing so far, and its extent.
#[derive(Debug, Default)]
struct Canvas {
    shapes: String,
    /// Labels lie over everything.
    labels: String,
    low: (f64, f64),
    high: (f64, f64),
    drawn: bool,
    /// The places of the texts: left, top, right, bottom.
    taken: Vec<[f64; 4]>,
}

impl Canvas {
    /// The height of the middle of a text, moved down until it lies over no text that was drawn before.
    fn free_height(&mut self, middle: Point, text: &str) -> f64 {
        let half_width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0) as f64 * FONT * 0.3;
        let half_height = text.lines().count() as f64 * FONT * 0.6;
        let mut y = middle.y;
        let around = |y: f64| [middle.x - half_width, y - half_height, middle.x + half_width, y + half_height];
        let meet = |a: &[f64; 4], b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        while let Some(other) = self.taken.iter().find(|other| meet(other, &around(y))) {
            y = other[3] + half_height + 1.0;
        }
        self.taken.push(around(y));
        y
    }

    fn cover(&mut self, x: f64, y: f64) {
        if !self.drawn {
            (self.low, self.high, self.drawn) = ((x, y), (x, y), true);
        }
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }

    fn finish(self) -> String {
        let (x, y) = (self.low.0 - MARGIN, self.low.1 - MARGIN);
        let (width, height) = (self.high.0 + MARGIN - x, self.high.1 + MARGIN - y);
        format!(
            concat!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" ",
                "viewBox=\"{x:.1} {y:.1} {width:.1} {height:.1}\" font-family=\"sans-serif\" font-size=\"{font}\">\n",
                "<defs><marker id=\"head\" markerWidth=\"10\" markerHeight=\"8\" refX=\"9\" refY=\"4\" orient=\"auto-start-reverse\">",
                "<polygon points=\"0 0, 10 4, 0 8\" fill=\"#333\"/></marker></defs>\n",
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"white\"/>\n",
                "{shapes}{labels}</svg>\n"
            ),
            x = x,
            y = y,
            width = width,
            height = height,
            font = FONT,
            shapes = self.shapes,
            labels = self.labels,
        )
    }
}

/// The colour inside a shape. The outer ring of a double circle has none: it comes second and must not hide the inner one.
fn fill(look: &StyleAttr) -> String {
    let color = look.fill_color.map(|color| color.to_web_color()).filter(|color| !color.ends_with("00"));
    color.map_or_else(|| "none".into(), |color| color.chars().take(7).collect())
}

impl RenderBackend for Canvas {
    fn draw_rect(&mut self, xy: Point, size: Point, look: &StyleAttr, _: Option<String>, _: Option<ClipHandle>) {
        self.cover(xy.x, xy.y);
        self.cover(xy.x + size.x, xy.y + size.y);
        let _ = writeln!(
            self.shapes,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{}\" fill=\"{}\" stroke=\"#333\"/>",
            xy.x,
            xy.y,
            size.x,
            size.y,
            look.rounded,
            fill(look)
        );
    }

    fn draw_line(&mut self, start: Point, stop: Point, _: &StyleAttr, _: Option<String>) {
        self.cover(start.x, start.y);
        self.cover(stop.x, stop.y);
        let _ = writeln!(
            self.shapes,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#333\"/>",
            start.x, start.y, stop.x, stop.y
        );
    }

    fn draw_circle(&mut self, xy: Point, size: Point, look: &StyleAttr, _: Option<String>) {
        let (rx, ry) = (size.x / 2.0, size.y / 2.0);
        self.cover(xy.x - rx, xy.y - ry);
        self.cover(xy.x + rx, xy.y + ry);
        let fill = fill(look);
        let _ = writeln!(
            self.shapes,
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{rx:.1}\" ry=\"{ry:.1}\" fill=\"{fill}\" stroke=\"#333\"/>",
            xy.x, xy.y
        );
    }

    fn draw_text(&mut self, xy: Point, text: &str, _: &StyleAttr) {
        let lines: Vec<&str> = text.lines().collect();
        let height = FONT * 1.2;
        let top = self.free_height(xy, text) - height * (lines.len() as f64 - 1.0) / 2.0;
        for (i, line) in lines.into_iter().enumerate() {
            let y = height.mul_add(i as f64, top);
            let half = line.chars().count() as f64 * FONT * 0.3;
            self.cover(xy.x - half, y - height / 2.0);
            self.cover(xy.x + half, y + height / 2.0);
            let _ = writeln!(
                self.labels,
                concat!(
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" dy=\"0.35em\" ",
                    "stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\" fill=\"black\">{}</text>"
                ),
                xy.x,
                y,
                escaped(line)
            );
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        dashed: bool,
        (back, forth): (bool, bool),
        _: &StyleAttr,
        _: Option<String>,
        text: &str,
    ) {
        let [first, second, rest @ ..] = path else { return };
        path.iter().for_each(|(a, b)| {
            self.cover(a.x, a.y);
            self.cover(b.x, b.y);
        });
        let mut way = format!(
            "M {:.1} {:.1} C {:.1} {:.1}, {:.1} {:.1}, {:.1} {:.1}",
            first.0.x, first.0.y, first.1.x, first.1.y, second.0.x, second.0.y, second.1.x, second.1.y
        );
        for (control, to) in rest {
            let _ = write!(way, " S {:.1} {:.1}, {:.1} {:.1}", control.x, control.y, to.x, to.y);
        }
        let dash = if dashed { " stroke-dasharray=\"5,4\" stroke-opacity=\"0.7\"" } else { "" };
        // Edges that go back are laid out the other way round.
        let start = if back { " marker-start=\"url(#head)\"" } else { "" };
        let end = if forth { " marker-end=\"url(#head)\"" } else { "" };
        let _ = writeln!(self.shapes, "<path d=\"{way}\" fill=\"none\" stroke=\"#333\"{dash}{start}{end}/>");
        if !text.is_empty() {
            let middle = Point::new((first.0.x + second.1.x) / 2.0, (first.0.y + second.1.y) / 2.0);
            self.draw_text(middle, text, &StyleAttr::simple());
        }
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_labels_are_broken() {
        let label = r#"squares left by move from \"Q\" to somewhere"#;
        let drawn = svg(&format!("digraph nfa {{\n  a -> b [label = \"{label}\"];\n}}\n")).unwrap();
        for line in ["squares left by move", "from &quot;Q&quot; to somewhere"] {
            assert!(drawn.contains(&format!(">{line}</text>")), "{drawn}");
        }
    }

    #[test]
    fn very_long_labels_are_cut() {
        let long = break_label(&"abcdefghi ".repeat(20));
        assert_eq!(long, "abcdefghi abcdefghi\nabcdefghi abcdefghi\nabcdefghi abcdefghi …");
        assert_eq!(break_label(&"x".repeat(100)), format!("{}…", "x".repeat(48)));
    }

    #[test]
    fn labels_of_edges_do_not_overlap() {
        let drawn =
            svg("digraph nfa {\n  rankdir=LR;\n  a -> b [label = \"forth\"];\n  b -> a [label = \"back\"];\n}\n")
                .unwrap();
        let heights = |word: &str| {
            let line = drawn.lines().find(|line| line.contains(&format!(">{word}<"))).expect("a label");
            let y = line.split(" y=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a height");
            y.parse::<f64>().expect("a number")
        };
        assert!((heights("forth") - heights("back")).abs() > FONT, "{drawn}");
    }

    #[test]
    fn a_graph_becomes_a_picture() {
        let drawn =
            svg("digraph nfa {\n  rankdir=LR;\n  a [shape=circle, label = \"0\"];\n  a -> b [label = \"x < y\"];\n}\n")
                .unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("x &lt; y"), "{drawn}");
    }
}
