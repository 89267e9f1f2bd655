//! A page of Markdown: its fenced blocks, the commands in them, and what they say is printed.

use crate::names::Names;

/// A page, taken apart.
pub(crate) struct Page {
    parts: Vec<Part>,
}

/// A piece of a page.
pub(crate) enum Part {
    /// Lines that are no fenced block.
    Prose(Vec<String>),
    /// A fenced block.
    Block(Block),
}

/// A fenced block.
#[derive(Default)]
pub(crate) struct Block {
    /// The line that opens it, and the one that closes it.
    fences: [String; 2],
    /// What stands behind the fence.
    pub(crate) info: String,
    /// The lines inside.
    pub(crate) lines: Vec<String>,
    /// The file below the home directory whose content it is.
    pub(crate) file: Option<String>,
    /// Why its commands are not run.
    pub(crate) not_run: Option<String>,
    /// Whether it is a part of the picture.
    pub(crate) in_picture: bool,
    /// Whether it needs a kernel that gives commands a view.
    pub(crate) needs_view: bool,
}

/// A command, and what the page says it prints.
pub(crate) struct Step {
    /// The command, which may have several lines.
    pub(crate) command: String,
    /// What it prints.
    pub(crate) output: Vec<String>,
}

/// What was printed: a list for each block, an output for each step.
pub(crate) type Told = Vec<Vec<Vec<String>>>;

impl Page {
    /// Takes a page apart.
    pub(crate) fn read(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut prose: Vec<String> = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
            if ticks < 3 {
                prose.push(line.to_owned());
                continue;
            }
            let (fence, info) = line.split_at(ticks);
            let mut block = Block::marked(prose.last().map_or("", String::as_str));
            info.clone_into(&mut block.info);
            block.fences = [line.to_owned(), fence.to_owned()];
            block.lines =
                lines.by_ref().take_while(|line| *line != fence).map(ToOwned::to_owned).collect();
            parts.push(Part::Prose(std::mem::take(&mut prose)));
            parts.push(Part::Block(block));
        }
        parts.push(Part::Prose(prose));
        Self { parts }
    }

    /// The pieces, in order.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The fenced blocks.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Prose(_) => None,
        })
    }

    /// The page as it was read.
    pub(crate) fn text(&self) -> String {
        self.written(|block, _| block.lines.clone(), &Vec::new())
    }

    /// The page with what was printed, where that is not what it says.
    pub(crate) fn with_outputs(&self, told: &Told) -> String {
        let says: Vec<Vec<String>> =
            self.sessions().flat_map(Block::steps).map(|step| step.output).collect();
        let printed: Vec<Vec<String>> = told.iter().flatten().cloned().collect();
        if Names::agree(&says, &printed) {
            return self.text();
        }
        self.written(Block::with_outputs, told)
    }

    /// The blocks whose commands are run.
    pub(crate) fn sessions(&self) -> impl Iterator<Item = &Block> {
        self.blocks().filter(|block| block.is_session())
    }

    fn written(
        &self,
        lines_of: impl Fn(&Block, &[Vec<String>]) -> Vec<String>,
        told: &Told,
    ) -> String {
        let mut told = told.iter();
        let mut lines: Vec<String> = Vec::new();
        for part in &self.parts {
            match part {
                Part::Prose(prose) => lines.extend_from_slice(prose),
                Part::Block(block) => {
                    let printed = if block.is_session() { told.next() } else { None };
                    let [open, close] = block.fences.clone();
                    lines.push(open);
                    lines.extend(match printed {
                        Some(printed) => lines_of(block, printed),
                        None => block.lines.clone(),
                    });
                    lines.push(close);
                }
            }
        }
        lines.join("\n") + "\n"
    }
}

impl Block {
    /// A block that has nothing but what the line before it says of it.
    fn marked(line: &str) -> Self {
        let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let comment = comment.unwrap_or_default();
        let after = |start: &str| comment.strip_prefix(start).map(ToOwned::to_owned);
        Self {
            file: after("file "),
            not_run: after("not run: "),
            in_picture: comment == "in the picture",
            needs_view: comment == "needs a view",
            ..Self::default()
        }
    }

    /// Whether its commands are run.
    pub(crate) fn is_session(&self) -> bool {
        self.info == "console" && self.not_run.is_none()
    }

    /// Its commands, each with what it is said to print.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for line in &self.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                steps.push(Step { command: command.to_owned(), output: Vec::new() });
            } else if let Some(step) = steps.last_mut() {
                match line.strip_prefix("> ") {
                    Some(more) if step.output.is_empty() => {
                        step.command.push('\n');
                        step.command.push_str(more);
                    }
                    _ => step.output.push(line.clone()),
                }
            }
        }
        steps
    }

    fn with_outputs(&self, told: &[Vec<String>]) -> Vec<String> {
        let mut lines = Vec::new();
        for (step, printed) in self.steps().into_iter().zip(told) {
            let command = step.command.replace('\n', "\n> ");
            lines.extend(format!("$ {command}").lines().map(ToOwned::to_owned));
            lines.extend(Names::elided(&step.output, printed));
        }
        lines
    }
}
