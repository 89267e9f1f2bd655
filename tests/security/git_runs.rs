//! What a repository names to be run, and is not: by the built-in git commands, by our own looks at it.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::{
    env::{Repo, TestEnv},
    sham,
};

fn run_in(repo: &Repo<'_>, dir: &str, line: &str) -> Value {
    let block = sham::block("run", &[("command", line), ("dir", dir)]);
    // Without the sandbox, so that nothing else keeps the trap from being sprung.
    let args = ["apply", "--format", "json", "--sandbox", "off", "-"];
    repo.clada(&args).stdin(block).run().json()
}

/// A program that leaves a mark when it is run, and passes its input on.
fn trap(env: &TestEnv) -> String {
    let path = env.root().join("trap.sh");
    let mark = env.root().join("pwned");
    let script = format!("#!/bin/sh\necho \"$0 $*\" >> {}\ncat\n", mark.display());
    fs_err::write(&path, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o755);
    fs_err::set_permissions(&path, mode).expect("permissions");
    path.to_str().expect("UTF-8").to_owned()
}

fn sprung(env: &TestEnv) -> String {
    fs_err::read_to_string(env.root().join("pwned")).unwrap_or_default()
}

/// What a response can write: a directory that git takes for a bare repository, with settings of its
/// own, or with a `commondir` that names them.
fn embedded(env: &TestEnv, repo: &Repo<'_>, commondir: bool) {
    let config = format!(
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {}\n\
         \tfsmonitor = {trap}\n\tpager = {trap}\n\tsshCommand = {trap}\n\thooksPath = {}\n\
         [filter \"x\"]\n\tclean = {trap}\n\tsmudge = {trap}\n\
         [diff]\n\texternal = {trap}\n[alias]\n\tst = \"!{trap}\"\n",
        repo.dir().display(),
        env.root().display(),
        trap = trap(env),
    );
    let place = if commondir { "evil/shared" } else { "evil" };
    let mut response = sham::write("evil/HEAD", "ref: refs/heads/main\n")
        + &sham::write(&format!("{place}/config"), &config)
        + &sham::write(&format!("{place}/objects/info/x"), "")
        + &sham::write(&format!("{place}/refs/heads/x"), "")
        + &sham::write("tracked.txt", "x\n")
        + &sham::write(".gitattributes", "* filter=x\n");
    if commondir {
        response.push_str(&sham::write("evil/commondir", "shared\n"));
    }
    repo.apply(&response).exits(0);
}

#[test]
fn a_bare_repository_that_a_response_wrote_is_not_obeyed() {
    for commondir in [false, true] {
        let env = TestEnv::new();
        let repo = env.repo().file("a.txt", "a\n").commit();
        embedded(&env, &repo, commondir);
        for line in ["git status", "git diff", "git log", "git ls-files", "git branch"] {
            let result = run_in(&repo, "evil", line);
            assert_eq!(sprung(&env), "", "{line}: {result}");
            let said = result["results"][0]["data"]["stderr"].as_str().unwrap_or_default();
            // `git diff` says it in words of its own.
            let refused = ["safe.bareRepository", "Not a git repository"];
            assert!(refused.iter().any(|words| said.contains(words)), "{line}: {result}");
        }
        // git itself would have.
        env.try_git(&repo.path("evil"), &["st"]);
        assert_ne!(sprung(&env), "", "the trap works");
    }
}

#[test]
fn looking_at_a_repository_runs_nothing_that_its_settings_name() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.apply(&sham::write("b.txt", "b\n")).exits(0);
    let trap = trap(&env);
    for (name, value) in [
        ("core.fsmonitor", trap.as_str()),
        ("core.sshCommand", &trap),
        ("core.editor", &trap),
        ("core.askPass", &trap),
        ("core.pager", &trap),
        ("pager.log", &trap),
        ("diff.external", &trap),
        ("gpg.program", &trap),
        ("log.showSignature", "true"),
        ("credential.helper", &trap),
        ("alias.status", &format!("!{trap}")),
        ("core.hooksPath", env.root().to_str().expect("UTF-8")),
    ] {
        repo.git(&["config", name, value]);
    }
    fs_err::copy(&trap, env.root().join("post-index-change")).expect("copied");
    fs_err::copy(&trap, env.root().join("post-checkout")).expect("copied");
    repo.write("a.txt", "two\n");
    for args in [
        &["status"][..],
        &["log"],
        &["show"],
        &["diff"],
        &["blame", "b.txt"],
        &["session", "list"],
        &["context", "list"],
        &["doctor"],
        &["allow", "--list"],
    ] {
        repo.clada(args).exits(0);
        assert_eq!(sprung(&env), "", "{args:?}");
    }
    let look = sham::block("file_read", &[("path", "a.txt")])
        + &sham::block("grep", &[("pattern", "t"), ("path", ".")])
        + &sham::block("ls", &[("path", ".")]);
    repo.apply(&look).exits(0);
    repo.apply(&sham::write("c.txt", "c\n")).exits(0);
    repo.clada(&["undo"]).exits(0);
    assert_eq!(sprung(&env), "");
}

