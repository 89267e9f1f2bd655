//! The set of files, and its form on disk.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::history::Location;

/// The version of the form that this program writes; it refuses newer ones.
const VERSION: u32 = 1;

/// A set of files, sorted by path, those outside the worktree last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkingContext {
    files: BTreeSet<Location>,
}

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: u32,
    files: BTreeSet<Location>,
}

/// The part of the file that tells whether the rest can be read.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl WorkingContext {
    /// Adds a file; one that is there already stays.
    pub fn add(&mut self, file: Location) {
        self.files.insert(file);
    }

    /// Takes a file out. Says whether it was there.
    pub fn remove(&mut self, file: &Location) -> bool {
        self.files.remove(file)
    }

    /// Takes all files out.
    pub fn clear(&mut self) {
        self.files.clear();
    }

    /// The files that stand in one of the two and not in both.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Location> {
        self.files.symmetric_difference(&other.files)
    }

    /// The files, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &Location> {
        self.files.iter()
    }

    /// Reads the form on disk; the error says what is wrong with it.
    pub(super) fn from_json(json: &[u8]) -> Result<Self, String> {
        let wrong = |error: serde_json::Error| error.to_string();
        let Versioned { version } = serde_json::from_slice(json).map_err(wrong)?;
        if version != VERSION {
            return Err(format!("its version is {version}, and this git-clada knows {VERSION}"));
        }
        let Stored { files, .. } = serde_json::from_slice(json).map_err(wrong)?;
        Ok(Self { files })
    }

    /// The form on disk. Fails for a name that is not UTF-8.
    pub(super) fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut json =
            serde_json::to_vec_pretty(&Stored { version: VERSION, files: self.files.clone() })?;
        json.push(b'\n');
        Ok(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::RepoPath;

    fn file(root: Option<&str>, path: &str) -> Location {
        Location { root: root.map(Into::into), path: RepoPath::new(path).expect("sound") }
    }

    #[test]
    fn what_is_written_reads_back_sorted() {
        let mut context = WorkingContext::default();
        for location in [file(Some("/opt"), "a"), file(None, "b"), file(None, "a/ü \"1\"")] {
            context.add(location.clone());
            context.add(location);
        }
        let json = context.to_json().expect("written");
        let text = String::from_utf8(json.clone()).expect("UTF-8");
        assert!(text.starts_with("{\n  \"version\": 1,"), "{text}");
        assert_eq!(WorkingContext::from_json(&json), Ok(context.clone()));
        let sorted: Vec<&Location> = context.iter().collect();
        assert_eq!(sorted, [&file(None, "a/ü \"1\""), &file(None, "b"), &file(Some("/opt"), "a")]);
    }

    #[test]
    fn what_is_no_context_is_told() {
        for (json, told) in [
            ("", "EOF"),
            ("{\"version\": 2, \"list\": []}", "its version is 2, and this git-clada knows 1"),
            ("{\"version\": 1}", "missing field `files`"),
            ("{\"version\": 1, \"files\": [{\"path\": \"../a\"}]}", "not a path inside a root"),
        ] {
            let error = WorkingContext::from_json(json.as_bytes()).expect_err(json);
            assert!(error.contains(told), "{json}: {error}");
        }
    }
}
