//! What a command is to tell beside its own result: that an interrupted run was seen to first.

use std::cell::RefCell;
use std::rc::Rc;

/// Lines that the engine leaves for the terminal; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Notices(Rc<RefCell<Vec<String>>>);

impl Notices {
    pub(super) fn add(&self, lines: impl IntoIterator<Item = String>) {
        self.0.borrow_mut().extend(lines);
    }

    /// The lines so far, which are told then.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        self.0.take()
    }
}
