//! Whole hints: each kind of difference by name, and what holds of all of them.

use proptest::prelude::*;

use super::{Hints, Missed, Repeated};

const CODE: &str = "\
import { log } from './log';

export function total(lines: Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.price * line.quantity;
  }

  log(\"total\", sum);
  return sum;
}

export function count(lines: Line[]): number {
  return lines.length;
}
";

fn missed(content: &str, text: &str) -> String {
    edit(content, text, "")
}

fn edit(content: &str, text: &str, new: &str) -> String {
    let replacement = Some(("new_text", new));
    let missed = Missed { content, text, name: "old_text", replacement, earlier: None };
    Hints::default().missed(&missed)
}

fn repeated(content: &str, text: &str) -> String {
    let places: Vec<_> = content.match_indices(text).map(|(at, t)| at..at + t.len()).collect();
    Hints::default().ambiguous(&Repeated { content, places: &places, name: "old_text" })
}

/// What is looked for, the file, and how the difference is named.
const MISSES: [(&str, &str, &str); 22] = [
    (
        "  if (a) {\n    b();\n  }",
        "\tif (a) {\n\t\tb();\n\t}\n",
        "indentation (2 spaces in old_text, 1 tab in the file)",
    ),
    ("let a = 1;\nlet b = 2;", "let a = 1;  \nlet b = 2;\n", "trailing white space (in the file)"),
    ("let a = 1; \nlet b = 2;", "let a = 1;\nlet b = 2;\n", "trailing white space (in old_text)"),
    (
        "first line\nsecond line\n",
        "first line\r\nsecond line\n",
        "line breaks (LF in old_text, CRLF in the file)",
    ),
    (
        "first line\r\nsecond line\r\n",
        "first line\nsecond line\n",
        "line breaks (CRLF in old_text, LF in the file)",
    ),
    ("say(\u{2019}hello\u{2019})", "say('hello')\n", "quotes (U+2019 in old_text, ' in the file)"),
    ("say(\"hello\")", "say('hello')\n", "quotes (\" in old_text, ' in the file)"),
    (
        "pages 10-20 of it",
        "pages 10\u{2013}20 of it\n",
        "dashes (- in old_text, U+2013 in the file)",
    ),
    (
        "total sum of it",
        "total\u{a0}sum of it\n",
        "spaces that are not U+0020 (U+00A0 in the file)",
    ),
    (
        "the c\u{430}ption of it",
        "the caption of it\n",
        "look-alike characters (U+0430 in old_text)",
    ),
    (
        "let caf\u{e9} = true;",
        "let cafe\u{301} = true;\n",
        "accented letters (U+00E9 in old_text, U+0301 in the file)",
    ),
    ("let name = true;", "let na\u{200b}me = true;\n", "invisible characters (U+200B in the file)"),
    ("let Name = TRUE;", "let name = true;\n", "letter case"),
    ("call(a,b,c)", "call(a, b, c)\n", "spacing (none in old_text, 1 space in the file)"),
    ("print(\\\"hi there\\\")", "print(\\\\\"hi there\\\")\n", "backslashes (more in the file)"),
    ("alpha\nbeta", "alpha\n\nbeta\n", "the file has 1 blank line that old_text lacks"),
    ("alpha\n\nbeta", "alpha\nbeta\n", "old_text has 1 blank line that the file lacks"),
    ("alpha\nbeta\n", "alpha\nbeta", "the file ends without a line break"),
    ("alpha 1\ngamma 3", "alpha 1\nbeta 2\ngamma 3\n", "the file has 1 line that old_text lacks"),
    ("alpha 1\nbeta 2\ngamma 3", "alpha 1\ngamma 3\n", "old_text has 1 line that the file lacks"),
    ("call(one, two, three);", "call(\n  one,\n  two,\n  three);\n", "line breaks at other places"),
    ("let total = sum(all);", "let total = sum(every);\n", "wording"),
];

#[test]
fn each_way_to_miss_is_named() {
    for (text, content, named) in MISSES {
        let hint = missed(content, text);
        assert!(hint.starts_with("closest: line"), "{text:?}: {hint}");
        let clause = named.contains("has 1") || named.contains("ends without");
        let named = if clause { named.to_owned() } else { format!("differs in {named}") };
        assert!(hint.contains(&format!("% alike; {named}\n")), "{text:?}: {hint}");
    }
}

