//! Trees: looking paths up in them, and writing one with some paths replaced.
//!
//! Only the directories on the way to a changed path are read and written; what stands beside
//! them need not even be present, as in a partial clone.

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice};
use gix::ObjectId;
use gix::objs::{Tree, tree};

use crate::base::RepoPath;

use super::{DirWritten, GitError, Repo, TreeEdit, TreeEntry, TreeMode};

/// What becomes of an entry itself.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Leaf {
    #[default]
    Untouched,
    Set(TreeEntry),
    Removed,
}

/// The edits of one directory: what becomes of its own entries, and the edits below them.
#[derive(Default)]
struct Node {
    leaf: Leaf,
    below: BTreeMap<BString, Self>,
}

impl Repo {
    /// Writes the tree that `base` becomes when each path is set to its entry, or removed. A file
    /// takes the place of a directory of its name, and the reverse.
    pub fn edit_tree<'p>(
        &self,
        base: ObjectId,
        edits: impl IntoIterator<Item = (&'p RepoPath, Option<TreeEntry>)>,
    ) -> Result<TreeEdit, GitError> {
        let mut root = Node::default();
        for (path, entry) in edits {
            let parts = path.as_bstr().split_str("/");
            let node =
                parts.fold(&mut root, |node, part| node.below.entry(part.into()).or_default());
            node.leaf = entry.map_or(Leaf::Removed, Leaf::Set);
        }
        let mut dirs = Vec::new();
        let written = self.write_dir(&RepoPath::default(), Some(base), root, &mut dirs)?;
        let id = match written {
            Some(id) => id,
            None => self.write_tree(&Tree::empty())?,
        };
        if let Some(top) = dirs.iter_mut().find(|dir| dir.path.is_root()) {
            top.new = Some(id);
        }
        Ok(TreeEdit { id, dirs })
    }

    /// The entries that `tree` has for the paths, in their order.
    pub fn find_entries(
        &self,
        tree: ObjectId,
        paths: &[&RepoPath],
    ) -> Result<Vec<Option<TreeEntry>>, GitError> {
        let mut known = BTreeMap::from([(RepoPath::default(), Some(self.read_tree(tree)?))]);
        paths.iter().map(|path| self.find_entry(path, &mut known)).collect()
    }

    /// The content of a file of a commit's tree; `None` where there is none of that name.
    pub fn file_of_commit(
        &self,
        commit: ObjectId,
        path: &str,
    ) -> Result<Option<Vec<u8>>, GitError> {
        let tree = self.tree_of(Some(commit))?;
        let Some(path) = RepoPath::new(path) else { return Ok(None) };
        let found = self.find_entries(tree, &[&path])?.into_iter().flatten().next();
        found.map(|entry| self.blob(entry.id)).transpose()
    }

    fn find_entry(
        &self,
        path: &RepoPath,
        known: &mut BTreeMap<RepoPath, Option<Tree>>,
    ) -> Result<Option<TreeEntry>, GitError> {
        let Some(parent) = path.parent() else { return Ok(None) };
        if !known.contains_key(&parent) {
            let entry = self.find_entry(&parent, known)?;
            let is_dir = entry.filter(|entry| entry.mode == TreeMode::Directory);
            let tree = is_dir.map(|entry| self.read_tree(entry.id)).transpose()?;
            known.insert(parent.clone(), tree);
        }
        let Some(Some(tree)) = known.get(&parent) else { return Ok(None) };
        let found = tree.entries.iter().find(|entry| entry.filename == path.name());
        Ok(found.map(|entry| TreeEntry { mode: TreeMode::of(entry.mode.kind()), id: entry.oid }))
    }

    /// Writes the tree of one directory; `None` where nothing is left in it.
    fn write_dir(
        &self,
        path: &RepoPath,
        old: Option<ObjectId>,
        node: Node,
        dirs: &mut Vec<DirWritten>,
    ) -> Result<Option<ObjectId>, GitError> {
        let before = old.map(|id| self.read_tree(id)).transpose()?.unwrap_or_else(Tree::empty);
        let mut entries: BTreeMap<BString, TreeEntry> = before
            .entries
            .into_iter()
            .map(|entry| {
                let mode = TreeMode::of(entry.mode.kind());
                (entry.filename, TreeEntry { mode, id: entry.oid })
            })
            .collect();
        for (name, node) in node.below {
            let old = entries.remove(&name);
            let child = path.join(name.as_bstr());
            if let Some(entry) = self.write_child(&child, old, node, dirs)? {
                entries.insert(name, entry);
            }
        }
        let new = if entries.is_empty() { None } else { Some(self.write_entries(entries)?) };
        dirs.push(DirWritten { path: path.clone(), old, new });
        Ok(new)
    }

