//! Actions on real files: their data, their messages, and what they leave.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::*;
use crate::{
    engine::{command_options::CommandOptions, perform::CommandPlaces},
    text::{Span, Spanned},
    workspace::fixture::{End, Fixture, publish},
};

fn text(value: &str) -> Text<'_> {
    Spanned::new(Cow::Borrowed(value), Span::default())
}

fn named<'r>(name: &str, kind: Kind<'r>) -> Action<'r> {
    Action { block: 0, name: name.to_owned(), params: Map::new(), kind }
}

fn write<'r>(path: &'r str, content: &'r str) -> Action<'r> {
    named("file_write", Kind::FileWrite { path: text(path), content: text(content) })
}

fn create<'r>(path: &'r str, content: &'r str) -> Action<'r> {
    named("file_create", Kind::FileCreate { path: text(path), content: text(content) })
}

fn append<'r>(path: &'r str, content: &'r str) -> Action<'r> {
    named("file_append", Kind::FileAppend { path: text(path), content: text(content) })
}

fn edit<'r>(path: &'r str, [old, new]: [&'r str; 2], count: i64) -> Action<'r> {
    let (path, old_text, new_text) = (text(path), text(old), text(new));
    named("file_edit", Kind::FileEdit { path, old_text, new_text, count })
}

fn replace<'r>(path: &'r str, [old, new]: [&'r str; 2]) -> Action<'r> {
    let (path, old_text, new_text) = (text(path), text(old), text(new));
    named("file_replace_text", Kind::FileReplaceText { path, old_text, new_text })
}

fn replace_all<'r>(path: &'r str, [old, new]: [&'r str; 2], count: Option<i64>) -> Action<'r> {
    let (path, old_text, new_text) = (text(path), text(old), text(new));
    let kind = Kind::FileReplaceAllText { path, old_text, new_text, count };
    named("file_replace_all_text", kind)
}

fn delete(path: &str) -> Action<'_> {
    named("file_delete", Kind::FileDelete { path: text(path) })
}

fn rename<'r>(old: &'r str, new: &'r str) -> Action<'r> {
    named("file_move", Kind::FileMove { old_path: text(old), new_path: text(new) })
}

fn create_dir(path: &str) -> Action<'_> {
    named("dir_create", Kind::DirCreate { path: text(path) })
}

fn delete_dir(path: &str) -> Action<'_> {
    named("dir_delete", Kind::DirDelete { path: text(path) })
}

fn read(path: &str) -> Action<'_> {
    named("file_read", Kind::FileRead { path: text(path) })
}

/// Actions one after the other on one overlay.
struct Run {
    place: Fixture,
    overlay: Overlay,
    context: PendingContext,
    options: PerformOptions,
}

impl Run {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Fixture::new();
        for (name, content) in files {
            place.file(name, content);
        }
        let context = PendingContext::nowhere();
        Self { place, overlay: Overlay::new(), context, options: PerformOptions::default() }
    }

    fn perform(&mut self, action: &Action<'_>) -> Outcome {
        let Self { place, overlay, context, options } = self;
        let (gate, options) = (&place.gate, *options);
        let now = Timestamp { seconds: 0, offset: 0 };
        let hints = Hints::default();
        let of_commands = CommandOptions::default();
        let commands = Commands::new(&of_commands, CommandPlaces::default());
        perform(
            action,
            &mut Scene { gate, overlay, context, options, commands, repo: None, now, hints },
        )
    }

    #[track_caller]
    fn succeeds(&mut self, action: &Action<'_>, data: Value) -> &mut Self {
        let result = self.perform(action).result.map(Value::Object);
        assert_eq!(result, Ok(data));
        self
    }

    #[track_caller]
    fn fails(&mut self, action: &Action<'_>, code: &str, error: &str) -> &mut Self {
        let failure = self.perform(action).result.expect_err("it fails");
        assert_eq!((failure.code.as_str(), failure.error.as_str()), (code, error));
        self
    }

    /// Writes it all out and compares a file.
    #[track_caller]
    fn leaves(&mut self, path: &str, content: &str) {
        let set = std::mem::take(&mut self.overlay).into_changes();
        publish(&set, End::Finished).expect("published");
        assert_eq!(self.place.text(path), content);
    }
}

