//! Random actions over a few names, so that files, directories and patterns meet.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};

use proptest::{
    prelude::*,
    sample::{Index, select},
};

/// Files and directories, the one in the place of the other.
const NAMES: [&str; 10] =
    ["a", "b.x", "d", "d/a", "d/b.x", "d/e", "d/e/f.x", "d-e", "s.py", "d/ü \"'\n"];
/// Those that meet most often.
const BUSY: [&str; 5] = ["a", "d", "d/a", "d/e", "d/e/f.x"];
/// Names of links, and of what they may lead to.
const LINKS: [&str; 2] = ["l", "d/l"];
const THROUGH: [&str; 6] = ["l", "l/a", "l/e", "d/l", "d/l/a", "l/l"];
const TARGETS: [&str; 8] = ["a", "d", "d/e", "e", "nowhere", "l", "d/l", "l/e/f.x"];
/// Names of what is looked for patterns in.
const IGNORE_FILES: [&str; 3] = [".gitignore", "d/.gitignore", "d/e/.gitignore"];
/// The same places, written otherwise.
const SPELLINGS: [&str; 8] = ["a/", "d/", "./a", "d//a", "d/e/", "./d/e", "x/", "d/a/"];
const PATTERNS: [&str; 10] =
    ["a", "/a", "d/", "/d/e", "*.x", "!b.x", "# a", "d/e/*.x", "!a", "/d/**"];
const GLOBS: [&str; 12] = [
    "*", "**/*", "*.x", "d/*", "**/a", "d/**", "./**/*.x", "d/e/?.x", "d/*/*", "**/e/**", "?", "**",
];
const PIECES: [&str; 13] =
    ["a", "b", "ab", "é", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "#", "# a", "\u{feff}"];

/// An action as a response asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) name: &'static str,
    params: Vec<(&'static str, String)>,
}

impl Action {
    /// A parameter; nothing where it is left out.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// Its block in a response.
    pub(crate) fn block(&self) -> String {
        let mut text = format!("#!SHAM [@three-char-SHA-256: abc]\naction = \"{}\"\n", self.name);
        for (key, value) in &self.params {
            let quoted = serde_json::Value::from(value.as_str()).to_string();
            text.extend([key, " = ", &quoted, "\n"]);
        }
        text + "#!END_SHAM_abc\n"
    }
}

/// What stands in the directory before.
#[derive(Clone, Debug)]
pub(crate) enum Before {
    Dir(&'static [u8]),
    File { path: &'static [u8], content: Vec<u8>, executable: bool },
    Link { path: &'static [u8], target: &'static str },
}

impl Before {
    pub(crate) fn path(&self) -> &Path {
        let (Self::Dir(path) | Self::File { path, .. } | Self::Link { path, .. }) = self;
        Path::new(OsStr::from_bytes(path))
    }
}

pub(crate) fn before() -> impl Strategy<Value = Vec<Before>> {
    let names = NAMES.iter().map(|name| name.as_bytes());
    let paths: Vec<&'static [u8]> = names.chain([&b"d/n\xff"[..], b"n\xfe.x"]).collect();
    let bytes = prop_oneof![
        6 => content().prop_map(String::into_bytes),
        1 => Just(b"a\0b\na".to_vec()),
        1 => Just(b"b a\xff\nab\n".to_vec()),
    ];
    let file = (select(paths.clone()), bytes, prop::bool::weighted(0.2))
        .prop_map(|(path, content, executable)| Before::File { path, content, executable });
    let patterns = (select(IGNORE_FILES.to_vec()), patterns()).prop_map(|(path, content)| {
        Before::File { path: path.as_bytes(), content: content.into_bytes(), executable: false }
    });
    let link = (select(LINKS.to_vec()), select(TARGETS.to_vec()))
        .prop_map(|(path, target)| Before::Link { path: path.as_bytes(), target });
    let dir = select(paths).prop_map(Before::Dir);
    let entry = prop_oneof![7 => file, 1 => patterns, 1 => dir, 1 => link];
    prop::collection::vec(entry, 0..12)
}

/// One response after the other, each a list of actions.
pub(crate) fn responses() -> impl Strategy<Value = Vec<Vec<Action>>> {
    prop::collection::vec(prop::collection::vec(action(), 1..14), 1..4)
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => select(NAMES.to_vec()),
        8 => select(BUSY.to_vec()),
        2 => select(THROUGH.to_vec()),
        1 => select(IGNORE_FILES.to_vec()),
        2 => select(SPELLINGS.to_vec()),
    ]
    .prop_map(str::to_owned)
}

/// A path that may also be the top.
fn directory() -> impl Strategy<Value = String> {
    prop_oneof![3 => path(), 2 => Just(".".to_owned()), 2 => Just("d".to_owned())]
}

fn content() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES.to_vec()), 0..9).prop_map(|pieces| pieces.concat())
}

fn patterns() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PATTERNS.to_vec()), 0..4)
        .prop_map(|lines| lines.iter().flat_map(|line| [line, "\n"]).collect())
}

fn small() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES.to_vec()), 0..3).prop_map(|pieces| pieces.concat())
}

