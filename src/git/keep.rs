//! Refs that keep objects from being collected while nothing else names them.

use std::io;

use gix::ObjectId;

use super::{GitError, Repo, cli};
use crate::base::{RepoPath, failpoint::around};

/// No hook has a say: the ref is nobody's but ours, and gone soon.
const QUIETLY: [&str; 5] =
    ["-c", "core.hooksPath=/dev/null", "-c", "core.logAllRefUpdates=false", "update-ref"];

impl Repo {
    /// Keeps an object, and all that it names, until [`Repo::let_go`].
    pub fn keep(&self, name: &str, id: ObjectId) -> Result<(), GitError> {
        let id = id.to_string();
        let keep = || self.update_ref(&["--no-deref", name, &id]);
        around("keep objects", keep).map_err(GitError::io(format!("set `{name}`")))
    }

    /// Lets go of what a ref keeps. One that is not there is fine.
    pub fn let_go(&self, name: &str) -> Result<(), GitError> {
        if self.read_ref(name)?.is_none() {
            return Ok(());
        }
        let let_go = || self.update_ref(&["--no-deref", "-d", name]);
        around("let go of objects", let_go).map_err(GitError::io(format!("remove `{name}`")))
    }

    fn update_ref(&self, args: &[&str]) -> io::Result<()> {
        let done = cli::run_for(self, &[&QUIETLY, args].concat(), &[]);
        done.map(drop).map_err(io::Error::other)
    }

    /// The paths of all files of a tree that a ref keeps.
    pub fn paths_of_tree(&self, tree: ObjectId) -> Result<Vec<RepoPath>, GitError> {
        let id = tree.to_string();
        let args = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", &id];
        let listed = cli::run_for(self, &args, &[])?;
        let paths = listed.split(|&byte| byte == 0).filter(|path| !path.is_empty());
        Ok(paths.filter_map(RepoPath::new).collect())
    }

    /// All entries of the index, as `git ls-files -s -z` lists them.
    pub fn staged_list(&self) -> Result<Vec<u8>, GitError> {
        cli::run_for(self, &["-c", "core.fsmonitor=", "ls-files", "-s", "-z"], &[])
    }
}
