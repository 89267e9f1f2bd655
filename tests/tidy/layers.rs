//! Which layers a file of `src/` reaches into, by the paths that it names.

use super::tokens::Token;

/// The flow, from left to right.
const FLOW: [&str; 8] =
    ["text", "syntax", "action", "policy", "workspace", "git", "history", "report"];

/// Whether a layer may import from another one.
///
/// `cli` may import what the engine's functions take and return, for it makes the one and prints
/// the other: a `Repo`, a `LandingMode`, a `Gate`, an `Operation`. It may not import the
/// workspace, in which files are changed: that is the engine's.
pub fn may_import(from: &str, what: &str) -> bool {
    if from == what || what == "base" {
        return true;
    }
    let place = |layer| FLOW.iter().position(|&known| known == layer);
    match (from, place(from), place(what)) {
        (_, Some(from), Some(what)) => what < from,
        // The library's root declares all layers; the binary's calls `cli`.
        ("engine", _, Some(_)) | ("lib" | "main", _, _) => true,
        ("cli", _, _) => what != "workspace",
        _ => false,
    }
}

/// What a file imports from: the line and the name of each item of the library's root that its
/// paths go through. `module` is the file's own path of modules.
pub fn imports(module: &[&str], tokens: &[(usize, Token)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inline = Inline::default();
    for (at, (_, token)) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after_path = before.is_some_and(|(_, token)| *token == Token::Path);
        let rest = tokens.get(at..).unwrap_or_default();
        inline.step(rest);
        if after_path {
            continue;
        }
        if token.is("crate") {
            found.extend(items(rest.get(1..).unwrap_or_default()));
        } else if token.is("super") {
            let supers = count_supers(rest);
            if supers == module.len() + inline.depth() {
                found.extend(items(rest.get(supers * 2 - 1..).unwrap_or_default()));
            }
        }
    }
    found
}

fn count_supers(mut rest: &[(usize, Token)]) -> usize {
    let mut count = 0;
    while let [(_, word), tail @ ..] = rest {
        if !word.is("super") {
            break;
        }
        count += 1;
        rest = match tail {
            [(_, Token::Path), tail @ ..] => tail,
            _ => break,
        };
    }
    count
}

/// The first names after a `::`: one, or those of a group in braces.
fn items(rest: &[(usize, Token)]) -> Vec<(usize, String)> {
    match rest {
        [(_, Token::Path), (line, Token::Word(name)), ..] => vec![(*line, name.clone())],
        [(_, Token::Path), (_, Token::Mark('{')), group @ ..] => in_group(group),
        _ => Vec::new(),
    }
}

fn in_group(group: &[(usize, Token)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut depth = 0;
    let mut first = true;
    for (line, token) in group {
        match token {
            Token::Mark('{') => depth += 1,
            Token::Mark('}') if depth == 0 => break,
            Token::Mark('}') => depth -= 1,
            Token::Mark(',') if depth == 0 => {
                first = true;
                continue;
            }
            Token::Word(name) if depth == 0 && first => found.push((*line, name.clone())),
            Token::Word(_) | Token::Path | Token::Mark(_) | Token::Text(_) => {}
        }
        first = false;
    }
    found
}

/// The modules written inline, such as `mod tests {`, around a place.
#[derive(Default)]
struct Inline {
    braces: usize,
    /// How many braces were open where each began.
    modules: Vec<usize>,
}

impl Inline {
    fn step(&mut self, rest: &[(usize, Token)]) {
        match rest {
            [(_, word), (_, Token::Word(_)), (_, Token::Mark('{')), ..] if word.is("mod") => {
                self.modules.push(self.braces);
            }
            [(_, Token::Mark('{')), ..] => self.braces += 1,
            [(_, Token::Mark('}')), ..] => {
                self.braces = self.braces.saturating_sub(1);
                if self.modules.last() == Some(&self.braces) {
                    self.modules.pop();
                }
            }
            _ => {}
        }
    }

    fn depth(&self) -> usize {
        self.modules.len()
    }
}
