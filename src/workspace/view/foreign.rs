//! Files of other owners and groups: in a user namespace, which maps one user and one group, the kernel
//! cannot copy them up, and a command that writes one in place, or into such a directory, gets
//! EOVERFLOW. Who may mount without one does not meet this.

use std::{os::unix::fs::MetadataExt, path::Path};

use rustix::process::{getegid, geteuid};

use crate::policy::{Access, Gate};

/// How programs tell EOVERFLOW: C and shells, node, Python, Rust.
const TOLD: [&str; 4] =
    ["Value too large for defined data type", "EOVERFLOW", "[Errno 75]", "(os error 75)"];
/// How many files are named.
const MOST: usize = 3;

/// A file or directory that the kernel does not let a command write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// From the worktree's top.
    pub path: String,
    /// Its owner, where that is somebody else.
    pub user: Option<u32>,
    /// Its group, where that is another one.
    pub group: Option<u32>,
}

/// The files of others that a command's complaints of EOVERFLOW are about, as far as they can be told
/// from its words; `None` where it has not complained. `cwd` is where it started.
#[must_use]
pub fn foreign_files(gate: &Gate, cwd: &Path, said: &str) -> Option<Vec<Foreign>> {
    let mut complaints =
        said.lines().filter(|line| TOLD.iter().any(|told| line.contains(told))).peekable();
    complaints.peek()?;
    let mut found: Vec<Foreign> = Vec::new();
    for line in complaints {
        let words = line.split(|char: char| char.is_whitespace() || "'\"`‘’:,()".contains(char));
        for word in words.filter(|word| !word.is_empty()) {
            let path = cwd.join(word);
            // What is to be made is not there: the directory above it is what cannot be written.
            let near = [Some(path.as_path()), path.parent()].into_iter().flatten();
            let foreign = near.filter(|path| *path != cwd).find_map(|path| foreign(gate, path));
            found.extend(foreign.filter(|foreign| !found.contains(foreign)));
        }
        if found.is_empty() {
            found.extend(foreign(gate, cwd));
        }
    }
    found.truncate(MOST);
    Some(found)
}

fn foreign(gate: &Gate, path: &Path) -> Option<Foreign> {
    let granted = gate.grant(path.to_str()?, Access::Entry).ok()?;
    let metadata = granted.absolute().symlink_metadata().ok()?;
    let user = Some(metadata.uid()).filter(|&user| user != geteuid().as_raw());
    let group = Some(metadata.gid()).filter(|&group| group != getegid().as_raw());
    let is_foreign = user.is_some() || group.is_some();
    let rel = granted.rel().to_string();
    let path = if rel.is_empty() { ".".to_owned() } else { rel };
    is_foreign.then_some(Foreign { path, user, group })
}
