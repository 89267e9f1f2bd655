//! Linked worktrees: which there are, making one, removing one. git itself makes and removes
//! them, so that sparse checkout, filters and hooks are as it has them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::at_work::AtWork;
use super::{GitError, Repo, cli};
use crate::base::failpoint::around;

/// Why git must not prune a worktree that is not whole yet. One that bears it although nobody is
/// making it was cut off.
const BEING_MADE: &str = "git-clada is making this worktree";
/// The names of git directories that stand in the directory that people call the repository.
const HIDDEN: [&str; 2] = [".git", ".bare"];

/// A linked worktree, whether or not its directory is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedWorktree {
    /// Its name among the repository's worktrees.
    pub id: String,
    /// Its top.
    pub path: PathBuf,
    /// Its git directory.
    pub git_dir: PathBuf,
    /// What its HEAD holds: `ref: refs/heads/main`, or a commit in hexadecimal.
    pub head: String,
    /// Why git may not prune or remove it, where someone has locked it.
    pub locked: Option<String>,
}

impl LinkedWorktree {
    /// The full name of the branch that it is on.
    #[must_use]
    pub fn branch(&self) -> Option<&str> {
        self.head.strip_prefix("ref: ")
    }

    /// Whether its directory is there.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.path.join(".git").exists()
    }

    /// Whether it was being made and is not whole yet.
    #[must_use]
    pub fn is_being_made(&self) -> bool {
        self.locked.as_deref() == Some(BEING_MADE)
    }

    /// Whether git has checked its files out to the end: it writes the index last.
    #[must_use]
    pub fn is_checked_out(&self) -> bool {
        self.git_dir.join("index").exists()
    }

    /// Declares it whole, or gives it free.
    pub fn unlock(&self) -> Result<(), GitError> {
        let unlocked =
            around("unlock worktree", || fs_err::remove_file(self.git_dir.join("locked")));
        unlocked.map_err(GitError::io(format!("unlock the worktree `{}`", self.path.display())))
    }

    /// Whether submodules alone may keep git from removing it: it takes each for changed, also one
    /// that was never checked out.
    fn is_clean_with_submodules(&self, repo: &Repo) -> bool {
        let has = self.path.join(".gitmodules").exists() && !self.git_dir.join("modules").exists();
        has && self.locked.is_none() && self.uncommitted(repo).is_ok_and(|holds| holds.is_empty())
    }

    /// What it holds that is in no commit: what is changed, staged, untracked or ignored, as
    /// `git status` writes it.
    pub fn uncommitted(&self, repo: &Repo) -> Result<Vec<String>, GitError> {
        self.status(repo, |_| true)
    }

    /// The same but for files that are gone, as git leaves them where it is cut off removing it.
    pub fn holds(&self, repo: &Repo) -> Result<Vec<String>, GitError> {
        self.status(repo, |state| state != b" D")
    }

    /// Puts the file back that names the repository, where its directory stands without: git was
    /// cut off removing it, and would not know it for a worktree any more.
    pub fn name_repository(&self) -> Result<(), GitError> {
        let link = self.path.join(".git");
        if !self.path.is_dir() || link.symlink_metadata().is_ok() {
            return Ok(());
        }
        let write = || {
            let git_dir = fs_err::canonicalize(&self.git_dir)?;
            let names = [b"gitdir: ", git_dir.as_os_str().as_encoded_bytes(), b"\n"].concat();
            fs_err::write(&link, names)
        };
        around("name repository", write)
            .map_err(GitError::io(format!("mend the worktree `{}`", self.path.display())))
    }

    /// Puts the files back that are in its index and gone from its directory; those that are there
    /// stay as they are.
    pub fn restore_missing(&self, repo: &Repo) -> Result<(), GitError> {
        self.name_repository()?;
        let place = cli::Place { directory: &self.path, git_dir: &self.git_dir };
        let what = format!("restore the files of `{}`", self.path.display());
        let settings = repo.without_distrusted(None);
        let args = ["checkout-index", "--all", "--quiet"].map(OsStr::new);
        let args: Vec<&OsStr> = settings.iter().map(OsStr::new).chain(args).collect();
        // It fails where a file stands whose times are not those in the index, and goes on.
        let ran = around("restore worktree", || {
            Ok::<_, std::io::Error>(cli::run_in(place, &args, &what))
        });
        let ran = ran.map_err(GitError::io(&*what))?;
        if self.status(repo, |state| state == b" D")?.is_empty() { Ok(()) } else { ran.map(drop) }
    }

    fn status(&self, repo: &Repo, counts: impl Fn(&[u8]) -> bool) -> Result<Vec<String>, GitError> {
        let args = ["status", "--porcelain", "-z", "--ignored", "--no-renames"];
        let args = [&args[..], &["--untracked-files=normal", "--ignore-submodules=none"]].concat();
        let settings = repo.without_distrusted(None);
        let settings = settings.iter().map(OsStr::new);
        let args: Vec<&OsStr> = settings.chain(args.into_iter().map(OsStr::new)).collect();
        let place = cli::Place { directory: &self.path, git_dir: &self.git_dir };
        let what = format!("look through the worktree `{}`", self.path.display());
        let status = cli::run_in(place, &args, &what);
        let status = status.map_err(|error| repo.told_of_distrusted(error, None))?;
        let lines = status.split_str("\0").filter(|line| line.get(..2).is_some_and(&counts));
        Ok(lines.map(|line| line.get(3..).unwrap_or(line).to_str_lossy().into_owned()).collect())
    }
}

