//! The table of settings: what the code does, and what the documentation says, is what it says.

use std::fmt::Write as _;
use std::path::Path;

use git_clada::base::{Form, SETTINGS, Setting};
use git_clada::engine::ApplyOptions;
use git_clada::git::Repo;

#[expect(clippy::disallowed_methods, reason = "tests stand outside the program")]
fn git(dir: &Path, args: &[&str]) {
    let mut git = std::process::Command::new("git");
    git.args(args).current_dir(dir).env("GIT_CONFIG_NOSYSTEM", "1");
    let status = git.env("GIT_CONFIG_GLOBAL", "/dev/null").status().expect("git runs");
    assert!(status.success(), "git {args:?}");
}

#[test]
fn each_default_is_what_holds_where_nothing_is_set() {
    let dir = tempfile::tempdir().expect("a directory");
    git(dir.path(), &["init", "-q"]);
    for setting in SETTINGS.iter().filter(|setting| !setting.many) {
        for value in setting.default {
            git(dir.path(), &["config", setting.key, value]);
        }
    }
    let repo = Repo::discover(dir.path()).expect("a repository");
    let set = ApplyOptions::configured(&repo).expect("sound settings");
    let default = ApplyOptions::default();
    assert_eq!(told(&set), told(&default));
    assert_eq!(set.message_format, git_clada::action::summary::DEFAULT_FORMAT);
}

/// All of the options that a setting which has a default changes.
fn told(options: &ApplyOptions) -> String {
    let ApplyOptions { mode, verify, author, lock_timeout, perform, commands, .. } = options;
    let output = (commands.output_mode, commands.max_output, commands.keep_ignored);
    format!("{mode:?} {verify} {author:?} {lock_timeout:?} {perform:?} {commands:?} {output:?}")
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests stand outside the program")]
fn the_documentation_has_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md");
    let table = documentation();
    if std::env::var_os("CLADA_BLESS").is_some_and(|value| value == "1") {
        fs_err::write(&path, &table).expect("the documentation");
    }
    let kept = fs_err::read_to_string(&path).expect("the documentation; CLADA_BLESS=1 writes it");
    assert_eq!(kept, table);
}

fn documentation() -> String {
    let mut text = "\
# Configuration

The settings of git clada stand in git's configuration: `git config clada.timeout 2m` sets one for a
repository, `git config --global …` for all of yours. No file of a worktree is read as a setting, so
none comes with a clone. `git clada config list` tells which hold, in which scope and file they are
set, and warns of keys that are no settings. Where a key may have many values, `git config --add` adds
one.

Durations are `30s`, `500ms`, `2m` or bare seconds, sizes `10MB`, `64KiB` or bare bytes. How output
looks is git's to say: `color.clada` or `color.ui`, `core.pager`.

| setting | values | default | for one run | |
|---|---|---|---|---|
"
    .to_owned();
    for setting in SETTINGS {
        let Setting { key, default, option, about, .. } = setting;
        let quoted = |words: &[&str]| {
            words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
        };
        let form =
            if let Form::OneOf(words) = setting.form { quoted(words) } else { setting.form.name() };
        let many = if setting.many { ", many" } else { "" };
        let option = option.map(|option| quoted(&option.split(", ").collect::<Vec<_>>()));
        let option = option.unwrap_or_default();
        let default = quoted(default);
        writeln!(text, "| `{key}` | {form}{many} | {default} | {option} | {about} |")
            .expect("a string takes it");
    }
    text
}
