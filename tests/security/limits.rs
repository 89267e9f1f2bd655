//! What a command may use, see and leave behind: sizes, time, environment, processes, sockets.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{
    env::{Repo, TestEnv, skipped},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "one\n").commit()
}

fn exec(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

/// What came of code in a shell; nothing, said aloud, where the kernel has no view.
fn result(repo: &Repo<'_>, code: &str, args: &[&str]) -> Option<Value> {
    let mut clada = repo.apply(&exec(code)).arg("--yes").arg("--format").arg("json");
    for arg in args {
        clada = clada.arg(*arg);
    }
    let result = clada.var("GITHUB_TOKEN", "secret").run().json()["results"][0].clone();
    let error = result["error"].as_str().unwrap_or_default();
    if error.contains("cannot run commands in a view") {
        skipped("a test of limits", error);
        return None;
    }
    Some(result)
}

fn stdout(result: &Value) -> &str {
    result["data"]["stdout"].as_str().expect("text")
}

#[test]
fn a_file_of_more_than_10_mib_is_neither_read_nor_edited() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::File::create(repo.path("big"))
        .and_then(|file| file.set_len(10 * 1024 * 1024 + 1))
        .expect("made");
    for response in [
        sham::block("file_read", &[("path", "big")]),
        sham::replace("big", "a", "b"),
        sham::block("file_append", &[("path", "big"), ("content", "x")]),
    ] {
        let run = repo.apply(&response).arg("--format").arg("json").run();
        assert_eq!(run.json()["results"][0]["code"], "EFBIG", "{}", run.stdout);
    }
}

#[test]
fn a_response_and_its_commands_write_no_more_than_max_write() {
    let env = TestEnv::new();
    let repo = repo(&env).config("clada.maxWrite", "1000");
    let run = repo.apply(&sham::write("b", &"x".repeat(1001))).arg("--format").arg("json").run();
    assert_eq!(run.json()["results"][0]["code"], "WRITE_LIMIT", "{}", run.stdout);
    let both = sham::write("b", &"x".repeat(600)) + &sham::write("c", &"x".repeat(600));
    let run = repo.apply(&both).arg("--format").arg("json").run();
    assert_eq!(run.json()["results"][1]["code"], "WRITE_LIMIT", "{}", run.stdout);
    let Some(result) = result(&repo, "head -c 1001 /dev/zero > d", &[]) else { return };
    assert_eq!(result["code"], "WRITE_LIMIT", "{result}");
    assert!(!repo.exists("d"));
}

#[test]
fn the_umask_is_kept_and_standard_input_is_closed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "umask; wc -c";
    for umask in ["0027", "0002"] {
        let line = format!("umask {umask}; exec \"$0\" apply --yes --format json -");
        let mut command = env.command("sh", repo.dir());
        command.args(["-c", &line, env!("CARGO_BIN_EXE_git-clada")]);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::null()).spawn().expect("sh runs");
        let mut stdin = child.stdin.take().expect("its input");
        std::io::Write::write_all(&mut stdin, exec(code).as_bytes()).expect("written");
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let result = &json["results"][0];
        if result["error"].as_str().unwrap_or_default().contains("in a view") {
            return skipped("the_umask_is_kept", "there is no view here");
        }
        let lines: Vec<&str> = stdout(result).lines().collect();
        assert_eq!(lines[..2], [umask, "0"], "{result}");
    }
}

#[test]
fn a_command_does_not_read_the_terminal_that_we_run_on() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::write(env.root().join("response"), exec("echo begun; cat < /dev/tty"))
        .expect("written");
    for mode in ["workspace", "off"] {
        let clada = env!("CARGO_BIN_EXE_git-clada");
        let line = format!("exec {clada} apply -n --yes --sandbox {mode} ../response");
        let mut command = env.command("script", repo.dir());
        command.args(["-qec", &line, "/dev/null"]).env("TERM", "dumb");
        let output = command.stdin(std::process::Stdio::null()).output().expect("script runs");
        let said = String::from_utf8_lossy(&output.stdout);
        if said.contains("cannot run commands in a view") {
            return skipped("a_command_does_not_read_the_terminal", "there is no view here");
        }
        assert!(said.contains("begun") && said.contains("/dev/tty: No such device"), "{said}");
    }
}

