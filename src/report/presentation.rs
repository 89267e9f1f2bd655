//! What reports ask of the catalogue of actions.

use crate::action::{Catalogue, OutputDisplay};

/// Knows how an action is shown. The catalogue does.
pub trait Presentation {
    /// The parameter that says best what the action is about; `None` for an unknown action.
    fn primary_param(&self, action: &str) -> Option<&str>;

    /// When the action's output belongs into the text that goes back to the model; never for an
    /// unknown action.
    fn output_display(&self, action: &str) -> OutputDisplay;
}

impl Presentation for Catalogue {
    fn primary_param(&self, action: &str) -> Option<&str> {
        self.tool(action)?.primary_param.as_deref()
    }

    fn output_display(&self, action: &str) -> OutputDisplay {
        self.tool(action).map_or(OutputDisplay::Never, |tool| tool.output_display)
    }
}
