//! What is known of a setting, and how one is found by its key.

use super::{Form, SETTINGS};

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// The key, as git's configuration has it.
    pub key: &'static str,
    /// What a value looks like.
    pub form: Form,
    /// Whether each value of the key counts, and not the last one alone.
    pub many: bool,
    /// Whether they make one list, in git's way: each adds to what holds by default, and an empty
    /// one takes away all before it.
    pub list: bool,
    /// What holds where it is not set; nothing, or several values where many count.
    pub default: &'static [&'static str],
    /// The option of the command line that says it for one run.
    pub option: Option<&'static str>,
    /// What it does: sentences, names in backticks.
    pub about: &'static str,
}

/// A setting of which the last value counts, and that has no option.
pub(super) const fn one(
    key: &'static str,
    form: Form,
    default: &'static [&'static str],
    about: &'static str,
) -> Setting {
    Setting { key, form, many: false, list: false, default, option: None, about }
}

/// A setting each value of which counts.
pub(super) const fn many(
    key: &'static str,
    form: Form,
    default: &'static [&'static str],
    about: &'static str,
) -> Setting {
    Setting { many: true, ..one(key, form, default, about) }
}

/// A setting the values of which make a list, in git's way.
pub(super) const fn list(
    key: &'static str,
    form: Form,
    default: &'static [&'static str],
    about: &'static str,
) -> Setting {
    Setting { list: true, ..many(key, form, default, about) }
}

impl Setting {
    pub(super) const fn option(self, option: &'static str) -> Self {
        Self { option: Some(option), ..self }
    }
}

impl Setting {
    /// The setting of that key, however its letters are written, as git has it.
    #[must_use]
    pub fn named(key: &str) -> Option<&'static Self> {
        SETTINGS.into_iter().find(|setting| setting.key.eq_ignore_ascii_case(key))
    }

    /// The setting whose key is most like one that there is not.
    #[must_use]
    pub fn nearest(key: &str) -> Option<&'static Self> {
        const ALIKE: f64 = 0.5;
        let name = |key: &str| {
            let (_, name) = key.split_once('.').unwrap_or_default();
            name.to_ascii_lowercase()
        };
        let wanted = name(key);
        let likeness = |setting: &'static Self| {
            (strsim::normalized_damerau_levenshtein(&name(setting.key), &wanted), setting)
        };
        let alike = SETTINGS.into_iter().map(likeness).filter(|(likeness, _)| *likeness >= ALIKE);
        alike.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, setting)| setting)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FINAL_NEWLINE, SANDBOX};
    use super::*;

    #[test]
    fn each_default_is_such_a_value() {
        for setting in SETTINGS {
            for value in setting.default {
                assert!(setting.form.accepts(value), "{}: {value}", setting.key);
            }
            assert!(setting.many || setting.default.len() < 2, "{}", setting.key);
        }
    }

    #[test]
    fn a_key_is_found_as_git_finds_it_and_a_slip_finds_its_neighbour() {
        let named = |key| Setting::named(key).map(|setting| setting.key);
        let nearest = |key| Setting::nearest(key).map(|setting| setting.key);
        assert_eq!(named("clada.allowroot"), Some("clada.allowRoot"));
        assert_eq!(named("clada.allowRoots"), None);
        assert_eq!(nearest("clada.allowroots"), Some("clada.allowRoot"));
        assert_eq!(nearest("clada.tiemout"), Some("clada.timeout"));
        assert_eq!(nearest("clada.qqqq"), None);
    }

    #[test]
    fn what_a_value_may_be_is_said_in_words() {
        assert_eq!(SANDBOX.form.expected(), "it may be `workspace`, `strict` or `off`");
        assert_eq!(FINAL_NEWLINE.form.expected(), "it may be `keep` or `add`");
    }
}
