//! What is published: which Rust it needs, what is in it, and what the program calls itself.
#![cfg(test)]
#![expect(clippy::disallowed_methods, reason = "tests stand outside the program")]

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// What cargo's command says, with no network.
fn cargo(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

/// Of the packages that this machine's build takes in, all those of `Cargo.lock` for it.
fn packages() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let text = cargo(&["metadata", "--format-version=1", "--filter-platform", host]);
    let Value::Object(mut all) = serde_json::from_str(&text).expect("JSON") else {
        panic!("cargo metadata is no object");
    };
    let Some(Value::Array(packages)) = all.remove("packages") else { panic!("no packages") };
    packages
}

/// `1.89` and `1.89.0` as numbers.
fn rust(version: &str) -> Vec<u32> {
    version.split('.').chain(["0", "0"]).take(3).map(|n| n.parse().expect("a number")).collect()
}

#[test]
fn no_package_in_the_lock_file_needs_a_newer_rust_than_is_stated() {
    let ours = rust(env!("CARGO_PKG_RUST_VERSION"));
    let packages = packages();
    let newer: Vec<String> = packages
        .iter()
        .filter(|package| {
            package["rust_version"].as_str().is_some_and(|version| rust(version) > ours)
        })
        .map(|package| format!("{} {}", package["name"], package["rust_version"]))
        .collect();
    assert!(packages.len() > 100, "cargo saw {} packages", packages.len());
    assert_eq!(newer, Vec::<String>::new(), "rust-version is {}", env!("CARGO_PKG_RUST_VERSION"));
}

#[test]
fn the_package_holds_every_file_that_its_source_takes_in() {
    let listed = cargo(&["package", "--list", "--allow-dirty"]);
    let listed: Vec<&str> = listed.lines().collect();
    let taken_in = taken_in();
    assert!(!taken_in.is_empty(), "no source includes a file");
    for file in taken_in {
        let path = file.to_str().expect("a plain name");
        assert!(listed.contains(&path), "{path} is included by the source and not packaged");
    }
}

/// The files that `include_str!` and `include_bytes!` name in `src`, from the package's root.
fn taken_in() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for entry in ignore::Walk::new(root.join("src")) {
        let entry = entry.expect("an entry");
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs_err::read_to_string(path).expect("a source");
        for part in text.split("include_").skip(1) {
            let Some(named) = part.strip_prefix("str!(\"").or(part.strip_prefix("bytes!(\""))
            else {
                continue;
            };
            let named = named.split('"').next().expect("a string's end");
            let file = path.parent().expect("a folder").join(named);
            let file = file.canonicalize().expect("an included file");
            files.push(file.strip_prefix(root).expect("a file of the package").to_owned());
        }
    }
    files
}

#[test]
fn the_program_calls_itself_by_the_packages_version_alone() {
    let run = Command::new(env!("CARGO_BIN_EXE_git-clada")).arg("--version").output();
    let said = run.expect("git-clada runs").stdout;
    let expected = format!("git-clada {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&said), expected, "the same from every build");
}
