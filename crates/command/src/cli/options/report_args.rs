//! The options about messages and progress that the commands that go through whole files share.

use super::help::{ADVANCED, OUTPUT};
use crate::cli::report::Report;
use clap::Args;

/// Messages about the run, and how.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReportArgs {
    /// Print messages as JSON, one object per line
    #[arg(long, help_heading = ADVANCED)]
    json_diagnostics: bool,

    /// Show no progress and no summary
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

impl ReportArgs {
    /// The report that these ask for.
    pub(crate) fn report(self) -> Report {
        Report::new(self.json_diagnostics, self.quiet)
    }
}
