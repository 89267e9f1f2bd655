//! What commands print: told as it comes, held back or dropped, and kept in the report.

use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

fn exec(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

fn applied(repo: &Repo<'_>, response: &str, args: &[&str]) -> Run {
    let args = [&["apply", "--yes", "--format", "json"], args, &["-"]].concat();
    repo.clada(&args).stdin(response).exits(0)
}

/// The lines on standard error, which are all of one task, without its prefix.
fn streamed(run: &Run, task: usize) -> Vec<&str> {
    let prefix = format!("[task-{task}:exec] ");
    let lines = run.stderr.lines();
    lines.map(|line| line.strip_prefix(&prefix).expect("the prefix")).collect()
}

#[test]
fn both_streams_are_told_together_and_kept_apart() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run_line = sham::block("run", &[("command", "sh -c 'echo two >&2; echo one'")]);
    let run = applied(&repo, &(sham::write("b.txt", "b\n") + &run_line), &[]);
    let mut lines = streamed(&run, 2);
    lines.sort_unstable();
    assert_eq!(lines, ["one", "two"]);
    let data = &run.json()["results"][1]["data"];
    assert_eq!((&data["stdout"], &data["stderr"]), (&"one\n".into(), &"two\n".into()));
}

#[test]
fn lines_come_while_the_command_runs_or_when_it_has_ended() {
    let env = TestEnv::new();
    // The second command can only go on when someone has read what the first has printed.
    for (mode, at_once) in [("stream", true), ("buffer", false)] {
        let repo = env.repo_at(mode).file("a.txt", "a\n").commit();
        // Outside the worktree, whose view has no part in its pipes.
        let go = env.root().join(format!("{mode}-go"));
        env.command("mkfifo", repo.dir()).arg(&go).status().expect("mkfifo runs");
        let args = ["apply", "--yes", "--sandbox", "off", "--output-mode", mode, "-"];
        let code = exec(&format!(
            "cd ..; echo begun; echo open > {mode}-go; cat {mode}-go > /dev/null; echo ended"
        ));
        let mut child = repo.clada(&args).stdin(code).spawn();
        // The command says here that it has printed: this returns after that.
        let mut fifo = std::io::BufReader::new(fs_err::File::open(&go).expect("a fifo"));
        let mut word = String::new();
        std::io::BufRead::read_line(&mut fifo, &mut word).expect("the command's word");
        drop(fifo);
        let stderr = child.stderr.take().expect("a pipe");
        let mut lines = std::io::BufReader::new(stderr);
        let mut said = String::new();
        if at_once {
            std::io::BufRead::read_line(&mut lines, &mut said).expect("UTF-8");
            assert_eq!(said, "[task-1:exec] begun\n", "it waits, and this is here");
        } else {
            let readable = rustix::io::ioctl_fionread(lines.get_ref()).expect("a pipe");
            assert_eq!(readable, 0, "nothing is told yet");
        }
        fs_err::write(&go, "go\n").expect("it is read");
        std::io::Read::read_to_string(&mut lines, &mut said).expect("UTF-8");
        assert_eq!(said, "[task-1:exec] begun\n[task-1:exec] ended\n", "{mode}");
        assert!(child.wait().expect("it ends").success());
    }
}

#[test]
fn silence_is_by_the_flag_the_setting_or_q() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = exec("echo said");
    assert_eq!(applied(&repo, &code, &["--output-mode", "silent"]).stderr, "");
    assert_eq!(applied(&repo, &code, &["-q"]).stderr, "");
    repo.git(&["config", "clada.outputMode", "silent"]);
    let silent = applied(&repo, &code, &[]);
    assert_eq!(silent.stderr, "");
    assert_eq!(silent.json()["results"][0]["data"]["stdout"], "said\n", "JSON has it all the same");
    assert_eq!(streamed(&applied(&repo, &code, &["--output-mode", "stream"]), 1), ["said"]);
    repo.git(&["config", "clada.outputMode", "loud"]);
    repo.apply(&code).exits(3).says(&["clada.outputMode", "`loud`", "`buffer`"]);
}

#[test]
fn what_is_too_much_ends_the_stream_and_loses_its_middle_in_reports() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = exec("for i in 1 2 3 4 5 6 7 8 9; do echo line-é-$i; done; echo last");
    for (args, setting) in [(&["--max-output", "40"][..], None), (&[][..], Some("40"))] {
        if let Some(setting) = setting {
            repo.git(&["config", "clada.maxOutput", setting]);
        }
        let run = applied(&repo, &code, args);
        let all = ["line-é-1", "line-é-2", "line-é-3", "line-é-4", "[output truncated]"];
        assert_eq!(streamed(&run, 1), all);
        let json = run.json();
        let kept = json["results"][0]["data"]["stdout"].as_str().expect("text");
        assert_eq!(kept, "line-é-1\nline-é-2\n\n[… 55 bytes left out …]\né-8\nline-é-9\nlast\n");
        let buffered = applied(&repo, &code, &[args, &["--output-mode", "buffer"]].concat());
        assert_eq!(buffered.stderr, run.stderr, "the same, at the end");
    }
    let markdown = repo.clada(&["apply", "--yes", "--format", "markdown", "-"]).stdin(code);
    assert!(markdown.exits(0).stdout.len() <= 600, "the setting limits markdown as well");
}

#[test]
fn a_terminal_is_not_commanded_by_what_a_command_prints() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = exec(r"printf '\033]0;title\007\033[2Jx\r\n'; printf 'a\rb\n\302\2339m\n'");
    let run = applied(&repo, &code, &[]);
    let shown = [r"\u{1b}]0;title\u{7}\u{1b}[2Jx", r"a\rb", r"\u{9b}9m"];
    assert_eq!(streamed(&run, 1), shown);
    let stdout = "\u{1b}]0;title\u{7}\u{1b}[2Jx\r\na\rb\n\u{9b}9m\n";
    assert_eq!(run.json()["results"][0]["data"]["stdout"], stdout, "JSON has it exactly");
}

#[test]
fn output_without_a_break_at_its_end_or_at_all_is_told_whole() {
    let env = TestEnv::new();
    let repo = repo(&env);
    assert_eq!(streamed(&applied(&repo, &exec("printf 'a\\nb'"), &[]), 1), ["a", "b"]);
    let long = "head -c 300001 /dev/zero | tr '\\0' x; printf 'é\\n'";
    let run = applied(&repo, &exec(long), &[]);
    let pieces = streamed(&run, 1);
    assert!(pieces.len() > 2, "it does not wait for the end of a line that has none");
    assert_eq!(pieces.concat(), "x".repeat(300_001) + "é");
}

#[test]
fn what_is_no_utf8_is_replaced() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let run = applied(&repo, &exec(r"printf 'a\377b\303\n\303'"), &[]);
    assert_eq!(streamed(&run, 1), ["a\u{fffd}b\u{fffd}", "\u{fffd}"]);
    let stdout = "a\u{fffd}b\u{fffd}\n\u{fffd}";
    assert_eq!(run.json()["results"][0]["data"]["stdout"], stdout);
}
