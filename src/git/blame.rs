//! Which commit each line of a file comes from, as git itself says.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use bstr::{BString, ByteSlice};
use gix::ObjectId;

use crate::base::Timestamp;

use super::{GitError, Repo, cli};

/// A line of a file, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlamedLine {
    /// The commit; none where the line is not committed yet.
    pub commit: Option<ObjectId>,
    /// The author's name.
    pub author: String,
    /// When the author wrote it.
    pub time: Timestamp,
    /// The line's number in the file.
    pub number: usize,
    /// Its number in the file as that commit had it.
    pub original: usize,
    /// The line, without its break.
    pub text: BString,
}

/// What git tells of a commit once.
#[derive(Clone, Debug, Default)]
struct Told {
    author: String,
    time: Timestamp,
}

impl Repo {
    /// Blames a file as `git blame` does, which runs in `directory`. `ranges` are those of `-L`.
    pub fn blame(
        &self,
        directory: &Path,
        ranges: &[String],
        path: &OsStr,
    ) -> Result<Vec<BlamedLine>, GitError> {
        let settings = self.without_distrusted(None);
        let printed = cli::blame(directory, (&settings, ranges), path)
            .map_err(|error| self.told_of_distrusted(error, None))?;
        let odd = || GitError::Storage {
            what: "read what `git blame` printed".to_owned(),
            source: "it is not in the form of `--porcelain`".into(),
        };
        parse(&printed).ok_or_else(odd)
    }
}

fn parse(printed: &[u8]) -> Option<Vec<BlamedLine>> {
    let mut told: HashMap<ObjectId, Told> = HashMap::new();
    let mut lines = Vec::new();
    let mut rest = printed.split_str("\n").map(ByteSlice::as_bstr);
    while let Some(header) = rest.next().filter(|header| !header.is_empty()) {
        let mut parts = header.split_str(" ");
        let commit = ObjectId::from_hex(parts.next()?).ok()?;
        let mut number = || parts.next()?.to_str().ok()?.parse::<usize>().ok();
        let (original, number) = (number()?, number()?);
        let known = told.entry(commit).or_default();
        let text = loop {
            let line = rest.next()?;
            if let Some(text) = line.strip_prefix(b"\t") {
                break text;
            }
            known.learn(line.to_str_lossy().split_once(' '));
        };
        lines.push(BlamedLine {
            commit: Some(commit).filter(|commit| !commit.is_null()),
            author: known.author.clone(),
            time: known.time,
            number,
            original,
            text: text.into(),
        });
    }
    Some(lines)
}

impl Told {
    fn learn(&mut self, line: Option<(&str, &str)>) {
        match line {
            Some(("author", name)) => name.clone_into(&mut self.author),
            Some(("author-time", seconds)) => {
                self.time.seconds = seconds.parse().unwrap_or_default();
            }
            Some(("author-tz", zone)) => self.time.offset = offset(zone).unwrap_or_default(),
            _ => {}
        }
    }
}

/// Seconds east of UTC, of a zone such as `-0530`.
fn offset(zone: &str) -> Option<i32> {
    let number: i32 = zone.parse().ok()?;
    Some((number / 100 * 60 + number % 100) * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_tells_of_a_commit_once_holds_for_all_its_lines() {
        let (one, none) = ("1".repeat(40), "0".repeat(40));
        let printed = format!(
            "{one} 1 1 1\nauthor A B\nauthor-time 5\nauthor-tz -0530\nsummary x\nfilename a\n\tx y\n\
             {none} 2 2 1\nauthor Not Committed Yet\nauthor-time 6\nfilename a\n\t\n\
             {one} 2 3 1\n\tauthor Z\n"
        );
        let lines = parse(printed.as_bytes()).expect("porcelain");
        let told: Vec<(&str, i64, usize, usize, &[u8])> = lines
            .iter()
            .map(|line| {
                let author = line.author.as_str();
                (author, line.time.seconds, line.original, line.number, line.text.as_slice())
            })
            .collect();
        let expected: [(&str, i64, usize, usize, &[u8]); 3] = [
            ("A B", 5, 1, 1, b"x y"),
            ("Not Committed Yet", 6, 2, 2, b""),
            ("A B", 5, 2, 3, b"author Z"),
        ];
        assert_eq!(told, expected);
        assert_eq!(lines.first().map(|line| line.time.offset), Some(-19_800));
        assert_eq!(lines.iter().filter(|line| line.commit.is_none()).count(), 1);
        assert!(parse(b"fatal\n").is_none());
    }
}
