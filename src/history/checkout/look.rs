//! What stands at the paths that a checkout goes over.

use crate::base::RepoPath;
use crate::git::{AttributeFile, Difference, Filters, ObjectId, Repo, TreeEntry, TreeMode};
use crate::policy::{Access, GrantedPath};
use crate::workspace::{Change, FileState, Overlay, mode_of_new_executable};

use super::super::operation::StagedEntry;
use super::super::transaction::{IndexView, Stored, Storing};
use super::super::{Desk, HistoryError};

/// From where to where a checkout goes, and which further paths it goes over.
#[derive(Clone, Copy, Debug)]
pub struct Route<'a> {
    /// HEAD's tree.
    pub from: ObjectId,
    /// The tree that HEAD will have.
    pub to: ObjectId,
    /// Paths that are gone over although the trees have the same for them.
    pub further: &'a [RepoPath],
}

/// What shall stand at a path, and what the index shall hold for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file.
    pub state: FileState,
    /// The index's entries, all stages.
    pub staged: Vec<StagedEntry>,
}

/// How what stands at a path is the user's own: not what HEAD has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnEdit {
    /// The file holds something else, or has another mode.
    Modified,
    /// The file is gone.
    Deleted,
    /// git does not know the file.
    Untracked,
    /// The file is as in HEAD, or as it will be; the index holds something else.
    Staged,
}

impl OwnEdit {
    /// The word for it, as `git status` has it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Modified => "modified",
            Self::Deleted => "deleted",
            Self::Untracked => "untracked",
            Self::Staged => "staged",
        }
    }
}

/// A path that a checkout goes over.
#[derive(Clone, Debug)]
pub struct Place {
    /// The path.
    pub path: RepoPath,
    /// The path, as the policy grants it.
    pub granted: GrantedPath,
    /// What HEAD's tree has.
    pub from: Option<TreeEntry>,
    /// What the new tree has.
    pub to: Option<TreeEntry>,
    /// What stands there.
    pub now: FileState,
    /// That in the object database.
    pub stored: Stored,
    /// What the index holds.
    pub staged: Vec<StagedEntry>,
    /// Whether what is there is the user's own; `None`: all is as in HEAD, or as it will be.
    pub own: Option<OwnEdit>,
    /// What shall stand there then: what the new tree has, unless something else is put here.
    pub target: Target,
}

impl Place {
    /// Whether the file and the index are what HEAD has. Where `own` is none they may also be what
    /// the new tree has, which is still an edit of what HEAD has.
    #[must_use]
    pub fn is_as_in_head(&self) -> bool {
        on_disk(self.from, self.stored.entry, &self.staged) == self.from
            && agrees(&self.staged, self.from)
    }
}

/// The paths between two trees, looked at. Nothing is written by it but objects in memory.
pub struct Checkout<'r> {
    pub(super) repo: &'r Repo,
    pub(super) route: (ObjectId, ObjectId),
    pub(super) overlay: Overlay,
    pub(super) index: IndexView,
    pub(super) storing: Storing<'r>,
    /// The directory that the user stands in, if it is in the worktree.
    pub(super) stands_in: Option<RepoPath>,
    /// The paths, sorted.
    pub places: Vec<Place>,
}

impl<'r> Checkout<'r> {
    /// Looks at what stands at the paths. The filters run here, so no lock of git's may be held.
    pub fn look(desk: &Desk<'r>, route: Route<'_>) -> Result<Self, HistoryError> {
        let repo = desk.repo;
        let differences = differences(repo, route)?;
        refuse_submodules(&differences)?;
        let paths: Vec<&RepoPath> = differences.iter().map(|found| &found.path).collect();
        let index = IndexView::read(repo, paths.iter().copied())?;
        let mut targets = Targets::new(repo, &differences)?;
        let mut overlay = Overlay::new();
        let mut looked = Vec::with_capacity(differences.len());
        for found in &differences {
            let granted = desk.gate.grant_in(&found.path, Access::Entry);
            let granted = granted.map_err(|refusal| HistoryError::Path(refusal.message))?;
            let now = overlay.state(&granted)?;
            let staged = index.staged(&found.path);
            let target = targets.target(found, (&now, &staged))?;
            looked
                .push((Change { path: granted, before: now, after: target.state }, target.staged));
        }
        let changes: Vec<Change> = looked.iter().map(|(change, _)| change.clone()).collect();
        let storing = Storing::new(repo, &changes, &index)?;
        let route = (route.from, route.to);
        let stands_in = stands_in(desk);
        let places = Vec::new();
        let mut checkout = Self { repo, route, overlay, index, storing, stands_in, places };
        for (found, (change, staged)) in differences.into_iter().zip(looked) {
            checkout.add(found, change, staged)?;
        }
        Ok(checkout)
    }

