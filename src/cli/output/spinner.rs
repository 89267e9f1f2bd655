//! A line on the terminal that moves while something takes long, with the time that it has taken.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::report::{cut_end, escape_line};

/// What takes no longer than this has none.
const SHORT: Duration = Duration::from_secs(2);
/// How often it moves.
const TICK: Duration = Duration::from_millis(100);
const LINE: &str = "{spinner} {elapsed} {msg}";
/// What stands on the line besides the message, in columns.
const BESIDE: usize = 20;

/// Appears when something has taken long, and goes when this is dropped.
pub struct Spinner {
    /// Dropped first: this ends the thread.
    ends: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Spinner {
    /// Beside what else is drawn, for what begins now.
    pub fn beside((drawn, width): (&MultiProgress, usize), what: &str) -> Self {
        let first = what.lines().next().unwrap_or_default();
        let room = width.saturating_sub(BESIDE).max(1);
        let message = cut_end(&escape_line(first), room, "…").into_owned();
        let drawn = drawn.clone();
        let (ends, ended) = channel();
        let thread = std::thread::Builder::new().spawn(move || spin(&drawn, message, &ended));
        // Without a thread there is none, and nothing else is missing.
        Self { ends: Some(ends), thread: thread.ok() }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        drop(self.ends.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn spin(drawn: &MultiProgress, message: String, ended: &Receiver<()>) {
    if ended.recv_timeout(SHORT) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let Ok(style) = ProgressStyle::with_template(LINE) else { return };
    let spinner = ProgressBar::new_spinner().with_style(style).with_elapsed(SHORT);
    let spinner = drawn.add(spinner);
    spinner.set_message(message);
    loop {
        spinner.tick();
        if ended.recv_timeout(TICK) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    spinner.finish_and_clear();
}
