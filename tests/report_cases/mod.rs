//! Reports of every kind, as the engine would make them.

mod for_models;
mod properties;

use git_clada::report::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FailedBlock, FileStat, ParseErrorEntry,
    Report, TransactionInfo,
};
use serde_json::{Value, json};

/// A report and the name of its goldens.
pub(crate) struct Case {
    /// The folder of the goldens.
    pub(crate) name: &'static str,
    /// What is to be told.
    pub(crate) report: Report,
}

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let case = |name, report| Case { name, report };
    vec![
        case("all-ok", all_ok()),
        case("some-failed", some_failed()),
        case("nothing-to-do", report(Vec::new())),
        case("changed-nothing", changed_nothing()),
        case("dry-run", dry_run()),
        case("no-git", no_git()),
        case("fatal-error", fatal_error()),
        case("notes", notes()),
        case("all-rejected", all_rejected()),
        case("hostile", hostile()),
        case("large", large()),
        case("long-reads", for_models::long_reads()),
        case("many-failures", for_models::many_failures()),
        case("refused", for_models::refused()),
        case("each-kind", for_models::each_kind()),
    ]
}

fn object(value: &Value) -> serde_json::Map<String, Value> {
    value.as_object().cloned().expect("an object")
}

fn ok(block_id: &str, action: &str, params: &Value, data: &Value) -> ActionResult {
    ActionResult {
        block_id: block_id.to_owned(),
        action: action.to_owned(),
        params: object(params),
        success: true,
        data: Some(object(data)),
        ..ActionResult::default()
    }
}

fn failed(block_id: &str, action: &str, params: &Value, error: (&str, &str)) -> ActionResult {
    ActionResult {
        success: false,
        code: Some(error.0.to_owned()),
        error: Some(error.1.to_owned()),
        data: None,
        ..ok(block_id, action, params, &json!({}))
    }
}

fn stat(path: &str, added: usize, removed: usize, note: &'static str) -> FileStat {
    FileStat { path: path.to_owned(), added, removed, binary: false, note }
}

fn report(mut results: Vec<ActionResult>) -> Report {
    for (index, result) in results.iter_mut().enumerate() {
        result.seq = index + 1;
    }
    let failed = results.iter().filter(|result| !result.success);
    let failed = failed.map(|it| FailedBlock { seq: it.seq, text: written(it) }).collect();
    let result = ExecutionResult {
        success: results.iter().all(|result| result.success),
        total_blocks: results.len(),
        executed_actions: results.len(),
        results,
        ..ExecutionResult::default()
    };
    Report { result, failed, ..Report::default() }
}

/// The block of an action.
fn written(result: &ActionResult) -> String {
    let ActionResult { block_id, action, params, .. } = result;
    let head = format!("#!SHAM [@three-char-SHA-256: {block_id}]\naction = \"{action}\"\n");
    let fields: Vec<_> = params.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    format!("{head}{}#!END_SHAM_{block_id}", fields.concat())
}

fn landed(mut report: Report) -> Report {
    let commit = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";
    report.result.git_commit = Some(commit.to_owned());
    report.result.transaction = Some(TransactionInfo {
        id: "kqvrtwzyxnpm".to_owned(),
        session: Some("main".to_owned()),
        branch: "clada/main".to_owned(),
        commit: Some(commit.to_owned()),
        ..TransactionInfo::default()
    });
    report
}

fn all_ok() -> Report {
    let content = "use std::fmt;\n\nfn main() {\n    println!(\"hi\");\n}\n";
    let mut report = landed(report(vec![
        ok(
            "k7m",
            "file_write",
            &json!({"path": "src/app.rs", "content": content}),
            &json!({"path": "src/app.rs", "bytesWritten": content.len()}),
        ),
        ok(
            "a1b",
            "file_replace_text",
            &json!({"path": "src/report/text/outcome.rs", "old_text": "a", "new_text": "b"}),
            &json!({"path": "src/report/text/outcome.rs", "replacements": 1}),
        ),
        ok(
            "z9x",
            "file_move",
            &json!({"old_path": "old.txt", "new_path": "docs/new.txt"}),
            &json!({"old_path": "old.txt", "new_path": "docs/new.txt", "overwrote": true}),
        ),
        ok("d4f", "file_delete", &json!({"path": "junk"}), &json!({"path": "junk"})),
        ok("e5g", "dir_create", &json!({"path": "docs"}), &json!({"path": "docs"})),
    ]));
    report.diffstat = vec![
        stat("docs/new.txt", 3, 8, ""),
        stat("junk", 0, 2, "deleted"),
        stat("old.txt", 0, 3, "deleted"),
        stat("src/app.rs", 5, 0, "new"),
        stat("src/report/text/outcome.rs", 1, 1, ""),
    ];
    let transaction = report.result.transaction.as_mut().expect("landed");
    transaction.snapshot = Some("9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c".to_owned());
    report
}

