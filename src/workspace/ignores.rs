//! What the `.gitignore` files say of a path. The one user of the crate ignore.
//!
//! It judges as ripgrep does: by the patterns alone, whether or not git tracks the file. Which
//! new files a commit takes in is git's own question, and answered in `git`.

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};

use crate::base::{Braces, RepoPath, as_git_reads};

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
    for line in content.lines().filter_map(pattern) {
        let _ = builder.add_line(None, &line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The pattern of a line, written for the crate; `None` where git sees none.
fn pattern(line: &str) -> Option<String> {
    let (again, pattern) = line.strip_prefix('!').map_or(("", line), |rest| ("!", rest));
    let written = as_git_reads(pattern, Braces::Plain)?;
    // The crate takes a `!` alone for all files, and a `//` for a `/`. No path holds one.
    if pattern.trim_end().trim_start_matches('/').is_empty() || written.contains("//") {
        return None;
    }
    // A `/` that was written into a class says nothing of where the pattern holds.
    let is_name = !pattern.trim_end().trim_end_matches('/').contains('/');
    let anywhere =
        if is_name && written.contains('/') && !line.starts_with('#') { "**/" } else { "" };
    Some([again, anywhere, &written].concat())
}
