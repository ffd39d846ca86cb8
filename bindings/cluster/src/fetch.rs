//! The rows of finished shards, fetched from the executors that have searched them, or through the scheduler.

use crate::access::{Access, Connection};
use crate::checks::{Checksum, ShardCheck};
use crate::failure;
use crate::spool::{Spool, Spooled};
use arrow_flight::Ticket;
use arrow_flight::decode::FlightRecordBatchStream;
use arrow_flight::error::FlightError;
use arrow_flight::flight_service_client::FlightServiceClient;
use ballista_core::serde::protobuf::action::ActionType;
use ballista_core::serde::protobuf::{self, Action, FetchPartition};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::error::DataFusionError;
use futures::StreamExt as _;
use prost::Message as _;
use std::collections::HashMap;
use tonic::{Code, Request, Status};

/// The greatest size of a message with rows: Ballista's own.
pub(crate) const MESSAGE: usize = 16 << 20;

/// The header that names the executor of a call that goes through the scheduler.
pub(crate) const EXECUTOR: &str = "tabiya-executor";

/// Where the rows of a shard are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The number of the shard among those that were submitted.
    pub(crate) partition: u32,
    /// The executor, as `HOST:PORT`.
    pub(crate) executor: String,
    ticket: Vec<u8>,
}

impl Place {
    /// A place that the scheduler names, or the number of a shard whose rows were lost.
    ///
    /// # Errors
    ///
    /// If it names no shard.
    pub(crate) fn named(location: protobuf::PartitionLocation) -> Result<Result<Place, u32>, DataFusionError> {
        let layout = protobuf::ShuffleLayout::from(location.layout());
        let Some(id) = location.partition_id else {
            return Err(DataFusionError::Internal("the scheduler names a place without a shard".into()));
        };
        let Some(executor) = location.executor_meta else { return Ok(Err(id.partition_id)) };
        let fetch = FetchPartition {
            job_id: id.job_id,
            stage_id: id.stage_id,
            partition_id: id.partition_id,
            host: executor.host.clone(),
            port: executor.port,
            file_id: location.file_id,
            layout: layout.into(),
            file_kind: protobuf::ShuffleFileKind::Data.into(),
            byte_ranges: Vec::new(),
        };
        let action = Action { action_type: Some(ActionType::FetchPartition(fetch)), settings: Vec::new() };
        let executor = address(&executor.host, u16::try_from(executor.port).unwrap_or(0));
        Ok(Ok(Place { partition: id.partition_id, executor, ticket: action.encode_to_vec() }))
    }
}

/// An executor as `HOST:PORT`.
pub(crate) fn address(host: &str, port: u16) -> String {
    if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
}

/// Why rows were not fetched.
#[derive(Debug)]
pub(crate) enum Unfetched {
    /// The executor did not give them, which may pass.
    Lost(String),
    /// They are not what they should be, or the executor denies the request.
    Refused(DataFusionError),
}

impl From<DataFusionError> for Unfetched {
    fn from(error: DataFusionError) -> Unfetched {
        Unfetched::Refused(error)
    }
}

impl From<Status> for Unfetched {
    fn from(status: Status) -> Unfetched {
        match (failure::received(status.message()), status.code()) {
            (Some(text), Code::Unauthenticated) => Unfetched::Refused(DataFusionError::Execution(text)),
            (text, _) => Unfetched::Lost(text.unwrap_or_else(|| status.message().to_owned())),
        }
    }
}

/// All rows of a shard, verified.
pub(crate) struct Fetched {
    pub(crate) sum: Checksum,
    pub(crate) rows: Spooled,
}

/// Connections to executors.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    access: Access,
    by_address: HashMap<String, Connection>,
}

impl Connections {
    pub(crate) fn new(access: Access) -> Connections {
        Connections { access, by_address: HashMap::new() }
    }

    /// A connection, which is kept for the next time.
    ///
    /// # Errors
    ///
    /// If this is not an address.
    pub(crate) fn to(&mut self, address: &str) -> Result<Connection, String> {
        if let Some(connection) = self.by_address.get(address) {
            return Ok(connection.clone());
        }
        let connection = self.access.connect_lazily(address)?;
        self.by_address.insert(address.to_owned(), connection.clone());
        Ok(connection)
    }
}

/// Fetches the rows at a place through a connection to the executor or to the scheduler.
pub(crate) async fn fetch(
    connection: Connection,
    place: Place,
    mut check: ShardCheck,
    schema: SchemaRef,
) -> Result<Fetched, Unfetched> {
    let mut flight = FlightServiceClient::new(connection).max_decoding_message_size(MESSAGE);
    let mut request = Request::new(Ticket { ticket: place.ticket.into() });
    if let Ok(executor) = place.executor.parse() {
        request.metadata_mut().insert(EXECUTOR, executor);
    }
    let data = flight.do_get(request).await?.into_inner();
    let data = data.map(|data| data.map_err(|status| FlightError::Tonic(Box::new(status))));
    let mut batches = FlightRecordBatchStream::new_from_flight_data(data);
    let mut spool = Spool::new(schema);
    while let Some(batch) = batches.next().await {
        let batch = match batch {
            Ok(batch) => batch,
            Err(FlightError::Tonic(status)) => return Err((*status).into()),
            Err(error) => return Err(Unfetched::Lost(error.to_string())),
        };
        spool.push(check.take(&batch)?)?;
    }
    Ok(Fetched { sum: check.finish()?, rows: spool.finish()? })
}
