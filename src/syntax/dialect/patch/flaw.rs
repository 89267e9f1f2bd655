//! What can be wrong with a patch, in words.

use crate::text::{Code, Diagnostic, Place, Severity, Span};

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::syntax::dialect) struct Flaw {
    pub(in crate::syntax::dialect) fault: Fault,
    pub(in crate::syntax::dialect) span: Span,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax::dialect) enum Fault {
    /// Lines that stay are empty and lack the space before them. They are told, and taken.
    BareLines(usize),
    /// It may have been meant as something to apply, and is not taken for that.
    Doubt(Doubt),
    /// There is no file name above a block of aider's, which alone is read.
    NamelessBlock,
    /// A line is no line of a hunk.
    StrayLine,
    /// A hunk has fewer lines than it says, and prose follows it.
    CutShort,
    /// Nothing is changed.
    NoChange,
    /// The names before and after differ and it is not said why.
    NamesDiffer,
    /// A name cannot be read.
    BadName,
    /// A line of a new file is not added.
    NotAdded,
    /// What is patched is no text: its kind.
    NotText(&'static str),
    /// There is no end to it: what should be there.
    Unclosed(&'static str),
    /// The same, and all that follows may be a part of it.
    OpenEnded(&'static str),
    /// There is no divider between what is searched and what replaces it.
    NoDivider,
    /// Several lines may be the divider.
    Dividers,
}

/// What is not taken for something to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax::dialect) enum Doubt {
    /// A diff has no hunks, and nothing else that it would do.
    NoHunks,
    /// A file of `apply_patch` stands outside of `*** Begin Patch`.
    NotBegun,
    /// `*** Begin Patch` is followed by no file.
    NoFiles,
    /// There is no file name above a block of aider's.
    NoName,
}

/// Message, label and help.
type Words = (String, &'static str, &'static str);

const SEND_AGAIN: &str = "send the whole of it again, and what follows it";
const NAME_IT: &str = "write the file's path alone on the line above the block, or above its fence";

impl Flaw {
    /// The diagnostic of it.
    pub(in crate::syntax::dialect) fn diagnostic(
        &self,
        field: &'static str,
        place: Place,
    ) -> Diagnostic {
        let (name, severity, words) = match self.fault {
            Fault::BareLines(count) => ("blank_context", Severity::Warning, bare_lines(count)),
            Fault::Doubt(doubt) => ("not_a_block", Severity::Warning, doubt.words()),
            Fault::NotText(_) => ("unsupported_patch", Severity::Error, self.fault.words()),
            Fault::NamelessBlock
            | Fault::StrayLine
            | Fault::CutShort
            | Fault::NoChange
            | Fault::NamesDiffer
            | Fault::BadName
            | Fault::NotAdded
            | Fault::Unclosed(_)
            | Fault::OpenEnded(_)
            | Fault::NoDivider
            | Fault::Dividers => ("malformed_structure", Severity::Error, self.fault.words()),
        };
        let (message, label, help) = words;
        Diagnostic {
            code: Code { field, name },
            severity,
            message,
            place,
            label: label.to_owned(),
            more: Vec::new(),
            help: Some(help.to_owned()),
        }
    }
}

fn bare_lines(count: usize) -> Words {
    let message = match count {
        1 => "Empty line in a patch, without a space or sign before it".to_owned(),
        _ => format!("{count} empty lines in a patch, without a space or sign before them"),
    };
    let help = "begin each line that stays with a space, an empty one too";
    (message, "taken for an empty line of the file", help)
}

impl Doubt {
    fn words(self) -> Words {
        let (message, label, help) = match self {
            Self::NoHunks => (
                "Diff without hunks, nothing to apply",
                "no `@@` line follows",
                "send the hunks too, each after a line `@@ … @@`",
            ),
            Self::NotBegun => (
                "Patch of a file outside of `*** Begin Patch`, not applied",
                "taken for prose",
                "put `*** Begin Patch` on a line before and `*** End Patch` on one after it",
            ),
            Self::NoFiles => (
                "Patch without files, nothing to apply",
                "no `*** Add File:`, `*** Update File:` or `*** Delete File:` follows",
                "send the files' patches too",
            ),
            Self::NoName => {
                ("SEARCH block without a file name, not applied", "taken for prose", NAME_IT)
            }
        };
        (message.to_owned(), label, help)
    }
}

impl Fault {
    /// What is said of what keeps a patch from being applied.
    fn words(self) -> Words {
        let (message, label, help) = match self {
            Self::BareLines(count) => return bare_lines(count),
            Self::Doubt(doubt) => return doubt.words(),
            Self::NamelessBlock => {
                ("SEARCH block without a file name", "no file name stands above it", NAME_IT)
            }
            Self::StrayLine => (
                "Invalid line in a hunk",
                "begins with none of space, `-` and `+`",
                "begin each line that stays with a space, and leave an empty line before prose",
            ),
            Self::CutShort => (
                "Hunk with fewer lines than it says, and then prose",
                "is it a line of the hunk?",
                "begin each line that stays with a space, or put the diff in a fence",
            ),
            Self::NoChange => (
                "Patch that changes nothing",
                "no line begins with `-` or `+`",
                "begin the lines that go with `-` and those that come with `+`",
            ),
            Self::NamesDiffer => (
                "Diff whose two names differ",
                "which file is meant?",
                "write the same path after `--- a/` and `+++ b/`; to rename, use both prefixes",
            ),
            Self::BadName => (
                "File name that cannot be read",
                "neither a path nor one that git has quoted",
                "write the path as it is, without quotes",
            ),
            Self::NotAdded => (
                "Line of a new file that is not added",
                "in this file",
                "begin every line of a new file with `+`",
            ),
            Self::NotText(what) => {
                let message = format!("Patch of {what}, which is not supported");
                return (message, "not text", "write the file by other means");
            }
            Self::Unclosed(end) => {
                let message = format!("Not closed: no `{end}`");
                return (message, "opened here and never closed", "send the whole of it again");
            }
            Self::OpenEnded(end) => {
                let label = "opened here and never closed; what follows belongs to it";
                return (format!("Not closed: no `{end}`"), label, SEND_AGAIN);
            }
            Self::NoDivider => (
                "SEARCH block without `=======`",
                "opened here",
                "put `=======` between the lines to search and those that replace them",
            ),
            Self::Dividers => (
                "SEARCH block with several lines that may be its divider",
                "one of them",
                "use markers of another length for this block, 5 to 9 characters, all alike",
            ),
        };
        (message.to_owned(), label, help)
    }
}