impl Repo {
    /// The linked worktrees, by id.
    pub fn linked_worktrees(&self) -> Result<Vec<LinkedWorktree>, GitError> {
        let found = self.inner.worktrees().map_err(GitError::storage("list the worktrees"))?;
        let linked = found.into_iter().filter_map(|proxy| {
            let git_dir = proxy.git_dir().to_owned();
            Some(LinkedWorktree {
                id: proxy.id().ok()?.to_string(),
                path: proxy.base().ok()?,
                head: fs_err::read_to_string(git_dir.join("HEAD")).ok()?.trim_end().to_owned(),
                locked: proxy.lock_reason().map(|reason| reason.to_string()),
                git_dir,
            })
        });
        Ok(linked.collect())
    }

    /// The linked worktree whose HEAD is on the branch.
    pub fn worktree_of_branch(&self, branch: &str) -> Result<Option<LinkedWorktree>, GitError> {
        let linked = self.linked_worktrees()?;
        Ok(linked.into_iter().find(|linked| linked.branch() == Some(branch)))
    }

    /// The top of the worktree, main or linked, whose HEAD is on the branch.
    pub fn checked_out_at(&self, branch: &str) -> Result<Option<PathBuf>, GitError> {
        if let Some(linked) = self.worktree_of_branch(branch)? {
            return Ok(Some(linked.path));
        }
        let Some(main) = self.main_worktree() else { return Ok(None) };
        let head = fs_err::read_to_string(self.common_dir().join("HEAD"));
        let is_on = head.is_ok_and(|head| head.trim_end().strip_prefix("ref: ") == Some(branch));
        Ok(is_on.then_some(main))
    }

    /// The same for a worktree that is not this one.
    pub fn checked_out_elsewhere(&self, branch: &str) -> Result<Option<PathBuf>, GitError> {
        let here = self.worktree();
        let other = |path: &PathBuf| path.canonicalize().map_or(true, |path| path != here);
        Ok(self.checked_out_at(branch)?.filter(other))
    }

    /// Opens the other worktree, main or linked, whose HEAD is on the branch, whatever the
    /// environment says.
    pub fn open_elsewhere(&self, branch: &str) -> Result<Option<Self>, GitError> {
        if self.checked_out_elsewhere(branch)?.is_none() {
            return Ok(None);
        }
        if let Some(linked) = self.worktree_of_branch(branch)? {
            return self.open_linked(&linked).map(Some);
        }
        self.open_main().map(Some)
    }

    /// Opens the main worktree, whatever the environment says.
    pub fn open_main(&self) -> Result<Self, GitError> {
        let main = self.inner.main_repo();
        self.opened(main.map_err(GitError::storage("open the main worktree"))?)
    }

    /// Opens a linked worktree, whatever the environment says.
    pub fn open_linked(&self, linked: &LinkedWorktree) -> Result<Self, GitError> {
        let failed = || GitError::storage(format!("open `{}`", linked.path.display()));
        let found = self.inner.worktrees().map_err(failed())?;
        let proxy = found.into_iter().find(|proxy| proxy.git_dir() == linked.git_dir);
        let proxy = proxy.ok_or_else(|| GitError::NoRepository(linked.path.clone()))?;
        self.opened(proxy.into_repo().map_err(failed())?)
    }

    /// The top of the main worktree; none in a bare repository.
    #[must_use]
    pub fn main_worktree(&self) -> Option<PathBuf> {
        if self.worktree_id().is_none() {
            return Some(self.worktree().to_owned()).filter(|_| !self.is_bare());
        }
        let main = self.inner.main_repo().ok()?;
        main.workdir().and_then(|dir| dir.canonicalize().ok())
    }

