//! A repository that is open: where it is, what it is set to, where its HEAD stands.

use std::path::{Path, PathBuf};

use gix::ObjectId;

use super::reach::Reach;
use super::{GitError, Head, Settings, open};

/// Blobs from this size on are not kept in memory but written at once.
const BIG_BLOB: usize = 1 << 20;

/// How many symbolic refs are followed to an object, as in git.
const SYMBOLIC_DEPTH: usize = 5;

/// An open repository with a worktree, or a bare one.
pub struct Repo {
    pub(super) inner: gix::Repository,
    worktree: PathBuf,
    pub(super) reach: Reach,
}

impl std::fmt::Debug for Repo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Repo").field("worktree", &self.worktree).finish_non_exhaustive()
    }
}

impl Repo {
    /// Opens the repository that `dir` is in, as git finds it: `GIT_DIR` and `GIT_WORK_TREE` are
    /// obeyed. A bare one is refused.
    pub fn discover(dir: &Path) -> Result<Self, GitError> {
        Self::discover_any(dir)?.with_worktree()
    }

    /// The same; it may be bare.
    pub fn discover_any(dir: &Path) -> Result<Self, GitError> {
        Self::of(open::find(dir)?, dir)
    }

    /// Another worktree of this one, open already, by absolute paths.
    pub(super) fn opened(&self, found: gix::Repository) -> Result<Self, GitError> {
        Ok(Self { reach: self.reach.clone(), ..Self::of(found, Path::new("/"))? })
    }

    fn of(found: gix::Repository, dir: &Path) -> Result<Self, GitError> {
        open::check(&found)?;
        let worktree = dir.join(found.workdir().unwrap_or_else(|| found.git_dir()));
        let worktree = worktree
            .canonicalize()
            .map_err(GitError::io(format!("find the worktree `{}`", worktree.display())))?;
        Ok(Self { inner: found.with_object_memory(), worktree, reach: Reach::default() })
    }

    /// The repository, which must have a worktree.
    pub fn with_worktree(self) -> Result<Self, GitError> {
        if self.is_bare() { Err(GitError::Bare(self.git_dir().to_owned())) } else { Ok(self) }
    }

