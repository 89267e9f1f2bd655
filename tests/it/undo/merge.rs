//! `undo --merge` and `redo --merge` keep what the user has changed since.

use super::round_trip::{refused, there_and_back};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

const BEFORE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const AFTER: &str = "ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const AND_MINE: &str = "ONE\ntwo\nthree\nfour\nfive\nsix\nmine\n";
const MINE_ALONE: &str = "one\ntwo\nthree\nfour\nfive\nsix\nmine\n";

fn applied(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", BEFORE).commit();
    repo.apply(&sham::write("a.txt", AFTER)).exits(0);
    repo
}

#[test]
fn a_later_edit_stays_and_the_branch_goes_back() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", AND_MINE);
    let edited = repo.snapshot();
    let run = repo.clada(&["undo", "--merge"]).exits(0);
    assert!(run.stdout.contains("kept      a.txt has other content"), "{}", run.stdout);
    assert_eq!(repo.text("a.txt"), MINE_ALONE);
    assert_eq!(repo.status(), " M a.txt\n", "the edit is unstaged as it was");
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    repo.assert_sound();
    let merged = repo.snapshot();
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "redo brings back what stood there, edit and all");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&merged, "and undo what was merged");
}

#[test]
fn a_later_edit_that_is_staged_stays_staged() {
    let env = TestEnv::new();
    let repo = applied(&env).staged("a.txt", AND_MINE);
    let edited = repo.snapshot();
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!(repo.text("a.txt"), MINE_ALONE);
    assert_eq!(repo.git(&["show", ":a.txt"]), MINE_ALONE);
    assert_eq!(repo.status(), "M  a.txt\n");
    repo.assert_sound();
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "redo brings the staged edit back");
}

#[test]
fn an_edit_in_the_same_place_is_left_with_markers_as_git_leaves_them() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", AFTER.replace("ONE", "Mine"));
    let edited = repo.snapshot();
    let run = repo.clada(&["undo", "--merge"]).exits(1);
    run.says(&["conflict: a.txt: changed since in the same place", "git add"]);
    let id = run.stdout.split([' ', ':']).nth(1).expect("an id").to_owned();
    let rest = BEFORE.strip_prefix("one\n").expect("the first line");
    let expected = format!("<<<<<<< now\nMine\n=======\none\n>>>>>>> before {id}\n{rest}");
    assert_eq!(repo.text("a.txt"), expected);
    assert_eq!(repo.status(), "UU a.txt\n");
    assert_eq!(repo.git(&["show", ":1:a.txt"]), AFTER);
    assert_eq!(repo.git(&["show", ":2:a.txt"]), AFTER.replace("ONE", "Mine"));
    assert_eq!(repo.git(&["show", ":3:a.txt"]), BEFORE);
    repo.assert_sound();
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&edited, "redo takes the markers away again");
}

#[test]
fn the_conflict_style_is_obeyed() {
    let env = TestEnv::new();
    let repo = applied(&env).config("merge.conflictStyle", "diff3");
    let repo = repo.file("a.txt", AFTER.replace("ONE", "Mine"));
    repo.clada(&["undo", "--merge"]).exits(1);
    let text = repo.text("a.txt");
    assert!(text.contains("\n||||||| after ") && text.contains("\nONE\n=======\none\n"), "{text}");
}

#[test]
fn a_conflict_ends_a_row_of_undos() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    repo.apply(&sham::write("a.txt", "all new\n")).exits(0);
    let repo = repo.file("a.txt", "mine\n");
    let run = repo.clada(&["undo", "3", "--merge"]).exits(1);
    assert_eq!(run.stdout.matches("undid").count(), 1, "{}", run.stdout);
}

#[test]
fn later_commits_stay_on_the_branch_and_the_files_are_merged() {
    let env = TestEnv::new();
    let repo = applied(&env).file("a.txt", AND_MINE).file("b.txt", "mine\n").commit();
    let tip = repo.git_line(&["rev-parse", "HEAD"]);
    let committed = repo.snapshot();
    let run = repo.clada(&["undo", "--merge"]).exits(0);
    assert!(run.stdout.contains("the branch stays where it is"), "{}", run.stdout);
    assert_eq!(repo.git_line(&["rev-parse", "HEAD"]), tip);
    assert_eq!(repo.text("a.txt"), MINE_ALONE);
    assert_eq!(repo.text("b.txt"), "mine\n");
    assert_eq!(repo.status(), "M  a.txt\n", "as `git revert --no-commit` leaves it");
    repo.assert_sound();
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&committed, "redo brings back what stood there");
}

