//! Patterns of `.gitignore`, as far as the cases use them, and globs.

use std::path::Path;

/// Whether a path is ignored: the nearest `.gitignore` with a word on it decides, and in it the
/// last pattern that matches.
pub(super) fn is_ignored(top: &Path, rel: &[u8], is_dir: bool) -> bool {
    let rel = String::from_utf8_lossy(rel).into_owned();
    let parts: Vec<&str> = rel.split('/').collect();
    for depth in (0..parts.len()).rev() {
        let (above, below) = parts.split_at(depth);
        let file = top.join(above.join("/")).join(".gitignore");
        let content = if file.is_symlink() { None } else { fs_err::read(&file).ok() };
        let content = content.unwrap_or_default();
        let content = String::from_utf8_lossy(&content);
        let content = content.strip_prefix('\u{feff}').unwrap_or(&content).to_owned();
        let matching = content.split('\n').rev().find(|line| says(line, below, is_dir).is_some());
        if let Some(line) = matching {
            return says(line, below, is_dir) == Some(true);
        }
    }
    false
}

/// Whether a pattern ignores a path (or takes it in again); `None` where it does not match.
fn says(line: &str, path: &[&str], is_dir: bool) -> Option<bool> {
    let line = line.trim_end();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (ignores, line) = line.strip_prefix('!').map_or((true, line), |rest| (false, rest));
    let (only_dirs, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
    let anchored = line.contains('/');
    let line = line.strip_prefix('/').unwrap_or(line);
    let name = path.last().copied().unwrap_or_default();
    let matches = if anchored { glob(line, &path.join("/")) } else { glob(line, name) };
    // `x/**` is what is in the directory, not itself.
    let matches = matches && (!line.ends_with("/**") || path.join("/") + "/**" != line);
    (matches && (is_dir || !only_dirs)).then_some(ignores)
}

/// Whether a glob matches a path, component by component.
pub(super) fn glob(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.strip_prefix("./").unwrap_or(pattern).split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    components(&pattern, &path)
}

fn components(pattern: &[&str], path: &[&str]) -> bool {
    match (pattern, path) {
        ([], []) => true,
        (["**"], path) => !path.is_empty(),
        (["**", rest @ ..], path) => (0..=path.len()).any(|skip| components(rest, &path[skip..])),
        ([first, rest @ ..], [name, path @ ..]) => {
            let (first, name): (Vec<char>, Vec<char>) =
                (first.chars().collect(), name.chars().collect());
            characters(&first, &name) && components(rest, path)
        }
        _ => false,
    }
}

fn characters(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        (['*', rest @ ..], name) => (0..=name.len()).any(|skip| characters(rest, &name[skip..])),
        (['?', rest @ ..], [_, name @ ..]) => characters(rest, name),
        ([first, rest @ ..], [next, name @ ..]) => first == next && characters(rest, name),
        _ => false,
    }
}
