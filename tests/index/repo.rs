//! A repository in a temporary directory, with git and the patch under test at hand.

use std::{
    io::Write,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, UNIX_EPOCH},
};

use bstr::ByteSlice;
use git_clada::{
    base::{FileStat, RepoPath},
    git::{
        IndexLock, LockNotes,
        index::{
            Edit, EntryFlags, IndexBytes, IndexError, IndexOptions, NewEntry, PatchOptions, Scan,
            TreeChange, Version, latest_mtime, patch,
        },
    },
};
use gix::{ObjectId, hash::Kind};

pub(crate) struct Repo {
    dir: tempfile::TempDir,
    pub(crate) hash: Kind,
}

pub(crate) const FILE: u32 = 0o100_644;

impl Repo {
    pub(crate) fn new() -> Self {
        Self::with_hash(Kind::Sha1)
    }

    pub(crate) fn with_hash(hash: Kind) -> Self {
        let repo = Self { dir: tempfile::tempdir().expect("a temporary directory"), hash };
        let format = if hash == Kind::Sha1 { "sha1" } else { "sha256" };
        repo.git(&["init", "-q", "-b", "main", "--object-format", format]);
        repo
    }

    pub(crate) fn root(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn index_path(&self) -> PathBuf {
        self.root().join(".git/index")
    }

    #[expect(clippy::disallowed_methods, reason = "tests run the real git")]
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .current_dir(self.root())
            .args(args)
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .env("HOME", self.root())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_NAME", "A")
            .env("GIT_AUTHOR_EMAIL", "a@example.com")
            .env("GIT_COMMITTER_NAME", "C")
            .env("GIT_COMMITTER_EMAIL", "c@example.com");
        command
    }

