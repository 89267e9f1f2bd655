//! What `back` and `forward` share: taking a step, and saying what it led to.

use crate::cli::args::OperateArgs;
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::{self, Stepped};
use crate::history::{ConflictKind, Stride};
use crate::report::{Position, StepConflict, StepFacts, step_json, step_text};

/// How the edits that came back and the files that stand can be sorted out.
const CONFLICTS: &str = "\
hint: mend the files, then `git add` each; `git checkout --theirs -- FILE` takes the edit,
hint: `git checkout --ours -- FILE` what was committed; `git clada undo` takes the step back
";

/// Takes a step and says what it led to. Conflicts are a failure of some of it.
pub fn step(stride: Stride, operate: &OperateArgs, context: &mut Context) -> Result<Exit, Failure> {
    let repo = context.repository()?;
    let options = context.operate_options(&repo, &operate.locks)?;
    let stepped = engine::step(&repo, stride, &options)?;
    let facts = facts(stride, stepped);
    if operate.json() {
        context.print_json(&step_json(&facts))?;
    } else {
        let text = step_text(&facts, &context.stdout.text_options());
        context.say(&text);
    }
    if facts.conflicts.is_empty() {
        return Ok(Exit::Success);
    }
    context.print_error(CONFLICTS);
    Ok(Exit::SomeFailed)
}

fn facts(stride: Stride, stepped: Option<Stepped>) -> StepFacts {
    let kind = match stride {
        Stride::Back(_) => "back",
        Stride::Forward(_) | Stride::Tip => "forward",
    };
    let Some(Stepped { operation, arrival }) = stepped else {
        return StepFacts { kind, ..StepFacts::default() };
    };
    let head = operation.head.after;
    let shown = |paths: Vec<crate::base::RepoPath>| paths.iter().map(ToString::to_string).collect();
    let conflicts = arrival.conflicts.into_iter().map(|conflict| StepConflict {
        path: conflict.path.to_string(),
        reason: reason(conflict.kind),
    });
    StepFacts {
        kind,
        operation: Some(operation.id.to_string()),
        session: Some(arrival.session.name),
        steps: arrival.steps,
        branch: head.branch.map(|name| name.trim_start_matches("refs/heads/").to_owned()),
        commit: head.commit.map(|commit| commit.to_string()),
        position: arrival
            .commits
            .map(|commits| Position { commits, steps_back: arrival.steps_back }),
        stashed_files: shown(arrival.stashed),
        restored_files: shown(arrival.restored),
        conflicts: conflicts.collect(),
    }
}

fn reason(kind: ConflictKind) -> &'static str {
    match kind {
        ConflictKind::BothChanged => "the same lines were changed; both are in it, between markers",
        ConflictKind::BothMade => "it was made twice; both are in it, between markers",
        ConflictKind::DeletedHere => "it was deleted by commits; the edited file stands",
        ConflictKind::DeletedByEdit => "the edit had deleted it; the committed file stands",
        ConflictKind::NotText => "no text to merge; the committed file stands, the edit is staged",
        ConflictKind::Staged => {
            "what was staged does not fit and is in the log; the file is merged"
        }
    }
}
