//! Operations on scripts other than running them: other spellings, marks for colours, and listings of tokens and tree.

use super::console::Console;
use super::script::with_extension;
use crate::cli::outputs::{files, output};
use crate::cli::report::text::escaped;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;
use tabiya::syntax::{self, Diagnostic, Dialect, Omitted, ParseOptions, TokenClass};
use tabiya::{QueryError, Source};
use tabiya_disk as disk;

/// The reason why a script was not converted.
enum Fail {
    Message(String),
    Query(QueryError),
}

impl From<String> for Fail {
    fn from(message: String) -> Fail {
        Fail::Message(message)
    }
}

type Done<T = ()> = Result<T, Fail>;

/// Does what the first option says, if it is one of these, and gives the exit code.
pub(super) fn convert(args: &[String], console: &mut Console) -> Option<i32> {
    let first = args.first()?;
    let name = first.strip_prefix("--").or_else(|| first.strip_prefix('-'))?.to_ascii_lowercase();
    let rest = &args[1..];
    if name == "colorize" {
        return Some(ended(colorize(rest, console), console));
    }
    if !["a", "u", "utf8", "html", "echo"].contains(&name.as_str()) {
        return None;
    }
    console.banner();
    let done = match name.as_str() {
        "a" => one_name(first, rest).and_then(|name| respell_in_place(name, syntax::to_ascii)),
        "u" => one_name(first, rest).and_then(|name| respell_in_place(name, syntax::to_unicode)),
        "utf8" => utf8(first, rest, console),
        "html" => one_file(first, rest).and_then(|source| html(&source)),
        _ => one_file(first, rest).map(|source| console.put(&characters(&source.text))),
    };
    Some(ended(done, console))
}

fn ended(done: Done, console: &mut Console) -> i32 {
    match done {
        Ok(()) => return 0,
        Err(Fail::Message(message)) => console.fail(&message),
        Err(Fail::Query(error)) => console.refuse(&error),
    }
    1
}

/// The file after an option that takes one and nothing else.
fn one_file(option: &str, rest: &[String]) -> Done<Source> {
    one_name(option, rest).and_then(load)
}

fn one_name<'a>(option: &str, rest: &'a [String]) -> Done<&'a str> {
    match rest {
        [name] => Ok(name),
        _ => Err(Fail::Message(format!("`{option}` takes one file and nothing else"))),
    }
}

fn load(name: &str) -> Done<Source> {
    load_with_bytes(name).map(|(source, _)| source)
}

fn load_with_bytes(name: &str) -> Done<(Source, Vec<u8>)> {
    let name = with_extension(name)?;
    match disk::read(Path::new(&name)) {
        Ok(bytes) => Ok((Source { name, text: files::text(bytes.clone()) }, bytes)),
        Err(error) => Err(Fail::Message(format!("Unable to open file: {name} ({error})"))),
    }
}

fn save(path: &str, text: &str) -> Done {
    output::save(Path::new(path), text.as_bytes()).map_err(|message| Fail::Message(message.text()))
}

type Spell = fn(&str) -> Result<String, Vec<Diagnostic>>;

fn spelled(source: &Source, spell: Spell) -> Done<String> {
    spell(&source.text).map_err(|diagnostics| {
        Fail::Query(QueryError { source: source.clone(), diagnostics, omitted: Omitted::default() })
    })
}

fn respell_in_place(name: &str, spell: Spell) -> Done {
    let (source, bytes) = load_with_bytes(name)?;
    let rewritten = output::rewrite(Path::new(&source.name), bytes, spelled(&source, spell)?.as_bytes());
    rewritten.map_err(|message| Fail::Message(message.text()))
}

/// `-utf8 f.cql`, `-utf8 f.cql -o g.cql`
fn utf8(option: &str, rest: &[String], console: &mut Console) -> Done {
    match rest {
        [name] => {
            let text = spelled(&load(name)?, syntax::to_unicode)?;
            console.raw(&text);
            Ok(())
        }
        [name, o, target] if ["-o", "--o", "-output", "--output"].contains(&o.to_ascii_lowercase().as_str()) => {
            save(&with_extension(target)?, &spelled(&load(name)?, syntax::to_unicode)?)
        }
        _ => Err(Fail::Message(format!("`{option}` takes one file, and -o with another"))),
    }
}

