//! Working out how what commands left gets into the worktree.
//!
//! A directory of which nothing is in the worktree yet, or nothing is to stay, goes as a whole; in
//! one that is there, each path goes for itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use bstr::BStr;

use super::{
    crossing::Crossing,
    error::{CrossingError, failed, failed_at},
    look::{Moment, look},
    store::{Move, Plan, Root, Side, Stamp, Store},
};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::{
        Call, FsError,
        view::{Found, children, clean, remove_tree, strip},
    },
};

/// What is to be carried, and where from.
pub(in crate::workspace) struct Outset<'a> {
    /// What commands left, as the kernel keeps it in a view's layer.
    pub(in crate::workspace) tree: &'a Path,
    pub(in crate::workspace) top: &'a GrantedPath,
    /// The topmost ignored directories and files, and whether what they replace stays for undo.
    pub(in crate::workspace) roots: BTreeMap<RepoPath, bool>,
    /// What changes beside it, and is there already when it goes.
    pub(in crate::workspace) beside: &'a Beside,
    /// When the first command began: what was changed later in the worktree, nobody has seen.
    pub(in crate::workspace) since: Moment,
}

/// Takes what commands left into a store of its own, the directory `dir`, and works out the way.
/// What is `durable` stays so even if the machine stops.
pub(in crate::workspace) fn cross(
    outset: &Outset<'_>,
    (dir, durable): (&Path, bool),
) -> Result<Crossing, CrossingError> {
    let store = Store::at(dir);
    let failed = failed(dir);
    if store.is_new() {
        // The same was tried before, and came to nothing.
        remove_tree(dir);
    }
    fs_err::create_dir_all(dir).map_err(&failed)?;
    let mut crossing = Crossing::new(outset.top, store);
    fs_err::rename(outset.tree, crossing.store().tree()).map_err(&failed)?;
    let mut planned: BTreeMap<RepoPath, Root> = BTreeMap::new();
    let mut changed = Vec::new();
    let topmost = |root: &RepoPath| !outset.roots.keys().any(|other| root.is_inside(other));
    for (root, &kept) in outset.roots.iter().filter(|(root, _)| topmost(root)) {
        let mut planning = Planning::new(outset, crossing.store());
        planning.path(root).map_err(failed_at(root))?;
        let Planning { moves, waits, blocked, changed: more, .. } = planning;
        if let Some(path) = blocked {
            return Err(FsError::new(rustix::io::Errno::ISDIR, Call::Rename, &path).into());
        }
        changed.extend(more);
        let (at, goes, since) = (Side::After, true, None);
        let waits = if kept { waits } else { 0 };
        planned.insert(root.clone(), Root { kept, at, goes, since, waits, moves });
    }
    if !changed.is_empty() {
        return Err(CrossingError::Changed(changed));
    }
    let above = |dir: &RepoPath| outset.roots.keys().any(|root| root == dir || root.is_inside(dir));
    let dirs = outset.beside.made_dirs.iter().filter(|dir| above(dir)).cloned().collect();
    crossing.begin(Plan::new(Side::After, planned, dirs), durable).map_err(failed)?;
    Ok(crossing)
}

/// What changes beside what is carried, in the worktree.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Files that change, directories that go.
    pub changes: BTreeSet<RepoPath>,
    /// Directories that come.
    pub made_dirs: BTreeSet<RepoPath>,
}

/// One root's way.
struct Planning<'a> {
    outset: &'a Outset<'a>,
    top: PathBuf,
    store: &'a Store,
    moves: Vec<Move>,
    waits: u64,
    changed: Vec<String>,
    /// A directory whose place a file shall take, and in which files change beside it.
    blocked: Option<String>,
}

impl<'a> Planning<'a> {
    fn new(outset: &'a Outset<'a>, store: &'a Store) -> Self {
        let (moves, changed, waits, blocked) = (Vec::new(), Vec::new(), 0, None);
        Self { outset, top: outset.top.absolute(), store, moves, waits, changed, blocked }
    }

    /// What stands there when it goes.
    fn on_disk(&self, path: &RepoPath) -> io::Result<Option<Stamp>> {
        if self.is_made(path) {
            return Ok(Some(Stamp::of_new_dir()));
        }
        Stamp::at(&self.top.join(path.as_path()))
    }

