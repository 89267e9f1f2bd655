//! The man pages: a command's synopsis and options as clap has them, and our own prose around them.

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use roff::{Roff, bold, roman};

use super::prose::{inlines, paragraphs, section, sections, verbatim};
use crate::base::{Form, SETTINGS, Setting};
use crate::cli::args::Cli;

/// When what the pages tell was last true; part of each release.
const DATE: &str = "2026-11-22";
const SOURCE: &str = concat!("git-clada ", env!("CARGO_PKG_VERSION"));
const MANUAL: &str = "git clada manual";
/// The prose of the first page.
const CONCEPTS: &str = include_str!("git-clada.txt");
/// What stands above the examples in help.
const EXAMPLES: &str = "Examples:\n";
const EXIT_STATUS: &str = "`0` where all succeeded or there was nothing to do, `1` where something failed, \
                           `2` for wrong usage, `3` where nothing was applied, `4` where commands wait \
                           for approval: see `git-clada`(1).";
/// What clap writes at each section's beginning, of which a page needs one.
const PREAMBLE: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n";

/// A man page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name of its file: `git-clada-apply.1`.
    pub file: String,
    /// Its source.
    pub text: String,
}

/// A page for the program, and one for each command.
#[must_use]
pub fn pages() -> Vec<Page> {
    let mut whole = Cli::command();
    whole.build();
    let mut pages = vec![first(&whole)];
    below(&whole, &mut pages);
    pages
}

fn below(above: &Command, pages: &mut Vec<Page>) {
    for command in shown(above) {
        pages.push(page(command, above));
        below(command, pages);
    }
}

fn shown(above: &Command) -> impl Iterator<Item = &Command> {
    above.get_subcommands().filter(|command| !command.is_hide_set())
}

fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn first(whole: &Command) -> Page {
    let mut roff = Roff::new();
    for (heading, body) in sections(CONCEPTS) {
        if heading == "FILES" {
            configuration(&mut roff);
        }
        section(&mut roff, heading, body);
    }
    see_also(&mut roff, shown(whole).map(name).chain(["git", "git-config", "git-worktree"]));
    finished(whole, "", &roff)
}

fn page(command: &Command, above: &Command) -> Page {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (prose, examples) = match help.split_once(EXAMPLES) {
        Some((prose, examples)) => (prose, examples),
        None => (help.as_str(), ""),
    };
    let mut roff = Roff::new();
    if !examples.is_empty() {
        roff.control("SH", ["EXAMPLES"]);
        verbatim(&mut roff, examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)));
    }
    section(&mut roff, "EXIT STATUS", EXIT_STATUS);
    let related = std::iter::once(name(above)).chain(shown(command).map(name));
    see_also(&mut roff, related);
    finished(command, prose, &roff)
}

/// The page with what clap knows, further prose for its description, and our own sections.
fn finished(command: &Command, prose: &str, own: &Roff) -> Page {
    let named =
        command.clone().subcommand_help_heading("COMMANDS").subcommand_value_name("command");
    let man = Man::new(named)
        .title(name(command).to_uppercase())
        .section("1")
        .date(DATE)
        .source(SOURCE)
        .manual(MANUAL);
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = man.render_title(&mut text);
    let _ = man.render_name_section(&mut text);
    let _ = man.render_synopsis_section(&mut text);
    let _ = man.render_description_section(&mut text);
    if !prose.trim().is_empty() {
        let mut further = Roff::new();
        further.control("PP", []);
        paragraphs(&mut further, prose.trim());
        text.extend(further.render().into_bytes());
    }
    let _ = man.render_options_section(&mut text);
    if shown(command).next().is_some() {
        let _ = man.render_subcommands_section(&mut text);
    }
    text.extend(own.render().into_bytes());
    let text = mended(&String::from_utf8_lossy(&text));
    Page { file: format!("{}.1", name(command)), text: format!("{PREAMBLE}{text}") }
}

