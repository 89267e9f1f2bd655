//! The second process: it makes the view, starts the command, and ends what the command leaves
//! running.

use std::{
    ffi::OsStr,
    fs::File,
    io::{Read, Seek, Write},
    os::{
        fd::AsRawFd,
        unix::{ffi::OsStrExt, process::CommandExt},
    },
    path::Path,
    process::Command,
};

use rustix::{
    fs::{MemfdFlags, memfd_create},
    process::{Signal, chdir, getcwd, set_parent_process_death_signal},
    stdio,
};

use super::{
    attach::{self, Built},
    launch::{Bytes, Launch},
    limits, namespaces,
    outcome::{Held, Outcome, Part},
    own,
    rules::{self, Landlocked},
    stop::{Stop, Trying},
    system_calls,
};
use crate::workspace::process::SandboxMode;

/// The status of a process whose program could not be started.
const NOT_STARTED: u8 = 127;

/// Makes the view, runs the command in it and says what came of it.
pub(super) fn run(launch: &Launch, outcome: &File) -> Result<(), Stop> {
    let built = match &launch.place {
        Some(place) => Some(attach::build(place, launch.sandbox)?),
        None => None,
    };
    let fd = built.as_ref().map(|built| built.upper.as_raw_fd());
    Outcome::Ready { fd }.write(outcome).trying("say that the view stands")?;
    let Some(child) = own::fork().trying("start a process")? else {
        let failed = become_command(launch, (built.as_ref(), outcome));
        let _ = failed.write(outcome);
        own::end(NOT_STARTED);
    };
    let status = own::wait_for(child).trying("wait for the command")?;
    if launch.place.is_some() {
        own::end_namespace();
    }
    let ended = match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => Outcome::Exited(status),
        (None, signal) => Outcome::Signaled(signal.unwrap_or_default()),
    };
    ended.write(outcome).trying("say how the command ended")?;
    if launch.place.as_ref().is_some_and(|place| place.in_memory) {
        wait_for_harvest()?;
    }
    Ok(())
}

/// Holds what is in memory until the one who told us what to run has taken it.
fn wait_for_harvest() -> Result<(), Stop> {
    let null = File::options().read(true).write(true).open("/dev/null");
    let null = null.trying("open /dev/null")?;
    stdio::dup2_stdout(&null)
        .and_then(|()| stdio::dup2_stderr(&null))
        .trying("let go of output")?;
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
    Ok(())
}

/// Takes away what the command may not have and becomes it. Returns only where that fails.
fn become_command(launch: &Launch, known: (Option<&Built>, &File)) -> Outcome {
    match prepare(launch, known) {
        Err(Stop { what, why }) => Outcome::Failed { what, why },
        Ok(mut command) => Outcome::NotStarted { why: command.exec().to_string() },
    }
}

fn prepare(launch: &Launch, (built, outcome): (Option<&Built>, &File)) -> Result<Command, Stop> {
    own::take_signals();
    if launch.place.is_none() {
        // It is ended at once with what started it, and what it has started by the reaper.
        set_parent_process_death_signal(Some(Signal::KILL)).trying("follow the parent's death")?;
    }
    feed(launch).trying("feed standard input")?;
    let cwd = launch.cwd.path();
    let entered = chdir(cwd).and_then(|()| getcwd(Vec::new()));
    let entered = entered.trying("enter the directory")?;
    if Path::new(OsStr::from_bytes(entered.as_bytes())) != cwd {
        return Err(Stop::new("enter the directory", "a symbolic link leads elsewhere"));
    }
    let command = command(launch)?;
    if launch.sandbox.mode == SandboxMode::Off {
        return Ok(command);
    }
    let (Some(place), Some(built)) = (&launch.place, built) else {
        return Err(Stop::new("make a sandbox", "there is none without a view"));
    };
    limits::set()?;
    let Landlocked(file_rules) = rules::restrict(place, launch.sandbox)?;
    if file_rules.is_none() && (!built.own_processes || launch.sandbox.mode == SandboxMode::Strict)
    {
        return Err(Stop::new("restrict the command by Landlock", "the kernel has none"));
    }
    let held = Held {
        user_namespace: namespaces::is_mapped(),
        file_rules,
        own_processes: built.own_processes,
    };
    Outcome::Held(held).write(outcome).trying("say how the command is held")?;
    let passed = |part| Outcome::Passed(part).write(outcome).trying("say what stands");
    rules::drop_capabilities()?;
    passed(Part::Capabilities)?;
    system_calls::refuse()?;
    passed(Part::SystemCalls)?;
    Ok(command)
}

#[expect(clippy::disallowed_methods, reason = "the one place where a process becomes a command")]
fn command(launch: &Launch) -> Result<Command, Stop> {
    let (program, args) =
        launch.argv.split_first().ok_or_else(|| Stop::new("start the command", "it is empty"))?;
    let mut command = Command::new(program.os());
    command.args(args.iter().map(Bytes::os)).env_clear();
    command.envs(launch.env.iter().map(|(name, value)| (name.os(), value.os())));
    Ok(command)
}

/// Gives the command its standard input: what it is to read, or nothing.
fn feed(launch: &Launch) -> std::io::Result<()> {
    let input = match &launch.stdin {
        Some(text) => {
            let mut file = File::from(memfd_create("stdin", MemfdFlags::CLOEXEC)?);
            file.write_all(text.as_bytes())?;
            file.rewind()?;
            file
        }
        None => fs_err::File::open("/dev/null")?.into(),
    };
    Ok(stdio::dup2_stdin(&input)?)
}
