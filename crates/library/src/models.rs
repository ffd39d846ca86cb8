//! The positions of other files that `similarposition` compares with.
//!
//! Every position of the main lines of the file is kept. The file is read when the query is parsed, so that a missing
//! one is an error of the query. `similarposition` sorts by the number of the game there, smallest first, under its own
//! name as key.

use crate::access::FileAccess;
use crate::chess::similar::Models;
use crate::game::{Game, ReadError};
use crate::games::Games;
use crate::syntax::Diagnostic;
use crate::syntax::ast::{Filter, Kind, Span};
use std::sync::Arc;

/// A file of models as a query names it, and whether symmetries count.
pub(crate) type ModelKey = (String, bool);

/// Reads the files that a filter names, unless they are there already.
pub(crate) fn load(
    filter: &Filter,
    files: &FileAccess,
    models: &mut Vec<(ModelKey, Arc<Models>)>,
) -> Result<(), Diagnostic> {
    let mut error = None;
    if let Kind::Similar(similar) = &filter.kind {
        let key = (similar.file.clone(), !similar.no_transform);
        if models.iter().all(|(known, _)| *known != key) {
            let read = read(&key.0, key.1, files).map_err(|error| no_models(filter.span, &key.0, error))?;
            models.push((key, Arc::new(read)));
        }
    }
    filter.for_each_part(&mut |part| {
        if error.is_none() {
            error = load(part, files, models).err();
        }
    });
    error.map_or(Ok(()), Err)
}

fn no_models(span: Span, file: &str, (message, help): (String, String)) -> Diagnostic {
    Diagnostic::error("model-file", span, format!("the positions in `{file}` cannot be read: {message}"))
        .mark("needs the positions of this file")
        .help(help)
}

/// The main lines of all games of a file.
fn read(file: &str, symmetric: bool, files: &FileAccess) -> Result<Models, (String, String)> {
    let usual = "name a file of games, relative to the folder in which the command runs";
    let unreadable = |error: ReadError| (error.to_string(), usual.to_owned());
    let opened = files.open(file).map_err(|refused| {
        let help = refused.help().unwrap_or_else(|| usual.to_owned());
        (refused.to_string(), help)
    })?;
    let mut models = Models::new(symmetric);
    let mut games = Games::from_file(file, opened).map_err(unreadable)?;
    let (mut game, mut any) = (Game::new(), false);
    while games.read_into(&mut game).map_err(unreadable)? {
        let view = game.tree().mainline();
        for n in 0..view.len() {
            models.add(view.board(n), game.number());
        }
        any = true;
    }
    if any { Ok(models) } else { Err(("it contains no game".into(), usual.into())) }
}
