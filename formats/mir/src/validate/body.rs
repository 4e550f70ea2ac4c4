//! The information about a function that all checks use.

use super::lines::{Identity, Item, Lines, Use};
use super::registers::{Registers, Virtual};
use crate::ir::IrFunction;
use crate::tables::{Machine, RegisterId, RegisterRow};
use crate::{BlockReference, Dialect, Function, FunctionFlags, IrValue, OperandKind, Type};
use std::collections::{HashMap, HashSet};

/// A function with derived information.
pub(super) struct Body<'a> {
    pub(super) function: &'a Function,
    pub(super) ir: Option<IrBody<'a>>,
    pub(super) machine: Option<&'static Machine>,
    pub(super) lines: Lines<'a>,
    pub(super) registers: Registers<'a>,
    /// The index of each block by its number; the first one if several have the same number.
    pub(super) positions: HashMap<u32, usize>,
    /// Whether no virtual register is defined twice, or by parts.
    pub(super) is_ssa: bool,
    /// The number of definitions of each virtual register.
    pub(super) definitions: Vec<u32>,
}

/// The names in the IR function, for lookup.
pub(super) struct IrBody<'a> {
    pub(super) blocks: HashSet<&'a IrValue>,
    /// Arguments, and results of instructions whose names are spelled.
    pub(super) values: HashSet<&'a IrValue>,
    pub(super) allocas: HashSet<&'a IrValue>,
    /// The function that handles its exceptions.
    pub(super) personality: Option<&'a IrValue>,
}

impl<'a> IrBody<'a> {
    fn new(function: &'a IrFunction) -> Self {
        Self {
            blocks: function.blocks.iter().collect(),
            values: function.arguments.iter().chain(&function.values).collect(),
            allocas: function.allocas.iter().collect(),
            personality: function.personality.as_ref(),
        }
    }
}

impl<'a> Body<'a> {
    pub(super) fn new(function: &'a Function, ir: Option<&'a IrFunction>, machine: Option<&'static Machine>, dialect: Dialect) -> Self {
        let mut registers = Registers::default();
        let lines = Lines::of(function, machine, dialect, &mut registers);
        let mut positions = HashMap::new();
        for (index, block) in function.blocks.iter().enumerate() {
            positions.entry(block.number).or_insert(index);
        }
        let mut body =
            Self { function, ir: ir.map(IrBody::new), machine, lines, registers, positions, is_ssa: true, definitions: Vec::new() };
        body.count_definitions();
        body
    }

    fn count_definitions(&mut self) {
        self.definitions = vec![0; self.registers.list.len()];
        for line in &self.lines.lines {
            for register in self.lines.operands(line).iter().filter_map(|item| item.register()) {
                if let Identity::Virtual(index) = register.identity
                    && register.is_definition
                {
                    let count = &mut self.definitions[index as usize];
                    *count += 1;
                    self.is_ssa &= *count == 1 && register.operand.subregister.is_none();
                }
            }
        }
    }

    pub(super) fn has(&self, flag: FunctionFlags) -> bool {
        self.function.flags.contains(flag)
    }

    /// Returns the index of the block that a reference names.
    pub(super) fn position(&self, block: &BlockReference) -> Option<usize> {
        self.positions.get(&block.number).copied()
    }

    /// Returns the properties of a virtual register.
    pub(super) fn of(&self, register: &Use<'a>) -> Option<&Virtual<'a>> {
        match register.identity {
            Identity::Virtual(index) => Some(self.registers.get(index)),
            Identity::None | Identity::Physical(_) => None,
        }
    }

    /// Returns the block from which a PHI reads an operand: the next operand names it.
    pub(super) fn block_of_phi(&self, next: Option<&Item<'_>>) -> Option<usize> {
        match next.and_then(Item::other)? {
            OperandKind::Block(block) => self.position(block),
            _ => None,
        }
    }

    /// Returns the type of a register operand.
    pub(super) fn type_of(&self, item: Option<&Item<'a>>) -> Option<Type> {
        self.of(&item?.register()?)?.ty
    }

    /// Returns the row of a physical register.
    pub(super) fn row(&self, register: RegisterId) -> Option<&'static RegisterRow> {
        self.machine.map(|machine| machine.register_row(register))
    }
}
