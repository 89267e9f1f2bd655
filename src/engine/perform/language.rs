//! Which language a file is in, as far as its line comments go: by its name, else by the line
//! that names its interpreter. Pure.

/// A language and how it comments a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Language {
    /// As people call it.
    pub(super) name: &'static str,
    /// The marks of a line comment: the one to write, then others that mean the same. Without
    /// any it has no line comments.
    marks: &'static str,
    /// What its files' names end with, behind the last dot, in lower case.
    extensions: &'static str,
    /// Whole names of its files, in lower case.
    files: &'static str,
    /// Programs that run it.
    programs: &'static str,
    /// Without line comments: what stands before and after a comment, if there is any.
    pub(super) around: Option<[&'static str; 2]>,
}

impl Language {
    /// The mark that comments a line out; empty where there is none.
    pub(super) fn mark(&self) -> &'static str {
        self.marks().next().unwrap_or_default()
    }

    /// All marks that begin a comment.
    pub(super) fn marks(&self) -> impl Iterator<Item = &'static str> {
        self.marks.split_whitespace()
    }

    /// Whether it has line comments.
    pub(super) fn has_line_comments(&self) -> bool {
        !self.marks.is_empty()
    }

    const fn files(mut self, files: &'static str) -> Self {
        self.files = files;
        self
    }

    const fn run_by(mut self, programs: &'static str) -> Self {
        self.programs = programs;
        self
    }
}

/// The language of a file, by the last component of its path and, where that says nothing, by
/// its content.
pub(super) fn find(path: &str, content: &str) -> Option<&'static Language> {
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let dotted =
        name.strip_prefix('.').map_or("", |rest| rest.split('.').next().unwrap_or_default());
    by(|language| language.files, &name)
        .or_else(|| by(|language| language.extensions, extension))
        .or_else(|| by(|language| language.files, stem))
        .or_else(|| LANGUAGES.iter().find(|l| is_among(l.files, &format!(".{dotted}"))))
        .or_else(|| by(|language| language.programs, interpreter(content)?))
}

fn by(words: fn(&Language) -> &str, word: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| is_among(words(language), word))
}

fn is_among(words: &str, word: &str) -> bool {
    !word.is_empty() && words.split(' ').any(|one| one == word)
}

