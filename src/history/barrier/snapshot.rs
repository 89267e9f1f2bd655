//! How a worktree stood before a command ran in it: what is needed to put it back.
//!
//! It is kept as a tree, `files` being the list of all places and `worktree/` their contents, exactly
//! as they stood and not as git's filters make them.

use std::collections::{BTreeMap, HashMap};

use bstr::{BString, ByteSlice};

use crate::base::{FileStat, FileTime, RepoPath};
use crate::git::{GitError, ObjectId, Repo, TreeEntry, TreeMode};
use crate::policy::GrantedPath;
use crate::workspace::FileState;
use crate::workspace::census::{self, Census, Stands};

use super::super::{HistoryError, OpLog};

/// How the list begins: its form, and whether it is of all places.
const WHOLE: &str = "clada snapshot 1 whole";
const PART: &str = "clada snapshot 1 part";
/// So many bytes of new objects wait in memory at the most.
const FLUSH_AT: usize = 32 << 20;

/// The ref that keeps the snapshot while a barrier is open.
pub(super) fn keeper(log: &OpLog<'_>) -> String {
    let name = log.ref_name().strip_prefix("refs/clada/").unwrap_or(log.ref_name());
    format!("refs/clada/barrier/{}", name.replace('/', "-"))
}

/// What stood at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Was {
    /// Nothing.
    Absent,
    /// A directory with these permission bits.
    Dir { mode: u32 },
    /// A file: its permission bits, when it was changed, its bytes.
    File { mode: u32, time: FileTime, blob: ObjectId },
    /// A link: where it leads.
    Link { blob: ObjectId },
    /// What cannot be kept, a FIFO or an unreadable file: it is left alone.
    Closed,
}

/// How a worktree stood.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Whether it is of all that is not ignored; else of some paths.
    pub(super) whole: bool,
    pub(super) was: BTreeMap<RepoPath, Was>,
    /// The files' numbers when they were read.
    numbers: HashMap<RepoPath, FileStat>,
    /// A moment before they were read: a file that was changed since may have the same numbers.
    began: FileTime,
}

impl Snapshot {
    /// Of all that a census found, or of nothing. `earlier`: one whose files need not be read again.
    pub(super) fn take(
        repo: &Repo,
        census: Option<&Census>,
        (earlier, began): (Option<&Self>, FileTime),
    ) -> Result<Self, HistoryError> {
        let mut snapshot = Self { whole: census.is_some(), began, ..Self::default() };
        let mut waiting = 0;
        for (path, stands) in census.iter().flat_map(|census| census.stands.values()) {
            waiting += snapshot.add((repo, earlier), path, stands)?;
            if waiting > FLUSH_AT {
                repo.flush_objects()?;
                waiting = 0;
            }
        }
        Ok(snapshot)
    }

    /// Adds a place that the census passed over.
    pub(super) fn add_path(&mut self, repo: &Repo, path: &GrantedPath) -> Result<(), HistoryError> {
        if self.was.contains_key(path.rel()) {
            return Ok(());
        }
        match census::look(path)? {
            None => drop(self.was.insert(path.rel().clone(), Was::Absent)),
            Some(stands) => drop(self.add((repo, None), path, &stands)?),
        }
        Ok(())
    }

    /// Adds what stands at a place; returns how many bytes of it wait to be written.
    fn add(
        &mut self,
        (repo, earlier): (&Repo, Option<&Self>),
        path: &GrantedPath,
        stands: &Stands,
    ) -> Result<usize, HistoryError> {
        let rel = path.rel();
        let mut waiting = 0;
        let was = match stands {
            Stands::Dir { mode } => Was::Dir { mode: *mode },
            Stands::Link { target } => Was::Link { blob: repo.write_blob(target)? },
            Stands::Special | Stands::Closed => Was::Closed,
            Stands::File { stat } => {
                self.numbers.insert(rel.clone(), *stat);
                match earlier.and_then(|earlier| earlier.known(rel, stat)) {
                    Some(was) => was,
                    None => match census::read(path)? {
                        Some(FileState::File { content, mode }) => {
                            waiting = content.len();
                            let blob = repo.write_blob(&content)?;
                            let mode = mode.unwrap_or(stat.mode & 0o7777);
                            Was::File { mode, time: stat.mtime, blob }
                        }
                        Some(FileState::Link { target }) => {
                            Was::Link { blob: repo.write_blob(&target)? }
                        }
                        Some(FileState::Absent) => return Ok(0),
                        None => Was::Closed,
                    },
                }
            }
        };
        self.was.insert(rel.clone(), was);
        Ok(waiting)
    }

    /// What a file is known to be by its numbers.
    pub(super) fn known(&self, rel: &RepoPath, stat: &FileStat) -> Option<Was> {
        let same = self.numbers.get(rel) == Some(stat) && stat.ctime < self.began;
        self.was.get(rel).copied().filter(|_| same)
    }

