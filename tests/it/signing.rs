//! `commit.gpgSign`: commits are signed by the program that git is told to use, or not made.

use std::os::unix::fs::PermissionsExt;

use crate::{env::TestEnv, sham};

/// A signing program that answers as git expects it of one, and signs with a fixed text.
const SIGNER: &str = "#!/bin/sh\ncat >/dev/null\nprintf '[GNUPG:] SIG_CREATED \\n' >&2\n\
                      printf -- '-----BEGIN PGP SIGNATURE-----\\nsigned\\n\
                      -----END PGP SIGNATURE-----\\n'\n";

#[test]
fn the_response_and_the_users_own_edits_are_signed_and_the_log_is_not() {
    let env = TestEnv::new();
    let signer = env.root().join("signer");
    fs_err::write(&signer, SIGNER).expect("written");
    fs_err::set_permissions(&signer, std::fs::Permissions::from_mode(0o755)).expect("executable");
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["config", "commit.gpgSign", "true"]);
    repo.git(&["config", "gpg.program", &signer.display().to_string()]);
    repo.write("a.txt", "mine\n");
    let before = repo.snapshot();
    repo.apply(&sham::write("a.txt", "theirs\n")).exits(0);
    for commit in ["HEAD", "HEAD~1"] {
        let text = repo.git(&["cat-file", "commit", commit]);
        assert!(text.contains("\ngpgsig "), "{text}");
    }
    assert!(!repo.git(&["cat-file", "commit", "refs/clada/log/main"]).contains("gpgsig"));
    let author = repo.git(&["log", "-1", "--format=%an <%ae> %ad %s"]);
    assert!(author.starts_with("clada <clada@localhost> "), "{author}");
    repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
}

#[test]
fn a_signature_that_cannot_be_made_stops_everything() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.git(&["config", "commit.gpgSign", "true"]);
    repo.git(&["config", "gpg.program", "false"]);
    let before = repo.snapshot();
    let run = repo.apply(&sham::write("a.txt", "theirs\n")).exits(3);
    run.says(&["commit-tree", "gpg"]);
    repo.snapshot().assert_same(&before, "something was changed");
}
