//! What a command prints, told line by line up to a limit.

use crate::engine::command_options::{CommandOptions, Running};

/// What is told in place of all that is too much.
const CUT: &str = "[output truncated]";

/// The output of one command, both streams as they come.
pub(super) struct Told<'a> {
    options: &'a CommandOptions,
    number: usize,
    /// How many bytes may still be told; none where the end was told.
    left: Option<usize>,
}

impl<'a> Told<'a> {
    /// Tells that a command begins, which is the action of that number.
    pub(super) fn begin(options: &'a CommandOptions, (number, what): (usize, &str)) -> Self {
        options.tell(Running::Begun { what });
        Self { options, number, left: Some(options.max_output) }
    }

    /// Tells a line, or as much of it as may be told.
    pub(super) fn line(&mut self, line: &str) {
        let Some(left) = self.left else { return };
        // Its break counts too.
        self.left = left.checked_sub(line.len() + 1);
        if self.left.is_some() {
            return self.tell(line);
        }
        let fits = (0..=left).rev().find_map(|end| line.get(..end)).unwrap_or_default();
        if !fits.is_empty() {
            self.tell(fits);
        }
        self.tell(CUT);
    }

    fn tell(&self, line: &str) {
        self.options.tell(Running::Printed { number: self.number, line });
    }
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        self.options.tell(Running::Ended);
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc, sync::Arc};

    use super::*;

    /// What is told of those lines where so many bytes may be.
    fn told(max_output: usize, lines: &[&str]) -> Vec<String> {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let listener = Rc::clone(&heard);
        let tell = move |running: Running<'_>| {
            if let Running::Printed { line, .. } = running {
                listener.borrow_mut().push(line.to_owned());
            }
        };
        #[expect(clippy::arc_with_non_send_sync, reason = "as the options have it")]
        let told = Some(Arc::new(tell) as crate::engine::Tell);
        let options = CommandOptions { told, max_output, ..CommandOptions::default() };
        let mut told = Told::begin(&options, (1, "test"));
        for line in lines {
            told.line(line);
        }
        drop(told);
        heard.take()
    }

    #[test]
    fn what_is_too_much_is_told_as_cut_once_and_no_character_is_cut() {
        assert_eq!(told(8, &["one", "two"]), ["one", "two"]);
        assert_eq!(told(7, &["one", "two", "three"]), ["one", "two", CUT]);
        assert_eq!(told(6, &["one", "éé", "x"]), ["one", "é", CUT]);
        assert_eq!(told(5, &["one", "éé"]), ["one", CUT]);
        assert_eq!(told(0, &["", "x"]), [CUT]);
    }
}
