//! Limits as the options give them: `--limits text=33554432,entries=2000000`.

use tabiya::Limits;
use tabiya_session::service::GIVEN_UP;

/// The resources that the queries of a run may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) limits: Limits,
    /// The number of games given up at a limit that ends the run.
    pub(crate) given_up: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { limits: Limits::default(), given_up: GIVEN_UP }
    }
}

/// The limit of the whole run that the library does not count among those of queries.
const GAMES_GIVEN_UP: &str = "given-up";

/// One limit that was set.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    name: String,
    value: u64,
}

/// The names of all limits.
fn names() -> impl Iterator<Item = &'static str> {
    Limits::names().chain([GAMES_GIVEN_UP])
}

/// The names of all limits, for people.
pub(crate) fn listed() -> String {
    names().collect::<Vec<_>>().join(", ")
}

impl Given {
    /// Reads `NAME=N`.
    ///
    /// # Errors
    ///
    /// The message about the error.
    pub(crate) fn parse(text: &str) -> Result<Given, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let name = name.trim();
        if !names().any(|known| known == name) {
            return Err(format!("there is no limit `{name}`; the limits are {}", listed()));
        }
        let value = value.trim().parse().map_err(|_| format!("write a whole number after it: {name}=1000000"))?;
        Ok(Given { name: name.to_owned(), value })
    }

    pub(crate) fn apply(&self, allowance: &mut Allowance) {
        if !allowance.limits.set(&self.name, self.value) {
            allowance.given_up = self.value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_sets_its_limit() {
        for name in names() {
            let mut allowance = Allowance::default();
            Given::parse(&format!("{name}=7")).expect(name).apply(&mut allowance);
            let before = format!("{:?}", Allowance::default());
            assert_ne!(format!("{allowance:?}"), before, "{name}");
            let field = name.replace('-', "_");
            assert!(format!("{allowance:?}").contains(&format!("{field}: 7")), "{name}");
        }
        assert!(Given::parse("steps").is_err());
        assert!(Given::parse("steps=many").is_err());
        let unknown = Given::parse("speed=3").unwrap_err();
        assert!(names().all(|name| unknown.contains(name)), "{unknown}");
    }
}