const HINT: &str = "closest: lines 12-14, 93% alike; differs in indentation (1 tab in old_text, \
                    4 spaces in the file)\n     -|→let total = sum(items);\n  12 +|    let total = \
                    sum(items);\n  13  |\tlet text = \"a line of code that is wider than what is left \
                    of it on a narrow screen\";\n- is old_text, + is the file; → is a tab";

fn some_failed() -> Report {
    let mut results = failures();
    results.insert(
        0,
        ok(
            "r3d",
            "file_read",
            &json!({"path": "README.md"}),
            &json!({"path": "README.md", "content": "# Title\n\n```sh\nmake\n```\n"}),
        ),
    );
    results.push(ok(
        "g7p",
        "grep",
        &json!({"pattern": "TODO", "path": "src"}),
        &json!({"matches": [
            {"file": "src/a.rs", "line_number": 7, "line": "// TODO: more"},
            {"file": "src/b.rs", "line_number": 12, "line": "    // TODO: less"},
        ]}),
    ));
    let mut report = landed(report(results));
    report.result.parse_errors = vec![rejected()];
    report.result.total_blocks += 1;
    report.result.success = false;
    report.diffstat = vec![stat("src/total.rs", 1, 1, "")];
    report
}

fn failures() -> Vec<ActionResult> {
    let not_found = ("MATCH_NOT_FOUND", "file_replace_text: old_text not found in file");
    let params = json!({"path": "src/total.rs", "old_text": "\tlet", "new_text": "let"});
    let mut edit = failed("c3d", "file_replace_text", &params, not_found);
    edit.hint = Some(HINT.to_owned());
    let exec_failed = ("EXEC_FAILED", "exec: Process exited with code 2");
    let params = json!({"lang": "bash", "code": "make test", "return_output": true});
    let mut exec = failed("x2c", "exec", &params, exec_failed);
    let stderr = "cc -o app app.c\napp.c:3:5: error: expected ';'\nmake: *** [app] Error 1\n";
    exec.data = Some(object(&json!({"stdout": "", "stderr": stderr, "exit_code": 2})));
    let enoent = "ENOENT: no such file or directory, open '/home/user/project/src/deeply/nested/\
                  folders/that/do/not/exist/file.rs'";
    let read = "files_read: Failed to read 2 file(s):\n  a.txt: ENOENT: no such file or directory, \
                open 'a.txt'\n  b.txt: EACCES: permission denied, open 'b.txt'";
    let mut skipped = failed("s1k", "file_write", &json!({"path": "after.txt"}), ("", ""));
    skipped.skipped = Some(true);
    (skipped.code, skipped.error) = (None, None);
    let path = "/home/user/project/src/deeply/nested/folders/that/do/not/exist/file.rs";
    vec![
        edit,
        failed("n0f", "file_delete", &json!({"path": path}), ("ENOENT", enoent)),
        failed("m4n", "files_read", &json!({"paths": "a.txt\n\nb.txt\n"}), ("ENOENT", read)),
        exec,
        skipped,
    ]
}

fn rejected() -> ParseErrorEntry {
    let message = "Unknown action: file_wirte".to_owned();
    ParseErrorEntry {
        block_id: Some("w1r".to_owned()),
        action: Some("file_wirte".to_owned()),
        error_type: ErrorType::Validation,
        message: message.clone(),
        block_start_line: Some(12),
        sham_content: "#!SHAM [@three-char-SHA-256: w1r]\naction = \"file_wirte\"\n#!END_SHAM_w1r"
            .to_owned(),
        error: ErrorDetail {
            code: "UNKNOWN_ACTION".to_owned(),
            action: Some("file_wirte".to_owned()),
            line: 13,
            column: 10,
            length: 12,
            block_id: Some("w1r".to_owned()),
            content: "action = \"file_wirte\"".to_owned(),
            context: "#!SHAM [@three-char-SHA-256: w1r]\naction = \"file_wirte\"\n#!END_SHAM_w1r"
                .to_owned(),
            message,
            expected: None,
            actual: Some("file_wirte".to_owned()),
            available_actions: Some(vec!["file_read".to_owned(), "file_write".to_owned()]),
            param: None,
        },
        help: Some("did you mean `file_write`?".to_owned()),
        dialect: None,
    }
}

