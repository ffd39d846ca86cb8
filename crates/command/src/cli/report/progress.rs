//! The progress bar on a terminal, which comes when the work has taken a while. Where there is no terminal, there is no bar.

#[cfg(not(target_family = "wasm"))]
pub(crate) use bar::Progress;
#[cfg(target_family = "wasm")]
pub(crate) use nothing::Progress;

#[cfg(not(target_family = "wasm"))]
mod bar {
    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    /// Work that takes less shows no progress bar.
    const SHOW_AFTER: Duration = Duration::from_millis(500);

    /// A progress bar.
    #[derive(Debug)]
    pub(crate) struct Progress {
        bar: ProgressBar,
        started: Instant,
        visible: AtomicBool,
    }

    impl Progress {
        /// A bar for this many bytes, if their number is known.
        pub(crate) fn start(total: Option<u64>) -> Option<Progress> {
            let template = if total.is_some() { "{bar:30} {percent:>3}%  {msg}  ETA {eta}" } else { "{spinner} {msg}" };
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            Some(Progress { bar, started: Instant::now(), visible: AtomicBool::new(false) })
        }

        /// True if the work has taken a while.
        pub(crate) fn is_due(&self) -> bool {
            self.started.elapsed() >= SHOW_AFTER
        }

        /// Shows how many bytes have been read, and a text.
        pub(crate) fn show(&self, bytes: u64, text: String) {
            self.bar.set_position(bytes);
            self.bar.set_message(text);
            if !self.visible.swap(true, Ordering::Relaxed) {
                self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
                self.bar.enable_steady_tick(Duration::from_millis(200));
            }
        }

        /// Prints something with the bar out of the way.
        pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
            self.bar.suspend(print)
        }

        /// Takes it away.
        pub(crate) fn clear(self) {
            self.bar.finish_and_clear();
        }
    }
}

#[cfg(target_family = "wasm")]
mod nothing {
    /// A bar that is never there.
    #[derive(Debug)]
    pub(crate) enum Progress {}

    impl Progress {
        pub(crate) fn start(_: Option<u64>) -> Option<Progress> {
            None
        }

        pub(crate) fn is_due(&self) -> bool {
            match *self {}
        }

        pub(crate) fn show(&self, _: u64, _: String) {
            match *self {}
        }

        pub(crate) fn suspend<T>(&self, _: impl FnOnce() -> T) -> T {
            match *self {}
        }

        pub(crate) fn clear(self) {
            match self {}
        }
    }
}
