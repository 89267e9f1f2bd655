//! Settings are read by the names that their table gives them, and each of the table is read.

use super::tokens::Token;
use super::{Source, hold, sources};

#[test]
fn a_setting_is_read_by_its_name_in_the_table() {
    hold(|source| if source.path.starts_with("src/") { keys(source) } else { Vec::new() });
    let sources = sources();
    let table = sources.iter().find(|source| source.path == TABLE).expect("the table");
    let named = table.tokens.windows(2).filter_map(|window| match window {
        [(_, word), (_, Token::Word(name))] if word.is("static") && name != "SETTINGS" => {
            Some(name)
        }
        _ => None,
    });
    let code = || sources.iter().filter(|source| !source.path.starts_with(SETTINGS));
    let code = || code().filter(|source| source.path.starts_with("src/"));
    let is_read =
        |name: &str| code().any(|source| source.tokens.iter().any(|(_, token)| token.is(name)));
    let named: Vec<&String> = named.collect();
    assert!(named.len() > 10, "no settings found");
    let idle: Vec<_> = named.into_iter().filter(|name| !is_read(name)).collect();
    assert!(idle.is_empty(), "nothing reads {idle:?}");
}

/// Where the settings are, and their table.
const SETTINGS: &str = "src/base/settings/";
const TABLE: &str = "src/base/settings/table.rs";

/// Keys of settings that are written out, so that the table need not have them.
pub fn keys(source: &Source) -> Vec<String> {
    if source.path.starts_with(SETTINGS) {
        return Vec::new();
    }
    let is_key = |text: &str| {
        let name = text.strip_prefix("clada.");
        name.is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
    };
    let texts = source.tokens.iter().filter_map(|(line, token)| {
        let Token::Text(text) = token else { return None };
        is_key(text).then_some((*line, text))
    });
    texts.map(|(line, key)| source.at(line, &format!("`{key}` belongs in {TABLE}"))).collect()
}
