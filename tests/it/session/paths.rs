//! Paths of the main worktree mean the same below the session's.

use super::scene::{Checkout, repo, worktree};
use crate::{env::TestEnv, sham};

#[test]
fn absolute_ones_of_the_main_worktree_mean_the_sessions_files() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = Checkout::of(&repo);
    let path = |name: &str| repo.path(name).to_str().expect("UTF-8").to_owned();
    let response = sham::write(&path("d/b.txt"), "changed\n")
        + &sham::write(&path("d/../new.txt"), "new\n")
        + &sham::delete(&path("a.txt"))
        + &sham::write("relative.txt", "r\n");
    for _ in 0..2 {
        repo.clada(&["apply", "--worktree=s", "--format", "json", "-"]).stdin(&*response).run();
    }
    let s = worktree(&env, "s");
    assert_eq!(s.text("d/b.txt"), "changed\n");
    assert!(s.exists("new.txt") && !s.exists("a.txt") && s.exists("relative.txt"));
    assert_eq!(Checkout::of(&repo), before);
    let own = s.path("own.txt");
    s.apply(&sham::write(own.to_str().expect("UTF-8"), "own\n")).exits(0);
    s.apply(&sham::write(&path("main.txt"), "main\n")).exits(0);
    assert!(s.exists("own.txt") && s.exists("main.txt") && !repo.exists("main.txt"));
}

#[test]
fn so_do_those_that_the_shell_spells_through_a_link() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let link = env.root().join("link");
    std::os::unix::fs::symlink(repo.dir(), &link).expect("a link");
    let path = link.join("new.txt");
    let response = sham::write(path.to_str().expect("UTF-8"), "new\n");
    repo.clada(&["apply", "--worktree=s", "-"]).var("PWD", &link).stdin(response).exits(0);
    assert!(worktree(&env, "s").exists("new.txt") && !repo.exists("new.txt"));
}

#[test]
fn those_of_other_sessions_and_of_git_stay_refused() {
    let env = TestEnv::new();
    let repo = repo(&env);
    super::scene::apply_in(&repo, "other", "o.txt");
    super::scene::apply_in(&repo, "s", "s.txt");
    let other = worktree(&env, "other").path("o.txt");
    for path in [other.to_str().expect("UTF-8"), &format!("{}/.git/x", repo.dir().display())] {
        let run = repo.clada(&["apply", "--worktree=s", "-"]).stdin(sham::write(path, "x"));
        run.exits(1);
    }
    assert_eq!(worktree(&env, "other").text("o.txt"), "new\n");
    assert!(!repo.exists(".git/x"));
}
