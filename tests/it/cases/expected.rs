//! What must come of a case, and how it is compared with what came.

use serde_json::{Map, Value};

/// Stands for any value.
const ANY: &str = "<any>";

/// Puts the worktree's path where `<top>` stands, and long texts where `repeat` does.
pub(super) fn expanded(value: Value, top: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace("<top>", top)),
        Value::Array(list) => list.into_iter().map(|one| expanded(one, top)).collect(),
        Value::Object(map) => repeated(&map).unwrap_or_else(|| {
            map.into_iter().map(|(key, value)| (key, expanded(value, top))).collect()
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// `{"repeat": TEXT, "times": N}`.
fn repeated(map: &Map<String, Value>) -> Option<Value> {
    let times = usize::try_from(map.get("times")?.as_u64()?).ok()?;
    Some(map.get("repeat")?.as_str()?.repeat(times).into())
}

/// Says what a case of a strict table leaves open that it must tell.
pub(super) fn left_open(wanted: &Value) -> Option<&'static str> {
    let has = |key| wanted.get(key).is_some();
    if is_whole(wanted) {
        return None;
    }
    match wanted["success"].as_bool() {
        None => Some("`success` must be told"),
        Some(true) if !has("data") => Some("a success must tell its `data`"),
        Some(false) if !has("code") || !has("error") => {
            Some("a failure must tell its `code` and `error`")
        }
        Some(_) => None,
    }
}

/// Compares what came of the last response with what is wanted of it.
pub(super) fn check(wanted: &Value, result: &Value) -> Result<(), String> {
    let found = if is_whole(wanted) { result } else { last(result) };
    match differs(wanted, found, "") {
        None => Ok(()),
        Some(said) => Err(format!("{said}\nin {}", shortened(&format!("{result:#}")))),
    }
}

/// The result of the last action that was tried; null where there is none.
pub(super) fn last(result: &Value) -> &Value {
    result["results"].as_array().and_then(|results| results.last()).unwrap_or(&Value::Null)
}

fn is_whole(wanted: &Value) -> bool {
    wanted.get("results").is_some() || wanted.get("parseErrors").is_some()
}

/// Says where `found` is not what `wanted` mentions.
fn differs(wanted: &Value, found: &Value, at: &str) -> Option<String> {
    let exact = matches!(at.rsplit('.').next(), Some("data" | "params"));
    match (wanted, found) {
        (Value::String(any), Value::Null) if any == ANY => Some(format!("{at} is absent")),
        (Value::String(any), _) if any == ANY => None,
        (Value::Object(wanted), Value::Object(found)) => {
            let more = found.keys().find(|key| exact && !wanted.contains_key(*key));
            more.map(|key| format!("{at}.{key} is not wanted")).or_else(|| {
                wanted.iter().find_map(|(key, wanted)| {
                    differs(wanted, found.get(key).unwrap_or(&Value::Null), &format!("{at}.{key}"))
                })
            })
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            wanted.iter().zip(found).enumerate().find_map(|(index, (wanted, found))| {
                differs(wanted, found, &format!("{at}[{index}]"))
            })
        }
        _ => (wanted != found)
            .then(|| shortened(&format!("{at} is {found}, not {wanted}")).to_owned()),
    }
}

/// Enough of a text to see what it is.
pub(super) fn shortened(text: &str) -> &str {
    text.get(..text.floor_char_boundary(6000)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_case_mentions_must_be_there_and_data_is_exact() {
        let found = json!({"success": true, "data": {"path": "a", "n": 1}, "list": [{"x": 1}]});
        let same = |wanted: Value| differs(&wanted, &found, "").is_none();
        assert!(same(json!({"success": true, "error": null, "list": [{}]})));
        assert!(same(json!({"data": {"path": "a", "n": "<any>"}, "list": "<any>"})));
        assert!(!same(json!({"data": {"path": "a"}})));
        assert!(!same(json!({"data": {"path": "a", "n": 1, "m": 2}})));
        assert!(!same(json!({"list": []})));
        assert!(!same(json!({"success": true, "error": "e"})));
        assert!(!same(json!({"error": "<any>"})));
        assert!(!same(json!({"list": [{"x": null}]})));
    }

    #[test]
    fn a_strict_table_tells_data_code_and_error() {
        for open in [
            json!({}),
            json!({"success": true}),
            json!({"success": false, "code": "ENOENT"}),
            json!({"success": false, "error": "e"}),
        ] {
            assert!(left_open(&open).is_some(), "{open}");
        }
        assert_eq!(left_open(&json!({"success": true, "data": {}})), None);
        assert_eq!(left_open(&json!({"parseErrors": []})), None);
    }

    #[test]
    fn places_and_long_texts_are_put_in() {
        let value = json!({"a": ["<top>/x", {"repeat": "ab", "times": 2}], "n": 1});
        assert_eq!(expanded(value, "/r"), json!({"a": ["/r/x", "abab"], "n": 1}));
    }
}
