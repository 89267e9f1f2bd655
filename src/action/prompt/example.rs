//! An example of an action, in the dialect that is taught.

use crate::{
    action::{Format, Parameter, ParameterType, Tool},
    syntax::{Teach, parse},
    text::Response,
};

/// The ID of blocks that the catalogue has no example for.
const ID: &str = "k7m";

/// The catalogue's example of an action, if it has one.
pub(super) fn example(tool: &Tool, dialect: &dyn Teach) -> Option<String> {
    let written = tool.example.clone()?;
    let response = Response::new(tool.name.as_str(), written.into_bytes()).ok()?;
    let parsed = parse(&response);
    let block = parsed.blocks.first()?;
    let fields: Vec<(&str, &str)> =
        block.fields.iter().map(|field| (field.key.value, field.value.value.as_ref())).collect();
    Some(dialect.block(&block.id.value, &fields))
}

/// The first example among these actions and whose it is, or else a block of the first action.
pub(super) fn first_example<'t>(
    tools: &[&'t Tool],
    dialect: &dyn Teach,
) -> Option<(&'t str, String)> {
    let first = tools.iter().find_map(|tool| Some((tool.name.as_str(), example(tool, dialect)?)));
    first.or_else(|| tools.first().map(|tool| (tool.name.as_str(), made_up(tool, dialect))))
}

/// A sound block of an action, with what its parameters might hold.
fn made_up(tool: &Tool, dialect: &dyn Teach) -> String {
    let required = tool.parameters.iter().filter(|parameter| parameter.required);
    let fields: Vec<(&str, &str)> = [("action", tool.name.as_str())]
        .into_iter()
        .chain(required.map(|parameter| (parameter.name.as_str(), value(parameter))))
        .collect();
    dialect.block(ID, &fields)
}

fn value(parameter: &Parameter) -> &str {
    match (parameter.kind, parameter.format) {
        (_, Some(Format::AbsolutePath)) => "src/hello.py",
        (_, Some(Format::MultilineAbsolutePaths)) => "src/hello.py\nREADME.md",
        (ParameterType::String, None) => "one line\nand another",
        (ParameterType::Integer, None) => "1",
        (ParameterType::Boolean, None) => "true",
        (ParameterType::Enum, None) => parameter.values.first().map_or("", String::as_str),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        action::{Caller, Catalogue, validate},
        syntax::taught,
    };

    #[test]
    fn what_is_made_up_is_sound_in_every_dialect() {
        let catalogue = Catalogue::embedded();
        for tool in catalogue.tools().filter(|tool| tool.is_built() && tool.allows(Caller::Llm)) {
            for dialect in taught() {
                let written = made_up(tool, *dialect);
                let response = Response::new("e.md", written.into_bytes()).expect("valid");
                let parsed = parse(&response);
                let [block] = parsed.blocks.as_slice() else { panic!("{}", tool.name) };
                let found = validate(0, block, &response, Caller::Llm, &catalogue);
                assert_eq!((&*found.problems, &*parsed.problems), (&[][..], &[][..]));
            }
        }
    }
}
