//! Regular expressions and globs of a response: compiled, or refused in words that say what is
//! wrong and where.

use std::{borrow::Cow, fmt::Display};

use bstr::{BStr, ByteSlice};
use globset::{Candidate, GlobBuilder, GlobSet};
use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use regex_syntax::{ParserBuilder, ast::ErrorKind as Unsupported};

use super::outcome::Failure;
use crate::base::{Braces, RepoPath, as_git_reads};

/// The code of every refusal.
const CODE: &str = "PATTERN_INVALID";
/// The longest pattern, in bytes.
const MAX_PATTERN: usize = 64 * 1024;
/// The longest glob, in bytes: that of a path.
const MAX_GLOB: usize = 4096;
/// How large a compiled expression may be, and what it may use while it searches, in bytes.
const MAX_COMPILED: usize = 10 * 1024 * 1024;
/// How much of a pattern a message shows, in characters.
const SHOWN: usize = 200;

const REGEX_HINT: &str = "write what is meant literally with a `\\` before it, as in `\\(`, or \
                          leave `regex` out: then the pattern is looked for as it stands";
const AROUND_HINT: &str = "search for the line without it: all of the line is shown";
const LINE_HINT: &str = "look for one of its lines; `file_read` shows what stands around it";
const GLOB_HINT: &str = "`[[]` and `[{]` stand for a `[` and a `{`";

/// Compiles what `grep` looks for in a line.
pub(super) fn line_matcher(pattern: &str, is_regex: bool) -> Result<RegexMatcher, Box<Failure>> {
    check_size("grep", pattern, MAX_PATTERN)?;
    if pattern.contains('\n') {
        return Err(line_break());
    }
    if is_regex {
        check_syntax(pattern)?;
    }
    RegexMatcherBuilder::new()
        .fixed_strings(!is_regex)
        .multi_line(true)
        // `$` stands before the `\r\n` of a line too.
        .crlf(true)
        .line_terminator(Some(b'\n'))
        .size_limit(MAX_COMPILED)
        .dfa_size_limit(MAX_COMPILED)
        .build(pattern)
        .map_err(|error| {
            if matches!(error.kind(), ErrorKind::NotAllowed(_)) {
                return line_break();
            }
            let what = format!("grep: Invalid regular expression '{}'", shown(pattern));
            refused(&what, &error, "ask for less repetition")
        })
}

/// Looks at an expression's syntax by itself: this tells where an error is.
fn check_syntax(pattern: &str) -> Result<(), Box<Failure>> {
    let parsed = ParserBuilder::new().utf8(false).build().parse(pattern);
    let mut hint = REGEX_HINT;
    let (column, error) = match parsed {
        Ok(_) => return Ok(()),
        Err(regex_syntax::Error::Parse(error)) => {
            if matches!(
                error.kind(),
                Unsupported::UnsupportedLookAround | Unsupported::UnsupportedBackreference
            ) {
                hint = AROUND_HINT;
            }
            (error.span().start.column, error.kind().to_string())
        }
        Err(regex_syntax::Error::Translate(error)) => {
            (error.span().start.column, error.kind().to_string())
        }
        Err(error) => (1, error.to_string()),
    };
    let what = format!("grep: Invalid regular expression '{}' at column {column}", shown(pattern));
    Err(refused(&what, &error, hint))
}

fn line_break() -> Box<Failure> {
    let error = "grep: pattern holds a line break, and lines are searched one by one";
    Failure::with_hint(CODE, error, LINE_HINT)
}

fn check_size(action: &str, pattern: &str, most: usize) -> Result<(), Box<Failure>> {
    if pattern.is_empty() {
        return Err(Failure::new(CODE, format!("{action}: pattern cannot be empty")));
    }
    if pattern.len() > most {
        return Err(Failure::new(CODE, format!("{action}: pattern is longer than {most} bytes")));
    }
    Ok(())
}

fn refused(what: &str, why: &impl Display, hint: &str) -> Box<Failure> {
    Failure::with_hint(CODE, format!("{what}: {why}"), hint)
}

fn shown(pattern: &str) -> String {
    let mut shown: String = pattern.chars().take(SHOWN).collect();
    if shown.len() < pattern.len() {
        shown.push('…');
    }
    shown
}

