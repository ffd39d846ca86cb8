//! A query in words: one line for each filter, nested as the filters are. Operations are described by their rows in the
//! catalogue. Tests: `tests/language/syntax/describing.rs`.

mod nouns;

use crate::advice::misreadings::constant;
use crate::ast::{
    AssignOp, Binary, Compare, Constituent, ConstituentKind, Dash, Designator, Each, Family, Filter, Kind, MoveFilter,
    MoveParam, Path, Pieces, Reach, Script, Sequence, SequenceForm, Type, Unary,
};
use crate::catalogue::{Op, Shorthand, TruthOp};
use crate::dialect::Dialect;
use crate::limits::HIGHEST;
use crate::print::{family_word, print_filter};
use crate::stack::with_room;
use nouns::{noun, one, range_text, relation, roles, singular, text_of};

/// A line of the description of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// How deeply the filter is nested.
    pub depth: usize,
    /// The filter as text; of filters with others inside them, only their own words.
    pub text: String,
    /// What it means. If lines follow that are one deeper, it ends with a colon.
    pub meaning: String,
}

/// The filters of a query in words, in the order of its text. All lines at depth 0 must hold at a position.
pub fn describe(script: &Script) -> Vec<Described> {
    with_room(HIGHEST, || {
        let mut describer = Describer { lines: Vec::new() };
        let filters: Vec<&Filter> = script.header.filters.iter().chain(&script.body).collect();
        filters.into_iter().for_each(|filter| describer.test(filter, 0));
        describer.lines
    })
}

struct Describer {
    lines: Vec<Described>,
}

impl Describer {
    fn line(&mut self, depth: usize, text: impl Into<String>, meaning: impl Into<String>) {
        let text = text.into().split_whitespace().collect::<Vec<_>>().join(" ");
        self.lines.push(Described { depth, text, meaning: meaning.into() });
    }

    fn all(&mut self, parts: &[Filter], depth: usize) {
        parts.iter().for_each(|part| self.test(part, depth));
    }

