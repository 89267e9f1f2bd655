//! Command lines that want more than they are granted.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn run(line: &str) -> String {
    sham::block("run", &[("command", line)])
}

/// What comes of one command line.
fn result(repo: &Repo<'_>, line: &str, args: &[&str]) -> Value {
    let mut clada = repo.clada(&["apply", "--format", "json", "-"]).stdin(run(line));
    for arg in args {
        clada = clada.arg(*arg);
    }
    clada.run().json()["results"][0].clone()
}

fn denied(repo: &Repo<'_>, lines: &[&str]) {
    let before = repo.snapshot();
    for line in lines {
        let result = result(repo, line, &[]);
        assert_eq!(result["code"], "COMMAND_NOT_ALLOWED", "{line}: {result}");
        assert!(result["hint"].is_string(), "{line}: {result}");
    }
    repo.snapshot().assert_same_but_log(&before, "nothing was touched");
}

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "one\n").file("-n", "dash\n").commit()
}

#[test]
fn shell_operators_are_refused_even_with_yes() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let lines = [
        "cat a.txt; touch pwned",
        "cat a.txt && touch pwned",
        "cat a.txt || touch pwned",
        "cat a.txt | tee pwned",
        "cat a.txt > pwned",
        "cat < a.txt",
        "cat $(touch pwned)",
        "cat `touch pwned`",
        "cat \"$(touch pwned)\"",
        "cat a.txt & touch pwned",
        "cat *.txt",
        "cat a.txt\ntouch pwned",
        "GIT_PAGER=x git log",
        "echo ${HOME}",
        "(cat a.txt)",
        "ls ~/",
    ];
    denied(&repo, &lines);
    for line in lines {
        assert_eq!(result(&repo, line, &["--yes"])["code"], "COMMAND_NOT_ALLOWED", "{line}");
    }
    assert!(!repo.exists("pwned"));
}

#[test]
fn flags_that_write_run_or_follow_need_approval() {
    let env = TestEnv::new();
    let repo = repo(&env);
    denied(
        &repo,
        &[
            "find . -exec touch pwned ;",
            "find . -delete",
            "find . -fprint pwned",
            "find . -ok rm",
            "find -L . -name x",
            "find . -execdir touch pwned",
            "find -files0-from a.txt",
            "tree -o pwned",
            "tail -f a.txt",
            "tail --follow a.txt",
            "xxd a.txt pwned",
            "xxd -r a.txt",
            "file -C -m a.txt",
            "file -f a.txt",
            "wc --files0-from=a.txt",
            "grep -f a.txt a.txt",
            "grep -R one .",
            "diff --to-file=a.txt a.txt",
            "cat",
            "cat -",
            "cat --help",
            "ls --hyperlink",
            "stat --file-system=x a.txt",
            "sort a.txt",
            "env",
            "sh -c ls",
            "bash",
            "awk 1 a.txt",
            "sed -i s/a/b/ a.txt",
            "/bin/cat a.txt",
            "./cat a.txt",
            "xargs rm",
            "tee pwned",
            "cp --parents a.txt d",
            "mv -t d a.txt",
            "rm -i a.txt",
            "touch -r a.txt b",
        ]
        .map(|line| if line.ends_with(';') { "find . -exec touch pwned '{}' +" } else { line }),
    );
}

#[test]
fn looking_through_the_worktree_is_not_stopped_by_what_is_covered() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let find = sham::block("run", &[("command", "find . -name a.txt")]);
    // The scratch is there since a command ran.
    for _ in 0..2 {
        let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(find.clone()).run();
        let result = &run.json()["results"][0];
        if result["code"] == "EXEC_FAILED" && result["data"].is_null() {
            return;
        }
        assert_eq!(result["data"]["stdout"], "./a.txt\n", "{result}");
        assert_eq!(result["data"]["stderr"], "", "{result}");
    }
}

#[test]
fn git_runs_no_more_than_it_reads() {
    let env = TestEnv::new();
    let repo = repo(&env);
    denied(
        &repo,
        &[
            "git -c core.pager=x log",
            "git -C / status",
            "git --git-dir=/x log",
            "git --exec-path=. log",
            "git config user.name x",
            "git commit -m x",
            "git checkout a.txt",
            "git branch new",
            "git branch -d main",
            "git stash",
            "git stash pop",
            "git stash list x",
            "git push",
            "git grep --open-files-in-pager=x one",
            "git grep -Ox one",
            "git log --output=pwned",
            "git diff --output=pwned",
            "git diff --no-index /etc/passwd a.txt",
            "git diff --ext-diff",
            "git log --textconv",
            "git show --ext-diff",
            "git log --show-signature",
            "git log --format=%G?",
            "git branch --format=%(signature)",
            "git diff --textconv",
            "git status -v",
            "git ls-files -X a",
            "git log -L1,2:a.txt",
            "git diff -O a.txt",
            "git st",
            "git",
            "git show --paginate",
            "git -p log",
            "git help -a",
            "git archive HEAD",
            "git cat-file blob HEAD:a.txt",
        ],
    );
}