    fn write_child(
        &self,
        path: &RepoPath,
        old: Option<TreeEntry>,
        node: Node,
        dirs: &mut Vec<DirWritten>,
    ) -> Result<Option<TreeEntry>, GitError> {
        let old_dir = old.filter(|old| old.mode == TreeMode::Directory).map(|old| old.id);
        let replaced = node.leaf != Leaf::Untouched;
        if let Leaf::Set(entry) = node.leaf {
            if old_dir.is_some() {
                dirs.push(DirWritten { path: path.clone(), old: old_dir, new: None });
            }
            return Ok(Some(entry));
        }
        let keep_file = old.filter(|_| old_dir.is_none() && !replaced);
        if node.below.is_empty() {
            return Ok(old.filter(|_| !replaced));
        }
        let written = self.write_dir(path, old_dir, node, dirs)?;
        let dir = written.map(|id| TreeEntry { mode: TreeMode::Directory, id });
        Ok(dir.or(keep_file))
    }

    fn read_tree(&self, id: ObjectId) -> Result<Tree, GitError> {
        if id == ObjectId::empty_tree(self.object_hash()) {
            return Ok(Tree::empty());
        }
        let failed = || GitError::storage(format!("read the tree {id}"));
        let object = self.object(id, "read the tree")?.try_into_tree().map_err(failed())?;
        let decoded = object.decode().map_err(failed())?;
        Ok(decoded.into())
    }

    fn write_entries(&self, entries: BTreeMap<BString, TreeEntry>) -> Result<ObjectId, GitError> {
        let mut entries: Vec<tree::Entry> = entries
            .into_iter()
            .map(|(filename, entry)| tree::Entry {
                mode: entry.mode.kind().into(),
                filename,
                oid: entry.id,
            })
            .collect();
        entries.sort();
        self.write_tree(&Tree { entries })
    }

    pub(super) fn write_tree(&self, tree: &Tree) -> Result<ObjectId, GitError> {
        let written = self.inner.write_object(tree).map_err(GitError::storage("write a tree"))?;
        Ok(written.detach())
    }
}

#[cfg(test)]
mod tests {
    use bstr::BStr;

    use super::*;
    use crate::git::cli;

    struct Scene {
        dir: tempfile::TempDir,
        repo: Repo,
    }

    /// A repository of these files, all of the same content.
    fn scene(files: &[&str]) -> Scene {
        let dir = tempfile::tempdir().expect("a directory");
        cli::run(dir.path(), &["init", "--quiet"]).expect("a repository");
        for file in files {
            let path = dir.path().join(file);
            fs_err::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs_err::write(path, "content\n").expect("written");
        }
        cli::run(dir.path(), &["add", "--all"]).expect("added");
        let repo = Repo::discover(dir.path()).expect("a repository");
        Scene { dir, repo }
    }

    impl Scene {
        fn git(&self, args: &[&str]) -> String {
            let output = cli::run(self.dir.path(), args).expect("git");
            String::from_utf8(output).expect("text").trim().to_owned()
        }

        fn tree(&self) -> ObjectId {
            self.git(&["write-tree"]).parse().expect("an id")
        }

        fn file(&self) -> TreeEntry {
            let id = self.repo.write_blob(b"content\n").expect("a blob");
            TreeEntry { mode: TreeMode::File, id }
        }

        fn edit(&self, base: ObjectId, edits: &[(&str, Option<TreeEntry>)]) -> TreeEdit {
            let edits: Vec<(RepoPath, Option<TreeEntry>)> =
                edits.iter().map(|(name, entry)| (path(name), *entry)).collect();
            let edits = edits.iter().map(|(path, entry)| (path, *entry));
            let edit = self.repo.edit_tree(base, edits).expect("a tree");
            self.repo.flush_objects().expect("written");
            edit
        }

