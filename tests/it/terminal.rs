//! Output on a terminal: colours, the pager, the progress bar. `script` gives the terminal.

use std::{fmt::Write as _, process::Stdio};

use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

/// Variables of the environment.
type Variables<'v> = &'v [(&'v str, &'v str)];

/// All that a terminal is sent by a command of ours there.
fn on_terminal(env: &TestEnv, repo: &Repo<'_>, args: &str, variables: Variables<'_>) -> String {
    let line = format!("stty cols 80; exec {} {args}", env!("CARGO_BIN_EXE_git-clada"));
    let mut command = env.command("script", repo.dir());
    command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null()).env("TERM", "xterm");
    command.envs(variables.iter().copied());
    let output = command.output().expect("script runs");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A repository with an operation in its log.
fn repo(env: &TestEnv) -> Repo<'_> {
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    repo
}

const PLAIN: (&str, &str) = ("GIT_PAGER", "cat");

#[test]
fn colours_are_by_the_terminal_the_settings_and_the_environment() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let on_pipe = |vars: Variables<'_>| {
        let run =
            vars.iter().fold(repo.clada(&["log"]), |run, (name, value)| run.var(name, *value));
        run.exits(0).stdout.contains("\x1b[")
    };
    let on_terminal = |vars: Variables<'_>| {
        on_terminal(&env, &repo, "log", &[&[PLAIN], vars].concat()).contains("\x1b[33m")
    };
    assert!(on_terminal(&[]) && !on_pipe(&[]));
    assert!(!on_terminal(&[("NO_COLOR", "1")]) && !on_terminal(&[("TERM", "dumb")]));
    assert!(on_pipe(&[("CLICOLOR_FORCE", "1")]));
    assert!(on_pipe(&[("GIT_PAGER_IN_USE", "1")]), "git's pager stands behind the pipe");
    for (name, value, terminal, pipe) in [
        ("color.ui", "always", true, true),
        ("color.ui", "auto", true, false),
        ("color.ui", "true", true, false),
        ("color.ui", "false", false, false),
        ("color.ui", "never", false, false),
        ("color.clada", "always", true, true),
    ] {
        repo.git(&["config", name, value]);
        assert_eq!((on_terminal(&[]), on_pipe(&[])), (terminal, pipe), "{name}={value}");
        assert!(!on_pipe(&[("NO_COLOR", "1")]), "NO_COLOR over {name}={value}");
    }
    let catalogue = repo.clada(&["actions"]).exits(0).stdout;
    assert!(catalogue.contains("\x1b["), "without a look at the log, too");
    repo.git(&["config", "color.clada", "false"]);
    assert!(!on_terminal(&[]), "the command's own setting over color.ui");
}

#[test]
fn long_output_goes_to_the_pager_that_git_would_take() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let shower = "sed 's/^/paged /'";
    let paged =
        |args: &str, vars: Variables<'_>| on_terminal(&env, &repo, args, vars).contains("paged ");
    for args in ["log", "show", "show --response", "actions", "actions ls", "prompt"] {
        assert!(paged(args, &[("GIT_PAGER", shower)]), "{args}");
    }
    assert!(!paged("status", &[("GIT_PAGER", shower)]) && !paged("log", &[("GIT_PAGER", "")]));
    assert!(paged("log", &[("PAGER", shower)]));
    repo.git(&["config", "core.pager", shower]);
    assert!(paged("log", &[]) && paged("log", &[("PAGER", "cat")]));
    assert!(!paged("log", &[PLAIN]), "as `git --no-pager` sets it");
    let run = repo.clada(&["log"]).var("GIT_PAGER", shower).exits(0);
    assert!(!run.stdout.contains("paged "), "a pipe is nobody's screen");
    let told = "echo $LESS $LV $GIT_PAGER_IN_USE";
    assert!(on_terminal(&env, &repo, "log", &[("GIT_PAGER", told)]).contains("FRX -c 1"));
    let own = on_terminal(&env, &repo, "log", &[("GIT_PAGER", told), ("LESS", "S")]);
    assert!(own.contains("S -c 1"), "{own}");
    let none = on_terminal(&env, &repo, "log", &[("GIT_PAGER", "no-such-pager-here")]);
    assert!(none.contains("write b.txt"), "without the program it is printed: {none}");
}

#[test]
fn the_tour_is_not_ended_by_a_pager() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let tour = on_terminal(&env, &repo, "demo", &[("GIT_PAGER", "sed 's/^/paged /'")]);
    assert!(!tour.contains("paged ") && tour.contains("git clada undo"), "{tour}");
}

/// A response of so many blocks.
fn writes(count: usize) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = write!(text, "{}", sham::write(&format!("{number}.txt"), "x\n"));
        text
    })
}

#[test]
fn a_long_response_has_a_bar_on_a_terminal_that_is_gone_before_the_report() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::write(env.root().join("long.md"), writes(51)).expect("a response");
    fs_err::write(env.root().join("short.md"), writes(50)).expect("a response");
    let long = on_terminal(&env, &repo, "apply -n ../long.md", &[]);
    let (before, after) = long.split_once("✓").expect("a report");
    assert!(before.contains("] 0/51") && !after.contains("/51"), "{long}");
    assert!(before.ends_with("\r\x1b[2K") || before.contains("\x1b[2K"), "{before:?}");
    for args in ["apply -n ../short.md", "apply -n -q ../long.md", "apply -n ../long.md 2>&1 | cat"]
    {
        assert!(!on_terminal(&env, &repo, args, &[]).contains("] 0/5"), "{args}");
    }
    let Run { stderr, .. } = repo.apply(&writes(51)).exits(0);
    assert_eq!(stderr, "");
}

#[test]
fn a_slow_command_has_a_spinner_that_is_gone_before_what_follows() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "echo begun; sleep 2.6; echo ended";
    let slow = sham::block("exec", &[("lang", "bash"), ("code", code)]);
    fs_err::write(env.root().join("slow.md"), writes(50) + &slow).expect("a response");
    let shown = on_terminal(&env, &repo, "apply -n -y ../slow.md", &[]);
    let (during, after) = shown.split_once("[task-51:exec] ended").expect("the last line");
    assert!(during.contains("2s bash") && during.contains("] 50/51"), "{shown}");
    let begun = during.find("[task-51:exec] begun").expect("the first line");
    assert!(begun < during.find("2s bash").expect("the spinner"), "not before two seconds");
    assert!(
        during.ends_with("\x1b[1B\r\x1b[2K\x1b[1A"),
        "what is drawn goes before a line: {during:?}"
    );
    let (_, report) = after.split_once('✓').expect("the report");
    assert!(!report.contains("s bash") && !report.contains("/51"), "{report}");
    let dumb = on_terminal(&env, &repo, "apply -n -y ../slow.md", &[("TERM", "dumb")]);
    assert!(!dumb.contains("2s bash") && !dumb.contains("] 50/51"), "{dumb}");
}
