//! The options that set limits on queries.

use super::help::LIMITS;
use super::limits::{Allowance, Given, listed};
use clap::Args;

/// The limits that were given.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LimitArgs {
    /// Limit on the number of states of the automaton of one sequence
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    state_limit: Option<usize>,

    /// Limit on the steps of a query in one game: rounds of loops, moves tried, filters tried one by one
    #[arg(long, value_name = "N", help_heading = LIMITS, hide_short_help = true)]
    step_limit: Option<u64>,

    /// Change limits on queries.
    #[arg(help = format!("Change limits on queries: {}", listed()))]
    #[arg(long, value_name = "NAME=N", value_delimiter = ',', value_parser = Given::parse)]
    #[arg(help_heading = LIMITS, hide_short_help = true)]
    limits: Vec<Given>,
}

impl LimitArgs {
    /// The resources that the queries may use.
    pub(crate) fn allowance(&self) -> Allowance {
        let mut allowance = Allowance::default();
        let limits = &mut allowance.limits;
        limits.states = self.state_limit.unwrap_or(limits.states);
        limits.steps = self.step_limit.unwrap_or(limits.steps);
        self.limits.iter().for_each(|given| given.apply(&mut allowance));
        allowance
    }
}
