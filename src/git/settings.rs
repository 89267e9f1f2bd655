//! git's configuration, read.

use std::path::PathBuf;

use gix::bstr::{BStr, ByteSlice};
use gix::config::file::Metadata;
use gix::config::{File, Snapshot, Source as Origin};

use crate::base::{Form, Setting};

use super::{GitError, Identity};

/// The configuration, with git's precedence of files.
pub struct Settings<'r>(Source<'r>);

enum Source<'r> {
    Repo(Snapshot<'r>),
    User(Box<File>),
}

impl<'r> Settings<'r> {
    pub(super) fn of(snapshot: Snapshot<'r>) -> Self {
        Self(Source::Repo(snapshot))
    }

    fn file(&self) -> &File {
        match &self.0 {
            Source::Repo(snapshot) => snapshot.plumbing(),
            Source::User(file) => file,
        }
    }

    /// The last value of a key.
    #[must_use]
    pub fn string(&self, key: &str) -> Option<String> {
        self.file().string(key).map(|value| value.to_str_lossy().into_owned())
    }

    /// All values of a key, in order.
    #[must_use]
    pub fn strings(&self, key: &str) -> Vec<String> {
        let values = self.file().strings(key).unwrap_or_default();
        values
            .iter()
            .map(|value| AsRef::<BStr>::as_ref(value).to_str_lossy().into_owned())
            .collect()
    }

    /// All values of a key, which are commands to be run: none from a file that another user owns.
    /// An empty value takes away what stands before it, as in git's lists.
    #[must_use]
    pub fn commands(&self, key: &str) -> Vec<String> {
        let trusted = |meta: &Metadata| meta.trust == gix::sec::Trust::Full;
        let values = self.file().strings_filter(key, trusted).unwrap_or_default();
        let values = values.iter().map(|value| value.to_str_lossy().into_owned());
        values.fold(Vec::new(), |mut commands, value| {
            if value.trim().is_empty() {
                commands.clear();
            } else {
                commands.push(value);
            }
            commands
        })
    }

    /// All values of a key as paths, `~/` standing for the home directory.
    #[must_use]
    pub fn paths(&self, key: &str) -> Vec<PathBuf> {
        let home = gix::path::env::home_dir();
        let path = |value: String| match (value.strip_prefix("~/"), &home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => PathBuf::from(value),
        };
        self.strings(key).into_iter().map(path).collect()
    }

    /// The last value of a setting of ours, read; what cannot be is an error.
    pub fn read<T>(
        &self,
        setting: &'static Setting,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, GitError> {
        let Some(value) = self.string(setting.key) else { return Ok(None) };
        read(&value).map(Some).ok_or_else(|| GitError::bad_setting(setting, value))
    }

    /// A setting of ours, as git reads a boolean.
    pub fn flag(&self, setting: &'static Setting) -> Result<Option<bool>, GitError> {
        let value = self.file().boolean(setting.key);
        value.map_err(|_| {
            GitError::bad_setting(setting, self.string(setting.key).unwrap_or_default())
        })
    }

    /// Why a setting of ours has a value that it may not have, as far as its form tells.
    #[must_use]
    pub fn problem(&self, setting: &'static Setting) -> Option<GitError> {
        let accepted = |value: &str| setting.form.accepts(value).then_some(());
        let read = match setting.form {
            Form::Boolean => self.flag(setting).map(drop),
            Form::Author => self.read(setting, Identity::parse).map(drop),
            Form::Command
            | Form::Directory
            | Form::Duration
            | Form::Folder
            | Form::Glob
            | Form::OneOf(_)
            | Form::Pattern
            | Form::Size
            | Form::Text => self.read(setting, accepted).map(drop),
        };
        read.err()
    }

    /// All values under `clada.*`, in git's order: the last of a key counts.
    #[must_use]
    pub fn own(&self) -> Vec<SetValue> {
        let sections = self.file().sections_by_name("clada").into_iter().flatten();
        sections.flat_map(|section| of_section(&section)).collect()
    }

    /// The key as git reads a boolean; `None` where it is not set or is none.
    #[must_use]
    pub fn boolean(&self, key: &str) -> Option<bool> {
        self.file().boolean(key).ok().flatten()
    }
}

/// A value under `clada.*`, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetValue {
    /// The whole key, as it is written.
    pub key: String,
    /// The value; `true` where there is none, as git has it.
    pub value: String,
    /// The scope, as `git config --show-scope` names it.
    pub scope: &'static str,
    /// The file, where it stands in one.
    pub file: Option<PathBuf>,
}

fn of_section(section: &gix::config::file::SectionRef<'_>) -> Vec<SetValue> {
    let below = section.header().subsection_name().map(|name| format!("{}.", name.to_str_lossy()));
    let below = below.unwrap_or_default();
    let (scope, file) = (scope(section.meta().source), section.meta().path.clone());
    let mut names: Vec<String> = Vec::new();
    for name in section.value_names() {
        if !names.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            names.push(name);
        }
    }
    let of_name = |name: String| {
        let values = section.values(&name);
        let values = if values.is_empty() { vec!["true".into()] } else { values };
        let key = format!("clada.{below}{name}");
        let file = file.clone();
        values.into_iter().map(move |value| SetValue {
            key: key.clone(),
            value: value.to_str_lossy().into_owned(),
            scope,
            file: file.clone(),
        })
    };
    names.into_iter().flat_map(of_name).collect()
}

fn scope(origin: Origin) -> &'static str {
    match origin {
        Origin::GitInstallation | Origin::System => "system",
        Origin::Git | Origin::User => "global",
        Origin::Local => "local",
        Origin::Worktree => "worktree",
        Origin::Env | Origin::Cli | Origin::Api | Origin::EnvOverride => "command",
    }
}

impl Settings<'static> {
    /// What holds outside repositories: the system's and the user's, and the environment's. None
    /// of it where it cannot be read; git itself will say why.
    #[must_use]
    pub fn of_user() -> Self {
        let mut file = File::from_globals().unwrap_or_default();
        if let Ok(overrides) = File::from_environment_overrides() {
            // What cannot be joined is passed over like what cannot be read.
            let _ = file.append(overrides);
        }
        Self(Source::User(Box::new(file)))
    }
}
