//! The table functions: their arguments, and the files that they name.
//!
//! DataFusion's table functions take no arguments with names; a `RelationPlanner` sees the syntax before that is
//! decided.

use crate::column;
use crate::cql::{CqlOptions, CqlQuery, Resources};
use crate::manifest::Shards;
use crate::rows::Rows;
use crate::stream::{Notice, Reporter};
use crate::table::GamesTable;
use datafusion::catalog::TableProvider;
use datafusion::common::{DFSchema, ScalarValue, plan_err};
use datafusion::datasource::provider_as_source;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::planner::{PlannedRelation, RelationPlanner, RelationPlannerContext, RelationPlanning};
use datafusion::logical_expr::{Expr, LogicalPlanBuilder};
use datafusion::prelude::SessionContext;
use datafusion::sql::sqlparser::ast;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use tabiya::pipeline::Message;
use tabiya::syntax::Dialect;
use tabiya_session::recipes;

/// Makes the table of a query over files that are searched elsewhere. It is given the query and the files as they were written,
/// globs included.
pub type CqlTables = Arc<dyn Fn(&CqlQuery, &[String]) -> Result<Arc<dyn TableProvider>> + Send + Sync>;

/// How tables are read.
#[derive(Clone, Default)]
pub struct TableOptions {
    /// The number of threads that read and search; by default DataFusion's number of partitions.
    pub threads: Option<NonZeroUsize>,
    /// Takes warnings about queries, files and games.
    pub reporter: Reporter,
    /// What queries may use.
    pub resources: Resources,
    /// Makes the tables of `cql`; by default they are searched in this process.
    pub cql_tables: Option<CqlTables>,
}

impl fmt::Debug for TableOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableOptions { threads, reporter, resources, cql_tables } = self;
        let mut debug = f.debug_struct("TableOptions");
        debug.field("threads", threads).field("reporter", reporter).field("resources", resources);
        debug.field("cql_tables", &cql_tables.is_some()).finish()
    }
}

/// Makes the table functions `games`, `positions` and `cql` known in a session, and the functions of a column `cql_match`,
/// `cql_count` and `cql_rows`.
pub fn register(context: &SessionContext, options: TableOptions) {
    column::functions(&options.resources, &options.reporter).for_each(|function| context.register_udf(function));
    let planner = Arc::new(Functions { options });
    context.state_ref().write().register_relation_planner(planner).expect("a session takes any planner of relations");
}

/// The files that a path, a glob or an address stands for ([`tabiya::files_of`]).
///
/// # Errors
///
/// If a glob is malformed, if no file matches it, or if a store cannot be read.
pub fn files(pattern: &str) -> Result<Vec<PathBuf>> {
    tabiya::files_of(pattern).map_err(|error| {
        let message = Message::error("unreadable-file", error.to_string()).file(pattern);
        DataFusionError::External(Box::new(message.help("name files, or a pattern such as 'archive/*.pgn.zst'")))
    })
}

/// Plans the table functions. DataFusion's own table functions have no arguments with names.
#[derive(Debug)]
struct Functions {
    options: TableOptions,
}

impl RelationPlanner for Functions {
    fn plan_relation(
        &self,
        relation: ast::TableFactor,
        context: &mut dyn RelationPlannerContext,
    ) -> Result<RelationPlanning> {
        let ast::TableFactor::Table { name, alias, args: Some(args), .. } = &relation else {
            return Ok(RelationPlanning::Original(Box::new(relation)));
        };
        let [ast::ObjectNamePart::Identifier(ident)] = name.0.as_slice() else {
            return Ok(RelationPlanning::Original(Box::new(relation)));
        };
        let function = context.normalize_ident(ident.clone());
        if !["games", "positions", "cql"].contains(&function.as_str()) {
            return Ok(RelationPlanning::Original(Box::new(relation)));
        }
        let arguments = Arguments::read(&function, &args.args, context)?;
        let table = self.table(&function, arguments)?;
        let plan = LogicalPlanBuilder::scan(format!("{function}()"), provider_as_source(table), None)?.build()?;
        Ok(RelationPlanning::Planned(Box::new(PlannedRelation::new(plan, alias.clone()))))
    }
}

impl Functions {
    fn table(&self, function: &str, arguments: Arguments) -> Result<Arc<dyn TableProvider>> {
        let Arguments { query, files: patterns, options } = arguments;
        let variations = options.variations;
        let rows = match (function, query) {
            ("cql", Some(text)) => {
                let resources = self.options.resources.clone();
                let query = CqlQuery::read_text(&text, &CqlOptions { resources, ..options })?;
                for warning in query.warnings() {
                    self.options.reporter.report(Notice::Query(warning));
                }
                if let Some(tables) = &self.options.cql_tables {
                    return tables(&query, &patterns);
                }
                Rows::Cql(query)
            }
            ("games", _) => Rows::Games,
            _ => Rows::Positions { variations: variations.unwrap_or(false) },
        };
        let mut paths = Vec::new();
        for pattern in &patterns {
            for path in files(pattern)? {
                match Shards::is_manifest(&path) {
                    true => paths.extend(Shards::of_manifest(&path)?.paths()?),
                    false => paths.push(path),
                }
            }
        }
        Ok(Arc::new(GamesTable::new(rows, paths, self.options.threads, self.options.reporter.clone())))
    }
}

