//! The user's own commands around a transaction: `clada.beforeApply` and `clada.afterApply`.

use std::fmt::Write as _;

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// A repository in which both commands write down what they are told, beside it: `before`,
/// `before.stdin`, `after`, `after.stdin`.
fn noting(env: &TestEnv) -> Repo<'_> {
    let script = env.root().join("note");
    let text = "#!/bin/sh\n\
        env | grep ^CLADA_ | sort | sed \"/^CLADA_PATHS/d\" >\"../$1\"\n\
        pwd >>\"../$1\"\n\
        printf '%s' \"${CLADA_PATHS-unset}\" >\"../$1.paths\"\n\
        cat >\"../$1.stdin\"\n\
        git status --porcelain -uall >\"../$1.status\"\n";
    fs_err::write(&script, text).expect("a script");
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.config("clada.beforeApply", "sh ../note before")
        .config("clada.afterApply", "sh ../note after")
}

fn noted(env: &TestEnv, name: &str) -> String {
    fs_err::read_to_string(env.root().join(name)).expect("it ran")
}

#[test]
fn they_are_told_of_the_transaction_before_and_after() {
    let env = TestEnv::new();
    let repo = noting(&env);
    let response = sham::write("b.txt", "b\n") + &sham::replace("a.txt", "a\n", "c\n");
    let response = response + &sham::block("file_read", &[("path", "b.txt")]);
    repo.apply(&(response + &sham::delete("gone.txt"))).exits(1);
    let id =
        repo.clada(&["log", "--format", "json"]).exits(0).json()["operations"][0]["id"].clone();
    let id = id.as_str().expect("an id");
    let top = repo.dir().display();
    let landing = "CLADA_BRANCH=clada/main\n";
    let rest = format!("CLADA_SESSION=main\nCLADA_TRANSACTION={id}\n{top}\n");
    assert_eq!(noted(&env, "before"), format!("{landing}{rest}"));
    let commit = repo.git_line(&["rev-parse", "clada/main"]);
    assert_eq!(noted(&env, "after"), format!("{landing}CLADA_COMMIT={commit}\n{rest}"));
    assert_eq!(noted(&env, "before.paths"), "a.txt\nb.txt\ngone.txt", "what it names to change");
    assert_eq!(noted(&env, "before.stdin"), "a.txt\0b.txt\0gone.txt\0");
    assert_eq!(noted(&env, "after.paths"), "a.txt\nb.txt", "what was changed");
    assert_eq!(noted(&env, "after.stdin"), "a.txt\0b.txt\0");
    assert_eq!((noted(&env, "before.status"), noted(&env, "after.status")), Default::default());
    let message = repo.git(&["log", "-1", "--format=%B", "clada/main"]);
    assert!(message.contains(&format!("Clada-Transaction: {id}\n")), "{message}");
}

