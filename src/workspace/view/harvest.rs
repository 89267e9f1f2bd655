//! Letting what a command changed join the overlay, if the path gate has nothing against it.

use std::{
    collections::{BTreeMap, HashSet},
    os::unix::fs::MetadataExt,
    path::Path,
};

use bstr::ByteSlice;
use rustix::fs::OFlags;

use super::{
    choice::Choice,
    error::{HarvestError, unreadable},
    layer::Layer,
    options::HarvestOptions,
    scan::{Found, Item, as_before, scan},
};
use crate::{
    base::RepoPath,
    policy::{Access, GrantedPath, PLACE, RootKind},
    workspace::{
        EntryKind, FileState, FsError, Overlay,
        crossing::{Moment, moment_of},
        entry::State,
    },
};

/// What a command changed, beside what has joined the overlay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Harvest {
    /// How many files, links and directories were written, made or removed.
    pub changed: usize,
    /// Directories whose new mode is not carried over.
    pub modes_left: Vec<String>,
    /// Ignored files that are carried, by their topmost ignored directory; and whether what they
    /// replace is kept for undo.
    pub carried: BTreeMap<String, bool>,
}

/// When a view began: the moment at which its scratch was made.
pub(super) fn began(scratch: &Path) -> Result<Moment, HarvestError> {
    let lock = scratch.join("lock");
    let metadata = lock.symlink_metadata().map_err(unreadable(&lock))?;
    Ok(moment_of(&metadata))
}

/// Lets all that stands in a layer join the overlay, or nothing.
pub(super) fn harvest(
    layer: &Layer<'_>,
    overlay: &mut Overlay,
    options: HarvestOptions<'_>,
) -> Result<Harvest, HarvestError> {
    let items = scan(layer.upper).map_err(unreadable(layer.upper))?;
    join(layer, &items, (overlay, options))
}

/// Lets things join the overlay as if they stood in a layer, or nothing.
pub(super) fn join(
    layer: &Layer<'_>,
    items: &[Item],
    (overlay, options): (&mut Overlay, HarvestOptions<'_>),
) -> Result<Harvest, HarvestError> {
    let Choice { carried: chosen, refused, changed } = layer.choice(items, &options)?;
    let carried = layer.carried(&chosen);
    let before = overlay.clone();
    let put = put_before(overlay);
    let mut joining = Joining {
        overlay,
        layer,
        carried: &carried,
        inside: Vec::new(),
        left: options.max_write,
        harvest: Harvest::default(),
        refused,
        changed,
    };
    let done = joining.all(items).and_then(|()| joining.missing(&put, items));
    let Joining { overlay, mut harvest, refused, changed, .. } = joining;
    let done = if !refused.is_empty() {
        Err(HarvestError::Refused(refused))
    } else if !changed.is_empty() {
        Err(HarvestError::Changed(changed))
    } else {
        done
    };
    harvest.carried = chosen.iter().map(|(path, kept)| (path.to_string(), *kept)).collect();
    let done = done.and_then(|()| layer.carry(overlay, (&chosen, options.keep_ignored)));
    layer.gate.forget();
    if done.is_err() {
        *overlay = before;
    }
    done.map(|()| harvest)
}

/// What the layer held when the command began.
fn put_before(overlay: &Overlay) -> Vec<GrantedPath> {
    let pending = overlay.pending().filter(|(path, state)| {
        path.root().kind() == RootKind::Worktree && **state != State::Not(FileState::Absent)
    });
    pending.map(|(path, _)| path.clone()).collect()
}

/// Changes that join the overlay one after the other.
struct Joining<'a> {
    overlay: &'a mut Overlay,
    layer: &'a Layer<'a>,
    carried: &'a BTreeMap<RepoPath, bool>,
    /// The carried directories that the present thing stands in.
    inside: Vec<GrantedPath>,
    /// How many bytes may still join.
    left: u64,
    harvest: Harvest,
    refused: Vec<String>,
    changed: Vec<String>,
}

