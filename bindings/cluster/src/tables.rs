//! The table `cql('query', 'manifest.json')` on a cluster.

use crate::operator::Task;
use crate::push::PushToCluster;
use crate::remote::{Cluster, ClusterExec};
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::plan_err;
use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_optimizer::optimizer::PhysicalOptimizer;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};
use std::sync::Arc;
use tabiya_tables::{CqlQuery, Rows, Shards, TableOptions, files};

/// The matches of a query in shards.
#[derive(Clone, Debug)]
pub struct ClusterTable {
    cluster: Cluster,
    query: CqlQuery,
    shards: Shards,
}

impl ClusterTable {
    /// The matches in the shards of manifests, or in files, one shard for each.
    ///
    /// # Errors
    ///
    /// If there are no such files, or if the query must see the games in their order.
    pub fn new(cluster: Cluster, query: &CqlQuery, patterns: &[String]) -> Result<ClusterTable> {
        refuse_ordered(query)?;
        let (mut list, mut plain) = (Vec::new(), Vec::new());
        for pattern in patterns {
            for path in files(pattern)? {
                match Shards::is_manifest(&path) {
                    true => list.extend(Shards::of_manifest(&path)?.list),
                    false => plain.push(path),
                }
            }
        }
        list.extend(Shards::of_files(plain)?.list);
        Ok(ClusterTable { cluster, query: query.clone(), shards: Shards { list }.checked()? })
    }
}

/// Rejects queries whose result depends on games of other shards.
fn refuse_ordered(query: &CqlQuery) -> Result<()> {
    let set = query.set();
    if let Some(reason) = set.must_run_in_order() {
        return plan_err!("this query cannot run on a cluster, because {reason}");
    }
    if !set.sort_keys(0).is_empty() {
        return plan_err!(
            "this query cannot run on a cluster, because `sort` compares the games of all shards: leave it out, have its value as a \
             column by select => 'value=...', and write order by"
        );
    }
    if set.needs_game_count() {
        return plan_err!(
            "this query cannot run on a cluster, because `lastgamenumber` counts the games of all shards"
        );
    }
    Ok(())
}

#[async_trait]
impl TableProvider for ClusterTable {
    fn schema(&self) -> SchemaRef {
        self.query.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let rows = Rows::Cql(self.query.clone());
        let decide = |filter: &&Expr| match rows.decides(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(decide).collect())
    }

    async fn scan(
        &self,
        _state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        _limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        // A limit would leave shards unfinished, and a result without all checksums is rejected.
        let task = Task::new(self.query.clone(), projection, filters.to_vec(), self.cluster.most_rows())?;
        Ok(Arc::new(ClusterExec::new(self.cluster.clone(), self.shards.clone(), Arc::new(task))))
    }
}

/// A session whose `cql` tables are searched by a cluster. `games` and `positions` are read in this process.
pub fn session(config: SessionConfig, cluster: &Cluster, options: TableOptions) -> SessionContext {
    let mut rules = PhysicalOptimizer::new().rules;
    rules.insert(0, Arc::new(PushToCluster));
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_default_features()
        .with_physical_optimizer_rules(rules)
        .build();
    let context = SessionContext::new_with_state(state);
    let cluster = cluster.clone();
    let tables = move |query: &CqlQuery, patterns: &[String]| {
        let table = ClusterTable::new(cluster.clone(), query, patterns)?;
        Ok(Arc::new(table) as Arc<dyn TableProvider>)
    };
    tabiya_tables::register(&context, TableOptions { cql_tables: Some(Arc::new(tables)), ..options });
    context
}
