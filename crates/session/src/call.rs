//! The options of a search that another language calls for by one call, as an object of JSON: what `libtabiya` and the module for
//! JavaScript take.

use crate::recipes;
use crate::service::DialectName;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tabiya::rows::{Choice, Columns};
use tabiya::{ParsedQuery, QueryError, QueryOptions, QuerySet, RunControl, RunOptions, SearchOptions, Source};

/// The name of a query in messages.
const NAME: &str = "query";

/// Options of a query and of a search. All of them may be left out.
///
/// ```
/// use tabiya_session::CallOptions;
///
/// let options = CallOptions::read(r#"{"recipe": "fools-mate", "columns": ["white", "move"], "limit": 1}"#)?;
/// let query = options.compile(options.text("")?).expect("a recipe is a query");
/// assert_eq!(options.columns(&query)?.names().collect::<Vec<_>>(), ["white", "move"]);
/// assert!(CallOptions::read(r#"{"colums": []}"#).unwrap_err().contains("unknown field `colums`"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct CallOptions {
    /// The name of the file in rows and messages, where games are handed over in memory.
    pub name: String,
    dialect: DialectName,
    /// The recipe that takes the place of the query.
    recipe: Option<String>,
    /// True if variations are searched; if it is left out, the header of the query decides.
    variations: Option<bool>,
    /// True if `move` inside `next` sees only the move of the line chosen.
    linearize: bool,
    /// Columns with values: their names, each with an expression.
    select: BTreeMap<String, String>,
    /// Values of the parameters of the query.
    settings: BTreeMap<String, String>,
    /// The names of the columns.
    columns: Option<Vec<String>>,
    /// True if there is a row for each position of the sequence of a match.
    steps: bool,
    /// True if games come in the order that `sort` in the query asks for, the best first, once all have been searched.
    sort: bool,
    /// The number of games with matches after which the search ends.
    limit: Option<u64>,
    /// The time limit.
    seconds: Option<f64>,
}

impl Default for CallOptions {
    fn default() -> CallOptions {
        CallOptions {
            name: "games.pgn".into(),
            dialect: DialectName::Auto,
            recipe: None,
            variations: None,
            linearize: true,
            select: BTreeMap::new(),
            settings: BTreeMap::new(),
            columns: None,
            steps: false,
            sort: true,
            limit: None,
            seconds: None,
        }
    }
}

impl CallOptions {
    /// Reads options; an empty text stands for none.
    ///
    /// # Errors
    ///
    /// If it is not an object of JSON, if an option is unknown or has an unexpected value, and if there is no recipe of a name.
    pub fn read(json: &str) -> Result<CallOptions, String> {
        let options: CallOptions = match json.trim() {
            "" => CallOptions::default(),
            text => {
                serde_json::from_str(text).map_err(|error| format!("the options have an unexpected form: {error}"))?
            }
        };
        options.recipe.as_deref().map(recipes::query_of).transpose()?;
        Ok(options)
    }

    /// The same options with this time limit, in seconds, unless they have one.
    #[must_use]
    pub fn or_seconds(self, seconds: f64) -> CallOptions {
        CallOptions { seconds: self.seconds.or(Some(seconds)), ..self }
    }

    /// The text to be searched for: the query or, where it is empty, that of the recipe.
    ///
    /// # Errors
    ///
    /// If there is a query and a recipe.
    pub fn text<'t>(&self, query: &'t str) -> Result<&'t str, String> {
        match &self.recipe {
            None => Ok(query),
            Some(name) if query.trim().is_empty() => recipes::query_of(name),
            Some(_) => Err("`recipe` takes the place of the query, which must be empty then".into()),
        }
    }

    /// Reads the [text](Self::text) of a query, and makes it ready to run.
    ///
    /// # Errors
    ///
    /// If the query is wrong, or an expression or a value of the options.
    pub fn compile(&self, text: &str) -> Result<QuerySet, QueryError> {
        let options = QueryOptions {
            dialect: self.dialect.into(),
            variations: self.variations,
            linearize: self.linearize,
            selects: self.select.clone().into_iter().collect(),
            settings: self.settings.clone().into_iter().collect(),
            ..QueryOptions::default()
        };
        let parsed = [ParsedQuery::parse(Source { name: NAME.into(), text: text.into() }, &options)?];
        ParsedQuery::check_settings(&parsed, &options)?;
        QuerySet::new(parsed.into(), &options)
    }

    /// The columns of the rows of a query.
    ///
    /// # Errors
    ///
    /// If there is no column of a name.
    pub fn columns(&self, set: &QuerySet) -> Result<Columns, String> {
        let choice = Choice { names: self.columns.as_deref(), steps: self.steps, ..Choice::of(set) };
        Columns::new(&choice).map_err(|error| format!("{error}; {}", error.help()))
    }

    /// How games are searched for rows with these columns, and what stops it.
    pub fn run(&self, columns: &Columns) -> RunOptions {
        let control = match self.seconds {
            Some(seconds) => RunControl::with_time_limit(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
            None => RunControl::new(),
        };
        let search = SearchOptions {
            paths: columns.need_paths(),
            constituents: columns.need_constituents(),
            control: Arc::new(control),
            ..SearchOptions::default()
        };
        RunOptions { search, limit: self.limit, sort: self.sort, ..RunOptions::default() }
    }
}
