//! What holds of the parser for any text.

use std::collections::BTreeSet;

use git_clada::{
    report::parse_structure,
    syntax::{Dialect, Parsed, parse, parse_only},
    text::{DrawOptions, Response, Span, brief, draw},
};
use proptest::{
    collection::vec, prelude::*, sample::select, strategy::ValueTree, string::string_regex,
    test_runner::TestRunner,
};

mod oracle;

/// Lines and parts of lines that mean something, and some that only look like it.
const PIECES: &[&str] = &[
    "#!SHAM [@three-char-SHA-256: abc]",
    "#!SHAM [@three-char-SHA-256: de]",
    "#!SHAM [@three-char-SHA-256: a]",
    "#!SHAM [@three-char-SHA-256: é-]",
    "#!SHAM [@id: abc]",
    "#!SHAM ",
    "#!END_SHAM_abc",
    "#!END_SHAM_de",
    "#!END_SHAM_",
    "#!nesl [@x: abc]",
    "#!nesl [@three-char-SHA-256: abc]",
    "#!end_abc",
    "#!end_abc'",
    "EOT_abc",
    "EOT_abc'",
    "EOT_SHAM_abc",
    "EOT_SHAM_de",
    "EOT_SHAM_abc'",
    "k = <<'EOT_SHAM_abc'",
    "l = <<'EOT_SHAM_de'",
    "k = <<'EOT_abc'",
    " k = <<'EOT_SHAM_abc'",
    "k = \"v\"",
    "l=\"w\"",
    "k = \"a\\\"b\\\\\"",
    "k = \"\\q\"",
    "k = \"open",
    "k = \"v\" rest",
    "k :=",
    "k => v",
    "k = v",
    "k =",
    "= \"v\"",
    "key x = \"v\"",
    "ключ = \"значение\"",
    "𝒳 = \"🎉\"",
    "<<",
    "\"",
    "'",
    "\\",
    "=",
    ":",
    ">",
    " ",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "🎉",
    "#!",
    "word",
    "```",
    "\u{1b}[31m",
];

/// The same for the dialects without keys.
const OTHER_PIECES: &[&str] = &[
    "<<<<<<< WRITE path=\"a\"",
    "<<<<<<< SEARCH path=\"a\" count=\"2\"",
    "<<<<<<< SEARCH-START path=\"a\" x=\"é\"",
    "<<<<<<< SEARCH-END",
    "<<<<<<< RUN",
    "<<<<<<< TASKS",
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> REPLACE",
    ">>>>>>> END",
    ">>>>>>> TASKS",
    ">>>>>>> main",
    "<tasks>",
    "<tasks version=\"1.1\">",
    "</tasks>",
    "<write path=\"é\">",
    "<write path=\"a\" y='1'>",
    "</write>",
    "<edit path=\"a\">",
    "</edit>",
    "<search>",
    "</search>",
    "<replace>",
    "</replace>",
    "<run>",
    "</run>",
    "<move from=\"a\" to=\"b\"/>",
    "<foo/>",
    "<tasks version=\"1.0\"><foo/></tasks>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<<<EXPLANATION>>>",
    "<<<FILE>>>",
    "<<<SEARCH>>>",
    "<<<REPLACE>>>",
    "<<<OVERWRITE>>>",
    "<<<END>>>",
    "x",
    "é",
    " ",
    "\n",
    "\r\n",
    "#!SHAM [@three-char-SHA-256: abc]",
    "k = <<'EOT_SHAM_abc'",
    "EOT_SHAM_abc",
    "#!END_SHAM_abc",
];

/// Any text, more often than not one that a parser has to think about.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![text_of(PIECES), text_of(OTHER_PIECES)]
}

fn text_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(pieces).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    let line = (vec(piece, 0..4), prop_oneof![9 => Just("\n"), 1 => Just("\r\n"), 1 => Just("")]);
    let whole_line = select(pieces).prop_map(|piece| format!("{piece}\n"));
    let line = line.prop_map(|(pieces, end)| pieces.concat() + end);
    vec(prop_oneof![whole_line, line], 0..24).prop_map(|lines| lines.concat())
}

fn response(text: &str) -> Response {
    Response::new("r.md", text.as_bytes().to_vec()).expect("a response")
}