    /// The paths at which something of the user's own stands.
    pub fn own_edits(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.own.is_some())
    }

    /// The place of a path.
    pub fn place_mut(&mut self, path: &RepoPath) -> Option<&mut Place> {
        let index = self.places.binary_search_by(|place| place.path.cmp(path)).ok()?;
        self.places.get_mut(index)
    }

    fn add(
        &mut self,
        found: Difference,
        change: Change,
        staged_then: Vec<StagedEntry>,
    ) -> Result<(), HistoryError> {
        let Difference { path, from, to } = found;
        let stat = self.overlay.stat_on_disk(&change.path);
        let stored = self.storing.store(&change, (&self.index, stat.as_ref()))?.before;
        let staged = self.index.staged(&path);
        let Change { path: granted, before: now, after: state } = change;
        let target = Target { state, staged: staged_then };
        let own = own_edit((from, to), stored.entry, &staged);
        let place = Place { path, granted, from, to, now, stored, staged, own, target };
        self.places.push(place);
        Ok(())
    }
}

fn stands_in(desk: &Desk<'_>) -> Option<RepoPath> {
    let directory = desk.directory.canonicalize().ok()?;
    let below = directory.strip_prefix(desk.repo.worktree()).ok()?;
    RepoPath::new(below.as_os_str().as_encoded_bytes())
}

/// The paths that differ, and the further ones with what the trees have for them.
fn differences(repo: &Repo, route: Route<'_>) -> Result<Vec<Difference>, HistoryError> {
    repo.fetch_difference(route.from, route.to)?;
    let mut differences = repo.difference(route.from, route.to)?;
    let further: Vec<&RepoPath> = route
        .further
        .iter()
        .filter(|path| differences.binary_search_by(|found| found.path.cmp(path)).is_err())
        .collect();
    let entries = repo.find_entries(route.from, &further)?;
    let file = |entry: &TreeEntry| entry.mode != TreeMode::Directory;
    differences.extend(further.into_iter().zip(entries).map(|(path, entry)| {
        let entry = entry.filter(file);
        Difference { path: path.clone(), from: entry, to: entry }
    }));
    differences.sort_by(|one, other| one.path.cmp(&other.path));
    differences.dedup_by(|later, kept| later.path == kept.path);
    Ok(differences)
}

fn refuse_submodules(differences: &[Difference]) -> Result<(), HistoryError> {
    let module = |entry: Option<TreeEntry>| entry.is_some_and(|e| e.mode == TreeMode::Commit);
    let modules = differences.iter().filter(|found| module(found.from) || module(found.to));
    let modules: Vec<String> = modules.map(|found| found.path.to_string()).collect();
    if modules.is_empty() { Ok(()) } else { Err(HistoryError::Submodule(modules)) }
}

/// How what stands at a path is the user's own. `now`: what git would store of it.
fn own_edit(
    (from, to): (Option<TreeEntry>, Option<TreeEntry>),
    now: Option<TreeEntry>,
    staged: &[StagedEntry],
) -> Option<OwnEdit> {
    let on_disk = on_disk(from, now, staged);
    if on_disk != from && on_disk != to {
        return Some(match (on_disk, from, staged) {
            (None, _, _) => OwnEdit::Deleted,
            (Some(_), None, []) => OwnEdit::Untracked,
            (Some(_), _, _) => OwnEdit::Modified,
        });
    }
    let is = |entry: Option<TreeEntry>| agrees(staged, entry);
    // An untracked file that is what will stand there is nobody's loss.
    let known = is(from) || (is(to) && on_disk == to);
    (!known).then_some(OwnEdit::Staged)
}