    /// Whether it has no worktree, and so no files to work on.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.inner.workdir().is_none()
    }

    /// The worktree's top, absolute, without symlinks. A bare repository has its git directory
    /// there, in which the gate grants nothing.
    #[must_use]
    pub fn worktree(&self) -> &Path {
        &self.worktree
    }

    /// The git directory of this worktree.
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        self.inner.git_dir()
    }

    /// The git directory that all worktrees of the repository share.
    #[must_use]
    pub fn common_dir(&self) -> &Path {
        self.inner.common_dir()
    }

    /// Where the index is.
    #[must_use]
    pub fn index_path(&self) -> PathBuf {
        self.inner.index_path()
    }

    /// How objects are named here.
    #[must_use]
    pub fn object_hash(&self) -> gix::hash::Kind {
        self.inner.object_hash()
    }

    /// The id of this worktree where it is a linked one.
    #[must_use]
    pub fn worktree_id(&self) -> Option<String> {
        let linked = self.git_dir() != self.common_dir();
        let name = self.git_dir().file_name().filter(|_| linked)?;
        Some(name.to_string_lossy().into_owned())
    }

    /// What is in progress (`a merge`, `a rebase`, …), if anything.
    #[must_use]
    pub fn in_progress(&self) -> Option<&'static str> {
        use gix::state::InProgress as P;
        self.inner.state().map(|state| match state {
            P::ApplyMailbox | P::ApplyMailboxRebase => "an am",
            P::Bisect => "a bisect",
            P::CherryPick | P::CherryPickSequence => "a cherry-pick",
            P::Merge => "a merge",
            P::Rebase | P::RebaseInteractive => "a rebase",
            P::Revert | P::RevertSequence => "a revert",
        })
    }

    /// Where HEAD stands now, read anew.
    pub fn head(&self) -> Result<Head, GitError> {
        let head = self.inner.head().map_err(GitError::storage("read HEAD"))?;
        Ok(match head.kind {
            gix::head::Kind::Unborn(name) => {
                Head::Branch { name: open::text(name.as_bstr())?, commit: None }
            }
            gix::head::Kind::Symbolic(branch) => {
                let name = open::text(branch.name.as_bstr())?;
                let commit =
                    self.inner.head_id().map_err(GitError::storage(format!("read `{name}`")))?;
                Head::Branch { name, commit: Some(commit.detach()) }
            }
            gix::head::Kind::Detached { target, .. } => Head::Detached { commit: target },
        })
    }

    /// What a ref points at, through symbolic refs; `None` where there is no such ref.
    pub fn read_ref(&self, name: &str) -> Result<Option<ObjectId>, GitError> {
        let failed = || GitError::storage(format!("read `{name}`"));
        let mut found = self.inner.try_find_reference(name).map_err(failed())?;
        for _ in 0..SYMBOLIC_DEPTH {
            let Some(next) = found.as_ref().and_then(gix::Reference::follow) else { break };
            found = Some(next.map_err(failed())?);
        }
        Ok(found.and_then(|found| found.target().try_id().map(ToOwned::to_owned)))
    }

    /// Whether there are refs whose full names begin so, such as `refs/heads/clada/main/`.
    pub fn has_refs_below(&self, prefix: &str) -> Result<bool, GitError> {
        let failed = || GitError::storage(format!("list the refs below `{prefix}`"));
        let refs = self.inner.references().map_err(failed())?;
        let mut below = refs.prefixed(prefix).map_err(failed())?;
        Ok(below.next().is_some())
    }

    /// The refs whose full names begin so, by name, and what they point at.
    pub fn refs_below(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, GitError> {
        let failed = || GitError::storage(format!("list the refs below `{prefix}`"));
        let refs = self.inner.references().map_err(failed())?;
        let mut found = Vec::new();
        for each in refs.prefixed(prefix).map_err(failed())? {
            let each = each.map_err(GitError::storage("read a ref"))?;
            if let Some(id) = each.target().try_id() {
                found.push((each.name().as_bstr().to_string(), id.to_owned()));
            }
        }
        Ok(found)
    }

    /// Whether the HEAD of another worktree is on the branch.
    #[must_use]
    pub fn is_checked_out_elsewhere(&self, branch: &str) -> bool {
        let linked = fs_err::read_dir(self.common_dir().join("worktrees"));
        let linked = linked.into_iter().flatten().flatten().map(|entry| entry.path());
        let here = self.git_dir().canonicalize().ok();
        let head = format!("ref: {branch}");
        // A bare repository's own HEAD checks nothing out.
        let bare = self.settings().boolean("core.bare").unwrap_or(false);
        let main = Some(self.common_dir().to_owned()).filter(|_| !bare);
        linked.chain(main).any(|git_dir| {
            git_dir.canonicalize().ok() != here
                && fs_err::read_to_string(git_dir.join("HEAD"))
                    .is_ok_and(|is| is.trim_end() == head)
        })
    }

    /// The commit, tag or tree that `spec` names, as `git rev-parse` reads it, peeled to a
    /// commit.
    pub fn resolve_commit(&self, spec: &str) -> Result<ObjectId, GitError> {
        let failed = || GitError::storage(format!("find the commit `{spec}`"));
        let id = self.inner.rev_parse_single(spec).map_err(failed())?;
        let object = id.object().map_err(failed())?;
        Ok(object.peel_to_commit().map_err(failed())?.id)
    }

    /// The settings under `clada.*` and what else of git's is needed.
    #[must_use]
    pub fn settings(&self) -> Settings<'_> {
        Settings::of(self.inner.config_snapshot())
    }

    /// A blob's content, whatever `git replace` would show in its place.
    pub fn blob(&self, id: ObjectId) -> Result<Vec<u8>, GitError> {
        self.recorded_blob(id)
    }

    /// Adds a blob to the new objects, if the object database has it not. It is in the object
    /// database after [`Repo::flush_objects`].
    pub fn write_blob(&self, content: &[u8]) -> Result<ObjectId, GitError> {
        if content.len() >= BIG_BLOB {
            return self.write_big_blob(content);
        }
        let written = self.inner.write_blob(content).map_err(GitError::storage("write a blob"))?;
        Ok(written.detach())
    }

    /// The id that a blob of this content has; nothing is written.
    pub fn blob_id(&self, content: &[u8]) -> Result<ObjectId, GitError> {
        blob_id(self.object_hash(), content)
    }
}

/// The id that a blob of this content has where objects are named by that hash.
pub fn blob_id(hash: gix::hash::Kind, content: &[u8]) -> Result<ObjectId, GitError> {
    gix::objs::compute_hash(hash, gix::objs::Kind::Blob, content)
        .map_err(GitError::storage("hash a file"))
}

/// Names a content where there is no repository: the id that git would give it.
pub fn content_id(content: &[u8]) -> Result<ObjectId, GitError> {
    blob_id(gix::hash::Kind::Sha1, content)
}
