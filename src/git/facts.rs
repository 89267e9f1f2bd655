//! What a repository is made of, for those who ask what works in it.

use bstr::ByteSlice;

use super::{GitError, Repo, cli};

/// How much of a `.gitattributes` is looked at, in bytes.
const MAX_ATTRIBUTES: u64 = 1 << 20;

/// A filter that the configuration or the top `.gitattributes` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterDriver {
    /// Its name: `lfs`.
    pub name: String,
    /// The command that it runs; none where it is named and not configured.
    pub command: Option<String>,
    /// Whether git fails without it.
    pub required: bool,
}

/// The version of the `git` program, as it says.
pub fn version() -> Result<String, GitError> {
    let said = cli::run(std::path::Path::new("/"), &["version"])?;
    let said = said.to_str_lossy();
    let version = said.trim().strip_prefix("git version ").unwrap_or(said.trim());
    Ok(version.split_whitespace().next().unwrap_or_default().to_owned())
}

impl Repo {
    /// The name of the object format.
    #[must_use]
    pub fn object_format(&self) -> String {
        self.object_hash().to_string()
    }

    /// The extensions of its format that it uses, all of which are supported: it would not be open.
    #[must_use]
    pub fn extensions(&self) -> Vec<String> {
        let snapshot = self.inner.config_snapshot();
        let sections = snapshot.plumbing().sections_by_name("extensions").into_iter().flatten();
        let names = sections.flat_map(|section| {
            section.value_names().map(|name| name.to_ascii_lowercase()).collect::<Vec<_>>()
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names.dedup();
        names
    }

    /// The filters that are configured, and those that the top `.gitattributes` names.
    #[must_use]
    pub fn filter_drivers(&self) -> Vec<FilterDriver> {
        let snapshot = self.inner.config_snapshot();
        let sections = snapshot.plumbing().sections_by_name("filter").into_iter().flatten();
        let configured = sections.filter_map(|section| {
            section.header().subsection_name().map(|name| name.to_str_lossy().into_owned())
        });
        let mut names: Vec<String> = configured.chain(self.named_filters()).collect();
        names.sort();
        names.dedup();
        let settings = self.settings();
        let driver = |name: String| {
            let of = |key: &str| format!("filter.{name}.{key}");
            let command = ["process", "clean", "smudge"]
                .iter()
                .find_map(|key| settings.string(&of(key)).filter(|command| !command.is_empty()));
            let required = settings.boolean(&of("required")).unwrap_or(false);
            FilterDriver { name, command, required }
        };
        names.into_iter().map(driver).collect()
    }

    fn named_filters(&self) -> Vec<String> {
        let path = self.worktree().join(".gitattributes");
        let plain = |found: &std::fs::Metadata| found.is_file() && found.len() <= MAX_ATTRIBUTES;
        if !path.symlink_metadata().is_ok_and(|found| plain(&found)) {
            return Vec::new();
        }
        let text = fs_err::read(path).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with(b"#"));
        let words = lines.flat_map(|line| line.fields().skip(1));
        let names = words.filter_map(|word| word.strip_prefix(b"filter="));
        names.map(|name| name.to_str_lossy().into_owned()).collect()
    }
}
