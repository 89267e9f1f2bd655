//! Opening a repository: where its worktree is, and what about it is not supported.

use std::path::{Path, PathBuf};

use bstr::{BStr, ByteSlice};

use super::GitError;

/// The extensions of a repository's format that are obeyed, or that change nothing for us.
const EXTENSIONS: [&str; 8] = [
    "noop",
    "noop-v1",
    "objectformat",
    "partialclone",
    "preciousobjects",
    "refstorage",
    "relativeworktrees",
    "worktreeconfig",
];

/// Finds the repository that `dir` is in, as git does.
pub(super) fn find(dir: &Path) -> Result<gix::Repository, GitError> {
    let found = gix::ThreadSafeRepository::discover_with_environment_overrides(dir)
        .map_err(|error| not_opened(dir, &error))?
        .to_thread_local();
    match given_git_dir() {
        Some(git_dir) if found.workdir().is_some() => with_git_dir(dir, &git_dir, found),
        _ => Ok(found),
    }
}

/// Refuses what is not supported.
pub(super) fn check(found: &gix::Repository) -> Result<(), GitError> {
    trusted(found)?;
    supported(found)
}

/// The name of a ref as text.
pub(super) fn text(name: &BStr) -> Result<String, GitError> {
    name.to_str().map(ToOwned::to_owned).map_err(|_| GitError::Unsupported {
        what: format!("a branch whose name is not UTF-8 (`{}`)", name.as_bytes().escape_ascii()),
        instead: "rename it with `git branch -m NAME`, or switch to another one".into(),
    })
}

/// Where only the git directory is given, git takes the current directory for the worktree's top.
fn with_git_dir(
    dir: &Path,
    git_dir: &Path,
    mut found: gix::Repository,
) -> Result<gix::Repository, GitError> {
    let canonical = |path: &Path| path.canonicalize().ok();
    if canonical(git_dir) != canonical(&dir.join(git_dir)) {
        return Err(GitError::Unsupported {
            what: format!("a relative GIT_DIR (`{}`) together with `-C`", git_dir.display()),
            instead: "give it as an absolute path".into(),
        });
    }
    // This is also what GIT_WORK_TREE says.
    if found.config_snapshot().string("core.worktree").is_none() {
        found
            .set_workdir(Some(dir.to_owned()))
            .map_err(GitError::storage(format!("use `{}` as a worktree", dir.display())))?;
    }
    let worktree = dir.join(found.workdir().unwrap_or(dir));
    let [inside, outside] = [&worktree, found.git_dir()].map(canonical);
    if inside.zip(outside).is_some_and(|(inside, outside)| inside.starts_with(outside)) {
        return Err(GitError::Unsupported {
            what: format!("a worktree in the git directory (`{}`)", worktree.display()),
            instead: "GIT_DIR alone makes the current directory the worktree: run it in another \
                      one, or set GIT_WORK_TREE"
                .into(),
        });
    }
    Ok(found)
}

/// Whether the environment says which repository it is, or which worktree.
#[expect(clippy::disallowed_methods, reason = "gix, which it is said to, reads it here as well")]
pub(super) fn is_given() -> bool {
    given_git_dir().is_some() || std::env::var_os("GIT_WORK_TREE").is_some()
}

#[expect(clippy::disallowed_methods, reason = "gix, which it is said to, reads it here as well")]
fn given_git_dir() -> Option<PathBuf> {
    std::env::var_os("GIT_DIR").map(PathBuf::from)
}

/// git itself goes no further either: the settings may name programs. gix would go on without
/// them, and so without filters.
fn trusted(found: &gix::Repository) -> Result<(), GitError> {
    if found.git_dir_trust() == gix::sec::Trust::Full {
        return Ok(());
    }
    let path = found.workdir().unwrap_or(found.git_dir()).display();
    Err(GitError::Unsupported {
        what: format!("a repository that another user owns (`{path}`)"),
        instead: format!("`git config --global --add safe.directory {path}` trusts it").into(),
    })
}

/// What gix would open, and stumble over later in words of its own or not at all: as with git, a
/// repository with an extension that is not known is not to be touched.
fn supported(found: &gix::Repository) -> Result<(), GitError> {
    let snapshot = found.config_snapshot();
    let storage = snapshot.string("extensions.refStorage");
    if let Some(storage) = storage.filter(|storage| storage.as_slice() != b"files") {
        return Err(ref_storage(&storage.to_string()));
    }
    if snapshot.integer("core.repositoryFormatVersion").unwrap_or(0) == 0 {
        return Ok(());
    }
    let sections = snapshot.plumbing().sections_by_name("extensions").into_iter().flatten();
    let names = sections.flat_map(|section| {
        section.value_names().map(|name| name.to_ascii_lowercase()).collect::<Vec<_>>()
    });
    match names.into_iter().find(|name| !EXTENSIONS.contains(&name.as_str())) {
        Some(name) => Err(GitError::Unsupported {
            what: format!("a repository with the extension `{name}`"),
            instead: format!(
                "if it can do without, take it away: `git config --unset extensions.{name}`"
            )
            .into(),
        }),
        None => Ok(()),
    }
}

fn ref_storage(what: &str) -> GitError {
    GitError::Unsupported {
        what: format!("this repository's ref storage, `{what}`,"),
        instead: "`git refs migrate --ref-format=files` converts it (git 2.46 and later)".into(),
    }
}

fn not_opened(dir: &Path, error: &gix::Error) -> GitError {
    let message = error.to_string();
    let chain =
        std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    let all: Vec<String> = chain.map(ToString::to_string).collect();
    if let Some(what) = all.iter().find(|text| text.contains("storage backend")) {
        return ref_storage(what);
    }
    if error.is_not_found() {
        return GitError::NoRepository(dir.to_owned());
    }
    GitError::Storage {
        what: format!("open the repository at `{}`", dir.display()),
        source: message.into(),
    }
}
