//! A query as a question that a board can show: by its syntax tree, so that every way of writing it counts.
//!
//! What a board cannot show makes the whole query none of them: nothing of a query is left out.

use super::pieces::letter;
use super::write::TURNS;
use super::{Area, Ask, AskedMove, Contents, Join, Joined, PIECES, PathAsk, PositionAsk, Shift};
use crate::ast::normalize::normal;
use crate::ast::{
    Binary, Bound, Compare, Constituent, ConstituentKind, Dash, Designator, Family, Filter, Header, Kind, Path, Pieces,
    Range, Script, Sequence, Unary,
};
use crate::catalogue::{Op, Shorthand};
use crate::dialect::Dialect;
use crate::limits::HIGHEST;
use crate::read::{ParseOptions, parse};
use crate::stack::with_room;
use std::slice::from_ref;
use std::sync::LazyLock;
use tabiya_chess::{Bitboard, Color, File, Rank, Square};

/// A longer text is not a board.
const LONGEST: usize = 20_000;

impl Ask {
    /// The question that a text puts, in its normal form; `None` if the text has errors, or says something that boards
    /// cannot show, such as a check, a set of squares that is not a rectangle, or a header with settings. Linear in the length
    /// of the text, apart from parsing.
    ///
    /// ```
    /// # mod tabiya { pub mod syntax { pub use tabiya_cql::*; } }
    /// use tabiya::syntax::{Dialect, assist::Ask};
    /// let of = |text| Ask::of(text, Dialect::Auto).and_then(|ask| ask.query().ok());
    /// assert_eq!(of("cql() {not btm} and Nf3 Ke1").as_deref(), Some("Ke1 Nf3 wtm"));
    /// assert_eq!(of("Ke1 or Nf3"), None);
    /// ```
    pub fn of(text: &str, dialect: Dialect) -> Option<Ask> {
        if text.len() > LONGEST {
            return None;
        }
        let parsed = parse(text, &ParseOptions { dialect, ..ParseOptions::default() });
        Ask::of_script(&parsed.script?)
    }

    /// The same of a query that has been read.
    pub fn of_script(script: &Script) -> Option<Ask> {
        with_room(HIGHEST, || of_script(script))
    }
}

fn of_script(script: &Script) -> Option<Ask> {
    let header = &script.header;
    let plain = Header { present: header.present, dialect: header.dialect, ..Header::default() };
    if *header != plain || !script.functions.is_empty() {
        return None;
    }
    let mut all = boards(&script.body, Ask::MOST_BOARDS)?;
    Some(if all.len() == 1 { all.remove(0).ask } else { Ask::Several(all) })
}

/// The boards of filters that must all match: one, or several if each stands in braces of its own; none if there are more than
/// `most`. Each step in takes one away, so that a long list of them goes no deeper.
fn boards(filters: &[Filter], most: usize) -> Option<Vec<Joined>> {
    let rest = most.checked_sub(1)?;
    let of = |filter: &Filter| boards(from_ref(filter), rest);
    let (before, by, last) = match filters {
        [one] => match &bare(one).kind {
            Kind::Binary(Binary::Or, a, b) if in_braces(a) && in_braces(b) => (of(a)?, Join::Or, &**b),
            Kind::Sequence(sequence) => {
                let (first, moves, then) = within(sequence)?;
                (of(first)?, Join::Within(moves), then)
            }
            // More than one, for one by itself is bare.
            Kind::Braces(parts) => return boards(parts, most),
            _ => return Some(vec![Joined { by: Join::And, ask: board(filters)? }]),
        },
        [before @ .., last] if !before.is_empty() && filters.iter().all(is_board) => match &last.kind {
            Kind::Unary(Unary::Not, inner) => (boards(before, rest)?, Join::Not, &**inner),
            _ => (boards(before, rest)?, Join::And, last),
        },
        _ => return Some(vec![Joined { by: Join::And, ask: board(filters)? }]),
    };
    let mut all = before;
    all.push(Joined { by, ask: board(from_ref(last))? });
    Some(all)
}

fn in_braces(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Braces(_))
}

