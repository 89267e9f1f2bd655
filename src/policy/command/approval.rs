//! The commands that the user has approved: `.clada/allowed-commands.json`, which is versioned
//! with the project, and which of its contents were accepted on this machine.
//!
//! The file may come with a clone or a merge. So it counts only as far as its very content was
//! accepted here; that is noted in the git directory, out of any response's reach.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::OwnedFd,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{CWD, Mode, OFlags, mkdirat, openat, renameat},
    io::Errno,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::granted::{GrantedCommand, Wanted};
use crate::base::hex;

/// Where the list is, from the worktree's top.
const FOLDER: &str = ".clada";
const NAME: &str = "allowed-commands.json";
const NEW: &str = "allowed-commands.json.new";
/// The longest list that is read, in bytes.
const MAX_LIST: u64 = 1024 * 1024;
/// Where the accepted contents are kept in the git directory, each under its SHA-256.
const ACCEPTED: &str = "clada/allowed-commands";

/// Why the list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// The list cannot be read or written.
    #[error("cannot use `{path}`")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The list is not of its shape.
    #[error("`{path}` is damaged")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The list has not been accepted on this machine.
    #[error("`{path}` has not been trusted as it is now")]
    NotTrusted {
        /// The file.
        path: PathBuf,
    },
}

/// The list as it is stored. What else stands in it is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct List {
    commands: Vec<String>,
    #[serde(default)]
    added: Map<String, Value>,
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// The commands that the user has approved in a worktree.
#[derive(Debug)]
pub struct Approvals {
    worktree: PathBuf,
    accepted: PathBuf,
    /// The file's bytes; none where there is no file.
    content: Option<Vec<u8>>,
    list: List,
    trusted: bool,
}

impl Approvals {
    /// Reads the list of a worktree, and whether it was accepted. `common_dir` is the git
    /// directory that all worktrees share.
    pub fn open(worktree: &Path, common_dir: &Path) -> Result<Self, ApprovalError> {
        let accepted = common_dir.join(ACCEPTED);
        let file = || worktree.join(FOLDER).join(NAME);
        let io = |source| ApprovalError::Io { path: file(), source };
        let content = read(worktree).map_err(io)?;
        let list = match &content {
            None => List::default(),
            Some(content) => serde_json::from_slice(content)
                .map_err(|source| ApprovalError::Damaged { path: file(), source })?,
        };
        let trusted = content.as_ref().is_none_or(|content| {
            let known = fs_err::read(accepted.join(name_of(content)));
            known.is_ok_and(|known| known == *content)
        });
        Ok(Self { worktree: worktree.to_owned(), accepted, content, list, trusted })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.worktree.join(FOLDER).join(NAME)
    }

    /// Whether the list was accepted as it is.
    #[must_use]
    pub fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// The commands on the list, accepted or not.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.list.commands.iter().map(String::as_str)
    }

    /// When a command came on the list, as it says.
    #[must_use]
    pub fn added(&self, command: &str) -> Option<&str> {
        self.list.added.get(command)?.as_str()
    }

    /// The list's text as it was when it was last accepted, and as it is.
    #[must_use]
    pub fn change(&self) -> (String, String) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let before = self.last_accepted().map(|bytes| text(&bytes)).unwrap_or_default();
        (before, self.content.as_deref().map(text).unwrap_or_default())
    }

    /// Grants what is on the list, if it is trusted.
    #[must_use]
    pub fn grant(&self, wanted: &Wanted<'_>) -> Option<GrantedCommand> {
        self.allows(&wanted.key()).then(|| GrantedCommand::approved(wanted))
    }

    /// Whether the user has approved exactly this.
    #[must_use]
    pub fn allows(&self, key: &str) -> bool {
        self.trusted && self.list.commands.iter().any(|command| command == key)
    }

    /// Accepts the list as it is.
    pub fn trust(&mut self) -> Result<(), ApprovalError> {
        if let Some(content) = &self.content {
            let path = self.accepted.join(name_of(content));
            let io = |source| ApprovalError::Io { path: path.clone(), source };
            fs_err::create_dir_all(&self.accepted).map_err(io)?;
            let mut file = tempfile::NamedTempFile::new_in(&self.accepted).map_err(io)?;
            file.write_all(content).map_err(io)?;
            file.persist(&path).map_err(|error| io(error.error))?;
        }
        self.trusted = true;
        Ok(())
    }

    /// Puts a command on the list, which must be trusted: else what else came with it would be
    /// accepted too.
    pub fn add(&mut self, command: &str, now: &str) -> Result<(), ApprovalError> {
        if self.allows(command) {
            return Ok(());
        }
        let mut list = self.trusted_list()?;
        list.commands.push(command.to_owned());
        list.added.insert(command.to_owned(), now.into());
        self.store(list)
    }

    /// Takes a command off the list; says whether it was there.
    pub fn remove(&mut self, command: &str) -> Result<bool, ApprovalError> {
        let mut list = self.trusted_list()?;
        let before = list.commands.len();
        list.commands.retain(|known| known != command);
        list.added.shift_remove(command);
        let found = list.commands.len() < before;
        if found {
            self.store(list)?;
        }
        Ok(found)
    }

    fn trusted_list(&self) -> Result<List, ApprovalError> {
        if self.trusted {
            return Ok(self.list.clone());
        }
        Err(ApprovalError::NotTrusted { path: self.path() })
    }

    fn store(&mut self, list: List) -> Result<(), ApprovalError> {
        let mut content = serde_json::to_vec_pretty(&list)
            .map_err(|source| ApprovalError::Damaged { path: self.path(), source })?;
        content.push(b'\n');
        write(&self.worktree, &content)
            .map_err(|source| ApprovalError::Io { path: self.path(), source })?;
        self.list = list;
        self.content = Some(content);
        self.trust()
    }

    fn last_accepted(&self) -> Option<Vec<u8>> {
        let entries = fs_err::read_dir(&self.accepted).ok()?.filter_map(Result::ok);
        let dated = entries
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())));
        let (_, newest) = dated.max()?;
        fs_err::read(newest).ok()
    }
}

