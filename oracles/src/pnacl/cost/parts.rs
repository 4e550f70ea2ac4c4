//! Parts of a case that are copied: records of a file, and elements of the lists of a module.

use irsmith_generators::Choices;
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::{Function, Instruction, Module, Stream};
use std::ops::Range;

use crate::cost::part_of;

/// The longest part, in elements.
const LONGEST: usize = 6;
/// Bytes of an element of a list, roughly.
const SIZE: usize = 8;

/// Records of a file, without the beginnings and ends of blocks.
pub(super) struct RecordPart<'a> {
    stream: &'a Stream,
    items: Range<usize>,
    /// Bytes of a copy, roughly.
    pub(super) size: usize,
}

/// Draws records.
pub(super) fn records<'a>(stream: &'a Stream, choices: &mut Choices<'_, '_>) -> Option<RecordPart<'a>> {
    let is_inner = |item: usize| matches!(stream.items()[item].kind, ItemKind::Record(_) | ItemKind::Define(_));
    let inner: Vec<usize> = (0..stream.items().len()).filter(|item| is_inner(*item)).collect();
    let start = *choices.pick(&inner)?;
    let most = start + 1 + choices.below(LONGEST);
    let end = (start..most.min(stream.items().len())).take_while(|item| is_inner(*item)).last()? + 1;
    let length = |item: usize| match &stream.items()[item].kind {
        ItemKind::Record(record) => 2 + record.len(),
        _ => 16,
    };
    Some(RecordPart { stream, items: start..end, size: (start..end).map(length).sum::<usize>() * 2 })
}

impl RecordPart<'_> {
    /// Returns the file with so many copies.
    pub(super) fn with(&self, copies: usize) -> Stream {
        let mut all = Stream::new();
        all.header = self.stream.header.clone();
        let mut copy = |range: Range<usize>| self.stream.items()[range].iter().for_each(|item| all.copy_item(self.stream, item));
        copy(0..self.items.start);
        (0..copies).for_each(|_| copy(self.items.clone()));
        copy(self.items.end..self.stream.items().len());
        all
    }
}

/// Elements of a list of a module.
pub(super) struct ModulePart<'a> {
    /// What is copied, in signatures.
    pub(super) name: &'static str,
    module: &'a Module,
    place: Place,
    elements: Range<usize>,
    /// Bytes of a copy, roughly.
    pub(super) size: usize,
}

/// A list of a module.
#[derive(Clone, Copy)]
enum Place {
    Types,
    Functions,
    Globals,
    Initializers(usize),
    Symbols,
    Constants(usize),
    Instructions(usize),
    /// The cases, incoming values or arguments of an instruction.
    Operands(usize, usize),
}

/// Draws elements of one of the lists that are not empty.
pub(super) fn of_module<'a>(module: &'a Module, choices: &mut Choices<'_, '_>) -> Option<ModulePart<'a>> {
    let bodies = || (0..module.functions.len()).filter(|function| module.functions[*function].body.is_some());
    let mut lists: Vec<(&str, Place, usize, usize)> = vec![
        ("types", Place::Types, module.types.len(), SIZE),
        ("symbols", Place::Symbols, module.symbols.len(), 4 * SIZE),
        ("globals", Place::Globals, module.globals.len(), 4 * SIZE),
    ];
    if let Some(function) = choices.index(module.functions.len()) {
        lists.push(("functions", Place::Functions, module.functions.len(), size_of(&module.functions[function])));
    }
    if let Some(global) = choices.index(module.globals.len()) {
        lists.push(("initializers", Place::Initializers(global), module.globals[global].initializers.len(), 4 * SIZE));
    }
    if let Some(&function) = choices.pick(&bodies().collect::<Vec<_>>())
        && let Some(body) = &module.functions[function].body
    {
        lists.push(("constants", Place::Constants(function), body.constants.len(), SIZE));
        lists.push(("instructions", Place::Instructions(function), body.instructions.len(), SIZE));
        let with_lists: Vec<usize> = (0..body.instructions.len()).filter(|at| length(&body.instructions[*at]) > 0).collect();
        if let Some(&at) = choices.pick(&with_lists) {
            lists.push(("operands", Place::Operands(function, at), length(&body.instructions[at]), SIZE));
        }
    }
    lists.retain(|(_, _, length, _)| *length > 0);
    let &(name, place, length, size) = choices.pick(&lists)?;
    // Functions are long.
    let elements = part_of(length, if matches!(place, Place::Functions) { 1 } else { LONGEST }, choices)?;
    Some(ModulePart { name, module, place, size: size * elements.len(), elements })
}

