//! Whole responses as models write them: `test-data/responses/NAME/`.
//!
//! `response.md` is applied to a repository that holds `before/`; then it must hold `after/`.
//! `case.json` tells what else must come of it. The outputs are goldens, rewritten by
//! `CLADA_BLESS=1`; `after/` and `case.json` follow from the specification and never are.

use std::{
    collections::BTreeMap,
    fmt::Write,
    path::{Path, PathBuf},
    time::{Duration, UNIX_EPOCH},
};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{
    env::{Entry, Repo, Run, TestEnv, differences, tree_of},
    golden,
};

/// When the files of `before/` were written: `ls` tells it.
const MODIFIED: Duration = Duration::from_secs(1_700_000_000);

/// What must come of a response besides its tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Expected {
    /// What the case shows.
    #[serde(rename = "about")]
    _about: String,
    /// The exit status of `apply`.
    exit: i32,
    /// Of each action: `ok`, `skipped`, or the failure's code.
    results: Vec<String>,
    /// The codes of `parseErrors`.
    #[serde(default)]
    errors: Vec<String>,
    /// How many blocks there are.
    total: usize,
    /// How many warnings there are.
    #[serde(default)]
    warnings: usize,
}

/// A case and where it stands.
struct Case {
    dir: PathBuf,
    expected: Expected,
    response: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/responses");
    let mut dirs: Vec<_> = fs_err::read_dir(top)
        .expect("the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    dirs.sort();
    dirs.into_iter()
        .map(|dir| {
            let expected = fs_err::read(dir.join("case.json")).expect("what is expected");
            let expected = serde_json::from_slice(&expected)
                .unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
            let response = fs_err::read(dir.join("response.md")).expect("a response");
            Case { dir, expected, response }
        })
        .collect()
}

#[test]
fn every_response_does_what_its_case_says_and_is_taken_back_whole() {
    let cases = cases();
    assert!(cases.len() >= 57, "only {} cases were found", cases.len());
    let failed: Vec<_> = cases
        .iter()
        .filter(|case| {
            let outcome = std::panic::catch_unwind(|| check(case));
            if outcome.is_err() {
                drop(std::io::Write::write_fmt(
                    &mut std::io::stderr(),
                    format_args!("^ in {}\n", case.dir.display()),
                ));
            }
            outcome.is_err()
        })
        .map(|case| case.dir.file_name().expect("a name"))
        .collect();
    assert!(failed.is_empty(), "{} of {} cases: {failed:?}", failed.len(), cases.len());
}

fn check(case: &Case) {
    let text = applied_as_text(case);
    let markdown = applied_as_markdown(case);
    let json = applied_as_json(case);
    golden::check_all(&[
        (&case.dir.join("report.txt"), &text.stdout),
        (&case.dir.join("stderr.txt"), &text.stderr),
        (&case.dir.join("report.md"), &markdown),
        (&case.dir.join("result.json"), &json),
    ]);
}

/// Applies for people, checks the repository, takes it back and brings it back.
fn applied_as_text(case: &Case) -> Run {
    let env = TestEnv::new();
    let repo = repo_of(case, &env);
    let before = repo.snapshot();
    let run = apply(case, &repo, "text");
    let after = repo.snapshot();
    check_repository(case, &repo, before.files != after.files);
    let run = golden::redacted(&repo, run);

    let undone = repo.clada(&["undo"]).exits(0);
    repo.snapshot().assert_same_but_log(&before, "undo is not the identity");
    repo.assert_sound();
    if before.files == after.files {
        after.assert_same_but_log(&before, "nothing was written, something moved");
        let said = undone.stdout + &undone.stderr;
        assert!(!said.trim().is_empty(), "undo says nothing where it does nothing");
    } else {
        repo.clada(&["redo"]).exits(0);
        repo.snapshot().assert_same_but_log(&after, "redo does not bring back what was applied");
        repo.assert_sound();
    }
    run
}

/// Applies for the model, which gets this as its answer.
fn applied_as_markdown(case: &Case) -> String {
    let env = TestEnv::new();
    let repo = repo_of(case, &env);
    let run = apply(case, &repo, "markdown");
    golden::redacted(&repo, run).stdout
}

/// Applies for scripts in a repository of its own and checks the numbers.
fn applied_as_json(case: &Case) -> String {
    let env = TestEnv::new();
    let repo = repo_of(case, &env);
    let run = apply(case, &repo, "json");
    let result = run.json();
    let codes = |list: &str, pick: &dyn Fn(&serde_json::Value) -> String| -> Vec<String> {
        result[list].as_array().expect("a list").iter().map(pick).collect()
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("none").to_owned();
    let results = codes("results", &|one| match (&one["success"], &one["skipped"]) {
        (serde_json::Value::Bool(true), _) => "ok".to_owned(),
        (_, serde_json::Value::Bool(true)) => "skipped".to_owned(),
        _ => text(&one["code"]),
    });
    assert_eq!(results, case.expected.results, "results");
    let errors = codes("parseErrors", &|one| text(&one["error"]["code"]));
    assert_eq!(errors, case.expected.errors, "parseErrors");
    let warnings = codes("warnings", &|one| text(&one["message"]));
    assert_eq!(warnings.len(), case.expected.warnings, "warnings: {warnings:#?}");
    assert_eq!(result["totalBlocks"], case.expected.total, "totalBlocks");
    let tried = case.expected.results.iter().filter(|one| *one != "skipped").count();
    assert_eq!(result["executedActions"], tried, "executedActions");
    assert_eq!(result["success"], case.expected.exit == 0, "success");
    assert_eq!(result.get("fatalError"), None);
    let head = repo.git_line(&["rev-parse", "HEAD"]);
    let committed = repo.branch().as_deref() == Some("refs/heads/clada/main");
    assert_eq!(result["gitCommit"].as_str(), committed.then_some(head.as_str()));
    golden::redacted(&repo, run).stdout
}

/// Applies the response, which stands beside the repository, and checks the tree.
fn apply(case: &Case, repo: &Repo<'_>, format: &str) -> Run {
    fs_err::write(repo.path("../response.md"), &case.response).expect("the response");
    let run = repo
        .clada(&["apply", "--format", format, "../response.md"])
        .var("COLUMNS", "80")
        .exits(case.expected.exit);
    let mut wanted = laid_out(&tree_of(&case.dir.join("after")));
    let found = tree_of(repo.dir());
    // A tree that git keeps says of a mode no more than whether the file may be executed.
    for (path, entry) in &mut wanted {
        if let (Entry::File(mode, _), Some(Entry::File(other, _))) = (entry, found.get(path))
            && *mode & 0o111 == *other & 0o111
        {
            *mode = *other;
        }
    }
    let said = differences(&wanted, &found);
    assert!(
        said.is_empty(),
        "the tree is not `after/` (was: after/, is: found)\n{}",
        said.join("\n")
    );
    run
}

fn repo_of<'e>(case: &Case, env: &'e TestEnv) -> Repo<'e> {
    let repo = env.repo();
    for (path, entry) in laid_out(&tree_of(&case.dir.join("before"))) {
        match entry {
            Entry::File(mode, bytes) => {
                repo.write(&path, bytes);
                repo.chmod(&path, if mode & 0o111 == 0 { 0o644 } else { 0o755 });
            }
            Entry::Link(target) => {
                std::os::unix::fs::symlink(target, repo.path(&path)).expect("a link");
            }
            Entry::Folder => fs_err::create_dir_all(repo.path(&path)).expect("a directory"),
        }
    }
    let repo = repo.commit();
    let tree = tree_of(repo.dir());
    for (path, _) in tree.iter().filter(|(_, entry)| !matches!(entry, Entry::Link(_))) {
        let file = fs_err::File::open(repo.path(path)).expect("a file or a directory");
        file.file().set_modified(UNIX_EPOCH + MODIFIED).expect("a time");
    }
    repo
}

