//! Views of the worktree in which commands run: what they change stays in a scratch, and joins the
//! overlay from there.

mod error;
mod options;
mod view;

pub use error::{HarvestError, ViewError};
pub use options::{HarvestOptions, Launcher, ViewOptions};
pub use view::{Harvest, View};
