//! Commits that git has put others in the place of (`commit --amend`, `rebase`): the log is told of
//! it, and knows its operations by the new ones from then on.

mod leg;
mod note;
mod rewrites;

pub use leg::as_rewritten;
pub use note::{Noting, note_rewrites};
pub use rewrites::Rewrites;