/// True if it is a board among several: `{...}`, `not {...}`.
fn is_board(filter: &Filter) -> bool {
    match &filter.kind {
        Kind::Unary(Unary::Not, inner) => in_braces(inner),
        _ => in_braces(filter),
    }
}

/// `next ({...} .{0 5} {...})`: a board, and another one at most this number of moves later.
fn within(sequence: &Sequence) -> Option<(&Filter, u8, &Filter)> {
    let [first, between, then] = &sequence.constituents[..] else { return None };
    let plain = Sequence { constituents: Vec::new(), ..Sequence::default() };
    if (Sequence { constituents: Vec::new(), ..sequence.clone() }) != plain {
        return None;
    }
    let ConstituentKind::Repeat { of, low: 0, high: Some(high) } = &between.kind else { return None };
    let moves = u8::try_from(high / 2 + 1).ok().filter(|moves| high % 2 == 1 && *moves <= Join::MOST_MOVES)?;
    let is_any = filter_of(of).is_some_and(|filter| match &filter.kind {
        Kind::Designator(Designator { pieces, squares }) => *pieces == Pieces::ANY && *squares == Bitboard::FULL,
        kind => *kind == Kind::All,
    });
    let board = |constituent| filter_of(constituent).filter(|filter| in_braces(filter));
    Some((board(first)?, moves, board(then)?)).filter(|_| is_any)
}

fn filter_of(constituent: &Constituent) -> Option<&Filter> {
    match &constituent.kind {
        ConstituentKind::Filter(filter) => Some(filter),
        _ => None,
    }
}

/// One board.
fn board(filters: &[Filter]) -> Option<Ask> {
    let mut reader = Reader::default();
    let mut parts = Vec::new();
    filters.iter().for_each(|filter| conjuncts(filter, &mut parts));
    while let [Filter { kind: Kind::Transform { family, range: None, body }, .. }] = parts[..] {
        reader.transform(*family)?;
        parts.clear();
        conjuncts(body, &mut parts);
    }
    parts.into_iter().try_for_each(|part| reader.part(part))?;
    reader.finish()
}

/// The filters that must all match.
fn conjuncts<'f>(filter: &'f Filter, out: &mut Vec<&'f Filter>) {
    match &filter.kind {
        Kind::Braces(parts) => parts.iter().for_each(|part| conjuncts(part, out)),
        Kind::Paren(inner) => conjuncts(inner, out),
        Kind::Binary(Binary::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(filter),
    }
}

/// A filter without the parentheses around it.
fn bare(filter: &Filter) -> &Filter {
    match &filter.kind {
        Kind::Paren(inner) => bare(inner),
        Kind::Braces(parts) if parts.len() == 1 => bare(&parts[0]),
        _ => filter,
    }
}

/// The part of a query that has been read.
#[derive(Default)]
struct Reader<'s> {
    pieces: Contents,
    areas: Vec<Area>,
    turn: Option<Color>,
    either_side: bool,
    mirror: bool,
    horizontal: bool,
    vertical: bool,
    path: Option<&'s Path>,
    /// The number of pieces on the board, where it is said.
    count: Option<i64>,
    /// The squares outside of which nothing stands, with the pieces on them, where they are said.
    only: Option<Contents>,
}

impl<'s> Reader<'s> {
    fn transform(&mut self, family: Family) -> Option<()> {
        match family {
            Family::FlipColor => self.either_side = true,
            Family::FlipVertical => self.mirror = true,
            Family::Shift => (self.horizontal, self.vertical) = (true, true),
            Family::ShiftHorizontal => self.horizontal = true,
            Family::ShiftVertical => self.vertical = true,
            Family::ReverseColor | Family::FlipHorizontal | Family::Flip | Family::Rotate90 | Family::Rotate45 => {
                return None;
            }
        }
        Some(())
    }

    fn shift(&self) -> Shift {
        match (self.horizontal, self.vertical) {
            (false, false) => Shift::No,
            (true, false) => Shift::Horizontal,
            (false, true) => Shift::Vertical,
            (true, true) => Shift::Any,
        }
    }

