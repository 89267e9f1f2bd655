//! Long output goes to the user's pager, as git's does.
//!
//! The pager takes this process's place: it owns the terminal and gets its signals alone, and
//! nobody waits for it. What it shows has been written out whole before it starts, so it can be
//! scrolled to its end at once.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What git's pager commands may hold without a shell being asked what they mean.
const NEEDS_SHELL: &str = "|&;<>()$`\\\"' \t\n*?[#~=%";
/// How git wants them to behave, where the user has not said so.
const BEHAVIOUR: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];

/// Becomes the pager that shows this text. Returns only where there is no such program.
///
/// `set` tells which variables the environment has.
pub fn become_pager(pager: &str, text: &str, set: impl Fn(&str) -> bool) -> io::Error {
    match written(text) {
        Ok(file) => start(pager, file, set),
        Err(error) => error,
    }
}

fn written(text: &str) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(file)
}

#[expect(clippy::disallowed_methods, reason = "the pager is the one process of the terminal's")]
fn start(pager: &str, text: File, set: impl Fn(&str) -> bool) -> io::Error {
    let mut command = if pager.contains(|c| NEEDS_SHELL.contains(c)) {
        let mut shell = Command::new("sh");
        shell.args(["-c", pager]);
        shell
    } else {
        Command::new(pager)
    };
    command.envs(BEHAVIOUR.into_iter().filter(|(name, _)| !set(name)));
    command.env("GIT_PAGER_IN_USE", "1").stdin(text).exec()
}
