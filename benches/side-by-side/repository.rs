//! The repositories that are measured: how they are made, and made the same again after each run.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::Result;
use crate::process::Runner;
use crate::tree;

/// Changes with what [`tree`] and [`Repository::make`] produce, so that no run takes up a
/// repository that was kept by an older benchmark.
const LAYOUT: &str = "1";

/// Which repository, and whether it stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// How many files it has.
    pub(crate) files: usize,
    /// Whether it is there for the next run.
    pub(crate) keep: bool,
}

/// A repository with as many files as asked for, all of them committed, packed and in the index.
#[derive(Debug)]
pub(crate) struct Repository {
    files: usize,
    worktree: PathBuf,
    /// The commit that every run starts from.
    base: String,
    pub(crate) runner: Runner,
    /// When every file was last written, as far as the files say: long before the index.
    old: SystemTime,
    _removed_at_the_end: Option<TempDir>,
}

impl Repository {
    /// Makes the repository below cargo's target directory, or takes the one that was kept.
    pub(crate) fn open(place: Place, runner: Runner) -> Result<Self> {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("side-by-side");
        fs_err::create_dir_all(&root)?;
        let (directory, temporary) = if place.keep {
            (root.join(format!("kept-{LAYOUT}-{}", place.files)), None)
        } else {
            let temporary = TempDir::new_in(&root)?;
            (temporary.path().to_owned(), Some(temporary))
        };
        let worktree = directory.join("worktree");
        let made = directory.join("made");
        let mut repository = Self {
            files: place.files,
            runner: runner.at(worktree.clone()),
            worktree,
            base: "refs/tags/base".to_owned(),
            old: now() - Duration::from_secs(3600),
            _removed_at_the_end: temporary,
        };
        if made.exists() {
            repository.forget_runs()?;
        } else {
            if directory.exists() {
                fs_err::remove_dir_all(&directory)?;
            }
            repository.make()?;
            fs_err::write(made, LAYOUT)?;
        }
        repository.base = repository.head()?;
        Ok(repository)
    }

    pub(crate) fn files(&self) -> usize {
        self.files
    }

