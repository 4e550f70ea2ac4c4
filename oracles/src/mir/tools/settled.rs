//! Removes from a function what llc may spell differently, add or omit when it reads and prints it.
//!
//! The rest is the meaning of the function; [`settled`] also takes the function with which it is compared, because what a text may leave
//! open is set to llc's choice. Nothing else may be taken from there.

use super::assembly::is_spelled;
use super::changes::shares_constants;
use super::difference::{number, scale};
use super::float_text::{is_same_constant, is_same_number};
use irsmith_mir::tables::{Machine, Opcode};
use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{
    Block, Class, DebugLocation, DebugVariable, Element, Function, Instruction, IrBlock, MemoryOperand, MemorySize, Metadata, OperandKind,
    Pointer, Register, RegisterFlags, RegisterOperand, RegisterQualifier, Section, StackObjectKind, Successor, Suffixes, Type,
    VirtualRegister, Yaml,
};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the meaning of a function that was given to llc, and of llc's output for it.
pub(super) fn settled(given: &Function, printed: &Function, machine: &Machine) -> [Function; 2] {
    let mut pair = [given.clone(), printed.clone()];
    pair.iter_mut().for_each(number_objects);
    leave_to_llc(&mut pair);
    // llc reverses the list; fixed objects that are alike keep its order.
    pair[1].fixed_stack.reverse();
    pair.map(|function| Settling { machine, registers: BTreeMap::new() }.of(function))
}

/// Sets what the first leaves open to the values of the second.
fn leave_to_llc([given, printed]: &mut [Function; 2]) {
    for (number, (given, printed)) in (0..).zip(given.blocks.iter_mut().zip(&mut printed.blocks)) {
        if let (Some(own), Some(theirs)) = (&mut given.successors, &mut printed.successors) {
            // Probabilities are scaled until their sum is one; if one is missing or all are zero, llc distributes the rest.
            let is_open = own.iter().all(|successor| successor.probability.unwrap_or(0) == 0)
                || own.iter().any(|successor| successor.probability.is_none());
            if is_open {
                own.iter_mut().chain(theirs).for_each(|successor| successor.probability = None);
            } else {
                scale(own);
            }
        } else if given.successors.as_ref().is_none_or(|own| can_be_guessed(own, number, printed)) {
            // llc guesses the successors of a block that lists none, and lists none that can be guessed.
            given.successors.clone_from(&printed.successors);
        }
        for (given, printed) in each(given).zip(each(printed)) {
            same_operands(given, printed);
            given.memory.iter_mut().zip(&mut printed.memory).for_each(|(given, printed)| same_place(given, printed));
        }
    }
    // These are computed when a file is read (`MIRParserImpl::initializeFrameInfo`, `TargetSubtargetInfo::mirFileLoaded`).
    if !given.frame.callee_saved_info_valid {
        printed.frame.callee_saved_info_valid = false;
    }
    if given.frame.max_call_frame_size.is_none() {
        printed.frame.max_call_frame_size = None;
    }
    // Equal constants are merged, and a missing alignment is the one that the data layout prefers.
    if shares_constants(given) || given.constants.len() != printed.constants.len() {
        given.constants.clear();
        printed.constants.clear();
    }
    for (given, printed) in given.constants.iter_mut().zip(&mut printed.constants) {
        if given.alignment.is_none_or(|alignment| alignment == 0) {
            given.alignment = printed.alignment;
        }
        // What is printed as `zeroinitializer` is not compared.
        if printed.value.ends_with(" zeroinitializer") || is_same_constant(&given.value, &printed.value) {
            given.value.clone_from(&printed.value);
        }
    }
    // Missing target-specific keys have defaults.
    match (&given.info, &mut printed.info) {
        (Some(Yaml::Mapping { entries: own, .. }), Some(Yaml::Mapping { entries: all, .. })) => {
            all.retain(|(key, _)| own.iter().any(|(known, _)| known == key));
        }
        (None | Some(Yaml::Empty), info) => *info = None,
        _ => {}
    }
    if given.info == Some(Yaml::Empty) {
        given.info = None;
    }
}

/// Returns whether `MIRParser` guesses these successors, with equal probabilities, for block `number` without a list: the blocks that
/// instructions name, except PHIs, and maybe the next one (`guessSuccessors`).
fn can_be_guessed(successors: &[Successor], number: u32, block: &Block) -> bool {
    let others = block.instructions.iter().filter(|instruction| !matches!(instruction.opcode.as_str(), "PHI" | "G_PHI"));
    let named: BTreeSet<u32> = others
        .flat_map(|instruction| &instruction.operands)
        .filter_map(|operand| match &operand.kind {
            OperandKind::Block(block) => Some(block.number),
            _ => None,
        })
        .collect();
    let listed: BTreeSet<u32> = successors.iter().map(|successor| successor.block.number).collect();
    let is_equal = successors.windows(2).all(|pair| pair[0].probability == pair[1].probability)
        || successors.iter().any(|successor| successor.probability.is_none());
    is_equal && named.is_subset(&listed) && listed.iter().all(|block| named.contains(block) || *block == number + 1)
}

