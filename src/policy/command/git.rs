//! The subcommands of git that only read, with what keeps git from running what a repository
//! says: hooks, fsmonitor, external diffs, text conversions, pagers, signatures.

use std::ffi::OsString;

use super::{
    built_in::NotBuiltIn,
    denial::Denial,
    flags::{NONE, Sorted, Syntax},
    granted::GrantedCommand,
    operand::{Operands, Place},
};
use crate::policy::Access;

/// What comes before every subcommand. Settings given so hold over the repository's.
const ALWAYS: [&str; 15] = [
    "--no-pager",
    "--no-optional-locks",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "log.showSignature=false",
    "-c",
    "submodule.recurse=false",
    // What lies in the worktree and looks like a bare repository may have been written by a response.
    "-c",
    "safe.bareRepository=explicit",
    // A partial clone fetches what it lacks by programs that its settings name.
    "-c",
    "protocol.allow=never",
];
/// The place of `--literal-pathspecs`, which goes where pathspecs of ours are added.
const LITERAL: &str = "--literal-pathspecs";

/// What is kept out of patches.
const UNREAD: [&str; 5] = [
    ":(exclude,top,glob)**/*.ssh*",
    ":(exclude,top,glob)**/*.ssh*/**",
    ":(exclude,top,glob)**/.env*",
    ":(exclude,top,glob)**/*.pem",
    ":(exclude,top,glob)**/id_*",
];

/// A subcommand that only reads.
struct Subcommand {
    syntax: Syntax,
    /// What is added to it.
    adds: &'static [&'static str],
    takes: Takes,
}

/// What a subcommand's operands are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Revisions, then paths.
    Revisions,
    Paths,
    Nothing,
    /// Patterns, with `--list` alone: else they would be made.
    Patterns,
}

const HISTORY: Syntax = Syntax {
    plain: "bpsuwzMC",
    valued: "nUSG",
    long: &[
        "oneline",
        "graph",
        "no-decorate",
        "all",
        "reverse",
        "merges",
        "no-merges",
        "first-parent",
        "patch",
        "no-patch",
        "shortstat",
        "numstat",
        "name-only",
        "name-status",
        "summary",
        "raw",
        "abbrev-commit",
        "no-color",
        "follow",
        "topo-order",
        "date-order",
        "ignore-all-space",
        "ignore-space-change",
        "ignore-blank-lines",
        "cc",
        "full-index",
        "text",
        "minimal",
        "patience",
        "histogram",
        "no-renames",
        "relative-date",
    ],
    long_valued: &[
        "format",
        "max-count",
        "skip",
        "since",
        "after",
        "until",
        "before",
        "author",
        "committer",
        "grep",
        "date",
        "diff-filter",
        "stat-width",
    ],
    optional: &[
        "pretty",
        "abbrev",
        "unified",
        "word-diff",
        "color",
        "decorate",
        "stat",
        "find-renames",
        "branches",
        "tags",
        "remotes",
    ],
    numbers: true,
};

const STATUS: Syntax = Syntax {
    plain: "bsz",
    long: &[
        "short",
        "branch",
        "long",
        "show-stash",
        "ahead-behind",
        "no-ahead-behind",
        "no-renames",
    ],
    optional: &["porcelain", "ignored", "untracked-files"],
    ..NONE
};

const BRANCH: Syntax = Syntax {
    plain: "alrv",
    long: &["all", "list", "remotes", "show-current", "verbose", "no-color"],
    optional: &["merged", "no-merged", "color"],
    long_valued: &["contains", "no-contains", "sort", "format", "points-at"],
    ..NONE
};

const FILES: Syntax = Syntax {
    plain: "cdikmostuvz",
    valued: "x",
    long: &[
        "cached",
        "deleted",
        "modified",
        "others",
        "ignored",
        "stage",
        "unmerged",
        "killed",
        "directory",
        "exclude-standard",
        "full-name",
        "eol",
        "error-unmatch",
        "deduplicate",
    ],
    long_valued: &["exclude"],
    optional: &["abbrev"],
    ..NONE
};

