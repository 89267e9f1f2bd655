//! Names that no setting allows: git's own directory in any disguise, and clada's.
//!
//! The one user of gix-validate, which knows what file systems take for `.git`.

use bstr::{BStr, ByteSlice};
use gix_validate::path::component::{Error, Mode, Options};

/// As git checks with core.protectHFS and core.protectNTFS on, wherever it runs: a repository
/// travels to other systems. Names that only Windows refuses are no danger to it.
const DISGUISES: Options =
    Options { protect_windows: false, protect_hfs: true, protect_ntfs: true };

/// Why a component may never be part of a path; `None` where it may.
pub(super) fn reason(name: &BStr) -> Option<&'static str> {
    if name.split_str("\\").any(is_git_directory) {
        return Some("git's own directory is never touched");
    }
    if name.eq_ignore_ascii_case(b".clada") {
        return Some("`.clada` is the user's");
    }
    None
}

/// Whether git would read a link of that name as `.gitmodules`.
pub(super) fn is_gitmodules(name: &BStr) -> bool {
    let checked = gix_validate::path::component(name, Some(Mode::Symlink), DISGUISES);
    matches!(checked, Err(Error::SymlinkedGitModules))
}

fn is_git_directory(name: &[u8]) -> bool {
    let checked = gix_validate::path::component(name.as_bstr(), None, DISGUISES);
    matches!(checked, Err(Error::DotGitDir))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_disguise_of_the_git_directory_is_seen() {
        for name in [
            ".git",
            ".GIT",
            ".gIt",
            "git~1",
            "GIT~1",
            ".git ",
            ".git.",
            ".git. .",
            ".git...",
            ".git::$INDEX_ALLOCATION",
            ".git:x",
            ".g\u{200c}it",
            "\u{feff}.git",
            "x\\.git",
            ".git\\config",
            "git~1\\hooks",
            ".clada",
            ".CLADA",
        ] {
            assert!(reason(name.into()).is_some(), "{name:?}");
        }
    }

    #[test]
    fn names_that_only_look_alike_are_fine() {
        for name in [
            ".gitignore",
            ".gitmodules",
            ".gitattributes",
            ".github",
            "git",
            "git~2",
            "x.git",
            "..git",
            ".git2",
            "aux",
            "nul.txt",
            "a:b",
            "what?",
            "a\\b",
            "clada",
            ".cladax",
        ] {
            assert_eq!(reason(name.into()), None, "{name:?}");
        }
    }

    #[test]
    fn gitmodules_is_known_in_disguise() {
        assert!(is_gitmodules(".gitmodules".into()) && is_gitmodules("gitmod~1".into()));
        assert!(!is_gitmodules("gitmodules".into()));
    }
}
