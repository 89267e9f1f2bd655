//! What differs between two trees. Directories that are the same are not looked into.

use gix::ObjectId;
use gix::diff::tree::recorder::Change;
use gix::diff::tree::{Recorder, State};
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;

use crate::base::RepoPath;

use super::objects::Fetching;
use super::{GitError, Repo, TreeEntry, TreeMode};

/// A path that two trees have different entries for; directories are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path.
    pub path: RepoPath,
    /// What the one tree has.
    pub from: Option<TreeEntry>,
    /// What the other one has.
    pub to: Option<TreeEntry>,
}

impl Repo {
    /// The paths that differ, sorted.
    pub fn difference(&self, from: ObjectId, to: ObjectId) -> Result<Vec<Difference>, GitError> {
        if from == to {
            return Ok(Vec::new());
        }
        let failed = || GitError::storage(format!("compare the trees {from} and {to}"));
        let [old, new] = [self.tree_data(from)?, self.tree_data(to)?];
        let hash = self.object_hash();
        let mut recorder = Recorder::default();
        gix::diff::tree(
            TreeRefIter::from_bytes(&old, hash),
            TreeRefIter::from_bytes(&new, hash),
            State::default(),
            Fetching::new(self),
            &mut recorder,
        )
        .map_err(failed())?;
        let mut found: Vec<Difference> = Vec::with_capacity(recorder.records.len());
        for change in recorder.records {
            let (path, from, to) = sides(change);
            if from.is_none() && to.is_none() {
                continue;
            }
            let path = RepoPath::new(path.as_slice()).ok_or_else(|| GitError::Unsupported {
                what: format!("the name `{path}` in a tree"),
                instead: "git itself refuses to check it out".into(),
            })?;
            found.push(Difference { path, from, to });
        }
        found.sort_by(|one, other| one.path.cmp(&other.path));
        // A directory that takes a file's place, or the reverse, is told as two changes.
        found.dedup_by(|later, kept| {
            let same = later.path == kept.path;
            if same {
                kept.from = kept.from.or(later.from);
                kept.to = kept.to.or(later.to);
            }
            same
        });
        Ok(found)
    }

    fn tree_data(&self, id: ObjectId) -> Result<Vec<u8>, GitError> {
        if id == ObjectId::empty_tree(self.object_hash()) {
            return Ok(Vec::new());
        }
        Ok(self.object(id, "read the tree")?.detach().data)
    }
}

type Sides = (bstr::BString, Option<TreeEntry>, Option<TreeEntry>);

fn sides(change: Change) -> Sides {
    match change {
        Change::Addition { entry_mode, oid, path, .. } => (path, None, entry(entry_mode, oid)),
        Change::Deletion { entry_mode, oid, path, .. } => (path, entry(entry_mode, oid), None),
        Change::Modification { previous_entry_mode, previous_oid, entry_mode, oid, path } => {
            (path, entry(previous_entry_mode, previous_oid), entry(entry_mode, oid))
        }
    }
}

/// The entry, unless it is a directory, whose files are told one by one.
fn entry(mode: EntryMode, id: ObjectId) -> Option<TreeEntry> {
    let mode = TreeMode::of(mode.kind());
    (mode != TreeMode::Directory).then_some(TreeEntry { mode, id })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::cli;

    fn tree(dir: &std::path::Path, files: &[(&str, &str)]) -> ObjectId {
        cli::run(dir, &["rm", "-rfq", "--ignore-unmatch", "."]).expect("emptied");
        for (name, content) in files {
            let path = dir.join(name);
            fs_err::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs_err::write(path, content).expect("written");
        }
        cli::run(dir, &["add", "--all"]).expect("added");
        let id = cli::run(dir, &["write-tree"]).expect("a tree");
        ObjectId::from_hex(id.trim_ascii()).expect("an id")
    }

    #[test]
    fn a_file_that_becomes_a_directory_is_told_with_what_is_in_it() {
        let dir = tempfile::tempdir().expect("a directory");
        cli::run(dir.path(), &["init", "--quiet"]).expect("a repository");
        let from = tree(dir.path(), &[("a", "1"), ("b/c", "2"), ("same/x", "3")]);
        let to = tree(dir.path(), &[("a/d", "1"), ("b", "2"), ("same/x", "3")]);
        let repo = Repo::discover(dir.path()).expect("a repository");
        let told = repo.difference(from, to).expect("compared");
        let told: Vec<(String, bool, bool)> = told
            .iter()
            .map(|found| (found.path.to_string(), found.from.is_some(), found.to.is_some()))
            .collect();
        let told: Vec<(&str, bool, bool)> =
            told.iter().map(|(path, from, to)| (path.as_str(), *from, *to)).collect();
        let expected =
            [("a", true, false), ("a/d", false, true), ("b", false, true), ("b/c", true, false)];
        assert_eq!(told, expected);
        assert_eq!(repo.difference(to, to).expect("compared"), []);
    }
}
