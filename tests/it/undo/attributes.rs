//! `undo --merge` merges a file as its attributes say.

use super::round_trip::refused;
use crate::{
    env::{Repo, Run, TestEnv},
    sham,
};

/// A response that changed a line, which the user has changed since, in a file with these
/// attributes.
fn edited<'e>(env: &'e TestEnv, attributes: &str) -> Repo<'e> {
    let repo = env.repo().file(".gitattributes", format!("*.txt {attributes}\n"));
    let repo = repo.file("a.txt", "1\n2\n3\n").commit();
    repo.apply(&sham::write("a.txt", "1\nresponse\n3\n")).exits(0);
    repo.file("a.txt", "1\nmine\n3\n")
}

fn undo(repo: &Repo<'_>, status: i32) -> Run {
    let run = repo.clada(&["undo", "--merge"]).exits(status);
    repo.assert_sound();
    run
}

#[test]
fn by_a_driver_of_the_repositorys_own() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=own");
    let driver = "cat %O %B >> %A; echo %P %L >> %A; ls .gitattributes >> %A; echo printed";
    let repo = repo.config("merge.own.driver", driver).config("clada.trustFilter", "own");
    let run = undo(&repo, 0);
    assert!(!run.stdout.contains("printed"), "{}", run.stdout);
    let whole = "1\nmine\n3\n1\nresponse\n3\n1\n2\n3\na.txt 7\n.gitattributes\n";
    assert_eq!(repo.text("a.txt"), whole);
    assert_eq!(repo.status(), " M a.txt\n");
}

#[test]
fn by_a_driver_that_leaves_conflicts() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=own");
    let repo = repo.config("merge.own.driver", "echo half >> %A; exit 1");
    undo(&repo, 1).says(&["conflict: a.txt: changed since in the same place"]);
    assert_eq!(repo.text("a.txt"), "1\nmine\n3\nhalf\n");
    assert_eq!(repo.status(), "UU a.txt\n");
}

#[test]
fn a_driver_that_fails_ends_it() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=own");
    let repo = repo.config("merge.own.driver", "echo no such luck >&2; exit 129");
    refused(&repo, &["undo", "--merge"], &["merge `a.txt` by `", "no such luck"]);
}

#[test]
fn one_that_is_not_set_up_is_as_if_there_were_none() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=unheard-of");
    undo(&repo, 1);
    assert!(repo.text("a.txt").contains("<<<<<<< "), "{}", repo.text("a.txt"));
}

#[test]
fn what_is_declared_binary_has_no_markers() {
    for attributes in ["-merge", "binary", "merge=binary"] {
        let env = TestEnv::new();
        let repo = edited(&env, attributes);
        undo(&repo, 1).says(&["conflict: a.txt: binary"]);
        assert_eq!(repo.text("a.txt"), "1\nmine\n3\n", "{attributes}");
        assert_eq!(repo.status(), "UU a.txt\n");
    }
}

#[test]
fn a_union_takes_both_sides() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=union");
    undo(&repo, 0);
    assert_eq!(repo.text("a.txt"), "1\nmine\n2\n3\n");
}

#[test]
fn markers_are_as_long_as_is_set() {
    let env = TestEnv::new();
    let repo = edited(&env, "conflict-marker-size=12");
    undo(&repo, 1);
    assert!(repo.text("a.txt").contains("\n============\n"), "{}", repo.text("a.txt"));
}

#[test]
fn merge_default_names_what_no_attribute_does() {
    let env = TestEnv::new();
    let repo = edited(&env, "text").config("merge.default", "union");
    undo(&repo, 0);
    assert_eq!(repo.text("a.txt"), "1\nmine\n2\n3\n");
}

#[test]
fn what_is_staged_is_merged_by_them_too() {
    let env = TestEnv::new();
    let repo = edited(&env, "merge=own").config("merge.own.driver", "cat %B >> %A");
    repo.git(&["add", "a.txt"]);
    undo(&repo, 0);
    assert_eq!(repo.git(&["show", ":a.txt"]), "1\nmine\n3\n1\n2\n3\n");
    assert_eq!(repo.status(), "M  a.txt\n");
}
