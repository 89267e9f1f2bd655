//! Sending a process to the clipboard, and hearing what became of it.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::cli::context::Context;
use crate::engine::launcher;

use super::keeper::{DONE, Errand, START};

/// How long a display may take to answer, a slow network to it included.
const PATIENCE: Duration = Duration::from_secs(3);
/// The variables that name a display whose clipboard is known here.
#[cfg(feature = "wayland")]
const DISPLAYS: &[&str] = &["WAYLAND_DISPLAY", "DISPLAY"];
#[cfg(not(feature = "wayland"))]
const DISPLAYS: &[&str] = &["DISPLAY"];

/// Why the clipboard cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NoClipboard {
    /// This machine's user has no desktop here.
    #[error("there is no display here: {} is not set", DISPLAYS.join(" or "))]
    NoDisplay,
    /// The program has no code for it.
    #[error("this git-clada was built without it")]
    NotBuilt,
    /// The display is there and does not answer.
    #[error("the display ({display}) does not answer: given up after {} seconds", PATIENCE.as_secs())]
    Silent {
        /// As its variable has it.
        display: String,
    },
    /// The display, or what is behind it, refused.
    #[error("{why} ({display})")]
    Refused {
        /// In its own words.
        why: String,
        /// As its variable has it.
        display: String,
    },
    /// The process that was to see to it could not be started.
    #[error("cannot start a process for it")]
    NotStarted(#[source] io::Error),
}

/// The clipboard.
#[derive(Debug)]
pub struct Clipboard {
    display: Option<String>,
    /// Serves what was put there last.
    keeper: Option<Child>,
}

impl Clipboard {
    /// The clipboard of the display that the environment names.
    #[must_use]
    pub fn of(context: &Context) -> Self {
        let named = |name: &&str| Some(format!("{name}={}", context.variable(name)?));
        let display = DISPLAYS.iter().find_map(named);
        // Elsewhere there is one desktop, and nobody names it.
        let only = || cfg!(not(target_os = "linux")).then(|| "the desktop".to_owned());
        Self { display: display.or_else(only), keeper: None }
    }

    /// The display, if the clipboard can be reached through it.
    pub fn look(&mut self) -> Result<&str, NoClipboard> {
        self.send(Errand::Look, b"")?;
        Ok(self.display.as_deref().unwrap_or_default())
    }

    /// Puts a text there. It stays when this process ends, until something else is put there.
    pub fn copy(&mut self, text: &str) -> Result<(), NoClipboard> {
        self.send(Errand::Copy, text.as_bytes()).map(drop)
    }

    /// The text that is there.
    pub fn paste(&mut self) -> Result<Vec<u8>, NoClipboard> {
        self.send(Errand::Paste, b"")
    }

    fn send(&mut self, errand: Errand, text: &[u8]) -> Result<Vec<u8>, NoClipboard> {
        if cfg!(not(feature = "clipboard")) {
            return Err(NoClipboard::NotBuilt);
        }
        let Some(display) = self.display.clone() else { return Err(NoClipboard::NoDisplay) };
        let mut child = process(errand).map_err(NoClipboard::NotStarted)?;
        let told = told(&mut child, text);
        if told.is_err() || errand != Errand::Copy {
            let _ = child.kill();
            let _ = child.wait();
        } else if let Some(mut last) = self.keeper.replace(child) {
            // It ends by itself, having nothing to serve any more.
            let _ = last.try_wait();
        }
        let mut told = match told {
            Ok(told) => told,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                return Err(NoClipboard::Silent { display });
            }
            Err(error) => return Err(NoClipboard::NotStarted(error)),
        };
        if told.first() != Some(&DONE) {
            let why = String::from_utf8_lossy(told.get(1..).unwrap_or_default()).into_owned();
            return Err(NoClipboard::Refused { why, display });
        }
        told.remove(0);
        Ok(told)
    }
}

#[expect(clippy::disallowed_methods, reason = "the one home of the processes for the clipboard")]
fn process(errand: Errand) -> io::Result<Child> {
    let mut command = Command::new(launcher());
    command.arg(OsString::from(START)).arg(errand.name()).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}

/// Gives it the text, and reads what it says until it has said all.
fn told(child: &mut Child, text: &[u8]) -> io::Result<Vec<u8>> {
    let deadline = Instant::now() + PATIENCE;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text)?;
    }
    let Some(mut stdout) = child.stdout.take() else { return Ok(Vec::new()) };
    let (mut said, mut part) = (Vec::new(), [0; 8192]);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        let mut ready = [PollFd::new(&stdout, PollFlags::IN)];
        match poll(&mut ready, Some(&left)) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(errno) => return Err(errno.into()),
        }
        match stdout.read(&mut part)? {
            0 => return Ok(said),
            count => said.extend_from_slice(part.get(..count).unwrap_or_default()),
        }
    }
}
