//! What a checkout is to write: files, index entries, and what the record says of them.

use crate::base::RepoPath;
use crate::git::{DirWritten, ObjectId, Repo, TreeEntry, TreeMode};
use crate::policy::GrantedPath;
use crate::workspace::{Change, ChangeSet, FileState, Overlay};

use super::super::HistoryError;
use super::super::operation::{Location, Move, PathRecord};
use super::super::transaction::{IndexPlan, IndexView, Stored, Storing};
use super::look::{Checkout, Place, agrees};

/// What is to be written, and what the record says of it.
pub struct Effects {
    /// The files.
    pub files: ChangeSet,
    /// The index entries.
    pub plans: Vec<IndexPlan>,
    /// The directories whose trees differ, for the index's cache tree.
    pub dirs: Vec<DirWritten>,
    /// The files and index entries, for the record.
    pub paths: Vec<PathRecord>,
    /// The index as it was read.
    pub index: IndexView,
}

impl Effects {
    /// Nothing is written but refs.
    pub fn none(repo: &Repo) -> Result<Self, HistoryError> {
        Ok(Self {
            files: ChangeSet::default(),
            plans: Vec::new(),
            dirs: Vec::new(),
            paths: Vec::new(),
            index: IndexView::read(repo, [])?,
        })
    }
}

impl Checkout<'_> {
    /// What has to be written so that each path holds its target.
    pub fn effects(mut self) -> Result<Effects, HistoryError> {
        let mut paths = Vec::with_capacity(self.places.len());
        let mut plans = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let after = stored(&mut self.storing, &self.index, place)?;
            let unchanged = place.now == place.target.state && place.staged == place.target.staged;
            if !unchanged {
                paths.push(record(place, after));
                plans.push(plan(place, after));
            }
        }
        let dirs = dirs_between(self.repo, &plans, self.route)?;
        let files = files(self.overlay, &self.places, self.stands_in.as_ref())?;
        Ok(Effects { files, plans, dirs, paths, index: self.index })
    }
}

/// The target in the object database.
fn stored(
    storing: &mut Storing<'_>,
    index: &IndexView,
    place: &Place,
) -> Result<Stored, HistoryError> {
    let change = Change {
        path: place.granted.clone(),
        before: FileState::Absent,
        after: place.target.state.clone(),
    };
    Ok(storing.store(&change, (index, None))?.after)
}

fn record(place: &Place, after: Stored) -> PathRecord {
    PathRecord {
        location: Location::of(&place.granted),
        file: Move {
            before: place.stored.record(&place.now),
            after: after.record(&place.target.state),
        },
        staged: Some(Move { before: place.staged.clone(), after: place.target.staged.clone() }),
    }
}

fn plan(place: &Place, after: Stored) -> IndexPlan {
    let target = &place.target.staged;
    let fresh = match target.as_slice() {
        [entry] => {
            let is = |stored: TreeEntry| stored.id == entry.id && stored.mode.bits() == entry.mode;
            entry.stage == 0 && after.entry.is_some_and(is)
        }
        _ => false,
    };
    IndexPlan {
        path: place.path.clone(),
        entries: target.clone(),
        fresh,
        matches_tree: agrees(&place.staged, place.from) && agrees(target, place.to),
        on_disk: place.now != place.target.state,
    }
}

/// The files' moves: what goes first, with the directories that it leaves empty, as git has it.
/// The directory that the user stands in stays: the shell there would be nowhere.
fn files(
    mut overlay: Overlay,
    places: &[Place],
    stands_in: Option<&RepoPath>,
) -> Result<ChangeSet, HistoryError> {
    let (gone, come): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| place.target.state == FileState::Absent);
    for place in gone.iter().filter(|place| place.now != FileState::Absent) {
        overlay.restore(&place.granted, FileState::Absent)?;
    }
    for place in gone.iter().filter(|place| place.now != FileState::Absent) {
        remove_empty_dirs(&mut overlay, &place.granted, stands_in);
    }
    let mut blocked = Vec::new();
    for place in come {
        let restored = overlay.restore(&place.granted, place.target.state.clone());
        if restored.is_err() {
            blocked.push(place.path.to_string());
        }
    }
    if blocked.is_empty() {
        Ok(overlay.into_changes())
    } else {
        Err(HistoryError::InTheWay(blocked))
    }
}

fn remove_empty_dirs(overlay: &mut Overlay, path: &GrantedPath, stands_in: Option<&RepoPath>) {
    for dir in path.rel().ancestors().take_while(|dir| Some(dir) != stands_in) {
        let removed = path.above(dir).map(|dir| overlay.remove_dir(&dir));
        if !matches!(removed, Some(Ok(()))) {
            break;
        }
    }
}

/// What became of the trees of the directories above the planned paths.
pub fn dirs_between(
    repo: &Repo,
    plans: &[IndexPlan],
    (from, to): (ObjectId, ObjectId),
) -> Result<Vec<DirWritten>, HistoryError> {
    let mut dirs: Vec<RepoPath> = plans.iter().flat_map(|plan| plan.path.ancestors()).collect();
    dirs.sort();
    dirs.dedup();
    let paths: Vec<&RepoPath> = dirs.iter().collect();
    let old = repo.find_entries(from, &paths)?;
    let new = repo.find_entries(to, &paths)?;
    let tree = |entry: Option<TreeEntry>| {
        entry.filter(|entry| entry.mode == TreeMode::Directory).map(|entry| entry.id)
    };
    let below = dirs.iter().zip(old).zip(new).map(|((path, old), new)| DirWritten {
        path: path.clone(),
        old: tree(old),
        new: tree(new),
    });
    let root = DirWritten { path: RepoPath::default(), old: Some(from), new: Some(to) };
    Ok(below.chain([root]).collect())
}
