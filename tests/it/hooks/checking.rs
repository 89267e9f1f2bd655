//! `check --staged`, and the commits that it refuses.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use super::scene::{git, git_exits, hooked};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn sound() -> String {
    sham::write("new.txt", "n\n")
}

fn bad() -> String {
    sham::block("file_wriet", &[("path", "new.txt"), ("content", "")])
}

/// The names of the files that are told, in order.
fn told(repo: &Repo<'_>) -> Vec<String> {
    let run = repo.clada(&["check", "--staged"]).run();
    assert!(run.status == Some(0) || run.status == Some(1), "{}", run.stderr);
    let name = |line: &str| line.split_once(": ").map(|(name, _)| name.to_owned());
    run.stdout.lines().filter_map(name).collect()
}

#[test]
fn a_commit_of_a_bad_response_is_refused_with_file_place_and_what_to_write() {
    let env = TestEnv::new();
    let repo = hooked(&env).staged("say it.sham", bad()).staged("good.nesl", sound());
    let head = repo.git(&["rev-parse", "HEAD"]);
    let run = git_exits(&env, &repo, &["commit", "-m", "x"], 1);
    assert_eq!(
        run.stderr,
        "say it.sham:2:10: error[UNKNOWN_ACTION]: Unknown action: file_wriet; \
         help: write `action = \"file_write\"`\n\
         error: 1 of 2 staged responses cannot be applied as it stands\n\
         hint: mend it, `git add` it, and commit again\n\
         hint: `git commit --no-verify` commits it as it is\n"
    );
    assert_eq!(run.stdout, "");
    assert_eq!(repo.git(&["rev-parse", "HEAD"]), head);
    let repo = repo.staged("say it.sham", sound());
    let run = git_exits(&env, &repo, &["commit", "-q", "-m", "x"], 0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "what is sound needs no word");
}

#[test]
fn what_is_staged_counts_and_not_what_is_on_disk() {
    let env = TestEnv::new();
    let repo = hooked(&env).staged("r.sham", bad()).file("r.sham", sound());
    git_exits(&env, &repo, &["commit", "-m", "x"], 1).says(&["r.sham:2:10"]);
    let repo = repo.staged("r.sham", sound()).file("r.sham", bad()).file("u.sham", bad());
    git_exits(&env, &repo, &["commit", "-q", "-m", "x"], 0);
    git_exits(&env, &repo, &["commit", "-q", "-a", "-m", "all"], 1).says(&["r.sham:2:10"]);
    git_exits(&env, &repo, &["commit", "-q", "-m", "one", "r.sham"], 1).says(&["r.sham:2:10"]);
    let repo = repo.staged("other.txt", "o\n");
    git_exits(&env, &repo, &["commit", "-q", "-m", "y"], 0);
}

#[test]
fn responses_are_known_by_their_names_and_by_a_header_where_the_user_says_so() {
    let env = TestEnv::new();
    let repo = env.repo();
    for name in ["a.sham", "b.sham.md", "c.nesl", "d.md", "sham", "replies/e.md", "x/replies/f"] {
        repo.write(name, sound());
    }
    repo.write("replies/prose.md", "a `#!SHAM [` in a line\n");
    repo.write("replies/binary", [b"\0\n".as_slice(), sound().as_bytes()].concat());
    let repo = repo.link("l.sham", "a.sham");
    repo.git(&["add", "-A"]);
    assert_eq!(told(&repo), ["a.sham", "b.sham.md", "c.nesl"]);
    let repo = repo.config("clada.files", "d.*");
    repo.git(&["config", "--add", "clada.files", "x/**/f"]);
    assert_eq!(told(&repo), ["a.sham", "b.sham.md", "c.nesl", "d.md", "x/replies/f"]);
    let repo = repo.config("clada.checkPaths", "replies/");
    assert_eq!(told(&repo)[3..], ["d.md", "replies/e.md", "x/replies/f"]);
    repo.git(&["config", "--add", "clada.checkPaths", "."]);
    assert_eq!(told(&repo).len(), 7);
    for (key, value) in [("clada.files", "a[.md"), ("clada.checkPaths", "../x")] {
        let repo = env.repo_at(&value.replace('/', "-")).config(key, value);
        repo.clada(&["check", "--staged"]).exits(3).says(&[key, value, "it is a"]);
    }
}

