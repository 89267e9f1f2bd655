//! What the user saves while an operation is at work is kept, and ends the operation.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A repository in which the filter of `slow.up` lets the user do something.
fn with_filter<'e>(env: &'e TestEnv, filter: &str, does: &str) -> Repo<'e> {
    let script = env.root().join("filter.sh");
    let repo = env.repo().file(".gitattributes", "*.up filter=user\n").file("a.txt", "a\n");
    let repo = repo.file("slow.up", "one\n").commit();
    let top = repo.dir().display().to_string();
    let guard = env.root().join("armed").display().to_string();
    let text = format!(
        "#!/bin/sh\nif test -e '{guard}'; then rm '{guard}'; cd '{top}'; {does}; fi\ncat\n"
    );
    fs_err::write(&script, text).expect("a script");
    repo.config(&format!("filter.user.{filter}"), &format!("sh '{}'", script.display()))
}

fn arm(env: &TestEnv) {
    fs_err::write(env.root().join("armed"), "").expect("a file");
}

fn newest(repo: &Repo<'_>) -> String {
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    log["operations"][0]["id"].as_str().expect("an id").to_owned()
}

#[test]
fn an_edit_during_a_revert_is_kept() {
    let env = TestEnv::new();
    let repo = with_filter(&env, "smudge", "echo mine > a.txt");
    repo.apply(&(sham::write("a.txt", "A\n") + &sham::write("slow.up", "two\n"))).exits(0);
    let id = newest(&repo);
    let tip = repo.git(&["rev-parse", "HEAD"]);
    arm(&env);
    repo.clada(&["revert", &id]).exits(3).says(&["a.txt"]);
    assert_eq!(repo.text("a.txt"), "mine\n");
    assert_eq!(repo.git(&["rev-parse", "HEAD"]), tip);
    assert_eq!(repo.status(), " M a.txt\n");
    repo.assert_sound();
}

#[test]
fn an_edit_during_a_merging_undo_is_kept() {
    let env = TestEnv::new();
    let repo = with_filter(&env, "clean", "echo mine > a.txt");
    repo.apply(&(sham::write("a.txt", "A\n") + &sham::write("slow.up", "two\n"))).exits(0);
    for manner in ["--merge", "--force"] {
        repo.write("a.txt", "A\n");
        repo.write("slow.up", "edited\n");
        arm(&env);
        repo.clada(&["undo", manner]).exits(3).says(&["a.txt"]);
        assert_eq!(
            (repo.text("a.txt"), repo.text("slow.up")),
            ("mine\n".into(), "edited\n".into())
        );
        repo.assert_sound();
    }
}

#[test]
fn staging_during_a_merging_undo_is_kept() {
    let env = TestEnv::new();
    let repo = with_filter(&env, "clean", "git update-index --chmod=+x a.txt");
    repo.apply(&(sham::write("a.txt", "A\n") + &sham::write("slow.up", "two\n"))).exits(0);
    repo.write("slow.up", "edited\n");
    arm(&env);
    repo.clada(&["undo", "--force"]).exits(3).says(&["a.txt"]);
    assert!(repo.git(&["ls-files", "--stage", "a.txt"]).starts_with("100755 "));
    assert_eq!(repo.text("slow.up"), "edited\n");
}

#[test]
fn a_commit_during_a_revert_is_kept() {
    let env = TestEnv::new();
    let does = "git commit -q --allow-empty -m mine";
    let repo = with_filter(&env, "smudge", does);
    repo.apply(&(sham::write("a.txt", "A\n") + &sham::write("slow.up", "two\n"))).exits(0);
    let id = newest(&repo);
    arm(&env);
    repo.clada(&["revert", &id]).exits(3).says(&["HEAD"]);
    assert_eq!(repo.git_line(&["log", "-1", "--format=%s"]), "mine");
    assert_eq!(repo.text("a.txt"), "A\n");
    repo.assert_sound();
}

/// A thread saves all the time while operations come and go: each content that it saved last
/// before an operation touched the file is there, or in the object database.
#[test]
fn saves_from_a_thread_are_never_lost() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").file("b.txt", "b\n").commit();
    let path = repo.path("a.txt");
    let stop = std::sync::atomic::AtomicBool::new(false);
    let saved = std::thread::scope(|scope| {
        let saving = scope.spawn(|| {
            let mut saved = 0_u32;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let beside = path.with_extension("tmp");
                fs_err::write(&beside, format!("save {saved}\n")).expect("a file");
                fs_err::rename(&beside, &path).expect("renamed");
                saved += 1;
            }
            saved
        });
        for round in 0..12 {
            repo.apply(&sham::write("b.txt", &format!("{round}\n"))).run();
            repo.apply(&sham::write("a.txt", &format!("{round}\n"))).run();
            repo.clada(&["undo", "--merge"]).run();
            repo.clada(&["undo", "--force"]).run();
            repo.clada(&["redo", "--force"]).run();
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        saving.join().expect("the thread ends")
    });
    assert!(saved > 0);
    repo.assert_sound();
    let last = format!("save {}\n", saved - 1);
    let log = repo.git(&["rev-list", "--objects", "--all"]);
    fs_err::write(env.root().join("last"), &last).expect("a file");
    let id = repo.git_line(&["hash-object", "--no-filters", "../last"]);
    let kept = repo.text("a.txt") == last || log.contains(&id);
    assert!(kept, "{last:?} is neither in the file ({:?}) nor kept", repo.text("a.txt"));
}
