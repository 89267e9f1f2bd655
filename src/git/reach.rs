//! What responses may write. No hook that lies there is run: what it does would be a response's to
//! say.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::base::settings::ALLOW_ROOT;

use super::Repo;

/// What one run knows of it; repositories that are opened from one another share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach(Rc<Known>);

#[derive(Debug, Default)]
struct Known {
    /// Directories that responses may write beside the worktrees.
    roots: RefCell<BTreeSet<PathBuf>>,
    /// The hooks that were not run.
    passed_over: RefCell<BTreeSet<PathBuf>>,
}

impl Repo {
    /// Notes directories that responses may write in this run beside the worktrees.
    pub fn is_written_below(&self, roots: &[PathBuf]) {
        self.reach.0.roots.borrow_mut().extend(roots.iter().cloned());
    }

    /// The hooks that were not run since this was asked last, as they were found.
    #[must_use]
    pub fn take_passed_over(&self) -> Vec<PathBuf> {
        self.reach.0.passed_over.take().into_iter().collect()
    }

    /// Whether a hook lies where responses may write, and is not to be run; that is remembered.
    pub(super) fn passes_over(&self, hook: &Path) -> bool {
        let is_reached = self.is_reached(hook);
        if is_reached {
            let shown = hook.strip_prefix(self.worktree()).unwrap_or(hook);
            self.reach.0.passed_over.borrow_mut().insert(shown.to_owned());
        }
        is_reached
    }

    /// Whether there is such a file and a response may write it, links followed: it lies in a
    /// worktree of this repository or an allowed root, and not in a git directory therein.
    pub fn is_reached(&self, file: &Path) -> bool {
        let Ok(real) = file.canonicalize() else { return false };
        let depth = |dir: &PathBuf| {
            let dir = dir.canonicalize().ok().filter(|dir| real.starts_with(dir))?;
            Some(dir.components().count())
        };
        let own = [self.git_dir().to_owned(), self.common_dir().to_owned()];
        let reached = self.checkouts().into_iter().chain(self.allowed_roots());
        reached.filter_map(|dir| depth(&dir)).max() > own.iter().filter_map(depth).max()
    }

    pub(super) fn checkouts(&self) -> Vec<PathBuf> {
        let here = Some(self.worktree().to_owned()).filter(|_| !self.is_bare());
        let linked = self.linked_worktrees().unwrap_or_default();
        let linked = linked.into_iter().map(|linked| linked.path);
        here.into_iter().chain(self.main_worktree()).chain(linked).collect()
    }

    fn allowed_roots(&self) -> Vec<PathBuf> {
        let set = self.settings().paths(ALLOW_ROOT.key).into_iter();
        let set = set.map(|root| self.worktree().join(root));
        set.chain(self.reach.0.roots.borrow().iter().cloned()).collect()
    }
}
