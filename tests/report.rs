//! Reports against goldens in `test-data/report/`; `CLADA_BLESS=1` rewrites them.

mod report_cases;

use std::path::Path;

use fs_err as fs;
use git_clada::{
    action::OutputDisplay,
    base::Timestamp,
    report::{
        IgnoredTree, Interrupted, LogLine, MarkdownOptions, OperationName, OtherSession, Position,
        Presentation, Report, ShowFacts, StatusFacts, StepConflict, StepFacts, TextOptions,
        WaitingEdit, log_json, log_text, markdown, next_steps, show_text, status_json, status_text,
        step_json, step_text, text, write_json,
    },
};
use report_cases::{Case, cases};
use serde::Serialize;

/// What the catalogue says of the actions that the cases use.
struct Catalogue;

impl Presentation for Catalogue {
    fn primary_param(&self, action: &str) -> Option<&str> {
        match action {
            "grep" | "glob" => Some("pattern"),
            "exec" => Some("lang"),
            "run" => Some("command"),
            "file_move" => Some("old_path"),
            "files_read" | "files_replace_all_text" => Some("paths"),
            "unknown" | "context_list" => None,
            _ => Some("path"),
        }
    }

    fn is_path(&self, _: &str, parameter: &str) -> bool {
        matches!(parameter, "path" | "old_path")
    }

    fn output_display(&self, action: &str) -> OutputDisplay {
        match action {
            "exec" | "run" => OutputDisplay::Conditional,
            "file_read" | "file_read_numbered" | "files_read" | "ls" | "grep" | "glob"
            | "context_list" => OutputDisplay::Always,
            _ => OutputDisplay::Never,
        }
    }
}

/// Compares with the golden, or rewrites it.
#[expect(clippy::disallowed_methods, reason = "a switch of the tests, not of the program")]
fn check(name: &str, rendered: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/report").join(name);
    if std::env::var_os("CLADA_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("inside")).expect("made");
        fs::write(&path, rendered).expect("written");
    }
    let golden = fs::read_to_string(&path).expect("a golden; CLADA_BLESS=1 writes it");
    assert!(golden == rendered, "{name} differs:\n{rendered}");
}

fn drawn(report: &Report, options: &TextOptions) -> String {
    text(report, &Catalogue, options)
}

#[test]
fn text_at_80_columns() {
    for Case { name, report } in cases() {
        check(&format!("{name}/80.txt"), &drawn(&report, &TextOptions::default()));
    }
}

#[test]
fn text_at_200_columns() {
    for Case { name, report } in cases() {
        let options = TextOptions { width: 200, ..TextOptions::default() };
        check(&format!("{name}/200.txt"), &drawn(&report, &options));
    }
}

#[test]
fn text_in_colour_and_without_unicode() {
    let wanted = ["some-failed", "dry-run"];
    for Case { name, report } in cases().into_iter().filter(|case| wanted.contains(&case.name)) {
        let colour = TextOptions { colour: true, ..TextOptions::default() };
        check(&format!("{name}/colour.txt"), &drawn(&report, &colour));
        let ascii = TextOptions { unicode: false, ..TextOptions::default() };
        check(&format!("{name}/ascii.txt"), &drawn(&report, &ascii));
    }
}

#[test]
fn markdown_for_the_model() {
    for Case { name, report } in cases() {
        let text = markdown(&report, &Catalogue, &MarkdownOptions::default());
        check(&format!("{name}/markdown.md"), &text);
    }
}

#[test]
fn markdown_keeps_to_its_limit() {
    let limits = [
        ("some-failed", 1200),
        ("long-reads", 2500),
        ("many-failures", 3000),
        ("each-kind", 2000),
        ("each-kind", 120),
    ];
    for Case { name, report } in cases() {
        for (_, max_output) in limits.into_iter().filter(|(case, _)| *case == name) {
            let text = markdown(&report, &Catalogue, &MarkdownOptions { max_output });
            check(&format!("{name}/cut-{max_output}.md"), &text);
        }
    }
}

