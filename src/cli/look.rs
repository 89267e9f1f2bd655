//! How output is looked at: on a terminal or not, how wide, in colours, by which pager.

use std::collections::BTreeMap;
use std::io;

use crate::git::Settings;
use crate::report::TextOptions;

/// The width of output where it is no terminal.
const DEFAULT_WIDTH: usize = 80;
/// What git takes as well where nothing else is set.
const PAGER: &str = "less";

/// The environment's variables that mean something to us.
pub type Variables = BTreeMap<&'static str, String>;

/// How an output is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether a person looks at it.
    pub terminal: bool,
    /// In columns.
    pub width: usize,
    /// Whether colours are wanted.
    pub colour: bool,
    /// What the environment says of colours, whatever the settings say.
    forced: Option<bool>,
    /// Whether colours can be seen there.
    able: bool,
}

impl Screen {
    /// How an output is looked at by the environment alone.
    #[must_use]
    pub fn of(terminal: bool, variables: &Variables) -> Self {
        let set = |name: &str| variables.get(name).is_some_and(|value| !value.is_empty());
        let dumb = variables.get("TERM").is_some_and(|term| term == "dumb");
        let forced = variables.get("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let columns = variables.get("COLUMNS").and_then(|columns| columns.parse().ok());
        let width = columns.or_else(|| terminal.then(terminal_width).flatten());
        // git's own pager stands between us and the terminal, if it says so.
        let able = (terminal || set("GIT_PAGER_IN_USE")) && !dumb;
        let forced = if set("NO_COLOR") { Some(false) } else { forced.then_some(true) };
        Self {
            terminal,
            width: width.unwrap_or(DEFAULT_WIDTH).clamp(40, 1000),
            colour: forced.unwrap_or(able),
            forced,
            able,
        }
    }

    /// Takes the settings into account: `color.clada`, else `color.ui`.
    pub fn obey(&mut self, settings: &Settings<'_>) {
        let keys = ["color.clada", "color.ui"];
        let wanted = keys.into_iter().find_map(|key| settings.string(key));
        let wanted = wanted.map(|value| value.to_ascii_lowercase());
        let by_settings = match wanted.as_deref() {
            Some("always") => true,
            Some("never" | "false" | "no" | "off" | "0") => false,
            Some(_) | None => self.able,
        };
        self.colour = self.forced.unwrap_or(by_settings);
    }

    /// How reports are drawn on it.
    #[must_use]
    pub fn text_options(&self) -> TextOptions {
        TextOptions { width: self.width, colour: self.colour, unicode: true }
    }
}

/// The command of the pager, as git chooses it; `None` where none is wanted.
#[must_use]
pub fn pager(variables: &Variables, settings: &Settings<'_>) -> Option<String> {
    let set = |name: &str| variables.get(name).cloned();
    let chosen = set("GIT_PAGER")
        .or_else(|| settings.string("core.pager"))
        .or_else(|| set("PAGER"))
        .unwrap_or_else(|| PAGER.to_owned());
    (!chosen.is_empty() && chosen != "cat").then_some(chosen)
}

fn terminal_width() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout())
        .or_else(|_| rustix::termios::tcgetwinsize(io::stderr()));
    size.ok().map(|size| usize::from(size.ws_col)).filter(|width| *width > 0)
}
