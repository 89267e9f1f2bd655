//! From what a response did on the overlay to a transaction that is ready to be published.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::base::{FileStat, RepoPath, Timestamp, TransactionId};
use crate::git::{Head, HeadChange, Identity, ObjectId, RefChange, Repo, TreeEntry, TreeMode};
use crate::policy::GrantedPath;
use crate::workspace::view::CarriedChanges;
use crate::workspace::{Change, ChangeSet, disk};

use super::super::operation::{
    HeadRecord, Location, Move, PathRecord, RefRecord, RemovedDir, SessionRecord, StagedEntry,
    VERSION,
};
use super::super::session::{Landing, LandingMode, landing};
use super::super::transaction::{self, Bench, IndexView, Intent, Prepared, StoredChange, Storing};
use super::super::{Arguments, HistoryError, OpLog, Operation, OperationKind};
use super::commits::{Commits, write_commits};
use super::encoding::TextStoring;
use super::foreseen::Foreseen;
use super::touched::Touched;

/// What is applied, by whom, and what is said about it.
pub struct Request<'a> {
    /// Its id, where that was told already.
    pub id: Option<TransactionId>,
    /// What was foreseen, and was shown to those who were asked: nothing else may be committed.
    pub foreseen: Option<Foreseen>,
    /// What the actions did on the overlay.
    pub changes: ChangeSet,
    /// The response's bytes as they came.
    pub response: &'a [u8],
    /// Where it is to land.
    pub mode: &'a LandingMode,
    /// Who is named as the author.
    pub author: &'a Identity,
    /// Who commits.
    pub committer: &'a Identity,
    /// When.
    pub time: Timestamp,
    /// How long to wait for git's lock.
    pub lock_timeout: Duration,
    /// A line about it.
    pub summary: String,
    /// Whether all of the response succeeded.
    pub success: bool,
    /// For the record.
    pub arguments: Arguments,
    /// How the worktree stood before the first command that ran in it, as a tree for the record.
    pub snapshot: Option<ObjectId>,
    /// The commit's whole message.
    pub message: &'a dyn Fn(&TransactionId) -> String,
    /// `result.json`.
    pub result: &'a dyn Fn(&Landed) -> Vec<u8>,
}

/// Where a response landed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The operation.
    pub id: TransactionId,
    /// The session, where it is on one.
    pub session: Option<SessionRecord>,
    /// The full name of the branch that HEAD is on afterwards; none where it is detached.
    pub branch: Option<String>,
    /// The response's commit.
    pub commit: Option<ObjectId>,
    /// The commit of the user's own edits.
    pub snapshot: Option<ObjectId>,
    /// The touched files that git does not have: ignored, or outside the worktree.
    pub not_committed: Vec<String>,
}

/// A transaction that is ready, and where it will have landed.
pub struct Applying<'r> {
    /// To be published.
    pub prepared: Prepared<'r>,
    /// What can be reported then.
    pub landed: Landed,
}

