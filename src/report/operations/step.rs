//! `git clada back` and `forward`: where HEAD stands now, which edits wait and which came back.

use std::fmt::Write as _;

use serde::Serialize;

use super::status::{Position, told};
use crate::report::{
    TextOptions,
    commit::abbreviated,
    escape::escape_line,
    style::{Style, Styles},
};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// An edit that came back and does not go together with what stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StepConflict {
    /// The path.
    pub path: String,
    /// How they do not, and where both versions are.
    pub reason: &'static str,
}

/// What there is to tell of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepFacts {
    /// `back` or `forward`.
    pub kind: &'static str,
    /// The operation's id; absent where there was nothing to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The session's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// How many commits HEAD went over.
    pub steps: usize,
    /// The branch that HEAD is on, without `refs/heads/`; absent where it is detached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit that HEAD stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where HEAD stands in the session; absent where that has no base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Where edits were put aside that wait for HEAD to come back.
    pub stashed_files: Vec<String>,
    /// Where edits came back.
    pub restored_files: Vec<String>,
    /// Where they do not go together with what stands there.
    pub conflicts: Vec<StepConflict>,
}

#[derive(Serialize)]
struct Step<'s> {
    version: u32,
    #[serde(flatten)]
    facts: &'s StepFacts,
}

/// The step as JSON, with a version, for `write_json`.
#[must_use]
pub fn step_json(facts: &StepFacts) -> impl Serialize + '_ {
    Step { version: VERSION, facts }
}

/// Draws the step: what was done, where HEAD stands, a line a file.
#[must_use]
pub fn step_text(facts: &StepFacts, options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let mut out = String::new();
    let Some(operation) = &facts.operation else {
        return "nothing to do: HEAD is at the session's tip, and no edits wait\n".to_owned();
    };
    let commits = if facts.steps == 1 { "commit" } else { "commits" };
    let id = styles.paint(Style::Notable, operation);
    let _ = match facts.steps {
        0 => writeln!(out, "brought back what waited ({id})"),
        steps => writeln!(out, "went {steps} {commits} {} ({id})", facts.kind),
    };
    let mut line = |label: &str, value: &str| {
        let label = styles.paint(Style::Faint, format!("{label:<10}"));
        let _ = writeln!(out, "  {label}{}", escape_line(value));
    };
    line("now", &stands(facts));
    if let Some(position) = facts.position {
        line("position", &told(position));
    }
    listed(&mut line, ("stashed", &facts.stashed_files));
    listed(&mut line, ("restored", &facts.restored_files));
    for conflict in &facts.conflicts {
        line("conflict", &format!("{}: {}", conflict.path, conflict.reason));
    }
    if facts.branch.is_none() {
        line("way on", "`git clada forward --tip` goes back to the session's tip");
    }
    out
}

fn listed(line: &mut impl FnMut(&str, &str), (label, files): (&str, &[String])) {
    for (index, file) in files.iter().enumerate() {
        line(if index == 0 { label } else { "" }, file);
    }
}

fn stands(facts: &StepFacts) -> String {
    let commit = facts.commit.as_deref().map(abbreviated).unwrap_or_default();
    match &facts.branch {
        Some(branch) => format!("on {branch} at {commit}"),
        None => format!("detached at {commit}"),
    }
}
