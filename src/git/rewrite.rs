//! Commits that exist, read whole; and such as take their place.

use bstr::{BString, ByteSlice};
use gix::ObjectId;
use gix::actor::Signature;
use gix::date::Time;
use gix::objs::Commit;

use crate::base::Timestamp;

use super::{GitError, Identity, Repo, cli};

/// Who wrote a commit and when, byte for byte as the commit has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// The name.
    pub name: BString,
    /// The address, without brackets.
    pub email: BString,
    /// When.
    pub time: Timestamp,
}

impl Author {
    /// A person at a time.
    #[must_use]
    pub fn of(identity: &Identity, time: Timestamp) -> Self {
        let [name, email] = [&identity.name, &identity.email].map(|text| text.as_str().into());
        Self { name, email, time }
    }

    fn signature(&self) -> Signature {
        let time = Time { seconds: self.time.seconds, offset: self.time.offset };
        Signature { name: self.name.clone(), email: self.email.clone(), time }
    }
}

/// A commit as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitData {
    /// Its id.
    pub id: ObjectId,
    /// Its tree.
    pub tree: ObjectId,
    /// What it stands on.
    pub parents: Vec<ObjectId>,
    /// Who wrote it.
    pub author: Author,
    /// The whole message.
    pub message: BString,
    /// What the message is written in, where that is not UTF-8.
    pub encoding: Option<BString>,
}

impl CommitData {
    /// The message's first line, readable.
    #[must_use]
    pub fn subject(&self) -> String {
        let subject = self.message.trim_start().lines().next().unwrap_or_default();
        subject.to_str_lossy().trim_end().to_owned()
    }
}

/// A commit that takes the place of others. It is the user's, and signed where `commit.gpgSign`
/// says so.
#[derive(Clone, Debug)]
pub struct Replacement<'a> {
    /// Its tree.
    pub tree: ObjectId,
    /// What it stands on.
    pub parents: &'a [ObjectId],
    /// Who wrote it.
    pub author: &'a Author,
    /// Who puts it there.
    pub committer: &'a Author,
    /// The whole message.
    pub message: &'a BString,
    /// What the message is written in, where that is not UTF-8.
    pub encoding: Option<&'a BString>,
}

impl Repo {
    /// Reads a commit.
    pub fn commit(&self, id: ObjectId) -> Result<CommitData, GitError> {
        let failed = || GitError::storage(format!("read the commit {id}"));
        let commit = self.inner.find_commit(id).map_err(failed())?;
        let author = commit.author().map_err(failed())?;
        let time = author.time().unwrap_or_default();
        let decoded = commit.decode().map_err(failed())?;
        Ok(CommitData {
            id,
            tree: decoded.tree(),
            parents: decoded.parents().collect(),
            author: Author {
                name: author.name.to_owned(),
                email: author.email.to_owned(),
                time: Timestamp { seconds: time.seconds, offset: time.offset },
            },
            message: decoded.message.to_owned(),
            encoding: decoded.encoding.map(ToOwned::to_owned),
        })
    }

    /// The commits that can be reached from `tip` and from none of `hidden`, parents last.
    pub fn commits_not_in(
        &self,
        tip: ObjectId,
        hidden: &[ObjectId],
    ) -> Result<Vec<CommitData>, GitError> {
        let failed = || GitError::storage(format!("walk from {tip}"));
        let hidden = hidden.iter().copied();
        let walk = self.inner.rev_walk([tip]).with_hidden(hidden).all().map_err(failed())?;
        walk.map(|info| self.commit(info.map_err(failed())?.id)).collect()
    }

    /// Writes a commit that takes the place of others. No ref moves.
    pub fn write_replacement(&self, commit: &Replacement<'_>) -> Result<ObjectId, GitError> {
        if self.settings().boolean("commit.gpgSign").unwrap_or(false) {
            self.flush_objects()?;
            return cli::commit_tree(self, commit);
        }
        let mut message = commit.message.clone();
        if !message.ends_with(b"\n") {
            message.push(b'\n');
        }
        let commit = Commit {
            tree: commit.tree,
            parents: commit.parents.iter().copied().collect(),
            author: commit.author.signature(),
            committer: commit.committer.signature(),
            encoding: commit.encoding.cloned(),
            message,
            extra_headers: Vec::new(),
        };
        let id = self.inner.write_object(&commit).map_err(GitError::storage("write a commit"))?;
        Ok(id.detach())
    }
}
