//! Plans as bytes: a mark, the version of the program, and the operator. Everything that is not ours is left to Ballista.
//!
//! Ballista compares its own versions, not ours. So the decoder of a plan rejects any other version before it reads
//! anything else, in the scheduler as in each executor.

use crate::failure;
use crate::fragment::ShardRows;
use crate::operator::{CqlExec, Task};
use crate::version::VERSION;
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::internal_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Expr, HigherOrderUDF, ScalarUDF, WindowUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::bytes::Serializeable as _;
use datafusion_proto::physical_plan::{AsExecutionPlan as _, PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use datafusion_proto::protobuf::PhysicalPlanNode;
use prost::Message as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use tabiya::syntax::Dialect;
use tabiya_tables::{CqlOptions, CqlQuery, Resources};

/// The first bytes of our operators. No message of Ballista begins so.
const MARK: &[u8] = b"TABIYA\0";

/// An operator. The version comes first, and has this number in all versions.
#[derive(Clone, PartialEq, prost::Message)]
struct Node {
    #[prost(string, tag = "1")]
    version: String,
    #[prost(oneof = "Kind", tags = "2, 3")]
    kind: Option<Kind>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum Kind {
    #[prost(message, boxed, tag = "2")]
    Search(Box<Search>),
    #[prost(message, tag = "3")]
    Rows(Rows),
}

/// [`CqlExec`].
#[derive(Clone, PartialEq, prost::Message)]
struct Search {
    #[prost(string, tag = "1")]
    query: String,
    #[prost(bool, optional, tag = "2")]
    variations: Option<bool>,
    /// Names and expressions by turns.
    #[prost(string, repeated, tag = "3")]
    selects: Vec<String>,
    #[prost(uint64, repeated, tag = "4")]
    projection: Vec<u64>,
    #[prost(bytes = "vec", repeated, tag = "5")]
    filters: Vec<Vec<u8>>,
    #[prost(bytes = "vec", tag = "6")]
    fragment: Vec<u8>,
    #[prost(bool, tag = "7")]
    steps: bool,
    #[prost(bool, tag = "8")]
    unmatched: bool,
    #[prost(uint64, optional, tag = "9")]
    most_rows: Option<u64>,
    /// Names and values by turns.
    #[prost(string, repeated, tag = "10")]
    settings: Vec<String>,
    #[prost(string, repeated, tag = "11")]
    files: Vec<String>,
    #[prost(string, optional, tag = "12")]
    syzygy: Option<String>,
    #[prost(btree_map = "string, uint64", tag = "13")]
    limits: BTreeMap<String, u64>,
    #[prost(string, tag = "14")]
    dialect: String,
}

/// [`ShardRows`].
#[derive(Clone, PartialEq, prost::Message)]
struct Rows {
    #[prost(bytes = "vec", tag = "1")]
    schema: Vec<u8>,
}

/// Reads and writes the plans of a cluster. Programs of another version are rejected.
#[derive(Debug)]
pub struct TabiyaCodec {
    version: String,
    ballista: BallistaPhysicalExtensionCodec,
}

impl Default for TabiyaCodec {
    fn default() -> TabiyaCodec {
        TabiyaCodec::of_version(VERSION)
    }
}

impl TabiyaCodec {
    /// The codec of a version, which understands plans of that version only.
    pub fn of_version(version: impl Into<String>) -> TabiyaCodec {
        TabiyaCodec { version: version.into(), ballista: BallistaPhysicalExtensionCodec::default() }
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn node(&self, plan: &Arc<dyn ExecutionPlan>) -> Result<Option<Node>> {
        let kind = if let Some(search) = plan.downcast_ref::<CqlExec>() {
            Kind::Search(Box::new(self.search(&search.task)?))
        } else if let Some(rows) = plan.downcast_ref::<ShardRows>() {
            let schema = datafusion_proto::protobuf::Schema::try_from(rows.schema().as_ref());
            let schema = schema.map_err(|error| DataFusionError::Internal(error.to_string()))?;
            Kind::Rows(Rows { schema: schema.encode_to_vec() })
        } else {
            return Ok(None);
        };
        Ok(Some(Node { version: self.version.clone(), kind: Some(kind) }))
    }

    fn search(&self, task: &Task) -> Result<Search> {
        let options = task.query.options();
        let resources = options.resources.clone();
        Ok(Search {
            query: task.query.text().to_owned(),
            variations: options.variations,
            selects: in_turns(&options.selects),
            projection: task.projection.iter().map(|column| *column as u64).collect(),
            filters: task.filters.iter().map(|filter| Ok(filter.to_bytes()?.to_vec())).collect::<Result<_>>()?,
            fragment: self.encode(&task.fragment)?,
            steps: options.steps,
            unmatched: options.unmatched,
            most_rows: task.most_rows,
            settings: in_turns(&resources.settings),
            files: resources.files,
            syzygy: resources.syzygy,
            limits: resources.limits.into_iter().collect(),
            dialect: options.dialect.name().to_owned(),
        })
    }

    /// A plan as bytes.
    pub(crate) fn encode(&self, plan: &Arc<dyn ExecutionPlan>) -> Result<Vec<u8>> {
        Ok(PhysicalPlanNode::try_from_physical_plan(Arc::clone(plan), self)?.encode_to_vec())
    }

    fn task(&self, search: &Search, context: &TaskContext) -> Result<Task> {
        let Search { query, variations, projection, filters, fragment, steps, unmatched, most_rows, .. } = search;
        let (settings, limits) = (pairs(&search.settings), search.limits.clone().into_iter().collect());
        let resources = Resources { settings, files: search.files.clone(), syzygy: search.syzygy.clone(), limits };
        let (variations, selects) = (*variations, pairs(&search.selects));
        let dialect = Dialect::named(&search.dialect).unwrap_or_default();
        let options = CqlOptions { dialect, variations, selects, steps: *steps, unmatched: *unmatched, resources };
        let (query, most_rows) = (CqlQuery::read_text(query, &options)?, *most_rows);
        let projection = projection.iter().map(|column| usize::try_from(*column).unwrap_or(usize::MAX)).collect();
        let filters = filters.iter().map(|filter| Expr::from_bytes(filter)).collect::<Result<_>>()?;
        let fragment = PhysicalPlanNode::decode(fragment.as_slice()).map_err(unreadable)?;
        let fragment = fragment.try_into_physical_plan(context, self)?;
        Ok(Task { query, projection, filters, fragment, most_rows })
    }
}

/// Names and what belongs to them, by turns.
fn in_turns(pairs: &[(String, String)]) -> Vec<String> {
    pairs.iter().flat_map(|(name, value)| [name.clone(), value.clone()]).collect()
}

fn pairs(turns: &[String]) -> Vec<(String, String)> {
    turns.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}

fn unreadable(error: prost::DecodeError) -> DataFusionError {
    DataFusionError::Internal(format!("a plan that cannot be read: {error}"))
}

impl PhysicalExtensionCodec for TabiyaCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(bytes) = bytes.strip_prefix(MARK) else {
            return self.ballista.try_decode(bytes, inputs, context, converter);
        };
        let node = Node::decode(bytes).map_err(unreadable)?;
        if node.version != self.version {
            let text = format!(
                "a program of Tabiya {} was sent a plan of Tabiya {}; the client, the scheduler and all executors must be of one \
                 version",
                self.version, node.version
            );
            return Err(failure::sent(&text));
        }
        match (node.kind, inputs) {
            (Some(Kind::Search(search)), [input]) => {
                let task = self.task(&search, context)?;
                Ok(Arc::new(CqlExec::new(Arc::clone(input), Arc::new(task))))
            }
            (Some(Kind::Rows(rows)), []) => {
                let schema = datafusion_proto::protobuf::Schema::decode(rows.schema.as_slice()).map_err(unreadable)?;
                let schema = datafusion::arrow::datatypes::Schema::try_from(&schema);
                let schema = schema.map_err(|error| DataFusionError::Internal(error.to_string()))?;
                Ok(Arc::new(ShardRows::place(Arc::new(schema))))
            }
            _ => internal_err!("a plan that is not one of this version"),
        }
    }

    fn try_encode(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match self.node(&plan)? {
            Some(node) => {
                bytes.extend_from_slice(MARK);
                node.encode(bytes).map_err(|error| DataFusionError::Internal(error.to_string()))
            }
            None => self.ballista.try_encode(plan, bytes, converter),
        }
    }

    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        self.ballista.try_decode_udf(name, bytes)
    }

    fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udf(function, bytes)
    }

    fn try_decode_higher_order_function(&self, name: &str, bytes: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.ballista.try_decode_higher_order_function(name, bytes)
    }

    fn try_encode_higher_order_function(&self, function: &HigherOrderUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_higher_order_function(function, bytes)
    }

    fn try_decode_udaf(&self, name: &str, bytes: &[u8]) -> Result<Arc<AggregateUDF>> {
        self.ballista.try_decode_udaf(name, bytes)
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udaf(function, bytes)
    }

    fn try_decode_udwf(&self, name: &str, bytes: &[u8]) -> Result<Arc<WindowUDF>> {
        self.ballista.try_decode_udwf(name, bytes)
    }

    fn try_encode_udwf(&self, function: &WindowUDF, bytes: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode_udwf(function, bytes)
    }
}
