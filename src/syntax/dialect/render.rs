//! Actions written in a dialect, where it can say them.
//!
//! What is written is read again: only what says the same is given out. So no dialect's renderer
//! need know what its reading makes of texts that look like its markers.

use std::borrow::Cow;

use super::{aider, apply_patch, cml, markers, replacer, teach, unified};
use crate::{
    syntax::{Dialect, Hunk, hunks, parse_only},
    text::Response,
};

/// Actions that other dialects are turned into, and that no block may name.
const TRANSLATED: [&str; 4] = ["file_copy", "file_patch", "file_touch", "path_delete"];

/// A task to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording<'a> {
    /// Keys and values as the catalogue has them, `action` first.
    pub fields: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// What it is for.
    pub note: Option<Cow<'a, str>>,
}

/// An action that a dialect cannot say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} cannot say task {task}, `{action}`: {why}", dialect.title())]
pub struct Unsayable {
    /// The dialect.
    pub dialect: Dialect,
    /// The task's number, from 1.
    pub task: usize,
    /// Its action.
    pub action: String,
    /// Why not.
    pub why: &'static str,
}

/// Writes groups of tasks: a group of one is a block of its own, one of several a sequence. In a
/// dialect without sequences their tasks stand one after the other.
pub fn render(dialect: Dialect, groups: &[Vec<Wording<'_>>]) -> Result<String, Unsayable> {
    let mut text = String::new();
    let mut number = 0;
    for group in groups {
        let mut tasks = Vec::new();
        for task in group {
            number += 1;
            tasks.push(one(dialect, task, number)?);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let (before, between, after) = match dialect {
            _ if tasks.len() == 1 => ("", "", ""),
            Dialect::Cml => ("<tasks>\n", "", "</tasks>\n"),
            Dialect::Markers => ("<<<<<<< TASKS\n", "", ">>>>>>> TASKS\n"),
            Dialect::Sham
            | Dialect::Nesl
            | Dialect::Replacer
            | Dialect::Aider
            | Dialect::ApplyPatch
            | Dialect::Diff => ("", "\n", ""),
        };
        text.extend([before, &tasks.join(between), after]);
    }
    Ok(text)
}

/// Whether the dialect can say that the first failure of some tasks skips the rest.
#[must_use]
pub fn has_sequences(dialect: Dialect) -> bool {
    dialect.has_tasks()
}

/// Whether the dialect can say what a task is for.
#[must_use]
pub fn has_notes(dialect: Dialect) -> bool {
    dialect == Dialect::Replacer
}

fn one(dialect: Dialect, task: &Wording<'_>, number: usize) -> Result<String, Unsayable> {
    let unsayable = |why| Unsayable {
        dialect,
        task: number,
        action: task.value("action").unwrap_or_default().to_owned(),
        why,
    };
    let translated = task.value("action").is_some_and(|action| TRANSLATED.contains(&action));
    let written = match dialect {
        Dialect::Sham | Dialect::Nesl if translated => Err("a block may not name this action"),
        Dialect::Sham | Dialect::Nesl => teach::render(dialect, task, number),
        Dialect::Cml => cml::render(task),
        Dialect::Markers => markers::render(task),
        Dialect::Replacer => replacer::render(task),
        Dialect::Aider => aider::render(task),
        Dialect::ApplyPatch => apply_patch::render(task),
        Dialect::Diff => unified::render(task),
    };
    let written = written.map_err(unsayable)?;
    if reads_back(dialect, task, &written) {
        Ok(written)
    } else {
        Err(unsayable("its texts cannot stand in a block of this dialect"))
    }
}

/// Whether what is written says the task, and nothing besides.
fn reads_back(dialect: Dialect, task: &Wording<'_>, written: &str) -> bool {
    let Ok(response) = Response::new("rendered", written.as_bytes().to_vec()) else {
        return false;
    };
    let parsed = parse_only(&response, dialect);
    let [block] = parsed.blocks.as_slice() else { return false };
    let read = Wording {
        fields: block
            .fields
            .iter()
            .map(|field| (field.key.value.into(), field.value.value.clone()))
            .collect(),
        note: None,
    };
    // A dialect without headings has them as lines to go by, or not at all.
    let read = read.meaning(true);
    !block.has_errors && [true, false].into_iter().any(|headings| read == task.meaning(headings))
}

/// What hunks look for and what they put there; with their headings as lines to go by.
fn texts(text: &str, headings: bool) -> String {
    let said = |hunk: &Hunk<'_>| {
        let heading = hunk.heading.filter(|_| headings);
        let named: Vec<&str> = hunk.anchors.iter().copied().chain(heading).collect();
        format!("{:?}", (named, hunk.old_text(), hunk.new_text(), hunk.at_end))
    };
    hunks(text).iter().map(said).collect()
}

impl Wording<'_> {
    /// The value of a key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields.find(|(name, _)| name == key).map(|(_, value)| value.as_ref())
    }

    /// What it asks for, in one spelling of those that ask for the same: a text that must stand
    /// once may be asked for in two ways, and a count of 1 may be left out of a span. Of hunks the
    /// lines count, not how they are mixed, and no numbers, which only break ties.
    fn meaning(&self, headings: bool) -> Vec<(&str, Cow<'_, str>)> {
        let action = self.value("action");
        let mut fields: Vec<(&str, Cow<'_, str>)> = self
            .fields
            .iter()
            .map(|(key, value)| match key.as_ref() {
                "hunks" => ("hunks", Cow::Owned(texts(value, headings))),
                key => (key, Cow::Borrowed(value.as_ref())),
            })
            .collect();
        if action == Some("file_replace_text") {
            fields.retain(|(key, _)| *key != "action");
            fields.extend([("action", "file_replace_all_text".into()), ("count", "1".into())]);
        }
        if action == Some("file_replace_span") && self.value("count").is_none() {
            fields.push(("count", "1".into()));
        }
        fields.sort_unstable();
        fields
    }
}
