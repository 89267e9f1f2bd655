//! `post-rewrite`: the log knows its operations by the commits that git has put in the place of
//! theirs, and undo goes back exactly or says why not.

use serde_json::Value;

use super::scene::{commit, git_exits, git_with, hooked};
use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn log(repo: &Repo<'_>) -> Vec<Value> {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    log["operations"].as_array().expect("operations").clone()
}

fn kinds(repo: &Repo<'_>) -> Vec<String> {
    log(repo).iter().map(|line| line["kind"].as_str().expect("a kind").to_owned()).collect()
}

/// The commit that the log names for the newest operations of a kind.
fn commits(repo: &Repo<'_>, kind: &str) -> Vec<String> {
    let lines = log(repo).into_iter().filter(|line| line["kind"] == kind);
    lines.map(|line| line["commit"].as_str().expect("a commit").to_owned()).collect()
}

/// A session with two responses, on two files.
fn session(env: &TestEnv) -> Repo<'_> {
    let repo = hooked(env);
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo.apply(&sham::replace("b.txt", "b", "B")).exits(0);
    repo
}

/// Rebases with a list that `sed` edits.
fn rebase(env: &TestEnv, repo: &Repo<'_>, script: &str, args: &[&str]) {
    let editor = format!("sed -i '{script}'");
    let args = [&["rebase", "-q"], args].concat();
    let run = git_with(env, repo.dir(), (&args, &[("GIT_SEQUENCE_EDITOR", editor.as_str())]));
    assert_eq!(run.status, Some(0), "{}\n{}", run.stdout, run.stderr);
}

#[test]
fn an_amended_message_is_known_to_log_show_and_undo() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    let before = repo.snapshot();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    let was = commit(&repo, "HEAD");
    for words in ["better", "best"] {
        let message = repo.git(&["log", "-1", "--format=%b"]);
        git_exits(&env, &repo, &["commit", "-q", "--amend", "-m", words, "-m", &message], 0);
    }
    let now = commit(&repo, "HEAD");
    assert_eq!(kinds(&repo), ["rewrite", "rewrite", "apply"]);
    assert_eq!(commits(&repo, "apply"), std::slice::from_ref(&now));
    let id = log(&repo)[2]["id"].as_str().expect("an id").to_owned();
    for name in [&now, &was, &id] {
        let shown = repo.clada(&["show", "--format", "json", name]).run();
        let shown =
            if shown.status == Some(0) { shown } else { repo.clada(&["show", name]).exits(0) };
        assert!(shown.stdout.contains(&id) && shown.stdout.contains(&now), "{}", shown.stdout);
    }
    let amended = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undone");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&amended, "the amended commit is back");
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--no-edit", "--signoff"], 0);
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undone once more");
    repo.assert_sound();
}

#[test]
fn a_commit_that_has_lost_its_trailers_is_followed_on() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    let before = repo.snapshot();
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    let id = log(&repo)[0]["id"].as_str().expect("an id").to_owned();
    for words in ["one", "two", "three"] {
        git_exits(&env, &repo, &["commit", "-q", "--amend", "-m", words], 0);
    }
    assert_eq!(repo.git_line(&["log", "-1", "--format=%B"]), "three", "no trailers");
    assert_eq!(kinds(&repo), ["rewrite", "rewrite", "rewrite", "apply"]);
    assert_eq!(commits(&repo, "apply"), [commit(&repo, "HEAD")]);
    let shown = repo.clada(&["show", "HEAD"]).exits(0);
    assert!(shown.stdout.contains(&id), "{}", shown.stdout);
    let amended = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undone");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&amended, "the amended commit is back");
    repo.clada(&["revert", "HEAD"]).exits(0);
    assert_eq!(repo.text("a.txt"), "one\ntwo\nthree\n");
    repo.assert_sound();
}

#[test]
fn what_an_amend_adds_is_not_taken_back_unasked() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    let was = commit(&repo, "HEAD");
    let repo = repo.staged("b.txt", "mine\n");
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--no-edit"], 0);
    let before = repo.snapshot();
    let run = repo.clada(&["undo"]).exits(3);
    let new = repo.git_line(&["rev-parse", "--short=10", "HEAD"]);
    let old = repo.git_line(&["rev-parse", "--short=10", &was]);
    run.says(&[&format!("commit {old} was rewritten as {new}, which changes something else")]);
    run.says(&["`git clada undo --merge`", "`git clada revert "]);
    repo.snapshot().assert_same_but_log(&before, "refused");
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!(
        (repo.text("a.txt"), repo.text("b.txt")),
        ("one\ntwo\nthree\n".into(), "mine\n".into())
    );
}

