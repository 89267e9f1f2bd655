//! The clipboard: read, filled, and missed where there is none.

use std::net::TcpListener;

use crate::{
    env::{Display, Repo, TestEnv},
    sham,
};

fn repo(env: &TestEnv) -> Repo<'_> {
    env.repo().file("a.txt", "a\n").commit()
}

#[test]
fn a_response_comes_from_the_clipboard_and_its_report_goes_there() {
    let env = TestEnv::new();
    let test = "a_response_comes_from_the_clipboard_and_its_report_goes_there";
    let Some(display) = Display::start(&env, test) else { return };
    let repo = repo(&env);
    // As browsers copy it: other line breaks, and a space that is none.
    let wrong = sham::block("file_rite", &[]);
    let response = (sham::write("b.txt", "ü\n") + &wrong).replace('\n', "\r\n");
    display.put(&response.replacen(" = ", "\u{a0}= ", 1));
    let run = repo.clada(&["apply", "--paste", "--copy"]).var("DISPLAY", &display.name).exits(1);
    run.says(&["<clipboard>:7:"]);
    assert_eq!(repo.text("b.txt"), "ü\n");
    assert!(run.stdout.contains("✓ t3s"), "{}", run.stdout);
    let held = display.holds();
    assert!(
        held.starts_with("1 of 2 actions done, 1 block rejected.") && held.contains("## Rejected")
    );
    // It is there after the program has ended, until there is something else.
    assert_eq!(display.holds(), held);
    display.put("something else");
    assert_eq!(display.holds(), "something else");
    let copied = ["apply", "-n", "--copy", "--format", "json", "-"];
    let run = repo.clada(&copied).stdin(sham::write("c.txt", "")).var("DISPLAY", &display.name);
    assert_eq!(run.exits(0).stdout, display.holds());
}

#[test]
fn watch_puts_its_output_there_each_time() {
    let env = TestEnv::new();
    let Some(display) = Display::start(&env, "watch_puts_its_output_there_each_time") else {
        return;
    };
    let repo = repo(&env).file("../r.md", "");
    let watch = repo.clada(&["watch", "../r.md", "--debounce=50ms", "--format", "json"]);
    let watching = crate::watch::Watching::of(watch.var("DISPLAY", &display.name));
    for name in ["b.txt", "c.txt"] {
        repo.write("../r.md", sham::write(name, "x\n"));
        assert_eq!(watching.next()["copied"], true);
        let beside = repo.text("../r.md.clada-output");
        let (_, output) = beside.split_once("\n\n").expect("the first line");
        assert!(output.contains(name), "{output}");
        assert_eq!(display.holds(), output);
    }
    assert!(repo.text("../r.md").contains("r.md.clada-output, and in the clipboard\n"));
    let held = display.holds();
    assert_eq!(watching.stop(), (Some(0), Vec::new()));
    assert_eq!(display.holds(), held);
}

#[test]
fn without_a_display_all_else_works_and_it_is_said_what_to_do() {
    let env = TestEnv::new();
    let repo = repo(&env).file("../r.md", "");
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--copy").exits(0);
    run.says(&["warning: the report is not in the clipboard", "DISPLAY", "show --result"]);
    assert!(repo.exists("b.txt") && run.stdout.contains("1 action done"));
    repo.apply("#!SHAM [").arg("--copy").exits(1);
    let run = repo.clada(&["apply", "--paste"]).exits(3);
    run.says(&[
        "error: cannot read the response from the clipboard: there is no display",
        "hint: ",
    ]);
    repo.clada(&["apply", "--paste", "../r.md"]).exits(2);
    let json = repo.clada(&["apply", "--paste", "--format", "json"]).exits(3).json();
    assert!(json["fatalError"].as_str().is_some_and(|why| why.contains("clipboard")), "{json}");
    let watch = ["watch", "../r.md", "--debounce=50ms", "--format", "json"];
    let watching = crate::watch::Watching::of(repo.clada(&watch));
    repo.write("../r.md", sham::write("c.txt", "c\n"));
    let told = watching.next();
    assert_eq!((&told["copied"], &told["onTop"]), (&false.into(), &true.into()));
    watching.says("the full output is not in the clipboard: there is no display");
}

#[test]
fn a_display_that_does_not_answer_keeps_nobody_waiting() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let silent = TcpListener::bind("127.0.0.1:0").expect("a socket");
    // X counts its displays from that port.
    let number = silent.local_addr().expect("an address").port() - 6000;
    let run = repo.apply(&sham::write("b.txt", "b\n")).arg("--copy");
    run.var("DISPLAY", format!("127.0.0.1:{number}"))
        .exits(0)
        .says(&["does not answer", "given up after"]);
    let gone = repo.clada(&["apply", "--paste"]).var("DISPLAY", ":no-such");
    gone.exits(3).says(&["(DISPLAY=:no-such)"]);
}

#[test]
fn doctor_says_whether_it_is_there() {
    let env = TestEnv::new();
    let repo = repo(&env);
    let told = |display: &str| {
        let run = repo.clada(&["doctor", "--format", "json"]).var("DISPLAY", display).run();
        let checks = run.json()["checks"].clone();
        let checks = checks.as_array().expect("a list");
        checks.iter().find(|check| check["name"] == "clipboard").expect("a check").clone()
    };
    let without = told("");
    assert_eq!(without["works"], "absent");
    assert!(without["found"].as_str().is_some_and(|found| found.contains("no display")));
    assert!(without["help"].as_str().is_some_and(|help| help.contains("--paste")));
    if let Some(display) = Display::start(&env, "doctor_says_whether_it_is_there") {
        let with = told(&display.name);
        assert_eq!(with["works"], "yes");
        assert_eq!(with["found"], format!("DISPLAY={}", display.name));
    }
}
