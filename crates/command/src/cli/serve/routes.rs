//! The requests that the page makes, and what answers them.

use super::accept::TooSlow;
use super::asking::{AskJson, ask_json};
use super::assets;
use super::automata::{self, Along};
use super::body::{Json, Parameters, Written};
use super::export::{self, Ending, ExportFormat, Exported};
use super::failure::{Failure, short, work};
use super::joined::Joined;
use super::list::list;
use super::marks;
use super::observed;
use super::queries::{self, QueryText, errors};
use super::rows::{Facet, Filters, tally};
use super::search::{Search, Task};
use super::searches::events;
use super::server::Server;
use super::tree::GameJson;
use super::walk::Walk;
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tabiya::syntax::Dialect;
use tabiya::syntax::assist::Ask;
use tabiya::{Game, QueryOptions, RunControl};

/// The longest body of JSON.
const LONGEST: usize = 1 << 20;

type Answer = Result<Json<Value>, Failure>;
type Shared = State<Arc<Server>>;

/// The addresses after the token.
pub(super) fn routes(server: &Arc<Server>) -> Router {
    let api = Router::new()
        .route("/about", get(about))
        .route("/sources", get(sources).post(add_source))
        .route("/sources/{id}", delete(remove_source))
        .route("/drop", post(drop_file).layer(DefaultBodyLimit::disable()))
        .route("/recipes", get(recipes))
        .route("/check", post(check))
        .route("/complete", post(complete))
        .route("/hover", post(hover))
        .route("/searches", get(searches).post(search))
        .route("/searches/{id}", get(one_search).delete(remove_search))
        .route("/searches/{id}/events", get(search_events))
        .route("/searches/{id}/found", get(found))
        .route("/searches/{id}/tally", get(tallies))
        .route("/searches/{id}/export", get(exported))
        .route("/games", get(games))
        .route("/game", get(game))
        .route("/why", post(why))
        .route("/automaton", post(automaton))
        .route("/word", get(word))
        .route("/ask", post(ask))
        .route("/asked", post(asked))
        .fallback(no_such_request)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(LONGEST));
    let page = get(assets::file);
    Router::new().nest("/api", api).fallback_service(page).with_state(Arc::clone(server))
}

async fn no_such_request() -> Failure {
    Failure::missing("no-request", "there is no such request")
}

async fn no_such_method() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "no-method", "this request is made with another method")
}

/// A dialect as requests name it.
#[derive(Clone, Copy, Debug, Deserialize)]
enum DialectName {
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "auto")]
    Auto,
}

/// A request about a query, and a place in it or in a game.
#[derive(Debug, Deserialize)]
struct AboutQuery {
    query: String,
    #[serde(default)]
    dialect: Option<DialectName>,
    #[serde(default)]
    at: usize,
}

fn query_text(server: &Server, text: String, dialect: Option<DialectName>) -> QueryText {
    let dialect = match dialect {
        None | Some(DialectName::Auto) => server.settings.dialect,
        Some(DialectName::Five) => Dialect::Five,
        Some(DialectName::Six) => Dialect::Six,
    };
    QueryText { text, dialect }
}

async fn about(State(server): Shared) -> Json<Value> {
    let settings = &server.settings;
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sources": server.shelf.all().iter().map(|source| source.to_json()).collect::<Vec<_>>(),
        "dialects": ["6", "5"],
        "limits": {
            "seconds": settings.seconds,
            "memory": settings.options.limits.memory,
            "rows": settings.rows,
            "dropBytes": settings.drop_bytes,
        },
        "languages": ["en"],
        "fileAccess": false,
        "onlyGiven": settings.only_given,
        "query": settings.query,
    }))
}

async fn sources(State(server): Shared) -> Json<Value> {
    Json(server.shelf.all().iter().map(|source| source.to_json()).collect())
}

#[derive(Debug, Deserialize)]
struct NamedPath {
    path: String,
}

fn refuse_others(server: &Server) -> Result<(), Failure> {
    if server.settings.only_given {
        let message = "the server takes no files but those that it was started with";
        let failure = Failure::new(StatusCode::FORBIDDEN, "only-given", message);
        return Err(failure.help("start it without --only-given"));
    }
    Ok(())
}

async fn add_source(State(server): Shared, Json(named): Json<NamedPath>) -> Answer {
    refuse_others(&server)?;
    let control = Arc::new(RunControl::new());
    // If the client goes away, nobody wants the files any more, whether they are being looked for or wait for their turn.
    let _ending = Ending(Arc::clone(&control));
    let place = Arc::clone(&server.walks).acquire_owned().await.map_err(|_| Failure::internal())?;
    let add = move || {
        // It is kept until the walk has ended, which may be after its client has gone.
        let _place = place;
        let added = server.shelf.add_path(Walk::bounded(&named.path, &control))?;
        Ok(added.iter().map(|source| source.to_json()).collect())
    };
    work(add).await.map(Json)
}

