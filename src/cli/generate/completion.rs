//! What may stand where a person presses TAB.
//!
//! The shells' scripts (`completions/`) ask for it with the hidden command `complete`: so there is one
//! description of the command line, and a script need not be made anew when a command is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::engine::complete;

use super::candidates::knowing;
use crate::cli::args::Cli;

/// What may stand there, and what that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The word.
    pub word: String,
    /// What it is, on one line; empty where there is nothing to say.
    pub about: String,
}

/// What may stand in place of the last of `words`, which begin after the program's name. Nothing
/// where the shell's own completion of files is to be asked.
pub fn candidates(words: &[OsString], current: &Path) -> Vec<Candidate> {
    let Some((word, before)) = words.split_last() else { return Vec::new() };
    let mut command = knowing(Cli::command(), &directory(before, current));
    let args = std::iter::once("git-clada".into()).chain(words.iter().cloned()).collect();
    let Ok(found) = complete(&mut command, args, words.len(), None) else { return Vec::new() };
    let wants_options = word.as_encoded_bytes().starts_with(b"-");
    let told = found.iter().filter_map(|candidate| {
        let word = candidate.get_value().to_str()?.to_owned();
        let about = candidate.get_help().map(ToString::to_string).unwrap_or_default();
        let about = about.lines().next().unwrap_or_default().to_owned();
        // They are told when they are asked for: there are many of them.
        (wants_options || !word.starts_with('-')).then_some(Candidate { word, about })
    });
    told.collect()
}

/// The directory that `-C DIR` among those words names.
fn directory(words: &[OsString], current: &Path) -> PathBuf {
    let mut directory = current.to_owned();
    let mut words = words.iter().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if word == "-C" {
            directory.extend(words.next());
        } else if let Some(named) = word.to_str().and_then(|word| word.strip_prefix("-C")) {
            directory.push(named);
        }
    }
    directory
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let nowhere = Path::new("/nonexistent");
        candidates(&words, nowhere).into_iter().map(|candidate| candidate.word).collect()
    }

    #[test]
    fn commands_options_and_values_are_those_of_the_command_line() {
        assert_eq!(words("ap"), ["apply"]);
        assert_eq!(words("session s"), ["start", "switch"]);
        assert_eq!(words("apply --dry"), ["--dry-run"]);
        assert_eq!(words("apply --format j"), ["json"]);
        assert_eq!(words("apply --sandbox=st"), ["--sandbox=strict"]);
        assert_eq!(words("completions z"), ["zsh"]);
        assert_eq!(words("help dr"), ["drop"]);
    }

    #[test]
    fn actions_are_those_of_the_catalogue() {
        assert_eq!(words("actions file_del"), ["file_delete"]);
        assert_eq!(words("prompt --actions ls,file_del"), ["ls,file_delete"]);
    }

    #[test]
    fn files_are_left_to_the_shell_and_hidden_commands_to_themselves() {
        assert_eq!(words("apply "), [""; 0]);
        assert_eq!(words("-C "), [""; 0]);
        assert_eq!(words("comp"), ["completions"]);
    }

    #[test]
    fn the_directory_is_that_of_the_last_option() {
        let named = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            directory(&words, Path::new("/a"))
        };
        assert_eq!(named("-C b undo"), Path::new("/a/b"));
        assert_eq!(named("-Cb -C /c undo"), Path::new("/c"));
        assert_eq!(named("diff -- -C b"), Path::new("/a"));
    }
}
