//! The rules of the house, read off the source: layers, homes of dependencies, shape of files.
//!
//! Each rule reports all that goes against it. Where a rule and good sense collide, change the
//! rule in the same commit and say why.

#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/settings.rs"]
mod settings;
#[path = "tidy/tokens.rs"]
mod tokens;

use std::path::{Path, PathBuf};

use layers::{imports, may_import};
use tokens::{Token, tokens};

/// A file's lines, at most.
const MAX_LINES: usize = 400;
/// Names that say nothing of what a module is for.
const EMPTY_NAMES: [&str; 5] = ["common", "helper", "helpers", "misc", "util"];

/// A dependency and where alone it is used.
struct Home {
    /// Its name in code; a `*` at the end stands for any end.
    name: &'static str,
    /// The file or folder.
    place: &'static str,
}

const HOMES: [Home; 18] = [
    // The one judge of what git would call `.git`. It knows no repository, so it may stand in
    // the gate, which is left of git.
    Home { name: "gix_validate", place: "src/policy/path/forbidden.rs" },
    Home { name: "gix*", place: "src/git/" },
    Home { name: "serde_yaml", place: "src/action/schema.rs" },
    Home { name: "miette", place: "src/text/" },
    Home { name: "globset", place: "src/engine/perform/pattern.rs" },
    Home { name: "grep_searcher", place: "src/engine/perform/grep.rs" },
    Home { name: "shlex", place: "src/policy/command/" },
    // What holds commands back, and the few calls for it that rustix does not wrap.
    Home { name: "landlock", place: "src/workspace/sandbox/rules.rs" },
    Home { name: "libc", place: "src/workspace/sandbox/" },
    Home { name: "seccompiler", place: "src/workspace/sandbox/system_calls.rs" },
    // Who draws on the terminal, and who hears signals, can be found in one place each.
    Home { name: "indicatif", place: "src/cli/output/" },
    Home { name: "signal_hook", place: "src/cli/signals.rs" },
    // What of the desktop and of the system differs everywhere.
    Home { name: "arboard", place: "src/cli/clipboard/keeper.rs" },
    Home { name: "notify", place: "src/cli/watch/eye.rs" },
    // What is made of the command line's own description.
    Home { name: "clap_complete", place: "src/cli/generate/" },
    Home { name: "clap_mangen", place: "src/cli/generate/manual.rs" },
    Home { name: "roff", place: "src/cli/generate/" },
    Home { name: "regex_syntax", place: "src/engine/perform/pattern.rs" },
];

/// Where processes are started: git, commands that its configuration names, the pager and the manual
/// that this process becomes, the process that becomes a command, the command that it becomes, and the
/// process that touches the clipboard.
const STARTS_PROCESSES: [&str; 7] = [
    "src/git/cli.rs",
    "src/git/configured.rs",
    "src/cli/clipboard/errand.rs",
    "src/cli/output/manual.rs",
    "src/cli/output/pager.rs",
    "src/workspace/process/launcher.rs",
    "src/workspace/sandbox/init.rs",
];

/// A source file.
struct Source {
    /// From the package's root, with `/`.
    path: String,
    text: String,
    tokens: Vec<(usize, Token)>,
}

impl Source {
    fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned(), tokens: tokens(text) }
    }

    /// The modules that lead to the file: `src/git/index/mod.rs` is `git`, `index`.
    fn module(&self) -> Option<Vec<&str>> {
        let path = self.path.strip_prefix("src/")?.strip_suffix(".rs")?;
        let path = path.strip_suffix("/mod").unwrap_or(path);
        Some(path.split('/').collect())
    }

    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

