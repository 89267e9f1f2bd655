//! Watching a command: its output is read as it comes, and its time is up at the deadline.

use std::{
    io::{ErrorKind, Read},
    os::fd::{AsFd, BorrowedFd},
    process::{Child, ChildStdin},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    process::{Pid, Signal, kill_process, kill_process_group},
};

use super::{
    command_spec::{OnOutput, Stream},
    interrupt::Interrupt,
    output::Output,
    ran::Status,
};

/// How long a command has to end by itself when it was told to.
const GRACE: Duration = Duration::from_secs(2);

/// How often it is looked whether it must end at once.
const LOOK: Duration = Duration::from_millis(50);

/// How much is read at once, in bytes.
const PIECE: usize = 64 * 1024;

/// What was watched.
#[derive(Debug)]
pub(in crate::workspace) struct Watched {
    pub(in crate::workspace) stdout: String,
    pub(in crate::workspace) stderr: String,
    /// Why it was made to end, if it was.
    pub(in crate::workspace) stopped: Option<Status>,
    pub(in crate::workspace) elapsed: Duration,
}

/// How a command is watched.
pub(in crate::workspace) struct Watch<'a, 'o> {
    pub(in crate::workspace) timeout: Duration,
    pub(in crate::workspace) max_output: usize,
    pub(in crate::workspace) interrupt: &'a Interrupt,
    /// Whether the process kills all of its descendants when its standard input is closed; else
    /// they end with it.
    pub(in crate::workspace) ends_its_own: bool,
    pub(in crate::workspace) on_output: &'a mut Option<OnOutput<'o>>,
}

/// Reads what a process and all its descendants write until none of them can write any more. The
/// process leads the group that is told to end.
pub(in crate::workspace) fn watch(
    child: &mut Child,
    watch: Watch<'_, '_>,
) -> std::io::Result<Watched> {
    let started = Instant::now();
    let deadline = started.checked_add(watch.timeout);
    let group = Pid::from_child(child);
    let stdin = child.stdin.take_if(|_| watch.ends_its_own);
    let mut end = Ending { group, deadline, interrupt: watch.interrupt, stdin, told: None };
    let mut out = Pipe::new(child.stdout.take(), Stream::Stdout, watch.max_output);
    let mut err = Pipe::new(child.stderr.take(), Stream::Stderr, watch.max_output);
    let tell = watch.on_output;
    loop {
        let mut open: Vec<&mut dyn Readable> = Vec::new();
        if out.source.is_some() {
            open.push(&mut out);
        }
        if err.source.is_some() {
            open.push(&mut err);
        }
        if open.is_empty() {
            break;
        }
        let ready = wait(&open, &end)?;
        end.check();
        for (pipe, ready) in open.into_iter().zip(ready) {
            if ready {
                pipe.read(tell)?;
            }
        }
    }
    let elapsed = started.elapsed();
    let stopped = end.told.map(|told| told.why);
    Ok(Watched { stdout: out.finish(tell), stderr: err.finish(tell), stopped, elapsed })
}

/// Which of the pipes have something to read, or are at their end. Waits no longer than until
/// something is to be done about the end.
fn wait(pipes: &[&mut dyn Readable], end: &Ending<'_>) -> std::io::Result<Vec<bool>> {
    let left = end.next().map(|until| until.saturating_duration_since(Instant::now()));
    let left = left.and_then(|left| Timespec::try_from(left).ok());
    let mut polled: Vec<PollFd<'_>> = pipes.iter().filter_map(|pipe| pipe.polled()).collect();
    let pipes = polled.len();
    // Behind the pipes: it only ends the wait.
    polled.extend(end.wake().map(|wake| PollFd::from_borrowed_fd(wake, PollFlags::IN)));
    match poll(&mut polled, left.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(errno) => return Err(errno.into()),
    }
    Ok(polled.iter().take(pipes).map(|polled| !polled.revents().is_empty()).collect())
}

/// When and how a command is made to end.
struct Ending<'i> {
    group: Pid,
    deadline: Option<Instant>,
    interrupt: &'i Interrupt,
    /// Of a process that kills all of its descendants when this is closed.
    stdin: Option<ChildStdin>,
    told: Option<Told>,
}

/// How a command was made to end.
#[derive(Clone, Copy)]
struct Told {
    /// When it was last told.
    at: Instant,
    why: Status,
    /// Whether it may still end by itself.
    gently: bool,
}

impl Ending<'_> {
    /// The next moment at which something is to be done.
    fn next(&self) -> Option<Instant> {
        match self.told {
            None => self.deadline,
            // What would wake us up does so since the first signal.
            Some(Told { gently: true, .. }) => Instant::now().checked_add(LOOK),
            Some(Told { at, .. }) => at.checked_add(GRACE),
        }
    }

    /// What wakes us up where it is to end before its time.
    fn wake(&self) -> Option<BorrowedFd<'_>> {
        self.interrupt.wake().filter(|_| self.told.is_none())
    }

    fn check(&mut self) {
        let now = Instant::now();
        let Some(Told { at, why, gently }) = self.told else {
            let late = self.deadline.is_some_and(|deadline| now >= deadline);
            let late = late.then_some(Status::TimedOut);
            if let Some(why) = self.interrupt.raised().map(Status::Interrupted).or(late) {
                self.told = Some(Told { at: now, why, gently: true });
                self.signal(Signal::TERM);
            }
            return;
        };
        let is_due = at.checked_add(GRACE).is_some_and(|until| now >= until);
        let is_urgent = gently && self.interrupt.is_urgent();
        if !is_due && !is_urgent {
            return;
        }
        self.told = Some(Told { at: now, why, gently: false });
        if self.stdin.take().is_some() {
            // The command may have stopped the process that is to end it.
            self.signal(Signal::CONT);
        } else {
            self.signal(Signal::KILL);
        }
    }

    fn signal(&self, signal: Signal) {
        // It may have ended by itself, or lead no group yet.
        if kill_process_group(self.group, signal).is_err() {
            let _ = kill_process(self.group, signal);
        }
    }
}

/// One of a command's streams.
struct Pipe<P> {
    source: Option<P>,
    stream: Stream,
    output: Output,
    buffer: Vec<u8>,
}

impl<P> Pipe<P> {
    fn new(source: Option<P>, stream: Stream, most: usize) -> Self {
        Self { source, stream, output: Output::new(most), buffer: vec![0; PIECE] }
    }

    fn finish(self, tell: &mut Option<OnOutput<'_>>) -> String {
        let stream = self.stream;
        self.output.finish(&mut |line| told(tell, stream, line))
    }
}

fn told(tell: &mut Option<OnOutput<'_>>, stream: Stream, line: &str) {
    if let Some(tell) = tell {
        tell(stream, line);
    }
}

trait Readable {
    fn polled(&self) -> Option<PollFd<'_>>;
    fn read(&mut self, tell: &mut Option<OnOutput<'_>>) -> std::io::Result<()>;
}

impl<P: Read + AsFd> Readable for Pipe<P> {
    fn polled(&self) -> Option<PollFd<'_>> {
        self.source.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN))
    }

    fn read(&mut self, tell: &mut Option<OnOutput<'_>>) -> std::io::Result<()> {
        let Some(pipe) = &mut self.source else { return Ok(()) };
        match pipe.read(&mut self.buffer) {
            Ok(0) => self.source = None,
            Ok(count) => {
                let bytes = self.buffer.get(..count).unwrap_or_default();
                let stream = self.stream;
                self.output.take(bytes, &mut |line| told(tell, stream, line));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
