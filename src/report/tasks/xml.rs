//! CML's result: `<result blocks tasks succeeded failed>`. Blocks and tasks count from 0.

use std::io;

use quick_xml::{Writer, events::BytesText};

use super::model::{State, Task, Tasks, failed, succeeded};
use crate::report::{Fatal, Report, error_name, escape::escape_line};

/// Writes a report as CML's result, with a line break at its end.
#[must_use]
pub fn xml(report: &Report) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory does not fail.
    let _ = write(&mut writer, report);
    let mut text = String::from_utf8(writer.into_inner()).unwrap_or_default();
    text.push('\n');
    text
}

fn write(writer: &mut Writer<Vec<u8>>, report: &Report) -> io::Result<()> {
    let none = Tasks::default();
    let tasks = report.tasks.as_ref().unwrap_or(&none);
    let counts = [
        ("blocks", tasks.groups),
        ("tasks", tasks.list.len()),
        ("succeeded", succeeded(&tasks.list, report)),
        ("failed", failed(&tasks.list, report)),
    ];
    let counts = counts.map(|(name, count)| (name, count.to_string()));
    let attributes = counts.iter().map(|(name, count)| (*name, count.as_str()));
    let result = writer.create_element("result").with_attributes(attributes);
    if tasks.groups == 0 && report.result.fatal_error.is_none() {
        result.write_empty()?;
        return Ok(());
    }
    result.write_inner_content(|writer| {
        for group in 0..tasks.groups {
            block(writer, group, (tasks.in_group(group), report))?;
        }
        if let Some(error) = &report.result.fatal_error {
            let kind = match report.fatal {
                Fatal::TooLarge => "input_too_large",
                Fatal::Operation => "git_operation_failed",
                Fatal::Failures => first_failure(tasks, report),
            };
            told(writer, kind, error)?;
        }
        Ok(())
    })?;
    Ok(())
}

fn block(
    writer: &mut Writer<Vec<u8>>,
    index: usize,
    (tasks, report): (&[Task], &Report),
) -> io::Result<()> {
    let sound = succeeded(tasks, report) == tasks.len();
    let (index, count) = (index.to_string(), tasks.len().to_string());
    let status = if sound { "success" } else { "failed" };
    let attributes = [("index", index.as_str()), ("status", status), ("tasks", count.as_str())];
    let element = writer.create_element("block").with_attributes(attributes);
    if sound {
        element.write_empty()?;
        return Ok(());
    }
    element.write_inner_content(|writer| {
        tasks.iter().try_for_each(|task| told_task(writer, *task, report))
    })?;
    Ok(())
}

fn told_task(writer: &mut Writer<Vec<u8>>, task: Task, report: &Report) -> io::Result<()> {
    let index = (task.number - 1).to_string();
    let element = |writer: &mut Writer<Vec<u8>>, status, error: Option<(&str, &str)>| {
        let attributes = [("index", index.as_str()), ("status", status)];
        let element = writer.create_element("task").with_attributes(attributes);
        match error {
            None => element.write_empty().map(drop),
            Some((kind, message)) => {
                element.write_inner_content(|writer| told(writer, kind, message)).map(drop)
            }
        }
    };
    match task.state(report) {
        State::Done(_) => Ok(()),
        State::Skipped => element(writer, "skipped", None),
        state @ State::Failed(result) => {
            let message = result.error.as_deref().unwrap_or_default();
            element(writer, "error", Some((name(state).unwrap_or("failed"), message)))
        }
        state @ State::Rejected(error) => {
            let message = error.map(|error| error.message.as_str()).unwrap_or_default();
            element(writer, "error", Some((name(state).unwrap_or("rejected"), message)))
        }
    }
}

/// The name of a failure.
fn name(state: State<'_>) -> Option<&str> {
    let code = match state {
        State::Done(_) | State::Skipped => None,
        State::Failed(result) => result.kind.as_deref().or(result.code.as_deref()),
        State::Rejected(error) => error.map(|error| error.error.code.as_str()),
    };
    code.map(error_name)
}

/// The name of the failure for which nothing was applied.
fn first_failure<'r>(tasks: &Tasks, report: &'r Report) -> &'r str {
    tasks.list.iter().find_map(|task| name(task.state(report))).unwrap_or("failed")
}

fn told(writer: &mut Writer<Vec<u8>>, kind: &str, message: &str) -> io::Result<()> {
    let message = escape_line(message);
    let element = writer.create_element("error").with_attribute(("type", kind));
    element.write_text_content(BytesText::new(&message))?;
    Ok(())
}
