//! Reports with much in them for a model.

use git_clada::report::{ErrorType, Report};
use serde_json::json;

use super::{HINT, failed, landed, ok, rejected, report};

fn lines(count: usize, of: &str) -> String {
    (1..=count).map(|n| format!("{of} {n}\n")).collect::<Vec<_>>().concat()
}

/// Short reads and long ones, of which the long have to share what is left.
pub(super) fn long_reads() -> Report {
    let read = |id: &str, path: &str, content: &str| {
        ok(id, "file_read", &json!({"path": path}), &json!({"path": path, "content": content}))
    };
    let numbered: Vec<_> = (400..800).map(|n| format!("{n}: let x{n} = {n};\n")).collect();
    let both = format!("=== a.rs ===\n{}\n\n=== b.rs ===\n{}", lines(60, "a"), lines(90, "b"));
    let minified = format!("var a=[{}];", "\"é\",".repeat(900));
    report(vec![
        read("r1a", "VERSION", "1.2.3\n"),
        read("r2b", "docs/fences.md", "````md\n```sh\nmake\n```\n````\n"),
        read("r3c", "src/long.rs", &lines(500, "this is line")),
        ok(
            "r4d",
            "file_read_numbered",
            &json!({"path": "src/more.rs", "lines": "400-799"}),
            &json!({"path": "src/more.rs", "content": numbered.concat()}),
        ),
        ok(
            "r5e",
            "files_read",
            &json!({"paths": "a.rs\nb.rs\n"}),
            &json!({"paths": ["a.rs", "b.rs"], "content": both}),
        ),
        read("r6f", "web/min.js", &minified),
        read("r7g", "empty.txt", ""),
    ])
}

/// So many failures that they do not all have room, and one thing that was asked for.
pub(super) fn many_failures() -> Report {
    let mut results: Vec<_> = (0..300)
        .map(|n| {
            let path = format!("src/file{n}.rs");
            let params = json!({"path": path, "old_text": "a", "new_text": "b"});
            let error = format!("ENOENT: no such file or directory, open '{path}'");
            failed(&format!("{n:03}"), "file_replace_text", &params, ("ENOENT", &error))
        })
        .collect();
    let params = json!({"path": "VERSION"});
    results.push(ok("ver", "file_read", &params, &json!({"path": "VERSION", "content": "1.2\n"})));
    landed(report(results))
}

/// What the policy does not allow: before anything ran, and while it ran.
pub(super) fn refused() -> Report {
    let outside = "PATH_ESCAPE: path is outside the allowed roots, '/etc/hosts'";
    let mut late =
        failed("p3c", "file_write", &json!({"path": "link/hosts"}), ("PATH_ESCAPE", outside));
    late.hint = Some(String::from("`--allow-root /etc` allows what is below that directory"));
    let mut report = report(vec![late]);
    let mut early = rejected();
    early.error_type = ErrorType::Policy;
    early.message =
        String::from("PATH_FORBIDDEN: git's own directory is never touched, '.git/config'");
    early.action = Some(String::from("file_write"));
    early.sham_content = String::from(
        "#!SHAM [@three-char-SHA-256: w1r]\naction = \"file_write\"\npath = \
                          \".git/config\"\ncontent = \"x\"\n#!END_SHAM_w1r",
    );
    early.error.code = String::from("PATH_FORBIDDEN");
    early.help = Some(String::from("no flag or setting allows this; leave it to the user"));
    report.result.parse_errors = vec![early];
    report.result.total_blocks += 1;
    report
}

/// Edits, failures with hints, rejected blocks, warnings, and each kind of output.
pub(super) fn each_kind() -> Report {
    let content = "A block:\n\n```\n#!SHAM [@three-char-SHA-256: abc]\n#!END_SHAM_abc\n```\n";
    let params = json!({"path": "docs/a.md", "old_text": content, "new_text": "````"});
    let mut edit = failed(
        "e1a",
        "file_replace_text",
        &params,
        ("MATCH_NOT_FOUND", "old_text not found in file"),
    );
    edit.hint = Some(HINT.to_owned());
    let message = "files_replace_all_text: Failed to edit 1 file(s):\n  gone.rs: ENOENT: no such \
                   file or directory, open 'gone.rs'";
    let params = json!({"paths": "a.rs\nb.rs\ngone.rs", "old_text": "x", "new_text": "y"});
    let mut partly = failed("e2b", "files_replace_all_text", &params, ("ENOENT", message));
    partly.data = json!({"results": [
        {"path": "a.rs", "replacements": 2},
        {"path": "b.rs", "replacements": 1},
        {"path": "gone.rs", "replacements": 0, "error": "ENOENT"},
    ]})
    .as_object()
    .cloned();
    let some = json!({"paths": ["a.rs"], "content": "=== a.rs ===\nfn a() {}\n"});
    let read =
        "files_read: Failed to read 1 file(s):\n  b.rs: EACCES: permission denied, open 'b.rs'";
    let mut half = failed("e3c", "files_read", &json!({"paths": "a.rs\nb.rs"}), ("EACCES", read));
    half.data = some.as_object().cloned();
    let mut results = vec![
        ok("w1a", "file_write", &json!({"path": "x", "content": "1"}), &json!({"bytesWritten": 1})),
        edit,
        partly,
        half,
    ];
    results.extend(found());
    let mut report = landed(report(results));
    let (mut second, mut warning) = (rejected(), rejected());
    second.error.line = 14;
    second.message = String::from("Missing parameter: content");
    second.error.code = String::from("MISSING_PARAMETER");
    second.help = None;
    warning.message = String::from("Header on line 15 says '@nesl-id'");
    warning.error.code = String::from("NESL_ANNOTATION");
    report.result.parse_errors = vec![rejected(), second];
    report.result.warnings = vec![warning];
    report.result.omitted_errors = 12;
    report.result.total_blocks += 1;
    report
}

fn found() -> Vec<git_clada::report::ActionResult> {
    vec![
        ok(
            "l1a",
            "ls",
            &json!({"path": "src"}),
            &json!({"entries": [
                {"name": "bin", "type": "directory", "size": 0},
                {"name": "main.rs", "type": "file", "size": 120},
                {"name": "it's `odd`.rs", "type": "file", "size": 1},
                {"name": "up", "type": "symlink", "size": 2},
            ]}),
        ),
        ok(
            "g1a",
            "grep",
            &json!({"pattern": "fn `main`", "path": "src"}),
            &json!({"matches": [
                {"file": "src/main.rs", "line_number": 1, "line": "fn main() {"},
                {"file": "src/bin/a b.rs", "line_number": 10, "line": "    fn main() {"},
            ], "truncated": true, "skipped": [
                {"path": "src/secret", "error": "EACCES: permission denied, scandir 'src/secret'"},
            ]}),
        ),
        ok("g2b", "grep", &json!({"pattern": "nowhere", "path": "src"}), &json!({"matches": []})),
        ok(
            "g3c",
            "glob",
            &json!({"pattern": "**/*.rs", "base_path": "."}),
            &json!({"paths": ["src/main.rs", "src/bin/a b.rs"]}),
        ),
        ok("c1a", "context_add", &json!({"path": "src/main.rs"}), &json!({"path": "src/main.rs"})),
        ok(
            "c2b",
            "context_list",
            &json!({}),
            &json!({"items": [
                {"path": "src/main.rs", "size": 120},
                {"path": "src/gone.rs", "error": "ENOENT: no such file or directory"},
            ]}),
        ),
    ]
}
