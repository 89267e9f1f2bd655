//! The documents: every command in them is run, and what they say it prints is what it prints.
//!
//! The blocks of a page that are marked `console` are one session of a real shell at a real
//! terminal, from the page's top to its end. `CLADA_BLESS=1` writes what was printed into the
//! pages, and the picture of README. In a page, before a fenced block:
//!
//! - `<!-- file PATH -->`: the block is the content of that file below the home directory;
//! - `<!-- in the picture -->`: the block is a part of README's picture;
//! - `<!-- not run: REASON -->`: its commands are not run. These are counted in [`NOT_RUN`];
//! - `<!-- needs a view -->`: where commands have none, the page is not run, which is said.
//!
//! A comment with lines that begin with `$ ` is run as well, and must succeed. A line `…` stands
//! for any lines, `…` within a line for anything there. Names of commits and operations may be
//! others than in the page, the same one wherever the page has the same.

#![expect(
    clippy::disallowed_methods,
    reason = "tests start the program, and a shell around it, as a user does"
)]

mod names;
mod page;
mod picture;
mod rules;
mod session;

use std::io::Write;
use std::path::{Path, PathBuf};

use page::Page;

/// Blocks with commands that are passed over, in all pages; each has its reason in the page.
const NOT_RUN: usize = 3;

/// What README shows of a terminal.
const PICTURE: &str = "docs/tour.svg";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and what lies in `docs/`.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for entry in fs_err::read_dir(root().join("docs")).expect("a folder that can be read") {
        pages.push(entry.expect("an entry that can be read").path());
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

fn read(path: &Path) -> Page {
    Page::read(&fs_err::read_to_string(path).expect("a page that can be read"))
}

fn blesses() -> bool {
    std::env::var_os("CLADA_BLESS").is_some_and(|value| value == "1")
}

/// Runs a page; what it would have to say instead, if that is not what it says.
fn rerun(path: &Path) -> Option<String> {
    let page = read(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if page.blocks().any(|block| block.needs_view)
        && let Some(why) = session::without_view()
    {
        let _ = writeln!(std::io::stderr(), "{name} is skipped: commands have no view\n{why}");
        return None;
    }
    let told = session::play(&name, &page, session::Colours::None);
    let written = page.with_outputs(&told);
    (written != page.text()).then_some(written)
}

#[test]
fn what_the_pages_say_is_what_the_program_prints() {
    let pages = pages();
    let next = std::sync::Mutex::new(pages.iter());
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let path = next.lock().expect("no panic").next();
                    let Some(path) = path else { break };
                    let Some(written) = rerun(path) else { continue };
                    if blesses() {
                        fs_err::write(path, written).expect("a page that can be written");
                    } else {
                        wrong.lock().expect("no panic").push(difference(path, &written));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if blesses() {
        // Only now README has the ids that the picture takes from it.
        fs_err::write(root().join(PICTURE), picture()).expect("a picture that can be written");
    }
}

fn difference(path: &Path, written: &str) -> String {
    let before = fs_err::read_to_string(path).expect("a page that can be read");
    let diff = similar::TextDiff::from_lines(&before, written);
    diff.unified_diff().header(&path.to_string_lossy(), "what is printed").to_string()
}

#[test]
fn the_picture_in_readme_shows_what_the_program_prints() {
    if blesses() {
        return;
    }
    let kept = fs_err::read_to_string(root().join(PICTURE)).expect("the picture");
    assert!(kept == picture(), "{PICTURE} is not what the program prints; see CONTRIBUTING.md");
    let readme = read(&root().join("README.md")).text();
    assert!(readme.contains(&format!("({PICTURE})")), "README shows it");
}

fn picture() -> String {
    let page = read(&root().join("README.md"));
    let told = session::play("README.md in colours", &page, session::Colours::Terminal);
    picture::draw(&page, &told)
}

#[test]
fn commands_stand_in_blocks_that_are_run() {
    let mut passed_over = 0;
    for path in pages() {
        let page = read(&path);
        let found = rules::commands_outside(&page);
        assert!(found.is_empty(), "{}: not run: {found:#?}", path.display());
        passed_over += page.blocks().filter(|block| block.not_run.is_some()).count();
    }
    assert_eq!(passed_over, NOT_RUN, "blocks that are passed over");
}

#[test]
fn links_lead_to_what_is_there() {
    let broken: Vec<String> = pages().iter().flat_map(|path| rules::broken_links(path)).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_reference_has_each_action_and_each_setting() {
    let page = fs_err::read_to_string(root().join("docs/reference.md")).expect("the reference");
    let missing: Vec<String> = rules::actions()
        .into_iter()
        .chain(rules::settings(&root().join("src")))
        .filter(|name| !page.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_ci_would_run_has_the_form_that_github_reads() {
    let mut found = 0;
    for path in pages() {
        let page = read(&path);
        for block in page.blocks().filter(|block| block.info == "yaml") {
            found += 1;
            let wrong = rules::workflow(&block.lines.join("\n"), &page);
            assert_eq!(wrong, None, "{}", path.display());
        }
    }
    assert!(found > 0, "no workflow in the pages");
}
