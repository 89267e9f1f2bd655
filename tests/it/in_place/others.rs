//! Files that are not the command's: the user's, ignored ones, and those that are hidden from git.

use super::scene::{apply, bash, lay_out, notes};
use crate::{
    env::{TestEnv, skipped},
    sham,
};

#[test]
fn ignored_files_stay_as_the_command_left_them() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let script =
        "echo more >> x.log; mkdir out; echo 1 > out/y.log; echo 1 > out/kept; rm .gitignore";
    apply(&repo, &bash(script), &["--atomic"]);
    assert_eq!(repo.text("x.log"), "log\nmore\n");
    assert_eq!(repo.text("out/y.log"), "1\n");
    assert!(!repo.exists(".gitignore") && repo.exists("out/kept"));
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text(".gitignore"), "*.log\n");
    assert!(!repo.exists("out/kept"));
    assert_eq!(repo.text("x.log"), "log\nmore\n", "git ignores it: nobody has what it was");
}

#[test]
fn patterns_that_a_response_writes_hide_nothing_of_the_users() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let before = repo.snapshot();
    let response = sham::write(".gitignore", "*\n")
        + &bash("rm untracked.txt; echo '*' > .git/info/exclude; rm -r dir; sleep 20");
    let report = apply(&repo, &response, &["--timeout", "1s"]).json();
    assert_eq!(report["results"][1]["code"], "EXEC_TIMEOUT", "{report}");
    assert_eq!(repo.text("untracked.txt"), "mine\n");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "all is as it was");
}

#[test]
fn tracked_files_in_ignored_directories_are_put_back() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place").file("out/keep", "kept\n").file("out/other", "other\n");
    repo.git(&["add", "-f", "out/keep"]);
    repo.git(&["commit", "-q", "-m", "more", "--", "out/keep"]);
    let repo = repo.file(".gitignore", "out/\n*.log\n");
    let script = "echo changed > out/keep; echo changed > out/other";
    let response = bash(script) + &sham::delete("missing");
    assert_eq!(apply(&repo, &response, &["--atomic"]).status, Some(3));
    assert_eq!(repo.text("out/keep"), "kept\n");
    assert_eq!(repo.text("out/other"), "changed\n", "git ignores it");
    assert_eq!(apply(&repo, &bash(script), &[]).status, Some(0));
    assert_eq!(repo.git(&["show", "HEAD:out/keep"]), "changed\n");
}

#[test]
fn files_that_filters_change_come_back_to_the_byte() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place").file(".gitattributes", "*.txt text eol=lf\n").commit();
    let repo = repo.file("a.txt", "one\r\ntwo\n").file("b.txt", "\r\n");
    let before = repo.snapshot();
    let script = "echo 1 > a.txt; rm b.txt; echo '*.txt -text' > .gitattributes";
    let response = bash(script) + &sham::delete("missing");
    assert_eq!(apply(&repo, &response, &["--atomic"]).status, Some(3));
    repo.snapshot().assert_same_but_log(&before, "taken back");
}

#[test]
fn directories_keep_their_modes_and_closed_ones_are_opened_again() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place").folder("private");
    repo.chmod("private", 0o750);
    let script = "chmod 700 dir; rmdir private empty; mkdir shut; echo 1 > shut/f; chmod 000 shut";
    let response = bash(script) + &sham::delete("missing");
    let mode = repo.mode("dir");
    assert_eq!(apply(&repo, &response, &["--atomic"]).status, Some(3));
    assert_eq!((repo.mode("dir"), repo.mode("private")), (mode, 0o750));
    assert!(repo.exists("empty") && !repo.exists("shut"));
}

/// Root may do everything whatever the modes: nobody may not.
#[test]
fn modes_that_shut_the_user_out_are_no_hindrance() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place").file("closed/s", "mine\n").file("shut", "mine\n");
    env.open_to_all();
    let give = env.command("chown", env.root()).args(["-R", "65534:65534", "."]).status();
    if !give.expect("chown runs").success() {
        return skipped("modes that shut the user out", "files cannot be given to nobody");
    }
    repo.chmod("closed", 0);
    repo.chmod("shut", 0);
    let before = repo.snapshot();
    let script = "chmod 000 dir; mkdir new; echo 1 > new/f; chmod 000 new; mkdir ro; \
                  echo 1 > ro/f; chmod 555 ro; rm b.txt; chmod 555 empty";
    let run = |response: String, args: &[&str]| {
        let clada = repo.clada(&["apply", "--yes", "-"]).stdin(response).unprivileged();
        args.iter().fold(clada, |clada, arg| clada.arg(*arg)).run()
    };
    let missing = sham::delete("missing");
    let dropped = run(bash(&format!("chmod 000 a.txt; {script}")) + &missing, &["--atomic"]);
    assert_eq!(dropped.status, Some(3), "{}", dropped.stderr);
    repo.snapshot().assert_same_but_log(&before, &dropped.stderr);
    let modes = ["closed", "shut", "dir", "empty"].map(|path| repo.mode(path));
    assert_eq!(modes, [0, 0, 0o755, 0o755]);
    let kept = run(bash(script) + &missing, &[]);
    assert_eq!(kept.status, Some(1), "{}", kept.stderr);
    assert!(repo.exists("new/f") && repo.exists("ro/f") && !repo.exists("b.txt"));
    repo.clada(&["undo"]).unprivileged().exits(0);
    repo.snapshot().assert_same_but_log(&before, "taken back");
}

#[test]
fn a_repository_that_a_command_removes_is_told() {
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    env.git(repo.dir(), &["init", "-q", "sub"]);
    let report = apply(&repo, &bash("rm -rf sub"), &[]).json();
    let told = notes(&report).join("\n");
    assert!(told.contains("exec made or removed repositories, and they stay so: sub"), "{told}");
}

#[test]
fn names_that_are_no_text_are_put_back_too() {
    use std::os::unix::ffi::OsStrExt;
    let env = TestEnv::new();
    let repo = lay_out(&env, "in-place");
    let odd = repo.dir().join(std::ffi::OsStr::from_bytes(b"odd\xff"));
    fs_err::write(&odd, "mine\n").expect("written");
    let report = apply(&repo, &bash("rm odd*; echo 1 > a.txt"), &[]).json();
    assert_eq!(report["results"][0]["code"], "PATH_FORBIDDEN", "{report}");
    assert_eq!(fs_err::read_to_string(&odd).expect("it is back"), "mine\n");
    assert_eq!(repo.text("a.txt"), "alpha\n");
}
