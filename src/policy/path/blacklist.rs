//! Paths that are kept from responses unless the user's git configuration empties the list, and
//! names of files that are not read into a report.
//!
//! A path is judged after its links are resolved: what it names, not how it is written.

use bstr::{BStr, ByteSlice};
use regex::bytes::Regex;

use super::root::{Root, RootKind};
use crate::base::RepoPath;

/// The patterns that hold unless they are emptied (`security.md`: Blacklist). Written out, for a
/// regular expression takes longer to build than all the paths of a response to judge.
const STANDARD: [Pattern; 5] = [
    Pattern::Holds(b".ssh"),
    Pattern::Ends(b".git/config"),
    Pattern::Starts(b"/etc/"),
    Pattern::Starts(b"/sys/"),
    Pattern::Starts(b"/proc/"),
];

/// The paths that a response may not name.
#[derive(Clone, Debug)]
pub struct Blacklist {
    patterns: Vec<Pattern>,
    /// Whether files that may hold secrets are kept out of reports.
    keeps_secrets: bool,
    /// Whether the user's own patterns are among them.
    customised: bool,
}

/// A pattern on the list that is no regular expression.
#[derive(Debug, thiserror::Error)]
#[error("`{pattern}` is no regular expression")]
pub struct BadPattern {
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    source: Box<regex::Error>,
}

/// What a path on the list looks like.
#[derive(Clone, Debug)]
enum Pattern {
    Starts(&'static [u8]),
    Holds(&'static [u8]),
    Ends(&'static [u8]),
    /// The user's own, which must match the whole path.
    Own(Regex),
}

impl Pattern {
    fn matches(&self, path: &[u8]) -> bool {
        match self {
            Self::Starts(start) => path.starts_with(start),
            Self::Holds(part) => path.contains_str(part),
            Self::Ends(end) => path.ends_with(end),
            Self::Own(regex) => regex.is_match(path),
        }
    }
}

impl Default for Blacklist {
    fn default() -> Self {
        Self { patterns: STANDARD.to_vec(), keeps_secrets: true, customised: false }
    }
}

impl Blacklist {
    /// The list as the values of `clada.blacklist` have it, in git's way: each adds a pattern,
    /// and an empty one takes away all that came before it, what holds by default too.
    pub fn configured(values: &[String]) -> Result<Self, BadPattern> {
        let mut list = Self::default();
        for value in values {
            if value.is_empty() {
                list = Self { patterns: Vec::new(), keeps_secrets: false, customised: false };
                continue;
            }
            let regex = Regex::new(&format!("^(?s-u:{value})$"));
            let bad = |source| BadPattern { pattern: value.clone(), source: Box::new(source) };
            list.patterns.push(Pattern::Own(regex.map_err(bad)?));
            list.customised = true;
        }
        Ok(list)
    }

    /// Whether it holds patterns that programs which walk directories could not be told.
    pub(crate) fn is_customised(&self) -> bool {
        self.customised
    }

    /// Whether files that may hold secrets are kept out of reports.
    pub(crate) fn keeps_secrets(&self) -> bool {
        self.keeps_secrets
    }

    /// Whether a place is on the list. A pattern that holds for the whole worktree, such as
    /// `/etc/.*` for a worktree that is `/etc`, says something only of the path within it.
    pub(super) fn bars(&self, root: &Root, rel: &RepoPath) -> bool {
        let top = root.canonical().as_os_str().as_encoded_bytes();
        let inside = [b"/", rel.as_bstr().as_bytes()].concat();
        let whole = if top == b"/" { inside.clone() } else { [top, &inside].concat() };
        self.patterns.iter().any(|pattern| {
            let of_all =
                || root.kind() == RootKind::Worktree && pattern.matches(&[top, b"/"].concat());
            pattern.matches(&whole) && (!of_all() || pattern.matches(&inside))
        })
    }

    /// Whether a file of that name may hold a secret: `.env*`, `*.pem`, `id_*`.
    pub(super) fn bars_reading(&self, name: &BStr) -> bool {
        self.keeps_secrets
            && (name.starts_with(b".env") || name.ends_with(b".pem") || name.starts_with(b"id_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(values: &[&str]) -> Blacklist {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        Blacklist::configured(&values).expect("patterns")
    }

    fn bars(list: &Blacklist, path: &str) -> bool {
        list.patterns.iter().any(|pattern| pattern.matches(path.as_bytes()))
    }

    #[test]
    fn what_holds_by_default_is_what_the_specification_says() {
        let list = Blacklist::default();
        for path in ["/home/a/.ssh/id", "/x/.sshx", "/r/.git/config", "/r.git/config", "/etc/x"] {
            assert!(bars(&list, path), "{path}");
        }
        for path in ["/etcetera", "/r/.git/configs", "/home/etc/x", "/r/ssh"] {
            assert!(!bars(&list, path), "{path}");
        }
        for name in [".env", ".env.local", ".envrc", "key.pem", "id_rsa"] {
            assert!(list.bars_reading(name.into()), "{name}");
        }
        for name in ["env", "x.env", "pem", "key.pem.txt", "xid_rsa", "id"] {
            assert!(!list.bars_reading(name.into()), "{name}");
        }
    }

    #[test]
    fn a_setting_adds_and_an_empty_one_empties() {
        let list = own(&[r".*\.secret", "/srv/.*"]);
        assert!(bars(&list, "/a/b.secret") && bars(&list, "/srv/x") && bars(&list, "/etc/x"));
        assert!(!bars(&list, "/a/b.secrets"), "the whole path is meant");
        assert!(list.is_customised());
        let list = own(&[r".*\.secret", ""]);
        assert!(!bars(&list, "/etc/x") && !bars(&list, "/a.secret"));
        assert!(!list.bars_reading(".env".into()) && !list.is_customised());
        assert!(bars(&own(&["", "/srv/.*"]), "/srv/x"));
        assert!(Blacklist::configured(&["(".to_owned()]).is_err());
    }
}
