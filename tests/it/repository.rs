//! Where it is run from, and repositories of other kinds than a plain one.

use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

/// Applies, checks the commit and takes it back, in a repository that has `a.txt` committed.
#[track_caller]
fn works(repo: &Repo<'_>) {
    let before = repo.snapshot();
    let response = sham::write("a.txt", "changed\n") + &sham::write("sub/new.txt", "new\n");
    repo.apply(&response).exits(0);
    repo.assert_sound();
    assert_eq!(repo.status(), "");
    assert_eq!(repo.git(&["show", "HEAD:a.txt"]), "changed\n");
    assert_eq!(repo.git(&["show", "HEAD:sub/new.txt"]), "new\n");
    let after = repo.snapshot();
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    repo.snapshot().assert_same_but_log(&after, "redo is not the apply");
}

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
    fn elsewhere_with_gits_variables() {
        let env = TestEnv::new();
        let repo = repo(&env);
        Clada::new(&env, env.root(), &["apply", "-"])
            .var("GIT_DIR", repo.path(".git"))
            .var("GIT_WORK_TREE", repo.dir())
            .stdin(sham::write("a.txt", "changed\n"))
            .exits(0);
        assert_eq!(repo.text("a.txt"), "changed\n");
        assert_eq!(repo.status(), "");
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

mod kinds {
    use super::*;

    #[test]
    fn a_plain_one() {
        let env = TestEnv::new();
        works(&env.repo().file("a.txt", "a\n").commit());
    }

    #[test]
    fn with_sha256() {
        let env = TestEnv::new();
        env.git(env.root(), &["init", "-q", "--object-format=sha256", "repo"]);
        let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
        works(&repo);
        assert_eq!(repo.git_line(&["rev-parse", "HEAD"]).len(), 64);
    }

    #[test]
    fn in_a_folder_with_a_strange_name() {
        let env = TestEnv::new();
        works(&env.repo_at("a b,c:d'e\"ü 🎉").file("a.txt", "a\n").commit());
    }

    #[test]
    fn with_an_index_of_version_four() {
        let env = TestEnv::new();
        let repo = env.repo().config("index.version", "4").file("a.txt", "a\n").commit();
        repo.git(&["update-index", "--index-version", "4"]);
        works(&repo);
    }

    #[test]
    fn with_packed_refs_and_objects() {
        let env = TestEnv::new();
        let repo = env.repo().file("a.txt", "a\n").commit();
        repo.git(&["gc", "-q"]);
        works(&repo);
    }

    #[test]
    fn a_linked_worktree() {
        let env = TestEnv::new();
        let main = env.repo().file("a.txt", "a\n").commit();
        main.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
        let linked = Repo::new(&env, env.root().join("linked"));
        let before = main.snapshot();
        linked.apply(&sham::write("a.txt", "changed\n")).exits(0);
        assert_eq!(linked.branch().as_deref(), Some("refs/heads/clada/side"));
        assert_eq!(linked.status(), "");
        assert_eq!(main.text("a.txt"), "a\n");
        linked.clada(&["undo"]).exits(0);
        main.snapshot().assert_same_but_log(&before, "the main worktree is not concerned");
    }

    #[test]
    fn a_superproject_whose_submodule_may_not_be_written() {
        let env = TestEnv::new();
        let other = env.repo_at("other").file("o.txt", "o\n").commit();
        let url = other.dir().to_str().expect("UTF-8").to_owned();
        let repo = env.repo().file("a.txt", "a\n").commit();
        repo.git(&["submodule", "--quiet", "add", &url, "vendor"]);
        let repo = repo.commit();
        works(&repo);
        let before = repo.snapshot();
        let run = repo.clada(&["apply", "--format", "json", "-"]);
        let run = run.stdin(sham::write("vendor/o.txt", "x")).exits(1).json();
        assert_eq!(run["parseErrors"][0]["error"]["code"], "PATH_FORBIDDEN");
        repo.snapshot().assert_same_but_log(&before, "something changed");
    }

    #[test]
    fn sessions_can_be_left_for_the_branch_they_came_from() {
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
