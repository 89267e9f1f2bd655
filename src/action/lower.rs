//! Makes a typed action of a block whose parameters are sound. Values are borrowed where they
//! were borrowed.

use std::borrow::Cow;

use serde_json::Value;

use crate::{
    action::{Kind, Text, Tool, typed},
    syntax::Block,
    text::{Span, Spanned},
};

/// A block's parameters, with the catalogue's defaults for those that it leaves out.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'a, 'r> {
    pub(crate) block: &'a Block<'r>,
    pub(crate) tool: &'a Tool,
}

impl<'r> Arguments<'_, 'r> {
    fn text(&self, name: &str) -> Option<Text<'r>> {
        if let Some(field) = self.block.field(name) {
            return Some(field.value.clone());
        }
        let default = self.default(name)?.as_str()?.to_owned();
        Some(Spanned::new(Cow::Owned(default), Span::empty(self.block.header.end)))
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.block.field(name) {
            Some(field) => typed::integer(&field.value.value),
            None => self.default(name)?.as_i64(),
        }
    }

    fn boolean(&self, name: &str) -> Option<bool> {
        match self.block.field(name) {
            Some(field) => typed::boolean(&field.value.value),
            None => self.default(name)?.as_bool(),
        }
    }

    fn default(&self, name: &str) -> Option<&Value> {
        self.tool.parameter(name)?.default.as_ref()
    }
}

/// What the block asks for; `None` for an action that is not built.
pub(crate) fn lower<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    change(arguments)
        .or_else(|| edit(arguments))
        .or_else(|| look(arguments))
        .or_else(|| start(arguments))
        .or_else(|| keep(arguments))
}

/// An action that changes files as a whole, or directories.
fn change<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    let text = |name| arguments.text(name);
    Some(match arguments.tool.name.as_str() {
        "file_write" => Kind::FileWrite { path: text("path")?, content: text("content")? },
        "file_create" => Kind::FileCreate { path: text("path")?, content: text("content")? },
        "file_append" => Kind::FileAppend { path: text("path")?, content: text("content")? },
        "file_delete" => Kind::FileDelete { path: text("path")? },
        "file_move" => Kind::FileMove { old_path: text("old_path")?, new_path: text("new_path")? },
        "dir_create" => Kind::DirCreate { path: text("path")? },
        "dir_delete" => Kind::DirDelete { path: text("path")? },
        "path_delete" => Kind::PathDelete { path: text("path")? },
        "file_patch" => Kind::FilePatch {
            path: text("path")?,
            hunks: text("hunks"),
            new_path: text("new_path"),
            copy: arguments.boolean("copy")?,
            create: arguments.boolean("create")?,
            delete: arguments.boolean("delete")?,
            executable: arguments.boolean("executable"),
        },
        "file_copy" => Kind::FileCopy { old_path: text("old_path")?, new_path: text("new_path")? },
        "file_touch" => Kind::FileTouch { path: text("path")? },
        _ => return None,
    })
}

/// An action that changes parts of files.
fn edit<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    let text = |name| arguments.text(name);
    Some(match arguments.tool.name.as_str() {
        "file_edit" => Kind::FileEdit {
            path: text("path")?,
            old_text: text("old_text")?,
            new_text: text("new_text")?,
            count: arguments.integer("count")?,
        },
        "file_replace_text" => Kind::FileReplaceText {
            path: text("path")?,
            old_text: text("old_text")?,
            new_text: text("new_text")?,
        },
        "file_replace_all_text" => Kind::FileReplaceAllText {
            path: text("path")?,
            old_text: text("old_text")?,
            new_text: text("new_text")?,
            count: arguments.integer("count"),
        },
        "files_replace_all_text" => Kind::FilesReplaceAllText {
            paths: text("paths")?,
            old_text: text("old_text")?,
            new_text: text("new_text")?,
        },
        "file_replace_span" => Kind::FileReplaceSpan {
            path: text("path")?,
            start_text: text("start_text")?,
            end_text: text("end_text")?,
            new_text: text("new_text")?,
            count: arguments.integer("count")?,
        },
        "file_replace_lines" => Kind::FileReplaceLines {
            path: text("path")?,
            lines: text("lines")?,
            new_content: text("new_content")?,
        },
        "file_comment_lines" => {
            Kind::FileCommentLines { path: text("path")?, lines: text("lines")? }
        }
        "file_uncomment_lines" => {
            Kind::FileUncommentLines { path: text("path")?, lines: text("lines")? }
        }
        _ => return None,
    })
}

/// An action that looks at files.
fn look<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    let text = |name| arguments.text(name);
    Some(match arguments.tool.name.as_str() {
        "file_read" => Kind::FileRead { path: text("path")? },
        "file_read_numbered" => Kind::FileReadNumbered {
            path: text("path")?,
            lines: text("lines"),
            delimiter: text("delimiter")?,
        },
        "files_read" => Kind::FilesRead { paths: text("paths")? },
        "files_read_numbered" => Kind::FilesReadNumbered {
            paths: text("paths")?,
            lines: text("lines"),
            delimiter: text("delimiter")?,
        },
        "ls" => Kind::Ls { path: text("path")? },
        "grep" => Kind::Grep {
            pattern: text("pattern")?,
            path: text("path")?,
            include: text("include"),
            regex: arguments.boolean("regex")?,
        },
        "glob" => Kind::Glob { pattern: text("pattern")?, base_path: text("base_path")? },
        _ => return None,
    })
}

/// An action that runs something.
fn start<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    let text = |name| arguments.text(name);
    Some(match arguments.tool.name.as_str() {
        "exec" => Kind::Exec {
            code: text("code")?,
            lang: text("lang")?,
            cwd: text("cwd"),
            timeout: arguments.integer("timeout"),
        },
        "run" => Kind::Run { command: text("command")?, dir: text("dir") },
        _ => return None,
    })
}

/// An action of the working context.
fn keep<'r>(arguments: Arguments<'_, 'r>) -> Option<Kind<'r>> {
    let text = |name| arguments.text(name);
    Some(match arguments.tool.name.as_str() {
        "context_add" => Kind::ContextAdd { path: text("path")? },
        "context_remove" => Kind::ContextRemove { path: text("path")? },
        "context_list" => Kind::ContextList,
        "context_prune" => Kind::ContextPrune,
        "context_clear" => Kind::ContextClear,
        _ => return None,
    })
}
