//! `tabiya serve`: a page in the browser, and what it asks of `service`, over HTTP on this machine.
//!
//! ```text
//! server     what all requests over HTTP share
//! accept     connections: how many there are, and how long they take
//! guard      who may ask: token, Host, Origin
//!   key        the token: a new one, or the one of a file
//! memory     what the page keeps for its reader from run to run
//! opening    the file by which a browser comes to the page
//! routes     requests and their answers
//!   body       JSON in and out
//!   failure    answers that are no success; a panic costs one answer
//!   assets     the files of the page
//!   exported   a file of results as an answer
//! events     the events of a search
//! ```
//!
//! The server's thread only waits; what takes time runs on others. Tests: `tests/command/serve`.
//!
//! The server shows what the command writes (reasons, reports, Parquet), so it is a part of the command; the feature
//! `serve` leaves it and its packages out. axum is hyper with routes, and hyper is what reads requests from strangers
//! without surprises; only HTTP/1 and the parameters of addresses are switched on. The runtime has one thread, which
//! only waits; everything that takes time runs on tokio's blocking threads, of which there are sixteen, and each search
//! has threads of its own. A panic on any of them is an answer with status 500, or the end of one search.

mod accept;
mod assets;
mod body;
mod events;
mod exported;
mod failure;
mod guard;
mod key;
mod memory;
mod opening;
mod routes;
mod server;

use super::report::{Message, Report};
use super::service::add_games;
use crate::cli::options::serve_args::ServeArgs;
use crate::cli::outputs::output;
use crate::cli::report::{Exit, interrupt};
use accept::Allowance;
use axum::Router;
use memory::Memory;
use server::{Server, Wishes};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tabiya::pipeline::STACK;
use tabiya_session::service::Shelf;

/// The interval at which the server checks whether it must end.
const HEEDED: Duration = Duration::from_millis(50);

/// The number of threads that answer requests at a time; others wait.
const ANSWERING: usize = 16;

/// Serves the page until a signal comes.
pub(crate) fn serve(args: &ServeArgs) -> Exit {
    let report = Report::new(false, false);
    match prepare(args, &report) {
        Ok((server, listener, runtime)) => {
            let exit = run(args, &server, listener, &runtime, &report);
            // Nobody waits for answers any more, and searches have been told to end.
            runtime.shutdown_timeout(Duration::from_millis(500));
            server.service.shelf.clear();
            exit
        }
        Err(message) => report.refuse(&message),
    }
}

type Prepared = (Arc<Server>, std::net::TcpListener, tokio::runtime::Runtime);

/// Everything that can go wrong before the first request.
fn prepare(args: &ServeArgs, report: &Report) -> Result<Prepared, Message> {
    let failed = |code, what: &str| {
        let what = what.to_owned();
        move |error: io::Error| Message::error(code, format!("{what}: {error}"))
    };
    let token = key::key(args.key_file.as_deref())?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let listener = std::net::TcpListener::bind(address).map_err(|error| {
        let message = Message::error("port", format!("cannot listen on port {}: {error}", args.port));
        message.help("choose another one with --port, or leave it out")
    })?;
    let bound = listener.set_nonblocking(true).and_then(|()| listener.local_addr());
    let port = bound.map_err(failed("port", "cannot listen"))?.port();
    let shelf = Shelf::new().map_err(failed("no-room", "cannot make a folder for temporary files"))?;
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")).to_vec();
    let drop_bytes = args.drop_limit.saturating_mul(1 << 20);
    let wishes = Wishes { only_given: args.only_given, drop_bytes, query: args.query.clone() };
    let memory = Memory::of(args, report)?;
    let server = Arc::new(Server::new(token, hosts, wishes, memory, (args.service.settings(), shelf)));
    add_games(&server.service, &args.games, report)?;
    // The games that the page shows first.
    if args.games.is_empty() {
        server.service.shelf.add_samples();
    }
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().thread_stack_size(STACK).max_blocking_threads(ANSWERING);
    let runtime = runtime.build().map_err(failed("threads", "the server cannot be started"))?;
    Ok((server, listener, runtime))
}

fn run(
    args: &ServeArgs,
    server: &Arc<Server>,
    listener: std::net::TcpListener,
    runtime: &tokio::runtime::Runtime,
    report: &Report,
) -> Exit {
    interrupt::listen_alone();
    let address = format!("http://{}/{}/", server.hosts[0], server.token);
    if output::print(format!("{address}\n").as_bytes(), report) == Exit::Error {
        return Exit::Error;
    }
    report.note("Open this URL in a browser on this machine. It is a key to the page: keep it to yourself. Ctrl-C ends the server.");
    if args.open
        && let Err(error) = opening::show(server, &address)
    {
        let message = Message::error("no-browser", format!("no browser could be started: {error}"));
        report.say(&message.help("open the address in a browser"));
    }
    let app = routes::routes(server);
    let guarded = axum::middleware::from_fn_with_state(Arc::clone(server), guard::guard);
    // The token is cut off before the routes are looked at.
    let app = Router::new().fallback_service(app).layer(guarded);
    let served = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let ended = async {
            while !interrupt::by_signal() {
                tokio::time::sleep(HEEDED).await;
            }
        };
        tokio::select! {
            () = accept::serve(listener, app, Allowance::default()) => {}
            () = ended => {}
        }
        Ok::<(), io::Error>(())
    });
    server.service.searches.stop();
    match served {
        Ok(()) => {
            report.note("The server has ended.");
            Exit::Found
        }
        Err(error) => {
            report.error(format!("the server has ended: {error}"));
            Exit::Error
        }
    }
}
