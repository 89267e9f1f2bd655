//! A command line taken apart as a shell would, less all that a shell would do besides.
//!
//! Nothing here is ever given to a shell. What only a shell could do is refused, lest a `>` be
//! taken for an argument and the model believe that a file was written.

use super::denial::Denial;

/// What a shell would do with a character, and what to write instead.
struct Meaning {
    what: &'static str,
    instead: &'static str,
}

const SEPARATE: &str = "there is no shell: send a `run` block for each command";
const QUOTE: &str = "there is no shell: put the argument in single quotes if the character is \
                     meant as it stands, or name what it should stand for";
const FILES: &str = "there is no shell: its output is returned to you; write files with \
                     `file_write`, or send the line as an `exec` block with `lang = \"bash\"`, \
                     which the user must approve";
const PIPE: &str = "there is no shell: narrow the output with the command's own options, or send \
                    the line as an `exec` block with `lang = \"bash\"`, which the user must approve";

/// Takes a line apart. Quotes and backslashes are a shell's; its operators, redirections,
/// substitutions, globs and assignments are refused.
pub(super) fn split(line: &str) -> Result<Vec<String>, Denial> {
    if let Some(Meaning { what, instead }) = shell_only(line) {
        return Err(Denial::never(line, what, instead));
    }
    let words = shlex::split(line).ok_or_else(|| {
        Denial::never(line, "a quote is not closed", "close each quote that the line opens")
    })?;
    match words.first() {
        None => Err(Denial::never(line, "the command is empty", "name a program")),
        Some(first) if is_assignment(first) => Err(Denial::never(
            line,
            "variables are a shell's to set",
            "there is no shell: send an `exec` block with `lang = \"bash\"`, which the user must \
             approve",
        )),
        Some(_) => Ok(words),
    }
}

/// The words of a line that a shell will run; none where it cannot be told.
#[must_use]
pub fn shell_words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_default()
}

/// What in a line only a shell could do.
fn shell_only(line: &str) -> Option<Meaning> {
    let mut scan = Scan { quote: None, at_start: true, braces: false };
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\0' {
            return Some(Meaning { what: "it holds a NUL", instead: "leave it out" });
        }
        if char == '\\' && scan.quote != Some('\'') {
            // What is escaped stands for itself; within double quotes that holds for these alone,
            // and before another character the backslash itself stands.
            let escapes = |next: &char| scan.quote.is_none() || "$`\"\\\n".contains(*next);
            if chars.next_if(escapes) == Some('\n') {
                return Some(Meaning { what: "it is more than one line", instead: SEPARATE });
            }
            scan.at_start = false;
            continue;
        }
        let next = chars.peek().copied();
        if let Some(meaning) = scan.step(char, next) {
            return Some(meaning);
        }
    }
    None
}

/// Where a scan of a line is.
struct Scan {
    quote: Option<char>,
    at_start: bool,
    /// Whether a brace is open that began a word part.
    braces: bool,
}

impl Scan {
    fn step(&mut self, char: char, next: Option<char>) -> Option<Meaning> {
        let at_start = std::mem::replace(&mut self.at_start, false);
        match self.quote {
            Some('\'') => {
                self.quote = (char != '\'').then_some('\'');
                None
            }
            Some(_) if char == '"' => {
                self.quote = None;
                None
            }
            Some(_) => substitution(char, next),
            None if char == '\'' || char == '"' => {
                self.quote = Some(char);
                None
            }
            None => self.unquoted(char, (at_start, next)),
        }
    }

    fn unquoted(&mut self, char: char, (at_start, next): (bool, Option<char>)) -> Option<Meaning> {
        let (what, instead) = match char {
            ' ' | '\t' => {
                self.at_start = true;
                self.braces = false;
                return None;
            }
            '\n' | '\r' => ("it is more than one line", SEPARATE),
            ';' | '&' => ("`;`, `&` and `&&` are a shell's", SEPARATE),
            '|' => ("`|` and `||` are a shell's", PIPE),
            '<' | '>' => ("redirections are a shell's", FILES),
            '(' | ')' => ("`(` and `)` are a shell's", QUOTE),
            '*' | '?' | '[' => ("patterns of file names are a shell's", QUOTE),
            '~' if at_start => ("`~` is a shell's", QUOTE),
            '#' if at_start => ("a comment is a shell's", QUOTE),
            '{' => {
                self.braces = true;
                return None;
            }
            ',' | '.' if self.braces && (char == ',' || next == Some('.')) => {
                ("`{…}` is a shell's", QUOTE)
            }
            '$' | '`' => return substitution(char, next),
            _ => return None,
        };
        Some(Meaning { what, instead })
    }
}

/// What a shell would put in place of `$…` and of backticks. A `$` before what is no name, such as
/// at the end of a pattern, stands for itself.
fn substitution(char: char, next: Option<char>) -> Option<Meaning> {
    let names = |next: char| next.is_ascii_alphanumeric() || "_({'\"@*#?$!-".contains(next);
    let is_one = char == '`' || (char == '$' && next.is_some_and(names));
    // `"a$"`: the quote closes the word.
    let closes = char == '$' && next == Some('"');
    (is_one && !closes).then_some(Meaning { what: "substitutions are a shell's", instead: QUOTE })
}

fn is_assignment(word: &str) -> bool {
    let Some((name, _)) = word.split_once('=') else { return false };
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|char| char.is_ascii_alphanumeric() || char == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line).unwrap_or_else(|denial| panic!("{line}: {denial}"))
    }

    #[test]
    fn a_line_is_taken_apart_as_a_shell_would() {
        assert_eq!(words("npm test"), ["npm", "test"]);
        assert_eq!(words(r#"grep -n "a b" 'c;d' e\ f"#), ["grep", "-n", "a b", "c;d", "e f"]);
        assert_eq!(words(r"find . -name '*.rs' \( -type f \)").last().expect("one"), ")");
        assert_eq!(words("git show HEAD@{1}"), ["git", "show", "HEAD@{1}"]);
        assert_eq!(words("git log a..b x~2 y^"), ["git", "log", "a..b", "x~2", "y^"]);
        assert_eq!(words(r#"grep "end$" f"#), ["grep", "end$", "f"]);
        assert_eq!(words("echo a#b x=y"), ["echo", "a#b", "x=y"]);
        assert_eq!(words("echo 'a\nb'"), ["echo", "a\nb"]);
    }

    #[test]
    fn what_only_a_shell_could_do_is_refused() {
        for line in [
            "a; b",
            "a & b",
            "a && b",
            "a || b",
            "a | b",
            "a > b",
            "a >> b",
            "a < b",
            "a 2>&1",
            "a $(b)",
            "a `b`",
            "a $HOME",
            "a ${HOME}",
            "a \"$HOME\"",
            "a \"$(b)\"",
            "a \"`b`\"",
            "a $'b'",
            "a *.rs",
            "a b?",
            "a [bc]",
            "a ~/b",
            "a # b",
            "a {b,c}",
            "a {1..3}",
            "a\nb",
            "a \\\nb",
            "(a)",
            "X=1 a",
            "",
            "   ",
            "a 'b",
            "a \"b",
            "a \0",
            "a;b",
            "a&&b",
            "a\"$(b)\"",
            "a \"\\\\$(b)\"",
            "a <(b)",
            "#!bash",
            "a;",
            "a \"\\\n\" b",
        ] {
            let denial = split(line).expect_err(line);
            assert_eq!((denial.code, denial.awaits_approval), ("COMMAND_NOT_ALLOWED", false));
            assert!(denial.help.is_some(), "{line}");
        }
    }
}