    /// A filter that is to match.
    fn test(&mut self, filter: &Filter, depth: usize) {
        match &filter.kind {
            Kind::Braces(parts) if parts.len() == 1 || depth == 0 => self.all(parts, depth),
            Kind::Braces(parts) => {
                self.line(depth, "{ }", "all of these hold:");
                self.all(parts, depth + 1);
            }
            Kind::Paren(inner) => self.test(inner, depth),
            Kind::Silent(inner) => self.test(inner, depth),
            Kind::Binary(Binary::And, a, b) => {
                self.test(a, depth);
                self.test(b, depth);
            }
            Kind::Binary(Binary::Or, ..) if filter.ty == Type::Logical => {
                self.line(depth, "or", "one of these holds:");
                self.alternatives(filter, depth + 1);
            }
            Kind::Unary(Unary::Not, inner) if filter.ty == Type::Logical => {
                self.line(depth, "not", "this does not hold:");
                self.group(inner, depth + 1);
            }
            Kind::NoTransform(inner) => {
                self.line(depth, "notransform", "as it is written, regardless of transforms around it:");
                self.group(inner, depth + 1);
            }
            Kind::Transform { family, range, body } => {
                let meaning = match (range, family) {
                    (Some(range), _) => format!("{} of {} hold:", range_text(range), images(*family)),
                    (None, Family::FlipColor) => "this holds, or the same with colours exchanged:".into(),
                    (None, Family::ReverseColor) => "this holds with colours exchanged:".into(),
                    (None, _) => format!("one of {} holds:", images(*family)),
                };
                self.line(depth, family_word(*family), meaning);
                self.group(body, depth + 1);
            }
            Kind::At(position, body) => {
                self.line(depth, format!("{}:", text_of(position)), format!("at {}:", noun(position)));
                self.group(body, depth + 1);
            }
            Kind::If { test, then, otherwise } => {
                self.line(depth, "if", "if this holds:");
                self.group(test, depth + 1);
                self.line(depth, "then", "then this must hold:");
                self.group(then, depth + 1);
                if let Some(otherwise) = otherwise {
                    self.line(depth, "else", "otherwise this must hold:");
                    self.group(otherwise, depth + 1);
                }
            }
            Kind::While { test, body } => {
                self.line(depth, "while", "as long as this holds:");
                self.group(test, depth + 1);
                self.line(depth, "", "this is evaluated again and again:");
                self.group(body, depth + 1);
            }
            Kind::Apply(Op::Truth(TruthOp::Loop), body) => {
                self.line(depth, "loop", "this is evaluated until it no longer holds:");
                body.iter().for_each(|body| self.group(body, depth + 1));
            }
            Kind::Apply(Op::Truth(TruthOp::Assert), body) => {
                self.line(depth, "assert", "the run ends with an error unless this holds:");
                body.iter().for_each(|body| self.group(body, depth + 1));
            }
            Kind::Each(each) => self.each(each, depth),
            Kind::Sequence(sequence) => self.sequence(sequence, depth),
            Kind::Path(path) => self.path(path, depth),
            Kind::Reach(reach) => self.reach(reach, depth),
            Kind::Find(find) => {
                let whither = if find.backward { "an earlier position" } else { "a later position" };
                let meaning = match (&find.range, find.all) {
                    (Some(range), _) => {
                        let whither = if find.backward { "earlier positions" } else { "later positions" };
                        format!("at {} of all {whither}:", range_text(range))
                    }
                    (None, true) => format!("at {whither} at least; all of them are counted:"),
                    (None, false) => format!("at {whither}, or this one; the first is its value:"),
                };
                self.line(depth, "find", meaning);
                self.group(&find.body, depth + 1);
            }
            Kind::Sort { min, doc, body, .. } => {
                let order = if *min { "smallest" } else { "greatest" };
                let name = if doc.is_empty() { String::new() } else { format!(" \"{doc}\"") };
                self.line(depth, format!("sort{name}"), format!("the games are sorted, the {order} value first, by:"));
                self.value(body, depth + 1);
            }
            Kind::Move(mv) if mv.target.is_some() => {
                self.line(depth, text_of(filter), format!("{}; after it:", move_text(mv)));
                mv.target.iter().for_each(|target| self.group(target, depth + 1));
            }
            Kind::Dash(dash) if !dash.target.is_empty() => {
                self.line(depth, text_of(filter), format!("{}; after it:", dash_text(dash, false)));
                self.all(&dash.target, depth + 1);
            }
            Kind::Call(call) => {
                self.line(depth, text_of(filter), format!("the function `{}`:", call.function.text));
                self.group(&call.body, depth + 1);
            }
            _ => self.line(depth, text_of(filter), sentence(filter)),
        }
    }

    /// A filter below another one: its conjuncts have a line each.
    fn group(&mut self, filter: &Filter, depth: usize) {
        match &filter.kind {
            Kind::Braces(parts) => self.all(parts, depth),
            Kind::Paren(inner) => self.group(inner, depth),
            _ => self.test(filter, depth),
        }
    }

    /// A filter whose value counts.
    fn value(&mut self, filter: &Filter, depth: usize) {
        match &filter.kind {
            Kind::Paren(inner) => self.value(inner, depth),
            Kind::Braces(parts) => self.all(parts, depth),
            Kind::Sequence(_) | Kind::Path(_) | Kind::Reach(_) | Kind::Find(_) | Kind::Each(_) => {
                self.test(filter, depth);
            }
            _ => self.line(depth, text_of(filter), noun(filter)),
        }
    }

    fn alternatives(&mut self, filter: &Filter, depth: usize) {
        match &filter.kind {
            Kind::Binary(Binary::Or, a, b) if filter.ty == Type::Logical => {
                self.alternatives(a, depth);
                self.alternatives(b, depth);
            }
            _ => self.test(filter, depth),
        }
    }

