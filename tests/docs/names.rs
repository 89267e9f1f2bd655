//! Outputs that are the same but for the names of commits and operations.

use regex::Regex;

/// The names that an output has, in the order in which they first stand in it.
#[derive(Default)]
pub(crate) struct Names {
    known: Vec<String>,
}

impl Names {
    /// What is a name: an operation's (twelve letters from `k` to `z`), or a commit's.
    fn pattern() -> Regex {
        Regex::new(r"\b(?:[k-z]{12}|[0-9a-f]{7,64})\b").expect("a pattern")
    }

    /// The place of a name among those known; one that is the beginning of another is that one.
    fn place(&mut self, name: &str) -> usize {
        let same = |known: &String| known.starts_with(name) || name.starts_with(known.as_str());
        if let Some(at) = self.known.iter().position(same) {
            if let Some(known) = self.known.get_mut(at)
                && known.len() < name.len()
            {
                name.clone_into(known);
            }
            return at;
        }
        self.known.push(name.to_owned());
        self.known.len() - 1
    }

    /// Takes in the names of a line, and puts their places in their stead.
    pub(crate) fn numbered(&mut self, line: &str) -> String {
        let replaced = Self::pattern().replace_all(line, |found: &regex::Captures<'_>| {
            let name = found.get(0).map_or("", |name| name.as_str());
            format!("<{} of {}>", self.place(name), name.len())
        });
        replaced.into_owned()
    }

    /// A line with nothing in place of names but that there are some.
    fn unnamed(line: &str) -> String {
        Self::pattern().replace_all(line, "<>").into_owned()
    }

    /// Puts the names of `others` in place of those that stand at the same places here.
    pub(crate) fn translated(&self, text: &str, others: &Self) -> String {
        let translated = Self::pattern().replace_all(text, |found: &regex::Captures<'_>| {
            let name = found.get(0).map_or("", |name| name.as_str());
            let same = |known: &String| known.starts_with(name);
            let other = self.known.iter().position(same).and_then(|at| others.known.get(at));
            other.and_then(|other| other.get(..name.len())).unwrap_or(name).to_owned()
        });
        translated.into_owned()
    }

    /// Whether what was printed is what a page says, output by output.
    pub(crate) fn agree(says: &[Vec<String>], printed: &[Vec<String>]) -> bool {
        let [mut in_page, mut in_fact] = [Self::default(), Self::default()];
        says.len() == printed.len()
            && says
                .iter()
                .zip(printed)
                .all(|(says, printed)| Self::fits(says, printed, &mut in_page, &mut in_fact))
    }

    /// Whether one output is what the page says; both sides' names are taken in.
    pub(crate) fn fits(
        says: &[String],
        printed: &[String],
        in_page: &mut Self,
        in_fact: &mut Self,
    ) -> bool {
        if says.iter().any(|line| line == "…") {
            // Names that the page leaves out have no place in it, and so the others cannot be told.
            let unnamed = |lines: &[String]| lines.iter().map(|line| Self::unnamed(line)).collect();
            let [says, printed]: [Vec<String>; 2] = [unnamed(says), unnamed(printed)];
            return lines_fit(&says, &printed);
        }
        let says: Vec<String> = says.iter().map(|line| in_page.numbered(line)).collect();
        let printed: Vec<String> = printed.iter().map(|line| in_fact.numbered(line)).collect();
        lines_fit(&says, &printed)
    }

    /// What to write in place of what a page said: the same, where it leaves something out and
    /// what is left fits.
    pub(crate) fn elided(said: &[String], printed: &[String]) -> Vec<String> {
        let leaves_out = said.iter().any(|line| line.contains('…'));
        let fits = || Self::fits(said, printed, &mut Self::default(), &mut Self::default());
        if leaves_out && fits() { said.to_vec() } else { printed.to_vec() }
    }
}

fn lines_fit(says: &[String], printed: &[String]) -> bool {
    let Some((first, says_then)) = says.split_first() else { return printed.is_empty() };
    if first == "…" {
        return (0..=printed.len())
            .any(|at| printed.get(at..).is_some_and(|rest| lines_fit(says_then, rest)));
    }
    let Some((line, then)) = printed.split_first() else { return false };
    line_fits(first, line) && lines_fit(says_then, then)
}

fn line_fits(says: &str, printed: &str) -> bool {
    let parts: Vec<String> = says.split('…').map(regex::escape).collect();
    let pattern = Regex::new(&format!("^{}$", parts.join(".*"))).expect("a pattern");
    pattern.is_match(printed)
}

#[test]
fn names_may_be_others_but_the_same_ones_in_the_same_places() {
    let lines = |text: &str| vec![text.lines().map(ToOwned::to_owned).collect::<Vec<String>>()];
    let says = lines("commit 2a8f92aaa6\n* 2a8f92a qsnppxoqwtvk\n* 7cfafdd");
    let same = lines("commit 590ad097ca\n* 590ad09 pvmzwotllnvr\n* b58fb1b");
    let other = lines("commit 590ad097ca\n* b58fb1b pvmzwotllnvr\n* 590ad09");
    assert!(Names::agree(&says, &same) && !Names::agree(&says, &other));
    assert!(!Names::agree(&says, &lines("commit 590ad097ca")));
    assert!(Names::agree(&lines("a\n…\nb …!"), &lines("a\nx\ny\nb 7 s!")));
    assert!(!Names::agree(&lines("a\n…\nb …!"), &lines("a\nx\ny\nb 7 s")));
    assert!(Names::agree(&lines("at 590ad097ca\n…"), &lines("at 2a8f92aaa6\nb58fb1b")));
    assert!(!Names::agree(&lines("a.c"), &lines("abc")), "no pattern of its own");
}
