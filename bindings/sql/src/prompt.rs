//! The interactive prompt: statements of several lines that end with a semicolon, history, completion.

use crate::args::Args;
use crate::complete::Helper;
use crate::notices;
use crate::output::Output;
use crate::run::{self, Ended};
use datafusion::prelude::SessionContext;
use datafusion::sql::parser::DFParser;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use std::path::PathBuf;
use std::time::Instant;

/// What `\h` says.
const HELP: &str = r"A statement may take several lines; it ends with a semicolon. Tab completes words, the arrow keys give earlier statements.

  games('games.pgn')                 one row for each game
  positions('games.pgn')             one row for each position
  cql('mate', 'games.pgn')           one row for each position that matches a query

  select result, count(*) from games('games.pgn') group by result;
  select white, black, move from cql('mate', 'games.pgn') where year < 1900;
  describe select * from positions('games.pgn');

A file may be a pattern ('archive/*.pgn.zst') or a database file. Ctrl-C stops a statement.

  \h  this help
  \q  end; so does Ctrl-D";

/// Reads statements and runs them until the user ends it.
pub(crate) async fn prompt(context: &SessionContext, args: &Args) -> Ended {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
    let mut editor: Editor<Helper, FileHistory> = match Editor::with_config(config) {
        Ok(editor) => editor,
        Err(error) => {
            notices::error(&format!("cannot read from the terminal: {error}"));
            return Ended::Failed;
        }
    };
    editor.set_helper(Some(Helper::new()));
    let history = history_file();
    if let Some(path) = &history {
        // There is none the first time.
        let _ = editor.load_history(path);
    }
    notices::note("SQL over chess games: \\h for help, \\q to end");
    loop {
        let line = tokio::task::block_in_place(|| editor.readline("tabiya> "));
        let line = match line {
            Ok(line) => line,
            // The input so far is discarded.
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                notices::error(&format!("cannot read from the terminal: {error}"));
                return Ended::Failed;
            }
        };
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(text);
        match text {
            "\\q" | "\\quit" | "quit;" | "exit;" => break,
            "\\h" | "\\help" | "\\?" | "help;" => println(HELP),
            _ if text.starts_with('\\') => notices::error(&format!("there is no command {text}; \\h lists them")),
            _ => {
                statements(context, text, args).await;
                if let Some(helper) = editor.helper_mut() {
                    helper.learn(text);
                }
            }
        }
    }
    if let Some(path) = &history {
        if let Some(folder) = path.parent() {
            let _ = tabiya_disk::create_folder(folder);
        }
        if let Err(error) = editor.save_history(path) {
            notices::note(&format!("the history was not kept in {}: {error}", path.display()));
        }
    }
    Ended::Well
}

/// Prints to standard output.
fn println(text: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Runs the statements of a text; an error ends none but them.
async fn statements(context: &SessionContext, text: &str, args: &Args) {
    let parsed = match DFParser::parse_sql(text) {
        Ok(parsed) => parsed,
        Err(error) => return notices::report(&error),
    };
    for statement in parsed {
        let started = Instant::now();
        let mut output = match Output::new(args) {
            Ok(output) => output,
            Err(text) => return notices::error(&text),
        };
        if run::one(context, statement, &mut output, args).await != Ended::Well {
            return;
        }
        let (rows, seconds) = (output.written(), started.elapsed().as_secs_f64());
        notices::note(&format!("{rows} row{} in {seconds:.2} s", if rows == 1 { "" } else { "s" }));
    }
}

/// The file that keeps the history.
fn history_file() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
    let state = state.or_else(|| folder("LOCALAPPDATA"))?;
    Some(state.join("tabiya").join("sql_history"))
}
