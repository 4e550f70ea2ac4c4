//! A function that is being made: its blocks, its values, and what every form needs.

use super::Defined;
use super::rows::{Form, Row};
use crate::Choices;
use irsmith_mir::tables::Target;
use irsmith_mir::{
    Block, BlockReference, Class, Constant, Dialect, Element, FixedObject, FrameInfo, Function, Instruction, IntegerImmediate, IrValue,
    JumpTable, JumpTableEntry, JumpTableKind, Name, Operand, OperandKind, Register, RegisterOperand, RegisterQualifier, StackObject,
    Successor, Type,
};

/// A virtual register with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) register: u32,
    pub(super) ty: Type,
}

/// A function that is being made.
pub(super) struct Maker<'m, 'a, 'u> {
    pub(super) choices: &'m mut Choices<'a, 'u>,
    pub(super) name: String,
    pub(super) target: Target,
    pub(super) dialect: Dialect,
    pub(super) is_plain: bool,
    pub(super) has_wide_parts: bool,
    pub(super) constructs: u32,
    /// The number in the name of the first function.
    pub(super) first: u32,
    rows: Vec<&'static Row>,
    blocks: Vec<Block>,
    /// The place of the block that instructions are added to.
    current: usize,
    registers: u32,
    /// The values that may be used here, and for each whether something has used it.
    pool: Vec<(Value, bool)>,
    /// The parameters on the stack.
    pub(super) fixed: Vec<FixedObject>,
    pub(super) objects: Vec<StackObject>,
    /// How many of the objects, from the first, begin with zeros and are there in the whole function.
    pub(super) zeroed: u32,
    pub(super) constants: Vec<Constant>,
    /// The lines of the function's own variables in the embedded IR.
    pub(super) variables: Vec<String>,
    /// The blocks of each jump table.
    pub(super) tables: Vec<Vec<u32>>,
    pub(super) calls: bool,
}

/// The widths of plain scalars.
const PLAIN: [u16; 4] = [8, 16, 32, 64];
/// Vectors that fill a register of AArch64, or half of one.
const VECTORS: [(u16, u16); 7] = [(4, 32), (2, 64), (8, 16), (16, 8), (2, 32), (4, 16), (8, 8)];

impl<'m, 'a, 'u> Maker<'m, 'a, 'u> {
    pub(super) fn new(choices: &'m mut Choices<'a, 'u>, config: &Defined, name: String, rows: Vec<&'static Row>) -> Self {
        Self {
            choices,
            name,
            target: if config.target == Target::AArch64 { Target::AArch64 } else { Target::X86 },
            dialect: config.dialect,
            is_plain: config.is_plain,
            has_wide_parts: config.has_wide_parts(),
            constructs: config.constructs,
            first: config.first,
            rows,
            blocks: vec![Block::default()],
            current: 0,
            registers: 0,
            pool: Vec::new(),
            fixed: Vec::new(),
            objects: Vec::new(),
            zeroed: 0,
            constants: Vec::new(),
            variables: Vec::new(),
            tables: Vec::new(),
            calls: false,
        }
    }

    /// Returns the function, and the lines of its variables.
    pub(super) fn finish(self) -> (Function, Vec<String>) {
        let frame = FrameInfo { adjusts_stack: self.calls, has_calls: self.calls, ..FrameInfo::default() };
        let block = |number: &u32| BlockReference { number: *number, name: None };
        let entries = (0..).zip(&self.tables).map(|(id, blocks)| JumpTableEntry {
            id,
            blocks: blocks.iter().map(block).collect(),
            ..JumpTableEntry::default()
        });
        let entries: Vec<JumpTableEntry> = entries.collect();
        let jump_table =
            (!entries.is_empty()).then(|| JumpTable { kind: JumpTableKind::LabelDifference32, entries, ..JumpTable::default() });
        let mut function = Function {
            name: self.name,
            fixed_stack: self.fixed,
            stack: self.objects,
            constants: self.constants,
            jump_table,
            blocks: self.blocks,
            frame,
            ..Function::default()
        };
        function.flags.0 |= irsmith_mir::FunctionFlags::TRACKS_REG_LIVENESS.0;
        (function, self.variables)
    }

    // Instructions.

    /// Returns whether an opcode may be used.
    pub(super) fn has(&self, opcode: &str) -> bool {
        self.rows.iter().any(|row| row.opcode == opcode)
    }

    /// Returns a register that nothing defines yet.
    pub(super) fn fresh(&mut self, ty: Type) -> Value {
        self.registers += 1;
        Value { register: self.registers - 1, ty }
    }

