//! How many bytes a second the parser reads.
//!
//! `cargo bench --bench parse`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use git_clada::{
    syntax::{Parsed, parse},
    text::Response,
};

/// As large as a response may be.
const LARGE: usize = 50 * 1024 * 1024;

/// Code as models write it into heredocs.
const CODE: &[&str] = &[
    include_str!("../src/text/excerpt.rs"),
    include_str!("../src/syntax/grammar/body.rs"),
    include_str!("../src/base/repo_path.rs"),
];

const PROSE: &str = "\
The parser now keeps the place of every value, so that the message can point at it. I moved the
check into `validate`, because both callers need it, and left the old name as an alias.

1. **Tests**: two new cases, one for an empty path = \"\" and one for `a/../b`.
2. **Docs**: the table in the README says what each option does; see #12 and #!/usr/bin/env below.

";

fn response(text: String) -> Response {
    Response::new("bench.md", text.into_bytes()).expect("invariant: within the limit")
}

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

/// Prose, and fenced blocks that write whole files.
fn realistic(size: usize) -> String {
    fill(size, |number| {
        let id = format!("{:03}", number % 1000);
        let code = CODE.get(number % CODE.len()).copied().unwrap_or_default();
        format!(
            "{PROSE}```sh sham\n#!SHAM [@three-char-SHA-256: {id}]\naction = \"file_write\"\n\
             path = \"src/module_{number}/file.rs\"\ncontent = <<'EOT_SHAM_{id}'\n{code}\
             EOT_SHAM_{id}\n#!END_SHAM_{id}\n```\n\n"
        )
    })
}

/// Blocks with nothing between them and little in them.
fn tiny_blocks(size: usize) -> String {
    fill(size, |number| {
        let id = format!("{:03}", number % 1000);
        format!(
            "#!SHAM [@three-char-SHA-256: {id}]\naction = \"file_read\"\npath = \"a/b/{number}\"\n\
             note = \"say \\\"hi\\\"\"\n#!END_SHAM_{id}\n"
        )
    })
}

/// One NESL block whose heredocs hold one short line each.
fn tiny_heredocs(size: usize) -> String {
    let body = fill(size - 100, |number| format!("k{number} = <<'EOT_abc'\nline\nEOT_abc\n"));
    format!("#!nesl [@three-char-SHA-256: abc]\n{body}#!end_abc\n")
}

/// What opens a block of each dialect, and is never closed.
const OPENERS: [(&str, &str); 5] = [
    ("markers", "<<<<<<< WRITE path=\"a\"\n"),
    ("markers and conflicts", "<<<<<<< RUN\n<<<<<<< HEAD\n"),
    ("cml", "<tasks version=\"1.1\">\n"),
    ("cml with CDATA", "<run><![CDATA[\n"),
    ("replacer", "<<<FILE>>>\na\n<<<SEARCH>>>\n"),
];

/// Nothing but openers: reading them must take as long per byte for 50 MB as for 5.
fn opener_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("openers");
    group.sample_size(10);
    for (name, opener) in OPENERS {
        for (size, bytes) in [("5 MB", LARGE / 10), ("50 MB", LARGE)] {
            let response = response(fill(bytes, |_| opener.to_owned()));
            group.throughput(Throughput::Bytes(response.text().len() as u64));
            group.bench_function(format!("{name} {size}"), |bencher| {
                bencher.iter(|| parse(black_box(&response)));
            });
        }
    }
    group.finish();
}

fn parse_benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    group.sample_size(20);
    let cases = [
        ("realistic 50 MB", realistic(LARGE)),
        ("prose only 50 MB", fill(LARGE, |_| PROSE.to_owned())),
        ("tiny blocks 10 MB", tiny_blocks(LARGE / 5)),
        ("tiny heredocs 10 MB", tiny_heredocs(LARGE / 5)),
    ];
    for (name, text) in cases {
        let response = response(text);
        let parsed: Parsed<'_> = parse(&response);
        assert!(parsed.problems.is_empty(), "{name} has problems");
        group.throughput(Throughput::Bytes(response.text().len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| parse(black_box(&response))));
    }
    group.finish();
}

criterion_group!(benches, parse_benches, opener_benches);
criterion_main!(benches);
