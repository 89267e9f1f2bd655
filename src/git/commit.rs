//! Commits: who, when, what, on top of what.

use gix::ObjectId;
use gix::actor::Signature;
use gix::date::Time;
use gix::objs::Commit;

use crate::base::Timestamp;

use super::{Author, GitError, Replacement, Repo, cli};

/// A name and an address, as git writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The person's name.
    pub name: String,
    /// The address, without brackets.
    pub email: String,
}

impl Identity {
    /// Reads `Name <address>`; a text without brackets is a name with an empty address. `None`
    /// where there is no name, or what git could not write in a commit.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (name, email) = match text.split_once('<') {
            Some((name, rest)) => (name, rest.trim_end().strip_suffix('>')?),
            None => (text, ""),
        };
        let [name, email] = [name.trim(), email.trim()];
        let writable = |text: &str| !text.contains(['<', '>', '\n', '\0']);
        let sound = !name.is_empty() && writable(name) && writable(email);
        sound.then(|| Self { name: name.to_owned(), email: email.to_owned() })
    }

    pub(super) fn signature(&self, time: Timestamp) -> Signature {
        Signature {
            name: self.name.as_str().into(),
            email: self.email.as_str().into(),
            time: Time { seconds: time.seconds, offset: time.offset },
        }
    }
}

/// A commit that is to be written.
#[derive(Clone, Debug)]
pub struct CommitDraft<'a> {
    /// Its tree.
    pub tree: ObjectId,
    /// What it stands on.
    pub parents: Vec<ObjectId>,
    /// Who thought of it.
    pub author: &'a Identity,
    /// Who made it.
    pub committer: &'a Identity,
    /// When.
    pub time: Timestamp,
    /// The whole message; a final line break is added where there is none.
    pub message: &'a str,
    /// Whether it is the user's commit, which is signed where `commit.gpgSign` says so.
    pub signed: bool,
}

impl Repo {
    /// Writes a commit object. No ref moves.
    ///
    /// One that is to be signed is made by git itself, which knows all kinds of keys; what it
    /// needs is put into the object database before.
    pub fn write_commit(&self, draft: &CommitDraft<'_>) -> Result<ObjectId, GitError> {
        if draft.signed && self.settings().boolean("commit.gpgSign").unwrap_or(false) {
            self.flush_objects()?;
            return cli::commit_tree(
                self,
                &Replacement {
                    tree: draft.tree,
                    parents: &draft.parents,
                    author: &Author::of(draft.author, draft.time),
                    committer: &Author::of(draft.committer, draft.time),
                    message: &draft.message.into(),
                    encoding: None,
                },
            );
        }
        let mut message = draft.message.to_owned();
        if !message.ends_with('\n') {
            message.push('\n');
        }
        let commit = Commit {
            tree: draft.tree,
            parents: draft.parents.iter().copied().collect(),
            author: draft.author.signature(draft.time),
            committer: draft.committer.signature(draft.time),
            encoding: None,
            message: message.into(),
            extra_headers: Vec::new(),
        };
        let id = self.inner.write_object(&commit).map_err(GitError::storage("write a commit"))?;
        Ok(id.detach())
    }

    /// The tree of a commit; the empty tree where there is no commit.
    pub fn tree_of(&self, commit: Option<ObjectId>) -> Result<ObjectId, GitError> {
        let Some(commit) = commit else {
            // git knows it without having it, but its fsck misses it where an index names it.
            return self.write_tree(&gix::objs::Tree::empty());
        };
        let failed = || GitError::storage(format!("read the commit {commit}"));
        let found = self.object(commit, "read the commit")?.try_into_commit().map_err(failed())?;
        Ok(found.tree_id().map_err(failed())?.detach())
    }

