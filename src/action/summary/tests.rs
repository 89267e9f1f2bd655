//! The words for what a transaction did.

use super::*;

const NOW: Timestamp = Timestamp { seconds: 1_700_000_000, offset: 3600 };

fn done<'a>(action: &'a str, primary: &'a str) -> Deed<'a> {
    Deed { action, primary: Some(primary), outcome: Ok(()), changed: Vec::new(), note: None }
}

fn failed<'a>(action: &'a str, primary: &'a str, message: &'a str) -> Deed<'a> {
    Deed { outcome: Err(message), ..done(action, primary) }
}

fn told(deeds: &[Deed<'_>]) -> String {
    subject(DEFAULT_FORMAT, deeds, NOW, &Catalogue::embedded())
}

fn written(deeds: &[Deed<'_>]) -> String {
    body(deeds, &Catalogue::embedded())
}

#[test]
fn one_thing_is_named_and_several_are_counted() {
    let deeds = [
        done("file_edit", "src/app.rs"),
        done("file_write", "a"),
        done("file_write", "b"),
        done("file_write", "c"),
        done("run", "npm test"),
    ];
    assert_eq!(told(&deeds), "AI: edit src/app.rs, write 3 files, run npm test");
}

#[test]
fn one_file_edited_in_several_ways_is_one_file() {
    let deeds = [
        done("file_edit", "a.rs"),
        done("file_replace_text", "a.rs"),
        done("file_replace_all_text", "a.rs"),
    ];
    assert_eq!(told(&deeds), "AI: edit a.rs");
}

#[test]
fn reading_is_told_only_where_nothing_else_was_done() {
    let deeds = [done("file_read", "a"), done("file_read", "b")];
    assert_eq!(told(&deeds), "AI: read 2 files");
    assert_eq!(told(&[deeds[0].clone(), done("dir_create", "d")]), "AI: create directory d");
}

#[test]
fn each_line_of_several_paths_is_a_thing() {
    assert_eq!(told(&[done("files_replace_all_text", "a\n\n b \na")]), "AI: edit 2 files");
    let list = Deed { primary: None, ..done("context_list", "") };
    assert_eq!(told(&[list]), "AI: list the context");
}

#[test]
fn what_failed_in_part_is_told_by_what_it_changed() {
    let changed = vec!["b"];
    let deed = Deed { changed, ..failed("files_replace_all_text", "a\nb", "a: gone") };
    assert_eq!(told(std::slice::from_ref(&deed)), "AI: edit b");
    assert_eq!(told(&[done("file_write", "c"), deed.clone()]), "AI: write c, edit b");
    assert_eq!(written(&[deed]), "✗ files_replace_all_text a, b: a: gone\n");
}

#[test]
fn what_failed_is_no_part_of_the_subject() {
    let deeds = [done("file_write", "a"), failed("file_delete", "b", "ENOENT")];
    assert_eq!(told(&deeds), "AI: write a");
    assert_eq!(told(&deeds[1..]), "AI: nothing done, 1 action failed");
    assert_eq!(told(&[deeds[1].clone(), deeds[1].clone()]), "AI: nothing done, 2 actions failed");
    assert_eq!(told(&[]), "AI: no actions");
}

#[test]
fn a_subject_has_at_most_72_columns() {
    let long = format!("src/{}/app.rs", "deep/".repeat(40));
    let one = told(&[done("file_write", &long)]);
    assert_eq!(one.width(), SUBJECT);
    assert!(one.starts_with("AI: write src/") && one.ends_with("/app.rs"), "{one}");

    let wide = "漢".repeat(60);
    let wide = told(&[done("file_write", &wide), done("file_delete", &long)]);
    assert!(wide.width() <= SUBJECT && wide.ends_with(" and 1 more"), "{wide}");

    let medium = "src/folder/file.rs";
    let some = told(&[
        done("file_write", medium),
        done("file_delete", medium),
        done("dir_create", medium),
        done("file_move", medium),
    ]);
    assert_eq!(some, format!("AI: write {medium}, delete {medium} and 2 more"));
    assert!(some.width() <= SUBJECT);
}

#[test]
fn control_and_direction_characters_are_escaped() {
    let path = "a\n\u{1b}[2J\u{202e}b";
    assert_eq!(told(&[done("file_write", path)]), "AI: write a\\n\\u{1b}[2J\\u{202e}b");
    assert_eq!(
        written(&[failed("file_write", path, "bad\u{7}\nTrailer: x")]),
        "✗ file_write a\\n\\u{1b}[2J\\u{202e}b: bad\\u{7}\n  Trailer: x\n"
    );
}

#[test]
fn the_format_is_filled_in_one_pass() {
    let deeds = [done("file_write", "{timestamp}")];
    let told = |format| subject(format, &deeds, NOW, &Catalogue::embedded());
    assert_eq!(
        told("{timestamp} {operation_summary} {x} {"),
        "2023-11-14T23:13:20+01:00 write {timestamp} {x} {"
    );
    assert_eq!(told(" \n"), "AI: write {timestamp}");
}

#[test]
fn the_body_has_a_line_for_each_action_and_the_notes() {
    let deeds = [
        Deed { note: Some("because\nof this"), ..done("file_write", "a") },
        failed("files_read", "b", "files_read: Failed to read 1 file(s):\n  b: gone"),
        Deed { primary: None, ..done("context_list", "") },
    ];
    assert_eq!(
        written(&deeds),
        "✓ file_write a\n  because\n  of this\n\
         ✗ files_read b: Failed to read 1 file(s):\n  b: gone\n\
         ✓ context_list\n"
    );
}

#[test]
fn a_hostile_line_is_cut() {
    let long = "x".repeat(100_000);
    let line = written(&[failed("file_write", &long, &long)]);
    assert!(line.trim_end().width() == LINE && line.ends_with("x…\n"), "{}", line.width());
}
