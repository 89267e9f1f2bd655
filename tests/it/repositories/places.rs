//! Where the git directory, the worktree and the index are, and where the program is run from.

use super::{response, works};
use crate::{
    env::{Clada, Repo, TestEnv, skipped, tree_of},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").file("deep/er/b.txt", "b\n").commit()
}

#[test]
fn a_folder_with_a_strange_name() {
    let env = TestEnv::new();
    works(&env.repo_at("a b,c:d'e\"ü 🎉").file("a.txt", "a\n").commit());
}

#[test]
fn a_separate_git_directory() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--separate-git-dir", "elsewhere", "repo"]);
    let repo = Repo::new(&env, env.root().join("repo")).file("a.txt", "a\n").commit();
    works(&repo);
    assert!(repo.path(".git").is_file());
}

#[test]
fn a_path_through_a_link() {
    let env = TestEnv::new();
    repo(&env);
    std::os::unix::fs::symlink("repo", env.root().join("alias")).expect("a link");
    works(&Repo::new(&env, env.root().join("alias")));
}

#[test]
fn a_linked_worktree() {
    let env = TestEnv::new();
    let main = repo(&env);
    main.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
    let linked = Repo::new(&env, env.root().join("linked"));
    let before = (tree_of(main.dir()), main.status(), main.branch());
    works(&linked);
    assert_eq!(linked.branch().as_deref(), Some("refs/heads/clada/side"));
    assert_eq!((tree_of(main.dir()), main.status(), main.branch()), before);
}

#[test]
fn a_linked_worktree_with_settings_of_its_own() {
    let env = TestEnv::new();
    let main = repo(&env).config("extensions.worktreeConfig", "true");
    main.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
    let linked = Repo::new(&env, env.root().join("linked"));
    linked.git(&["config", "--worktree", "core.autocrlf", "true"]);
    linked.apply(&sham::write("a.txt", "changed\r\n")).exits(0);
    assert_eq!(linked.git(&["show", "HEAD:a.txt"]), "changed\n");
    assert_eq!(linked.status(), "");
    main.apply(&sham::write("a.txt", "changed\r\n")).exits(0);
    assert_eq!(main.git(&["show", "HEAD:a.txt"]), "changed\r\n");
}

#[test]
fn a_bare_one() {
    let env = TestEnv::new();
    repo(&env).git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    let dir = env.root().join("bare.git");
    let before = tree_of(&dir);
    let run = Clada::new(&env, &dir, &["apply", "-"]).stdin(response());
    run.exits(3).says(&["bare", "git worktree add"]);
    assert!(before == tree_of(&dir), "something was written");
}

#[test]
fn a_worktree_of_a_bare_one() {
    let env = TestEnv::new();
    repo(&env).git(&["clone", "-q", "--bare", ".", "../bare.git"]);
    env.git(&env.root().join("bare.git"), &["worktree", "add", "-q", "-b", "side", "../work"]);
    works(&Repo::new(&env, env.root().join("work")));
}

#[test]
fn of_another_user() {
    if !rustix::process::geteuid().is_root() {
        skipped("of_another_user", "only root can give a repository away");
        return;
    }
    let env = TestEnv::new();
    let repo = repo(&env);
    let owner = env.command("chown", env.root()).args(["-R", "nobody", "repo"]).status();
    assert!(owner.expect("chown runs").success());
    env.git(env.root(), &["config", "--global", "--unset-all", "safe.directory"]);
    let before = tree_of(repo.dir());
    let said = ["another user owns", "safe.directory"];
    repo.apply(&response()).exits(3).says(&said);
    assert!(before == tree_of(repo.dir()), "a refused command changed something");
    let top = repo.dir().display().to_string();
    env.git(env.root(), &["config", "--global", "--add", "safe.directory", &top]);
    works(&repo);
}

#[test]
fn core_worktree() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::create_dir(env.root().join("files")).expect("a directory");
    for name in ["a.txt", "deep"] {
        fs_err::rename(repo.path(name), env.root().join("files").join(name)).expect("moved");
    }
    repo.git(&["config", "core.worktree", "../../files"]);
    assert_eq!(repo.git_line(&["status", "--porcelain"]), "");
    let files = env.root().join("files");
    let seen = || (tree_of(&files), repo.git(&["status", "--porcelain"]));
    let before = seen();
    repo.apply(&response()).exits(0);
    repo.assert_sound();
    let text = fs_err::read_to_string(files.join("a.txt")).expect("a file");
    assert_eq!((text.as_str(), seen().1), ("changed\n", String::new()));
    assert!(!repo.exists("a.txt") && !repo.exists("sub"));
    let after = seen();
    repo.clada(&["undo"]).exits(0);
    assert!(seen() == before, "undo is not the identity");
    repo.clada(&["redo"]).exits(0);
    assert!(seen() == after, "redo is not the apply");
}

/// Runs the program and git with the same variables, in the same place.
struct Given<'e> {
    env: &'e TestEnv,
    dir: std::path::PathBuf,
    vars: Vec<(&'static str, std::path::PathBuf)>,
}

