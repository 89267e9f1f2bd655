//! What one pass over an index finds.

use std::{cmp::Ordering, ops::Range};

use bstr::{BString, ByteSlice};

use super::{
    Edit, Entry, IndexBytes, IndexError, IndexForm, extensions::Extensions, layout::RawEntry,
    racy::is_racy, stat::seconds, walk::Walk,
};
use crate::base::RepoPath;

/// A place between two entries.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Place {
    /// How many entries stand before it.
    pub(super) ordinal: usize,
    /// Where the entry after it starts.
    pub(super) offset: usize,
    /// The name of the entry before it; empty at the start.
    pub(super) previous: BString,
}

/// What the index holds for a wanted path.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) entries: Vec<Entry>,
    /// The entries of the path, or where they would be.
    pub(super) own: Range<Place>,
    /// The entries inside the path, if it is a directory in the index.
    pub(super) inside: Range<Place>,
    /// Whether one of the entries is racy.
    pub(super) racy: bool,
}

/// An entry that may have to go for others, and where it is.
#[derive(Clone, Debug)]
pub(super) struct Displaced {
    pub(super) entry: Entry,
    pub(super) own: Range<Place>,
}

/// An entry that stands where some wanted paths need a directory.
#[derive(Clone, Debug)]
pub(super) struct Blocker {
    pub(super) displaced: Displaced,
    /// Which of the wanted paths.
    pub(super) wanted: Range<usize>,
}

/// What an index holds for a set of paths, and where.
///
/// It owns what it found, so that it can be made on another thread than the one that uses it. It
/// fits the [`IndexBytes`] it was made of and no others.
#[derive(Clone, Debug)]
pub struct Scan {
    pub(super) wanted: Vec<RepoPath>,
    pub(super) found: Vec<Found>,
    pub(super) blockers: Vec<Blocker>,
    /// Whether an entry of a path that is not wanted is racy.
    pub(super) racy: bool,
    pub(super) end: Place,
    pub(super) extensions: Extensions,
    unmerged: usize,
}

impl Scan {
    /// How many entries the index has.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.end.ordinal
    }

    /// How many of them are stages of conflicts.
    #[must_use]
    pub fn unmerged_count(&self) -> usize {
        self.unmerged
    }

    /// The entries of a wanted path, by stage; `None` if it was not wanted.
    #[must_use]
    pub fn entries(&self, path: &RepoPath) -> Option<&[Entry]> {
        self.found(path).map(|found| found.entries.as_slice())
    }

    /// The entries that have to go for an edit of a wanted path: those inside the path, if it is a
    /// directory in the index, and those of files that stand where it needs directories.
    ///
    /// As in git, an entry is in the way only of entries of the same stage.
    pub fn displaced_by(&self, index: &IndexBytes, edit: &Edit) -> Result<Vec<Entry>, IndexError> {
        let blocking = self.blocking(&edit.path).filter(|entry| edit.sets(entry.stage)).cloned();
        let inside = self.displaced_inside(index, edit)?;
        Ok(blocking.chain(inside.into_iter().map(|displaced| displaced.entry)).collect())
    }

    /// The entries that stand where a wanted path needs directories.
    pub fn blocking(&self, path: &RepoPath) -> impl Iterator<Item = &Entry> {
        let at = self.wanted.binary_search(path);
        let blockers = self.blockers.iter();
        let blockers =
            blockers.filter(move |blocker| at.is_ok_and(|at| blocker.wanted.contains(&at)));
        blockers.map(|blocker| &blocker.displaced.entry)
    }

    /// The entries inside the edited path that are in its way.
    pub(super) fn displaced_inside(
        &self,
        index: &IndexBytes,
        edit: &Edit,
    ) -> Result<Vec<Displaced>, IndexError> {
        let mut displaced = Vec::new();
        let Some(found) = self.found(&edit.path) else { return Ok(displaced) };
        if edit.entries.is_empty() {
            return Ok(displaced);
        }
        let Range { start, end } = &found.inside;
        let mut walk = Walk::from(index, start, end.ordinal.saturating_sub(start.ordinal));
        while let Some(entry) = walk.step()? {
            if edit.sets(entry.stage()) {
                let entry = entry.decode(walk.name(), walk.offset)?;
                displaced.push(Displaced { entry, own: Place::at(&walk)..Place::after(&walk) });
            }
        }
        Ok(displaced)
    }

    /// The signatures of the extensions, in order.
    pub fn extensions(&self) -> impl Iterator<Item = [u8; 4]> {
        self.extensions.iter().map(|extension| extension.signature)
    }

    pub(super) fn found(&self, path: &RepoPath) -> Option<&Found> {
        let at = self.wanted.binary_search(path).ok()?;
        self.found.get(at)
    }

    pub(super) fn of(index: &IndexBytes, wanted: &[RepoPath]) -> Result<Self, IndexError> {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        wanted.dedup();
        let mut walk = Walk::new(index);
        let mut pass = Pass::new(&wanted, index);
        while let Some(entry) = walk.step()? {
            pass.take(&walk, &entry)?;
        }
        pass.finish(&walk);
        let Pass { found, blockers, racy, unmerged, .. } = pass;
        let end = Place::at(&walk);
        let extensions = Extensions::read(index, end.offset)?;
        Ok(Self { wanted, found, blockers, racy, end, extensions, unmerged })
    }
}

impl Place {
    /// The place before the current entry.
    fn at(walk: &Walk<'_>) -> Self {
        Self { ordinal: walk.ordinal, offset: walk.offset, previous: walk.previous().into() }
    }

    /// The place after the current entry.
    fn after(walk: &Walk<'_>) -> Self {
        Self { ordinal: walk.ordinal + 1, offset: walk.end, previous: walk.name().into() }
    }
}

