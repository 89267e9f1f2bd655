//! `git clada context show`: the files as one text for a model, each under its name, as
//! `files_read` gives them.

use std::fmt::Write as _;

use crate::report::budget::{cut, fair_share};

/// A file that must be cut to less than this, in bytes, is left out instead: scraps help nobody.
const SCRAP: usize = 200;

/// A file of the context and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextText {
    /// Relative to the worktree's top, or absolute outside it.
    pub path: String,
    /// Its text, or why it has none that could be shown.
    pub text: Result<String, String>,
}

/// The text for a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The files, and after them what is missing.
    pub text: String,
    /// How many files could not be read; those that are left out to keep to a budget are not
    /// among them.
    pub unread: usize,
}

/// Puts the files together, in no more than `budget` bytes unless their names alone take more.
///
/// What has to go is shared fairly: small files stay whole, large ones lose their middle, and
/// where too little would be left of them, the last ones are left out.
#[must_use]
pub fn shown(files: &[ContextText], budget: Option<usize>) -> Shown {
    let readable: Vec<Part<'_>> = files.iter().filter_map(Part::of).collect();
    let unread: Vec<String> = files
        .iter()
        .filter_map(|file| Some(format!("{}: {}\n", file.path, file.text.as_ref().err()?)))
        .collect();
    let limit = budget.unwrap_or(usize::MAX);
    let sheet = Sheet { unread: unread.concat(), limit };
    // How many files there is room for: halved in, since the fewer, the more is left of each.
    let (mut fits, mut too_many) = (0, readable.len() + 1);
    while fits + 1 < too_many {
        let middle = fits.midpoint(too_many);
        if sheet.share(&readable, middle).is_some() { fits = middle } else { too_many = middle }
    }
    Shown { text: sheet.write(&readable, fits), unread: unread.len() }
}

/// A file whose text is shown.
struct Part<'f> {
    path: &'f str,
    text: &'f str,
}

impl<'f> Part<'f> {
    fn of(file: &'f ContextText) -> Option<Self> {
        Some(Self { path: &file.path, text: file.text.as_deref().ok()? })
    }

    /// What is written around its text: the line above it, the line break that its end may lack,
    /// the empty line after it.
    fn overhead(&self) -> usize {
        heading(self.path).len() + 2
    }
}

/// What is written, and how much of it there may be.
struct Sheet {
    /// The files that could not be read, a line each.
    unread: String,
    limit: usize,
}

impl Sheet {
    /// The most that each of the first `kept` files may have; `None` where that is too little.
    fn share(&self, parts: &[Part<'_>], kept: usize) -> Option<usize> {
        let (shown, dropped) = parts.split_at_checked(kept)?;
        let around: usize = shown.iter().map(Part::overhead).sum();
        let room = self.limit.checked_sub(around + self.notes(dropped).len())?;
        let lengths: Vec<usize> = shown.iter().map(|part| part.text.len()).collect();
        Some(fair_share(&lengths, room)).filter(|&share| share >= SCRAP)
    }

    fn write(&self, parts: &[Part<'_>], kept: usize) -> String {
        let share = self.share(parts, kept).unwrap_or(0);
        let (shown, dropped) = parts.split_at_checked(kept).unwrap_or_default();
        let mut sections: Vec<String> = Vec::with_capacity(kept + 1);
        for part in shown {
            let text = cut(part.text, share);
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            sections.push(format!("{}{text}{end}", heading(part.path)));
        }
        sections.extend(Some(self.notes(dropped)).filter(|notes| !notes.is_empty()));
        sections.join("\n")
    }

    /// What is not there at all, and why.
    fn notes(&self, dropped: &[Part<'_>]) -> String {
        if self.unread.is_empty() && dropped.is_empty() {
            return String::new();
        }
        let mut text = heading("not shown") + &self.unread;
        for part in dropped {
            let _ = writeln!(text, "{}: no room in {} bytes", part.path, self.limit);
        }
        text
    }
}

fn heading(name: &str) -> String {
    format!("=== {name} ===\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(path: &str, text: impl Into<String>) -> ContextText {
        ContextText { path: path.to_owned(), text: Ok(text.into()) }
    }

    fn bad(path: &str, why: &str) -> ContextText {
        ContextText { path: path.to_owned(), text: Err(why.to_owned()) }
    }

    #[test]
    fn files_stand_under_their_names_and_what_is_missing_at_the_end() {
        let files = [
            file("a.rs", "fn a() {}\n"),
            bad("b.png", "not valid UTF-8"),
            file("c", "no end"),
            file("empty", ""),
        ];
        let text = "=== a.rs ===\nfn a() {}\n\n=== c ===\nno end\n\n=== empty ===\n\n\
                    === not shown ===\nb.png: not valid UTF-8\n";
        assert_eq!(shown(&files, None), Shown { text: text.to_owned(), unread: 1 });
        assert_eq!(shown(&[], Some(0)), Shown::default());
    }

    #[test]
    fn small_files_stay_whole_and_large_ones_lose_their_middle() {
        let files = [file("small", "s\n"), file("large", "0123456789\n".repeat(100))];
        let Shown { text, unread } = shown(&files, Some(500));
        assert!(text.starts_with("=== small ===\ns\n\n=== large ===\n0123456789\n"), "{text}");
        assert!(text.contains(" bytes left out …]\n") && text.ends_with("0123456789\n"), "{text}");
        assert!(text.len() <= 500 && text.len() > 450, "{}", text.len());
        assert_eq!(unread, 0, "what a budget leaves out was read");
    }

    #[test]
    fn where_only_scraps_would_be_left_the_last_files_are_left_out() {
        let files: Vec<_> =
            (0..6).map(|number| file(&format!("{number}"), "line\n".repeat(100))).collect();
        let Shown { text, .. } = shown(&files, Some(1000));
        assert!(text.contains("=== 0 ===") && text.len() <= 1000, "{text}");
        assert!(text.ends_with("5: no room in 1000 bytes\n"), "{text}");
        assert!(shown(&files, Some(10)).text.starts_with("=== not shown ===\n0: no room in 10 "));
    }

    proptest! {
        #[test]
        fn a_budget_is_kept(
            lengths in prop::collection::vec(0_usize..2000, 0..12),
            budget in 600_usize..4000,
        ) {
            let texts = lengths.iter().enumerate();
            let files: Vec<_> =
                texts.map(|(number, length)| file(&number.to_string(), "é\n".repeat(*length))).collect();
            prop_assert!(shown(&files, Some(budget)).text.len() <= budget);
        }
    }
}
