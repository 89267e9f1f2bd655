//! Files as git stores them: line endings, encodings, clean filters; and which files git ignores.
//!
//! The whole index is never decoded for this: a small one holds the touched entries (`text=auto`
//! looks there) and the attribute files that are about to change.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use bstr::BString;
use gix::ObjectId;
use gix::attrs::StateRef;
use gix::filter::plumbing::pipeline::convert::{ToGitOutcome, to_worktree::Options};
use gix::index::entry::{Flags, Mode, Stat};
use gix::worktree::stack::state;

use crate::base::RepoPath;

use super::driver::{Distrusted, DriverKind};
use super::{GitError, Repo};

const ENCODING: &str = "working-tree-encoding";
const FILTER: &str = "filter";

/// A `.gitattributes` or `.gitignore` file that is about to change, or a touched path and the
/// blob that the index has for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeFile {
    /// Where it is.
    pub path: RepoPath,
    /// Its blob.
    pub id: ObjectId,
}

/// Content on its way into the object database.
#[derive(Debug)]
pub struct ToGit<'c> {
    /// What git stores.
    pub content: Cow<'c, [u8]>,
}

/// Applies the repository's filters.
pub struct Filters<'r> {
    repo: &'r Repo,
    pipeline: gix::filter::Pipeline<'r>,
    index: gix::index::State,
    /// Read when it is first asked for.
    attributes: Option<gix::AttributeStack<'r>>,
    /// What is not run.
    distrusted: Vec<Distrusted>,
}

impl<'r> Filters<'r> {
    /// Makes the filters ready. `known` are the touched paths that the index has, and attribute
    /// files that are about to change, as they will be.
    pub fn new(repo: &'r Repo, known: &[AttributeFile]) -> Result<Self, GitError> {
        let failed = || GitError::storage("make the filters ready");
        let index = small_index(repo, known);
        let source = state::attributes::Source::IdMappingThenWorktree;
        let attributes = repo.inner.attributes_only(&index, source).map_err(failed())?;
        let pipeline =
            gix::filter::Pipeline::new(&repo.inner, attributes.detach()).map_err(failed())?;
        let distrusted = repo.distrusted(DriverKind::Filter, None);
        Ok(Self { repo, pipeline, index, attributes: None, distrusted })
    }

    /// The encoding that the path's attributes keep its file in (`working-tree-encoding`).
    pub fn encoding(&mut self, path: &RepoPath) -> Result<Option<String>, GitError> {
        self.attribute(path, ENCODING)
    }

    /// Refuses a path whose filter is not to be run.
    fn refuse_distrusted(&mut self, path: &RepoPath) -> Result<(), GitError> {
        if self.distrusted.is_empty() {
            return Ok(());
        }
        let name = self.attribute(path, FILTER)?;
        let found = self.distrusted.iter().find(|found| Some(&found.name) == name.as_ref());
        found.map_or(Ok(()), |found| Err(found.refused()))
    }

    fn attribute(&mut self, path: &RepoPath, name: &str) -> Result<Option<String>, GitError> {
        let failed = || GitError::storage(format!("read the attributes of `{path}`"));
        let attributes = match &mut self.attributes {
            Some(attributes) => attributes,
            unread => {
                let source = state::attributes::Source::IdMappingThenWorktree;
                let read = self.repo.inner.attributes_only(&self.index, source);
                unread.insert(read.map_err(failed())?)
            }
        };
        let mut found = attributes.selected_attribute_matches([name]);
        let entry = attributes.at_entry(path.as_bstr(), Some(Mode::FILE)).map_err(failed())?;
        entry.matching_attributes(&mut found);
        let set = found.iter_selected().next().map(|found| found.assignment.state);
        Ok(match set {
            Some(StateRef::Value(value)) => Some(value.as_bstr().to_string()),
            _ => None,
        })
    }