#[test]
fn a_rebased_session_is_undone_step_by_step_onto_its_new_base() {
    let env = TestEnv::new();
    let repo = session(&env);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.staged("c.txt", "c\n");
    git_exits(&env, &repo, &["commit", "-qm", "c"], 0);
    repo.git(&["switch", "-q", "clada/main"]);
    let base = repo.git_line(&["rev-parse", "main"]);
    git_exits(&env, &repo, &["rebase", "-q", "main"], 0);
    let first = commit(&repo, "HEAD~1");
    assert_eq!(commits(&repo, "apply"), [commit(&repo, "HEAD"), first.clone()]);
    assert_eq!(kinds(&repo)[0], "rewrite");
    repo.clada(&["undo"]).exits(0);
    assert_eq!((commit(&repo, "HEAD"), repo.status()), (first, String::new()));
    assert_eq!((repo.text("b.txt").as_str(), repo.text("c.txt").as_str()), ("b\n", "c\n"));
    repo.clada(&["redo"]).exits(0);
    repo.clada(&["undo", "2"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!((commit(&repo, "HEAD"), repo.status()), (base, String::new()));
    assert_eq!(repo.text("a.txt"), "one\ntwo\nthree\n");
    repo.clada(&["redo", "2"]).exits(0);
    repo.clada(&["squash"]).exits(0);
    repo.clada(&["land"]).exits(0);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main"]), "3");
    repo.assert_sound();
}

#[test]
fn a_snapshot_is_followed_with_its_response() {
    let env = TestEnv::new();
    let repo = hooked(&env).file("a.txt", "one\ntwo\nmine\n");
    repo.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.staged("c.txt", "c\n");
    git_exits(&env, &repo, &["commit", "-qm", "c"], 0);
    repo.git(&["switch", "-q", "clada/main"]);
    git_exits(&env, &repo, &["rebase", "-q", "main"], 0);
    let id = log(&repo)[1]["id"].as_str().expect("an id").to_owned();
    let shown = repo.clada(&["show", &commit(&repo, "HEAD~1")]).exits(0);
    assert!(shown.stdout.contains(&id), "by its snapshot: {}", shown.stdout);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    assert_eq!(repo.status(), " M a.txt\n", "the edit is an edit again");
    assert_eq!(repo.text("a.txt"), "one\ntwo\nmine\n");
}

#[test]
fn several_that_became_one_are_shown_and_not_taken_back_as_one_of_them() {
    let env = TestEnv::new();
    let repo = session(&env);
    rebase(&env, &repo, "2s/pick/squash/", &["-i", "main"]);
    let one = commit(&repo, "HEAD");
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "1");
    assert_eq!(commits(&repo, "apply"), [one.clone(), one.clone()]);
    let applies = log(&repo).into_iter().filter(|line| line["kind"] == "apply");
    let ids: Vec<String> = applies.map(|line| line["id"].as_str().expect("an id").into()).collect();
    let newest = &ids[0];
    let shown = repo.clada(&["show", &one]).exits(0);
    assert!(shown.stdout.contains(newest), "{}", shown.stdout);
    repo.clada(&["undo"]).exits(3).says(&["was rewritten as", "which changes something else"]);
    repo.clada(&["undo", "--merge"]).exits(0);
    assert_eq!((repo.text("a.txt"), repo.text("b.txt")), ("1\ntwo\nthree\n".into(), "b\n".into()));
    assert_eq!(commit(&repo, "HEAD"), one);
    // git asks no `commit-msg` while it squashes, but it does so afterwards.
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--no-edit"], 0);
    let trailers = repo.git(&["log", "-1", "--format=%(trailers:key=Clada-Transaction)"]);
    assert_eq!(trailers.trim().lines().count(), 2, "both transactions, in one block: {trailers}");
}

#[test]
fn a_dropped_commit_is_refused_and_stepped_over() {
    let env = TestEnv::new();
    let repo = session(&env);
    rebase(&env, &repo, "2s/pick/drop/", &["-i", "main"]);
    repo.clada(&["undo"]).exits(3).says(&["since", "`git clada undo --merge`"]);
    repo.clada(&["undo", "--merge"]).exits(0);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(
        (repo.branch().as_deref(), repo.text("a.txt").as_str()),
        (Some("refs/heads/main"), "one\ntwo\nthree\n")
    );
    let other = env.repo_at("other").file("a.txt", "one\n").file("b.txt", "b\n").commit();
    other.clada(&["hooks", "install"]).exits(0);
    other.apply(&sham::replace("a.txt", "one", "1")).exits(0);
    other.apply(&sham::replace("b.txt", "b", "B")).exits(0);
    rebase(&env, &other, "1s/pick/drop/", &["-i", "main"]);
    other.clada(&["undo"]).exits(0);
    assert_eq!(
        (commit(&other, "HEAD"), other.text("b.txt").as_str()),
        (commit(&other, "main"), "b\n")
    );
}

#[test]
fn commits_that_changed_places_are_known_each_by_its_own() {
    let env = TestEnv::new();
    let repo = session(&env);
    rebase(&env, &repo, "1{h;d};2{G}", &["-i", "main"]);
    assert_eq!(repo.git_line(&["log", "-1", "--format=%s"]), "AI: edit a.txt");
    assert_eq!(commits(&repo, "apply"), [commit(&repo, "HEAD~1"), commit(&repo, "HEAD")]);
    let before = repo.snapshot();
    repo.clada(&["undo"]).exits(3).says(&["commits on clada/main since"]);
    repo.snapshot().assert_same_but_log(&before, "refused");
    let id = log(&repo)[1]["id"].as_str().expect("an id").to_owned();
    repo.clada(&["revert", &id]).exits(0);
    assert_eq!((repo.text("a.txt"), repo.text("b.txt")), ("1\ntwo\nthree\n".into(), "b\n".into()));
}

#[test]
fn who_goes_back_to_the_old_commit_is_believed() {
    let env = TestEnv::new();
    let repo = session(&env);
    let was = commit(&repo, "HEAD");
    git_exits(&env, &repo, &["commit", "-q", "--amend", "-m", "x"], 0);
    repo.git(&["reset", "-q", "--hard", &was]);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(commit(&repo, "HEAD"), commit(&repo, &format!("{was}~1")));
}

#[test]
fn what_was_landed_from_another_worktree_is_found_by_its_new_commit() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    repo.apply(&sham::replace("a.txt", "one", "1")).arg("--worktree=spike").exits(0);
    repo.clada(&["land", "spike"]).exits(0);
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--no-edit", "--signoff"], 0);
    let shown = repo.clada(&["show", "HEAD"]).exits(0);
    assert!(shown.stdout.contains("Kind:     apply"), "{}", shown.stdout);
    repo.clada(&["revert", "HEAD"]).exits(0);
    assert_eq!(repo.text("a.txt"), "one\ntwo\nthree\n");
}

#[test]
fn the_users_own_commits_are_nothing_to_the_log() {
    let env = TestEnv::new();
    let repo = hooked(&env);
    git_exits(&env, &repo, &["commit", "-q", "--amend", "-m", "mine"], 0);
    assert_eq!(repo.git(&["for-each-ref", "refs/clada"]), "");
}

#[test]
fn gc_keeps_what_became_of_the_commits_that_it_keeps() {
    let env = TestEnv::new();
    let repo = session(&env);
    git_exits(&env, &repo, &["commit", "-q", "--amend", "--no-edit", "--signoff"], 0);
    repo.apply(&sham::replace("a.txt", "two", "2")).exits(0);
    repo.clada(&["gc", "--older-than", "0s"]).exits(0);
    let now = commit(&repo, "HEAD~1");
    let kept = kinds(&repo);
    if kept.iter().filter(|kind| *kind == "apply").count() > 1 {
        assert!(kept.contains(&"rewrite".to_owned()), "{kept:?}");
        repo.clada(&["show", &now]).exits(0);
    } else {
        assert!(!kept.contains(&"rewrite".to_owned()), "for nothing: {kept:?}");
    }
}