/// The classes: their colours on pages, and the letters that name them in the text of `-colorize`.
fn colors(class: TokenClass) -> (&'static str, &'static str) {
    match class {
        TokenClass::Comment => ("#6a737d", "c"),
        TokenClass::Keyword => ("#0550ae", "k"),
        TokenClass::Number | TokenClass::Result => ("#9a6700", "n"),
        TokenClass::Text => ("#116329", "s"),
        TokenClass::Designator => ("#8250df", "d"),
        TokenClass::Sign => ("#0a6e7c", "o"),
        TokenClass::Bad => ("#cf222e", "e"),
        TokenClass::Blank | TokenClass::Name => ("", ""),
    }
}

/// Writes the script as a page with colours into the current folder.
fn html(source: &Source) -> Done {
    let stem = Path::new(&source.name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    save(&format!("{stem}-cql.html"), &page(&format!("{stem}.cql"), &source.text))
}

fn page(title: &str, text: &str) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         body {{ margin: 2em; }}\npre {{ font: 15px/1.5 monospace; white-space: pre-wrap; }}\n"
    );
    let classes = [
        TokenClass::Comment,
        TokenClass::Keyword,
        TokenClass::Number,
        TokenClass::Result,
        TokenClass::Text,
        TokenClass::Designator,
        TokenClass::Sign,
        TokenClass::Bad,
    ];
    for class in classes {
        let _ = writeln!(page, ".{} {{ color: {}; }}", class.name(), colors(class).0);
    }
    let _ = write!(page, "</style>\n</head>\n<body>\n<h1>{title}</h1>\n<pre>");
    push_marked(text, |class| if colors(class).0.is_empty() { "" } else { class.name() }, &mut page);
    page.push_str("</pre>\n</body>\n</html>\n");
    page
}

/// Appends a script as HTML, with its tokens in elements of a class, unless the class has no name.
fn push_marked(text: &str, name: impl Fn(TokenClass) -> &'static str, out: &mut String) {
    for (class, at) in syntax::tokens(text) {
        let piece = escaped(&text[at]);
        match name(class) {
            "" => out.push_str(&piece),
            name => {
                let _ = write!(out, "<span class=\"{name}\">{piece}</span>");
            }
        }
    }
}

/// Standard input as HTML on standard output.
fn colorize(rest: &[String], console: &mut Console) -> Done {
    if !rest.is_empty() {
        return Err(Fail::Message("`-colorize` is the only option when it is given".into()));
    }
    let mut bytes = Vec::new();
    if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
        return Err(Fail::Message(format!("standard input cannot be read: {error}")));
    }
    let text = files::text(bytes);
    let mut out = String::new();
    push_marked(&text, |class| colors(class).1, &mut out);
    console.raw(&out);
    Ok(())
}

/// Each character with its place and number.
fn characters(text: &str) -> String {
    let mut out = String::new();
    let (mut line, mut column) = (1, 1);
    for c in text.chars() {
        let shown = if c.is_control() { ' ' } else { c };
        let _ = writeln!(out, "{line}:{column} U+{:04X} {shown}", u32::from(c));
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    out
}

/// Each token with its place and class.
pub(super) fn tokens(source: &Source) -> Result<String, QueryError> {
    let mut out = String::new();
    let (mut line, mut column) = (1, 1);
    for (class, at) in syntax::tokens(&source.text) {
        let text = &source.text[at];
        if !matches!(class, TokenClass::Blank | TokenClass::Comment) {
            let _ = writeln!(out, "{line}:{column} {} {text}", class.name());
        }
        match text.rsplit_once('\n') {
            Some((before, last)) => {
                line += before.matches('\n').count() + 1;
                column = last.chars().count() + 1;
            }
            None => column += text.chars().count(),
        }
    }
    Ok(out)
}

/// The tokens, then each filter with its type and all braces drawn in.
pub(super) fn tree(source: &Source) -> Result<String, QueryError> {
    let dialect = match syntax::header_dialect(&source.text) {
        Dialect::Auto => Dialect::Six,
        named => named,
    };
    let options = ParseOptions { dialect, require_header: true, drop_in: true, ..ParseOptions::default() };
    let parsed = syntax::parse(&source.text, &options);
    let Some(script) = parsed.script else {
        let (diagnostics, omitted) = (parsed.diagnostics, parsed.omitted);
        return Err(QueryError { source: source.clone(), diagnostics, omitted });
    };
    let mut out = tokens(source)?;
    out.push('\n');
    for filter in &script.body {
        let _ = writeln!(out, "{:?}: {}", filter.ty, syntax::print_braced(filter, parsed.dialect));
    }
    Ok(out)
}