impl Joining<'_> {
    fn all(&mut self, items: &[Item]) -> Result<(), HarvestError> {
        let mut refused: Option<&RepoPath> = None;
        for (at, item) in items.iter().enumerate() {
            // What is in a directory that may not be there is not named besides.
            if refused.is_some_and(|dir| item.rel.is_inside(dir)) {
                continue;
            }
            let Some(path) = self.grant(item) else {
                refused = Some(&item.rel);
                continue;
            };
            if item.found == Found::Link && !path.may_be_link() {
                self.refused.push(path.refuse_link().message);
                continue;
            }
            let carried = !self.inside.is_empty() || self.is_carried(&item.rel);
            if item.found != Found::Special && carried {
                let is_dir = matches!(item.found, Found::Dir { .. });
                self.inside.extend(is_dir.then_some(path));
                continue;
            }
            match &item.found {
                Found::Gone => self.remove(&path)?,
                Found::Dir { mode, replaces } => {
                    let inside = items.get(at + 1..).unwrap_or_default();
                    let inside = inside.iter().take_while(|next| next.rel.is_inside(&item.rel));
                    let names: Vec<&Item> = inside.collect();
                    self.dir(&path, *mode, replaces.then_some(names.as_slice()))?;
                }
                Found::File { mode, size, time } => {
                    self.spend(&path, *size)?;
                    let content = item.at.content(*size)?;
                    let file = FileState::File { content, mode: Some(*mode) };
                    if self.put(&path, file)? {
                        self.overlay.note_time(&path, *time);
                    }
                }
                Found::Link => {
                    self.put(&path, FileState::Link { target: item.at.target()? })?;
                }
                Found::Special => {
                    self.refuse(item, "is a device, FIFO or socket");
                }
            }
        }
        Ok(())
    }

    /// Whether a path is not held in memory.
    fn is_carried(&self, path: &RepoPath) -> bool {
        let is_root = |path: &RepoPath| self.carried.contains_key(path);
        is_root(path) || path.ancestors().any(|dir| is_root(&dir))
    }

    /// Counts what joins; what the actions left was counted when they left it.
    fn spend(&mut self, path: &GrantedPath, size: u64) -> Result<(), HarvestError> {
        // Where an action deleted a file, or made a directory, nothing was counted.
        let pending = self.overlay.is_pending(path).then(|| self.overlay.size(path));
        let counted = pending.and_then(Result::ok).unwrap_or(0);
        let limit = self.left;
        let more = size.saturating_sub(counted);
        self.left = limit.checked_sub(more).ok_or(HarvestError::TooMuch { size, limit })?;
        Ok(())
    }

    /// Removes what the layer held and holds no more: of what is not in the worktree, the kernel
    /// leaves no trace when it is deleted.
    fn missing(&mut self, put: &[GrantedPath], items: &[Item]) -> Result<(), HarvestError> {
        let there: HashSet<&RepoPath> = items.iter().map(|item| &item.rel).collect();
        for path in put.iter().rev().filter(|path| !there.contains(path.rel())) {
            if !self.is_carried(path.rel()) {
                self.remove(path)?;
            }
        }
        Ok(())
    }

    fn refuse(&mut self, item: &Item, why: &str) {
        self.refused.push(format!("`{}` {why}", item.rel));
    }

    /// Asks the gate for the name that a command wrote, and notes what it refuses.
    fn grant(&mut self, item: &Item) -> Option<GrantedPath> {
        let Ok(written) = item.rel.as_bstr().to_str() else {
            self.refuse(item, "has a name that is not UTF-8");
            return None;
        };
        while self.inside.last().is_some_and(|dir| !item.rel.is_inside(dir.rel())) {
            self.inside.pop();
        }
        let granted = match self.inside.last() {
            // The disk has something else there, and the overlay knows nothing of it yet.
            Some(dir) => dir.inside(item.rel.name()),
            None => self.layer.gate.grant_over(written, Access::Entry, self.overlay),
        };
        match granted {
            Ok(granted)
                if *granted.rel() == item.rel
                    && granted.root().kind() == self.layer.top.root().kind() =>
            {
                Some(granted)
            }
            Ok(_) => {
                self.refuse(item, "is not where its name says");
                None
            }
            Err(refusal) => {
                self.refused.push(refusal.message);
                None
            }
        }
    }

    /// A directory stands there now.
    fn dir(
        &mut self,
        path: &GrantedPath,
        mode: u32,
        only: Option<&[&Item]>,
    ) -> Result<(), HarvestError> {
        match self.overlay.kind(path)? {
            EntryKind::Dir => {
                if let Some(only) = only {
                    self.remove_others(path, only)?;
                }
                self.note_mode(path, mode);
                return Ok(());
            }
            EntryKind::File | EntryKind::Link => self.remove(path)?,
            EntryKind::Absent => {}
        }
        self.overlay.create_dir(path)?;
        self.harvest.changed += 1;
        Ok(())
    }

    fn note_mode(&mut self, path: &GrantedPath, mode: u32) {
        let on_disk = path.absolute().symlink_metadata();
        if on_disk.is_ok_and(|found| found.is_dir() && found.mode() & 0o7777 != mode) {
            self.harvest.modes_left.push(path.rel().to_string());
        }
    }

    /// Removes what was in a directory that the command made anew.
    fn remove_others(&mut self, dir: &GrantedPath, stays: &[&Item]) -> Result<(), HarvestError> {
        if !self.may_be_emptied(dir)? {
            return Ok(());
        }
        for listed in self.overlay.list(dir)? {
            if !stays.iter().any(|item| item.rel == *listed.path.rel()) {
                self.remove(&listed.path)?;
            }
        }
        Ok(())
    }

    /// A file or link stands there now. Says whether that is new.
    fn put(&mut self, path: &GrantedPath, state: FileState) -> Result<bool, HarvestError> {
        if self.overlay.kind(path)? == EntryKind::Dir {
            self.remove(path)?;
        }
        self.check_unchanged(path);
        let is = self.overlay.state(path)?;
        let state = as_before(&is, state);
        let new = !is_left(&is, &state);
        if new {
            self.overlay.restore(path, state)?;
            self.harvest.changed += 1;
        }
        Ok(new)
    }

    /// Removes whatever stands there, a directory with all that is in it.
    fn remove(&mut self, path: &GrantedPath) -> Result<(), HarvestError> {
        match self.overlay.kind(path)? {
            EntryKind::Absent => return Ok(()),
            EntryKind::Dir => {
                if !self.may_be_emptied(path)? {
                    return Ok(());
                }
                for listed in self.overlay.list(path)? {
                    self.remove(&listed.path)?;
                }
                self.overlay.remove_dir(path)?;
            }
            EntryKind::File | EntryKind::Link => {
                self.check_unchanged(path);
                self.overlay.remove(path)?;
            }
        }
        self.harvest.changed += 1;
        Ok(())
    }

    /// Whether nothing is in a directory on disk that no action may remove. What is, is noted.
    fn may_be_emptied(&mut self, dir: &GrantedPath) -> Result<bool, HarvestError> {
        let failed = |errno| FsError::new(errno, crate::workspace::Call::Scandir, dir.shown());
        let Ok(fd) = dir.open(OFlags::RDONLY | OFlags::DIRECTORY) else { return Ok(true) };
        let refused = self.refused.len();
        if dir.open_list().map_err(failed)?.is_none() {
            self.refused.push(format!("`{}` is a repository of its own", dir.rel()));
            return Ok(false);
        }
        for entry in rustix::fs::Dir::new(fd).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_bytes().as_bstr();
            if name != "." && name != ".." && dir.child(name).is_none() {
                self.refused.push(format!("`{}` holds `{name}`, which is not removed", dir.rel()));
            }
        }
        Ok(self.refused.len() == refused)
    }

    /// Notes a file that somebody else has written since the view began, unless it was known
    /// before: then publishing finds out.
    fn check_unchanged(&mut self, path: &GrantedPath) {
        if self.overlay.knows(path) {
            return;
        }
        let Ok(fd) = path.open(PLACE) else { return };
        let changed = rustix::fs::fstat(&fd).is_ok_and(|stat| {
            let nanoseconds = i64::try_from(stat.st_ctime_nsec).unwrap_or(0);
            (stat.st_ctime, nanoseconds) >= self.layer.since
        });
        if changed {
            self.changed.push(path.rel().to_string());
        }
    }
}

/// Whether a file in the layer is what the overlay has. One whose mode the umask gives has another
/// one only if it is executable.
fn is_left(is: &FileState, found: &FileState) -> bool {
    match (is, found) {
        (
            FileState::File { content: old, mode: None },
            FileState::File { content: new, mode: Some(mode) },
        ) => mode & 0o111 == 0 && old == new,
        _ => is == found,
    }
}
