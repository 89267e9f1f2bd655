//! Responses made of bytes, whose paths and links lead wherever they can: every action, and the
//! commands that make links.

use crate::sham;

/// Parts that hostile paths are made of. `out`, `d` and `file` are links that lead out.
const PARTS: [&str; 32] = [
    "..",
    "..",
    ".",
    "",
    "a",
    "d",
    "out",
    "in",
    "f",
    "canary",
    "secret",
    ".git",
    ".GIT",
    "git~1",
    "config",
    "hooks",
    ".clada",
    "loop",
    "file",
    "..\\..",
    "\u{202e}",
    "...",
    "~",
    "$HOME",
    "made",
    "l1",
    "l2",
    "-rf",
    "repo",
    "new\nline",
    "\u{1b}[2J",
    ".gitmodules",
];
/// The actions that name one path and nothing else.
const PLAIN: [&str; 8] = [
    "file_delete",
    "dir_create",
    "dir_delete",
    "file_read",
    "file_read_numbered",
    "ls",
    "context_add",
    "context_remove",
];
/// The command lines that need nobody's leave, `A` and `B` being paths.
const LINES: [&str; 16] = [
    "rm -rf A",
    "rm A",
    "cp -r A B",
    "cp -a A B",
    "mv A B",
    "mkdir -p A",
    "touch A",
    "cat A",
    "ls -la A",
    "find A -type l",
    "grep -r secret A",
    "diff -r A B",
    "git diff -- A",
    "git show HEAD:A",
    "wc A B",
    "stat A",
];
/// Code of a shell that is held by a sandbox alone.
const CODE: [&str; 12] = [
    "ln -s B A",
    "ln -sfn B A; echo x > A/made",
    "ln B A; echo x >> A",
    "echo x > A",
    "mkdir -p A; echo x > A/f; chmod -R 777 B",
    "rm -rf A; ln -s B A",
    "mv A B",
    "touch -d @1 A B",
    "mkfifo A; mknod B c 1 3",
    "git init -q A; echo x > A/.git/config",
    "rm -rf .git/hooks A; echo x >> .git/config",
    "cp -a A B; setfattr -n user.x -v y B",
];

/// What a response does, as the bytes say.
pub(crate) struct Hostile<'b> {
    bytes: &'b [u8],
    /// The directory that the worktree and what is outside lie in.
    above: &'b str,
    /// Whether code runs, which may read what lies outside.
    pub(crate) runs: bool,
}

impl<'b> Hostile<'b> {
    pub(crate) fn new(bytes: &'b [u8], above: &'b str) -> Self {
        Self { bytes, above, runs: false }
    }

    /// The blocks, at most a dozen.
    pub(crate) fn response(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..12 {
            text.push_str(&self.block());
            if self.bytes.is_empty() {
                break;
            }
        }
        text
    }

    fn next(&mut self) -> usize {
        let Some((&byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(byte)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next() % of.len()]
    }

    fn path(&mut self) -> String {
        let form = self.next();
        let parts: Vec<&str> = (0..=form % 5).map(|_| self.one_of(&PARTS)).collect();
        let path = parts.join("/");
        match form / 5 % 4 {
            0 => format!("{}/{path}", self.above),
            1 => format!("{}/repo/{path}", self.above),
            _ => path,
        }
    }

    fn block(&mut self) -> String {
        let (which, one, other) = (self.next(), self.path(), self.path());
        let of_path = |action: &str, more: &[(&str, &str)]| {
            let mut params = vec![("path", one.as_str())];
            params.extend(more);
            sham::block(action, &params)
        };
        let both = format!("{one}\n{other}");
        match which % 18 {
            0 | 1 => of_path("file_write", &[("content", "changed")]),
            2 => of_path("file_create", &[("content", "changed")]),
            3 => of_path("file_append", &[("content", "changed")]),
            4 => of_path("file_edit", &[("old_text", "s"), ("new_text", "t")]),
            5 => of_path("file_replace_all_text", &[("old_text", "s"), ("new_text", "t")]),
            6 => of_path(
                "file_replace_span",
                &[("start_text", "s"), ("end_text", "t"), ("new_text", "u")],
            ),
            7 => of_path("file_replace_lines", &[("lines", "1"), ("new_content", "x")]),
            8 => of_path("file_comment_lines", &[("lines", "1")]),
            9 => {
                let edit = [("paths", both.as_str()), ("old_text", "s"), ("new_text", "t")];
                sham::block("files_replace_all_text", &edit)
            }
            10 => sham::block("files_read", &[("paths", &both)]),
            11 => of_path("grep", &[("pattern", "secret")]),
            12 => sham::block("glob", &[("pattern", "**/*"), ("base_path", &one)]),
            13 => sham::rename(&one, &other),
            14 => self.line(&one, &other),
            15 => self.code(&one, &other),
            _ => of_path(self.one_of(&PLAIN), &[]),
        }
    }

    fn line(&mut self, one: &str, other: &str) -> String {
        let line = put_in(self.one_of(&LINES), one, other);
        sham::block("run", &[("command", &line)])
    }

    fn code(&mut self, one: &str, other: &str) -> String {
        self.runs = true;
        let code = put_in(self.one_of(&CODE), one, other);
        sham::block("exec", &[("lang", "bash"), ("code", &code)])
    }
}

/// The text with two paths in it, quoted, so that they stand as they are.
fn put_in(text: &str, one: &str, other: &str) -> String {
    let quoted = |path: &str| format!("'{}'", path.replace('\'', "'\\''"));
    let word = |word: &str| match word {
        "A" => quoted(one),
        "B" => quoted(other),
        _ => match word.split_once('/') {
            Some(("A", rest)) => format!("{}/{rest}", quoted(one)),
            _ => word.replace("HEAD:A", &quoted(&format!("HEAD:{one}"))),
        },
    };
    text.split(' ')
        .map(|with| match with.strip_suffix(';') {
            Some(with) => word(with) + ";",
            None => word(with),
        })
        .collect::<Vec<_>>()
        .join(" ")
}
