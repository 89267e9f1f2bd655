//! Arguments: what they may be, and what is said where they are wrong.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn a_wrong_value_is_wrong_usage_and_the_message_shows_a_right_one() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    for (args, words) in [
        (["apply", "--lock-timeout", "soon"], ["`soon`", "`500ms`"]),
        (["apply", "--lock-timeout", "5x"], ["`5x`", "`ms`"]),
        (["apply", "--max-output", "big"], ["`big`", "`64KiB`"]),
        (["apply", "--max-output", "5parsecs"], ["`5parsecs`", "`KiB`"]),
        (["apply", "--git-author", "A <a@b"], ["A <a@b", "`NAME <EMAIL>`"]),
        (["apply", "--git-author", ""], ["--git-author", "`NAME <EMAIL>`"]),
        (["apply", "--format", "yaml"], ["yaml", "markdown"]),
        (["log", "--max-count", "0"], ["'0'", "`2`"]),
        (["undo", "--", "none"], ["'none'", "`2`"]),
    ] {
        repo.clada(&args).stdin(sham::write("a.txt", "b\n")).exits(2).says(&words);
    }
    repo.snapshot().assert_same(&before, "wrong usage changed something");
}

#[test]
fn without_a_command_the_state_is_told_and_three_next_steps() {
    let env = TestEnv::new();
    let told = |dir: &std::path::Path| {
        let stdout = crate::env::Clada::new(&env, dir, &[]).exits(0).stdout;
        let (state, next) = stdout.split_once("\nnext\n").expect("next steps");
        let next = next.lines().take_while(|line| !line.is_empty()).map(str::trim_start);
        let next: Vec<_> =
            next.map(|line| line.split("  ").next().unwrap_or("").to_owned()).collect();
        (state.to_owned(), next)
    };
    let (state, next) = told(env.root());
    assert_eq!(state, "not in a git repository\n");
    assert_eq!(next, ["git clada demo", "git clada prompt", "git init"]);
    let repo = repo(&env);
    let (state, next) = told(repo.dir());
    assert!(state.starts_with("session    none yet, on main\n"), "{state}");
    assert_eq!(next, ["git clada prompt", "git clada apply FILE", "git clada demo"]);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    let (state, next) = told(repo.dir());
    assert!(state.starts_with("session    main, on clada/main\n"), "{state}");
    assert_eq!(next, ["git clada diff", "git clada undo", "git clada land"]);
    repo.clada(&["back"]).exits(0);
    assert_eq!(told(repo.dir()).1[0], "git clada forward --tip");
    repo.clada(&["forward"]).exits(0);
    // That it is there tells enough; it is not read.
    repo.write(".git/clada/journal", "");
    let (state, next) = told(repo.dir());
    assert!(state.starts_with("cut short  a run whose journal cannot be read\n"), "{state}");
    assert_eq!(next, ["git clada recover", "git clada log", "git clada doctor"]);
}

#[test]
fn what_is_offered_away_from_the_session_can_be_done() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    for _ in 0..2 {
        let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
        assert_eq!(status["sessions"][0]["name"], "main");
        assert_eq!(status["undo"]["on"], "clada/main");
        assert_eq!(status["next"][0], "git clada session switch main");
        repo.git(&["checkout", "-q", "--detach"]);
    }
    repo.clada(&["undo"]).exits(3);
    repo.clada(&["session", "switch", "main"]).exits(0);
    let status = repo.clada(&["status", "--format", "json"]).exits(0).json();
    assert!(status.get("sessions").is_none() && status["session"] == "main");
}

#[test]
fn a_merge_is_named_and_no_response_is_offered_until_it_is_done() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.git(&["switch", "-q", "-c", "other"]);
    repo.write("a.txt", "other\n");
    repo.git(&["commit", "-qam", "other"]);
    repo.git(&["switch", "-q", "main"]);
    repo.write("a.txt", "main\n");
    repo.git(&["commit", "-qam", "main"]);
    repo.try_git(&["merge", "other"]);
    let told = repo.clada(&[]).exits(0).stdout;
    assert!(told.starts_with("in git     a merge is in progress\n"), "{told}");
    assert!(told.contains("git status") && !told.contains("apply FILE"), "{told}");
}

#[test]
fn a_bare_repository_is_offered_what_works_in_one() {
    let env = TestEnv::new();
    let bare = env.root().join("bare.git");
    let repo = repo(&env);
    repo.git(&["clone", "-q", "--bare", ".", bare.to_str().expect("UTF-8")]);
    let told = crate::env::Clada::new(&env, &bare, &[]).exits(0).stdout;
    assert!(told.contains("git clada apply --worktree FILE"), "{told}");
    let apply = crate::env::Clada::new(&env, &bare, &["apply", "--worktree"]);
    apply.stdin(sham::write("a.txt", "b\n")).exits(0);
}

#[test]
fn durations_and_sizes_have_units_or_none() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for (duration, size) in [("1500ms", "64KiB"), ("2m", "1MB"), ("3", "4096"), ("0.5s", "0")] {
        repo.apply(&sham::write("a.txt", duration))
            .arg("--lock-timeout")
            .arg(duration)
            .arg("--max-output")
            .arg(size)
            .exits(0);
    }
}

#[test]
fn check_ends_with_one_where_it_cannot_check() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = sham::write("a.txt", "b\n");
    repo.clada(&["check"]).stdin(response.clone()).exits(0);
    let run = repo.clada(&["check", "--allow-root", "no/where"]).stdin(response.clone()).exits(1);
    run.says(&["no/where"]);
    repo.clada(&["check", "nowhere.md"]).exits(1).says(&["nowhere.md"]);
    let repo = repo.config("clada.maxWrite", "much");
    repo.clada(&["check"]).stdin(response).exits(1).says(&["clada.maxWrite", "much"]);
}

#[test]
fn check_and_parse_need_no_repository() {
    let env = TestEnv::new();
    let outside = env.root().join("outside");
    fs_err::create_dir(&outside).expect("a directory");
    let run = |args: &[&str]| {
        crate::env::Clada::new(&env, &outside, args).stdin(sham::write("a.txt", "b\n"))
    };
    assert_eq!(
        run(&["check"]).exits(0).stdout,
        "<stdin>: 1 block, 1 sound, 0 errors, 0 warnings\n"
    );
    assert_eq!(run(&["parse", "--format", "json"]).exits(0).json()["blocks"][0]["id"], "t3s");
    run(&["apply"]).exits(3).says(&["not in a git repository", "git init", "--no-git"]);
}
