//! A page of cases: `### name` and the fences below it.

use super::literal;

/// One case of a table.
pub(super) struct Case {
    /// The table and the case: `file_write/001-a-new-file`.
    pub(super) name: String,
    /// The action that the table is named after.
    pub(super) action: String,
    /// Whether what comes of it must be told in full.
    pub(super) strict: bool,
    /// In the page's order.
    pub(super) fences: Vec<Fence>,
}

/// One fence of a case.
pub(super) struct Fence {
    /// The line of its opening, for messages.
    pub(super) line: usize,
    /// Its first word: `before`, `params`, `json`.
    pub(super) kind: String,
    /// The path behind it, or the further words of `sh sham` and `params ACTION`.
    pub(super) path: Vec<u8>,
    /// The words behind the path.
    pub(super) words: Vec<String>,
    /// What stands between its lines, without the last line break.
    pub(super) content: String,
}

/// Reads the cases of a page.
pub(super) fn cases(table: &str, text: &str) -> Vec<Case> {
    let (action, strict) = match table.split_once('/') {
        Some((_, name)) => (name, false),
        None => (table, true),
    };
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.split('\n').zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(name) = line.strip_prefix("### ") {
            let (name, action) = (format!("{table}/{name}"), action.to_owned());
            cases.push(Case { name, action, strict, fences: Vec::new() });
        } else if line.starts_with("```") {
            let info = line.trim_start_matches('`');
            let end = "`".repeat(line.len() - info.len());
            let content: Vec<_> =
                lines.by_ref().map(|(line, _)| line).take_while(|line| *line != end).collect();
            let case = cases.last_mut().expect("a fence stands below a name");
            case.fences.push(Fence::new(number, info, content.join("\n")));
        }
    }
    cases
}

impl Fence {
    fn new(line: usize, info: &str, content: String) -> Self {
        let (kind, rest) = info.split_once(' ').unwrap_or((info, ""));
        let (path, rest) = literal::quoted(rest).unwrap_or_else(|| {
            let (path, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            (path.as_bytes().to_vec(), rest)
        });
        let words = rest.split_whitespace().map(str::to_owned).collect();
        Self { line, kind: kind.to_owned(), path, words, content }
    }

    /// The content's bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        if self.is("escaped") {
            literal::lines(&self.content)
                .unwrap_or_else(|| panic!("line {}: no texts in quotes", self.line))
        } else {
            self.content.clone().into_bytes()
        }
    }

    /// Whether that word stands behind the path.
    pub(super) fn is(&self, word: &str) -> bool {
        self.words.iter().any(|one| one == word)
    }

    /// The permission bits behind the path.
    pub(super) fn mode(&self) -> Option<u32> {
        self.words.iter().find_map(|word| u32::from_str_radix(word, 8).ok())
    }
}