const DIFF: Syntax = Syntax {
    long: &[
        "cached",
        "staged",
        "merge-base",
        "patch",
        "no-patch",
        "shortstat",
        "numstat",
        "name-only",
        "name-status",
        "summary",
        "raw",
        "no-color",
        "ignore-all-space",
        "ignore-space-change",
        "ignore-blank-lines",
        "full-index",
        "text",
        "minimal",
        "patience",
        "histogram",
        "no-renames",
        "exit-code",
        "quiet",
        "check",
    ],
    ..HISTORY
};

fn subcommand(name: &str) -> Option<Subcommand> {
    const SAFE: &[&str] = &["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
    let (syntax, adds, takes) = match name {
        "status" => (STATUS, &["--ignore-submodules=all"][..], Takes::Paths),
        "diff" => (DIFF, SAFE, Takes::Revisions),
        "log" | "show" => (HISTORY, SAFE, Takes::Revisions),
        "stash list" => (HISTORY, SAFE, Takes::Nothing),
        "branch" => (BRANCH, &[][..], Takes::Patterns),
        "ls-files" => (FILES, &[][..], Takes::Paths),
        _ => return None,
    };
    Some(Subcommand { syntax, adds, takes })
}

/// Reads the arguments of `git` as a subcommand that only reads.
pub(super) fn built_in(
    args: &[String],
    place: &Place<'_>,
) -> Result<Result<GrantedCommand, Denial>, NotBuiltIn> {
    let not = |arg: &str| NotBuiltIn(arg.to_owned());
    let (name, rest) = args.split_first().ok_or_else(|| not("no subcommand"))?;
    let (name, rest) = match (name.as_str(), rest.split_first()) {
        ("stash", Some((list, rest))) if list == "list" => ("stash list", rest),
        (name, _) => (name, rest),
    };
    let known = subcommand(name).ok_or_else(|| not(name))?;
    let sorted = known.syntax.sort(rest).map_err(not)?;
    let signed = |flag: &&&str| flag.contains("%G") || flag.contains("signature");
    if let Some(flag) = sorted.flags.iter().find(signed) {
        // A signature is checked by a program that the repository's configuration names.
        return Err(not(flag));
    }
    let (revisions, paths) = operands(known.takes, &sorted, place)?;
    if place.gate.blacklist().is_customised() && shows_patches(name, &sorted) {
        return Err(not("a patch, where `clada.blacklist` has patterns"));
    }
    Ok(command(&known, (name, &sorted), (revisions, paths), place))
}

/// Sorts operands into revisions (or patterns) and paths.
fn operands<'a>(
    takes: Takes,
    sorted: &Sorted<'a>,
    place: &Place<'_>,
) -> Result<(Vec<&'a str>, Vec<&'a str>), NotBuiltIn> {
    let all = || sorted.operands.iter().chain(&sorted.behind).copied().collect::<Vec<_>>();
    match takes {
        Takes::Paths => Ok((Vec::new(), all())),
        Takes::Nothing | Takes::Patterns if all().is_empty() => Ok((Vec::new(), Vec::new())),
        Takes::Patterns if sorted.has(&["l", "list"]) => Ok((all(), Vec::new())),
        Takes::Nothing | Takes::Patterns => Err(NotBuiltIn(all().join(" "))),
        Takes::Revisions => {
            // As git tells them apart: what stands in the worktree is a path.
            let is_path = |arg: &&str| !arg.contains(':') && place.is_there(arg);
            let first = sorted.operands.iter().position(is_path);
            let at = first.unwrap_or(sorted.operands.len());
            let (revisions, paths) = sorted.operands.split_at_checked(at).unwrap_or_default();
            let paths = paths.iter().chain(&sorted.behind).copied().collect();
            Ok((revisions.to_vec(), paths))
        }
    }
}