impl<'r> Applying<'r> {
    /// Does everything of an apply that can fail: filters, locks, checks, objects, record.
    pub fn prepare(repo: &'r Repo, request: Request<'r>) -> Result<Self, HistoryError> {
        let index = match places(&request.changes).next() {
            None => IndexView::unread(repo)?,
            Some(_) => IndexView::read(repo, places(&request.changes))?,
        };
        let stored = store(repo, &request, &index)?;
        let bench = if request.changes.is_empty() {
            Bench::without_lock(repo, request.committer, request.lock_timeout)
        } else {
            Bench::take(repo, request.committer, request.lock_timeout)?
        };
        let index = index.refreshed(repo)?;
        let log = OpLog::open(repo)?;
        let landing = landing(repo, &log, request.mode)?;
        verify(&request.changes)?;
        let inside = places(&request.changes).filter(|path| index.is_in_submodule(path));
        refuse_submodules(inside)?;
        let id = operation_id(&request, &log, &landing.head);
        let head = landing.head.commit();
        let facts = (&index, repo.tree_of(head)?);
        let touched = Touched::all(repo, &request.changes.changes, stored, facts)?;
        let commits = write_commits(repo, &touched, &request, (head, &id))?;
        let tree = commits.as_ref().map(|commits| commits.tree);
        if request.foreseen.as_ref().is_some_and(|foreseen| Some(foreseen.tree) != tree) {
            return Err(HistoryError::Conflict(vec!["HEAD".to_owned()]));
        }
        if let (Some(_), Some(what)) = (&commits, repo.in_progress()) {
            return Err(HistoryError::InProgress(what));
        }
        let carried = request.changes.carried.iter().flat_map(CarriedChanges::told);
        let carried = carried.map(|(path, _)| path).collect();
        let landed = landed(&id, &landing, commits.as_ref(), (&touched, carried));
        let mut intent = intent(&request, &log, (landing, commits), &touched);
        intent.operation.id = id;
        intent.operation.standing = Move::none(log.standing()?);
        let file = |id| TreeEntry { mode: TreeMode::File, id };
        intent.attachments = vec![
            ("response", file(repo.write_blob(request.response)?)),
            ("result.json", file(repo.write_blob(&(request.result)(&landed))?)),
        ];
        let tree = |id| ("snapshot", TreeEntry { mode: TreeMode::Directory, id });
        intent.attachments.extend(request.snapshot.map(tree));
        drop(touched);
        let displaced = index.displaced(&intent.index)?;
        let modules = displaced.iter().filter(|(_, entries)| entries.iter().any(is_submodule));
        refuse_submodules(modules.map(|(path, _)| path))?;
        intent.operation.paths.extend(displaced.into_iter().map(PathRecord::displaced));
        intent.crossing = transaction::carry(repo, &request.changes, &intent.operation.id)?;
        intent.operation.carried = intent.crossing.as_ref().map(transaction::record);
        intent.files = request.changes;
        let prepared = Prepared::new(bench, &log, index, intent)?;
        Ok(Self { prepared, landed })
    }
}

pub(super) fn store(
    repo: &Repo,
    request: &Request<'_>,
    index: &IndexView,
) -> Result<Vec<StoredChange>, HistoryError> {
    let changes = &request.changes.changes;
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let storing = Storing::new(repo, changes, index)?;
    let mut storing = TextStoring { repo, storing, changes };
    let stats: BTreeMap<&GrantedPath, &FileStat> = request
        .changes
        .observed
        .iter()
        .filter_map(|(path, fingerprint)| fingerprint.stat().map(|stat| (path, stat)))
        .collect();
    let stat = |change: &Change| stats.get(&change.path).copied();
    changes.iter().map(|change| storing.store(change, (index, stat(change)))).collect()
}

/// The paths in the worktree that change, directories too.
pub(super) fn places(set: &ChangeSet) -> impl Iterator<Item = &RepoPath> {
    let files = set.changes.iter().map(|change| &change.path);
    let removed = set.removed_dirs.iter().map(|(dir, _)| dir);
    files.chain(&set.made_dirs).chain(removed).filter_map(GrantedPath::worktree_path)
}

fn is_submodule(entry: &StagedEntry) -> bool {
    entry.mode == TreeMode::Commit.bits()
}

fn refuse_submodules<'p>(paths: impl Iterator<Item = &'p RepoPath>) -> Result<(), HistoryError> {
    let paths: Vec<String> = paths.map(ToString::to_string).collect();
    if paths.is_empty() { Ok(()) } else { Err(HistoryError::Submodule(paths)) }
}

/// Everything that was read or is to be written must be as it was found.
fn verify(set: &ChangeSet) -> Result<(), HistoryError> {
    let others = disk::changed(&set.observed);
    if others.is_empty() { Ok(()) } else { Err(HistoryError::Conflict(others)) }
}