/// The arguments of a table function.
#[derive(Debug, Default)]
struct Arguments {
    query: Option<String>,
    files: Vec<String>,
    options: CqlOptions,
}

impl Arguments {
    fn read(function: &str, args: &[ast::FunctionArg], context: &mut dyn RelationPlannerContext) -> Result<Arguments> {
        let mut arguments = Arguments::default();
        for arg in args {
            let (name, value) = match arg {
                ast::FunctionArg::Unnamed(value) => (None, value),
                ast::FunctionArg::Named { name, arg, .. } => (Some(context.normalize_ident(name.clone())), arg),
                ast::FunctionArg::ExprNamed { name: ast::Expr::Identifier(name), arg, .. } => {
                    (Some(context.normalize_ident(name.clone())), arg)
                }
                ast::FunctionArg::ExprNamed { name, .. } => return plan_err!("{name} is no name of an argument"),
            };
            let ast::FunctionArgExpr::Expr(expr) = value else {
                return plan_err!("{function} takes texts in single quotes, not {value}{}", usage(function));
            };
            arguments.take(function, name.as_deref(), &literal(function, expr.clone(), context)?)?;
        }
        if function == "cql" && arguments.query.is_none() || arguments.files.is_empty() {
            return plan_err!("{function} is given too little{}", usage(function));
        }
        Ok(arguments)
    }

    fn take(&mut self, function: &str, name: Option<&str>, value: &ScalarValue) -> Result<()> {
        let text = value.try_as_str().flatten();
        match (name, text, value) {
            (None, Some(text), _) if function == "cql" && self.query.is_none() => self.query = Some(text.to_owned()),
            (None, Some(text), _) => self.files.push(text.to_owned()),
            (Some("recipe"), Some(name), _) if function == "cql" && self.query.is_none() => {
                self.query = Some(recipes::query_of(name).map_err(DataFusionError::Plan)?.to_owned());
            }
            (Some("recipe"), ..) if function == "cql" => {
                return plan_err!("recipe => 'fools-mate' stands in place of the query, and comes before the files");
            }
            (Some("dialect"), Some(name), _) if function == "cql" => {
                let named = Dialect::named(name);
                self.options.dialect = named
                    .ok_or_else(|| DataFusionError::Plan(format!("dialect => '5', '6' or 'auto', not '{name}'")))?;
            }
            (Some("variations"), _, ScalarValue::Boolean(Some(value))) if function != "games" => {
                self.options.variations = Some(*value);
            }
            (Some("variations"), ..) if function != "games" => {
                return plan_err!("variations => true or false, not {value}");
            }
            (Some("select"), Some(text), _) if function == "cql" => {
                let Some((name, expr)) = text.split_once('=') else {
                    return plan_err!("select => 'NAME=EXPR', such as 'attackers=#(A attacks k)', not '{text}'");
                };
                self.options.selects.push((name.trim().to_owned(), expr.trim().to_owned()));
            }
            (Some("rows"), Some("matches" | "steps"), _) if function == "cql" => {
                self.options.steps = text == Some("steps")
            }
            (Some("rows"), ..) if function == "cql" => return plan_err!("rows => 'matches' or 'steps', not {value}"),
            (Some("unmatched"), _, ScalarValue::Boolean(Some(value))) if function == "cql" => {
                self.options.unmatched = *value;
            }
            (Some("unmatched"), ..) if function == "cql" => {
                return plan_err!("unmatched => true or false, not {value}");
            }
            (Some(name), ..) => return plan_err!("{function} has no argument {name} => {value}{}", usage(function)),
            (None, ..) => return plan_err!("{function} takes texts in single quotes, not {value}{}", usage(function)),
        }
        Ok(())
    }
}

/// The arguments that a function takes, for an error.
fn usage(function: &str) -> &'static str {
    match function {
        "cql" => {
            "; write cql('query', 'games.pgn'), and perhaps variations => true, select => 'NAME=EXPR', rows => 'steps', \
             unmatched => true, dialect => '5'; or cql(recipe => 'fools-mate', 'games.pgn')"
        }
        "positions" => "; write positions('games.pgn'), and perhaps variations => true",
        _ => "; write games('games.pgn')",
    }
}

/// The value of an argument.
fn literal(function: &str, expr: ast::Expr, context: &mut dyn RelationPlannerContext) -> Result<ScalarValue> {
    if let ast::Expr::Identifier(ident) = &expr {
        return plan_err!("{function} takes texts in single quotes, not the name {ident}{}", usage(function));
    }
    match context.sql_to_expr(expr, &DFSchema::empty())? {
        Expr::Literal(value, _) => Ok(value),
        other => plan_err!("{function} takes texts in single quotes, not {other}{}", usage(function)),
    }
}
