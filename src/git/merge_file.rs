//! Merging three versions of a file as its attributes say: as text, by a driver of the
//! repository's own, or not at all.

use std::process::Stdio;

use bstr::{BString, ByteSlice};
use gix::ObjectId;
use gix::diff::blob::InternedInput;
use gix::merge::blob::builtin_driver::text::Labels;
use gix::merge::blob::{
    BuiltinDriver, Driver, Pipeline, Platform, PlatformRef, Resolution, ResourceKind, pipeline,
    platform,
};
use gix::objs::tree::EntryKind;
use gix::objs::{Data, Find, FindHeader, Header, Kind};
use gix::worktree::stack::state::attributes::Source;

use crate::base::RepoPath;

use super::driver::DriverKind;
use super::merge::labels;
use super::{GitError, MergedText, Repo, Three};

/// The greatest exit status with which a driver says that there are conflicts; git's own limit.
const CONFLICTS: i32 = 128;

/// Where git looks for a NUL, which no text has.
const BINARY_WITHIN: usize = 8000;

/// What came of merging a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergedContent {
    /// It was merged, perhaps with conflicts.
    Text(MergedText),
    /// It is binary, by its attributes or its bytes: one side has to be chosen.
    Binary,
}

/// Merges files by the attributes that hold in the worktree.
pub struct FileMerge<'r> {
    repo: &'r Repo,
    /// Made when it is first asked for.
    platform: Option<Platform>,
}

/// The three versions, found by their ids: they need not be in the object database.
struct Versions<'c>([(ObjectId, &'c [u8]); 3]);

impl<'r> FileMerge<'r> {
    /// Merges files of a repository.
    #[must_use]
    pub fn new(repo: &'r Repo) -> Self {
        Self { repo, platform: None }
    }

    /// Merges the contents of a file, as they are, with git's markers around what could not be
    /// merged. No attributes hold for a file outside the worktree, which has no path here.
    pub fn merge(
        &mut self,
        path: Option<&RepoPath>,
        contents: Three<&[u8]>,
        names: Three<&str>,
    ) -> Result<MergedContent, GitError> {
        let Some(path) = path else {
            let Three { base, ours, theirs } = contents;
            let binary = [base, ours, theirs].into_iter().any(is_binary);
            return if binary {
                Ok(MergedContent::Binary)
            } else {
                Ok(MergedContent::Text(self.repo.merge_texts(contents, names)?))
            };
        };
        self.merge_by_attributes(path, contents, names)
    }

    /// Makes ready to merge. The whole index is not decoded for this: attribute files are read
    /// from the worktree, as git does there.
    fn made(repo: &Repo) -> Result<Platform, GitError> {
        let failed = || GitError::storage("read how files are merged");
        let inner = &repo.inner;
        let index = gix::index::State::new(repo.object_hash());
        let source = Source::IdMappingThenWorktree;
        let attributes = inner.attributes_only(&index, source).map_err(failed())?.detach();
        let filters = gix::filter::plumbing::Pipeline::new(
            inner.command_context().map_err(failed())?,
            repo.object_hash(),
            gix::filter::Pipeline::options(inner).map_err(failed())?,
        );
        let roots = pipeline::WorktreeRoots::default();
        // The contents are in memory as it is: none is too large.
        let pipeline = Pipeline::new(roots, filters, pipeline::Options::default());
        let default_driver = repo.settings().string("merge.default").map(BString::from);
        let options = platform::Options { default_driver };
        let mode = pipeline::Mode::ToGit;
        Ok(Platform::new(pipeline, mode, attributes, drivers(repo), options))
    }

    fn merge_by_attributes(
        &mut self,
        path: &RepoPath,
        contents: Three<&[u8]>,
        names: Three<&str>,
    ) -> Result<MergedContent, GitError> {
        let failed = || GitError::storage(format!("merge `{path}`"));
        let Three { base, ours, theirs } = contents;
        let id = |content: &[u8]| {
            gix::objs::compute_hash(self.repo.object_hash(), Kind::Blob, content).map_err(failed())
        };
        let versions = Versions([(id(base)?, base), (id(ours)?, ours), (id(theirs)?, theirs)]);
        let platform = match &mut self.platform {
            Some(platform) => platform,
            unmade => unmade.insert(Self::made(self.repo)?),
        };
        let kinds = [
            ResourceKind::CommonAncestorOrBase,
            ResourceKind::CurrentOrOurs,
            ResourceKind::OtherOrTheirs,
        ];
        for (kind, (id, _)) in kinds.into_iter().zip(versions.0) {
            let set = platform.set_resource(id, EntryKind::Blob, path.as_bstr(), kind, &versions);
            set.map_err(failed())?;
        }
        let options = self.repo.inner.blob_merge_options().map_err(failed())?;
        let ready = platform.prepare_merge(&versions, options).map_err(failed())?;
        match ready.configured_driver() {
            Ok(driver) => {
                refuse_distrusted(self.repo, driver)?;
                run(self.repo, (&ready, driver), labels(&names), path)
            }
            Err(builtin) => Ok(built_in(&ready, builtin, labels(&names))),
        }
    }
}

