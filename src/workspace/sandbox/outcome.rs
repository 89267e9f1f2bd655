//! What the process that starts a command says of it: a line of JSON each in a file.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};

/// What is said of a command. Of the words that end it the first counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::workspace) enum Outcome {
    /// The process that makes the view has started, under that number.
    Started { pid: i32 },
    /// The view stands, and that process holds the directory of the changes open as `fd`.
    Ready { fd: Option<i32> },
    /// The command is about to start, held like that.
    Held(Held),
    /// The view or the sandbox cannot be had.
    Failed { what: String, why: String },
    /// The program cannot be started.
    NotStarted { why: String },
    /// The command ended by itself.
    Exited(i32),
    /// A signal ended the command.
    Signaled(i32),
}

/// How a command is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::workspace) struct Held {
    /// By a user namespace too: it was needed to mount anything.
    pub(in crate::workspace) user_namespace: bool,
    /// By Landlock's rules too.
    pub(in crate::workspace) file_rules: bool,
    /// It sees its own processes alone.
    pub(in crate::workspace) own_processes: bool,
}

impl Outcome {
    /// How the command is held, if that is what is said.
    pub(in crate::workspace) fn held(&self) -> Option<Held> {
        if let Self::Held(held) = self { Some(held.clone()) } else { None }
    }

    /// Reads all that was said.
    pub(in crate::workspace) fn read(path: &Path) -> io::Result<Vec<Self>> {
        let file = fs_err::File::open(path)?;
        let lines = BufReader::new(file).lines();
        lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
    }

    /// Says it.
    pub(super) fn write(&self, mut file: &File) -> io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        file.write_all(&line)
    }
}