/// Every span of what was parsed.
fn spans(parsed: &Parsed<'_>) -> Vec<Span> {
    let blocks = parsed.blocks.iter().flat_map(|block| {
        let fields = block.fields.iter().flat_map(|it| [it.key.span, it.value.span, it.point]);
        fields.chain([block.span, block.header, block.id.span]).collect::<Vec<_>>()
    });
    let problems = parsed.problems.iter().flat_map(|problem| {
        let diagnostic = &problem.diagnostic;
        let more = diagnostic.more.iter().map(|label| label.span);
        more.chain([diagnostic.place.span]).collect::<Vec<_>>()
    });
    blocks.chain(problems).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn any_text_reads_as_the_specification_says(text in text()) {
        let text = text.trim_start_matches('\u{feff}');
        let response = response(text);
        let parsed = parse_only(&response, Dialect::Sham);
        let got = serde_json::to_value(parse_structure(&response, &parsed)).expect("json");
        prop_assert_eq!(got, oracle::structure(text));
    }

    #[test]
    fn spans_lie_in_the_text_on_character_boundaries(text in text()) {
        let response = response(&text);
        let parsed = parse(&response);
        for span in spans(&parsed) {
            prop_assert!(response.text().get(span.range()).is_some(), "{:?}", span);
        }
        let keyed = parsed.blocks.iter().filter(|block| block.dialect.has_keys());
        for field in keyed.flat_map(|block| &block.fields) {
            prop_assert_eq!(field.key.value, response.slice(field.key.span));
        }
    }

    #[test]
    fn blocks_stand_in_order_and_apart(text in text()) {
        let response = response(&text);
        let parsed = parse(&response);
        for pair in parsed.blocks.windows(2) {
            prop_assert!(pair[0].span.end <= pair[1].span.start);
            prop_assert!(pair[0].start_line <= pair[1].start_line);
            prop_assert!(pair[0].group <= pair[1].group && pair[1].group < parsed.groups);
        }
        for block in &parsed.blocks {
            prop_assert_eq!(block.start_line, response.line_of(block.header.start));
            prop_assert!(block.end_line.is_none_or(|end| end >= block.start_line));
        }
    }

    #[test]
    fn a_block_has_errors_exactly_where_one_is_reported(text in text()) {
        let response = response(&text);
        let parsed = parse(&response);
        for (index, block) in parsed.blocks.iter().enumerate() {
            let mut own = parsed.problems.iter().filter(|problem| problem.block == Some(index));
            let reported = own.any(|it| it.diagnostic.severity == git_clada::text::Severity::Error);
            prop_assert_eq!(block.has_errors, reported);
        }
        for problem in &parsed.problems {
            prop_assert!(problem.block.is_none_or(|index| index < parsed.blocks.len()));
            prop_assert!(!problem.diagnostic.label.is_empty() && problem.diagnostic.help.is_some());
        }
    }

    #[test]
    fn what_is_drawn_has_nothing_that_a_terminal_obeys(text in text(), width in 1usize..200) {
        let response = response(&text);
        let options = DrawOptions { width, colour: false, unicode: width % 2 == 0 };
        for problem in &parse(&response).problems {
            let drawn = draw(&response, &problem.diagnostic, options);
            prop_assert!(!drawn.chars().any(|c| c.is_control() && c != '\n'), "{:?}", drawn);
            let place = response.position(&problem.diagnostic.place);
            let head = format!("[r.md:{}:{}]", place.line, place.column);
            let first = drawn.lines().find(|line| line.contains("[r.md:"));
            prop_assert!(first.is_some_and(|line| line.contains(&head)), "{}\n{}", head, drawn);
            let short = brief(&response, &problem.diagnostic);
            prop_assert!(!short.chars().any(char::is_control), "{:?}", short);
        }
    }
}

#[test]
fn the_texts_that_are_tried_meet_every_problem() {
    let mut runner = TestRunner::deterministic();
    let mut met = BTreeSet::new();
    for number in 0..6000 {
        let pieces = if number < 3000 { PIECES } else { OTHER_PIECES };
        let text = text_of(pieces).new_tree(&mut runner).expect("a text").current();
        let response = response(&text);
        met.extend(parse(&response).problems.iter().map(|problem| problem.diagnostic.code.name));
    }
    assert_eq!(met.len(), 24, "{met:?}");
}

/// A value, and whether it is written as a heredoc.
fn value() -> impl Strategy<Value = (String, bool)> {
    let line = prop_oneof![
        string_regex("[^\r\n]{0,12}").expect("a pattern"),
        select(PIECES).prop_map(|piece| piece.replace(['\r', '\n'], "")),
    ];
    let breaks = prop_oneof![4 => Just("\n"), 1 => Just("\r\n")];
    (vec((line, breaks), 0..5), any::<bool>()).prop_map(|(lines, heredoc)| {
        let text: String = lines.iter().flat_map(|(line, end)| [line.as_str(), end]).collect();
        // The delimiters of the two spellings are of the blocks that `document` writes.
        (text.replace("EOT", "E0T"), heredoc)
    })
}

fn block_of(sham: bool, id: &str, fields: &[(String, (String, bool))]) -> String {
    let (header, end, delimiter) =
        if sham { ("#!SHAM", "#!END_SHAM_", "EOT_SHAM_") } else { ("#!nesl", "#!end_", "EOT_") };
    let fields = fields.iter().map(|(key, (value, heredoc))| {
        // A `:=` may stand in no quoted value.
        if *heredoc || value.contains(":=") {
            let lines = if value.is_empty() { String::new() } else { format!("{value}\n") };
            format!("{key} = <<'{delimiter}{id}'\n{lines}{delimiter}{id}\n")
        } else {
            format!("{key} = {}\n", serde_json::to_string(value).expect("json"))
        }
    });
    format!("{header} [@three-char-SHA-256: {id}]\n{}{end}{id}\n", fields.collect::<String>())
}

proptest! {
    #[test]
    fn what_is_written_into_blocks_is_read_out_of_them(
        blocks in vec((any::<bool>(), "[A-Za-z0-9]{2,8}", vec(value(), 0..20), "[^#]{0,40}"), 0..6)
    ) {
        let mut text = String::new();
        let mut written = Vec::new();
        for (sham, id, values, prose) in blocks {
            let spelling = if sham { Dialect::Sham } else { Dialect::Nesl };
            let named = values.into_iter().enumerate();
            let fields: Vec<_> = named.map(|(n, value)| (format!("key_{n}"), value)).collect();
            text += prose.trim_start_matches('\u{feff}');
            text.push('\n');
            text += &block_of(sham, &id, &fields);
            let values: Vec<_> = fields.into_iter().map(|(key, (value, _))| (key, value)).collect();
            written.push((spelling, id, values));
        }
        let response = response(&text);
        let parsed = parse(&response);
        prop_assert!(parsed.problems.is_empty(), "{:?}\n{}", parsed.problems, text);
        let read: Vec<_> = parsed.blocks.iter().map(|block| {
            let fields = block.fields.iter();
            let values: Vec<_> =
                fields.map(|it| (it.key.value.to_owned(), it.value.value.to_string())).collect();
            (block.dialect, block.id.value.to_string(), values)
        }).collect();
        prop_assert_eq!(read, written);
    }
}
