//! Metadata nodes: those of `machineMetadataNodes`, and references to nodes, which must have the right class.

use super::body::Body;
use super::context::Context;
use super::{Detail, RuleId, Site};
use crate::{DebugLocation, DebugVariable, Function, Suffixes};
use std::collections::HashSet;

/// The classes of nodes that are allowed at a place.
type Classes = &'static [&'static str];

const LOCATION: Classes = &["DILocation"];
const VARIABLE: Classes = &["DILocalVariable"];
const EXPRESSION: Classes = &["DIExpression"];
/// Of LLVM 19, `DIScope` and its subclasses in include/llvm/IR/DebugInfoMetadata.h.
const SCOPE: Classes = &[
    "DISubprogram",
    "DILexicalBlock",
    "DILexicalBlockFile",
    "DIFile",
    "DICompileUnit",
    "DINamespace",
    "DIModule",
    "DICommonBlock",
    "DIBasicType",
    "DIStringType",
    "DIDerivedType",
    "DICompositeType",
    "DISubroutineType",
];

/// The beginnings of nodes that keys may spell.
const INLINE: [&str; 2] = ["!DIExpression(", "!DILocation("];

/// The key of a function's own nodes.
const KEY: &str = "machineMetadataNodes";

/// The numbers of a function's own nodes, all of which are lists.
pub(super) struct Nodes(HashSet<u32>);

impl Nodes {
    pub(super) fn of(function: &Function) -> Self {
        Self(function.metadata.iter().filter_map(|node| Some(number(node.trim_start().strip_prefix('!')?)?.0)).collect())
    }

    /// Checks a reference to a node of any class.
    pub(super) fn check(&self, context: &mut Context<'_>, number: u32, place: &Detail) {
        self.check_class(context, number, &[], place);
    }

    /// Checks a reference to a node of one of these classes; an empty list allows all.
    fn check_class(&self, context: &mut Context<'_>, number: u32, classes: Classes, place: &Detail) {
        let in_module = context.ir.as_ref().and_then(|ir| ir.metadata.get(&number).copied());
        match in_module.or(self.0.contains(&number).then_some("")) {
            None => context.add(RuleId::MetadataNode, place.clone(), format_args!("there is no !{number}")),
            Some(class) if !classes.is_empty() && !classes.contains(&class) => {
                let class = if class.is_empty() { "a list" } else { class };
                context.add(RuleId::MetadataClass, place.clone(), format_args!("!{number} is {class}"));
            }
            Some(_) => {}
        }
    }

    pub(super) fn check_suffixes(&self, context: &mut Context<'_>, site: Site, suffixes: &Suffixes) {
        let place = Detail::Instruction(site);
        for node in [suffixes.heap_alloc_marker, suffixes.pc_sections, suffixes.memory_model].into_iter().flatten() {
            self.check(context, node, &place);
        }
        let mut location = suffixes.debug_location.as_ref();
        while let Some(next) = location {
            location = match next {
                DebugLocation::Number(node) => {
                    self.check_class(context, *node, LOCATION, &place);
                    None
                }
                DebugLocation::Inline { scope, inlined_at, .. } => {
                    self.check_class(context, *scope, SCOPE, &place);
                    inlined_at.as_deref()
                }
            };
        }
    }

    /// Checks the metadata of variables in keys: each is a node by its number, or an inline one, whose content is not checked.
    fn check_variables(&self, context: &mut Context<'_>, function: &Function) {
        let fixed = function.fixed_stack.iter().map(|object| &object.variable).enumerate().map(|entry| ("fixedStack", entry));
        let stack = function.stack.iter().map(|object| &object.variable).enumerate().map(|entry| ("stack", entry));
        let values = function.entry_values.iter().map(|value| &value.variable).enumerate().map(|entry| ("entry_values", entry));
        for (key, (entry, variable)) in fixed.chain(stack).chain(values) {
            let DebugVariable { variable, expression, location, .. } = variable;
            for (text, classes) in [(variable, VARIABLE), (expression, EXPRESSION), (location, LOCATION)] {
                let text = text.trim();
                match text.strip_prefix('!').and_then(number) {
                    Some((node, "")) => self.check_class(context, node, classes, &Detail::Key { key, entry: Some(entry) }),
                    None if text.is_empty() || INLINE.iter().any(|inline| text.starts_with(inline)) => {}
                    _ => context.add_key(RuleId::MetadataGrammar, key, Some(entry), format_args!("{text:?} is no node")),
                }
            }
        }
    }
}

/// Checks the keys of a function.
pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let nodes = Nodes::of(body.function);
    nodes.check_variables(context, body.function);
    let mut seen = HashSet::new();
    for (entry, text) in body.function.metadata.iter().enumerate() {
        match list(text) {
            Err(expected) => context.add_key(RuleId::MetadataGrammar, KEY, Some(entry), format_args!("expected {expected}")),
            Ok((number, _)) if !seen.insert(number) => {
                context.add_key(RuleId::MetadataRepeated, KEY, Some(entry), format_args!("!{number} is there already"));
            }
            Ok((_, named)) => {
                named.into_iter().for_each(|number| nodes.check(context, number, &Detail::Key { key: KEY, entry: Some(entry) }));
            }
        }
    }
}

/// Returns the number at the start of a text, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Returns the text after a word.
fn after<'a>(text: &'a str, word: &str, expected: &'static str) -> Result<&'a str, &'static str> {
    text.trim_start().strip_prefix(word).ok_or(expected)
}

/// Returns the text after an element of a list: a node, whose number is kept, a string, or a constant. llc 19 prints constants but does not
/// read them, later releases do.
fn element<'a>(text: &'a str, named: &mut Vec<u32>) -> Result<&'a str, &'static str> {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix('!') else {
        let end = text.find([',', '}']).unwrap_or(text.len());
        return if text[..end].trim_end().contains(' ') || &text[..end] == "null" { Ok(&text[end..]) } else { Err("'!'") };
    };
    if let Some(quoted) = rest.strip_prefix('"') {
        return Ok(quoted.split_once('"').ok_or("a closing '\"'")?.1);
    }
    let (node, rest) = number(rest).ok_or("a number behind '!'")?;
    named.push(node);
    Ok(rest)
}

/// Returns the number of a function's own node, `!9 = distinct !{!9, !"text"}`, and the numbers of the nodes in it; or what was expected
/// instead (`MIParser::parseMachineMetadata`).
fn list(text: &str) -> Result<(u32, Vec<u32>), &'static str> {
    let rest = after(text, "!", "a metadata node")?;
    let (id, rest) = number(rest).ok_or("a number behind '!'")?;
    let rest = after(rest, "=", "'='")?;
    let rest = after(rest, "distinct", "").unwrap_or(rest);
    let mut rest = after(after(rest, "!", "a metadata node")?, "{", "'{'")?;
    let mut named = Vec::new();
    if after(rest, "}", "").is_ok() {
        return Ok((id, named));
    }
    loop {
        rest = element(rest, &mut named)?;
        match after(rest, ",", "") {
            Ok(next) => rest = next,
            Err(_) => return after(rest, "}", "'}'").map(|_| (id, named)),
        }
    }
}