pub(super) fn operation_id(request: &Request<'_>, log: &OpLog<'_>, head: &Head) -> TransactionId {
    if let Some(id) = &request.id {
        return id.clone();
    }
    let tip = log.tip().map(|tip| tip.to_string()).unwrap_or_default();
    let time = format!("{} {}", request.time.seconds, request.time.offset);
    let head = head.commit().map(|commit| commit.to_string()).unwrap_or_default();
    let parts = [b"apply", time.as_bytes(), tip.as_bytes(), head.as_bytes(), request.response];
    TransactionId::derive(&parts)
}

fn landed(
    id: &TransactionId,
    landing: &Landing,
    commits: Option<&Commits>,
    (touched, carried): (&[Touched<'_>], Vec<String>),
) -> Landed {
    let moved = commits.is_some();
    let stays = landing.head.branch().map(ToOwned::to_owned);
    let on_session = moved || !landing.starts_session();
    Landed {
        id: id.clone(),
        session: landing.session.clone().filter(|_| on_session),
        branch: if moved { landing.branch.clone() } else { stays },
        commit: commits.map(|commits| commits.commit),
        snapshot: commits.and_then(|commits| commits.snapshot),
        not_committed: touched
            .iter()
            .filter(|file| !file.committed)
            .map(|file| file.change.path.shown().to_owned())
            .chain(carried)
            .collect(),
    }
}

fn intent(
    request: &Request<'_>,
    log: &OpLog<'_>,
    (landing, commits): (Landing, Option<Commits>),
    touched: &[Touched<'_>],
) -> Intent {
    let head = head_change(&landing, commits.as_ref());
    let refs = ref_changes(&landing, commits.as_ref());
    let commits = commits.as_ref();
    let operation = Operation {
        version: VERSION,
        id: TransactionId::derive(&[]),
        previous: log.tip(),
        kind: OperationKind::Apply,
        time: request.time,
        summary: request.summary.clone(),
        success: request.success,
        of: None,
        arguments: request.arguments.clone(),
        session: landing.session.clone().filter(|_| commits.is_some() || !landing.starts_session()),
        head: Move { before: HeadRecord::of(&head.before), after: HeadRecord::of(&head.after) },
        refs: refs.iter().map(RefRecord::of).collect(),
        commit: commits.map(|commits| commits.commit),
        snapshot: commits.and_then(|commits| commits.snapshot),
        paths: touched.iter().map(|file| file.record(commits.is_some())).collect(),
        made_dirs: request.changes.made_dirs.iter().map(Location::of).collect(),
        removed_dirs: request.changes.removed_dirs.iter().map(RemovedDir::of).collect(),
        carried: None,
        standing: Move::default(),
        worktree: Move::default(),
        rewritten: Vec::new(),
    };
    let index = match commits {
        Some(_) => touched.iter().filter_map(Touched::plan).collect(),
        None => Vec::new(),
    };
    let keep = head.before.commit().into_iter().chain(commits.map(|commits| commits.commit));
    Intent {
        files: ChangeSet::default(),
        crossing: None,
        index,
        dirs: commits.map(|commits| commits.dirs.clone()).unwrap_or_default(),
        refs,
        keep: keep.collect(),
        head,
        operation,
        attachments: Vec::new(),
    }
}

/// HEAD goes to the branch that the commit is on; without a commit it stays.
fn head_change(landing: &Landing, commits: Option<&Commits>) -> HeadChange {
    let before = landing.head.clone();
    let Some(commits) = commits else { return HeadChange { after: before.clone(), before } };
    let commit = commits.commit;
    let after = match &landing.branch {
        Some(name) => Head::Branch { name: name.clone(), commit: Some(commit) },
        None => Head::Detached { commit },
    };
    HeadChange { before, after }
}

fn ref_changes(landing: &Landing, commits: Option<&Commits>) -> Vec<RefChange> {
    let (Some(name), Some(commits)) = (&landing.branch, commits) else { return Vec::new() };
    let before = if landing.starts_session() { None } else { landing.head.commit() };
    vec![RefChange { name: name.clone(), before, after: Some(commits.commit) }]
}