fn built_in(ready: &PlatformRef<'_>, driver: BuiltinDriver, labels: Labels<'_>) -> MergedContent {
    let (mut content, mut input) = (Vec::new(), InternedInput::default());
    let (pick, resolution) = ready.builtin_merge(driver, &mut content, &mut input, labels);
    let conflicts = resolution == Resolution::Conflict;
    match ready.buffer_by_pick(pick) {
        Ok(None) => MergedContent::Text(MergedText { content, conflicts }),
        Ok(Some(chosen)) if !conflicts => {
            MergedContent::Text(MergedText { content: chosen.to_vec(), conflicts })
        }
        Ok(Some(_)) | Err(()) => MergedContent::Binary,
    }
}

/// Whether git would take it for binary by its bytes.
fn is_binary(content: &[u8]) -> bool {
    content.iter().take(BINARY_WITHIN).any(|byte| *byte == 0)
}

/// Refuses a driver that is not to be run.
fn refuse_distrusted(repo: &Repo, driver: &Driver) -> Result<(), GitError> {
    let distrusted = repo.distrusted(DriverKind::Merge, None);
    let found = distrusted.iter().find(|found| driver.name == found.name.as_str());
    found.map_or(Ok(()), |found| Err(found.refused()))
}

/// Runs a driver as git does: at the worktree's top, and what it ends with tells whether there are
/// conflicts. What it prints is none of our output.
fn run(
    repo: &Repo,
    (ready, driver): (&PlatformRef<'_>, &Driver),
    labels: Labels<'_>,
    path: &RepoPath,
) -> Result<MergedContent, GitError> {
    let what = format!("merge `{path}` by `{}`", driver.command);
    let failed = || GitError::io(what.clone());
    let mut context = repo.inner.command_context().map_err(GitError::storage(what.clone()))?;
    // Its files are none of the worktree's.
    context.worktree_dir = None;
    context.git_dir = Some(fs_err::canonicalize(repo.git_dir()).map_err(failed())?);
    let command = ready.prepare_external_driver(driver.command.clone(), labels, context);
    let mut command = command.map_err(GitError::storage(what.clone()))?;
    command.current_dir(repo.worktree()).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().map_err(failed())?;
    let conflicts = match output.status.code() {
        Some(0) => false,
        Some(status) if status <= CONFLICTS => true,
        Some(_) | None => {
            let said = output.stderr.to_str_lossy().trim().to_owned();
            let said = if said.is_empty() { output.status.to_string() } else { said };
            return Err(GitError::Storage { what, source: said.into() });
        }
    };
    let mut merged = Vec::new();
    let mut file = command.open_result_file().map_err(failed())?;
    std::io::Read::read_to_end(&mut file, &mut merged).map_err(failed())?;
    Ok(MergedContent::Text(MergedText { content: merged, conflicts }))
}

/// The drivers that settings name, `merge.NAME.driver`.
fn drivers(repo: &Repo) -> Vec<Driver> {
    let config = repo.inner.config_snapshot();
    let sections = config.plumbing().sections_by_name("merge").into_iter().flatten();
    let mut drivers: Vec<Driver> = Vec::new();
    for section in sections.filter(|section| section.meta().trust == gix::sec::Trust::Full) {
        let Some(name) = section.header().subsection_name() else { continue };
        let Some(command) = section.value("driver") else { continue };
        drivers.retain(|driver| driver.name != name);
        let (name, display_name) = (BString::from(name), BString::from(name));
        drivers.push(Driver { name, display_name, command, recursive: None });
    }
    drivers
}

impl Versions<'_> {
    fn of(&self, id: &gix::oid) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| **known == *id).map(|(_, content)| *content)
    }
}

impl Find for Versions<'_> {
    fn try_find<'a>(
        &self,
        id: &gix::oid,
        buffer: &'a mut Vec<u8>,
    ) -> gix::error::Result<Option<Data<'a>>> {
        let Some(content) = self.of(id) else { return Ok(None) };
        buffer.clear();
        buffer.extend_from_slice(content);
        Ok(Some(Data { kind: Kind::Blob, object_hash: id.kind(), data: buffer }))
    }
}

impl FindHeader for Versions<'_> {
    fn try_header(&self, id: &gix::oid) -> gix::error::Result<Option<Header>> {
        let size = |content: &[u8]| u64::try_from(content.len()).unwrap_or(u64::MAX);
        Ok(self.of(id).map(|content| Header { kind: Kind::Blob, size: size(content) }))
    }
}