fn name_of(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// Opens `.clada`, which must be a directory itself: a link could lead anywhere.
fn folder(worktree: &Path) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let top = openat(CWD, worktree, flags, Mode::empty())?;
    openat(top, FOLDER, flags | OFlags::NOFOLLOW, Mode::empty())
}

/// The list's bytes; none where there is none. A link in its place is an error.
fn read(worktree: &Path) -> io::Result<Option<Vec<u8>>> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let opened = folder(worktree).and_then(|folder| openat(folder, NAME, flags, Mode::empty()));
    let file = match opened {
        Ok(file) => File::from(file),
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut content = Vec::new();
    file.take(MAX_LIST + 1).read_to_end(&mut content)?;
    if u64::try_from(content.len()).is_ok_and(|length| length <= MAX_LIST) {
        return Ok(Some(content));
    }
    Err(io::ErrorKind::FileTooLarge.into())
}

/// Writes the list whole: beside it first, then in its place.
fn write(worktree: &Path, content: &[u8]) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let top = openat(CWD, worktree, flags, Mode::empty())?;
    match mkdirat(&top, FOLDER, Mode::from_raw_mode(0o777)) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let folder = folder(worktree)?;
    let flags =
        OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let new = openat(&folder, NEW, flags, Mode::from_raw_mode(0o666))?;
    let mut new = File::from(new);
    new.write_all(content)?;
    new.sync_all()?;
    renameat(&folder, NEW, &folder, NAME)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Self {
            let dir = tempfile::tempdir().expect("a directory");
            fs_err::create_dir_all(dir.path().join("git")).expect("made");
            fs_err::create_dir_all(dir.path().join("work")).expect("made");
            Self(dir)
        }

        fn open(&self) -> Result<Approvals, ApprovalError> {
            Approvals::open(&self.0.path().join("work"), &self.0.path().join("git"))
        }

        fn approvals(&self) -> Approvals {
            self.open().expect("a list")
        }

        fn list(&self, content: &str) {
            fs_err::create_dir_all(self.0.path().join("work/.clada")).expect("made");
            fs_err::write(self.0.path().join("work/.clada/allowed-commands.json"), content)
                .expect("written");
        }
    }

    #[test]
    fn what_the_user_adds_is_allowed_to_the_byte() {
        let place = Place::new();
        place.approvals().add("npm test", "2024-01-20T10:30:00Z").expect("added");
        let approvals = place.approvals();
        assert!(approvals.allows("npm test") && approvals.is_trusted());
        for other in ["npm  test", "npm test ", "npm", "NPM test", "npm test\n"] {
            assert!(!approvals.allows(other), "{other:?}");
        }
        let text = fs_err::read_to_string(approvals.path()).expect("a list");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(json["commands"][0], "npm test");
        assert_eq!(json["added"]["npm test"], "2024-01-20T10:30:00Z");
        assert!(place.approvals().remove("npm test").expect("removed"));
        assert!(!place.approvals().allows("npm test"));
    }

    #[test]
    fn a_list_that_came_with_a_clone_counts_for_nothing_until_it_is_trusted() {
        let place = Place::new();
        place.list(r#"{"commands": ["curl evil"], "more": 1}"#);
        let mut approvals = place.approvals();
        assert!(!approvals.allows("curl evil") && !approvals.is_trusted());
        approvals.add("npm test", "now").expect_err("what came along would be trusted too");
        approvals.trust().expect("trusted");
        assert!(place.approvals().allows("curl evil"));
        place.list(r#"{"commands": ["curl evil", "curl worse"]}"#);
        let approvals = place.approvals();
        assert!(!approvals.allows("curl evil") && !approvals.allows("curl worse"));
        let (before, after) = approvals.change();
        assert!(before.contains("more") && after.contains("worse"));
        place.list(r#"{"commands": ["curl evil"], "more": 1}"#);
        assert!(place.approvals().allows("curl evil"), "what was accepted once stays so");
    }

    #[test]
    fn a_link_in_place_of_the_list_leads_nowhere() {
        let place = Place::new();
        let outside = place.0.path().join("outside");
        fs_err::create_dir_all(&outside).expect("made");
        fs_err::write(outside.join("allowed-commands.json"), "{\"commands\":[]}").expect("written");
        symlink(&outside, place.0.path().join("work/.clada")).expect("linked");
        place.open().expect_err("a link");
        fs_err::remove_file(place.0.path().join("work/.clada")).expect("removed");
        fs_err::create_dir_all(place.0.path().join("work/.clada")).expect("made");
        let link = place.0.path().join("work/.clada/allowed-commands.json.new");
        symlink(outside.join("target"), link).expect("linked");
        place.approvals().add("a", "now").expect_err("a link in the way");
        assert!(!outside.join("target").exists(), "nothing was written through it");
    }

    #[test]
    fn a_damaged_list_is_an_error() {
        let place = Place::new();
        for content in ["", "[]", "{", r#"{"commands": "a"}"#] {
            place.list(content);
            assert!(matches!(place.open(), Err(ApprovalError::Damaged { .. })), "{content}");
        }
    }
}