/// Returns the bytes of a function, roughly.
fn size_of(function: &Function) -> usize {
    SIZE * (4 + function.body.as_ref().map_or(0, |body| body.instructions.len() + body.constants.len()))
}

/// Returns the length of the list of an instruction, 0 if it has none.
fn length(instruction: &Instruction) -> usize {
    match instruction {
        Instruction::Switch { cases, .. } => cases.len(),
        Instruction::Phi { incoming, .. } => incoming.len(),
        Instruction::Call { arguments, .. } | Instruction::CallIndirect { arguments, .. } => arguments.len(),
        _ => 0,
    }
}

impl ModulePart<'_> {
    /// Returns the module with so many copies after the first.
    pub(super) fn with(&self, copies: usize) -> Module {
        let mut module = self.module.clone();
        let range = self.elements.clone();
        let body = |module: &'_ mut Module, function: usize| module.functions[function].body.take().unwrap_or_default();
        match self.place {
            Place::Types => repeat(&mut module.types, range, copies),
            // At the end, so that the values of other functions keep their numbers.
            Place::Functions => {
                let function = module.functions[range.start].clone();
                module.functions.extend(std::iter::repeat_n(function, copies));
            }
            Place::Globals => repeat(&mut module.globals, range, copies),
            Place::Initializers(global) => repeat(&mut module.globals[global].initializers, range, copies),
            Place::Symbols => repeat(&mut module.symbols, range, copies),
            Place::Constants(function) => {
                let mut body = body(&mut module, function);
                repeat(&mut body.constants, range, copies);
                module.functions[function].body = Some(body);
            }
            Place::Instructions(function) => {
                let mut body = body(&mut module, function);
                repeat(&mut body.instructions, range, copies);
                module.functions[function].body = Some(body);
            }
            Place::Operands(function, at) => {
                let mut body = body(&mut module, function);
                match &mut body.instructions[at] {
                    Instruction::Switch { cases, .. } => cases.extend_from_slice(&copied(&cases[range], copies)),
                    Instruction::Phi { incoming, .. } => incoming.extend_from_slice(&copied(&incoming[range], copies)),
                    Instruction::Call { arguments, .. } | Instruction::CallIndirect { arguments, .. } => {
                        arguments.extend_from_slice(&copied(&arguments[range], copies));
                    }
                    _ => {}
                }
                module.functions[function].body = Some(body);
            }
        }
        module
    }
}

fn copied<T: Clone>(part: &[T], copies: usize) -> Vec<T> {
    part.iter().cloned().cycle().take(part.len() * copies).collect()
}

/// Inserts copies of some elements behind them.
fn repeat<T: Clone>(list: &mut Vec<T>, range: Range<usize>, copies: usize) {
    let copies = copied(&list[range.clone()], copies);
    list.splice(range.end..range.end, copies);
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::pnacl::{Config, generate};
    use std::collections::BTreeSet;

    #[test]
    fn every_list_is_drawn_and_gets_longer() {
        let mut names = BTreeSet::new();
        for seed in 0..100 {
            let bytes = bytes_of_seed(seed);
            let module = generate(&mut Unstructured::new(&bytes), &Config::default());
            let mut bytes = Unstructured::new(&bytes);
            let choices = &mut Choices::new(&mut bytes);
            let Some(part) = of_module(&module, choices) else { continue };
            assert_ne!(part.with(3), module, "{}", part.name);
            names.insert(part.name);
            let stream = module.to_stream();
            let records = records(&stream, choices).unwrap();
            assert_eq!(records.with(4).items().len(), stream.items().len() + 3 * records.items.len());
        }
        let all = ["constants", "functions", "globals", "initializers", "instructions", "operands", "symbols", "types"];
        assert_eq!(names, BTreeSet::from(all));
    }
}
