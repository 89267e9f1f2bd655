//! Where it is run from, and where the commits go.

use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

mod started {
    use super::*;

    fn repo(env: &TestEnv) -> Repo<'_> {
        env.repo().file("a.txt", "a\n").file("deep/er/b.txt", "b\n").commit()
    }

    #[test]
    fn in_a_folder_paths_are_still_relative_to_the_top() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let run = Clada::new(&env, &repo.path("deep/er"), &["apply", "-"]);
        run.stdin(sham::write("a.txt", "changed\n")).exits(0);
        assert_eq!(repo.text("a.txt"), "changed\n");
        assert!(!repo.exists("deep/er/a.txt"));
    }

    #[test]
    fn elsewhere_with_the_folder_as_an_option() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let run = Clada::new(&env, env.root(), &["-C", "repo/deep", "apply", "-"]);
        run.stdin(sham::write("a.txt", "changed\n")).exits(0);
        assert_eq!(repo.text("a.txt"), "changed\n");
    }

    #[test]
    fn by_git_itself_as_its_subcommand() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let bin = std::path::Path::new(env!("CARGO_BIN_EXE_git-clada"));
        let mut path = vec![bin.parent().expect("a directory").to_owned()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").expect("PATH")));
        fs_err::write(env.root().join("r.md"), sham::write("a.txt", "changed\n")).expect("a file");
        let output = env
            .command("git", &repo.path("deep"))
            .env("PATH", std::env::join_paths(path).expect("a search path"))
            .args(["clada", "apply", "../../r.md"])
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(repo.text("a.txt"), "changed\n");
    }

    #[test]
    fn absolute_paths_below_the_top_mean_the_same_files() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let path = repo.path("a.txt");
        repo.apply(&sham::write(path.to_str().expect("UTF-8"), "changed\n")).exits(0);
        assert_eq!(repo.text("a.txt"), "changed\n");
        assert_eq!(repo.status(), "");
    }

    #[test]
    fn with_several_responses_each_is_a_transaction() {
        let env = TestEnv::new();
        let repo = repo(&env);
        fs_err::write(env.root().join("1.md"), sham::write("1.txt", "1\n")).expect("a file");
        fs_err::write(env.root().join("2.md"), sham::write("2.txt", "2\n")).expect("a file");
        repo.clada(&["apply", "../1.md", "../2.md"]).exits(0);
        assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "2");
        repo.clada(&["undo"]).exits(0);
        assert!(repo.exists("1.txt") && !repo.exists("2.txt"));
    }
}

mod sessions {
    use super::*;

    #[test]
    fn can_be_left_for_the_branch_they_came_from() {
        let env = TestEnv::new();
        let repo = env.repo().file("a.txt", "a\n").commit();
        repo.apply(&sham::write("a.txt", "b\n")).exits(0);
        repo.git(&["checkout", "-q", "main"]);
        assert_eq!(repo.text("a.txt"), "a\n");
        repo.apply(&sham::write("c.txt", "c\n")).exits(0);
        assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main-2"));
    }

    #[test]
    fn in_place_commits_go_on_the_branch_that_is_checked_out() {
        let env = TestEnv::new();
        let repo = env.repo().file("a.txt", "a\n").commit();
        let before = repo.snapshot();
        repo.clada(&["apply", "--in-place", "-"]).stdin(sham::write("a.txt", "b\n")).exits(0);
        assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
        assert_eq!(repo.git_line(&["rev-list", "--count", "HEAD"]), "2");
        repo.clada(&["undo"]).exits(0);
        repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    }
}
