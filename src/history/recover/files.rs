//! The files of a transaction that was cut short.

use std::collections::HashMap;
use std::path::Path;

use crate::git::ObjectId;
use crate::policy::{Access, Gate, GrantedPath};
use crate::workspace::disk::{Leftover, Maker, Naming, Token, finish_dir, leftovers};
use crate::workspace::{FileState, Overlay};

use super::super::HistoryError;
use super::super::journal::{Journal, JournalDir};
use super::super::operation::{FileRecord, Location, PassingLinks};
use super::super::transaction::WrittenOut;
use super::super::travel::in_the_way;
use super::classify::{self, States, classify, is};

/// Which way a transaction goes that was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// To how it was before.
    Back,
    /// To its end.
    Forward,
}

/// Reads a content that the journal names.
pub type Load<'a> = &'a dyn Fn(ObjectId) -> Result<Vec<u8>, HistoryError>;

/// Bringing the files of a journal to one side of it.
pub struct FileRecovery<'a> {
    journal: &'a Journal,
    gate: &'a Gate,
    token: Token,
    way: Course,
    load: Load<'a>,
    links: PassingLinks<'a>,
}

/// A path of the journal.
struct Known {
    path: GrantedPath,
    before: FileState,
    after: FileState,
    now: FileState,
}

impl<'a> FileRecovery<'a> {
    /// Of the files of a journal, whose contents `load` reads.
    pub fn new(
        (journal, path): (&'a Journal, &Path),
        gate: &'a Gate,
        (way, load): (Course, Load<'a>),
    ) -> Result<Self, HistoryError> {
        let token = journal.token.parse().map_err(|_| HistoryError::BadJournal {
            path: path.to_owned(),
            why: "its token is no number".to_owned(),
        })?;
        let links = PassingLinks::of(journal.files.iter().map(|file| (&file.location, &file.file)));
        Ok(Self { journal, gate, token, way, load, links })
    }

    /// Brings the files there. Returns what was kept of the user's, a line each.
    pub fn run(&self) -> Result<Vec<String>, HistoryError> {
        let mut overlay = Overlay::new();
        let mut known = Vec::with_capacity(self.journal.files.len());
        for file in &self.journal.files {
            let path = self.grant(&file.location)?;
            let now = overlay.state(&path)?;
            let before = self.state(file.file.before.as_ref())?;
            let after = self.state(file.file.after.as_ref())?;
            known.push(Known { path, before, after, now });
        }
        let left = self.leftovers(&known)?;
        let (mut kept, targets) = self.decide(&known, &left)?;
        // In the way of directories that go, and known: but for the only trace of a file that
        // was moved aside where the file system can do no better.
        let (late, early): (Vec<_>, Vec<_>) = left.into_iter().partition(|(left, class)| {
            let moved = |known: &Known| {
                known.now == FileState::Absent
                    && known.before != FileState::Absent
                    && known.after != FileState::Absent
            };
            *class == classify::Leftover::Users || known.get(left.number()).is_some_and(moved)
        });
        for (leftover, _) in early {
            kept.extend(removed(&leftover));
        }
        kept.extend(self.write(&known, targets, overlay)?);
        for (leftover, class) in late {
            let gone_back = known.get(leftover.number()).is_some_and(|known| !is_third(known));
            if class == classify::Leftover::Known || gone_back {
                kept.extend(removed(&leftover));
            }
        }
        Ok(kept)
    }

    /// The temporary files that were left, and what they are.
    fn leftovers(
        &self,
        known: &[Known],
    ) -> Result<Vec<(Leftover, classify::Leftover)>, HistoryError> {
        let paths: Vec<GrantedPath> = known.iter().map(|known| known.path.clone()).collect();
        let mut found = Vec::new();
        for leftover in leftovers(self.token, &paths)? {
            let Some(known) = known.get(leftover.number()) else { continue };
            let put = match leftover.maker() {
                Maker::Transaction => &known.after,
                Maker::Recovery => self.target(known),
            };
            let Known { before, after, now, .. } = known;
            let states = States { before, after, put, now };
            let class = classify(&leftover.state()?, states);
            found.push((leftover, class));
        }
        Ok(found)
    }

    /// What each path is to hold; nothing for one that stays as it is. And what is told of them.
    fn decide(
        &self,
        known: &[Known],
        left: &[(Leftover, classify::Leftover)],
    ) -> Result<(Vec<String>, Vec<Option<FileState>>), HistoryError> {
        let mut told = Vec::new();
        let mut targets = Vec::with_capacity(known.len());
        for (number, known) in known.iter().enumerate() {
            let users = left.iter().find(|(leftover, class)| {
                *class == classify::Leftover::Users && leftover.number() == number
            });
            let shown = known.path.shown();
            let moved_aside = || left.iter().any(|(leftover, _)| leftover.number() == number);
            let third = is_third(known) && !(known.now == FileState::Absent && moved_aside());
            let target = match users {
                Some((leftover, _)) if third => {
                    let other = leftover.shown();
                    told.push(format!(
                        "{shown} was changed since: it is kept, an earlier save in {other}"
                    ));
                    None
                }
                Some((leftover, _)) => {
                    told.push(format!("{shown} was saved meanwhile: that is kept"));
                    Some(leftover.state()?)
                }
                None if third => {
                    told.push(format!("{shown} was changed since: it is kept"));
                    None
                }
                None if is(&known.now, self.target(known)) => None,
                None => Some(self.target(known).clone()),
            };
            targets.push(target);
        }
        Ok((told, targets))
    }

    fn target<'k>(&self, known: &'k Known) -> &'k FileState {
        match self.way {
            Course::Back => &known.before,
            Course::Forward => &known.after,
        }
    }

