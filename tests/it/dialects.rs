//! Responses in dialects without keys: sequences, reports, paths, and the way from one to another.

use git_clada::syntax::guides;

use crate::env::{Repo, TestEnv};

const TASKS: &str = "\
<<<<<<< TASKS
<<<<<<< WRITE path=\"file.txt\"
x
>>>>>>> END
<<<<<<< SEARCH path=\"app.js\"
one
=======
two
>>>>>>> REPLACE
<<<<<<< RUN
ls
>>>>>>> END
>>>>>>> TASKS

<<<<<<< TASKS
<<<<<<< WRITE path=\"README.md\"
x
>>>>>>> END
<<<<<<< EDIT path=\"main.js\"
a
=======
b
>>>>>>> REPLACE
<<<<<<< RUN
ls
>>>>>>> END
>>>>>>> TASKS
";

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("app.js", "one\n").file("main.js", "a\na\n").commit()
}

#[test]
fn tasks_are_told_in_blocks_with_a_summary() {
    let env = TestEnv::new();
    let told = repo(&env).apply(TASKS).arg("-n").exits(1).stdout;
    let expected = "\
=== Block 1 ===
[task-1] ✓ Created file.txt
[task-2] ✓ Edited app.js
[task-3] ✓ Ran ls

=== Block 2 ===
[task-4] ✓ Created README.md
[task-5] ✗ Error: match_count_mismatch in main.js (found 2 matches, expected 1)
    adjust the count attribute, or the text that is searched for
    search text is at lines 1 and 2
[task-6] – Skipped

=== Summary ===
Overall: 4/6 tasks succeeded (dry run: nothing was written)
Block 1: 3/3 tasks succeeded ✓
Block 2: 1/3 tasks succeeded ✗
";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn the_result_is_told_as_xml_with_counts_from_zero() {
    let env = TestEnv::new();
    let told = repo(&env).apply(TASKS).arg("--format").arg("xml").exits(1).stdout;
    let expected = "\
<result blocks=\"2\" tasks=\"6\" succeeded=\"4\" failed=\"1\">
  <block index=\"0\" status=\"success\" tasks=\"3\"/>
  <block index=\"1\" status=\"failed\" tasks=\"3\">
    <task index=\"4\" status=\"error\">
      <error type=\"match_count_mismatch\">Found 2 matches, expected 1</error>
    </task>
    <task index=\"5\" status=\"skipped\"/>
  </block>
</result>
";
    assert_eq!(told, expected);
}

#[test]
fn where_all_or_none_is_asked_for_no_task_succeeded() {
    let env = TestEnv::new();
    let run = repo(&env).apply(TASKS).arg("--atomic").arg("--format").arg("xml").exits(3);
    let expected = "\
<result blocks=\"2\" tasks=\"6\" succeeded=\"0\" failed=\"1\">
  <block index=\"0\" status=\"failed\" tasks=\"3\">
    <task index=\"0\" status=\"skipped\"/>
";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let why = "  <error type=\"match_count_mismatch\">2 of 6 blocks failed, and";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    let run = repo(&env).apply(TASKS).arg("--atomic").exits(3);
    let told = "[task-5] ✗ Error: match_count_mismatch in main.js (found 2 matches, expected 1)\n";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn what_is_told_of_a_response_besides_its_result_in_xml_is_on_stderr() {
    let env = TestEnv::new();
    let text = "<move from=\"app.js\" to=\"b.js\"/>\n\n<run>ls</run>\n";
    let run = repo(&env).apply(text).arg("--format").arg("xml").exits(0);
    run.says(&["warning[deprecated]: Deprecated: <move>", "warning[not_a_block]"]);
    assert!(run.stdout.starts_with("<result blocks=\"1\""), "{}", run.stdout);
}

#[test]
fn a_command_that_never_runs_is_told_without_its_code_and_on_one_line() {
    let env = TestEnv::new();
    let told = repo(&env).apply("<run><![CDATA[ls\nls src]]></run>\n").exits(1).stdout;
    let expected = "\
[task-1] ✗ Error: command_not_allowed in ls +1 (it is more than one line, 'ls…')
    there is no shell: send a `run` block for each command
";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn json_has_the_identity_and_the_name_of_a_failure() {
    let env = TestEnv::new();
    let result = repo(&env).apply(TASKS).arg("--format").arg("json").exits(1).json();
    let failed = &result["results"][4];
    assert_eq!(failed["code"], "MATCH_COUNT");
    assert_eq!(failed["type"], "match_count_mismatch");
    assert_eq!(failed["error"], "Found 2 matches, expected 1");
    assert_eq!((&failed["group"], &failed["blockId"]), (&1.into(), &"task-5".into()));
    assert_eq!(result["results"][5]["skipped"], true);
    assert_eq!(result["executedActions"], 5);
}

#[test]
fn an_absolute_path_needs_allow_escape() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let path = repo.path("new.txt");
    let block = format!("<<<<<<< WRITE path=\"{}\"\nx\n>>>>>>> END\n", path.display());
    let result = repo.apply(&block).arg("--format").arg("json").exits(1).json();
    assert_eq!(result["parseErrors"][0]["error"]["code"], "path_escape");
    assert!(!path.exists());
    repo.apply(&block).arg("--allow-escape").exits(0);
    assert_eq!(repo.text("new.txt"), "x\n");
}

