//! Loads the catalogue. The only file that knows `serde_yaml`.
//!
//! `serde_yaml` takes more than a millisecond for the whole catalogue, about as long as applying a
//! file may take. So the embedded one is only cut into its entries, and an entry is read when its
//! action is first asked for; a test reads all of it and compares.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::action::{Tool, named, soundness};

/// The catalogue as it stands in the source.
const EMBEDDED: &str = include_str!("catalogue.yaml");
/// How far the entries of `tools` are indented.
const INDENT: &str = "  ";

/// All actions, in the file's order.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    /// The YAML that the tool is read from when it is first asked for.
    source: &'static str,
    tool: OnceLock<Tool>,
}

/// `SCHEMA_ERROR`: the catalogue does not hold together.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// It is no YAML, or not of the catalogue's shape: an unknown type, a key that there is not.
    #[error("the catalogue cannot be read")]
    Shape(#[from] serde_yaml::Error),
    /// What an entry says does not fit together.
    #[error("`{tool}` in the catalogue: {fault}")]
    Unsound {
        /// The action's name.
        tool: String,
        /// What does not fit.
        fault: String,
    },
}

impl SchemaError {
    /// The error's name in JSON.
    pub const CODE: &'static str = "SCHEMA_ERROR";

    /// Says what does not fit in which entry.
    pub(crate) fn unsound(tool: &str, fault: impl Into<String>) -> Self {
        Self::Unsound { tool: tool.to_owned(), fault: fault.into() }
    }
}

impl Catalogue {
    /// The catalogue that this program was built with. Nearly free: entries are read when they
    /// are first asked for.
    #[must_use]
    pub fn embedded() -> Self {
        let entries = sections(EMBEDDED)
            .into_iter()
            .map(|(name, source)| Entry { name: name.to_owned(), source, tool: OnceLock::new() })
            .collect();
        Self { entries }
    }

    /// Reads a whole catalogue, and checks that it holds together.
    pub fn parse(yaml: &str) -> Result<Self, SchemaError> {
        let Whole { tools: Entries(mut tools) } = serde_yaml::from_str(yaml)?;
        soundness::complete(&mut tools);
        soundness::check(&tools)?;
        let entry =
            |tool: Tool| Entry { name: tool.name.clone(), source: "", tool: OnceLock::from(tool) };
        Ok(Self { entries: tools.into_iter().map(entry).collect() })
    }

    /// The action of that name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.entries.iter().find(|entry| entry.name == name).map(Entry::tool)
    }

    /// The entry of an action as it stands in the file, moved to the margin. Only the embedded
    /// catalogue has its text.
    #[must_use]
    pub fn source_of(&self, name: &str) -> Option<String> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        let lines = entry.source.trim_end().lines();
        // The comment at its end heads what comes next.
        let mut kept: Vec<&str> =
            lines.map(|line| line.strip_prefix(INDENT).unwrap_or(line)).collect();
        while kept.pop_if(|line| line.is_empty() || line.starts_with('#')).is_some() {}
        (!kept.is_empty()).then(|| kept.join("\n") + "\n")
    }

    /// The embedded catalogue's file.
    #[must_use]
    pub fn source() -> &'static str {
        EMBEDDED
    }

    /// All actions. Reads every entry.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.entries.iter().map(Entry::tool)
    }

    /// The names of all actions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }
}

impl Entry {
    fn tool(&self) -> &Tool {
        self.tool.get_or_init(|| {
            read(self.source).expect("invariant: a test reads every entry of the catalogue")
        })
    }
}

/// Reads one entry, `NAME: {…}`.
fn read(source: &str) -> Result<Tool, SchemaError> {
    let Entries(mut tools) = serde_yaml::from_str(source)?;
    soundness::complete(&mut tools);
    let none = || SchemaError::unsound("", "no entry");
    tools.into_iter().next().ok_or_else(none)
}

/// Cuts the entries of `tools`, the last key of the file, each with its name.
fn sections(yaml: &str) -> Vec<(&str, &str)> {
    let (_, tools) = yaml.split_once("\ntools:\n").unwrap_or_default();
    let mut heads = Vec::new();
    let mut at = 0;
    for line in tools.split_inclusive('\n') {
        heads.extend(name_of(line).map(|name| (name, at)));
        at += line.len();
    }
    let ends = heads.iter().skip(1).map(|&(_, at)| at).chain([tools.len()]);
    let cut = |(&(name, start), end)| (name, tools.get(start..end).unwrap_or_default());
    heads.iter().zip(ends).map(cut).collect()
}

/// The name on a line that opens an entry.
fn name_of(line: &str) -> Option<&str> {
    let name = line.strip_prefix(INDENT)?.trim_end().strip_suffix(':')?;
    (!name.starts_with([' ', '#'])).then_some(name)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Whole {
    tools: Entries,
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Entries(#[serde(deserialize_with = "named::list")] Vec<Tool>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Caller;

    #[test]
    fn the_embedded_catalogue_holds_together_and_reads_the_same_entry_by_entry() {
        let whole = Catalogue::parse(EMBEDDED).expect("sound");
        let lazy = Catalogue::embedded();
        assert_eq!(lazy.names().collect::<Vec<_>>(), whole.names().collect::<Vec<_>>());
        for (lazy, whole) in lazy.tools().zip(whole.tools()) {
            assert_eq!(lazy, whole);
        }
    }

    #[test]
    fn the_source_of_an_entry_reads_as_the_entry_itself() {
        let catalogue = Catalogue::embedded();
        for tool in catalogue.tools() {
            let source = catalogue.source_of(&tool.name).expect("embedded");
            assert!(source.starts_with(&format!("{}:\n  type: ", tool.name)), "{source}");
            assert!(!source.contains("\n#"), "a comment of what comes next: {source}");
            assert_eq!(&read(&source).expect("YAML"), tool);
        }
    }

    #[test]
    fn a_slash_command_without_accessibility_is_for_the_user() {
        let catalogue = Catalogue::embedded();
        let squash = catalogue.tool("git_squash").expect("there");
        assert!(squash.slash_command && squash.allows(Caller::User));
        assert!(!squash.allows(Caller::Llm) && !squash.allows(Caller::Translation));
    }
}
