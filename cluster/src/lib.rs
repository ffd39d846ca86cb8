//! Searches of chess games on many machines: the table `cql('query', 'manifest.json')` on a Ballista cluster.
//!
//! The games lie in shards, files that every machine can read, as `tabiya shard` makes them. The client, `tabiya-sql`, plans a
//! statement as it does without a cluster. The searches in it, with the filters, projections and partial aggregates directly
//! above them, run on the executors, a shard at a time; everything else runs in the client, on what comes back.
//!
//! ```text
//! client                        scheduler          executors
//! tables    cql() as a table
//! push      the statement's plan: what goes to the executors
//! remote    the job: submitted, its rows taken, verified, handed on
//!   checks  a checksum row for each shard; every shard exactly once
//!   spool   rows that wait until all are verified
//!                               server             server
//! codec     plans as bytes, with the version of the program
//!                                                  operator  CqlExec: shards -> rows and checksum rows
//!                                                    fragment  the part of the plan that runs within a shard
//! failure   errors on their way through Ballista
//! ```

mod checks;
mod codec;
mod failure;
mod fragment;
mod operator;
mod push;
mod remote;
mod server;
mod spool;
mod tables;

pub use checks::{Answer, Coverage};
pub use codec::{TabiyaCodec, VERSION};
pub use operator::CqlExec;
pub use push::PushToCluster;
pub use remote::{Cluster, ClusterExec};
pub use server::{ExecutorOptions, SchedulerOptions, log_level, run_executor, run_scheduler};
pub use tables::{ClusterTable, session};
