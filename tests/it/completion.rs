//! Completion in the real shells, of `git-clada` and of `git clada`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{
    env::{Clada, Repo, TestEnv, skipped},
    sham,
};

/// Where the scripts are.
fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("completions")
}

fn script(name: &str) -> String {
    scripts().join(name).to_str().expect("UTF-8").to_owned()
}

/// A repository with a session `spike` of one operation, whose id is returned.
fn scene(env: &TestEnv) -> (Repo<'_>, String) {
    let repo = env.repo().file("a.txt", "a\n").file("dir with space/b.txt", "b\n").commit();
    let applied = repo.apply(&sham::write("a.txt", "b\n"));
    applied.arg("--branch").arg("spike").exits(0);
    let log = repo.clada(&["log", "--format", "json"]).exits(0).json();
    let id = log["operations"][0]["id"].as_str().expect("an id").to_owned();
    (repo, id)
}

/// `PATH` with the program on it.
fn path() -> OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_git-clada"));
    let mut path = vec![binary.parent().expect("its directory").to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").expect("a PATH")));
    std::env::join_paths(path).expect("a PATH")
}

/// A shell, if it is there.
fn shell(env: &TestEnv, dir: &Path, program: &str) -> Option<Command> {
    env.command(program, dir).arg("--version").output().ok()?;
    let mut shell = env.command(program, dir);
    shell.env("PATH", path()).env("TERM", "xterm");
    Some(shell)
}