/// A glob that is matched with paths relative to a directory.
pub(in crate::engine) struct PathGlob {
    set: GlobSet,
    /// The directories that the glob begins with, as far as they are plain names.
    prefix: Vec<String>,
    /// How many components what it matches has, where that is always the same.
    depth: Option<usize>,
    has_slash: bool,
}

impl PathGlob {
    /// Compiles a glob of an action.
    pub(in crate::engine) fn new(action: &str, glob: &str) -> Result<Self, Box<Failure>> {
        check_size(action, glob, MAX_GLOB)?;
        let what = format!("{action}: Invalid glob '{}'", shown(glob));
        let glob = glob.strip_prefix("./").unwrap_or(glob);
        check_form(&what, glob)?;
        // Of a class that does not end, the crate says so.
        let written = as_git_reads(glob, Braces::Alternatives).unwrap_or(Cow::Borrowed(glob));
        let built =
            GlobBuilder::new(&written).literal_separator(true).empty_alternates(true).build();
        let set = built.and_then(|glob| GlobSet::builder().add(glob).build());
        let set = set.map_err(|error| refused(&what, error.kind(), GLOB_HINT))?;
        let parts: Vec<&str> = glob.split('/').collect();
        let (_, directories) = parts.split_last().unwrap_or((&"", &[]));
        let plain =
            directories.iter().take_while(|part| !part.contains(['*', '?', '[', '{', '\\']));
        let fixed = !glob.contains("**") && !glob.contains(['[', '{', '\\']);
        Ok(Self {
            set,
            prefix: plain.map(|part| (*part).to_owned()).collect(),
            depth: fixed.then_some(parts.len()),
            has_slash: parts.len() > 1,
        })
    }

    /// Whether it is written with a `/`.
    pub(in crate::engine) fn has_slash(&self) -> bool {
        self.has_slash
    }

    /// Whether it matches a path, byte by byte.
    pub(in crate::engine) fn matches(&self, path: &BStr) -> bool {
        self.set.is_match_candidate(&Candidate::from_bytes(path))
    }

    /// Whether a directory may hold what it matches.
    pub(super) fn may_match_in(&self, dir: &RepoPath) -> bool {
        let parts = || dir.as_bstr().split_str("/");
        parts().zip(&self.prefix).all(|(part, plain)| part == plain.as_bytes())
            && self.depth.is_none_or(|depth| parts().count() < depth)
    }
}

