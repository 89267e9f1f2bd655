//! Writing, deleting and moving.

use std::io::ErrorKind;

use serde_json::json;

use super::{Fault, Outcome, Plain, called, failed, fault, param};
use crate::action::Action;

impl Plain {
    pub(super) fn change(&self, action: &Action) -> Outcome {
        if action.name == "file_move" {
            return self.rename(param(action, "old_path"), param(action, "new_path"));
        }
        let path = param(action, "path");
        let content = action.get("content").unwrap_or_default();
        match action.name {
            "file_write" => self.write(path, content.as_bytes())?,
            "file_create" => {
                if self.exists(path) {
                    return Err(failed(ErrorKind::AlreadyExists, "open", path));
                }
                self.write(path, content.as_bytes())?;
            }
            "file_append" => {
                let before = match self.text(path) {
                    Err(fault) if fault.code == "ENOENT" => String::new(),
                    before => before?,
                };
                self.write(path, (before + content).as_bytes())?;
            }
            "file_delete" => fs_err::remove_file(self.at(path)).map_err(called("unlink", path))?,
            "dir_create" => self.make_dir(path)?,
            _ => fs_err::remove_dir(self.at(path)).map_err(called("rmdir", path))?,
        }
        Ok(match action.name {
            "file_write" | "file_create" | "file_append" => {
                json!({"path": path, "bytesWritten": content.len()})
            }
            _ => json!({"path": path}),
        })
    }

    /// Writes a file and makes the directories above it.
    pub(super) fn write(&self, path: &str, content: &[u8]) -> Result<(), Fault> {
        let open = |kind| failed(kind, "open", path);
        let is_dir = self.at(path).is_dir();
        self.check_way(path).map_err(open)?;
        if is_dir || path.ends_with('/') {
            return Err(open(ErrorKind::IsADirectory));
        }
        self.make_parents(path);
        fs_err::write(self.at(path), content).map_err(called("open", path))
    }

    fn make_dir(&self, path: &str) -> Result<(), Fault> {
        let mkdir = |kind| failed(kind, "mkdir", path);
        self.check_way(path).map_err(mkdir)?;
        if self.at(path).is_dir() {
            return Ok(());
        }
        if self.exists(path) {
            return Err(mkdir(ErrorKind::AlreadyExists));
        }
        fs_err::create_dir_all(self.at(path)).map_err(called("mkdir", path))
    }

    fn rename(&self, old: &str, new: &str) -> Outcome {
        let fails = |kind| {
            let mut fault = failed(kind, "rename", old);
            fault.error.extend([" -> '", new, "'"]);
            Err(fault)
        };
        if !self.exists(old) {
            return fault("ENOENT", format!("file_move: Source file not found '{old}' (ENOENT)"));
        }
        let is_dir =
            |path| self.at(path).symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
        if is_dir(old) {
            return fails(ErrorKind::IsADirectory);
        }
        if old.ends_with('/') {
            return fails(ErrorKind::NotADirectory);
        }
        if is_dir(new) {
            return fails(ErrorKind::IsADirectory);
        }
        if self.check_way(new).is_err() || new.ends_with('/') {
            return fails(ErrorKind::NotADirectory);
        }
        let mut moved = json!({"old_path": old, "new_path": new});
        let place = |path| self.resolve(path, false).map(|place| place.real);
        let same = place(old) == place(new);
        if self.exists(new) && !same {
            moved["overwrote"] = true.into();
        }
        self.make_parents(new);
        fs_err::rename(self.at(old), self.at(new)).map_err(called("rename", old))?;
        Ok(moved)
    }

    /// Whether anything has that name, however it is written.
    fn exists(&self, path: &str) -> bool {
        fs_err::symlink_metadata(self.at(path.trim_end_matches('/'))).is_ok()
    }

    /// What exists of the way to a path must be directories.
    fn check_way(&self, path: &str) -> Result<(), ErrorKind> {
        let full = self.at(path.trim_end_matches('/'));
        let way = full.ancestors().skip(1).take_while(|dir| dir.starts_with(self.top()));
        for dir in way {
            if fs_err::symlink_metadata(dir).is_ok_and(|metadata| !metadata.is_dir()) {
                return Err(ErrorKind::NotADirectory);
            }
        }
        Ok(())
    }

    fn make_parents(&self, path: &str) {
        let full = self.at(path);
        fs_err::create_dir_all(full.parent().expect("below the top")).expect("made");
    }
}