/// A program that leaves a mark when it is run.
fn trap(env: &TestEnv, name: &str) -> String {
    let path = env.root().join(name);
    let mark = env.root().join("pwned");
    let script =
        format!("#!/bin/sh\necho PWNED\ntouch {}\ncat \"$@\" 2>/dev/null\n", mark.display());
    fs_err::write(&path, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    fs_err::set_permissions(&path, mode).expect("permissions");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn git_runs_nothing_that_the_repository_says() {
    let env = TestEnv::new();
    let trap = trap(&env, "trap.sh");
    let repo = repo(&env).file(".gitattributes", "*.txt diff=evil\n").commit();
    for (name, value) in [
        ("diff.evil.textconv", trap.as_str()),
        ("diff.evil.command", &trap),
        ("diff.external", &trap),
        ("core.fsmonitor", &trap),
        ("core.pager", &trap),
        ("pager.log", &trap),
        ("core.editor", &trap),
        ("gpg.program", &trap),
        ("log.showSignature", "true"),
        ("alias.status", &format!("!{trap}")),
        ("alias.st", &format!("!{trap}")),
        ("core.hooksPath", env.root().to_str().expect("UTF-8")),
    ] {
        repo.git(&["config", name, value]);
    }
    fs_err::copy(&trap, env.root().join("post-index-change")).expect("copied");
    repo.write("a.txt", "two\n");
    for line in [
        "git status",
        "git diff",
        "git diff a.txt",
        "git log",
        "git log -p",
        "git show",
        "git branch",
        "git stash list",
        "git ls-files",
        "git log -3 --stat",
        "git diff HEAD -- a.txt",
    ] {
        // Without the sandbox, so that nothing else keeps the trap from being sprung.
        let result = result(&repo, line, &["--sandbox", "off"]);
        assert_eq!(result["success"], true, "{line}: {result}");
        assert!(!result.to_string().contains("PWNED"), "{line}: {result}");
        assert!(!env.root().join("pwned").exists(), "{line}");
    }
}

#[test]
fn variables_of_git_in_the_environment_change_nothing() {
    let env = TestEnv::new();
    let repo = repo(&env);
    repo.write("a.txt", "two\n");
    let trap = trap(&env, "trap.sh");
    let clada = repo.clada(&["apply", "--format", "json", "--sandbox", "off", "-"]);
    let clada = clada
        .stdin(run("git diff"))
        .var("GIT_EXTERNAL_DIFF", &trap)
        .var("GIT_CONFIG_COUNT", "1")
        .var("GIT_CONFIG_KEY_0", "core.fsmonitor")
        .var("GIT_CONFIG_VALUE_0", &trap)
        .var("GIT_PAGER", &trap)
        .var("LD_PRELOAD", "/none.so");
    let result = clada.run().json();
    assert_eq!(result["results"][0]["success"], true, "{result}");
    assert!(result["results"][0]["data"]["stdout"].as_str().expect("text").contains("+two"));
    assert!(!env.root().join("pwned").exists());
}

#[test]
fn a_leading_dash_in_a_name_is_no_flag() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let result = result(&repo, "cat -- -n", &[]);
    assert_eq!(result["data"]["stdout"], "dash\n", "{result}");
}

#[test]
fn a_program_that_a_response_wrote_is_not_taken_for_a_built_in() {
    let env = TestEnv::new();
    let repo = repo(&env).file_with_mode("bin/ls", "#!/bin/sh\necho PWNED\n", 0o755).commit();
    let path = std::env::var("PATH").expect("a PATH");
    let path = format!("bin:.:{}:{path}", repo.path("bin").display());
    let clada = repo.clada(&["apply", "--format", "json", "-"]).stdin(run("ls")).var("PATH", path);
    let result = clada.run().json();
    assert_eq!(result["results"][0]["data"]["stdout"], "-n\na.txt\nbin\n", "{result}");
}

#[test]
fn paths_among_the_arguments_pass_the_gate() {
    let env = TestEnv::new();
    fs_err::write(env.root().join("secret"), "s").expect("written");
    let repo = repo(&env).link("out", "../secret");
    for (line, code) in [
        ("cat ../secret", "PATH_ESCAPE"),
        ("cat out", "PATH_ESCAPE"),
        ("cat .git/config", "PATH_FORBIDDEN"),
        ("grep -r x .git", "PATH_FORBIDDEN"),
        ("ls /", "PATH_ESCAPE"),
        ("find / -name x", "PATH_ESCAPE"),
        ("diff a.txt /etc/passwd", "PATH_ESCAPE"),
        ("cat /proc/self/environ", "PATH_FORBIDDEN"),
        ("git diff -- ../secret", "PATH_ESCAPE"),
        ("git show HEAD:../secret", "PATH_ESCAPE"),
        ("rm ../secret", "PATH_ESCAPE"),
        ("mv ../secret x", "PATH_ESCAPE"),
        ("cp out x", "PATH_ESCAPE"),
        ("rm -rf .git", "PATH_FORBIDDEN"),
        ("touch .clada/x", "PATH_FORBIDDEN"),
    ] {
        assert_eq!(result(&repo, line, &["--yes"])["code"], code, "{line}");
    }
    assert!(env.root().join("secret").exists());
}
