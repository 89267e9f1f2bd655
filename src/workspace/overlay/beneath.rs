//! What lies between what the actions left in memory and the disk: what commands left in ignored
//! files that is too much to be held.
//!
//! It is asked where it waits, each time anew: it changes while a command runs and at no other time.
//! What the actions make of it is held in memory as of any file, and put on top of it when it goes to
//! the worktree, or to the next command.

use std::{collections::BTreeMap, sync::Arc};

use bstr::{BString, ByteSlice};

use super::{EntryKind, Key, Overlay, key};
use crate::{
    base::RepoPath,
    policy::GrantedPath,
    workspace::{
        above::Above,
        change_set::FileState,
        entry::{Entry, State},
        fs_error::FsCode,
        observe::{PERMISSIONS, Peeked, read_all},
        view::{Carried, CarriedChanges, Laid, kinds, open},
    },
};

impl Overlay {
    /// What commands left at a path; that the disk has the word, where they left nothing.
    pub(super) fn laid(&self, path: &GrantedPath) -> Result<Laid, FsCode> {
        path.worktree_path().map_or(Ok(Laid::Through), |rel| self.laid_at(rel))
    }

    /// The same of a path of the worktree.
    pub(super) fn laid_at(&self, rel: &RepoPath) -> Result<Laid, FsCode> {
        match (&self.carried, self.carried_root(rel)) {
            (Some(carried), Some(root)) => Ok(carried.laid(&root, rel)?),
            _ => Ok(Laid::Through),
        }
    }

    /// The topmost ignored directory or file that a path is among, and that is carried.
    fn carried_root(&self, path: &RepoPath) -> Option<RepoPath> {
        let root = self.carried.as_ref()?.root_of(path)?;
        (!self.released.contains(&root)).then_some(root)
    }

    /// Whether a path is among what commands left that is not held in memory.
    pub(in crate::workspace) fn is_among_carried(&self, path: &GrantedPath) -> bool {
        path.worktree_path().is_some_and(|path| self.carried_root(path).is_some())
    }

    /// What commands left that is not held in memory, with what the actions made of it since.
    pub(in crate::workspace) fn carried_changes(&self) -> Option<CarriedChanges> {
        let mut changes = CarriedChanges::new(self.carried.as_ref()?, &self.released);
        for (path, state) in self.pending.values() {
            if let Some(rel) = path.worktree_path() {
                changes.add(rel, (state, self.time_of(path)));
            }
        }
        (!changes.told().is_empty()).then_some(changes)
    }

