//! The methods: those of the table of requests, and a few about the session itself.

use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tabiya::RunControl;
use tabiya_session::service::{Failure, Service, Written, short};
use tabiya_session::table::{Form, Given, REQUESTS, Reply, Request, object_of};

/// All methods, those that the session answers itself at the end.
fn methods() -> Vec<&'static str> {
    let of_table = REQUESTS.iter().map(|request| request.name).filter(|name| !name.is_empty());
    ["about", "open"].into_iter().chain(of_table).chain(["cancel", "quit"]).collect()
}

#[derive(Debug, Deserialize)]
struct Opened {
    path: Option<String>,
    /// Games as text.
    pgn: Option<String>,
    name: Option<String>,
}

/// Answers a request, which may take its time. `control` ends what looks for files.
pub(super) fn answer(
    service: &Service,
    (method, params): (&str, &Value),
    control: &Arc<RunControl>,
) -> Result<Reply, Failure> {
    let value = match method {
        "about" => {
            let mut about = service.about();
            (about["name"], about["protocol"], about["methods"]) = ("tabiya".into(), 1.into(), json!(methods()));
            about
        }
        "open" => open(service, object_of(params)?, control)?,
        _ => {
            let missing = || {
                let failure = Failure::missing("no-method", format!("there is no method `{}`", short(method)));
                failure.help(format!("the methods are {}", methods().join(", ")))
            };
            let request = Request::named(method).ok_or_else(missing)?;
            return request.answer(service, &Given { form: Form::Object(params), control });
        }
    };
    Written::new(&value).map(Reply::Json)
}

fn open(service: &Service, opened: Opened, control: &RunControl) -> Result<Value, Failure> {
    match (opened.path, opened.pgn) {
        (Some(path), None) => service.open(&path, control),
        (None, Some(pgn)) => service.open_text(opened.name.as_deref().unwrap_or("games.pgn"), &pgn),
        _ => Err(Failure::bad_request("`open` takes either `path` or `pgn`")),
    }
}