    fn each(&mut self, each: &Each, depth: usize) {
        let what = if each.piece { "piece" } else { "square" };
        let domain = each.domain.as_ref().map_or_else(|| "all squares".to_owned(), |domain| noun(domain));
        let name = &each.name.text;
        let text = format!("{what}{} {name}", if each.all { " all" } else { "" });
        let meaning = match (&each.range, each.all) {
            (Some(range), _) => format!("for {} {what}s `{name}` of {domain}:", range_text(range)),
            (None, true) => format!("for every {what} `{name}` of {domain}:"),
            (None, false) => match each.domain.as_deref().map(|domain| &domain.kind) {
                Some(Kind::Designator(designator)) if each.piece && designator.pieces != Pieces::ANY => {
                    let piece = singular(designator);
                    format!("for some {}, called `{name}`:", piece.split_once(' ').map_or("", |(_, piece)| piece))
                }
                _ => format!("for some {what} of {domain}, called `{name}`:"),
            },
        };
        self.line(depth, text, meaning);
        self.group(&each.body, depth + 1);
    }

    fn sequence(&mut self, sequence: &Sequence, depth: usize) {
        let (next, line) = (sequence.form == SequenceForm::Next, sequence.form == SequenceForm::Line);
        let word = match (next, sequence.backward) {
            (true, false) => "next",
            (true, true) => "previous",
            _ => "line",
        };
        let whither = if sequence.backward { "backward through" } else { "of" };
        let mut meaning = format!(
            "this position begins a sequence {whither} positions of the game in which these hold, one after the other"
        );
        if sequence.single_color {
            meaning.push_str(", skipping those with the other side to move");
        }
        meaning.push_str(&choice(sequence.shortest, sequence.almost));
        if let Some(range) = &sequence.range {
            let which = match (sequence.shortest, sequence.almost) {
                (true, _) => "shortest",
                (false, Some(_)) => "best",
                (false, None) => "longest",
            };
            meaning.push_str(&format!("; the {which} such sequence has {} positions", range_text(range)));
        }
        if sequence.nestban {
            meaning.push_str("; it does not begin inside an earlier one");
        }
        if line && sequence.first_match {
            meaning.push_str("; the shortest one counts");
        }
        self.line(depth, word, meaning + ":");
        sequence.constituents.iter().for_each(|part| self.constituent(part, depth + 1, false));
    }

    fn path(&mut self, path: &Path, depth: usize) {
        let mut meaning = "from this position moves like these are played, one after the other".to_owned();
        if let Some(focus) = &path.focus {
            meaning.push_str(&format!("; only moves of {} count", noun(&focus.set)));
        }
        meaning.push_str(&choice(path.shortest, path.almost));
        if let Some(range) = &path.range {
            meaning.push_str(&format!("; their number is {}", range_text(range)));
        }
        if let Some(max) = &path.max {
            meaning.push_str(&format!("; the best path is that with the greatest {}", noun(max)));
        }
        self.line(depth, "path", meaning + ":");
        path.constituents.iter().for_each(|part| self.constituent(part, depth + 1, true));
    }

    fn constituent(&mut self, part: &Constituent, depth: usize, path: bool) {
        match &part.kind {
            ConstituentKind::Filter(filter) => match &filter.kind {
                Kind::Dash(dash) if path => {
                    let colon = if dash.target.is_empty() { "" } else { "; after it:" };
                    self.line(depth, text_of(filter), dash_text(dash, false) + colon);
                    self.all(&dash.target, depth + 1);
                }
                Kind::Braces(parts) if parts.len() > 1 => {
                    self.line(depth, "{ }", "a position where all of these hold:");
                    self.all(parts, depth + 1);
                }
                _ => self.test(filter, depth.max(1)),
            },
            ConstituentKind::Group(parts) => {
                self.line(depth, "( )", "these, one after the other:");
                parts.iter().for_each(|part| self.constituent(part, depth + 1, path));
            }
            ConstituentKind::AnyOrder(members) => {
                self.line(depth, "anyorder", "all of these, in any order, one directly after the other:");
                members.iter().for_each(|part| self.constituent(part, depth + 1, path));
            }
            ConstituentKind::Either(lists) => self.lists(lists, depth, path, ["either", "or"], EITHER),
            ConstituentKind::Both(lists) => self.lists(lists, depth, path, ["both", "and"], BOTH),
            ConstituentKind::Repeat { of, low, high } => {
                let (sign, times) = match (low, high) {
                    (0, None) => ("*".to_owned(), "any number of times, or not at all".to_owned()),
                    (1, None) => ("+".to_owned(), "once or more often".to_owned()),
                    (0, Some(1)) => ("?".to_owned(), "once or not at all".to_owned()),
                    (low, None) => (format!("{{{low},}}"), format!("{low} times or more often")),
                    (low, Some(high)) if low == high => (format!("{{{low}}}"), format!("{low} times")),
                    (low, Some(high)) => (format!("{{{low},{high}}}"), format!("{low} to {high} times")),
                };
                self.line(depth, sign, format!("{times}:"));
                self.constituent(of, depth + 1, path);
            }
            ConstituentKind::Named { name, of } => {
                self.line(depth, format!("{}:=", name.text), format!("the following is called {}:", name.text));
                self.constituent(of, depth + 1, path);
            }
        }
    }

