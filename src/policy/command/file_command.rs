//! `mv`, `rm`, `cp`, `mkdir`, `touch`: read here, carried out as actions, never spawned.

use super::{
    built_in::NotBuiltIn,
    flags::{NONE, Sorted, Syntax},
};

/// A change of files that a command line asks for, with its paths as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileCommand {
    /// Moves each of them to a name, or into a directory.
    Move {
        /// What is moved.
        from: Vec<String>,
        /// Where it goes.
        to: String,
    },
    /// Copies each of them to a name, or into a directory.
    Copy {
        /// What is copied.
        from: Vec<String>,
        /// Where the copies go.
        to: String,
        /// Directories too.
        recursive: bool,
    },
    /// Removes each of them.
    Remove {
        /// What is removed.
        paths: Vec<String>,
        /// Directories too, with all that they hold.
        recursive: bool,
        /// What is not there is no failure.
        force: bool,
    },
    /// Makes directories.
    MakeDir {
        /// The directories.
        paths: Vec<String>,
        /// Those above too, and one that is there is no failure.
        parents: bool,
    },
    /// Makes empty files where there are none.
    Touch {
        /// The files.
        paths: Vec<String>,
    },
}

const MOVE: Syntax = Syntax { plain: "fv", long: &["force", "verbose"], ..NONE };
const COPY: Syntax = Syntax {
    plain: "afprRv",
    long: &["archive", "force", "recursive", "verbose", "preserve"],
    ..NONE
};
const REMOVE: Syntax =
    Syntax { plain: "dfrRv", long: &["dir", "force", "recursive", "verbose"], ..NONE };
const MAKE: Syntax = Syntax { plain: "pv", long: &["parents", "verbose"], ..NONE };

/// Reads a command line as a change of files; nothing where its program makes none, and the
/// what stands against it where it asks for more than is done here.
pub(super) fn file_command(words: &[String]) -> Option<Result<FileCommand, NotBuiltIn>> {
    let (program, args) = words.split_first()?;
    let syntax = match program.as_str() {
        "mv" => MOVE,
        "cp" => COPY,
        "rm" => REMOVE,
        "mkdir" => MAKE,
        "touch" => NONE,
        _ => return None,
    };
    let sorted = match syntax.sort(args) {
        Ok(sorted) => sorted,
        Err(arg) => return Some(Err(NotBuiltIn::argument(arg))),
    };
    let what = if least(program) > 1 { "two paths or more" } else { "a path" };
    Some(read(program, &sorted).ok_or_else(|| NotBuiltIn::unless(program, what)))
}

/// How many paths it has at least.
fn least(program: &str) -> usize {
    if matches!(program, "mv" | "cp") { 2 } else { 1 }
}

fn read(program: &str, sorted: &Sorted<'_>) -> Option<FileCommand> {
    let both = sorted.operands.iter().chain(&sorted.behind);
    let mut paths: Vec<String> = both.map(ToString::to_string).collect();
    let force = sorted.has(&["f", "force"]);
    if paths.is_empty() && force && program == "rm" {
        return Some(FileCommand::Remove { paths, recursive: false, force });
    }
    if paths.len() < least(program) {
        return None;
    }
    let recursive = sorted.has(&["r", "R", "recursive"]);
    Some(match program {
        "mv" => FileCommand::Move { to: paths.pop()?, from: paths },
        "cp" => {
            let recursive = recursive || sorted.has(&["a", "archive"]);
            FileCommand::Copy { to: paths.pop()?, from: paths, recursive }
        }
        "rm" => FileCommand::Remove { paths, recursive, force },
        "mkdir" => FileCommand::MakeDir { paths, parents: sorted.has(&["p", "parents"]) },
        _ => FileCommand::Touch { paths },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Option<Result<FileCommand, NotBuiltIn>> {
        file_command(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn changes_of_files_are_read_with_their_flags() {
        let owned = |paths: &[&str]| paths.iter().map(ToString::to_string).collect::<Vec<_>>();
        let read = |line| command(line).expect("one").expect("read");
        assert_eq!(
            read("rm -rf a -- -b"),
            FileCommand::Remove { paths: owned(&["a", "-b"]), recursive: true, force: true }
        );
        assert_eq!(
            read("cp -a x y z"),
            FileCommand::Copy { from: owned(&["x", "y"]), to: "z".to_owned(), recursive: true }
        );
        assert_eq!(read("mv a b"), FileCommand::Move { from: owned(&["a"]), to: "b".to_owned() });
        assert_eq!(
            read("mkdir -p a/b"),
            FileCommand::MakeDir { paths: owned(&["a/b"]), parents: true }
        );
        assert_eq!(read("touch a"), FileCommand::Touch { paths: owned(&["a"]) });
    }

    #[test]
    fn what_asks_for_more_is_not_done_here() {
        for line in ["mv -t d a", "cp --parents a b", "rm -i a", "mkdir -m 777 a", "touch -r a b"] {
            assert!(command(line).expect("one").is_err(), "{line}");
        }
        for line in ["mv a", "rm", "mkdir"] {
            assert!(command(line).expect("one").is_err(), "{line}");
        }
        assert_eq!(command("ls a"), None);
    }
}
