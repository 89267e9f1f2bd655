//! Which files a command leaves are git's to ignore.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet},
    io::Read,
};

use crate::{
    base::RepoPath,
    git::{self, Ignores, Repo},
    policy::{Access, Gate},
    workspace::Overlay,
};

/// The longest `.gitignore` that is read, in bytes.
const MAX_PATTERNS: u64 = 1024 * 1024;

/// Tells which untracked files git ignores, by the patterns as the actions have left them. What
/// it has found out of a directory it remembers: commands leave thousands of files in a few.
pub struct Ignored<'r> {
    repo: Option<&'r Repo>,
    /// The `.gitignore` files that the actions left.
    pending: BTreeMap<RepoPath, Option<Vec<u8>>>,
    state: RefCell<State<'r>>,
}

#[derive(Default)]
struct State<'r> {
    levels: HashMap<RepoPath, Option<Ignores<'r>>>,
    dirs: HashMap<RepoPath, bool>,
    /// The tracked files that patterns name all the same, and the directories above them.
    tracked: Option<HashSet<RepoPath>>,
}

impl<'r> Ignored<'r> {
    /// Without a repository nothing is ignored.
    #[must_use]
    pub fn new(repo: Option<&'r Repo>, overlay: &Overlay, gate: &Gate) -> Self {
        let mut pending = BTreeMap::new();
        for rel in overlay.pending_named(".gitignore".into()) {
            let read = || {
                let path = gate.grant_in(&rel, Access::Entry).ok()?;
                let mut content = Vec::new();
                overlay.stream(&path).ok()?.take(MAX_PATTERNS).read_to_end(&mut content).ok()?;
                Some(content)
            };
            let content = read();
            pending.insert(rel, content);
        }
        Self { repo, pending, state: RefCell::default() }
    }

    /// Whether git ignores a path that it does not track.
    #[must_use]
    pub fn is_ignored(&self, path: &RepoPath) -> bool {
        let Some(repo) = self.repo else { return false };
        let mut state = self.state.borrow_mut();
        if !self.matches(path, (repo, &mut state)) {
            return false;
        }
        self.is_untracked(path, (repo, &mut state))
    }

    /// Whether git ignores a directory with all that is in it, and tracks nothing there.
    #[must_use]
    pub fn is_ignored_dir(&self, dir: &RepoPath) -> bool {
        let Some(repo) = self.repo else { return false };
        let mut state = self.state.borrow_mut();
        self.ignores_dir(dir, (repo, &mut state)) && self.is_untracked(dir, (repo, &mut state))
    }

    fn is_untracked(&self, path: &RepoPath, (repo, state): (&'r Repo, &mut State<'r>)) -> bool {
        // Where patterns have just been changed, git does not know yet what they name.
        let known = state.tracked.get_or_insert_with(|| tracked(repo, self.pending.is_empty()));
        !known.contains(path)
    }

    /// Whether a walk passes a path over: an untracked file that git ignores, or a directory (`true`)
    /// that it ignores with all that is in it.
    #[must_use]
    pub fn passes(&self, path: &RepoPath, is_dir: bool) -> bool {
        if !is_dir {
            return self.is_ignored(path);
        }
        self.repo.is_some_and(|repo| self.ignores_dir(path, (repo, &mut self.state.borrow_mut())))
    }

    /// The tracked files that patterns name all the same.
    #[must_use]
    pub fn tracked_all_the_same(&self) -> HashSet<RepoPath> {
        self.repo.map(|repo| tracked(repo, true)).unwrap_or_default()
    }

    fn matches(&self, path: &RepoPath, (repo, state): (&'r Repo, &mut State<'r>)) -> bool {
        let Some(parent) = path.parent() else { return false };
        self.ignores_dir(&parent, (repo, state))
            || self
                .level(&parent, (repo, state))
                .is_some_and(|level| level.is_ignored(path).unwrap_or(false))
    }

    fn ignores_dir(&self, dir: &RepoPath, (repo, state): (&'r Repo, &mut State<'r>)) -> bool {
        if let Some(&known) = state.dirs.get(dir) {
            return known;
        }
        let ignored = dir.parent().is_some_and(|parent| {
            self.ignores_dir(&parent, (repo, state))
                || self
                    .level(&parent, (repo, state))
                    .is_some_and(|level| level.is_ignored_dir(dir).unwrap_or(false))
        });
        state.dirs.insert(dir.clone(), ignored);
        ignored
    }

    /// The patterns that hold in a directory.
    fn level<'s>(
        &self,
        dir: &RepoPath,
        (repo, state): (&'r Repo, &'s mut State<'r>),
    ) -> Option<&'s mut Ignores<'r>> {
        let level = state.levels.entry(dir.clone()).or_insert_with(|| {
            let pending = self.pending.iter();
            let pending = pending.map(|(path, content)| (path.clone(), content.as_deref()));
            let probe = dir.join("x".into());
            Ignores::new(repo, &[&probe], &pending.collect()).ok()
        });
        level.as_mut()
    }
}

/// The tracked files, or those of them that patterns name, and the directories above them. git is
/// asked, and only where a command has left something that patterns name.
fn tracked(repo: &Repo, named: bool) -> HashSet<RepoPath> {
    let args = ["-c", "core.fsmonitor=", "ls-files", "-z", "-c", "-i", "--exclude-standard"];
    let count = if named { args.len() } else { 5 };
    let listed = git::cli::run(repo.worktree(), args.get(..count).unwrap_or(&args));
    let listed = listed.unwrap_or_default();
    let mut tracked = HashSet::new();
    for path in listed.split(|&byte| byte == 0).filter_map(|path| RepoPath::new(path.to_vec())) {
        tracked.extend(path.ancestors());
        tracked.insert(path);
    }
    tracked
}
