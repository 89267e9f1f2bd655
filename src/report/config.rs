//! `git clada config list`: every setting with its value, where that stands, and its default.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    escape::escape_line,
    style::{Style, Styles},
    text::TextOptions,
    width::{cut_end, width, wrap},
};

/// The version of the JSON form.
const VERSION: u32 = 1;
/// What the columns have between them.
const GAP: &str = "  ";
/// The columns that a scope takes: `worktree` is the longest.
const SCOPE: usize = 8;
/// What stands for the scope where a default holds.
const DEFAULT: &str = "default";
/// The columns that a value has at the least.
const NARROWEST: usize = 16;

/// A value, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfiguredValue {
    /// The value.
    pub value: String,
    /// The scope, as git names it.
    pub scope: String,
    /// The file; absent where it stands in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A setting, and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SettingFacts {
    /// Its key.
    pub key: String,
    /// What its values look like.
    pub form: String,
    /// What it does.
    pub about: String,
    /// What holds where it is not set.
    pub default: Vec<String>,
    /// Whether that holds, alone or besides the values.
    pub default_holds: bool,
    /// The empty value that took away the default, and all before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emptied: Option<ConfiguredValue>,
    /// The values that hold, in order.
    pub values: Vec<ConfiguredValue>,
    /// Why a value cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A key under `clada.*` that is no setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnknownSetting {
    /// The key.
    pub key: String,
    /// The value and where it stands.
    #[serde(flatten)]
    pub value: ConfiguredValue,
    /// The setting that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

/// All that is configured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConfigFacts {
    /// Every setting there is.
    pub settings: Vec<SettingFacts>,
    /// What is set but is no setting.
    pub unknown: Vec<UnknownSetting>,
}

#[derive(Serialize)]
struct Config<'c> {
    version: u32,
    #[serde(flatten)]
    facts: &'c ConfigFacts,
}

/// The settings as JSON: `{"version": 1, "settings": […], "unknown": […]}`, for `write_json`.
#[must_use]
pub fn config_json(facts: &ConfigFacts) -> impl Serialize + '_ {
    Config { version: VERSION, facts }
}

impl UnknownSetting {
    /// The warning of it, on one line.
    #[must_use]
    pub fn told(&self) -> String {
        let ConfiguredValue { scope, file, .. } = &self.value;
        let place = file.as_deref().map_or_else(|| scope.clone(), |file| format!("in {file}"));
        let meant = match &self.nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "`git clada config list` lists them".to_owned(),
        };
        escape_line(&format!("`{}` ({place}) is no setting: {meant}", self.key)).into_owned()
    }
}

/// A row: key, value, scope, default.
type Row = [String; 4];

/// Draws the settings as a table: key, value, scope, and the default where another value counts.
#[must_use]
pub fn config_text(facts: &ConfigFacts, options: &TextOptions) -> String {
    let styles = Styles { colour: options.colour };
    let title = ["setting", "value", "scope", "default"].map(str::to_owned);
    let rows: Vec<(Vec<Row>, &SettingFacts)> =
        facts.settings.iter().map(|setting| (rows(setting), setting)).collect();
    let all = || std::iter::once(&title).chain(rows.iter().flat_map(|(rows, _)| rows));
    let widest = |column: usize| {
        all().filter_map(|row| row.get(column)).map(|text| width(text)).max().unwrap_or(0)
    };
    let (keys, defaults) = (widest(0), widest(3).min(NARROWEST));
    let used = keys + SCOPE + defaults + 3 * GAP.len();
    let values = widest(1).min(options.width.saturating_sub(used).max(NARROWEST));
    let line = |row: &Row, style: Style| {
        let cell = |text: &str, columns: usize| {
            let cut = cut_end(text, columns, options.ellipsis());
            let pad = " ".repeat(columns.saturating_sub(width(&cut)));
            format!("{cut}{pad}")
        };
        let [key, value, scope, default] = row;
        let row =
            [cell(key, keys), cell(value, values), cell(scope, SCOPE), cell(default, defaults)];
        format!("{}\n", styles.paint(style, row.join(GAP).trim_end()))
    };
    let mut out = line(&title, Style::Strong);
    for (rows, setting) in &rows {
        for row in rows {
            let [.., scope, _] = row;
            let style = if scope == DEFAULT { Style::Faint } else { Style::Plain };
            out.push_str(&line(row, style));
        }
        for problem in setting.problem.iter().flat_map(|problem| wrap(problem, options.width - 2)) {
            // A `String` takes whatever is written to it.
            let _ = writeln!(out, "  {}", styles.paint(Style::Bad, problem));
        }
    }
    out
}