    /// Adds an instruction to the current block.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.blocks[self.current].instructions.push(instruction);
    }

    /// Adds an instruction with results in given registers.
    pub(super) fn define(&mut self, results: &[Value], opcode: &'static str, operands: impl IntoIterator<Item = OperandKind>) {
        let instruction = made(results, opcode, operands);
        self.push(instruction);
    }

    /// Adds an instruction with a result.
    pub(super) fn op(&mut self, ty: Type, opcode: &'static str, operands: impl IntoIterator<Item = OperandKind>) -> Value {
        let result = self.fresh(ty);
        self.define(&[result], opcode, operands);
        result
    }

    /// Adds an instruction whose operands are registers.
    pub(super) fn of(&mut self, ty: Type, opcode: &'static str, operands: &[Value]) -> Value {
        self.op(ty, opcode, operands.iter().map(|value| used(*value)))
    }

    /// Returns a constant: in every lane of a vector the same number.
    pub(super) fn constant(&mut self, ty: Type, number: i128) -> Value {
        let bits = lane_bits(ty);
        let scalar = Type::scalar(bits);
        let shift = 128 - u32::from(bits.min(128));
        let digits = (number << shift >> shift).to_string();
        let immediate = IntegerImmediate { bits: bits.into(), digits: Name::from(digits.as_str()) };
        let lane = self.op(scalar, "G_CONSTANT", [OperandKind::Integer(Box::new(immediate))]);
        if let Type::Vector { count, .. } = ty { self.of(ty, "G_BUILD_VECTOR", &vec![lane; usize::from(count)]) } else { lane }
    }

    /// Returns the first value if the condition holds, otherwise the second.
    pub(super) fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.of(a.ty, "G_SELECT", &[condition, a, b])
    }

    // Types and values.

    /// Draws a scalar of at least so many bits, at most 128.
    pub(super) fn scalar_of(&mut self, least: u16) -> Type {
        if self.is_plain || self.choices.chance(200) {
            let fitting: Vec<u16> = PLAIN.into_iter().filter(|bits| *bits >= least).collect();
            if let Some(bits) = self.choices.pick(&fitting) {
                return Type::scalar(*bits);
            }
        }
        let span = 128u32.saturating_sub(least.into());
        let most = if self.choices.chance(192) { span.min(64) } else { span };
        Type::scalar(least + self.choices.up_to(most) as u16)
    }

    /// Draws a type of integer lanes: on AArch64, and in functions that are not plain, one of four is a vector.
    pub(super) fn integer_type(&mut self) -> Type {
        if self.has_vectors() && self.choices.chance(64) { self.vector_type() } else { self.scalar_of(1).max(Type::scalar(1)) }
    }

    pub(super) fn has_vectors(&self) -> bool {
        self.target == Target::AArch64 || !self.is_plain
    }

    pub(super) fn vector_type(&mut self) -> Type {
        let (count, bits) = VECTORS[self.choices.below(VECTORS.len())];
        Type::vector(count, Element::Scalar(bits))
    }

    /// Draws a value of a type: one that is there, or a constant.
    pub(super) fn value(&mut self, ty: Type) -> Value {
        let found: Vec<usize> = (0..self.pool.len()).filter(|place| self.pool[*place].0.ty == ty).collect();
        if !self.choices.chance(40)
            && let Some(place) = self.choices.pick(&found).copied()
        {
            self.pool[place].1 = true;
            return self.pool[place].0;
        }
        if let Some(made) = self.converted(ty) {
            return made;
        }
        let number = self.number(lane_bits(ty));
        self.constant(ty, number)
    }

    /// Makes a value of another one, half of the time: so that few operations are on constants alone.
    fn converted(&mut self, ty: Type) -> Option<Value> {
        let Type::Single(Element::Scalar(bits)) = ty else { return self.splat(ty) };
        if self.choices.chance(96) {
            return None;
        }
        let width = |value: &Value| if let Type::Single(Element::Scalar(bits)) = value.ty { Some(bits) } else { None };
        let others: Vec<usize> =
            (0..self.pool.len()).filter(|place| width(&self.pool[*place].0).is_some_and(|other| other != bits)).collect();
        let place = *self.choices.pick(&others)?;
        self.pool[place].1 = true;
        let value = self.pool[place].0;
        let opcode = if width(&value)? > bits { "G_TRUNC" } else { ["G_SEXT", "G_ZEXT"][self.choices.below(2)] };
        Some(self.of(ty, opcode, &[value]))
    }

    /// Makes a vector of scalars that are there.
    fn splat(&mut self, ty: Type) -> Option<Value> {
        let Type::Vector { count, element, .. } = ty else { return None };
        let lanes: Vec<Value> = (0..count).map(|_| self.value(Type::Single(element))).collect();
        Some(self.of(ty, "G_BUILD_VECTOR", &lanes))
    }

    /// Draws a number, often one at an edge of the width.
    pub(super) fn number(&mut self, bits: u16) -> i128 {
        let bits = u32::from(bits.clamp(1, 127));
        let edges = [0, 1, -1, 1i128 << (bits - 1), (1i128 << (bits - 1)) - 1, 2, 0x55, i128::from(bits)];
        if self.choices.chance(140) { edges[self.choices.below(edges.len())] } else { i128::from(self.choices.wide() as i64) }
    }

    /// Makes a value available.
    pub(super) fn keep(&mut self, value: Value) {
        self.pool.push((value, false));
    }

    /// Returns the number of values that are available, for [`Self::forget`].
    pub(super) fn kept(&self) -> usize {
        self.pool.len()
    }

    /// Makes values unavailable that were kept since, and returns them.
    pub(super) fn forget(&mut self, since: usize) -> Vec<Value> {
        self.pool.split_off(since).into_iter().map(|(value, _)| value).collect()
    }

    /// Returns the values that nothing has used.
    pub(super) fn unused(&self) -> Vec<Value> {
        self.pool.iter().filter(|(_, is_used)| !is_used).map(|(value, _)| *value).collect()
    }

    // Blocks.

    /// Returns the number of the current block.
    pub(super) fn block(&self) -> u32 {
        self.blocks[self.current].number
    }

    /// Begins a block behind the others.
    pub(super) fn begin(&mut self) -> u32 {
        let number = self.blocks.len() as u32;
        self.blocks.push(Block { number, ..Block::default() });
        self.current = number as usize;
        number
    }

    /// Adds a block to the successors of another.
    pub(super) fn succeed(&mut self, block: u32, next: u32) {
        let reference = BlockReference { number: next, name: None };
        self.blocks[block as usize].successors.get_or_insert_default().push(Successor { block: reference, probability: None });
    }

    /// Lets the address of a block be taken, of the IR block with the same number; returns its name.
    pub(super) fn take_address(&mut self, block: u32) -> IrValue {
        let name = IrValue::Named(format!("t{block}").into());
        self.blocks[block as usize].attributes.ir_address_taken = Some(name.clone());
        name
    }

    /// Adds an instruction at the end of a block that is not the current one, or at its beginning.
    pub(super) fn insert(&mut self, block: u32, at_end: bool, instruction: Instruction) {
        let instructions = &mut self.blocks[block as usize].instructions;
        let place = if at_end { instructions.len() } else { 0 };
        instructions.insert(place, instruction);
    }

    /// Adds live-in registers to the entry block.
    pub(super) fn live_in(&mut self, register: Register) {
        self.blocks[0].live_ins.push(irsmith_mir::LiveIn { register, lanes: None });
    }

    // Rows.

    /// Adds the instructions of a drawn row, and keeps their results.
    pub(super) fn row(&mut self) {
        let Some(row) = self.choices.pick(&self.rows).copied() else { return };
        match row.form {
            Form::Structure => {}
            Form::Integer(form) => self.integer_row(row.opcode, form),
            Form::Float(form) => self.float_row(row.opcode, form),
            Form::Memory(form) => self.memory_row(row.opcode, form),
            Form::Vector(form) if self.has_vectors() => self.vector_row(row.opcode, form),
            Form::Vector(_) => {}
        }
    }
}

