//! The flags that a built-in command may have, and a command line sorted by them.

/// What a command's arguments may be. What is not named here is not built in.
#[derive(Clone, Copy)]
pub(super) struct Syntax {
    /// Letters of flags that stand alone: `nr` for `-n` and `-r`.
    pub(super) plain: &'static str,
    /// Letters of flags that take a value: `-A 3`, `-A3`.
    pub(super) valued: &'static str,
    /// Long flags that stand alone, without their dashes.
    pub(super) long: &'static [&'static str],
    /// Long flags that take a value: `--include=X`, `--include X`.
    pub(super) long_valued: &'static [&'static str],
    /// Long flags that may have a value, behind `=` alone.
    pub(super) optional: &'static [&'static str],
    /// Whether `-5` is a flag.
    pub(super) numbers: bool,
}

/// No flags at all.
pub(super) const NONE: Syntax =
    Syntax { plain: "", valued: "", long: &[], long_valued: &[], optional: &[], numbers: false };

/// Arguments sorted by a syntax.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sorted<'a> {
    /// The flags with their values, as written.
    pub(super) flags: Vec<&'a str>,
    /// The names of the flags: `n` for `-n`, `include` for `--include`.
    pub(super) names: Vec<String>,
    /// The others, up to `--`.
    pub(super) operands: Vec<&'a str>,
    /// The others behind `--`.
    pub(super) behind: Vec<&'a str>,
}

impl Sorted<'_> {
    /// Whether one of those flags is given.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.names.iter().any(|given| names.contains(&given.as_str()))
    }
}

impl Syntax {
    /// Sorts arguments; an argument that is not among the flags is the error.
    pub(super) fn sort<'a>(&self, args: &'a [String]) -> Result<Sorted<'a>, &'a str> {
        let mut sorted = Sorted::default();
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            if arg == "--" {
                sorted.behind.extend(args);
                break;
            }
            let takes_next = if let Some(long) = arg.strip_prefix("--") {
                self.long(long, &mut sorted).ok_or(arg)?
            } else if let Some(letters) = arg.strip_prefix('-').filter(|rest| !rest.is_empty()) {
                self.short(letters, &mut sorted).ok_or(arg)?
            } else {
                sorted.operands.push(arg);
                continue;
            };
            sorted.flags.push(arg);
            if takes_next {
                sorted.flags.push(args.next().ok_or(arg)?);
            }
        }
        Ok(sorted)
    }

    /// Reads a long flag, and says whether its value is the next argument.
    fn long(&self, flag: &str, sorted: &mut Sorted<'_>) -> Option<bool> {
        let (name, value) = match flag.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (flag, None),
        };
        sorted.names.push(name.to_owned());
        if self.long_valued.contains(&name) {
            return Some(value.is_none());
        }
        if self.optional.contains(&name) {
            return Some(false);
        }
        (value.is_none() && self.long.contains(&name)).then_some(false)
    }

    /// Reads short flags behind one dash, and says whether the last one's value is the next
    /// argument.
    fn short(&self, letters: &str, sorted: &mut Sorted<'_>) -> Option<bool> {
        if self.numbers && letters.bytes().all(|byte| byte.is_ascii_digit()) {
            sorted.names.push("number".to_owned());
            return Some(false);
        }
        for (at, letter) in letters.char_indices() {
            sorted.names.push(letter.to_string());
            if self.valued.contains(letter) {
                return Some(at + letter.len_utf8() == letters.len());
            }
            if !self.plain.contains(letter) {
                return None;
            }
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYNTAX: Syntax = Syntax {
        plain: "rn",
        valued: "A",
        long: &["count"],
        long_valued: &["include"],
        optional: &["color"],
        numbers: true,
    };

    fn args(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn flags_and_operands_are_told_apart() {
        let args = args("-rnA3 x -A 4 --include=*.rs --include y --count -5 z -- -r");
        let sorted = SYNTAX.sort(&args).expect("known");
        assert_eq!(sorted.operands, ["x", "z"]);
        assert_eq!(sorted.behind, ["-r"]);
        assert_eq!(sorted.flags.len(), 8);
        assert!(sorted.has(&["A"]) && sorted.has(&["include"]) && !sorted.has(&["x"]));
    }

    #[test]
    fn what_is_not_named_is_not_taken() {
        for line in ["-x", "-rx", "--cou", "--counter", "--count=1", "--inc=x", "-A", "--include"] {
            assert!(SYNTAX.sort(&args(line)).is_err(), "{line}");
        }
        assert_eq!(NONE.sort(&args("-5")), Err("-5"));
    }
}