/// All sources of the package: the library, the tests and the benches.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for dir in ["src", "tests", "benches"] {
        collect(&root.join(dir), &mut files);
    }
    files.sort();
    let source = |file: &PathBuf| {
        let path = file.strip_prefix(root).expect("invariant: found below the root");
        let path = path.to_str().expect("invariant: our files have plain names");
        let text = fs_err::read_to_string(file).expect("a source that can be read");
        Source::new(&path.replace('\\', "/"), &text)
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    assert!(sources.iter().any(|source| source.path == "src/lib.rs"), "no sources found");
    sources
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs_err::read_dir(dir).expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Runs a rule over all sources and fails with everything that it found.
fn hold(rule: impl Fn(&Source) -> Vec<String>) {
    let found: Vec<String> = sources().iter().flat_map(rule).collect();
    assert!(found.is_empty(), "{} against the rule:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_layer_imports_only_what_stands_left_of_it() {
    hold(layering);
}

fn layering(source: &Source) -> Vec<String> {
    let Some(module) = source.module() else { return Vec::new() };
    let layer = module.first().copied().unwrap_or_default();
    imports(&module, &source.tokens)
        .into_iter()
        .filter(|(_, what)| !may_import(layer, what))
        .map(|(line, what)| source.at(line, &format!("`{layer}` imports `{what}`")))
        .collect()
}

#[test]
fn a_dependency_stays_in_its_home() {
    hold(|source| if source.path.starts_with("src/") { homes(source) } else { Vec::new() });
}

fn homes(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (line, token) in &source.tokens {
        let Token::Word(word) = token else { continue };
        let named = |home: &&Home| match home.name.strip_suffix('*') {
            Some(start) => word.starts_with(start),
            None => word == home.name,
        };
        if let Some(home) = HOMES.iter().find(named)
            && !source.path.starts_with(home.place)
        {
            found.push(source.at(*line, &format!("`{word}` belongs in {}", home.place)));
        }
    }
    found
}

#[test]
fn a_dependency_is_used() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs_err::read_to_string(manifest).expect("the manifest");
    let named: Vec<String> = dependencies(&manifest);
    assert!(named.contains(&"gix".to_owned()), "no dependencies found");
    let sources = sources();
    let in_code = |name: &String| {
        let mut tokens = sources.iter().flat_map(|source| &source.tokens);
        tokens.any(|(_, token)| token.is(&name.replace('-', "_")))
    };
    let idle: Vec<&String> = named.iter().filter(|name| !in_code(name)).collect();
    assert!(idle.is_empty(), "nothing uses {idle:?}");
}

/// The names that the manifest's sections of dependencies give.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut named = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
        } else if let Some((name, _)) = line.split_once(" = ")
            && inside
            && !name.starts_with(['#', ' '])
        {
            named.push(name.to_owned());
        }
    }
    named
}

#[test]
fn processes_are_started_in_one_place() {
    hold(|source| if source.path.starts_with("src/") { processes(source) } else { Vec::new() });
}

fn processes(source: &Source) -> Vec<String> {
    if STARTS_PROCESSES.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, window) in source.tokens.windows(3).enumerate() {
        let [(line, first), (_, Token::Path), (_, last)] = window else { continue };
        let starts = first.is("Command") && last.is("new");
        let mut group = source.tokens.iter().skip(at + 3).map(|(_, token)| token);
        // Other crates have a module of that name, with calls that start nothing.
        let in_group = *last == Token::Mark('{')
            && group
                .by_ref()
                .take_while(|token| **token != Token::Mark('}'))
                .any(|token| token.is("Command"));
        let imports = first.is("process") && (last.is("Command") || in_group);
        if starts || imports {
            found.push(source.at(*line, &format!("starts a process outside {STARTS_PROCESSES:?}")));
        }
    }
    found
}

#[test]
fn the_worktree_changes_where_a_transaction_is_published() {
    hold(|source| if source.path.starts_with("src/") { publishing(source) } else { Vec::new() });
}

/// The types that write to the worktree, the index and the refs are named by history, and by
/// the engine which hands them on; the terminal never has one in its hands.
fn publishing(source: &Source) -> Vec<String> {
    let writers = ["Applying", "HeadChange", "IndexLock", "Overlay", "Prepared", "RefTransaction"];
    let is_writer = |token: &Token| writers.iter().any(|writer| token.is(writer));
    let layer = source.module().and_then(|module| module.first().copied());
    if !matches!(layer, Some("cli" | "report")) {
        return Vec::new();
    }
    let named = source.tokens.iter().filter(|(_, token)| is_writer(token));
    named.map(|(line, _)| source.at(*line, "names what changes the worktree or refs")).collect()
}

#[test]
fn a_file_is_short_and_says_what_it_is_for() {
    hold(shape);
}

fn shape(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_LINES {
        found.push(source.at(lines, &format!("{lines} lines, more than {MAX_LINES}")));
    }
    let first = source.text.lines().next().unwrap_or_default();
    if first.strip_prefix("//! ").is_none_or(|subject| subject.trim().is_empty()) {
        found.push(source.at(1, "does not open with `//! ` and what it is for"));
    }
    found
}

#[test]
fn a_module_file_declares_and_re_exports_only() {
    hold(|source| {
        let is_module = source.path == "src/lib.rs" || source.path.ends_with("/mod.rs");
        if is_module && source.path.starts_with("src/") { declaring(source) } else { Vec::new() }
    });
}

fn declaring(source: &Source) -> Vec<String> {
    let kinds = ["const", "enum", "fn", "impl", "macro_rules", "static", "struct", "trait", "type"];
    let mut found = Vec::new();
    for (line, token) in &source.tokens {
        if kinds.iter().any(|kind| token.is(kind)) {
            found.push(source.at(*line, "a module file only declares and re-exports"));
        }
    }
    for window in source.tokens.windows(3) {
        if let [(line, word), (_, Token::Word(_)), (_, Token::Mark('{'))] = window
            && word.is("mod")
        {
            found.push(source.at(*line, "a module of its own belongs in a file of its own"));
        }
    }
    found
}