/// Returns the names of the IR blocks of which a function takes the address.
pub(super) fn blocks_by_address(function: &Function) -> impl Iterator<Item = &str> {
    function.blocks.iter().filter_map(|block| match &block.attributes.ir_address_taken {
        Some(IrValue::Named(name)) => Some(&**name),
        _ => None,
    })
}

/// Makes an instruction.
pub(super) fn made(results: &[Value], opcode: &'static str, operands: impl IntoIterator<Item = OperandKind>) -> Instruction {
    let mut instruction = Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() };
    instruction.results.extend(results.iter().map(|value| RegisterOperand {
        register: Register::Virtual(value.register),
        class: Class::Generic,
        qualifier: RegisterQualifier::Type(value.ty),
        ..RegisterOperand::default()
    }));
    instruction.operands.extend(operands.into_iter().map(Operand::from));
    instruction
}

/// Returns a register as an operand.
pub(super) fn used(value: Value) -> OperandKind {
    OperandKind::Register(RegisterOperand {
        register: Register::Virtual(value.register),
        qualifier: RegisterQualifier::Type(value.ty),
        ..RegisterOperand::default()
    })
}

/// Returns a block as an operand.
pub(super) fn target_block(number: u32) -> OperandKind {
    OperandKind::Block(BlockReference { number, name: None })
}

/// Returns the width of a scalar or of the lanes of a vector; of pointers 64.
pub(super) fn lane_bits(ty: Type) -> u16 {
    match ty {
        Type::Single(Element::Scalar(bits)) | Type::Vector { element: Element::Scalar(bits), .. } => bits.max(1),
        _ => 64,
    }
}

/// Returns the type with as many lanes of another width.
pub(super) fn with_bits(ty: Type, bits: u16) -> Type {
    match ty {
        Type::Single(_) => Type::scalar(bits),
        Type::Vector { count, .. } => Type::vector(count, Element::Scalar(bits)),
    }
}
