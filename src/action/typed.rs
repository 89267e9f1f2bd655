//! Reads a value, which is always a string, as what its parameter's type says.

use serde_json::Value;

use crate::action::{Format, Parameter, ParameterType};

/// Why a value is not of its parameter's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mismatch {
    /// What is wrong, exactly as specified.
    pub(crate) message: String,
    /// The type: `integer`, `boolean`, `enum[a,b]`, `absolute_path`.
    pub(crate) expected: String,
}

/// The value as JSON has it.
pub(crate) fn typed(parameter: &Parameter, text: &str) -> Result<Value, Mismatch> {
    match parameter.kind {
        ParameterType::String => string(parameter, text),
        ParameterType::Integer => integer(text).map(Value::from).ok_or_else(|| Mismatch {
            message: format!("Invalid integer value: {text}"),
            expected: "integer".to_owned(),
        }),
        ParameterType::Boolean => boolean(text).map(Value::from).ok_or_else(|| Mismatch {
            message: format!("Invalid boolean value: {text}"),
            expected: "boolean".to_owned(),
        }),
        ParameterType::Enum => one_of(&parameter.values, text),
    }
}

/// Reads an integer in its shortest form: no `+`, no leading zero, no `-0`, and no more than 64
/// bits hold.
pub(crate) fn integer(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Reads `true` or `false`.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn string(parameter: &Parameter, text: &str) -> Result<Value, Mismatch> {
    if parameter.format == Some(Format::AbsolutePath) && text.is_empty() {
        return Err(Mismatch {
            message: format!("Invalid absolute path: {text}"),
            expected: "absolute_path".to_owned(),
        });
    }
    Ok(Value::from(text))
}

fn one_of(values: &[String], text: &str) -> Result<Value, Mismatch> {
    if values.iter().any(|value| value == text) {
        return Ok(Value::from(text));
    }
    Err(Mismatch {
        message: format!("Invalid enum value: {text}. Allowed: {}", values.join(", ")),
        expected: format!("enum[{}]", values.join(",")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_taken_in_their_shortest_form_only() {
        for (text, number) in [
            ("0", 0),
            ("-1", -1),
            ("42", 42),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(integer(text), Some(number), "{text:?}");
        }
        let refused = ["", "-", "-0", "+5", "007", "5.5", "5.0", "1e3", " 5", "5 ", "30s", "0x1"];
        for text in refused.into_iter().chain(["٣", "9223372036854775808", "1_000"]) {
            assert_eq!(integer(text), None, "{text:?}");
        }
    }

    #[test]
    fn booleans_are_lower_case_words() {
        assert_eq!([boolean("true"), boolean("false")], [Some(true), Some(false)]);
        for text in ["True", "yes", "1", "", " true"] {
            assert_eq!(boolean(text), None, "{text:?}");
        }
    }
}