fn lines() -> impl Strategy<Value = String> {
    let numbers = (1..6_usize, 0..4_usize);
    let words = vec!["0", "", "x", "2-", "-2", "3-1", "1-2-3", "+1", " 1", "99999999999999999999"];
    prop_oneof![
        4 => (1..4_usize).prop_map(|line| line.to_string()),
        4 => numbers.prop_map(|(first, more)| format!("{first}-{}", first + more)),
        1 => select(words).prop_map(str::to_owned),
    ]
}

fn paths() -> impl Strategy<Value = String> {
    let line = prop_oneof![8 => plain_path(), 1 => Just(String::new())];
    prop::collection::vec(line, 0..5).prop_map(|lines| lines.join("\n"))
}

/// A path without a line break.
fn plain_path() -> impl Strategy<Value = String> {
    path().prop_filter("one line", |path| !path.contains('\n'))
}

type Params = Vec<(&'static str, String)>;

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![10 => change(), 3 => edit(), 3 => lines_edit(), 5 => look()]
        .prop_map(|(name, params)| Action { name, params })
}

fn change() -> impl Strategy<Value = (&'static str, Params)> {
    let content = prop_oneof![5 => content().boxed(), 1 => patterns().boxed()];
    (0..9, path(), path(), content, patterns(), any::<Index>()).prop_map(
        |(which, path, other, content, patterns, ignore_file)| match which {
            0 | 1 => ("file_write", vec![("path", path), ("content", content)]),
            2 => ("file_create", vec![("path", path), ("content", content)]),
            3 => ("file_append", vec![("path", path), ("content", content)]),
            4 => ("file_delete", vec![("path", path)]),
            5 => ("file_move", vec![("old_path", path), ("new_path", other)]),
            6 => ("dir_create", vec![("path", path)]),
            7 => ("dir_delete", vec![("path", path)]),
            _ => {
                let path = ignore_file.get(&IGNORE_FILES).to_string();
                ("file_write", vec![("path", path), ("content", patterns)])
            }
        },
    )
}

fn edit() -> impl Strategy<Value = (&'static str, Params)> {
    let count = prop::option::of((-1..4_i64).prop_map(|count| count.to_string()));
    (0..5, path(), paths(), [small(), small(), small()], count).prop_map(
        |(which, path, paths, [old, new, end], count)| {
            let texts = [("old_text", old.clone()), ("new_text", new.clone())];
            let with = |path: (&'static str, String)| [path].into_iter().chain(texts.clone());
            let count = count.map(|count| ("count", count));
            match which {
                0 => ("file_edit", with(("path", path)).chain(count).collect()),
                1 => ("file_replace_text", with(("path", path)).collect()),
                2 => ("file_replace_all_text", with(("path", path)).chain(count).collect()),
                3 => ("files_replace_all_text", with(("paths", paths)).collect()),
                _ => {
                    let texts = [("start_text", old), ("end_text", end), ("new_text", new)];
                    let params = [("path", path)].into_iter().chain(texts).chain(count);
                    ("file_replace_span", params.collect())
                }
            }
        },
    )
}

fn lines_edit() -> impl Strategy<Value = (&'static str, Params)> {
    let path = prop_oneof![path(), Just("s.py".to_owned())];
    (0..3, path, lines(), small()).prop_map(|(which, path, lines, new)| {
        let mut params = vec![("path", path), ("lines", lines)];
        match which {
            0 => {
                params.push(("new_content", new));
                ("file_replace_lines", params)
            }
            1 => ("file_comment_lines", params),
            _ => ("file_uncomment_lines", params),
        }
    })
}

fn look() -> impl Strategy<Value = (&'static str, Params)> {
    prop_oneof![read(), search()]
}

fn read() -> impl Strategy<Value = (&'static str, Params)> {
    let lines = prop::option::of(lines());
    let delimiter = prop::option::of(Just("|".to_owned()));
    (0..4, path(), paths(), lines, delimiter).prop_map(|(which, path, paths, lines, delimiter)| {
        let more = lines.map(|lines| ("lines", lines)).into_iter();
        let more = more.chain(delimiter.map(|delimiter| ("delimiter", delimiter)));
        match which {
            0 => ("file_read", vec![("path", path)]),
            1 => ("file_read_numbered", [("path", path)].into_iter().chain(more).collect()),
            2 => ("files_read", vec![("paths", paths)]),
            _ => ("files_read_numbered", [("paths", paths)].into_iter().chain(more).collect()),
        }
    })
}

fn search() -> impl Strategy<Value = (&'static str, Params)> {
    let include = prop::option::weighted(0.3, select(vec!["*.x", "a", "d/*", "**/*.x"]));
    let texts = vec!["a", "b", "ab", "é", "a|", "^a", "b$", "", "a\nb", "(", "^$"];
    let regex = prop::option::of(any::<bool>());
    (0..4, directory(), select(GLOBS.to_vec()), select(texts), (include, regex)).prop_map(
        |(which, path, glob, text, (include, regex))| match which {
            0 => ("ls", vec![("path", path)]),
            1 => ("glob", vec![("pattern", glob.to_owned()), ("base_path", path)]),
            _ => {
                let mut params = vec![("pattern", text.to_owned()), ("path", path)];
                params.extend(include.map(|include| ("include", include.to_owned())));
                params.extend(regex.map(|regex| ("regex", regex.to_string())));
                ("grep", params)
            }
        },
    )
}
