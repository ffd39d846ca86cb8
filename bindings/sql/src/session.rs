//! The tables of a session.

use crate::args::Args;
use crate::notices;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use tabiya::pipeline::Message;
use tabiya::syntax::Severity;
use tabiya_cluster::Cluster;
use tabiya_tables::{Notice, Reporter, TableOptions, register};

/// A session that knows the table functions.
pub(crate) async fn session(args: &Args) -> Result<SessionContext> {
    let config = SessionConfig::new().with_target_partitions(args.threads().get()).with_information_schema(true);
    let reporter = if args.quiet { Reporter::default() } else { Reporter::new(|notice| notices::notice(&notice)) };
    let resources = args.resources();
    let options =
        TableOptions { threads: Some(args.threads()), reporter: reporter.clone(), resources, cql_tables: None };
    if let Some(address) = &args.cluster {
        let access = args.access()?;
        if let Some(warning) = access.warning() {
            let about = Message::new(Severity::Warning, "open-token", warning.to_owned());
            reporter.report(Notice::Games(about));
        }
        let cluster = Cluster::new(address, reporter).with_access(access).with_reconnect(args.reconnect());
        let cluster = cluster.with_most_rows(args.row_limit);
        return Ok(tabiya_cluster::session(config, &cluster, options).enable_url_table());
    }
    // So that what was written to a file can be read from it: select * from 'mates.parquet'.
    let context = SessionContext::new_with_config(config).enable_url_table();
    register(&context, options);
    Ok(context)
}
