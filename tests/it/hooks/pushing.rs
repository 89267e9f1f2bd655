//! `pre-push`: sessions stay here until they are landed.

use super::scene::{git_exits, hooked};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A session with a snapshot, and a remote that has all but that.
fn session(env: &TestEnv) -> Repo<'_> {
    env.git(env.root(), &["init", "-q", "--bare", "remote.git"]);
    let repo = hooked(env);
    repo.git(&["remote", "add", "origin", "../remote.git"]);
    git_exits(env, &repo, &["push", "-q", "origin", "main"], 0);
    let repo = repo.file("a.txt", "one\ntwo\nmine\n");
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo
}

fn remote(env: &TestEnv) -> String {
    env.git(&env.root().join("remote.git"), &["for-each-ref", "--format=%(refname)"])
}

#[test]
fn a_session_is_not_pushed_under_any_name() {
    let env = TestEnv::new();
    let repo = session(&env);
    for (refs, told) in [
        (&["clada/main"][..], "  clada/main: a session's branch\n"),
        (&["HEAD"], "  clada/main: a session's branch\n"),
        (&["HEAD:main"], "  clada/main: a session's branch, as main\n"),
        (&["main:clada/x"], "  clada/x: a session's branch\n"),
        (
            &["refs/clada/log/main"],
            "  refs/clada/log/main: the log holds what stood in your files\n",
        ),
        (&["main:ok", "clada/main"], "  clada/main: a session's branch\n"),
    ] {
        let run = git_exits(&env, &repo, &[&["push", "-q", "origin"], refs].concat(), 1);
        run.says(&["error: not pushed: it would publish what git-clada keeps to you\n", told]);
        run.says(&["hint: `git clada land`", "--no-verify", "clada.allowPush"]);
        assert_eq!(remote(&env), "refs/heads/main\n", "{refs:?}");
    }
    let run = git_exits(&env, &repo, &["push", "-q", "--mirror", "origin"], 1);
    run.says(&["refs/clada/log/main: the log"]);
}

#[test]
fn a_snapshot_that_is_not_landed_is_not_pushed_as_part_of_another_branch() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["branch", "feature"]);
    let run = git_exits(&env, &repo, &["push", "-q", "origin", "feature"], 1);
    run.says(&["  feature: your edits, in the session main: ", " clada: snapshot before "]);
    git_exits(&env, &repo, &["push", "-q", "origin", "main", "main:other"], 0);
    repo.clada(&["land"]).exits(0);
    git_exits(&env, &repo, &["push", "-q", "origin", "main", "feature"], 0);
    git_exits(&env, &repo, &["push", "-q", "origin", ":other"], 0);
    assert_eq!(remote(&env), "refs/heads/feature\nrefs/heads/main\n");
}

#[test]
fn the_setting_and_git_itself_let_it_be_pushed() {
    let env = TestEnv::new();
    let repo = session(&env);
    git_exits(&env, &repo, &["push", "-q", "--no-verify", "origin", "HEAD:x"], 0);
    let repo = repo.config("clada.allowPush", "true");
    git_exits(&env, &repo, &["push", "-q", "origin", "clada/main"], 0);
    git_exits(&env, &repo, &["push", "-q", "origin", ":clada/main"], 0);
    let repo = repo.config("clada.allowPush", "false");
    git_exits(&env, &repo, &["push", "-q", "origin", "clada/main"], 1);
}
