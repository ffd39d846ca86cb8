//! The page around the games: the template that `web/` is built to, filled with what the command knows.

use crate::cli::report::text::escaped;
use flate2::read::GzDecoder;
use serde_json::Value as Json;
use std::io::Read as _;
use std::sync::LazyLock;

/// The page with its script and its style sheet, which `build.rs` has compressed. Each inserted text has its name in double braces.
static TEMPLATE: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/report.html.gz"));
    GzDecoder::new(packed).read_to_string(&mut text).expect("the build script packed it");
    text
});

/// Where the games stand.
const GAMES: &str = "{{games}}";

/// The page up to the first game.
pub(super) fn head(title: &str, about: &Json) -> String {
    let values =
        [("{{version}}", env!("CARGO_PKG_VERSION")), ("{{title}}", &escaped(title)), ("{{about}}", &data(about))];
    filled(template().0, &values)
}

/// The page after the last game.
pub(super) fn tail(run: &Json) -> String {
    filled(template().1, &[("{{run}}", &data(run))])
}

/// JSON that can be inside a script element: nothing in it ends the element or begins a comment of HTML.
pub(super) fn data(value: &Json) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// The template before and after the games.
fn template() -> (&'static str, &'static str) {
    TEMPLATE.split_once(GAMES).unwrap_or((&TEMPLATE, ""))
}

/// A template with its values, which are given in the order of their names. Inserted text is not looked at again.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    for (name, value) in values {
        if let Some((before, after)) = rest.split_once(name) {
            out.extend([before, value]);
            rest = after;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_has_a_place_for_everything() {
        let page = head("title", &Json::from("about")) + &tail(&Json::from("run"));
        assert!(TEMPLATE.contains(GAMES) && page.contains("<title>title</title>"));
        for (id, value) in [("about", "\"about\""), ("games", "\n"), ("run", "\"run\"")] {
            assert!(page.contains(&format!("<script type=\"application/json\" id=\"{id}\">{value}</script>")), "{id}");
        }
        assert!(page.contains(concat!("Tabiya ", env!("CARGO_PKG_VERSION"))) && page.trim_end().ends_with("</html>"));
    }

    #[test]
    fn the_template_loads_nothing() {
        // Addresses are those of links and of the namespaces of SVG and the like; pictures, and the heads of arrows, stand in it.
        let loads = [" src=", "@import", "fetch(", "XMLHttpRequest", "import("];
        assert_eq!(loads.map(|word| TEMPLATE.contains(word)), [false; 5]);
        // A set of pieces is in it, which a script names.
        assert!(TEMPLATE.matches("data:image/svg+xml").count() > 11);
        let mut pictures = TEMPLATE.split("url(").skip(1).map(|at| at.trim_start_matches('"'));
        assert!(pictures.all(|at| ["data:", "#", "${"].iter().any(|start| at.starts_with(start))));
        assert!(TEMPLATE.contains("img-src data:"), "a browser fetches no picture, no matter what a script names");
        assert!(TEMPLATE.contains("default-src 'none'; script-src 'sha256-") && !TEMPLATE.contains("HASH-OF"));
    }

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
        assert_eq!(filled("a{{x}}b{{y}}c", &[("{{x}}", "{{y}}"), ("{{y}}", "2")]), "a{{y}}b2c");
        assert_eq!(filled("a{{b", &[("{{b}}", "1")]), "a{{b");
    }

    #[test]
    fn data_cannot_end_its_element() {
        let hostile = serde_json::json!("</script><script>alert(1)</script><!-- & \"");
        let text = data(&hostile);
        assert!(!text.contains('<'));
        assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), hostile);
    }
}