#[test]
fn what_looks_like_a_secret_is_not_in_the_environment() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let names = [
        "MY_TOKEN",
        "MY_KEY",
        "MY_SECRET",
        "DB_PASSWORD",
        "PASSWORD_FILE",
        "SSH_AUTH_SOCK",
        "api_token",
    ];
    let mut clada =
        repo.apply(&exec("env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n'")).arg("--yes");
    for name in names {
        clada = clada.var(name, "hunter2");
    }
    let run = clada.arg("--format").arg("json").run();
    assert!(run.stdout.contains("PATH=") && !run.stdout.contains("hunter2"), "{}", run.stdout);
}

#[test]
fn processes_and_memory_have_limits() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "ulimit -u; ulimit -c; ulimit -d";
    let Some(result) = result(&repo, code, &[]) else { return };
    let lines: Vec<&str> = stdout(&result).lines().collect();
    assert!(lines[0].parse::<u64>().is_ok_and(|most| most <= 4096), "{result}");
    assert_eq!(lines[1], "0", "no core is dumped into the worktree");
    assert!(lines[2].parse::<u64>().is_ok(), "{result}");
}

#[test]
fn a_daemon_that_forks_twice_in_a_session_of_its_own_does_not_outlive_the_command() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        \
        os.close(0); os.close(1); os.close(2)\n        time.sleep(6125)\n    os._exit(0)\n\
        print('left', flush=True)";
    let block = sham::block("exec", &[("lang", "python"), ("code", code)]);
    for mode in ["workspace", "strict", "off"] {
        let args = ["apply", "--yes", "--format", "json", "--sandbox", mode, "-"];
        let started = Instant::now();
        let run = repo.clada(&args).stdin(block.clone()).run();
        assert!(started.elapsed() < Duration::from_secs(60), "{}", run.stdout);
        let left = env.command("pgrep", env.root()).args(["-f", "time.sleep.6125"]).output();
        let left = String::from_utf8_lossy(&left.expect("pgrep runs").stdout).into_owned();
        assert_eq!(left, "", "{mode}: {}", run.stdout);
    }
}

#[test]
fn what_ignores_sigterm_is_killed_two_seconds_later() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code =
        "trap 'echo told; date +%s.%N > told' TERM; echo x > made; while :; do sleep 0.1; done";
    let started = Instant::now();
    let Some(result) = result(&repo, code, &["--timeout", "500ms"]) else { return };
    let took = started.elapsed();
    assert_eq!(result["code"], "EXEC_TIMEOUT", "{result}");
    assert!(stdout(&result).contains("told"), "it is asked first: {result}");
    assert!(took >= Duration::from_millis(2400) && took < Duration::from_secs(20), "{took:?}");
    assert!(!repo.exists("made"), "its changes are dropped");
}

#[test]
fn the_commands_of_a_response_have_their_time_together() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let response = exec("sleep 0.4; echo a") + &exec("sleep 9; echo b") + &exec("echo c");
    let run = repo.apply(&response).arg("--yes").arg("--total-timeout").arg("700ms");
    let started = Instant::now();
    let json = run.arg("--format").arg("json").run().json();
    if json["results"][0]["success"] != true {
        return skipped("the_commands_of_a_response", "there is no view here");
    }
    assert!(started.elapsed() < Duration::from_secs(20));
    assert_eq!(json["results"][1]["code"], "EXEC_TIMEOUT", "{json}");
    assert_eq!(json["results"][2]["code"], "EXEC_TIMEOUT", "{json}");
    for late in [1, 2] {
        let hint = json["results"][late]["hint"].as_str().expect("a hint");
        assert!(hint.ends_with("longer with `--total-timeout`"), "{hint}");
    }
}

