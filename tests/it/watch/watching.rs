//! A run of `watch`, and what it says while it runs.

use std::{
    io::{BufRead, BufReader, Read},
    process::Child,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::env::{Clada, Repo};

/// A machine that does nothing else is there a thousand times sooner.
const PATIENCE: Duration = Duration::from_secs(60);

/// `git clada watch`, running.
pub(crate) struct Watching {
    child: Child,
    told: Receiver<String>,
    said: Receiver<String>,
}

impl Watching {
    /// Watches that file, and waits until it does. Without the clipboard, which has tests of its own.
    pub(crate) fn start(repo: &Repo<'_>, file: &str, args: &[&str]) -> Self {
        let clada = repo.clada(&["watch", file, "--format", "json", "--no-copy"]);
        let clada =
            if args.contains(&"--debounce") { clada } else { clada.arg("--debounce=100ms") };
        Self::of(args.iter().fold(clada, |clada, arg| clada.arg(*arg)))
    }

    /// The same for a run with arguments of its own.
    pub(crate) fn of(clada: Clada<'_>) -> Self {
        let mut child = clada.spawn();
        let told = lines(child.stdout.take().expect("a pipe"));
        let said = lines(child.stderr.take().expect("a pipe"));
        let watching = Self { child, told, said };
        watching.says("watching ");
        watching
    }

    /// What came of the next response.
    pub(crate) fn next(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next line on standard output.
    pub(crate) fn line(&self) -> String {
        self.told.recv_timeout(PATIENCE).expect("a line on standard output")
    }

    /// Waits until it says that on standard error.
    pub(crate) fn says(&self, word: &str) -> String {
        loop {
            let line = self.said.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("{word:?} is not said"));
            if line.contains(word) {
                return line;
            }
        }
    }

    /// Ends it by Ctrl-C, and returns its status and what it had still told.
    pub(crate) fn stop(mut self) -> (Option<i32>, Vec<String>) {
        let id = i32::try_from(self.child.id()).expect("a process id");
        kill_process(Pid::from_raw(id).expect("a process id"), Signal::INT).expect("a signal");
        let status = self.child.wait().expect("it ends");
        (status.code(), self.told.iter().collect())
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}