#[test]
fn names_are_never_a_part_of_the_command() {
    let env = TestEnv::new();
    let repo = noting(&env);
    let names = ["$(touch pwned)", "; touch pwned #", "line\nbreak", "quo\"te", "é"];
    let response: String = names.iter().map(|name| sham::write(name, "x\n")).collect();
    repo.apply(&response).exits(0);
    assert!(!repo.exists("pwned") && !env.root().join("pwned").exists());
    for when in ["before", "after"] {
        let paths = noted(&env, &format!("{when}.paths"));
        let quoted = ["$(touch pwned)", "; touch pwned #", r#""line\nbreak""#, r#""quo\"te""#, "é"];
        assert_eq!(paths.lines().collect::<Vec<_>>(), quoted, "{when}");
        let exact = noted(&env, &format!("{when}.stdin"));
        assert_eq!(exact, format!("{}\0", names.join("\0")), "{when}");
    }
}

#[test]
fn a_list_that_is_too_long_for_a_variable_is_on_standard_input_alone() {
    let env = TestEnv::new();
    let repo = noting(&env);
    let response = (0..1500).fold(String::new(), |mut text, number| {
        let path = format!("{}/{number}.txt", "long".repeat(20));
        let _ = write!(text, "{}", sham::write(&path, "x\n"));
        text
    });
    repo.apply(&response).exits(0);
    for when in ["before", "after"] {
        assert_eq!(noted(&env, &format!("{when}.paths")), "unset");
        assert_eq!(noted(&env, &format!("{when}.stdin")).matches('\0').count(), 1500);
    }
}

#[test]
fn one_that_fails_before_ends_it_with_nothing_written() {
    let env = TestEnv::new();
    let repo = noting(&env);
    let repo = repo.config("clada.beforeApply", "echo not on my watch; echo really >&2; exit 7");
    let before = repo.snapshot();
    let run = repo.apply(&sham::write("b.txt", "b\n")).exits(3);
    assert_eq!(run.stdout, "");
    assert_eq!(
        run.stderr,
        "error: the `clada.beforeApply` command `echo not on my watch; echo really >&2; exit 7` \
         ended with exit status 7:\nnot on my watch\nreally\nhint: nothing was applied\n"
    );
    repo.snapshot().assert_same(&before, "nothing at all");
    assert!(!env.root().join("after").exists(), "there is nothing to be told");
    let json = repo.clada(&["apply", "--format", "json", "-"]).stdin(sham::write("b.txt", "b\n"));
    let fatal = json.exits(3).json()["fatalError"].clone();
    assert!(fatal.as_str().is_some_and(|error| error.contains("not on my watch")), "{fatal}");
    let repo = repo.config("clada.beforeApply", "kill -9 $$");
    repo.apply(&sham::write("b.txt", "b\n")).exits(3).says(&["signal 9"]);
    let repo = repo.config("clada.beforeApply", "true");
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
}

#[test]
fn one_that_fails_after_is_a_warning() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("clada.afterApply", "echo no mail server; exit 1");
    let run = repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    run.says(&["note: the response is applied, but", "exit status 1", "no mail server"]);
    assert!(run.stdout.contains("1 action done"), "{}", run.stdout);
    assert_eq!(repo.git(&["show", "HEAD:b.txt"]), "b\n");
}

#[test]
fn what_they_print_is_shown_and_is_never_a_part_of_the_report() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("clada.beforeApply", r"printf 'all \033[2Jwell\n'");
    let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(sham::write("b.txt", "b\n"));
    let run = run.exits(0);
    assert_eq!(run.stderr, "[beforeApply] all \\u{1b}[2Jwell\n");
    assert_eq!(run.json()["success"], true);
    assert_eq!(repo.apply(&sham::write("c.txt", "c\n")).arg("-q").exits(0).stderr, "");
}

#[test]
fn they_do_not_run_where_nothing_is_to_be_applied() {
    let env = TestEnv::new();
    let repo = noting(&env);
    repo.apply(&sham::write("b.txt", "b\n")).arg("--dry-run").exits(0);
    repo.apply("no blocks at all\n").exits(0);
    repo.apply(&sham::write("b.txt", "b\n")).arg("--no-git").exits(0);
    repo.clada(&["check", "-"]).stdin(sham::write("b.txt", "b\n")).exits(0);
    assert!(!env.root().join("before").exists() && !env.root().join("after").exists());
    repo.apply(&sham::write("../out.txt", "b\n")).exits(1);
    assert_eq!(
        noted(&env, "before.paths"),
        "",
        "a response that is refused is logged all the same"
    );
    assert!(noted(&env, "after").contains("CLADA_TRANSACTION="));
}

#[test]
fn they_run_outside_all_locks() {
    let env = TestEnv::new();
    let binary = env!("CARGO_BIN_EXE_git-clada");
    fs_err::write(env.root().join("other.md"), sham::write("o.txt", "o\n")).expect("written");
    let nested = |name: &str| {
        format!(
            "[ \"$NESTED\" ] || {{ echo {name} >{name}.txt && git add {name}.txt && \
             git commit -qm {name} && NESTED=1 {binary} apply --lock-timeout 0s ../other.md; }}"
        )
    };
    let repo = env.repo().file("a.txt", "a\n").commit();
    let repo = repo.config("clada.beforeApply", &nested("one"));
    let repo = repo.config("clada.afterApply", &nested("two"));
    repo.apply(&sham::write("b.txt", "b\n")).arg("--lock-timeout=0s").exits(0);
    let subjects = repo.git(&["log", "--format=%s"]);
    assert_eq!(subjects, "two\nAI: write b.txt\nAI: write o.txt\none\nbefore\n");
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let ids: std::collections::BTreeSet<_> =
        log["operations"].as_array().expect("a list").iter().map(|it| it["id"].as_str()).collect();
    assert_eq!(ids.len(), 3, "each has an id of its own: {log}");
}

