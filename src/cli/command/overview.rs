//! `git clada` alone: where things stand, and three next steps.

use std::fmt::Write as _;

use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::inspect;
use crate::git::{GitError, Repo};
use crate::report::{StatusFacts, status_text};

/// A command, and what it does.
type Step = (&'static str, &'static str);

const OUTSIDE: [Step; 3] = [
    ("git clada demo", "take a tour in a temporary repository"),
    ("git clada prompt", "print the instructions to give to a model"),
    ("git init", "make a repository here, for responses to be applied in"),
];
const INTERRUPTED: [Step; 3] = [
    ("git clada recover", "finish what the interrupted run left, or take it back"),
    ("git clada log", "list what was done before"),
    ("git clada doctor", "say what works here"),
];
const STEPPED_BACK: [Step; 3] = [
    ("git clada forward --tip", "go back to the session's tip"),
    ("git clada session fork", "go another way from here"),
    ("git clada diff", "show what the session has changed so far"),
];
const APPROVALS: [Step; 3] = [
    ("git clada allow", "be asked about the commands that wait"),
    ("git clada show", "show what the response did"),
    ("git clada undo", "take it back"),
];
const IN_SESSION: [Step; 3] = [
    ("git clada diff", "show what the session has changed"),
    ("git clada undo", "take back the newest response"),
    ("git clada land", "take the commits home to the branch that it began on"),
];
const SOMETHING_DONE: [Step; 3] = [
    ("git clada show", "show what was done"),
    ("git clada undo", "take it back"),
    ("git clada apply FILE", "apply another response"),
];
const NOTHING_YET: [Step; 3] = [
    ("git clada prompt", "print the instructions to give to a model"),
    ("git clada apply FILE", "apply what it wrote, as one commit"),
    ("git clada demo", "see all of it in a temporary repository"),
];

/// Prints where things stand, and what could be done next. Changes nothing.
pub fn run(context: &mut Context) -> Result<Exit, Failure> {
    let (state, steps) = match Repo::discover_any(&context.directory) {
        Err(GitError::NoRepository(_)) => {
            context.obey_user();
            ("not in a git repository\n".to_owned(), OUTSIDE)
        }
        _ => here(context)?,
    };
    let mut text = state;
    let widest = steps.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    text.push_str("\nnext\n");
    for (command, about) in steps {
        // A `String` takes whatever is written to it.
        let _ = writeln!(text, "  {command:widest$}  {about}");
    }
    text.push_str("\n`git clada -h` lists all commands.\n");
    context.print(&text);
    Ok(Exit::Success)
}

fn here(context: &mut Context) -> Result<(String, [Step; 3]), Failure> {
    let repo = context.repository_or_bare()?;
    let facts = inspect::status(&repo)?;
    let mut state = status_text(&facts, &context.stdout.text_options());
    if inspect::waits_for_recovery(&repo) {
        state.push_str("recovery   a run that was interrupted waits for it\n");
        return Ok((state, INTERRUPTED));
    }
    Ok((state, steps(&facts)))
}

fn steps(facts: &StatusFacts) -> [Step; 3] {
    let StatusFacts { session, way_on, undo, approvals, .. } = facts;
    if way_on.is_some() {
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
