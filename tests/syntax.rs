//! Goldens of the parser: for each `test-data/syntax/TOPIC/CASE.md`, the structure that `parse`
//! prints (`CASE.json`) and its problems as they are drawn (`CASE.txt`).
//!
//! `CLADA_BLESS=1` rewrites them.

use std::path::{Path, PathBuf};

use git_clada::{
    report::parse_structure,
    syntax::{Dialect, Parsed, parse, parse_only},
    text::{DrawOptions, Response, brief, draw},
};

mod oracle;

/// Topics in which SHAM and NESL differ; every other case must read the same in both.
const OWN_SPELLING: &[&str] = &["cml", "exact", "markers", "mixed", "nesl", "replacer"];

#[test]
fn every_case_has_the_structure_and_the_drawing_that_are_expected() {
    let bless = std::env::vars_os().any(|(name, value)| name == "CLADA_BLESS" && value == "1");
    let mut wrong = Vec::new();
    for path in cases() {
        let response = read(&path);
        let parsed = parse(&response);
        for (extension, got) in
            [("json", structure(&response, &parsed)), ("txt", drawing(&response, &parsed))]
        {
            let golden = path.with_extension(extension);
            if bless {
                if got.is_empty() {
                    let _absent = fs_err::remove_file(&golden);
                } else {
                    fs_err::write(&golden, &got).expect("written");
                }
            } else if fs_err::read_to_string(&golden).unwrap_or_default() != got {
                wrong.push(format!("{}:\n{got}", golden.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_case_reads_the_same_in_the_other_spelling() {
    let mut seen = 0;
    for path in cases() {
        let topic = path.parent().and_then(Path::file_name).unwrap_or_default();
        if OWN_SPELLING.iter().any(|own| topic == *own) {
            continue;
        }
        let sham = read(&path);
        let nesl = response(respell(sham.text()).into_bytes());
        assert_eq!(summary(&sham, true), summary(&nesl, false), "{}", path.display());
        seen += 1;
    }
    assert!(seen > 40, "only {seen} cases");
}

#[test]
fn every_case_in_sham_reads_as_the_specification_says() {
    for path in cases() {
        let response = read(&path);
        let parsed = parse_only(&response, Dialect::Sham);
        let got = serde_json::to_value(parse_structure(&response, &parsed)).expect("json");
        assert_eq!(got, oracle::structure(response.text()), "{}", path.display());
    }
}

#[test]
fn every_code_of_the_syntax_has_a_case() {
    const CODES: &[&str] = &[
        "MALFORMED_HEADER",
        "INVALID_BLOCK_ID",
        "MISMATCHED_END",
        "UNCLOSED_BLOCK",
        "MALFORMED_ASSIGNMENT",
        "INVALID_VALUE",
        "INVALID_ASSIGNMENT_OPERATOR",
        "EMPTY_KEY",
        "UNCLOSED_QUOTE",
        "TRAILING_CONTENT",
        "INVALID_KEY",
        "DUPLICATE_KEY",
        "INVALID_HEREDOC_DELIMITER",
        "UNCLOSED_HEREDOC",
        "NESL_ANNOTATION",
        "NESL_MARKER_QUOTE",
        "NESL_INLINE_DELIMITER",
        "malformed_structure",
        "malformed_xml",
        "not_a_block",
        "unknown_attribute",
        "unknown_element",
        "unknown_word",
        "deprecated",
        "nested_cdata",
    ];
    let mut met: Vec<&str> = Vec::new();
    for path in cases() {
        met.extend(parse(&read(&path)).problems.iter().map(|problem| problem.diagnostic.code.name));
    }
    for code in CODES {
        assert!(met.contains(code), "no case has {code}");
    }
    assert!(met.iter().all(|code| CODES.contains(code)), "an unknown code");
}

/// The inputs, sorted.
fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/syntax");
    let list = |dir: &Path| -> Vec<PathBuf> {
        let entries = fs_err::read_dir(dir).expect("a directory");
        entries.map(|entry| entry.expect("an entry").path()).collect()
    };
    let topics = list(&root).into_iter().filter(|path| path.is_dir());
    let mut cases: Vec<PathBuf> = topics.flat_map(|topic| list(&topic)).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    cases.sort();
    assert!(!cases.is_empty(), "no cases under {}", root.display());
    cases
}

/// A case under the name of its file, so that goldens do not depend on where the project lies.
fn read(path: &Path) -> Response {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Response::new(name, fs_err::read(path).expect("readable")).expect("a response")
}

fn response(bytes: Vec<u8>) -> Response {
    Response::new("r.md", bytes).expect("a response")
}

fn structure(response: &Response, parsed: &Parsed<'_>) -> String {
    let structure = parse_structure(response, parsed);
    serde_json::to_string_pretty(&structure).expect("serialisable") + "\n"
}

fn drawing(response: &Response, parsed: &Parsed<'_>) -> String {
    let diagnostics = || parsed.problems.iter().map(|problem| &problem.diagnostic);
    let drawn = diagnostics().map(|it| draw(response, it, DrawOptions::default()) + "\n");
    let short = diagnostics().map(|it| brief(response, it) + "\n");
    drawn.chain(short).collect()
}

/// A SHAM text in NESL's spelling.
fn respell(text: &str) -> String {
    [("#!SHAM ", "#!nesl "), ("#!END_SHAM_", "#!end_"), ("EOT_SHAM_", "EOT_"), ("SHAM ", "NESL ")]
        .iter()
        .fold(text.to_owned(), |text, (sham, nesl)| text.replace(sham, nesl))
}

/// All that does not depend on how long a marker is, in NESL's spelling.
fn summary(response: &Response, is_sham: bool) -> Vec<String> {
    let parsed = parse(response);
    let spell = |text: &str| if is_sham { respell(text) } else { text.to_owned() };
    let blocks = parsed.blocks.iter().map(|block| {
        let values = block.fields.iter().map(|it| (it.key.value, spell(&it.value.value)));
        let values: Vec<_> = values.collect();
        let source = spell(response.slice(block.span));
        let lines = (block.start_line, block.end_line);
        format!("{} {lines:?} {} {values:?} {source}", block.id.value, block.has_errors)
    });
    let problems = parsed.problems.iter().map(|problem| {
        let diagnostic = &problem.diagnostic;
        let pointed = spell(response.slice(diagnostic.place.span));
        let labels = diagnostic.more.iter();
        let labels: Vec<_> =
            labels.map(|it| (spell(response.slice(it.span)), spell(&it.text))).collect();
        let said = [&diagnostic.message, &diagnostic.label].map(|text| spell(text));
        let help = diagnostic.help.as_deref().map(spell);
        let (line, code) = (diagnostic.place.line, diagnostic.code.name);
        format!("{:?} {code} {line} {pointed:?} {said:?} {help:?} {labels:?}", problem.block)
    });
    blocks.chain(problems).collect()
}
