//! A directory that holds what is not in the worktree: first what commands left, then what that
//! replaced. Beside it stands what is known of it.

use std::{
    collections::BTreeMap,
    fs::Metadata,
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::look::{Moment, is_absent, moment_of};
use crate::{base::RepoPath, base::failpoint::around};

/// The version of the plans that this program writes; it refuses newer ones.
const VERSION: u32 = 1;

/// A side of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// How it was before the commands.
    Before,
    /// How they left it.
    After,
}

impl Side {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// What is known of a store: the crossing that is under way, or the last one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Plan {
    version: u32,
    pub(super) to: Side,
    pub(super) roots: BTreeMap<RepoPath, Root>,
    /// Directories that came with it, parents first: they go with it where they are empty.
    pub(super) dirs: Vec<RepoPath>,
}

/// A topmost ignored directory or file that is carried. All of it goes, or all of it stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Root {
    /// Whether what it replaced stays for undo.
    pub(super) kept: bool,
    /// Where it is after the crossing.
    pub(super) at: Side,
    /// Whether it takes part in the crossing.
    pub(super) goes: bool,
    /// When it last took part, where it does not in this one.
    pub(super) since: Option<Moment>,
    /// How many bytes of it wait in the store after the crossing.
    pub(super) waits: u64,
    /// How much came and went with the commands.
    #[serde(default)]
    pub(super) amount: Amount,
    pub(super) moves: Vec<Move>,
}

/// How much of a topmost ignored directory or file came, and went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// Whether it is a directory, or was one.
    pub is_dir: bool,
    /// How many files and links came.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// How many files and links went, or were replaced.
    pub replaced: usize,
}

/// One path: what stands in the worktree and what waits in the store change places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Move {
    pub(super) path: RepoPath,
    /// Whether anything stands there before the commands, and after them.
    pub(super) ends: (bool, bool),
    /// What goes out of the worktree in this crossing.
    pub(super) goes: Option<Stamp>,
    /// What comes.
    pub(super) comes: Option<Stamp>,
    /// All names, sizes, times and modes of what comes, as one number.
    pub(super) seal: Option<String>,
}

/// By what a thing is known again when it has been renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    inode: u64,
    /// The size and time of last change of what a file holds; of a directory it says nothing.
    holds: Option<(u64, Moment)>,
}

impl Stamp {
    pub(super) fn of(metadata: &Metadata) -> Self {
        let holds = (metadata.len(), (metadata.mtime(), metadata.mtime_nsec()));
        Self { inode: metadata.ino(), holds: (!metadata.is_dir()).then_some(holds) }
    }

    /// Of what stands at a place; nothing where nothing does.
    pub(super) fn at(place: &Path) -> io::Result<Option<Self>> {
        match place.symlink_metadata() {
            Ok(metadata) => Ok(Some(Self::of(&metadata))),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn is_dir(self) -> bool {
        self.holds.is_none()
    }
}

impl Plan {
    pub(super) fn new(to: Side, roots: BTreeMap<RepoPath, Root>, dirs: Vec<RepoPath>) -> Self {
        Self { version: VERSION, to, roots, dirs }
    }

    /// The moves of the crossing, in order.
    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = &Move> {
        let going = self.roots.values().filter(|root| root.goes);
        going
            .flat_map(|root| &root.moves)
            .filter(|step| step.goes.is_some() || step.comes.is_some())
    }
}

/// A store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Store {
    pub(super) dir: PathBuf,
}

impl Store {
    pub(super) fn at(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// What is not in the worktree.
    pub(super) fn tree(&self) -> PathBuf {
        self.dir.join("tree")
    }

    /// The place of a path that is not in the worktree.
    pub(super) fn place(&self, path: &RepoPath) -> PathBuf {
        self.tree().join(path.as_path())
    }

    fn under_way(&self) -> PathBuf {
        self.dir.join("plan")
    }

    fn done(&self) -> PathBuf {
        self.dir.join("done")
    }

    /// Says what is about to be done. `durable`: it stays said even if the machine stops.
    pub(super) fn begin(&self, plan: &Plan, durable: bool) -> io::Result<()> {
        let new = self.dir.join("plan.new");
        let mut file = fs_err::File::create(&new)?;
        file.write_all(&serde_json::to_vec(plan)?)?;
        if durable {
            file.sync_all()?;
        }
        around("plan the carrying", || fs_err::rename(&new, self.under_way()))?;
        if durable {
            fs_err::File::open(&self.dir)?.sync_all()?;
        }
        Ok(())
    }

    /// What is being done, and since when; nothing where nothing is.
    pub(super) fn plan(&self) -> io::Result<Option<(Plan, Moment)>> {
        read(&self.under_way())
    }

    /// What was done last, and when.
    pub(super) fn last(&self) -> io::Result<Option<(Plan, Moment)>> {
        read(&self.done())
    }

    /// What is under way is done.
    pub(super) fn settle(&self) -> io::Result<()> {
        around("settle the carrying", || fs_err::rename(self.under_way(), self.done()))
    }

    /// What was under way is given up: what came back counts as unchanged.
    pub(super) fn forgo(&self) -> io::Result<()> {
        if self.under_way().symlink_metadata().is_err() {
            return Ok(());
        }
        self.touch()?;
        around("forgo the carrying", || fs_err::remove_file(self.under_way()))
    }

    fn touch(&self) -> io::Result<()> {
        match fs_err::File::options().write(true).open(self.done()) {
            Ok(done) => done.file().set_modified(std::time::SystemTime::UNIX_EPOCH),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Whether no crossing with it was ever finished.
    pub(super) fn is_new(&self) -> bool {
        self.done().symlink_metadata().is_err()
    }
}

fn read(path: &Path) -> io::Result<Option<(Plan, Moment)>> {
    let json = match fs_err::read(path) {
        Ok(json) => json,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let plan: Plan = serde_json::from_slice(&json)?;
    if plan.version > VERSION {
        let why = format!("`{}` has version {}, which is newer", path.display(), plan.version);
        return Err(io::Error::other(why));
    }
    Ok(Some((plan, moment_of(&fs_err::symlink_metadata(path)?))))
}
