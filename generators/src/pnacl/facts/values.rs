//! Operands of a function, as far as rows need them.

use super::super::kinds::{KINDS, Kind};
use irsmith_pnacl::{Body, Instruction, Module, Value, ValueKind};
use std::collections::HashMap;

/// Counts of operands and of phis.
#[derive(Debug, Default)]
pub(in super::super) struct Uses {
    /// Forward declarations by kind that no instruction before the definition needs.
    pub(in super::super) unused_declarations: [u64; KINDS],
    /// Operands that are defined later in the file, except those of phis.
    pub(in super::super) forward: u64,
    pub(in super::super) function_addresses: u64,
    pub(in super::super) global_addresses: u64,
    /// Phis with several edges from one block.
    pub(in super::super) several_edges: u64,
    /// Edges of phis from the same block or a later one with a value that is defined later.
    pub(in super::super) over_back_edges: u64,
    /// Pairs of phis of a block that name each other.
    pub(in super::super) mutual: u64,
    /// Phis that name themselves.
    pub(in super::super) own: u64,
    pub(in super::super) recursion: u64,
    pub(in super::super) calls_later: u64,
    pub(in super::super) calls_entry: u64,
}

/// A place in a function.
#[derive(Clone, Copy)]
struct Place {
    function: u32,
    block: u32,
    /// The number of the next result.
    next: u32,
}

/// Returns whether an operand is the result with a number.
fn is_result(value: Value, number: u32) -> bool {
    value.is_instruction() && value.index() == number
}

impl Uses {
    pub(super) fn add(&mut self, module: &Module, function: u32, body: &Body, entry: Option<Value>) {
        let mut place = Place { function, block: 0, next: 0 };
        // Declared values that are not defined yet, and whether something needs the declaration.
        let mut declared: HashMap<u32, (Option<Kind>, bool)> = HashMap::new();
        // The phis of the block: the number of each, and the results that it names.
        let mut phis: Vec<(u32, Vec<u32>)> = Vec::new();
        for instruction in &body.instructions {
            if let Instruction::Declare { value, ty } = *instruction {
                declared.insert(value.index(), (Kind::of(module.value_type(ty)), false));
                continue;
            }
            instruction.for_each_value(|value| {
                if value.is_instruction()
                    && let Some(known) = declared.get_mut(&value.index())
                {
                    known.1 = true;
                }
            });
            match instruction {
                Instruction::Phi { incoming, .. } => {
                    let named: Vec<u32> =
                        incoming.iter().filter(|edge| edge.value.is_instruction()).map(|edge| edge.value.index()).collect();
                    let later = |edge: &&irsmith_pnacl::Incoming| {
                        edge.block.0 >= place.block && edge.value.is_instruction() && edge.value.index() > place.next
                    };
                    self.over_back_edges += incoming.iter().filter(later).count() as u64;
                    self.own += u64::from(incoming.iter().any(|edge| is_result(edge.value, place.next)));
                    let repeats =
                        |(at, edge): (usize, &irsmith_pnacl::Incoming)| incoming[..at].iter().any(|other| other.block == edge.block);
                    self.several_edges += u64::from(incoming.iter().enumerate().any(repeats));
                    self.mutual += phis.iter().filter(|(other, names)| named.contains(other) && names.contains(&place.next)).count() as u64;
                    phis.push((place.next, named));
                    incoming.iter().for_each(|edge| self.address(edge.value));
                }
                Instruction::Call { callee, arguments, .. } => {
                    self.call(module, place, *callee, entry);
                    arguments.iter().for_each(|&value| self.operand(place, value));
                }
                other => other.for_each_value(|value| self.operand(place, value)),
            }
            if instruction.has_result(module) {
                if let Some((Some(kind), false)) = declared.remove(&place.next) {
                    self.unused_declarations[kind.index()] += 1;
                }
                place.next += 1;
            }
            if instruction.is_terminator() {
                place.block += 1;
                phis.clear();
            }
        }
    }

    fn operand(&mut self, place: Place, value: Value) {
        self.forward += u64::from(value.is_instruction() && value.index() >= place.next);
        self.address(value);
    }

    fn address(&mut self, value: Value) {
        self.function_addresses += u64::from(value.kind() == ValueKind::Function);
        self.global_addresses += u64::from(value.kind() == ValueKind::Global);
    }

    fn call(&mut self, module: &Module, place: Place, callee: Value, entry: Option<Value>) {
        let defined = module.functions.get(callee.index() as usize).is_some_and(|function| function.body.is_some());
        self.recursion += u64::from(callee.index() == place.function);
        self.calls_later += u64::from(defined && callee.index() > place.function);
        self.calls_entry += u64::from(entry == Some(callee));
    }
}
