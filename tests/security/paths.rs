//! Paths that lead where no response may go.

use std::{
    os::unix::fs::{MetadataExt, symlink},
    path::Path,
};

use serde_json::Value;

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// The code with which the only block of a response is refused, wherever that is told.
fn code(repo: &Repo<'_>, response: &str, args: &[&str]) -> String {
    let mut run = repo.clada(&["apply", "--format", "json", "-"]).stdin(response);
    for arg in args {
        run = run.arg(*arg);
    }
    let result = run.run().json();
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    text(&result["parseErrors"][0]["error"]["code"])
        .or_else(|| text(&result["results"][0]["code"]))
        .unwrap_or_else(|| {
            if result["success"] == true { "done".to_owned() } else { result.to_string() }
        })
}

fn read(path: &str) -> String {
    sham::block("file_read", &[("path", path)])
}

/// Each way to touch a path.
fn each_way(path: &str) -> [String; 6] {
    [
        sham::write(path, "x"),
        sham::delete(path),
        read(path),
        sham::rename(path, "moved"),
        sham::rename("a.txt", path),
        sham::block("dir_create", &[("path", path)]),
    ]
}

fn repo(env: &TestEnv) -> Repo<'_> {
    fs_err::create_dir_all(env.root().join("outside")).expect("made");
    fs_err::write(env.root().join("outside/secret"), "secret").expect("written");
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn prefix_containment_a_directory_beside_the_worktree_that_begins_with_its_name() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let beside = env.root().join("repo-too");
    fs_err::create_dir_all(&beside).expect("made");
    fs_err::write(beside.join("f"), "f").expect("written");
    let path = beside.join("f");
    for response in each_way(path.to_str().expect("UTF-8")) {
        assert_eq!(code(&repo, &response, &[]), "PATH_ESCAPE", "{response}");
    }
}

#[test]
fn the_blacklist_holds_under_allow_root_and_allow_escape_and_for_the_resolved_path() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let ssh = env.root().join("outside/.ssh");
    fs_err::create_dir_all(&ssh).expect("made");
    fs_err::write(ssh.join("config"), "Host *").expect("written");
    symlink(&ssh, repo.path("harmless")).expect("linked");
    let root = env.root().join("outside");
    let root = root.to_str().expect("UTF-8");
    let path = ssh.join("config");
    for args in [&["--allow-root", root][..], &["--allow-escape"]] {
        for path in [path.to_str().expect("UTF-8"), "harmless/config"] {
            assert_eq!(code(&repo, &read(path), args), "PATH_BLACKLISTED", "{path} {args:?}");
        }
        assert_eq!(
            code(&repo, &read("/etc/hostname"), &["--allow-root", "/etc"]),
            "PATH_BLACKLISTED"
        );
    }
    let repo = repo.config("clada.blacklist", "");
    assert_eq!(code(&repo, &read(path.to_str().expect("UTF-8")), &["--allow-escape"]), "done");
}

#[test]
fn allow_escape_opens_all_but_what_is_never_allowed() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let secret = env.root().join("outside/secret");
    let secret = secret.to_str().expect("UTF-8");
    assert_eq!(code(&repo, &read(secret), &[]), "PATH_ESCAPE");
    assert_eq!(code(&repo, &read(secret), &["--allow-escape"]), "done");
    let other = env.repo_at("other").file("x", "x").commit();
    let config = other.path(".git/config");
    for never in [config.to_str().expect("UTF-8"), "/proc/self/environ", "/dev/null", ".clada/x"] {
        assert_eq!(code(&repo, &read(never), &["--allow-escape"]), "PATH_FORBIDDEN", "{never}");
    }
}