fn lines(command: &mut Command) -> Vec<String> {
    let output = command.output().expect("the shell runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    stdout.lines().map(ToOwned::to_owned).collect()
}

/// What a person types, and the words that are offered; a file's where a shell is to see to it.
fn cases(id: &str) -> Vec<(String, Vec<String>)> {
    let case = |line: &str, words: &[&str]| {
        (line.to_owned(), words.iter().map(ToString::to_string).collect())
    };
    let start = id.split_at(4).0;
    vec![
        case("ap", &["apply"]),
        case("session s", &["start", "switch"]),
        case("apply --sandb", &["--sandbox"]),
        case("apply --format m", &["markdown"]),
        case("apply --branch sp", &["spike"]),
        case("session switch sp", &["spike"]),
        case("actions file_del", &["file_delete"]),
        case("prompt --actions ls,file_del", &["ls,file_delete"]),
        case("show ma", &["main"]),
        case(&format!("show {start}"), &[id]),
    ]
}

#[test]
fn the_scripts_that_are_checked_in_are_those_that_the_program_prints() {
    let env = TestEnv::new();
    for (shell, name) in [
        ("bash", "git-clada.bash"),
        ("zsh", "_git-clada"),
        ("fish", "git-clada.fish"),
        ("elvish", "git-clada.elv"),
        ("powershell", "git-clada.ps1"),
    ] {
        let printed = Clada::new(&env, env.root(), &["completions", shell]).exits(0).stdout;
        assert_eq!(printed, fs_err::read_to_string(script(name)).expect("a script"), "{shell}");
    }
    Clada::new(&env, env.root(), &["completions", "tcsh"]).exits(2).says(&["tcsh", "fish"]);
}

/// Types a line in a bash that has git's completion where `git` begins it.
fn in_bash(bash: &mut Command, line: &str) -> Vec<String> {
    const DRIVER: &str = r#"
        line=$2
        if [[ $line == "git "* ]]; then
            . /usr/share/bash-completion/bash_completion
            . /usr/share/bash-completion/completions/git
        fi
        . "$1"
        COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=9 COMP_KEY=9
        # As readline divides it.
        words=${line//=/ = }
        read -r -a COMP_WORDS <<< "$words"
        [[ $line == *' ' || $line == *= ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        spec=$(complete -p "${COMP_WORDS[0]}")
        function=${spec##*-F } function=${function%% *}
        "$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        for word in "${COMPREPLY[@]}"; do printf '%s\n' "${word% }"; done
    "#;
    lines(bash.args(["--norc", "-c", DRIVER, "bash", &script("git-clada.bash"), line]))
}

#[test]
fn bash_completes_the_program() {
    let env = TestEnv::new();
    let (repo, id) = scene(&env);
    for (line, words) in cases(&id) {
        let Some(mut bash) = shell(&env, repo.dir(), "bash") else {
            return skipped("bash_completes_the_program", "there is no bash here");
        };
        assert_eq!(in_bash(&mut bash, &format!("git-clada {line}")), words, "{line}");
    }
    let mut bash = shell(&env, repo.dir(), "bash").expect("bash");
    // readline has divided the word, and replaces what stands behind the `=`.
    assert_eq!(in_bash(&mut bash, "git-clada apply --sandbox=st"), ["strict"]);
    let mut bash = shell(&env, env.root(), "bash").expect("bash");
    assert_eq!(in_bash(&mut bash, "git-clada -C repo land sp"), ["spike"]);
    let mut bash = shell(&env, repo.dir(), "bash").expect("bash");
    assert_eq!(in_bash(&mut bash, "git-clada apply a"), [""; 0], "bash's own completion of files");
}

#[test]
fn bash_completes_the_subcommand_of_git() {
    const TEST: &str = "bash_completes_the_subcommand_of_git";
    let env = TestEnv::new();
    let loads = ["bash_completion", "completions/git"];
    let loads = loads.map(|name| Path::new("/usr/share/bash-completion").join(name));
    if !loads.iter().all(|path| path.exists()) {
        return skipped(TEST, "there is no bash-completion here, or none of git's");
    }
    let (repo, id) = scene(&env);
    for (line, words) in cases(&id) {
        let Some(mut bash) = shell(&env, repo.dir(), "bash") else {
            return skipped(TEST, "there is no bash here");
        };
        assert_eq!(in_bash(&mut bash, &format!("git clada {line}")), words, "{line}");
    }
    let mut bash = shell(&env, env.root(), "bash").expect("bash");
    assert_eq!(in_bash(&mut bash, "git -C repo clada land sp"), ["spike"]);
}

/// Types a line in a fish.
fn in_fish(fish: &mut Command, line: &str) -> Vec<String> {
    const DRIVER: &str = "source $argv[1]; complete -C $argv[2]";
    let offered = lines(fish.args(["-c", DRIVER, &script("git-clada.fish"), line]));
    offered.iter().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn fish_completes_the_program_and_the_subcommand_of_git() {
    const TEST: &str = "fish_completes_the_program_and_the_subcommand_of_git";
    let env = TestEnv::new();
    let (repo, id) = scene(&env);
    for (line, words) in cases(&id) {
        for program in ["git-clada", "git clada"] {
            let Some(mut fish) = shell(&env, repo.dir(), "fish") else {
                return skipped(TEST, "there is no fish here");
            };
            let offered = in_fish(&mut fish, &format!("{program} {line}"));
            assert_eq!(offered, words, "{program} {line}");
        }
    }
    let mut fish = shell(&env, env.root(), "fish").expect("fish");
    assert_eq!(in_fish(&mut fish, "git -C repo clada land sp"), ["spike"]);
    let mut fish = shell(&env, repo.dir(), "fish").expect("fish");
    assert_eq!(in_fish(&mut fish, "git clada apply a"), ["a.txt"], "a file");
}

/// Types a line in an interactive zsh, and a TAB, and reads what the line is then.
fn in_zsh(zsh: &mut Command, line: &str) -> Vec<String> {
    const DRIVER: &str = r#"
        zmodload zsh/zpty
        zpty z zsh -f -i
        type () { zpty -w z "$1" }
        # What stands between the marks is what was offered.
        type "PS1= PS2= RPS1=; unset zle_bracketed_paste; setopt no_beep; bindkey -e"
        type "fpath=(${(q)1:h} \$fpath); autoload -Uz compinit; compinit -u -D"
        type "zstyle ':completion:*' list-prompt ''; LISTMAX=1000; COLUMNS=200"
        type "show () { print -r -- \"<\$BUFFER>\"; BUFFER=; zle .accept-line }"
        type "zle -N show; bindkey '^X' show; print rea\dy"
        local out chunk
        while zpty -r z chunk; do [[ $chunk == *ready* && $chunk != *print* ]] && break; done
        zpty -w -n z "$2"$'\t'$'\x18'
        while zpty -r z chunk; do
            [[ $chunk == *'<'*'>'* ]] && { out=${${chunk##*<}%%>*}; break }
        done
        print -r -- $out
        zpty -d z
    "#;
    lines(zsh.args(["-f", "-c", DRIVER, "zsh", &script("_git-clada"), line]))
}

#[test]
fn zsh_completes_the_program_and_the_subcommand_of_git() {
    const TEST: &str = "zsh_completes_the_program_and_the_subcommand_of_git";
    let env = TestEnv::new();
    let (repo, id) = scene(&env);
    for (line, words) in cases(&id) {
        // It types out what is offered where that is one word.
        let [word] = words.as_slice() else { continue };
        for program in ["git-clada", "git clada"] {
            let Some(mut zsh) = shell(&env, repo.dir(), "zsh") else {
                return skipped(TEST, "there is no zsh here");
            };
            let typed = format!("{program} {line}");
            let kept = typed.rsplit_once(' ').expect("a space").0;
            assert_eq!(in_zsh(&mut zsh, &typed), [format!("{kept} {word} ")], "{typed}");
        }
    }
    let mut zsh = shell(&env, env.root(), "zsh").expect("zsh");
    assert_eq!(in_zsh(&mut zsh, "git -C repo clada land sp"), ["git -C repo clada land spike "]);
    let mut zsh = shell(&env, repo.dir(), "zsh").expect("zsh");
    assert_eq!(in_zsh(&mut zsh, "git clada apply a"), ["git clada apply a.txt "], "a file");
}