    /// Writes it as a tree, which is in the object database after a flush.
    pub(super) fn keep(&self, repo: &Repo) -> Result<ObjectId, HistoryError> {
        let entries = self.was.iter().filter_map(|(path, was)| {
            let (mode, id) = match was {
                Was::File { mode, blob, .. } if mode & 0o100 != 0 => (TreeMode::Executable, *blob),
                Was::File { blob, .. } => (TreeMode::File, *blob),
                Was::Link { blob } => (TreeMode::Link, *blob),
                Was::Absent | Was::Dir { .. } | Was::Closed => return None,
            };
            Some((path, Some(TreeEntry { mode, id })))
        });
        let empty = ObjectId::empty_tree(repo.object_hash());
        let worktree = repo.edit_tree(empty, entries)?.id;
        let list = repo.write_blob(&self.list())?;
        let [files, top] =
            ["files", "worktree"].map(|name| RepoPath::new(name).unwrap_or_default());
        let parts = [
            (&files, Some(TreeEntry { mode: TreeMode::File, id: list })),
            (&top, Some(TreeEntry { mode: TreeMode::Directory, id: worktree })),
        ];
        Ok(repo.edit_tree(empty, parts)?.id)
    }

    /// Reads one that was kept.
    pub(super) fn read(repo: &Repo, kept: ObjectId) -> Result<Self, HistoryError> {
        let files = RepoPath::new("files").unwrap_or_default();
        let found = repo.find_entries(kept, &[&files])?.into_iter().flatten().next();
        let bad = || GitError::Storage {
            what: format!("read the snapshot {kept}"),
            source: "it is no list of files".into(),
        };
        let list = repo.blob(found.ok_or_else(bad)?.id)?;
        Ok(Self::parse(&list).ok_or_else(bad)?)
    }

    /// A line for each place, ended by NUL: kind, permission bits, time, blob, path.
    fn list(&self) -> Vec<u8> {
        let mut list = BString::from(if self.whole { WHOLE } else { PART });
        list.push(0);
        for (path, was) in &self.was {
            let line = match was {
                Was::Absent => "a 0 0 0 - ".to_owned(),
                Was::Closed => "x 0 0 0 - ".to_owned(),
                Was::Dir { mode } => format!("d {mode:o} 0 0 - "),
                Was::File { mode, time, blob } => {
                    format!("f {mode:o} {} {} {blob} ", time.0, time.1)
                }
                Was::Link { blob } => format!("l 0 0 0 {blob} "),
            };
            list.extend_from_slice(line.as_bytes());
            list.extend_from_slice(path.as_bstr());
            list.push(0);
        }
        list.into()
    }

    fn parse(list: &[u8]) -> Option<Self> {
        let mut lines = list.split(|&byte| byte == 0);
        let head = lines.next()?;
        let whole = head == WHOLE.as_bytes();
        if !whole && head != PART.as_bytes() {
            return None;
        }
        let lines = lines.filter(|line| !line.is_empty());
        let was = lines.map(line).collect::<Option<BTreeMap<RepoPath, Was>>>()?;
        Some(Self { whole, was, ..Self::default() })
    }
}

fn line(line: &[u8]) -> Option<(RepoPath, Was)> {
    let mut parts = line.splitn_str(6, " ");
    let mut text = || parts.next().and_then(|part| part.to_str().ok());
    let (kind, mode) = (text()?, u32::from_str_radix(text()?, 8).ok()?);
    let time: FileTime = (text()?.parse().ok()?, text()?.parse().ok()?);
    let blob = text()?.parse::<ObjectId>().ok();
    let path = RepoPath::new(parts.next()?)?;
    let was = match kind {
        "a" => Was::Absent,
        "x" => Was::Closed,
        "d" => Was::Dir { mode },
        "f" => Was::File { mode, time, blob: blob? },
        "l" => Was::Link { blob: blob? },
        _ => return None,
    };
    Some((path, was))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written_whatever_the_names() {
        let blob = crate::git::content_id(b"x").expect("an id");
        let was = [
            ("a b\nc", Was::File { mode: 0o640, time: (-5, 7), blob }),
            ("d", Was::Dir { mode: 0o2775 }),
            ("d/l", Was::Link { blob }),
            ("gone", Was::Absent),
            ("pipe", Was::Closed),
        ];
        let was = was.map(|(path, was)| (RepoPath::new(path).expect("a path"), was));
        let mut snapshot = Snapshot { whole: true, was: was.into(), ..Snapshot::default() };
        let odd = RepoPath::new(b"not \xff UTF-8".to_vec()).expect("a path");
        snapshot.was.insert(odd, Was::Absent);
        let read = Snapshot::parse(&snapshot.list()).expect("a list");
        assert_eq!((read.whole, read.was), (true, snapshot.was));
        assert!(Snapshot::parse(b"something else").is_none());
    }
}