#[test]
fn lines_that_a_formatter_has_broken_and_changed_are_found() {
    let content = "import x;\n\nexport const f = async (\n  event: Event,\n  context: Context,\n\
                   ): Promise<void> => {\n  run();\n};\n";
    let hint =
        missed(content, "export const f = async (event: Event, ctx: Context): Promise<void> => {");
    assert!(hint.starts_with("closest: lines 3-6, "), "{hint}");
    assert!(hint.contains("line breaks at other places"), "{hint}");
}

#[test]
fn lines_left_out_are_told_with_those_they_stand_for() {
    let text = "export function total(lines: Line[]): number {\n  // ... existing code ...\n  return sum;\n}";
    let hint = missed(CODE, text);
    let named = "`// ... existing code ...` stands for lines of the file: write them out";
    assert!(hint.contains("closest: lines 3-11,") && hint.contains(named), "{hint}");
    assert!(hint.contains("(lines 4-9)"), "{hint}");
}

#[test]
fn what_was_copied_along_is_named_and_the_place_without_it() {
    let cases = [
        (
            "4:   let sum = 0;\n5:   for (const line of lines) {",
            "has line numbers copied into it",
            "lines 4-5",
        ),
        (
            " 9   log(\"total\", sum);\n10   return sum;",
            "has line numbers copied into it",
            "lines 9-10",
        ),
        (
            "-  let sum = 0;\n+  let total = 0;",
            "has the markers of a diff at the start of its lines",
            "line 4",
        ),
        ("+  return sum;", "has the markers of a diff at the start of its lines", "line 10"),
        ("let sum = 0;\\n  for (const", "has escapes such as `\\n` written out", "lines 4-5"),
        ("log(&quot;total&quot;, sum)", "has HTML entities", "line 9"),
        ("```ts\n  return sum;\n```", "stands in a code fence", "line 10"),
        ("log(\\\"total\\\", sum)", "has backslashes before quotes", "line 9"),
    ];
    for (text, why, place) in cases {
        assert_eq!(missed(CODE, text), format!("old_text {why}; without that it is at {place}"));
    }
}

#[test]
fn what_was_copied_along_is_named_where_the_rest_differs_too() {
    let hint = missed(CODE, "4:     let sum = 0;\n5:     for (const line of lines) {");
    let start = "old_text has line numbers copied into it; without that:\nclosest: lines 4-5, ";
    assert!(hint.starts_with(start), "{hint}");
    assert!(hint.contains("indentation (4 spaces in old_text, 2 spaces in the file)"), "{hint}");
}

#[test]
fn an_edit_that_was_made_before_is_known_by_its_outcome() {
    let new = "  log(\"total\", sum);\n  return sum;";
    assert_eq!(
        edit(CODE, "  console.log(sum);\n  return sum;", new),
        "new_text is in the file already, at lines 9-10: this edit may have been made before"
    );
    let hint = edit(&CODE.replace('\n', "\r\n"), "  console.log(sum);\n  return sum;", new);
    assert!(hint.starts_with("new_text is in the file already"), "{hint}");
    let hint = edit(CODE, "  let summ = 0;", "  let");
    assert!(!hint.contains("already"), "it says too little: {hint}");
}

#[test]
fn a_text_that_an_earlier_block_changed_is_told() {
    let missed = Missed {
        content: "let b = 1;\n",
        text: "let a = 1;",
        name: "start_text",
        replacement: None,
        earlier: Some("let a = 1;\n"),
    };
    let hint = Hints::default().missed(&missed);
    let start = "start_text was in the file before this response: an earlier block of it changed";
    assert!(hint.starts_with(start) && hint.contains("\nclosest: line 1, "), "{hint}");
}

#[test]
fn where_nothing_is_alike_that_is_said() {
    let nothing = "nothing in the file is like it: read the file, and copy the text from there";
    assert_eq!(missed(CODE, "SELECT name FROM users WHERE id = 7"), nothing);
    assert_eq!(missed("", "x"), "the file is empty");
    assert_eq!(missed(CODE, "\t\t\t"), "this white space is nowhere in the file");
}

