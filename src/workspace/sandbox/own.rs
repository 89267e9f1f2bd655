//! What this process does to itself and its children: the calls that no crate of ours wraps.

use std::{io, time::Duration};

use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, set_child_subreaper, wait,
};

use super::stop::{Stop, Trying};

/// Makes a child; `None` in the child.
#[expect(unsafe_code, reason = "no safe wrapper of fork exists")]
pub(super) fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: this process has one thread, so the child finds every lock and all memory whole.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(Pid::from_raw(child)),
    }
}

/// Ends this process at once. What is buffered or held is its parent's.
#[expect(unsafe_code, reason = "std's exit would run what the parent has registered")]
pub(super) fn end(status: u8) -> ! {
    // SAFETY: `_exit` has no conditions.
    unsafe { libc::_exit(i32::from(status)) }
}

/// Ignores a signal, until [`take_signals`].
pub(super) fn ignore(signal: i32) {
    dispose(signal, libc::SIG_IGN);
}

/// Gives all signals the meaning that a fresh process expects: ignored ones would stay so in the
/// command.
pub(super) fn take_signals() {
    for signal in 1..=libc::SIGSYS {
        dispose(signal, libc::SIG_DFL);
    }
}

#[expect(unsafe_code, reason = "rustix does not wrap signal")]
fn dispose(signal: i32, how: libc::sighandler_t) {
    // SAFETY: neither of the two dispositions used here runs any code.
    unsafe { libc::signal(signal, how) };
}

/// Makes descendants whose parents end children of this process.
pub(super) fn become_reaper() -> Result<(), Stop> {
    set_child_subreaper(Some(getpid())).trying("become a reaper")
}

/// Waits for a child, and reaps whatever else ends meanwhile. Here and below it is `wait`: to `waitpid`,
/// without a number, those that have left our process group are no children.
pub(super) fn wait_for(child: Pid) -> io::Result<WaitStatus> {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == child => return Ok(status),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}

/// Ends all other processes of this PID namespace, whose init this is, and reaps them.
#[expect(unsafe_code, reason = "rustix cannot signal all processes of a namespace")]
pub(super) fn end_namespace() {
    // SAFETY: kill has no conditions; -1 names all processes that this one sees but itself.
    unsafe { libc::kill(-1, libc::SIGKILL) };
    while wait(WaitOptions::empty()).is_ok() {}
}

/// Ends all descendants, which come to this process one after the other, and reaps them.
pub(super) fn end_descendants() {
    loop {
        for child in children() {
            // It may have ended by itself.
            let _ = kill_process(child, Signal::KILL);
        }
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(_) => return,
        }
    }
}

fn children() -> Vec<Pid> {
    let pid = getpid().as_raw_nonzero();
    let text = fs_err::read_to_string(format!("/proc/self/task/{pid}/children"));
    let text = text.unwrap_or_default();
    text.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}
