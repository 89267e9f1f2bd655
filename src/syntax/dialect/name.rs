//! The names of the dialects, and what sets them apart for the stages after this one.

/// The dialect that a block was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `#!SHAM [@three-char-SHA-256: k7m]`.
    Sham,
    /// `#!nesl [@three-char-SHA-256: k7m]`.
    Nesl,
    /// `<write path="a.txt"><![CDATA[…]]></write>`.
    Cml,
    /// `<<<<<<< WRITE path="a.txt"`.
    Markers,
    /// `<<<FILE>>>`.
    Replacer,
    /// A file name, then `<<<<<<< SEARCH`.
    Aider,
    /// `*** Begin Patch`.
    ApplyPatch,
    /// `--- a/x`, `+++ b/x`, `@@`.
    Diff,
}

impl Dialect {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Sham,
        Self::Nesl,
        Self::Cml,
        Self::Markers,
        Self::Replacer,
        Self::Aider,
        Self::ApplyPatch,
        Self::Diff,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sham => "sham",
            Self::Nesl => "nesl",
            Self::Cml => "cml",
            Self::Markers => "markers",
            Self::Replacer => "replacer",
            Self::Aider => "aider",
            Self::ApplyPatch => "apply_patch",
            Self::Diff => "diff",
        }
    }

    /// The name in prose.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Sham => "SHAM",
            Self::Nesl => "NESL",
            Self::Cml => "CML",
            Self::Markers => "markers",
            Self::Replacer => "replacer",
            Self::Aider => "aider",
            Self::ApplyPatch => "apply_patch",
            Self::Diff => "unified diff",
        }
    }

    /// What it calls an action; `None` where it has no word of its own.
    #[must_use]
    pub fn word(self, action: &str) -> Option<&'static str> {
        let words: [&'static str; 6] = match self {
            Self::Sham | Self::Nesl => return None,
            Self::Cml => ["write", "edit", "edit", "move", "remove", "run"],
            Self::Markers => ["WRITE", "SEARCH", "SEARCH-START", "", "", "RUN"],
            Self::Replacer => ["OVERWRITE", "SEARCH", "", "", "", ""],
            Self::Aider => return Some("SEARCH"),
            Self::ApplyPatch => {
                return Some(match action {
                    "file_create" => "Add File",
                    "file_delete" => "Delete File",
                    _ => "Update File",
                });
            }
            Self::Diff => return Some("diff"),
        };
        let [write, edit, span, moved, removed, run] = words;
        let word = match action {
            "file_write" | "file_append" => write,
            "file_replace_text" | "file_replace_all_text" => edit,
            "file_replace_span" => span,
            "file_move" => moved,
            "path_delete" => removed,
            "run" => run,
            _ => "",
        };
        Some(word).filter(|word| !word.is_empty())
    }

    /// The dialect of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|dialect| dialect.name() == name)
    }

    /// Whether its blocks name the catalogue's actions and parameters, and have IDs.
    #[must_use]
    pub fn has_keys(self) -> bool {
        match self {
            Self::Sham | Self::Nesl => true,
            Self::Cml
            | Self::Markers
            | Self::Replacer
            | Self::Aider
            | Self::ApplyPatch
            | Self::Diff => false,
        }
    }

    /// Whether it is of CML's family: tasks in blocks, and failures by the names of its
    /// specification.
    #[must_use]
    pub fn has_tasks(self) -> bool {
        match self {
            Self::Cml | Self::Markers => true,
            Self::Sham
            | Self::Nesl
            | Self::Replacer
            | Self::Aider
            | Self::ApplyPatch
            | Self::Diff => false,
        }
    }
}
