//! A query that is compiled: what is searched, the columns of its rows, and the searches that are running.

use crate::error::{Error, c_text};
use std::ffi::{CString, c_char};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tabiya::rows::{Choice, Columns};
use tabiya::syntax::{Diagnostic, SourceView};
use tabiya::{ParsedQuery, QueryOptions, QuerySet, RunControl, Source};

/// The name of a query in messages.
pub(crate) const NAME: &str = "query";

/// A query that is ready to run. Free it with tabiya_query_free.
#[derive(Debug)]
pub struct Query {
    pub(crate) set: QuerySet,
    /// None if rows are not wanted.
    pub(crate) columns: Option<Columns>,
    warnings: CString,
    /// What ends the searches that are running.
    running: Mutex<Vec<Weak<RunControl>>>,
}

impl Query {
    /// Compiles a query. `columns` are names with commas between them.
    ///
    /// # Errors
    ///
    /// If the query is wrong, or there is no such column.
    pub(crate) fn compile(text: &str, columns: Option<&str>) -> Result<Query, Error> {
        let options = QueryOptions::default();
        let source = Source { name: NAME.into(), text: text.into() };
        let parsed = ParsedQuery::parse(source, &options)?;
        let view = SourceView::new(text, NAME);
        let shown = |one: &Diagnostic| view.render(one, false).trim_end().to_owned();
        let warnings: Vec<String> = parsed.warnings().iter().map(shown).collect();
        let set = QuerySet::new(vec![parsed], &options)?;
        let names: Option<Vec<String>> = columns.map(|names| names.split(',').map(str::to_owned).collect());
        let columns = if columns.is_some_and(|names| names.trim().is_empty()) {
            None
        } else {
            let found = Columns::new(&Choice { names: names.as_deref(), ..Choice::of(&set) });
            Some(found.map_err(|error| Error::argument("columns", &format!("is wrong: {error}; {}", error.help())))?)
        };
        Ok(Query { set, columns, warnings: c_text(&warnings.join("\n\n")), running: Mutex::default() })
    }

    /// The warnings as text.
    pub(crate) fn warnings(&self) -> *const c_char {
        self.warnings.as_ptr()
    }

    /// What ends a search that begins now.
    pub(crate) fn control(&self) -> Arc<RunControl> {
        let control = Arc::new(RunControl::new());
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&control));
        control
    }

    /// Ends the searches that are running.
    pub(crate) fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }
}
