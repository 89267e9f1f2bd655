//! The programs that only look around, and the arguments with which that stays so.
//!
//! A flag that is not named here may write, run something, or follow links out of the worktree;
//! the user can approve such a command like any other.

use std::ffi::OsString;

use super::{
    denial::Denial,
    flags::{NONE, Syntax},
    granted::GrantedCommand,
    operand::{Operands, Place},
};

/// Where a program is asked to look below directories, what it passes over.
const UNREAD: [&str; 3] = [".env*", "*.pem", "id_*"];
const UNSEEN: [&str; 3] = [".git", ".clada", "*.ssh*"];

/// A program that only looks around.
struct Program {
    name: &'static str,
    syntax: Syntax,
    /// How many paths it has, at least and at most.
    paths: (usize, usize),
}

const MANY: usize = 1000;
/// The longest argument that is quoted in a help, in characters.
const LONGEST_QUOTED: usize = 200;

const PROGRAMS: [Program; 10] = [
    Program { name: "cat", syntax: Syntax { plain: "AbEensTtv", ..NONE }, paths: (1, MANY) },
    Program {
        name: "head",
        syntax: Syntax {
            plain: "qv",
            valued: "cn",
            long: &["quiet", "silent", "verbose"],
            long_valued: &["bytes", "lines"],
            numbers: true,
            ..NONE
        },
        paths: (1, MANY),
    },
    Program {
        name: "tail",
        syntax: Syntax {
            plain: "qv",
            valued: "cn",
            long: &["quiet", "silent", "verbose"],
            long_valued: &["bytes", "lines"],
            numbers: true,
            ..NONE
        },
        paths: (1, MANY),
    },
    Program {
        name: "ls",
        syntax: Syntax {
            plain: "1aAdFhilnopqrRsStUX",
            long: &["all", "almost-all", "recursive", "human-readable", "size", "reverse"],
            ..NONE
        },
        paths: (0, MANY),
    },
    Program {
        name: "tree",
        syntax: Syntax {
            plain: "adfhinpsDF",
            valued: "LIP",
            long: &["dirsfirst", "noreport", "gitignore", "prune"],
            ..NONE
        },
        paths: (0, MANY),
    },
    Program {
        name: "wc",
        syntax: Syntax {
            plain: "clLmw",
            long: &["bytes", "chars", "lines", "max-line-length", "words"],
            ..NONE
        },
        paths: (1, MANY),
    },
    Program {
        name: "file",
        syntax: Syntax {
            plain: "bhiN",
            long: &["brief", "mime", "mime-type", "mime-encoding", "no-dereference"],
            ..NONE
        },
        paths: (1, MANY),
    },
    Program {
        name: "stat",
        syntax: Syntax {
            plain: "t",
            valued: "c",
            long: &["terse"],
            long_valued: &["format", "printf"],
            ..NONE
        },
        paths: (1, MANY),
    },
    Program { name: "realpath", syntax: Syntax { plain: "emPsq", ..NONE }, paths: (1, MANY) },
    Program {
        name: "xxd",
        syntax: Syntax { plain: "bEeipu", valued: "cglos", ..NONE },
        paths: (1, 1),
    },
];

const GREP: Syntax = Syntax {
    plain: "EFGHILPTabchilnoqrsvwxZ",
    valued: "ABCem",
    long: &[
        "extended-regexp",
        "fixed-strings",
        "perl-regexp",
        "ignore-case",
        "invert-match",
        "word-regexp",
        "line-regexp",
        "count",
        "files-with-matches",
        "files-without-match",
        "only-matching",
        "quiet",
        "no-messages",
        "line-number",
        "with-filename",
        "no-filename",
        "recursive",
        "text",
    ],
    long_valued: &[
        "regexp",
        "max-count",
        "after-context",
        "before-context",
        "context",
        "include",
        "exclude",
        "exclude-dir",
        "binary-files",
    ],
    optional: &["color", "colour"],
    numbers: true,
};

const DIFF: Syntax = Syntax {
    plain: "abBcdeiNpqrstuwyZ",
    valued: "UCW",
    long: &[
        "brief",
        "recursive",
        "new-file",
        "side-by-side",
        "ignore-case",
        "ignore-all-space",
        "ignore-space-change",
        "ignore-blank-lines",
        "text",
        "report-identical-files",
        "strip-trailing-cr",
        "suppress-common-lines",
        "no-dereference",
    ],
    long_valued: &["width", "exclude"],
    optional: &["unified", "context", "color"],
    numbers: true,
};

