//! Names, messages and output that would command a terminal, and names that look like flags.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// Clears a screen, sets a title, writes to the clipboard, hides text, turns text around.
const HOSTILE: [&str; 6] =
    ["\u{1b}[2J", "\u{1b}]0;pwned\u{7}", "\u{1b}]52;c;cHduZWQ=\u{7}", "\u{9b}8m", "\r", "\u{202e}"];

/// All that a terminal is sent by a command there.
fn on_terminal(env: &TestEnv, repo: &Repo<'_>, args: &str) -> String {
    let line = format!("exec {} {args}", env!("CARGO_BIN_EXE_git-clada"));
    let mut command = env.command("script", repo.dir());
    command.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env("GIT_PAGER", "cat");
    let output = command.stdin(std::process::Stdio::null()).output().expect("script runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn assert_tame(said: &str, what: &str) {
    assert!(!said.is_empty(), "{what}");
    // The terminal itself turns each line break into two characters.
    let said = said.replace("\r\n", "\n");
    for hostile in HOSTILE {
        assert!(!said.contains(hostile), "{what} sent {hostile:?}: {said:?}");
    }
    // What is ours is colours alone.
    for after in said.split('\u{1b}').skip(1) {
        let colour = after.strip_prefix('[').and_then(|rest| rest.split_once('m'));
        let digits = |code: &str| code.chars().all(|char| char.is_ascii_digit() || char == ';');
        assert!(colour.is_some_and(|(code, _)| digits(code)), "{what} sent {after:?}");
    }
}

#[test]
fn names_messages_contents_and_output_do_not_command_the_terminal() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "one\n").commit();
    let all: String = HOSTILE.concat();
    let name = format!("evil{all}.txt");
    let response = sham::write(&name, &format!("{all}\n"))
        + &sham::replace(&name, "not there", &all)
        + &sham::block("file_read", &[("path", &name)])
        + &sham::block(&format!("odd{all}"), &[(&format!("k{}", "x"), &all)])
        + &sham::block("run", &[("command", &format!("cat '{name}'"))])
        + &sham::block("run", &[("command", &format!("nothing '{all}'"))])
        + &sham::block(
            "exec",
            &[("lang", "bash"), ("code", &format!("printf '{all}'; ls; ls >&2; exit 3"))],
        )
        + &sham::block(
            "exec",
            &[
                ("lang", "bash"),
                ("code", r"printf '\033[2J\033]0;pwned\007\r\302\2338m' | tee /dev/stderr"),
            ],
        );
    fs_err::write(env.root().join("response"), &response).expect("written");
    for args in [
        "check ../response",
        "parse ../response",
        "apply -n --yes ../response",
        "apply -n --yes --error-detail debug ../response",
        "apply --yes ../response",
        "log",
        "show",
        "show --response",
        "show --result",
        "status",
        "diff",
        "session list",
        "allow",
        "undo",
        "redo",
    ] {
        assert_tame(&on_terminal(&env, &repo, args), args);
    }
    repo.clada(&["allow", &format!("nothing '{all}'")]).exits(0);
    assert_tame(&on_terminal(&env, &repo, "allow --list"), "allow --list");
    repo.clada(&["context", "add", &name]).run();
    assert_tame(&on_terminal(&env, &repo, "context list"), "context list");
    assert_tame(&on_terminal(&env, &repo, "context show"), "context show");
    let blame = env.root().join("blame.sh");
    fs_err::write(&blame, format!("exec {} blame evil*\n", env!("CARGO_BIN_EXE_git-clada")))
        .expect("written");
    let mut command = env.command("script", repo.dir());
    command.args(["-qec", &format!("sh {}", blame.display()), "/dev/null"]).env("GIT_PAGER", "cat");
    let said = command.stdin(std::process::Stdio::null()).output().expect("script runs").stdout;
    assert_tame(&String::from_utf8_lossy(&said), "blame");
}

#[test]
fn names_that_begin_with_a_dash_are_names_to_every_built_in() {
    let env = TestEnv::new();
    let names = ["-rf", "--help", "-exec", "--output=pwned", "-delete", "--version", "-n"];
    let mut repo = env.repo().file("a.txt", "dash\n");
    for name in names {
        repo = repo.file(name, "dash\n");
    }
    let repo = repo.commit();
    for name in names {
        for (line, says) in [
            (format!("cat -- {name}"), "dash"),
            (format!("cat ./{name}"), "dash"),
            (format!("head -- {name}"), "dash"),
            (format!("tail -- {name}"), "dash"),
            (format!("grep dash -- {name}"), "dash"),
            (format!("wc -l -- {name}"), name),
            (format!("ls -- {name}"), name),
            (format!("stat -c %s -- {name}"), "5"),
            (format!("file -b -- {name}"), "ASCII"),
            (format!("diff -s -- {name} a.txt"), "identical"),
            (format!("git log --oneline -- {name}"), "before"),
            (format!("git ls-files -- {name}"), name),
            (format!("find ./{name} -type f"), name),
        ] {
            let block = sham::block("run", &[("command", &line)]);
            let json = repo.apply(&block).arg("--format").arg("json").run().json();
            let result = &json["results"][0];
            let missing = result["code"] == "EXEC_NOT_FOUND";
            let said = result["data"]["stdout"].as_str().unwrap_or_default();
            assert!(
                missing || (result["success"] == true && said.contains(says)),
                "{line}: {result}"
            );
        }
    }
    // As actions: what is copied, moved and removed are files of those names, and nothing else.
    for (line, gone, made) in [
        ("cp -- -rf ./--copy", "", "--copy"),
        ("mv -- -n -moved", "-n", "-moved"),
        ("rm -- -rf", "-rf", ""),
        ("touch -- -touched", "", "-touched"),
        ("mkdir -p -- --parents", "", "--parents"),
    ] {
        let run = repo.apply(&sham::block("run", &[("command", line)])).run();
        assert_eq!(run.status, Some(0), "{line}: {}", run.stdout);
        assert!(gone.is_empty() || !repo.exists(gone), "{line}");
        assert!(made.is_empty() || repo.exists(made), "{line}");
    }
    assert!(repo.exists("a.txt") && !repo.exists("pwned"));
}
