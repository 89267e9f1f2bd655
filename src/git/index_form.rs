//! Split and sparse indexes: git makes a whole index of them, and of a whole one the like of them.
//!
//! It does so with copies in the git directory, and the index itself is written as any other: so its
//! lock, its permissions and its mtime are not git's business here.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use tempfile::TempPath;

use crate::base::FileTime;

use super::index::{IndexBytes, IndexForm, IndexOptions, Patched};
use super::{GitError, Repo, cli};

/// Before the command: nothing of the user's runs for a copy.
const NO_HOOKS: [&str; 2] = ["-c", "core.hooksPath=/dev/null"];

impl Repo {
    /// The index as one that holds all entries itself.
    pub fn whole_index(
        &self,
        index: &IndexBytes,
        options: IndexOptions,
    ) -> Result<IndexBytes, GitError> {
        let settings = ["-c", "core.splitIndex=false", "-c", "index.sparse=false"];
        let update = ["update-index", "--no-split-index", "--force-write-index"];
        let args = [&NO_HOOKS[..], &settings, &update].concat();
        self.converted(&args, (index.as_bytes(), Some(index.mtime())), options)
    }

    /// What git makes of a whole index where the one before was of that form: a like one, unless the
    /// user's settings say otherwise by now. `latest`: as for [`super::IndexLock::fill`].
    pub fn index_of_form(
        &self,
        form: IndexForm,
        (whole, latest): (&Patched<'_>, Option<FileTime>),
        options: IndexOptions,
    ) -> Result<IndexBytes, GitError> {
        let split = self.settings().boolean("core.splitIndex") != Some(false);
        let update: &[&str] = match form {
            IndexForm::Split if split => &["update-index", "--split-index", "--force-write-index"],
            IndexForm::Split | IndexForm::Sparse => &["update-index", "--force-write-index"],
        };
        let args = [&NO_HOOKS[..], update].concat();
        let whole = whole.to_vec().map_err(GitError::io("make the new index"))?;
        self.converted(&args, (&whole, latest), options)
    }

    /// Writes an index to a file of its own, of no later mtime than that, lets git do something to
    /// it, and reads what came of it.
    fn converted(
        &self,
        args: &[&str],
        (index, latest): (&[u8], Option<FileTime>),
        options: IndexOptions,
    ) -> Result<IndexBytes, GitError> {
        let copy = self.copy_for_git(index, latest);
        let copy = copy.map_err(GitError::io("write a copy of the index"))?;
        let path: &Path = &copy;
        cli::run_for(self, args, &[("GIT_INDEX_FILE", OsStr::new(path))])?;
        IndexBytes::open(path, options)
            .map_err(GitError::storage("read what git made of the index"))
    }

    fn copy_for_git(&self, index: &[u8], latest: Option<FileTime>) -> std::io::Result<TempPath> {
        let directory = self.git_dir().canonicalize()?.join("clada");
        fs_err::create_dir_all(&directory)?;
        let mut copy = tempfile::Builder::new().prefix("index-").tempfile_in(directory)?;
        copy.write_all(index)?;
        if let Some((seconds, nanoseconds)) = latest {
            // What git takes for unchanged depends on it.
            let since = Duration::new(u64::try_from(seconds).unwrap_or_default(), nanoseconds);
            let file = copy.as_file();
            let latest = UNIX_EPOCH + since;
            if file.metadata()?.modified()? > latest {
                file.set_modified(latest)?;
            }
        }
        Ok(copy.into_temp_path())
    }
}
