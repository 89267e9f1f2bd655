//! Listing, globbing and searching.

use std::{
    ffi::OsStr,
    io::ErrorKind,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::{Outcome, Plain, called, failed, fault, ignore, param};
use crate::action::Action;

impl Plain {
    pub(super) fn look(&self, action: &Action) -> Outcome {
        match action.name {
            "ls" => self.list(param(action, "path")),
            "glob" => self.glob(action),
            "grep" => self.grep(action),
            name => panic!("{name} is not built"),
        }
    }

    fn list(&self, path: &str) -> Outcome {
        let mut names = Vec::new();
        for entry in fs_err::read_dir(self.at(path)).map_err(called("scandir", path))? {
            names.push(entry.map_err(called("scandir", path))?);
        }
        names.sort_by_key(fs_err::DirEntry::file_name);
        let entry = |entry: &fs_err::DirEntry| {
            let metadata = entry.metadata().expect("there");
            let (kind, size) = match metadata {
                metadata if metadata.is_dir() => ("directory", 0),
                metadata if metadata.is_symlink() => ("symlink", metadata.len()),
                metadata => ("file", metadata.len()),
            };
            json!({"name": entry.file_name().to_string_lossy(), "type": kind, "size": size})
        };
        Ok(json!({"entries": names.iter().map(entry).collect::<Vec<_>>()}))
    }

    fn glob(&self, action: &Action) -> Outcome {
        let (pattern, base) = (param(action, "pattern"), param(action, "base_path"));
        let found = self.files(base).map_err(called("scandir", base))?;
        let base = self.real(base);
        let below = |file: &&PathBuf| ignore::glob(pattern, &below(&base, file));
        let paths: Vec<String> = found.iter().filter(below).map(|file| self.shown(file)).collect();
        Ok(json!({"paths": paths}))
    }

    fn grep(&self, action: &Action) -> Outcome {
        let (pattern, path) = (param(action, "pattern"), param(action, "path"));
        let regex = action.get("regex") == Some("true");
        if pattern.is_empty() {
            return fault("PATTERN_INVALID", "grep: pattern cannot be empty");
        }
        if pattern.contains('\n') {
            let error = "grep: pattern holds a line break, and lines are searched one by one";
            return fault("PATTERN_INVALID", error);
        }
        if pattern == "(" && regex {
            let error = "grep: Invalid regular expression '(' at column 1: unclosed group";
            return fault("PATTERN_INVALID", error);
        }
        if !self.at(path).is_dir() {
            let bytes = fs_err::read(self.at(path)).map_err(called("open", path))?;
            let shown = self.shown(&self.real(path));
            if bytes.contains(&0) {
                let skipped = json!({"path": shown, "error": "the file is binary"});
                return Ok(json!({"matches": [], "skipped": [skipped]}));
            }
            return Ok(json!({"matches": matches(&shown, &bytes, pattern, regex)}));
        }
        let mut found = Vec::new();
        for file in self.files(path).map_err(|error| failed(error.kind(), "open", path))? {
            if file.is_symlink() {
                continue;
            }
            let bytes = fs_err::read(&file).expect("read");
            let below = below(&self.real(path), &file);
            let name = below.rsplit('/').next().unwrap_or_default();
            let included = action.get("include").is_none_or(|include| {
                ignore::glob(include, if include.contains('/') { &below } else { name })
            });
            if included && !bytes.contains(&0) {
                found.extend(matches(&self.shown(&file), &bytes, pattern, regex));
            }
        }
        Ok(json!({"matches": found}))
    }

    /// The files below a directory that are not ignored, in the order of their paths' bytes.
    fn files(&self, base: &str) -> std::io::Result<Vec<PathBuf>> {
        if fs_err::metadata(self.at(base))?.is_file() {
            return Err(ErrorKind::NotADirectory.into());
        }
        let mut files = Vec::new();
        let mut dirs = vec![self.real(base)];
        while let Some(dir) = dirs.pop() {
            for entry in fs_err::read_dir(&dir)? {
                let path = entry?.path();
                let rel = path.strip_prefix(self.top()).expect("below the top");
                let is_dir = path.is_dir() && !path.is_symlink();
                if ignore::is_ignored(self.top(), rel.as_os_str().as_bytes(), is_dir) {
                    continue;
                }
                if is_dir { dirs.push(path) } else { files.push(path) }
            }
        }
        files.sort_by(|one, other| bytes(one).cmp(bytes(other)));
        Ok(files)
    }

    fn real(&self, path: &str) -> PathBuf {
        self.resolve(path, true).expect("an end of links").real
    }

    fn shown(&self, file: &Path) -> String {
        file.strip_prefix(self.top()).expect("below the top").to_string_lossy().into_owned()
    }
}

fn below(base: &Path, file: &Path) -> String {
    file.strip_prefix(base).expect("below the base").to_string_lossy().into_owned()
}

fn bytes(path: &Path) -> &[u8] {
    OsStr::as_bytes(path.as_os_str())
}

/// The lines that hold a text, or that a simple expression matches.
fn matches(file: &str, content: &[u8], pattern: &str, regex: bool) -> Vec<Value> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let mut lines: Vec<&[u8]> = content.split(|&byte| byte == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    let mut found = Vec::new();
    let count = lines.len();
    for (number, line) in (1..).zip(lines) {
        let ended = number < count || content.ends_with(b"\n");
        let line = if ended { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
        let text = String::from_utf8_lossy(line);
        // An expression takes a `\r` for the end of a line, too.
        let mut parts = text.split('\r');
        let hit = match (regex, pattern) {
            (true, "^a") => parts.any(|part| part.starts_with('a')),
            (true, "b$") => parts.any(|part| part.ends_with('b')),
            (true, "^$") => parts.any(str::is_empty),
            (true, "a|") => true,
            _ => text.contains(pattern),
        };
        if hit {
            found.push(json!({"file": file, "line_number": number, "line": text}));
        }
    }
    found
}