    fn part(&mut self, filter: &'s Filter) -> Option<()> {
        match &filter.kind {
            Kind::All => Some(()),
            Kind::Designator(Designator { pieces, squares }) if *pieces != Pieces::ANY && squares.count() > 1 => {
                self.area(*pieces, *squares, false)
            }
            Kind::Designator(designator) => self.designator(*designator),
            Kind::Unary(Unary::Not, inner) => match &bare(inner).kind {
                Kind::Designator(Designator { pieces, squares }) if squares.count() == 1 => {
                    self.designator(Designator { pieces: Pieces(Pieces::ANY.0 & !pieces.0), squares: *squares })
                }
                Kind::Designator(Designator { pieces, squares }) if *pieces != Pieces::ANY => {
                    self.area(*pieces, *squares, true)
                }
                _ => self.turn(filter),
            },
            // Shifted, some of its squares leave the board.
            Kind::Apply(Op::Shorthand(Shorthand::FenPattern), board) if self.shift() == Shift::No => {
                self.board(board.first()?.literal()?)
            }
            Kind::Path(path) if self.path.is_none() => {
                self.path = Some(path);
                Some(())
            }
            Kind::InRange(Range::Within(Bound::Integer(low), Bound::Integer(high)), of) if low == high => {
                self.count(of, *low)
            }
            Kind::Binary(Binary::Compare(Compare::Equal), of, number) if is_all_pieces(of) => match bare(number).kind {
                Kind::Integer(number) => self.count(of, number),
                _ => None,
            },
            Kind::Binary(Binary::In, of, squares) if is_all_pieces(of) && self.only.is_none() => {
                let mut only = Contents::new();
                union(squares, &mut only)?;
                self.only = Some(only);
                Some(())
            }
            _ => self.turn(filter),
        }
    }

    fn area(&mut self, pieces: Pieces, squares: Bitboard, absent: bool) -> Option<()> {
        self.areas.push(Area::of(squares, pieces, absent).filter(|_| pieces.0 != 0)?);
        Some(())
    }

    fn designator(&mut self, Designator { pieces, squares }: Designator) -> Option<()> {
        if pieces == Pieces::ANY && !squares.is_empty() {
            // It always matches, but where it must stay on the board.
            return (self.shift() == Shift::No || squares == Bitboard::FULL).then_some(());
        }
        self.put(single(squares)?, pieces)
    }

    /// What stands on a square must also be one of these.
    fn put(&mut self, square: Square, pieces: Pieces) -> Option<()> {
        let contents = self.pieces.entry(square).or_insert(Pieces::ANY);
        contents.0 &= pieces.0;
        (contents.0 != 0).then_some(())
    }

    /// A board as `fen` has it; what follows its 64 squares does not count.
    fn board(&mut self, board: &str) -> Option<()> {
        let mut contents = Vec::with_capacity(64);
        for sign in board.chars() {
            match sign {
                '/' => {}
                '1'..='8' => contents.extend((0..sign.to_digit(10)?).map(|_| Pieces::EMPTY_SQUARE)),
                '.' => contents.push(Pieces::ANY),
                _ => contents.push(letter(sign)?),
            }
            if contents.len() >= 64 {
                break;
            }
        }
        let squares =
            Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::from_coords(file, rank)));
        squares.zip(contents).try_for_each(|(square, pieces)| self.put(square, pieces))
    }

    fn count(&mut self, of: &Filter, number: i64) -> Option<()> {
        let same = self.count.is_none_or(|before| before == number);
        self.count = Some(number);
        (same && is_all_pieces(of)).then_some(())
    }

    fn turn(&mut self, filter: &Filter) -> Option<()> {
        let turn = turn_of(filter)?;
        let same = self.turn.is_none_or(|before| before == turn);
        self.turn = Some(turn);
        same.then_some(())
    }

    fn finish(self) -> Option<Ask> {
        let shift = self.shift();
        if let Some(path) = self.path {
            let only_sides = !self.mirror && shift == Shift::No && self.turn.is_none();
            let plain = only_sides && self.count.is_none() && self.only.is_none() && self.areas.is_empty();
            return if plain { moves(path, self.pieces, self.either_side) } else { None };
        }
        let mut ask = PositionAsk {
            pieces: self.pieces,
            areas: self.areas,
            turn: self.turn,
            exact: false,
            either_side: self.either_side,
            shift,
            mirror: self.mirror,
        };
        if let Some(number) = self.count {
            ask.exact = true;
            let occupied = ask.occupied().and_then(|occupied| i64::try_from(occupied).ok());
            if occupied != Some(number) {
                return None;
            }
        }
        if let Some(only) = self.only {
            ask.exact = true;
            let with_pieces = |contents: &Pieces| contents.0 & PIECES.0 != 0;
            let mut there = ask.pieces.clone();
            there.values_mut().for_each(|contents| contents.0 &= PIECES.0);
            there.retain(|_, contents| with_pieces(contents));
            if there != only {
                return None;
            }
        }
        let asks = ask.exact || ask.turn.is_some() || !ask.pieces.is_empty() || !ask.areas.is_empty();
        asks.then(|| Ask::Position(ask).normalized())
    }
}

