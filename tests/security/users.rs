//! Ordinary users, in a user namespace: files of others, repositories of others.

use std::{os::unix::fs::MetadataExt, path::Path, process::Stdio};

use rustix::fs::{Gid, Uid};
use serde_json::Value;

use crate::{
    env::{NOBODY, Repo, Run, TestEnv, skipped},
    sham,
};

/// A group that nobody is in unless he is put there.
const GROUP: u32 = 60_001;

fn give(path: &Path, (user, group): (u32, u32)) {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(group));
    rustix::fs::chownat(
        rustix::fs::CWD,
        path,
        Some(user),
        Some(group),
        rustix::fs::AtFlags::SYMLINK_NOFOLLOW,
    )
    .expect("given away");
}

/// Gives a repository to nobody, as whom the program then runs. Not where this is no root.
fn nobodys<'e>(env: &'e TestEnv, test: &str) -> Option<Repo<'e>> {
    if !rustix::process::geteuid().is_root() {
        skipped(test, "only root can give files away");
        return None;
    }
    env.open_to_all();
    let repo = env.repo().file("f", "old\n").file("d/g", "old\n").commit();
    give_all(repo.dir(), (NOBODY, NOBODY));
    give_all(&env.root().join("home"), (NOBODY, NOBODY));
    Some(repo)
}

fn give_all(top: &Path, to: (u32, u32)) {
    give(top, to);
    if top.symlink_metadata().expect("there").is_dir() {
        for entry in fs_err::read_dir(top).expect("a directory") {
            give_all(&entry.expect("an entry").path(), to);
        }
    }
}

/// Applies a response as nobody, of that group, and a member of another one.
fn apply_as(repo: &Repo<'_>, env: &TestEnv, (group, member): (u32, u32), response: &str) -> Run {
    // That run puts the program where nobody reaches it.
    repo.clada(&["status"]).unprivileged().exits(0);
    fs_err::write(env.root().join("response"), response).expect("written");
    let mut command = env.command("setpriv", repo.dir());
    command.args([format!("--reuid={NOBODY}"), format!("--regid={group}")]);
    command.arg(format!("--groups={member}")).arg("--").arg(env.root().join("git-clada"));
    command.args(["apply", "--yes", "--format", "json", "../response"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Run::of(command.spawn().expect("setpriv runs"))
}

fn exec(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

/// What came of the first action; nothing where this kernel gives nobody no view.
fn first(run: &Run) -> Option<Value> {
    let result = run.json()["results"][0].clone();
    let error = result["error"].as_str().unwrap_or_default();
    (!error.contains("cannot run commands in a view")).then_some(result)
}

#[test]
fn a_file_of_a_supplementary_group_is_named_with_what_to_do_and_written_by_actions() {
    let name = "a_file_of_a_supplementary_group_is_named_with_what_to_do_and_written_by_actions";
    let env = TestEnv::new();
    let Some(repo) = nobodys(&env, name) else { return };
    give(&repo.path("f"), (NOBODY, GROUP));
    give(&repo.path("d"), (NOBODY, GROUP));
    let apply = |response: &str| apply_as(&repo, &env, (NOBODY, GROUP), response);
    for (code, path) in [
        ("echo new > f", "f"),
        ("echo new > d/new", "d"),
        ("python3 -c \"open('f', 'a')\"", "f"),
        ("mv d/g moved", "d"),
    ] {
        let Some(result) = first(&apply(&exec(code))) else {
            return skipped(name, "nobody gets no view here");
        };
        let hint = result["hint"].as_str().unwrap_or_default();
        let said = format!("`{path}` belongs to group {GROUP}");
        assert!(hint.contains(&said) && hint.contains("chgrp"), "{code}: {result}");
        assert_eq!(result["success"], false, "{code}");
    }
    let hint =
        first(&apply(&exec("cd d && echo new > new"))).expect("it ran before")["hint"].clone();
    assert!(hint.to_string().contains("belongs to another user or group"), "{hint}");
    let result = first(&apply(&exec("echo new > f; true"))).expect("it ran before");
    assert_eq!(result["success"], true, "its status is its own: {result}");
    // What has been replaced, by the command or by an action, is his own.
    apply(&(sham::write("f", "new\n") + &exec("echo more >> f; sed -i s/old/new/ d/g || true")));
    assert_eq!(repo.text("f"), "new\nmore\n");
    assert_eq!(repo.path("f").metadata().expect("there").uid(), NOBODY);
}

#[test]
fn a_worktree_of_a_group_is_written_under_that_group() {
    let name = "a_worktree_of_a_group_is_written_under_that_group";
    let env = TestEnv::new();
    let Some(repo) = nobodys(&env, name) else { return };
    give_all(repo.dir(), (NOBODY, GROUP));
    // What `newgrp` does.
    let run = apply_as(&repo, &env, (GROUP, NOBODY), &exec("echo new > f; echo new > d/new"));
    let Some(result) = first(&run) else { return skipped(name, "nobody gets no view here") };
    assert_eq!(result["success"], true, "{result}");
    assert_eq!((repo.text("f"), repo.text("d/new")), ("new\n".into(), "new\n".into()));
}

#[test]
fn a_repository_of_another_user_says_nothing_and_runs_nothing() {
    let name = "a_repository_of_another_user_says_nothing_and_runs_nothing";
    let env = TestEnv::new();
    let Some(repo) = nobodys(&env, name) else { return };
    fs_err::write(env.root().join("home/gitconfig"), "[user]\n\tname = a\n\temail = a@b\n")
        .expect("written");
    let mark = env.root().join("pwned");
    let trap = format!("touch {}", mark.display());
    for (key, value) in
        [("core.fsmonitor", trap.as_str()), ("core.pager", &trap), ("alias.x", &trap)]
    {
        let config = format!("--file={}", repo.path(".git/config").display());
        env.git(env.root(), &["config", &config, key, value]);
    }
    let before = fs_err::read(repo.path("f")).expect("there");
    for args in [&["status"][..], &["log"], &["doctor"], &["undo"], &["session", "list"]] {
        let run = repo.clada(args).run();
        assert_ne!(run.status, Some(0), "{args:?}\n{}", run.stdout);
        let said = run.stdout + &run.stderr;
        assert!(said.contains("another user owns"), "{args:?}: {said}");
    }
    repo.apply(&sham::write("f", "new")).exits(3).says(&["another user owns", "safe.directory"]);
    assert_eq!(fs_err::read(repo.path("f")).expect("there"), before);
    assert!(!mark.exists());
}
