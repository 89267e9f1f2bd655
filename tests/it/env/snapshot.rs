//! All that a run may change in a repository, taken down so that it can be compared.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fmt,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
};

use super::Repo;

/// What stands at a path.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// A file's permission bits and bytes.
    File(u32, Vec<u8>),
    /// A symbolic link's target.
    Link(PathBuf),
    /// A directory.
    Folder,
}

/// The files with bytes and modes, the index with all stages, the refs and HEAD.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// By path from the top of the worktree, the git directory left out.
    pub(crate) files: BTreeMap<String, Entry>,
    /// `git ls-files --stage -v`.
    pub(crate) index: String,
    /// `git for-each-ref`, the operation log's refs too.
    pub(crate) refs: String,
    /// The branch that HEAD names, or the commit.
    pub(crate) head: String,
}

impl Snapshot {
    /// Takes the repository down as it is now. Writes nothing: git is not asked for a status.
    pub(crate) fn of(repo: &Repo<'_>) -> Self {
        let head =
            fs_err::read_to_string(repo.path(&repo.git_line(&["rev-parse", "--git-path", "HEAD"])));
        Self {
            files: tree_of(repo.dir()),
            index: repo.git(&["ls-files", "--stage", "-v", "-z"]).replace('\0', "\n"),
            refs: repo.git(&["for-each-ref", "--format=%(refname) %(objectname) %(symref)"]),
            head: head.expect("HEAD"),
        }
    }

    /// The same without the operation log, which no undo takes back.
    pub(crate) fn without_log(mut self) -> Self {
        let kept = |line: &&str| !line.starts_with("refs/clada/");
        self.refs = self.refs.split_inclusive('\n').filter(kept).collect();
        self
    }

    /// Fails, with what differs, unless both are the same but for the operation log.
    #[track_caller]
    pub(crate) fn assert_same_but_log(self, before: &Self, what: &str) {
        self.without_log().assert_same(&before.clone().without_log(), what);
    }

    /// Fails, with what differs, unless both are the same.
    #[track_caller]
    pub(crate) fn assert_same(&self, before: &Self, what: &str) {
        let mut said = differences(&before.files, &self.files);
        for (name, old, new) in [
            ("index", &before.index, &self.index),
            ("refs", &before.refs, &self.refs),
            ("HEAD", &before.head, &self.head),
        ] {
            if old != new {
                said.push(format!("{name} was:\n{old}{name} is:\n{new}"));
            }
        }
        assert!(said.is_empty(), "{what}:\n{}", said.join("\n"));
    }
}

/// What stands in a directory, by path from there, `.git` at the top left out.
pub(crate) fn tree_of(top: &Path) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs_err::read_dir(folder).expect("a directory") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(top).expect("a path below the top");
            if name == Path::new(".git") {
                continue;
            }
            let name = shown_name(name.as_os_str());
            let entry = entry_at(&path);
            if entry == Entry::Folder {
                open.push(path);
            }
            entries.insert(name, entry);
        }
    }
    entries
}

/// A name as a tree has it: bytes that are no UTF-8 are written as escapes.
pub(crate) fn shown_name(name: &OsStr) -> String {
    match name.to_str() {
        Some(name) => name.to_owned(),
        None => name.as_bytes().escape_ascii().to_string(),
    }
}

/// Says how two trees differ, a line for each path.
pub(crate) fn differences(
    before: &BTreeMap<String, Entry>,
    after: &BTreeMap<String, Entry>,
) -> Vec<String> {
    let paths: std::collections::BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let differing = paths.into_iter().filter(|path| before.get(*path) != after.get(*path));
    differing
        .map(|path| {
            let show = |tree: &BTreeMap<String, Entry>| {
                tree.get(path).map_or_else(|| "nothing".to_owned(), |entry| format!("{entry:?}"))
            };
            format!("{path}\n  was {}\n  is  {}", show(before), show(after))
        })
        .collect()
}

fn entry_at(path: &Path) -> Entry {
    let metadata = fs_err::symlink_metadata(path).expect("an entry");
    if metadata.is_symlink() {
        Entry::Link(fs_err::read_link(path).expect("a link"))
    } else if metadata.is_dir() {
        Entry::Folder
    } else {
        let bytes =
            if metadata.is_file() { fs_err::read(path).expect("a file") } else { Vec::new() };
        Entry::File(metadata.permissions().mode() & 0o7777, bytes)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(mode, bytes) => {
                let text = String::from_utf8_lossy(bytes);
                let start: String = text.chars().take(400).collect();
                write!(f, "{mode:o}, {} bytes: {start:?}", bytes.len())
            }
            Self::Link(target) => write!(f, "a link to {}", target.display()),
            Self::Folder => f.write_str("a directory"),
        }
    }
}