#[test]
fn several_run_in_order_and_an_empty_one_takes_away_those_before() {
    let env = TestEnv::new();
    let repo = env.repo().commit();
    env.git(env.root(), &["config", "--global", "clada.beforeApply", "echo global >>../ran"]);
    repo.git(&["config", "--add", "clada.beforeApply", "echo first >>../ran"]);
    repo.git(&["config", "--add", "clada.beforeApply", "echo second >>../ran"]);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    assert_eq!(noted(&env, "ran"), "global\nfirst\nsecond\n");
    repo.git(&["config", "--add", "clada.beforeApply", ""]);
    repo.git(&["config", "--add", "clada.beforeApply", "echo third >>../ran"]);
    repo.apply(&sham::write("c.txt", "c\n")).exits(0);
    assert_eq!(noted(&env, "ran"), "global\nfirst\nsecond\nthird\n");
}

#[test]
fn those_of_a_session_in_a_worktree_run_there() {
    let env = TestEnv::new();
    let repo = noting(&env);
    let repo = repo.config("clada.beforeApply", "git rev-parse --show-toplevel >/dev/stderr");
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--worktree=spike").exits(0);
    let place = env.root().join("repo.clada/spike");
    run.says(&[&format!("[beforeApply] {}\n", place.display())]);
    // The repository is given: it is the session's own for them all the same.
    let given = repo.apply(&sham::write("c.txt", "c\n")).arg("--worktree=spike");
    given.var("GIT_DIR", repo.path(".git")).exits(0).says(&[&place.display().to_string()]);
}

#[test]
fn what_is_left_running_is_not_waited_for() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("clada.afterApply", "sleep 30 & echo $! >../pid");
    let begun = std::time::Instant::now();
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    assert!(begun.elapsed() < std::time::Duration::from_secs(25));
    let pid = noted(&env, "pid");
    env.command("kill", env.root()).arg(pid.trim()).status().expect("kill runs");
}

#[test]
fn what_a_failing_one_prints_is_escaped_and_stands_in_the_result_too() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("clada.afterApply", r"printf 'no \033[2Jmail\n'; exit 1");
    let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(sham::write("b.txt", "b\n"));
    let run = run.exits(0);
    run.says(&["note: the response is applied, but", "no \\u{1b}[2Jmail"]);
    let note = run.json()["notes"][0].clone();
    let note = note.as_str().expect("a note");
    assert!(note.contains("exit status 1") && note.contains("mail"), "{note}");
    let run = repo.apply(&sham::write("c.txt", "c\n")).exits(0);
    let both = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(both.matches("the response is applied, but").count(), 1, "{both}");
    assert!(!both.contains('\u{1b}'), "{both}");
}

#[test]
fn one_that_applies_a_response_itself_is_not_run_again() {
    let env = TestEnv::new();
    let binary = env!("CARGO_BIN_EXE_git-clada");
    fs_err::write(env.root().join("other.md"), sham::write("o.txt", "o\n")).expect("written");
    // Without end it would be, but for the count.
    let count = "echo again >>../ran; [ $(wc -l <../ran) -lt 4 ] || exit 1";
    let line = format!("{count}; {binary} apply ../other.md");
    let repo = env.repo().commit().config("clada.beforeApply", &line);
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    assert_eq!(noted(&env, "ran"), "again\n");
    assert_eq!((repo.text("o.txt").as_str(), repo.text("b.txt").as_str()), ("o\n", "b\n"));
}
