//! Questions as JSON: squares, contents and boards in the form that pages give and take. Empty parts are left out.

use super::{Ask, Contents, Join, Joined, Shift, pieces_of, pieces_text};
use crate::ast::Pieces;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabiya_chess::{Color, Square};

/// The beginning of a text, for messages.
fn short(text: &str) -> String {
    text.chars().take(100).collect()
}

/// A square by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Named(Square);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Named, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map(Named).map_err(|_| D::Error::custom(format_args!("`{}` is not a square", short(&name))))
    }
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// Contents by their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lettered(Pieces);

impl<'de> Deserialize<'de> for Lettered {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Lettered, D::Error> {
        let text = String::deserialize(from)?;
        let refused = || D::Error::custom(format_args!("`{}` stands for no pieces", short(&text)));
        pieces_of(&text).map(Lettered).ok_or_else(refused)
    }
}

impl Serialize for Lettered {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&pieces_text(self.0))
    }
}

/// Both directions of a value that is written as another one.
macro_rules! written {
    ($($module:ident: $value:ty as $form:ty, $to:expr, $from:expr;)*) => {$(
        pub(super) mod $module {
            use super::*;

            pub(in super::super) fn serialize<S: Serializer>(value: &$value, to: S) -> Result<S::Ok, S::Error> {
                let form: $form = $to(value);
                form.serialize(to)
            }

            pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$value, D::Error> {
                <$form>::deserialize(from).map($from)
            }
        }
    )*};
}

#[derive(Deserialize, Serialize)]
struct OnSquare {
    square: Named,
    piece: Lettered,
}

#[derive(Deserialize, Serialize)]
struct Boards {
    boards: Vec<Joined>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

written! {
    square: Square as Named, |square: &Square| Named(*square), |named: Named| named.0;
    any_square: Option<Square> as Option<Named>, |square: &Option<Square>| square.map(Named),
        |named: Option<Named>| named.map(|named| named.0);
    pieces: Pieces as Lettered, |pieces: &Pieces| Lettered(*pieces), |lettered: Lettered| lettered.0;
    any_pieces: Option<Pieces> as Option<Lettered>, |pieces: &Option<Pieces>| pieces.map(Lettered),
        |lettered: Option<Lettered>| lettered.map(|lettered| lettered.0);
    contents: Contents as Option<Vec<OnSquare>>, |contents: &Contents| {
        let on = |(square, pieces): (&Square, &Pieces)| OnSquare { square: Named(*square), piece: Lettered(*pieces) };
        Some(contents.iter().map(on).collect())
    }, |all: Option<Vec<OnSquare>>| all.into_iter().flatten().map(|on| (on.square.0, on.piece.0)).collect();
    turn: Option<Color> as Option<Side>, |turn: &Option<Color>| turn.map(|turn| turn.fold_wb(Side::White, Side::Black)),
        |side: Option<Side>| side.map(|side| Color::from_white(matches!(side, Side::White)));
    shift: Shift as Option<Shift>, |shift: &Shift| Some(*shift), Option::unwrap_or_default;
    boards: Vec<Joined> as Boards, |boards: &Vec<Joined>| Boards { boards: boards.clone() }, |boards: Boards| boards.boards;
}

/// One of several boards.
#[derive(Deserialize, Serialize)]
pub(super) struct JoinedJson {
    by: Option<By>,
    /// Of `within`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u8>,
    ask: Ask,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum By {
    And,
    Or,
    Not,
    Within,
}

impl From<JoinedJson> for Joined {
    fn from(JoinedJson { by, moves, ask }: JoinedJson) -> Joined {
        let by = match by {
            None | Some(By::And) => Join::And,
            Some(By::Or) => Join::Or,
            Some(By::Not) => Join::Not,
            Some(By::Within) => Join::Within(moves.unwrap_or(1)),
        };
        Joined { by, ask }
    }
}

impl From<Joined> for JoinedJson {
    fn from(Joined { by, ask }: Joined) -> JoinedJson {
        let (by, moves) = match by {
            Join::And => (By::And, None),
            Join::Or => (By::Or, None),
            Join::Not => (By::Not, None),
            Join::Within(moves) => (By::Within, Some(moves)),
        };
        JoinedJson { by: Some(by), moves, ask }
    }
}