/// Returns the instructions of a block; for bundles, those inside.
fn each(block: &mut Block) -> impl Iterator<Item = &mut Instruction> {
    block.instructions.iter_mut().flat_map(|line| match &mut line.bundle {
        Some(_) => line.bundle.iter_mut().flatten().collect::<Vec<_>>(),
        None => vec![line],
    })
}

/// Normalizes operands: a node named by number may be printed inline, and vice versa; floating-point numbers are printed in another
/// notation.
fn same_operands(given: &mut Instruction, printed: &mut Instruction) {
    for (given, printed) in given.operands.iter_mut().zip(&mut printed.operands) {
        if let (OperandKind::Metadata(own), OperandKind::Metadata(theirs)) = (&mut given.kind, &mut printed.kind)
            && matches!((&*own, &*theirs), (Metadata::Number(_), _) | (_, Metadata::Number(_)))
        {
            *own = Metadata::Number(0);
            *theirs = Metadata::Number(0);
        }
        if is_spelled(&given.kind, &printed.kind) {
            given.kind = printed.kind.clone();
        }
        if let (OperandKind::Float(own), OperandKind::Float(theirs)) = (&mut given.kind, &printed.kind)
            && is_same_number(own, theirs)
        {
            own.literal = theirs.literal.clone();
        }
    }
}

/// Normalizes the accessed place: constants of the IR are folded, and their address space is that of their type. An alignment that may be
/// that of the size is omitted.
fn same_place(given: &mut MemoryOperand, printed: &mut MemoryOperand) {
    let is_open = |operand: &MemoryOperand| operand.alignment.is_none() && operand.base_alignment.is_none();
    if bytes_of(given.size).is_none() && (is_open(given) || is_open(printed)) {
        (given.alignment, given.base_alignment) = (printed.alignment, printed.base_alignment);
    }
    if given.address_space.is_none() && matches!(given.pointer, Some(Pointer::Ir(_) | Pointer::Global(_) | Pointer::Constant(_))) {
        printed.address_space = None;
    }
    if matches!(given.pointer, Some(Pointer::Constant(_))) && printed.pointer.is_some() {
        given.pointer.clone_from(&printed.pointer);
    }
}

/// Facts collected while a function is normalized.
struct Settling<'a> {
    machine: &'a Machine,
    /// Class and type of each virtual register, wherever they are spelled.
    registers: BTreeMap<Register, (Option<String>, Option<Type>)>,
}

