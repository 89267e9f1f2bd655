//! Word from outside that the work is to stop: Ctrl-C, and other signals that ask a process to end.

use std::{
    fmt,
    os::{
        fd::{AsFd, BorrowedFd},
        unix::net::UnixStream,
    },
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use rustix::io::ioctl_fionread;

/// Knows whether the work is to stop. By default nobody can say so.
///
/// Whoever catches signals fills in the parts. Once raised it stays so: the process is to end.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Option<Arc<Word>>);

/// What a handler of signals and the work share.
pub struct Word {
    /// Whether the next signal ends the process at once. A signal that does not sets it.
    pub ends_at_once: Arc<AtomicBool>,
    /// Says whether a signal sets it, from now on.
    pub arm: Box<dyn Fn(bool) + Send + Sync>,
    /// The signal's number; 0 as long as there was none.
    pub signal: Arc<AtomicUsize>,
    /// Has a byte to read for each signal that there was. Nobody reads it.
    pub wake: UnixStream,
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ends_at_once, signal, wake, arm: _ } = self;
        let mut debug = f.debug_struct("Word");
        debug.field("ends_at_once", ends_at_once).field("signal", signal).field("wake", wake);
        debug.finish_non_exhaustive()
    }
}

/// As long as this lives a first signal lets the work come to its end.
#[derive(Debug)]
#[must_use = "the next signal ends the process when this is dropped"]
pub struct Held<'i> {
    interrupt: &'i Interrupt,
    /// Whether it was not held before: within another one this changes nothing.
    outermost: bool,
}

/// As long as this lives no signal ends the process: what there is to be left in order may not wait
/// for the next run.
#[derive(Debug)]
#[must_use = "a second signal ends the process when this is dropped"]
pub struct HeldFast<'i> {
    interrupt: &'i Interrupt,
    /// Whether the next signal would have ended it.
    ended_at_once: bool,
}

impl Interrupt {
    /// Is raised by that word.
    #[must_use]
    pub fn by(word: Word) -> Self {
        Self(Some(Arc::new(word)))
    }

    /// From here on there is something to be left in order: a first signal is only noted. Without
    /// this every signal ends the process.
    pub fn hold(&self) -> Held<'_> {
        let outermost = match &self.0 {
            Some(word) if self.raised().is_none() => {
                word.ends_at_once.swap(false, Ordering::SeqCst)
            }
            Some(_) | None => false,
        };
        Held { interrupt: self, outermost }
    }

    /// The same for all signals: a second one only says that the first is urgent.
    pub fn hold_fast(&self) -> HeldFast<'_> {
        let ended_at_once = self.0.as_ref().is_some_and(|word| {
            (word.arm)(false);
            word.ends_at_once.swap(false, Ordering::SeqCst)
        });
        HeldFast { interrupt: self, ended_at_once }
    }

    /// The signal that wants the work to stop.
    #[must_use]
    pub fn raised(&self) -> Option<i32> {
        let signal = self.0.as_ref()?.signal.load(Ordering::SeqCst);
        i32::try_from(signal).ok().filter(|signal| *signal > 0)
    }

    /// Whether there was more than one signal.
    #[must_use]
    pub fn is_urgent(&self) -> bool {
        self.wake().is_some_and(|wake| ioctl_fionread(wake).is_ok_and(|signals| signals > 1))
    }

    /// What has something to read as soon as there was a signal.
    #[must_use]
    pub fn wake(&self) -> Option<BorrowedFd<'_>> {
        self.0.as_ref().map(|word| word.wake.as_fd())
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(word) = self.interrupt.0.as_ref().filter(|_| self.outermost) {
            word.ends_at_once.store(true, Ordering::SeqCst);
        }
    }
}

impl Drop for HeldFast<'_> {
    fn drop(&mut self) {
        if let Some(word) = &self.interrupt.0 {
            (word.arm)(true);
            if self.ended_at_once || self.interrupt.raised().is_some() {
                word.ends_at_once.store(true, Ordering::SeqCst);
            }
        }
    }
}
