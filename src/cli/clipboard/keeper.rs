//! The process that touches the clipboard: this program, started with the hidden first argument.
//!
//! It says on standard output whether it worked, and lets go of it. What was put into the clipboard it
//! then serves until something else is put there: there may be no terminal and no caller by then.

use std::ffi::OsString;
use std::io::{self, Read, Write};

use rustix::stdio;

/// The first argument of such a process.
pub(super) const START: &str = "--clada-clipboard";
/// The first byte that it says, if it worked; the text or nothing follows.
pub(super) const DONE: u8 = b'+';
/// The same if it did not; the reason follows.
const REFUSED: u8 = b'-';

/// What it is sent for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// To see whether the clipboard can be reached.
    Look,
    /// To put standard input there.
    Copy,
    /// To say what is there.
    Paste,
}

impl Errand {
    const ALL: [Self; 3] = [Self::Look, Self::Copy, Self::Paste];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Copy => "copy",
            Self::Paste => "paste",
        }
    }
}

/// Whether the arguments after the program's name are those of such a process.
pub fn is_start(mut args: impl Iterator<Item = OsString>) -> bool {
    args.next().is_some_and(|arg| arg == START)
}

/// Does what the arguments after the first say, and returns this process's exit status.
#[must_use]
pub fn start(mut args: impl Iterator<Item = OsString>) -> u8 {
    let named = args.nth(1);
    let errand =
        Errand::ALL.into_iter().find(|errand| named.as_deref() == Some(errand.name().as_ref()));
    let done = errand.map(run);
    u8::from(!matches!(done, Some(Ok(()))))
}

fn run(errand: Errand) -> Result<(), String> {
    let mut text = String::new();
    let read = io::stdin().lock().read_to_string(&mut text);
    // Neither Ctrl-C nor the end of the terminal ends what is to outlast it.
    let _ = rustix::process::setsid();
    let done = read.map_err(|error| error.to_string()).and_then(|_| serve::errand(errand, &text));
    if let Err(why) = &done {
        say(REFUSED, why);
    }
    done
}

/// Says it, and lets go of the streams, so that who reads them sees their end.
fn say(first: u8, rest: &str) {
    let mut out = io::stdout().lock();
    // Who no longer listens needs no answer.
    let _ = out.write_all(&[first]).and_then(|()| out.write_all(rest.as_bytes()));
    let _ = out.flush();
    if let Ok(null) = fs_err::OpenOptions::new().read(true).write(true).open("/dev/null") {
        let _ = stdio::dup2_stdout(&null);
        let _ = stdio::dup2_stdin(&null);
    }
}

#[cfg(feature = "clipboard")]
mod serve {
    //! The same by arboard.

    use arboard::{Clipboard, Error};

    use super::{DONE, Errand, say};

    pub(super) fn errand(errand: Errand, text: &str) -> Result<(), String> {
        let mut clipboard = Clipboard::new().map_err(|error| why(&error))?;
        match errand {
            Errand::Look => say(DONE, ""),
            Errand::Copy => {
                clipboard.set_text(text).map_err(|error| why(&error))?;
                say(DONE, "");
                stay(&mut clipboard, text);
            }
            Errand::Paste => match clipboard.get_text() {
                Ok(text) => say(DONE, &text),
                Err(error) => return Err(why(&error)),
            },
        }
        Ok(())
    }

    fn why(error: &Error) -> String {
        if let Error::Unknown { description } = error {
            description.clone()
        } else if matches!(error, Error::ContentNotAvailable) {
            "it holds no text".to_owned()
        } else {
            error.to_string()
        }
    }

    /// Serves it, in arboard's thread, until another program puts something there or the display is
    /// gone: of that, arboard's own `wait` would never hear.
    #[cfg(target_os = "linux")]
    fn stay(clipboard: &mut Clipboard, text: &str) {
        const LOOKS: std::time::Duration = std::time::Duration::from_secs(5);
        while clipboard.get_text().is_ok_and(|now| now == text) {
            std::thread::sleep(LOOKS);
        }
    }

    /// Elsewhere the system keeps it.
    #[cfg(not(target_os = "linux"))]
    fn stay(_: &mut Clipboard, _: &str) {}
}

#[cfg(not(feature = "clipboard"))]
mod serve {
    //! Without the code for it.

    use super::Errand;

    pub(super) fn errand(_: Errand, _: &str) -> Result<(), String> {
        Err("this git-clada was built without it".to_owned())
    }
}
