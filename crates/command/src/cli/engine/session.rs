//! The requests of one program: which are running, and which end.

use super::lines::{Incoming, LineSink, receive};
use super::requests::answer;
use crate::cli::outputs::output::is_closed_pipe;
use crate::cli::report::interrupt;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tabiya::RunControl;
use tabiya::pipeline::STACK;
use tabiya_session::service::{Failure, Follower, Next, Search, Service, Written};
use tabiya_session::table::{Reply, object_of};

/// The number of threads that answer requests.
const ANSWERING: usize = 4;

/// The number of requests that may wait for one of them.
const WAITING: usize = 1_000;

/// How often the session looks whether a signal has come, or nobody reads the answers.
const HEEDED: Duration = Duration::from_millis(50);

/// A session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) service: Service,
    output: LineSink,
    /// The requests without an answer, by their ids as text.
    requests: Mutex<HashMap<String, Request>>,
    /// The threads that pass on what searches find.
    following: Mutex<Vec<JoinHandle<()>>>,
}

/// A request that has no answer yet.
#[derive(Debug)]
struct Request {
    control: Arc<RunControl>,
    search: Option<Arc<Search>>,
}

impl Request {
    fn cancel(&self) {
        self.control.stop();
        if let Some(search) = &self.search {
            search.cancel();
        }
    }
}

/// A request for the threads that answer.
struct Job {
    id: Value,
    method: String,
    params: Value,
    control: Arc<RunControl>,
}