impl Settling<'_> {
    fn of(mut self, mut function: Function) -> Function {
        self.container(&mut function);
        for block in &mut function.blocks {
            self.block(block);
        }
        let preferred: BTreeMap<Register, Register> =
            function.registers.iter().filter_map(|entry| Some((Register::Virtual(entry.id), entry.preferred.clone()?))).collect();
        for entry in &function.registers {
            if let Some((class, _)) = self.registers.get_mut(&Register::Virtual(entry.id)) {
                class.get_or_insert_with(|| entry.class.to_string());
            }
        }
        // Names and numbers of unused registers have no meaning. The class is spelled at its first appearance.
        let list = self.registers.iter().map(|(register, (class, ty))| {
            let spelled = format!("{register} {} {ty:?}", class.as_deref().unwrap_or_default());
            let id = if let Register::Virtual(id) = register { *id } else { u32::MAX };
            VirtualRegister {
                id,
                class: spelled.as_str().into(),
                preferred: preferred.get(register).cloned(),
                ..VirtualRegister::default()
            }
        });
        function.registers = list.collect();
        number(&mut function);
        // The spelling contains the old number.
        for entry in &mut function.registers {
            let rest = entry.class.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned());
            entry.class = rest.as_str().into();
        }
        function
    }

    fn container(&mut self, function: &mut Function) {
        function.alignment = function.alignment.max(1);
        function.metadata.clear();
        let aligned = |alignment: &mut Option<u64>| *alignment = Some(alignment.unwrap_or(1).max(1));
        let mut largest = u64::from(function.frame.max_alignment).max(1);
        for object in &mut function.stack {
            // llc knows objects of variable size by their size of 0.
            if object.kind == StackObjectKind::Default && object.size == 0 {
                object.kind = StackObjectKind::VariableSized;
            }
            aligned(&mut object.alignment);
            largest = largest.max(object.alignment.unwrap_or(1));
            forget(&mut object.variable);
        }
        for object in &mut function.fixed_stack {
            aligned(&mut object.alignment);
            largest = largest.max(object.alignment.unwrap_or(1));
            forget(&mut object.variable);
        }
        function.entry_values.iter_mut().for_each(|value| forget(&mut value.variable));
        // Arguments of the function may be overwritten by a tail call (`MachineFrameInfo::isImmutableObjectIndex`).
        if function.frame.has_tail_call {
            function.fixed_stack.iter_mut().for_each(|object| object.immutable = false);
        }
        // The alignment of the frame is at least that of its objects.
        function.frame.max_alignment = largest.try_into().unwrap_or(u32::MAX);
        for text in [&mut function.frame.stack_protector, &mut function.frame.function_context] {
            if let Some(rest) = text.strip_prefix("%stack.") {
                *text = format!("%stack.{}", rest.split('.').next().unwrap_or_default());
            }
        }
        for point in function.frame.save_points.iter_mut().chain(&mut function.frame.restore_points) {
            point.block.name = None;
            // Since LLVM 22, in the order of llc's numbers.
            point.registers.sort();
        }
        // Since LLVM 20, llc prints what it computes.
        (function.no_phis, function.is_ssa, function.no_virtual_registers, function.has_fake_uses) = (None, None, None, None);
        for block in function.jump_table.iter_mut().flat_map(|table| &mut table.entries).flat_map(|entry| &mut entry.blocks) {
            block.name = None;
        }
    }

    fn block(&mut self, block: &mut Block) {
        if let Some(IrBlock::Named(name)) = &block.attributes.ir_block
            && block.name.as_deref().is_none_or(|own| own == &**name)
        {
            block.name = Some((**name).into());
            block.attributes.ir_block = None;
        }
        let attributes = &mut block.attributes;
        attributes.alignment = attributes.alignment.filter(|alignment| *alignment > 1);
        attributes.call_frame_size = attributes.call_frame_size.filter(|size| *size > 0);
        // The first clone is printed without its number.
        attributes.id = attributes.id.map(|(id, clone)| (id, clone.filter(|clone| *clone != 0)));
        // The default.
        attributes.section = attributes.section.filter(|section| *section != Section::Number(0));
        block.successors.iter_mut().flatten().for_each(|successor| successor.block.name = None);
        block.successors = block.successors.take().filter(|successors| !successors.is_empty());
        block.live_ins.sort_by(|a, b| a.register.cmp(&b.register));
        for place in (1..block.live_ins.len()).rev() {
            if block.live_ins[place].register == block.live_ins[place - 1].register {
                let lanes = block.live_ins.remove(place).lanes;
                let own = &mut block.live_ins[place - 1].lanes;
                *own = own.zip(lanes).map(|(a, b)| a | b);
            }
        }
        for live_in in &mut block.live_ins {
            live_in.lanes = live_in.lanes.filter(|lanes| *lanes != u64::MAX);
        }
        for instruction in &mut block.instructions {
            self.instruction(instruction);
            instruction.bundle.iter_mut().flatten().for_each(|inner| self.instruction(inner));
        }
    }

    fn instruction(&mut self, instruction: &mut Instruction) {
        let row = self.machine.opcode(&instruction.opcode);
        let results = instruction.results.len();
        for (place, result) in instruction.results.iter_mut().enumerate() {
            // The opcode determines which results are early-clobber.
            if row.and_then(|row| row.operands.get(place)).is_some_and(|slot| slot.early_clobber) {
                result.flags = result.flags | RegisterFlags::EARLY_CLOBBER;
            }
            self.register(result);
        }
        // `MachineInstr::addOperand` inserts explicit operands before implicit ones, except in inline assembly.
        if !instruction.opcode.starts_with("INLINEASM") {
            instruction.operands.sort_by_key(
                |operand| matches!(&operand.kind, OperandKind::Register(register) if register.flags.contains(RegisterFlags::IMPLICIT)),
            );
        }
        for (place, operand) in instruction.operands.iter_mut().enumerate() {
            operand.target_flags = operand.target_flags.take().filter(|flags| !flags.is_empty());
            match &mut operand.kind {
                OperandKind::Register(register) => {
                    untie(row, results + place, register);
                    self.register(register);
                }
                OperandKind::SubregisterIndex(name) => {
                    if let Some(index) = self.machine.index(name) {
                        operand.kind = OperandKind::Immediate(index.0.into());
                    }
                }
                OperandKind::Block(block) => block.name = None,
                OperandKind::Stack { name, .. } => *name = None,
                OperandKind::Metadata(Metadata::Number(number)) => *number = 0,
                OperandKind::LiveOut(registers) | OperandKind::CustomRegisterMask(registers) => registers.sort(),
                _ => {}
            }
        }
        if let Some(suffixes) = &mut instruction.suffixes {
            let nodes = [&mut suffixes.heap_alloc_marker, &mut suffixes.pc_sections, &mut suffixes.memory_model];
            nodes.into_iter().flatten().for_each(|node| *node = 0);
            // No number.
            suffixes.debug_number = suffixes.debug_number.filter(|number| *number > 0);
            suffixes.debug_location = suffixes.debug_location.take().map(|_| DebugLocation::Number(0));
        }
        instruction.suffixes = instruction.suffixes.take().filter(|suffixes| **suffixes != Suffixes::default());
        instruction.memory.iter_mut().for_each(memory);
    }

    /// Records and removes classes and types: llc spells them at the definition of a register.
    fn register(&mut self, operand: &mut RegisterOperand) {
        // The parser marks registers of debug instructions.
        operand.flags = RegisterFlags(operand.flags.0 & !RegisterFlags::DEBUG_USE.0);
        if matches!(operand.register, Register::Physical(_) | Register::None) {
            return;
        }
        let (class, ty) = self.registers.entry(operand.register.clone()).or_default();
        match std::mem::take(&mut operand.class) {
            Class::None => {}
            Class::Generic => *class = Some("_".into()),
            Class::Named(name) => *class = Some(name.to_string()),
        }
        if let RegisterQualifier::Type(of) = operand.qualifier {
            *ty = Some(of);
            operand.qualifier = RegisterQualifier::None;
        }
    }
}

