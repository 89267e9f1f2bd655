//! Being told that a file may have changed, by the system or by looking again and again.
//!
//! The directories are watched that the file and what it links to stand in, not the file: so it may be
//! replaced, go, and come back. Whether it has changed is for others to see; here nothing is read.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, Event, EventKind, ModifyKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::engine::Interrupt;

use super::{remote::remote, target::Target};

/// How often it is looked at where nothing else was asked for.
const INTERVAL: Duration = Duration::from_secs(1);

/// How changes are noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// The system tells of them.
    Told,
    /// The file is looked at so often, as it was asked for.
    Asked(Duration),
    /// The same, for a reason.
    Needed(Duration, String),
}

/// What ended a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Woken {
    /// The file may have changed.
    Event,
    /// The time was over.
    Time,
    /// This process is to end.
    Signal,
}

/// What the thread that is told of changes and the one that waits share.
#[derive(Debug, Default)]
struct Shared {
    /// Whether somebody has written to the file and not closed it yet.
    being_written: AtomicBool,
    /// Whether a directory is not watched any more.
    lost: AtomicBool,
}

/// Notices changes of a file.
#[derive(Debug)]
pub(super) struct Eye {
    target: Target,
    /// How often to look, where the system is not asked to tell.
    looks: Option<Duration>,
    watcher: Option<RecommendedWatcher>,
    paths: Vec<PathBuf>,
    shared: Arc<Shared>,
    wake: UnixStream,
    waker: Arc<UnixStream>,
}

impl Eye {
    /// Begins; tells how changes are noticed.
    pub(super) fn open(target: &Target, asked: Option<Duration>) -> std::io::Result<(Self, Sight)> {
        let dir = parent(&target.path);
        let elsewhere = remote(&target.real().map_or(dir.clone(), |real| parent(&real)));
        let (wake, waker) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        waker.set_nonblocking(true)?;
        let looks = asked.or_else(|| elsewhere.map(|_| INTERVAL));
        let mut eye = Self {
            target: target.clone(),
            looks,
            watcher: None,
            paths: Vec::new(),
            shared: Arc::default(),
            wake,
            waker: Arc::new(waker),
        };
        let sight = match (asked, elsewhere) {
            (Some(interval), _) => Sight::Asked(interval),
            (None, Some(kind)) => {
                Sight::Needed(INTERVAL, format!("it is on a file system elsewhere ({kind})"))
            }
            (None, None) => match eye.watch() {
                Ok(()) => Sight::Told,
                Err(error) => Sight::Needed(INTERVAL, error.to_string()),
            },
        };
        Ok((eye, sight))
    }

    /// Whether somebody has written to the file and not closed it yet, as far as the system tells.
    pub(super) fn sees_writing(&self) -> bool {
        self.shared.being_written.load(Ordering::SeqCst)
    }

    /// Waits until something may have changed, or so long.
    pub(super) fn wait(&mut self, limit: Option<Duration>, interrupt: &Interrupt) -> Woken {
        self.renew();
        let unseen = self.watcher.is_none().then_some(INTERVAL);
        let limit =
            limit.or(self.looks).or(unseen).and_then(|limit| Timespec::try_from(limit).ok());
        loop {
            if interrupt.raised().is_some() {
                return Woken::Signal;
            }
            let told = PollFd::new(&self.wake, PollFlags::IN);
            let signal = interrupt.wake().map(|wake| PollFd::from_borrowed_fd(wake, PollFlags::IN));
            let mut both: Vec<PollFd<'_>> = std::iter::once(told).chain(signal).collect();
            match poll(&mut both, limit.as_ref()) {
                Ok(0) => return Woken::Time,
                Err(Errno::INTR) => {}
                Ok(_) if interrupt.raised().is_some() => return Woken::Signal,
                Ok(_) | Err(_) => {
                    let mut sink = [0; 512];
                    while self.wake.read(&mut sink).is_ok_and(|count| count > 0) {}
                    return Woken::Event;
                }
            }
        }
    }

    /// Watches what is to be watched by now: a link may lead elsewhere, a directory may be back.
    fn renew(&mut self) {
        if self.looks.is_some() {
            return;
        }
        let lost = self.shared.lost.swap(false, Ordering::SeqCst);
        if lost || self.watcher.is_none() || self.paths != paths(&self.target) {
            // Until it can be watched it is looked at.
            let _ = self.watch();
        }
    }

    fn watch(&mut self) -> notify::Result<()> {
        self.watcher = None;
        self.paths = paths(&self.target);
        self.shared = Arc::default();
        let handler = Handler {
            paths: self.paths.clone(),
            shared: Arc::clone(&self.shared),
            waker: Arc::clone(&self.waker),
        };
        let mut watcher = notify::recommended_watcher(move |event| handler.told(event))?;
        for path in &self.paths {
            watcher.watch(&parent(path), RecursiveMode::NonRecursive)?;
        }
        self.watcher = Some(watcher);
        Ok(())
    }
}

/// The file, and what it links to.
fn paths(target: &Target) -> Vec<PathBuf> {
    let real = target.real().ok().filter(|real| *real != target.path);
    std::iter::once(target.path.clone()).chain(real).collect()
}

fn parent(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

/// Hears what the system tells, in a thread of its own.
struct Handler {
    paths: Vec<PathBuf>,
    shared: Arc<Shared>,
    waker: Arc<UnixStream>,
}

impl Handler {
    fn told(&self, event: notify::Result<Event>) {
        let Ok(event) = event else { return self.lose() };
        if event.need_rescan() {
            return self.wake();
        }
        let is_of = |told: &PathBuf| self.paths.contains(told);
        if !event.paths.iter().any(is_of) {
            // The directory itself: gone, or moved elsewhere.
            let is_above = |told: &PathBuf| self.paths.iter().any(|path| parent(path) == *told);
            let goes =
                matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
            if goes && event.paths.iter().any(is_above) {
                self.lose();
            }
            return;
        }
        let writing = match event.kind {
            EventKind::Modify(ModifyKind::Data(_)) => Some(true),
            EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(_))
            | EventKind::Remove(_) => Some(false),
            EventKind::Access(_) => return,
            EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Other => None,
        };
        if let Some(writing) = writing {
            self.shared.being_written.store(writing, Ordering::SeqCst);
        }
        self.wake();
    }

    fn lose(&self) {
        self.shared.lost.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        // Where there is no room the reader has enough to wake up by.
        let _ = (&*self.waker).write(&[1]);
    }
}
