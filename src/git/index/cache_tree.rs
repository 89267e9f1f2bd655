//! Carries the cache tree (`TREE`) over a patch.
//!
//! A node of the cache tree says that the entries of the index inside a directory make a known
//! tree. It is kept where that is certain: if a node holds the id that HEAD has for the directory,
//! the index and HEAD agree inside it; and if then all edits inside it do what was done to the
//! tree, the index agrees with the new tree. All other nodes above an edited path are marked as
//! unknown, as git does (`cache_tree_invalidate_path`). All beside these paths stay untouched.

use std::{collections::BTreeMap, ops::Range};

use bstr::BStr;
use gix::{ObjectId, hash::Kind};

use super::{cache_tree_nodes::Nodes, splice::Splice};
use crate::base::RepoPath;

/// What a transaction made of a directory's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeChange {
    /// The directory; the empty path for the root.
    pub path: RepoPath,
    /// Its tree in HEAD; `None` if HEAD has no such directory.
    pub old: Option<ObjectId>,
    /// Its tree now; `None` if there is no such directory any more.
    pub new: Option<ObjectId>,
}

/// What is needed to carry a cache tree over.
pub(super) struct Update<'a> {
    /// The data of the old extension, if there is one.
    pub(super) data: Option<&'a [u8]>,
    /// How many entries the old index has.
    pub(super) entries: usize,
    pub(super) hash: Kind,
    pub(super) splices: &'a [Splice<'a>],
    pub(super) trees: &'a [TreeChange],
}

impl Update<'_> {
    /// Makes the data of the new extension, if there can be one.
    pub(super) fn run(&self) -> Option<Vec<u8>> {
        let nodes = match self.data {
            Some(data) => Nodes::read(data, self.hash)?,
            None if self.entries == 0 => Nodes::default(),
            None => return None,
        };
        let mut dirs = Dirs::new();
        for splice in self.splices {
            dirs.add(splice);
        }
        for change in self.trees {
            dirs.set_change(change);
        }
        dirs.find_nodes(&nodes, self.data.unwrap_or_default());
        dirs.decide(&nodes);
        let emit = Emit { dirs: &dirs, nodes: &nodes, data: self.data.unwrap_or_default() };
        emit.run()
    }
}

/// git orders the directories by length first (`subtree_name_cmp`).
type Key<'a> = (usize, &'a [u8]);

fn key(name: &[u8]) -> Key<'_> {
    (name.len(), name)
}

/// A directory above an edited path, or a path that is none any more.
#[derive(Default)]
struct Dir<'a> {
    parent: usize,
    children: BTreeMap<Key<'a>, usize>,
    change: Option<&'a TreeChange>,
    node: Option<usize>,
    /// By how much the number of entries inside changes.
    delta: i64,
    /// Whether an edit inside differs from what was done to the tree.
    differs: bool,
    /// Whether nothing certain is known of a directory inside.
    unknown: bool,
    /// Whether a file stands here now.
    is_file: bool,
    state: State,
}

/// What becomes of a node.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
enum State {
    /// There is none.
    #[default]
    Absent,
    /// The directory is not in the index any more.
    Gone,
    /// It stays, but nothing is known.
    Unknown,
    /// It has so many entries and this tree.
    Known(u64, ObjectId),
    /// The same, for a directory that is new; so only if that above it is known too.
    New(u64, ObjectId),
}

/// The directories, parents before children, the root first.
struct Dirs<'a>(Vec<Dir<'a>>);

impl<'a> Dirs<'a> {
    fn new() -> Self {
        Self(vec![Dir::default()])
    }

    fn add(&mut self, splice: &'a Splice<'_>) {
        let path: &[u8] = splice.path.as_bstr();
        let parent = memchr::memrchr(b'/', path)
            .map_or(&[][..], |slash| path.get(..slash).unwrap_or_default());
        let at = self.descend(parent);
        if let Some(dir) = self.0.get_mut(at) {
            dir.delta += splice.delta();
            dir.differs |= !splice.matches_tree;
        }
        if !splice.new.is_empty() {
            let at = self.descend(path);
            if let Some(dir) = self.0.get_mut(at) {
                dir.is_file = true;
            }
        }
    }

    fn descend(&mut self, path: &'a [u8]) -> usize {
        let components = path.split(|byte| *byte == b'/').filter(|name| !name.is_empty());
        components.fold(0, |parent, name| {
            let new = self.0.len();
            let child = self
                .0
                .get_mut(parent)
                .map_or(new, |dir| *dir.children.entry(key(name)).or_insert(new));
            if child == new {
                self.0.push(Dir { parent, ..Dir::default() });
            }
            child
        })
    }

    fn set_change(&mut self, change: &'a TreeChange) {
        let path: &BStr = change.path.as_bstr();
        let mut components = path.split(|byte| *byte == b'/').filter(|name| !name.is_empty());
        let found = components.try_fold(0, |at, name| {
            self.0.get(at).and_then(|dir| dir.children.get(&key(name)).copied())
        });
        if let Some(dir) = found.and_then(|at| self.0.get_mut(at)) {
            dir.change = Some(change);
        }
    }

