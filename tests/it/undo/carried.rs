//! What commands do to ignored files is taken back, as far as it is kept, and what is not is named.

use std::collections::BTreeMap;

use crate::{
    env::{Clada, Entry, Repo, TestEnv, commands_run, differences, tree_of},
    sham,
};

/// Too much to be held in memory, and what it does to what is there.
const BIG: &str = "truncate -s 2500000 out/big";

/// A repository in which `out/` is ignored; nothing where no command runs.
fn with_ignored<'e>(env: &'e TestEnv, test: &str) -> Option<Repo<'e>> {
    if !commands_run(test) {
        return None;
    }
    let repo = env.repo().file(".gitignore", "out/\n").file("a.txt", "a\n").commit();
    let repo = repo.file("out/text", "old\n").file("out/dir/x", "x\n").link("out/link", "text");
    Some(repo.file_with_mode("out/run.sh", "echo\n", 0o750))
}

fn run<'e>(repo: &Repo<'e>, code: &str) -> Clada<'e> {
    repo.apply(&sham::exec(code)).arg("--yes")
}

/// All that stands in `out`.
fn out(repo: &Repo<'_>) -> BTreeMap<String, Entry> {
    tree_of(&repo.path("out"))
}

#[track_caller]
fn prints(repo: &Repo<'_>, args: &[&str], words: &str) {
    let stdout = repo.clada(args).exits(0).stdout;
    assert!(stdout.contains(words), "{stdout}");
}

#[track_caller]
fn same(repo: &Repo<'_>, then: &BTreeMap<String, Entry>) {
    let others = differences(then, &out(repo));
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn brings_bytes_modes_links_and_directories_back() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::brings_bytes…") else { return };
    let small = "echo new > out/text; chmod 600 out/run.sh; rm -r out/dir out/link
        mkdir out/new; echo 1 > out/new/f; ln -s nowhere out/new/link; echo b > a.txt";
    for code in [small.to_owned(), format!("{small}\n{BIG}")] {
        let before = (out(&repo), repo.snapshot());
        run(&repo, &code).exits(0);
        let after = out(&repo);
        assert_eq!((repo.text("out/text").as_str(), repo.mode("out/run.sh")), ("new\n", 0o600));
        assert!(!repo.exists("out/dir") && repo.exists("out/new/link"));
        for _ in 0..2 {
            repo.clada(&["undo"]).exits(0);
            same(&repo, &before.0);
            repo.snapshot().assert_same_but_log(&before.1, "undo");
            assert_eq!((repo.text("out/text").as_str(), repo.mode("out/run.sh")), ("old\n", 0o750));
            repo.clada(&["redo"]).exits(0);
            same(&repo, &after);
        }
        repo.clada(&["undo"]).exits(0);
        repo.assert_sound();
    }
}

#[test]
fn what_has_changed_since_stays_and_is_named() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::what_has_changed…") else { return };
    run(&repo, &format!("echo new > out/text; echo b > a.txt; {BIG}")).exits(0);
    repo.write("out/text", "mine\n");
    let then = out(&repo);
    prints(&repo, &["undo"], "stays     out: it has changed since");
    same(&repo, &then);
    assert_eq!(repo.text("a.txt"), "a\n");
    repo.clada(&["redo"]).exits(0);
    same(&repo, &then);
    prints(&repo, &["undo", "--force"], "put aside out");
    assert_eq!((repo.text("out/text").as_str(), repo.exists("out/big")), ("old\n", false));
    repo.clada(&["redo"]).exits(0);
    same(&repo, &then);
}

#[test]
fn a_file_of_the_users_beside_what_came_is_not_taken_along() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::a_file_of_the_users…") else { return };
    run(&repo, "mkdir out/new; truncate -s 2500000 out/new/big").exits(0);
    repo.write("out/new/mine", "mine\n");
    prints(&repo, &["undo"], "stays     out: it has changed since");
    assert_eq!(repo.text("out/new/mine"), "mine\n");
}

#[test]
fn what_is_not_kept_is_named_in_every_report() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::what_is_not_kept…") else { return };
    let repo = repo.config("clada.keepIgnored", "10");
    repo.write("out/text", "more than is kept\n");
    let code = "echo new >> out/text; echo b >> a.txt";
    let named = "what is replaced here is more than is kept for undo (`clada.keepIgnored`): out";
    let before = out(&repo);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let dry = run(&repo, code).arg("-n").exits(0);
    assert!(words(&dry.stdout).contains(named), "{}", dry.stdout);
    assert!(words(&dry.stdout).contains("not shown here: out"), "{}", dry.stdout);
    same(&repo, &before);
    let text = run(&repo, code).exits(0);
    assert!(words(&text.stdout).contains(named), "{}", text.stdout);
    assert_eq!(repo.text("out/text"), "more than is kept\nnew\n");
    prints(&repo, &["undo"], "stays     out: what stood there is not kept");
    assert_eq!(repo.text("out/text"), "more than is kept\nnew\n");
    let json = run(&repo, code).arg("--format").arg("json").exits(0).json();
    assert_eq!(json["notKept"], serde_json::json!(["out"]));
    let markdown = run(&repo, code).arg("--format").arg("markdown").exits(0);
    let listed = markdown.stdout.contains("## Not kept for undo\n\n- `out`");
    assert!(listed, "{}", markdown.stdout);
}

