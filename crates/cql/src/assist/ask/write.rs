//! A question as the text of a query, in its standard layout.
//!
//! An exact board is a `fen` pattern, in which contents that have no letter are `.` and follow as designators: it is the
//! shortest text, shows the board, and is found by way of the board's pieces in a database file. A `fen` pattern cannot
//! be shifted, because some of its 64 squares would always leave the board; there the pieces are named one by one and
//! counted: `shift {Ke1 ka8 #[Aa]==2}`. Where a square may also be empty, they cannot be counted, and all pieces are
//! said to be among those squares: `[Aa] in (Ke1|qd8)`.

use super::pieces::sign;
use super::{Area, Ask, AskError, AskedMove, Contents, Join, Joined, PIECES, PathAsk, PositionAsk, Shift};
use crate::ast::{Designator, MOST_IN_ANY_ORDER, Pieces};
use crate::dialect::Dialect;
use crate::format::{LINE_WIDTH, format_query};
use crate::print::designator_text;
use crate::read::ParseOptions;
use tabiya_chess::{Bitboard, Color, File, Rank, Square};

impl Ask {
    /// The text of the query, in its standard layout. It means the same in both dialects where both can read it; an exact
    /// board and a path need dialect 6.
    ///
    /// # Errors
    ///
    /// If the question asks for nothing, or for something impossible: see [`AskError`].
    pub fn query(&self) -> Result<String, AskError> {
        let text = match self.normalized() {
            Ask::Several(boards) => several(&boards)?,
            board => one(&board)?,
        };
        let options = ParseOptions { dialect: Dialect::Six, ..ParseOptions::default() };
        // The layout only breaks long lines: a text that could not be laid out would be as good.
        Ok(format_query(&text, &options, LINE_WIDTH).map_or(text, |laid_out| laid_out.trim_end().to_owned()))
    }
}

/// One board.
fn one(ask: &Ask) -> Result<String, AskError> {
    match ask {
        Ask::Position(ask) => position(ask),
        Ask::Path(ask) => path(ask),
        Ask::Several(_) => Err(AskError::Nested),
    }
}

/// Boards one after the other: each joins the text of all before it.
fn several(boards: &[Joined]) -> Result<String, AskError> {
    let [first, rest @ ..] = boards else { return Err(AskError::Nothing) };
    if boards.len() > Ask::MOST_BOARDS {
        return Err(AskError::TooManyBoards(boards.len()));
    }
    let mut text = format!("{{{}}}", one(&first.ask)?);
    // Whether the text is one filter in braces, or several filters which must all match.
    let (mut is_one, mut is_list) = (true, false);
    for Joined { by, ask } in rest {
        let board = format!("{{{}}}", one(ask)?);
        let is_conjunct = matches!(by, Join::And | Join::Not);
        if !(is_one || is_list && is_conjunct) {
            text = format!("{{{text}}}");
        }
        text = match by {
            Join::And => format!("{text} {board}"),
            Join::Not => format!("{text} not {board}"),
            Join::Or => format!("{text} or {board}"),
            // Of this number of moves the last one leads to the board.
            Join::Within(moves) => format!("next ({text} .{{0 {}}} {board})", 2 * u32::from(*moves) - 1),
        };
        (is_one, is_list) = (false, is_conjunct);
    }
    Ok(text)
}

fn position(ask: &PositionAsk) -> Result<String, AskError> {
    check(&ask.pieces)?;
    // With no piece in it an area says nothing that can hold, as does one in which nothing at all is allowed.
    let senseless = |area: &&Area| area.pieces.0 == if area.absent { Pieces::ANY.0 } else { 0 };
    if let Some(area) = ask.areas.iter().find(senseless) {
        return Err(AskError::Impossible(area.from));
    }
    let mut parts = if ask.exact && ask.shift == Shift::No { exact(&ask.pieces) } else { designators(&ask.pieces) };
    parts.extend(ask.areas.iter().map(area));
    parts.extend(ask.turn.map(|turn| turn.fold_wb("wtm", "btm").to_owned()));
    if ask.exact && ask.shift != Shift::No {
        parts.push(all_pieces(ask));
    }
    if parts.is_empty() {
        return Err(AskError::Nothing);
    }
    let transforms = [
        (ask.either_side, "flipcolor"),
        (ask.mirror, "flipvertical"),
        (ask.shift == Shift::Any, "shift"),
        (ask.shift == Shift::Horizontal, "shifthorizontal"),
        (ask.shift == Shift::Vertical, "shiftvertical"),
    ];
    Ok(transformed(&parts.join(" "), &transforms))
}

