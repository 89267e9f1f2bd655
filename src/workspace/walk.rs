//! All files and links below a directory, as the actions so far have left them and as far as no
//! `.gitignore` names them. No link is followed.

use std::{collections::VecDeque, io::Read};

use super::{Call, EntryKind, FsCode, FsError, Listed, Overlay, ignores::Ignores};
use crate::{base::RepoPath, policy::GrantedPath};

/// The longest `.gitignore` whose patterns are read, in bytes.
const MAX_PATTERNS: u64 = 1024 * 1024;

/// What a walk passes over, besides what `.gitignore` files name.
#[derive(Clone, Copy, Default)]
pub struct Passes<'a> {
    /// Patterns as in `.gitignore` that hold in the whole worktree, the stronger ones first.
    pub excludes: &'a [Vec<u8>],
    /// Whether a directory, relative to where the walk begins, may hold what is looked for.
    pub enters: Option<&'a dyn Fn(&RepoPath) -> bool>,
}

/// Goes from file to file, in the order of their paths' bytes. What cannot be read is told in
/// its place, and the walk goes on.
pub struct Walk<'a> {
    overlay: &'a Overlay,
    enters: Option<&'a dyn Fn(&RepoPath) -> bool>,
    top: RepoPath,
    ignores: Ignores,
    open: Vec<Open>,
    /// Why a `.gitignore` was not read.
    failed: VecDeque<FsError>,
}

/// A directory that the walk is in.
struct Open {
    dir: RepoPath,
    /// The last one comes first.
    left: Vec<Listed>,
}

impl<'a> Walk<'a> {
    /// Begins in a directory. What stands above it decides nothing but by its patterns.
    pub fn new(
        overlay: &'a Overlay,
        top: &GrantedPath,
        passes: Passes<'a>,
    ) -> Result<Self, FsError> {
        let everywhere = if top.worktree_path().is_some() { passes.excludes } else { &[] };
        let mut walk = Self {
            overlay,
            enters: passes.enters,
            top: top.rel().clone(),
            ignores: Ignores::new(everywhere),
            open: Vec::new(),
            failed: VecDeque::new(),
        };
        let listed = overlay.list(top)?;
        let mut above: Vec<RepoPath> = top.rel().ancestors().collect();
        if !top.rel().is_root() {
            above.push(RepoPath::default());
        }
        for dir in above.into_iter().rev() {
            if let Some(path) = top.above(dir).and_then(|dir| dir.child(".gitignore".into())) {
                walk.obey(&path);
            }
        }
        walk.enter(top.rel().clone(), listed);
        Ok(walk)
    }

    fn enter(&mut self, dir: RepoPath, mut listed: Vec<Listed>) {
        let is_ignore_file = |entry: &&Listed| {
            entry.kind == EntryKind::File && entry.path.rel().name() == ".gitignore"
        };
        if let Some(entry) = listed.iter().find(is_ignore_file) {
            let path = entry.path.clone();
            self.obey(&path);
        }
        listed.sort_by_cached_key(|entry| {
            let mut path = entry.path.rel().as_bstr().to_owned();
            path.extend((entry.kind == EntryKind::Dir).then_some(b'/'));
            std::cmp::Reverse(path)
        });
        self.open.push(Open { dir, left: listed });
    }

    /// Takes the patterns of a `.gitignore` into account.
    fn obey(&mut self, path: &GrantedPath) {
        match self.read_patterns(path) {
            Ok(content) => self.ignores.enter(path.rel().parent().unwrap_or_default(), &content),
            // As in git, only a file counts.
            Err(error) if is_no_file(error.code) => {}
            Err(error) => self.failed.push_back(error),
        }
    }

    fn read_patterns(&self, path: &GrantedPath) -> Result<Vec<u8>, FsError> {
        let mut content = Vec::new();
        let mut stream = self.overlay.stream(path)?.take(MAX_PATTERNS + 1);
        let failed = |code| FsError::new(code, Call::Open, path.shown());
        stream.read_to_end(&mut content).map_err(|error| failed(error.into()))?;
        if u64::try_from(content.len()).is_ok_and(|length| length <= MAX_PATTERNS) {
            return Ok(content);
        }
        Err(failed(FsCode::Efbig))
    }

    /// Whether the walk passes a name by.
    fn passes(&self, entry: &Listed) -> bool {
        let rel = entry.path.rel();
        let is_dir = entry.kind == EntryKind::Dir;
        let wanted = || match (self.enters, rel.below(&self.top)) {
            (Some(enters), Some(below)) if is_dir => enters(&below),
            _ => true,
        };
        !wanted() || self.ignores.is_ignored(rel, is_dir)
    }
}

impl Iterator for Walk<'_> {
    type Item = Result<Listed, FsError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.failed.pop_front() {
                return Some(Err(error));
            }
            let open = self.open.last_mut()?;
            let Some(entry) = open.left.pop() else {
                self.ignores.leave(&open.dir);
                self.open.pop();
                continue;
            };
            if self.passes(&entry) {
                continue;
            }
            if entry.kind != EntryKind::Dir {
                return Some(Ok(entry));
            }
            match self.overlay.list(&entry.path) {
                Ok(listed) => self.enter(entry.path.rel().clone(), listed),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

fn is_no_file(code: FsCode) -> bool {
    matches!(code, FsCode::Enoent | FsCode::Enotdir | FsCode::Eisdir | FsCode::Eloop)
}

#[cfg(test)]
mod tests;
