//! What the program `tabiya-sql` said on standard error: messages as lines of JSON, and anything else that was written there.

use crate::errors::{GamesWarning, QueryWarning, SqlError, warn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Deserialize;

/// A message, or a line that is not one.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Message {
    severity: String,
    /// What people are shown.
    text: String,
    code: Option<String>,
    message: Option<String>,
    help: Option<String>,
    /// The name of the query that it is about.
    source: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// Everything that was said.
#[derive(Default)]
pub(crate) struct Said {
    messages: Vec<Message>,
}

impl Said {
    pub(crate) fn read(text: &str) -> Said {
        let other = |line: &str| Message { text: line.to_owned(), ..Message::default() };
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| other(line)));
        Said { messages: messages.collect() }
    }

    /// The same with one more line.
    pub(crate) fn with(mut self, text: String) -> Said {
        self.messages.push(Message { text, ..Message::default() });
        self
    }

    /// True if the program said what went wrong.
    pub(crate) fn has_error(&self) -> bool {
        self.messages.iter().any(|one| one.severity == "error")
    }

    fn text(&self) -> String {
        self.messages.iter().map(|one| one.text.as_str()).collect::<Vec<&str>>().join("\n")
    }

    /// The exception for a statement that failed. It has the attributes of a `QueryError`.
    pub(crate) fn raised(&self, py: Python<'_>) -> PyErr {
        let raised = SqlError::new_err(self.text());
        let value = raised.value(py);
        let set = || -> PyResult<()> {
            let errors: Vec<&Message> = self.messages.iter().filter(|one| one.severity == "error").collect();
            let none = Message::default();
            let first = errors.first().copied().unwrap_or(&none);
            value.setattr("code", &first.code)?;
            value.setattr("message", first.message.clone().unwrap_or_else(|| self.text()))?;
            value.setattr("help", &first.help)?;
            value.setattr("line", first.line)?;
            value.setattr("column", first.column)?;
            let of_query = self.messages.iter().filter(|one| one.line.is_some()).map(|one| one.dict(py));
            value.setattr("diagnostics", PyList::new(py, of_query.collect::<PyResult<Vec<_>>>()?)?)
        };
        match set() {
            Ok(()) => raised,
            Err(other) => other,
        }
    }

    /// Gives the warnings: one for each query, and one for all games.
    pub(crate) fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let warnings = self.messages.iter().filter(|one| one.severity == "warning");
        let (queries, games): (Vec<_>, Vec<_>) = warnings.partition(|one| one.source.is_some());
        for one in queries {
            warn::<QueryWarning>(py, one.text.trim_end())?;
        }
        let games: Vec<&str> = games.into_iter().map(|one| one.text.as_str()).collect();
        if games.is_empty() { Ok(()) } else { warn::<GamesWarning>(py, &games.join("\n")) }
    }
}

impl Message {
    /// A diagnostic, as `tabiya.check` has them.
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("severity", &self.severity)?;
        dict.set_item("code", &self.code)?;
        dict.set_item("message", &self.message)?;
        dict.set_item("help", &self.help)?;
        dict.set_item("source", &self.source)?;
        dict.set_item("line", self.line)?;
        dict.set_item("column", self.column)?;
        dict.set_item("text", &self.text)?;
        Ok(dict)
    }
}
