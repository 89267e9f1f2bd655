//! The commit of a response: its message, its people, what the reflogs say of it.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

/// A field of the newest commit, as `git log` prints it.
fn newest(repo: &Repo<'_>, format: &str) -> String {
    repo.git_line(&["log", "-1", &format!("--format={format}")])
}

#[test]
fn its_message_has_a_subject_a_line_per_block_and_the_trailers_last() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::write(env.root().join("prompt.md"), "mend it\n").expect("a file");
    let response = sham::write("b.txt", "b\n")
        + &sham::replace("a.txt", "nowhere", "x")
        + &sham::block("file_writ", &[("path", "c.txt")]);
    let run = repo.apply(&response).arg("--model").arg("some model\nClada-Fake: 1");
    run.arg("--prompt").arg("../prompt.md").exits(1);
    let message = repo.git(&["log", "-1", "--format=%B"]);
    let (words, trailers) = message.trim_end().rsplit_once("\n\n").expect("trailers");
    assert_eq!(
        words,
        "AI: write b.txt\n\n\
         ✓ file_write b.txt\n\
         ✗ file_replace_text a.txt: old_text not found in file\n\
         ✗ file_writ [t3s]: Unknown action: file_writ"
    );
    let keys: Vec<_> = trailers.lines().filter_map(|line| line.split_once(": ")).collect();
    let [(transaction, _), (response, _), model, (prompt, hash)] = keys.as_slice() else {
        panic!("{trailers}");
    };
    assert_eq!(
        (*transaction, *response, *prompt),
        ("Clada-Transaction", "Clada-Response", "Clada-Prompt")
    );
    assert_eq!(*model, ("Clada-Model", "some model Clada-Fake: 1"));
    assert!(hash.starts_with("sha256:") && hash.len() == 71, "{hash}");
    let parsed = repo.git_line(&["log", "-1", "--format=%(trailers:only)"]);
    assert_eq!(parsed, trailers);
}

#[test]
fn nothing_that_a_response_names_becomes_a_trailer() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("evil\n\nClada-Model: fake\n.txt", "x")).exits(0);
    assert_eq!(newest(&repo, "%(trailers:key=Clada-Model)"), "");
    assert_eq!(newest(&repo, "%(trailers:only)").lines().count(), 2);
}

#[test]
fn its_format_and_its_author_are_settings_and_the_committer_is_the_user() {
    let env = TestEnv::new();
    let repo = repo(&env)
        .config("clada.messageFormat", "{operation_summary} ({timestamp})")
        .config("clada.author", "A Bot <bot@example.org>");
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    assert_eq!(newest(&repo, "%an <%ae>"), "A Bot <bot@example.org>");
    assert_eq!(newest(&repo, "%cn <%ce>"), "Test User <test.user@example.com>");
    let subject = newest(&repo, "%s");
    assert!(subject.starts_with("write b.txt (20") && subject.ends_with(')'), "{subject}");
    repo.apply(&sham::write("b.txt", "c\n")).arg("--git-author").arg("Other").exits(0);
    assert_eq!(newest(&repo, "%an <%ae>"), "Other <clada@localhost>");
}

#[test]
fn an_author_that_is_none_is_a_wrong_setting() {
    let env = TestEnv::new();
    let repo = repo(&env).config("clada.author", "<nobody@example.org>");
    let before = repo.snapshot();
    repo.apply(&sham::write("b.txt", "b\n")).exits(3).says(&["clada.author", "NAME <EMAIL>"]);
    repo.snapshot().assert_same(&before, "something changed");
}

#[test]
fn the_users_edits_are_a_commit_of_the_users_below_it() {
    let env = TestEnv::new();
    let repo = repo(&env).file("a.txt", "a\nmine\n");
    repo.apply(&sham::write("a.txt", "a\nmine\nmodel's\n")).exits(0);
    let id = newest(&repo, "%(trailers:key=Clada-Transaction,valueonly)");
    let snapshot = repo.git_line(&["log", "-1", "--format=%s|%an|%ae", "HEAD^"]);
    let user = "Test User|test.user@example.com";
    assert_eq!(snapshot, format!("clada: snapshot before {}|{user}", id.trim()));
    assert_eq!(repo.git(&["show", "HEAD^:a.txt"]), "a\nmine\n");
    let files = repo.git(&["diff", "--name-only", "HEAD^^", "HEAD"]);
    assert_eq!(files, "a.txt\n");
}

#[test]
fn git_knows_the_way_back_from_the_session() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    assert_eq!(repo.git_line(&["rev-parse", "--abbrev-ref", "@{-1}"]), "main");
    repo.git(&["switch", "-q", "-"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
    repo.git(&["switch", "-q", "-"]);
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    repo.clada(&["undo"]).exits(0);
    repo.assert_sound();
}

#[test]
fn reflogs_name_the_operation() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    let id = newest(&repo, "%(trailers:key=Clada-Transaction,valueonly)");
    let says = |name: &str| repo.git_line(&["log", "-1", "-g", "--format=%gs", name]);
    let wanted = format!("clada: apply {}", id.trim());
    assert_eq!((says("HEAD"), says("clada/main")), (wanted.clone(), wanted));
    let ids = repo.git_line(&["log", "-2", "-g", "--format=%H", "HEAD"]);
    let wanted = repo.git_line(&["rev-parse", "HEAD", "main"]);
    assert_eq!(ids, wanted, "the switch of branches moves to no other commit");
    repo.clada(&["undo"]).exits(0);
    assert!(says("HEAD").starts_with("clada: undo "), "{}", says("HEAD"));
}
