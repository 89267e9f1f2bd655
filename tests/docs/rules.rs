//! What holds for all pages, whatever they say: commands are run, links lead somewhere, and a
//! workflow is one.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use regex::Regex;
use serde_yaml::Value;

use crate::page::{Block, Page, Part};

/// Blocks of a shell's commands without their output.
const SHELLS: [&str; 3] = ["bash", "sh", "shell"];
/// What lines that are meant to be typed begin with.
const TYPED: [&str; 4] = ["$ ", "cargo ", "git ", "git-clada "];

/// Commands that stand where none is run, and without a reason.
pub(crate) fn commands_outside(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    for part in page.parts() {
        match part {
            Part::Prose(lines) => {
                let indented = lines.iter().filter_map(|line| line.strip_prefix("    "));
                found.extend(indented.filter(|line| is_typed(line)).map(ToOwned::to_owned));
            }
            Part::Block(block) => {
                let is_run = block.is_session() || block.file.is_some();
                let reason = block.not_run.as_deref().is_some_and(|reason| !reason.is_empty());
                if !is_run && !reason {
                    found.extend(typed_in(block));
                }
            }
        }
    }
    found
}

fn typed_in(block: &Block) -> Vec<String> {
    let shell = SHELLS.contains(&&*block.info);
    // What a block shows of a shell's session has its prompt; a list of commands has none.
    let typed = |line: &&String| if shell { !line.is_empty() } else { line.starts_with("$ ") };
    block.lines.iter().filter(typed).cloned().collect()
}

fn is_typed(line: &str) -> bool {
    TYPED.iter().any(|start| line.starts_with(start))
}

/// Links of a page that lead nowhere, by file or by heading.
pub(crate) fn broken_links(path: &Path) -> Vec<String> {
    let text = fs_err::read_to_string(path).expect("a page that can be read");
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let prose = Page::read(&text).parts().iter().fold(String::new(), |mut prose, part| {
        if let Part::Prose(lines) = part {
            prose.push_str(&lines.join("\n"));
            prose.push('\n');
        }
        prose
    });
    let targets = link.captures_iter(&prose).filter_map(|found| found.get(1));
    let targets = targets.map(|target| target.as_str()).filter(|target| !target.contains("://"));
    let broken = targets.filter(|target| !leads_somewhere(path, target));
    broken.map(|target| format!("{}: {target}", path.display())).collect()
}

fn leads_somewhere(page: &Path, target: &str) -> bool {
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let file = match file {
        "" => page.to_owned(),
        file => page.with_file_name(file),
    };
    let Ok(text) = fs_err::read_to_string(&file) else { return file.is_dir() };
    heading.is_empty() || headings(&text).iter().any(|known| known == heading)
}

/// The names that GitHub gives to the headings of a page.
fn headings(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        words.chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    text.lines().filter(|line| line.starts_with('#')).map(name).collect()
}

/// What is wrong with a workflow of GitHub's, if anything is: its form, and whether the page that
/// it stands in runs its commands too.
pub(crate) fn workflow(text: &str, page: &Page) -> Option<String> {
    let parsed: Value = match serde_yaml::from_str(text) {
        Ok(parsed) => parsed,
        Err(error) => return Some(error.to_string()),
    };
    let Some(jobs) = parsed.get("jobs").and_then(Value::as_mapping) else {
        return Some("no jobs".to_owned());
    };
    if parsed.get("on").is_none() {
        return Some("nothing starts it".to_owned());
    }
    jobs.values().find_map(|job| wrong_job(job, page))
}

fn wrong_job(job: &Value, page: &Page) -> Option<String> {
    if job.get("runs-on").and_then(Value::as_str).is_none() {
        return Some("a job runs nowhere".to_owned());
    }
    let steps = job.get("steps").and_then(Value::as_sequence);
    let Some(steps) = steps else { return Some("a job without steps".to_owned()) };
    steps.iter().find_map(|step| {
        let text = |key: &str| step.get(key).and_then(Value::as_str);
        match (text("run"), text("uses")) {
            (Some(run), None) => run.lines().find_map(|line| not_run(line, page)),
            (None, Some(uses)) if uses.contains('@') => None,
            _ => Some(format!("it neither runs nor uses something: {step:?}")),
        }
    })
}

/// A line of a workflow that the page does not run; how the program is installed is not tried.
fn not_run(line: &str, page: &Page) -> Option<String> {
    let run = page.sessions().flat_map(Block::steps).any(|step| step.command == line);
    (!run && !line.starts_with("cargo install ")).then(|| format!("the page does not run `{line}`"))
}

/// The actions that a response may ask for.
pub(crate) fn actions() -> Vec<String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_git-clada"));
    let run = program.args(["actions", "--format", "json"]).output();
    let json = run.expect("the program runs").stdout;
    let schemas: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let schemas = schemas.get("actions").and_then(serde_json::Value::as_object);
    schemas.expect("a schema for each action").keys().cloned().collect()
}

/// The settings that the sources read.
pub(crate) fn settings(folder: &Path) -> BTreeSet<String> {
    let key = Regex::new(r#""(clada\.[a-z][A-Za-z]+)""#).expect("a pattern");
    let mut found = BTreeSet::new();
    for entry in fs_err::read_dir(folder).expect("a folder that can be read") {
        let path = entry.expect("an entry that can be read").path();
        if path.is_dir() {
            found.extend(settings(&path));
            continue;
        }
        let source = fs_err::read_to_string(&path).unwrap_or_default();
        found
            .extend(key.captures_iter(&source).filter_map(|key| Some(key.get(1)?.as_str().into())));
    }
    found
}

#[test]
fn each_rule_finds_what_is_against_it() {
    let page = |text: &str| Page::read(text);
    assert_eq!(commands_outside(&page("a\n\n    git clada undo\n")), ["git clada undo"]);
    assert_eq!(commands_outside(&page("```sh\nls\n```\n")), ["ls"]);
    assert_eq!(commands_outside(&page("```text\n$ ls\n```\n")), ["$ ls"]);
    let fine = "<!-- not run: why -->\n```sh\nls\n```\n```console\n$ ls\n```\n    code\n";
    assert!(commands_outside(&page(fine)).is_empty());
    assert_eq!(headings("# Ask `git` first, then\n"), ["ask-git-first-then"]);
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    assert!(leads_somewhere(&readme, "CONTRIBUTING.md#tests"));
    assert!(!leads_somewhere(&readme, "CONTRIBUTING.md#no-such-heading"));
    assert!(!leads_somewhere(&readme, "no-such-page.md"));
    let job = "jobs:\n  a:\n    runs-on: x\n    steps:\n      - run: ls\n";
    let running = page("```console\n$ ls\n```\n");
    assert_eq!(workflow(&format!("on: push\n{job}"), &running), None);
    assert!(workflow(&format!("on: push\n{job}"), &page("")).is_some());
    assert!(workflow(job, &running).is_some() && workflow("on: [", &running).is_some());
}