/// The program that the first line names: `python` of `#!/usr/bin/env -S python3.12 -u`.
fn interpreter(content: &str) -> Option<&str> {
    let line = content.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace();
    let mut program = words.next()?;
    if program.ends_with("/env") {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let name = program.rsplit('/').next()?;
    Some(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-'))
}

const fn line(name: &'static str, marks: &'static str, extensions: &'static str) -> Language {
    Language { name, marks, extensions, files: "", programs: "", around: None }
}

const fn without(
    name: &'static str,
    around: Option<[&'static str; 2]>,
    extensions: &'static str,
) -> Language {
    Language { name, marks: "", extensions, files: "", programs: "", around }
}

const ANGLES: Option<[&str; 2]> = Some(["<!--", "-->"]);
const STARS: Option<[&str; 2]> = Some(["/*", "*/"]);

/// By mark, then by name. Where languages share an extension, the one met more often has it.
const LANGUAGES: &[Language] = &[
    line("Arduino", "//", "ino"),
    line("AsciiDoc", "//", "adoc asciidoc"),
    line("Bicep", "//", "bicep bicepparam"),
    line("C", "//", "c h"),
    line("C#", "//", "cs csx"),
    line("C++", "//", "cc cpp cxx c++ hh hpp hxx h++ ipp tpp inl ixx cppm"),
    line("CUDA", "//", "cu cuh"),
    line("CUE", "//", "cue"),
    line("Cypher", "//", "cypher"),
    line("D", "//", "d di"),
    line("Dart", "//", "dart"),
    line("Device tree", "//", "dts dtsi"),
    line("F#", "//", "fs fsi fsx"),
    line("Go", "//", "go").files("go.mod go.work"),
    line("Groovy", "//", "groovy gradle gvy").files("jenkinsfile").run_by("groovy"),
    line("Haxe", "//", "hx"),
    line("Java", "//", "java"),
    line("JavaScript", "//", "js mjs cjs jsx").run_by("node nodejs bun"),
    line("JSON with comments", "//", "jsonc json5 code-workspace")
        .files("tsconfig.json jsconfig.json devcontainer.json .eslintrc.json"),
    line("Jsonnet", "// #", "jsonnet libsonnet"),
    line("KDL", "//", "kdl"),
    line("Kotlin", "//", "kt kts"),
    line("Less", "//", "less"),
    line("Metal", "//", "metal"),
    line("Move", "//", "move"),
    line("Objective-C", "//", "m mm"),
    line("Odin", "//", "odin"),
    line("Pascal", "//", "pas dpr lpr"),
    line("PHP", "// #", "php phtml php3 php4 php5").run_by("php"),
    line("Prisma", "//", "prisma"),
    line("Protocol Buffers", "//", "proto"),
    line("QML", "//", "qml"),
    line("RON", "//", "ron"),
    line("Rust", "//", "rs").run_by("rust-script"),
    line("Sass", "//", "sass scss"),
    line("Scala", "//", "scala sc sbt").run_by("scala"),
    line("Shader", "//", "glsl vert frag geom comp tesc tese hlsl fx wgsl shader"),
    line("Solidity", "//", "sol"),
    line("Stylus", "//", "styl"),
    line("Swift", "//", "swift").run_by("swift"),
    line("Thrift", "// #", "thrift"),
    line("TypeScript", "//", "ts tsx mts cts").run_by("deno ts-node tsx"),
    line("Typst", "//", "typ"),
    line("Vala", "//", "vala vapi"),
    line("Verilog", "//", "v vh sv svh"),
    line("Zig", "//", "zig zon"),
    line("Awk", "#", "awk").run_by("awk gawk mawk nawk"),
    line("Caddyfile", "#", "caddyfile").files("caddyfile"),
    line("CMake", "#", "cmake").files("cmakelists.txt"),
    line("CoffeeScript", "#", "coffee").run_by("coffee"),
    line("Configuration", "#", "conf cfg cnf service socket timer mount desktop")
        .files(".editorconfig .npmrc .yarnrc .wgetrc .curlrc .screenrc crontab nginx.conf"),
    line("Crystal", "#", "cr").run_by("crystal"),
    line("Dockerfile", "#", "dockerfile containerfile").files("dockerfile containerfile"),
    line("Elixir", "#", "ex exs").run_by("elixir"),
    line("Environment", "#", "env envrc").files(".env .envrc"),
    line("Fish", "#", "fish").run_by("fish"),
    line("GDScript", "#", "gd"),
    line("Gherkin", "#", "feature"),
    line("Git's", "#", "gitconfig")
        .files(".gitignore .gitattributes .gitmodules .gitconfig .mailmap codeowners .ignore"),
    line("gnuplot", "#", "gp gnuplot plt").run_by("gnuplot"),
    line("GraphQL", "#", "graphql gql graphqls"),
    line("HCL", "# //", "hcl tf tfvars nomad"),
    line("HTTP", "#", "http rest"),
    line("Ignore list", "#", "dockerignore npmignore eslintignore prettierignore gcloudignore")
        .files(".rgignore .helmignore .hgignore"),
    line("Julia", "#", "jl").run_by("julia"),
    line("Just", "#", "just").files("justfile"),
    line("Make", "#", "mk mak make").files("makefile gnumakefile bsdmakefile").run_by("make gmake"),
    line("Meson", "#", "").files("meson.build meson_options.txt meson.options"),
    line("Mojo", "#", "mojo"),
    line("Nim", "#", "nim nims nimble"),
    line("Nix", "#", "nix").run_by("nix-shell"),
    line("Perl", "#", "pl pm t psgi").files("cpanfile").run_by("perl"),
    line("PO", "#", "po pot"),
    line("PowerShell", "#", "ps1 psm1 psd1").run_by("pwsh powershell"),
    line("Properties", "# !", "properties"),
    line("Puppet", "#", "pp").files("puppetfile"),
    line("Python", "#", "py pyi pyw pyx pxd").files("sconstruct sconscript").run_by("python pypy"),
    line("R", "#", "r rprofile").files(".rprofile").run_by("Rscript"),
    line("Rego", "#", "rego"),
    line("Requirements", "#", "").files("requirements.txt constraints.txt requirements-dev.txt"),
    line("Robot Framework", "#", "robot resource"),
    line("Ruby", "#", "rb rake gemspec ru podspec")
        .files("rakefile gemfile vagrantfile podfile brewfile fastfile guardfile capfile")
        .run_by("ruby jruby"),
    line("Sed", "#", "sed").run_by("sed"),
    line("Shell", "#", "sh bash zsh ksh dash ebuild bats command")
        .files(".bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv .zprofile pkgbuild")
        .run_by("sh bash zsh ksh dash ash bats"),
    line("Starlark", "#", "bzl bazel star").files("buck tiltfile .bazelrc"),
    line("Tcl", "#", "tcl tk exp").run_by("tclsh wish expect"),
    line("TOML", "#", "toml").files("cargo.lock poetry.lock uv.lock pipfile"),
    line("YAML", "#", "yaml yml cff").files(".clang-format .clang-tidy .yamllint pubspec.lock"),
    line("Ada", "--", "adb ads ada"),
    line("Agda", "--", "agda"),
    line("AppleScript", "--", "applescript scpt").run_by("osascript"),
    line("Cabal", "--", "cabal").files("cabal.project"),
    line("Dhall", "--", "dhall"),
    line("Elm", "--", "elm"),
    line("Haskell", "--", "hs hsc").run_by("runhaskell runghc"),
    line("Idris", "--", "idr"),
    line("Lean", "--", "lean"),
    line("Lua", "--", "lua rockspec luau").files(".luacheckrc").run_by("lua luajit"),
    line("PureScript", "--", "purs"),
    line("SQL", "--", "sql psql ddl dml pgsql mysql plsql"),
    line("VHDL", "--", "vhd vhdl"),
    line("Assembly", "# ;", "s"),
    line("AutoHotkey", ";", "ahk"),
    line("Clojure", ";; ;", "clj cljs cljc edn").run_by("bb clojure"),
    line("Emacs Lisp", ";; ;", "el").files(".emacs"),
    line("Fennel", ";; ;", "fnl"),
    line("INI", "; #", "ini inf reg").files(".flake8 .coveragerc .pylintrc tox.ini"),
    line("Lisp", ";; ;", "lisp lsp asd").run_by("sbcl"),
    line("LLVM", ";", "ll"),
    line("NASM", ";", "asm nasm"),
    line("Scheme", ";; ;", "scm ss sld rkt").run_by("guile racket"),
    line("WebAssembly text", ";;", "wat wast"),
    line("Erlang", "%", "erl hrl").files("rebar.config").run_by("escript"),
    line("LaTeX", "%", "tex sty cls bib ltx"),
    line("MATLAB", "%", "matlab"),
    line("Mermaid", "%%", "mmd mermaid"),
    line("PostScript", "%", "ps eps"),
    line("Prolog", "%", "prolog plg").run_by("swipl"),
    line("Basic", "'", "vb vbs bas vba frm"),
    line("PlantUML", "'", "puml plantuml iuml"),
    line("Batch", "REM rem Rem ::", "bat cmd"),
    line("COBOL", "*>", "cob cbl cpy"),
    line("Fortran", "!", "f90 f95 f03 f08 f18"),
    line("Graphviz", "// #", "dot gv"),
    line("Haml", "-#", "haml"),
    line("M4", "dnl", "m4 ac").files("configure.ac configure.in"),
    line("Pug", "//-", "pug jade"),
    line("Vim script", "\"", "vim").files(".vimrc .gvimrc .exrc _vimrc"),
    without("Astro", ANGLES, "astro"),
    without("CSS", STARS, "css pcss"),
    without("CSV", None, "csv tsv"),
    without("Go's checksums", None, "").files("go.sum"),
    without("Handlebars", Some(["{{!--", "--}}"]), "hbs handlebars"),
    without("HTML", ANGLES, "html htm xhtml shtml"),
    without("Jinja", Some(["{#", "#}"]), "jinja jinja2 j2 njk twig"),
    without("JSON", None, "json ndjson jsonl geojson ipynb webmanifest map"),
    without("Liquid", Some(["{% comment %}", "{% endcomment %}"]), "liquid"),
    without("Markdown", ANGLES, "md markdown mdown"),
    without("MDX", Some(["{/*", "*/}"]), "mdx"),
    without("OCaml", Some(["(*", "*)"]), "ml mli mll mly"),
    without("Plain text", None, "txt text log"),
    without("Razor", Some(["@*", "*@"]), "cshtml razor"),
    without("Svelte", ANGLES, "svelte"),
    without("Vue", ANGLES, "vue"),
    without(
        "XML",
        ANGLES,
        "xml xsd xsl xslt svg rss atom plist xaml csproj fsproj vbproj props targets",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn mark(path: &str) -> &'static str {
        find(path, "").expect("known").mark()
    }

    fn name(path: &str, content: &str) -> Option<&'static str> {
        find(path, content).map(|language| language.name)
    }

    #[test]
    fn a_language_is_known_by_its_files_names() {
        for (path, expected) in [
            ("src/main.rs", "//"),
            ("a.b/setup.PY", "#"),
            ("query.sql", "--"),
            ("init.el", ";;"),
            ("paper.tex", "%"),
            ("run.bat", "REM"),
            ("Makefile", "#"),
            ("docker/Dockerfile", "#"),
            ("Dockerfile.dev", "#"),
            ("Makefile.am", "#"),
            ("CMakeLists.txt", "#"),
            ("requirements.txt", "#"),
            ("tsconfig.json", "//"),
            (".gitignore", "#"),
            (".bashrc", "#"),
            (".env", "#"),
            (".env.local", "#"),
            ("go.mod", "//"),
            (".vimrc", "\""),
        ] {
            assert_eq!(mark(path), expected, "{path}");
        }
    }

    #[test]
    fn a_file_whose_name_says_nothing_is_known_by_its_interpreter() {
        for (line, expected) in [
            ("#!/bin/sh", Some("Shell")),
            ("#!/usr/bin/env python3", Some("Python")),
            ("#!/usr/bin/env -S FOO=1 deno run", Some("TypeScript")),
            ("#! /usr/local/bin/python3.12 -u", Some("Python")),
            ("#!/usr/bin/lua5.4", Some("Lua")),
            ("#!", None),
            ("#!/usr/bin/env", None),
            ("#!/bin/unheard-of", None),
            ("print(1)", None),
        ] {
            assert_eq!(name("bin/tool", &format!("{line}\nx\n")), expected, "{line}");
        }
        assert_eq!(name("tool.rb", "#!/bin/sh\n"), Some("Ruby"), "the name comes first");
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        for path in ["LICENSE", "a.unheard-of", "a.", ".", "..", "", "dir/", "rs"] {
            assert_eq!(name(path, ""), None, "{path:?}");
        }
    }

    #[test]
    fn a_language_without_line_comments_says_what_stands_around_one() {
        let html = find("a.html", "").expect("known");
        assert_eq!((html.has_line_comments(), html.around), (false, ANGLES));
        let json = find("a.json", "").expect("known");
        assert_eq!((json.has_line_comments(), json.around), (false, None));
    }

    #[test]
    fn the_table_holds_together() {
        let with_marks = LANGUAGES.iter().filter(|language| language.has_line_comments());
        assert!(with_marks.count() >= 40);
        let mut seen = HashSet::new();
        for language in LANGUAGES {
            let names = [language.extensions, language.files, language.programs];
            for (kind, words) in names.iter().enumerate() {
                for word in words.split(' ').filter(|word| !word.is_empty()) {
                    assert!(seen.insert((kind, word)), "`{word}` stands there twice");
                }
            }
            assert!(language.extensions.len() + language.files.len() > 0, "{}", language.name);
            assert!(!(language.around.is_some() && language.has_line_comments()));
        }
    }
}
