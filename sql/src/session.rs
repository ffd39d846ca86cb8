//! The tables of a session.

use crate::args::Args;
use crate::notices;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use tabiya_tables::{Reporter, TableOptions, register};

/// A session that knows the table functions.
pub(crate) async fn session(args: &Args) -> Result<SessionContext> {
    let config = SessionConfig::new().with_target_partitions(args.threads().get()).with_information_schema(true);
    let context = SessionContext::new_with_config(config);
    let reporter = if args.quiet { Reporter::default() } else { Reporter::new(|notice| notices::notice(&notice)) };
    register(&context, TableOptions { threads: Some(args.threads()), reporter, cql_tables: None });
    Ok(context)
}
