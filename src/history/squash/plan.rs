//! What a squash is to do, worked out; and doing it.

use bstr::{BString, ByteSlice};

use crate::git::{Author, Head, HeadChange, ObjectId, RefChange, Replacement};

use super::super::session_commits::{CommitKind, SessionCommit};
use super::super::settled::Settled;
use super::super::transaction::{Draft, Prepared};
use super::super::{Desk, HistoryError, OpLog, OperationKind, SessionRefusal};
use super::choose::{SquashOptions, chosen};
use super::group::{Group, joined, runs};
use super::words::message;

/// What a squash is to do. Nothing is written yet.
pub struct SquashPlan {
    settled: Settled,
    /// The commits of the new line that differ from the old, the earliest first.
    pub commits: Vec<Squashed>,
    /// What they stand on.
    onto: Option<ObjectId>,
}

/// A commit of the new line.
pub struct Squashed {
    /// Its message.
    pub message: BString,
    /// The commits that it is made of, by id and subject.
    pub of: Vec<String>,
    tree: ObjectId,
    author: Author,
    encoding: Option<BString>,
}

impl Squashed {
    /// The first line of its message.
    #[must_use]
    pub fn subject(&self) -> String {
        let line = self.message.lines().next().unwrap_or_default();
        line.to_str_lossy().into_owned()
    }

    /// Whether it is made of several.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.of.len() > 1
    }
}

impl SquashPlan {
    /// Works out what the squash of HEAD's session is to do; `None` where nothing is to be joined.
    pub fn work_out(
        desk: &Desk<'_>,
        log: &OpLog<'_>,
        options: &SquashOptions,
    ) -> Result<Option<Self>, HistoryError> {
        let settled = Settled::find(desk, log, ("squash", None))?;
        let commits = settled.commits(desk.repo)?;
        if let Some(merge) = commits.iter().find(|commit| commit.data.parents.len() > 1) {
            return Err(SessionRefusal::Merge { commit: merge.shown() }.into());
        }
        let marks = chosen(&commits, options, desk.time);
        let groups = if options.contiguous_only {
            runs(&commits, &marks)
        } else {
            joined(desk.repo, &commits, &marks)?
        };
        let Some(first) = groups.iter().position(|group| group.of.len() > 1) else {
            return Ok(None);
        };
        let (kept, changed) = groups.split_at(first);
        let onto = match (kept.last(), commits.first()) {
            (Some(Group { of, .. }), _) => of.last().map(|commit| commit.data.id),
            (None, lowest) => lowest.and_then(|commit| commit.data.parents.first().copied()),
        };
        let commits = changed.iter().filter_map(|group| squashed(group, options)).collect();
        Ok(Some(Self { settled, commits, onto }))
    }

    /// The session's branch, without `refs/heads/`.
    #[must_use]
    pub fn branch(&self) -> String {
        format!("clada/{}", self.settled.session.name)
    }

    /// Writes the commits and prepares the branch's move; returns the new commits' ids too.
    pub fn prepare<'r>(
        &self,
        desk: &Desk<'r>,
        log: &OpLog<'_>,
    ) -> Result<(Prepared<'r>, Vec<ObjectId>), HistoryError> {
        let committer = Author::of(desk.committer, desk.time);
        let mut tip = self.onto;
        let mut written = Vec::with_capacity(self.commits.len());
        for commit in &self.commits {
            let parents: Vec<ObjectId> = tip.into_iter().collect();
            let id = desk.repo.write_replacement(&Replacement {
                tree: commit.tree,
                parents: &parents,
                author: &commit.author,
                committer: &committer,
                message: &commit.message,
                encoding: commit.encoding.as_ref(),
            })?;
            written.push(id);
            tip = Some(id);
        }
        if desk.repo.tree_of(tip)? != desk.repo.tree_of(Some(self.settled.tip))? {
            return Err(SessionRefusal::OtherTree.into());
        }
        let mut draft = Draft::new(desk, log, (OperationKind::Squash, self.summary()))?;
        let Settled { session, tip: before, head, .. } = &self.settled;
        let name = session.branch.clone();
        draft.head = HeadChange {
            before: head.clone(),
            after: Head::Branch { name: name.clone(), commit: tip },
        };
        draft.refs = vec![RefChange { name, before: Some(*before), after: tip }];
        let joined = self.commits.iter().zip(&written).filter(|(commit, _)| commit.is_joined());
        let joined: Vec<ObjectId> = joined.map(|(_, id)| *id).collect();
        draft.commit = if let [only] = joined.as_slice() { Some(*only) } else { None };
        draft.session = Some(session.clone());
        Ok((draft.prepare(desk, log)?, written))
    }

    /// A line about it.
    #[must_use]
    pub fn summary(&self) -> String {
        let joined = self.commits.iter().filter(|commit| commit.is_joined());
        let (from, to) = joined.fold((0, 0), |(from, to), commit| (from + commit.of.len(), to + 1));
        format!("{from} commits into {to}")
    }
}

fn squashed(group: &Group<'_>, options: &SquashOptions) -> Option<Squashed> {
    let Group { of, tree } = group;
    let shown = of.iter().map(|commit| commit.shown()).collect();
    let message = match of.as_slice() {
        [only] => only.data.message.clone(),
        several => message(several, &options.mode, options.message.as_deref()),
    };
    let author = author(of)?;
    Some(Squashed { message, of: shown, tree: *tree, author, encoding: encoding(of) })
}

/// That of the first response, as `git rebase` has it for what it squashes.
fn author(of: &[&SessionCommit]) -> Option<Author> {
    let response = of.iter().find(|commit| commit.kind == CommitKind::Response);
    response.or(of.first()).map(|commit| commit.data.author.clone())
}

/// What the messages are written in, where that is the same for all.
fn encoding(of: &[&SessionCommit]) -> Option<BString> {
    let first = of.first()?.data.encoding.as_ref()?;
    of.iter().all(|commit| commit.data.encoding.as_ref() == Some(first)).then(|| first.clone())
}