#[test]
fn one_place_is_replaced() {
    let mut run = Run::new(&[("a.txt", "Hi world")]);
    run.succeeds(&replace("a.txt", ["Hi", "Bye"]), json!({"path": "a.txt", "replacements": 1}))
        .leaves("a.txt", "Bye world");
}

#[test]
fn one_place_means_neither_none_nor_several() {
    let mut run = Run::new(&[("a", "dup dup dup"), ("b", "other")]);
    let several = "file_replace_text: old_text appears 3 times, must appear exactly once";
    run.fails(&replace("a", ["dup", "one"]), "MATCH_COUNT", several);
    let none = "file_replace_text: old_text not found in file";
    run.fails(&replace("b", ["dup", "one"]), "MATCH_NOT_FOUND", none);
    let missing = "ENOENT: no such file or directory, open 'sub/none'";
    run.fails(&replace("sub/none", ["x", "y"]), "ENOENT", missing);
    run.leaves("a", "dup dup dup");
}

#[test]
fn an_empty_old_text_is_refused_by_each_edit() {
    let mut run = Run::new(&[("a", "x")]);
    for action in [
        edit("a", ["", "y"], 1),
        replace("a", ["", "y"]),
        replace_all("a", ["", "y"], None),
        replace_all("none", ["", "y"], Some(0)),
    ] {
        let error = format!("{}: old_text cannot be empty", action.name);
        run.fails(&action, "MATCH_NOT_FOUND", &error);
    }
}

#[test]
fn all_places_are_replaced_and_a_count_must_match() {
    let mut run = Run::new(&[("a", "foo bar foo baz foo foo"), ("b", "test test"), ("c", "3 3 3")]);
    let error = "file_replace_all_text: expected 2 occurrences but found 4";
    run.fails(&replace_all("a", ["foo", "bar"], Some(2)), "MATCH_COUNT", error);
    let error = "file_replace_all_text: expected 5 occurrences but found 2";
    run.fails(&replace_all("b", ["test", "check"], Some(5)), "MATCH_COUNT", error);
    let error = "file_replace_all_text: expected -1 occurrences but found 0";
    run.fails(&replace_all("b", ["none", "x"], Some(-1)), "MATCH_COUNT", error);
    run.succeeds(&replace_all("c", ["3", "4"], None), json!({"path": "c", "replacements": 3}));
    run.succeeds(&replace_all("a", ["foo", "x"], Some(4)), json!({"path": "a", "replacements": 4}));
    for count in [None, Some(0)] {
        let action = replace_all("b", ["none", "x"], count);
        run.succeeds(&action, json!({"path": "b", "replacements": 0}));
    }
    run.leaves("a", "x bar x baz x x");
    assert_eq!(run.place.text("c"), "4 4 4");
}

#[test]
fn the_first_places_are_edited() {
    let mut run = Run::new(&[("a", "x x x x")]);
    run.succeeds(&edit("a", ["x", "1"], 1), json!({"path": "a", "replacements": 1}));
    run.succeeds(&edit("a", ["x", "2"], 2), json!({"path": "a", "replacements": 2}));
    run.succeeds(&edit("a", ["x", "3"], 9), json!({"path": "a", "replacements": 1}));
    let error = "file_edit: old_text not found in file";
    run.fails(&edit("a", ["x", "4"], 1), "MATCH_NOT_FOUND", error);
    run.leaves("a", "1 2 2 3");
}

