//! `git clada doctor`: what works here, inside and outside of repositories.

use serde_json::Value;

use crate::env::{Clada, TestEnv};

fn check<'j>(json: &'j Value, name: &str) -> &'j Value {
    let checks = json["checks"].as_array().expect("a list");
    checks.iter().find(|check| check["name"] == name).unwrap_or(&Value::Null)
}

fn doctor(run: Clada<'_>) -> (Option<i32>, Value) {
    let run = run.arg("--format").arg("json").run();
    (run.status, run.json())
}

#[test]
fn it_says_what_a_repository_is_made_of_and_changes_nothing() {
    let env = TestEnv::new();
    let repo = env.repo().file(".gitattributes", "*.bin filter=lfs\n*.x filter=gone\n").commit();
    let repo = repo
        .config("filter.lfs.process", "git-lfs-of-another-machine filter-process")
        .config("filter.here.clean", "cat %f");
    let before = repo.snapshot();
    let (_, json) = doctor(repo.clada(&["doctor"]));
    repo.snapshot().assert_same(&before, "doctor changed something");
    assert_eq!(json["version"], 1);
    assert_eq!(check(&json, "repository")["found"], repo.dir().to_str().expect("UTF-8"));
    assert_eq!(check(&json, "objects, refs")["found"], "sha1, files");
    assert_eq!(check(&json, "extensions")["found"], "none");
    assert_eq!(check(&json, "filter here")["works"], "yes");
    assert_eq!(check(&json, "filter gone")["works"], "absent");
    let lfs = check(&json, "filter lfs");
    assert_eq!((&lfs["works"], &lfs["help"]), (&"absent".into(), &"install git-lfs".into()));
    let repo = repo.config("filter.lfs.required", "true");
    let (status, json) = doctor(repo.clada(&["doctor"]));
    assert_eq!((status, &check(&json, "filter lfs")["works"]), (Some(1), &"no".into()));
}

#[test]
fn what_is_not_supported_is_named_with_the_way_out() {
    let env = TestEnv::new();
    let repo = env.repo().config("core.repositoryFormatVersion", "1");
    let repo = repo.config("extensions.partialClone", "origin");
    let (_, json) = doctor(repo.clada(&["doctor"]));
    assert_eq!(check(&json, "extensions")["found"], "partialclone, supported");
    let repo = repo.config("extensions.fromTheFuture", "true");
    let run = repo.clada(&["doctor"]).exits(1);
    assert!(run.stdout.contains("✗ repository"), "{}", run.stdout);
    let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("`git config --unset extensions.fromthefuture`"), "{}", run.stdout);
}

#[test]
fn outside_a_repository_it_says_so_and_tries_the_sandbox_all_the_same() {
    let env = TestEnv::new();
    env.open_to_all();
    for unprivileged in [false, true] {
        let run = Clada::new(&env, env.root(), &["doctor"]);
        let (status, json) = doctor(if unprivileged { run.unprivileged() } else { run });
        assert_eq!(check(&json, "repository")["works"], "absent");
        assert_eq!(check(&json, "allowed commands"), &Value::Null);
        assert_eq!(check(&json, "git")["works"], "yes");
        // Some machine has no namespaces for us; then all that stands on them is not tried.
        let works = &check(&json, "namespaces")["works"];
        assert_eq!(status, Some(i32::from(works != "yes")), "{json}");
        let calls = if works == "yes" { "yes" } else { "absent" };
        assert_eq!(check(&json, "system calls")["works"], calls, "{json}");
    }
}

#[test]
fn without_namespaces_it_says_what_is_refused_and_what_to_do() {
    let env = TestEnv::new();
    env.open_to_all();
    // A user namespace in which no further ones may be made, and no capability is left.
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && \
        exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs \"$0\" doctor";
    let mut command = env.command("unshare", env.root());
    command.args(["--user", "--map-root-user", "sh", "-c", script]);
    let output = command.arg(env!("CARGO_BIN_EXE_git-clada")).output().expect("unshare runs");
    let said = String::from_utf8_lossy(&output.stdout);
    if said.is_empty() {
        let why = String::from_utf8_lossy(&output.stderr);
        crate::env::skipped("without_namespaces_it_says_what_is_refused_and_what_to_do", &why);
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("✗ namespaces  ") && said.contains("make a user namespace"), "{said}");
    assert!(said.contains("user.max_user_namespaces"), "{said}");
    assert!(said.contains("– system calls") && said.contains("not tried"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let repo = env.repo().config("clada.sandbox", "off");
    let mut command = env.command("unshare", repo.dir());
    command.args(["--user", "--map-root-user", "sh", "-c", script]);
    let output = command.arg(env!("CARGO_BIN_EXE_git-clada")).output().expect("unshare runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("– clada.sandbox") && said.contains("– namespaces"), "{said}");
}

#[test]
fn the_list_of_allowed_commands_is_told_with_its_trust() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", "a").commit();
    let told = || {
        let (_, json) = doctor(repo.clada(&["doctor"]));
        check(&json, "allowed commands")["found"].as_str().expect("text").to_owned()
    };
    assert_eq!(told(), "none");
    repo.clada(&["allow", "npm test"]).exits(0);
    assert_eq!(told(), "1 command");
    repo.write(".clada/allowed-commands.json", r#"{"commands": ["npm test", "curl x"]}"#);
    assert!(told().starts_with("2 commands, not trusted"), "{}", told());
    repo.write(".clada/allowed-commands.json", "{");
    let (status, json) = doctor(repo.clada(&["doctor"]));
    assert_eq!((status, &check(&json, "allowed commands")["works"]), (Some(1), &"no".into()));
}

#[test]
fn settings_that_hold_are_told_and_one_that_cannot_be_read_is_a_failure() {
    let env = TestEnv::new();
    let repo = env.repo().config("clada.sandbox", "strict").config("clada.sandboxNet", "true");
    let (_, json) = doctor(repo.clada(&["doctor"]));
    assert_eq!(check(&json, "clada.sandbox")["found"], "strict");
    assert_eq!(check(&json, "clada.sandboxNet")["found"], "true: commands reach the network");
    assert_eq!(check(&json, "clada.view")["found"], "auto");
    let repo = repo.config("clada.view", "in-place");
    let (status, json) = doctor(repo.clada(&["doctor"]));
    let view = check(&json, "clada.view");
    assert_eq!((status, &view["works"]), (Some(1), &"no".into()), "no command can run so");
    assert!(view["help"].as_str().is_some_and(|help| help.contains("--unset clada.view")));
    let repo = repo.config("clada.sandbox", "odd");
    let run = repo.clada(&["doctor"]).exits(1);
    assert!(run.stdout.contains("✗ settings") && run.stdout.contains("`odd`"), "{}", run.stdout);
}
