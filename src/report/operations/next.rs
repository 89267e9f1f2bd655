//! What to do next, as the state of a worktree suggests it: three commands.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::StatusFacts;
use crate::report::{
    TextOptions,
    escape::escape_line,
    style::{Style, Styles},
    width::cut_end,
};

/// A command, and what it does.
pub type NextStep = (Cow<'static, str>, Cow<'static, str>);

/// Where there is no repository.
pub const NEXT_OUTSIDE: [NextStep; 3] = [
    step("git clada demo", "take a tour in a temporary repository"),
    PROMPT,
    step("git init", "make a repository here, for responses to be applied in"),
];
const INTERRUPTED: [NextStep; 3] = [
    step("git clada recover", "finish what the interrupted run left, or take it back"),
    LOG,
    step("git clada doctor", "say what works here"),
];
const IN_GIT: [NextStep; 3] = [
    step("git status", "say what git waits for, and what finishes it or gives it up"),
    LOG,
    PROMPT,
];
const STEPPED_BACK: [NextStep; 3] = [
    step("git clada forward --tip", "go back to the session's tip"),
    step("git clada session fork", "go another way from here"),
    step("git clada diff", "show what the session has changed so far"),
];
const BARE: [NextStep; 3] = [
    step("git clada apply --worktree FILE", "apply a response, in a worktree of its own"),
    step("git clada session list", "list the sessions, and where their worktrees are"),
    PROMPT,
];
const NOTHING_YET: [NextStep; 3] = [
    PROMPT,
    step("git clada apply FILE", "apply what it wrote, as one commit"),
    step("git clada demo", "see all of it in a temporary repository"),
];

const PROMPT: NextStep = step("git clada prompt", "print the instructions to give to a model");
const APPLY: NextStep = step("git clada apply FILE", "apply another response");
const DIFF: NextStep = step("git clada diff", "show what the session has changed");
const LAND: NextStep =
    step("git clada land", "take the commits home to the branch that it began on");
const LOG: NextStep = step("git clada log", "list what was done before");
const SHOW: NextStep = step("git clada show", "show what was done last");
const SESSIONS: NextStep =
    step("git clada session list", "list them, and where each is checked out");

const fn step(command: &'static str, does: &'static str) -> NextStep {
    (Cow::Borrowed(command), Cow::Borrowed(does))
}

/// What suggests itself there: what was left unfinished comes before what may be done.
#[must_use]
pub fn next_steps(facts: &StatusFacts) -> [NextStep; 3] {
    if facts.interrupted.is_some() {
        INTERRUPTED
    } else if facts.in_progress.is_some() {
        IN_GIT
    } else if facts.way_on.is_some() {
        STEPPED_BACK
    } else if facts.bare {
        BARE
    } else if !facts.approvals.is_empty() {
        let ask = step("git clada allow", "be asked about the commands that wait");
        [ask, SHOW, undo(facts).unwrap_or(LOG)]
    } else if facts.session.is_some() {
        in_session(facts)
    } else {
        outside_sessions(facts)
    }
}

fn in_session(facts: &StatusFacts) -> [NextStep; 3] {
    let is_empty = facts.position.is_some_and(|position| position.commits == 0);
    match undo(facts) {
        Some(undo) if is_empty => [PROMPT, APPLY, undo],
        Some(undo) => [DIFF, undo, LAND],
        None if is_empty => NOTHING_YET,
        None => [DIFF, LOG, LAND],
    }
}

fn outside_sessions(facts: &StatusFacts) -> [NextStep; 3] {
    let free = facts.sessions.iter().find(|session| session.worktree.is_none());
    let switch = free.map(|session| {
        let command = format!("git clada session switch {}", escape_line(&session.name));
        (command.into(), "go on with that session".into())
    });
    match (undo(facts), switch) {
        (Some(undo), Some(switch)) => [switch, undo, APPLY],
        (Some(undo), None) => [SHOW, undo, APPLY],
        (None, Some(switch)) => [switch, SESSIONS, APPLY],
        (None, None) if !facts.sessions.is_empty() => [SESSIONS, LOG, APPLY],
        (None, None) => NOTHING_YET,
    }
}

/// What undo takes back; nothing where it would refuse to, because HEAD is elsewhere.
fn undo(facts: &StatusFacts) -> Option<NextStep> {
    let undo = facts.undo.as_ref().filter(|undo| undo.on.is_none())?;
    let does = format!("take back: {}", escape_line(&undo.summary));
    Some((Cow::Borrowed("git clada undo"), does.into()))
}

/// Draws them, a command and what it does a line, below what they follow from.
#[must_use]
pub fn next_text(steps: &[NextStep], options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let widest = steps.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let room = options.width.saturating_sub(widest + 4).max(20);
    let mut text = format!("\n{}\n", styles.paint(Style::Faint, "next"));
    for (command, does) in steps {
        let does = cut_end(does, room, options.ellipsis());
        let _ = writeln!(text, "  {command:widest$}  {does}");
    }
    text
}
