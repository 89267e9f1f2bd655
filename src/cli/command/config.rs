//! `git clada config`: the settings, their values, where those stand, and the defaults.

use crate::base::{SETTINGS, Setting};
use crate::cli::context::Context;
use crate::cli::failure::{Exit, Failure};
use crate::engine::setting_problem;
use crate::git::{SetValue, Settings};
use crate::report::{
    ConfigFacts, ConfiguredValue, SettingFacts, UnknownSetting, config_json, config_text,
};

const HELP: &str = "\
Examples:
  git clada config list
  git config clada.timeout 2m               for this repository
  git config --global clada.session current
  git config --global --add clada.allowRoot ~/shared
  git config --unset clada.timeout          back to the default";

/// The arguments of `config`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// List every setting: its value, the scope that it is set in, its default
    List {
        /// How the list is written
        #[arg(long, value_parser = ["text", "json"], default_value = "text")]
        format: String,
    },
}

/// Lists the settings, those of the user where there is no repository.
pub fn run(args: &Args, context: &mut Context) -> Result<Exit, Failure> {
    let Command::List { format } = &args.command;
    let facts = match context.any_repository_or_bare() {
        Some(repo) => facts(&repo.settings()),
        None => facts(&Settings::of_user()),
    };
    if format == "json" {
        context.print_json(&config_json(&facts))?;
        return Ok(Exit::Success);
    }
    let text = config_text(&facts, &context.stdout.text_options());
    for unknown in &facts.unknown {
        context.warn(&unknown.told());
    }
    context.page(&text);
    Ok(Exit::Success)
}

fn facts(settings: &Settings<'_>) -> ConfigFacts {
    let own = settings.own();
    let settings =
        SETTINGS.into_iter().map(|setting| of_setting(setting, settings, &own)).collect();
    ConfigFacts { settings, unknown: unknown(&own) }
}

fn of_setting(
    setting: &'static Setting,
    settings: &Settings<'_>,
    own: &[SetValue],
) -> SettingFacts {
    let its = own.iter().filter(|set| set.key.eq_ignore_ascii_case(setting.key));
    let mut values: Vec<ConfiguredValue> = its.map(told).collect();
    if !setting.many {
        values.drain(..values.len().saturating_sub(1));
    }
    let emptied = if setting.list { take_emptied(&mut values) } else { None };
    SettingFacts {
        key: setting.key.to_owned(),
        form: setting.form.name(),
        about: setting.about.to_owned(),
        default: setting.default.iter().map(ToString::to_string).collect(),
        default_holds: emptied.is_none() && (setting.list || values.is_empty()),
        emptied,
        values,
        problem: setting_problem(settings, setting),
    }
}

/// Takes away what an empty value takes away, and returns that value.
fn take_emptied(values: &mut Vec<ConfiguredValue>) -> Option<ConfiguredValue> {
    let last = values.iter().rposition(|value| value.value.trim().is_empty())?;
    values.drain(..=last).next_back()
}

/// Warns of what is set but is no setting: a slip in a name would else go unseen.
pub fn warn_of_unknown(settings: &Settings<'_>, context: &mut Context) {
    for unknown in unknown(&settings.own()) {
        context.warn(&unknown.told());
    }
}

fn unknown(own: &[SetValue]) -> Vec<UnknownSetting> {
    let unknown = own.iter().filter(|set| Setting::named(&set.key).is_none());
    unknown
        .map(|set| UnknownSetting {
            key: set.key.clone(),
            value: told(set),
            nearest: Setting::nearest(&set.key).map(|setting| setting.key.to_owned()),
        })
        .collect()
}

fn told(set: &SetValue) -> ConfiguredValue {
    ConfiguredValue {
        value: set.value.clone(),
        scope: set.scope.to_owned(),
        file: set.file.as_ref().map(|file| file.display().to_string()),
    }
}
