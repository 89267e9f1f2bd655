//! An OS lock that a process holds together with what it starts: the kernel gives it back when the
//! last of them has ended, whichever ends first and however it ends.

use std::{
    fmt,
    fs::{File, Metadata, TryLockError},
    io,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::fs::MetadataExt,
    },
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use bstr::ByteSlice;

const PAUSE: Duration = Duration::from_millis(10);
/// So many characters of a command line are told.
const MOST_TOLD: usize = 100;

/// A lock on a file, which stays when it is given back: were it removed, two could hold it.
#[must_use = "the lock is given back when this is dropped"]
#[derive(Debug)]
pub struct InheritedLock {
    file: File,
}

/// Why the lock could not be taken.
#[derive(Debug)]
pub enum LockError {
    /// These processes hold it, as far as they can be seen.
    Held(Vec<Holder>),
    /// The file cannot be opened.
    Io(io::Error),
}

/// A process that holds such a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its number.
    pub pid: u32,
    /// Its command line, or its beginning.
    pub command: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} (`{}`)", self.pid, self.command)
    }
}

impl InheritedLock {
    /// Takes the lock at `path`, waiting up to `timeout` for its holders.
    pub fn take(path: &Path, timeout: Duration) -> Result<Self, LockError> {
        if let Some(dir) = path.parent() {
            fs_err::create_dir_all(dir).map_err(LockError::Io)?;
        }
        let open = File::options().read(true).append(true).create(true).open(path);
        let file = open.map_err(LockError::Io)?;
        let until = Instant::now().checked_add(timeout);
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file }),
                Err(TryLockError::WouldBlock)
                    if until.is_none_or(|until| Instant::now() < until) =>
                {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => return Err(LockError::Held(holders_of(&file))),
                Err(TryLockError::Error(error)) => return Err(LockError::Io(error)),
            }
        }
    }

    /// What a process is to have as its standard input to hold the lock as well: an empty file.
    pub fn stdin(&self) -> io::Result<Stdio> {
        Ok(Stdio::from(self.file.try_clone()?))
    }
}

impl AsFd for InheritedLock {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

/// The processes that hold the lock on that file, of those that this one may look into. Others that
/// have it open, to wait for it, are none of them.
fn holders_of(file: &File) -> Vec<Holder> {
    let id = |meta: &Metadata| (meta.dev(), meta.ino());
    let Ok(wanted) = file.metadata().map(|meta| id(&meta)) else { return Vec::new() };
    let mut found = Vec::new();
    for process in fs_err::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let open = fs_err::read_dir(process.path().join("fd")).into_iter().flatten().flatten();
        let mut open = open.filter(|fd| fd.path().metadata().is_ok_and(|meta| id(&meta) == wanted));
        let is_locked = |number: std::ffi::OsString| {
            let info = process.path().join("fdinfo").join(number);
            fs_err::read_to_string(info).is_ok_and(|info| info.contains("FLOCK"))
        };
        if open.any(|fd| is_locked(fd.file_name())) {
            found.push(Holder { pid, command: command_of(&process.path()) });
        }
    }
    found.sort_by_key(|holder| holder.pid);
    found
}

/// The command line of the process with that directory in `/proc`, as far as it has one.
fn command_of(process: &Path) -> String {
    let line = fs_err::read(process.join("cmdline")).unwrap_or_default();
    let line = line.trim_end_with(|end| end == '\0').replace("\0", " ");
    let mut told: String = line.to_str_lossy().chars().take(MOST_TOLD).collect();
    if told.len() < line.len() {
        told.push('…');
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process that another test starts has all that is open until its program begins.
    const SOON: Duration = Duration::from_secs(10);

    #[test]
    fn who_waits_is_told_who_holds_it_and_not_who_waits_too() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("clada/lock");
        let held = InheritedLock::take(&path, Duration::ZERO).expect("free");
        let error = InheritedLock::take(&path, Duration::ZERO).expect_err("held");
        let LockError::Held(holders) = error else { panic!("{error:?}") };
        let of_us = |holder: &&Holder| holder.pid == std::process::id();
        let holder = holders.iter().find(of_us).expect("it is named");
        assert!(!holder.command.is_empty() && !holder.command.contains('\0'), "{holder}");
        drop(held);
        InheritedLock::take(&path, SOON).map(drop).expect("free again");
        let file = fs_err::File::open(&path).expect("there").into_file();
        assert!(
            !holders_of(&file).iter().any(|it| of_us(&it)),
            "to have it open is not to hold it"
        );
    }

    #[test]
    fn it_is_given_back_when_the_last_of_its_holders_has_let_go() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("lock");
        let held = InheritedLock::take(&path, Duration::ZERO).expect("free");
        let inherited = held.file.try_clone().expect("another name of the same");
        drop(held);
        InheritedLock::take(&path, Duration::ZERO).expect_err("held by who is left");
        drop(inherited);
        InheritedLock::take(&path, SOON).map(drop).expect("free");
    }
}
