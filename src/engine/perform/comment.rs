//! Comments lines out, and takes the comment away again. Pure.

use super::{language::Language, lines};

/// What is done to lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// They are commented out.
    Comment,
    /// Their comments are taken away.
    Uncomment,
}

impl Change {
    /// The lines as they are then.
    pub(super) fn apply(self, text: &str, language: &Language) -> Changed {
        match self {
            Self::Comment => comment(text, language),
            Self::Uncomment => uncomment(text, language),
        }
    }

    /// What to do in a language without line comments, or in one that is not known.
    pub(super) fn instead(self, language: Option<&Language>) -> String {
        match (self, language.map(|language| language.around)) {
            (Self::Comment, Some(Some([before, after]))) => format!(
                "put `{before}` before and `{after}` after the lines, with `file_replace_lines`"
            ),
            (Self::Uncomment, Some(Some([before, after]))) => {
                format!("take `{before}` and `{after}` away with `file_replace_lines`")
            }
            (Self::Comment, Some(None)) => {
                "it has no comments: take the lines out with `file_replace_text`".to_owned()
            }
            (Self::Uncomment, Some(None)) => "it has no comments".to_owned(),
            (Self::Comment, None) => {
                "write the commented lines with `file_replace_lines`".to_owned()
            }
            (Self::Uncomment, None) => {
                "write the lines without their comments with `file_replace_lines`".to_owned()
            }
        }
    }
}

/// Lines with or without their comments, and how many changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) text: String,
    pub(super) lines: usize,
}

/// Puts the language's mark and a space before each line, all at the least indentation among
/// them. Blank lines stay.
fn comment(text: &str, language: &Language) -> Changed {
    let mark = language.mark();
    let indentation = common_indentation(text);
    let mut changed = Changed { text: String::with_capacity(text.len()), lines: 0 };
    for (line, end) in lines::split(text) {
        match line.split_at_checked(indentation) {
            Some((before, after)) if !is_blank(line) => {
                changed.text.extend([before, mark, " ", after, end]);
                changed.lines += 1;
            }
            _ => changed.text.extend([line, end]),
        }
    }
    changed
}

/// Takes from each line the mark that it begins with, and one space after it. Lines without one
/// stay, and so do those whose mark goes on (`///`, `//!`, `#!`): no comment of ours.
fn uncomment(text: &str, language: &Language) -> Changed {
    let mut changed = Changed { text: String::with_capacity(text.len()), lines: 0 };
    for (line, end) in lines::split(text) {
        let (before, rest) = line.split_at(indentation(line).len());
        if let Some(rest) = without_mark(rest, language) {
            changed.text.extend([before, rest, end]);
            changed.lines += 1;
        } else {
            changed.text.extend([line, end]);
        }
    }
    changed
}

fn without_mark<'t>(line: &'t str, language: &Language) -> Option<&'t str> {
    language.marks().find_map(|mark| {
        let rest = line.strip_prefix(mark)?;
        let next = rest.chars().next();
        let is_word = mark.ends_with(|c: char| c.is_ascii_alphabetic());
        let goes_on = match next {
            None | Some(' ') => false,
            Some(c) if is_word => c != '\t',
            Some(c) => c == '!' || mark.ends_with(c),
        };
        (!goes_on).then(|| rest.strip_prefix(' ').unwrap_or(rest))
    })
}

/// How many bytes of white space all lines begin with in the same way; blank ones do not count.
fn common_indentation(text: &str) -> usize {
    let mut common: Option<&str> = None;
    for (line, _) in lines::split(text).filter(|(line, _)| !is_blank(line)) {
        let own = indentation(line);
        common = Some(match common {
            None => own,
            Some(common) => shared(common, own),
        });
    }
    common.unwrap_or_default().len()
}

/// What both begin with; spaces and tabs, so a byte is a character.
fn shared<'t>(one: &'t str, other: &str) -> &'t str {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    one.get(..same).unwrap_or_default()
}

fn indentation(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.strip_suffix(rest).unwrap_or_default()
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_whitespace())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::language, *};

    fn language(name: &str) -> &'static Language {
        language::find(name, "").expect("known")
    }

    fn commented(name: &str, text: &str) -> (String, usize) {
        let Changed { text, lines } = comment(text, language(name));
        (text, lines)
    }

    fn uncommented(name: &str, text: &str) -> (String, usize) {
        let Changed { text, lines } = uncomment(text, language(name));
        (text, lines)
    }

    #[test]
    fn the_mark_stands_at_the_least_indentation() {
        let text = "    if a {\n        b\n    }\n";
        let expected = "    // if a {\n    //     b\n    // }\n";
        assert_eq!(commented("a.rs", text), (expected.into(), 3));
        assert_eq!(commented("a.py", "x\n  y"), ("# x\n#   y".into(), 2));
        assert_eq!(commented("a.py", "\t\tx\n\ty"), ("\t# \tx\n\t# y".into(), 2));
        assert_eq!(commented("a.py", "\tx\n  y"), ("# \tx\n#   y".into(), 2), "no common one");
    }

    #[test]
    fn blank_lines_stay_and_line_breaks_too() {
        let text = "  a\r\n\r\n   \n  b";
        assert_eq!(commented("a.c", text), ("  // a\r\n\r\n   \n  // b".into(), 2));
        assert_eq!(commented("a.c", "\n \n"), ("\n \n".into(), 0));
    }

    #[test]
    fn a_commented_line_is_commented_once_more() {
        assert_eq!(commented("a.sh", "# a\n"), ("# # a\n".into(), 1));
        assert_eq!(uncommented("a.sh", "# # a\n"), ("# a\n".into(), 1));
    }

    #[test]
    fn the_mark_and_one_space_are_taken() {
        let text = "  // a\n  //b\n  //   c\n//\n";
        assert_eq!(uncommented("a.js", text), ("  a\n  b\n    c\n\n".into(), 4));
    }

    #[test]
    fn lines_without_a_comment_of_ours_stay() {
        let text = "let a; // b\n/// doc\n//! doc\n\n/* c */\n";
        assert_eq!(uncommented("a.rs", text), (text.into(), 0));
        assert_eq!(uncommented("a.sh", "#!/bin/sh\n"), ("#!/bin/sh\n".into(), 0));
        assert_eq!(uncommented("a.bat", "REMARK\n"), ("REMARK\n".into(), 0));
    }

    #[test]
    fn a_mark_that_comment_does_not_put_is_taken_too() {
        assert_eq!(uncommented("a.ini", "# a\n; b\n"), ("a\nb\n".into(), 2));
        assert_eq!(uncommented("a.bat", "rem a\n:: b\n"), ("a\nb\n".into(), 2));
        assert_eq!(uncommented("a.el", "; a\n;; b\n"), ("a\nb\n".into(), 2));
    }

    proptest! {
        #[test]
        fn uncomment_takes_exactly_what_comment_put(
            text in "([ \t]{0,3}[a#/;!-]{0,3}( [a#/]{0,2})?(\r?\n|\r)){0,6}[ \ta]{0,3}",
            name in prop::sample::select(vec!["a.rs", "a.py", "a.sql", "a.bat", "a.el", "a.ini"]),
        ) {
            let commented = comment(&text, language(name));
            let back = uncomment(&commented.text, language(name));
            prop_assert_eq!(back, Changed { text, lines: commented.lines });
        }
    }
}
