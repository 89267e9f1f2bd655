//! A display without a screen, and the clipboard that it has.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Stdio},
};

use super::{TestEnv, skipped};

/// Runs until it is dropped.
pub(crate) struct Display<'e> {
    env: &'e TestEnv,
    server: Child,
    /// As `DISPLAY` has it.
    pub(crate) name: String,
}

impl<'e> Display<'e> {
    /// Starts one. Says so where this machine has none, or no program for its clipboard.
    pub(crate) fn start(env: &'e TestEnv, test: &str) -> Option<Self> {
        let mut server = env.command("Xvfb", env.root());
        server.args(["-displayfd", "1", "-screen", "0", "64x64x8", "-nolisten", "tcp"]);
        server.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let has_xclip = env.command("xclip", env.root()).arg("-version").output().is_ok();
        let (true, Ok(mut server)) = (has_xclip, server.spawn()) else {
            skipped(test, "Xvfb and xclip are not both here");
            return None;
        };
        let mut number = String::new();
        let stdout = server.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut number).expect("the number of the display");
        let display = Self { env, server, name: format!(":{}", number.trim()) };
        if display.name == ":" {
            skipped(test, "Xvfb starts no display here");
            return None;
        }
        Some(display)
    }

    /// What another program finds in the clipboard.
    pub(crate) fn holds(&self) -> String {
        let mut xclip = self.env.command("xclip", self.env.root());
        xclip.args(["-selection", "clipboard", "-o"]).env("DISPLAY", &self.name);
        let output = xclip.output().expect("xclip runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Another program puts a text there.
    pub(crate) fn put(&self, text: &str) {
        let mut xclip = self.env.command("xclip", self.env.root());
        xclip.args(["-selection", "clipboard", "-i"]).env("DISPLAY", &self.name);
        // It leaves a process behind that serves the text, and would keep pipes open.
        xclip.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = xclip.spawn().expect("xclip runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
        assert!(child.wait().expect("xclip ends").success());
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        // Asked to end, it takes its socket with it.
        let id = i32::try_from(self.server.id()).ok().and_then(rustix::process::Pid::from_raw);
        let asked = id.map(|id| rustix::process::kill_process(id, rustix::process::Signal::TERM));
        if !matches!(asked, Some(Ok(()))) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }
}
