//! Reports against goldens in `test-data/report/`; `CLADA_BLESS=1` rewrites them.

mod report_cases;

use std::path::Path;

use fs_err as fs;
use git_clada::report::{
    MarkdownOptions, OutputDisplay, Presentation, Report, TextOptions, markdown, text, write_json,
};
use report_cases::{Case, cases};

/// What the catalogue says of the actions that the cases use.
struct Catalogue;

impl Presentation for Catalogue {
    fn primary_param(&self, action: &str) -> Option<&str> {
        match action {
            "grep" => Some("pattern"),
            "exec" => Some("lang"),
            "run" => Some("command"),
            "file_move" => Some("old_path"),
            "files_read" => Some("paths"),
            "unknown" => None,
            _ => Some("path"),
        }
    }

    fn output_display(&self, action: &str) -> OutputDisplay {
        match action {
            "exec" | "run" => OutputDisplay::Conditional,
            "file_read" | "file_read_numbered" | "files_read" | "ls" | "grep" => {
                OutputDisplay::Always
            }
            _ => OutputDisplay::Never,
        }
    }
}

/// Compares with the golden, or rewrites it.
#[expect(clippy::disallowed_methods, reason = "a switch of the tests, not of the program")]
fn check(name: &str, rendered: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/report").join(name);
    if std::env::var_os("CLADA_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("inside")).expect("made");
        fs::write(&path, rendered).expect("written");
    }
    let golden = fs::read_to_string(&path).expect("a golden; CLADA_BLESS=1 writes it");
    assert!(golden == rendered, "{name} differs:\n{rendered}");
}

fn drawn(report: &Report, options: &TextOptions) -> String {
    text(report, &Catalogue, options)
}

#[test]
fn text_at_80_columns() {
    for Case { name, report } in cases() {
        check(&format!("{name}/80.txt"), &drawn(&report, &TextOptions::default()));
    }
}

#[test]
fn text_at_200_columns() {
    for Case { name, report } in cases() {
        let options = TextOptions { width: 200, ..TextOptions::default() };
        check(&format!("{name}/200.txt"), &drawn(&report, &options));
    }
}

#[test]
fn text_in_colour_and_without_unicode() {
    let wanted = ["some-failed", "dry-run"];
    for Case { name, report } in cases().into_iter().filter(|case| wanted.contains(&case.name)) {
        let colour = TextOptions { colour: true, ..TextOptions::default() };
        check(&format!("{name}/colour.txt"), &drawn(&report, &colour));
        let ascii = TextOptions { unicode: false, ..TextOptions::default() };
        check(&format!("{name}/ascii.txt"), &drawn(&report, &ascii));
    }
}

#[test]
fn markdown_for_the_model() {
    for Case { name, report } in cases() {
        let text = markdown(&report, &Catalogue, &MarkdownOptions::default());
        check(&format!("{name}/markdown.md"), &text);
    }
}

#[test]
fn markdown_keeps_outputs_to_their_limit() {
    let options = MarkdownOptions { max_output: 120 };
    for Case { name, report } in cases().into_iter().filter(|case| case.name == "some-failed") {
        check(&format!("{name}/cut.md"), &markdown(&report, &Catalogue, &options));
    }
}

#[test]
fn json_is_whole() {
    for Case { name, report } in cases().into_iter().filter(|case| case.name == "some-failed") {
        let mut out = Vec::new();
        write_json(&report.result, &mut out).expect("written to memory");
        check(&format!("{name}/result.json"), &String::from_utf8(out).expect("JSON is text"));
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    use unicode_width::UnicodeWidthStr as _;
    for Case { name, report } in cases() {
        for width in [60, 80, 132] {
            let drawn = drawn(&report, &TextOptions { width, ..TextOptions::default() });
            let wide: Vec<_> = drawn.lines().filter(|line| line.width() > width).collect();
            assert!(wide.is_empty(), "{name} at {width} columns: {wide:#?}");
        }
    }
}