impl Given<'_> {
    fn clada(&self, args: &[&str]) -> Clada<'_> {
        let run = Clada::new(self.env, &self.dir, args);
        self.vars.iter().fold(run, |run, (name, value)| run.var(name, value))
    }

    fn git(&self, args: &[&str]) -> String {
        let mut command = self.env.command("git", &self.dir);
        command.args(args).envs(self.vars.iter().map(|(name, value)| (name, value)));
        let output = command.output().expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Applies, takes back and brings back, with files in that directory and no others.
    #[track_caller]
    fn works(&self, top: &std::path::Path) {
        let seen = || (tree_of(self.env.root()), self.git(&["status", "--porcelain", "-uall"]));
        let files = |(mut tree, status): (std::collections::BTreeMap<String, _>, String)| {
            tree.retain(|name, _| !name.contains(".git/"));
            (tree, status)
        };
        let before = files(seen());
        self.clada(&["apply", "-"]).stdin(response()).exits(0);
        let text = fs_err::read_to_string(top.join("a.txt")).expect("a file");
        assert_eq!(text, "changed\n");
        assert_eq!(self.git(&["diff-files", "--name-only", "--", "a.txt", "sub"]), "");
        assert_eq!(self.git(&["diff", "--cached", "--name-only"]), "");
        let after = files(seen());
        self.clada(&["undo"]).exits(0);
        assert!(files(seen()) == before, "undo is not the identity");
        self.clada(&["redo"]).exits(0);
        assert!(files(seen()) == after, "redo is not the apply");
        self.git(&["fsck", "--strict"]);
    }
}

#[test]
fn git_dir_and_git_work_tree() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let vars = vec![("GIT_DIR", repo.path(".git")), ("GIT_WORK_TREE", repo.dir().to_owned())];
    Given { env: &env, dir: env.root().to_owned(), vars }.works(repo.dir());
    assert_eq!(repo.status(), "");
}

#[test]
fn git_dir_and_git_work_tree_that_are_relative() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let vars = vec![("GIT_DIR", "../../.git".into()), ("GIT_WORK_TREE", "../..".into())];
    Given { env: &env, dir: repo.path("deep/er"), vars }.works(repo.dir());
    assert_eq!(repo.status(), "");
}

#[test]
fn git_dir_alone_in_a_folder() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let given =
        Given { env: &env, dir: repo.path("deep"), vars: vec![("GIT_DIR", "../.git".into())] };
    assert_eq!(given.git(&["status", "--porcelain"]), " D a.txt\n D deep/er/b.txt\n?? er/\n");
    given.works(&repo.path("deep"));
    assert_eq!(repo.text("a.txt"), "a\n", "it is not the file of that name in the folder");
}

#[test]
fn git_dir_alone_elsewhere() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let dir = env.root().join("other");
    fs_err::create_dir(&dir).expect("a directory");
    fs_err::write(dir.join("a.txt"), "other\n").expect("a file");
    Given { env: &env, dir: dir.clone(), vars: vec![("GIT_DIR", repo.path(".git"))] }.works(&dir);
    assert_eq!(repo.text("a.txt"), "a\n");
}

#[test]
fn git_dir_alone_in_the_git_directory() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let run =
        Clada::new(&env, &repo.path(".git"), &["apply", "-"]).var("GIT_DIR", repo.path(".git"));
    run.stdin(response()).exits(3).says(&["worktree in the git directory", "GIT_WORK_TREE"]);
    repo.snapshot().assert_same(&before, "something was changed");
    assert!(!repo.exists(".git/a.txt"));
}

#[test]
fn a_bare_one_with_a_work_tree_that_is_given() {
    let env = TestEnv::new();
    env.git(env.root(), &["init", "-q", "--bare", "dotfiles.git"]);
    let dir = env.root().join("home");
    let vars = vec![("GIT_DIR", env.root().join("dotfiles.git")), ("GIT_WORK_TREE", dir.clone())];
    let given = Given { env: &env, dir: dir.clone(), vars };
    fs_err::write(dir.join("a.txt"), "a\n").expect("a file");
    given.git(&["add", "a.txt"]);
    given.git(&["commit", "-q", "-m", "before"]);
    given.works(&dir);
}

#[test]
fn git_dir_of_a_linked_worktree() {
    let env = TestEnv::new();
    let main = repo(&env);
    main.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
    let dir = env.root().join("linked");
    let git_dir = main.path(".git/worktrees/linked");
    Given { env: &env, dir: dir.clone(), vars: vec![("GIT_DIR", git_dir)] }.works(&dir);
}

#[test]
fn a_relative_git_dir_with_the_folder_as_an_option() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let before = repo.snapshot();
    let run = Clada::new(&env, &repo.path("deep"), &["-C", "er", "apply", "-"]);
    run.var("GIT_DIR", "../.git").stdin(response()).exits(3).says(&["GIT_DIR", "absolute"]);
    repo.snapshot().assert_same(&before, "something was changed");
}

#[test]
fn git_index_file() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::copy(repo.path(".git/index"), repo.path(".git/other")).expect("a copy");
    let own = repo.read(".git/index");
    let vars = vec![("GIT_INDEX_FILE", repo.path(".git/other"))];
    Given { env: &env, dir: repo.dir().to_owned(), vars }.works(repo.dir());
    assert!(repo.read(".git/index") == own, "the index that was not meant was changed");
}