async fn remove_source(State(server): Shared, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    server.shelf.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
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
) -> Answer {
    refuse_others(&server)?;
    let most = server.settings.drop_bytes;
    let failed = |error: std::io::Error| {
        let message = format!("the file cannot be kept: {error}");
        Failure::new(StatusCode::INSUFFICIENT_STORAGE, "no-room", message)
    };
    let (mut file, mut len) = (server.shelf.temporary().map_err(failed)?, 0);
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| match TooSlow::is_cause_of(&error) {
            true => Failure::too_slow(),
            false => Failure::bad_request("the file did not come whole"),
        })?;
        len += chunk.len() as u64;
        if len > most {
            let message = format!("the file has more than {most} bytes");
            let failure = Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message);
            return Err(failure.help("name the file instead, or raise the limit with --drop-limit"));
        }
        file = work(move || file.write_all(&chunk).map(|()| file).map_err(failed)).await?;
    }
    // A name is shown, and nothing is opened by it.
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = if name.is_empty() { "dropped.pgn".to_owned() } else { short(&tabiya::printable::line(name)) };
    work(move || Ok(Json(server.shelf.add_dropped(name, file).to_json()))).await
}

async fn recipes() -> Answer {
    work(|| Ok(Json(queries::recipes()))).await
}

async fn check(State(server): Shared, Json(asked): Json<AboutQuery>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    work(move || Ok(Json(queries::check(&query, &server.settings.options)))).await
}

async fn complete(State(server): Shared, Json(asked): Json<AboutQuery>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    work(move || Ok(Json(queries::completion(&query, asked.at)))).await
}

async fn hover(State(server): Shared, Json(asked): Json<AboutQuery>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    work(move || Ok(Json(queries::hover(&query, asked.at)))).await
}

/// A search as it is asked for.
#[derive(Debug, Deserialize)]
struct Wanted {
    query: String,
    #[serde(default)]
    dialect: Option<DialectName>,
    sources: Vec<String>,
    #[serde(default)]
    variations: Option<bool>,
    #[serde(default)]
    limit: Option<usize>,
    #[serde(default)]
    threads: Option<NonZeroUsize>,
    #[serde(default)]
    seconds: Option<f64>,
}

async fn search(State(server): Shared, Json(wanted): Json<Wanted>) -> Result<Response, Failure> {
    let started = work(move || {
        let settings = &server.settings;
        let query = query_text(&server, wanted.query, wanted.dialect);
        let options = QueryOptions { variations: wanted.variations, ..settings.options.clone() };
        let set = query.plan(&options).map_err(|error| Failure::query(errors(&query.text, &error)))?;
        if wanted.sources.is_empty() {
            return Err(Failure::bad_request("a search needs sources"));
        }
        let sources: Result<Vec<_>, Failure> = wanted.sources.iter().map(|id| server.shelf.get(id)).collect();
        let seconds = wanted.seconds.filter(|seconds| *seconds > 0.0).unwrap_or(settings.seconds);
        let most = settings.threads.map_or(1024, NonZeroUsize::get);
        let threads = wanted.threads.and_then(|threads| NonZeroUsize::new(threads.get().min(most)));
        let task = Task {
            query,
            set,
            options,
            sources: sources?,
            seconds: seconds.min(settings.seconds),
            rows: wanted.limit.unwrap_or(settings.rows).min(settings.rows),
            given_up: settings.given_up,
            threads: threads.or(settings.threads),
        };
        server.searches.start(task)
    });
    let search = started.await?;
    tokio::spawn(Search::end_in_silence(Arc::downgrade(&search)));
    Ok((StatusCode::CREATED, Json(json!({"id": search.id}))).into_response())
}

async fn searches(State(server): Shared) -> Json<Value> {
    Json(server.searches.to_json())
}

async fn one_search(State(server): Shared, Path(id): Path<String>) -> Answer {
    Ok(Json(server.searches.get(&id)?.to_json()))
}