/// What `find` may be asked, and whether a value follows.
const FIND: [(&str, bool); 32] = [
    ("-name", true),
    ("-iname", true),
    ("-path", true),
    ("-ipath", true),
    ("-wholename", true),
    ("-regex", true),
    ("-iregex", true),
    ("-regextype", true),
    ("-type", true),
    ("-size", true),
    ("-perm", true),
    ("-links", true),
    ("-mtime", true),
    ("-mmin", true),
    ("-ctime", true),
    ("-cmin", true),
    ("-maxdepth", true),
    ("-mindepth", true),
    ("-empty", false),
    ("-executable", false),
    ("-not", false),
    ("!", false),
    ("-o", false),
    ("-or", false),
    ("-a", false),
    ("-and", false),
    ("(", false),
    (")", false),
    ("-prune", false),
    ("-print", false),
    ("-print0", false),
    ("-quit", false),
];

/// Why a command is not built in, in a clause.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotBuiltIn(pub(super) String);

impl NotBuiltIn {
    /// It has an argument that no built-in command has. One that could be taken for words of ours
    /// is not quoted.
    pub(super) fn argument(argument: &str) -> Self {
        let quotable = !argument.contains(|char: char| char == '`' || char.is_control());
        match argument.char_indices().nth(LONGEST_QUOTED) {
            None if quotable => Self(format!("`{argument}` is not built in")),
            _ => Self("one of its arguments is not built in".to_owned()),
        }
    }

    /// It lacks something, or has too much of it.
    pub(super) fn unless(program: &str, what: &str) -> Self {
        Self(format!("`{program}` is built in only with {what}"))
    }
}

/// A command that only looks around; nothing where its program is not one of those that do.
pub(super) type BuiltIn = Option<Result<Result<GrantedCommand, Denial>, NotBuiltIn>>;

/// Reads a command line as one of the built-in commands.
pub(super) fn built_in(words: &[String], place: &Place<'_>) -> BuiltIn {
    let (program, args) = words.split_first()?;
    let read = match program.as_str() {
        "pwd" => args.is_empty().then(|| Ok(command(program, Vec::new(), Operands::default()))),
        "grep" => return Some(grep(args, place)),
        "diff" => return Some(diff(args, place)),
        "find" => return Some(find(args, place)),
        "git" => return Some(super::git::built_in(args, place)),
        name => {
            let program = PROGRAMS.iter().find(|program| program.name == name)?;
            return Some(plain(program, args, place));
        }
    };
    Some(read.ok_or_else(|| NotBuiltIn::unless(program, "nothing behind it")))
}

type Read = Result<Result<GrantedCommand, Denial>, NotBuiltIn>;

/// Flags first, then `--`, then the paths, each of which has passed the gate.
fn plain(program: &Program, args: &[String], place: &Place<'_>) -> Read {
    let sorted = program.syntax.sort(args).map_err(NotBuiltIn::argument)?;
    let paths: Vec<&str> = sorted.operands.iter().chain(&sorted.behind).copied().collect();
    counted(program.name, paths.len(), program.paths)?;
    no_input(&paths)?;
    let mut before: Vec<OsString> = sorted.flags.iter().map(OsString::from).collect();
    // `xxd` knows no `--`; a path never begins with a dash anyway.
    before.extend((program.name != "xxd").then(|| OsString::from("--")));
    Ok(place.read(paths).map(|operands| command(program.name, before, operands)))
}

fn grep(args: &[String], place: &Place<'_>) -> Read {
    let sorted = GREP.sort(args).map_err(NotBuiltIn::argument)?;
    let mut others = sorted.operands.iter().chain(&sorted.behind).copied();
    let mut before: Vec<OsString> = sorted.flags.iter().map(OsString::from).collect();
    if !sorted.has(&["e", "regexp"]) {
        let pattern = others.next().ok_or_else(|| NotBuiltIn::unless("grep", "a pattern"))?;
        before.extend([OsString::from("-e"), pattern.into()]);
    }
    let paths: Vec<&str> = others.collect();
    let recursive = sorted.has(&["r", "recursive"]);
    counted("grep", paths.len(), (usize::from(!recursive), MANY))?;
    no_input(&paths)?;
    if recursive {
        before.extend(passing_over(place, ("--exclude=", "--exclude-dir="))?);
    }
    before.push("--".into());
    // Without a path, and only then, it looks below the current directory.
    let paths = if paths.is_empty() { vec!["."] } else { paths };
    Ok(place.read(paths).map(|operands| command("grep", before, operands)))
}