    /// The sequences of `either` or `both`, each below its word.
    fn lists(
        &mut self,
        lists: &[Vec<Constituent>],
        depth: usize,
        path: bool,
        words: [&'static str; 2],
        meanings: [&'static str; 2],
    ) {
        for (at, list) in lists.iter().enumerate() {
            let later = usize::from(at > 0);
            self.line(depth, words[later], meanings[later]);
            list.iter().for_each(|part| self.constituent(part, depth + 1, path));
        }
    }

    fn reach(&mut self, reach: &Reach, depth: usize) {
        let (word, whither) = match reach.backward {
            true => ("previous*", "earlier positions"),
            false => ("next*", "later positions"),
        };
        let within = reach.depth.map(|depth| format!(" at most {depth} moves away")).unwrap_or_default();
        let meaning = match &reach.range {
            Some(range) => format!("of this and the {whither}{within}, {} are such that:", range_text(range)),
            None => format!("at this position or one of the {whither}{within}:"),
        };
        self.line(depth, word, meaning);
        self.group(&reach.body, depth + 1);
    }
}

/// What `shortest` and `almost` say of the match that counts.
fn choice(shortest: bool, almost: Option<u8>) -> String {
    let length = if shortest { "the shortest" } else { "the longest" };
    match almost {
        None if shortest => "; the shortest such sequence counts".to_owned(),
        None => String::new(),
        Some(1) => format!(
            "; at most one of them may differ, and of the sequences with the fewest differences {length} counts"
        ),
        Some(most) => format!(
            "; at most {most} of them may differ, and of the sequences with the fewest differences {length} counts"
        ),
    }
}

/// What the sequences of `either` are: the first one, and each later one.
const EITHER: [&str; 2] = ["one of these; first, one after the other:", "or, one after the other:"];

/// What the sequences of `both` are.
const BOTH: [&str; 2] = [
    "positions that are all of these at once; first, one after the other:",
    "and the same positions are, one after the other:",
];

/// A filter without others that need a line, as a sentence.
fn sentence(filter: &Filter) -> String {
    match &filter.kind {
        Kind::Binary(Binary::Compare(compare), a, b) => comparison(*compare, a, b),
        Kind::Binary(Binary::In, a, b) if a.ty == Type::Text => format!("{} contains {}", noun(b), noun(a)),
        Kind::Binary(Binary::In, a, b) => format!("all of {} are among {}", noun(a), noun(b)),
        Kind::Binary(Binary::Relation(op), a, b) => format!("{} {} {}", one(a), relation(*op)[1], one(b)),
        Kind::Apply(Op::Shorthand(Shorthand::CurrentMove), inner) => match &inner[0].kind {
            Kind::Dash(dash) => dash_text(dash, true),
            _ => "such a move led to this position".into(),
        },
        Kind::Apply(Op::Shorthand(op @ (Shorthand::Legal | Shorthand::Pseudolegal)), _) => {
            format!("there is such a {} move", op.row().spelling)
        }
        Kind::Apply(op, arguments) => applied(*op, arguments),
        Kind::Assign(assign) => {
            let (name, value) = (&assign.name.text, noun(&assign.value));
            match assign.op {
                AssignOp::Set => format!("`{name}` becomes {value}"),
                AssignOp::SetIfAny => format!("`{name}` becomes {value}, if there are any"),
                AssignOp::Update(_) => format!("`{name}` is changed by {value}"),
            }
        }
        Kind::AssignPiece { name, set } => {
            format!("`{}` follows the piece on {}, which is one square", name.text, noun(set))
        }
        Kind::AssignEntry { of, key, value } => {
            format!("the entry {} of `{}` becomes {}", noun(key), of.name.text, noun(value))
        }
        Kind::Move(mv) => move_text(mv),
        Kind::Dash(dash) => dash_text(dash, false),
        Kind::GameText { field, search: Some(search) } => format!("{} contains \"{search}\"", field.noun()),
        Kind::InRange(range, inner) => {
            let number = if inner.ty == Type::Set { format!("the number of {}", noun(inner)) } else { noun(inner) };
            format!("{number} is {}", range_text(range))
        }
        Kind::IsBound { name, negated } => {
            format!("the variable `{}` has {}", name.text, if *negated { "no value" } else { "a value" })
        }
        Kind::Unbind(name) => format!("the variable `{}` loses its value", name.text),
        Kind::Function(function) => format!("defines the function `{}`", function.name.text),
        Kind::Include(file) => format!("uses what \"{file}\" declares"),
        Kind::Parameter(parameter) => format!("defines the parameter `{}`", parameter.name.text),
        Kind::Regex { text, .. } => format!("{} matches the regular expression", noun(text)),
        Kind::Echo(echo) => {
            format!(
                "for two positions `{}` and `{}` of the game, the filter after them holds",
                echo.source.text, echo.target.text
            )
        }
        Kind::EachKey(_) => "for the keys of the dictionary, the filter after them is evaluated".into(),
        Kind::Integer(_) | Kind::Text(_) | Kind::All => "always holds".into(),
        _ if let Some(number) = constant(filter) => format!("the number {number}, which always holds"),
        Kind::NoSquares => "never holds".into(),
        Kind::Designator(designator) if designator.pieces != Pieces::ANY => format!("there is {}", one(filter)),
        _ => existence(filter.ty, noun(filter)),
    }
}

/// A value as a test: that there is one.
fn existence(ty: Type, value: String) -> String {
    match ty {
        Type::Logical => "holds".into(),
        Type::Set if value.starts_with("the ") => format!("there is at least one of {value}"),
        Type::Set => format!("there are {value}"),
        Type::Position => format!("{value} exists"),
        Type::Number | Type::Text => format!("{value} is known"),
    }
}

/// An operation that matches or not, with its arguments.
fn applied(op: Op, arguments: &[Filter]) -> String {
    let meaning = nouns::applied(op, arguments);
    match op.row().ty {
        Type::Logical => meaning,
        ty => existence(ty, meaning),
    }
}

/// The meaning of an operation as a part of a sentence.
fn plain(op: Op) -> String {
    let text = op.meaning().trim().trim_end_matches('.');
    let mut letters = text.chars();
    // Names of sides stay as they are.
    match letters.next() {
        Some(first) if !["White", "Black", "Forsyth"].iter().any(|name| text.starts_with(name)) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

fn comparison(compare: Compare, a: &Filter, b: &Filter) -> String {
    let verb = match compare {
        Compare::Less => "is less than",
        Compare::LessEqual => "is at most",
        Compare::Greater => "is greater than",
        Compare::GreaterEqual => "is at least",
        Compare::Equal => "equals",
        Compare::NotEqual => "differs from",
        Compare::Ancestor => "comes before",
        Compare::AncestorEqual => "comes before or is",
        Compare::Descendant => "comes after",
        Compare::DescendantEqual => "comes after or is",
    };
    // A set that is compared with a number counts its squares.
    let counted = |this: &Filter, other: &Filter| match (this.ty, other.ty) {
        (Type::Set, Type::Number) => format!("the number of {}", noun(this)),
        _ => noun(this),
    };
    format!("{} {verb} {}", counted(a, b), counted(b, a))
}

fn move_text(mv: &MoveFilter) -> String {
    let has = |wanted: fn(&MoveParam) -> bool| mv.params.iter().any(wanted);
    let start = if has(|param| matches!(param, MoveParam::Legal)) {
        "there is a legal move"
    } else if has(|param| matches!(param, MoveParam::Pseudolegal)) {
        "there is a pseudolegal move"
    } else if has(|param| matches!(param, MoveParam::Previous)) {
        "a move led here"
    } else {
        "a move is played here"
    };
    let mut parts = Vec::new();
    for param in &mv.params {
        let part = match param {
            MoveParam::From(set) => square_of(set)
                .map_or_else(|| format!("moves {}", one(set)), |square| format!("moves a piece from {square}")),
            MoveParam::To(set) => format!("goes to {}", square_of(set).unwrap_or_else(|| one(set))),
            MoveParam::Capture(set) => square_of(set)
                .map_or_else(|| format!("captures {}", one(set)), |square| format!("captures on {square}")),
            MoveParam::Promote(pieces) => format!("promotes to {}", roles(*pieces)),
            MoveParam::Drop(pieces) => format!("drops {}", roles(*pieces)),
            MoveParam::EnPassant => "captures en passant".into(),
            MoveParam::EnPassantSquare(set) => format!("captures en passant on {}", one(set)),
            MoveParam::Castle => "castles".into(),
            MoveParam::CastleShort => "castles on the king's side".into(),
            MoveParam::CastleLong => "castles on the queen's side".into(),
            MoveParam::Null => "is a null move".into(),
            MoveParam::Primary => "continues the line".into(),
            MoveParam::Secondary => "begins a variation".into(),
            MoveParam::Count => "is counted".into(),
            MoveParam::Reverse => "is taken back".into(),
            MoveParam::All => "is one of all, which must all lead to what follows".into(),
            MoveParam::Legal | MoveParam::Pseudolegal | MoveParam::Previous => continue,
        };
        parts.push(part);
    }
    if parts.is_empty() { start.to_owned() } else { format!("{start} that {}", parts.join(" and ")) }
}

/// A move as a sentence. `led`: it is the move that led to the position, otherwise one that is played.
fn dash_text(dash: &Dash, led: bool) -> String {
    let left = dash.left.as_deref();
    let mover = match left.map(|left| (square_of(left), left)) {
        Some((Some(_), _)) | None => "a piece".to_owned(),
        Some((None, left)) if left.ty == Type::Set => one(left),
        Some((None, left)) => noun(left),
    };
    let from = left.and_then(square_of).map_or_else(String::new, |square| format!(" from {square}"));
    let right = dash.right.as_deref();
    let to = right.map(|right| square_of(right).unwrap_or_else(|| one(right)));
    let (moves, captures) = if led { ("has moved", "has captured") } else { ("moves", "captures") };
    let mut text = match (dash.capture, to) {
        (false, None) => format!("{mover} {moves}{from}"),
        (false, Some(to)) => format!("{mover} {moves}{from} to {to}"),
        (true, None) => format!("{mover}{from} {captures} something"),
        (true, Some(_)) => {
            let what = right.map_or_else(String::new, |right| match square_of(right) {
                Some(square) => format!("on {square}"),
                None => one(right),
            });
            format!("{mover}{from} {captures} {what}")
        }
    };
    if dash.promotion.is_some() {
        text.push_str(", with a promotion");
    }
    text
}

/// The name of the square that a filter is, with any contents.
fn square_of(filter: &Filter) -> Option<String> {
    match &filter.kind {
        Kind::Designator(Designator { pieces: Pieces::ANY, squares }) => {
            squares.single_square().map(|square| square.to_string())
        }
        _ => None,
    }
}

/// The images of a transform, as a noun.
fn images(family: Family) -> &'static str {
    match family {
        Family::FlipColor => "these two, this and the same with colours exchanged,",
        Family::ReverseColor => "the same with colours exchanged",
        Family::FlipHorizontal => "these two, this and its mirror image with the ranks in reverse order,",
        Family::FlipVertical => "these two, this and its mirror image with the files in reverse order,",
        Family::Flip => "the eight rotations and reflections of this",
        Family::Rotate90 => "the four rotations of this",
        Family::Rotate45 => "the eight rotations of the directions in this",
        Family::Shift => "the shifts of this to anywhere on the board",
        Family::ShiftHorizontal => "the shifts of this to other files",
        Family::ShiftVertical => "the shifts of this to other ranks",
    }
}

/// A filter as it is written.
fn written(filter: &Filter) -> String {
    print_filter(filter, Dialect::Six)
}
