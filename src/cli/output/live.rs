//! What is told on standard error while a response is applied: what its commands print, and on a
//! terminal a bar for a long response and a spinner beside a slow command. When it is done, all
//! but the lines is gone.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::context::Context;
use crate::engine::{Ask, OutputMode, Progress, Running, Step, Tell};
use crate::report::escape_line;

use super::drawn::Drawn;
use super::spinner::Spinner;

/// A response with no more actions than this has no bar.
const FEW: usize = 50;
/// How often it is drawn anew, a second at the most.
const REDRAWN: u8 = 20;
const BAR: &str = "{msg} [{bar:30}] {pos}/{len}";

/// What is told while a response is applied. Clones share it.
#[derive(Clone)]
pub struct Live(Rc<Shared>);

struct Shared {
    mode: OutputMode,
    /// Draws the bar and the spinner; none where nobody looks.
    drawn: Option<MultiProgress>,
    /// In columns.
    width: usize,
    bar: RefCell<Option<ProgressBar>>,
    spinner: RefCell<Option<Spinner>>,
    /// The lines that wait for the end of their command.
    held: RefCell<String>,
}

impl Live {
    /// Tells it as the context has it: nothing moves but on a terminal, and `-q` tells nothing.
    pub fn new(mode: OutputMode, context: &Context) -> Self {
        let moves = context.stderr.terminal && context.variable("TERM") != Some("dumb");
        let target = || ProgressDrawTarget::term_like_with_hz(Box::new(Drawn::default()), REDRAWN);
        let drawn = (moves && !context.quiet).then(|| MultiProgress::with_draw_target(target()));
        Self(Rc::new(Shared {
            mode: if context.quiet { OutputMode::Silent } else { mode },
            drawn,
            width: context.stderr.width,
            bar: RefCell::default(),
            spinner: RefCell::default(),
            held: RefCell::default(),
        }))
    }

    /// Draws the bar.
    pub fn progress(&self) -> Progress {
        let live = self.clone();
        Progress::to(move |step| live.0.step(step))
    }

    /// Tells of commands.
    #[expect(clippy::arc_with_non_send_sync, reason = "as the engine's options have it")]
    pub fn commands(&self) -> Tell {
        let live = self.clone();
        Arc::new(move |running| live.0.running(running))
    }

    /// Asks with nothing drawn meanwhile.
    #[expect(clippy::arc_with_non_send_sync, reason = "as the engine's options have it")]
    pub fn asking(&self, ask: Ask) -> Ask {
        let live = self.clone();
        Arc::new(move |question| live.0.aside(|| ask(question)))
    }

    /// Takes away what is drawn, so that the report begins on a clean line.
    pub fn clear(&self) {
        self.0.spinner.take();
        if let Some(bar) = self.0.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Shared {
    fn step(&self, Step { done, total }: Step) {
        let Some(drawn) = self.drawn.as_ref().filter(|_| total > FEW) else { return };
        let mut bar = self.bar.borrow_mut();
        let bar = bar.get_or_insert_with(|| {
            let bar = drawn.add(ProgressBar::new(u64::try_from(total).unwrap_or(u64::MAX)));
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_message("trying ");
            bar
        });
        bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        if done == total {
            bar.set_message("writing");
        }
    }

    fn running(&self, running: Running<'_>) {
        match running {
            Running::Begun { what } => {
                if let Some(bar) = &*self.bar.borrow() {
                    // It draws but now and then, and stands still now.
                    bar.force_draw();
                }
                let drawn = self.drawn.as_ref();
                let spinner = drawn.map(|drawn| Spinner::beside((drawn, self.width), what));
                self.spinner.replace(spinner);
            }
            Running::Printed { number, line } => {
                let line = format!("[task-{number}:exec] {}\n", escape_line(line));
                match self.mode {
                    OutputMode::Stream => self.print(&line),
                    OutputMode::Buffer => self.held.borrow_mut().push_str(&line),
                    OutputMode::Silent => {}
                }
            }
            Running::Beside { name, line } => {
                if self.mode != OutputMode::Silent {
                    self.print(&format!("[{name}] {}\n", escape_line(line)));
                }
            }
            Running::Ended => {
                self.spinner.take();
                self.print(&self.held.take());
            }
        }
    }

    fn print(&self, lines: &str) {
        if !lines.is_empty() {
            // Who no longer reads misses nothing that the report does not tell.
            let _ = self.aside(|| std::io::stderr().lock().write_all(lines.as_bytes()));
        }
    }

    /// Does something with the terminal while nothing is drawn on it.
    fn aside<R>(&self, does: impl FnOnce() -> R) -> R {
        match &self.drawn {
            Some(drawn) => drawn.suspend(does),
            None => does(),
        }
    }
}