#[test]
fn json_is_whole() {
    for Case { name, report } in cases().into_iter().filter(|case| case.name == "some-failed") {
        let mut out = Vec::new();
        write_json(&report.result, &mut out).expect("written to memory");
        check(&format!("{name}/result.json"), &String::from_utf8(out).expect("JSON is text"));
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    use unicode_width::UnicodeWidthStr as _;
    for Case { name, report } in cases() {
        for width in [60, 80, 132] {
            let drawn = drawn(&report, &TextOptions { width, ..TextOptions::default() });
            let wide: Vec<_> = drawn.lines().filter(|line| line.width() > width).collect();
            assert!(wide.is_empty(), "{name} at {width} columns: {wide:#?}");
        }
    }
}

const NOW: Timestamp = Timestamp { seconds: 1_700_000_000, offset: 3600 };

fn json(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    write_json(value, &mut out).expect("written to memory");
    String::from_utf8(out).expect("JSON is text")
}

fn log_line(id: &str, ago: i64, kind: &str, summary: &str) -> LogLine {
    LogLine {
        id: id.to_owned(),
        time: Timestamp { seconds: NOW.seconds - ago, ..NOW },
        kind: kind.to_owned(),
        summary: summary.to_owned(),
        succeeded: None,
        undone: false,
        commit: None,
        session: Some("main".to_owned()),
        ignored: Vec::new(),
    }
}

fn ignored() -> Vec<IgnoredTree> {
    let tree = |path: &str, files, bytes, replaced| IgnoredTree {
        path: path.to_owned(),
        files,
        bytes,
        replaced,
    };
    vec![tree("node_modules/", 20_000, 31_400_000, 0), tree("out/\x1b[2J", 0, 0, 3)]
}

fn log() -> Vec<LogLine> {
    let long = "edit src/report/operations/log.rs, write 3 files, delete 2 files, run npm test";
    let apply = |id, ago, summary| LogLine {
        succeeded: Some(true),
        commit: Some("1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d".to_owned()),
        ..log_line(id, ago, "apply", summary)
    };
    vec![
        log_line("zzyxwvutsrqp", 42, "undo", "take back kqvrtwzyxnpm"),
        LogLine { undone: true, ignored: ignored(), ..apply("kqvrtwzyxnpm", 181, long) },
        LogLine { succeeded: Some(false), ..apply("mnopqrstuvwx", 5_000, "edit a\x1b[2J") },
        LogLine { session: None, ..apply("lllkkkmmmnnn", 20 * 86_400, "write docs/intro.md") },
    ]
}

#[test]
fn the_log_is_a_line_per_operation() {
    let options = TextOptions::default();
    check("log/80.txt", &log_text(&log(), NOW, &options));
    let colour = TextOptions { colour: true, ..options };
    check("log/colour.txt", &log_text(&log(), NOW, &colour));
    let ascii = TextOptions { unicode: false, width: 120, ..options };
    check("log/ascii.txt", &log_text(&log(), NOW, &ascii));
    check("log/log.json", &json(&log_json(&log())));
    assert_eq!(log_text(&[], NOW, &options), "no operations yet\n");
}

fn waiting(path: &str) -> WaitingEdit {
    let commit = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d".to_owned();
    WaitingEdit { path: path.to_owned(), commit }
}

fn status() -> StatusFacts {
    let name = |id: &str, summary: &str| {
        Some(OperationName { id: id.to_owned(), summary: summary.to_owned(), on: None })
    };
    StatusFacts {
        interrupted: None,
        in_progress: None,
        bare: false,
        sessions: Vec::new(),
        session: Some("main".to_owned()),
        branch: Some("clada/main".to_owned()),
        base: Some("main".to_owned()),
        base_commit: Some("9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c".to_owned()),
        position: Some(Position { commits: 3, steps_back: 1 }),
        stashed_files: ["notes.txt", "src/app.rs"].map(waiting).into(),
        way_on: Some("`git clada forward --tip` goes back to the session's tip".to_owned()),
        undo: name("kqvrtwzyxnpm", "edit src/app.rs, write 3 files"),
        redo: name("zzyxwvutsrqp", "write docs/intro.md"),
        approvals: vec!["npm test".to_owned(), "cargo build --all-targets".to_owned()],
    }
}

#[test]
fn the_status_is_a_label_and_a_value_a_line() {
    let options = TextOptions::default();
    check("status/session.txt", &status_text(&status(), &options));
    check("status/session.json", &json(&status_json(&status())));
    let none = StatusFacts { branch: Some("main".to_owned()), ..StatusFacts::default() };
    let interrupted = Some(Interrupted {
        what: "a command in the worktree".to_owned(),
        way_on: "`git clada recover` puts the files back".to_owned(),
    });
    let cut_short = StatusFacts { interrupted, ..none.clone() };
    check("status/cut-short.txt", &status_text(&cut_short, &options));
    check("status/cut-short.json", &json(&status_json(&cut_short)));
    check("status/no-session.txt", &status_text(&none, &options));
    check("status/no-session.json", &json(&status_json(&none)));
}

/// What is suggested, as the JSON has it.
fn next(facts: &StatusFacts) -> [String; 3] {
    next_steps(facts).map(|(command, _)| command.into_owned())
}

#[test]
fn undo_is_offered_by_what_it_takes_back_and_only_where_head_stands_there() {
    let options = TextOptions { width: 60, ..TextOptions::default() };
    let facts = StatusFacts { way_on: None, approvals: Vec::new(), ..status() };
    let text = status_text(&facts, &options);
    assert!(text.contains("  take back: edit src/app.rs, write 3 f"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    assert_eq!(next(&facts)[1], "git clada undo");
    let waits = StatusFacts { approvals: vec!["npm test".to_owned()], ..facts.clone() };
    assert_eq!(next(&waits), ["git clada allow", "git clada show", "git clada undo"]);
    let undo = status().undo.map(|undo| OperationName { on: Some("clada/x".to_owned()), ..undo });
    let text = status_text(&StatusFacts { undo: undo.clone(), ..facts.clone() }, &options);
    assert!(text.contains("from clada/x: edit") && !text.contains("git clada undo"), "{text}");
    assert_eq!(next(&StatusFacts { undo, ..waits })[2], "git clada log");
    let empty = Some(Position { commits: 0, steps_back: 0 });
    let begun = StatusFacts { position: empty, ..facts };
    assert_eq!(next(&begun), ["git clada prompt", "git clada apply FILE", "git clada undo"]);
}

#[test]
fn where_head_is_on_no_session_those_that_there_are_are_named() {
    let session = |name: &str, worktree: Option<&str>| OtherSession {
        name: name.to_owned(),
        worktree: worktree.map(ToOwned::to_owned),
    };
    let facts = StatusFacts {
        branch: Some("main".to_owned()),
        sessions: vec![session("api", Some("/w/api")), session("main", None)],
        ..StatusFacts::default()
    };
    check("status/other-sessions.txt", &status_text(&facts, &TextOptions::default()));
    check("status/other-sessions.json", &json(&status_json(&facts)));
    let away = StatusFacts { sessions: vec![session("api", Some("/w/api"))], ..facts };
    assert_eq!(next(&away)[0], "git clada session list", "it can be gone to nowhere but there");
}

#[test]
fn in_a_merge_and_in_a_bare_repository_nothing_is_offered_that_is_refused() {
    let merge = StatusFacts { in_progress: Some("a merge".to_owned()), ..status() };
    let text = status_text(&merge, &TextOptions::default());
    assert!(text.starts_with("in git     a merge is in progress\n"), "{text}");
    assert_eq!(next(&merge), ["git status", "git clada log", "git clada prompt"]);
    let bare = StatusFacts { bare: true, ..StatusFacts::default() };
    assert_eq!(next(&bare)[0], "git clada apply --worktree FILE");
}

#[test]
fn a_step_tells_where_head_stands_and_what_became_of_edits() {
    let options = TextOptions::default();
    let paths = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let back = StepFacts {
        kind: "back",
        operation: Some("kqvrtwzyxnpm".to_owned()),
        session: Some("main".to_owned()),
        steps: 1,
        commit: Some("1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d".to_owned()),
        position: Some(Position { commits: 3, steps_back: 1 }),
        stashed_files: paths(&["notes.txt", "src/app\x1b[2J.rs"]),
        ..StepFacts::default()
    };
    check("step/back.txt", &step_text(&back, &options));
    check("step/back.json", &json(&step_json(&back)));
    let reason = "the same lines were changed; both are in it, between markers";
    let forward = StepFacts {
        kind: "forward",
        steps: 2,
        branch: Some("clada/main".to_owned()),
        stashed_files: Vec::new(),
        restored_files: paths(&["notes.txt", "src/app.rs"]),
        conflicts: vec![StepConflict { path: "src/app.rs".to_owned(), reason }],
        ..back
    };
    check("step/forward.txt", &step_text(&forward, &options));
    check("step/forward.json", &json(&step_json(&forward)));
    let nothing = StepFacts { kind: "forward", ..StepFacts::default() };
    check("step/nothing.txt", &step_text(&nothing, &options));
}

#[test]
fn an_operation_is_shown_in_full() {
    let case = cases().into_iter().find(|case| case.name == "dry-run").expect("a case");
    let mut report = case.report;
    let rejected = cases().into_iter().find(|case| case.name == "all-rejected").expect("a case");
    report.result.parse_errors = rejected.report.result.parse_errors;
    let facts = ShowFacts {
        of: None,
        moved: &["main: 1a2b3c4d5e to nothing".to_owned()],
        ignored: &ignored(),
        id: "kqvrtwzyxnpm",
        kind: "apply",
        time: NOW,
        summary: "AI: edit a.txt, write b.txt\n\n✓ edit a.txt\n✓ write b.txt\n",
        session: Some("main"),
        branch: Some("clada/main"),
        commit: Some("1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"),
        snapshot: None,
        undone: true,
        result: &report.result,
        diffstat: &report.diffstat,
        diff: report.diff.as_deref().unwrap_or_default(),
    };
    check("show/80.txt", &show_text(&facts, &Catalogue, &TextOptions::default()));
    let colour = TextOptions { colour: true, ..TextOptions::default() };
    check("show/colour.txt", &show_text(&facts, &Catalogue, &colour));
}
