//! Finding objects that may be elsewhere, or have something else put in their place.

use gix::objs::{Data, Find, FindExt as _};
use gix::{Object, ObjectId};

use crate::git::{GitError, Repo, cli};

impl Repo {
    /// An object, as git shows it: `git replace` is obeyed. A partial clone fetches it where it is
    /// not there yet. `what` it is for, in an error: `read the tree`.
    pub(in crate::git) fn object(&self, id: ObjectId, what: &str) -> Result<Object<'_>, GitError> {
        let failed = || GitError::storage(format!("{what} {id}"));
        match self.inner.find_object(id) {
            Err(error) if error.is_not_found() && self.is_partial() => {
                // It asks for the object's type, for which git has to have it.
                let fetch = ["cat-file", "-t", &id.to_string()];
                cli::run_for(self, &fetch, &[])
                    .map_err(GitError::storage(format!("{what} {id}")))?;
                self.inner.find_object(id).map_err(failed())
            }
            found => found.map_err(failed()),
        }
    }

    /// The content of a blob itself: a record is about what was there, not about what
    /// `git replace` puts in its place.
    pub(in crate::git) fn recorded_blob(&self, id: ObjectId) -> Result<Vec<u8>, GitError> {
        const WHAT: &str = "read the blob";
        if !self.inner.objects.store_ref().replacements().any(|(from, _)| from == id) {
            return Ok(self.object(id, WHAT)?.detach().data);
        }
        // It is in the object database, for what replaces it was made of it.
        let mut objects = (*self.inner.objects).clone();
        objects.ignore_replacements = true;
        let mut content = Vec::new();
        let found = objects.find(&id, &mut content).map(drop);
        found.map_err(GitError::storage(format!("{WHAT} {id}")))?;
        Ok(content)
    }

    /// In a partial clone: has git fetch what two trees differ in, all at once, so that neither gix
    /// misses it nor each object is fetched by itself.
    pub fn fetch_difference(&self, from: ObjectId, to: ObjectId) -> Result<(), GitError> {
        if from == to || !self.is_partial() {
            return Ok(());
        }
        // git must see what was written here.
        self.flush_objects()?;
        let (from, to) = (from.to_string(), to.to_string());
        // It counts lines, for which it has to have both sides.
        let args = ["diff-tree", "-r", "--no-renames", "--numstat", "--no-ext-diff"];
        cli::run_for(self, &[&args[..], &["--no-textconv", &from, &to]].concat(), &[]).map(drop)
    }

    /// Whether a remote has promised the objects that are not here.
    fn is_partial(&self) -> bool {
        let snapshot = self.inner.config_snapshot();
        let mut remotes = snapshot.plumbing().sections_by_name("remote").into_iter().flatten();
        snapshot.string("extensions.partialClone").is_some()
            || remotes.any(|remote| remote.value("promisor").is_some_and(|value| value != "false"))
    }
}

/// Finds objects for gix, and fetches those that a partial clone has not.
pub(in crate::git) struct Fetching<'r> {
    repo: &'r Repo,
    partial: bool,
}

impl<'r> Fetching<'r> {
    pub(in crate::git) fn new(repo: &'r Repo) -> Self {
        Self { repo, partial: repo.is_partial() }
    }
}

impl Find for Fetching<'_> {
    fn try_find<'a>(
        &self,
        id: &gix::oid,
        buffer: &'a mut Vec<u8>,
    ) -> gix::error::Result<Option<Data<'a>>> {
        let Self { repo, partial } = self;
        if *partial && !repo.inner.has_object(id) {
            let fetched = repo.object(id.to_owned(), "read the tree").map(drop);
            fetched.map_err(|error| gix::error::not_found(error.to_string()).not_found_error())?;
        }
        repo.inner.objects.try_find(id, buffer)
    }
}