/// A place to look for: the first entry that is not less than `path` followed by `tail`.
#[derive(Clone, Copy)]
struct Probe<'a> {
    path: &'a [u8],
    tail: Tail,
    wanted: usize,
}

/// What follows the path of a probe: its own entries, those inside it, those after these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    Own,
    Inside,
    Behind,
}

impl Tail {
    fn bytes(self) -> &'static [u8] {
        match self {
            Self::Own => b"",
            Self::Inside => b"/",
            // The byte after the slash: so the first name that is not inside any more.
            Self::Behind => b"0",
        }
    }
}

impl Probe<'_> {
    fn compare(&self, other: &Self) -> Ordering {
        let bytes = other.path.iter().chain(other.tail.bytes());
        self.path.iter().chain(self.tail.bytes()).cmp(bytes)
    }

    /// Whether an entry of this name is before the path, and no wanted path stands inside it: the
    /// quick answer for most entries. The next wanted path is that of the next probe of its own.
    fn is_far_behind(&self, name: &[u8]) -> bool {
        let len = name.len().min(self.path.len());
        self.tail == Tail::Own && name.get(..len) < self.path.get(..len)
    }

    /// Whether an entry of this name is behind the place.
    fn is_before(&self, name: &[u8]) -> bool {
        let (start, rest) = name.split_at(name.len().min(self.path.len()));
        start.cmp(self.path).then_with(|| rest.cmp(self.tail.bytes())).is_ge()
    }
}

/// The state of the pass.
struct Pass<'a> {
    wanted: &'a [RepoPath],
    probes: std::iter::Peekable<std::vec::IntoIter<Probe<'a>>>,
    /// How many wanted paths are not greater than the current entry's name.
    passed: usize,
    /// Whether the wanted path before `passed` is the current entry's.
    matching: bool,
    index_seconds: u32,
    found: Vec<Found>,
    blockers: Vec<Blocker>,
    racy: bool,
    unmerged: usize,
}

impl<'a> Pass<'a> {
    fn new(wanted: &'a [RepoPath], index: &IndexBytes) -> Self {
        let tails = [Tail::Own, Tail::Inside, Tail::Behind];
        let probes_of = |(at, path): (usize, &'a RepoPath)| {
            tails.map(|tail| Probe { path: path.as_bstr(), tail, wanted: at })
        };
        let mut probes: Vec<_> = wanted.iter().enumerate().flat_map(probes_of).collect();
        probes.sort_by(Probe::compare);
        Self {
            wanted,
            probes: probes.into_iter().peekable(),
            passed: 0,
            matching: false,
            index_seconds: seconds(index.mtime()),
            found: vec![Found::default(); wanted.len()],
            blockers: Vec::new(),
            racy: false,
            unmerged: 0,
        }
    }

    fn take(&mut self, walk: &Walk<'_>, entry: &RawEntry<'_>) -> Result<(), IndexError> {
        let name = walk.name();
        if entry.mode() & 0o170_000 == 0o040_000 {
            return Err(IndexError::NotWhole(IndexForm::Sparse));
        }
        self.unmerged += usize::from(entry.stage() != 0);
        self.matching &= walk.same_path;
        if self.matching || self.probes.peek().is_some_and(|probe| !probe.is_far_behind(name)) {
            while let Some(probe) = self.probes.next_if(|probe| probe.is_before(name)) {
                self.pass_by(probe, walk, name);
            }
            if self.matching {
                self.take_own(walk, entry)?;
            }
            self.take_blocker(walk, entry)?;
        }
        self.racy = self.racy || (!self.matching && is_racy(entry, self.index_seconds));
        Ok(())
    }

    fn finish(&mut self, walk: &Walk<'_>) {
        while let Some(probe) = self.probes.next() {
            self.pass_by(probe, walk, b"");
        }
    }

    fn pass_by(&mut self, probe: Probe<'_>, walk: &Walk<'_>, name: &[u8]) {
        let place = Place::at(walk);
        let Some(found) = self.found.get_mut(probe.wanted) else { return };
        match probe.tail {
            Tail::Own => {
                found.own = place.clone()..place;
                self.passed = probe.wanted + 1;
                self.matching = name == probe.path;
            }
            Tail::Inside => found.inside.start = place,
            Tail::Behind => found.inside.end = place,
        }
    }

    fn take_own(&mut self, walk: &Walk<'_>, entry: &RawEntry<'_>) -> Result<(), IndexError> {
        let found = self.passed.checked_sub(1).and_then(|at| self.found.get_mut(at));
        if let Some(found) = found {
            found.entries.push(entry.decode(walk.name(), walk.offset)?);
            found.own.end = Place::after(walk);
            found.racy |= is_racy(entry, self.index_seconds);
        }
        Ok(())
    }

    /// Notes an entry if wanted paths stand inside it. These are all behind it, and the next
    /// wanted path starts with its name then: so most entries are done with at once.
    fn take_blocker(&mut self, walk: &Walk<'_>, entry: &RawEntry<'_>) -> Result<(), IndexError> {
        let name = walk.name();
        let wanted = self.wanted.get(self.passed..).unwrap_or_default();
        if !wanted.first().is_some_and(|path| path.as_bstr().starts_with(name)) {
            return Ok(());
        }
        let before = |tail: u8| {
            let key = || name.iter().chain(std::iter::once(&tail)).copied();
            let found = wanted.partition_point(|path| path.as_bstr().bytes().lt(key()));
            self.passed + found
        };
        let inside = before(b'/')..before(b'0');
        if !inside.is_empty() {
            let entry = entry.decode(name, walk.offset)?;
            let own = Place::at(walk)..Place::after(walk);
            self.blockers.push(Blocker { displaced: Displaced { entry, own }, wanted: inside });
        }
        Ok(())
    }
}
