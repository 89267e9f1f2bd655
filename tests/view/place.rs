//! A repository in a temporary directory, a gate on it, and commands run in views of it.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::Duration,
};

use git_clada::{
    base::RepoPath,
    policy::{
        Access, CommandLine, Consent, Gate, GateOptions, GrantedCommand, GrantedPath, Language,
        Wanted,
    },
    workspace::{
        ChangeSet, FileState, Overlay,
        process::{CommandSpec, Interrupt, Ran, SandboxOptions},
        view::{Harvest, HarvestError, HarvestOptions, Launcher, View, ViewError, ViewOptions},
    },
};

const NOBODY: u32 = 65534;
const AS_NOBODY: &str = "CLADA_TEST_AS_NOBODY";

/// The program that starts commands, where all can reach it.
fn binary() -> PathBuf {
    std::env::var_os(AS_NOBODY)
        .map_or_else(|| env!("CARGO_BIN_EXE_git-clada").into(), PathBuf::from)
}

/// Runs a test's body; as root also as nobody, in a process of its own.
pub(crate) fn as_root_and_nobody(name: &str, body: impl Fn(&Place)) {
    body(&Place::new());
    if rustix::process::geteuid().is_root() {
        as_nobody(name);
    }
}

/// Runs this very test again as nobody.
fn as_nobody(name: &str) {
    static COPIES: OnceLock<(tempfile::TempDir, [PathBuf; 3])> = OnceLock::new();
    let (_, [test, binary, temporary]) = COPIES.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a directory");
        open_to_all(dir.path());
        let copy = |from: &Path, name: &str| {
            let to = dir.path().join(name);
            // A process of its own makes it: a file that is open for writing cannot be run.
            assert!(Command::new("cp").arg(from).arg(&to).status().expect("cp runs").success());
            to
        };
        let test = copy(&std::env::current_exe().expect("this test"), "test");
        let binary = copy(Path::new(env!("CARGO_BIN_EXE_git-clada")), "git-clada");
        // Ours may be for us alone.
        let temporary = dir.path().join("tmp");
        fs_err::create_dir(&temporary).expect("a directory");
        std::os::unix::fs::chown(&temporary, Some(NOBODY), Some(NOBODY)).expect("given away");
        (dir, [test, binary, temporary])
    });
    let run = Command::new("setpriv")
        .args([&format!("--reuid={NOBODY}"), &format!("--regid={NOBODY}"), "--clear-groups", "--"])
        .arg(test)
        .args(["--exact", name, "--nocapture"])
        .env(AS_NOBODY, binary)
        .env("TMPDIR", temporary)
        .current_dir("/")
        .output()
        .expect("setpriv runs");
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "as nobody:\n{said}");
    assert!(said.contains("1 passed"), "as nobody no test of the name `{name}` ran:\n{said}");
}

pub(crate) fn open_to_all(dir: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs_err::set_permissions(dir, std::fs::Permissions::from_mode(0o755)).expect("opened");
}

/// A repository `repo` and a `home` in a temporary directory.
pub(crate) struct Place {
    _dir: tempfile::TempDir,
    pub(crate) root: PathBuf,
    home: PathBuf,
    pub(crate) gate: Gate,
    git_dirs: Vec<PathBuf>,
    scratch: PathBuf,
    launcher: Launcher,
}

/// What came of a command and of its harvest.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) ran: Ran,
    pub(crate) harvest: Result<Harvest, HarvestError>,
}

impl Place {
    pub(crate) fn new() -> Self {
        // Not TMPDIR: what a view hides is `/tmp`.
        Self::at(tempfile::tempdir_in("/tmp").expect("a temporary directory"), "repo")
    }

    /// With a worktree of that name.
    pub(crate) fn at(dir: tempfile::TempDir, name: &str) -> Self {
        let root = dir.path().canonicalize().expect("its real path");
        let repo = root.join(name);
        fs_err::create_dir_all(root.join("home/.ssh")).expect("a home");
        fs_err::write(root.join("home/.ssh/id_ed25519"), "secret").expect("a secret");
        fs_err::write(root.join("home/.netrc"), "secret").expect("a secret");
        fs_err::write(root.join("home/notes"), "seen").expect("no secret");
        let git = Command::new("git").args(["init", "-q", "--"]).arg(&repo).status();
        assert!(git.expect("git runs").success());
        let git_dir = repo.join(".git");
        let git_dirs = vec![git_dir.clone()];
        let options =
            GateOptions { worktree: Some(&repo), git_dirs: &git_dirs, ..GateOptions::default() };
        let gate = Gate::new(options).expect("a gate");
        let launcher = Launcher(binary());
        let home = root.join("home");
        Self {
            _dir: dir,
            root,
            home,
            gate,
            git_dirs,
            scratch: git_dir.join("clada/scratch"),
            launcher,
        }
    }

    /// A linked worktree of this one, beside it.
    pub(crate) fn linked(&self) -> Option<Self> {
        let repo = self.root.join("linked");
        let git = |args: &[&str]| {
            let mut command = Command::new("git");
            command.arg("-C").arg(self.top()).args(["-c", "user.name=a", "-c", "user.email=a@b"]);
            assert!(command.args(args).status().expect("git runs").success(), "{args:?}");
        };
        git(&["commit", "-q", "--allow-empty", "-m", "first"]);
        git(&["worktree", "add", "-q", &repo.to_string_lossy()]);
        let common = self.top().join(".git");
        let git_dirs = vec![common.join("worktrees/linked"), common];
        let options =
            GateOptions { worktree: Some(&repo), git_dirs: &git_dirs, ..GateOptions::default() };
        let gate = Gate::new(options).ok()?;
        let scratch = git_dirs.first()?.join("clada/scratch");
        Some(Self {
            _dir: tempfile::tempdir().ok()?,
            root: self.root.clone(),
            home: self.home.clone(),
            gate,
            git_dirs,
            scratch,
            launcher: self.launcher.clone(),
        })
    }

