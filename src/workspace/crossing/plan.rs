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
    store::{Amount, Move, Plan, Root, Side, Stamp, Store},
};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::view::{Found, children, clean, remove_tree, strip},
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
        planning.root(root).map_err(failed_at(root))?;
        let Planning { moves, waits, changed: more, amount, .. } = planning;
        changed.extend(more);
        let (at, goes, since) = (Side::After, true, None);
        let waits = if kept { waits } else { 0 };
        planned.insert(root.clone(), Root { kept, at, goes, since, waits, amount, moves });
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
    /// Directories that come; none of them stands among what is carried.
    pub made_dirs: BTreeSet<RepoPath>,
}

/// One root's way.
struct Planning<'a> {
    outset: &'a Outset<'a>,
    top: PathBuf,
    store: &'a Store,
    moves: Vec<Move>,
    waits: u64,
    amount: Amount,
    changed: Vec<String>,
}

impl<'a> Planning<'a> {
    fn new(outset: &'a Outset<'a>, store: &'a Store) -> Self {
        let (moves, changed, waits, amount) = (Vec::new(), Vec::new(), 0, Amount::default());
        Self { outset, top: outset.top.absolute(), store, moves, waits, amount, changed }
    }

    /// What stands there when it goes.
    fn on_disk(&self, path: &RepoPath) -> io::Result<Option<Stamp>> {
        // By now something else may be called like a directory that comes.
        if path.ancestors().any(|dir| self.outset.beside.made_dirs.contains(&dir)) {
            return Ok(None);
        }
        Stamp::at(&self.top.join(path.as_path()))
    }

    fn root(&mut self, root: &RepoPath) -> io::Result<()> {
        let is_dir = |place: &Path| place.symlink_metadata().is_ok_and(|found| found.is_dir());
        let places = [self.store.place(root), self.top.join(root.as_path())];
        self.amount.is_dir = places.iter().any(|place| is_dir(place));
        self.path(root)
    }

    fn path(&mut self, path: &RepoPath) -> io::Result<()> {
        let at = self.store.place(path);
        let found = match Found::at(&at) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            found => found?,
        };
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
            (Found::Dir { replaces: false, .. }, Some(stands)) if stands.is_dir() => {
                names(&self.store.place(path), path)?.iter().try_for_each(|path| self.path(path))
            }
            (Found::Dir { .. }, stands) => {
                clean(&at)?;
                self.put(path, stands)
            }
        }
    }

    fn gone(&mut self, path: &RepoPath, stands: Option<Stamp>) -> io::Result<()> {
        stands.map_or(Ok(()), |stands| self.step(path, (Some(stands), None)))
    }

    fn put(&mut self, path: &RepoPath, stands: Option<Stamp>) -> io::Result<()> {
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
            self.amount.replaced += stood.count;
            if stood.files >= self.outset.since {
                self.changed.push(path.to_string());
            }
        }
        let ends = (goes.is_some(), comes.is_some());
        let comes_with = look(&self.store.place(path))?;
        if let Some(came) = &comes_with {
            self.amount.files += came.count;
            self.amount.bytes = self.amount.bytes.saturating_add(came.bytes);
        }
        let seal = comes_with.map(|stood| stood.seal);
        self.moves.push(Move { path: path.clone(), ends, goes, comes, seal });
        Ok(())
    }
}

/// What is in a directory, by its path from the top.
fn names(dir: &Path, path: &RepoPath) -> io::Result<Vec<RepoPath>> {
    let names = children(dir)?;
    Ok(names.iter().map(|name| path.join(BStr::new(name.as_bytes()))).collect())
}
