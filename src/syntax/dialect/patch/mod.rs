//! What unified diffs, `apply_patch` and aider's blocks have in common: each changes one file, and
//! none names an action.

mod change;
mod flaw;
mod hunk_text;
mod resend;
mod take;

pub(super) use change::{Claim, FileChange, Value};
pub(super) use flaw::{Doubt, Fault, Flaw};
pub(super) use hunk_text::{added, bare_lines, is_fence, is_hunk_line};
pub use resend::by_itself;
pub(super) use take::take;
