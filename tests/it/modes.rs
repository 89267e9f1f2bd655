//! The ways to apply besides a commit on a session: as a trial, all or none, without git.

use crate::{
    env::{Clada, Repo, TestEnv, differences, tree_of},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "one\ntwo\n").file("b.txt", "b\n").commit()
}

/// A response that edits, writes, deletes, and fails in one place.
fn mixed() -> String {
    sham::replace("a.txt", "two", "TWO")
        + &sham::write("new/c.txt", "c\n")
        + &sham::delete("b.txt")
        + &sham::replace("a.txt", "nowhere", "x")
}

mod dry_run {
    use super::*;

    #[test]
    fn touches_nothing_at_all_in_the_git_directory_either() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let (before, git_before) = (repo.snapshot(), tree_of(&repo.path(".git")));
        let run = repo.apply(&mixed()).arg("--dry-run").exits(1);
        assert!(run.stdout.contains("+TWO"), "{}", run.stdout);
        repo.snapshot().assert_same(&before, "something was changed");
        let git_after = tree_of(&repo.path(".git"));
        assert_eq!(differences(&git_before, &git_after), Vec::<String>::new());
    }

    #[test]
    fn shows_the_diff_that_git_would_apply() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let run = repo.apply(&mixed()).arg("-n").exits(1);
        let (_, rest) = run.stdout.split_once("diff --git").expect("a diff");
        // A line of a diff is never empty: the first empty one ends it.
        let (diff, _) = rest.split_once("\n\n").expect("an end");
        let diff = format!("diff --git{diff}\n");
        repo.write("../dry.diff", diff);
        repo.git(&["apply", "--index", "../dry.diff"]);
        let by_git = repo.git_line(&["write-tree"]);
        repo.git(&["reset", "--hard", "-q"]);
        repo.apply(&mixed()).exits(1);
        assert_eq!(repo.git_line(&["rev-parse", "HEAD^{tree}"]), by_git);
    }
}

mod all_or_none {
    use super::*;

    #[test]
    fn one_failure_keeps_everything_from_being_written() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let before = repo.snapshot();
        repo.apply(&mixed()).arg("--atomic").exits(3).says(&["1 of 4"]);
        repo.snapshot().assert_same(&before, "something was changed");
    }

    #[test]
    fn a_block_that_does_not_parse_is_a_failure_too() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let before = repo.snapshot();
        let response = sham::write("c.txt", "c\n") + "#!SHAM [@three-char-SHA-256: zzz]\nx\n";
        repo.apply(&response).arg("--atomic").exits(3);
        repo.snapshot().assert_same(&before, "something was changed");
    }

    #[test]
    fn without_a_failure_all_is_committed() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let both = sham::write("c.txt", "c\n") + &sham::delete("b.txt");
        repo.apply(&both).arg("--atomic").exits(0);
        assert_eq!(
            repo.git(&["show", "--name-status", "--format=", "HEAD"]),
            "D\tb.txt\nA\tc.txt\n"
        );
    }
}

mod without_git {
    use super::*;

    #[test]
    fn files_are_written_and_what_they_replace_is_kept() {
        let env = TestEnv::new();
        let dir = env.root().join("plain");
        fs_err::create_dir_all(&dir).expect("a folder");
        fs_err::write(dir.join("a.txt"), "mine\n").expect("written");
        let state = env.root().join("state");
        let response = sham::write("a.txt", "theirs\n") + &sham::write("sub/new.txt", "new\n");
        let run = Clada::new(&env, &dir, &["apply", "--no-git", "-"])
            .var("XDG_STATE_HOME", &state)
            .stdin(response)
            .exits(0);
        assert_eq!(fs_err::read_to_string(dir.join("a.txt")).expect("read"), "theirs\n");
        assert_eq!(fs_err::read_to_string(dir.join("sub/new.txt")).expect("read"), "new\n");
        assert!(!dir.join(".git").exists());
        let kept = kept_under(&state);
        assert!(kept.contains(&"mine\n".to_owned()), "{}", run.stdout);
        assert!(run.stdout.contains("is kept in"), "{}", run.stdout);
    }

    #[test]
    fn a_repository_that_is_there_is_left_alone() {
        let env = TestEnv::new();
        let repo = repo(&env);
        let (refs, log) = (repo.git(&["for-each-ref"]), repo.git(&["reflog"]));
        let state = env.root().join("state");
        repo.apply(&sham::write("a.txt", "theirs\n"))
            .arg("--no-git")
            .var("XDG_STATE_HOME", &state)
            .exits(0);
        assert_eq!(repo.status(), " M a.txt\n");
        assert_eq!((repo.git(&["for-each-ref"]), repo.git(&["reflog"])), (refs, log));
    }

    /// The contents of all kept files.
    fn kept_under(state: &std::path::Path) -> Vec<String> {
        let all = tree_of(state);
        let kept =
            all.keys().filter(|name| name.contains("replaced/") && !name.ends_with("journal"));
        kept.map(|name| fs_err::read_to_string(state.join(name)).expect("read")).collect()
    }
}
