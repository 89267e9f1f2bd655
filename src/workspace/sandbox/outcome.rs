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
    /// A part of the sandbox stands.
    Passed(Part),
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

/// A part of what holds a command, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// Mounts and processes of its own.
    Namespaces,
    /// A network of its own, with the loopback interface alone.
    Network,
    /// The worktree, and all else read-only.
    View,
    /// Landlock's rules, where the kernel has any.
    FileRules,
    /// No capabilities.
    Capabilities,
    /// The filter of system calls.
    SystemCalls,
}

/// How a command is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::workspace) struct Held {
    /// By a user namespace too: it was needed to mount anything.
    pub(in crate::workspace) user_namespace: bool,
    /// By Landlock's rules too: of that version.
    pub(in crate::workspace) file_rules: Option<u32>,
    /// It sees its own processes alone.
    pub(in crate::workspace) own_processes: bool,
}

impl Outcome {
    /// How the command is held, if that is what is said.
    pub(in crate::workspace) fn held(&self) -> Option<Held> {
        if let Self::Held(held) = self { Some(held.clone()) } else { None }
    }

    /// The part of the sandbox that stands, if that is what is said.
    pub(in crate::workspace) fn part(&self) -> Option<Part> {
        match self {
            Self::Passed(part) => Some(*part),
            Self::Ready { .. } => Some(Part::View),
            Self::Held(_) => Some(Part::FileRules),
            Self::Started { .. }
            | Self::Failed { .. }
            | Self::NotStarted { .. }
            | Self::Exited(_)
            | Self::Signaled(_) => None,
        }
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
