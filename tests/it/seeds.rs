//! Single actions and what comes of them: `test-data/seeds/*.md`, whose README tells the form.

use std::path::Path;

use serde_json::Value;

use crate::env::{Repo, TestEnv};

/// One fence of a case.
struct Fence<'t> {
    /// The words behind the backticks.
    info: Vec<&'t str>,
    /// What stands between its lines, without the last line break.
    content: String,
}

#[test]
fn the_actions_of_every_case_do_what_it_says() {
    let mut count = 0;
    let mut failed = Vec::new();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/seeds");
    for entry in fs_err::read_dir(top).expect("the cases") {
        let path = entry.expect("an entry").path();
        if path.ends_with("README.md") {
            continue;
        }
        let text = fs_err::read_to_string(&path).expect("cases");
        for (name, fences) in cases(&text) {
            count += 1;
            if let Err(said) = check(&fences) {
                failed.push(format!("{}: {name}\n{said}", path.display()));
            }
        }
    }
    assert!(count >= 50, "only {count} cases were found");
    assert!(failed.is_empty(), "{} of {count} cases:\n{}", failed.len(), failed.join("\n"));
}

/// The cases of a page: each `### name` and the fences up to the next.
fn cases(text: &str) -> Vec<(&str, Vec<Fence<'_>>)> {
    let mut cases: Vec<(&str, Vec<Fence<'_>>)> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("### ") {
            cases.push((name, Vec::new()));
        } else if let Some(info) = line.strip_prefix("```") {
            let content: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            let fence = Fence { info: info.split(' ').collect(), content: content.join("\n") };
            cases.last_mut().expect("a fence stands below a name").1.push(fence);
        }
    }
    cases
}

fn check(fences: &[Fence<'_>]) -> Result<(), String> {
    let env = TestEnv::new();
    let mut repo = env.repo();
    let mut result = Value::Null;
    for fence in fences {
        match fence.info.as_slice() {
            ["before", path, how @ ..] => repo = repo.file(path, content(fence, how)),
            ["sh", "sham"] => {
                repo = repo.commit();
                result = applied(&repo, &fence.content)?;
            }
            ["after", path, how @ ..] => check_file(&repo, path, &content(fence, how))?,
            ["gone", path] if repo.exists(path) => return Err(format!("`{path}` is there")),
            ["gone", _] => {}
            ["json"] => return check_result(&fence.content, &result),
            info => panic!("unknown fence {info:?}"),
        }
    }
    panic!("a case ends with a json fence")
}

fn content(fence: &Fence<'_>, how: &[&str]) -> String {
    match how {
        [] => fence.content.clone(),
        ["escaped"] => serde_json::from_str(&fence.content).expect("a JSON string"),
        other => panic!("unknown words {other:?}"),
    }
}

fn applied(repo: &Repo<'_>, response: &str) -> Result<Value, String> {
    let run = repo.clada(&["apply", "--format", "json", "-"]).stdin(response).run();
    let result: Value = serde_json::from_str(&run.stdout)
        .map_err(|error| format!("{error}: {}\n{}", run.stdout, run.stderr))?;
    let status = i32::from(result["success"] != true);
    if run.status != Some(status) {
        return Err(format!("exit status {:?}: {}\n{}", run.status, run.stdout, run.stderr));
    }
    Ok(result)
}

fn check_file(repo: &Repo<'_>, path: &str, wanted: &str) -> Result<(), String> {
    if !repo.exists(path) {
        return Err(format!("`{path}` is not there"));
    }
    let found = repo.text(path);
    if found == wanted { Ok(()) } else { Err(format!("`{path}` is {found:?}, not {wanted:?}")) }
}

fn check_result(wanted: &str, result: &Value) -> Result<(), String> {
    let wanted: Value = serde_json::from_str(wanted).expect("JSON");
    let whole = wanted.get("results").is_some() || wanted.get("parseErrors").is_some();
    let last = result["results"].as_array().and_then(|results| results.last());
    let found = if whole { result } else { last.unwrap_or(&Value::Null) };
    match differs(&wanted, found, "") {
        None => Ok(()),
        Some(said) => Err(format!("{said}\nin {result:#}")),
    }
}

/// Says where `found` is not what `wanted` mentions.
fn differs(wanted: &Value, found: &Value, at: &str) -> Option<String> {
    let plain = || (wanted != found).then(|| format!("{at} is {found}, not {wanted}"));
    let key = at.rsplit('.').next();
    match (wanted, found) {
        (Value::Object(_), _) if matches!(key, Some("data" | "params")) => plain(),
        (Value::Object(wanted), Value::Object(found)) => wanted.iter().find_map(|(key, wanted)| {
            differs(wanted, found.get(key).unwrap_or(&Value::Null), &format!("{at}.{key}"))
        }),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            wanted.iter().zip(found).enumerate().find_map(|(index, (wanted, found))| {
                differs(wanted, found, &format!("{at}[{index}]"))
            })
        }
        _ => plain(),
    }
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
        assert!(!same(json!({"data": {"path": "a"}})));
        assert!(!same(json!({"list": []})));
        assert!(!same(json!({"success": true, "error": "e"})));
        assert!(!same(json!({"list": [{"x": null}]})));
    }
}
