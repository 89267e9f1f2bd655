//! The overlay mount that a view is: the worktree below, and above it a directory that holds what the
//! actions left and takes what the command writes.
//!
//! Both are in one layer, for a lower layer may not lie inside another one, as the git directory lies
//! in the worktree; an upper one may.

use std::{
    os::{fd::OwnedFd, unix::fs::MetadataExt},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{
        AtFlags, CWD, Dev, FileType, Gid, Mode, OFlags, Timespec, Timestamps, Uid, chmod, chownat,
        mkdirat, mknodat, openat, utimensat,
    },
    io::Errno,
};

use super::{
    launch::Place,
    mounts::{self, MountAttributes, Options, by_number},
    stop::{Stop, Trying},
};

/// The directories of a view.
pub(super) struct Layers {
    worktree: OwnedFd,
    /// What the actions wrote, and what the command will.
    upper: OwnedFd,
    work: OwnedFd,
}

impl Layers {
    /// Opens the directories of a view, and makes those that only this namespace sees.
    pub(super) fn prepare(place: &Place) -> Result<Self, Stop> {
        let layers = place.layers.path();
        let worktree = place.worktree.path();
        let own = if place.in_memory {
            let own = layers.join("memory");
            let memory = mounts::memory("700", MountAttributes::NoDevices);
            memory.and_then(|memory| mounts::attach(&memory, &own)).trying("mount a tmpfs")?;
            copy(&layers.join("upper"), &own.join("upper")).trying("copy the pending files")?;
            own
        } else {
            layers.to_owned()
        };
        make_dir(&own.join("work")).trying("make a scratch directory")?;
        for gone in &place.gone {
            whiteout(worktree, &own.join("upper"), gone.path()).trying("hide a deleted file")?;
        }
        like(worktree, &own.join("upper")).trying("make a scratch directory")?;
        let open = |path: PathBuf| mounts::handle(&path).trying("open a scratch directory");
        Ok(Self {
            worktree: open(worktree.to_owned())?,
            upper: open(own.join("upper"))?,
            work: open(own.join("work"))?,
        })
    }

    /// Mounts them. Nothing is attached yet.
    pub(super) fn mount(&self) -> Result<OwnedFd, Stop> {
        let strings = [
            ("lowerdir", by_number(&self.worktree)),
            ("upperdir", by_number(&self.upper)),
            ("workdir", by_number(&self.work)),
        ];
        let strings: Vec<(&str, &str)> =
            strings.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let (flags, wishes) = (&["userxattr"][..], &["volatile"][..]);
        mounts::make("overlay", Options { strings: &strings, flags, wishes, ..Options::default() })
            .map_err(|errno| match errno {
                Errno::INVAL => Stop::new(
                    "mount an overlay over the worktree",
                    format!("{errno} (something else is mounted below it, or its file system cannot be a layer)"),
                ),
                errno => Stop::new("mount an overlay over the worktree", errno),
            })
    }

    /// Where the command's changes are.
    pub(super) fn into_upper(self) -> OwnedFd {
        self.upper
    }
}

fn make_dir(path: &Path) -> Result<(), Errno> {
    match mkdirat(CWD, path, Mode::from_raw_mode(0o700)) {
        Err(Errno::EXIST) => Ok(()),
        made => made,
    }
}

/// Says in a layer that nothing stands at a path. It goes down by handles: what a command has left in
/// the layer may be a link to anywhere.
fn whiteout(worktree: &Path, layer: &Path, rel: &Path) -> std::io::Result<()> {
    let mut dir = mounts::handle(layer)?;
    let parents: Vec<&Path> = rel.ancestors().skip(1).collect();
    for parent in parents.into_iter().rev() {
        let Some(name) = parent.file_name() else { continue };
        match mkdirat(&dir, name, Mode::from_raw_mode(0o700)) {
            Ok(()) => like(&worktree.join(parent), &layer.join(parent))?,
            Err(Errno::EXIST) => {}
            Err(errno) => return Err(errno.into()),
        }
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        dir = match openat(&dir, name, flags, Mode::empty()) {
            Ok(below) => below,
            // A file or a link has taken the place of the directory, and hides it.
            Err(Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(errno) => return Err(errno.into()),
        };
    }
    let Some(name) = rel.file_name() else { return Ok(()) };
    let nothing: Dev = 0;
    match mknodat(&dir, name, FileType::CharacterDevice, Mode::empty(), nothing) {
        // An earlier attempt has made it.
        Err(Errno::EXIST) => Ok(()),
        made => Ok(made?),
    }
}

/// Copies a directory of files, links and directories.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    make_dir(to)?;
    for entry in fs_err::read_dir(from)? {
        let entry = entry?;
        let (from, to, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
        if kind.is_dir() {
            copy(&from, &to)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs_err::read_link(from)?, to)?;
        } else if kind.is_file() {
            fs_err::copy(from, to)?;
        }
    }
    like(from, to)
}

/// Gives a directory the owner, the mode and the time of another one.
pub(in crate::workspace) fn like(model: &Path, dir: &Path) -> std::io::Result<()> {
    let model = model.symlink_metadata()?;
    let owner = (Uid::from_raw(model.uid()), Gid::from_raw(model.gid()));
    // Who may not give a directory away keeps it.
    let _ = chownat(CWD, dir, Some(owner.0), Some(owner.1), AtFlags::SYMLINK_NOFOLLOW);
    chmod(dir, Mode::from_raw_mode(model.mode() & 0o7777))?;
    let time = |seconds, nanoseconds| Timespec { tv_sec: seconds, tv_nsec: nanoseconds };
    let times = Timestamps {
        last_access: time(model.atime(), model.atime_nsec()),
        last_modification: time(model.mtime(), model.mtime_nsec()),
    };
    Ok(utimensat(CWD, dir, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}