fn all_rejected() -> Report {
    let mut report = report(Vec::new());
    report.result.success = false;
    report.result.total_blocks = 1;
    report.result.parse_errors = vec![rejected()];
    report
}

fn changed_nothing() -> Report {
    let params = json!({"path": "a.txt", "old_text": "x", "new_text": "y"});
    let data = json!({"path": "a.txt", "replacements": 0});
    let mut report = landed(report(vec![ok("n1n", "file_replace_all_text", &params, &data)]));
    report.result.git_commit = None;
    report.result.transaction.as_mut().expect("landed").commit = None;
    report
}

fn dry_run() -> Report {
    let mut report = all_ok();
    report.result.transaction = None;
    report.result.git_commit = None;
    report.dry_run = true;
    report.diffstat = vec![stat("a.txt", 1, 1, ""), stat("b.txt", 1, 0, "new")];
    let patch = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n same\n-old\n\
                 +new\ndiff --git a/b.txt b/b.txt\nnew file mode 100644\n--- /dev/null\n\
                 +++ b/b.txt\n@@ -0,0 +1 @@\n+one\x1b[31m\n\\ No newline at end of file\n";
    report.diff = Some(patch.to_owned());
    report
}

fn no_git() -> Report {
    let mut report = all_ok();
    report.result.transaction = None;
    report.result.git_commit = None;
    report
}

fn fatal_error() -> Report {
    let error = "another `git clada` (process 4711) holds the lock of this worktree since 12 s; \
                 wait for it or end it";
    let mut report = report(Vec::new());
    report.result.fatal_error = Some(error.to_owned());
    report.result.success = false;
    report.result.total_blocks = 3;
    report
}

fn notes() -> Report {
    let params = json!({"path": "build/out.log", "content": "x\n"});
    let data = json!({"path": "build/out.log", "bytesWritten": 2});
    let mut report = landed(report(vec![ok("i8g", "file_write", &params, &data)]));
    report.result.git_commit = None;
    let transaction = report.result.transaction.as_mut().expect("landed");
    transaction.commit = None;
    transaction.session = Some("fix".to_owned());
    transaction.branch = String::from("topic");
    transaction.worktree = Some("../my project.clada/fix".to_owned());
    report.diffstat = vec![FileStat { binary: true, ..stat("build/out.log", 0, 0, "new") }];
    report.notes = vec![
        "`build/out.log` is ignored by git: it was written and can be undone, but it is no part \
         of a commit"
            .to_owned(),
        "`README.md` changed again while this ran".to_owned(),
    ];
    report
}

/// Everything that a response can hold, made to fool a terminal.
fn hostile() -> Report {
    let path = "a\x1b[2J\u{202e}txt.exe\nb\r\u{9b}31m";
    let params = json!({"path": path, "content": "x"});
    let data = json!({"path": path, "new_path": path});
    let message = format!("file_write: EACCES: permission denied, open '{path}'");
    let mut bad = failed("\x07id", "file_write", &params, ("EACCES", &message));
    bad.hint = Some("try\x1b]0;title\x07 this".to_owned());
    let mut report = landed(report(vec![ok("\x1b[1m", "file_move", &params, &data), bad]));
    report.diffstat = vec![stat(path, 1, 1, "")];
    report.notes = vec![format!("`{path}` was kept")];
    report.result.transaction.as_mut().expect("landed").branch = String::from("x\x1b[0m");
    report
}

fn large() -> Report {
    let deep = "packages/frontend/src/components/dashboard/widgets/charts/line/index.test.tsx";
    let wide = "文档/使用说明/第一章/介绍/这是一个非常长的文件名称用来测试宽字符的对齐情况.md";
    let write = |id: &str, path: &str, lines: usize| {
        let content = "x\n".repeat(lines);
        let data = json!({"path": path, "bytesWritten": content.len()});
        ok(id, "file_write", &json!({"path": path, "content": content}), &data)
    };
    let mut report = landed(report(vec![
        write("l1a", deep, 1200),
        write("l2b", wide, 30),
        write("l3c", "a", 1),
    ]));
    report.diffstat = vec![
        stat("a", 1, 0, "new"),
        FileStat { binary: true, ..stat("logo.png", 0, 0, "") },
        stat(deep, 1200, 340, ""),
        stat("run.sh", 0, 0, "mode"),
        stat(wide, 30, 1, ""),
    ];
    report
}
