//! What of a statement's plan goes to the executors: filters, projections and partial aggregates directly above a search, as long
//! as they can be sent. Partial aggregates of a shard are small, so that hardly anything comes back.
//!
//! A job has a second stage, which nobody is given. Of the last stage Ballista 55 keeps the places of all results, even of
//! those on executors that were lost since and whose shards were searched again; fetching them fails. Results of
//! earlier stages are kept track of. `kill -9` of an executor in the tests showed it.

use crate::codec::TabiyaCodec;
use crate::remote::ClusterExec;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::error::Result;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::{ExecutionPlan, replace_children_if_necessary};
use std::sync::Arc;

/// The rule of the client's optimizer that puts operators into [`ClusterExec`]. It must come before all rules that repartition.
#[derive(Debug, Default)]
pub struct PushToCluster;

/// True if an operator gives the same rows whether it sees all rows or those of each shard apart.
fn is_divisible(plan: &Arc<dyn ExecutionPlan>) -> bool {
    if let Some(filter) = plan.downcast_ref::<FilterExec>() {
        return filter.fetch().is_none();
    }
    let aggregate = plan.downcast_ref::<AggregateExec>();
    plan.is::<ProjectionExec>() || aggregate.is_some_and(|plan| *plan.mode() == AggregateMode::Partial)
}

/// The operator inside of the search below it, if that can be.
fn pushed(plan: &Arc<dyn ExecutionPlan>) -> Result<Option<Arc<dyn ExecutionPlan>>> {
    let [input] = plan.children()[..] else { return Ok(None) };
    let Some(search) = input.downcast_ref::<ClusterExec>() else { return Ok(None) };
    if !is_divisible(plan) {
        return Ok(None);
    }
    let fragment = replace_children_if_necessary(Arc::clone(plan), vec![Arc::clone(search.fragment())])?;
    // A function that exists in the client only cannot be sent.
    match TabiyaCodec::default().encode(&fragment) {
        Ok(_) => Ok(Some(Arc::new(search.with_fragment(fragment)))),
        Err(_) => Ok(None),
    }
}

impl PhysicalOptimizerRule for PushToCluster {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _config: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        let plan = plan.transform_up(|plan| match pushed(&plan)? {
            Some(search) => Ok(Transformed::yes(search)),
            None => Ok(Transformed::no(plan)),
        })?;
        Ok(plan.data)
    }

    fn name(&self) -> &str {
        "push_to_cluster"
    }

    fn schema_check(&self) -> bool {
        // Rows that pass a checksum may lack any value, so columns become nullable.
        true
    }
}