#[test]
fn edits_of_several_lines_are_exact() {
    let listener = "async fn start(config) {\n  watch();\n}\n\nasync fn start(other) {\n}\n";
    let [old, new] = [
        "async fn start(config) {\n  watch();\n}\n",
        "async fn start(config) {\n  watch(config);\n}\n",
    ];
    let mut run = Run::new(&[]);
    run.succeeds(&write("l.js", listener), json!({"path": "l.js", "bytesWritten": 65}));
    run.succeeds(&replace("l.js", [old, new]), json!({"path": "l.js", "replacements": 1}));
    let not_found = "file_replace_text: old_text not found in file";
    let fewer_blank_lines = ["}\nasync fn start(other)", "x"];
    run.fails(&replace("l.js", fewer_blank_lines), "MATCH_NOT_FOUND", not_found);
    let other_indentation = ["{\n    watch(config);", "x"];
    run.fails(&replace("l.js", other_indentation), "MATCH_NOT_FOUND", not_found);
    let a_start = replace("l.js", ["async fn start(", "fn start("]);
    let twice = "file_replace_text: old_text appears 2 times, must appear exactly once";
    run.fails(&a_start, "MATCH_COUNT", twice);
    run.leaves("l.js", &listener.replace("watch()", "watch(config)"));
}

#[test]
fn a_text_may_span_functions_or_be_indented() {
    let code = "\
export function check(x) {
  return true;
}

export function checkAll(xs) {
  return xs.every(check);
}
";
    let mut run = Run::new(&[("spans", code), ("indented", code), ("block", code)]);
    let from_one_into_the_next = "  return true;\n}\n\nexport function checkAll(xs) {\n";
    run.succeeds(
        &replace("spans", [from_one_into_the_next, "// cut"]),
        json!({"path": "spans", "replacements": 1}),
    );
    run.succeeds(
        &replace("indented", ["  return true;\n}\n", "  return await x;\n}\n"]),
        json!({"path": "indented", "replacements": 1}),
    );
    let whole_body = "{\n  return xs.every(check);\n}";
    let longer = "{\n  try {\n    return xs.every(check);\n  } catch {\n    return false;\n  }\n}";
    run.succeeds(
        &replace_all("block", [whole_body, longer], None),
        json!({"path": "block", "replacements": 1}),
    );
    let absent = "## Setup\n\nEdit config.json\n";
    let error = "file_replace_text: old_text not found in file";
    run.fails(&replace("block", [absent, "x"]), "MATCH_NOT_FOUND", error);
    run.leaves("block", &code.replace(whole_body, longer));
    let cut = "export function check(x) {\n// cut  return xs.every(check);\n}\n";
    assert_eq!(run.place.text("spans"), cut);
    assert_eq!(run.place.text("indented"), code.replace("true", "await x"));
}

#[test]
fn a_line_that_stands_twice_is_told_so() {
    let line = "  const limit = 100;\n";
    let code = format!("function f() {{\n{line}}}\n\nfunction g() {{\n{line}}}\n");
    let mut run = Run::new(&[("app.js", &code)]);
    let error = "file_replace_text: old_text appears 2 times, must appear exactly once";
    run.fails(&replace("app.js", [line, "  const limit = 999;\n"]), "MATCH_COUNT", error);
    run.leaves("app.js", &code);
}

#[test]
fn trailing_space_in_the_file_is_not_passed_over() {
    let mut run = Run::new(&[("t", "fn t() {  \n  true\n}\n")]);
    let error = "file_replace_text: old_text not found in file";
    run.fails(&replace("t", ["fn t() {\n  true\n}", "x"]), "MATCH_NOT_FOUND", error);
    run.succeeds(
        &replace("t", ["fn t() {  \n  true", "fn t() {\n  false"]),
        json!({"path": "t", "replacements": 1}),
    );
    run.leaves("t", "fn t() {\n  false\n}\n");
}

#[test]
fn a_crlf_file_stays_one() {
    let mut run = Run::new(&[("w.txt", "one\r\ntwo\r\n")]);
    run.succeeds(
        &replace("w.txt", ["one\ntwo\n", "1\n2\n3\n"]),
        json!({"path": "w.txt", "replacements": 1}),
    );
    run.leaves("w.txt", "1\r\n2\r\n3\r\n");
}