/// Undoes what keeps a tree in a repository of somebody else's: `_git…` stands for `.git…`, and
/// `_empty` for nothing in a directory that is there all the same.
fn laid_out(tree: &BTreeMap<String, Entry>) -> BTreeMap<String, Entry> {
    tree.iter()
        .filter(|(path, _)| *path != "_empty" && !path.ends_with("/_empty"))
        .map(|(path, entry)| {
            let parts = path.split('/').map(|part| {
                part.strip_prefix("_git")
                    .map_or_else(|| part.to_owned(), |rest| format!(".git{rest}"))
            });
            (parts.collect::<Vec<_>>().join("/"), entry.clone())
        })
        .collect()
}

/// One commit on a session's branch with its trailers, nothing left over, nothing broken.
fn check_repository(case: &Case, repo: &Repo<'_>, changed: bool) {
    repo.assert_sound();
    assert_eq!(repo.status(), "", "git status");
    if !changed {
        assert_eq!(repo.branch().as_deref(), Some("refs/heads/main"));
        return;
    }
    assert_eq!(repo.branch().as_deref(), Some("refs/heads/clada/main"));
    let log = |format: &str| repo.git_line(&["log", "-1", &format!("--format={format}")]);
    assert_eq!(repo.git_line(&["rev-list", "--count", "main..HEAD"]), "1", "commits");
    assert_eq!(log("%P"), repo.git_line(&["rev-parse", "main"]), "its parent");
    assert_eq!(log("%an"), "clada");
    assert_eq!(log("%cn <%ce>"), "Test User <test.user@example.com>");
    assert!(log("%s").starts_with("AI: "), "the subject is {:?}", log("%s"));
    let id = log("%(trailers:key=Clada-Transaction,valueonly)");
    assert!(golden::is_id(id.trim()), "the trailer's id is {id:?}");
    let sum = Sha256::digest(&case.response).iter().fold(String::new(), |mut sum, byte| {
        write!(sum, "{byte:02x}").expect("writing to a string");
        sum
    });
    let trailer = log("%(trailers:key=Clada-Response,valueonly)");
    assert_eq!(trailer.trim(), format!("sha256:{sum}"));
}
