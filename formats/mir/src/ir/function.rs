//! The names of a function: its arguments, blocks and values.

use super::line;
use crate::IrValue;

/// A function of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrFunction {
    /// `@name`, or `@0` of one without a name.
    pub name: IrValue,
    /// Whether it has a body.
    pub is_defined: bool,
    /// The arguments. As LLVM counts, those without a name take the first numbers; then come blocks and instructions, in one sequence.
    pub arguments: Vec<IrValue>,
    /// The blocks. One without a label has a number too.
    pub blocks: Vec<IrValue>,
    /// Results of instructions that are spelled, `%name = ...`.
    pub values: Vec<IrValue>,
    /// Those of `alloca`, which stack objects are named after.
    pub allocas: Vec<IrValue>,
}

/// What a scan of a body knows.
#[derive(Default)]
pub(super) struct Counter {
    /// The number that the next thing without a name takes.
    next: u32,
    /// Whether the next line begins a block, with or without a label.
    block_ended: bool,
}

impl Counter {
    /// Goes on behind a thing; one that spells its number says how far the count is, as LLVM demands.
    fn pass(&mut self, value: &IrValue) {
        if let IrValue::Numbered(number) = value {
            self.next = number.saturating_add(1);
        }
    }
}

impl IrFunction {
    /// The function of a line from `define` or `declare` on, and the count behind its arguments.
    pub(super) fn of_head(head: &str) -> Option<(Self, Counter)> {
        let (_, name) = head.split_once('@')?;
        let (name, rest) = line::name(name)?;
        let mut counter = Counter { next: 0, block_ended: true };
        let mut arguments = Vec::new();
        for text in line::arguments(rest) {
            let argument = line::argument(text).unwrap_or(IrValue::Numbered(counter.next));
            counter.pass(&argument);
            arguments.push(argument);
        }
        let is_defined = head.starts_with("define");
        Some((Self { name, is_defined, arguments, blocks: Vec::new(), values: Vec::new(), allocas: Vec::new() }, counter))
    }

    /// A line of the body, without blanks around it and without its comment.
    pub(super) fn line(&mut self, text: &str, counter: &mut Counter) {
        if text.is_empty() {
            return;
        }
        let label = line::label(text);
        if label.is_some() || counter.block_ended {
            let block = label.clone().unwrap_or(IrValue::Numbered(counter.next));
            counter.pass(&block);
            self.blocks.push(block);
            counter.block_ended = false;
        }
        if label.is_some() {
            return;
        }
        let result = line::result(text);
        counter.block_ended = line::ends_block(result.as_ref().map_or(text, |(_, instruction)| instruction));
        let Some((value, instruction)) = result else { return };
        counter.pass(&value);
        if instruction.starts_with("alloca ") {
            self.allocas.push(value.clone());
        }
        self.values.push(value);
    }
}