/// The square of a set of one.
fn single(squares: Bitboard) -> Option<Square> {
    squares.first().filter(|_| squares.count() == 1)
}

/// True if it is `[Aa]` or `#[Aa]`.
fn is_all_pieces(filter: &Filter) -> bool {
    match &bare(filter).kind {
        Kind::Unary(Unary::Count, inner) => is_all_pieces(inner),
        Kind::Designator(Designator { pieces, squares }) => *pieces == PIECES && *squares == Bitboard::FULL,
        _ => false,
    }
}

/// The squares of `Ke1|qd8`, each with its pieces.
fn union(filter: &Filter, out: &mut Contents) -> Option<()> {
    match &bare(filter).kind {
        Kind::Binary(Binary::Union, a, b) => union(a, out).and_then(|()| union(b, out)),
        Kind::Designator(Designator { pieces, squares }) => {
            let twice = out.insert(single(*squares)?, *pieces).is_some();
            (!twice && pieces.0 & !PIECES.0 == 0).then_some(())
        }
        _ => None,
    }
}

/// The side to move that a filter asks for.
fn turn_of(filter: &Filter) -> Option<Color> {
    static KNOWN: LazyLock<Vec<(Filter, Color)>> = LazyLock::new(|| {
        let options = ParseOptions { dialect: Dialect::Six, ..ParseOptions::default() };
        let read = |text: &str| parse(text, &options).script.and_then(|script| script.body.into_iter().next());
        let of = |(color, texts): (Color, &'static [&'static str])| {
            texts.iter().filter_map(move |text| Some((normal(&read(text)?), color))).collect::<Vec<_>>()
        };
        TURNS.into_iter().flat_map(of).collect()
    });
    let wanted = normal(filter);
    KNOWN.iter().find(|(known, _)| *known == wanted).map(|(_, color)| *color)
}

/// The moves of a path.
fn moves(path: &Path, pieces: Contents, either_side: bool) -> Option<Ask> {
    if (Path { constituents: Vec::new(), shortest: false, almost: None, ..path.clone() }) != Path::default() {
        return None;
    }
    let mut constituents = Vec::new();
    flatten(&path.constituents, &mut constituents);
    let almost = path.almost.unwrap_or(0);
    let ask = match constituents[..] {
        [Constituent { kind: ConstituentKind::AnyOrder(members), .. }] if path.shortest => {
            let moves = members.iter().map(member).collect::<Option<Vec<_>>>()?;
            PathAsk { moves, pieces, either_side, gaps: true, any_order: true, almost }
        }
        _ if path.shortest => return None,
        _ => {
            let (moves, pieces, gaps) = in_order(constituents, pieces, almost)?;
            PathAsk { moves, pieces, either_side, gaps, any_order: false, almost }
        }
    };
    // Where all may differ, and for one move in any order, a board has other words.
    let says_more = ask.any_order && ask.moves.len() < 2 || usize::from(almost) >= ask.moves.len();
    (!says_more).then(|| Ask::Path(ask).normalized())
}

