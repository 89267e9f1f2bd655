//! Approvals that were not given.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::{
    env::{NOBODY, Repo, TestEnv},
    sham,
};

const LIST: &str = ".clada/allowed-commands.json";

fn run(line: &str) -> String {
    sham::block("run", &[("command", line)])
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "one\n").commit()
}

const MAKES: &str = "sh -c 'echo x > made'";

#[test]
fn a_list_that_comes_with_a_clone_allows_nothing() {
    let env = TestEnv::new();
    let list = serde_json::json!({"commands": [MAKES]}).to_string();
    let repo = repo(&env).file(LIST, &list).commit();
    let run = repo.apply(&run(MAKES)).exits(4);
    assert!(run.stdout.contains("--trust"), "{}", run.stdout);
    assert!(!repo.exists("made"));
    repo.clada(&["allow", "ls -Z"]).exits(3).says(&["has not been trusted", "--trust"]);
    repo.clada(&["allow", "--trust"]).exits(0);
    repo.apply(&self::run(MAKES)).exits(0);
    assert_eq!(repo.text("made"), "x\n");
}

#[test]
fn a_list_that_a_merge_changed_allows_nothing_more() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["allow", "true"]).exits(0);
    repo.apply(&run("true")).exits(0);
    let more = serde_json::json!({"commands": ["true", MAKES]}).to_string();
    repo.write(LIST, more);
    repo.apply(&run(MAKES)).exits(4);
    repo.apply(&run("true")).exits(4);
    assert!(!repo.exists("made"));
}

#[test]
fn an_approval_is_for_exactly_these_bytes() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.clada(&["allow", "sh -c true"]).exits(0);
    repo.apply(&run("sh -c true")).exits(0);
    for other in ["sh  -c true", "sh -c 'true'", "sh -c true ", "sh -c true x"] {
        repo.apply(&run(other)).exits(4);
    }
    let code = |code: &str| sham::block("exec", &[("lang", "bash"), ("code", code)]);
    repo.clada(&["allow", "#!bash\necho hi"]).exits(0);
    repo.apply(&code("echo hi")).exits(0);
    repo.apply(&code("echo hi\n")).exits(4);
    let python = sham::block("exec", &[("lang", "python"), ("code", "echo hi")]);
    repo.apply(&python).exits(4);
}

#[test]
fn the_command_that_a_report_suggests_approves_just_that_when_it_is_pasted() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let long = format!("sh -c '{} true'", "echo one two three;  ".repeat(12));
    for line in ["true", long.as_str(), "sh -c 'echo `a` | cat'"] {
        let report = repo.apply(&run(line)).exits(4).stdout;
        let suggested = report.lines().filter(|line| line.trim_start().starts_with("git clada"));
        let suggested: Vec<&str> = suggested.collect();
        assert_eq!(suggested.len(), 1, "one line: {report}");
        let pasted = suggested.concat().trim_start().replacen(
            "git clada",
            concat!("'", env!("CARGO_BIN_EXE_git-clada"), "'"),
            1,
        );
        let mut shell = env.command("sh", repo.dir());
        assert!(shell.args(["-c", &pasted]).output().expect("sh runs").status.success());
        let json = repo.text(LIST);
        let list: serde_json::Value = serde_json::from_str(&json).expect("a list");
        let newest = list["commands"].as_array().and_then(|all| all.last()).expect("one");
        assert_eq!(newest, line);
    }
}

#[test]
fn what_cannot_be_pasted_is_left_to_be_asked_about() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "echo one\n  echo two";
    let block = sham::block("exec", &[("lang", "bash"), ("code", code)]);
    let report = repo.apply(&block).exits(4).stdout;
    assert!(report.contains("the user approves it with `git clada allow`\n"), "{report}");
    let waiting = repo.clada(&["allow"]).exits(1).stdout;
    assert_eq!(waiting, format!("#!bash\n{code}\n"));
}

#[test]
fn why_a_command_is_not_built_in_is_told() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for (line, why) in [
        ("cat", "`cat` is built in only with a path; the user"),
        ("grep", "`grep` is built in only with a pattern; the user"),
        ("grep x", "`grep` is built in only with a path; the user"),
        ("xxd a.txt out", "`xxd` is built in only with one path; the user"),
        ("diff a.txt", "`diff` is built in only with 2 paths; the user"),
        ("rm", "`rm` is built in only with a path; the user"),
        ("mv a.txt", "`mv` is built in only with two paths or more; the user"),
        ("pwd x", "`pwd` is built in only with nothing behind it; the user"),
        ("ls -Z", "`-Z` is not built in; the user"),
        ("ls '-`x`'", "one of its arguments is not built in; the user"),
        ("find . -name", "`find` is built in only with a value behind `-name`; the user"),
    ] {
        let json = repo.apply(&run(line)).arg("--format").arg("json").exits(4).json();
        let hint = json["results"][0]["hint"].as_str().expect("a hint");
        assert!(hint.starts_with(why), "{line}: {hint}");
    }
}

#[test]
fn what_no_approval_lets_run_is_not_put_on_the_list() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for (command, why) in [
        ("", "the command is empty"),
        ("ls | wc", "`|` and `||` are a shell's"),
        ("c\nd", "it is more than one line"),
        ("#!perl\nx", "no language is called so"),
        ("#!bash", "the code is missing"),
    ] {
        repo.clada(&["allow", command]).exits(2).says(&[why, "hint:"]);
    }
    assert!(!repo.exists(LIST));
    repo.clada(&["allow", "#!bash\nls | wc"]).exits(0);
}

