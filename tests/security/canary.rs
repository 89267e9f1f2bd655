//! A tree that is compared to the bit: contents, modes, owners, times, extended attributes, targets of
//! links, and the very files.

use std::{
    collections::BTreeMap,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// The content of the files outside that no report may show.
pub(crate) const SECRET: &str = "canary-secret-4b1d";

/// The file that has another name in the worktree.
pub(crate) const LINKED: &str = "linked";

/// A tree as it is, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canary(BTreeMap<PathBuf, String>);

impl Canary {
    /// Makes a tree of files, a directory, a link and an extended attribute.
    pub(crate) fn make(top: &Path) {
        fs_err::create_dir_all(top.join("d")).expect("made");
        for name in ["secret", "d/f"] {
            fs_err::write(top.join(name), format!("{SECRET} in {name}\n")).expect("written");
        }
        // For a name in the worktree, by which it may be read.
        fs_err::write(top.join(LINKED), "no secret\n").expect("written");
        std::os::unix::fs::symlink("d/f", top.join("link")).expect("linked");
        // Where the file system has no attributes there is one thing less to be changed.
        let flags = rustix::fs::XattrFlags::empty();
        let _ = rustix::fs::lsetxattr(top.join("secret"), "user.canary", b"sings", flags);
    }

    /// Takes a tree down.
    pub(crate) fn of(top: &Path) -> Self {
        let mut entries = BTreeMap::new();
        let mut open = vec![top.to_owned()];
        while let Some(path) = open.pop() {
            let found = fs_err::symlink_metadata(&path).expect("there");
            if found.is_dir() {
                let below = fs_err::read_dir(&path).expect("a directory");
                open.extend(below.map(|entry| entry.expect("an entry").path()));
            }
            entries.insert(path.clone(), shown(&path, &found));
        }
        Self(entries)
    }

    /// Fails, with what differs, unless the tree is as it was.
    #[track_caller]
    pub(crate) fn assert_unchanged(&self, top: &Path, after: &str) {
        let now = Self::of(top);
        let paths = self.0.keys().chain(now.0.keys());
        let differing: std::collections::BTreeSet<_> =
            paths.filter(|path| self.0.get(*path) != now.0.get(*path)).collect();
        let told = differing.iter().map(|path| {
            format!(
                "{}\n  was {:?}\n  is  {:?}",
                path.display(),
                self.0.get(*path),
                now.0.get(*path)
            )
        });
        let told: Vec<String> = told.collect();
        assert!(told.is_empty(), "{}\nafter\n{after}", told.join("\n"));
    }
}

fn shown(path: &Path, found: &std::fs::Metadata) -> String {
    let content = if found.is_symlink() {
        fs_err::read_link(path).expect("a link").into_os_string().into_encoded_bytes()
    } else if found.is_file() {
        fs_err::read(path).expect("a file")
    } else {
        Vec::new()
    };
    // Where a file has a name in the worktree too, that may go: a change of its count of names.
    let changed = (!path.ends_with(LINKED)).then_some((found.ctime(), found.ctime_nsec()));
    format!(
        "inode {} mode {:o} owner {}:{} modified {}.{} changed {changed:?} attributes {:?} {:?}",
        found.ino(),
        found.mode(),
        found.uid(),
        found.gid(),
        found.mtime(),
        found.mtime_nsec(),
        attributes(path),
        String::from_utf8_lossy(&content)
    )
}

/// The names and values of a file's extended attributes.
fn attributes(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = vec![0; 4096];
    let Ok(length) = rustix::fs::llistxattr(path, names.as_mut_slice()) else { return Vec::new() };
    let names = names[..length].split(|&byte| byte == 0).filter(|name| !name.is_empty());
    let value = |name: &str| {
        let mut value = vec![0; 4096];
        let length = rustix::fs::lgetxattr(path, name, value.as_mut_slice()).unwrap_or(0);
        value[..length].to_vec()
    };
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    names.map(|name| (name.clone(), value(&name))).collect()
}
