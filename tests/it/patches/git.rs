//! Diffs of random trees, written by the real git, as it writes them and as models would.

use proptest::prelude::*;

use super::trees::{Tree, plain, trees};
use crate::env::{Repo, TestEnv};

fn write(repo: &Repo<'_>, tree: &Tree) {
    for (path, (text, executable)) in tree {
        repo.write(path, text);
        repo.chmod(path, if *executable { 0o755 } else { 0o644 });
    }
}

/// A repository that holds the first tree, and the diff to the second.
fn repo_and_diff<'e>(
    env: &'e TestEnv,
    [before, after]: &[Tree; 2],
    args: &[&str],
) -> (Repo<'e>, String) {
    let repo = env.repo();
    write(&repo, before);
    let repo = repo.commit();
    for path in before.keys() {
        fs_err::remove_file(repo.path(path)).expect("a file");
    }
    write(&repo, after);
    repo.git(&["add", "-A"]);
    let diff = repo.git(&[&["diff", "--cached", "--no-ext-diff"], args].concat());
    repo.git(&["reset", "-q", "--hard"]);
    (repo, diff)
}

/// Applies a diff and compares what stands there with the tree.
fn becomes(repo: &Repo<'_>, diff: &str, after: &Tree) -> Result<(), TestCaseError> {
    repo.apply(diff).exits(0);
    let files = repo.git(&["ls-files", "-z", "-c", "-o"]);
    let mut found: Vec<&str> =
        files.split_terminator('\0').filter(|path| repo.exists(path)).collect();
    found.sort_unstable();
    found.dedup();
    prop_assert_eq!(found, after.keys().map(String::as_str).collect::<Vec<_>>(), "{}", diff);
    for (path, (text, executable)) in after {
        prop_assert_eq!(&repo.text(path), text, "{}: {}", path, diff);
        prop_assert_eq!(repo.mode(path) & 0o100 != 0, *executable, "{}: {}", path, diff);
    }
    Ok(())
}

/// The diff with other numbers in the heads of its hunks.
fn miscounted(diff: &str, numbers: &[usize]) -> String {
    let mut numbers = numbers.iter().cycle();
    let mut next = || numbers.next().copied().unwrap_or(1);
    let told = diff.split_inclusive('\n').map(|line| {
        if line.starts_with("@@ -") {
            format!("@@ -{},{} +{},{} @@\n", next(), next(), next(), next())
        } else {
            line.to_owned()
        }
    });
    told.collect::<Vec<_>>().concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn what_git_writes_makes_the_tree_that_git_means(
        trees in trees(),
        context in 1..6_usize,
        prefixed in any::<bool>(),
    ) {
        let env = TestEnv::new();
        let context = format!("-U{context}");
        let prefix = if prefixed { "--src-prefix=a/" } else { "--no-prefix" };
        let (repo, diff) = repo_and_diff(&env, &trees, &[&context, "-M", prefix]);
        becomes(&repo, &diff, &trees[1])?;
    }

    #[test]
    fn numbers_of_lines_may_be_any(
        trees in plain(),
        numbers in prop::collection::vec(0..90_usize, 1..12),
    ) {
        let env = TestEnv::new();
        let (repo, diff) = repo_and_diff(&env, &trees, &[]);
        becomes(&repo, &miscounted(&diff, &numbers), &trees[1])?;
    }

    #[test]
    fn heads_of_hunks_may_have_no_numbers_and_the_file_other_line_breaks(trees in plain()) {
        let env = TestEnv::new();
        let (repo, diff) = repo_and_diff(&env, &trees, &[]);
        let heads = |line: &str| if line.starts_with("@@") { "@@ ... @@\n".to_owned() } else { line.to_owned() };
        let diff: String = diff.replace('\r', "").split_inclusive('\n').map(heads).collect();
        let fenced = format!("Here you are:\n\n```diff\n{diff}```\n\nDone.\n");
        becomes(&repo, &fenced, &trees[1])?;
    }
}

#[test]
fn a_diff_of_two_directories_is_read_as_diff_writes_it() {
    let env = TestEnv::new();
    let repo = env.repo().file("src/a.txt", "one\ntwo\nthree\n").commit();
    let diff = "diff -ru old/src/a.txt new/src/a.txt\n\
                --- old/src/a.txt\t2024-01-01 10:00:00.000000000 +0000\n\
                +++ new/src/a.txt\t2024-01-01 10:00:01.000000000 +0000\n\
                @@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n";
    repo.apply(diff).exits(0);
    assert_eq!(repo.text("src/a.txt"), "one\n2\nthree\n");
}

#[test]
fn a_mail_of_format_patch_is_read_whole() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\ntwo\n").commit();
    repo.write("a.txt", "one\n2\n");
    repo.git(&["commit", "-qam", "- a subject\n\n--- not a file\n- a list"]);
    let mail = repo.git(&["format-patch", "-1", "--stdout"]);
    repo.git(&["reset", "-q", "--hard", "HEAD~"]);
    repo.apply(&mail).exits(0);
    assert_eq!(repo.text("a.txt"), "one\n2\n");
}

#[test]
fn a_file_that_diff_dates_to_the_first_second_is_not_there() {
    let env = TestEnv::new();
    let repo = env.repo().file("gone.txt", "old\n").file("n.txt", "1\n2\n").commit();
    let diff = "\
diff -ruN old/gone.txt new/gone.txt
--- old/gone.txt\t2024-05-01 10:00:00.123456789 +0200
+++ new/gone.txt\t1970-01-01 01:00:00.000000000 +0100
@@ -1 +0,0 @@
-old
diff -ruN old/made.txt new/made.txt
--- old/made.txt\t1969-12-31 16:00:00.000000000 -0800
+++ new/made.txt\t2024-05-01 10:00:00.123456789 +0200
@@ -0,0 +1,2 @@
+a
+b
diff -ruN old/n.txt new/n.txt
--- old/n.txt\t2024-05-01 10:00:00.000000000 +0200
+++ new/n.txt\t2024-05-01 10:00:01.000000000 +0200
@@ -1,2 +1,2 @@
 1
-2
+two
";
    repo.apply(diff).exits(0);
    assert!(!repo.exists("gone.txt"), "an empty file is left");
    assert_eq!((repo.text("made.txt"), repo.text("n.txt")), ("a\nb\n".into(), "1\ntwo\n".into()));
}

#[test]
fn a_diff_of_subversion_names_the_file_between_dates_that_are_none() {
    let env = TestEnv::new();
    let repo = env.repo().file("n.txt", "1\n2\n").commit();
    let rule = "=".repeat(67);
    let diff = format!(
        "Index: n.txt\n{rule}\n--- n.txt\t(revision 12)\n+++ n.txt\t(working copy)\n\
         @@ -1,2 +1,2 @@\n 1\n-2\n+two\n"
    );
    repo.apply(&diff).exits(0);
    assert_eq!(repo.text("n.txt"), "1\ntwo\n");
}

#[test]
fn a_binary_patch_is_refused_and_the_rest_is_applied() {
    let env = TestEnv::new();
    let repo = env.repo().file("n.txt", "1\n").file("picture", "\0a\n").commit();
    repo.write("picture", "\0b\n");
    repo.write("n.txt", "2\n");
    let diff = repo.git(&["diff", "--binary"]);
    repo.git(&["reset", "-q", "--hard"]);
    assert!(diff.contains("GIT binary patch"), "{diff}");
    let run = repo.apply(&diff).exits(1);
    run.says(&["Patch of a binary file, which is not supported"]);
    assert_eq!((repo.text("n.txt"), repo.text("picture")), ("2\n".into(), "\0a\n".into()));
}
