//! `--open`: the browser is given a file that leads to the page, because every user of the machine can read the arguments of a
//! program, and the address is a key.
//!
//! The file, which its owner alone can read, lies in the server's folder for temporary files. The address in it is `open` below the
//! key: it removes the file, and leads on to the page.

use super::server::Server;
use crate::cli::outputs::open;
use axum::extract::State;
use axum::response::Redirect;
use std::io::{self, Write as _};
use std::sync::Arc;
use tabiya_disk as disk;

/// The name of the file.
const FILE: &str = "open.html";

/// Opens the page at an address in a browser.
pub(super) fn show(server: &Server, address: &str) -> io::Result<()> {
    let path = server.service.shelf.folder()?.join(FILE);
    let target = format!("{address}open");
    let head = format!("<meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url={target}\">");
    let text = format!("<!DOCTYPE html>\n<title>Tabiya</title>\n{head}\n<a href=\"{target}\">Tabiya</a>\n");
    disk::Steps(disk::create_new(&path, true)?).write_all(text.as_bytes())?;
    open::that(&path)
}

/// The browser has read the file, which goes.
pub(super) async fn opened(State(server): State<Arc<Server>>) -> Redirect {
    // Otherwise it goes with its folder.
    let _ = server.service.shelf.folder().and_then(|folder| disk::remove(&folder.join(FILE)));
    Redirect::to("./")
}