    /// The directory that people call the repository: the main worktree's top or, where that is
    /// bare, the git directory, unless that is hidden in one.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        let common = || {
            let common = self.common_dir();
            let common = common.canonicalize().unwrap_or_else(|_| common.to_owned());
            match (common.file_name().and_then(OsStr::to_str), common.parent()) {
                (Some(name), Some(parent)) if HIDDEN.contains(&name) => parent.to_owned(),
                _ => common,
            }
        };
        self.main_worktree().unwrap_or_else(common)
    }

    /// Makes a linked worktree at a commit, HEAD detached, and locks it until it is whole. Where
    /// git breaks off, it removes what it made. Another git that is at such work is waited for up to
    /// `timeout`, here and where one is removed.
    pub fn add_worktree(
        &self,
        path: &Path,
        at: ObjectId,
        timeout: Duration,
    ) -> Result<LinkedWorktree, GitError> {
        let (what, commit) = (format!("make the worktree `{}`", path.display()), at.to_string());
        let above = Above::look(path);
        let settings = [self.checkout_hooks(), self.without_distrusted(Some(at))].concat();
        let add = ["worktree", "add", "--quiet", "--detach", "--lock", "--reason", BEING_MADE];
        let mut args: Vec<&OsStr> = settings.iter().map(OsStr::new).collect();
        args.extend(add.map(OsStr::new));
        args.extend([path.as_os_str(), OsStr::new(&commit)]);
        let made = self.run_step("make worktree", (&args, &what), timeout);
        let made = made.map_err(|error| self.told_of_distrusted(error, Some(at)));
        let real = path.canonicalize();
        let linked = self.linked_worktrees()?;
        let is_it = |linked: &LinkedWorktree| {
            linked.is_being_made()
                && real
                    .as_ref()
                    .is_ok_and(|real| linked.path.canonicalize().ok().as_ref() == Some(real))
        };
        match (made, linked.into_iter().find(is_it)) {
            (Ok(_), Some(linked)) => Ok(linked),
            // A hook that runs after the checkout said no.
            (Err(error), Some(linked)) => {
                self.remove_worktree(&linked, Removal::Forced, timeout)?;
                above.clear();
                Err(error)
            }
            (Err(error), None) => {
                above.clear();
                Err(error)
            }
            (Ok(_), None) => Err(GitError::NoRepository(path.to_owned())),
        }
    }

    /// Removes a linked worktree.
    pub fn remove_worktree(
        &self,
        linked: &LinkedWorktree,
        how: Removal,
        timeout: Duration,
    ) -> Result<(), GitError> {
        let what = format!("remove the worktree `{}`", linked.path.display());
        let settings = self.without_distrusted(None);
        let mut args: Vec<&OsStr> = settings.iter().map(OsStr::new).collect();
        args.extend(["worktree", "remove"].map(OsStr::new));
        if how == Removal::Forced {
            // Once for what it holds, once more for the lock.
            args.extend(["--force", "--force"].map(OsStr::new));
        }
        args.push(linked.path.as_os_str());
        let removed = self.run_step("remove worktree", (&args, &what), timeout);
        if removed.is_err() && how == Removal::Careful && linked.is_clean_with_submodules(self) {
            return self.remove_worktree(linked, Removal::Forced, timeout);
        }
        removed.map_err(|error| self.told_of_distrusted(error, None))?;
        Above::of_made(&linked.path).clear();
        Ok(())
    }

    /// Removes what is left of what git knew of a linked worktree, where it was cut off removing
    /// that: too little to be a worktree's.
    pub fn remove_remains(&self, id: &str) -> Result<(), GitError> {
        let dir = self.common_dir().join("worktrees").join(id);
        if !dir.exists() || self.linked_worktrees()?.iter().any(|linked| linked.id == id) {
            return Ok(());
        }
        around("remove remains", || fs_err::remove_dir_all(&dir))
            .map_err(GitError::io(format!("remove `{}`", dir.display())))
    }

    /// Runs git on the repository, as one change of the disk.
    fn run_step(
        &self,
        step: &'static str,
        (args, what): (&[&OsStr], &str),
        timeout: Duration,
    ) -> Result<Vec<u8>, GitError> {
        let at_work = AtWork::take(self.common_dir(), timeout)?;
        let place = cli::Place { directory: self.common_dir(), git_dir: Path::new(".") };
        let ran = around(step, || {
            let run =
                at_work.stdin().and_then(|stdin| cli::run_holding(place, (args, what), stdin));
            Ok::<_, std::io::Error>(run)
        });
        ran.map_err(GitError::io(what))?
    }
}

/// How a worktree is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// git looks whether it holds anything, and refuses then.
    Careful,
    /// All that is in it goes, and a lock too.
    Forced,
}

/// The directory that worktrees of sessions stand in, which goes when it is left empty.
struct Above(Option<PathBuf>);

impl Above {
    /// Before a worktree is made: the directory above it, if there is none yet.
    fn look(path: &Path) -> Self {
        Self(path.parent().filter(|parent| !parent.exists()).map(ToOwned::to_owned))
    }

    /// Above a worktree that was removed: the directory that was made for such, by its name.
    fn of_made(path: &Path) -> Self {
        let ours = |parent: &&Path| parent.extension().is_some_and(|end| end == "clada");
        Self(path.parent().filter(ours).map(ToOwned::to_owned))
    }

    /// Removes it if it is empty.
    fn clear(&self) {
        if let Some(dir) = &self.0 {
            // One that holds something, or is not ours to remove, stays.
            let _ = fs_err::remove_dir(dir);
        }
    }
}
