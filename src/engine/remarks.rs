//! What people are told of an apply besides what came of its actions.

use std::path::PathBuf;

use crate::git::Repo;
use crate::history::{Landed, Published};
use crate::report::escape_line;
use crate::workspace::ChangeSet;
use crate::workspace::view::CarriedChanges;

/// What was written and git does not have.
pub(super) fn on_landing(landed: &Landed) -> Option<String> {
    let paths = listed(&landed.not_committed)?;
    Some(format!("written but not committed (ignored by git, or outside the worktree): {paths}"))
}

/// What the user has edited while the response was written out: those edits stand in the files. And
/// what earlier transactions replaced and is no longer kept.
pub(super) fn on_publishing(published: &Published) -> impl Iterator<Item = String> {
    let edited = listed(&published.edited).map(|paths| {
        format!("changed by someone else since they were written, and left so: {paths}")
    });
    let forgotten = listed(&published.forgotten).map(|paths| {
        format!("what earlier responses replaced here is no longer kept for undo: {paths}")
    });
    edited.into_iter().chain(forgotten)
}

/// The hooks that were not run, for responses may write them.
pub(super) fn on_hooks(repo: &Repo) -> Vec<String> {
    let told = |hook: PathBuf| {
        let hook = hook.display().to_string();
        format!("the hook `{}` was not run: it lies where responses may write", escape_line(&hook))
    };
    repo.take_passed_over().into_iter().map(told).collect()
}

/// Ignored files that commands replace and that undo does not bring back.
pub(super) fn not_kept(changes: &ChangeSet) -> Vec<String> {
    let carried = changes.carried.iter().flat_map(CarriedChanges::told);
    carried.filter(|(_, kept)| !kept).map(|(path, _)| path).collect()
}

/// What a dry run does not show, and what undo does not bring back.
pub(super) fn on_ignored(changes: &ChangeSet, dry_run: bool) -> impl Iterator<Item = String> {
    let carried = changes.carried.iter().flat_map(CarriedChanges::told);
    let carried: Vec<String> = carried.map(|(path, _)| path).collect();
    let shown = listed(&carried).filter(|_| dry_run).map(|paths| {
        format!("commands write ignored files too, which are not shown here: {paths}")
    });
    let lost = listed(&not_kept(changes)).map(|paths| {
        format!(
            "what is replaced here is more than is kept for undo (`clada.keepIgnored`): {paths}"
        )
    });
    shown.into_iter().chain(lost)
}

fn listed(paths: &[String]) -> Option<String> {
    (!paths.is_empty()).then(|| paths.join(", "))
}