/// The move of a member of `anyorder`, `(Nf3--d2 --*)`.
fn member(constituent: &Constituent) -> Option<AskedMove> {
    match &constituent.kind {
        ConstituentKind::Group(parts) => match &parts[..] {
            [one, gap] if is_gap(gap) => asked(dash_of(one)?),
            _ => None,
        },
        _ => None,
    }
}

/// Moves one after the other, what stands on squares before them, and whether other moves may come between.
fn in_order(
    mut constituents: Vec<&Constituent>,
    pieces: Contents,
    almost: u8,
) -> Option<(Vec<AskedMove>, Contents, bool)> {
    // What comes before the first move holds where the path begins.
    let first = constituents.iter().position(|one| dash_of(one).is_some() || is_gap(one))?;
    if first > 0 && almost > 0 {
        // It may also differ.
        return None;
    }
    let mut start = Reader { pieces, ..Reader::default() };
    for constituent in constituents.drain(..first) {
        let ConstituentKind::Filter(filter) = &constituent.kind else { return None };
        let mut parts = Vec::new();
        conjuncts(filter, &mut parts);
        for part in parts {
            let Kind::Designator(designator) = part.kind else { return None };
            start.designator(designator)?;
        }
    }
    let gaps = constituents.iter().any(|one| is_gap(one));
    let mut moves: Vec<AskedMove> = Vec::new();
    // Whether something lies between the last move and the next.
    let mut between = false;
    for constituent in constituents {
        if is_gap(constituent) || dash_of(constituent).is_some_and(is_any_move) {
            if between || moves.is_empty() || gaps != is_gap(constituent) {
                return None;
            }
            between = true;
            continue;
        }
        let one = asked(dash_of(constituent)?)?;
        if let Some(before) = moves.last()
            && between != (gaps || before.needs_reply(&one))
        {
            return None;
        }
        moves.push(one);
        between = false;
    }
    (!between && !moves.is_empty()).then_some((moves, start.pieces, gaps))
}

/// Constituents one after the other; groups that are not repeated stand for what is in them.
fn flatten<'c>(constituents: &'c [Constituent], out: &mut Vec<&'c Constituent>) {
    for constituent in constituents {
        match &constituent.kind {
            ConstituentKind::Group(parts) => flatten(parts, out),
            _ => out.push(constituent),
        }
    }
}

fn dash_of(constituent: &Constituent) -> Option<&Dash> {
    match &constituent.kind {
        ConstituentKind::Filter(filter) => match &filter.kind {
            Kind::Dash(dash) => Some(dash),
            _ => None,
        },
        _ => None,
    }
}

/// True if it is `--`.
fn is_any_move(dash: &Dash) -> bool {
    let Dash { capture, left, right, promotion, target } = dash;
    !capture && left.is_none() && right.is_none() && promotion.is_none() && target.is_empty()
}

/// True if it is `--*`.
fn is_gap(constituent: &Constituent) -> bool {
    match &constituent.kind {
        ConstituentKind::Repeat { of, low: 0, high: None } => dash_of(of).is_some_and(is_any_move),
        _ => false,
    }
}

/// The move that a dash asks for.
fn asked(dash: &Dash) -> Option<AskedMove> {
    let Dash { capture, left, right, promotion, target } = dash;
    if promotion.is_some() || !target.is_empty() {
        return None;
    }
    let designator = |filter: &Filter| match bare(filter).kind {
        Kind::Designator(designator) => Some(designator),
        _ => None,
    };
    let to = designator(right.as_ref()?)?;
    let to = single(to.squares).filter(|_| to.pieces == Pieces::ANY)?;
    let (piece, from) = match left {
        None => (None, None),
        Some(left) => {
            let Designator { pieces, squares } = designator(left)?;
            let from = if squares == Bitboard::FULL { None } else { Some(single(squares)?) };
            ((pieces != Pieces::ANY).then_some(pieces), from)
        }
    };
    // A square without a piece is left by no move.
    let can_move = piece.is_none_or(|piece| piece.0 & PIECES.0 != 0);
    can_move.then_some(AskedMove { piece, from, to, capture: *capture })
}
