//! `git clada drop`: a session ends without its commits, and the user's own edits come back.

mod edits;
mod leaving;
