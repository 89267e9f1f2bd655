//! What a command does comes to the same in a view and in the worktree itself: files, commits, report,
//! undo and redo.

use serde_json::Value;

use super::scene::{IN_VIEW, NOTE, apply, bash, has_view, lay_out, notes};
use crate::{
    env::{Repo, Snapshot, TestEnv, skipped, tree_of},
    sham,
};

/// A behaviour: its name, the response, arguments, and the exit status.
type Behaviour = (&'static str, String, &'static [&'static str], i32);

fn done(name: &'static str, response: String) -> Behaviour {
    (name, response, &[], 0)
}

/// What one command does.
fn of_one_command() -> Vec<Behaviour> {
    vec![
        done("makes files", bash("echo 1 > new; mkdir -p d/e; echo 2 > d/e/f; mkdir d/empty")),
        done(
            "edits files",
            bash("echo more >> a.txt; echo mine >> edited.txt; echo x > staged.txt"),
        ),
        done("deletes files and directories", bash("rm a.txt untracked.txt; rm -r dir empty")),
        done("renames files", bash("mv a.txt c.txt; mv dir moved; mv untracked.txt dir.txt")),
        done("swaps files", bash("mv a.txt t; mv b.txt a.txt; mv t b.txt")),
        done("changes modes", bash("chmod 755 a.txt; chmod 644 run.sh; chmod 640 edited.txt")),
        done(
            "makes links",
            bash("ln -s dir there; ln -sfn b.txt link; rm a.txt; ln -s run.sh a.txt"),
        ),
        done(
            "puts directories in directories where a link to one is",
            bash("rm link; mkdir -p link/b/c link/e; echo 2 > link/b/c/two"),
        ),
        done(
            "puts files, links and directories in each other's place",
            bash(
                "rm a.txt; mkdir a.txt; echo in > a.txt/in; rm -r dir; echo d > dir; \
                 rm link; echo 2 > link; rm -r empty; ln -s nowhere empty",
            ),
        ),
    ]
}

/// What it does among other actions.
fn among_actions() -> Vec<Behaviour> {
    vec![
        done("sees the pending files", {
            sham::write("a.txt", "pending\n")
                + &sham::write("n/new", "new\n")
                + &sham::delete("b.txt")
                + &bash(
                    "cat a.txt n/new; ls; echo more >> a.txt; rm n/new; rmdir n; echo b > b.txt",
                )
        }),
        done("leaves the pending files alone", {
            sham::write("a.txt", "pending\n") + &sham::write("b.txt", "beta\n") + &bash("cat *.txt")
        }),
        done("takes the pending files back", {
            sham::write("a.txt", "pending\n")
                + &sham::write("new", "new\n")
                + &bash("echo alpha > a.txt; rm new")
        }),
        done("is seen by later actions", {
            bash("echo made > made; rm b.txt; echo beta > a.txt")
                + &sham::replace("made", "made", "made and edited")
                + &sham::write("b.txt", "again\n")
                + &sham::replace("a.txt", "beta", "gamma")
        }),
        done("is seen by later commands", {
            let count = bash("cat n 2> /dev/null; echo x >> n; wc -l < n");
            count.clone() + &sham::write("between", "x") + &count + &count
        }),
        done("is looked at by built-in commands", {
            sham::write("a.txt", "pending\n")
                + &sham::block("run", &[("command", "cat a.txt")])
                + &bash("echo changed > a.txt")
                + &sham::block("run", &[("command", "cat a.txt")])
        }),
    ]
}

/// What comes of one that fails, or of a response that does.
fn of_failures() -> Vec<Behaviour> {
    vec![
        ("fails and keeps its changes", bash("echo 1 > a.txt; rm b.txt; exit 3"), &[], 1),
        (
            "takes too long and loses its changes",
            sham::write("n", "1\n") + &bash("echo 1 > a.txt; rm -r dir; sleep 20"),
            &["--timeout", "1s"],
            1,
        ),
        (
            "leaves what no action may leave",
            sham::write("n", "1\n") + &bash("echo 1 > a.txt; mkfifo pipe"),
            &[],
            1,
        ),
        (
            "is dropped with all the rest",
            bash("echo 1 > a.txt; rm -r dir; mv untracked.txt u") + &sham::delete("missing"),
            &["--atomic"],
            3,
        ),
        (
            "is kept where others fail",
            bash("echo 1 > a.txt; rm -r dir") + &sham::delete("missing"),
            &[],
            1,
        ),
        done("changes nothing", bash("cat a.txt; touch b.txt; chmod 600 b.txt; chmod 644 b.txt")),
        ("makes far too much", bash("echo 1 > a.txt; head -c 5000 /dev/zero > big"), &[], 1),
    ]
}

/// All that came of a behaviour.
struct Came {
    report: Value,
    after: Snapshot,
    tree: String,
    undone: Snapshot,
    redone: Snapshot,
}

#[test]
fn a_command_comes_to_the_same_in_a_view_and_in_the_worktree_itself() {
    if !has_view() {
        return skipped("what a command comes to", "there is no view to compare with");
    }
    let all = [of_one_command(), among_actions(), of_failures()].concat();
    for (name, response, args, status) in all {
        let [view, in_place] =
            ["overlay", "in-place"].map(|view| came(view, (name, &response), args, status));
        assert_eq!(view.report, in_place.report, "{name}");
        assert_eq!(view.tree, in_place.tree, "{name}");
        in_place.after.assert_same_but_log(&view.after, name);
        in_place.undone.assert_same_but_log(&view.undone, name);
        in_place.redone.assert_same_but_log(&view.redone, name);
    }
}

fn came(view: &str, (name, response): (&str, &str), args: &[&str], status: i32) -> Came {
    let env = TestEnv::new();
    let repo = lay_out(&env, view).config("clada.maxWrite", "4000");
    let before = repo.snapshot();
    let run = apply(&repo, response, args);
    assert_eq!(run.status, Some(status), "{view}, {name}: {}\n{}", run.stdout, run.stderr);
    let mut report = run.json();
    let mut said = notes(&report);
    // What is dropped of a command in the worktree is kept, and told.
    said.retain(|note| !note.starts_with("put back as it was before the command: "));
    let expected = if view == "in-place" { NOTE } else { IN_VIEW };
    assert_eq!(said, [expected], "{view}, {name}");
    without(&mut report, "notes");
    assert_nothing_left(&repo, name);
    let after = repo.snapshot();
    let tree = repo.git_line(&["rev-parse", "HEAD^{tree}"]);
    let undone = if status == 3 { after.clone() } else { travelled(&repo, "undo") };
    undone.clone().assert_same_but_log(&before, &format!("{view}, {name}: taken back"));
    let redone = if status == 3 { after.clone() } else { travelled(&repo, "redo") };
    redone.clone().assert_same_but_log(&after, &format!("{view}, {name}: done again"));
    repo.assert_sound();
    Came { report, after, tree, undone, redone }
}

fn travelled(repo: &Repo<'_>, command: &str) -> Snapshot {
    repo.clada(&[command]).exits(0);
    repo.snapshot()
}

/// Takes a key away, and what differs by the commit of the record.
fn without(report: &mut Value, key: &str) {
    if let Some(report) = report.as_object_mut() {
        report.remove(key);
    }
}

fn assert_nothing_left(repo: &Repo<'_>, what: &str) {
    let temporary: Vec<String> =
        tree_of(repo.dir()).into_keys().filter(|path| path.contains(".clada-tmp-")).collect();
    assert!(temporary.is_empty(), "{what}: {temporary:?}");
    assert!(!repo.exists(".git/clada/journal"), "{what}");
    assert_eq!(repo.git(&["for-each-ref", "refs/clada/barrier"]), "", "{what}");
}
