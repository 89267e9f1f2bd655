//! The cases of `test-data/action`: a response, and what `git clada check --format json` says.
//!
//! `CLADA_BLESS=1` rewrites what is expected.

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use git_clada::{
    action::{Caller, Catalogue, validate},
    report::{Entries, ParseResult},
    syntax::parse,
    text::Response,
};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/test-data/action");

fn check(path: &Path) -> Result<String, Box<dyn Error>> {
    checked(fs_err::read(path)?)
}

fn checked(bytes: Vec<u8>) -> Result<String, Box<dyn Error>> {
    let response = Response::new("response.md", bytes)?;
    let catalogue = Catalogue::embedded();
    let parsed = parse(&response);
    let mut entries = Entries::new(&response, &parsed.blocks);
    for problem in &parsed.problems {
        entries.syntax(problem);
    }
    let mut actions = Vec::new();
    for (index, block) in parsed.blocks.iter().enumerate() {
        let validated = validate(index, block, &response, Caller::Llm, &catalogue);
        for problem in &validated.problems {
            entries.action(index, problem);
        }
        actions.extend(validated.action);
    }
    let result = ParseResult::new(&parsed, &actions, entries.finish(), 0);
    Ok(serde_json::to_string_pretty(&result)? + "\n")
}

fn cases() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut cases: Vec<_> =
        fs_err::read_dir(CASES)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    cases.sort();
    Ok(cases)
}

#[expect(clippy::disallowed_methods, reason = "a test is told by its environment to bless")]
fn blesses() -> bool {
    std::env::var_os("CLADA_BLESS").is_some()
}

#[test]
fn responses_are_checked_as_recorded() -> Result<(), Box<dyn Error>> {
    let cases = cases()?;
    assert!(!cases.is_empty(), "no cases in {CASES}");
    for case in cases {
        let expected = case.with_extension("json");
        let got = check(&case)?;
        if blesses() {
            fs_err::write(&expected, &got)?;
        }
        assert_eq!(got, fs_err::read_to_string(&expected)?, "{}", case.display());
    }
    Ok(())
}

/// So that no message goes unread.
#[test]
fn every_code_has_a_case() -> Result<(), Box<dyn Error>> {
    let checked = cases()?.iter().map(|case| check(case)).collect::<Result<String, _>>()?;
    for code in [
        "MISSING_ACTION",
        "UNKNOWN_ACTION",
        "ACTION_NOT_ALLOWED",
        "MISSING_PARAM",
        "INVALID_TYPE",
        "UNKNOWN_PARAM",
    ] {
        assert!(checked.contains(&format!("\"code\": \"{code}\"")), "{code}");
    }
    Ok(())
}

/// Lines of which hostile blocks are made.
const LINES: &[&str] = &[
    "#!SHAM [@three-char-SHA-256: abc]",
    "#!END_SHAM_abc",
    "action = \"file_edit\"",
    "action = \"exec\"",
    "action = \"\"",
    "action = <<'EOT_SHAM_abc'",
    "EOT_SHAM_abc",
    "path = \"\\u0000\u{202e}🎉\"",
    "old_text = \"\"",
    "count = \"-9223372036854775809\"",
    "lang = \"é\"",
    "timeout = \"١\"",
    "ünknown = \"x\"",
    "?",
    "",
];

proptest::proptest! {
    #[test]
    fn any_response_is_checked_without_panic(
        lines in proptest::collection::vec(proptest::sample::select(LINES), 0..40),
    ) {
        let result = checked(lines.join("\n").into_bytes()).expect("always serialises");
        let result: serde_json::Value = serde_json::from_str(&result).expect("valid");
        let blocks = lines.iter().filter(|line| **line == LINES[0]).count() as u64;
        proptest::prop_assert!(result["summary"]["totalBlocks"].as_u64() <= Some(blocks));
    }
}
