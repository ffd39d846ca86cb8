//! The reader of queries: any text is read or rejected, and a query prints as text that reads the same.

use tabiya::syntax::{Dialect, ParseOptions, Severity, parse, print_script, render, to_ascii, to_unicode, tokens};

/// Longer queries only take longer: limits on length are tested elsewhere.
const MAX_BYTES: usize = 8192;

/// Any bytes as a query, in every dialect: there is a tree or an error, messages can be shown, and a tree printed and
/// read again is the same tree.
pub fn query_bytes(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(MAX_BYTES)]);
    for dialect in [Dialect::Five, Dialect::Six, Dialect::Auto] {
        let parsed = parse(&text, &ParseOptions { dialect, ..ParseOptions::default() });
        let errors = parsed.diagnostics.iter().any(|one| one.severity == Severity::Error);
        assert_eq!(parsed.script.is_none(), errors, "{text:?} in {dialect:?}");
        assert_ne!(parsed.dialect, Dialect::Auto);
        for diagnostic in parsed.diagnostics.iter().take(20) {
            let span = diagnostic.span();
            assert!(span.start <= span.end && span.end as usize <= text.len() + 1, "{text:?}: {diagnostic:?}");
            assert!(!render(diagnostic, &text, "query.cql", false).is_empty());
        }
        if dialect != Dialect::Auto {
            assert_eq!(round_trip(&text, dialect), Ok(!errors));
        }
    }
    let spelled = to_unicode(&text).and_then(|text| to_ascii(&text));
    if let Ok(spelled) = spelled {
        assert!(to_unicode(&spelled).is_ok(), "{text:?} is {spelled:?}");
    }
    let mut end = 0;
    for (_, place) in tokens(&text) {
        assert!(
            end <= place.start && place.start < place.end && text.get(place.clone()).is_some(),
            "{text:?}: {place:?}"
        );
        end = place.end;
    }
}

/// Prints a query and reads it again: true if it is the same tree, false if the text could not be read in the first
/// place.
///
/// # Errors
///
/// If the tree is another one, or is printed in another way.
pub fn round_trip(query: &str, dialect: Dialect) -> Result<bool, String> {
    let options = ParseOptions { dialect, ..ParseOptions::default() };
    let Some(script) = parse(query, &options).script else { return Ok(false) };
    let text = print_script(&script, dialect);
    let again = parse(&text, &options);
    match again.script {
        Some(other) if other != script => Err(format!("{query:?} in {dialect:?} becomes {text:?}, another tree")),
        Some(other) if print_script(&other, dialect) != text => {
            Err(format!("{query:?} in {dialect:?} becomes {text:?}, and then {:?}", print_script(&other, dialect)))
        }
        Some(_) => Ok(true),
        None => Err(format!("{query:?} in {dialect:?} becomes {text:?}: {}", again.diagnostics[0].message)),
    }
}
