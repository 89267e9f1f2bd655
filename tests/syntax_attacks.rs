//! Texts made to be slow to read. A parser that looks twice at what it has seen would need hours
//! for them; these tests are done when they end.

use git_clada::{
    syntax::{Parsed, parse},
    text::{DrawOptions, Response, draw},
};

const HEADER: &str = "#!SHAM [@three-char-SHA-256: abc]\n";
const END: &str = "#!END_SHAM_abc\n";
const NESL_HEADER: &str = "#!nesl [@three-char-SHA-256: abc]\n";
const NESL_END: &str = "#!end_abc\n";
const MANY: usize = 1 << 16;

fn response(text: &str) -> Response {
    Response::new("r.md", text.as_bytes().to_vec()).expect("a response")
}

/// Parses, and computes the position of the first, the middle and the last problem.
fn read(text: &str, check: impl FnOnce(&Parsed<'_>)) {
    let response = response(text);
    let parsed = parse(&response);
    let count = parsed.problems.len();
    for index in [0, count / 2, count.saturating_sub(1)] {
        if let Some(problem) = parsed.problems.get(index) {
            let drawn = draw(&response, &problem.diagnostic, DrawOptions::default());
            assert!(drawn.len() < 8192, "{} bytes drawn", drawn.len());
        }
    }
    check(&parsed);
}

fn keys(numbers: std::ops::Range<usize>) -> String {
    numbers.flat_map(|number| ["k".to_owned(), number.to_string(), "=\"\"\n".to_owned()]).collect()
}

#[test]
fn a_quarter_of_a_million_keys() {
    let lines = keys(0..250_000);
    read(&format!("{HEADER}{lines}{END}"), |parsed| {
        assert_eq!(parsed.blocks.first().map(|block| block.fields.len()), Some(250_000));
        assert!(parsed.problems.is_empty());
    });
}

#[test]
fn a_hundred_thousand_duplicates_after_as_many_keys() {
    let lines = keys(0..100_000);
    read(&format!("{HEADER}{lines}{lines}{END}"), |parsed| {
        assert_eq!(parsed.problems.len(), 100_000);
    });
}

#[test]
fn markers_without_end_on_one_line() {
    for marker in ["#!", "#!SHAM ", " #!SHAM [@three-char-SHA-256: abc]", "#!nesl "] {
        read(&format!("x{}", marker.repeat(MANY)), |parsed| assert!(parsed.blocks.is_empty()));
        let text = format!("{HEADER}{}\n{END}", marker.repeat(MANY));
        read(&text, |parsed| assert_eq!(parsed.blocks.len(), 1));
    }
}

#[test]
fn white_space_before_a_marker() {
    let indent = " ".repeat(MANY);
    read(&format!("{indent}x{indent}#!SHAM {indent}\n").repeat(4), |parsed| {
        assert!(parsed.problems.is_empty());
    });
    read(&format!("{indent}{HEADER}").repeat(4), |parsed| assert_eq!(parsed.problems.len(), 4));
}

#[test]
fn headers_that_are_never_closed() {
    read(&HEADER.repeat(100_000), |parsed| {
        assert_eq!((parsed.blocks.len(), parsed.problems.len()), (100_000, 100_000));
    });
    let malformed = "#!SHAM x\n".repeat(100_000);
    read(&format!("{HEADER}{malformed}"), |parsed| {
        let problems = parsed.problems.len() + parsed.omitted.errors;
        assert_eq!((parsed.blocks.len(), problems), (1, 100_001));
    });
}

#[test]
fn delimiters_that_close_nothing() {
    let cases = [
        ("EOT_SHAM_abc".repeat(MANY), true),
        ("EOT_SHAM_abcx\n".repeat(MANY), true),
        ("xEOT_SHAM_abc\n".repeat(MANY), true),
        ("EOT_abc ".repeat(MANY), false),
        ("<<EOT_abc\n".repeat(MANY), false),
        (format!("<<{}", "EOT_abc\nEOT_abcx ".repeat(MANY)), false),
    ];
    for (content, sham) in cases {
        let (header, delimiter, end) =
            if sham { (HEADER, "EOT_SHAM_abc", END) } else { (NESL_HEADER, "EOT_abc", NESL_END) };
        let open = format!("{header}k = <<'{delimiter}'\n{content}");
        read(&open, |parsed| assert_eq!(parsed.blocks.len(), 1));
        read(&format!("{open}\n{delimiter}\n{end}"), |parsed| assert_eq!(parsed.blocks.len(), 1));
    }
}

#[test]
fn a_heredoc_in_every_line() {
    let lines = "k = <<'EOT_abc'\nEOT_abc\n".repeat(100_000);
    read(&format!("{NESL_HEADER}{lines}{NESL_END}"), |parsed| {
        assert_eq!(parsed.problems.len(), 99_999);
    });
}

#[test]
fn lines_as_long_as_the_text() {
    for line in ["k:", "k = \"\\\\", "k = \"a\" \"", "=", "k = '", "\u{301}", "\t", "é ", "\\\""] {
        read(&format!("{HEADER}{}\n{END}", line.repeat(MANY)), |parsed| {
            assert_eq!((parsed.blocks.len(), parsed.problems.len() <= 1), (1, true));
        });
    }
    read(&format!("{HEADER}k = \"{}\"\n{END}", "\\n".repeat(MANY)), |parsed| {
        let value = parsed.blocks.first().and_then(|block| block.field("k"));
        assert_eq!(value.map(|field| field.value.value.len()), Some(MANY));
    });
}

#[test]
fn a_problem_in_every_line() {
    let lines = "x\n".repeat(100_000);
    read(&format!("{HEADER}{lines}{END}"), |parsed| assert_eq!(parsed.problems.len(), 100_000));
}

#[test]
fn more_problems_than_memory_should_hold_are_counted() {
    let lines = "x\n".repeat(300_000);
    read(&format!("{HEADER}{lines}{END}"), |parsed| {
        assert_eq!((parsed.problems.len(), parsed.omitted.errors), (100_000, 200_000));
        assert!(parsed.blocks.first().is_some_and(|block| block.has_errors));
    });
}

#[test]
fn openers_of_every_dialect_that_are_never_closed() {
    let openers = [
        "<<<<<<< WRITE path=\"a\"\n",
        "<<<<<<< SEARCH path=\"a\"\n=======\n",
        "<<<<<<< RUN\n",
        "<<<<<<< TASKS\n",
        "<<<<<<< TASKS\n<<<<<<< RUN\n",
        "<<<<<<< HEAD\n",
        "<<<<<<< RUN\n<<<<<<< HEAD\n",
        "<<<<<<< WRITE",
        "<tasks>\n",
        "<tasks version=\"1.1\">\n",
        "<write path=\"a\">\n",
        "<write path=\"\n",
        "<run><![CDATA[\n",
        "<tasks><!--\n",
        "<tasks><run><a '\n",
        "<tasks version=\"1.1\"><x>\n",
        "<run dir=\"x\"><?\n",
        "<edit path=\"a\"><search>\n",
        "<<<FILE>>>\n",
        "<<<FILE>>>\na\n<<<SEARCH>>>\n",
        "<<<SEARCH>>>\n",
        "<<<OVERWRITE>>>\n<<<EXPLANATION>>>\n",
        "<<<EXPLANATION>>>\n",
        "=======",
        ">>>>>>> END\n",
        "<",
    ];
    for opener in openers {
        read(&opener.repeat(MANY), |_| ());
        let inside = opener.repeat(MANY / 4);
        read(&format!("<<<<<<< WRITE path=\"a\"\n{inside}>>>>>>> END\n"), |_| ());
        read(&format!("<write path=\"a\"><![CDATA[{inside}]]></write>\n"), |parsed| {
            assert_eq!(parsed.blocks.len(), 1);
        });
        read(&format!("<<<FILE>>>\na\n<<<OVERWRITE>>>\n{inside}<<<END>>>\n"), |_| ());
    }
}

#[test]
fn a_block_that_is_not_closed_holds_very_many_whole_ones() {
    let whole = "<<<<<<< RUN\nls\n>>>>>>> END\n".repeat(MANY);
    let open = "<<<<<<< WRITE path=\"a\"\n".repeat(60);
    read(&format!("{open}{whole}"), |parsed| assert_eq!(parsed.blocks.len(), 1));
    let whole = "<<<FILE>>>\na\n<<<OVERWRITE>>>\n<<<END>>>\n".repeat(MANY);
    let open = "<<<FILE>>>\na\n<<<OVERWRITE>>>\n".repeat(60);
    read(&format!("{open}{whole}"), |parsed| assert_eq!(parsed.blocks.len(), 1));
}

#[test]
fn closing_markers_that_close_nothing_in_a_deep_stack() {
    let open = "<<<<<<< HEAD\n".repeat(MANY);
    let close = ">>>>>>> REPLACE\n".repeat(4 * MANY);
    read(&format!("<<<<<<< WRITE path=\"a\"\n{open}{close}>>>>>>> END\n"), |parsed| {
        assert_eq!(parsed.blocks.len(), 1);
    });
}

#[test]
fn very_many_attributes_in_one_tag() {
    let many = keys(0..MANY).replace('\n', " ");
    read(&format!("<write path=\"a\" {many}><![CDATA[]]></write>\n"), |parsed| {
        assert_eq!(parsed.problems.len(), 1);
    });
    read(&format!("<<<<<<< WRITE path=\"a\" {many}\n>>>>>>> END\n"), |_| ());
}
