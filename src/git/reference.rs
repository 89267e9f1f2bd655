//! Refs move together or not at all, each from the value that is expected.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use gix::ObjectId;
use gix::refs::transaction::{Change, LogChange, PreviousValue, RefEdit, RefLog};
use gix::refs::{FullName, Target};

use crate::base::Timestamp;
use crate::base::failpoint::around;

use super::durability::sync;
use super::hook::RefHook;
use super::lock_note::{FileIdentity, LockNotes};
use super::{GitError, Head, Identity, Repo};

const HEAD: &str = "HEAD";
/// What holds refs that have no file of their own; its lock is taken like theirs.
const PACKED: &str = "packed-refs";

/// A ref and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefChange {
    /// The full name.
    pub name: String,
    /// What it must hold now; `None`: it must not exist.
    pub before: Option<ObjectId>,
    /// What it holds then; `None`: it goes.
    pub after: Option<ObjectId>,
}

impl RefChange {
    /// The way back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { name: self.name.clone(), before: self.after, after: self.before }
    }
}

/// HEAD moving from one branch (or commit) to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadChange {
    /// Where it must stand now.
    pub before: Head,
    /// Where it stands then.
    pub after: Head,
}

/// All that moves at once.
#[derive(Clone, Debug)]
pub struct RefTransaction<'a> {
    /// The refs.
    pub refs: &'a [RefChange],
    /// HEAD: where it must stand, and where it goes.
    pub head: &'a HeadChange,
    /// What the reflogs say.
    pub message: &'a str,
    /// Who the reflogs name.
    pub committer: &'a Identity,
    /// When.
    pub time: Timestamp,
    /// How long to wait for the refs' locks.
    pub lock_timeout: Duration,
    /// Where the refs' locks are noted as ours.
    pub notes: &'a LockNotes,
}

/// Whether a ref may have that full name.
#[must_use]
pub fn is_ref_name(name: &str) -> bool {
    FullName::try_from(name).is_ok()
}

impl Repo {
    /// The names of the local branches, without `refs/heads/`; those that are no UTF-8 are left out.
    pub fn branches(&self) -> Result<Vec<String>, GitError> {
        let failed = || GitError::storage("list the branches");
        let refs = self.inner.references().map_err(failed())?;
        let branches = refs.local_branches().map_err(failed())?;
        let names =
            branches.filter_map(Result::ok).map(|branch| branch.name().shorten().to_string());
        Ok(names.filter(|name| !name.contains('\u{fffd}')).collect())
    }

    /// Moves all refs in one transaction: each is locked, compared, and only then written. Where
    /// one cannot be written after all, those before it are put back.
    pub fn move_refs(&self, transaction: &RefTransaction<'_>) -> Result<(), GitError> {
        let edits = edits(transaction)?;
        let fail = match transaction.lock_timeout {
            Duration::ZERO => gix::lock::acquire::Fail::Immediately,
            timeout => gix::lock::acquire::Fail::AfterDurationWithBackoff(timeout),
        };
        transaction.notes.wanted(Self::wanted(transaction))?;
        let prepare = || Ok(self.inner.refs.transaction().prepare(edits, fail, fail));
        let prepared = around("lock refs", prepare)
            .map_err(GitError::io("lock the refs"))?
            .map_err(|error| self.not_prepared(&error, transaction))?;
        self.locked(transaction)?;
        let hook = RefHook::of(self, transaction);
        let asked = hook.as_ref().map_or(Ok(()), RefHook::prepared);
        let moved = asked.and_then(|()| self.commit_refs(prepared, transaction));
        if let Some(hook) = hook {
            hook.told(moved.is_ok());
        }
        moved?;
        self.log_head(transaction);
        Ok(())
    }

    /// Under the refs' locks, before anything moves: the locks are noted, and synced where that
    /// is wanted; and HEAD may have been switched meanwhile.
    fn locked(&self, transaction: &RefTransaction<'_>) -> Result<(), GitError> {
        let wanted = Self::wanted(transaction);
        let names = wanted.into_iter().map(|(name, _)| name);
        let taken = names.filter_map(|name| {
            let identity = FileIdentity::at(&self.lock_path(&name))?;
            Some((name, identity))
        });
        let taken: Vec<(String, FileIdentity)> = taken.collect();
        if self.durability().references {
            for (name, _) in &taken {
                let lock = fs_err::File::open(self.lock_path(name));
                lock.and_then(|lock| sync(lock.file(), true))
                    .map_err(GitError::io(format!("sync `{name}`")))?;
            }
        }
        transaction.notes.taken(taken)?;
        if self.head()?.content() != transaction.head.before.content() {
            return Err(GitError::RefChanged { name: "HEAD".to_owned() });
        }
        Ok(())
    }