    /// Returns the path of a file for the benchmark's own use, outside the worktree.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.worktree.with_file_name(name)
    }

    /// Lets git-clada begin its session by a first response, so that what is measured is one
    /// response among many; its commit is what all runs start from.
    pub(crate) fn start_session(&mut self) -> Result<()> {
        let response = "#!SHAM [@three-char-SHA-256: abc]\naction = \"file_write\"\n\
                        path = \"session.md\"\ncontent = \"begun\\n\"\n#!END_SHAM_abc\n";
        let file = self.beside("response.md");
        fs_err::write(&file, response)?;
        self.runner.time(vec![self.runner.clada(["apply", &file.to_string_lossy()])])?;
        let begun = self.head()?;
        if begun == self.base {
            return Err("the first response made no commit".into());
        }
        self.base = begun;
        Ok(())
    }

    /// Puts everything back to the base commit, with an index that holds no racy entry for the
    /// files, whose content and age are the base's again.
    ///
    /// The files are written in place: an ext4 without a journal is slow to make files for minutes
    /// after as many were removed (it passes over each inode that was just freed), and what a run
    /// removes itself is enough of that.
    pub(crate) fn reset(&self, touched: &[usize]) -> Result<()> {
        self.git(["reset", "-q", &self.base])?;
        self.write(touched, tree::BASE)?;
        self.age(touched)
    }

    /// Puts every file back to the base commit, whichever were touched.
    pub(crate) fn reset_all(&self) -> Result<()> {
        self.git(["reset", "-q", "--hard", &self.base])?;
        Ok(())
    }

    /// Makes the files look as old as all the others and the index know it.
    pub(crate) fn age(&self, touched: &[usize]) -> Result<()> {
        for &file in touched {
            let file = fs_err::OpenOptions::new().write(true).open(self.path(file))?;
            file.file().set_modified(self.old)?;
        }
        self.git(["update-index", "-q", "--refresh"])?;
        Ok(())
    }

    /// Writes the version of the files in place, as an editor would have done a minute ago.
    pub(crate) fn write(&self, touched: &[usize], version: u64) -> Result<()> {
        let time = now() - Duration::from_secs(60);
        for &file in touched {
            let mut target = fs_err::File::create(self.path(file))?;
            target.write_all(tree::content(file, version).as_bytes())?;
            target.file().set_modified(time)?;
        }
        Ok(())
    }

    /// Packs what is reachable and drops the rest, reflogs and replaced files included.
    pub(crate) fn tidy(&self) -> Result<()> {
        let trash = self.worktree.join(".git/clada/trash");
        if trash.exists() {
            fs_err::remove_dir_all(trash)?;
        }
        self.git(["reflog", "expire", "--expire=now", "--all"])?;
        self.git(["gc", "-q", "--prune=now"])?;
        Ok(())
    }

    /// Waits until the disk has all that was written, so that no run pays for what came before.
    pub(crate) fn sync(&self) -> Result<()> {
        #[cfg(target_os = "linux")]
        rustix::fs::syncfs(fs_err::File::open(&self.worktree)?.file())?;
        Ok(())
    }

    /// Makes sure that HEAD differs from the base in exactly so many files.
    pub(crate) fn expect_commit(&self, touched: usize) -> Result<()> {
        let paths = self.git(["diff-tree", "-r", "--name-only", &self.base, "HEAD"])?;
        let changed = memchr::memchr_iter(b'\n', &paths).count();
        if changed == touched {
            return Ok(());
        }
        Err(format!("{changed} files differ from the base, not {touched}").into())
    }

    /// Makes sure that HEAD is the base.
    pub(crate) fn expect_base(&self) -> Result<()> {
        if self.head()? == self.base { Ok(()) } else { Err("HEAD is not the base".into()) }
    }

    /// Makes sure that the files hold the version, and that git sees nothing uncommitted.
    pub(crate) fn expect_files(&self, touched: &[usize], version: u64) -> Result<()> {
        for &file in touched {
            if fs_err::read(self.path(file))? != tree::content(file, version).into_bytes() {
                return Err(format!("`{}` is not what it should be", tree::path(file)).into());
            }
        }
        // Without the option, status would write the index and so help what comes next.
        let status = self.git(["--no-optional-locks", "status", "--porcelain"])?;
        if status.is_empty() {
            return Ok(());
        }
        Err(format!("left uncommitted:\n{}", String::from_utf8_lossy(&status)).into())
    }

    /// Runs git, untimed, and returns what it wrote to standard output.
    pub(crate) fn git<const N: usize>(&self, arguments: [&str; N]) -> Result<Vec<u8>> {
        self.runner.output(&mut self.runner.git(arguments))
    }

    fn head(&self) -> Result<String> {
        Ok(String::from_utf8(self.git(["rev-parse", "HEAD"])?)?.trim().to_owned())
    }

    fn path(&self, file: usize) -> PathBuf {
        self.worktree.join(tree::path(file))
    }

    fn make(&self) -> Result<()> {
        fs_err::create_dir_all(&self.worktree)?;
        self.git(["init", "-q", "-b", "main"])?;
        for setting in [
            ["gc.auto", "0"],
            ["maintenance.auto", "false"],
            ["commit.gpgSign", "false"],
            ["user.name", "Side By Side"],
            ["user.email", "side-by-side@example.invalid"],
        ] {
            let [name, value] = setting;
            self.git(["config", name, value])?;
        }
        self.import(&mut self.runner.git(["fast-import", "--quiet"]))?;
        self.git(["tag", "base", "main"])?;
        self.git(["reset", "-q", "--hard"])?;
        self.settle()
    }

    /// Makes the base commit without the detour by the worktree.
    fn import(&self, command: &mut Command) -> Result<()> {
        let mut child = command.stdin(Stdio::piped()).stderr(self.runner.stderr()?).spawn()?;
        let mut stream = BufWriter::new(child.stdin.take().ok_or("no pipe to git")?);
        let committer = "committer Side By Side <side-by-side@example.invalid> 1700000000 +0000";
        writeln!(stream, "commit refs/heads/main\n{committer}\ndata 4\nbase")?;
        for file in 0..self.files {
            let content = tree::content(file, tree::BASE);
            let path = tree::path(file);
            write!(stream, "M 100644 inline {path}\ndata {}\n{content}\n", content.len())?;
        }
        stream.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        let status = child.wait()?;
        self.runner.expect_success(command, status)
    }

    /// Undoes what runs have left in a repository that was kept.
    fn forget_runs(&self) -> Result<()> {
        self.git(["checkout", "-q", "-f", "-B", "main", "refs/tags/base"])?;
        self.git(["clean", "-q", "-f", "-d", "-x"])?;
        let refs = self.git(["for-each-ref", "--format=%(refname)", "refs/clada"])?;
        let branches = self.git(["for-each-ref", "--format=%(refname)", "refs/heads/clada"])?;
        for name in String::from_utf8([refs, branches].concat())?.lines() {
            self.git(["update-ref", "-d", name])?;
        }
        for entry in fs_err::read_dir(self.worktree.join(".git"))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with("clada") {
                remove(&entry.path())?;
            }
        }
        self.settle()
    }

    /// Leaves git nothing to catch up with.
    fn settle(&self) -> Result<()> {
        self.age(&(0..self.files).collect::<Vec<_>>())?;
        self.tidy()?;
        self.git(["status"])?;
        self.sync()
    }
}

fn remove(path: &Path) -> std::io::Result<()> {
    if path.is_dir() { fs_err::remove_dir_all(path) } else { fs_err::remove_file(path) }
}

#[expect(clippy::disallowed_methods, reason = "the age of files is measured from now")]
fn now() -> SystemTime {
    SystemTime::now()
}