#[test]
fn a_failure_is_told_and_leaves_all_as_it_was() {
    // A twin tells the steps: they are the same where no directory has to be made for an object.
    let (env, twin) = (TestEnv::new(), TestEnv::new());
    let Some(repo) = with_ignored(&env, "carried::a_failure_is_told…") else { return };
    let repo_of_twin = with_ignored(&twin, "carried::a_failure_is_told…").expect("they run");
    for repo in [&repo, &repo_of_twin] {
        for number in 0..256 {
            let dir = repo.path(&format!(".git/objects/{number:02x}"));
            fs_err::create_dir_all(dir).expect("a directory");
        }
    }
    let code = format!("echo new > out/text; echo b > a.txt; {BIG}");
    let list = env.root().join("steps");
    run(&repo_of_twin, &code).var("CLADA_STEPS", &list).exits(0);
    let steps = fs_err::read_to_string(list).expect("the build has failpoints");
    let carry = |(number, step): (usize, &str)| (step == "carry").then_some(number + 1);
    let step = steps.lines().enumerate().filter_map(carry).last().expect("it carries");
    let before = (out(&repo), repo.snapshot());
    let failed = run(&repo, &code).var("CLADA_FAIL_STEP", format!("{step}:EACCES")).exits(3);
    failed.says(&["EACCES: permission denied, rename 'out/"]);
    same(&repo, &before.0);
    repo.snapshot().assert_same_but_log(&before.1, "a failure");
}

#[test]
fn a_dry_run_and_a_failing_atomic_leave_nothing() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::a_dry_run…") else { return };
    let before = out(&repo);
    let code = format!("echo new > out/text; rm -r out/dir; {BIG}");
    run(&repo, &code).arg("-n").exits(0);
    same(&repo, &before);
    let response = sham::exec(&code) + &sham::exec("exit 1");
    repo.apply(&response).arg("--yes").arg("--atomic").exits(3);
    same(&repo, &before);
    let left =
        |place: &str| fs_err::read_dir(repo.path(place)).map(Iterator::count).unwrap_or_default();
    assert_eq!((left(".git/clada/carried"), left(".git/clada/scratch")), (0, 0));
}

#[test]
fn files_that_are_tracked_all_the_same_are_committed() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::files_that_are_tracked…") else { return };
    repo.write("out/dir/kept", "kept\n");
    repo.git(&["add", "-f", "out/dir/kept"]);
    let repo = repo.commit();
    run(&repo, &format!("rm -r out/dir; {BIG}")).exits(0);
    assert_eq!(repo.git(&["show", "--name-status", "--format="]), "D\tout/dir/kept\n");
    repo.clada(&["undo"]).exits(0);
    assert_eq!(repo.text("out/dir/kept"), "kept\n");
    assert_eq!(repo.text("out/dir/x"), "x\n");
}

#[test]
fn the_oldest_is_forgotten_when_there_is_too_much_and_named() {
    let env = TestEnv::new();
    let Some(repo) = with_ignored(&env, "carried::the_oldest…") else { return };
    let repo = repo.config("clada.keepIgnored", "100000");
    repo.write("out/text", vec![b'x'; 99_000]);
    let stores = || fs_err::read_dir(repo.path(".git/clada/carried")).expect("there").count();
    let mut told = Vec::new();
    for number in 0..11 {
        let code = format!(
            "truncate -s 2500000 out/{number}; head -c 99000 /dev/zero > out/text; echo {number} > a.txt"
        );
        let applied = run(&repo, &code).exits(0);
        told.push(applied.stdout.contains("is no longer"));
    }
    assert_eq!(told, [[false; 9].as_slice(), &[true; 2]].concat());
    assert_eq!(stores(), 9);
    let later = repo.clada(&["gc", "--older-than", "1d"]);
    later.var("GIT_COMMITTER_DATE", "1800000000 +0000").exits(0);
    assert_eq!(stores(), 1, "the newest operation stays");
    repo.clada(&["undo"]).exits(0);
    assert!(!repo.exists("out/10"));
}
