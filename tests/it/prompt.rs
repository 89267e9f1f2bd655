//! `git clada prompt`: its texts, their length, and that what they teach is true.

use std::path::Path;

use git_clada::{
    action::{Caller, Catalogue, PromptOptions, Tool, ToolType, prompt},
    syntax::taught,
};

use crate::{
    env::{Clada, Repo, TestEnv},
    golden::check_all,
};

/// What the brief instructions may cost.
const BRIEF: usize = 500;

/// The actions that a response may ask for, now or once all are built.
fn actions(catalogue: &Catalogue, built: bool) -> Vec<&Tool> {
    let usable = |tool: &&Tool| tool.allows(Caller::Llm) && (tool.is_built() || !built);
    catalogue.tools().filter(usable).collect()
}

#[test]
fn the_instructions_are_as_recorded() {
    let catalogue = Catalogue::embedded();
    let actions = actions(&catalogue, true);
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("test-data/prompt");
    let mut goldens = Vec::new();
    for dialect in taught().iter().copied() {
        for (name, brief) in [("brief", true), ("full", false)] {
            let root = Some(Path::new("/home/me/project"));
            let text = prompt(&PromptOptions { dialect, actions: &actions, root, brief });
            goldens.push((top.join(format!("{}-{name}.md", dialect.name())), text));
        }
    }
    let goldens: Vec<_> = goldens.iter().map(|(path, text)| (&**path, &**text)).collect();
    check_all(&goldens);
}

#[test]
fn the_brief_instructions_keep_to_their_tokens_even_when_all_actions_are_built() {
    let catalogue = Catalogue::embedded();
    let actions = actions(&catalogue, false);
    let root = Path::new("/home/somebody/projects/a-repository-with-a-long-name");
    for dialect in taught().iter().copied() {
        let options = PromptOptions { dialect, actions: &actions, root: Some(root), brief: true };
        let text = prompt(&options);
        for (name, tokenizer) in [
            ("cl100k", tiktoken_rs::cl100k_base_singleton()),
            ("o200k", tiktoken_rs::o200k_base_singleton()),
        ] {
            let tokens = tokenizer.encode_ordinary(&text).len();
            assert!(tokens < BRIEF, "{}: {tokens} tokens by {name}\n{text}", dialect.name());
        }
    }
}

#[test]
fn the_examples_do_what_they_show_in_every_dialect() {
    for dialect in taught() {
        let env = TestEnv::new();
        let repo = env.repo().file("README.md", "# hello\n").commit();
        for brief in [&["--brief"][..], &[]] {
            let args = ["prompt", "--syntax", dialect.name()];
            let text = repo.clada(&[&args, brief].concat()).exits(0).stdout;
            repo.clada(&["check"]).stdin(text.clone()).exits(0);
            let result = repo.apply(&text).arg("--yes").arg("--format").arg("json").exits(0).json();
            assert_eq!(
                (&result["success"], &result["warnings"]),
                (&true.into(), &[(); 0][..].into())
            );
            let applied = result["executedActions"].as_u64().expect("a number");
            assert!(applied >= if brief.is_empty() { 4 } else { 1 }, "{applied}");
            let content = repo.text("src/hello.py");
            assert!(content.ends_with(")\n"), "no line break at the end: {content:?}");
        }
        assert_eq!(repo.text("src/hello.py"), "name = input()\nprint(f\"hello {name}\")\n");
    }
}

#[test]
fn every_family_that_is_built_has_an_example() {
    let catalogue = Catalogue::embedded();
    let actions = actions(&catalogue, true);
    for kind in [ToolType::Write, ToolType::Read, ToolType::Dynamic, ToolType::Meta] {
        let mut family = actions.iter().filter(|tool| tool.kind == kind).peekable();
        let any = family.peek().is_none() || family.any(|tool| tool.example.is_some());
        assert!(any, "{kind:?}");
    }
}

#[test]
fn the_root_is_named_where_there_is_one() {
    let env = TestEnv::new();
    let repo = env.repo().folder("sub").commit();
    let root = repo.dir().to_str().expect("UTF-8");
    let inside = Clada::new(&env, &repo.path("sub"), &["prompt"]).exits(0).stdout;
    assert!(inside.contains(&format!("the repository's root, `{root}`.")), "{inside}");
    let outside = Clada::new(&env, env.root(), &["prompt"]).exits(0).stdout;
    assert!(!outside.contains("root"), "{outside}");
    assert_eq!(outside, Clada::new(&env, env.root(), &["prompt"]).exits(0).stdout);
}

#[test]
fn only_actions_that_were_asked_for_are_taught() {
    let env = TestEnv::new();
    let repo: Repo<'_> = env.repo().commit();
    let text = repo.clada(&["prompt", "--actions", "file_read, file_delete"]).exits(0).stdout;
    assert!(text.contains("`file_delete`: ") && text.contains("`file_read`: "), "{text}");
    assert!(!text.contains("file_write"), "{text}");
    assert!(text.contains("\naction = \"file_delete\"\n"), "there is an example: {text}");
    repo.clada(&["prompt", "--actions", "file_wrte"])
        .exits(2)
        .says(&["did you mean `file_write`?"]);
    repo.clada(&["prompt", "--actions", "undo"]).exits(2).says(&["`undo` is not for a response"]);
    let code = repo.clada(&["prompt", "--actions", "exec"]).exits(0).stdout;
    assert!(code.contains("lang = \"bash\""), "{code}");
    repo.clada(&["prompt", "--syntax", "yaml"]).exits(2).says(&["sham, nesl"]);
}