#[derive(Debug, Deserialize)]
struct Cancelled {
    request: Value,
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Course {
    On,
    Over,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Session {
    pub(super) fn new(service: Service, output: LineSink) -> Session {
        Session { service, output, requests: Mutex::default(), following: Mutex::default() }
    }

    /// Answers requests until there are no more, a signal comes, or nobody reads the answers. Requests that are running when the
    /// input ends are answered first.
    ///
    /// # Errors
    ///
    /// If the input cannot be read, or the output cannot be written for another reason than that it was closed.
    pub(super) fn run(self: &Arc<Self>, input: Box<dyn BufRead + Send>) -> io::Result<()> {
        let incoming = reading(input)?;
        let (jobs, queue) = bounded::<Job>(WAITING);
        let answering: io::Result<Vec<_>> = (0..ANSWERING).map(|_| self.spawn(&queue)).collect();
        let answering = answering?;
        let read = self.take_all(&incoming, &jobs);
        // Queued requests are answered; if nobody wants it, it has been told to end.
        drop(jobs);
        for thread in answering {
            // A panic costs one answer, and is caught before.
            let _ = thread.join();
        }
        for thread in std::mem::take(&mut *locked(&self.following)) {
            let _ = thread.join();
        }
        read?;
        match self.output.error().take() {
            Some(error) if !is_closed_pipe(&error) => Err(error),
            _ => Ok(()),
        }
    }

    /// A thread that answers requests.
    fn spawn(self: &Arc<Self>, queue: &Receiver<Job>) -> io::Result<JoinHandle<()>> {
        let (session, queue) = (Arc::clone(self), queue.clone());
        let work = move || {
            while let Ok(job) = queue.recv() {
                session.work(job);
            }
        };
        thread::Builder::new().name("requests".into()).stack_size(STACK).spawn(work)
    }

    /// Hands out requests as they come.
    fn take_all(&self, incoming: &Receiver<io::Result<Incoming>>, jobs: &Sender<Job>) -> io::Result<()> {
        loop {
            let course = match incoming.recv_timeout(HEEDED) {
                Ok(Ok(Incoming::Message(message))) => self.take(message, jobs),
                Ok(Ok(Incoming::Malformed(reason))) => {
                    self.refuse(&Value::Null, &Failure::bad_request(reason));
                    Course::On
                }
                Ok(Err(error)) => {
                    self.end();
                    return Err(error);
                }
                Ok(Ok(Incoming::End)) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => Course::On,
            };
            if course == Course::Over || interrupt::by_signal() || self.output.is_broken() {
                self.end();
                return Ok(());
            }
        }
        // The rest is answered, as long as somebody wants it.
        while !locked(&self.requests).is_empty() {
            if interrupt::by_signal() || self.output.is_broken() {
                self.end();
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    /// Takes a message.
    fn take(&self, message: Value, jobs: &Sender<Job>) -> Course {
        let Value::Object(mut message) = message else {
            self.refuse(&Value::Null, &Failure::bad_request("a request is an object"));
            return Course::On;
        };
        let mut part = |name: &str| message.remove(name).unwrap_or_default();
        let (id, method, params) = (part("id"), part("method"), part("params"));
        // Other numbers are not read to their last digit, so that an answer would have another one.
        if !(id.is_i64() || id.is_u64() || id.is_string()) {
            let text = "a request has an `id`, which is a whole number of 64 bits or a text";
            self.refuse(&Value::Null, &Failure::bad_request(text));
            return Course::On;
        }
        let Value::String(method) = method else {
            self.refuse(&id, &Failure::bad_request("a request has a `method`, which is a text"));
            return Course::On;
        };
        match &*method {
            "quit" => {
                self.result(&id, b"null");
                return Course::Over;
            }
            "cancel" => match object_of::<Cancelled>(&params) {
                Ok(Cancelled { request }) => {
                    let running = locked(&self.requests);
                    let found = running.get(&request.to_string());
                    found.into_iter().for_each(Request::cancel);
                    let found = found.is_some();
                    drop(running);
                    self.result(&id, found.to_string().as_bytes());
                }
                Err(failure) => self.refuse(&id, &failure),
            },
            _ => self.queue(id, method, params, jobs),
        }
        Course::On
    }

    /// Gives a request to the threads that answer.
    fn queue(&self, id: Value, method: String, params: Value, jobs: &Sender<Job>) {
        let control = Arc::new(RunControl::new());
        let mut running = locked(&self.requests);
        if running.contains_key(&id.to_string()) {
            drop(running);
            return self.refuse(&id, &Failure::conflict("id-in-use", "a request with this id is running"));
        }
        running.insert(id.to_string(), Request { control: Arc::clone(&control), search: None });
        drop(running);
        if let Err(full) = jobs.try_send(Job { id, method, params, control }) {
            let id = full.into_inner().id;
            self.over(&id);
            self.refuse(
                &id,
                &Failure::conflict("too-many-requests", format!("{WAITING} requests are waiting already")),
            );
        }
    }

    /// Tells everything that runs to end.
    fn end(&self) {
        locked(&self.requests).values().for_each(Request::cancel);
        self.service.searches.stop();
    }

    /// A request has its answer.
    fn over(&self, id: &Value) {
        locked(&self.requests).remove(&id.to_string());
    }

    /// Answers a request on one of the threads for that. A defect costs this answer only.
    fn work(self: &Arc<Self>, job: Job) {
        let Job { id, method, params, control } = job;
        let answered = catch_unwind(AssertUnwindSafe(|| answer(&self.service, (&method, &params), &control)));
        match answered.unwrap_or_else(|_| Err(Failure::internal())) {
            Ok(Reply::Json(result)) => self.finish(&id, Ok(&result)),
            Ok(Reply::Nothing) => self.finish(&id, Ok(&Written(b"null".to_vec()))),
            Ok(Reply::Search(search)) => self.begin(id, search),
            Err(failure) => self.finish(&id, Err(&failure)),
        }
    }

    /// Answers a request, whose id is free before the answer can be read.
    fn finish(&self, id: &Value, answer: Result<&Written, &Failure>) {
        self.over(id);
        match answer {
            Ok(result) => self.result(id, &result.0),
            Err(failure) => self.refuse(id, failure),
        }
    }

    /// Passes on what a search finds, on a thread of its own.
    fn begin(self: &Arc<Self>, id: Value, search: Arc<Search>) {
        if let Some(request) = locked(&self.requests).get_mut(&id.to_string()) {
            request.search = Some(Arc::clone(&search));
        }
        // It may have been cancelled while it was planned.
        let is_wanted = locked(&self.requests).get(&id.to_string()).is_some_and(|one| one.control.halted().is_none());
        if !is_wanted {
            search.cancel();
        }
        self.event(&id, "started", &json!({"search": search.id}).to_string());
        let (session, kept) = (Arc::clone(self), id.clone());
        let follow = move || {
            let end = catch_unwind(AssertUnwindSafe(|| session.follow(&id, search)));
            session.finish(&id, end.map_err(|_| Failure::internal()).as_ref());
        };
        let mut following = locked(&self.following);
        following.retain(|thread| !thread.is_finished());
        match thread::Builder::new().name("events".into()).spawn(follow) {
            Ok(thread) => following.push(thread),
            Err(error) => {
                drop(following);
                let failure = Failure::conflict("threads", format!("no thread can be started: {error}"));
                self.finish(&kept, Err(&failure));
            }
        }
    }

    /// Sends the events of a search, and gives its last one.
    fn follow(&self, id: &Value, search: Arc<Search>) -> Written {
        let mut follower = Follower::new(Arc::clone(&search), None);
        loop {
            if self.output.is_broken() {
                search.cancel();
            }
            match follower.poll() {
                Next::Event(event) if event.name == "end" => return Written(event.data.into_bytes()),
                Next::Event(event) => self.event(id, event.name, &event.data),
                Next::Later(time) => thread::sleep(time.saturating_duration_since(Instant::now())),
                Next::Change => pollster::block_on(follower.change()),
                Next::Over => return Written(b"null".to_vec()),
            }
        }
    }

    /// Sends an event, whose data is an object of JSON that is not empty.
    fn event(&self, id: &Value, name: &str, data: &str) {
        self.output.send(format!("{{\"id\":{id},\"event\":\"{name}\",{}", &data[1..]).into_bytes());
    }

    fn refuse(&self, id: &Value, failure: &Failure) {
        let mut json = failure.to_json();
        json["id"] = id.clone();
        self.output.send(json.to_string().into_bytes());
    }

    /// Sends a result, which is JSON already.
    fn result(&self, id: &Value, result: &[u8]) {
        let id = id.to_string();
        self.output.send([b"{\"id\":", id.as_bytes(), b",\"result\":", result, b"}"].concat());
    }
}

/// Reads lines on a thread of its own, a few ahead.
fn reading(mut input: Box<dyn BufRead + Send>) -> io::Result<Receiver<io::Result<Incoming>>> {
    let (send, incoming) = bounded(16);
    let read = move || {
        loop {
            let next = receive(&mut *input);
            let is_last = !matches!(next, Ok(Incoming::Message(_) | Incoming::Malformed(_)));
            if send.send(next).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().name("lines".into()).spawn(read)?;
    Ok(incoming)
}
