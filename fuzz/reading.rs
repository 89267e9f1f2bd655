//! What must hold of any text that is read as one dialect, and as all of them.

use git_clada::{
    syntax::{Block, Dialect, Parsed, Wording, hunks, parse, parse_only, render},
    text::{DrawOptions, Response, draw},
};

/// Reads a text, and writes and reads again what it says.
pub fn check(text: &str, dialect: Dialect) {
    let Ok(response) = Response::new("r.md", text.as_bytes().to_vec()) else { return };
    hold(&response, &parse(&response));
    let parsed = parse_only(&response, dialect);
    hold(&response, &parsed);
    for block in parsed.blocks.iter().filter(|block| !block.has_errors) {
        for other in Dialect::ALL {
            // What cannot be said is an error, and never a panic.
            drop(render(*other, &[vec![wording(block)]]));
        }
    }
}

fn hold(response: &Response, parsed: &Parsed<'_>) {
    for pair in parsed.blocks.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "blocks overlap");
    }
    for block in &parsed.blocks {
        assert!(response.text().get(block.span.range()).is_some(), "a span lies in the text");
        for field in &block.fields {
            assert!(response.text().get(field.value.span.range()).is_some(), "so does a value's");
            if field.key.value == "hunks" {
                drop(hunks(&field.value.value));
            }
        }
    }
    for problem in &parsed.problems {
        assert!(!draw(response, &problem.diagnostic, DrawOptions::default()).is_empty());
    }
}

fn wording<'b>(block: &'b Block<'_>) -> Wording<'b> {
    let fields = block.fields.iter();
    let fields = fields.map(|field| (field.key.value.into(), field.value.value.as_ref().into()));
    Wording { fields: fields.collect(), note: None }
}