async fn remove_search(State(server): Shared, Path(id): Path<String>) -> Result<StatusCode, Failure> {
    server.searches.remove(&id)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn search_events(State(server): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Failure> {
    let search = server.searches.get(&id)?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    Ok(Sse::new(events(search, last)).keep_alive(KeepAlive::default()).into_response())
}

/// A game as requests name it.
#[derive(Debug, Deserialize)]
struct NamedGame {
    source: String,
    game: u64,
}

async fn found(
    State(server): Shared,
    Path(id): Path<String>,
    Parameters(named): Parameters<NamedGame>,
) -> Result<Written, Failure> {
    let search = server.searches.get(&id)?;
    work(move || {
        let missing = || Failure::missing("no-source", "this search has not searched this source");
        let source = search.source(&named.source).ok_or_else(missing)?;
        let mut game = Game::new();
        source.read(named.game, &mut game)?;
        marks::found(&search.task, &game)
    })
    .await
}

#[derive(Debug, Deserialize)]
struct TallyBy {
    by: Facet,
}

async fn tallies(
    State(server): Shared,
    Path(id): Path<String>,
    Parameters(TallyBy { by }): Parameters<TallyBy>,
    Parameters(filters): Parameters<Filters>,
) -> Answer {
    let search = server.searches.get(&id)?;
    work(move || {
        // A row is shared with its game, so a copy costs little.
        let rows = search.state().rows.clone();
        Ok(Json(json!(tally(&rows, by, &filters))))
    })
    .await
}

#[derive(Debug, Deserialize)]
struct ExportAs {
    format: ExportFormat,
}

async fn exported(
    State(server): Shared,
    Path(id): Path<String>,
    Parameters(ExportAs { format }): Parameters<ExportAs>,
    Parameters(filters): Parameters<Filters>,
) -> Result<Exported, Failure> {
    let search = server.searches.get(&id)?;
    let control = export::control(&search);
    // If the browser goes away, nobody wants the file any more.
    let _ending = Ending(Arc::clone(&control));
    work(move || export::export(&search, (format, filters), server.shelf.folder(), control)).await
}

#[derive(Debug, Deserialize)]
struct Listed {
    source: String,
    #[serde(default = "first")]
    from: u64,
    #[serde(default = "hundred")]
    count: u64,
    #[serde(default)]
    text: Option<String>,
}

fn first() -> u64 {
    1
}

fn hundred() -> u64 {
    100
}

async fn games(State(server): Shared, Parameters(asked): Parameters<Listed>) -> Answer {
    let source = server.shelf.get(&asked.source)?;
    work(move || list(&source, asked.from, asked.count, asked.text.as_deref()).map(Json)).await
}

async fn game(State(server): Shared, Parameters(named): Parameters<NamedGame>) -> Result<Written, Failure> {
    let source = server.shelf.get(&named.source)?;
    work(move || {
        let mut game = Game::new();
        let file = source.read(named.game, &mut game)?;
        let file = file.filter(|_| game.number() != named.game);
        Written::new(&GameJson { game: &game, source: &source.id, place: named.game, file: file.as_deref() })
    })
    .await
}

#[derive(Debug, Deserialize)]
struct WhyAsked {
    query: String,
    #[serde(default)]
    dialect: Option<DialectName>,
    source: String,
    game: u64,
    node: u32,
}

async fn why(State(server): Shared, Json(asked): Json<WhyAsked>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    let source = server.shelf.get(&asked.source)?;
    work(move || {
        let mut game = Game::new();
        source.read(asked.game, &mut game)?;
        observed::why(&query, &game, asked.node, &server.settings.options).map(Json)
    })
    .await
}

#[derive(Debug, Deserialize)]
struct AutomatonAsked {
    query: String,
    #[serde(default)]
    dialect: Option<DialectName>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    game: Option<u64>,
    #[serde(default)]
    node: Option<u32>,
    /// A position after `node` that the line goes through.
    #[serde(default)]
    through: Option<u32>,
}

async fn automaton(State(server): Shared, Json(asked): Json<AutomatonAsked>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    let source = asked.source.map(|id| server.shelf.get(&id)).transpose()?;
    work(move || {
        let mut game = Game::new();
        let along = match (source, asked.game, asked.node) {
            (Some(source), Some(number), Some(node)) => {
                source.read(number, &mut game)?;
                Some(Along { game: &game, node, through: asked.through.unwrap_or(node) })
            }
            _ => None,
        };
        automata::automata(&query, along, &server.settings.options).map(Json)
    })
    .await
}

#[derive(Debug, Deserialize)]
struct Word {
    word: String,
}

async fn word(Parameters(Word { word }): Parameters<Word>) -> Answer {
    work(move || Ok(Json(queries::word(&word)))).await
}

#[derive(Debug, Deserialize)]
struct Asking {
    ask: AskJson,
    /// What comes before and after the text of the question.
    #[serde(default)]
    before: String,
    #[serde(default)]
    after: String,
    #[serde(default)]
    dialect: Option<DialectName>,
}

async fn ask(State(server): Shared, Json(asking): Json<Asking>) -> Answer {
    let Asking { ask, before, after, dialect } = asking;
    work(move || {
        let question = query_text(&server, ask.query()?, dialect);
        Ok(Json(Joined::new(&question.text, (&before, &after), question.dialect).to_json()))
    })
    .await
}

async fn asked(State(server): Shared, Json(asked): Json<AboutQuery>) -> Answer {
    let query = query_text(&server, asked.query, asked.dialect);
    work(move || Ok(Json(Ask::of(&query.text, query.dialect).map_or(Value::Null, |ask| ask_json(&ask))))).await
}
