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
