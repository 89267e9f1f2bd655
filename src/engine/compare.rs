//! What operations, and sessions, have changed: as counts and as a patch.

use bstr::{BStr, ByteSlice};

use crate::git::{Head, ObjectId, Repo, TreeEntry, TreeMode};
use crate::history::{
    FileRecord, FileType, OpLog, Operation, SessionRecord, session_of, stands_on,
};
use crate::report::{FileDiff, FileStat, Side, UnifiedOptions, file_stats, unified};

use super::failure::EngineError;

/// A file before and after, with the mode that git has for it.
type Version = Option<(Vec<u8>, u32)>;

/// Files before and after.
#[derive(Debug, Default)]
pub struct Compared(Vec<(Vec<u8>, Version, Version)>);

impl Compared {
    /// What an operation changed, from the contents that its record keeps.
    pub fn operation(repo: &Repo, operation: &Operation) -> Result<Self, EngineError> {
        let load = |file: &Option<FileRecord>| -> Result<Version, EngineError> {
            let Some(file) = file else { return Ok(None) };
            Ok(Some((repo.blob(file.blob)?, mode(file))))
        };
        let mut files = Vec::with_capacity(operation.paths.len());
        for record in &operation.paths {
            let path = match &record.location.root {
                None => record.location.path.as_bstr().to_vec(),
                Some(root) => {
                    let path = root.join(record.location.path.as_path());
                    path.into_os_string().into_encoded_bytes()
                }
            };
            files.push((path, load(&record.file.before)?, load(&record.file.after)?));
        }
        Ok(Self(files))
    }

    /// What the commits of the present session changed since its base; the session too. `None`
    /// where HEAD is on none.
    pub fn session(repo: &Repo) -> Result<Option<(SessionRecord, Self)>, EngineError> {
        let log = OpLog::open(repo)?;
        let head = repo.head()?;
        let stepped_back = log.standing()?.stepped_back;
        let on = match stepped_back.filter(|_| head.branch().is_none()) {
            Some(name) => Head::Branch { name, commit: None },
            None => head.clone(),
        };
        let Some(session) = session_of(&log, &on)? else { return Ok(None) };
        let base = match head.commit() {
            Some(at) => stands_on(repo, &session, at)?,
            None => session.base_commit,
        };
        let files = match base {
            Some(base) => Self::commits(repo, base, head.commit())?,
            None => Self::default(),
        };
        Ok(Some((session, files)))
    }

    fn commits(repo: &Repo, from: ObjectId, to: Option<ObjectId>) -> Result<Self, EngineError> {
        let [from, to] = [repo.tree_of(Some(from))?, repo.tree_of(to)?];
        let load = |entry: Option<TreeEntry>| -> Result<Version, EngineError> {
            let Some(entry) = entry else { return Ok(None) };
            let content = match entry.mode {
                TreeMode::Commit => format!("Subproject commit {}\n", entry.id).into(),
                TreeMode::File | TreeMode::Executable | TreeMode::Link | TreeMode::Directory => {
                    repo.blob(entry.id)?
                }
            };
            Ok(Some((content, entry.mode.bits())))
        };
        let mut files = Vec::new();
        for found in repo.difference(from, to)? {
            let path = found.path.as_bstr().to_vec();
            files.push((path, load(found.from)?, load(found.to)?));
        }
        Ok(Self(files))
    }

    /// Only what is one of the paths, or below one; all of it where there are none.
    #[must_use]
    pub fn only(mut self, paths: &[Vec<u8>]) -> Self {
        let is_below = |file: &[u8], path: &[u8]| {
            path.is_empty()
                || file.strip_prefix(path).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(b"/") || path.ends_with(b"/")
                })
        };
        self.0.retain(|(file, _, _)| {
            paths.is_empty() || paths.iter().any(|path| is_below(file, path))
        });
        self
    }

    /// How much each file changed.
    #[must_use]
    pub fn stats(&self) -> Vec<FileStat> {
        file_stats(&self.diffs())
    }

    /// The patch, as git writes one.
    #[must_use]
    pub fn patch(&self) -> Vec<u8> {
        unified(&self.diffs(), &UnifiedOptions::default()).as_bytes().to_vec()
    }

    fn diffs(&self) -> Vec<FileDiff<'_>> {
        let diffs = self.0.iter().map(|(path, before, after)| FileDiff {
            path: BStr::new(path),
            before: before.as_ref().map(side),
            after: after.as_ref().map(side),
        });
        diffs.collect()
    }
}

fn side((content, mode): &(Vec<u8>, u32)) -> Side<'_> {
    Side { content, mode: *mode }
}

fn mode(file: &FileRecord) -> u32 {
    let executable = file.mode.is_some_and(|mode| mode & 0o100 != 0);
    match file.kind {
        FileType::Link => 0o120_000,
        FileType::File if executable => 0o100_755,
        FileType::File => 0o100_644,
    }
}
