//! The requests that the page makes, and what answers them.

use super::accept::TooSlow;
use super::assets;
use super::body::{Json, Parameters, Sent, json_bytes};
use super::events::{end_in_silence, events};
use super::exported;
use super::failure::{Refusal, work};
use super::memory::{self, ToKeep};
use super::opening;
use super::server::Server;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Write as _;
use std::sync::Arc;
use tabiya::RunControl;
use tabiya_session::service::{EvaluationAsked, Explored, ExportAs, Failure, Filters, beginning_with};
use tabiya_session::table::{self, Form, Given, Pace, REQUESTS, Reply};

/// The longest body of JSON.
const LONGEST: usize = 1 << 20;

type JsonAnswer = Result<Json<Value>, Refusal>;
type Shared = State<Arc<Server>>;

/// The addresses after the token.
pub(super) fn routes(server: &Arc<Server>) -> Router {
    let turns = from_fn_with_state(Arc::clone(server), in_turn);
    let kept = get(kept).post(keep).layer(DefaultBodyLimit::max(memory::LONGEST_BODY)).layer(turns.clone());
    let of_table = REQUESTS.iter().fold(Router::new(), |router, request| {
        let route = route(request);
        let route = if request.pace == Pace::Long { route.layer(turns.clone()) } else { route };
        router.route(&format!("/{}", request.address), route)
    });
    let api = of_table
        .route("/memory", kept)
        .route("/about", get(about))
        .route("/sources", post(add_source))
        .route("/paths", get(paths))
        .route("/drop", post(drop_file).layer(DefaultBodyLimit::disable()))
        .route("/searches/{id}/events", get(search_events))
        .route("/searches/{id}/export", get(exported))
        .route("/evaluate", post(evaluate))
        .fallback(no_such_request)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(LONGEST));
    let page = get(assets::file);
    let explorer = ["/lichess", "/masters", "/player"].into_iter();
    let router = Router::new().route("/open", get(opening::opened));
    let router = explorer.fold(router, |router, path| router.route(path, get(explore)));
    router.nest("/api", api).fallback_service(page).with_state(Arc::clone(server))
}

/// Lets few requests with long bodies or answers pass at a time: the next one when an answer has been sent.
async fn in_turn(State(server): Shared, request: Request, next: Next) -> Response {
    let Ok(turn) = Arc::clone(&server.long).acquire_owned().await else {
        return Refusal::from(Failure::internal()).into_response();
    };
    let response = next.run(request).await;
    response.map(|body| {
        let held = move |_: &_| {
            let _turn = &turn;
        };
        Body::from_stream(body.into_data_stream().inspect(held))
    })
}

async fn no_such_request() -> Refusal {
    Failure::missing("no-request", "there is no such request").into()
}

async fn no_such_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "no-method", "this request is made with another method")
}

/// The route of a request of the table.
fn route(request: &'static table::Request) -> MethodRouter<Arc<Server>> {
    let answer =
        move |State(server): Shared, id: Option<Path<String>>, RawQuery(parameters): RawQuery, body: Request| {
            answer(request, server, (id, parameters.unwrap_or_default()), body)
        };
    match request.method {
        "GET" => get(answer),
        "POST" => post(answer),
        _ => delete(answer),
    }
}

async fn answer(
    request: &'static table::Request,
    server: Arc<Server>,
    (id, parameters): (Option<Path<String>>, String),
    body: Request,
) -> Result<Response, Refusal> {
    let body = if request.method == "POST" { json_bytes(body).await? } else { Bytes::new() };
    let control = server.service.control();
    // Cancels the request if the client disconnects or the page moves to another position.
    let _ending = Ending(Arc::clone(&control));
    let answer = move || {
        let id = id.as_ref().map(|Path(id)| id.as_str());
        let form = Form::Address { id, parameters: &parameters, body: &body };
        request.answer(&server.service, &Given { form, control: &control })
    };
    let reply = if request.pace == Pace::AtOnce { answer()? } else { work(answer).await? };
    Ok(match reply {
        Reply::Json(written) => Sent(written).into_response(),
        Reply::Nothing => StatusCode::NO_CONTENT.into_response(),
        Reply::Search(search) => {
            tokio::spawn(end_in_silence(Arc::downgrade(&search)));
            (StatusCode::CREATED, Json(search.began())).into_response()
        }
    })
}

async fn about(State(server): Shared) -> Json<Value> {
    let wishes = &server.wishes;
    let mut about = server.service.about_page(wishes.drop_bytes, wishes.only_given, wishes.query.as_deref());
    about["memory"] = server.memory.is_some().into();
    about["engine"] = server.service.settings.engine.is_some().into();
    Json(about)
}

#[derive(Debug, Deserialize)]
struct NamedPath {
    path: String,
}