    pub(crate) fn top(&self) -> PathBuf {
        self.granted("").absolute()
    }

    pub(crate) fn path(&self, rel: &str) -> PathBuf {
        self.top().join(rel)
    }

    pub(crate) fn granted(&self, rel: &str) -> GrantedPath {
        let rel = RepoPath::new(rel).expect("a path");
        self.gate.grant_in(&rel, Access::Entry).expect("granted")
    }

    pub(crate) fn file(&self, rel: &str, content: impl AsRef<[u8]>) {
        fs_err::create_dir_all(self.path(rel).parent().expect("a parent")).expect("made");
        fs_err::write(self.path(rel), content).expect("written");
    }

    pub(crate) fn scratch(&self) -> &Path {
        &self.scratch
    }

    pub(crate) fn options(&self) -> ViewOptions<'_> {
        ViewOptions {
            gate: &self.gate,
            scratch: &self.scratch,
            git_dirs: &self.git_dirs,
            home: Some(&self.home),
            roots: &[],
            launcher: &self.launcher,
        }
    }

    pub(crate) fn view(&self, overlay: &Overlay) -> View<'_> {
        View::open(overlay, self.options()).expect("a view opens")
    }

    /// Runs a script of the shell in a view and harvests. `None`, said aloud, where the kernel has
    /// no view.
    pub(crate) fn shell(&self, overlay: &mut Overlay, script: &str) -> Option<Done> {
        self.run(overlay, spec(&["sh", "-c", script]))
    }

    pub(crate) fn run(&self, overlay: &mut Overlay, spec: CommandSpec<'_>) -> Option<Done> {
        let mut view = self.view(overlay);
        let ran = match view.run(spec) {
            Ok(ran) => ran,
            Err(error @ ViewError::Unavailable { .. }) => {
                assert!(may_lack_views(), "{error}");
                eprintln!("passed over: {error}");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let harvest = view.harvest(overlay, harvest_options());
        Some(Done { ran, harvest })
    }
}

/// Ignored is all in `target` and in directories whose names begin so.
pub(crate) fn harvest_options() -> HarvestOptions<'static> {
    HarvestOptions {
        is_ignored: &|path| path.parent().is_some_and(|dir| is_in_target(&dir)),
        is_ignored_dir: &is_in_target,
        keep_ignored: 1 << 20,
        max_write: 1 << 24,
    }
}

fn is_in_target(dir: &RepoPath) -> bool {
    dir.to_string().split('/').any(|name| name.starts_with("target"))
}

/// The net effect of an overlay, as `path before after`.
pub(crate) fn changes(overlay: Overlay) -> Vec<String> {
    shown(&overlay.into_changes())
}

/// Whether this kernel is known not to give views to everybody: then tests are passed over.
fn may_lack_views() -> bool {
    std::env::var_os("CLADA_TEST_NEEDS_VIEWS").is_none()
}

fn shown(set: &ChangeSet) -> Vec<String> {
    let state = |state: &FileState| match state {
        FileState::Absent => "-".to_owned(),
        FileState::Link { target } => format!("→{target}"),
        FileState::File { content, mode } => {
            let executable = mode.is_some_and(|mode| mode & 0o100 != 0);
            let text = String::from_utf8_lossy(content);
            format!("{}{}", if executable { "*" } else { "" }, text.trim_end())
        }
    };
    let changes = set.changes.iter().map(|change| {
        format!("{} {} {}", change.path.rel(), state(&change.before), state(&change.after))
    });
    let made = set.made_dirs.iter().map(|dir| format!("+{}/", dir.rel()));
    let removed = set.removed_dirs.iter().map(|(dir, _)| format!("-{}/", dir.rel()));
    changes.chain(made).chain(removed).collect()
}

/// A command with the defaults of these tests, approved as a user's `--yes` approves it.
pub(crate) fn spec<'a>(argv: &[&str]) -> CommandSpec<'a> {
    let line = shlex::try_join(argv.iter().copied()).expect("no NUL");
    let line = CommandLine::read(&line).expect("quoted, so that a shell would do nothing");
    let command = GrantedCommand::by_consent(&Wanted::Line(&line), Consent::ForThisRun);
    spec_of(command)
}

/// A line of bash that finds more lines on its standard input. Long code is read from there, and
/// bash reads no further than it must.
pub(crate) fn fed<'a>(script: &str, input: &str) -> CommandSpec<'a> {
    let code = format!("#{}\n{script}\n{input}", "x".repeat(200 * 1024));
    spec_of(GrantedCommand::by_consent(&Language::Bash.code(&code), Consent::ForThisRun))
}

fn spec_of<'a>(command: GrantedCommand) -> CommandSpec<'a> {
    CommandSpec {
        command,
        cwd: None,
        env: vec![("PATH".into(), std::env::var_os("PATH").unwrap_or_default())],
        timeout: Duration::from_secs(20),
        max_output: 1 << 20,
        sandbox: SandboxOptions::default(),
        interrupt: Interrupt::default(),
        lock: None,
        on_output: None,
    }
}
