//! What is said of each problem: its code, its message, and what to write instead.

mod block;
mod draft;
mod key;
mod line;
mod scope;
mod value;
mod warning;

pub(super) use block::{
    invalid_block_id, malformed_header, mismatched_end, unclosed_at_end, unclosed_by_header,
    unclosed_by_malformed, unclosed_heredoc,
};
pub(super) use draft::{Draft, quote};
pub(super) use key::{duplicate_key, invalid_key};
pub(super) use line::malformed_assignment;
pub(super) use scope::Scope;
pub(super) use value::{faulty, invalid_heredoc_delimiter, trailing_content};
pub(super) use warning::{annotation, inline_delimiter, marker_quote};