fn command(
    known: &Subcommand,
    (name, sorted): (&str, &Sorted<'_>),
    (revisions, paths): (Vec<&str>, Vec<&str>),
    place: &Place<'_>,
) -> Result<GrantedCommand, Denial> {
    revisions.iter().try_for_each(|revision| checked(revision, place))?;
    let Operands { args, outside } = place.read(paths)?;
    let hides = known.takes == Takes::Revisions && place.gate.blacklist().keeps_secrets();
    // `--follow` takes one path alone, which has been granted.
    let hides = hides && shows_patches(name, sorted) && !sorted.has(&["follow"]);
    let mut argv = vec![OsString::from("git")];
    argv.extend(ALWAYS.iter().filter(|&&flag| !(hides && flag == LITERAL)).map(OsString::from));
    argv.extend(name.split(' ').map(OsString::from));
    argv.extend(known.adds.iter().map(OsString::from));
    argv.extend(sorted.flags.iter().map(OsString::from));
    // A name of a file's contents, rather than of a commit, would get round what hides them.
    let commits = known.takes == Takes::Revisions && place.gate.blacklist().keeps_secrets();
    argv.extend(revisions.iter().map(|&revision| {
        OsString::from(if commits { of_commits(revision) } else { revision.to_owned() })
    }));
    if known.takes != Takes::Patterns {
        argv.push("--".into());
    }
    if hides {
        argv.extend(args.into_iter().map(literal));
        argv.extend(UNREAD.iter().map(OsString::from));
    } else {
        argv.extend(args);
    }
    Ok(GrantedCommand::built_in(argv, !outside))
}

/// A revision that names commits alone. What names a path in one has passed the gate.
fn of_commits(revision: &str) -> String {
    if revision.contains(':') {
        return revision.to_owned();
    }
    if let Some((left, right)) = revision.split_once("..") {
        let (dots, right) = right.strip_prefix('.').map_or(("..", right), |right| ("...", right));
        let side = |side: &str| if side.is_empty() { String::new() } else { of_commits(side) };
        return format!("{}{dots}{}", side(left), side(right));
    }
    if let Some(excluded) = revision.strip_prefix('^') {
        return format!("^{}", of_commits(excluded));
    }
    // `HEAD^!`, `HEAD^@`, `HEAD^-`, `HEAD^-2`: its parents.
    let parents = ["^!", "^@"].iter().find_map(|suffix| revision.strip_suffix(suffix));
    let parents = parents.or_else(|| {
        let (base, number) = revision.rsplit_once("^-")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(base)
    });
    let base = parents.unwrap_or(revision);
    let suffix = revision.get(base.len()..).unwrap_or_default();
    format!("{base}^{{commit}}{suffix}")
}

/// A path that git takes as it stands, where not all pathspecs are.
fn literal(path: OsString) -> OsString {
    let mut spec = OsString::from(":(literal)");
    spec.push(path);
    spec
}

/// Whether the contents of files are printed.
fn shows_patches(name: &str, sorted: &Sorted<'_>) -> bool {
    match name {
        "diff" | "show" => true,
        _ => sorted.has(&["p", "u", "patch", "U", "unified", "cc", "word-diff", "raw"]),
    }
}

/// A revision is no flag, and what it names of a tree is not kept from reports.
fn checked(revision: &str, place: &Place<'_>) -> Result<(), Denial> {
    if let Some((_, path)) = revision.rsplit_once(':')
        && !path.is_empty()
    {
        place.gate.grant_over(path, Access::Read, place.view)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::of_commits;

    #[test]
    fn a_revision_names_commits_alone() {
        for (written, peeled) in [
            ("1a2b3c", "1a2b3c^{commit}"),
            ("HEAD~2", "HEAD~2^{commit}"),
            ("stash@{1}", "stash@{1}^{commit}"),
            ("a..b", "a^{commit}..b^{commit}"),
            ("a...b", "a^{commit}...b^{commit}"),
            ("..b", "..b^{commit}"),
            ("a..", "a^{commit}.."),
            ("^a", "^a^{commit}"),
            ("a^!", "a^{commit}^!"),
            ("a^@", "a^{commit}^@"),
            ("a^-2", "a^{commit}^-2"),
            ("a^2", "a^2^{commit}"),
            ("HEAD:dir/file", "HEAD:dir/file"),
        ] {
            assert_eq!(of_commits(written), peeled);
        }
    }
}
