//! Collections of chess problems in YAML, as Olive keeps them (`.olv`): each document becomes the text of a game without moves, with
//! the solution as a comment.

use super::frame::MAX_ROW;
use super::puzzles::{NO_FEN, push_tag};
use super::text::BYTE_ORDER_MARK;
use serde_json::{Map, Value};
use tabiya_chess::fen::{self, Setup};
use tabiya_chess::{Bitboard, Board, Color, Piece, Role, Square};

/// The keys with which a document without a line of hyphens may begin.
const KEYS: [&str; 5] = ["algebraic", "authors", "source", "stipulation", "solution"];

/// Other keys with which a document may begin, apart from those of tags; without a line of hyphens, text may begin so.
const OTHER_KEYS: [&str; 8] =
    ["after", "award", "comments", "date", "dedication", "entered", "foreignids", "intended-solutions"];

/// The keys whose values are tags. The authors stand where a game has its players, as in other collections of problems.
const TAGS: [(&str, &str); 10] = [
    ("source", "Event"),
    ("source-id", "SourceId"),
    ("authors", "White"),
    ("stipulation", "Stipulation"),
    ("distinction", "Award"),
    ("conditions", "Conditions"),
    ("twins", "Twins"),
    ("options", "Options"),
    ("keywords", "Keywords"),
    ("reprints", "Reprints"),
];

/// The rooks that may castle if nothing shows that they or the king have moved: what the Codex of problems takes for granted.
const HOMES: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// True for the beginning of such a file.
pub(super) fn is_collection(bytes: &[u8]) -> bool {
    let is_other = |key| OTHER_KEYS.contains(&key) || TAGS.iter().any(|(name, _)| *name == key);
    first_key(bytes).is_some_and(|(key, hyphens)| KEYS.contains(&key) || hyphens && is_other(key))
}

/// True if bytes may be the beginning of such a file: more of them will tell.
pub(super) fn may_begin(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    let ends = bytes.iter().filter(|&&byte| byte == b'\n').count();
    ends < 2 && (bytes.starts_with(b"-") || bytes.first().is_some_and(u8::is_ascii_lowercase)) && bytes.len() < 512
}

/// The first key of a file, and whether a line of hyphens precedes it.
fn first_key(bytes: &[u8]) -> Option<(&str, bool)> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    let behind = bytes.strip_prefix(b"---").filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace));
    let text = behind.unwrap_or(bytes).trim_ascii_start();
    let len = text.iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'-').count();
    let key = std::str::from_utf8(&text[..len]).ok().filter(|key| key.starts_with(|c: char| c.is_ascii_lowercase()))?;
    (text.get(len) == Some(&b':')).then_some((key, behind.is_some()))
}

/// The text of a game without moves, and the error of its document.
pub(super) fn text_of(document: &[u8], cut: bool) -> (Vec<u8>, Option<String>) {
    let read = || {
        if cut {
            return Err(format!("the problem is longer than {MAX_ROW} bytes"));
        }
        let text = std::str::from_utf8(document).map_err(|error| format!("the problem is not UTF-8: {error}"))?;
        let read: Result<Map<String, Value>, _> = serde_saphyr::from_str(text);
        read.map_err(|error| {
            let message = error.to_string();
            format!("the problem is not YAML: {}", message.lines().next().unwrap_or_default())
        })
    };
    let (problem, mut fault) = match read() {
        Ok(problem) => (problem, None),
        Err(error) => (Map::new(), Some(error)),
    };
    let value = |key: &str| problem.get(key).map(plain).unwrap_or_default();
    let stipulation = value("stipulation");
    let position = match position(problem.get("algebraic"), black_begins(&stipulation)) {
        Ok(position) => position,
        Err(error) => {
            fault.get_or_insert(error);
            NO_FEN.to_owned()
        }
    };
    let mut text = Vec::with_capacity(2 * document.len());
    for (key, tag) in TAGS {
        push_tag(tag, value(key).replace('\n', " ").as_bytes(), &mut text);
    }
    push_tag("Date", date(&value("date")).as_bytes(), &mut text);
    for (tag, value) in [("Result", "*"), ("SetUp", "1"), ("FEN", &position)] {
        push_tag(tag, value.as_bytes(), &mut text);
    }
    text.push(b'\n');
    for comment in [value("solution"), value("comments")].iter().filter(|text| !text.trim().is_empty()) {
        text.extend_from_slice(format!("{{{}}} ", comment.trim().replace('{', "<").replace('}', ">")).as_bytes());
    }
    text.push(b'*');
    (text, fault)
}

/// A value as text: items of a list with semicolons between them, and after the names of a map.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("; "),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key}) {}", plain(value))).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

/// A date as PGN has it.
fn date(text: &str) -> String {
    let mut parts = text.split(['-', '.', '/']).map(str::trim);
    let mut part = |width: usize| match parts.next().filter(|part| part.len() <= width && part.parse::<u16>().is_ok()) {
        Some(part) => format!("{part:0>width$}"),
        None => "?".repeat(width),
    };
    let (year, month, day) = (part(4), part(2), part(2));
    if year == "????" { String::new() } else { format!("{year}.{month}.{day}") }
}