    fn find_nodes(&mut self, nodes: &Nodes, data: &[u8]) {
        let mut open = Vec::new();
        if let (Some(root), Some(_)) = (self.0.first_mut(), nodes.get(0)) {
            root.node = Some(0);
            open.push((0, 0));
        }
        while let Some((dir, node)) = open.pop() {
            for (child_node, child) in nodes.children(node) {
                let name = data.get(child.name.clone()).unwrap_or_default();
                let child = self.0.get(dir).and_then(|dir| dir.children.get(&key(name)).copied());
                if let Some(child) = child
                    && let Some(found) = self.0.get_mut(child)
                {
                    found.node = Some(child_node);
                    open.push((child, child_node));
                }
            }
        }
    }

    /// Sets the states, children first.
    fn decide(&mut self, nodes: &Nodes) {
        for at in (0..self.0.len()).rev() {
            let Some(dir) = self.0.get_mut(at) else { return };
            let known = dir.node.and_then(|node| nodes.get(node)).and_then(|node| node.known);
            dir.state = dir.decide(known, at == 0);
            let unknown = matches!(dir.state, State::Absent | State::Unknown);
            let (parent, delta, differs) = (dir.parent, dir.delta, dir.differs);
            if at > 0
                && let Some(parent) = self.0.get_mut(parent)
            {
                parent.delta += delta;
                parent.differs |= differs;
                parent.unknown |= unknown;
            }
        }
    }
}

impl Dir<'_> {
    fn decide(&self, known: Option<(u64, ObjectId)>, is_root: bool) -> State {
        if self.is_file {
            return State::Gone;
        }
        let doubtful = self.differs || self.unknown;
        let (old, new) = self.change.map_or((None, None), |change| (change.old, change.new));
        if self.node.is_none() {
            let count = u64::try_from(self.delta).unwrap_or_default();
            return match new {
                Some(id) if old.is_none() && !doubtful && (count > 0 || is_root) => {
                    State::New(count, id)
                }
                _ => State::Absent,
            };
        }
        let Some((count, id)) = known else { return State::Unknown };
        let count = count.checked_add_signed(self.delta);
        match (count, new) {
            _ if doubtful || old != Some(id) => State::Unknown,
            (Some(0), None) if !is_root => State::Gone,
            (Some(count), Some(id)) if count > 0 || is_root => State::Known(count, id),
            _ => State::Unknown,
        }
    }
}

/// Puts the bytes of the new extension together.
struct Emit<'a> {
    dirs: &'a Dirs<'a>,
    nodes: &'a Nodes,
    data: &'a [u8],
}

/// A node to write.
enum Item<'a> {
    /// One beside all edits, with all that is inside it.
    Old(Range<usize>),
    /// One of the directories, and its name.
    Dir(&'a [u8], usize),
}

impl<'a> Emit<'a> {
    fn run(&self) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(self.data.len() + 64);
        // The next item is at the end.
        let mut open = vec![Item::Dir(b"", 0)];
        while let Some(item) = open.pop() {
            match item {
                Item::Old(span) => out.extend_from_slice(self.data.get(span)?),
                Item::Dir(name, at) => {
                    let children = self.children(at)?;
                    self.write(name, at, children.len(), &mut out)?;
                    open.extend(children.into_iter().rev());
                }
            }
        }
        Some(out)
    }

    /// The nodes inside a directory, in git's order.
    fn children(&self, at: usize) -> Option<Vec<Item<'a>>> {
        let dir = self.dirs.0.get(at)?;
        let mut all = BTreeMap::new();
        for (_, node) in dir.node.into_iter().flat_map(|node| self.nodes.children(node)) {
            let name = self.data.get(node.name.clone())?;
            all.insert(key(name), Item::Old(node.span.clone()));
        }
        let is_known = matches!(dir.state, State::Known(..) | State::New(..));
        for (key, child) in &dir.children {
            match self.dirs.0.get(*child)?.state {
                State::Known(..) | State::Unknown => all.insert(*key, Item::Dir(key.1, *child)),
                State::New(..) if is_known => all.insert(*key, Item::Dir(key.1, *child)),
                State::Gone | State::Absent | State::New(..) => all.remove(key),
            };
        }
        Some(all.into_values().collect())
    }

    fn write(&self, name: &[u8], at: usize, children: usize, out: &mut Vec<u8>) -> Option<()> {
        out.extend_from_slice(name);
        out.push(0);
        match self.dirs.0.get(at)?.state {
            State::Known(count, id) | State::New(count, id) => {
                out.extend_from_slice(format!("{count} {children}\n").as_bytes());
                out.extend_from_slice(id.as_slice());
            }
            State::Unknown => out.extend_from_slice(format!("-1 {children}\n").as_bytes()),
            State::Absent | State::Gone => return None,
        }
        Some(())
    }
}
