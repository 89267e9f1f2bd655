//! Where what a transaction replaced waits until it is removed, or taken back.
//!
//! Removing a file gives its blocks back, and a file system that tells the device of each (ext4
//! mounted with `discard`) sleeps once a file meanwhile. The files of a big transaction are
//! renamed here instead. An undo that wants such a content puts the very file back, with its
//! extended attributes and its other names. When there are too many they are removed, as git
//! packs loose objects when there are too many.

use std::{
    cell::{Cell, OnceCell, RefCell},
    collections::HashMap,
    fs::File,
    hash::{DefaultHasher, Hash, Hasher},
    os::{fd::OwnedFd, unix::ffi::OsStringExt},
    path::{Path, PathBuf},
    thread::JoinHandle,
};

use bstr::{BStr, BString, ByteSlice};
use rustix::{
    fs::{CWD, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, futimens, openat},
    io::Result,
};

use super::{
    inspect::open_with,
    rename::{At, rename_new, rename_over, unlink},
};
use crate::{
    policy::{GrantedPath, PLACE},
    workspace::FileState,
};

/// From how many replaced files on they wait: below, removing them at once is not felt.
const FEW: usize = 16;

/// How many bytes wait; what is more is removed.
const CAPACITY: u64 = 64 * 1024 * 1024;

/// How many files wait before they are removed.
const MANY: usize = 4096;

/// A directory for what transactions replaced.
#[derive(Debug)]
pub(super) struct Trash {
    dir: PathBuf,
    handle: OnceCell<Option<OwnedFd>>,
    /// How many more bytes are taken.
    room: Cell<u64>,
    /// The names of what earlier transactions left, by the key of their path.
    waiting: RefCell<HashMap<u64, Vec<BString>>>,
}

impl Trash {
    /// The directory `dir`, which is made when it is needed, for a transaction that touches
    /// `count` files; `None` where these are so few that it is not worth it.
    pub(super) fn open(dir: &Path, count: usize) -> Option<Self> {
        if count < FEW {
            return None;
        }
        let mut waiting: HashMap<_, Vec<_>> = HashMap::new();
        for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let name = BString::from(entry.file_name().into_vec());
            let (key, _) = of_name(name.as_bstr()).unwrap_or_default();
            waiting.entry(key).or_default().push(name);
        }
        Some(Self {
            dir: dir.to_owned(),
            handle: OnceCell::new(),
            room: Cell::new(CAPACITY),
            waiting: RefCell::new(waiting),
        })
    }

    /// Takes the file of `path`, of `size` bytes, away from where it is held. What the directory
    /// does not take (there is no room, it is on another file system) is removed.
    pub(super) fn take(&self, path: &GrantedPath, size: u64, held: At<'_>) -> Result<()> {
        let left = self.room.get().checked_sub(size);
        let Some((left, dir)) = left.zip(self.handle()) else { return unlink(held) };
        self.room.set(left);
        let mut name = BString::from(format!("{:016x}-{size:016x}-", key(path)));
        name.extend_from_slice(held.name);
        rename_over(held, At::new(dir, name.as_bstr())).or_else(|_| unlink(held))
    }

    /// Gives back what was taken from `path` if it is what shall stand there, under the name
    /// `at`. Its time is now, as that of a new file: who builds by times must see the change.
    pub(super) fn give_back(&self, path: &GrantedPath, to: &FileState, at: At<'_>) -> Option<File> {
        let FileState::File { content, mode: mode @ Some(_) } = to else { return None };
        let mut waiting = self.waiting.borrow_mut();
        let names = waiting.get_mut(&key(path))?;
        let dir = self.handle()?;
        let (index, file) = names.iter().enumerate().find_map(|(index, name)| {
            let kept = At::new(dir, name.as_bstr());
            let (file, _) = open_with(kept, content, *mode).ok()??;
            Some((index, file))
        })?;
        let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
        futimens(&file, &Timestamps { last_access: now, last_modification: now }).ok()?;
        let name = names.swap_remove(index);
        rename_new(At::new(dir, name.as_bstr()), at).ok()?;
        Some(file)
    }

    /// Begins to remove what earlier transactions left and nobody took back, where it is too
    /// much. What cannot be removed stays for the next time.
    pub(super) fn empty_if_full(&self) -> Emptying {
        let waiting = self.waiting.borrow();
        let names = || waiting.values().flatten();
        let bytes: u64 = names().filter_map(|name| Some(of_name(name.as_bstr())?.1)).sum();
        if names().count() <= MANY && bytes <= CAPACITY {
            return Emptying::default();
        }
        Emptying::begin(names().map(|name| self.dir.join(name.to_path_lossy())).collect())
    }

    fn handle(&self) -> Option<&OwnedFd> {
        let open = || {
            fs_err::create_dir_all(&self.dir).ok()?;
            let flags = PLACE | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            openat(CWD, &self.dir, flags, Mode::empty()).ok()
        };
        self.handle.get_or_init(open).as_ref()
    }
}

/// What files are found by: their path. Two of one key are told apart by what they hold.
fn key(path: &GrantedPath) -> u64 {
    let mut hasher = DefaultHasher::new();
    let (root, rel) = path.key();
    let rel: &BStr = rel.as_bstr();
    (root, rel).hash(&mut hasher);
    hasher.finish()
}

/// The key and the size that a file's name begins with.
fn of_name(name: &BStr) -> Option<(u64, u64)> {
    let mut parts = name.to_str().ok()?.split('-');
    let mut next = || u64::from_str_radix(parts.next()?, 16).ok();
    Some((next()?, next()?))
}

/// Removing what waits, in a thread of its own. Dropped, it is waited for.
#[derive(Debug, Default)]
#[must_use = "dropping it waits"]
pub struct Emptying(Option<JoinHandle<()>>);

impl Emptying {
    fn begin(waiting: Vec<PathBuf>) -> Self {
        let empty = || waiting.into_iter().for_each(|path| drop(fs_err::remove_file(path)));
        Self(std::thread::Builder::new().spawn(empty).ok())
    }
}

impl Drop for Emptying {
    fn drop(&mut self) {
        // It has nothing to tell: what it left is there for the next time.
        self.0.take().map(JoinHandle::join);
    }
}