#[test]
fn an_edit_needs_text_of_a_size() {
    let mut run = Run::new(&[]);
    run.place.file("latin", b"caf\xe9");
    run.place.file("large", vec![b'x'; 10 * 1024 * 1024 + 1]);
    run.fails(&read("latin"), "EILSEQ", "EILSEQ: not valid UTF-8, open 'latin'");
    run.fails(&edit("latin", ["a", "b"], 1), "EILSEQ", "EILSEQ: not valid UTF-8, open 'latin'");
    run.fails(&append("latin", "x"), "EILSEQ", "EILSEQ: not valid UTF-8, open 'latin'");
    run.fails(&read("large"), "EFBIG", "EFBIG: file too large, open 'large'");
    run.fails(&edit("large", ["x", "y"], 1), "EFBIG", "EFBIG: file too large, open 'large'");
    run.succeeds(&delete("latin"), json!({"path": "latin"}));
    run.succeeds(&rename("large", "l"), json!({"old_path": "large", "new_path": "l"}));
}

#[test]
fn whole_files_are_written_created_and_appended_to() {
    let mut run = Run::new(&[("a", "old")]);
    run.succeeds(&write("./a", "é"), json!({"path": "./a", "bytesWritten": 2}));
    run.succeeds(&create("x/y/b", "1\n"), json!({"path": "x/y/b", "bytesWritten": 2}));
    run.fails(&create("x/y/b", "2"), "EEXIST", "EEXIST: file already exists, open 'x/y/b'");
    run.fails(&create("x", "2"), "EEXIST", "EEXIST: file already exists, open 'x'");
    run.succeeds(&append("x/y/b", "2"), json!({"path": "x/y/b", "bytesWritten": 1}));
    run.succeeds(&append("log", "first"), json!({"path": "log", "bytesWritten": 5}));
    run.fails(&write("x", "1"), "EISDIR", "EISDIR: illegal operation on a directory, open 'x'");
    run.fails(&write("a/b", "1"), "ENOTDIR", "ENOTDIR: not a directory, open 'a/b'");
    run.succeeds(&read("x/y/b"), json!({"path": "x/y/b", "content": "1\n2"}));
    run.leaves("a", "é");
    assert_eq!(run.place.text("log"), "first");
}

#[test]
fn a_final_line_break_is_added_only_if_asked_for() {
    let mut run = Run::new(&[]);
    run.options.final_newline = true;
    run.succeeds(&write("a", "x"), json!({"path": "a", "bytesWritten": 2}));
    run.succeeds(&create("b", "x\n"), json!({"path": "b", "bytesWritten": 2}));
    run.succeeds(&create("empty", ""), json!({"path": "empty", "bytesWritten": 0}));
    run.succeeds(&append("a", "y"), json!({"path": "a", "bytesWritten": 1}));
    run.leaves("a", "x\ny");
}

#[test]
fn files_are_deleted_and_moved() {
    let mut run = Run::new(&[("a", "1"), ("b", "2"), ("d/c", "3")]);
    run.succeeds(&delete("a"), json!({"path": "a"}));
    run.fails(&delete("a"), "ENOENT", "ENOENT: no such file or directory, unlink 'a'");
    run.fails(&delete("d"), "EISDIR", "EISDIR: illegal operation on a directory, unlink 'd'");
    let error = "file_move: Source file not found 'a' (ENOENT)";
    run.fails(&rename("a", "z"), "ENOENT", error);
    run.succeeds(&rename("b", "new/b"), json!({"old_path": "b", "new_path": "new/b"}));
    let moved = json!({"old_path": "new/b", "new_path": "d/c", "overwrote": true});
    run.succeeds(&rename("new/b", "d/c"), moved);
    let error = "EISDIR: illegal operation on a directory, rename 'd/c' -> 'new'";
    run.fails(&rename("d/c", "new"), "EISDIR", error);
    let error = "EISDIR: illegal operation on a directory, rename 'new' -> 'n'";
    run.fails(&rename("new", "n"), "EISDIR", error);
    run.leaves("d/c", "2");
    assert_eq!(run.place.tree().into_keys().collect::<Vec<_>>(), ["d", "d/c", "new"]);
}

