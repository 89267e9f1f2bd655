//! What a person does in the worktree, before and between operations.

use super::table::NAMES;
use crate::env::Repo;

/// Something that a person does to a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    /// Writes it.
    Edit,
    /// Writes and stages it.
    Stage,
    /// Stages one content and leaves another.
    StageThenEdit,
    /// Deletes it.
    Delete,
    /// `git rm`.
    Remove,
    /// Makes it executable.
    Executable,
}

pub(super) const WORKS: [Work; 6] =
    [Work::Edit, Work::Stage, Work::StageThenEdit, Work::Delete, Work::Remove, Work::Executable];

/// Does it, where it can be done.
pub(super) fn work(repo: &Repo<'_>, n: usize, work: Work) {
    let name = NAMES[n % NAMES.len()];
    let path = repo.path(name);
    let above_is_file = path.ancestors().skip(1).any(std::path::Path::is_file);
    if path.is_dir() || above_is_file {
        return;
    }
    match work {
        Work::Edit => repo.write(name, "line of mine\n"),
        Work::Stage => {
            repo.write(name, "line that is staged\n");
            repo.git(&["add", "-f", "--", name]);
        }
        Work::StageThenEdit => {
            repo.write(name, "line that is staged\n");
            repo.git(&["add", "-f", "--", name]);
            repo.write(name, "line that is not\n");
        }
        Work::Delete if path.is_file() => fs_err::remove_file(path).expect("a file"),
        Work::Remove => drop(repo.try_git(&["rm", "-qf", "--ignore-unmatch", "--", name])),
        Work::Executable if path.is_file() => repo.chmod(name, 0o755),
        Work::Delete | Work::Executable => {}
    }
}