    /// Remembers what a command left that is not held in memory, `roots` for the first time or again.
    /// What the actions made of it before is in it.
    pub(in crate::workspace) fn carry<'r>(
        &mut self,
        carried: Arc<Carried>,
        roots: impl Iterator<Item = &'r RepoPath>,
    ) {
        self.carried = Some(carried);
        for root in roots {
            self.released.remove(root);
        }
        let paths = self.pending.values().map(|(path, _)| path);
        let among: Vec<GrantedPath> =
            paths.filter(|path| self.is_among_carried(path)).cloned().collect();
        for path in among {
            self.set(&path, State::Not(FileState::Absent));
            self.pending.remove(&key(&path));
        }
    }

    /// What lies in a directory by what commands left there, by name. Of those that are not named the
    /// disk has the word.
    pub(super) fn laid_in(
        &self,
        dir: &GrantedPath,
        laid: &Laid,
    ) -> Result<BTreeMap<BString, EntryKind>, FsCode> {
        if let Laid::Dir { at, .. } = laid {
            return Ok(kinds(at)?.into_iter().collect());
        }
        let mut found = BTreeMap::new();
        for root in self.roots().filter(|root| root.parent().as_ref() == dir.worktree_path()) {
            let Some(path) = dir.child(root.name()) else { continue };
            if let Some(kind) = kind_of(&self.laid(&path)?) {
                found.insert(root.name().to_owned(), kind);
            }
        }
        Ok(found)
    }

    fn roots(&self) -> impl Iterator<Item = RepoPath> {
        let roots = self.carried.as_ref().map(|carried| carried.roots()).unwrap_or_default();
        roots.into_keys().filter(|root| !self.released.contains(root))
    }

    /// A directory is removed: of what commands left below it nothing stands any more, and the disk's
    /// own files go like those of any other directory.
    pub(super) fn release_below(&mut self, dir: &GrantedPath) -> Result<(), FsCode> {
        let Some(rel) = dir.worktree_path() else { return Ok(()) };
        let gone: Vec<RepoPath> = self.roots().filter(|root| root.is_inside(rel)).collect();
        for root in gone {
            let below = root.below(rel).unwrap_or_default();
            let mut names = below.as_bstr().split_str("/");
            let path = names.try_fold(dir.clone(), |path, name| path.child(name.as_bstr()));
            self.released.insert(root);
            if let Some(path) = path {
                self.take_from_disk(&path)?;
            }
        }
        Ok(())
    }

    /// Notes that nothing stays of what the disk has at a path.
    fn take_from_disk(&mut self, path: &GrantedPath) -> Result<(), FsCode> {
        if let Peeked::Absent(_) = Peeked::from(&self.look(path, None)?) {
            return Ok(());
        }
        if let Ok(Some(directory)) = path.open_list() {
            for name in super::list::kinds_on_disk(directory)?.into_keys() {
                if let Some(child) = path.child(name.as_bstr()) {
                    self.take_from_disk(&child)?;
                }
            }
        }
        self.set(path, State::Not(FileState::Absent));
        Ok(())
    }

    /// What the actions and commands left directly in a directory, whatever the disk has.
    pub(super) fn left_in(
        &self,
        dir: &GrantedPath,
        (laid, key): (&Laid, &Key),
    ) -> Result<BTreeMap<BString, EntryKind>, FsCode> {
        let mut kinds = self.laid_in(dir, laid)?;
        for (rel, state) in self.pending_in(key) {
            kinds.insert(rel.name().to_owned(), super::list::kind_of(state));
        }
        Ok(kinds)
    }
}

impl Laid {
    /// It with its content; nothing where the disk has the word. A file of more than `limit` bytes is
    /// EFBIG, and not read.
    pub(super) fn entry(self, limit: Option<u64>) -> Result<Option<Entry>, FsCode> {
        Ok(Some(match self {
            Self::Through => return Ok(None),
            Self::Absent(missing) => Entry::Absent(missing),
            Self::Dir { .. } => Entry::Dir,
            Self::Link { target, .. } => Entry::Link { target },
            Self::File(at) => {
                let (file, metadata) = open(&at)?;
                if limit.is_some_and(|limit| metadata.len() > limit) {
                    return Err(FsCode::Efbig);
                }
                let mode = std::os::unix::fs::MetadataExt::mode(&metadata) & PERMISSIONS;
                let content = read_all(file, metadata.len())?.into();
                Entry::File { content, mode: Some(mode) }
            }
        }))
    }

    /// What kind of thing it is; nothing where the disk has the word.
    pub(super) fn peeked(&self, above: Above) -> Option<Peeked> {
        Some(match self {
            Self::Through => return None,
            Self::Absent(missing) => Peeked::Absent(above.refine(*missing)),
            Self::Dir { .. } => Peeked::Dir,
            Self::Link { .. } => Peeked::Link,
            Self::File(_) => Peeked::File,
        })
    }
}

fn kind_of(laid: &Laid) -> Option<EntryKind> {
    Some(match laid {
        Laid::Through => return None,
        Laid::Absent(_) => EntryKind::Absent,
        Laid::Dir { .. } => EntryKind::Dir,
        Laid::Link { .. } => EntryKind::Link,
        Laid::File(_) => EntryKind::File,
    })
}