/// Refuses what would never match a file's path.
fn check_form(what: &str, glob: &str) -> Result<(), Box<Failure>> {
    let (why, hint) = if glob.starts_with('/') {
        ("paths are matched from the directory on", "leave the `/` at its beginning out")
    } else if glob.split('/').any(|part| part == "..") {
        ("no path holds a `..`", "name the directory above as the one to begin in")
    } else if glob.ends_with('/') {
        ("only files are matched", "a `**` at its end matches all files below")
    } else {
        return Ok(());
    };
    Err(refused(what, &why, hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error<T>(result: Result<T, Box<Failure>>) -> String {
        let failure = result.err().expect("it is refused");
        assert_eq!(failure.code, "PATTERN_INVALID");
        failure.error
    }

    #[test]
    fn an_expression_is_refused_with_what_is_wrong_and_where() {
        for (pattern, end) in [
            ("foo(", "'foo(' at column 4: unclosed group"),
            ("ä)", "'ä)' at column 2: unopened group"),
            (
                "[z-a]",
                "'[z-a]' at column 2: invalid character class range, the start must be <= the end",
            ),
            ("*", "'*' at column 1: repetition operator missing expression"),
            (
                r"(?=x)",
                "at column 1: look-around, including look-ahead and look-behind, is not supported",
            ),
            (r"(x)\1", "at column 4: backreferences are not supported"),
            (r"\p{Nope}", "at column 1: Unicode property not found"),
        ] {
            let error = error(line_matcher(pattern, true));
            assert!(error.starts_with("grep: Invalid regular expression '"), "{error}");
            assert!(error.ends_with(end), "{error}");
            assert!(line_matcher(pattern, false).is_ok(), "{pattern} is a text like any other");
        }
    }

    #[test]
    fn what_expressions_cannot_do_is_no_matter_of_escaping() {
        for (pattern, hint) in
            [("(?<=fn )x", AROUND_HINT), (r"(x)\1", AROUND_HINT), ("foo(", REGEX_HINT)]
        {
            let failure = line_matcher(pattern, true).expect_err("it is refused");
            assert_eq!(failure.hint.as_deref(), Some(hint), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_that_is_too_much_is_refused() {
        assert_eq!(error(line_matcher("", false)), "grep: pattern cannot be empty");
        let long = "x".repeat(MAX_PATTERN + 1);
        let told = "grep: pattern is longer than 65536 bytes";
        assert_eq!(error(line_matcher(&long, false)), told);
        let told = "compiled regex exceeds size limit of 10485760";
        assert!(error(line_matcher("(a{1000}){1000}", true)).ends_with(told));
        let nested = "(".repeat(1000) + &")".repeat(1000);
        assert!(
            error(line_matcher(&nested, true))
                .ends_with("exceed the maximum number of nested parentheses/brackets (250)")
        );
        assert!(line_matcher(&"(".repeat(MAX_PATTERN), true).is_err());
        assert!(line_matcher(&"(".repeat(MAX_PATTERN), false).is_ok());
        let told = "glob: pattern is longer than 4096 bytes";
        assert_eq!(error(PathGlob::new("glob", &"x".repeat(MAX_GLOB + 1))), told);
        for braces in ["{".repeat(2048) + &"}".repeat(2048), "[".repeat(4096), "{a,b}".repeat(800)]
        {
            let _ = PathGlob::new("glob", &braces);
        }
    }

    #[test]
    fn a_line_break_is_never_looked_for() {
        let told = "grep: pattern holds a line break, and lines are searched one by one";
        for (pattern, is_regex) in [("a\nb", false), ("a\nb", true), (r"a\nb", true)] {
            assert_eq!(error(line_matcher(pattern, is_regex)), told);
        }
    }

    #[test]
    fn a_glob_that_matches_nothing_is_refused() {
        for (glob, why) in [
            ("[a", "unclosed character class; missing ']'"),
            ("{a", "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"),
            ("a\\", "dangling '\\'"),
            ("/a", "paths are matched from the directory on"),
            ("../a", "no path holds a `..`"),
            ("a/", "only files are matched"),
        ] {
            let told = format!("glob: Invalid glob '{glob}': {why}");
            assert_eq!(error(PathGlob::new("glob", glob)), told);
        }
    }

    #[test]
    fn nothing_but_two_stars_matches_a_slash() {
        let matches = |glob: &str, path: &str| {
            PathGlob::new("glob", glob).expect("a glob").matches(path.into())
        };
        for (glob, path) in [("a*c", "a/c"), ("a?c", "a/c"), ("a[!b]c", "a/c"), ("a[^b]c", "a/c")] {
            assert!(!matches(glob, path), "{glob} {path}");
        }
        for (glob, path) in
            [("a/**", "a/b/c"), ("**/c", "a/b/c"), ("a[!b]c", "axc"), ("{a,}b", "b")]
        {
            assert!(matches(glob, path), "{glob} {path}");
        }
    }

    #[test]
    fn only_directories_that_may_hold_a_match_are_entered() {
        let enters = |glob: &str, dir: &str| {
            let dir = RepoPath::new(dir).expect("a path");
            PathGlob::new("glob", glob).expect("a glob").may_match_in(&dir)
        };
        for (glob, dir) in
            [("*.rs", "a"), ("a/*.rs", "b"), ("a/*.rs", "a/b"), ("a/b/**", "a/c"), ("*/x", "a/b")]
        {
            assert!(!enters(glob, dir), "{glob} {dir}");
        }
        for (glob, dir) in [
            ("a/*.rs", "a"),
            ("./a/*.rs", "a"),
            ("**/x", "a/b"),
            ("a/b/**", "a"),
            ("a/b/**", "a/b/c"),
            ("{a,b/c}/x", "b/c"),
            ("a/{b/c,d}/x", "a/b/c"),
            ("[ab]/x", "a"),
            ("\\a/x", "a"),
        ] {
            assert!(enters(glob, dir), "{glob} {dir}");
        }
    }
}
