//! What happened: the model first, then its forms: text, markdown, JSON.
//!
//! Every form is rendered to memory or to a writer that is given; nothing here prints.

mod actions;
mod budget;
mod check;
mod commit;
mod config;
mod context;
mod copied;
mod diff;
mod doctor;
mod entry;
mod escape;
mod glance;
mod hooks;
mod json;
mod markdown;
mod model;
mod operations;
mod parse;
mod presentation;
mod style;
mod tally;
mod target;
mod tasks;
mod text;
mod width;
mod wording;

pub use actions::{action_detail, action_schemas, action_table};
pub use check::{CheckedAction, Metadata, ParseResult, Summary};
pub use config::{
    ConfigFacts, ConfiguredValue, SettingFacts, UnknownSetting, config_json, config_text,
};
pub use context::{ContextFile, ContextText, Shown, context_json, context_text, shown};
pub use diff::{
    FileDiff, PaintOptions, PathQuoting, Side, UnifiedOptions, file_stats, paint, quote_path,
    unified,
};
pub use doctor::{Check, Works, doctor_json, doctor_text, doctor_works};
pub use entry::{Entries, Finding, Gathered};
pub use escape::{escape, escape_line};
pub use glance::{Glance, glance};
pub use hooks::{HookLine, HooksFacts, hooks_text};
pub use json::{json_line, json_of, write_json};
pub use markdown::{MarkdownOptions, markdown};
pub use model::{
    ActionResult, ErrorDetail, ErrorType, ExecutionResult, FailedBlock, Fatal, FileStat,
    ParseErrorEntry, Report, TransactionInfo,
};
pub use operations::{
    BlameLine, DropFacts, GcFacts, IgnoredTree, Interrupted, LandFacts, LogLine, MadeOperation,
    NEXT_OUTSIDE, NextStep, OperationName, Origin, OtherSession, Position, RecoverFacts,
    RevertFacts, SessionFacts, SessionLine, ShowFacts, SquashFacts, SquashedCommit, StatusFacts,
    StepConflict, StepFacts, TravelFacts, TripFacts, WaitingEdit, age, blame_json, blame_text,
    done_json, git_date, log_json, log_text, next_steps, next_text, rfc3339, sessions_json,
    sessions_text, show_text, status_json, status_text, step_json, step_text,
};
pub use parse::parse_structure;
pub use presentation::Presentation;
pub(crate) use tally::Tally;
pub use tasks::{Task, TaskOutcome, Tasks, xml};
pub use text::{TextOptions, diffstat, failures, text};
pub use width::cut_end;
pub use wording::{Matches, error_name, recovery, word};
