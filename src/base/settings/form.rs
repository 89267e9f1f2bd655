//! What the value of a setting looks like, and what is said of one that does not.

use crate::base::{ByteSize, TimeSpan};

/// What the value of a setting looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `NAME <EMAIL>`, or a name alone.
    Author,
    /// As git reads one.
    Boolean,
    /// For `sh -c`.
    Command,
    /// A path, which may begin with `~/`.
    Directory,
    /// Such as `30s`.
    Duration,
    /// A directory of the worktree, from its top.
    Folder,
    /// A glob of names, or of paths from the worktree's top.
    Glob,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A regular expression.
    Pattern,
    /// Such as `64KiB`.
    Size,
    /// Any text.
    Text,
}

impl Form {
    /// What such a value is called.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Author => "author".to_owned(),
            Self::Boolean => "boolean".to_owned(),
            Self::Command => "command".to_owned(),
            Self::Directory => "directory".to_owned(),
            Self::Duration => "duration".to_owned(),
            Self::Folder => "folder".to_owned(),
            Self::Glob => "glob".to_owned(),
            Self::OneOf(words) => words.join("|"),
            Self::Pattern => "regular expression".to_owned(),
            Self::Size => "size".to_owned(),
            Self::Text => "text".to_owned(),
        }
    }

    /// What is said of a value that is none.
    #[must_use]
    pub fn expected(self) -> String {
        let said = match self {
            Self::Author => "it is a name, or `NAME <EMAIL>`",
            Self::Boolean => "it is `true` or `false`",
            Self::Command => "it is a command",
            Self::Directory => "it is a directory",
            Self::Duration => "it is a duration such as `10s` or `500ms`",
            Self::Folder => "it is a folder from the worktree's top, such as `replies`; `.` is all",
            Self::Glob => {
                "it is a glob of names, or of paths from the worktree's top, such as `*.reply` or \
                 `replies/**/*.md`"
            }
            Self::OneOf(words) => return format!("it may be {}", alternatives(words)),
            Self::Pattern => "it is a regular expression that matches whole paths, or empty",
            Self::Size => "it is a size such as `1GiB` or `4096`",
            Self::Text => "it is a text",
        };
        said.to_owned()
    }

    /// Whether a text is such a value, as far as that can be told from the text alone.
    #[must_use]
    pub fn accepts(self, text: &str) -> bool {
        match self {
            Self::Duration => text.parse::<TimeSpan>().is_ok(),
            Self::Size => text.parse::<ByteSize>().is_ok(),
            Self::OneOf(words) => words.contains(&text),
            Self::Author
            | Self::Boolean
            | Self::Command
            | Self::Directory
            | Self::Folder
            | Self::Glob
            | Self::Pattern
            | Self::Text => true,
        }
    }
}

/// `a`, `b` or `c`, in backticks.
fn alternatives(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} or {last}", some.join(", ")),
    }
}