#[test]
fn the_closest_places_are_at_most_three() {
    let line = |number: usize| format!("    values.push(compute({number}));\n");
    let content: String = (0..40).map(|number| line(number) + "\n// ---\n\n").collect();
    let hint = missed(&content, "  values.push(compute(x));");
    assert_eq!(hint.matches("% alike").count(), 3, "{hint}");
    assert!(hint.contains("closest: line 1,") && hint.contains("or line 5,"), "{hint}");
}

#[test]
fn in_a_very_long_line_the_column_is_told() {
    let content =
        format!("{}let total=sum(lines);{}\n", "f(1);".repeat(2000), "g(2);".repeat(2000));
    let hint = missed(&content, "let total = sum(lines);");
    assert!(hint.starts_with("closest: line 1 from column 99"), "{hint}");
    assert!(hint.contains("let total=sum(lines);") && hint.len() < 500, "{hint}");
}

#[test]
fn of_a_long_text_the_beginning_is_compared() {
    let lines: String = (0..1000)
        .fold(String::new(), |all, number| all + &format!("let value_{number} = {number};\n"));
    let hint = missed(&lines, &lines.replace("value_2 ", "value_two "));
    assert!(hint.ends_with("old_text is long: only its beginning was compared"), "{hint}");
    assert!(hint.contains("+|let value_2 = 2;"), "{hint}");
}

#[test]
fn after_enough_work_no_closer_look_is_taken() {
    let mut hints = Hints::with_work(1);
    let missed = Missed {
        content: CODE,
        text: "let sum = 1;",
        name: "old_text",
        replacement: None,
        earlier: None,
    };
    assert!(hints.missed(&missed).starts_with("closest: "));
    assert!(hints.missed(&missed).contains("not looked at closer"));
}

#[test]
fn the_same_hint_comes_of_the_same_edit() {
    for text in ["let total = 0;\n  for (line of lines)", "sum", "return"] {
        assert_eq!(missed(CODE, text), missed(CODE, text));
    }
}

/// The rows that show lines of the file: their numbers and what they say.
fn shown(hint: &str) -> Vec<(usize, String)> {
    let row = |line: &str| {
        let (gutter, text) = line.split_once('|')?;
        let number = gutter.trim_end_matches('+').trim().parse().ok()?;
        let text = text.replace('\u{b7}', " ").replace('→', "\t");
        line.starts_with(' ').then(|| (number, text.replace("<end of file>", "")))
    };
    hint.lines().filter_map(row).collect()
}

/// Lines that have something in common.
fn lines() -> impl Strategy<Value = String> {
    let line = "[ \t]{0,3}(let|if|fn)? ?[abAB_]{0,3}[;{}]?[ \t]{0,2}";
    prop::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn no_text_makes_it_panic_or_long(content in "\\PC{0,80}", text in "\\PC{0,40}", new in "\\PC{0,9}") {
        prop_assert!(edit(&content, &text, &new).len() <= 2100);
        prop_assert!(repeated(&content, &text).len() <= 2100 || text.is_empty());
    }

    #[test]
    fn lines_shown_are_the_files_own(content in lines(), text in lines()) {
        let hint = missed(&content, &text);
        prop_assert!(hint.len() <= 2100);
        for (number, row) in shown(&hint) {
            let line = content.split_inclusive('\n').nth(number - 1);
            let line = line.map(|line| line.strip_suffix('\n').unwrap_or(line));
            prop_assert_eq!(line, Some(row.as_str()), "{} in {}", number, hint);
        }
    }

    #[test]
    fn a_line_with_another_indentation_is_found(content in lines(), depth in 0_usize..6) {
        let Some(line) = content.lines().find(|line| line.trim().len() > 3) else { return Ok(()) };
        let text = format!("{}{}", " ".repeat(depth), line.trim_start());
        if content.contains(&text) {
            return Ok(());
        }
        let hint = missed(&content, &text);
        prop_assert!(hint.starts_with("closest: line "), "{}", hint);
    }

    #[test]
    fn the_lines_of_a_text_that_is_there_too_often_are_right(content in lines()) {
        let hint = repeated(&content, "a");
        let lines = content.split('\n').enumerate().filter(|(_, line)| line.contains('a'));
        for (at, _) in lines {
            prop_assert!(hint.contains(&(at + 1).to_string()), "{} in {}", at + 1, hint);
        }
        for (number, row) in shown(&hint) {
            prop_assert_eq!(content.split('\n').nth(number - 1), Some(row.as_str()));
        }
    }
}
