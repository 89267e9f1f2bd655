//! `git clada doctor`: what works here, a line each.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    escape::escape_line,
    style::{Style, Styles},
    text::TextOptions,
    width::{width, wrap},
};

/// The version of the JSON form.
const VERSION: u32 = 1;

/// Whether something works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Works {
    /// It does.
    Yes,
    /// It does not, and is needed.
    No,
    /// It is not there, and can be done without.
    Absent,
}

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What it is.
    pub name: String,
    /// Whether it works.
    pub works: Works,
    /// How it is, in a few words.
    pub found: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Check {
    /// Something that works.
    #[must_use]
    pub fn yes(name: impl Into<String>, found: impl Into<String>) -> Self {
        Self { name: name.into(), works: Works::Yes, found: found.into(), help: None }
    }

    /// Something that does not work, and what to do about it.
    #[must_use]
    pub fn no(name: impl Into<String>, found: impl Into<String>, help: impl Into<String>) -> Self {
        let help = Some(help.into());
        Self { name: name.into(), works: Works::No, found: found.into(), help }
    }

    /// Something that is not there.
    #[must_use]
    pub fn absent(name: impl Into<String>, found: impl Into<String>) -> Self {
        Self { name: name.into(), works: Works::Absent, found: found.into(), help: None }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn but(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

#[derive(Serialize)]
struct Doctor<'c> {
    version: u32,
    works: bool,
    checks: &'c [Check],
}

/// Whether all that is needed works.
#[must_use]
pub fn doctor_works(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.works != Works::No)
}

/// The checks as JSON: `{"version": 1, "works", "checks": [{name, works, found, help?}]}`.
#[must_use]
pub fn doctor_json(checks: &[Check]) -> impl Serialize + '_ {
    Doctor { version: VERSION, works: doctor_works(checks), checks }
}

/// Draws the checks, a line each; what to do stands below what it is about.
#[must_use]
pub fn doctor_text(checks: &[Check], options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let names: Vec<_> = checks.iter().map(|check| escape_line(&check.name)).collect();
    let widest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let indent = " ".repeat(widest + 4);
    let room = options.width.saturating_sub(widest + 4).max(20);
    let mut out = String::new();
    for (check, name) in checks.iter().zip(&names) {
        let (mark, style) = match check.works {
            Works::Yes => ("✓", Style::Good),
            Works::No => ("✗", Style::Bad),
            Works::Absent => ("–", Style::Faint),
        };
        let pad = " ".repeat(widest - width(name));
        for (at, line) in wrap(&escape_line(&check.found), room).into_iter().enumerate() {
            // A `String` takes whatever is written to it.
            let _ = match at {
                0 => writeln!(out, "{} {name}{pad}  {line}", styles.paint(style, mark)),
                _ => writeln!(out, "{indent}{line}"),
            };
        }
        for line in check.help.iter().flat_map(|help| wrap(&escape_line(help), room)) {
            let _ = writeln!(out, "{indent}{}", styles.paint(Style::Faint, line));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_has_a_line_and_what_to_do_stands_below() {
        let checks = [
            Check::yes("git", "2.47.3"),
            Check::absent("ruby", "not found"),
            Check::no(
                "view",
                "none: \u{1b}[31mno",
                "turn the sandbox off, or ask the administrator of this machine",
            ),
        ];
        let options = TextOptions { width: 40, ..TextOptions::default() };
        assert_eq!(
            doctor_text(&checks, &options),
            "✓ git   2.47.3\n\
             – ruby  not found\n\
             ✗ view  none: \\u{1b}[31mno\n        \
             turn the sandbox off, or ask the\n        \
             administrator of this machine\n"
        );
        let json = serde_json::to_value(doctor_json(&checks)).expect("JSON");
        assert_eq!(
            (&json["works"], &json["checks"][1]["works"]),
            (&false.into(), &"absent".into())
        );
        assert!(doctor_works(&checks[..2]));
    }
}
