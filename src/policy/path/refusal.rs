//! Why a path is not granted, in the words that the response's author reads.

use std::path::Path;

/// The longest path, in bytes (`security.md`: Sizes).
const MAX_PATH: usize = 4096;
/// The longest component, in bytes.
const MAX_COMPONENT: usize = 255;
/// How much of a path that is too long is shown, in characters.
const SHOWN_OF_TOO_LONG: usize = 64;

const BLACKLISTED: &str = "PATH_BLACKLISTED";
/// Who can lift the blacklist, and how.
const EMPTY_IT: &str = "the user alone can empty the list: `git config clada.blacklist \"\"`";

/// A path that the policy does not grant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Upper case, as in JSON: `PATH_ESCAPE`.
    pub code: &'static str,
    /// What is refused: `PATH_ESCAPE: path is outside the allowed roots, '../x'`.
    pub message: String,
    /// The flag or setting that allows it, or what to write instead.
    pub help: Option<String>,
}

impl Refusal {
    fn new(code: &'static str, text: &str, shown: &str, help: String) -> Self {
        Self { code, message: format!("{code}: {text}, '{shown}'"), help: Some(help) }
    }

    /// A path outside; `is_dir` says that a directory stands there.
    pub(super) fn escape(shown: &str, (real, is_dir): (&Path, bool)) -> Self {
        // A directory is allowed itself: what is beside it has not been asked for.
        let directory = if is_dir { real } else { real.parent().unwrap_or(real) };
        let help = if directory.parent().is_none() {
            "name a path inside the repository".to_owned()
        } else {
            let directory = directory.display();
            format!(
                "`--allow-root {directory}` allows what is below that directory, \
                 `git config --add clada.allowRoot {directory}` does so from now on"
            )
        };
        Self::new("PATH_ESCAPE", "path is outside the allowed roots", shown, help)
    }

    pub(super) fn absolute(shown: &str) -> Self {
        let help = "write the path as it is from the repository's top on; `--allow-escape` allows \
                    absolute ones";
        Self::new("PATH_ESCAPE", "path is absolute", shown, help.to_owned())
    }

    pub(super) fn forbidden(shown: &str, why: &str) -> Self {
        let help = "no flag or setting allows this; leave it to the user".to_owned();
        Self::new("PATH_FORBIDDEN", why, shown, help)
    }

    pub(super) fn special(shown: &str) -> Self {
        let help = "only files, directories and symbolic links are touched".to_owned();
        Self::new("PATH_SPECIAL", "path is a device, FIFO or socket", shown, help)
    }

    pub(super) fn blacklisted(shown: &str) -> Self {
        let help = format!("it is kept from responses; {EMPTY_IT}");
        Self::new(BLACKLISTED, "path is on the blacklist", shown, help)
    }

    pub(super) fn secret(shown: &str) -> Self {
        let help = format!("ask the user for what you need of it; {EMPTY_IT}");
        Self::new(BLACKLISTED, "file may hold a secret and is not read", shown, help)
    }

    pub(super) fn too_long(shown: &str) -> Self {
        let start: String = shown.chars().take(SHOWN_OF_TOO_LONG).collect();
        let help = format!("a path has at most {MAX_PATH} bytes, a component {MAX_COMPONENT}");
        Self::new("PATH_TOO_LONG", "path is too long", &format!("{start}…"), help)
    }

    pub(super) fn reserved(shown: &str) -> Self {
        let help = "`@@` is kept for selecting parts of a file; name the file alone".to_owned();
        Self::new("PATH_RESERVED", "path holds `@@`", shown, help)
    }

    pub(super) fn symlink(shown: &str, real: &str) -> Self {
        let help = format!("the real path is '{real}'; write that instead");
        Self::new("SYMLINK_NOT_ALLOWED", "path is or passes a symbolic link", shown, help)
    }

    pub(super) fn symlink_loop(shown: &str) -> Self {
        let help = "the links lead to each other; name the file itself".to_owned();
        Self::new("SYMLINK_NOT_ALLOWED", "path passes too many symbolic links", shown, help)
    }
}

/// Refuses what no path can be, wherever it leads.
pub(super) fn check_form(written: &str) -> Result<(), Refusal> {
    if written.contains('\0') {
        return Err(Refusal::forbidden(written, "path holds a NUL"));
    }
    let long = |part: &str| part.len() > MAX_COMPONENT;
    if written.len() > MAX_PATH || written.split('/').any(long) {
        return Err(Refusal::too_long(written));
    }
    if written.contains("@@") {
        return Err(Refusal::reserved(written));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_suggested_to_be_allowed_than_was_asked_for() {
        let help = |real: &str, is_dir| {
            Refusal::escape("x", (Path::new(real), is_dir)).help.expect("a help")
        };
        assert!(help("/root", true).starts_with("`--allow-root /root` allows"));
        assert!(help("/srv/a/file", false).starts_with("`--allow-root /srv/a` allows"));
        for all in [help("/", true), help("/file", false)] {
            assert!(!all.contains("--allow-root"), "{all}");
        }
    }
}
