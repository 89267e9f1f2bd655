//! `git clada actions`: the catalogue as a table, one action in full, JSON Schemas, YAML.

use std::path::{Path, PathBuf};

use git_clada::{
    action::{Caller, Catalogue, Tool, json_schema, validate},
    report::{TextOptions, action_detail, action_table},
    syntax::parse,
    text::Response,
};
use serde_json::{Value, json};

use crate::{
    env::{Clada, Run, TestEnv},
    golden::check_all,
};

fn actions(args: &[&str], status: i32) -> Run {
    let env = TestEnv::new();
    Clada::new(&env, env.root(), &[&["actions"], args].concat()).exits(status)
}

#[test]
fn the_table_and_an_action_are_drawn_as_recorded() {
    let catalogue = Catalogue::embedded();
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/actions");
    let mut goldens: Vec<(PathBuf, String)> = Vec::new();
    for (name, width, colour) in [("80", 80, false), ("200", 200, false), ("colour", 80, true)] {
        let options = TextOptions { width, colour, unicode: true };
        goldens.push((top.join(format!("table-{name}.txt")), action_table(&catalogue, &options)));
        let mut all = String::new();
        for tool in ["file_replace_text", "exec", "git_squash", "context_list", "undo"] {
            all += &action_detail(catalogue.tool(tool).expect("there"), &options);
            all += "\n";
        }
        goldens.push((top.join(format!("detail-{name}.txt")), all));
    }
    for (path, text) in &goldens {
        let width = if path.ends_with("table-200.txt") || path.ends_with("detail-200.txt") {
            200
        } else {
            80
        };
        let too_wide =
            text.lines().find(|line| !line.contains('\x1b') && line.chars().count() > width);
        assert_eq!(too_wide, None, "{}", path.display());
    }
    let goldens: Vec<_> = goldens.iter().map(|(path, text)| (&**path, &**text)).collect();
    check_all(&goldens);
}

#[test]
fn every_schema_is_one_by_the_metaschema() {
    let all = actions(&["--format", "json"], 0).json();
    let names: Vec<&str> =
        all["actions"].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(names, Catalogue::embedded().names().collect::<Vec<_>>());
    assert_eq!(all["version"], 1);
    for (name, schema) in all["actions"].as_object().expect("an object") {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        if let Err(error) = jsonschema::meta::validate(schema) {
            panic!("{name}: {error}");
        }
        assert_eq!(&actions(&[name, "--format", "json"], 0).json(), schema, "alone: {name}");
    }
}

fn is_valid(tool: &Tool, params: &Value) -> bool {
    jsonschema::draft202012::new(&json_schema(tool)).expect("a schema").is_valid(params)
}

#[test]
fn a_schema_takes_what_validation_takes() {
    let catalogue = Catalogue::embedded();
    for tool in catalogue.tools().filter(|tool| tool.is_built() && tool.allows(Caller::Llm)) {
        let Some(example) = &tool.example else { continue };
        let response = Response::new("e.md", example.clone().into_bytes()).expect("valid");
        let parsed = parse(&response);
        let found = validate(0, &parsed.blocks[0], &response, Caller::Llm, &catalogue);
        let params = Value::Object(found.action.expect("sound").params);
        assert!(is_valid(tool, &params), "{}: {params}", tool.name);
        for parameter in tool.parameters.iter().filter(|parameter| parameter.required) {
            let mut without = params.clone();
            without.as_object_mut().expect("an object").remove(&parameter.name);
            assert!(!is_valid(tool, &without), "{} without {}", tool.name, parameter.name);
        }
    }
    for (tool, params, valid) in [
        ("file_edit", json!({"path": "a", "old_text": "b", "new_text": "", "count": 2}), true),
        ("file_edit", json!({"path": "a", "old_text": "b", "new_text": "", "count": "2"}), false),
        ("file_write", json!({"path": "", "content": ""}), false),
        ("file_write", json!({"path": "a", "content": "", "mode": "644"}), true),
        ("exec", json!({"code": "1", "lang": "python", "return_output": false}), true),
        ("exec", json!({"code": "1", "lang": "perl"}), false),
        ("git_squash", json!({"mode": "auto_ai"}), true),
        ("git_squash", json!({"mode": "hours"}), false),
        ("git_squash", json!({"mode": "hours", "hours": 3}), true),
        ("context_list", json!({}), true),
    ] {
        let tool = catalogue.tool(tool).expect("there");
        assert_eq!(is_valid(tool, &params), valid, "{}: {params}", tool.name);
    }
}

#[test]
fn yaml_is_the_catalogues_own() {
    let whole = actions(&["--format", "yaml"], 0).stdout;
    assert_eq!(
        Catalogue::parse(&whole).expect("sound").names().count(),
        Catalogue::embedded().names().count()
    );
    let one = actions(&["dir_delete", "--format", "yaml"], 0).stdout;
    assert!(one.starts_with("dir_delete:\n  type: write\n"), "{one}");
    assert!(one.ends_with("data?: {path: string}}\n"), "{one}");
}

#[test]
fn a_name_that_there_is_not_leads_to_the_nearest() {
    for format in ["text", "json", "yaml"] {
        let run = actions(&["write_file", "--format", format], 2);
        run.says(&["there is no action `write_file`", "did you mean `file_write`?"]);
        assert_eq!(run.stdout, "");
    }
    actions(&["send_email"], 2).says(&["`git clada actions` lists them"]);
    actions(&["file_write", "--format", "xml"], 2);
}
