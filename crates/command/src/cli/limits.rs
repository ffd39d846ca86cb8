//! Limits as the options give them: `--limits text=33554432,entries=2000000`.

use tabiya::Limits;

/// The number of games given up at a limit before the run ends, if they are at least one in twenty of those searched.
const GIVEN_UP: u64 = 5;

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

/// The function that sets a limit.
type Setter = fn(&mut Allowance, u64);

/// The names of limits on the command line.
const NAMES: [(&str, Setter); 11] = [
    ("states", |allowance, n| allowance.limits.states = bytes(n)),
    ("steps", |allowance, n| allowance.limits.steps = n),
    ("run-steps", |allowance, n| allowance.limits.run_steps = n),
    ("text", |allowance, n| allowance.limits.text = bytes(n)),
    ("entries", |allowance, n| allowance.limits.entries = bytes(n)),
    ("memory", |allowance, n| allowance.limits.memory = bytes(n)),
    ("output", |allowance, n| allowance.limits.output = bytes(n)),
    ("held", |allowance, n| allowance.limits.held = bytes(n)),
    ("written", |allowance, n| allowance.limits.written = n),
    ("files", |allowance, n| allowance.limits.files = bytes(n)),
    ("given-up", |allowance, n| allowance.given_up = n),
];

fn bytes(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// One limit that was set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    setter: Setter,
    value: u64,
}

impl Given {
    /// Reads `NAME=N`.
    ///
    /// # Errors
    ///
    /// The message about the error.
    pub(crate) fn parse(text: &str) -> Result<Given, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let Some(&(_, setter)) = NAMES.iter().find(|(known, _)| *known == name.trim()) else {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            return Err(format!("there is no limit `{name}`; the limits are {}", names.join(", ")));
        };
        let value =
            value.trim().parse().map_err(|_| format!("write a whole number after it: {}=1000000", name.trim()))?;
        Ok(Given { setter, value })
    }

    pub(crate) fn apply(self, allowance: &mut Allowance) {
        (self.setter)(allowance, self.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_sets_its_limit() {
        for (name, _) in NAMES {
            let mut allowance = Allowance::default();
            Given::parse(&format!("{name}=7")).expect(name).apply(&mut allowance);
            let before = format!("{:?}", Allowance::default());
            assert_ne!(format!("{allowance:?}"), before, "{name}");
            let field = name.replace('-', "_");
            assert!(format!("{allowance:?}").contains(&format!("{field}: 7")), "{name}");
        }
        assert!(Given::parse("steps").is_err());
        assert!(Given::parse("steps=many").is_err());
        assert!(Given::parse("speed=3").unwrap_err().contains("states, steps"));
    }
}