fn diff(args: &[String], place: &Place<'_>) -> Read {
    let sorted = DIFF.sort(args).map_err(NotBuiltIn::argument)?;
    let paths: Vec<&str> = sorted.operands.iter().chain(&sorted.behind).copied().collect();
    counted("diff", paths.len(), (2, 2))?;
    no_input(&paths)?;
    let mut before: Vec<OsString> = sorted.flags.iter().map(OsString::from).collect();
    // Two directories are compared file by file, with or without `-r`.
    before.extend(passing_over(place, ("--exclude=", "--exclude="))?);
    before.extend([OsString::from("--no-dereference"), OsString::from("--")]);
    Ok(place.read(paths).map(|operands| command("diff", before, operands)))
}

/// Paths first, then what is asked of each file; nothing that runs, deletes or writes.
fn find(args: &[String], place: &Place<'_>) -> Read {
    let is_test = |arg: &String| arg.starts_with('-') || ["!", "(", ")"].contains(&arg.as_str());
    let tests_at = args.iter().position(is_test).unwrap_or(args.len());
    let (paths, tests) = args.split_at_checked(tests_at).unwrap_or_default();
    let mut left = tests.iter();
    while let Some(test) = left.next() {
        let known = FIND.iter().find(|(name, _)| name == test);
        let (_, valued) = known.ok_or_else(|| NotBuiltIn::argument(test))?;
        if *valued && left.next().is_none() {
            return Err(NotBuiltIn::unless("find", &format!("a value behind `{test}`")));
        }
    }
    counted("find", paths.len(), (0, MANY))?;
    let paths =
        if paths.is_empty() { vec!["."] } else { paths.iter().map(String::as_str).collect() };
    Ok(place.read(paths).map(|operands| {
        let inside = !operands.outside;
        let words = std::iter::once(OsString::from("find"))
            // No link is followed, whatever comes behind.
            .chain([OsString::from("-P")])
            .chain(operands.args)
            .chain(tests.iter().map(OsString::from));
        GrantedCommand::built_in(words.collect(), inside)
    }))
}

/// The flags that keep a program which looks below directories from what no report may hold.
/// It cannot be told the user's own patterns.
fn passing_over(place: &Place<'_>, (file, dir): (&str, &str)) -> Result<Vec<OsString>, NotBuiltIn> {
    let blacklist = place.gate.blacklist();
    if blacklist.is_customised() {
        let why = "no directory is looked through by it where `clada.blacklist` has patterns";
        return Err(NotBuiltIn(why.to_owned()));
    }
    let unread = UNREAD.iter().filter(|_| blacklist.keeps_secrets());
    let unread = unread.map(|name| format!("{file}{name}").into());
    Ok(UNSEEN.iter().map(|name| format!("{dir}{name}").into()).chain(unread).collect())
}

/// The program with its flags and its paths behind them.
fn command(program: &str, before: Vec<OsString>, operands: Operands) -> GrantedCommand {
    let Operands { args, outside } = operands;
    let argv = std::iter::once(OsString::from(program)).chain(before).chain(args).collect();
    GrantedCommand::built_in(argv, !outside)
}

fn counted(program: &str, count: usize, (least, most): (usize, usize)) -> Result<(), NotBuiltIn> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    let what = match (least, most) {
        (1, 1) => "one path".to_owned(),
        (least, most) if least == most => format!("{least} paths"),
        (_, most) if count > most => format!("up to {most} paths"),
        (1, _) => "a path".to_owned(),
        (least, _) => format!("{least} paths or more"),
    };
    Err(NotBuiltIn::unless(program, &what))
}

/// Nothing stands on standard input.
fn no_input(paths: &[&str]) -> Result<(), NotBuiltIn> {
    if paths.contains(&"-") { Err(NotBuiltIn::argument("-")) } else { Ok(()) }
}
