//! What the `.gitignore` files say of a path. The one user of the crate ignore.
//!
//! It judges as ripgrep does: by the patterns alone, whether or not git tracks the file. Which
//! new files a commit takes in is git's own question, and answered in `git`.

use std::borrow::Cow;

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};

use crate::base::RepoPath;

/// The patterns that hold at a place.
#[derive(Debug, Default)]
pub(super) struct Ignores {
    /// Those of `.gitignore` files with the directory of each, from the root down. The nearest
    /// that has something to say decides.
    levels: Vec<(RepoPath, Gitignore)>,
    /// Those of the repository and of the user, which come after.
    outer: Vec<Gitignore>,
}

impl Ignores {
    /// Begins with the patterns that hold everywhere, the stronger ones first.
    pub(super) fn new(outer: &[Vec<u8>]) -> Self {
        Self { levels: Vec::new(), outer: outer.iter().map(|content| patterns(content)).collect() }
    }

    /// Takes a `.gitignore` into account from here on.
    pub(super) fn enter(&mut self, dir: RepoPath, content: &[u8]) {
        self.levels.push((dir, patterns(content)));
    }

    /// Forgets that of a directory, the last one that was entered, if it has any.
    pub(super) fn leave(&mut self, dir: &RepoPath) {
        if self.levels.last().is_some_and(|(level, _)| level == dir) {
            self.levels.pop();
        }
    }

    /// Whether a path is ignored, the directories above it aside.
    pub(super) fn is_ignored(&self, path: &RepoPath, is_dir: bool) -> bool {
        let nearest_first = self.levels.iter().rev();
        let levels = nearest_first.map(|(dir, patterns)| (path.below(dir), patterns));
        let outer = self.outer.iter().map(|patterns| (Some(path.clone()), patterns));
        for (rel, patterns) in levels.chain(outer) {
            let Some(rel) = rel else { continue };
            match patterns.matched(rel.as_path(), is_dir) {
                Match::None => {}
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
            }
        }
        false
    }
}

/// Reads patterns. As in git, one that makes no sense matches nothing.
fn patterns(content: &[u8]) -> Gitignore {
    let content = String::from_utf8_lossy(content);
    let content = content.strip_prefix('\u{feff}').unwrap_or(&content);
    let mut builder = GitignoreBuilder::new("");
    for line in content.lines().filter_map(plain_braces) {
        let _ = builder.add_line(None, &line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The line with its braces in classes of their own: they mean nothing to git. `None` where a
/// class does not end.
fn plain_braces(line: &str) -> Option<Cow<'_, str>> {
    if !line.contains(['{', '}', '[']) {
        return Some(Cow::Borrowed(line));
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '[' => class_length(rest)?,
            _ => first.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        match part {
            "{" | "\\{" => plain.push_str("[{]"),
            "}" | "\\}" => plain.push_str("[}]"),
            part => plain.push_str(part),
        }
        rest = after;
    }
    Some(Cow::Owned(plain))
}

/// How long the class is that a text begins with; `None` where it does not end.
fn class_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?;
    let inside = inside.strip_prefix(['!', '^']).unwrap_or(inside);
    // The first character belongs to the class, even a `]`.
    let after_first = inside.strip_prefix(|_: char| true)?;
    let end = after_first.find(']')?;
    Some(text.len() - after_first.len() + end + 1)
}