    /// The first parent of a commit; `None` for a root, and where a shallow clone ends.
    pub fn first_parent(&self, commit: ObjectId) -> Result<Option<ObjectId>, GitError> {
        let failed = GitError::storage(format!("read the commit {commit}"));
        let found = self.inner.find_commit(commit).map_err(failed)?;
        let parent = found.parent_ids().next().map(gix::Id::detach);
        Ok(parent.filter(|parent| self.inner.has_object(parent)))
    }

    /// How many commits can be reached from `tip` and not from `base`.
    pub fn count_commits(&self, tip: ObjectId, base: ObjectId) -> Result<usize, GitError> {
        let failed = GitError::storage(format!("walk from {tip} to {base}"));
        let walk = self.inner.rev_walk([tip]).with_hidden([base]).all().map_err(failed)?;
        Ok(walk.take_while(Result::is_ok).count())
    }

    /// The newest `limit` commits that can be reached from `tip` and not from `base`, each with
    /// the first line of its message.
    pub fn commits_since(
        &self,
        tip: ObjectId,
        base: Option<ObjectId>,
        limit: usize,
    ) -> Result<Vec<(ObjectId, String)>, GitError> {
        let failed = || GitError::storage(format!("walk from {tip}"));
        let walk = self.inner.rev_walk([tip]).with_hidden(base).all().map_err(failed())?;
        let mut commits = Vec::new();
        for found in walk.take(limit) {
            let found = found.map_err(failed())?;
            commits.push((found.id, self.commit(found.id)?.subject()));
        }
        Ok(commits)
    }

    /// Writes a commit anew with another tree and other parents; all else stays.
    pub fn rewrite_commit(
        &self,
        commit: ObjectId,
        tree: ObjectId,
        parents: &[ObjectId],
    ) -> Result<ObjectId, GitError> {
        let failed = || GitError::storage(format!("rewrite the commit {commit}"));
        let found = self.inner.find_commit(commit).map_err(failed())?;
        let mut rewritten: Commit = found.decode().and_then(TryInto::try_into).map_err(failed())?;
        rewritten.tree = tree;
        rewritten.parents = parents.iter().copied().collect();
        Ok(self.inner.write_object(&rewritten).map_err(failed())?.detach())
    }

    /// Who commits: `GIT_COMMITTER_*` as given, else `committer.*`, else `user.*`.
    pub fn committer(&self, given: [Option<String>; 2]) -> Result<Identity, GitError> {
        let settings = self.settings();
        let set = |what: &str| {
            settings
                .string(&format!("committer.{what}"))
                .or_else(|| settings.string(&format!("user.{what}")))
        };
        let [name, email] = given;
        let name = name.or_else(|| set("name")).filter(|name| !name.trim().is_empty());
        let email = email.or_else(|| set("email"));
        match (name, email) {
            (Some(name), Some(email)) => Ok(Identity { name, email }),
            _ => Err(GitError::NoIdentity),
        }
    }
}

/// Reads a date as git writes it: `1700000000 +0000`, RFC 2822, ISO 8601. Relative dates are none.
#[must_use]
pub fn parse_date(text: &str) -> Option<Timestamp> {
    let text = text.strip_prefix('@').unwrap_or(text);
    let time = gix::date::parse(text, None).ok()?;
    Some(Timestamp { seconds: time.seconds, offset: time.offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_reads_as_git_writes_it() {
        let identity = Identity::parse("Ada L. <ada@example.org>").expect("an identity");
        assert_eq!(
            (identity.name.as_str(), identity.email.as_str()),
            ("Ada L.", "ada@example.org")
        );
        let bare = Identity::parse("clada").expect("a name");
        assert_eq!((bare.name.as_str(), bare.email.as_str()), ("clada", ""));
    }

    #[test]
    fn what_git_could_not_write_is_no_identity() {
        for text in ["", " ", "<a@b>", "A <a@b", "A <a@b> more", "A> <a@b>", "A <a<b>", "A\nB"] {
            assert_eq!(Identity::parse(text), None, "{text:?}");
        }
    }
}
