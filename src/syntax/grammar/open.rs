//! Header lines in prose: which are some, and what they open.

use super::{body::read_block, header::Header};
use crate::syntax::{
    dialect::Spelling,
    line::{Line, is_space, trim},
    problem,
    reader::Reader,
};

/// Reads what the header opens whose first characters other than white space stand at `at`.
/// Returns where reading goes on; `None` where no header stands there.
pub(in crate::syntax) fn read_at(
    reader: &mut Reader<'_>,
    spelling: &'static dyn Spelling,
    at: usize,
) -> Option<usize> {
    let line = header_line(reader.text, at, spelling)?;
    let place = reader.place(line.span());
    Some(match Header::read(&line, spelling) {
        Header::Sound(header) => read_block(reader, spelling, &header),
        Header::BadId { id, fault } => {
            let id_place = reader.place(id.span);
            reader.report_outside(problem::invalid_block_id(spelling.words(), id_place, fault));
            line.next
        }
        Header::Malformed => {
            reader.report_outside(problem::malformed_header(spelling.words(), place, line.text));
            line.next
        }
    })
}

/// The header line whose first characters other than white space stand at `at`.
fn header_line<'r>(text: &'r str, at: usize, spelling: &dyn Spelling) -> Option<Line<'r>> {
    let before = text.get(..at)?;
    // Only the white space that touches the marker is walked over, so that many markers in one
    // line cost no more than the line.
    let indent = before.trim_end_matches(|character| character != '\n' && is_space(character));
    if !indent.is_empty() && !indent.ends_with('\n') {
        return None;
    }
    let line = Line::at(text, indent.len());
    trim(line.text).starts_with(spelling.words().header).then_some(line)
}