fn rows(setting: &SettingFacts) -> Vec<Row> {
    let SettingFacts { key, default, default_holds, emptied, values, .. } = setting;
    let held = default.iter().filter(|_| *default_holds);
    let held = held.map(|value| (value.clone(), DEFAULT.to_owned()));
    let set = values.iter().map(|value| {
        let text = escape_line(&value.value).into_owned();
        let text = if text.is_empty() { "\"\"".to_owned() } else { text };
        (text, value.scope.clone())
    });
    let mut told: Vec<(String, String)> = held.chain(set).collect();
    if told.is_empty() {
        let scope = emptied.as_ref().map_or(DEFAULT, |emptied| &emptied.scope);
        told.push(("-".to_owned(), scope.to_owned()));
    }
    let row = |(at, (value, scope)): (usize, (String, String))| {
        let first = at == 0;
        let instead = if first && !default_holds { default.join(" ") } else { String::new() };
        [if first { key.clone() } else { String::new() }, value, scope, instead]
    };
    told.into_iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> ConfigFacts {
        let setting = |key: &str, default: &[&str], values: &[(&str, &str)]| SettingFacts {
            key: key.to_owned(),
            form: "text".to_owned(),
            about: String::new(),
            default: default.iter().map(ToString::to_string).collect(),
            default_holds: values.is_empty(),
            emptied: None,
            values: values
                .iter()
                .map(|(value, scope)| ConfiguredValue {
                    value: (*value).to_owned(),
                    scope: (*scope).to_owned(),
                    file: None,
                })
                .collect(),
            problem: None,
        };
        let mut timeout = setting("other.timeout", &["30s"], &[("soon\u{1b}[31m", "global")]);
        timeout.problem = Some("it is a duration".to_owned());
        let settings = vec![
            setting("other.session", &["branch"], &[]),
            timeout,
            setting("other.allowRoot", &[], &[("/a", "global"), ("", "local")]),
            setting("other.totalTimeout", &[], &[]),
        ];
        ConfigFacts { settings, unknown: Vec::new() }
    }

    #[test]
    fn each_setting_has_a_row_and_each_value_of_many() {
        let options = TextOptions { width: 60, ..TextOptions::default() };
        assert_eq!(
            config_text(&facts(), &options),
            "setting             value           scope     default\n\
             other.session       branch          default\n\
             other.timeout       soon\\u{1b}[31m  global    30s\n  \
             it is a duration\n\
             other.allowRoot     /a              global\n                    \
             \"\"              local\n\
             other.totalTimeout  -               default\n"
        );
    }
    #[test]
    fn defaults_that_values_add_to_are_rows_and_an_emptied_list_says_where() {
        let ConfigFacts { mut settings, unknown } = facts();
        settings.truncate(1);
        let list = settings.first_mut().expect("a setting");
        let value = |value: &str, scope: &str| ConfiguredValue {
            value: value.to_owned(),
            scope: scope.to_owned(),
            file: None,
        };
        list.values = vec![value("trunk", "local")];
        let mut told = ConfigFacts { settings, unknown };
        let rows = |told: &ConfigFacts| {
            let text = config_text(told, &TextOptions::default());
            text.lines().skip(1).map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(rows(&told), ["other.session  branch  default", "               trunk   local"]);
        let list = told.settings.first_mut().expect("a setting");
        list.default_holds = false;
        list.values.clear();
        list.emptied = Some(value("", "global"));
        assert_eq!(rows(&told), ["other.session  -      global    branch"]);
    }
}