/// True if Black makes the first move: in help play, unless half a move is missing.
fn black_begins(stipulation: &str) -> bool {
    let play = stipulation.rsplit("->").next().unwrap_or_default();
    let play = play.strip_prefix("ser-").or_else(|| play.strip_prefix("pser-")).unwrap_or(play);
    let helps = play.strip_prefix('h').is_some_and(|aim| !aim.starts_with(['s', 'r']));
    // In series and in help play that ends in a selfmate White begins.
    let is_help = helps || play.starts_with('h');
    helps != (is_help && play.contains(".5"))
}

/// The first position as FEN.
fn position(pieces: Option<&Value>, black_begins: bool) -> Result<String, String> {
    let Some(Value::Object(pieces)) = pieces else { return Err("the problem has no position (`algebraic`)".into()) };
    let mut board = Board::empty();
    for (side, names) in pieces {
        let color = match &**side {
            "white" => Color::White,
            "black" => Color::Black,
            other => return Err(format!("the problem has pieces that chess does not have (`{other}`)")),
        };
        for name in plain(names).split("; ").filter(|name| !name.is_empty()) {
            let (square, piece) = piece(name).ok_or_else(|| format!("`{name}` is not a piece of chess on a square"))?;
            board.put(square, Piece { color, role: piece });
        }
    }
    let home = |rook: Square| {
        board.color_at(rook).is_some_and(|color| {
            let king = color.fold_wb(Square::E1, Square::E8);
            let own = rook.rank() == king.rank() && board.role_at(rook) == Some(Role::Rook);
            own && board.kings(color).contains(king)
        })
    };
    let rooks = HOMES.into_iter().filter(|&rook| home(rook)).fold(Bitboard::EMPTY, |set, rook| set | rook);
    board.set_castling(rooks);
    board.set_turn(if black_begins { Color::Black } else { Color::White });
    Ok(fen::write(&Setup { board, halfmoves: 0, fullmoves: 1 }))
}

/// A piece and its square: `Sf2`, where the knight may also be `N`.
fn piece(name: &str) -> Option<(Square, Role)> {
    let (letter, square) = name.split_at_checked(1)?;
    let role = match letter {
        "S" => Role::Knight,
        _ => Role::from_char(letter.chars().next().filter(char::is_ascii_uppercase)?)?,
    };
    Some((square.parse().ok()?, role))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, RawGame};

    #[test]
    fn whose_move_it_is() {
        for stipulation in ["#3", "s#4", "+", "=", "h#2.5", "hs#3", "ser-#5", "r#2", ""] {
            assert!(!black_begins(stipulation), "{stipulation}");
        }
        for stipulation in ["h#3", "h=2", "ser-h#7", "hs#2.5"] {
            assert!(black_begins(stipulation), "{stipulation}");
        }
    }

    #[test]
    fn dates_have_three_parts() {
        for (text, dotted) in
            [("1970-05", "1970.05.??"), ("1890", "1890.??.??"), ("2001-2-3", "2001.02.03"), ("c. 1900", ""), ("", "")]
        {
            assert_eq!(date(text), dotted, "{text}");
        }
    }

    #[test]
    fn a_problem() {
        let text = "---\nauthors:\n- Fir, A.\n- Elm, B.\nsource: The Copse\ndate: 1970-05\nalgebraic:\n  white: [Ke1, Rh1, Sf2, Pa7]\n  black: [Kc7]\n\
            stipulation: \"#3\"\nsolution: |\n  1.Sf2-g4 + ! {quiet}\n      1...Kc7-b7\n";
        let (text, fault) = text_of(text.as_bytes(), false);
        assert_eq!(fault, None);
        let mut game = Game::new();
        game.parse(&RawGame::from_bytes(&text));
        assert!(game.faults().is_empty(), "{:?}", game.faults());
        let tags = ["White", "Event", "Date", "Stipulation", "FEN"].map(|tag| game.tags().get(tag).unwrap_or_default());
        let fen = "8/P1k5/8/8/8/8/5N2/4K2R w K - 0 1";
        assert_eq!(tags, ["Fir, A.; Elm, B.", "The Copse", "1970.05.??", "#3", fen]);
        let comments: Vec<&str> = game.notes().comments(0).map(|(_, text)| text).collect();
        assert!(comments[0].contains("1.Sf2-g4 + ! <quiet>"), "{comments:?}");
    }

    #[test]
    fn what_is_no_problem_of_chess() {
        for (document, error) in [
            ("algebraic: {white: [Ga1]}", "`Ga1` is not a piece of chess on a square"),
            ("algebraic: {white: [Ka9]}", "`Ka9` is not a piece of chess on a square"),
            ("algebraic: {neutral: [Ka1]}", "the problem has pieces that chess does not have (`neutral`)"),
            ("stipulation: h#3", "the problem has no position (`algebraic`)"),
        ] {
            assert_eq!(text_of(document.as_bytes(), false).1.as_deref(), Some(error));
        }
        assert!(text_of(b"a: [", false).1.is_some_and(|error| error.starts_with("the problem is not YAML: ")));
        assert!(text_of(b"a: \xFF", false).1.is_some_and(|error| error.starts_with("the problem is not UTF-8: ")));
    }

    #[test]
    fn beginnings() {
        for (text, is) in [
            ("---\nauthors:\n", true),
            ("--- \n\nentered: x\n", true),
            ("algebraic:\n", true),
            ("entered: x", false),
            ("-- 1. e4", false),
            ("[Event \"x\"]", false),
            ("1. e4", false),
            ("---", false),
        ] {
            assert_eq!(is_collection(text.as_bytes()), is, "{text}");
        }
    }
}
