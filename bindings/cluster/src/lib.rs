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
//! remote    the search: until all shards have come
//!   submit  a job, and what becomes of it
//!   gather  the answer as it comes
//!     fetch   the rows of a shard
//!     checks  a checksum row for each shard; every shard exactly once
//!     spool   rows that wait until all are verified
//! jobs      what runs: listed, cancelled
//!                               server             server
//!                               scheduler          executor  asks for shards
//!                                 share              operator  CqlExec: shards -> rows and checksum rows
//!                                 relay                fragment  the part of the plan that runs within a shard
//!                               metrics              running   shards of jobs, which are left when these are over
//!                                                      watching  which jobs are over
//!                                                  metrics
//! access    how a program calls another one: the token, TLS
//!   guard     whose calls a server takes
//! codec     plans as bytes, with the version
//!   version   of the programs and of the form of plans
//! failure   errors on their way through Ballista
//! ```
//!
//! The scheduler and the executors are in the feature `server`, which `tabiya-sql` does without.

#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod access;
mod checks;
mod codec;
#[cfg(feature = "server")]
mod executor;
mod failure;
mod fetch;
mod fragment;
mod gather;
#[cfg(feature = "server")]
mod guard;
mod jobs;
#[cfg(feature = "server")]
mod metrics;
mod operator;
mod push;
#[cfg(feature = "server")]
mod relay;
mod remote;
mod running;
#[cfg(feature = "server")]
mod scheduler;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod share;
mod spool;
mod submit;
mod tables;
mod version;
#[cfg(feature = "server")]
mod watching;

pub use access::Access;
pub use codec::TabiyaCodec;
#[cfg(feature = "server")]
pub use executor::{ExecutorOptions, run_executor};
#[cfg(feature = "server")]
pub use guard::GuardOptions;
pub use jobs::{Job, Jobs};
pub use operator::CqlExec;
pub use push::PushToCluster;
pub use remote::{Cluster, ClusterExec};
#[cfg(feature = "server")]
pub use server::{SchedulerOptions, log_level, run_scheduler};
pub use tables::{ClusterTable, session};
pub use version::VERSION;
