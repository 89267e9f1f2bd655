//! `git clada status`: where the session stands, and what undo and redo would do.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::Serialize;

use super::next::{next_steps, next_text};
use crate::report::{
    TextOptions,
    commit::abbreviated,
    escape::escape_line,
    style::{Style, Styles},
    width::cut_end,
};

/// The version of the JSON form.
const VERSION: u32 = 1;
/// The columns of the words in front.
const LABEL: usize = 11;

/// An operation that undo or redo would take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperationName {
    /// Its id.
    pub id: String,
    /// What it did, in one line.
    pub summary: String,
    /// Where HEAD must stand for it to be taken; absent where it stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
}

/// A session that HEAD is not on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OtherSession {
    /// Its name.
    pub name: String,
    /// The worktree that it is checked out in; absent where it is in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
}

/// Where HEAD stands on a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// How many commits the session has since its base.
    pub commits: usize,
    /// How many of them are ahead of HEAD, after `back`.
    pub steps_back: usize,
}

/// An edit that a step put aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaitingEdit {
    /// The file.
    pub path: String,
    /// The commit that it is an edit of.
    pub commit: String,
}

/// A run that was cut short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupted {
    /// What was cut short.
    pub what: String,
    /// The command that sees to what it left, and what that does.
    pub way_on: String,
}

/// What there is to tell of a worktree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusFacts {
    /// What was cut short and waits for its recovery: files may be neither as they were nor as they
    /// were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interrupted: Option<Interrupted>,
    /// What git itself has begun and waits to be finished: `a merge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_progress: Option<String>,
    /// Whether the repository is bare: responses are applied in worktrees of sessions alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
    /// The session's name; absent where HEAD is on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The sessions that there are, where HEAD is on none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<OtherSession>,
    /// The branch that is checked out, or whose commits are; absent where HEAD is detached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The branch that the session came from; absent where HEAD was detached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The commit that the session came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_commit: Option<String>,
    /// Where HEAD stands; absent without a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Where edits wait that a step put aside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stashed_files: Vec<WaitingEdit>,
    /// What goes back to the session's tip, or to what waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way_on: Option<String>,
    /// What `undo` would take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<OperationName>,
    /// What `redo` would bring back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redo: Option<OperationName>,
    /// Commands that wait for approval.
    pub approvals: Vec<String>,
}

#[derive(Serialize)]
struct Status<'s> {
    version: u32,
    #[serde(flatten)]
    facts: &'s StatusFacts,
    /// Commands to go on with.
    next: [Cow<'static, str>; 3],
}

/// The status as JSON, with a version, for `write_json`.
#[must_use]
pub fn status_json(facts: &StatusFacts) -> impl Serialize + '_ {
    Status { version: VERSION, facts, next: next_steps(facts).map(|(command, _)| command) }
}

/// Draws the status: a label and a value a line, and what to do next.
#[must_use]
pub fn status_text(facts: &StatusFacts, options: &TextOptions) -> String {
    let mut out = String::new();
    let styles = Styles { colour: options.colour };
    let room = options.width.saturating_sub(LABEL).max(20);
    for (label, value) in lines(facts) {
        let safe = escape_line(&value);
        let shown = cut_end(&safe, room, options.ellipsis());
        let label = styles.paint(Style::Faint, format!("{label:LABEL$}"));
        let _ = writeln!(out, "{label}{shown}");
    }
    out.push_str(&next_text(&next_steps(facts), options));
    out
}

fn lines(facts: &StatusFacts) -> Vec<(&'static str, String)> {
    let branch = facts.branch.as_deref().unwrap_or("a detached HEAD");
    let mut lines = Vec::new();
    if let Some(Interrupted { what, way_on }) = &facts.interrupted {
        lines.push(("cut short", what.clone()));
        lines.push(("", way_on.clone()));
    }
    if let Some(what) = &facts.in_progress {
        lines.push(("in git", format!("{what} is in progress")));
    }
    lines.push(match &facts.session {
        Some(name) => ("session", format!("{name}, on {branch}")),
        None if facts.sessions.is_empty() => ("session", format!("none yet, on {branch}")),
        None => ("session", format!("none here, on {branch}")),
    });
    for (index, session) in facts.sessions.iter().enumerate() {
        let OtherSession { name, worktree } = session;
        let there = worktree.as_ref().map_or_else(String::new, |path| format!(", in {path}"));
        lines.push((if index == 0 { "others" } else { "" }, format!("{name}{there}")));
    }
    if let Some(base) = base(facts) {
        lines.push(("base", base));
    }
    if let Some(position) = facts.position {
        lines.push(("position", told(position)));
    }
    for (index, file) in facts.stashed_files.iter().enumerate() {
        let WaitingEdit { path, commit } = file;
        let edit = format!("{path}, an edit of {}", abbreviated(commit));
        lines.push((if index == 0 { "stashed" } else { "" }, edit));
    }
    for (index, line) in facts.way_on.iter().flat_map(|way_on| way_on.lines()).enumerate() {
        lines.push((if index == 0 { "way on" } else { "" }, line.to_owned()));
    }
    lines.push(("undo", operation(facts.undo.as_ref(), "nothing to take back")));
    if facts.redo.is_some() {
        lines.push(("redo", operation(facts.redo.as_ref(), "")));
    }
    for (index, command) in facts.approvals.iter().enumerate() {
        lines.push((if index == 0 { "to approve" } else { "" }, command.clone()));
    }
    lines
}

fn base(facts: &StatusFacts) -> Option<String> {
    let commit = facts.base_commit.as_deref().map(abbreviated);
    match (&facts.base, commit) {
        (Some(branch), Some(commit)) => Some(format!("{branch} at {commit}")),
        (Some(branch), None) => Some(branch.clone()),
        (None, commit) => commit.map(str::to_owned),
    }
}

pub(super) fn told(position: Position) -> String {
    let Position { commits, steps_back } = position;
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let since = format!("{commits} commit{} since the base", plural(commits));
    match steps_back {
        0 => since,
        steps => format!("{since}, {steps} step{} back", plural(steps)),
    }
}

fn operation(name: Option<&OperationName>, otherwise: &str) -> String {
    let Some(OperationName { id, summary, on }) = name else { return otherwise.to_owned() };
    let on = on.as_ref().map_or_else(String::new, |on| format!("from {on}: "));
    format!("{id}  {on}{summary}")
}