/// Removes ties that the opcode implies, because they need not be spelled.
fn untie(row: Option<&Opcode>, place: usize, register: &mut RegisterOperand) {
    if let (RegisterQualifier::TiedTo(to), Some(row)) = (register.qualifier, row)
        && row.operands.get(place).and_then(|slot| slot.tied).is_some_and(|tied| u32::from(tied) == to)
    {
        register.qualifier = RegisterQualifier::None;
    }
}

/// Removes the numbers of nodes, which differ in llc's output: only their presence is kept.
fn forget(variable: &mut DebugVariable) {
    for text in [&mut variable.variable, &mut variable.expression, &mut variable.location] {
        if !text.is_empty() {
            *text = "!".to_owned();
        }
    }
}

/// Returns the number of bytes of an access. The width of pointers and of scalable vectors is not known here.
fn bytes_of(size: MemorySize) -> Option<u64> {
    match size {
        MemorySize::Type(Type::Single(Element::Scalar(bits))) => Some(u64::from(bits).div_ceil(8)),
        MemorySize::Type(Type::Vector { count, scalable: false, element: Element::Scalar(bits) }) => {
            Some((u64::from(bits) * u64::from(count)).div_ceil(8))
        }
        MemorySize::Bytes(bytes) => Some(bytes),
        MemorySize::Unknown => Some(1),
        MemorySize::Type(_) => None,
    }
}

/// Makes the alignment of an access explicit: that of the size, unless `align` or `basealign` override it.
fn memory(operand: &mut MemoryOperand) {
    let implied = bytes_of(operand.size).filter(|bytes| *bytes > 0).and_then(u64::checked_next_power_of_two);
    operand.base_alignment = operand.base_alignment.or(operand.alignment).or(implied);
    operand.alignment = None;
    operand.address_space = operand.address_space.filter(|space| *space > 0);
    if operand.pointer == Some(Pointer::Unknown) && operand.offset == 0 {
        operand.pointer = None;
    }
    for node in [&mut operand.tbaa, &mut operand.alias_scope, &mut operand.no_alias, &mut operand.no_alias_spaces, &mut operand.range] {
        *node = node.map(|_| 0);
    }
    if let Some(Pointer::Stack { name, .. }) = &mut operand.pointer {
        *name = None;
    }
}

/// Numbers blocks, stack objects, constants and jump tables in their order.
fn number_objects(function: &mut Function) {
    let mut map: BTreeMap<(Space, u32), u32> = BTreeMap::new();
    let mut add = |space: Space, ids: Vec<u32>| map.extend(ids.into_iter().zip(0..).map(|(id, place)| ((space, id), place)));
    add(Space::Block, function.blocks.iter().map(|block| block.number).collect());
    add(Space::Stack, function.stack.iter().map(|object| object.id).collect());
    add(Space::Constant, function.constants.iter().map(|constant| constant.id).collect());
    add(Space::JumpTable, function.jump_table.iter().flat_map(|table| &table.entries).map(|entry| entry.id).collect());
    numbers(function, &mut |number| {
        if let Some(new) = map.get(&(number.space, *number.value)) {
            *number.value = *new;
        }
    });
}
