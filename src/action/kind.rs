//! Typed actions: what a sound block asks for.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::text::Spanned;

/// A parameter's text and where it was written. It borrows from the response where it can.
pub type Text<'r> = Spanned<Cow<'r, str>>;

/// One action of a response: a block that holds together, not yet looked at by the policy.
#[derive(Clone, Debug)]
pub struct Action<'r> {
    /// The block's index in `Parsed::blocks`.
    pub block: usize,
    /// The action's name in the catalogue.
    pub name: String,
    /// All parameters as typed JSON values, those that the catalogue does not name too, without
    /// `action`; as reports show them.
    pub params: Map<String, Value>,
    /// What is to be done.
    pub kind: Kind<'r>,
}

/// What is to be done, with the parameters that it takes.
#[derive(Clone, Debug)]
pub enum Kind<'r> {
    /// Writes the file, whether or not it exists.
    FileWrite {
        /// The file.
        path: Text<'r>,
        /// All of its new content.
        content: Text<'r>,
    },
    /// Writes the file, which must not exist.
    FileCreate {
        /// The file.
        path: Text<'r>,
        /// All of its content.
        content: Text<'r>,
    },
    /// Adds to the file's end, making it where there is none.
    FileAppend {
        /// The file.
        path: Text<'r>,
        /// What is added.
        content: Text<'r>,
    },
    /// Replaces the first places of a text.
    FileEdit {
        /// The file.
        path: Text<'r>,
        /// What is looked for.
        old_text: Text<'r>,
        /// What stands there afterwards.
        new_text: Text<'r>,
        /// How many places at the most.
        count: i64,
    },
    /// Replaces the one place of a text.
    FileReplaceText {
        /// The file.
        path: Text<'r>,
        /// What is looked for.
        old_text: Text<'r>,
        /// What stands there afterwards.
        new_text: Text<'r>,
    },
    /// Replaces every place of a text.
    FileReplaceAllText {
        /// The file.
        path: Text<'r>,
        /// What is looked for.
        old_text: Text<'r>,
        /// What stands there afterwards.
        new_text: Text<'r>,
        /// How many places there must be.
        count: Option<i64>,
    },
    /// Replaces every place of a text in several files.
    FilesReplaceAllText {
        /// The files, one a line.
        paths: Text<'r>,
        /// What is looked for.
        old_text: Text<'r>,
        /// What stands there afterwards.
        new_text: Text<'r>,
    },
    /// Replaces stretches from one text to another.
    FileReplaceSpan {
        /// The file.
        path: Text<'r>,
        /// What a stretch begins with.
        start_text: Text<'r>,
        /// What it ends with.
        end_text: Text<'r>,
        /// What stands there afterwards.
        new_text: Text<'r>,
        /// How many stretches there must be.
        count: i64,
    },
    /// Puts other lines in place of some.
    FileReplaceLines {
        /// The file.
        path: Text<'r>,
        /// `N` or `N-M`.
        lines: Text<'r>,
        /// The lines that stand there afterwards.
        new_content: Text<'r>,
    },
    /// Comments lines out.
    FileCommentLines {
        /// The file.
        path: Text<'r>,
        /// `N` or `N-M`.
        lines: Text<'r>,
    },
    /// Takes the comments away from lines.
    FileUncommentLines {
        /// The file.
        path: Text<'r>,
        /// `N` or `N-M`.
        lines: Text<'r>,
    },
    /// Deletes the file.
    FileDelete {
        /// The file.
        path: Text<'r>,
    },
    /// Moves the file, over another one if need be.
    FileMove {
        /// Where it is.
        old_path: Text<'r>,
        /// Where it goes.
        new_path: Text<'r>,
    },
    /// Makes the directory and those above it.
    DirCreate {
        /// The directory.
        path: Text<'r>,
    },
    /// Deletes the directory, which must be empty.
    DirDelete {
        /// The directory.
        path: Text<'r>,
    },
    /// Reads the file into the report.
    FileRead {
        /// The file.
        path: Text<'r>,
    },
    /// Reads lines of the file, each after its number.
    FileReadNumbered {
        /// The file.
        path: Text<'r>,
        /// `N` or `N-M`; all of them if absent.
        lines: Option<Text<'r>>,
        /// What stands between the number and the line.
        delimiter: Text<'r>,
    },
    /// Reads several files into the report.
    FilesRead {
        /// The files, one a line.
        paths: Text<'r>,
    },
    /// Reads lines of several files, each after its number.
    FilesReadNumbered {
        /// The files, one a line.
        paths: Text<'r>,
        /// `N` or `N-M` of each; all of them if absent.
        lines: Option<Text<'r>>,
        /// What stands between the number and the line.
        delimiter: Text<'r>,
    },
    /// Lists what the directory holds.
    Ls {
        /// The directory.
        path: Text<'r>,
    },
    /// Searches files line by line.
    Grep {
        /// What is looked for.
        pattern: Text<'r>,
        /// The file, or the directory that holds the files.
        path: Text<'r>,
        /// The glob that the files' names must match.
        include: Option<Text<'r>>,
        /// Whether the pattern is a regular expression.
        regex: bool,
    },
    /// Lists the files whose paths match a glob.
    Glob {
        /// The glob.
        pattern: Text<'r>,
        /// The directory that it starts from.
        base_path: Text<'r>,
    },
    /// Deletes the file, or the directory with all that it holds.
    PathDelete {
        /// The file or directory.
        path: Text<'r>,
    },
    /// Applies the hunks of a patch to the file, and moves, copies or deletes it; all or nothing.
    FilePatch {
        /// The file.
        path: Text<'r>,
        /// The hunks, as a patch has them.
        hunks: Option<Text<'r>>,
        /// Where it goes.
        new_path: Option<Text<'r>>,
        /// Whether it stays where it is as it was, too.
        copy: bool,
        /// Whether nothing stands there yet; the hunks have all that it holds.
        create: bool,
        /// Whether it is deleted; the hunks must take away all that it holds.
        delete: bool,
        /// Whether it can be run afterwards, where that changes.
        executable: Option<bool>,
    },
    /// Copies the file.
    FileCopy {
        /// The file.
        old_path: Text<'r>,
        /// Where the copy goes.
        new_path: Text<'r>,
    },
    /// Makes an empty file where there is none.
    FileTouch {
        /// The file.
        path: Text<'r>,
    },
    /// Runs code.
    Exec {
        /// The code.
        code: Text<'r>,
        /// Its language.
        lang: Text<'r>,
        /// Where it runs, and later ones of the response too.
        cwd: Option<Text<'r>>,
        /// How long it may take, in milliseconds.
        timeout: Option<i64>,
    },
    /// Runs a command line, without a shell.
    Run {
        /// The command and its arguments.
        command: Text<'r>,
        /// Where it runs.
        dir: Option<Text<'r>>,
    },
    /// Adds the file to the working context.
    ContextAdd {
        /// The file.
        path: Text<'r>,
    },
    /// Takes the file out of it.
    ContextRemove {
        /// The file.
        path: Text<'r>,
    },
    /// Lists it.
    ContextList,
    /// Takes the files that are gone out of it.
    ContextPrune,
    /// Empties it.
    ContextClear,
}
