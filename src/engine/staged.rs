//! The responses among what is staged: known by their names, and by a header line where the user
//! has said that such may stand. What is not asked about is never read.

use bstr::{BStr, ByteSlice};

use crate::base::RepoPath;
use crate::base::settings::{CHECK_PATHS, FILES};
use crate::git::{GitError, Repo, StagedFile};
use crate::text::MAX_BYTES;

use super::failure::EngineError;
use super::perform::PathGlob;

/// How the names of responses end.
const ENDINGS: [&str; 3] = [".sham", ".sham.md", ".nesl"];
/// How the line begins by which a text is known that is called otherwise.
const HEADER: &[u8] = b"#!SHAM [";
/// Where git looks for a NUL, by which it knows what is no text.
const LOOKED_AT: usize = 8000;

/// A response that is staged.
#[derive(Debug)]
pub struct StagedResponse {
    /// Its path.
    pub path: RepoPath,
    /// Its content, as it would be committed; no more of it than tells that it is too long.
    pub bytes: Vec<u8>,
}

/// The responses that are staged, in the order of the index.
pub fn staged_responses(repo: &Repo) -> Result<Vec<StagedResponse>, EngineError> {
    let names = Names::configured(repo)?;
    let mut responses = Vec::new();
    for StagedFile { path, id } in repo.staged(|path| names.may_be(path))? {
        let mut bytes = repo.blob(id)?;
        if names.says_so(path.as_bstr()) || has_header(&bytes) {
            bytes.truncate(MAX_BYTES + 1);
            responses.push(StagedResponse { path, bytes });
        }
    }
    Ok(responses)
}

/// What says that a file may be a response.
struct Names {
    /// `clada.files`.
    globs: Vec<PathGlob>,
    /// `clada.checkPaths`; the worktree's top is the empty path.
    folders: Vec<RepoPath>,
}

impl Names {
    fn configured(repo: &Repo) -> Result<Self, GitError> {
        let settings = repo.settings();
        let globs = settings.strings(FILES.key).into_iter().map(|glob| {
            PathGlob::new(FILES.key, &glob).map_err(|_| GitError::bad_setting(&FILES, glob))
        });
        let folders = settings.strings(CHECK_PATHS.key).into_iter().map(|folder| {
            let plain = folder.strip_prefix("./").unwrap_or(&folder).trim_end_matches('/');
            let path = match plain {
                "." => Some(RepoPath::default()),
                named => RepoPath::new(named).filter(|path| !path.is_root()),
            };
            path.ok_or_else(|| GitError::bad_setting(&CHECK_PATHS, folder.clone()))
        });
        let globs = globs.collect::<Result<_, _>>()?;
        Ok(Self { globs, folders: folders.collect::<Result<_, _>>()? })
    }

    /// Whether it may be a response, by its path.
    fn may_be(&self, path: &BStr) -> bool {
        let below = |folder: &RepoPath| {
            folder.is_root()
                || path
                    .strip_prefix(folder.as_bstr().as_bytes())
                    .is_some_and(|rest| rest.starts_with(b"/"))
        };
        self.says_so(path) || self.folders.iter().any(below)
    }

    /// Whether it is one by its path alone.
    fn says_so(&self, path: &BStr) -> bool {
        let name = path.rsplit_once_str("/").map_or(path.as_bytes(), |(_, name)| name).as_bstr();
        let matches = |glob: &PathGlob| glob.matches(if glob.has_slash() { path } else { name });
        ENDINGS.iter().any(|ending| name.ends_with_str(ending)) || self.globs.iter().any(matches)
    }
}

/// Whether it is a text with a header line.
fn has_header(bytes: &[u8]) -> bool {
    let is_text = !bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0);
    is_text && bytes.lines().any(|line| line.trim_start().starts_with(HEADER))
}
