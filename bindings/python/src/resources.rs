//! What queries may use: parameters, files, tablebases, a chess engine, limits; and how messages name the arguments for them.

use crate::engine::Engine;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::{ChessEngine, EndgameTables, FileAccess, Limits, QueryOptions, SyzygyTables};

/// What queries may use.
#[derive(Clone, Default)]
pub(crate) struct Resources {
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) files: FileAccess,
    tables: Option<Arc<dyn EndgameTables>>,
    engine: Option<Arc<dyn ChessEngine>>,
    limits: Limits,
    /// What of it was named, so that it can be opened in another process.
    pub(crate) named: Named,
}

/// Folders and limits as the caller named them.
#[derive(Clone, Default)]
pub(crate) struct Named {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) syzygy: Option<PathBuf>,
    pub(crate) limits: Vec<(String, u64)>,
}

/// The arguments as a caller gives them.
pub(crate) struct Given<'a, 'py> {
    pub(crate) settings: Option<&'a Bound<'py, PyMapping>>,
    pub(crate) files: Option<&'a Bound<'py, PyAny>>,
    pub(crate) syzygy: Option<PathBuf>,
    pub(crate) engine: Option<&'a Bound<'py, Engine>>,
    pub(crate) limits: Option<&'a Bound<'py, PyMapping>>,
}

impl Given<'_, '_> {
    /// True if nothing was given.
    pub(crate) fn is_empty(&self) -> bool {
        let Given { settings, files, syzygy, engine, limits } = self;
        settings.is_none() && files.is_none() && syzygy.is_none() && engine.is_none() && limits.is_none()
    }

    /// The values of parameters, as texts.
    fn settings(&self) -> PyResult<Vec<(String, String)>> {
        let mut settings = Vec::new();
        for item in self.settings.map(|settings| settings.items()).transpose()?.into_iter().flatten() {
            let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
            settings.push((name, value.str()?.extract()?));
        }
        Ok(settings)
    }

    /// The folders below which queries may read files.
    fn folders(&self) -> PyResult<Vec<PathBuf>> {
        let Some(files) = self.files else { return Ok(Vec::new()) };
        files.extract::<PathBuf>().map(|one| vec![one]).or_else(|_| files.extract())
    }

    fn limits(&self) -> PyResult<Vec<(String, u64)>> {
        let limits = self.limits.map(|limits| limits.items()).transpose()?;
        limits.into_iter().flatten().map(|item| item.extract()).collect()
    }

    /// The same as options of `tabiya-sql`.
    pub(crate) fn options(&self) -> PyResult<Vec<String>> {
        let mut options: Vec<String> =
            self.settings()?.iter().map(|(name, value)| format!("--set={name}={value}")).collect();
        options.extend(self.folders()?.iter().map(|folder| format!("--files={}", folder.display())));
        options.extend(self.syzygy.iter().map(|folder| format!("--syzygy={}", folder.display())));
        options.extend(self.limits()?.iter().map(|(name, value)| format!("--limits={name}={value}")));
        Ok(options)
    }

    pub(crate) fn read(self) -> PyResult<Resources> {
        let mut resources = Resources { settings: self.settings()?, ..Resources::default() };
        if let Some(files) = self.files {
            resources.files = FileAccess::below(self.folders()?)
                .map_err(|error| PyOSError::new_err(format!("files={files}: {error}; name folders")))?;
        }
        if let Some(folder) = &self.syzygy {
            let name = folder.display();
            let tables = SyzygyTables::open(folder).map_err(|error| PyOSError::new_err(format!("{name}: {error}")))?;
            if tables.files() == 0 {
                let text = format!("{name}: this folder contains no Syzygy tables (files such as KQvKP.rtbw)");
                return Err(PyValueError::new_err(text));
            }
            resources.tables = Some(Arc::new(tables));
        }
        resources.engine = self.engine.map(|engine| engine.get().shared());
        for (name, value) in self.limits()? {
            if !resources.limits.set(&name, value) {
                let names: Vec<String> = Limits::names().map(|name| name.replace('-', "_")).collect();
                let text = format!("there is no limit {name:?}; the limits are {}", names.join(", "));
                return Err(PyValueError::new_err(text));
            }
        }
        resources.named = Named { files: self.folders()?, limits: self.limits()?, syzygy: self.syzygy };
        Ok(resources)
    }
}

impl Resources {
    /// True if a chess engine is among them.
    pub(crate) fn has_engine(&self) -> bool {
        self.engine.is_some()
    }

    /// The options of a query that may use them.
    pub(crate) fn of_query(&self) -> QueryOptions {
        let Resources { settings, files, tables, engine, limits, .. } = self.clone();
        QueryOptions { settings, files, tables, engine, limits, ..QueryOptions::default() }
    }
}

/// A message with the names of arguments in place of those of the command's options.
pub(crate) fn in_python(text: &str) -> String {
    let mut parts = text.split("`--");
    let mut spelled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (option, rest) = part.split_once('`').unwrap_or((part, ""));
        let (name, value) = option.split_once([' ', '=']).unwrap_or((option, ""));
        let (limit, most) = value.split_once('=').unwrap_or((value, "N"));
        spelled += &match name {
            "variations" => "`variations=True`".to_owned(),
            "set" => format!("`settings={{\"{limit}\": {most}}}`"),
            "step-limit" => "`limits={\"steps\": N}`".to_owned(),
            "state-limit" => "`limits={\"states\": N}`".to_owned(),
            "limits" => format!("`limits={{\"{}\": {most}}}`", limit.replace('-', "_")),
            "time-limit" => "`time_limit=SECONDS`".to_owned(),
            "syzygy" => format!("`syzygy={value}`"),
            "engine" => "`engine=tabiya.Engine(PROGRAM)`".to_owned(),
            "files" if value == "FOLDER" => "`files=FOLDER`".to_owned(),
            "files" => format!("`files={value:?}`"),
            _ => format!("`--{option}`"),
        };
        spelled += rest;
    }
    // Without a word on files, queries may open none.
    let spelled = spelled.replace("`engine=tabiya.Engine(PROGRAM)` of the command", "`engine=tabiya.Engine(PROGRAM)`");
    spelled.replace("`files=FOLDER` of the command, in place of `--sandbox`", "`files=FOLDER`")
}
