//! The options of `tabiya cql`: any arguments are followed or rejected in words.

use tabiya::{ParsedQuery, QueryOptions, Source};
use tabiya_command::cql_options::{Options, Refusal, Threads, Wanted, read};

/// Any arguments, one to a line: they are read or rejected in words, values are within their bounds, and an error in a
/// filter that an option stands for is shown at that option.
pub fn cql_options(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(2000)]);
    let args: Vec<String> = text.split('\n').map(str::to_owned).collect();
    match read(&args) {
        Err(Refusal::Unknown(message) | Refusal::Wrong(message)) => assert!(!message.trim().is_empty(), "{args:?}"),
        Ok(Wanted::Search(options) | Wanted::Tokens(options) | Wanted::Tree(options)) => follow(&options, &args),
        Ok(Wanted::Usage | Wanted::Version | Wanted::HhdbWords) => {}
    }
}

fn follow(options: &Options, args: &[String]) {
    for (low, high) in [options.games, options.match_count].into_iter().flatten() {
        assert!(0 <= low && low <= high, "{args:?}");
    }
    assert!(options.games.is_none_or(|(low, _)| low > 0), "{args:?}");
    assert!(options.years.is_none_or(|(low, high)| 0 < low && low <= high), "{args:?}");
    assert!(!(options.stdin && options.input.is_some()), "{args:?}");
    assert!(!(options.stdout && options.output.is_some()), "{args:?}");
    assert!(options.threads != Threads::Count(0) && options.line_increment > 0, "{args:?}");
    let preamble = &options.preamble;
    // A query with this filter opens files.
    if preamble.text().contains("similarposition") {
        return;
    }
    let script = Source { name: "script".into(), text: "check".into() };
    let parsed = ParsedQuery::parse_between(script, &preamble.before(), &preamble.after(), &QueryOptions::default());
    if let Err(error) = parsed {
        assert!(error.source.name.starts_with("option -"), "{args:?}: {error}");
        assert!(!error.to_string().is_empty());
    }
}
