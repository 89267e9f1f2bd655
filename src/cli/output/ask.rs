//! Asking the person at the terminal whether a command may run.
//!
//! Standard input may be the response itself, so the terminal is opened anew.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::engine::{Answer, Ask, Interrupt, Question};
use crate::report::{FileDiff, Side, UnifiedOptions, escape, escape_line, unified};

/// Asks on the terminal of this process; nothing where there is none. Where the work is to stop
/// before there is an answer, it is `quit`.
pub fn on_terminal(interrupt: Interrupt) -> Option<Ask> {
    terminal()?;
    Some(Arc::new(move |question| {
        // Without an answer nothing is approved.
        let asked = terminal().and_then(|terminal| ask((&terminal, &interrupt), question));
        asked.unwrap_or(Answer::No)
    }))
}

/// Asks about a command that waits for approval: whether from now on, or not.
pub fn about(command: &str) -> Option<Answer> {
    let terminal = terminal()?;
    let shown = format!("{}\n", shown(command));
    asked((&terminal, &Interrupt::default()), &shown, "allow it? [a]lways, [n]o, [q]uit: ", "anq")
}

/// The terminal, and what ends the wait for an answer.
type Line<'l> = (&'l File, &'l Interrupt);

fn terminal() -> Option<File> {
    let terminal = OpenOptions::new().read(true).write(true).open("/dev/tty").ok()?;
    std::io::IsTerminal::is_terminal(&terminal).then_some(terminal)
}

fn ask(terminal: Line<'_>, question: Question<'_>) -> Option<Answer> {
    match question {
        Question::Trust { before, after } => {
            let diff = escape(&change(before, after)).into_owned();
            let head = "the list of allowed commands (.clada/allowed-commands.json) is not as it \
                        was trusted here:\n";
            asked(terminal, &format!("{head}{diff}"), "trust it? [a]lways, [n]o, [q]uit: ", "anq")
        }
        Question::Run { number, what, text, dir } => {
            let place = dir.map(|dir| format!(" in {}", escape_line(dir))).unwrap_or_default();
            let head = format!("task {number} wants to run{place} ({what}):\n{}\n", shown(text));
            asked(terminal, &head, "run it? [o]nce, [a]lways, [n]o, [q]uit: ", "oanq")
        }
    }
}

/// Prints what is asked, and waits until one of the letters is the answer. The end of input is
/// the answer `quit`.
fn asked(
    (terminal, interrupt): Line<'_>,
    head: &str,
    prompt: &str,
    letters: &str,
) -> Option<Answer> {
    let mut out = terminal;
    out.write_all(head.as_bytes()).ok()?;
    // What was typed before it was asked is no answer.
    rustix::termios::tcflush(terminal, rustix::termios::QueueSelector::IFlush).ok()?;
    let mut lines = BufReader::new(terminal).lines();
    loop {
        out.write_all(prompt.as_bytes()).ok()?;
        out.flush().ok()?;
        if !has_line(terminal, interrupt) {
            out.write_all(b"\n").ok()?;
            return Some(Answer::Quit);
        }
        let Some(Ok(line)) = lines.next() else { return Some(Answer::Quit) };
        let first = line.trim().chars().next().map(|letter| letter.to_ascii_lowercase());
        match first.filter(|letter| letters.contains(*letter)) {
            Some('o') => return Some(Answer::Once),
            Some('a') => return Some(Answer::Always),
            Some('n') => return Some(Answer::No),
            Some('q') => return Some(Answer::Quit),
            _ => {}
        }
    }
}

/// Waits for what is typed; not where the work is to stop. The terminal gives a line at a time, so
/// no line waits in the buffer.
fn has_line(terminal: &File, interrupt: &Interrupt) -> bool {
    let typed = PollFd::new(terminal, PollFlags::IN);
    let wake = interrupt.wake().map(|wake| PollFd::from_borrowed_fd(wake, PollFlags::IN));
    let mut both: Vec<PollFd<'_>> = [typed].into_iter().chain(wake).collect();
    while interrupt.raised().is_none() {
        // A signal ends the wait too; then what it raised tells.
        if poll(&mut both, None) != Err(Errno::INTR) {
            break;
        }
    }
    interrupt.raised().is_none()
}

/// The exact text, every line set in, with what would command the terminal made visible.
fn shown(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| format!("    {}", escape_line(line))).collect();
    lines.join("\n")
}

fn change(before: &str, after: &str) -> String {
    let mode = 0o100_644;
    let sides = [before, after].map(|text| Side { content: text.as_bytes(), mode });
    let [old, new] = sides;
    let diff = FileDiff {
        path: ".clada/allowed-commands.json".into(),
        before: (!before.is_empty()).then_some(old),
        after: Some(new),
    };
    unified(&[diff], &UnifiedOptions::default()).to_string()
}
