//! Every number of a function that names something of it, wherever it stands.

use crate::{Block, BlockReference, Function, Instruction, OperandKind, Pointer, Register, Suffixes};

/// What a number names. Each has numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// A virtual register, `%N`.
    Register,
    /// A block, `bb.N`.
    Block,
    /// An object of the stack, `%stack.N`.
    Stack,
    /// A fixed object, `%fixed-stack.N`.
    FixedStack,
    /// An entry of the constant pool, `%const.N`.
    Constant,
    /// A jump table, `%jump-table.N`.
    JumpTable,
    /// A debug instruction number.
    DebugInstruction,
}

/// A number at one place.
#[derive(Debug)]
pub struct Number<'a> {
    /// What it names.
    pub space: Space,
    /// Whether the named thing is declared there: an entry of a list of the container, a block's label, a `debug-instr-number`. Virtual
    /// registers need no entry.
    pub declares: bool,
    /// The number.
    pub value: &'a mut u32,
}

/// Shows every number of a function to `f`: those of the container in the order of its keys, then those of the body as they are printed.
///
/// Those of metadata are left out: it belongs to the module.
pub fn numbers(function: &mut Function, f: &mut dyn FnMut(Number<'_>)) {
    let mut visitor = Visitor { f };
    visitor.container(function);
    for block in &mut function.blocks {
        visitor.block(block);
    }
}

struct Visitor<'f> {
    f: &'f mut dyn FnMut(Number<'_>),
}

impl Visitor<'_> {
    fn declare(&mut self, space: Space, value: &mut u32) {
        (self.f)(Number { space, declares: true, value });
    }

    fn name(&mut self, space: Space, value: &mut u32) {
        (self.f)(Number { space, declares: false, value });
    }

    fn container(&mut self, function: &mut Function) {
        for entry in &mut function.registers {
            self.declare(Space::Register, &mut entry.id);
            entry.preferred.iter_mut().for_each(|register| self.register(register));
        }
        for entry in &mut function.live_ins {
            entry.copy.iter_mut().for_each(|register| self.register(register));
        }
        let frame = &mut function.frame;
        frame.save_point.iter_mut().chain(&mut frame.restore_point).for_each(|block| self.reference(block));
        self.spelled(&mut frame.stack_protector);
        self.spelled(&mut frame.function_context);
        function.fixed_stack.iter_mut().for_each(|object| self.declare(Space::FixedStack, &mut object.id));
        function.stack.iter_mut().for_each(|object| self.declare(Space::Stack, &mut object.id));
        for substitution in &mut function.substitutions {
            self.name(Space::DebugInstruction, &mut substitution.source_instruction);
            self.name(Space::DebugInstruction, &mut substitution.target_instruction);
        }
        function.constants.iter_mut().for_each(|entry| self.declare(Space::Constant, &mut entry.id));
        for entry in function.jump_table.iter_mut().flat_map(|table| &mut table.entries) {
            self.declare(Space::JumpTable, &mut entry.id);
            entry.blocks.iter_mut().for_each(|block| self.reference(block));
        }
    }

    /// A stack object in text, `%stack.0` or `%stack.0.x`. Any other text names none.
    fn spelled(&mut self, text: &mut String) {
        let Some(rest) = text.strip_prefix("%stack.") else { return };
        let (digits, name) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
        let Ok(id) = digits.parse() else { return };
        let mut new = id;
        self.name(Space::Stack, &mut new);
        if new != id {
            *text = format!("%stack.{new}{name}");
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.declare(Space::Block, &mut block.number);
        block.successors.iter_mut().flatten().for_each(|successor| self.reference(&mut successor.block));
        block.instructions.iter_mut().for_each(|instruction| self.instruction(instruction));
    }

    fn instruction(&mut self, instruction: &mut Instruction) {
        self.one(instruction);
        // Bundles do not nest, so this is no recursion without end.
        instruction.bundle.iter_mut().flatten().for_each(|inner| self.one(inner));
    }

    fn one(&mut self, instruction: &mut Instruction) {
        instruction.results.iter_mut().for_each(|result| self.register(&mut result.register));
        instruction.operands.iter_mut().for_each(|operand| self.operand(&mut operand.kind));
        if let Some(Suffixes { debug_number: Some(number), .. }) = instruction.suffixes.as_deref_mut() {
            self.declare(Space::DebugInstruction, number);
        }
        for memory in &mut instruction.memory {
            match &mut memory.pointer {
                Some(Pointer::Stack { id, .. }) => self.name(Space::Stack, id),
                Some(Pointer::FixedStack(id)) => self.name(Space::FixedStack, id),
                _ => {}
            }
        }
    }

    fn operand(&mut self, kind: &mut OperandKind) {
        match kind {
            OperandKind::Register(operand) => self.register(&mut operand.register),
            OperandKind::Block(block) => self.reference(block),
            OperandKind::Stack { id, .. } => self.name(Space::Stack, id),
            OperandKind::FixedStack(id) => self.name(Space::FixedStack, id),
            OperandKind::Constant { id, .. } => self.name(Space::Constant, id),
            OperandKind::JumpTable(id) => self.name(Space::JumpTable, id),
            OperandKind::DebugReference { instruction, .. } => self.name(Space::DebugInstruction, instruction),
            OperandKind::CustomRegisterMask(registers) | OperandKind::LiveOut(registers) => {
                registers.iter_mut().for_each(|register| self.register(register));
            }
            _ => {}
        }
    }

    fn reference(&mut self, block: &mut BlockReference) {
        self.name(Space::Block, &mut block.number);
    }

    fn register(&mut self, register: &mut Register) {
        if let Register::Virtual(number) = register {
            self.name(Space::Register, number);
        }
    }
}