    /// The refs whose locks are taken, and what the locks hold then.
    fn wanted(transaction: &RefTransaction<'_>) -> Vec<(String, String)> {
        let refs = transaction.refs.iter().map(|change| {
            let value = change.after.map(|id| format!("{id}\n")).unwrap_or_default();
            (change.name.clone(), value)
        });
        let head = &transaction.head;
        let value = if head.before.content() == head.after.content() {
            // Only its reflog is written, and its lock holds what the branch's does.
            head.after.commit().map(|id| id.to_string()).unwrap_or_default()
        } else {
            head.after.content()
        };
        let others = [(HEAD.to_owned(), format!("{value}\n")), (PACKED.to_owned(), String::new())];
        refs.chain(others).collect()
    }

    /// Where the lock of a ref is.
    pub(super) fn lock_path(&self, name: &str) -> PathBuf {
        let dir = if name == HEAD { self.git_dir() } else { self.common_dir() };
        dir.join(format!("{name}.lock"))
    }

    fn commit_refs(
        &self,
        prepared: gix::refs::file::Transaction<'_, '_>,
        transaction: &RefTransaction<'_>,
    ) -> Result<(), GitError> {
        let signature = transaction.committer.signature(transaction.time);
        let mut time = gix::date::parse::TimeBuf::default();
        let commit = || Ok(prepared.commit(signature.to_ref(&mut time)));
        let committed = around("move refs", commit).map_err(GitError::io("move the refs"))?;
        if let Err(error) = committed {
            let left = self.put_refs_back(transaction);
            let what = if left.is_empty() {
                "move the refs".to_owned()
            } else {
                format!("move the refs, nor put these back: {}", left.join(", "))
            };
            return Err(GitError::storage(what)(error));
        }
        Ok(())
    }

    /// Why the refs could not be locked: someone holds a lock, someone moved a ref, or else what
    /// gix says.
    fn not_prepared(&self, error: &gix::Error, transaction: &RefTransaction<'_>) -> GitError {
        let refs = transaction.refs;
        let names = refs.iter().map(|change| change.name.as_str()).chain([HEAD, PACKED]);
        if let Some(path) = names.map(|name| self.lock_path(name)).find(|lock| lock.exists()) {
            return GitError::Locked { path };
        }
        let moved = |change: &&RefChange| {
            self.read_ref(&change.name).is_ok_and(|found| found != change.before)
        };
        match refs.iter().find(moved) {
            Some(change) => GitError::RefChanged { name: change.name.clone() },
            None => GitError::Storage {
                what: "lock the refs".to_owned(),
                source: error.probable_cause().to_string().into(),
            },
        }
    }

    /// Puts back what was moved of a transaction that broke off; returns what could not be. It
    /// writes no reflogs, which may be what broke it off.
    fn put_refs_back(&self, transaction: &RefTransaction<'_>) -> Vec<String> {
        let HeadChange { before, after } = transaction.head;
        let mut left = Vec::new();
        let head_moved = || self.head().is_ok_and(|head| head.content() == after.content());
        if before.content() != after.content() && head_moved() {
            let back = target(after)
                .and_then(|from| edit("HEAD", &from, Some(target(before)?), transaction.message));
            if back.and_then(|back| self.edit_silently(back)).is_err() {
                left.push("HEAD".to_owned());
            }
        }
        for RefChange { name, before, after } in transaction.refs {
            let moved = before != after && self.read_ref(name).is_ok_and(|now| now == *after);
            if moved && self.put_ref_back(name, *after, *before, transaction.message).is_err() {
                left.push(name.clone());
            }
        }
        left
    }

    fn put_ref_back(
        &self,
        name: &str,
        from: Option<ObjectId>,
        to: Option<ObjectId>,
        message: &str,
    ) -> Result<(), GitError> {
        let to = to.map(Target::Object);
        self.edit_silently(match from {
            Some(from) => edit(name, &Target::Object(from), to, message)?,
            None => create(name, to, message)?,
        })
    }

