//! Rows that clients fetch through the scheduler, since they do not reach the executors.
//!
//! Ballista's own relay calls executors without a token. This one hands calls on as they are, so the executor that answers sees the
//! token of the client. It calls executors of this cluster only.

use crate::fetch::{Connections, EXECUTOR};
use crate::guard::Guard;
use crate::scheduler::Scheduler;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::{BoxFuture, Service, http};
use tonic::server::NamedService;

/// Arrow Flight, answered by executors.
#[derive(Clone)]
pub(crate) struct Relay {
    scheduler: Scheduler,
    connections: Arc<Mutex<Connections>>,
}

impl Relay {
    pub(crate) fn new(scheduler: Scheduler, guard: &Guard) -> Relay {
        // The calls have the token already, and were looked at.
        let access = guard.access.clone().without_token();
        Relay { scheduler, connections: Arc::new(Mutex::new(Connections::new(access))) }
    }

    async fn answer(self, request: http::Request<Body>) -> Result<http::Response<Body>, Status> {
        let executor = request.headers().get(EXECUTOR).and_then(|value| value.to_str().ok());
        let executor = executor.ok_or_else(|| Status::invalid_argument("the call names no executor"))?;
        if !self.scheduler.knows(executor).await {
            return Err(Status::not_found(format!("there is no executor at {executor}")));
        }
        let connection = self.connections.lock().unwrap_or_else(PoisonError::into_inner).to(executor);
        let mut connection = connection.map_err(Status::internal)?;
        let unreachable = |error: tonic::transport::Error| {
            Status::unavailable(format!("the executor cannot be reached from the scheduler: {error}"))
        };
        std::future::poll_fn(|context| connection.poll_ready(context)).await.map_err(unreachable)?;
        let (parts, body) = connection.call(request).await.map_err(unreachable)?.into_parts();
        Ok(http::Response::from_parts(parts, Body::new(body)))
    }
}

impl NamedService for Relay {
    const NAME: &'static str = "arrow.flight.protocol.FlightService";
}

impl Service<http::Request<Body>> for Relay {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let relay = self.clone();
        Box::pin(async move { Ok(relay.answer(request).await.unwrap_or_else(Status::into_http)) })
    }
}