#[test]
fn a_file_that_may_hold_a_secret_is_not_read_by_any_way_round() {
    let env = TestEnv::new();
    let repo =
        repo(&env).file(".env", "TOKEN=hunter2\n").file("k.pem", "hunter2\n").link("l", ".env");
    let repo = repo.commit();
    let [env_id, pem_id] =
        ["HEAD:.env", "HEAD:k.pem"].map(|name| repo.git_line(&["rev-parse", name]));
    let grep = sham::block("grep", &[("pattern", "hunter2"), ("path", ".")]);
    let run = |line: &str| sham::block("run", &[("command", line)]);
    for response in [
        read(".env"),
        read("l"),
        read("./sub/../.env"),
        sham::block("files_read", &[("paths", "a.txt\n.env")]),
        sham::rename(".env", "shown") + &read("shown"),
        sham::replace(".env", "TOKEN=", "TOKEN=x") + &read(".env"),
        sham::replace(".env", "TOKEN=hunter3", "x"),
        sham::block("context_add", &[("path", ".env")]),
        grep,
        run("cat .env"),
        run("cat l"),
        run("grep -r hunter2 ."),
        run("grep -r hunter2"),
        run("git show HEAD:.env"),
        run("git show HEAD"),
        run(&format!("git show {env_id}")),
        run(&format!("git show {env_id:.8}")),
        run(&format!("git diff {env_id} {pem_id}")),
        run(&format!("git diff {env_id}..{pem_id}")),
        run(&format!("git log -p {env_id}")),
        run("git log -p"),
        run("diff -r . ."),
        run("cp .env shown") + &read("shown"),
        run("xxd k.pem"),
    ] {
        let run =
            repo.clada(&["apply", "-n", "--format", "json", "-"]).stdin(response.clone()).run();
        let told = run.json()["results"].to_string();
        let data: Vec<String> = run.json()["results"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|result| format!("{} {}", result["data"], result["hint"]))
            .collect();
        assert!(!data.concat().contains("hunter2"), "{response}\n{told}");
    }
}

#[test]
fn a_hard_link_to_a_file_outside_keeps_that_files_content() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let secret = env.root().join("outside/secret");
    fs_err::hard_link(&secret, repo.path("hard")).expect("linked");
    repo.apply(&sham::write("hard", "changed")).exits(0);
    assert_eq!(repo.text("hard"), "changed");
    assert_eq!(fs_err::read_to_string(&secret).expect("read"), "secret");
    assert_ne!(
        fs_err::metadata(&secret).expect("there").ino(),
        fs_err::metadata(repo.path("hard")).expect("there").ino()
    );
}

#[test]
fn a_fifo_is_neither_opened_nor_replaced() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let made = env.command("mkfifo", repo.dir()).arg("pipe").status();
    assert!(made.expect("mkfifo runs").success());
    for response in [read("pipe"), sham::write("pipe", "x"), sham::delete("pipe")] {
        assert_eq!(code(&repo, &response, &[]), "PATH_SPECIAL", "{response}");
    }
}

#[test]
fn a_list_of_allowed_commands_is_not_written_by_a_response() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for path in [".clada/allowed-commands.json", ".CLADA/x", "sub/.clada/x", ".clada"] {
        for response in each_way(path) {
            assert_eq!(code(&repo, &response, &[]), "PATH_FORBIDDEN", "{response}");
        }
    }
    assert!(!repo.exists(".clada"));
}

#[test]
fn a_nested_repository_is_not_touched() {
    let env = TestEnv::new();
    let repo = repo(&env);
    env.git(repo.dir(), &["init", "-q", "nested"]);
    repo.write("nested/f", "f");
    for path in ["nested/f", "nested/new/deep", "nested/.git/config"] {
        assert_eq!(code(&repo, &sham::write(path, "x"), &[]), "PATH_FORBIDDEN", "{path}");
    }
    let run = |line: &str| sham::block("run", &[("command", line)]);
    for line in ["rm -rf nested", "mv nested other", "cp -r nested other"] {
        repo.apply(&run(line)).run();
        assert!(Path::new(&repo.path("nested/.git/HEAD")).exists(), "{line}");
        assert_eq!(repo.text("nested/f"), "f", "{line}");
    }
}
