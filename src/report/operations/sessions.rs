//! `git clada session list`: a line per session.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::{
    TextOptions,
    commit::abbreviated,
    escape::escape_line,
    style::{Style, Styles},
    width::{cut_end, width},
};

/// The version of the JSON form.
const VERSION: u32 = 1;
/// What the columns have between them.
const GAP: &str = "  ";

/// A session, as the list has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionLine {
    /// Its name.
    pub name: String,
    /// Its branch, without `refs/heads/`.
    pub branch: String,
    /// The commit that it stands at.
    pub commit: String,
    /// The branch that it began on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The commit that it stands on; absent where the log does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_commit: Option<String>,
    /// How many commits it has since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commits: Option<usize>,
    /// The top of the linked worktree that it is worked on in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
    /// The top of the worktree, main or linked, that has it checked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_out: Option<String>,
    /// Whether it is the one that is worked on here.
    pub current: bool,
}

#[derive(Serialize)]
struct Sessions<'l> {
    version: u32,
    sessions: &'l [SessionLine],
}

/// The list as JSON: `{"version": 1, "sessions": […]}`, for `write_json`.
#[must_use]
pub fn sessions_json(lines: &[SessionLine]) -> impl Serialize + '_ {
    Sessions { version: VERSION, sessions: lines }
}

/// Draws the sessions in the order given; the one that is worked on here has a mark, as in
/// `git branch`.
#[must_use]
pub fn sessions_text(lines: &[SessionLine], options: &TextOptions) -> String {
    if lines.is_empty() {
        return "no sessions\n".to_owned();
    }
    let styles = Styles { colour: options.colour };
    let rows: Vec<[String; 3]> = lines.iter().map(row).collect();
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| width(text)).max().unwrap_or(0)
    };
    let (names, counts) = (widest(0), widest(1));
    let mut out = String::new();
    for (line, [name, count, rest]) in lines.iter().zip(&rows) {
        let mark = if line.current { "*" } else { " " };
        let pad = |text: &str, columns: usize| " ".repeat(columns.saturating_sub(width(text)));
        let used = 2 + names + GAP.len() + counts + GAP.len();
        let room = options.width.saturating_sub(used).max(20);
        let fits = width(rest) <= room || line.checked_out.is_none();
        let shown = if fits { rest.clone() } else { since(line) };
        let _ = writeln!(
            out,
            "{mark} {}{}{GAP}{count}{}{GAP}{}",
            styles.paint(Style::Notable, name),
            pad(name, names),
            pad(count, counts),
            cut_end(&shown, room, options.ellipsis()),
        );
        // A path is there to be copied: it is not cut.
        if let Some(path) = line.checked_out.as_deref().filter(|_| !fits) {
            let _ = writeln!(out, "    in {}", styles.paint(Style::Faint, escape_line(path)));
        }
    }
    out
}

fn row(line: &SessionLine) -> [String; 3] {
    let count = match line.commits {
        Some(1) => "1 commit".to_owned(),
        Some(count) => format!("{count} commits"),
        None => "no base".to_owned(),
    };
    let place = line.checked_out.as_deref().map(|path| format!(", in {}", escape_line(path)));
    let rest = format!("{}{}", since(line), place.unwrap_or_default());
    [escape_line(&line.name).into_owned(), count, rest]
}

fn since(line: &SessionLine) -> String {
    let commit = line.base_commit.as_deref().map(abbreviated);
    match (line.base.as_deref().map(escape_line), commit) {
        (Some(base), Some(commit)) => format!("since {base} at {commit}"),
        (None, Some(commit)) => format!("since {commit}"),
        (_, None) => format!("at {}", abbreviated(&line.commit)),
    }
}
