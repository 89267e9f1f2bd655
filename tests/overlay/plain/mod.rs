//! The actions on a plain directory, each at once and straight through file calls, as the
//! specification says it. Nothing here is the engine's.

mod change;
mod edit;
mod ignore;
mod links;
mod look;
mod read;

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::action::Action;

/// A directory that actions are carried out in.
pub(crate) struct Plain {
    top: PathBuf,
}

/// How an action fails.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) error: String,
    pub(crate) data: Option<Value>,
}

type Outcome = Result<Value, Fault>;

impl Plain {
    pub(crate) fn new(top: PathBuf) -> Self {
        Self { top }
    }

    pub(crate) fn top(&self) -> &Path {
        &self.top
    }

    /// Carries an action out.
    pub(crate) fn run(&self, action: &Action) -> Outcome {
        if let Some(lines) = action.get("lines").filter(|_| action.name == "file_read_numbered") {
            read::range(action.name, lines)?;
        }
        for name in ["path", "base_path", "old_path", "new_path"] {
            action.get(name).map_or(Ok(()), |path| self.check_links(action, path))?;
        }
        match action.name {
            "file_write" | "file_create" | "file_append" | "file_delete" | "file_move"
            | "dir_create" | "dir_delete" => self.change(action),
            "file_edit"
            | "file_replace_text"
            | "file_replace_all_text"
            | "files_replace_all_text"
            | "file_replace_span"
            | "file_replace_lines"
            | "file_comment_lines"
            | "file_uncomment_lines" => self.edit(action),
            "file_read" | "file_read_numbered" | "files_read" | "files_read_numbered" => {
                self.read(action)
            }
            _ => self.look(action),
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.top.join(path)
    }
}

fn param<'a>(action: &'a Action, name: &str) -> &'a str {
    action.get(name).expect("a parameter that the action needs")
}

fn fault<T>(code: &'static str, error: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { code, error: error.into(), data: None })
}

/// A failure of a file call, as Node words it.
fn failed(kind: ErrorKind, call: &str, path: &str) -> Fault {
    let words = [
        (ErrorKind::NotFound, "ENOENT", "no such file or directory"),
        (ErrorKind::AlreadyExists, "EEXIST", "file already exists"),
        (ErrorKind::IsADirectory, "EISDIR", "illegal operation on a directory"),
        (ErrorKind::NotADirectory, "ENOTDIR", "not a directory"),
        (ErrorKind::DirectoryNotEmpty, "ENOTEMPTY", "directory not empty"),
        (ErrorKind::InvalidData, "EILSEQ", "not valid UTF-8"),
    ];
    let named = words.into_iter().find(|(known, ..)| *known == kind);
    let (_, code, text) = named.unwrap_or_else(|| panic!("{kind} at {path}"));
    Fault { code, error: format!("{code}: {text}, {call} '{path}'"), data: None }
}

/// Turns a file call's error into a failure.
fn called<'a>(call: &'a str, path: &'a str) -> impl Fn(io::Error) -> Fault + 'a {
    move |error| failed(error.kind(), call, path)
}

/// Every path below a directory with its kind, mode and content.
pub(crate) fn tree(top: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut dirs = vec![top.to_owned()];
    while let Some(dir) = dirs.pop() {
        for entry in fs_err::read_dir(&dir).expect("a directory") {
            let path = entry.expect("an entry").path();
            let metadata = fs_err::symlink_metadata(&path).expect("there");
            let mode = metadata.permissions().mode() & 0o7777;
            let rel = path.strip_prefix(top).expect("below").to_owned();
            let told = if metadata.is_symlink() {
                format!("link {:?}", path.read_link().expect("a link"))
            } else if metadata.is_dir() {
                format!("directory {mode:o}")
            } else {
                format!(
                    "file {mode:o} {:?}",
                    bstr::BString::from(fs_err::read(&path).expect("read"))
                )
            };
            if metadata.is_dir() {
                dirs.push(path);
            }
            found.insert(rel, told);
        }
    }
    found
}