    /// The content as git stores it. Runs the clean filter that the path's attributes name.
    pub fn to_git<'c>(
        &mut self,
        path: &RepoPath,
        content: &'c [u8],
    ) -> Result<ToGit<'c>, GitError> {
        self.refuse_distrusted(path)?;
        let failed = || GitError::storage(format!("filter `{path}` for git"));
        let outcome =
            self.pipeline.convert_to_git(content, path.as_path(), &self.index).map_err(failed())?;
        let content = match outcome {
            ToGitOutcome::Unchanged(_) => Cow::Borrowed(content),
            ToGitOutcome::Buffer(buffer) => Cow::Owned(buffer.to_vec()),
            ToGitOutcome::Process(mut output) => {
                let mut buffer = Vec::new();
                let read = output.read_to_end(&mut buffer);
                read.map_err(GitError::io(format!("filter `{path}` for git")))?;
                Cow::Owned(buffer)
            }
        };
        Ok(ToGit { content })
    }

    /// The content as it stands in the worktree. Runs the smudge filter that the path's
    /// attributes name.
    pub fn to_worktree(&mut self, path: &RepoPath, content: &[u8]) -> Result<Vec<u8>, GitError> {
        self.refuse_distrusted(path)?;
        let failed = || GitError::storage(format!("filter `{path}` for the worktree"));
        let mut outcome = self
            .pipeline
            .convert_to_worktree(content, path.as_bstr(), Options::default())
            .map_err(failed())?;
        if let Some(output) = outcome.as_read() {
            let mut buffer = Vec::new();
            let read = output.read_to_end(&mut buffer);
            read.map_err(GitError::io(format!("filter `{path}` for the worktree")))?;
            return Ok(buffer);
        }
        Ok(outcome.as_bytes().unwrap_or(content).to_vec())
    }
}

/// Tells which untracked paths git ignores.
pub struct Ignores<'r> {
    stack: gix::AttributeStack<'r>,
}

impl<'r> Ignores<'r> {
    /// Makes the patterns ready for the paths. `pending` are the `.gitignore` files that are about
    /// to change, as they will be (`None`: gone); the others are read from the worktree.
    pub fn new(
        repo: &'r Repo,
        paths: &[&RepoPath],
        pending: &BTreeMap<RepoPath, Option<&[u8]>>,
    ) -> Result<Self, GitError> {
        let dirs = paths.iter().flat_map(|path| path.ancestors());
        let dirs: BTreeSet<RepoPath> = dirs.chain([RepoPath::default()]).collect();
        let mut files = Vec::new();
        for dir in dirs {
            let path = dir.join(".gitignore".into());
            let content = match pending.get(&path) {
                Some(pending) => pending.map(ToOwned::to_owned),
                None => read_ignore_file(repo, &path),
            };
            if let Some(content) = content {
                files.push(AttributeFile { id: repo.write_blob(&content)?, path });
            }
        }
        let index = small_index(repo, &files);
        let stack = repo
            .inner
            .excludes(&index, None, state::ignore::Source::IdMapping)
            .map_err(GitError::storage("read the ignore patterns"))?;
        Ok(Self { stack })
    }

    /// Whether an untracked file of that path is ignored.
    pub fn is_ignored(&mut self, path: &RepoPath) -> Result<bool, GitError> {
        self.is_excluded(path, gix::index::entry::Mode::FILE)
    }

    /// Whether a directory of that path is ignored, with all that it holds.
    pub fn is_ignored_dir(&mut self, path: &RepoPath) -> Result<bool, GitError> {
        self.is_excluded(path, gix::index::entry::Mode::DIR)
    }

    fn is_excluded(
        &mut self,
        path: &RepoPath,
        mode: gix::index::entry::Mode,
    ) -> Result<bool, GitError> {
        let platform = self
            .stack
            .at_entry(path.as_bstr(), Some(mode))
            .map_err(GitError::storage(format!("match `{path}` with the ignore patterns")))?;
        Ok(platform.is_excluded())
    }
}

impl Repo {
    /// The patterns that hold in the whole worktree, as they are written: those of `info/exclude`,
    /// then those of `core.excludesFile`, which are weaker. What cannot be read has none.
    #[must_use]
    pub fn exclude_patterns(&self) -> Vec<Vec<u8>> {
        let set = self.inner.config_snapshot().trusted_path("core.excludesFile");
        let users = match set {
            Ok(Some(path)) => Some(self.worktree().join(path)),
            Err(_) => None,
            Ok(None) => gix::path::env::xdg_config("ignore", &mut gix::path::env::var),
        };
        let own = self.common_dir().join("info/exclude");
        [Some(own), users]
            .into_iter()
            .flatten()
            .filter_map(|path| fs_err::read(path).ok())
            .collect()
    }
}

