//! `git clada hooks`: where hooks are, and a line for each.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    escape::escape_line,
    style::{Style, Styles},
    text::TextOptions,
    width::{width, wrap},
};

/// The hooks of a repository.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HooksFacts {
    /// The folder.
    pub folder: String,
    /// The same as people see it from where they are.
    #[serde(skip)]
    pub shown: String,
    /// Whether it lies in the worktree, where responses may write.
    pub in_worktree: bool,
    /// Whether it may be that of several repositories.
    pub shared: bool,
    /// The hooks.
    pub hooks: Vec<HookLine>,
}

/// A hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HookLine {
    /// The name by which git runs it.
    pub name: &'static str,
    /// What it is for.
    pub purpose: &'static str,
    /// `installed`, `edited`, `missing`, or `foreign` where somebody else's stands there.
    pub state: &'static str,
    /// The version of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Whether git runs what stands there.
    pub executable: bool,
    /// Where in the folder the hook is kept that was there before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chained: Option<String>,
    /// Whether that one runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chained_executable: Option<bool>,
    /// What `install` or `uninstall` did about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<&'static str>,
    /// How it is, in a few words.
    #[serde(skip)]
    pub told: String,
    /// Whether that is as it should be; `None` where it is neither good nor bad.
    #[serde(skip)]
    pub good: Option<bool>,
}

/// Draws where the hooks are, and a line for each; further lines say what to know of the folder.
#[must_use]
pub fn hooks_text(facts: &HooksFacts, options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let mut out = format!("hooks in {}\n", escape_line(&facts.shown));
    let note = |text: &str, out: &mut String| {
        for line in wrap(text, options.width.saturating_sub(2).max(20)) {
            let _ = writeln!(out, "  {}", styles.paint(Style::Faint, line));
        }
    };
    if facts.in_worktree {
        note(
            "they lie in the worktree, where responses may write: git runs them, git-clada's own \
             operations do not",
            &mut out,
        );
    } else if facts.shared {
        note("the folder is not this repository's alone: others may use it too", &mut out);
    }
    let widest = facts.hooks.iter().map(|hook| width(hook.name)).max().unwrap_or(0);
    let room = options.width.saturating_sub(widest + 4).max(20);
    for hook in &facts.hooks {
        let (mark, style) = match hook.good {
            Some(true) => ("✓", Style::Good),
            Some(false) => ("✗", Style::Bad),
            None => ("–", Style::Faint),
        };
        let pad = " ".repeat(widest - width(hook.name));
        for (at, line) in wrap(&escape_line(&hook.told), room).into_iter().enumerate() {
            let _ = if at == 0 {
                writeln!(out, "{} {}{pad}  {line}", styles.paint(style, mark), hook.name)
            } else {
                writeln!(out, "{}{line}", " ".repeat(widest + 4))
            };
        }
    }
    out
}