#[test]
fn a_file_that_was_made_goes_unless_it_was_edited() {
    let env = TestEnv::new();
    let repo = env.repo().file("z.txt", "z\n").commit();
    repo.apply(&(sham::write("new/a.txt", "a\n") + &sham::write("new/b.txt", "b\n"))).exits(0);
    let repo = repo.file("new/a.txt", "a\nmine\n");
    repo.clada(&["undo", "--merge"]).exits(1).says(&["conflict: new/a.txt: changed since, but"]);
    assert_eq!(repo.text("new/a.txt"), "a\nmine\n");
    assert!(!repo.exists("new/b.txt"));
    assert_eq!(repo.status(), "UD new/a.txt\n");
    repo.assert_sound();
}

#[test]
fn a_file_that_was_deleted_since_comes_back_as_a_conflict() {
    let env = TestEnv::new();
    let repo = applied(&env);
    fs_err::remove_file(repo.path("a.txt")).expect("a file");
    repo.clada(&["undo", "--merge"]).exits(1).says(&["conflict: a.txt: deleted since"]);
    assert_eq!(repo.text("a.txt"), BEFORE);
    assert_eq!(repo.status(), "DU a.txt\n");
}

#[test]
fn binary_files_and_links_stay_as_they_are_and_are_told() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.bin", b"\0old").link("l", "old").commit();
    repo.apply(&(sham::rename("a.bin", "b.bin") + &sham::rename("l", "m"))).exits(0);
    fs_err::remove_file(repo.path("m")).expect("a link");
    let repo = repo.file("b.bin", b"\0mine").link("m", "mine");
    let run = repo.clada(&["undo", "--merge"]).exits(1);
    run.says(&["conflict: b.bin: changed since", "conflict: m: changed since"]);
    assert_eq!(repo.read("b.bin"), b"\0mine");
    assert_eq!(fs_err::read_link(repo.path("m")).expect("a link").to_str(), Some("mine"));
    assert_eq!(repo.read("a.bin"), b"\0old", "what was moved away is back");
    repo.assert_sound();
}

#[test]
fn a_mode_that_changed_since_is_kept() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.chmod("a.txt", 0o755);
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!((repo.mode("a.txt"), repo.text("a.txt").as_str()), (0o755, BEFORE));
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn ignored_files_and_files_outside_are_merged_too() {
    let env = TestEnv::new();
    let outside = env.root().join("outside");
    fs_err::create_dir(&outside).expect("a directory");
    fs_err::write(outside.join("x.txt"), BEFORE).expect("a file");
    let repo = env.repo().file(".gitignore", "*.log\n").commit().file("a.log", BEFORE);
    let repo = repo.config("clada.allowRoot", outside.to_str().expect("a name"));
    let file = outside.join("x.txt");
    let name = file.to_str().expect("a name");
    repo.apply(&(sham::write("a.log", AFTER) + &sham::write(name, AFTER))).exits(0);
    fs_err::write(&file, AND_MINE).expect("a file");
    let repo = repo.file("a.log", AND_MINE);
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!(repo.text("a.log"), MINE_ALONE);
    assert_eq!(fs_err::read_to_string(&file).expect("a file"), MINE_ALONE);
    assert_eq!(repo.status(), "");
}

#[test]
fn where_nothing_has_changed_it_is_undo() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", BEFORE).commit().staged("a.txt", AND_MINE);
    let before = repo.snapshot();
    let after = there_and_back(&repo, &sham::write("a.txt", AFTER));
    repo.clada(&["undo", "--merge"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is the identity");
    repo.clada(&["redo", "--merge"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo is the apply");
}

#[test]
fn redo_merges_too() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.clada(&["undo"]).exits(0);
    let repo = repo.file("a.txt", MINE_ALONE);
    repo.clada(&["redo", "--merge"]).exits(0);
    assert_eq!(repo.text("a.txt"), AND_MINE);
    assert_eq!(repo.status(), " M a.txt\n");
    repo.assert_sound();
}

#[test]
fn on_a_branch_that_does_not_have_the_operation_it_is_refused() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["checkout", "-q", "main"]);
    refused(&repo, &["undo", "--merge"], &["HEAD is on main, not on clada/main"]);
}

#[test]
fn on_a_branch_that_went_on_from_the_session_the_files_are_merged() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["checkout", "-q", "-b", "mine"]);
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/mine"));
    assert_eq!(repo.status(), "M  a.txt\n");
    assert_eq!(repo.text("a.txt"), BEFORE);
}

#[test]
fn a_base_that_moved_on_is_not_gone_back_to() {
    let env = TestEnv::new();
    let repo = applied(&env);
    repo.git(&["branch", "-q", "-f", "main", "HEAD"]);
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    assert_eq!((repo.status().as_str(), repo.text("a.txt").as_str()), ("M  a.txt\n", BEFORE));
}