#[test]
fn a_module_is_named_for_what_it_is() {
    hold(|source| {
        let empty = |part: &&str| EMPTY_NAMES.contains(&part.trim_end_matches(".rs"));
        let names = source.path.split('/').filter(empty);
        names.map(|name| source.at(1, &format!("`{name}` says nothing"))).collect()
    });
}

#[test]
fn nothing_is_left_undone_or_looked_away_from() {
    hold(undone);
}

fn undone(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for window in source.tokens.windows(2) {
        let [(line, first), (_, second)] = window else { continue };
        let call = |name: &str| first.is(name) && *second == Token::Mark('!');
        if call("todo") || call("unimplemented") {
            found.push(source.at(*line, "is not built"));
        }
        if *first == Token::Mark('[') && second.is("ignore") {
            found.push(source.at(*line, "a test that does not run"));
        }
        if *first == Token::Mark('[') && second.is("allow") {
            found.push(source.at(*line, "`#[expect(…, reason = \"…\")]` rather than `allow`"));
        }
    }
    found
}

#[test]
fn an_error_is_a_fragment_in_lower_case() {
    hold(errors);
}

fn errors(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for window in source.tokens.windows(4) {
        let [(_, Token::Mark('[')), (_, error), (_, Token::Mark('(')), (line, Token::Text(text))] =
            window
        else {
            continue;
        };
        // A word all in capitals is a name, such as HEAD.
        let mut start = text.chars();
        let sentence = start.next().is_some_and(char::is_uppercase)
            && !start.next().is_some_and(char::is_uppercase);
        if error.is("error") && (sentence || text.ends_with('.')) {
            found.push(source.at(*line, &format!("not a lower-case fragment: {text:?}")));
        }
    }
    found
}

/// The rules see what is against them: each line here is.
#[test]
fn each_rule_finds_what_is_against_it() {
    let lines = |rule: fn(&Source) -> Vec<String>, path: &str, text: &str| -> Vec<usize> {
        let line = |found: &String| found.split(':').nth(1)?.parse().ok();
        rule(&Source::new(path, text)).iter().filter_map(line).collect()
    };
    let layered = "//! x\nuse crate::{base::A, text::{B, git},\n  history::C, git};\n\
                   fn f() { crate::report::g(); super::super::engine::h(); super::git::x(); }\n\
                   // crate::cli\nconst S: &str = \"crate::cli\"; const C: char = '\"';\n\
                   mod tests { use super::super::super::cli; use super::super::policy; }\n";
    assert_eq!(lines(layering, "src/action/kind.rs", layered), [3, 3, 4, 4, 7]);
    assert_eq!(lines(layering, "src/cli/args.rs", "use crate::workspace::Overlay;"), [1]);
    assert_eq!(lines(layering, "src/history/mod.rs", "use super::report;"), [1]);
    let depends = "use gix::ObjectId;\nuse gix_validate::x;\nuse miette::y;\nserde_yaml::z();\n";
    assert_eq!(lines(homes, "src/git/repo.rs", depends), [2, 3, 4]);
    assert_eq!(lines(homes, "src/policy/path/forbidden.rs", depends), [1, 3, 4]);
    let starts = "use std::process::{self, Command};\nstd::process::Command::new(\"x\");\n";
    assert_eq!(lines(processes, "src/git/repo.rs", starts), [1, 2, 2]);
    assert_eq!(lines(publishing, "src/cli/args.rs", "\nuse crate::history::Prepared;"), [2]);
    let key = "f(\"clada.author\");\ng(\"set `clada.author`\", \"clada.\", AUTHOR);\n";
    assert_eq!(lines(settings::keys, "src/git/repo.rs", key), [1]);
    assert_eq!(lines(shape, "src/text/cut.rs", &"\n".repeat(401)), [401, 1]);
    assert_eq!(
        lines(declaring, "src/text/mod.rs", "//! x\npub mod a;\nfn f() {}\nmod b {}"),
        [3, 4]
    );
    let idle = "todo!();\n#[ignore]\n#![allow(unused)]\nlet todo = r#\"todo!()\"#;\n";
    assert_eq!(lines(undone, "tests/a.rs", idle), [1, 2, 3]);
    let errors_text = "#[error(\"Cannot\")]\n#[error(\"cannot.\")]\n#[error(\"HEAD is odd\")]\n";
    assert_eq!(lines(errors, "src/git/error.rs", errors_text), [1, 2]);
}
