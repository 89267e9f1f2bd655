//! Where both sides went on, the base gets the very tree that `git merge` makes.

use crate::{
    env::{Repo, TestEnv},
    sham,
};

/// How many histories are tried, unless `CLADA_MERGES` says so.
const HISTORIES: u64 = 12;
const NAMES: [&str; 7] = ["a", "b", "d/c", "d/e", "d/x/f", "g", "h/i"];

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % sides
    }

    fn name(&mut self) -> &'static str {
        NAMES[usize::try_from(self.throw(7)).expect("small")]
    }
}

fn text(name: &str) -> String {
    let lines: Vec<String> = (0..24).map(|line| format!("{name} {line}")).collect();
    lines.join("\n") + "\n"
}

fn change(repo: &Repo<'_>, dice: &mut Dice, side: &str) {
    let name = dice.name();
    let is_file = repo.path(name).is_file();
    match dice.throw(8) {
        0 => {
            repo.try_git(&["rm", "-q", "--", name]);
        }
        1 => {
            let to = format!("{}{}", if dice.throw(2) == 0 { "m/" } else { "" }, dice.name());
            let dir = repo.path(&to);
            if fs_err::create_dir_all(dir.parent().expect("a parent")).is_ok() {
                repo.try_git(&["mv", "--", name, &to]);
            }
        }
        2 if is_file => repo.chmod(name, 0o755),
        3 => {
            let name = format!("{side}{}", dice.throw(3));
            repo.write(&name, text(&name));
        }
        _ if is_file => {
            let mut lines: Vec<String> = repo.text(name).lines().map(ToOwned::to_owned).collect();
            let at = usize::try_from(dice.throw(lines.len() as u64 + 1)).expect("small");
            let line = format!("{side} {}", dice.throw(4));
            match (dice.throw(3), lines.get_mut(at)) {
                (0, _) | (_, None) => lines.insert(at, line),
                (1, Some(old)) => *old = line,
                (_, Some(_)) => drop(lines.remove(at)),
            }
            repo.write(name, lines.join("\n") + "\n");
        }
        _ => {}
    }
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "--allow-empty", "-m", side]);
}

/// Whether the merge was clean.
fn check(seed: u64) -> bool {
    let mut dice = Dice(seed);
    let env = TestEnv::new();
    let mut repo = env.repo();
    for name in NAMES {
        repo = repo.file(name, text(name));
    }
    let repo = repo.commit();
    repo.apply(&sham::write("response", "first\n")).exits(0);
    for _ in 0..=dice.throw(5) {
        change(&repo, &mut dice, "session");
    }
    repo.git(&["switch", "-q", "main"]);
    for _ in 0..=dice.throw(5) {
        change(&repo, &mut dice, "main");
    }
    let merged = repo.try_git(&["merge-tree", "--write-tree", "main", "clada/main"]);
    let tree = String::from_utf8_lossy(&merged.stdout).lines().next().map(ToOwned::to_owned);
    let run = repo.clada(&["land", "main"]).run();
    if merged.status.success() {
        assert_eq!(run.status, Some(0), "seed {seed}: {run:?}");
        let landed = repo.git_line(&["rev-parse", "HEAD^{tree}"]);
        let differing = tree.as_deref().unwrap_or_default();
        let differing = repo.git(&["diff", "--stat", "-M", differing, "HEAD"]);
        assert_eq!(Some(landed), tree, "seed {seed}: another tree than git's:\n{differing}");
        assert_eq!(repo.status(), "", "seed {seed}");
        assert_eq!(repo.git(&["log", "--format=%P", "-1"]).split(' ').count(), 2, "seed {seed}");
        repo.assert_sound();
    } else {
        assert_eq!(run.status, Some(3), "seed {seed}: git has conflicts: {run:?}");
        run.says(&["changed the same", "git merge clada/main"]);
    }
    merged.status.success()
}

#[test]
fn the_tree_is_the_one_that_git_makes() {
    let count = std::env::var("CLADA_MERGES").ok().and_then(|count| count.parse().ok());
    let clean = (0..count.unwrap_or(HISTORIES)).filter(|seed| check(*seed)).count();
    assert!(clean > 3, "only {clean} clean merges");
}

#[test]
fn a_file_that_would_follow_its_directory_is_asked_about_as_git_does() {
    let env = TestEnv::new();
    let repo = env.repo().file("d/a", text("a")).file("d/b", text("b")).commit();
    repo.apply(&sham::write("d/new", "new\n")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    repo.git(&["mv", "d", "e"]);
    repo.git(&["commit", "-q", "-m", "mine"]);
    assert_eq!(
        repo.try_git(&["merge-tree", "--write-tree", "main", "clada/main"]).status.code(),
        Some(1)
    );
    crate::way_back::refused(&repo, &["land", "main"], &["changed the same", "d/new"]);
    repo.git(&["config", "merge.directoryRenames", "true"]);
    let tree = repo.git(&["merge-tree", "--write-tree", "main", "clada/main"]);
    crate::way_back::there_and_back(&repo, &["land", "main"]);
    assert_eq!(repo.git(&["rev-parse", "HEAD^{tree}"]), tree);
    assert_eq!(repo.status(), "");
}

#[test]
fn several_merge_bases_are_merged_first() {
    let env = TestEnv::new();
    let repo = env.repo().file("a", text("a")).file("b", text("b")).commit();
    repo.apply(&sham::replace("a", "a 2\n", "session\n")).exits(0);
    repo.git(&["switch", "-q", "main"]);
    let repo = repo.file("b", text("b").replace("b 2\n", "main\n")).commit();
    let [ours, theirs] = ["main", "clada/main"].map(|name| repo.git_line(&["rev-parse", name]));
    repo.git(&["merge", "-q", "--no-edit", &theirs]);
    repo.git(&["switch", "-q", "clada/main"]);
    repo.git(&["merge", "-q", "--no-edit", &ours]);
    let repo = repo.file("a", text("a").replace("a 9\n", "more\n")).commit();
    let tree = repo.git(&["merge-tree", "--write-tree", "main", "clada/main"]);
    crate::way_back::there_and_back(&repo, &["land"]);
    assert_eq!(repo.git(&["rev-parse", "HEAD^{tree}"]), tree);
}