#[test]
fn a_filter_of_the_tree_that_the_settings_do_not_name_runs_nothing() {
    let env = TestEnv::new();
    let trap = trap(&env);
    let attributes = format!("*.txt filter={trap} diff={trap} merge={trap}\n");
    let repo = env.repo().file("a.txt", "a\n").file(".gitattributes", &attributes).commit();
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    for line in ["git status", "git diff", "git log -p"] {
        run_in(&repo, ".", line);
    }
    repo.clada(&["undo"]).exits(0);
    assert_eq!(sprung(&env), "");
}

#[test]
fn settings_of_clada_in_the_tree_widen_nothing() {
    let env = TestEnv::new();
    fs_err::create_dir_all(env.root().join("outside")).expect("made");
    let config = "[clada]\n\tallowRoot = ..\n\tsandbox = off\n\tblacklist = \n";
    let mut repo = env.repo();
    for name in [".gitconfig", "gitconfig", ".clada/config", ".claderc", ".clada.toml", "config"] {
        repo = repo.file(name, config);
    }
    let repo = repo.commit();
    let run = repo.apply(&sham::write("../outside/f", "x")).arg("--format").arg("json").run();
    assert!(run.stdout.contains("PATH_ESCAPE"), "{}", run.stdout);
    let response = sham::block("exec", &[("lang", "bash"), ("code", "echo x > ../outside/f")]);
    repo.apply(&response).arg("--yes").run();
    assert!(!env.root().join("outside/f").exists());
}

#[test]
fn variables_that_inject_settings_do_not_reach_the_built_in_git() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    repo.write("a.txt", "two\n");
    let trap = trap(&env);
    let block = sham::block("run", &[("command", "git diff")])
        + &sham::block("run", &[("command", "git log -p")]);
    for (name, value) in [
        ("GIT_EXTERNAL_DIFF", trap.clone()),
        ("GIT_CONFIG_PARAMETERS", format!("'core.fsmonitor={trap}' 'diff.external={trap}'")),
        ("GIT_EXEC_PATH", env.root().to_str().expect("UTF-8").to_owned()),
        ("GIT_PAGER", trap.clone()),
        ("GIT_EDITOR", trap.clone()),
        ("GIT_SSH_COMMAND", trap.clone()),
        ("GIT_ASKPASS", trap.clone()),
        ("GIT_TRACE", env.root().join("pwned").to_str().expect("UTF-8").to_owned()),
        ("LD_PRELOAD", "/none.so".to_owned()),
        ("LESSOPEN", format!("|{trap}")),
        ("BASH_ENV", trap.clone()),
    ] {
        let args = ["apply", "--format", "json", "--sandbox", "off", "-"];
        // Ours looks at the repository before; what is asked here is what the built-in inherits.
        let run = repo.clada(&args).stdin(block.clone()).var(name, &value).run();
        let result = run.json();
        if name.starts_with("GIT_TRACE") {
            // The user's own trace of our own calls may be there, that of the built-in may not.
            assert!(!sprung(&env).contains("--no-textconv"), "{}", sprung(&env));
            fs_err::remove_file(env.root().join("pwned")).ok();
        }
        assert_eq!(result["results"][0]["success"], true, "{name}: {result}");
        assert!(result["results"][0]["data"]["stdout"].as_str().expect("text").contains("+two"));
        assert_eq!(sprung(&env), "", "{name}");
    }
}

#[test]
fn a_git_directory_named_by_the_environment_is_not_reached_by_commands() {
    let env = TestEnv::new();
    let other = env.repo_at("other").file("x", "secret\n").commit();
    let repo = env.repo().file("a.txt", "a\n").commit();
    let block = sham::block("run", &[("command", "git show HEAD:x")]);
    let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(block);
    let objects = other.path(".git/objects");
    let run = run.var("GIT_ALTERNATE_OBJECT_DIRECTORIES", &objects).run();
    assert!(!run.stdout.contains("secret"), "{}", run.stdout);
}
