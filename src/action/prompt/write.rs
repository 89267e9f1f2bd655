//! The instructions as a whole.

use std::path::Path;

use super::{brief::brief, full::full};
use crate::{
    action::Tool,
    syntax::{Guide, Teach},
};

/// What the instructions are about.
#[derive(Clone, Copy)]
pub struct PromptOptions<'a> {
    /// What blocks are written in.
    pub dialect: &'static dyn Teach,
    /// The actions that the model may ask for.
    pub actions: &'a [&'a Tool],
    /// The repository's root; none outside one.
    pub root: Option<&'a Path>,
    /// In as few words as will do.
    pub brief: bool,
}

/// Writes the instructions, in Markdown. The same options give the same text.
#[must_use]
pub fn prompt(options: &PromptOptions<'_>) -> String {
    if options.brief { brief(options) } else { full(options) }
}

/// Writes the instructions for a dialect that has a guide.
#[must_use]
pub fn guided(guide: &Guide, root: Option<&Path>, brief: bool) -> String {
    let paths = about_paths(root);
    if brief {
        return format!("{}- {paths}\n", guide.brief);
    }
    format!(
        "# How to change files\n\nA program finds what is described here in your answer, carries it \
         out, and puts what it changed into one git commit. All other text of your answer is for \
         the user; whether a block stands in a Markdown fence makes no difference.\n\n{paths}\n\n{}",
        guide.full
    )
}

/// The sentence about paths.
pub(super) fn about_paths(root: Option<&Path>) -> String {
    match root {
        Some(root) => {
            format!("Paths are relative to the repository's root, `{}`.", root.display())
        }
        None => {
            "Paths are relative to the directory that the user applies your answer in.".to_owned()
        }
    }
}
