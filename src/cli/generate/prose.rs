//! Text as it stands in `git-clada.txt`, written as a man page has it.
//!
//! Blocks are separated by empty lines: a paragraph, an item (`- TERM: what it is`), or lines that begin
//! with four spaces and are shown as they are. What stands in backticks is bold.

use roff::{Inline, Roff, bold, roman};

const VERBATIM: &str = "    ";

/// The sections of a text, each with its heading: a line `# HEADING` begins one.
pub fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("\n# ").filter_map(|section| {
        let (heading, body) = section.split_once('\n')?;
        Some((heading.trim_start_matches("# "), body.trim_matches('\n')))
    })
}

/// Writes a section.
pub fn section(roff: &mut Roff, heading: &str, body: &str) {
    roff.control("SH", [heading]);
    paragraphs(roff, body);
}

/// Writes blocks of text.
pub fn paragraphs(roff: &mut Roff, text: &str) {
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    for (at, block) in blocks.filter(|block| !block.is_empty()).enumerate() {
        if block.starts_with(VERBATIM) {
            verbatim(roff, block.lines().map(|line| line.strip_prefix(VERBATIM).unwrap_or(line)));
        } else if let Some((term, about)) = item(block) {
            roff.control("TP", []);
            roff.text(inlines(term));
            roff.text(inlines(&about.replace('\n', " ")));
        } else {
            // A heading is a paragraph's beginning already.
            if at > 0 {
                roff.control("PP", []);
            }
            roff.text(inlines(&block.replace('\n', " ")));
        }
    }
}

/// Writes lines as they are, indented.
pub fn verbatim<'l>(roff: &mut Roff, lines: impl IntoIterator<Item = &'l str>) {
    roff.control("RS", ["4"]);
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.control("RE", []);
}

fn item(block: &str) -> Option<(&str, &str)> {
    block.strip_prefix("- ")?.split_once(": ")
}

/// What stands between backticks is bold.
pub fn inlines(text: &str) -> Vec<Inline> {
    let pieces = text.split('`').enumerate().filter(|(_, piece)| !piece.is_empty());
    pieces.map(|(at, piece)| if at % 2 == 1 { bold(piece) } else { roman(piece) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_block_is_written_as_a_man_page_has_it() {
        let text = "# ONE\n\nA `b`\nc.\n\n- `d`: e\n\n.f\n\n    g -h\n\n# TWO\n\ni\n";
        let mut roff = Roff::new();
        for (heading, body) in sections(text) {
            section(&mut roff, heading, body);
        }
        assert_eq!(
            roff.to_roff(),
            ".SH ONE\nA \\fBb\\fR c.\n.TP\n\\fBd\\fR\ne\n.PP\n\\&.f\n.RS 4\n.nf\ng \\-h\n.fi\n.RE\n\
             .SH TWO\ni\n"
        );
    }
}
