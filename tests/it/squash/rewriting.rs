//! What a squash keeps: files, index, authors, and everything below the first that changes.

use std::os::unix::fs::PermissionsExt;

use crate::{
    env::TestEnv,
    sham,
    way_back::{log, there_and_back},
};

#[test]
fn uncommitted_work_stays_what_it_was() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").file("b", "b\n").file("gone", "x\n").commit();
    for path in ["c", "d"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let repo = repo.staged("a", "staged\n").file("a", "staged\nand more\n");
    let repo = repo.file("c", "edited\n").staged("new", "new\n").file("untracked", "u\n");
    fs_err::remove_file(repo.path("gone")).expect("a file");
    let (status, files) = (repo.status(), repo.snapshot().files);
    let index = fs_err::read(repo.path(".git/index")).expect("an index");
    there_and_back(&repo, &["squash"]);
    assert!(repo.snapshot().files == files, "a file changed");
    assert_eq!(fs_err::read(repo.path(".git/index")).expect("an index"), index);
    assert_eq!(repo.status(), status);
}

#[test]
fn the_author_is_the_first_responses_and_the_committer_the_user() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    let date = "1700000100 +0000";
    repo.apply(&sham::write("b", "b")).var("GIT_COMMITTER_DATE", date).exits(0);
    repo.apply(&sham::write("c", "c")).exits(0);
    repo.clada(&["squash"]).var("GIT_COMMITTER_DATE", "1700009999 +0100").exits(0);
    let people = "%an <%ae> %ad|%cn <%ce> %cd";
    let expected = "clada <clada@localhost> 1700000100 +0000|\
                    Test User <test.user@example.com> 1700009999 +0100";
    assert_eq!(
        repo.git_line(&["log", "-1", "--date=raw", &format!("--format={people}")]),
        expected
    );
}

#[test]
fn what_is_moved_keeps_author_message_and_encoding() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.write("mine", "mine\n");
    repo.git(&["add", "mine"]);
    repo.git(&["config", "i18n.commitEncoding", "ISO-8859-1"]);
    repo.write("message", b"\xe4 subject\n\nbody\n");
    let author = "--author=Jos\u{e9} <jose@example.com>";
    repo.git(&["commit", "-q", author, "--date=1600000000 +0200", "-F", "message"]);
    fs_err::remove_file(repo.path("message")).expect("a file");
    let raw = |repo: &crate::env::Repo<'_>| {
        let commit = repo.try_git(&["cat-file", "commit", "HEAD"]).stdout;
        let at = commit.windows(7).position(|part| part == b"author ").expect("an author");
        let (author, rest) = commit[at..].split_at(
            commit[at..].windows(10).position(|part| part == b"committer ").expect("a committer"),
        );
        let end = rest.iter().position(|byte| *byte == b'\n').expect("a line");
        [author, &rest[end..]].concat()
    };
    let before = raw(&repo);
    there_and_back(&repo, &["squash"]);
    assert_eq!(String::from_utf8_lossy(&raw(&repo)), String::from_utf8_lossy(&before));
    assert_eq!(raw(&repo), before);
}

#[test]
fn commits_below_the_first_that_changes_stay_the_very_same() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    repo.apply(&sham::write("src", "x")).exits(0);
    for path in ["docs/a", "docs/b"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let first = log(&repo, "%H")[0].clone();
    there_and_back(&repo, &["squash", "--contains", "docs/"]);
    assert_eq!(log(&repo, "%H")[0], first);
}

#[test]
fn the_new_commits_are_signed_where_the_users_are() {
    const SIGNER: &str = "#!/bin/sh\ncat >/dev/null\nprintf '[GNUPG:] SIG_CREATED \\n' >&2\n\
                          printf -- '-----BEGIN PGP SIGNATURE-----\\nsigned\\n\
                          -----END PGP SIGNATURE-----\\n'\n";
    let env = TestEnv::new();
    let signer = env.root().join("signer");
    fs_err::write(&signer, SIGNER).expect("written");
    fs_err::set_permissions(&signer, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    let repo = repo.file("mine", "mine\n").commit();
    repo.apply(&sham::write("d", "d")).exits(0);
    repo.git(&["config", "commit.gpgSign", "true"]);
    repo.git(&["config", "gpg.program", &signer.display().to_string()]);
    there_and_back(&repo, &["squash"]);
    for commit in ["HEAD", "HEAD~1"] {
        let text = repo.git(&["cat-file", "commit", commit]);
        assert!(text.contains("\ngpgsig "), "{text}");
    }
}

#[test]
fn the_log_and_the_reflog_tell_of_it() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.clada(&["squash"]).exits(0);
    let log = repo.clada(&["log"]).exits(0).stdout;
    assert!(log.lines().next().is_some_and(|line| line.ends_with("2 commits into 1")), "{log}");
    let reflog = repo.git(&["reflog", "-1", "--format=%gs"]);
    assert!(reflog.starts_with("clada: squash "), "{reflog}");
    let commit = repo.git_line(&["rev-parse", "HEAD"]);
    let shown = repo.clada(&["show", &commit]).exits(0).stdout;
    assert!(shown.contains("squash"), "{shown}");
}

#[test]
fn responses_can_be_undone_once_the_squash_is() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a\n").commit();
    let before = repo.snapshot();
    for path in ["b", "c"] {
        repo.apply(&sham::write(path, path)).exits(0);
    }
    repo.clada(&["squash"]).exits(0);
    repo.clada(&["undo", "3"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "three undos are not the identity");
}
