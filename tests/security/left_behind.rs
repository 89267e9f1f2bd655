//! What commands leave behind for later actions, and what actions leave for commands.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use serde_json::Value;

use crate::{
    canary::Canary,
    env::{Repo, TestEnv, skipped},
    sham,
};

fn exec(code: &str) -> String {
    sham::block("exec", &[("lang", "bash"), ("code", code)])
}

fn repo(env: &TestEnv) -> Repo<'_> {
    Canary::make(&env.root().join("canary"));
    env.repo().file("a.txt", "one\n").file("d/f", "f\n").commit()
}

/// What came of the actions; nothing, said aloud, where the kernel has no view.
fn results(repo: &Repo<'_>, response: &str, args: &[&str]) -> Option<Vec<Value>> {
    let mut clada = repo.apply(response).arg("--yes").arg("--format").arg("json");
    for arg in args {
        clada = clada.arg(*arg);
    }
    let json = clada.run().json();
    if json.to_string().contains("cannot run commands in a view") {
        skipped("a test of what is left behind", "there is no view here");
        return None;
    }
    Some(json["results"].as_array().expect("a list").clone())
}

#[test]
fn a_symlink_made_by_a_command_is_not_written_through_by_a_later_action() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let (top, outside) = (env.root().join("canary"), env.root().join("canary"));
    let before = Canary::of(&top);
    let code =
        format!("ln -s {0} out; ln -s {0}/secret leak; rm -r d; ln -s {0}/d d", outside.display());
    let response = exec(&code)
        + &sham::write("out/new", "x")
        + &sham::write("leak", "x")
        + &sham::write("d/f", "x")
        + &sham::block("file_append", &[("path", "d/f"), ("content", "x")])
        + &sham::block("file_read", &[("path", "leak")])
        + &sham::block("run", &[("command", "cat leak")])
        + &sham::block("run", &[("command", "rm -rf d/f out/secret")])
        + &sham::rename("a.txt", "out/a.txt");
    let Some(results) = results(&repo, &response, &[]) else { return };
    assert_eq!(results[0]["success"], true, "{results:?}");
    for result in &results[1..] {
        let code = result["code"].as_str().unwrap_or_default();
        assert!(["SYMLINK_NOT_ALLOWED", "PATH_ESCAPE"].contains(&code), "{result}");
    }
    before.assert_unchanged(&top, &response);
    // The links are in the worktree now, and the next response meets them there.
    assert!(repo.exists("out") && repo.exists("leak"));
    let run = repo.apply(&sham::write("out/new", "x")).arg("--format").arg("json").run();
    assert!(run.stdout.contains("PATH_ESCAPE"), "{}", run.stdout);
    before.assert_unchanged(&top, "the next response");
}

#[test]
fn a_command_writes_through_no_link_that_leads_out_of_the_worktree() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let top = env.root().join("canary");
    std::os::unix::fs::symlink(&top, repo.path("out")).expect("linked");
    let before = Canary::of(&top);
    let code = "echo x > out/secret; echo x >> out/new; rm out/secret; mv out/d out/e; \
        chmod 777 out/secret; touch out/secret; ln out/secret hard && echo x > hard; true";
    if results(&repo, &exec(code), &[]).is_some() {
        before.assert_unchanged(&top, code);
    }
}

#[test]
fn protected_files_that_are_not_there_at_the_start_are_not_made() {
    let env = TestEnv::new();
    let repo = repo(&env);
    fs_err::remove_dir_all(repo.path(".git/hooks")).ok();
    fs_err::remove_dir_all(repo.path(".git/info")).ok();
    for (code, refused) in [
        ("mkdir .clada; echo '{\"commands\": [\"curl x\"]}' > .clada/allowed-commands.json", true),
        ("ln -s d .clada", true),
        ("mkdir -p sub/.clada/x", true),
        ("echo 'gitdir: evil' > d/.git", true),
        ("mkdir -p d/.git/hooks", true),
        ("mkdir 'd/.GIT'; mkdir 'd/git~1'", true),
        ("mkdir -p .git/hooks; echo x > .git/hooks/pre-commit", false),
        ("mkdir -p .git/info; echo '* filter=x' > .git/info/attributes", false),
        ("rm -rf .git; mkdir .git; echo x > .git/config", false),
    ] {
        for args in [&[][..], &["--allow-git"]] {
            if code.starts_with("rm -rf .git") && !args.is_empty() {
                continue;
            }
            fs_err::remove_file(repo.path(".git/info/attributes")).ok();
            let Some(results) = results(&repo, &(exec(code) + &sham::write("after", "x")), args)
            else {
                return;
            };
            let told = format!("{code} {args:?}: {results:?}");
            assert!(!refused || results[0]["code"] == "PATH_FORBIDDEN", "{told}");
            assert!(
                !repo.exists(".clada") && !repo.exists("d/.git") && !repo.exists("sub"),
                "{told}"
            );
            assert!(!repo.exists(".git/hooks/pre-commit"), "{told}");
            if args.is_empty() {
                assert!(!repo.exists(".git/info/attributes"), "{told}");
            }
            assert_eq!(results[1]["success"], true, "others go on: {told}");
            repo.git(&["status"]);
        }
    }
}