/// What clap wrote, with one preamble (left to the caller), one empty line where it has two breaks, a
/// value for `-C`, and what stands in backticks in bold, as everywhere.
fn mended(text: &str) -> String {
    let text = text.replace(PREAMBLE, "").replace(".br\n\n.br\n", ".sp\n");
    let text = text.replace("[\\fB\\-C \\fR]", "[\\fB\\-C\\fR \\fIDIR\\fR]");
    let lines = text.lines().map(|line| {
        let pieces = line.split('`').enumerate();
        let pieces = pieces.map(|(at, piece)| match at {
            0 => piece.to_owned(),
            at if at % 2 == 1 => format!("\\fB{piece}"),
            _ => format!("\\fR{piece}"),
        });
        pieces.collect::<String>() + "\n"
    });
    lines.collect()
}

fn see_also<'n>(roff: &mut Roff, names: impl Iterator<Item = &'n str>) {
    roff.control("SH", ["SEE ALSO"]);
    let mut line = Vec::new();
    for name in names {
        if !line.is_empty() {
            line.push(roman(", "));
        }
        line.extend([bold(name), roman("(1)")]);
    }
    roff.text(line);
}

/// The table of settings.
fn configuration(roff: &mut Roff) {
    let body = "The settings stand in git's configuration: `git config clada.timeout 2m` for one \
                repository, with `--global` for all. `git clada config list` tells which hold, and where \
                they are set. Durations are `30s`, `500ms`, `2m` or bare seconds, sizes `10MB`, `64KiB` \
                or bare bytes.";
    section(roff, "CONFIGURATION", body);
    for setting in SETTINGS {
        roff.control("TP", []);
        roff.text([bold(setting.key), roman(format!(" ({})", described(setting)))]);
        roff.text(inlines(&about(setting)));
    }
}

/// What a value looks like, and the default: `duration, 30s`.
fn described(setting: &Setting) -> String {
    let form =
        if let Form::OneOf(words) = setting.form { words.join(", ") } else { setting.form.name() };
    let many = if setting.many { ", many" } else { "" };
    match setting.default {
        [] => format!("{form}{many}"),
        default => format!("{form}{many}; default {}", default.join(" ")),
    }
}

fn about(setting: &Setting) -> String {
    match setting.option {
        Some(option) => {
            format!("{} For one run: `{}`.", setting.about, option.replace(", ", "`, `"))
        }
        None => setting.about.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// The words of a command as a shell would have them, as far as examples go.
    fn words(line: &str) -> Vec<String> {
        let quoted = line.split('\'').enumerate();
        let held = quoted.map(|(at, piece)| match at % 2 {
            0 => piece.to_owned(),
            _ => piece.replace(' ', "_"),
        });
        held.collect::<String>().split_whitespace().map(ToOwned::to_owned).collect()
    }

    fn each_command(above: &Command, look: &mut dyn FnMut(&Command)) {
        look(above);
        shown(above).for_each(|command| each_command(command, look));
    }

    #[test]
    fn each_example_is_right_usage() {
        let mut whole = Cli::command();
        whole.build();
        let mut tried = 0;
        let mut try_line = |line: &str| {
            let line = line.split("  ").next().unwrap_or_default();
            let clada = line.split(['|', '<', '>', '&']).map(str::trim);
            for line in clada.filter(|line| line.starts_with("git clada ")) {
                let parsed = Cli::try_parse_from(words(line).into_iter().skip(1));
                assert!(parsed.is_ok(), "{line}: {parsed:?}");
                tried += 1;
            }
        };
        each_command(&whole, &mut |command| {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let (_, examples) = help.split_once(EXAMPLES).unwrap_or_default();
            examples.lines().for_each(|line| try_line(line.trim()));
        });
        CONCEPTS.lines().filter_map(|line| line.strip_prefix("    ")).for_each(&mut try_line);
        assert!(tried > 50, "{tried} examples found");
    }
}
