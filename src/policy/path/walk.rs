//! Finds out which place a path names, as the kernel would: links first, then `..`.
//!
//! What it finds is a name to judge. It proves nothing about a later moment: opening goes
//! through the root's handle, where no link is followed at all.

use std::{
    collections::VecDeque,
    ffi::{OsStr, OsString},
    fs::Metadata,
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    path::{Component, Path, PathBuf},
};

use bstr::ByteSlice;

use super::{
    forbidden,
    gate::Gate,
    view::{Left, View},
};

/// As many links as the kernel follows in one path.
const MAX_LINKS: usize = 40;

/// What is done with a link that is the path's last component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Follow,
    Keep,
}

/// The place that a path names.
pub(super) struct Place {
    /// Absolute; no component is a link, except for the last one where it was kept.
    pub(super) path: PathBuf,
    /// What stands there; `None` where nothing does.
    pub(super) kind: Option<Kind>,
    /// Whether a link that lies below a root was followed.
    pub(super) passed_link: bool,
}

/// What kind of thing stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Dir,
    Link,
    /// A FIFO, a socket, a device.
    Special,
}

/// Why a path names no place.
pub(super) enum Stop {
    /// It passes what no setting allows; why.
    Forbidden(&'static str),
    /// It passes too many links.
    Loop,
}

/// Follows the components of `rest` from `start`, which is absolute and has no links.
pub(super) fn resolve(
    (gate, view): (&Gate, &dyn View),
    (start, rest): (PathBuf, &Path),
    last: Last,
) -> Result<Place, Stop> {
    let mut walk = Walk {
        gate,
        view,
        last,
        path: start,
        queue: VecDeque::new(),
        missing: 0,
        found: None,
        links: 0,
        passed_link: false,
    };
    walk.enqueue(rest);
    while let Some(step) = walk.queue.pop_front() {
        walk.step(step)?;
    }
    let found = match walk.found.take() {
        None if walk.missing == 0 => walk.look(false),
        found => found,
    };
    let kind = found.map(|found| found.kind());
    Ok(Place { path: walk.path, kind, passed_link: walk.passed_link })
}

enum Step {
    Up,
    Down(OsString),
}

/// What stands at a path.
enum Found {
    /// That is known without a look at the disk.
    Known(Kind),
    /// A link that was left there, and where it leads.
    LeftLink(PathBuf),
    OnDisk(Metadata),
}

impl Found {
    fn kind(&self) -> Kind {
        match self {
            Self::Known(kind) => *kind,
            Self::LeftLink(_) => Kind::Link,
            Self::OnDisk(metadata) if metadata.is_dir() => Kind::Dir,
            Self::OnDisk(metadata) if metadata.is_symlink() => Kind::Link,
            Self::OnDisk(metadata) if metadata.is_file() => Kind::File,
            Self::OnDisk(_) => Kind::Special,
        }
    }
}

struct Walk<'g> {
    gate: &'g Gate,
    view: &'g dyn View,
    last: Last,
    path: PathBuf,
    queue: VecDeque<Step>,
    /// How many of the last components of `path` do not exist.
    missing: usize,
    /// What stands at `path`, where the last step looked at it.
    found: Option<Found>,
    links: usize,
    passed_link: bool,
}

impl Walk<'_> {
    fn enqueue(&mut self, rest: &Path) {
        for part in rest.components().rev() {
            match part {
                Component::ParentDir => self.queue.push_front(Step::Up),
                Component::Normal(name) => self.queue.push_front(Step::Down(name.to_owned())),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
    }

    fn step(&mut self, step: Step) -> Result<(), Stop> {
        match step {
            Step::Up => {
                self.path.pop();
                self.found = None;
                self.missing = self.missing.saturating_sub(1);
                Ok(())
            }
            Step::Down(name) => self.down(&name),
        }
    }

    fn down(&mut self, name: &OsStr) -> Result<(), Stop> {
        if let Some(why) = forbidden::reason(name.as_bytes().as_bstr()) {
            return Err(Stop::Forbidden(why));
        }
        self.path.push(name);
        if self.gate.is_system(&self.path) {
            return Err(Stop::Forbidden("the system's own directories are never touched"));
        }
        self.found = None;
        let on_the_way = !self.queue.is_empty();
        let found = if self.missing == 0 { self.look(on_the_way) } else { None };
        let Some(found) = found else {
            self.missing += 1;
            return Ok(());
        };
        let kept = self.last == Last::Keep && !on_the_way;
        if found.kind() == Kind::Link && !kept {
            return self.follow(found);
        }
        if let Found::OnDisk(metadata) = &found
            && self.gate.is_git_directory((metadata.dev(), metadata.ino()))
        {
            return Err(Stop::Forbidden("git's own directory is never touched"));
        }
        if on_the_way && matches!(&found, Found::OnDisk(metadata) if metadata.is_dir()) {
            self.gate.seen.plain_directory(&self.path);
        }
        self.found = Some(found);
        Ok(())
    }

    /// What stands at `path`; a directory that is only passed is looked at once.
    fn look(&self, on_the_way: bool) -> Option<Found> {
        match self.gate.left_at(&self.path, self.view) {
            None if on_the_way && self.gate.seen.is_plain_directory(&self.path) => {
                Some(Found::Known(Kind::Dir))
            }
            None => self.path.symlink_metadata().ok().map(Found::OnDisk),
            Some(Left::Nothing) => None,
            Some(Left::File) => Some(Found::Known(Kind::File)),
            Some(Left::Dir) => Some(Found::Known(Kind::Dir)),
            Some(Left::Link { target }) => {
                Some(Found::LeftLink(PathBuf::from(OsStr::from_bytes(&target))))
            }
        }
    }

    fn follow(&mut self, found: Found) -> Result<(), Stop> {
        self.links += 1;
        if self.links > MAX_LINKS {
            return Err(Stop::Loop);
        }
        if self
            .path
            .file_name()
            .is_some_and(|name| forbidden::is_gitmodules(name.as_bytes().as_bstr()))
        {
            return Err(Stop::Forbidden("`.gitmodules` through a symbolic link"));
        }
        self.passed_link |= self.gate.root_of(&self.path).is_some();
        let target = match found {
            Found::LeftLink(target) => target,
            Found::Known(_) | Found::OnDisk(_) => self.path.read_link().unwrap_or_default(),
        };
        if target.is_absolute() {
            let (start, rest) = self.gate.start(&target);
            self.path = start;
            self.enqueue(rest);
        } else {
            self.path.pop();
            self.enqueue(&target);
        }
        Ok(())
    }
}
