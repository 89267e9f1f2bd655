//! What a dialect writes of an action is read as the same action.

use std::borrow::Cow;

use git_clada::{
    syntax::{Dialect, Wording, parse, parse_only, render},
    text::Response,
};
use proptest::{collection::vec, prelude::*, sample::select};

/// Parts of texts that look like the markers of some dialect.
const PIECES: &[&str] = &[
    "a",
    "b c",
    " ",
    "\n",
    "\n",
    "\r\n",
    "\u{feff}",
    "é",
    "\"",
    "'",
    "=======\n",
    "<<<<<<< HEAD\n",
    ">>>>>>> main\n",
    ">>>>>>> END\n",
    "<<<<<<< RUN\n",
    "]]>",
    "]]&gt;",
    "]]",
    "<![CDATA[",
    "&amp;",
    "<write path=\"a\">",
    "<<<END>>>\n",
    "<<<FILE>>>\n",
    "<<<REPLACE>>>\n",
    "EOT_SHAM_baa\n",
    "EOT_baa",
    ":=",
    "=>",
    "#!END_SHAM_baa\n",
    "\\",
];

fn text() -> impl Strategy<Value = String> {
    vec(select(PIECES), 0..8).prop_map(|pieces| pieces.concat())
}

/// An action that some dialects can say.
fn action() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let path = select(&["a.txt", "src/é b.rs", "it's", "say \"a\""][..]).prop_map(str::to_owned);
    let count = (1..4).prop_map(|count: i32| count.to_string());
    (0..7, path, [text(), text(), text()], count).prop_map(|(kind, path, texts, count)| {
        let [one, two, three] = texts;
        let named = |action: &str| vec![("action", action.to_owned()), ("path", path.clone())];
        let with = |action, more: Vec<(&'static str, String)>| [named(action), more].concat();
        match kind {
            0 => with("file_write", vec![("content", one)]),
            1 => with("file_append", vec![("content", one)]),
            2 => with("file_replace_text", vec![("old_text", one), ("new_text", two)]),
            3 => with(
                "file_replace_all_text",
                vec![("old_text", one), ("new_text", two), ("count", count)],
            ),
            4 => with(
                "file_replace_span",
                vec![("start_text", one), ("end_text", two), ("new_text", three), ("count", count)],
            ),
            5 => vec![("action", "run".to_owned()), ("command", one)],
            _ => vec![
                ("action", "file_move".to_owned()),
                ("old_path", path.clone()),
                ("new_path", one),
            ],
        }
    })
}

fn task(fields: &[(&'static str, String)]) -> Wording<'static> {
    let fields = fields.iter();
    Wording {
        fields: fields.map(|(key, value)| ((*key).into(), value.clone().into())).collect(),
        note: None,
    }
}

/// The fields in one order, with one spelling of an edit of one place.
fn meaning(task: &Wording<'_>) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> =
        task.fields.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let once = ("action".to_owned(), "file_replace_text".to_owned());
    if let Some(action) = fields.iter_mut().find(|field| **field == once) {
        "file_replace_all_text".clone_into(&mut action.1);
        fields.push(("count".to_owned(), "1".to_owned()));
    }
    fields.sort();
    fields
}

fn read(text: &str, dialect: Option<Dialect>) -> Vec<Vec<(String, String)>> {
    let response = Response::new("r.md", text.as_bytes().to_vec()).expect("a response");
    let parsed = match dialect {
        None => parse(&response),
        Some(dialect) => parse_only(&response, dialect),
    };
    let tasks = parsed.blocks.iter().map(|block| {
        assert!(!block.has_errors, "{:?}\n{text}", parsed.problems);
        let fields = block.fields.iter();
        let fields = fields.map(|it| (Cow::from(it.key.value), it.value.value.clone()));
        meaning(&Wording { fields: fields.collect(), note: None })
    });
    tasks.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_rendered_is_read_as_the_same_actions(
        actions in vec(action(), 1..4),
        dialect in select(Dialect::ALL),
    ) {
        let tasks: Vec<Wording<'_>> = actions.iter().map(|fields| task(fields)).collect();
        let wanted: Vec<_> = tasks.iter().map(meaning).collect();
        let sequence = vec![tasks.clone()];
        let apart: Vec<Vec<Wording<'_>>> = tasks.into_iter().map(|task| vec![task]).collect();
        for groups in [sequence, apart] {
            let Ok(text) = render(dialect, &groups) else {
                prop_assert!(!matches!(dialect, Dialect::Sham | Dialect::Nesl), "{:?}", actions);
                continue;
            };
            prop_assert_eq!(&read(&text, Some(dialect)), &wanted, "{}", text);
            prop_assert_eq!(&read(&text, None), &wanted, "{}", text);
        }
    }
}

#[test]
fn each_dialect_says_most_of_what_it_has_blocks_for() {
    let plain = |action: &'static str, more: &[(&'static str, &str)]| {
        let mut fields = vec![("action", action.to_owned())];
        fields.extend(more.iter().map(|(key, value)| (*key, (*value).to_owned())));
        task(&fields)
    };
    let write = plain("file_write", &[("path", "a"), ("content", "x\n]]> ]]&gt;\n")]);
    let edit = plain("file_replace_text", &[("path", "a"), ("old_text", "x"), ("new_text", "y")]);
    let run = plain("run", &[("command", "ls"), ("dir", "src")]);
    let patches = [Dialect::Aider, Dialect::ApplyPatch, Dialect::Diff];
    for dialect in Dialect::ALL.iter().copied().filter(|dialect| !patches.contains(dialect)) {
        let says = |task: &Wording<'_>| render(dialect, &[vec![task.clone()]]);
        assert!(says(&write).is_ok() && says(&edit).is_ok(), "{dialect:?}");
        let told = says(&run).map_err(|error| error.to_string());
        let why = "replacer cannot say task 1, `run`: it is neither an edit of one place nor a whole \
                   file";
        let expected = if dialect == Dialect::Replacer { Some(why) } else { None };
        assert_eq!(told.err().as_deref(), expected);
    }
    let open = plain("file_write", &[("path", "a"), ("content", "no line break")]);
    let told = render(Dialect::Markers, &[vec![write.clone(), open]]).map_err(|it| it.to_string());
    let why = "markers cannot say task 2, `file_write`: a file that is written here ends in a line \
               break, or is empty";
    assert_eq!(told, Err(why.to_owned()));
}
