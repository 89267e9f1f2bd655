//! What the program says at the terminal, and the status that it ends with.

use assert_cmd::Command;
use predicates::{
    prelude::PredicateBooleanExt,
    str::{contains, is_empty, is_match, starts_with},
};
use tempfile::TempDir;

/// Two blocks; the second fails where there is no `README.md`.
const RESPONSE: &str = "\
#!nesl [@three-char-SHA-256: g7t]
action = \"file_write\"
path = \"src/greet.py\"
content = \"pass\\n\"
#!end_g7t
#!nesl [@three-char-SHA-256: r9d]
action = \"file_delete\"
path = \"README.md\"
#!end_r9d
";

/// A directory and a home of its own, for git and for the program.
struct Place(TempDir);

impl Place {
    /// A repository with one commit.
    fn repository() -> Self {
        let place = Self::directory();
        place.git(&["init", "--quiet", "--initial-branch=main", "."]);
        place.git(&["commit", "--quiet", "--allow-empty", "--message=first"]);
        place
    }

    fn directory() -> Self {
        let place = Self(tempfile::tempdir().expect("a temporary directory"));
        fs_err::write(place.0.path().join("response.md"), RESPONSE).expect("a response");
        place
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "git is found as the tests' own process finds it"
    )]
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let top = self.0.path();
        command.current_dir(top).env_clear().env("HOME", top).env("TMPDIR", top);
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("GIT_CONFIG_NOSYSTEM", "1");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "A U Thor");
            command.env(format!("GIT_{who}_EMAIL"), "author@example.com");
        }
        command
    }

    fn git(&self, args: &[&str]) {
        self.command("git").args(args).assert().success();
    }

    fn clada(&self, args: &[&str]) -> assert_cmd::assert::Assert {
        self.command(env!("CARGO_BIN_EXE_git-clada")).args(args).assert()
    }
}

#[test]
fn help_tells_the_exit_status_and_ends_well() {
    let place = Place::directory();
    place.clada(&["-h"]).code(0).stdout(contains("Exit status:").and(contains("  3  nothing")));
    place.clada(&["appy"]).code(2).stderr(contains("'apply'"));
}

#[test]
fn what_cannot_be_read_is_named_once_in_the_systems_words() {
    let place = Place::repository();
    let missing = "error: cannot read the response `nix`: No such file or directory (os error 2)\n";
    place.clada(&["apply", "nix"]).code(3).stderr(missing);
    place.clada(&["apply", ".git"]).code(3).stderr(contains("it is a directory"));
}

#[test]
fn a_directory_that_cannot_be_entered_is_no_missing_repository() {
    let place = Place::repository();
    let nowhere = place.clada(&["-C", "nowhere", "status"]).code(3);
    nowhere.stderr(starts_with("error: cannot change to `").and(contains("No such file")));
    let file = place.clada(&["-C", "response.md", "status"]).code(3);
    file.stderr(contains("not a directory"));
}

#[test]
fn a_number_of_operations_is_asked_for_in_plain_words() {
    let place = Place::repository();
    for command in ["undo", "redo"] {
        place.clada(&[command, "all"]).code(2).stderr(contains("no number of operations"));
    }
    place.clada(&["log", "-n", "all"]).code(2).stderr(contains("no number of operations"));
}

#[test]
fn quiet_tells_what_failed_and_nothing_else() {
    let place = Place::repository();
    let quiet = place.clada(&["apply", "-q", "response.md"]).code(1).stdout(is_empty());
    quiet.stderr(contains("✗ r9d").and(contains("✓").not()));
    place.clada(&["undo", "-q"]).code(0).stdout(is_empty()).stderr(is_empty());
}

#[test]
fn all_or_none_tells_what_failed() {
    let place = Place::repository();
    let refused = place.clada(&["apply", "--atomic", "response.md"]).code(3).stdout(is_empty());
    refused.stderr(contains("✗ r9d").and(contains("error: 1 of 2 blocks failed")));
    let told = place.clada(&["apply", "--atomic", "--format", "markdown", "response.md"]).code(3);
    let once = "Nothing was applied: 1 of 2 blocks failed";
    told.stdout(starts_with(once).and(contains("## Would be done")).and(contains("Done").not()));
    assert!(!place.0.path().join("src").exists());
}

#[test]
fn a_name_that_no_branch_can_have_is_no_session() {
    let place = Place::repository();
    let refused = place.clada(&["apply", "--branch", "a b", "response.md"]).code(3);
    refused.stderr(contains("`a b` cannot name a session"));
    assert!(!place.0.path().join("src").exists());
}

#[test]
fn refs_in_a_reftable_are_refused_by_name() {
    let place = Place::repository();
    place.git(&["config", "core.repositoryFormatVersion", "1"]);
    place.git(&["config", "extensions.refStorage", "reftable"]);
    for command in ["apply", "status", "undo", "log"] {
        let args: &[&str] = if command == "apply" { &["apply", "response.md"] } else { &[command] };
        place.clada(args).code(3).stderr(contains("`reftable`, is not supported"));
    }
    assert!(!place.0.path().join("src").exists());
}

#[test]
fn without_git_files_are_named_from_the_directory() {
    let place = Place::directory();
    let applied = place.clada(&["apply", "--no-git", "response.md"]).code(1);
    applied.stdout(contains("\n src/greet.py (new) | 1 +\n").and(contains("  no git    not")));
}

#[test]
fn undo_tells_where_head_stands_on_a_line_of_its_own() {
    let place = Place::repository();
    place.clada(&["apply", "response.md"]).code(1);
    let line =
        r"^undid [k-z]{12}: write src/greet.py \(1 file\)\n  now       on main at [0-9a-f]{10}\n$";
    place.clada(&["undo"]).code(0).stdout(is_match(line).expect("a sound pattern"));
    place.clada(&["undo"]).code(0).stdout("nothing to undo\n");
}

#[test]
fn a_limit_on_what_is_written_is_a_setting() {
    let place = Place::repository();
    place.git(&["config", "clada.maxWrite", "4"]);
    place.clada(&["apply", "response.md"]).code(1).stdout(contains("WRITE_LIMIT"));
    place.git(&["config", "clada.maxWrite", "much"]);
    place.clada(&["apply", "response.md"]).code(3).stderr(contains("`clada.maxWrite`"));
}

#[test]
fn the_demo_shows_a_mistake_a_commit_and_the_way_back() {
    let place = Place::directory();
    let shown = place.clada(&["demo"]).code(0).stderr(contains("file_apend"));
    let stations = contains("2 of 3 actions done").and(contains("undid ")).and(contains("clean"));
    let shown = shown.stdout(stations);
    let text = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    let wide: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
    let place_of = |line: &&str| line.starts_with("The repository is in ");
    assert!(wide.iter().all(place_of), "wider than a terminal: {wide:?}");
}