#[test]
fn what_is_committed_already_deleted_or_only_intended_is_not_staged() {
    let env = TestEnv::new();
    let repo = env.repo().file("old.sham", bad()).file("gone.sham", bad()).commit();
    let repo = repo.file("later.sham", bad());
    repo.git(&["rm", "-q", "gone.sham"]);
    repo.git(&["add", "-N", "later.sham"]);
    let run = repo.clada(&["check", "--staged"]).exits(0);
    assert_eq!(run.stdout, "no response is staged\n");
    let run = repo.clada(&["check", "--staged", "x.sham"]).exits(2);
    run.says(&["cannot be used with"]);
}

#[test]
fn five_thousand_staged_files_are_not_read_where_none_is_a_response() {
    let env = TestEnv::new();
    let repo = hooked(&env).staged("folder/r.md", "no header\n");
    // None of these contents is there: whoever would read one could not.
    let entries = (0..5000).fold(String::new(), |mut entries, number| {
        let _ = writeln!(entries, "100644 {:040x}\tfolder/{number}.rs", number + 1);
        entries
    });
    let mut command = env.command("git", repo.dir());
    command.args(["update-index", "--add", "--index-info"]).stdin(Stdio::piped());
    let mut child = command.spawn().expect("git starts");
    child.stdin.take().expect("a pipe").write_all(entries.as_bytes()).expect("git reads");
    assert!(child.wait().expect("git ends").success());
    let run = repo.clada(&["check", "--staged"]).exits(0);
    assert_eq!(run.stdout, "no response is staged\n");
    let repo = repo.config("clada.checkPaths", "other");
    repo.clada(&["check", "--staged"]).exits(0);
    let repo = repo.config("clada.checkPaths", "folder");
    repo.clada(&["check", "--staged"]).exits(3).says(&["read the blob"]);
}

#[test]
fn the_first_commit_and_json_are_checked_too() {
    let env = TestEnv::new();
    let repo = env.repo().staged("r.sham", bad());
    repo.clada(&["hooks", "install"]).exits(0);
    assert_eq!(git(&env, &repo, &["commit", "-m", "x"]).status, Some(1));
    let run = repo.clada(&["check", "--staged", "--format", "json"]).exits(1);
    run.json();
    assert!(run.stdout.contains("\"UNKNOWN_ACTION\""), "{}", run.stdout);
}

#[test]
fn verified_commits_of_clada_are_asked_about_and_go_through() {
    if !crate::env::commands_run("verified_commits_of_clada_are_asked_about_and_go_through") {
        return;
    }
    let env = TestEnv::new();
    let repo = hooked(&env);
    // A command sees of the system's temporary files no more than the repository and the home.
    let bin = env.root().join("home/bin");
    fs_err::create_dir_all(&bin).expect("a folder");
    let binary = super::scene::beside_binary().join("git-clada");
    fs_err::copy(binary, bin.join("git-clada")).expect("a copy");
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display());
    let apply = |response: &str| repo.apply(response).arg("--verify").var("PATH", &path).run();
    let run = apply(&sham::write("c.txt", "c\n"));
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let message = repo.git_line(&["log", "-1", "--format=%B"]);
    assert!(message.lines().last().is_some_and(|line| line.starts_with("Clada-")), "{message}");
    let run = apply(&sham::write("reply.sham", &bad()));
    assert_eq!(run.status, Some(3), "{}", run.stderr);
    run.says(&["the `pre-commit` hook says no", "reply.sham:2:10: error[UNKNOWN_ACTION]"]);
}
