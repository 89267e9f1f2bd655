//! What came of a command, as `data` and in the words in which it fails.

use std::time::Duration;

use serde_json::{Map, Value};

use super::outcome::{Failure, Performed, data};
use crate::workspace::{
    process::{Ran, Status},
    view::Foreign,
};

/// The statuses by which shells tell a command that was stopped for its time, and one that a
/// signal ended.
const TIMED_OUT: i32 = 124;
const SIGNALED: i32 = 128;

/// How long a command may take, and who says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLimit {
    pub(super) span: Duration,
    pub(super) set_by: SetBy,
}

/// Who says how long a command may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetBy {
    /// The response, for this command.
    Block,
    /// The user, for each command of which the response does not say it.
    User,
    /// The user, for each command whatever the response says.
    Longest,
    /// The user, for all commands of the response together.
    Total,
    /// Nobody: it cannot be set.
    Fixed,
}

impl SetBy {
    /// How a command may be given longer.
    fn way_on(self) -> &'static str {
        match self {
            Self::Block => "the block's own `timeout` ran out: give it more, in milliseconds",
            Self::User => {
                "the user gives commands longer with `--timeout` or `clada.timeout`, an `exec` \
                 block itself with `timeout` in milliseconds"
            }
            Self::Longest => "the user gives commands longer with `--timeout`",
            Self::Total => "the user gives all commands together longer with `--total-timeout`",
            Self::Fixed => "it cannot be given longer: ask it for less, or do it in parts",
        }
    }
}

/// The `data` of a command.
pub(super) fn streams(stdout: String, stderr: String, exit_code: i32) -> Map<String, Value> {
    data([("stdout", stdout.into()), ("stderr", stderr.into()), ("exit_code", exit_code.into())])
}

/// The `data` of a command that has run, or its failure, which has them too.
pub(super) fn told(action: &str, ran: Ran, limit: TimeLimit) -> Performed {
    let (code, why, status) = match ran.status {
        Status::Exited(0) => return Ok(streams(ran.stdout, ran.stderr, 0)),
        Status::Exited(status) => {
            ("EXEC_FAILED", format!("Process exited with code {status}"), status)
        }
        Status::Signaled(signal) => {
            ("EXEC_FAILED", format!("Process was ended by signal {signal}"), SIGNALED + signal)
        }
        Status::Interrupted(signal) => {
            ("EXEC_FAILED", "Process was stopped".to_owned(), SIGNALED + signal)
        }
        Status::TimedOut => {
            let seconds = limit.span.as_secs_f64();
            ("EXEC_TIMEOUT", format!("Process timeout after {seconds}s (TIMEOUT)"), TIMED_OUT)
        }
    };
    let mut failure = Failure::new(code, format!("{action}: {why}"));
    if ran.status == Status::TimedOut {
        failure.hint = Some(format!("what it changed was dropped; {}", limit.set_by.way_on()));
    }
    failure.data = Some(streams(ran.stdout, ran.stderr, status));
    Err(failure)
}

/// What to do about files of others that a command could not write.
pub(super) fn not_written(foreign: &[Foreign]) -> String {
    let named = foreign.iter().map(|Foreign { path, user, group }| match (user, group) {
        (Some(user), _) => format!("`{path}` belongs to user {user}"),
        (None, Some(group)) => format!("`{path}` belongs to group {group}"),
        (None, None) => format!("`{path}`"),
    });
    let mut named = named.collect::<Vec<_>>().join(", ");
    if named.is_empty() {
        named.push_str("what it was to write belongs to another user or group");
    }
    let way_out = if foreign.iter().all(|foreign| foreign.user.is_none()) {
        "the user runs `chgrp -R \"$(id -g)\" .`, or git clada under `newgrp` where the whole \
         worktree belongs to that group"
    } else {
        "the user makes them his own with `chown`"
    };
    format!(
        "{named}: in the sandbox of an ordinary user a command cannot write files of other owners \
         and groups in place (EOVERFLOW); `file_write` and the like can, and {way_out}"
    )
}
