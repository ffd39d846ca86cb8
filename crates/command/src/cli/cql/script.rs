//! The script: its text, the filters that options put around it, and what options override in its header.

use super::options::{Level, OTHERS, Options, PGN};
use super::{QueryError, Stop};
use crate::cli::outputs::files::{self, Named, check_header};
use std::path::Path;
use tabiya::syntax::{Dialect, header_dialect};
use tabiya::{ParsedQuery, QueryOptions, Source};
use tabiya_disk as disk;

/// The text that is run where no script is named.
const DEFAULT: &str = "cql().";

/// A script ready to be planned.
pub(super) struct Script {
    pub(super) query: ParsedQuery,
    /// The file of games; `-` for standard input.
    pub(super) input: String,
    /// The file for the games found.
    pub(super) output: String,
    /// True if the header names another one.
    pub(super) overrides: bool,
}

/// The text of the script, and the name of the output unless another one is given.
pub(super) fn load(options: &Options) -> Result<(Source, String), String> {
    let Some(named) = &options.script else {
        return Ok((Source { name: "cqldefault.cql".into(), text: DEFAULT.into() }, "cqldefault-out.pgn".into()));
    };
    let name = with_extension(named)?;
    let bytes = disk::read(Path::new(&name)).map_err(|error| format!("Unable to open file: {name} ({error})"))?;
    let stem = Path::new(&name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    Ok((Source { name, text: files::text(bytes) }, format!("{stem}-out.pgn")))
}

/// The name of a CQL file, with `.cql` added where it has no extension.
pub(super) fn with_extension(name: &str) -> Result<String, String> {
    match Path::new(name).extension().map(|end| end.to_string_lossy().into_owned()) {
        None => Ok(format!("{name}.cql")),
        Some(end) if end == "cql" || end == "CQL" => Ok(name.to_owned()),
        Some(end) => Err(format!("the name of a CQL file must end in .cql, but `{name}` ends in .{end}")),
    }
}

/// Reads the script with everything that the options say.
pub(super) fn read(options: &Options) -> Result<Script, Stop> {
    let (source, usual_output) = load(options)?;
    let mut query = parse(source, options)?;
    override_header(&mut query, options);
    let header = query.header();
    let named = options.input.as_ref().or(header.input.as_ref());
    let input = match (options.stdin, named) {
        (true, _) => "-".into(),
        (false, Some(input)) if PGN.iter().chain(&OTHERS).any(|end| input.ends_with(end)) => input.clone(),
        (false, Some(input)) => return Err(not_pgn("input", input).into()),
        (false, None) => {
            let help = "name it with -i FILE.pgn, or in the header: cql(input FILE.pgn)";
            return Err(format!("no file of games was named; {help}").into());
        }
    };
    let access = super::access(options);
    let named = |what, name: Option<&String>| match name {
        Some(name) => check_header(&access, &query.source().name, what, name).map_err(|message| message.text()),
        None => Ok(()),
    };
    if !options.stdin && options.input.is_none() {
        named(Named::Input, header.input.as_ref())?;
    }
    if !options.stdout && options.output.is_none() {
        named(Named::Output, header.output.as_ref())?;
    }
    if options.sandbox && !options.stdout && options.output.is_none() {
        return Err("with `-sandbox` the output must be named on the command line: -o FILE.pgn".to_owned().into());
    }
    let output = options.output.as_ref().or(header.output.as_ref()).unwrap_or(&usual_output).clone();
    let overrides = options.output.is_some() && header.output.is_some();
    let device = output.starts_with("/dev/");
    if !options.stdout && !device && !PGN.iter().any(|end| output.ends_with(end)) {
        return Err(not_pgn("output", &output).into());
    }
    Ok(Script { query, input, output, overrides })
}

fn not_pgn(what: &str, name: &str) -> String {
    format!("the name of the {what} must end in .pgn, but it is `{name}`")
}

/// Parses the script. It is CQL 6 unless its header says another dialect.
fn parse(source: Source, options: &Options) -> Result<ParsedQuery, QueryError> {
    let dialect = match header_dialect(&source.text) {
        Dialect::Auto => Dialect::Six,
        named => named,
    };
    let (limits, files) = (options.allowance.limits, super::access(options));
    let query_options =
        QueryOptions { dialect, require_header: true, drop_in: true, limits, files, ..QueryOptions::default() };
    ParsedQuery::parse_between(source, &options.preamble.before(), &options.preamble.after(), &query_options)
}

/// The command line wins over the header.
fn override_header(query: &mut ParsedQuery, options: &Options) {
    let header = query.header_mut();
    if let Some(variations) = options.variations {
        header.variations = variations;
    }
    if let Some(level) = options.level {
        header.quiet = level == Level::Quiet;
        header.silent = level == Level::Silent;
    }
    if let Some(text) = &options.match_string {
        header.match_string = Some(text.clone());
    }
    header.match_count = options.match_count.or(header.match_count);
    header.game_numbers = options.games.or(header.game_numbers);
}