        fn names(&self, tree: ObjectId) -> Vec<String> {
            let listed = self.git(&["ls-tree", "-r", "--name-only", &tree.to_string()]);
            listed.lines().map(ToOwned::to_owned).collect()
        }
    }

    fn path(name: &str) -> RepoPath {
        RepoPath::new(BStr::new(name)).expect("a path")
    }

    #[test]
    fn the_tree_is_the_one_that_git_writes_for_the_same_files() {
        let before = scene(&["a", "a.b", "a0/x", "dir/one", "dir/two", "z"]);
        let after = scene(&["a", "a.b", "a0/x", "dir/two", "new/deep/file", "z"]);
        let edits = [("dir/one", None), ("new/deep/file", Some(before.file()))];
        let edit = before.edit(before.tree(), &edits);
        assert_eq!(edit.id, after.tree());
        before.git(&["fsck", "--strict"]);
    }

    #[test]
    fn a_directory_goes_with_its_last_file() {
        let scene = scene(&["a", "dir/deep/only"]);
        let edit = scene.edit(scene.tree(), &[("dir/deep/only", None)]);
        assert_eq!(scene.names(edit.id), ["a"]);
        let gone: Vec<String> = edit
            .dirs
            .iter()
            .filter(|dir| dir.new.is_none())
            .map(|dir| dir.path.to_string())
            .collect();
        assert_eq!(gone, ["dir/deep", "dir"]);
    }

    #[test]
    fn a_file_takes_a_directorys_place_and_the_reverse() {
        let scene = scene(&["dir/one", "dir/two", "file"]);
        let base = scene.tree();
        let edit = scene.edit(base, &[("dir", Some(scene.file()))]);
        assert_eq!(scene.names(edit.id), ["dir", "file"]);
        let edit = scene.edit(base, &[("file", None), ("file/inside", Some(scene.file()))]);
        assert_eq!(scene.names(edit.id), ["dir/one", "dir/two", "file/inside"]);
    }

    #[test]
    fn the_last_file_of_all_leaves_the_empty_tree() {
        let scene = scene(&["only"]);
        let edit = scene.edit(scene.tree(), &[("only", None)]);
        assert_eq!(edit.id, ObjectId::empty_tree(scene.repo.object_hash()));
    }

    #[test]
    fn each_directory_that_was_written_is_told_with_its_trees() {
        let scene = scene(&["dir/one", "other/two"]);
        let base = scene.tree();
        let edit = scene.edit(base, &[("dir/new", Some(scene.file()))]);
        let told: Vec<String> = edit.dirs.iter().map(|dir| dir.path.to_string()).collect();
        assert_eq!(told, ["dir", ""]);
        for dir in &edit.dirs {
            let [old, new] = [(base, dir.old), (edit.id, dir.new)].map(|(tree, told)| {
                let name = format!("{tree}:{}", dir.path);
                assert_eq!(scene.git(&["rev-parse", &name]), told.expect("a tree").to_string());
                told
            });
            assert_ne!(old, new);
        }
    }

    /// As in a partial clone, where the trees beside the touched ones are elsewhere.
    #[test]
    fn what_stands_beside_a_changed_path_need_not_be_present() {
        let scene = scene(&["dir/one", "other/two"]);
        let base = scene.tree();
        let beside = scene.git(&["rev-parse", &format!("{base}:other")]);
        let (first, rest) = beside.split_at(2);
        let object = scene.dir.path().join(".git/objects").join(first).join(rest);
        fs_err::remove_file(object).expect("removed");
        let edit = scene.edit(base, &[("dir/one", None), ("new", Some(scene.file()))]);
        let listed = scene.git(&["ls-tree", "--name-only", &edit.id.to_string()]);
        assert_eq!(listed, "new\nother");
    }

    #[test]
    fn entries_are_found_at_any_depth_or_not_at_all() {
        let scene = scene(&["a", "dir/deep/file"]);
        let wanted = ["a", "a/b", "dir", "dir/deep/file", "none/at/all"].map(path);
        let wanted: Vec<&RepoPath> = wanted.iter().collect();
        let found = scene.repo.find_entries(scene.tree(), &wanted).expect("trees");
        let modes: Vec<Option<TreeMode>> =
            found.iter().map(|entry| entry.map(|entry| entry.mode)).collect();
        let file = Some(TreeMode::File);
        assert_eq!(modes, [file, None, Some(TreeMode::Directory), file, None]);
    }
}
