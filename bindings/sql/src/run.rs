//! Statements: one after the other, until one fails or Ctrl-C.

use crate::args::Args;
use crate::notices;
use crate::output::{Output, Written};
use datafusion::common::DataFusionError;
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::{DFParser, Statement};
use futures::StreamExt as _;
use std::num::NonZeroU64;
use std::time::Duration;

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Well,
    Failed,
    Interrupted,
}

/// Runs the statements of some texts.
pub(crate) async fn all(context: &SessionContext, texts: &[String], args: &Args) -> Ended {
    let mut output = match Output::new(args) {
        Ok(output) => output,
        Err(text) => {
            notices::error(&text);
            return Ended::Failed;
        }
    };
    let mut statements = Vec::new();
    for text in texts {
        match DFParser::parse_sql(text) {
            Ok(parsed) => statements.extend(parsed),
            Err(error) => {
                notices::report(&error);
                return Ended::Failed;
            }
        }
    }
    for statement in statements {
        match one(context, statement, &mut output, args).await {
            Ended::Well => {}
            other => return other,
        }
        if output.is_closed() {
            break;
        }
    }
    match output.finish() {
        Ok(()) => Ended::Well,
        Err(text) => {
            notices::error(&text);
            Ended::Failed
        }
    }
}

/// Runs a statement.
pub(crate) async fn one(context: &SessionContext, statement: Statement, output: &mut Output, args: &Args) -> Ended {
    let too_long = async {
        match args.time_limit {
            Some(seconds) => tokio::time::sleep(Duration::from_secs(seconds.get())).await,
            None => std::future::pending().await,
        }
    };
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        biased;
        () = interrupted => {
            notices::error("stopped; the result is incomplete");
            Ended::Interrupted
        }
        () = too_long => {
            let seconds = args.time_limit.map_or(0, NonZeroU64::get);
            notices::error(&format!("the statement took more than {seconds} s and was stopped; --time-limit allows more"));
            Ended::Failed
        }
        done = execute(context, statement, output, args) => match done {
            Ok(()) => Ended::Well,
            Err(Failure::Statement(error)) => {
                notices::report(&error);
                Ended::Failed
            }
            Err(Failure::Output(text)) => {
                notices::error(&text);
                Ended::Failed
            }
        }
    }
}

/// Why a statement has failed.
enum Failure {
    Statement(DataFusionError),
    /// The result cannot be written.
    Output(String),
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Failure {
        Failure::Statement(error)
    }
}

async fn execute(
    context: &SessionContext,
    statement: Statement,
    output: &mut Output,
    args: &Args,
) -> Result<(), Failure> {
    let mut plan = context.state().statement_to_plan(statement).await?;
    if let Some(parameters) = &args.parameters {
        plan = plan.with_param_values(parameters.clone())?;
    }
    let frame = context.execute_logical_plan(plan).await?;
    let mut rows = frame.execute_stream().await?;
    let schema = rows.schema();
    if schema.fields().is_empty() {
        // A statement without a result, such as `create view`.
        while let Some(batch) = rows.next().await {
            batch?;
        }
        return Ok(());
    }
    output.begin(&schema).map_err(Failure::Output)?;
    while let Some(batch) = rows.next().await {
        match output.write(&batch?).map_err(Failure::Output)? {
            Written::GoesOn => {}
            Written::Enough => break,
        }
    }
    output.end().map_err(Failure::Output)
}