#[test]
fn who_set_the_time_that_ran_out_is_told() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let hint = |fields: &[(&str, &str)], args: &[&str]| {
        let block = [&[("lang", "bash"), ("code", "sleep 9")], fields].concat();
        let run = repo.apply(&sham::block("exec", &block)).arg("--yes").arg("--format").arg("json");
        let json = args.iter().fold(run, |run, arg| run.arg(*arg)).run().json();
        let result = &json["results"][0];
        (result["code"] == "EXEC_TIMEOUT").then(|| result["hint"].to_string())
    };
    let Some(own) = hint(&[("timeout", "200")], &[]) else {
        return skipped("who_set_the_time_that_ran_out", "there is no view here");
    };
    assert!(own.contains("the block's own `timeout`") && !own.contains("--timeout"), "{own}");
    for (fields, args) in
        [(&[][..], ["--timeout", "200ms"]), (&[("timeout", "5000")][..], ["--timeout", "200ms"])]
    {
        let hint = hint(fields, &args).expect("it is too late");
        assert!(hint.contains("the user gives commands longer with `--timeout`"), "{hint}");
    }
    let total = hint(&[("timeout", "5000")], &["--total-timeout", "200ms"]).expect("it is late");
    assert!(total.contains("--total-timeout") && !total.contains("`--timeout`"), "{total}");
}

#[test]
fn each_secret_of_the_home_is_unreadable() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let home = env.root().join("home");
    let secrets = [
        ".ssh/id_rsa",
        ".aws/credentials",
        ".gnupg/private-keys-v1.d/x",
        ".netrc",
        ".config/gh/hosts.yml",
        ".docker/config.json",
        ".kube/config",
        ".git-credentials",
        ".config/git/credentials",
        ".azure/x",
        ".config/gcloud/x",
        ".cargo/credentials.toml",
        ".cargo/credentials",
    ];
    for secret in secrets {
        let path = home.join(secret);
        fs_err::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs_err::write(path, "hunter2").expect("written");
    }
    fs_err::write(home.join("notes"), "notes").expect("written");
    let all = secrets.map(|secret| format!("\"$HOME/{secret}\"")).join(" ");
    let code = format!("cat {all} \"$HOME/notes\"; grep -r hunter2 \"$HOME\"; true");
    for mode in ["workspace", "strict"] {
        let Some(result) = result(&repo, &code, &["--sandbox", mode]) else { return };
        let expected = if mode == "strict" { "" } else { "notes" };
        assert_eq!(stdout(&result), expected, "{mode}: {result}");
    }
}

#[test]
fn sockets_that_lead_out_are_not_there() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "ls /run/user /var/run/docker.sock /run/docker.sock /run/containerd /tmp/.X11-unix \
        /run/dbus /run/podman 2>/dev/null; find /run /tmp /var/run/ -type s 2>/dev/null; true";
    let Some(result) = result(&repo, code, &[]) else { return };
    assert_eq!(stdout(&result), "", "{result}");
}

#[test]
fn the_network_is_localhost_unless_it_is_allowed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("bound");
    let port = listener.local_addr().expect("an address").port();
    let code = format!(
        "exec 3<>/dev/tcp/127.0.0.1/{port} && echo reached; ls /sys/class/net 2>/dev/null; true"
    );
    let Some(held) = result(&repo, &code, &[]) else { return };
    assert!(!stdout(&held).contains("reached"), "the machine's own services: {held}");
    let open = result(&repo, &code, &["--allow-net"]).expect("it ran before");
    assert!(stdout(&open).contains("reached"), "{open}");
    let repo = repo.config("clada.sandboxNet", "true");
    let open = result(&repo, &code, &[]).expect("it ran before");
    assert!(stdout(&open).contains("reached"), "{open}");
}

#[test]
fn a_built_in_has_5_seconds_whatever_the_timeout() {
    let env = TestEnv::new();
    let repo = repo(&env);
    // A tebibyte of holes.
    fs_err::File::create(repo.path("big")).and_then(|file| file.set_len(1 << 40)).expect("made");
    let started = Instant::now();
    let args = ["apply", "--timeout", "5m", "--format", "json", "-"];
    let run = repo.clada(&args).stdin(sham::block("run", &[("command", "wc -w big")])).run();
    let result = &run.json()["results"][0];
    if result["error"].as_str().unwrap_or_default().contains("in a view") {
        return skipped("a_built_in_has_5_seconds", "there is no view here");
    }
    assert_eq!(result["code"], "EXEC_TIMEOUT", "{result}");
    let took = started.elapsed();
    assert!(took > Duration::from_secs(4) && took < Duration::from_secs(30), "{took:?}");
}
