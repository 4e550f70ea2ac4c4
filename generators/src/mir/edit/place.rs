//! Places in a file: shared by all code that changes one thing of it.

use irsmith_mir::{File, Function, Instruction, Operand, OperandKind, RegisterOperand};

/// A place in a file. The unused inner indices are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::mir) struct Place {
    /// The index of the function.
    pub(in crate::mir) function: usize,
    /// The index of the block.
    pub(in crate::mir) block: usize,
    /// The index of the instruction in its block.
    pub(in crate::mir) index: usize,
    /// The index of a member of the bundle that the instruction opens.
    pub(in crate::mir) inner: Option<usize>,
    /// The index among several things of its kind: an operand, a register, an entry.
    pub(in crate::mir) part: usize,
}

/// Returns the functions of a file.
pub(in crate::mir) fn functions(file: &File) -> impl Iterator<Item = Place> + use<> {
    (0..file.functions.len()).map(|function| Place { function, ..Place::default() })
}

/// Returns the blocks of a file.
pub(in crate::mir) fn blocks(file: &File) -> impl Iterator<Item = Place> + '_ {
    functions(file).flat_map(|place| (0..file.functions[place.function].blocks.len()).map(move |block| Place { block, ..place }))
}

/// Returns the instructions of a file, members of a bundle after the instruction that opens it.
pub(in crate::mir) fn instructions(file: &File) -> impl Iterator<Item = (Place, &Instruction)> {
    blocks(file).flat_map(|place| {
        let outer = file.functions[place.function].blocks[place.block].instructions.iter().enumerate();
        outer.flat_map(move |(index, instruction)| {
            let place = Place { index, ..place };
            let members = instruction.bundle.iter().flatten().enumerate();
            std::iter::once((place, instruction)).chain(members.map(move |(inner, member)| (Place { inner: Some(inner), ..place }, member)))
        })
    })
}

/// Returns the operands after opcodes for which `fits` holds; the part is the operand's index.
pub(in crate::mir) fn operands(file: &File, fits: impl Fn(&Operand) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for (place, instruction) in instructions(file) {
        let fitting = instruction.operands.iter().enumerate().filter(|(_, operand)| fits(operand));
        places.extend(fitting.map(|(part, _)| Place { part, ..place }));
    }
    places
}

/// Returns the registers for which `fits` holds; the part counts results first, then all operands.
pub(in crate::mir) fn registers(file: &File, fits: impl Fn(bool, &RegisterOperand) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for (place, instruction) in instructions(file) {
        let results = instruction.results.len();
        for part in 0..results + instruction.operands.len() {
            if register(instruction, part).is_some_and(|operand| fits(part < results, operand)) {
                places.push(Place { part, ..place });
            }
        }
    }
    places
}

/// Returns the register at a part that [`registers`] counts.
pub(in crate::mir) fn register(instruction: &Instruction, part: usize) -> Option<&RegisterOperand> {
    let results = instruction.results.len();
    if part < results {
        return instruction.results.get(part);
    }
    match &instruction.operands.get(part - results)?.kind {
        OperandKind::Register(operand) => Some(operand),
        _ => None,
    }
}

/// Returns the same register, mutably.
pub(in crate::mir) fn register_mut(instruction: &mut Instruction, part: usize) -> Option<&mut RegisterOperand> {
    let results = instruction.results.len();
    if part < results {
        return instruction.results.get_mut(part);
    }
    match &mut instruction.operands.get_mut(part - results)?.kind {
        OperandKind::Register(operand) => Some(operand),
        _ => None,
    }
}

/// Returns the instruction at a place.
pub(in crate::mir) fn instruction(file: &File, place: Place) -> Option<&Instruction> {
    let outer = file.functions.get(place.function)?.blocks.get(place.block)?.instructions.get(place.index)?;
    match place.inner {
        None => Some(outer),
        Some(inner) => outer.bundle.as_ref()?.get(inner),
    }
}

/// Returns the instruction at a place, mutably.
pub(in crate::mir) fn instruction_mut(file: &mut File, place: Place) -> Option<&mut Instruction> {
    let outer = file.functions.get_mut(place.function)?.blocks.get_mut(place.block)?.instructions.get_mut(place.index)?;
    match place.inner {
        None => Some(outer),
        Some(inner) => outer.bundle.as_mut()?.get_mut(inner),
    }
}

/// Calls `f` on every instruction of a function, members of a bundle after the instruction that opens it.
pub(in crate::mir) fn each_instruction_mut(function: &mut Function, f: &mut dyn FnMut(&mut Instruction)) {
    for instruction in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        f(instruction);
        instruction.bundle.iter_mut().flatten().for_each(&mut *f);
    }
}

/// Calls `f` on every register of an instruction, and whether it is a result.
pub(in crate::mir) fn each_register_mut(instruction: &mut Instruction, f: &mut dyn FnMut(bool, &mut RegisterOperand)) {
    instruction.results.iter_mut().for_each(|result| f(true, result));
    for operand in &mut instruction.operands {
        if let OperandKind::Register(register) = &mut operand.kind {
            f(false, register);
        }
    }
}
