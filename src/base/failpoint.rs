//! Places where a test can end the program or let a step fail: one around each change of the disk.
//!
//! They exist with the cargo feature `failpoints` alone, which the tests' own build has; without
//! it [`around`] is the change itself. With it the environment says what happens:
//!
//! - `CLADA_STEPS=FILE` appends the name of each step that was taken to FILE;
//! - `CLADA_CRASH_AFTER=N` kills the process with SIGKILL when the N-th step has been taken, and
//!   `CLADA_CRASH_AFTER=N:NAME` when the N-th of that name has;
//! - `CLADA_FAIL_STEP=N:EIO` (or `EACCES`, `ENOSPC`, `EPERM`) lets the N-th step fail instead.
//!
//! The environment is read here and not in `cli::context`: what the user can set there is part of
//! the program, and this is not.

/// Makes one change of the disk, unless a test wants it to fail; a test may want the process to
/// end right after it.
#[cfg(not(feature = "failpoints"))]
#[inline]
pub fn around<T, E: From<rustix::io::Errno>>(
    _step: &'static str,
    change: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    change()
}

#[cfg(feature = "failpoints")]
pub use active::around;

#[cfg(feature = "failpoints")]
mod active {
    use std::io::Write;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::io::Errno;

    /// What a test wants.
    #[derive(Default)]
    struct Wanted {
        crash_after: Option<(usize, Option<String>)>,
        fail: Option<(usize, Errno)>,
        steps: Option<String>,
    }

    static WANTED: OnceLock<Wanted> = OnceLock::new();
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    static DONE: AtomicUsize = AtomicUsize::new(0);

    /// Makes one change of the disk, unless a test wants it to fail; a test may want the process
    /// to end right after it.
    pub fn around<T, E: From<Errno>>(
        step: &'static str,
        change: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let wanted = WANTED.get_or_init(Wanted::of_environment);
        let number = BEGUN.fetch_add(1, Ordering::SeqCst) + 1;
        if let Some((_, errno)) = wanted.fail.filter(|(fails, _)| *fails == number) {
            return Err(errno.into());
        }
        let changed = change()?;
        wanted.note(step);
        let counts =
            |(_, name): &(usize, Option<String>)| name.as_ref().is_none_or(|name| name == step);
        let crash = wanted.crash_after.as_ref().filter(|crash| counts(crash));
        if crash.is_some_and(|(after, _)| DONE.fetch_add(1, Ordering::SeqCst) + 1 == *after) {
            let this = rustix::process::getpid();
            // A process that cannot kill itself goes on, and the test sees that it did.
            let _ = rustix::process::kill_process(this, rustix::process::Signal::KILL);
        }
        Ok(changed)
    }

    impl Wanted {
        #[expect(clippy::disallowed_methods, reason = "what tests want is no part of the program")]
        fn of_environment() -> Self {
            Self {
                crash_after: std::env::var("CLADA_CRASH_AFTER").ok().and_then(|wish| crash(&wish)),
                fail: std::env::var("CLADA_FAIL_STEP").ok().and_then(|wish| failing(&wish)),
                steps: std::env::var("CLADA_STEPS").ok(),
            }
        }

        fn note(&self, step: &str) {
            let Some(path) = &self.steps else { return };
            let file = fs_err::OpenOptions::new().append(true).create(true).open(path);
            // A test that asked for the steps sees that they lack.
            let _ = file.and_then(|mut file| writeln!(file, "{step}"));
        }
    }

    fn crash(wish: &str) -> Option<(usize, Option<String>)> {
        let (number, name) =
            wish.split_once(':').map_or((wish, None), |(number, name)| (number, Some(name)));
        Some((number.parse().ok()?, name.map(ToOwned::to_owned)))
    }

    fn failing(wish: &str) -> Option<(usize, Errno)> {
        let (number, errno) = wish.split_once(':')?;
        let errno = match errno {
            "EIO" => Errno::IO,
            "EACCES" => Errno::ACCESS,
            "ENOSPC" => Errno::NOSPC,
            "EPERM" => Errno::PERM,
            _ => return None,
        };
        Some((number.parse().ok()?, errno))
    }
}
