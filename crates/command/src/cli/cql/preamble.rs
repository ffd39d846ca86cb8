//! Filters and transforms that options stand for. Each is read as a piece of its own, so that what is wrong with it is
//! shown at the option and not somewhere in the script.

use tabiya::Source;

/// The text around the body of the script.
#[derive(Debug, Default)]
pub struct Preamble {
    filters: Vec<Source>,
    /// The first is outermost.
    transforms: Vec<Source>,
}

impl Preamble {
    /// Adds a filter that an option stands for.
    pub(super) fn filter(&mut self, option: &str, text: impl Into<String>) {
        self.filters.push(Source { name: format!("option {option}"), text: text.into() });
    }

    /// Adds a transform of the whole body.
    pub(super) fn transform(&mut self, option: &str, word: &str) {
        self.transforms.push(Source { name: format!("option {option}"), text: format!("{word} {{") });
    }

    /// The text before the body: the transforms, then the filters in the order of the command line.
    pub fn before(&self) -> Vec<Source> {
        self.transforms.iter().chain(&self.filters).cloned().collect()
    }

    /// The text after the body.
    pub fn after(&self) -> Vec<Source> {
        self.transforms.iter().rev().map(|source| Source { name: source.name.clone(), text: "}".into() }).collect()
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let parts: Vec<String> = self.before().into_iter().map(|source| source.text).collect();
        parts.join(" ")
    }
}
