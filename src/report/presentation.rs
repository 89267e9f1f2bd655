//! What reports ask of the catalogue of actions.

use crate::action::{Catalogue, Format, OutputDisplay};

/// Knows how an action is shown. The catalogue does.
pub trait Presentation {
    /// The parameter that says best what the action is about; `None` for an unknown action.
    fn primary_param(&self, action: &str) -> Option<&str>;

    /// Whether a parameter is one path: a line break is a part of its name then.
    fn is_path(&self, action: &str, parameter: &str) -> bool;

    /// When the action's output belongs into the text that goes back to the model; never for an
    /// unknown action.
    fn output_display(&self, action: &str) -> OutputDisplay;
}

impl Presentation for Catalogue {
    fn primary_param(&self, action: &str) -> Option<&str> {
        self.tool(action)?.primary_param.as_deref()
    }

    fn is_path(&self, action: &str, parameter: &str) -> bool {
        let parameter = self.tool(action).and_then(|tool| tool.parameter(parameter));
        parameter.is_some_and(|parameter| parameter.format == Some(Format::AbsolutePath))
    }

    fn output_display(&self, action: &str) -> OutputDisplay {
        self.tool(action).map_or(OutputDisplay::Never, |tool| tool.output_display)
    }
}
