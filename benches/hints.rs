//! How long the hint for an edit takes that does not land in the largest file that is edited.
//!
//! `cargo bench --bench hints`

use std::{hint::black_box, ops::Range};

use criterion::{Criterion, criterion_group, criterion_main};
use git_clada::engine::hint::{Hints, Missed, Repeated};

/// As large as a file may be that is edited.
const LARGE: usize = 10 * 1024 * 1024;

/// Code as it stands in files.
const CODE: &[&str] = &[
    include_str!("../src/text/excerpt.rs"),
    include_str!("../src/syntax/grammar/body.rs"),
    include_str!("../src/base/repo_path.rs"),
];

/// Repeats what `part` writes for a number that counts up, as long as the text may grow.
fn fill(size: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(size);
    for number in 0.. {
        let next = part(number);
        if text.len() + next.len() > size {
            break;
        }
        text.push_str(&next);
    }
    text
}

/// Code in which every copy has its own names.
fn code() -> String {
    fill(LARGE, |number| {
        let code = CODE.get(number % CODE.len()).copied().unwrap_or_default();
        code.replace("line", &format!("line_{number}"))
    })
}

/// Some lines from the middle of a text, with another indentation and a changed word.
fn slipped(text: &str, lines: usize) -> String {
    let middle = text.lines().count() / 2;
    let part = text.lines().skip(middle).take(lines);
    part.fold(String::new(), |all, line| all + "  " + line + "\n").replace("self", "this")
}

fn missed(content: &str, text: &str) -> String {
    Hints::default().missed(&Missed {
        content,
        text,
        name: "old_text",
        replacement: Some(("new_text", "nothing like it")),
        earlier: None,
    })
}

fn ambiguous(content: &str, places: &[Range<usize>]) -> String {
    Hints::default().ambiguous(&Repeated { content, places, name: "old_text" })
}

/// Texts that are not in their files.
fn missed_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("missed");
    group.sample_size(10);
    let code = code();
    let minified: String = code.lines().map(str::trim).collect();
    let same = "    let value = next(value);\n".repeat(LARGE / 29);
    let near = fill(LARGE, |number| format!("    let value = next(value, {number});\n"));
    let two_hundred = slipped(&code, 200);
    let unlike = "zyx wvu tsr qpo nml\n".repeat(200);
    let other_same = "   let value = next(value);\n".repeat(200);
    let other_near = "   let value = next(value, 7);\n".repeat(200);
    let long_line = "let value = next(value); ".repeat(LARGE / 250);
    let own_words = minified.chars().skip(LARGE / 4).take(LARGE / 10);
    let own_words: String = own_words.map(|c| if c == '=' { '#' } else { c }).collect();
    let cases = [
        ("200 lines in code", code.as_str(), two_hundred.clone()),
        ("1 line in code", &code, slipped(&code, 1)),
        ("a word in code", &code, "qzword".to_owned()),
        ("200 lines unlike the code", &code, unlike),
        ("200 lines in identical lines", &same, other_same),
        ("200 lines in near lines", &near, other_near),
        ("a line of 1 MiB in code", &code, long_line),
        ("a line of 1 MiB in one line", &minified, own_words),
        ("200 lines in one line", &minified, two_hundred.clone()),
        ("200 lines in line breaks", &"\n".repeat(LARGE), two_hundred),
        ("1 line in one letter", &"a".repeat(LARGE), "aaaaaaaab\n".to_owned()),
    ];
    for (name, content, text) in &cases {
        assert!(!content.contains(text.as_str()), "{name} is there");
        group.bench_function(*name, |bencher| {
            bencher.iter(|| missed(black_box(content), black_box(text)));
        });
    }
    group.finish();
}

/// Texts that are in their files too often.
fn repeated_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("repeated");
    group.sample_size(10);
    let code = code();
    let same = fill(LARGE, |number| {
        let rare = if number % 10 == 0 { "rare" } else { "kind" };
        format!("    let value = next({rare});\n{}", "    let value = next(kind);\n".repeat(5))
    });
    for (name, content, text) in
        [("a word of code", &code, "usize"), ("a line among identical ones", &same, "(rare)")]
    {
        let places: Vec<_> =
            content.match_indices(text).map(|(at, text)| at..at + text.len()).collect();
        let name = format!("{name}, {} places", places.len());
        group.bench_function(name, |bencher| {
            bencher.iter(|| ambiguous(black_box(content), black_box(&places)));
        });
    }
    group.finish();
}

/// A response of nothing but edits that miss.
fn response_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("response");
    group.sample_size(10);
    let code = code();
    let texts: Vec<String> =
        (0..500).map(|number| format!("let line_{number}x = qz({number})\n")).collect();
    group.bench_function("500 edits that miss", |bencher| {
        bencher.iter(|| {
            let mut hints = Hints::default();
            for text in &texts {
                let (content, name) = (code.as_str(), "old_text");
                let missed = Missed { content, text, name, replacement: None, earlier: None };
                black_box(hints.missed(&missed));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, missed_benches, repeated_benches, response_benches);
criterion_main!(benches);
