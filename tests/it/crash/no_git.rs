//! Without a repository: what was replaced comes back.

use std::path::Path;

use crate::{
    env::{Clada, TestEnv, tree_of},
    sham,
};

fn no_git<'e>(env: &'e TestEnv, dir: &Path, args: &[&str]) -> Clada<'e> {
    Clada::new(env, dir, args).var("XDG_STATE_HOME", env.root().join("state"))
}

fn response() -> String {
    sham::write("a.txt", "after\n") + &sham::delete("gone.txt") + &sham::write("n/b.txt", "new\n")
}

fn lay_out(env: &TestEnv) -> std::path::PathBuf {
    let dir = env.root().join("plain");
    if dir.exists() {
        fs_err::remove_dir_all(&dir).expect("removed");
    }
    fs_err::create_dir(&dir).expect("made");
    fs_err::write(dir.join("a.txt"), "before\n").expect("written");
    fs_err::write(dir.join("gone.txt"), "gone\n").expect("written");
    dir
}

#[test]
fn the_last_run_is_put_back_once() {
    let env = TestEnv::in_memory();
    let dir = lay_out(&env);
    let before = tree_of(&dir);
    let run = no_git(&env, &dir, &["apply", "--no-git", "-"]).stdin(response()).exits(0);
    let told = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("git clada recover --no-git"), "{told}");
    let run = no_git(&env, &dir, &["recover", "--no-git"]).exits(0);
    assert_eq!(run.stdout, "took back the last run (3 files)\n");
    assert_eq!(tree_of(&dir), before);
    let run = no_git(&env, &dir, &["recover", "--no-git"]).exits(0);
    assert_eq!(run.stdout, "nothing to recover\n");
}

#[test]
fn what_was_edited_since_the_last_run_is_kept() {
    let env = TestEnv::in_memory();
    let dir = lay_out(&env);
    no_git(&env, &dir, &["apply", "--no-git", "-"]).stdin(response()).exits(0);
    fs_err::write(dir.join("a.txt"), "mine\n").expect("written");
    let run = no_git(&env, &dir, &["recover", "--no-git"]).exits(0);
    assert!(run.stdout.contains("a.txt was changed since: it is kept"), "{}", run.stdout);
    assert_eq!(fs_err::read_to_string(dir.join("a.txt")).expect("there"), "mine\n");
    assert_eq!(fs_err::read_to_string(dir.join("gone.txt")).expect("back"), "gone\n");
}

#[test]
fn a_run_that_is_killed_is_taken_back_first_by_the_next() {
    let env = TestEnv::in_memory();
    for step in 1.. {
        let dir = lay_out(&env);
        let before = tree_of(&dir);
        let apply = no_git(&env, &dir, &["apply", "--no-git", "-"]).stdin(response());
        let run = apply.var("CLADA_CRASH_AFTER", step.to_string()).run();
        let after = tree_of(&dir);
        let recovered = no_git(&env, &dir, &["recover", "--no-git"]).exits(0);
        if run.status.is_some() {
            assert!(step > 10, "it has more steps than {step}");
            break;
        }
        let now = tree_of(&dir);
        let said = &recovered.stdout;
        assert!(now == before || now == after, "step {step}: {said}\n{now:?}");
        assert!(now == before || said == "nothing to recover\n", "step {step}: {said}");
        let apply =
            no_git(&env, &dir, &["apply", "--no-git", "-"]).stdin(sham::write("a.txt", "x"));
        apply.exits(0);
    }
}