#[test]
fn directories_are_made_and_removed() {
    let mut run = Run::new(&[("full/a", "1"), ("file", "2")]);
    run.succeeds(&create_dir("x/y"), json!({"path": "x/y"}));
    run.succeeds(&create_dir("x"), json!({"path": "x"}));
    run.fails(&create_dir("file"), "EEXIST", "EEXIST: file already exists, mkdir 'file'");
    run.fails(&create_dir("file/x"), "ENOTDIR", "ENOTDIR: not a directory, mkdir 'file/x'");
    run.fails(&delete_dir("full"), "ENOTEMPTY", "ENOTEMPTY: directory not empty, rmdir 'full'");
    run.fails(&delete_dir("x"), "ENOTEMPTY", "ENOTEMPTY: directory not empty, rmdir 'x'");
    run.fails(&delete_dir("file"), "ENOTDIR", "ENOTDIR: not a directory, rmdir 'file'");
    run.fails(&delete_dir("no"), "ENOENT", "ENOENT: no such file or directory, rmdir 'no'");
    run.succeeds(&delete("full/a"), json!({"path": "full/a"}));
    run.succeeds(&delete_dir("full"), json!({"path": "full"}));
    run.leaves("file", "2");
    assert_eq!(run.place.tree().into_keys().collect::<Vec<_>>(), ["file", "x", "x/y"]);
}

#[test]
fn the_gate_is_asked_again_when_an_action_runs() {
    let mut run = Run::new(&[("dir/a", "1")]);
    run.place.gate.grant("dir/a", Access::Write).expect("granted at validation");
    fs_err::rename(run.place.path("dir"), run.place.path("moved")).expect("moved");
    run.place.link("../..", "dir");
    run.place.gate.forget();
    let error = "PATH_ESCAPE: path is outside the allowed roots, 'dir/a'";
    run.fails(&write("dir/a", "2"), "PATH_ESCAPE", error);
    let failure = run.perform(&write(".git/config", "x")).result.expect_err("refused");
    assert_eq!(failure.code, "PATH_FORBIDDEN");
    assert!(failure.hint.is_some());
}

#[test]
fn a_link_is_moved_as_a_link_but_never_to_gitmodules() {
    let mut run = Run::new(&[("target", "1")]);
    run.place.link("target", "link");
    let error = "PATH_FORBIDDEN: `.gitmodules` through a symbolic link, '.gitmodules'";
    run.fails(&rename("link", ".gitmodules"), "PATH_FORBIDDEN", error);
    run.succeeds(&rename("link", "l"), json!({"old_path": "link", "new_path": "l"}));
    run.leaves("target", "1");
    assert_eq!(run.place.path("l").read_link().expect("a link").to_str(), Some("target"));
}

#[test]
fn a_response_cannot_ask_for_more_than_the_limit() {
    let mut run = Run::new(&[("a", &"x".repeat(1000))]);
    run.options.max_write = 5000;
    let long = "y".repeat(1000);
    let error = "WRITE_LIMIT: response writes more than 5000 bytes, 'a'";
    run.fails(&replace_all("a", ["x", &long], None), "WRITE_LIMIT", error);
    for name in ["1", "2", "3", "4", "4", "5"] {
        let data = json!({"path": name, "bytesWritten": 1000});
        run.succeeds(&write(name, &long), data);
    }
    let error = "WRITE_LIMIT: response writes more than 5000 bytes, '6'";
    run.fails(&write("6", "z"), "WRITE_LIMIT", error);
    run.succeeds(&delete("1"), json!({"path": "1"}));
    run.succeeds(&append("6", "z"), json!({"path": "6", "bytesWritten": 1}));
    run.leaves("6", "z");
}
