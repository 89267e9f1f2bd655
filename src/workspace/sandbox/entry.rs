//! The way in: this program, started with the hidden first argument.
//!
//! The process that comes in here is the first of three. It leaves the namespaces that it was born
//! in and waits; its child is the init of the new ones, makes the view and stays as long as the
//! command runs; the child's child becomes the command.

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
    thread,
};

use rustix::{
    process::{
        Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal,
        set_parent_process_death_signal, setsid,
    },
    stdio,
};

use super::{
    init,
    launch::Launch,
    namespaces,
    outcome::Outcome,
    own,
    stop::{Stop, Trying},
};

/// The first argument of a process that is to become a command.
pub(in crate::workspace) const START: &str = "--clada-start-command";

/// The status where the command's own is not known.
const FAILED: u8 = 125;

/// Whether the arguments after the program's name are those of a process that is to become a
/// command.
pub fn is_start(mut args: impl Iterator<Item = OsString>) -> bool {
    args.next().is_some_and(|arg| arg == START) && args.next().is_none()
}

/// Becomes the command that standard input describes, and returns this process's exit status.
#[must_use]
pub fn start() -> u8 {
    let Ok((launch, outcome)) = told() else { return FAILED };
    if let Err(Stop { what, why }) = first(&launch, &outcome) {
        // Where not even that can be said, the missing outcome tells.
        let _ = Outcome::Failed { what, why }.write(&outcome);
        return FAILED;
    }
    0
}

fn told() -> io::Result<(Launch, File)> {
    let mut length = [0; 8];
    let mut stdin = io::stdin().lock();
    stdin.read_exact(&mut length)?;
    let length = usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?;
    let mut text = vec![0; length];
    stdin.read_exact(&mut text)?;
    let launch: Launch = serde_json::from_slice(&text)?;
    let outcome = fs_err::OpenOptions::new().append(true).open(launch.outcome.path())?;
    Ok((launch, outcome.into()))
}

/// What the first process does: leave the namespaces, make an init in the new ones, wait for it.
fn first(launch: &Launch, outcome: &File) -> Result<(), Stop> {
    own::ignore(libc::SIGTERM);
    setsid().trying("start a session")?;
    if launch.place.is_some() {
        namespaces::leave(launch.sandbox, outcome)?;
        die_with_parent()?;
    } else {
        own::become_reaper()?;
    }
    let Some(child) = own::fork().trying("start a process")? else {
        own::end(second(launch, outcome))
    };
    if launch.place.is_none() {
        end_when_told(child)?;
    }
    let started = Outcome::Started { pid: child.as_raw_nonzero().get() };
    started.write(outcome).trying("say that the view is being made")?;
    // What reads the output is to see its end when the init and the command have ended.
    let null = File::options().read(true).write(true).open("/dev/null");
    let null = null.trying("open /dev/null")?;
    stdio::dup2_stdout(&null)
        .and_then(|()| stdio::dup2_stderr(&null))
        .trying("let go of output")?;
    own::wait_for(child).trying("wait for a process")?;
    if launch.place.is_none() {
        own::end_descendants();
    }
    Ok(())
}

/// Ends the process that starts the command when standard input is at its end: whoever started this
/// one wants it to, or has ended, by SIGKILL perhaps. No init of a namespace ends what the command has
/// started, so this process outlives its own parent until it has done that.
fn end_when_told(child: Pid) -> Result<(), Stop> {
    let by_handle = pidfd_open(child, PidfdFlags::empty());
    let wait = move || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        let _ = match by_handle {
            Ok(handle) => pidfd_send_signal(&handle, Signal::KILL),
            Err(_) => kill_process(child, Signal::KILL),
        };
    };
    let started = thread::Builder::new().spawn(wait);
    started.map(drop).trying("wait for word to end")
}

fn second(launch: &Launch, outcome: &File) -> u8 {
    match die_with_parent().and_then(|()| init::run(launch, outcome)) {
        Ok(()) => 0,
        Err(Stop { what, why }) => {
            let _ = Outcome::Failed { what, why }.write(outcome);
            FAILED
        }
    }
}

/// Nothing that is started here outlives what started it.
fn die_with_parent() -> Result<(), Stop> {
    set_parent_process_death_signal(Some(Signal::KILL)).trying("follow the parent's death")
}
