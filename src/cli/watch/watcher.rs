//! Waits until a file holds something new, and puts summaries on top of it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::engine::Interrupt;

use super::eye::{Eye, Sight, Woken};
use super::replace::{Replaced, replace};
use super::summary::{on_top, parts};
use super::target::{Stamp, Target};

type Hash = [u8; 32];

/// How often a file that was replaced is looked at, and how many times.
const LOOKS: (Duration, u8) = (Duration::from_secs(1), 60);

/// What stood in the file when it was read.
#[derive(Debug)]
pub struct Saved {
    /// All of it.
    pub bytes: Vec<u8>,
    stamp: Option<Stamp>,
}

impl Saved {
    /// What the user put there.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        parts(&self.bytes).content
    }
}

/// What ended a wait.
#[derive(Debug)]
pub enum Next {
    /// There is something new.
    Saved(Saved),
    /// The file is not there any more.
    Gone,
    /// It cannot be read.
    Unreadable(io::Error),
    /// This process is to end.
    End,
}

/// What became of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTop {
    /// It stands there.
    Done,
    /// The file has been saved since it was read.
    Changed,
    /// Somebody has it open and has written to it.
    BeingWritten,
}

/// What was applied last, or is not to be.
#[derive(Debug)]
struct Last {
    content: Hash,
    /// Where nothing came of it, how the file stood: saved once more, it is tried again.
    again: Option<Stamp>,
}

/// A file that was replaced, to which somebody may still write.
#[derive(Debug)]
struct Old {
    file: File,
    stamp: Stamp,
    /// How many times it is looked at yet: who has not written by then has no reason to.
    looks: u8,
}

impl Old {
    fn is_written(&self) -> bool {
        self.file.metadata().is_ok_and(|meta| Stamp::of(&meta) != self.stamp)
    }
}

/// Waits for what is new in a file.
#[derive(Debug)]
pub struct Watcher {
    target: Target,
    eye: Eye,
    debounce: Duration,
    seen: Option<Stamp>,
    last: Option<Last>,
    /// What was put there last that nobody saved.
    ours: Option<Hash>,
    old: Vec<Old>,
}

impl Watcher {
    /// Begins. With `now`, what the file holds already is new.
    pub fn begin(
        target: &Target,
        (asked, debounce): (Option<Duration>, Duration),
        now: bool,
    ) -> io::Result<(Self, Sight)> {
        let (eye, sight) = Eye::open(target, asked)?;
        let target = target.clone();
        let mut watcher =
            Self { target, eye, debounce, seen: None, last: None, ours: None, old: Vec::new() };
        if !now {
            watcher.seen = watcher.target.stamp();
            let bytes = watcher.target.read()?.unwrap_or_default();
            watcher.know(&bytes, None);
        }
        Ok((watcher, sight))
    }

    /// Waits until the file holds something new, and has stood still for a while.
    pub fn next(&mut self, interrupt: &Interrupt) -> Next {
        loop {
            if !self.settles(interrupt) {
                return Next::End;
            }
            self.rescue();
            let was_there = self.seen.is_some();
            let stamp = self.target.stamp();
            self.seen = stamp;
            match self.target.read() {
                Ok(Some(bytes)) => {
                    if self.is_new(&bytes, stamp) {
                        return Next::Saved(Saved { bytes, stamp });
                    }
                }
                Ok(None) if was_there => return Next::Gone,
                Ok(None) => {}
                Err(error) => return Next::Unreadable(error),
            }
        }
    }

    /// Takes what was saved for done. With `again`, it is tried once more if it is saved once more.
    pub fn done(&mut self, saved: &Saved, again: bool) {
        self.know(&saved.bytes, saved.stamp.filter(|_| again));
    }

    /// Takes whatever the file holds now for known: it is none of the user's.
    pub fn take_for_known(&mut self) -> io::Result<()> {
        let bytes = self.target.read()?.unwrap_or_default();
        self.know(&bytes, None);
        Ok(())
    }

    /// Puts a summary on top of what was saved, in place of the one that is there.
    pub fn put_on_top(&mut self, saved: &Saved, summary: &[String]) -> io::Result<OnTop> {
        if self.eye.sees_writing() {
            return Ok(OnTop::BeingWritten);
        }
        let new = on_top(summary, &saved.bytes);
        match replace(&self.target.real()?, &saved.bytes, &new)? {
            Replaced::Changed => Ok(OnTop::Changed),
            Replaced::Done { stamp, old, stood } => {
                if let Some(again) = self.last.as_mut().and_then(|last| last.again.as_mut()) {
                    *again = stamp;
                }
                self.ours = Some(hash(&new));
                self.old.push(Old { file: old, stamp: stood, looks: LOOKS.1 });
                Ok(OnTop::Done)
            }
        }
    }

    /// Waits for a change, and until nothing has changed for a while. `false` for the end.
    fn settles(&mut self, interrupt: &Interrupt) -> bool {
        while self.target.stamp() == self.seen && !self.old.iter().any(Old::is_written) {
            let limit = (!self.old.is_empty()).then_some(LOOKS.0);
            match self.eye.wait(limit, interrupt) {
                Woken::Signal => return false,
                Woken::Time => self.look_once_less(),
                Woken::Event => {}
            }
        }
        loop {
            let stamp = self.target.stamp();
            match self.eye.wait(Some(self.debounce), interrupt) {
                Woken::Signal => return false,
                Woken::Time if self.target.stamp() == stamp => return true,
                Woken::Event | Woken::Time => {}
            }
        }
    }

    fn look_once_less(&mut self) {
        for old in &mut self.old {
            old.looks -= 1;
        }
        self.old.retain(|old| old.looks > 0);
    }

    fn is_new(&mut self, bytes: &[u8], stamp: Option<Stamp>) -> bool {
        let content = parts(bytes).content;
        let once_more = self.last.as_ref().is_some_and(|last| {
            last.content == hash(content) && last.again.is_none_or(|again| Some(again) == stamp)
        });
        if once_more {
            return false;
        }
        let blank = content.trim_ascii().is_empty();
        if blank {
            // Somebody is about to write: no place for a summary.
            self.know(bytes, None);
        }
        !blank
    }

    fn know(&mut self, bytes: &[u8], again: Option<Stamp>) {
        self.last = Some(Last { content: hash(parts(bytes).content), again });
    }

    /// Where somebody wrote to the file that was replaced, having opened it before: what they wrote
    /// is put where they meant it to be.
    fn rescue(&mut self) {
        let Some(old) = self.old.iter_mut().find(|old| old.is_written()) else { return };
        let mut put = |path: &Path| -> io::Result<Option<Hash>> {
            // They may go on writing, even while it is read.
            (old.stamp, old.looks) = (Stamp::of(&old.file.metadata()?), LOOKS.1);
            let mut written = Vec::new();
            old.file.rewind()?;
            old.file.read_to_end(&mut written)?;
            let now = self.target.read()?.unwrap_or_default();
            // Unless there has been a later save in its place.
            if self.ours != Some(hash(&now)) {
                return Ok(None);
            }
            let put = replace(path, &now, &written)?;
            Ok(matches!(put, Replaced::Done { .. }).then(|| hash(&written)))
        };
        // Where it is gone altogether there is no place for it.
        if let Ok(Some(written)) = self.target.real().and_then(|path| put(&path)) {
            self.ours = Some(written);
        }
    }
}

fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}
