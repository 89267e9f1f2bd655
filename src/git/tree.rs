//! Trees: looking paths up in them, and writing one with some paths replaced.
//!
//! Only the directories on the way to a changed path are read and written; what stands beside
//! them need not even be present, as in a partial clone.

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice};
use gix::ObjectId;
use gix::objs::{Tree, tree};

use crate::base::RepoPath;

use super::{GitError, Repo};

/// What a tree says an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMode {
    /// `100644`.
    File,
    /// `100755`.
    Executable,
    /// `120000`.
    Link,
    /// `160000`: a submodule's commit.
    Commit,
    /// `40000`.
    Directory,
}

impl TreeMode {
    /// The mode as git writes it.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::File => 0o100_644,
            Self::Executable => 0o100_755,
            Self::Link => 0o120_000,
            Self::Commit => 0o160_000,
            Self::Directory => 0o040_000,
        }
    }

    fn kind(self) -> tree::EntryKind {
        match self {
            Self::File => tree::EntryKind::Blob,
            Self::Executable => tree::EntryKind::BlobExecutable,
            Self::Link => tree::EntryKind::Link,
            Self::Commit => tree::EntryKind::Commit,
            Self::Directory => tree::EntryKind::Tree,
        }
    }

    fn of(kind: tree::EntryKind) -> Self {
        match kind {
            tree::EntryKind::Blob => Self::File,
            tree::EntryKind::BlobExecutable => Self::Executable,
            tree::EntryKind::Link => Self::Link,
            tree::EntryKind::Commit => Self::Commit,
            tree::EntryKind::Tree => Self::Directory,
        }
    }
}

/// An entry of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// What it is.
    pub mode: TreeMode,
    /// What it holds.
    pub id: ObjectId,
}

/// A directory whose tree was written anew, or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirWritten {
    /// The directory; the root is the empty path.
    pub path: RepoPath,
    /// Its tree before; `None` where there was none.
    pub old: Option<ObjectId>,
    /// Its tree now; `None` where it is gone.
    pub new: Option<ObjectId>,
}

/// A tree that was written, and the directories in it that changed.
#[derive(Clone, Debug)]
pub struct TreeEdit {
    /// The new root tree.
    pub id: ObjectId,
    /// Every directory on the way to an edit, the root too.
    pub dirs: Vec<DirWritten>,
}

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
        let object = self.inner.find_tree(id).map_err(failed())?;
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
