//! What to do next, as the state of a worktree suggests it: three commands.

use std::fmt::Write as _;

use super::StatusFacts;
use crate::report::{
    TextOptions,
    style::{Style, Styles},
};

/// A command, and what it does.
pub type NextStep = (&'static str, &'static str);

/// Where there is no repository.
pub const NEXT_OUTSIDE: [NextStep; 3] = [
    ("git clada demo", "take a tour in a temporary repository"),
    ("git clada prompt", "print the instructions to give to a model"),
    ("git init", "make a repository here, for responses to be applied in"),
];
const INTERRUPTED: [NextStep; 3] = [
    ("git clada recover", "finish what the interrupted run left, or take it back"),
    ("git clada log", "list what was done before"),
    ("git clada doctor", "say what works here"),
];
const STEPPED_BACK: [NextStep; 3] = [
    ("git clada forward --tip", "go back to the session's tip"),
    ("git clada session fork", "go another way from here"),
    ("git clada diff", "show what the session has changed so far"),
];
const APPROVALS: [NextStep; 3] = [
    ("git clada allow", "be asked about the commands that wait"),
    ("git clada show", "show what the response did"),
    ("git clada undo", "take it back"),
];
const IN_SESSION: [NextStep; 3] = [
    ("git clada diff", "show what the session has changed"),
    ("git clada undo", "take back the newest response"),
    ("git clada land", "take the commits home to the branch that it began on"),
];
const SOMETHING_DONE: [NextStep; 3] = [
    ("git clada show", "show what was done"),
    ("git clada undo", "take it back"),
    ("git clada apply FILE", "apply another response"),
];
const NOTHING_YET: [NextStep; 3] = [
    ("git clada prompt", "print the instructions to give to a model"),
    ("git clada apply FILE", "apply what it wrote, as one commit"),
    ("git clada demo", "see all of it in a temporary repository"),
];

/// What suggests itself there: what was left unfinished comes before what may be done.
#[must_use]
pub fn next_steps(facts: &StatusFacts) -> [NextStep; 3] {
    let StatusFacts { interrupted, session, way_on, undo, approvals, .. } = facts;
    if interrupted.is_some() {
        INTERRUPTED
    } else if way_on.is_some() {
        STEPPED_BACK
    } else if !approvals.is_empty() {
        APPROVALS
    } else if undo.is_some() && session.is_some() {
        IN_SESSION
    } else if undo.is_some() {
        SOMETHING_DONE
    } else {
        NOTHING_YET
    }
}

/// Draws them, a command and what it does a line, below what they follow from.
#[must_use]
pub fn next_text(steps: &[NextStep], options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let widest = steps.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!("\n{}\n", styles.paint(Style::Faint, "next"));
    for (command, does) in steps {
        let _ = writeln!(text, "  {command:widest$}  {does}");
    }
    text
}
