//! Lines that stand for lines that were left out: `...`, `// ... existing code ...`.

/// What comments begin with, the longer ones first.
const BEGIN: [&str; 9] = ["<!--", "//", "/*", "--", "#", ";", "%", "*", "{/*"];
/// What some end with.
const END: [&str; 3] = ["-->", "*/}", "*/"];
/// What they say, in lower case.
const SAID: [&str; 10] = [
    "existing code",
    "existing content",
    "rest of the",
    "rest unchanged",
    "remains unchanged",
    "remains the same",
    "unchanged",
    "same as before",
    "other code",
    "omitted",
];
/// The longest line that is looked at, in bytes.
const LONGEST: usize = 200;

/// Whether a line stands for others.
pub(super) fn is_elision(line: &str) -> bool {
    let line = line.trim();
    if line.len() > LONGEST {
        return false;
    }
    let begin = BEGIN.iter().rev().find_map(|begin| line.strip_prefix(begin));
    let said = begin.unwrap_or(line);
    let said = END.iter().find_map(|end| said.strip_suffix(end)).unwrap_or(said).trim();
    let said = said.trim_matches(['[', ']', '(', ')']).trim();
    let dots = |text: &str| text.starts_with("...") || text.starts_with('…');
    if said.chars().all(|character| matches!(character, '.' | '…')) {
        return dots(said);
    }
    let words = said.to_lowercase();
    let speaks = SAID.iter().any(|phrase| words.contains(phrase));
    let dotted = dots(said) || said.ends_with("...") || said.ends_with('…');
    begin.is_some() && (speaks || dotted) || speaks && dotted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_models_write_for_lines_left_out_is_known() {
        let elisions = [
            "...",
            "    ...",
            "…",
            "// ...",
            "# ...",
            "// ... existing code ...",
            "/* ... */",
            "<!-- rest of the page -->",
            "# rest unchanged",
            "    # ... (the rest remains the same)",
            "-- other code omitted",
            "{/* ... */}",
            "[...]",
            "... rest unchanged ...",
        ];
        for line in elisions {
            assert!(is_elision(line), "{line}");
        }
    }

    #[test]
    fn code_and_plain_comments_are_not() {
        let lines = [
            "",
            "}",
            "...args,",
            "for (i = 0; ...)",
            "// total of all lines",
            "# TODO",
            "a..b",
            "..",
        ];
        for line in lines {
            assert!(!is_elision(line), "{line}");
        }
    }
}
