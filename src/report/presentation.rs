//! What reports ask of the catalogue of actions.

/// When an action's output belongs into the text that goes back to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputDisplay {
    /// Each time it succeeds.
    Always,
    /// Unless the block said `return_output=false`.
    Conditional,
    /// Not at all.
    Never,
}

/// Knows how an action is shown. The catalogue does.
pub trait Presentation {
    /// The parameter that says best what the action is about; `None` for an unknown action.
    fn primary_param(&self, action: &str) -> Option<&str>;

    /// When the action's output is shown; never for an unknown action.
    fn output_display(&self, action: &str) -> OutputDisplay;
}
