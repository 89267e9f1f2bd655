//! `grep`: the lines in which a text stands.

use std::io;

use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use serde_json::{Value, json};

use super::{
    found::Found,
    outcome::Performed,
    pattern::{PathGlob, line_matcher},
    run::Scene,
};
use crate::{
    action::Text,
    policy::{Access, GrantedPath},
    workspace::{Call, Content, EntryKind, FsError, Listed, Passes, Walk},
};

/// How much of a line is told, in bytes.
const MAX_LINE: usize = 16 * 1024;
/// The longest line that is searched, in bytes.
const MAX_BUFFER: usize = 16 * 1024 * 1024;

/// What is looked for.
pub(super) struct Grep<'a> {
    pub(super) pattern: &'a Text<'a>,
    pub(super) include: Option<&'a Text<'a>>,
    pub(super) regex: bool,
}

/// `grep`: a file that is named, or those below a directory.
pub(super) fn grep(scene: &mut Scene<'_>, path: &Text<'_>, grep: &Grep<'_>) -> Performed {
    let granted = scene.grant(path, Access::Read)?;
    let mut search = Search::new(grep)?;
    if scene.overlay.kind(&granted)? == EntryKind::Dir {
        search.directory(scene, &granted)?;
    } else {
        let content = scene.overlay.stream(&granted)?;
        if search.file(&granted.from_top(), content)? == Searched::Binary {
            search.found.skip(&granted.from_top(), "the file is binary");
        }
    }
    Ok(search.found.into_data())
}

/// What a file turned out to be.
#[derive(PartialEq, Eq)]
enum Searched {
    Text,
    Binary,
}

struct Search {
    matcher: RegexMatcher,
    include: Option<PathGlob>,
    searcher: Searcher,
    found: Found,
}

impl Search {
    fn new(grep: &Grep<'_>) -> Result<Self, Box<super::Failure>> {
        let matcher = line_matcher(&grep.pattern.value, grep.regex)?;
        let include = grep.include.map(|glob| PathGlob::new("grep", &glob.value)).transpose()?;
        let searcher = SearcherBuilder::new()
            .binary_detection(BinaryDetection::quit(0))
            .heap_limit(Some(MAX_BUFFER))
            .line_number(true)
            .build();
        Ok(Self { matcher, include, searcher, found: Found::new("matches") })
    }

    fn directory(
        &mut self,
        scene: &Scene<'_>,
        top: &GrantedPath,
    ) -> Result<(), Box<super::Failure>> {
        let excludes = scene.excludes();
        let passes = Passes { excludes: &excludes, enters: None };
        for entry in Walk::new(scene.overlay, top, passes)? {
            let searched = match entry {
                Ok(entry) if !self.includes(top, &entry) => continue,
                Ok(entry) if !entry.path.may_be_shown() => {
                    self.found.skip(entry.path.shown(), "the file may hold a secret");
                    continue;
                }
                Ok(entry) => scene
                    .overlay
                    .stream(&entry.path)
                    .and_then(|content| self.file(entry.path.shown(), content)),
                Err(error) => Err(error),
            };
            if let Err(error) = searched {
                self.found.skip(&error.path, &error.to_string());
            }
            if self.found.is_cut() {
                break;
            }
        }
        Ok(())
    }

    fn includes(&self, top: &GrantedPath, entry: &Listed) -> bool {
        let matches = |glob: &PathGlob| match entry.path.rel().below(top.rel()) {
            Some(below) if glob.has_slash() => glob.matches(below.as_bstr()),
            _ => glob.matches(entry.path.rel().name()),
        };
        entry.kind == EntryKind::File && self.include.as_ref().is_none_or(matches)
    }

    /// Searches a file; one that is binary, or has lines beyond all measure, finds nothing.
    fn file(&mut self, shown: &str, content: Content) -> Result<Searched, FsError> {
        let mut lines = Lines {
            file: shown,
            places: self.found.places() + 1,
            found: Vec::new(),
            binary: false,
        };
        match self.searcher.search_reader(&self.matcher, content, &mut lines) {
            Ok(()) if lines.binary => Ok(Searched::Binary),
            Ok(()) => {
                self.found.extend(lines.found);
                Ok(Searched::Text)
            }
            Err(error) if error.raw_os_error().is_none() => {
                let error = format!("a line is longer than {} MiB", MAX_BUFFER / 1024 / 1024);
                self.found.skip(shown, &error);
                Ok(Searched::Text)
            }
            Err(error) => Err(FsError::new(error, Call::Open, shown)),
        }
    }
}

/// The lines found in one file.
struct Lines<'a> {
    file: &'a str,
    /// How many are wanted.
    places: usize,
    found: Vec<Value>,
    binary: bool,
}

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, place: &SinkMatch<'_>) -> io::Result<bool> {
        let line = place.bytes();
        let line = line.strip_suffix(b"\n").map_or(line, |line| {
            // A break, however it is written.
            line.strip_suffix(b"\r").unwrap_or(line)
        });
        self.found.push(json!({
            "file": self.file,
            "line_number": place.line_number(),
            "line": shown(line),
        }));
        Ok(self.found.len() < self.places)
    }

    fn binary_data(&mut self, _: &Searcher, _: u64) -> io::Result<bool> {
        self.binary = true;
        Ok(false)
    }
}

/// A line as JSON can have it, and not too long.
fn shown(line: &[u8]) -> String {
    let Some(start) = line.get(..MAX_LINE) else {
        return String::from_utf8_lossy(line).into_owned();
    };
    // A character that is cut in two goes.
    let whole = match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => start.len(),
    };
    let start = String::from_utf8_lossy(start.get(..whole).unwrap_or_default());
    format!("{start}…")
}
