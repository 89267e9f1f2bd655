//! What validation finds: a sound block's action, and what is wrong with the others.

use crate::{action::Action, text::Diagnostic};

/// Whether a block does not say what it needs to, or says it in the wrong form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The action, or which parameters there are.
    Validation,
    /// A parameter's value.
    Type,
}

/// What a problem is about, for those who read reports by program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// The action's name as written.
    pub action: Option<String>,
    /// The parameter's name.
    pub param: Option<String>,
    /// The type that was asked for: `integer`, `boolean`, `enum[a,b]`, `absolute_path`.
    pub expected: Option<String>,
    /// The value as written.
    pub actual: Option<String>,
    /// The actions that could have been asked for, of an unknown one.
    pub available_actions: Option<Vec<String>>,
}

/// A problem of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionProblem {
    /// What, where, and what to write instead.
    pub diagnostic: Diagnostic,
    /// At which stage.
    pub stage: Stage,
    /// What it is about.
    pub detail: Detail,
}

/// What came of one block.
#[derive(Clone, Debug, Default)]
pub struct Validated<'r> {
    /// What it asks for; `None` where any problem is an error.
    pub action: Option<Action<'r>>,
    /// Errors and warnings: what is missing first, then in the block's order.
    pub problems: Vec<ActionProblem>,
}