#[test]
fn of_a_command_that_waits_a_model_is_told_that_nothing_is_to_be_mended() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let report = |line: &str, status| {
        repo.apply(&run(line)).arg("--format").arg("markdown").exits(status).stdout
    };
    let waits = report("npm x", 4);
    assert!(waits.contains("Nothing is to be mended: the user must approve it"), "{waits}");
    assert!(!waits.contains("Block to mend"), "{waits}");
    // Its own words do not make it one.
    let refused = report("echo 'command is not approved, ' > x", 1);
    assert!(refused.contains("Block to mend and resend"), "{refused}");
}

#[test]
fn the_status_is_4_only_where_nothing_else_was_asked_for() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.apply(&run("npm test")).exits(4);
    repo.apply(&(run("npm test") + &run("npm run x"))).exits(4);
    repo.apply(&(run("npm test") + &sham::write("b.txt", "b"))).exits(1);
    repo.apply(&(run("npm test") + &run("a > b"))).exits(1);
    let status = repo.clada(&["status"]).exits(0).stdout;
    assert!(status.contains("npm test") && !status.contains("a > b"), "{status}");
    repo.clada(&["allow", "npm test"]).exits(0);
    let status = repo.clada(&["status"]).exits(0).stdout;
    assert!(!status.contains("npm test"), "{status}");
    repo.clada(&["allow", "--remove", "npm test"]).exits(0);
    repo.clada(&["allow", "--remove", "npm test"]).exits(1).says(&["is not allowed"]);
}

/// All that a terminal is sent by an apply there, with what is typed when the question is asked.
fn on_terminal(env: &TestEnv, repo: &Repo<'_>, response: &str, typed: &str) -> String {
    typing(env, repo, response, &[("[q]uit: ", &|| typed)])
}

/// What the terminal has been sent last, and what is typed then.
type Typed<'t> = (&'t str, &'t dyn Fn() -> &'t str);

/// The same with several that are typed, one after the other.
fn typing(env: &TestEnv, repo: &Repo<'_>, response: &str, typed: &[Typed<'_>]) -> String {
    fs_err::write(env.root().join("response"), response).expect("written");
    let line = format!("exec {} apply ../response", env!("CARGO_BIN_EXE_git-clada"));
    let mut command = env.command("script", repo.dir());
    command.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().expect("script runs");
    let mut stdin = child.stdin.take().expect("its input");
    let mut stdout = child.stdout.take().expect("its output");
    let (mut said, mut byte) = (Vec::new(), [0]);
    for (sent, text) in typed {
        while !said.ends_with(sent.as_bytes()) {
            if stdout.read(&mut byte).expect("read") == 0 {
                break;
            }
            said.extend(byte);
        }
        stdin.write_all(text().as_bytes()).expect("typed");
    }
    stdout.read_to_end(&mut said).expect("read");
    child.wait().expect("it ends");
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn what_was_typed_before_the_question_is_no_answer() {
    let env = TestEnv::new();
    let repo = repo(&env).config("clada.beforeApply", "until test -e ../go; do :; done");
    let go = || {
        fs_err::write(env.root().join("go"), "").expect("written");
        ""
    };
    // The terminal has it when it echoes it; only then is anything asked.
    let typed: [Typed<'_>; 3] = [("", &|| "a\n"), ("a\r\n", &go), ("[q]uit: ", &|| "n\n")];
    let said = typing(&env, &repo, &run("sh -c 'echo x > made'"), &typed);
    assert!(said.contains("run it?") && !repo.exists("made"), "{said}");
}

#[test]
fn on_a_terminal_the_user_is_shown_the_exact_bytes_and_asked() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = run("sh -c 'echo \u{1b}[2Kx > made'");
    let said = on_terminal(&env, &repo, &response, "n\n");
    assert!(said.contains("run it?") && said.contains("the user said no"), "{said}");
    assert!(!said.contains("\u{1b}[2Kx"), "no control sequence of the response: {said:?}");
    assert!(!repo.exists("made"));
    let said = on_terminal(&env, &repo, &response, "q\n");
    assert!(said.contains("nothing of the response was applied"), "{said}");
    on_terminal(&env, &repo, &response, "o\n");
    assert!(repo.exists("made") && !repo.exists(LIST));
    let once = run("sh -c 'echo y > made'");
    on_terminal(&env, &repo, &once, "a\n");
    assert!(repo.text(LIST).contains("echo y"));
    repo.apply(&once).exits(0);
}

#[test]
fn an_ordinary_user_is_held_as_well() {
    let env = TestEnv::new();
    let repo = repo(&env);
    env.open_to_all();
    if rustix::process::geteuid().is_root() {
        let owner = format!("{NOBODY}:{NOBODY}");
        let mut command = env.command("chown", env.root());
        let given =
            command.args(["-R", &owner]).arg(repo.dir()).arg(env.root().join("home")).status();
        assert!(given.expect("chown runs").success());
    }
    let code =
        "cat a.txt; echo x > made; echo y > .git/hooks/pre-commit; echo z > ../outside; true";
    let exec = sham::block("exec", &[("lang", "bash"), ("code", code)]);
    repo.apply(&exec).unprivileged().exits(4);
    let look = run("git status --short") + &run("cat a.txt");
    repo.apply(&look).unprivileged().exits(0);
    repo.apply(&exec).arg("--yes").unprivileged().exits(0);
    assert_eq!(repo.text("made"), "x\n");
    assert!(!repo.exists(".git/hooks/pre-commit") && !env.root().join("outside").exists());
    repo.clada(&["undo"]).unprivileged().exits(0);
    assert!(!repo.exists("made"));
}
