//! Where a working context is kept: a file for each session in the worktree's git directory.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::WorkingContext;
use crate::git::Head;

/// Where a context stands while HEAD is on no session, below `clada` in the git directory.
const OUTSIDE: &str = "context.json";
/// How the name of one begins that is not in its place yet.
const STAGED: &str = ".context";
/// The directory that those of sessions stand in.
const SESSIONS: &str = "context";

/// Why a context cannot be read or written. It stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum ContextError {
    /// The file is damaged, or a newer program's.
    #[error("the working context in `{}` cannot be read: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file system says no.
    #[error("cannot {what} the working context in `{}`", .path.display())]
    Io {
        /// `read` or `write`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// The file that holds the context of one session of a worktree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextStore {
    path: PathBuf,
}

/// A context that is written beside its file and not yet in its place.
#[must_use = "dropped, it leaves the context as it is"]
#[derive(Debug)]
pub struct StagedContext {
    path: PathBuf,
    /// None: the file goes.
    file: Option<NamedTempFile>,
}

impl ContextStore {
    /// Of the session that HEAD is on, or of the worktree where it is on none.
    #[must_use]
    pub fn of(git_dir: &Path, head: &Head) -> Self {
        Self::of_branch(git_dir, head.branch())
    }

    /// Of the session whose branch has that full name.
    #[must_use]
    pub fn of_branch(git_dir: &Path, branch: Option<&str>) -> Self {
        let dir = git_dir.join("clada");
        let session = branch.and_then(|name| name.strip_prefix(crate::history::SESSION_PREFIX));
        let path = match session {
            // As long as `NAME.lock`, so there is room for it where there is for the branch.
            Some(name) => dir.join(SESSIONS).join(format!("{name}.json")),
            None => dir.join(OUTSIDE),
        };
        Self { path }
    }

    /// Removes what a killed process wrote beside the contexts and never put in place.
    pub(in crate::history) fn sweep(git_dir: &Path) {
        let dir = git_dir.join("clada");
        for dir in [dir.join(SESSIONS), dir] {
            for entry in fs_err::read_dir(dir).into_iter().flatten().flatten() {
                let staged = entry.file_name().to_string_lossy().starts_with(STAGED);
                // One that stays is in nobody's way.
                let _ = staged.then(|| fs_err::remove_file(entry.path()));
            }
        }
    }

    /// The context; empty where none was written.
    pub fn load(&self) -> Result<WorkingContext, ContextError> {
        let Some(json) = self.bytes()? else { return Ok(WorkingContext::default()) };
        WorkingContext::from_json(&json)
            .map_err(|why| ContextError::Damaged { path: self.path.clone(), why })
    }

    /// Writes a context beside the file. All that can fail but the last rename has been done then.
    pub fn stage(&self, context: &WorkingContext) -> Result<StagedContext, ContextError> {
        let json = context.to_json().map_err(|error| self.failed("write")(error.into()))?;
        self.stage_bytes(Some(&json))
    }

    /// The same with what stands in another store, byte for byte; nothing, where nothing does.
    pub fn stage_copy(&self, from: &Self) -> Result<StagedContext, ContextError> {
        self.stage_bytes(from.bytes()?.as_deref())
    }

    fn bytes(&self) -> Result<Option<Vec<u8>>, ContextError> {
        match fs_err::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                Ok(None)
            }
            Err(error) => Err(self.failed("read")(error)),
        }
    }

    fn stage_bytes(&self, json: Option<&[u8]>) -> Result<StagedContext, ContextError> {
        let file = json.map(|json| self.write_beside(json)).transpose();
        let file = file.map_err(self.failed("write"))?;
        Ok(StagedContext { path: self.path.clone(), file })
    }

    fn write_beside(&self, json: &[u8]) -> io::Result<NamedTempFile> {
        let dir = self.path.parent().unwrap_or(Path::new("."));
        fs_err::create_dir_all(dir)?;
        let mut file = tempfile::Builder::new().prefix(STAGED).tempfile_in(dir)?;
        file.write_all(json)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    fn failed(&self, what: &'static str) -> impl FnOnce(io::Error) -> ContextError {
        let path = self.path.clone();
        move |source| ContextError::Io { what, path, source }
    }
}

impl StagedContext {
    /// Puts it in its place.
    pub fn put(self) -> Result<(), ContextError> {
        let Self { path, file } = self;
        let put = match file {
            Some(file) => file.persist(&path).map(drop).map_err(|error| error.error),
            None => match fs_err::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
                Ok(()) | Err(_) => Ok(()),
            },
        };
        put.map_err(|source| ContextError::Io { what: "write", path, source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{base::RepoPath, history::Location};

    fn context(path: &str) -> WorkingContext {
        let mut context = WorkingContext::default();
        context.add(Location { root: None, path: RepoPath::new(path).expect("sound") });
        context
    }

    #[test]
    fn each_session_has_its_own_and_so_has_the_worktree() {
        let dir = tempfile::tempdir().expect("a directory");
        let of = |branch| ContextStore::of_branch(dir.path(), branch);
        let branches = [
            None,
            Some("refs/heads/clada/main"),
            Some("refs/heads/clada/a/b%"),
            Some("refs/heads/clada/a"),
        ];
        for (number, branch) in branches.into_iter().enumerate() {
            let staged = of(branch).stage(&context(&number.to_string())).expect("staged");
            assert_eq!(of(branch).load().expect("empty"), WorkingContext::default());
            staged.put().expect("put");
        }
        for (number, branch) in branches.into_iter().enumerate() {
            assert_eq!(of(branch).load().expect("kept"), context(&number.to_string()));
        }
        assert_eq!(of(Some("refs/heads/main")), of(None));
    }

    #[test]
    fn a_copy_is_of_bytes_and_a_copy_of_nothing_removes() {
        let dir = tempfile::tempdir().expect("a directory");
        let outside = ContextStore::of_branch(dir.path(), None);
        let session = ContextStore::of_branch(dir.path(), Some("refs/heads/clada/s"));
        session.stage(&context("old")).expect("staged").put().expect("put");
        session.stage_copy(&outside).expect("staged").put().expect("put");
        assert_eq!(session.load().expect("gone"), WorkingContext::default());
        session.stage_copy(&outside).expect("staged").put().expect("gone already");
        fs_err::write(&outside.path, "damaged").expect("written");
        session.stage_copy(&outside).expect("staged").put().expect("put");
        let error = session.load().expect_err("damaged too");
        assert!(error.to_string().contains("cannot be read"), "{error}");
        assert_eq!(fs_err::read(&session.path).expect("there"), b"damaged");
    }
}
