//! What a command is to tell beside its own result: that an interrupted run was seen to first.

use std::cell::RefCell;
use std::rc::Rc;

/// Lines that the engine leaves for the terminal; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Notices(Rc<RefCell<Vec<String>>>);

impl Notices {
    pub(super) fn add(&self, lines: impl IntoIterator<Item = String>) {
        let new = lines.into_iter().filter(|line| !self.holds(line));
        let new: Vec<String> = new.collect();
        self.0.borrow_mut().extend(new);
    }

    /// Whether it will be told.
    #[must_use]
    pub fn holds(&self, line: &str) -> bool {
        self.0.borrow().iter().any(|known| known == line)
    }

    /// The lines so far, which are told then.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }
}
