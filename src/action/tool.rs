//! What the catalogue says of one action. Types only: they are read and checked elsewhere.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::action::named::{self, Named};

/// Who asks for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Caller {
    /// A response.
    Llm,
    /// A command of the user's.
    User,
    /// A dialect or `run`, which turns what a response asks for into this.
    Translation,
}

/// What an action does, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToolType {
    /// Changes files.
    Write,
    /// Returns what is there.
    Read,
    /// Runs code.
    Dynamic,
    /// Changes what the model is shown.
    Meta,
    /// Changes history.
    Git,
}

/// Whether a report for a model carries what the action returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutputDisplay {
    /// It does.
    Always,
    /// It does not.
    Never,
    /// Where the parameter `return_output` is not `false`.
    Conditional,
}

/// Whether an action can be carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It can.
    #[default]
    Built,
    /// It is described and not built yet.
    Planned,
}

/// The type of a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterType {
    /// Any text.
    String,
    /// A whole number in its shortest form.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// One of [`Parameter::values`].
    Enum,
}

/// What a string holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// A path, absolute or relative to the worktree's top; not empty.
    AbsolutePath,
    /// A path a line, trimmed; empty lines are passed over.
    MultilineAbsolutePaths,
}

/// The condition of a parameter that only counts where another one has a value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct When {
    /// The other parameter.
    pub parameter: String,
    /// The value that it must have.
    pub value: String,
}

/// What the catalogue says of one parameter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name. The key that it stands under.
    #[serde(skip)]
    pub name: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub kind: ParameterType,
    /// Whether a block must have it; with [`Parameter::when`], only where that holds.
    #[serde(default)]
    pub required: bool,
    /// What a string holds.
    #[serde(default)]
    pub format: Option<Format>,
    /// What an enum may be.
    #[serde(default)]
    pub values: Vec<String>,
    /// What it is where a block does not have it.
    #[serde(default)]
    pub default: Option<Value>,
    /// What it means.
    #[serde(default)]
    pub description: String,
    /// Whether it is taken and never looked at.
    #[serde(default)]
    pub ignored: bool,
    /// Where it counts at all.
    #[serde(default)]
    pub when: Option<When>,
}

/// How a commit's subject speaks of an action; `{}` stands for the thing, or for how many.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrases {
    /// Of one thing: `write {}`.
    pub one: String,
    /// Of several: `write {} files`. Actions with the same phrase are counted together.
    pub many: String,
}

/// What the catalogue says of one action.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// Its name. The key that it stands under.
    #[serde(skip)]
    pub name: String,
    /// What it does, roughly.
    #[serde(rename = "type")]
    pub kind: ToolType,
    /// The part of the engine that carries it out.
    pub executor: String,
    /// Whether it can be carried out.
    #[serde(default)]
    pub status: Status,
    /// What it does, for the model that is to use it.
    pub description: String,
    /// Who may ask for it. Empty in the file where `slash_command` says so; never once loaded.
    #[serde(default)]
    pub accessibility: Vec<Caller>,
    /// Whether the user has it as a command.
    #[serde(default)]
    pub slash_command: bool,
    /// Whether a report for a model carries what it returned.
    pub output_display: OutputDisplay,
    /// The parameter that reports show beside the name.
    #[serde(default)]
    pub primary_param: Option<String>,
    /// What the user types for the same.
    #[serde(default)]
    pub command: Option<String>,
    /// What a response does where it may not, or cannot yet, ask for this.
    #[serde(default)]
    pub instead: Option<String>,
    /// Names that models write when they mean it. Suggested, never accepted.
    #[serde(default)]
    pub synonyms: Vec<String>,
    /// What must hold for it to succeed.
    #[serde(default)]
    pub constraints: Vec<String>,
    /// What it does besides.
    #[serde(default)]
    pub behavior: Option<String>,
    /// Its part of a commit's subject.
    pub summary: Phrases,
    /// In the file's order.
    #[serde(deserialize_with = "named::list")]
    pub parameters: Vec<Parameter>,
    /// What it returns, in words.
    pub returns: Value,
    /// A block that asks for it.
    #[serde(default)]
    pub example: Option<String>,
}

impl Tool {
    /// The parameter of that name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Whether `caller` may ask for it. A translation may ask for what a response may, too.
    #[must_use]
    pub fn allows(&self, caller: Caller) -> bool {
        self.accessibility.contains(&caller)
            || (caller == Caller::Translation && self.accessibility.contains(&Caller::Llm))
    }

    /// Whether it can be carried out.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.status == Status::Built
    }

    /// The value of the primary parameter, of an action's typed parameters.
    #[must_use]
    pub fn primary<'p>(&self, params: &'p Map<String, Value>) -> Option<&'p str> {
        params.get(self.primary_param.as_deref()?)?.as_str()
    }
}

impl TryFrom<String> for When {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (parameter, value) =
            text.split_once('=').ok_or_else(|| format!("`when: {text}` is not `NAME=VALUE`"))?;
        Ok(Self { parameter: parameter.to_owned(), value: value.to_owned() })
    }
}

impl Named for Parameter {
    fn name_it(&mut self, name: String) {
        self.name = name;
    }
}

impl Named for Tool {
    fn name_it(&mut self, name: String) {
        self.name = name;
    }
}