    /// Runs git, which must succeed, and gives its output.
    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.git_with(args, &[], "")
    }

    pub(crate) fn git_with(&self, args: &[&str], env: &[(&str, &str)], stdin: &str) -> String {
        let mut command = self.command(args);
        command.envs(env.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("git starts");
        let mut input = child.stdin.take().expect("a pipe");
        let text = stdin.to_owned();
        let feeder = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().expect("git ends");
        let _ = feeder.join();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {args:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        let path = self.root().join(path);
        fs_err::create_dir_all(path.parent().expect("a directory")).expect("directories");
        fs_err::write(path, content).expect("a file");
    }

    pub(crate) fn blob(&self, content: &str) -> ObjectId {
        id(self.git_with(&["hash-object", "-w", "--stdin"], &[], content).trim())
    }

    pub(crate) fn stat(&self, path: &str) -> FileStat {
        stat(&self.root().join(path)).expect("a file")
    }

    pub(crate) fn options(&self) -> IndexOptions {
        IndexOptions { hash: self.hash, version_if_absent: Version::V2 }
    }

    pub(crate) fn open(&self) -> IndexBytes {
        IndexBytes::open(&self.index_path(), self.options()).expect("an index")
    }

    pub(crate) fn scan(&self, paths: &[&str]) -> Result<Scan, IndexError> {
        let paths: Vec<_> = paths.iter().map(|text| path(text)).collect();
        self.open().scan(&paths)
    }

    /// Patches the index as a transaction does, and gives the bytes written.
    pub(crate) fn patch(
        &self,
        edits: &[Edit],
        trees: &[TreeChange],
    ) -> Result<Vec<u8>, IndexError> {
        let index = self.open();
        let wanted: Vec<_> = edits.iter().map(|edit| edit.path.clone()).collect();
        let scan = index.scan(&wanted)?;
        let patched = patch(&index, &scan, edits, PatchOptions { trees, skip_hash: false })?;
        let stats = edits.iter().flat_map(|edit| &edit.entries).filter_map(|entry| entry.stat);
        let since = stats.map(|stat| stat.ctime).min();
        let latest = latest_mtime(&index, &scan, edits, since);
        let notes = LockNotes::of(&self.index_path().with_file_name("notes"));
        let mut lock =
            IndexLock::take(&self.index_path(), &notes, Duration::ZERO).expect("the lock");
        lock.fill(&patched, latest).expect("the lock file");
        lock.commit().expect("the index");
        Ok(patched.to_vec().expect("a checksum"))
    }

    /// What the index holds, with flags and stat.
    pub(crate) fn listing(&self, env: &[(&str, &str)]) -> String {
        self.git_with(&["ls-files", "--stage", "-v", "-t", "--debug"], env, "")
    }

    /// The entries as `git ls-files --stage` gives them.
    pub(crate) fn stages(&self) -> String {
        self.git(&["ls-files", "--stage"])
    }

    /// Lets git look at all that the index says of itself.
    pub(crate) fn check_index(&self) {
        self.git(&["fsck", "--cache", "--no-dangling"]);
        let env = [
            ("GIT_TEST_CHECK_CACHE_TREE", "1"),
            ("GIT_TEST_VALIDATE_INDEX_CACHE_ENTRIES", "1"),
            ("GIT_INDEX_FILE", ".git/index.checked"),
        ];
        fs_err::copy(self.index_path(), self.root().join(".git/index.checked")).expect("a copy");
        self.git_with(&["update-index", "--force-write-index"], &env, "");
    }

    /// The signatures of the extensions.
    pub(crate) fn signatures(&self) -> Vec<String> {
        let scan = self.scan(&[]).expect("an index");
        scan.extensions().map(|sign| String::from_utf8_lossy(&sign).into_owned()).collect()
    }

    /// The data of an extension of the index.
    pub(crate) fn extension(&self, signature: &[u8]) -> Vec<u8> {
        let bytes = fs_err::read(self.index_path()).expect("the index");
        let at = bytes.rfind(signature).expect("the extension");
        let len = u32::from_be_bytes(bytes[at + 4..at + 8].try_into().expect("four bytes"));
        bytes[at + 8..at + 8 + usize::try_from(len).expect("a small extension")].to_vec()
    }

    /// Sets when a file, directory or the index was last modified, to the second.
    pub(crate) fn set_mtime(&self, path: &str, seconds: u64) {
        let file = fs_err::File::open(self.root().join(path)).expect("a file");
        file.file().set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).expect("a time");
    }

    /// Commits files that have their own names as content.
    pub(crate) fn commit(&self, files: &[&str]) {
        for file in files {
            self.write(file, file);
        }
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "base"]);
    }
}

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a sound path")
}

pub(crate) fn id(hex: &str) -> ObjectId {
    ObjectId::from_hex(hex.as_bytes()).expect("an object id")
}

pub(crate) fn stat(path: &Path) -> Option<FileStat> {
    let meta = fs_err::symlink_metadata(path).ok()?;
    let time = |seconds, nanos: i64| (seconds, u32::try_from(nanos).unwrap_or_default());
    Some(FileStat {
        ctime: time(meta.ctime(), meta.ctime_nsec()),
        mtime: time(meta.mtime(), meta.mtime_nsec()),
        dev: meta.dev(),
        ino: meta.ino(),
        uid: meta.uid(),
        gid: meta.gid(),
        size: meta.size(),
        mode: meta.mode(),
    })
}

pub(crate) fn entry(id: ObjectId) -> NewEntry {
    NewEntry { stage: 0, mode: FILE, id, stat: None, flags: EntryFlags::default() }
}

pub(crate) fn set(at: &str, id: ObjectId) -> Edit {
    edit(at, vec![entry(id)])
}

pub(crate) fn remove(at: &str) -> Edit {
    edit(at, Vec::new())
}

pub(crate) fn edit(at: &str, entries: Vec<NewEntry>) -> Edit {
    Edit { path: path(at), entries, matches_tree: false, renamed_on_disk: false }
}
