//! A query that is compiled: what is searched, the columns of its rows, and the searches that are running.

use crate::error::{Error, c_text};
use std::ffi::{CString, c_char};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tabiya::pipeline::RunOptions;
use tabiya::rows::Columns;
use tabiya::syntax::{Diagnostic, SourceView};
use tabiya::{QuerySet, RunControl};
use tabiya_session::CallOptions;

/// A query that is ready to run. Free it with tabiya_query_free.
#[derive(Debug)]
pub struct Query {
    pub(crate) set: QuerySet,
    pub(crate) options: CallOptions,
    /// The columns of rows; without any, rows are not wanted.
    pub(crate) columns: Arc<Columns>,
    warnings: CString,
    /// What ends the searches that are running.
    running: Mutex<Vec<Weak<RunControl>>>,
}

impl Query {
    /// Compiles a query. `options` is an object of JSON, or empty.
    ///
    /// # Errors
    ///
    /// If the query or the options are wrong.
    pub(crate) fn compile(text: &str, options: &str) -> Result<Query, Error> {
        let wrong = |error: String| Error::argument("options", &format!("is wrong: {error}"));
        let options = CallOptions::read(options).map_err(wrong)?;
        let set = options.compile(options.text(text).map_err(wrong)?)?;
        let columns = Arc::new(options.columns(&set).map_err(wrong)?);
        let parsed = &set.queries()[0];
        let view = SourceView::new(&parsed.source().text, &parsed.source().name);
        let shown = |one: &Diagnostic| view.render(one, false).trim_end().to_owned();
        let warnings: Vec<String> = parsed.warnings().iter().map(shown).collect();
        let warnings = c_text(&warnings.join("\n\n"));
        Ok(Query { set, options, columns, warnings, running: Mutex::default() })
    }

    /// The warnings as text.
    pub(crate) fn warnings(&self) -> *const c_char {
        self.warnings.as_ptr()
    }

    /// How a search that begins now goes on, and what ends it.
    pub(crate) fn run(&self) -> RunOptions {
        let options = self.options.run(&self.columns);
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&options.search.control));
        options
    }

    /// Ends the searches that are running.
    pub(crate) fn stop(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }
}