/// The files that can be meant by a path that is being typed.
async fn paths(State(server): Shared, Parameters(named): Parameters<NamedPath>) -> JsonAnswer {
    refuse_others(&server)?;
    let place = Arc::clone(&server.walks).acquire_owned().await.map_err(|_| Failure::internal())?;
    let look = move || {
        let _place = place;
        Ok(json!(beginning_with(&named.path)))
    };
    work(look).await.map(Json)
}

fn refuse_others(server: &Server) -> Result<(), Refusal> {
    if server.wishes.only_given {
        let message = "the server takes no files but those that it was started with";
        let refusal = Refusal::new(StatusCode::FORBIDDEN, "only-given", message);
        return Err(refusal.help("start it without --only-given"));
    }
    Ok(())
}

/// Ends a run when nobody waits for it any more.
#[derive(Debug)]
struct Ending(Arc<RunControl>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.stop();
    }
}

async fn add_source(State(server): Shared, Json(named): Json<NamedPath>) -> JsonAnswer {
    refuse_others(&server)?;
    let control = Arc::new(RunControl::new());
    // Cancels the request if the client disconnects, whether the walk is running or waits for its turn.
    let _ending = Ending(Arc::clone(&control));
    let place = Arc::clone(&server.walks).acquire_owned().await.map_err(|_| Failure::internal())?;
    let add = move || {
        // The permit is held until the walk has ended, which may be after its client has disconnected.
        let _place = place;
        server.service.open(&named.path, &control)
    };
    work(add).await.map(Json)
}

#[derive(Debug, Deserialize)]
struct DroppedName {
    #[serde(default)]
    name: String,
}

/// Takes a file of any size; it is written while it comes.
async fn drop_file(
    State(server): Shared,
    Parameters(DroppedName { name }): Parameters<DroppedName>,
    body: Body,
) -> JsonAnswer {
    refuse_others(&server)?;
    let most = server.wishes.drop_bytes;
    let failed = |error: std::io::Error| Failure::no_room("the file cannot be kept", &error);
    let (mut file, mut len) = (server.service.shelf.temporary()?, 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| match TooSlow::is_cause_of(&error) {
            true => Refusal::too_slow(),
            false => Refusal::bad_request("the file did not come whole"),
        })?;
        len += chunk.len() as u64;
        if len > most {
            let message = format!("the file has more than {most} bytes");
            let refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message);
            return Err(refusal.help("name the file instead, or raise the limit with --drop-limit"));
        }
        file = work(move || file.write_all(&chunk).map(|()| file).map_err(failed)).await?;
    }
    work(move || Ok(Json(server.service.add_dropped(&name, file)))).await
}

async fn search_events(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    let search = server.service.searches.get(&id)?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    Ok(Sse::new(events(search, last)).keep_alive(KeepAlive::default()).into_response())
}

async fn exported(
    State(server): Shared,
    Path(id): Path<String>,
    Parameters(asked): Parameters<ExportAs>,
    Parameters(filters): Parameters<Filters>,
) -> Result<Response, Refusal> {
    let search = server.service.searches.get(&id)?;
    let control = search.time_of_its_own();
    // Cancels the request if the browser disconnects.
    let _ending = Ending(Arc::clone(&control));
    let made = work(move || server.service.export(&search, (asked, filters), control)).await;
    made.map(exported::response)
}

/// The moves played in a position, for programs that ask Lichess's explorer.
async fn explore(State(server): Shared, Parameters(asked): Parameters<Explored>) -> JsonAnswer {
    let control = server.service.control();
    // Cancels the request if the client disconnects.
    let _ending = Ending(Arc::clone(&control));
    work(move || server.service.explore(&asked, &control).map(Json)).await
}

/// What the chess engine thinks of a position.
async fn evaluate(State(server): Shared, Json(asked): Json<EvaluationAsked>) -> Result<impl IntoResponse, Refusal> {
    let turn = Arc::clone(&server.evaluations).acquire_owned().await.map_err(|_| Failure::internal())?;
    let evaluate = move || {
        // It is kept until the engine has answered, which may be after the page has gone on.
        let _turn = turn;
        server.service.evaluate(&asked).map(Json)
    };
    work(evaluate).await
}

fn memory(server: &Server) -> Result<&memory::Memory, Failure> {
    let none = || Failure::missing("no-memory", "the server keeps nothing for the page");
    server.memory.as_ref().ok_or_else(none)
}

async fn kept(State(server): Shared) -> JsonAnswer {
    work(move || memory(&server)?.all().map(Json)).await
}

async fn keep(State(server): Shared, Json(asked): Json<ToKeep>) -> JsonAnswer {
    work(move || Ok(Json(json!({"version": memory(&server)?.keep(&asked)?})))).await
}