#[test]
fn fifos_sockets_devices_and_set_user_id_files_do_not_join() {
    let env = TestEnv::new();
    let repo = repo(&env);
    for code in [
        "mkfifo pipe",
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")'",
        "mknod null c 1 3 || mkfifo null",
    ] {
        let Some(results) = results(&repo, &exec(&format!("{code}; echo x > also")), &[]) else {
            return;
        };
        assert_eq!(results[0]["code"], "PATH_FORBIDDEN", "{code}: {results:?}");
        assert!(!repo.exists("also"), "{code}: all of it is dropped");
    }
    let repo = repo.file(".gitignore", "ignored\n").config("clada.keepIgnored", "1").commit();
    let code = "cp /bin/sh sh; cp /bin/sh ignored; chmod 6755 sh ignored";
    results(&repo, &exec(code), &[]).expect("they ran before");
    for path in ["sh", "ignored"] {
        let mode = repo.path(path).metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o7777, 0o755, "{path} {mode:o}");
    }
}

#[test]
fn attributes_of_the_overlay_do_not_come_out() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let code = "import os\nfor n in ('opaque', 'redirect', 'origin', 'metacopy', 'whiteout'):\n    \
        for p in ('d', 'd/f', 'new'):\n        \
        open('new', 'w')\n        \
        try: os.setxattr(p, 'user.overlay.' + n, b'y')\n        except OSError as e: pass\n";
    let block = sham::block("exec", &[("lang", "python"), ("code", code)]);
    let target = "import os\nos.makedirs('ignored/deep')\n\
        open('ignored/deep/big', 'wb').write(bytes(3000))\n\
        for i in range(12): os.setxattr('ignored/deep/big', f'user.{i}'.ljust(200, 'x'), b'x')\n\
        os.setxattr('ignored/deep/big', 'user.overlay.origin', b'y')\n\
        os.setxattr('ignored/deep', 'user.overlay.origin', b'y')\n";
    let target = sham::block("exec", &[("lang", "python"), ("code", target)]);
    let repo = repo.file(".gitignore", "ignored/\n").config("clada.keepIgnored", "1").commit();
    let Some(results) = results(&repo, &(target + &block), &[]) else { return };
    assert_eq!(results[0]["success"], true, "{results:?}");
    assert!(repo.exists("ignored/deep/big") && repo.exists("d/f"));
    for path in ["d", "d/f", "new", "ignored", "ignored/deep", "ignored/deep/big"] {
        let mut names = vec![0; 1 << 16];
        let path = repo.path(path);
        let length = rustix::fs::llistxattr(&path, names.as_mut_slice()).unwrap_or(0);
        let names = String::from_utf8_lossy(&names[..length]);
        assert!(!names.contains("overlay"), "{}: {names:?}", path.display());
    }
}

#[test]
fn a_hard_link_to_a_file_outside_made_by_a_command_changes_nothing_there() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let secret = env.root().join("canary/secret");
    fs_err::hard_link(&secret, repo.path("hard")).expect("linked");
    let inode = fs_err::metadata(&secret).expect("there").ino();
    let before = fs_err::read(&secret).expect("there");
    let code = format!(
        "echo x > hard; chmod 777 hard; ln {} hard2; echo y > hard2; true",
        secret.display()
    );
    if results(&repo, &exec(&code), &[]).is_none() {
        return;
    }
    assert_eq!(fs_err::read(&secret).expect("there"), before);
    assert_eq!(repo.text("hard"), "x\n");
    assert_ne!(fs_err::metadata(repo.path("hard")).expect("there").ino(), inode);
}
