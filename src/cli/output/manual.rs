//! The man pages, shown as git shows its own.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// Whether `man` knows a page of that name.
#[expect(clippy::disallowed_methods, reason = "`man` is asked nowhere else")]
pub fn is_installed(page: &str) -> bool {
    let mut man = Command::new("man");
    man.args(["-w", page]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    man.status().is_ok_and(|status| status.success())
}

/// Becomes the program that shows the page, as `help.format` and `man.viewer` have it. Returns only
/// where git cannot be started.
#[expect(clippy::disallowed_methods, reason = "what shows the page takes this process's place")]
pub fn become_manual(page: &str) -> io::Error {
    Command::new("git").args(["help", page]).exec()
}