    /// Writes the targets: files go, then directories go and come, then files come.
    fn write(
        &self,
        known: &[Known],
        targets: Vec<Option<FileState>>,
        mut overlay: Overlay,
    ) -> Result<Vec<String>, HistoryError> {
        let wanted = known.iter().zip(targets);
        let wanted = wanted.filter_map(|(known, target)| Some((&known.path, target?)));
        let (gone, come): (Vec<_>, Vec<_>) =
            wanted.partition(|(_, target)| *target == FileState::Absent);
        for (path, target) in gone {
            overlay.restore(path, target)?;
        }
        let dir_modes = self.directories(&mut overlay)?;
        let mut blocked = Vec::new();
        for (path, target) in come {
            match overlay.restore(path, target).map_err(in_the_way) {
                Ok(()) => {}
                Err(Ok(what)) => blocked.push(format!("{} {what}: that is kept", path.shown())),
                Err(Err(error)) => return Err(error.into()),
            }
        }
        let mut changes = overlay.into_changes();
        changes.dir_modes = dir_modes;
        let paths = known.iter().map(|known| &known.path);
        let naming = Naming::new(self.token, Maker::Recovery, paths);
        let swept = WrittenOut::write(&changes, None, (naming, None))?.finish();
        if !swept {
            blocked.push("temporary files could not be removed".to_owned());
        }
        Ok(blocked)
    }

    /// Directories go where they are empty, and come where they are missing.
    fn directories(
        &self,
        overlay: &mut Overlay,
    ) -> Result<HashMap<GrantedPath, u32>, HistoryError> {
        let Journal { made_dirs, removed_dirs, .. } = self.journal;
        let (go, come): (Vec<&JournalDir>, Vec<&JournalDir>) = match self.way {
            Course::Back => (made_dirs.iter().rev().collect(), removed_dirs.iter().rev().collect()),
            Course::Forward => (removed_dirs.iter().collect(), made_dirs.iter().collect()),
        };
        for dir in go {
            // One that the user has put something into stays.
            let _ = overlay.remove_dir(&self.grant(&dir.location)?);
        }
        let mut modes = HashMap::new();
        for dir in come {
            let path = self.grant(&dir.location)?;
            // One that is there already is as good, when it has its permissions.
            let is_new = overlay.create_dir(&path).is_ok();
            match dir.mode {
                Some(mode) if is_new => drop(modes.insert(path, mode)),
                Some(mode) => finish_dir(&path, mode)?,
                None => {}
            }
        }
        Ok(modes)
    }

    fn grant(&self, location: &Location) -> Result<GrantedPath, HistoryError> {
        let granted = match &location.root {
            None => self.gate.grant_in_over(&location.path, Access::Entry, &self.links),
            Some(root) => {
                self.gate.grant_absolute(&root.join(location.path.as_path()), Access::Entry)
            }
        };
        granted.map_err(|refusal| HistoryError::Path(refusal.message))
    }

    fn state(&self, record: Option<&FileRecord>) -> Result<FileState, HistoryError> {
        let Some(record) = record else { return Ok(FileState::Absent) };
        Ok(record.state((self.load)(record.blob)?))
    }
}

/// Removes a temporary file. One that stays is told and in nobody's way.
fn removed(leftover: &Leftover) -> Option<String> {
    let error = leftover.remove().err()?;
    Some(format!("a temporary file could not be removed: {error}"))
}

/// Whether a path holds neither what it held before nor what it was to hold: the user's.
fn is_third(known: &Known) -> bool {
    !is(&known.now, &known.before) && !is(&known.now, &known.after)
}