#[test]
fn one_dialect_may_be_forced() {
    let env = TestEnv::new();
    let text = "<run>ls</run>\n<<<<<<< WRITE path=\"a\"\nx\n>>>>>>> END\n";
    let repo = repo(&env);
    repo.clada(&["check", "--syntax", "markers"]).stdin(text).exits(0);
    repo.clada(&["check", "--syntax", "cml"]).stdin(text).exits(1).says(&["malformed_xml"]);
    repo.clada(&["check", "--syntax", "auto"]).stdin(text).exits(0);
    repo.clada(&["check", "--syntax", "yaml"]).stdin(text).exits(2).says(&["replacer"]);
}

#[test]
fn the_name_of_the_repository_may_stand_before_a_path_of_replacer() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let name = repo.dir().file_name().expect("a name").to_string_lossy().into_owned();
    let text = format!(
        "<<<EXPLANATION>>>\nbecause two\n<<<FILE>>>\n\nhome/me/{name}/app.js\n\n<<<SEARCH>>>\none\n\
         <<<REPLACE>>>\ntwo\n<<<END>>>\n"
    );
    let told = repo.apply(&text).exits(0).stdout;
    assert!(told.contains("because two"), "{told}");
    assert_eq!(repo.text("app.js"), "two\n");
    let body = repo.git_line(&["log", "-1", "--format=%b"]);
    assert!(body.contains("because two"), "{body}");
}

#[test]
fn what_a_guide_teaches_is_true() {
    for guide in guides() {
        let env = TestEnv::new();
        let repo = env.repo().file("README.md", "# hello\n").commit();
        for brief in [&[][..], &["--brief"]] {
            let args = ["prompt", "--syntax", guide.dialect.name()];
            let text = repo.clada(&[&args, brief].concat()).exits(0).stdout;
            let result = repo.apply(&text).arg("--format").arg("json").exits(0).json();
            assert_eq!(result["warnings"], serde_json::json!([]), "{text}");
            let applied = result["executedActions"].as_u64().expect("a number");
            assert!(applied >= if brief.is_empty() { 3 } else { 2 }, "{applied} of\n{text}");
        }
    }
}

#[test]
fn a_response_is_converted_and_does_the_same() {
    let env = TestEnv::new();
    let cml = "<tasks><write path=\"a\"><![CDATA[x\n]]></write>\
               <edit path=\"a\"><search><![CDATA[x]]></search><replace><![CDATA[y]]></replace></edit>\
               </tasks>\n";
    for dialect in ["sham", "nesl", "cml", "markers", "replacer"] {
        let repo = repo(&env);
        let text = repo.clada(&["convert", "--to", dialect]).stdin(cml).exits(0).stdout;
        repo.apply(&text).exits(0);
        assert_eq!(repo.text("a"), "y\n", "{dialect}\n{text}");
    }
    let repo = repo(&env);
    let run = repo.clada(&["convert", "--to", "replacer"]).stdin(TASKS).exits(1);
    run.says(&["replacer cannot say task 3, `run`"]);
}

#[test]
fn what_a_dialect_cannot_say_is_told_when_it_is_converted() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let explained = "<<<EXPLANATION>>>\nwhy\n<<<FILE>>>\na\n<<<OVERWRITE>>>\nx\n<<<END>>>\n";
    let lost = "markers has no explanations: they are left out";
    let run = repo.clada(&["convert", "--to", "markers"]).stdin(explained).exits(0);
    run.says(&[lost]);
    let run = repo.clada(&["convert", "--to", "replacer"]).stdin(explained).exits(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (explained, ""));
}

#[test]
fn a_rejected_block_has_the_name_that_its_dialect_uses() {
    let env = TestEnv::new();
    let response =
        "<<<<<<< SEARCH path=\"app.js\" count=\"0\"\none\n=======\ntwo\n>>>>>>> REPLACE\n";
    let told = repo(&env).apply(response).arg("--format").arg("markdown").exits(1).stdout;
    assert!(told.contains("### `task-1` SEARCH\n"), "{told}");
    assert!(!told.contains("file_replace_all_text"), "{told}");
}

#[test]
fn a_response_that_is_too_large_is_so_in_xml() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let large = vec![b'x'; 50 * 1024 * 1024 + 1];
    let path = repo.path("large.md");
    fs_err::write(&path, large).expect("written");
    let args = ["apply", "--format", "xml", path.to_str().expect("UTF-8")];
    let told = repo.clada(&args).exits(3).stdout;
    assert!(told.contains("<error type=\"input_too_large\">"), "{told}");
    let args = ["apply", "--format", "xml", "no-such-file-that a response may have"];
    let told = repo.clada(&args).exits(3).stdout;
    assert!(told.contains("<error type=\"git_operation_failed\">"), "{told}");
}
