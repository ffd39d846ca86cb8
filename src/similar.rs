//! Floor 5, models: what `similarposition` stands for.
//!
//! `similarposition "model.pgn"` stands for an ordinary filter that is put together here, once the file has been
//! read: each game of it gives its first position as a model. The similarity to a model is the share of men that stand
//! on the same squares, as a percentage of the men of both positions:
//!
//! `sort "similarity" flipcolor flipvertical 200 * #(Kg1|Rf1|...) / (24 + #[Aa]) >= 75`
//!
//! Without pawns all eight reflections and rotations count, with pawns only the mirror from left to right.

use crate::chess::{Bitboard, Board, Color, Role};
use crate::game::Games;
use crate::syntax::Diagnostic;
use crate::syntax::ast::{Binary, Compare, Designator, Family, Filter, Kind, Pieces, Similar, Span, Type, Unary};

/// From this percentage on positions are similar.
const SIMILAR: i64 = 75;

/// How many models a file may have.
const MOST_MODELS: usize = 64;

/// Whether a filter asks for similar positions.
pub(crate) fn is_used(filter: &Filter) -> bool {
    let mut used = matches!(filter.kind, Kind::Similar(_));
    filter.for_each_part(&mut |part| used = used || is_used(part));
    used
}

/// A copy in which every `similarposition` knows what it stands for.
pub(crate) fn resolve(filter: &Filter) -> Result<Filter, Diagnostic> {
    let mut filter = filter.try_map(&mut resolve)?;
    let span = filter.span;
    if let Kind::Similar(similar) = &mut filter.kind {
        let models = models(&similar.file).map_err(|(message, help)| {
            Diagnostic::error("model-file", span, message).mark("takes its models from there").help(help)
        })?;
        similar.meaning = Some(Box::new(meaning(similar, &models, span)));
    }
    Ok(filter)
}

/// The first position of each game of a file.
fn models(file: &str) -> Result<Vec<Board>, (String, &'static str)> {
    let unreadable = |why: String| (format!("the models in `{file}` cannot be read: {why}"), "name a file of games");
    let mut models = Vec::new();
    for game in Games::open(file).map_err(|error| unreadable(error.to_string()))? {
        let game = game.map_err(|error| unreadable(error.to_string()))?;
        let board = *game.tree().board(0);
        if board.occupied().is_empty() {
            return Err(unreadable(format!("game {} has no position that can be read", game.number())));
        }
        if !models.contains(&board) {
            models.push(board);
        }
    }
    match models.len() {
        0 => Err((format!("there is no game in `{file}`"), "each game of the file gives its first position")),
        n if n > MOST_MODELS => {
            let message = format!("`{file}` has {n} different first positions, and at most {MOST_MODELS} are allowed");
            Err((message, "make a file of the few positions that are to be models"))
        }
        _ => Ok(models),
    }
}

fn meaning(similar: &Similar, models: &[Board], span: Span) -> Filter {
    let number = |kind| Filter { kind, span, ty: Type::Number };
    let mut items: Vec<Filter> = models.iter().map(|model| one_model(model, similar.no_transform, span)).collect();
    let value = match items.len() {
        1 => items.remove(0),
        _ => number(Kind::Extreme { max: true, items }),
    };
    if similar.no_sort {
        return value;
    }
    number(Kind::Sort { quiet: false, min: false, doc: "similarity".into(), body: Box::new(value) })
}

/// The similarity to one model, if it is great enough.
fn one_model(model: &Board, no_transform: bool, span: Span) -> Filter {
    let number = |kind| Filter { kind, span, ty: Type::Number };
    let binary = |op, a, b| number(Kind::Binary(op, Box::new(a), Box::new(b)));
    let integer = |n: usize| number(Kind::Integer(n as i64));
    let count = |set| number(Kind::Unary(Unary::Count, Box::new(set)));
    let men = binary(Binary::Add, integer(model.occupied().count()), count(everyone(span)));
    let common = binary(Binary::Multiply, integer(200), count(same_places(model, span)));
    let share = binary(Binary::Divide, common, men);
    let enough = binary(Binary::Compare(Compare::GreaterEqual), share, number(Kind::Integer(SIMILAR)));
    if no_transform {
        return enough;
    }
    let pawns = model.by_role(Role::Pawn).any();
    let families = [if pawns { Family::FlipVertical } else { Family::Flip }, Family::FlipColor];
    families
        .into_iter()
        .fold(enough, |body, family| number(Kind::Transform { family, range: None, body: Box::new(body) }))
}

fn designator(pieces: u16, squares: Bitboard, span: Span) -> Filter {
    Filter { kind: Kind::Designator(Designator { pieces: Pieces(pieces), squares }), span, ty: Type::Set }
}

fn everyone(span: Span) -> Filter {
    designator(Pieces::WHITE.0 | Pieces::BLACK.0, Bitboard::FULL, span)
}

/// The squares that hold the same piece as in the model.
fn same_places(model: &Board, span: Span) -> Filter {
    let mut kinds = Vec::new();
    for (color, shift) in [(Color::White, 0), (Color::Black, 6)] {
        for role in Role::ALL {
            let squares = model.by_piece(role.of(color));
            if squares.any() {
                kinds.push(designator(1 << (role as u16 - 1 + shift), squares, span));
            }
        }
    }
    let union = |a, b| Filter { kind: Kind::Binary(Binary::Union, Box::new(a), Box::new(b)), span, ty: Type::Set };
    kinds.into_iter().reduce(union).unwrap_or(Filter { kind: Kind::NoSquares, span, ty: Type::Set })
}