    fn is_made(&self, path: &RepoPath) -> bool {
        self.outset.beside.made_dirs.contains(path)
    }

    /// Whether something inside changes beside it, or it is made.
    fn is_shared(&self, dir: &RepoPath) -> bool {
        if self.is_made(dir) {
            return true;
        }
        let mut next = self.outset.beside.changes.range(dir..).filter(|path| *path != dir);
        // A name may come between a directory and what is in it: `a`, `a-b`, `a/c`.
        next.by_ref()
            .take_while(|path| path.as_bstr().starts_with(dir.as_bstr().as_ref() as &[u8]))
            .any(|path| path.is_inside(dir))
    }

    fn path(&mut self, path: &RepoPath) -> io::Result<()> {
        let at = self.store.place(path);
        let found = match Found::at(&at) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            found => found?,
        };
        if self.outset.beside.changes.contains(path) {
            return Ok(());
        }
        match (found, self.on_disk(path)?) {
            (Found::Special, _) => Ok(()),
            (Found::Gone, stands) => {
                fs_err::remove_file(&at)?;
                self.gone(path, stands)
            }
            (Found::File { .. } | Found::Link, stands) => {
                strip(&at)?;
                self.put(path, stands)
            }
            (Found::Dir { replaces, .. }, Some(stands))
                if stands.is_dir() && (!replaces || self.is_shared(path)) =>
            {
                self.both_dirs(path, replaces && !self.is_made(path))
            }
            (Found::Dir { .. }, stands) => {
                clean(&at)?;
                self.put(path, stands)
            }
        }
    }

    /// A directory that is there on both sides. `only`: nothing else is to be in it.
    fn both_dirs(&mut self, dir: &RepoPath, only: bool) -> io::Result<()> {
        let left: Vec<RepoPath> = names(&self.store.place(dir), dir)?;
        for path in &left {
            self.path(path)?;
        }
        if only {
            self.others_gone(dir, &left)?;
        }
        Ok(())
    }

    fn others_gone(&mut self, dir: &RepoPath, left: &[RepoPath]) -> io::Result<()> {
        if self.is_made(dir) {
            return Ok(());
        }
        for path in names(&self.top.join(dir.as_path()), dir)? {
            if !left.contains(&path) && !self.outset.beside.changes.contains(&path) {
                let stands = self.on_disk(&path)?;
                self.gone(&path, stands)?;
            }
        }
        Ok(())
    }

    fn gone(&mut self, path: &RepoPath, stands: Option<Stamp>) -> io::Result<()> {
        match stands {
            None => Ok(()),
            Some(stands) if stands.is_dir() && self.is_shared(path) => self.others_gone(path, &[]),
            Some(stands) => self.step(path, (Some(stands), None)),
        }
    }

    fn put(&mut self, path: &RepoPath, stands: Option<Stamp>) -> io::Result<()> {
        if stands.is_some_and(Stamp::is_dir) && self.is_shared(path) {
            self.blocked = Some(path.to_string());
        }
        let comes = Stamp::at(&self.store.place(path))?;
        self.step(path, (stands, comes))
    }

    fn step(
        &mut self,
        path: &RepoPath,
        (goes, comes): (Option<Stamp>, Option<Stamp>),
    ) -> io::Result<()> {
        if goes.is_some()
            && let Some(stood) = look(&self.top.join(path.as_path()))?
        {
            self.waits = self.waits.saturating_add(stood.bytes);
            if stood.files >= self.outset.since {
                self.changed.push(path.to_string());
            }
        }
        let ends = (goes.is_some(), comes.is_some());
        let seal = look(&self.store.place(path))?.map(|stood| stood.seal);
        self.moves.push(Move { path: path.clone(), ends, goes, comes, seal });
        Ok(())
    }
}

/// What is in a directory, by its path from the top.
fn names(dir: &Path, path: &RepoPath) -> io::Result<Vec<RepoPath>> {
    let names = children(dir)?;
    Ok(names.iter().map(|name| path.join(BStr::new(name.as_bytes()))).collect())
}
