//! What the parser saw, as JSON (`spec`: Structure). Computes each entry as it is written.

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    syntax::{Block, Field, Parsed, Problem},
    text::{Response, Severity},
};

/// The structure that `parse --format json` prints: `blocks`, `errors`, and `warnings` where
/// there are any.
#[must_use]
pub fn parse_structure<'a>(response: &'a Response, parsed: &'a Parsed<'a>) -> impl Serialize + 'a {
    let entries = |severity| Entries { response, parsed, severity };
    let warned = parsed.problems.iter().any(|it| it.diagnostic.severity == Severity::Warning);
    Structure {
        blocks: Blocks(&parsed.blocks),
        errors: entries(Severity::Error),
        warnings: warned.then(|| entries(Severity::Warning)),
    }
}

#[derive(Serialize)]
struct Structure<'a> {
    blocks: Blocks<'a>,
    errors: Entries<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Entries<'a>>,
}

struct Blocks<'a>(&'a [Block<'a>]);

impl Serialize for Blocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|block| BlockEntry {
            id: &block.id.value,
            dialect: named(block),
            group: named(block).map(|_| block.group),
            properties: Properties(&block.fields),
            start_line: block.start_line,
            end_line: block.end_line,
        }))
    }
}

/// The dialect, where it is another than those that the structure is specified for.
fn named(block: &Block<'_>) -> Option<&'static str> {
    (!block.dialect.has_keys()).then(|| block.dialect.name())
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BlockEntry<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    properties: Properties<'a>,
    start_line: usize,
    end_line: Option<usize>,
}

struct Properties<'a>(&'a [Field<'a>]);

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in self.0 {
            map.serialize_entry(field.key.value, &field.value.value)?;
        }
        map.end()
    }
}

struct Entries<'a> {
    response: &'a Response,
    parsed: &'a Parsed<'a>,
    severity: Severity,
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let problems = self.parsed.problems.iter();
        let chosen = problems.filter(|problem| problem.diagnostic.severity == self.severity);
        serializer.collect_seq(chosen.map(|problem| self.entry(problem)))
    }
}

impl<'a> Entries<'a> {
    fn entry(&self, problem: &'a Problem) -> ProblemEntry<'a> {
        let diagnostic = &problem.diagnostic;
        let position = self.response.position(&diagnostic.place);
        let block = problem.block.and_then(|index| self.parsed.blocks.get(index));
        ProblemEntry {
            code: diagnostic.code.name,
            line: position.line,
            column: position.column,
            length: position.length,
            block_id: block.map(|block| block.id.value.as_ref()),
            content: position.content,
            context: position.context,
            message: &diagnostic.message,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProblemEntry<'a> {
    code: &'static str,
    line: usize,
    column: usize,
    length: usize,
    block_id: Option<&'a str>,
    content: &'a str,
    context: &'a str,
    message: &'a str,
}
