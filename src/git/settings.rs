//! git's configuration, read.

use std::path::PathBuf;

use gix::bstr::{BStr, ByteSlice};
use gix::config::file::Metadata;
use gix::config::{File, Snapshot};

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

    /// The key as git reads a boolean; `None` where it is not set or is none.
    #[must_use]
    pub fn boolean(&self, key: &str) -> Option<bool> {
        self.file().boolean(key).ok().flatten()
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
