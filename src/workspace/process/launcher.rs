//! Starting the process that becomes the command.

use std::{
    io::Write,
    path::Path,
    process::{Child, Command, Stdio},
};

use super::inherited_lock::InheritedLock;
use crate::workspace::sandbox::{Launch, START};

/// Starts it and tells it what to become. Its standard input stays open. The lock is held by it as
/// well, and by all that it starts.
#[expect(clippy::disallowed_methods, reason = "the one place where commands are started")]
pub(in crate::workspace) fn start(
    program: &Path,
    launch: &Launch,
    lock: Option<&InheritedLock>,
) -> std::io::Result<Child> {
    let text = serde_json::to_vec(launch)?;
    // What std opens is closed where another program begins, and this is not.
    let _inherited = lock.map(rustix::io::dup).transpose()?;
    let mut child = Command::new(program)
        .arg(START)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(stdin) = &mut child.stdin {
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes();
        // Where it does not read, the missing outcome tells.
        let _ = stdin.write_all(&length).and_then(|()| stdin.write_all(&text));
    }
    Ok(child)
}
