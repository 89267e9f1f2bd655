//! What stands before the hunks of a file: `diff --git` and the lines below it, `---` and `+++`.

use super::name::{Name, Names, is_missing, names, twice};
use crate::syntax::{hunk::Header, line::Line};

/// What is said of a file before its hunks.
#[derive(Debug, Default)]
pub(super) struct Head<'r> {
    /// Before and after; none where there is no file.
    pub(super) names: Option<Names<'r>>,
    /// What is done besides.
    pub(super) says: Says<'r>,
    /// Where its hunks begin, or what comes after it.
    pub(super) next: usize,
}

/// What git says is done to a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Does {
    #[default]
    Edit,
    Create,
    Delete,
    Rename,
    Copy,
}

/// What git says of a file.
#[derive(Debug, Default)]
pub(super) struct Says<'r> {
    pub(super) does: Does,
    /// Of a file that goes, or whose mode changes.
    pub(super) old_mode: Option<&'r str>,
    /// Of a file that is new, or whose mode changes.
    pub(super) new_mode: Option<&'r str>,
    /// The mode that stays.
    pub(super) mode: Option<&'r str>,
    pub(super) binary: bool,
    from: Option<Name<'r>>,
    to: Option<Name<'r>>,
}

impl Says<'_> {
    /// Whether something is done even without hunks.
    pub(super) fn does_something(&self) -> bool {
        let mode_changes = self.old_mode.is_some() && self.new_mode.is_some();
        self.does != Does::Edit || mode_changes || self.binary
    }
}

impl<'r> Head<'r> {
    /// Reads the head at `at`; `None` where none is.
    pub(super) fn read(text: &'r str, at: usize) -> Option<Self> {
        let first = Line::at(text, at);
        if !first.text.starts_with("diff --git ") {
            return pair(text, &first);
        }
        let mut head = Self { next: first.next, ..Self::default() };
        while head.next < text.len() {
            let line = Line::at(text, head.next);
            if !head.says.take(&line) {
                break;
            }
            head.next = line.next;
        }
        let below = Line::at(text, head.next);
        let (from, to) = (head.says.from.take(), head.says.to.take());
        if let Some(pair) = pair(text, &below) {
            head.next = pair.next;
            head.names = pair.names;
        } else if let Some(name) = twice(&first) {
            let both = (Some(name.clone()), Some(name));
            head.names = Some(match both {
                (_, new) if head.says.does == Does::Create => Names::Of(None, new),
                (old, _) if head.says.does == Does::Delete => Names::Of(old, None),
                (old, new) => Names::Of(old, new),
            });
        }
        // These have no prefix, so they need no reading.
        match (from, to) {
            (Some(Name::File(from)), Some(Name::File(to))) => {
                head.names = Some(Names::Of(Some(from), Some(to)));
            }
            (Some(Name::Bad(span)), _) | (_, Some(Name::Bad(span))) => {
                head.names = Some(Names::Bad(span));
            }
            _ => {}
        }
        Some(head)
    }
}

/// `---` and `+++`.
fn pair<'r>(text: &'r str, first: &Line<'r>) -> Option<Head<'r>> {
    if !first.text.starts_with("--- ") {
        return None;
    }
    let second = Line::at(text, first.next);
    if !second.text.starts_with("+++ ") {
        return None;
    }
    let names = names(Name::in_line(first, "--- "), Name::in_line(&second, "+++ "));
    // `diff -N` writes no `/dev/null`, but the first second of all.
    let names = match (names, is_missing(first), is_missing(&second)) {
        (Names::Of(_, new), true, false) => Names::Of(None, new),
        (Names::Of(old, _), false, true) => Names::Of(old, None),
        (names, _, _) => names,
    };
    Some(Head { names: Some(names), says: Says::default(), next: second.next })
}

impl<'r> Says<'r> {
    /// Takes down one of git's lines; says whether it is one.
    fn take(&mut self, line: &Line<'r>) -> bool {
        let after = |keyword| line.text.strip_prefix(keyword);
        if let Some(mode) = after("old mode ") {
            self.old_mode = Some(mode);
        } else if let Some(mode) = after("new mode ") {
            self.new_mode = Some(mode);
        } else if let Some(mode) = after("new file mode ") {
            (self.does, self.new_mode) = (Does::Create, Some(mode));
        } else if let Some(mode) = after("deleted file mode ") {
            (self.does, self.old_mode) = (Does::Delete, Some(mode));
        } else if after("rename from ").is_some() {
            (self.does, self.from) = (Does::Rename, Some(Name::in_line(line, "rename from ")));
        } else if after("rename to ").is_some() {
            (self.does, self.to) = (Does::Rename, Some(Name::in_line(line, "rename to ")));
        } else if after("copy from ").is_some() {
            (self.does, self.from) = (Does::Copy, Some(Name::in_line(line, "copy from ")));
        } else if after("copy to ").is_some() {
            (self.does, self.to) = (Does::Copy, Some(Name::in_line(line, "copy to ")));
        } else if let Some(index) = after("index ") {
            self.mode = index.split_once(' ').map(|(_, mode)| mode);
        } else if after("Binary files ").is_some() || line.text == "GIT binary patch" {
            self.binary = true;
        } else {
            return ["similarity index ", "dissimilarity index "]
                .iter()
                .any(|keyword| after(keyword).is_some());
        }
        true
    }

    /// The mode of what is no file, in words.
    pub(super) fn not_a_file(&self) -> Option<&'static str> {
        let modes = [self.new_mode, self.mode, self.old_mode];
        modes.into_iter().flatten().find_map(|mode| match mode.trim_end() {
            "120000" => Some("a symbolic link"),
            "160000" => Some("a submodule"),
            _ => None,
        })
    }
}

/// Whether hunks begin at `at`.
pub(super) fn has_hunks(text: &str, at: usize) -> bool {
    Header::read(Line::at(text, at).text).is_some()
}
