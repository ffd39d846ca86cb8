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
//! jobs      what runs: listed, cancelled
//!                               server             server
//!                               scheduler          operator  CqlExec: shards -> rows and checksum rows
//!                                 share              fragment  the part of the plan that runs within a shard
//!                                                    running   which jobs are over
//! codec     plans as bytes, with the version
//!   version   of the programs and of the form of plans
//! failure   errors on their way through Ballista
//! ```
//!
//! The scheduler and the executors are in the feature `server`, which `tabiya-sql` does without.

mod checks;
mod codec;
mod failure;
mod fragment;
mod jobs;
mod operator;
mod push;
mod remote;
mod running;
#[cfg(feature = "server")]
mod scheduler;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod share;
mod spool;
mod tables;
mod version;

pub use checks::{Answer, Coverage};
pub use codec::TabiyaCodec;
pub use jobs::{Job, Jobs};
pub use operator::CqlExec;
pub use push::PushToCluster;
pub use remote::{Cluster, ClusterExec};
#[cfg(feature = "server")]
pub use server::{ExecutorOptions, SchedulerOptions, log_level, run_executor, run_scheduler};
pub use tables::{ClusterTable, session};
pub use version::VERSION;
