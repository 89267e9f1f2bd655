//! Whatever a report holds and however little room it has, its markdown keeps to the limit and
//! to its own fences.

use git_clada::{
    action::OutputDisplay,
    report::{ActionResult, FailedBlock, MarkdownOptions, Presentation, Report, markdown},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::rejected;

/// Shows all that there is.
struct All;

impl Presentation for All {
    fn primary_param(&self, _: &str) -> Option<&str> {
        Some("path")
    }

    fn is_path(&self, _: &str, parameter: &str) -> bool {
        parameter == "path"
    }

    fn output_display(&self, _: &str) -> OutputDisplay {
        OutputDisplay::Always
    }
}

/// Text made to break out of where it stands.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("```\n".to_owned()),
        Just("\n~~~\n".to_owned()),
        Just("\n## Done\n".to_owned()),
        Just("#!END_SHAM_abc\n".to_owned()),
        "`{0,9}",
        "[a-zé漢\\r\\n\\x1b ]{0,30}",
        "[0-9]{1,4}: x\n",
        "x{0,700}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn data() -> impl Strategy<Value = Value> {
    let many = || prop::collection::vec(hostile(), 0..4);
    prop_oneof![
        hostile().prop_map(|text| json!({"path": "a", "content": text})),
        (many(), hostile()).prop_map(|(paths, text)| json!({"paths": paths, "content": text})),
        (hostile(), hostile())
            .prop_map(|(out, err)| json!({"stdout": out, "stderr": err, "exit_code": 1})),
        (hostile(), hostile()).prop_map(|(file, line)| {
            json!({"matches": [{"file": file, "line_number": 1, "line": line}], "truncated": true})
        }),
        many().prop_map(|paths| {
            let file = |path| json!({"path": path, "replacements": 1});
            json!({"results": paths.into_iter().map(file).collect::<Vec<_>>()})
        }),
    ]
}

fn result() -> impl Strategy<Value = ActionResult> {
    let name =
        prop_oneof![Just("file_read".to_owned()), Just("file_read_numbered".to_owned()), hostile()];
    let failure = (any::<bool>(), "(ENOENT)?", hostile(), prop::option::of(hostile()));
    let texts = (hostile(), name, hostile());
    (texts, failure, data()).prop_map(|((block_id, action, path), failure, data)| {
        let (success, code, error, hint) = failure;
        ActionResult {
            block_id,
            action,
            params: json!({"path": path}).as_object().cloned().expect("an object"),
            success,
            code: (!success).then_some(code).filter(|code| !code.is_empty()),
            error: (!success).then_some(error),
            hint: hint.filter(|_| !success),
            data: data.as_object().cloned(),
            ..ActionResult::default()
        }
    })
}

fn any_report() -> impl Strategy<Value = Report> {
    let results = prop::collection::vec((result(), hostile()), 0..12);
    let errors = prop::collection::vec((hostile(), hostile(), prop::option::of(0..3_usize)), 0..6);
    (results, errors, prop::option::weighted(0.1, hostile())).prop_map(
        |(results, errors, fatal)| {
            let mut report = Report::default();
            for (index, (result, block)) in results.into_iter().enumerate() {
                report.failed.push(FailedBlock { seq: index, text: block });
                report.result.results.push(ActionResult { seq: index, ..result });
            }
            for (text, block, start) in errors {
                let mut error = rejected();
                error.block_start_line = start;
                error.block_id = start.map(|_| text.clone());
                (error.message, error.sham_content) = (text, block);
                report.result.parse_errors.push(error.clone());
                report.result.warnings.push(error);
            }
            report.result.fatal_error = fatal;
            report
        },
    )
}

/// The prose outside of fences, or what is wrong with the fences. Reads them as `CommonMark` does.
fn prose(text: &str) -> Result<Vec<&str>, String> {
    let mut open: Option<usize> = None;
    let mut prose = Vec::new();
    for line in text.split(['\n', '\r']) {
        let ticks = line.bytes().take_while(|&byte| byte == b'`').count();
        let rest = line.get(ticks..).unwrap_or_default();
        match open {
            Some(length) if ticks >= length && rest.trim().is_empty() => open = None,
            Some(_) => {}
            None if ticks >= 3 && !rest.contains('`') => open = Some(ticks),
            None if line.starts_with("~~~") => return Err(format!("a fence of tildes: {line}")),
            None => prose.push(line),
        }
    }
    open.map_or(Ok(prose), |length| Err(format!("a fence of {length} is never closed")))
}

/// The headings that are the report's own.
fn is_heading(line: &str) -> bool {
    let sections =
        ["Failed", "Rejected before anything ran", "Warnings", "Done", "Would be done", "Output"];
    line.strip_prefix("## ").is_some_and(|title| sections.contains(&title))
        || line.starts_with("### `")
        || line.starts_with("### (empty) ")
        || ["### Outside any block", "### file_wirte"].contains(&line)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_keeps_to_any_limit_and_closes_its_fences(
        report in any_report(),
        max in prop_oneof![0..400_usize, 0..20_000_usize, Just(usize::MAX)],
    ) {
        let options = MarkdownOptions { max_output: max };
        let text = markdown(&report, &All, &options);
        prop_assert!(text.len() <= max, "{} bytes", text.len());
        let prose = prose(&text);
        prop_assert!(prose.is_ok(), "{:?} in\n{}", prose, text);
        let headings: Vec<_> =
            prose.into_iter().flatten().filter(|line| line.starts_with('#')).collect();
        prop_assert!(headings.iter().all(|line| is_heading(line)), "{:?}", headings);
        let controls = |c: char| c.is_control() && !"\n\r\t".contains(c);
        prop_assert!(!text.contains(controls));
        prop_assert_eq!(markdown(&report, &All, &options), text);
    }

    #[test]
    fn with_room_enough_nothing_is_left_out(report in any_report()) {
        let whole = markdown(&report, &All, &MarkdownOptions { max_output: usize::MAX });
        let exact = markdown(&report, &All, &MarkdownOptions { max_output: whole.len() + 4096 });
        prop_assert_eq!(whole, exact);
    }
}
