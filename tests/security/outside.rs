//! A tree outside the root stays as it is to the bit, whatever paths a response names, whatever links it
//! makes, over all actions.
//!
//! `CLADA_CANARY_CASES` says how many responses are tried.

use std::{cell::Cell, os::unix::fs::symlink};

use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, TestCaseError, TestRunner},
};

use crate::{
    canary::{Canary, SECRET},
    env::{Repo, TestEnv},
    hostile::Hostile,
};

const CASES: u32 = 60;

/// A repository with links that lead out, beside what is outside.
fn lay_out(env: &TestEnv) -> Repo<'_> {
    let canary = env.root().join("canary");
    let repo = env.repo().file("a/f", "secrets\n").file("f", "x\n").link("loop", "loop");
    symlink(&canary, repo.path("out")).expect("linked");
    symlink("../canary/d", repo.path("d")).expect("linked");
    symlink("../canary/secret", repo.path("file")).expect("linked");
    symlink("a", repo.path("in")).expect("linked");
    let repo = repo.commit();
    fs_err::hard_link(canary.join("linked"), repo.path("a/secret")).expect("linked");
    repo
}

/// Puts the repository back as it was laid out.
fn lay_anew(env: &TestEnv, repo: &Repo<'_>) {
    let (template, dir) = (env.root().join("template"), repo.dir());
    fs_err::remove_dir_all(dir).expect("removed");
    let copied = env.command("cp", env.root()).arg("-a").args([&template, dir]).status();
    assert!(copied.expect("cp runs").success());
    fs_err::remove_file(repo.path("a/secret")).expect("a copy");
    fs_err::hard_link(env.root().join("canary/linked"), repo.path("a/secret")).expect("linked");
}

fn git_files(repo: &Repo<'_>) -> Canary {
    fs_err::create_dir_all(repo.path(".git/hooks")).expect("made");
    Canary::of(&repo.path(".git/hooks"))
}

#[test]
fn no_hostile_path_link_or_command_changes_anything_outside() {
    let cases = std::env::var("CLADA_CANARY_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = cases.unwrap_or(CASES);
    let env = TestEnv::in_memory();
    let top = env.root().join("canary");
    Canary::make(&top);
    let repo = lay_out(&env);
    let before = Canary::of(&top);
    let config = repo.read(".git/config");
    let template = env.root().join("template");
    let copied = env.command("cp", env.root()).arg("-a").args([repo.dir(), &*template]).status();
    assert!(copied.expect("cp runs").success());
    let (blocks, ran) = (Cell::new(0), Cell::new(0));
    let above = env.root().to_str().expect("UTF-8").to_owned();
    let config_of = Config { cases, failure_persistence: None, ..Config::default() };
    let tried = TestRunner::new(config_of).run(&vec(any::<u8>(), 0..120), |bytes| {
        lay_anew(&env, &repo);
        let hooks = git_files(&repo);
        let mut hostile = Hostile::new(&bytes, &above);
        let response = hostile.response();
        let run = repo.apply(&response).arg("--yes").arg("--format").arg("json").run();
        if !matches!(run.status, Some(0 | 1 | 3)) {
            return Err(TestCaseError::fail(format!("{:?}\n{}", run.status, run.stderr)));
        }
        before.assert_unchanged(&top, &response);
        hooks.assert_unchanged(&repo.path(".git/hooks"), &response);
        assert_eq!(config, repo.read(".git/config"), "{response}");
        assert!(hostile.runs || !run.stdout.contains(SECRET), "{response}\n{}", run.stdout);
        blocks.set(blocks.get() + response.matches("\n#!END_SHAM").count());
        ran.set(ran.get() + usize::from(hostile.runs));
        Ok(())
    });
    if let Err(error) = tried {
        let error = error.to_string();
        panic!("{}", error.split("minimal failing input").next().unwrap_or(&error));
    }
    eprintln!("{cases} responses, {} blocks, {} responses with code", blocks.get(), ran.get());
}
