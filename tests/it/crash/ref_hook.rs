//! The repository's own `reference-transaction` hook is asked, as git asks it.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn with_hook<'e>(env: &'e TestEnv, script: &str) -> Repo<'e> {
    let repo = env.repo().file("a.txt", "a\n").commit();
    let hook = ".git/hooks/reference-transaction";
    repo.write(hook, format!("#!/bin/sh\n{script}\n"));
    repo.chmod(hook, 0o755);
    repo
}

#[test]
fn the_hook_is_told_what_moves_before_and_after() {
    let env = TestEnv::new();
    let told = env.root().join("told");
    let repo = with_hook(&env, &format!("{{ echo \"$1:\"; cat; }} >>{}", told.display()));
    let head = repo.git_line(&["rev-parse", "HEAD"]);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    let told = fs_err::read_to_string(told).expect("it ran");
    let [commit, log] = ["refs/heads/clada/main", "refs/clada/log/main"]
        .map(|name| repo.git_line(&["rev-parse", name]));
    let null = "0".repeat(head.len());
    let moved = format!(
        "{null} {commit} refs/heads/clada/main\n{null} {log} refs/clada/log/main\n\
         ref:refs/heads/main ref:refs/heads/clada/main HEAD\n"
    );
    assert_eq!(told, format!("prepared:\n{moved}committed:\n{moved}"));
}

#[test]
fn a_hook_that_refuses_leaves_all_as_it_was() {
    let env = TestEnv::new();
    let told = env.root().join("told");
    let script = format!(
        "echo \"$1\" >>{}; [ \"$1\" != prepared ] || {{ echo not on my watch >&2; exit 1; }}",
        told.display()
    );
    let repo = with_hook(&env, &script);
    let before = repo.snapshot();
    let run = repo.apply(&(sham::write("a.txt", "b\n") + &sham::write("n/b.txt", "b\n"))).exits(3);
    run.says(&["reference-transaction", "not on my watch"]);
    repo.snapshot().assert_same(&before, "the hook refused");
    super::scenario::assert_nothing_left(&repo, "the hook refused");
    assert_eq!(fs_err::read_to_string(told).expect("it ran"), "prepared\naborted\n");
}

#[test]
fn the_hook_is_found_where_the_setting_says() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().config("core.hooksPath", "../my hooks");
    repo.write("../my hooks/reference-transaction", "#!/bin/sh\nexit 1\n");
    repo.chmod("../my hooks/reference-transaction", 0o755);
    repo.apply(&sham::write("a.txt", "b\n")).exits(3).says(&["reference-transaction"]);
    repo.chmod("../my hooks/reference-transaction", 0o644);
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
}
