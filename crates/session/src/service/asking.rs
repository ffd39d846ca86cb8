//! Questions put with a board, as JSON in both directions.

use super::failure::{Failure, Kind};
use serde::Deserialize;
use serde_json::{Value, json};
use std::str::FromStr as _;
use tabiya::chess::{Color, Square};
use tabiya::syntax::assist::{
    Area, Ask, AskedMove, Contents, Join, Joined, PathAsk, PositionAsk, Shift, pieces_of, pieces_text,
};
use tabiya::syntax::ast::Pieces;

/// A question as the page puts it.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum AskJson {
    Position(PositionJson),
    Path(PathJson),
    Several { boards: Vec<JoinedJson> },
}

/// One of several boards.
#[derive(Debug, Deserialize)]
pub(super) struct JoinedJson {
    #[serde(default)]
    by: Option<JoinJson>,
    /// Of `within`.
    #[serde(default)]
    moves: Option<u8>,
    ask: AskJson,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JoinJson {
    And,
    Or,
    Not,
    Within,
}

#[derive(Debug, Deserialize)]
struct AreaJson {
    piece: String,
    from: String,
    to: String,
    #[serde(default)]
    absent: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionJson {
    #[serde(default)]
    pieces: Vec<PieceJson>,
    #[serde(default)]
    areas: Vec<AreaJson>,
    #[serde(default)]
    turn: Option<TurnJson>,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    either_side: bool,
    #[serde(default)]
    shift: Option<ShiftJson>,
    #[serde(default)]
    mirror: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PathJson {
    #[serde(default)]
    moves: Vec<MoveJson>,
    #[serde(default)]
    pieces: Option<Vec<PieceJson>>,
    #[serde(default)]
    either_side: bool,
    #[serde(default)]
    gaps: bool,
    #[serde(default)]
    any_order: bool,
    #[serde(default)]
    almost: u8,
}

#[derive(Debug, Deserialize)]
struct PieceJson {
    square: String,
    piece: String,
}

#[derive(Debug, Deserialize)]
struct MoveJson {
    #[serde(default)]
    piece: Option<String>,
    #[serde(default)]
    from: Option<String>,
    to: String,
    #[serde(default)]
    capture: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TurnJson {
    White,
    Black,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ShiftJson {
    No,
    Horizontal,
    Vertical,
    Any,
}

fn square(name: &str) -> Result<Square, Failure> {
    Square::from_str(name)
        .map_err(|_| Failure::bad_request(format!("`{}` is not a square", super::failure::short(name))))
}

fn pieces(text: &str) -> Result<Pieces, Failure> {
    let refused = || Failure::bad_request(format!("`{}` stands for no pieces", super::failure::short(text)));
    pieces_of(text).ok_or_else(refused)
}

fn contents(all: &[PieceJson]) -> Result<Contents, Failure> {
    all.iter().map(|one| Ok((square(&one.square)?, pieces(&one.piece)?))).collect()
}

fn area(one: &AreaJson) -> Result<Area, Failure> {
    let (from, to) = (square(&one.from)?, square(&one.to)?);
    Ok(Area { absent: one.absent, from, to, pieces: pieces(&one.piece)? })
}

impl JoinedJson {
    fn read(&self) -> Result<Joined, Failure> {
        let by = match self.by {
            None | Some(JoinJson::And) => Join::And,
            Some(JoinJson::Or) => Join::Or,
            Some(JoinJson::Not) => Join::Not,
            Some(JoinJson::Within) => Join::Within(self.moves.unwrap_or(1)),
        };
        Ok(Joined { by, ask: self.ask.read()? })
    }
}

impl AskJson {
    /// The question.
    fn read(&self) -> Result<Ask, Failure> {
        Ok(match self {
            AskJson::Position(ask) => Ask::Position(PositionAsk {
                pieces: contents(&ask.pieces)?,
                areas: ask.areas.iter().map(area).collect::<Result<_, _>>()?,
                turn: ask.turn.map(|turn| match turn {
                    TurnJson::White => Color::White,
                    TurnJson::Black => Color::Black,
                }),
                exact: ask.exact,
                either_side: ask.either_side,
                shift: match ask.shift {
                    None | Some(ShiftJson::No) => Shift::No,
                    Some(ShiftJson::Horizontal) => Shift::Horizontal,
                    Some(ShiftJson::Vertical) => Shift::Vertical,
                    Some(ShiftJson::Any) => Shift::Any,
                },
                mirror: ask.mirror,
            }),
            AskJson::Path(ask) => {
                let moved = |one: &MoveJson| {
                    Ok(AskedMove {
                        piece: one.piece.as_deref().map(pieces).transpose()?,
                        from: one.from.as_deref().map(square).transpose()?,
                        to: square(&one.to)?,
                        capture: one.capture,
                    })
                };
                let moves: Result<Vec<AskedMove>, Failure> = ask.moves.iter().map(moved).collect();
                let pieces = contents(ask.pieces.as_deref().unwrap_or_default())?;
                let &PathJson { either_side, gaps, any_order, almost, .. } = ask;
                Ask::Path(PathAsk { moves: moves?, pieces, either_side, gaps, any_order, almost })
            }
            AskJson::Several { boards } => Ask::Several(boards.iter().map(JoinedJson::read).collect::<Result<_, _>>()?),
        })
    }

    /// The text of the question.
    pub(super) fn query(&self) -> Result<String, Failure> {
        let refused = |error: tabiya::syntax::assist::AskError| {
            Failure::new(Kind::Unprocessable, "nothing-asked", error.to_string())
        };
        self.read()?.query().map_err(refused)
    }
}

/// A question as the page reads it. What is not asked for is left out.
pub(super) fn ask_json(ask: &Ask) -> Value {
    let piece =
        |(square, pieces): (&Square, &Pieces)| json!({"square": square.to_string(), "piece": pieces_text(*pieces)});
    let contents = |all: &Contents| all.iter().map(piece).collect::<Vec<_>>();
    match ask {
        Ask::Position(ask) => {
            let mut json = json!({"kind": "position", "pieces": contents(&ask.pieces)});
            let area = |area: &Area| {
                let piece = pieces_text(area.pieces);
                let mut json = json!({"piece": piece, "from": area.from.to_string(), "to": area.to.to_string()});
                set_flags(&mut json, [("absent", area.absent)]);
                json
            };
            if !ask.areas.is_empty() {
                json["areas"] = ask.areas.iter().map(area).collect();
            }
            if let Some(turn) = ask.turn {
                json["turn"] = turn.fold_wb("white", "black").into();
            }
            let shift = match ask.shift {
                Shift::No => None,
                Shift::Horizontal => Some("horizontal"),
                Shift::Vertical => Some("vertical"),
                Shift::Any => Some("any"),
            };
            if let Some(shift) = shift {
                json["shift"] = shift.into();
            }
            set_flags(&mut json, [("exact", ask.exact), ("eitherSide", ask.either_side), ("mirror", ask.mirror)]);
            json
        }
        Ask::Path(ask) => {
            let moved = |one: &AskedMove| {
                let mut json = json!({"to": one.to.to_string()});
                if let Some(pieces) = one.piece {
                    json["piece"] = pieces_text(pieces).into();
                }
                if let Some(from) = one.from {
                    json["from"] = from.to_string().into();
                }
                set_flags(&mut json, [("capture", one.capture)]);
                json
            };
            let mut json = json!({"kind": "path", "moves": ask.moves.iter().map(moved).collect::<Vec<_>>()});
            if !ask.pieces.is_empty() {
                json["pieces"] = contents(&ask.pieces).into();
            }
            let flags = [("eitherSide", ask.either_side), ("gaps", ask.gaps), ("anyOrder", ask.any_order)];
            set_flags(&mut json, flags);
            if ask.almost > 0 {
                json["almost"] = ask.almost.into();
            }
            json
        }
        Ask::Several(boards) => {
            let board = |joined: &Joined| {
                let mut json = json!({"ask": ask_json(&joined.ask)});
                json["by"] = match joined.by {
                    Join::And => "and",
                    Join::Or => "or",
                    Join::Not => "not",
                    Join::Within(moves) => {
                        json["moves"] = moves.into();
                        "within"
                    }
                }
                .into();
                json
            };
            json!({"kind": "several", "boards": boards.iter().map(board).collect::<Vec<_>>()})
        }
    }
}

fn set_flags<const N: usize>(json: &mut Value, flags: [(&str, bool); N]) {
    flags.into_iter().filter(|(_, set)| *set).for_each(|(name, _)| json[name] = true.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_there_and_back() {
        for json in [
            json!({"kind": "position", "pieces": [{"square": "e1", "piece": "K"}, {"square": "f3", "piece": "[RQ]"}],
                "turn": "black", "shift": "any", "eitherSide": true}),
            json!({"kind": "position", "pieces": [{"square": "a1", "piece": "_"}], "mirror": true}),
            json!({"kind": "position", "pieces": [], "areas": [{"piece": "N", "from": "d4", "to": "f6"},
                {"piece": "[rq]", "from": "a1", "to": "h2", "absent": true}]}),
            json!({"kind": "several", "boards": [
                {"by": "and", "ask": {"kind": "position", "pieces": [{"square": "e1", "piece": "K"}]}},
                {"by": "not", "ask": {"kind": "position", "pieces": [{"square": "e8", "piece": "k"}]}},
                {"by": "within", "moves": 3, "ask": {"kind": "path", "moves": [{"to": "e5"}]}},
            ]}),
            json!({"kind": "path", "moves": [{"piece": "N", "from": "g1", "to": "f3"}, {"to": "e5", "capture": true}],
                "pieces": [{"square": "e4", "piece": "P"}], "gaps": true}),
            json!({"kind": "path", "moves": [{"piece": "N", "to": "f5"}, {"piece": "P", "to": "h4"}], "gaps": true,
                "anyOrder": true, "almost": 1}),
        ] {
            let read: AskJson = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(ask_json(&read.read().unwrap()), json);
            assert!(!read.query().unwrap().is_empty());
        }
        let nothing: AskJson = serde_json::from_value(json!({"kind": "position", "pieces": []})).unwrap();
        assert_eq!(nothing.query().unwrap_err().kind, Kind::Unprocessable);
        let wrong: AskJson =
            serde_json::from_value(json!({"kind": "position", "pieces": [{"square": "e9", "piece": "K"}]})).unwrap();
        assert_eq!(wrong.query().unwrap_err().kind, Kind::BadRequest);
    }
}