/// Reads a `.gitignore`; as in git, none that cannot be read and none behind a link counts.
fn read_ignore_file(repo: &Repo, path: &RepoPath) -> Option<Vec<u8>> {
    let file = repo.worktree().join(path.as_path());
    let is_file = fs_err::symlink_metadata(&file).is_ok_and(|meta| meta.is_file());
    is_file.then(|| fs_err::read(&file).ok()).flatten()
}

fn small_index(repo: &Repo, files: &[AttributeFile]) -> gix::index::State {
    let mut index = gix::index::State::new(repo.object_hash());
    for file in files {
        let path: BString = file.path.as_bstr().into();
        let path = path.as_ref();
        index.dangerously_push_entry(Stat::default(), file.id, Flags::empty(), Mode::FILE, path);
    }
    index.sort_entries();
    index
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::cli;

    fn repository(config: &[(&str, &str)]) -> (tempfile::TempDir, Repo) {
        let dir = tempfile::tempdir().expect("a directory");
        cli::run(dir.path(), &["init", "--quiet"]).expect("a repository");
        for (name, value) in config {
            cli::run(dir.path(), &["config", name, value]).expect("set");
        }
        let repo = Repo::discover(dir.path()).expect("a repository");
        (dir, repo)
    }

    fn path(name: &str) -> RepoPath {
        RepoPath::new(name).expect("a path")
    }

    fn filtered(repo: &Repo, known: &[AttributeFile], name: &str, content: &str) -> String {
        let mut filters = Filters::new(repo, known).expect("filters");
        let to_git = filters.to_git(&path(name), content.as_bytes()).expect("filtered");
        String::from_utf8(to_git.content.into_owned()).expect("text")
    }

    /// The index may be anything: it is not looked at.
    #[test]
    fn filters_need_no_index() {
        let (dir, repo) = repository(&[("core.autocrlf", "true")]);
        fs_err::write(dir.path().join(".git/index"), "no index at all").expect("written");
        assert_eq!(filtered(&repo, &[], "a.txt", "one\r\ntwo\r\n"), "one\ntwo\n");
    }

    #[test]
    fn a_file_that_git_has_with_carriage_returns_keeps_them() {
        let (_dir, repo) = repository(&[("core.autocrlf", "true")]);
        let id = repo.write_blob(b"old\r\n").expect("a blob");
        let known = [AttributeFile { path: path("a.txt"), id }];
        assert_eq!(filtered(&repo, &known, "a.txt", "new\r\n"), "new\r\n");
        assert_eq!(filtered(&repo, &known, "b.txt", "new\r\n"), "new\n");
    }

    #[test]
    fn attributes_that_are_about_to_change_count_as_they_will_be() {
        let (dir, repo) = repository(&[]);
        fs_err::write(dir.path().join(".gitattributes"), "*.txt -text\n").expect("written");
        assert_eq!(filtered(&repo, &[], "a.txt", "x\r\n"), "x\r\n");
        let id = repo.write_blob(b"*.txt text\n").expect("a blob");
        let known = [AttributeFile { path: path(".gitattributes"), id }];
        assert_eq!(filtered(&repo, &known, "a.txt", "x\r\n"), "x\n");
    }

    #[test]
    fn ignore_files_count_as_they_will_be() {
        let (dir, repo) = repository(&[]);
        fs_err::write(dir.path().join(".gitignore"), "*.log\n").expect("written");
        let names = ["a.log", "sub/b.tmp"].map(path);
        let paths: Vec<&RepoPath> = names.iter().collect();
        let ignored = |pending: &BTreeMap<RepoPath, Option<&[u8]>>| {
            let mut ignores = Ignores::new(&repo, &paths, pending).expect("patterns");
            paths.iter().map(|path| ignores.is_ignored(path).expect("matched")).collect::<Vec<_>>()
        };
        assert_eq!(ignored(&BTreeMap::new()), [true, false]);
        let nested = BTreeMap::from([(path("sub/.gitignore"), Some(&b"*.tmp\n"[..]))]);
        assert_eq!(ignored(&nested), [true, true]);
        let gone = BTreeMap::from([(path(".gitignore"), None)]);
        assert_eq!(ignored(&gone), [false, false]);
    }
}
