//! `git clada config list`: what is set, where, and what would hold otherwise.

use serde_json::Value;

use crate::{
    env::{Clada, Repo, TestEnv},
    sham,
};

fn listed(repo: &Repo<'_>) -> Value {
    repo.clada(&["config", "list", "--format", "json"]).exits(0).json()
}

fn setting<'l>(list: &'l Value, key: &str) -> &'l Value {
    let settings = list["settings"].as_array().expect("settings");
    settings.iter().find(|setting| setting["key"] == key).expect("a setting")
}

#[test]
fn each_value_has_the_scope_and_the_file_that_git_names() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("extensions.worktreeConfig", "true");
    let root = env.root().to_str().expect("UTF-8");
    repo.git(&["config", "--global", "clada.timeout", "2m"]);
    repo.git(&["config", "--global", "clada.sandbox", "off"]);
    repo.git(&["config", "clada.SANDBOX", "strict"]);
    repo.git(&["config", "--worktree", "clada.verify", "true"]);
    let list = repo.clada(&["config", "list", "--format", "json"]);
    let list = list.var("GIT_CONFIG_COUNT", "1").var("GIT_CONFIG_KEY_0", "clada.view");
    let list = list.var("GIT_CONFIG_VALUE_0", "overlay").exits(0).json();
    for (key, value, scope, file) in [
        ("clada.timeout", "2m", "global", Some("home/gitconfig")),
        ("clada.sandbox", "strict", "local", Some("repo/.git/config")),
        ("clada.verify", "true", "worktree", Some("repo/.git/config.worktree")),
        ("clada.view", "overlay", "command", None),
    ] {
        let values = setting(&list, key)["values"].as_array().expect("values");
        assert_eq!(values.len(), 1, "{key}: of a single setting the last value counts");
        assert_eq!((&values[0]["value"], &values[0]["scope"]), (&value.into(), &scope.into()));
        let file = file.map(|file| Value::from(format!("{root}/{file}")));
        assert_eq!(values[0].get("file"), file.as_ref(), "{key}");
        let git = repo.try_git(&["config", "--show-scope", "--get", key]).stdout;
        let git = String::from_utf8_lossy(&git).into_owned();
        assert!(scope == "command" || git == format!("{scope}\t{value}\n"), "{git}");
    }
    assert_eq!(setting(&list, "clada.session")["values"], serde_json::json!([]));
    assert_eq!(setting(&list, "clada.session")["default"], serde_json::json!(["branch"]));
}

#[test]
fn of_many_all_values_count_and_the_text_says_where_each_is_set() {
    let env = TestEnv::new();
    let repo = env.repo().commit();
    repo.git(&["config", "--global", "clada.allowRoot", "/one"]);
    repo.git(&["config", "clada.allowRoot", "/two"]);
    let text = repo.clada(&["config", "list"]).exits(0).stdout;
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(lines.next(), Some(vec!["setting", "value", "scope", "default"]));
    let rest: Vec<_> = lines.skip_while(|line| line[0] != "clada.allowRoot").take(2).collect();
    assert_eq!(rest, [vec!["clada.allowRoot", "/one", "global"], vec!["/two", "local"]]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn of_a_list_the_defaults_hold_besides_the_values_until_an_empty_one() {
    let env = TestEnv::new();
    let repo = env.repo().commit().config("clada.blacklist", "secret.*");
    let list = listed(&repo);
    let blacklist = setting(&list, "clada.blacklist");
    assert_eq!(blacklist["defaultHolds"], true);
    assert_eq!(blacklist["values"][0]["value"], "secret.*");
    let text = repo.clada(&["config", "list"]).exits(0).stdout;
    let row = |value: &str, scope: &str| {
        let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        words.filter(|words| words.ends_with(&[value, scope])).count()
    };
    assert_eq!((row(r".*\.ssh.*", "default"), row("secret.*", "local")), (1, 1), "{text}");
    repo.git(&["config", "--add", "clada.blacklist", ""]);
    let list = listed(&repo);
    let blacklist = setting(&list, "clada.blacklist");
    assert_eq!(blacklist["defaultHolds"], false);
    assert_eq!(blacklist["values"], serde_json::json!([]));
    assert_eq!(blacklist["emptied"]["scope"], "local");
}

#[test]
fn a_value_that_is_not_used_or_ends_every_apply_is_marked() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    for (key, value, expected) in [
        ("clada.blacklist", "([", "it is a regular expression"),
        ("clada.allowRoot", "nonexist", "no such directory"),
        ("clada.allowRoot", "", "no such directory"),
    ] {
        repo.git(&["config", key, value]);
        repo.git(&["config", "--add", key, "/"]);
        let list = listed(&repo);
        let problem = setting(&list, key)["problem"].as_str().expect("a problem");
        assert!(problem.contains(expected) && problem.contains(value), "{problem}");
        repo.apply(&sham::write("a.txt", "b\n")).exits(3);
        repo.git(&["config", "--unset-all", key]);
    }
    for key in ["clada.worktreeDir", "clada.messageFormat"] {
        repo.git(&["config", key, ""]);
        let list = listed(&repo);
        let problem = &setting(&list, key)["problem"];
        assert!(problem.as_str().is_some_and(|told| told.contains("the default holds")));
    }
    repo.apply(&sham::write("a.txt", "b\n")).exits(0);
}

#[test]
fn a_key_that_is_no_setting_is_told_with_the_nearest_one() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit().config("clada.tiemout", "1s");
    let repo = repo.config("clada.my.own", "x");
    let told = ["`clada.tiemout` (in ", "repo/.git/config) is no setting", "`clada.timeout`?"];
    repo.clada(&["config", "list"]).exits(0).says(&told).says(&["clada.my.own"]);
    let unknown = listed(&repo)["unknown"].clone();
    assert_eq!(unknown[0]["key"], "clada.tiemout");
    assert_eq!(unknown[0]["nearest"], "clada.timeout");
    let applied = repo.apply(&sham::write("a.txt", "b\n")).exits(0);
    applied.says(&told);
    assert_eq!(applied.stderr.matches("clada.tiemout").count(), 1);
    assert_eq!(repo.clada(&["status"]).exits(0).stderr, "");
}

#[test]
fn a_value_that_cannot_be_is_shown_with_what_it_may_be() {
    let env = TestEnv::new();
    let repo = env.repo().file("a.txt", "a\n").commit();
    for (key, value, expected) in [
        ("clada.timeout", "soon", "it is a duration"),
        ("clada.maxWrite", "much", "it is a size"),
        ("clada.sandbox", "on", "it may be `workspace`, `strict` or `off`"),
        ("clada.verify", "perhaps", "it is `true` or `false`"),
        ("clada.author", "A <a@b", "`NAME <EMAIL>`"),
    ] {
        repo.git(&["config", key, value]);
        let list = listed(&repo);
        let problem = setting(&list, key)["problem"].as_str().expect("a problem");
        assert!(problem.contains(expected) && problem.contains(value), "{problem}");
        let refused = repo.apply(&sham::write("a.txt", "b\n")).exits(3);
        refused.says(&[key, value, expected]);
        repo.git(&["config", "--unset", key]);
    }
}

#[test]
fn outside_of_a_repository_the_users_settings_are_listed() {
    let env = TestEnv::new();
    env.git(env.root(), &["config", "--global", "clada.timeout", "2m"]);
    let list = Clada::new(&env, env.root(), &["config", "list", "--format", "json"]);
    let list = list.exits(0).json();
    assert_eq!(setting(&list, "clada.timeout")["values"][0]["scope"], "global");
}
