//! What is wrong with the value of a setting, as `config list` tells it before an apply does.

use crate::base::{Setting, settings};
use crate::git::{GitError, Settings};

use super::options::listed;

/// Why what is set cannot hold, or does nothing; nothing where it holds.
#[must_use]
pub fn setting_problem(settings: &Settings<'_>, setting: &'static Setting) -> Option<String> {
    if setting.key == settings::BLACKLIST.key {
        return listed(&settings.strings(setting.key)).err().map(|error| error.to_string());
    }
    if setting.key == settings::ALLOW_ROOT.key {
        return missing_root(settings).map(|error| error.to_string());
    }
    let goes_by_default = [settings::WORKTREE_DIR.key, settings::MESSAGE_FORMAT.key];
    let value = settings.string(setting.key);
    if goes_by_default.contains(&setting.key) && value.is_some_and(|value| value.trim().is_empty())
    {
        return Some(format!("`{}` is empty: the default holds", setting.key));
    }
    settings.problem(setting).map(|error| error.to_string())
}

/// A root that is no directory: no gate opens with it.
fn missing_root(settings: &Settings<'_>) -> Option<GitError> {
    let mut roots = settings.paths(settings::ALLOW_ROOT.key).into_iter();
    let missing = roots.find(|root| !root.is_dir())?;
    let value = missing.display().to_string();
    let key = settings::ALLOW_ROOT.key;
    Some(GitError::BadSetting { key, value, expected: "no such directory is there".to_owned() })
}
