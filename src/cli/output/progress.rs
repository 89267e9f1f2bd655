//! A bar on the terminal while a long response is applied.

use std::sync::{Arc, OnceLock};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::context::Context;
use crate::engine::{Progress, Step};

/// A response with no more actions than this has no bar.
const FEW: usize = 50;
const TEMPLATE: &str = "{msg} [{bar:30}] {pos}/{len}";

/// The bar, which comes with the first step of a long response.
#[derive(Clone, Default)]
pub struct Bar(Arc<OnceLock<ProgressBar>>);

impl Bar {
    /// What draws the bar; nothing does where nobody looks at standard error.
    pub fn progress(&self, context: &Context) -> Progress {
        if !context.stderr.terminal || context.quiet {
            return Progress::default();
        }
        let bar = self.clone();
        Progress::to(move |step| bar.draw(step))
    }

    fn draw(&self, Step { done, total }: Step) {
        if total <= FEW {
            return;
        }
        let bar = self.0.get_or_init(|| {
            let length = u64::try_from(total).ok();
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
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

    /// Takes it away, so that the report begins on a clean line.
    pub fn clear(&self) {
        if let Some(bar) = self.0.get() {
            bar.finish_and_clear();
        }
    }
}