/// What counts as standing on the disk: a file that git was told need not be there, and is not,
/// counts as what HEAD has.
fn on_disk(
    from: Option<TreeEntry>,
    now: Option<TreeEntry>,
    staged: &[StagedEntry],
) -> Option<TreeEntry> {
    let left_out = |entry: &StagedEntry| entry.skip_worktree || entry.assume_valid;
    if now.is_none() && staged.iter().any(left_out) { from } else { now }
}

/// Whether the index's entries are what the tree has.
pub fn agrees(entries: &[StagedEntry], in_tree: Option<TreeEntry>) -> bool {
    match (entries, in_tree) {
        ([], None) => true,
        ([entry], Some(tree)) => {
            let added = !entry.intent_to_add;
            entry.stage == 0 && added && entry.id == tree.id && entry.mode == tree.mode.bits()
        }
        _ => false,
    }
}

/// Makes what shall stand at paths of what the new tree has for them.
pub(super) struct Targets<'r> {
    repo: &'r Repo,
    filters: Filters<'r>,
    symlinks: bool,
}

impl<'r> Targets<'r> {
    /// The attributes count as they will be.
    pub(super) fn new(repo: &'r Repo, differences: &[Difference]) -> Result<Self, HistoryError> {
        let attributes = differences.iter().filter(|found| found.path.name() == ".gitattributes");
        let mut known = Vec::new();
        for found in attributes {
            let id = match found.to {
                Some(entry) => entry.id,
                None => repo.write_blob(b"")?,
            };
            known.push(AttributeFile { path: found.path.clone(), id });
        }
        let filters = Filters::new(repo, &known)?;
        let symlinks = repo.settings().boolean("core.symlinks").unwrap_or(true);
        Ok(Self { repo, filters, symlinks })
    }

    fn target(
        &mut self,
        found: &Difference,
        (now, staged): (&FileState, &[StagedEntry]),
    ) -> Result<Target, HistoryError> {
        let Some(to) = found.to else {
            return Ok(Target { state: FileState::Absent, staged: Vec::new() });
        };
        let skip_worktree = staged.iter().any(|entry| entry.skip_worktree);
        let entry = StagedEntry {
            stage: 0,
            mode: to.mode.bits(),
            id: to.id,
            assume_valid: staged.iter().any(|entry| entry.assume_valid),
            skip_worktree,
            intent_to_add: false,
        };
        let left_out = skip_worktree && *now == FileState::Absent;
        let state = if left_out { FileState::Absent } else { self.state(found, to, now)? };
        Ok(Target { state, staged: vec![entry] })
    }

    pub(super) fn state(
        &mut self,
        found: &Difference,
        to: TreeEntry,
        now: &FileState,
    ) -> Result<FileState, HistoryError> {
        let blob = self.repo.blob(to.id)?;
        if to.mode == TreeMode::Link && self.symlinks {
            return Ok(FileState::Link { target: blob.into() });
        }
        let content = match to.mode {
            TreeMode::Link => blob,
            TreeMode::File | TreeMode::Executable | TreeMode::Commit | TreeMode::Directory => {
                self.filters.to_worktree(&found.path, &blob)?
            }
        };
        let mode = mode_of(now, to.mode == TreeMode::Executable);
        Ok(FileState::File { content: content.into(), mode })
    }
}

/// The permission bits that a file is to have: those that it has, but for who may execute it.
/// `None`: by the umask.
fn mode_of(now: &FileState, executable: bool) -> Option<u32> {
    let FileState::File { mode: Some(mode), .. } = now else {
        return executable.then(mode_of_new_executable);
    };
    if (mode & 0o100 != 0) == executable {
        return Some(*mode);
    }
    // Whoever may read may execute, as git has it.
    Some(if executable { mode | ((mode & 0o444) >> 2) } else { mode & !0o111 })
}
