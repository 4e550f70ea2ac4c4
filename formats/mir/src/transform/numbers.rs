//! The numbers in a function that name parts of it, in all places.

use crate::{Block, BlockReference, Field, Function, Instruction, Mapping, OperandKind, Pointer, Register, Suffixes};

/// The kind of thing that a number names. Each kind is numbered separately.
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
    /// The kind of thing that it names.
    pub space: Space,
    /// Whether the thing is declared there: an entry of a list of the container, a block's label, a `debug-instr-number`. Virtual registers
    /// need no entry.
    pub declares: bool,
    /// The number.
    pub value: &'a mut u32,
}

/// Calls `f` with every number of a function: numbers in the container in the order of its keys, blocks of the frame before its objects,
/// then numbers in the body in printing order.
///
/// Numbers of metadata are skipped: metadata belongs to the module.
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
        function.registers.iter_mut().for_each(|entry| self.entry(Space::Register, entry));
        function.live_ins.iter_mut().for_each(|entry| self.entry(Space::Register, entry));
        for points in [true, false] {
            function.frame.each_field(&mut |field| {
                if matches!(field, Field::Block(_)) == points {
                    self.field(Space::Stack, field);
                }
            });
        }
        function.fixed_stack.iter_mut().for_each(|entry| self.entry(Space::FixedStack, entry));
        function.stack.iter_mut().for_each(|entry| self.entry(Space::Stack, entry));
        function.substitutions.iter_mut().for_each(|entry| self.entry(Space::DebugInstruction, entry));
        function.constants.iter_mut().for_each(|entry| self.entry(Space::Constant, entry));
        for entry in function.jump_table.iter_mut().flat_map(|table| &mut table.entries) {
            self.entry(Space::JumpTable, entry);
        }
    }

    /// Visits the numbers of an entry, whose `id` is of kind `space`.
    fn entry(&mut self, space: Space, entry: &mut dyn Mapping) {
        entry.each_field(&mut |field| self.field(space, field));
    }

    fn field(&mut self, space: Space, field: Field<'_>) {
        match field {
            Field::Id(id) => self.declare(space, id),
            Field::DebugNumber(number) => self.name(Space::DebugInstruction, number),
            Field::Register(register) => self.register(register),
            Field::SomeRegister(register) => register.iter_mut().for_each(|register| self.register(register)),
            Field::Block(block) => self.reference(block),
            Field::Blocks(blocks) => blocks.iter_mut().for_each(|block| self.reference(block)),
            Field::Object(text) => self.spelled(text),
            Field::List(list) => list.each(&mut |entry| self.entry(space, entry)),
            Field::Flag(_)
            | Field::TrueFlag(_)
            | Field::Size32(_)
            | Field::Size64(_)
            | Field::Offset32(_)
            | Field::Offset64(_)
            | Field::SomeOffset(_)
            | Field::LargestAlignment(_)
            | Field::SomeAlignment(_)
            | Field::Computed(_)
            | Field::ObjectSize(_)
            | Field::Number16(_)
            | Field::Number32(_)
            | Field::Word(_)
            | Field::Text(_)
            | Field::Constant(_)
            | Field::Name(_)
            | Field::Class(_)
            | Field::Registers(_)
            | Field::Numbers(_)
            | Field::Words(_)
            | Field::Unknown(_) => {}
        }
    }

    /// Visits a stack object in text, `%stack.0` or `%stack.0.x`. Other text is ignored.
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
        // Bundles do not nest, so the recursion is bounded.
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