    /// Makes one edit without a reflog.
    fn edit_silently(&self, edit: RefEdit) -> Result<(), GitError> {
        let mut refs = self.inner.refs.clone();
        refs.write_reflog = gix::refs::store::WriteReflog::Disable;
        let fail = gix::lock::acquire::Fail::Immediately;
        let prepared = refs.transaction().prepare([edit], fail, fail);
        let done = prepared.and_then(|prepared| prepared.commit(None));
        done.map(drop).map_err(GitError::storage("put a ref back"))
    }

    /// Writes HEAD's reflog where HEAD moved to another branch: gix keeps none for that. The
    /// switch comes first, in git's words, from which `git switch -` knows the way back.
    fn log_head(&self, transaction: &RefTransaction<'_>) {
        let HeadChange { before, after } = transaction.head;
        let path = self.git_dir().join("logs/HEAD");
        if before.content() == after.content() || !path.is_file() {
            return;
        }
        let null = ObjectId::null(self.object_hash());
        let [old, new] = [before, after].map(|head| head.commit().unwrap_or(null));
        let [left, entered] = [before, after].map(Head::short_name);
        let Identity { name, email } = transaction.committer;
        let (seconds, zone) = (transaction.time.seconds, transaction.time.zone());
        let message = transaction.message;
        let who = format!("{name} <{email}> {seconds} {zone}");
        let lines = format!(
            "{old} {old} {who}\tcheckout: moving from {left} to {entered}\n\
             {old} {new} {who}\t{message}\n"
        );
        // The reflog is a convenience: a full disk here must not fail what has happened already.
        let opened = fs_err::OpenOptions::new().append(true).open(path);
        let append = |mut log: fs_err::File| around("log HEAD", || log.write_all(lines.as_bytes()));
        let _ = opened.and_then(append);
    }
}

fn edits(transaction: &RefTransaction<'_>) -> Result<Vec<RefEdit>, GitError> {
    let HeadChange { before, after } = transaction.head;
    let moves_head = before.content() != after.content();
    let mut edits = Vec::with_capacity(transaction.refs.len() + 1);
    for change in transaction.refs {
        // Through HEAD where it stands on the branch, so that HEAD's reflog tells of it too.
        let through = !moves_head && before.branch() == Some(change.name.as_str());
        let through = through && change.before.is_some() && change.after.is_some();
        let name = if through { "HEAD" } else { change.name.as_str() };
        let expected = change.before.map(Target::Object);
        let new = change.after.map(Target::Object);
        let made = match expected {
            Some(expected) => edit(name, &expected, new, transaction.message)?,
            None => create(name, new, transaction.message)?,
        };
        edits.push(made.with_deref(through));
    }
    if moves_head {
        // Last, so that it never stands on a branch that is still to be made.
        edits.push(edit("HEAD", &target(before)?, Some(target(after)?), transaction.message)?);
    }
    Ok(edits)
}

fn edit(
    name: &str,
    expected: &Target,
    new: Option<Target>,
    message: &str,
) -> Result<RefEdit, GitError> {
    let expected = PreviousValue::MustExistAndMatch(expected.clone());
    let change = match new {
        Some(new) => Change::Update { log: log(message), expected, new },
        None => Change::Delete { expected, log: RefLog::AndReference },
    };
    Ok(RefEdit { change, name: full_name(name)?, deref: false })
}

fn create(name: &str, new: Option<Target>, message: &str) -> Result<RefEdit, GitError> {
    let new = new.ok_or_else(|| GitError::RefChanged { name: name.to_owned() })?;
    let expected = PreviousValue::MustNotExist;
    let change = Change::Update { log: log(message), expected, new };
    Ok(RefEdit { change, name: full_name(name)?, deref: false })
}

fn log(message: &str) -> LogChange {
    LogChange { message: message.into(), ..LogChange::default() }
}

fn full_name(name: &str) -> Result<FullName, GitError> {
    FullName::try_from(name).map_err(GitError::storage(format!("use `{name}` as a ref")))
}

fn target(head: &Head) -> Result<Target, GitError> {
    Ok(match head {
        Head::Branch { name, .. } => Target::Symbolic(full_name(name)?),
        Head::Detached { commit } => Target::Object(*commit),
    })
}
