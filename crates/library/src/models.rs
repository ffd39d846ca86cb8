//! The files that queries compare positions with: the models of `similarposition`, and those of `position in`.
//!
//! Of the models every position of the main lines is kept. A file is read when the query is parsed, so that a missing
//! one is an error of the query. `similarposition` sorts by the number of the game there, smallest first, under its own
//! name as key.

use crate::access::FileAccess;
use crate::chess::similar::Models;
use crate::facts::PositionsError;
use crate::game::{Game, ReadError};
use crate::games::Games;
use crate::position_files::FilePositions;
use crate::predicate::Predicate;
use crate::syntax::Diagnostic;
use crate::syntax::ast::{Filter, Span};
use crate::syntax::catalogue::Shorthand;
use std::fs::File;
use std::sync::Arc;

/// A file of models as a query names it, and whether symmetries count.
pub(crate) type ModelKey = (String, bool);

/// What a query compares positions with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// The positions that `similarposition` compares with.
    pub(crate) models: Vec<(ModelKey, Arc<Models>)>,
    /// Those that `position in` asks for, by the names of their files.
    pub(crate) positions: Vec<(String, Arc<FilePositions>)>,
}

/// What a query may read.
pub(crate) struct Readable<'o> {
    pub(crate) files: &'o FileAccess,
    /// The greatest number of positions of a file.
    pub(crate) most: usize,
    /// Their names are not those of files.
    pub(crate) predicates: &'o [(String, Predicate)],
}

impl Compared {
    /// Reads the files that a filter names, unless they are there already.
    pub(crate) fn load(&mut self, filter: &Filter, readable: &Readable<'_>) -> Result<(), Diagnostic> {
        let mut error = None;
        let Readable { files, most, predicates } = *readable;
        let file = |words: &[Shorthand]| words.iter().find_map(|word| filter.literal_after(*word));
        let read = if let Some(file) = file(&[Shorthand::InFile]) {
            match predicates.iter().any(|(name, _)| name == file) {
                true => Ok(()),
                false => self.positions_of(file, files, most),
            }
        } else if let Some(file) = file(&[Shorthand::Similar, Shorthand::SimilarNoSort]) {
            self.models_of(file, true, files, most)
        } else if let Some(file) = file(&[Shorthand::SimilarNoTransform, Shorthand::SimilarNeither]) {
            self.models_of(file, false, files, most)
        } else {
            Ok(())
        };
        read.map_err(|(file, error)| no_models(filter.span, file, error))?;
        filter.for_each_part(&mut |part| {
            if error.is_none() {
                error = self.load(part, readable).err();
            }
        });
        error.map_or(Ok(()), Err)
    }

    fn models_of<'f>(
        &mut self,
        file: &'f str,
        symmetric: bool,
        files: &FileAccess,
        most: usize,
    ) -> Result<(), Unread<'f>> {
        let key = (file.to_owned(), symmetric);
        if self.models.iter().all(|(known, _)| *known != key) {
            let read = read(file, symmetric, files, most).map_err(|error| (file, error))?;
            self.models.push((key, Arc::new(read)));
        }
        Ok(())
    }

    fn positions_of<'f>(&mut self, file: &'f str, files: &FileAccess, most: usize) -> Result<(), Unread<'f>> {
        if self.positions.iter().all(|(known, _)| known != file) {
            let opened = open(file, files).map_err(|error| (file, error))?;
            let wrong = |error| match error {
                PositionsError::Unreadable(error) => (file, (error, USUAL.to_owned())),
                PositionsError::TooMany => (file, too_many(most)),
            };
            let read = FilePositions::read(file, opened, most).map_err(wrong)?;
            self.positions.push((file.to_owned(), Arc::new(read)));
        }
        Ok(())
    }

    /// The files by their names.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        let models = self.models.iter().map(|((file, _), _)| file.as_str());
        models.chain(self.positions.iter().map(|(file, _)| file.as_str()))
    }
}

/// A file that cannot be read: its name, the error, and advice.
type Unread<'f> = (&'f str, (String, String));

/// The advice about a file that cannot be read.
const USUAL: &str = "name a file of games, relative to the folder in which the command runs";

/// Opens a file that a query names.
fn open(file: &str, files: &FileAccess) -> Result<File, (String, String)> {
    files.open(file).map_err(|refused| {
        let help = refused.help().unwrap_or_else(|| USUAL.to_owned());
        (refused.to_string(), help)
    })
}

/// The error of a file that has more positions than a query may keep, and advice.
fn too_many(most: usize) -> (String, String) {
    let help = "name a file with fewer games, or a database, of which only what is needed is read, or raise the limit with \
                `--limits positions=N`";
    (format!("it has more than {most} positions"), help.to_owned())
}

fn no_models(span: Span, file: &str, (message, help): (String, String)) -> Diagnostic {
    Diagnostic::error("model-file", span, format!("the positions in `{file}` cannot be read: {message}"))
        .mark("needs the positions of this file")
        .help(help)
}

/// The main lines of all games of a file.
fn read(file: &str, symmetric: bool, files: &FileAccess, most: usize) -> Result<Models, (String, String)> {
    let unreadable = |error: ReadError| (error.to_string(), USUAL.to_owned());
    let opened = open(file, files)?;
    let mut positions = 0;
    let mut models = Models::new(symmetric);
    let mut games = Games::from_file(file, opened).map_err(unreadable)?;
    let (mut game, mut any) = (Game::new(), false);
    while games.read_into(&mut game).map_err(unreadable)? {
        let view = game.tree().mainline();
        positions += view.len() as usize;
        if positions > most {
            return Err(too_many(most));
        }
        for n in 0..view.len() {
            models.add(view.board(n), game.number());
        }
        any = true;
    }
    if any { Ok(models) } else { Err(("it contains no game".into(), USUAL.into())) }
}
