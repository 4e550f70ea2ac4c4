//! The information about the file that all checks use, and the functions that report violations.

use super::types::PointerBits;
use super::{BlockPlace, Detail, FunctionPlace, Options, Part, Report, RuleId, Site};
use crate::ir::{IrFunction, IrNames};
use crate::tables::{Machine, Target, WordKind};
use crate::{Dialect, File, IrBlock, IrValue, OperandKind};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::{fmt, iter};

/// A file with derived information, and the report.
pub(super) struct Context<'a> {
    pub(super) file: &'a File,
    /// The names of the embedded IR; `None` without one.
    pub(super) ir: Option<Ir<'a>>,
    /// Blocks whose address is a constant of the embedded IR or an operand, computed on first use.
    taken: OnceCell<HashSet<(IrValue, IrValue)>>,
    /// The names of all functions in the file.
    pub(super) names: HashSet<&'a str>,
    pub(super) target: Option<Target>,
    pub(super) machine: Option<&'static Machine>,
    /// The release whose names apply.
    pub(super) dialect: Dialect,
    /// The bits of pointers, if they are known.
    pub(super) pointers: Option<PointerBits>,
    /// Whether a processor or features are named, on which reserved registers depend.
    pub(super) names_processor: bool,
    /// The release for which the file is judged, if another one than the default is given.
    pub(super) given: Option<Dialect>,
    /// The release whose flags apply if none is given: the one that the keys of the file show.
    pub(super) shown: Dialect,
    pub(super) report: Report,
    /// The function that is being checked.
    pub(super) function: usize,
}

/// The names of the embedded IR, for lookup.
pub(super) struct Ir<'a> {
    pub(super) functions: HashMap<&'a str, &'a IrFunction>,
    /// The names of global values, including functions.
    pub(super) globals: HashSet<&'a IrValue>,
    /// The class of each metadata node.
    pub(super) metadata: HashMap<u32, &'a str>,
    taken: &'a [(IrValue, IrValue)],
    /// The blocks of all functions, computed when another function first refers to one.
    blocks: OnceCell<HashSet<(&'a str, &'a IrValue)>>,
}

impl<'a> Ir<'a> {
    fn new(names: &'a IrNames) -> Self {
        let named = names.functions.iter().filter_map(|function| match &function.name {
            IrValue::Named(name) => Some((&**name, function)),
            IrValue::Numbered(_) => None,
        });
        Self {
            functions: named.collect(),
            globals: names.globals.iter().chain(names.functions.iter().map(|function| &function.name)).collect(),
            metadata: names.metadata.iter().map(|node| (node.number, &*node.class)).collect(),
            taken: &names.taken,
            blocks: OnceCell::new(),
        }
    }

    /// Returns whether a function has a block.
    pub(super) fn has_block(&self, function: &str, block: &IrValue) -> bool {
        let all = || self.functions.iter().flat_map(|(name, function)| function.blocks.iter().map(move |block| (*name, block))).collect();
        self.blocks.get_or_init(all).contains(&(function, block))
    }
}

impl<'a> Context<'a> {
    pub(super) fn new(file: &'a File, names: Option<&'a IrNames>, options: Options<'_>, report: Report) -> Self {
        let own = names.map_or("", |names| names.triple.as_str());
        let triple = options.triple.unwrap_or(own);
        let target = Target::of_triple(triple);
        Self {
            file,
            ir: names.map(Ir::new),
            taken: OnceCell::new(),
            names: file.functions.iter().map(|function| function.name.as_str()).collect(),
            target,
            machine: target.and_then(|target| options.dialect.machine(target)),
            dialect: options.dialect,
            pointers: PointerBits::of_target(target, triple, options.dialect.release),
            names_processor: options.processor || ir_has(file, &["\"target-cpu\"", "\"target-features\""]),
            given: (options.dialect != Dialect::DEFAULT).then_some(options.dialect),
            shown: Dialect::of(file),
            report,
            function: 0,
        }
    }

    /// Returns the bits of a pointer into an address space, if they are known.
    pub(super) fn pointer_bits(&self, space: u32) -> Option<u32> {
        self.pointers.map(|pointers| pointers.of(space))
    }

    /// Returns whether the program alone for which the file is judged has a word: no table says more about it.
    pub(super) fn has_unknown(&self, kind: WordKind, name: &str) -> bool {
        let Some(calibration) = self.dialect.calibration() else { return false };
        [&calibration.unknown, &calibration.added].iter().any(|words| words.contains(self.target, kind, name))
    }

    /// Returns whether the module uses an address space other than 0, so that values of the IR may be in it.
    pub(super) fn has_address_spaces(&self) -> bool {
        ir_has(self.file, &["addrspace("])
    }

    /// Returns whether the address of a block of the IR is taken.
    pub(super) fn is_taken(&self, function: &str, block: &IrBlock) -> bool {
        let blocks = self.file.functions.iter().flat_map(|function| &function.blocks);
        let lines = || blocks.flat_map(|block| &block.instructions).flat_map(|line| iter::once(line).chain(line.bundle.iter().flatten()));
        let operands = || {
            lines().flat_map(|line| &line.operands).filter_map(|operand| match &operand.kind {
                OperandKind::BlockAddress { function, block, .. } => Some(((**function).clone(), (**block).clone())),
                _ => None,
            })
        };
        let all = || self.ir.iter().flat_map(|ir| ir.taken.iter().cloned()).chain(operands()).collect();
        self.taken.get_or_init(all).contains(&(IrValue::Named(function.into()), block.clone()))
    }

    /// Reports a key of the function, or one of its entries.
    pub(super) fn add_key(&mut self, rule: RuleId, key: &'static str, entry: Option<usize>, message: fmt::Arguments<'_>) {
        self.add(rule, Detail::Key { key, entry }, message);
    }

    /// Reports a block.
    pub(super) fn add_block(&mut self, rule: RuleId, place: BlockPlace, message: fmt::Arguments<'_>) {
        self.add(rule, Detail::Block(place), message);
    }

    /// Reports an instruction.
    pub(super) fn add_instruction(&mut self, rule: RuleId, site: Site, message: fmt::Arguments<'_>) {
        self.add(rule, Detail::Instruction(site), message);
    }

    /// Reports an operand, by its position in the text.
    pub(super) fn add_operand(&mut self, rule: RuleId, site: Site, operand: usize, message: fmt::Arguments<'_>) {
        self.add(rule, Detail::Operand { site, operand }, message);
    }

    /// Reports a part of the function.
    pub(super) fn add(&mut self, rule: RuleId, detail: Detail, message: fmt::Arguments<'_>) {
        let index = self.function;
        // The name is truncated to a readable length.
        let name = self.file.functions.get(index).map_or_else(String::new, |function| function.name.chars().take(200).collect());
        self.report.add(rule, Part { function: FunctionPlace { index, name }, detail }, message);
    }
}

/// Returns whether the text of the module contains one of these words.
fn ir_has(file: &File, words: &[&str]) -> bool {
    file.ir.as_ref().is_some_and(|ir| words.iter().any(|word| ir.text.contains(word)))
}
