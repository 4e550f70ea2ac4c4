//! The lines of a module.

use super::{IrFunction, IrNames, IrNode, line};
use crate::IrValue;

/// The names of a module's text.
pub(super) fn module(text: &str) -> IrNames {
    let mut names = IrNames { taken: text.split("blockaddress").skip(1).filter_map(taken).collect(), ..IrNames::default() };
    let mut lines = text.lines().map(|text| line::without_comment(text).trim()).filter(|text| !text.is_empty());
    while let Some(text) = lines.next() {
        if text.starts_with("define ") || text.starts_with("declare ") {
            let Some((mut function, mut counter)) = IrFunction::of_head(text) else { continue };
            if let Some(body) = line::body(text).filter(|_| function.is_defined) {
                body.into_iter().for_each(|text| function.line(text, &mut counter));
            } else if function.is_defined {
                let opened = text.ends_with('{') || lines.by_ref().any(|text| text.ends_with('{'));
                lines.by_ref().take_while(|text| opened && *text != "}").for_each(|text| function.line(text, &mut counter));
            }
            names.functions.push(function);
        } else if let Some(global) = text.strip_prefix('@') {
            names.globals.extend(line::name(global).filter(|(_, rest)| rest.trim_start().starts_with('=')).map(|(name, _)| name));
        } else if let Some(node) = text.strip_prefix('!') {
            names.metadata.extend(IrNode::of(node));
        } else if let Some(triple) = text.strip_prefix("target triple") {
            names.triple = triple.trim_matches([' ', '=', '"']).to_owned();
        }
    }
    names
}

/// The function and the block of what stands behind `blockaddress`.
fn taken(text: &str) -> Option<(IrValue, IrValue)> {
    let (function, rest) = line::name(text.trim_start().strip_prefix('(')?.trim_start().strip_prefix('@')?)?;
    let (block, _) = line::name(rest.trim_start().strip_prefix(',')?.trim_start().strip_prefix('%')?)?;
    Some((function, block))
}