fn path(ask: &PathAsk) -> Result<String, AskError> {
    check(&ask.pieces)?;
    if ask.moves.is_empty() {
        return Err(AskError::Nothing);
    }
    let mut parts = designators(&ask.pieces);
    parts.push("path".to_owned());
    if let Some(number) = ask.moves.iter().position(|one| one.piece.is_some_and(|piece| piece.0 == 0)) {
        return Err(AskError::NoPiece(number + 1));
    }
    // The moves after the last one do not belong to the manoeuvre.
    parts.extend(ask.any_order.then(|| "shortest".to_owned()));
    parts.extend((ask.almost > 0).then(|| format!("almost {}", ask.almost)));
    if ask.any_order {
        if ask.moves.len() > MOST_IN_ANY_ORDER {
            return Err(AskError::TooMany(ask.moves.len()));
        }
        let members = ask.moves.iter().map(|one| format!("({} --*)", dash(one)));
        parts.push(format!("anyorder ({})", members.collect::<Vec<_>>().join(" ")));
        return Ok(transformed(&parts.join(" "), &[(ask.either_side, "flipcolor")]));
    }
    for (i, one) in ask.moves.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &ask.moves[before]);
        match before {
            Some(_) if ask.gaps => parts.push("--*".to_owned()),
            Some(before) if before.needs_reply(one) => parts.push("--".to_owned()),
            _ => {}
        }
        parts.push(dash(one));
    }
    Ok(transformed(&parts.join(" "), &[(ask.either_side, "flipcolor")]))
}

/// A text in the transforms that are wanted, the first one outermost.
fn transformed(text: &str, transforms: &[(bool, &str)]) -> String {
    let asked: Vec<&str> = transforms.iter().filter(|(asked, _)| *asked).map(|(_, word)| *word).collect();
    match asked.is_empty() {
        true => text.to_owned(),
        false => format!("{} {{{text}}}", asked.join(" ")),
    }
}

fn check(pieces: &Contents) -> Result<(), AskError> {
    match pieces.iter().find(|(_, contents)| contents.0 & Pieces::ANY.0 == 0) {
        Some((&square, _)) => Err(AskError::Impossible(square)),
        None => Ok(()),
    }
}

fn designator(square: Square, pieces: Pieces) -> String {
    designator_text(&Designator { pieces, squares: Bitboard::from(square) })
}

/// `Nd-f4-6`, `not Nd-f4-6`
fn area(area: &Area) -> String {
    let text = designator_text(&Designator { pieces: area.pieces, squares: area.squares() });
    if area.absent { format!("not {text}") } else { text }
}

/// What must not stand on a square, if that is shorter to say than what may.
fn refused(pieces: Pieces) -> Option<Pieces> {
    let others = Pieces(Pieces::ANY.0 & !pieces.0);
    (others.0.count_ones() < pieces.0.count_ones()).then_some(others)
}

/// The designators of squares, those of White's pieces first: kings, then the others by their worth, where the least of
/// several counts. The empty squares come next, and forbidden contents last.
fn designators(pieces: &Contents) -> Vec<String> {
    let rank = |pieces: Pieces| {
        let least = (pieces.0 & PIECES.0).trailing_zeros();
        (refused(pieces).is_some(), pieces == Pieces::EMPTY_SQUARE, pieces.0 & Pieces::WHITE.0 == 0, 16 - least)
    };
    let mut all: Vec<(Square, Pieces)> = pieces.iter().map(|(&square, &pieces)| (square, pieces)).collect();
    all.sort_by_key(|&(square, pieces)| (rank(pieces), square));
    let text = |(square, pieces): (Square, Pieces)| match refused(pieces) {
        Some(others) => format!("not {}", designator(square, others)),
        None => designator(square, pieces),
    };
    all.into_iter().map(text).collect()
}

/// A `fen` pattern, and designators for what has no letter in it.
fn exact(pieces: &Contents) -> Vec<String> {
    let (mut board, mut rest) = (String::from("fen \""), Contents::new());
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        let mut row = String::new();
        let end_of_gap = |row: &mut String, empty: &mut u32| {
            if *empty > 0 {
                row.push_str(&empty.to_string());
            }
            *empty = 0;
        };
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let Some(&contents) = pieces.get(&square) else {
                empty += 1;
                continue;
            };
            end_of_gap(&mut row, &mut empty);
            row.push(sign(contents).unwrap_or_else(|| {
                rest.insert(square, contents);
                '.'
            }));
        }
        end_of_gap(&mut row, &mut empty);
        board.push_str(&row);
        board.push(if rank == Rank::First { '"' } else { '/' });
    }
    [vec![board], designators(&rest)].concat()
}

/// The filter that says that no other pieces are on the board.
fn all_pieces(ask: &PositionAsk) -> String {
    if let Some(occupied) = ask.occupied() {
        return format!("#[Aa]=={occupied}");
    }
    let squares = ask.pieces.iter().map(|(&square, &pieces)| (square, Pieces(pieces.0 & PIECES.0)));
    let squares = squares.filter(|(_, pieces)| pieces.0 != 0).map(|(square, pieces)| designator(square, pieces));
    format!("[Aa] in ({})", squares.collect::<Vec<_>>().join("|"))
}

/// `Nf1--d2`, `[x]e5`
fn dash(one: &AskedMove) -> String {
    let from = match (one.piece, one.from) {
        (None, None) => String::new(),
        (piece, from) => {
            let squares = from.map_or(Bitboard::FULL, Bitboard::from);
            designator_text(&Designator { pieces: piece.unwrap_or(Pieces::ANY), squares })
        }
    };
    format!("{from}{}{}", if one.capture { "[x]" } else { "--" }, one.to)
}

/// The words for the side to move, of which the first is written.
pub(super) const TURNS: [(Color, &[&str]); 2] = [
    (Color::White, &["wtm", "not btm", "sidetomove==white", "white==sidetomove", "sidetomove!=black"]),
    (Color::Black, &["btm", "not wtm", "sidetomove==black", "black==sidetomove", "sidetomove!=white"]),
];
