//! The terminal on standard error, as what moves is drawn on it.
//!
//! indicatif fills each line with spaces up to the last column, so that the next one begins by
//! itself. The `^C` that the terminal shows for a key would then stand on a line of its own, and what
//! is drawn above it could not be taken away any more. Here lines are not filled but broken.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::TermLike;
use rustix::termios::{Winsize, tcgetwinsize};

/// The terminal on standard error.
#[derive(Debug, Default)]
pub struct Drawn {
    /// Whether a line has been drawn, so that what comes is another one.
    ended: AtomicBool,
}

fn put(what: fmt::Arguments<'_>) -> io::Result<()> {
    io::stderr().lock().write_fmt(what)
}

fn turned(count: usize, direction: char) -> io::Result<()> {
    if count == 0 { Ok(()) } else { put(format_args!("\x1b[{count}{direction}")) }
}

/// Of a terminal that knows it.
fn size() -> Option<Winsize> {
    let size = tcgetwinsize(io::stderr()).ok();
    size.filter(|size| size.ws_col > 0 && size.ws_row > 0)
}

impl TermLike for Drawn {
    fn width(&self) -> u16 {
        size().map_or(80, |size| size.ws_col)
    }

    fn height(&self) -> u16 {
        size().map_or(24, |size| size.ws_row)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        turned(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        turned(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        turned(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        turned(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        put(format_args!("{text}\n"))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        if text.bytes().all(|byte| byte == b' ') {
            self.ended.store(true, Ordering::Relaxed);
            return Ok(());
        }
        let another = self.ended.swap(false, Ordering::Relaxed);
        put(format_args!("{}{text}", if another { "\n" } else { "" }))
    }

    fn clear_line(&self) -> io::Result<()> {
        put(format_args!("\r\x1b[2K"))
    }

    fn flush(&self) -> io::Result<()> {
        self.ended.store(false, Ordering::Relaxed);
        io::stderr().lock().flush()
    }
}
