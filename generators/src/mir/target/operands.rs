//! Instructions of the target, operand by operand from their rows.

use super::super::build::{Build, Stage};
use super::super::forms::{Shape, Symbolic};
use super::super::memory::Atomicity;
use super::super::registers::{Content, Value, physical, plain};
use super::super::target_facts::Argument;
use crate::forms::Form;
use irsmith_mir::tables::{ClassId, Opcode, Properties, RegisterId, RegisterRow, Slot, SlotKind};
use irsmith_mir::{Access, Instruction, MemoryOperand, MemorySize, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type};

impl Build<'_, '_> {
    /// An instruction of an opcode, which nothing names yet.
    pub(super) fn target_instruction(&mut self, opcode: &'static Opcode) -> Instruction {
        let mut instruction = self.instruction(opcode.name);
        instruction.flags = self.flags(opcode);
        self.body.generic |= opcode.is(Properties::GENERIC);
        let types = if opcode.is(Properties::GENERIC) { Some([self.any_type(), self.any_type(), self.any_type()]) } else { None };
        let operands: Vec<Operand> = opcode.use_slots().iter().map(|slot| self.target_use(slot, types)).collect();
        self.read_registers(opcode, &mut instruction, operands);
        for (place, slot) in opcode.result_slots().iter().enumerate() {
            let tied = opcode.use_slots().iter().position(|other| other.tied == Some(place as u8));
            let tied = tied.and_then(|use_place| match &instruction.operands.get(use_place)?.kind {
                OperandKind::Register(operand) => Some(operand.clone()),
                _ => None,
            });
            let result = self.target_result(slot, tied, types);
            instruction.results.push(result);
        }
        self.write_registers(opcode, &mut instruction);
        if self.choices.chance(150) {
            instruction.memory = self.target_memory(opcode);
        }
        instruction
    }

    /// The operands, then those that the opcode reads without naming them.
    fn read_registers(&mut self, opcode: &Opcode, instruction: &mut Instruction, operands: Vec<Operand>) {
        instruction.operands.extend(operands);
        for register in opcode.reads {
            let operand = self.implicit_use(*register);
            instruction.operands.push(operand);
        }
    }

    /// What the opcode writes without naming it.
    fn write_registers(&mut self, opcode: &Opcode, instruction: &mut Instruction) {
        for register in opcode.writes {
            let dead = !self.is_carried(*register) && self.wants(Shape::Dead, 96);
            let flags = if dead { RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD } else { RegisterFlags::IMPLICIT_DEF };
            self.written(*register, dead);
            instruction.operands.push(OperandKind::Register(physical(self.machine.register_row(*register).name, flags)).into());
        }
    }

    /// A register that is read without being named; `undef` where it may hold nothing.
    pub(super) fn implicit_use(&mut self, register: RegisterId) -> Operand {
        let row = self.machine.register_row(register);
        let known = self.is_reserved(row) || self.is_live(register);
        let flags = if known { RegisterFlags::IMPLICIT } else { RegisterFlags::IMPLICIT | RegisterFlags::UNDEF };
        OperandKind::Register(physical(row.name, flags)).into()
    }

    /// Whether a register may be read wherever it was written, in every function.
    fn is_reserved(&self, row: &RegisterRow) -> bool {
        row.constant || row.reserved && !self.machine.is_sometimes_reserved(row)
    }

    /// Whether a register holds a value here.
    pub(super) fn is_live(&self, register: RegisterId) -> bool {
        let row = self.machine.register_row(register);
        self.scratch
            .live
            .iter()
            .any(|live| *live == register || self.machine.register_row(*live).parts.iter().any(|(_, part)| *part == register))
            || row.constant
    }

    /// Whether a register, or part of it, lives through all blocks.
    fn is_carried(&self, register: RegisterId) -> bool {
        let row = self.machine.register_row(register);
        self.body.carried.iter().any(|carried| self.machine.register_row(*carried).overlaps(row))
    }

    /// Notes that a register was written.
    pub(super) fn written(&mut self, register: RegisterId, dead: bool) {
        if dead {
            let row = self.machine.register_row(register);
            let machine = self.machine;
            self.scratch.live.retain(|live| !machine.register_row(*live).overlaps(row));
        } else if !self.scratch.live.contains(&register) {
            self.scratch.live.push(register);
        }
    }

    /// What a place for a use takes.
    fn target_use(&mut self, slot: &Slot, types: Option<[Type; 3]>) -> Operand {
        if let (Some(number), Some(types)) = (slot.kind.type_number(), types) {
            return self.use_of(types[usize::from(number).min(2)]);
        }
        match (slot.kind, slot.class) {
            (SlotKind::Base, Some(class)) => {
                let object = if self.choices.chance(96) { self.frame_operand() } else { None };
                object.map_or_else(|| self.class_use(class), Operand::from)
            }
            (SlotKind::Index | SlotKind::Segment, Some(class)) => self.optional_use(slot.kind, class),
            (_, Some(class)) => self.class_use(class),
            (SlotKind::Scale, None) => OperandKind::Immediate(1 << self.choices.below(4)).into(),
            (SlotKind::ConditionCode, None) => OperandKind::Immediate(self.choices.below(16) as i64).into(),
            (SlotKind::RoundingControl, None) => OperandKind::Immediate([0, 1, 2, 3, 4, 8, 11][self.choices.below(7)]).into(),
            (SlotKind::HiddenZero, None) => OperandKind::Immediate(0).into(),
            (SlotKind::Register | SlotKind::PointerRegister, None) => self.class_use(self.machine.pointer_class()),
            _ => self.number_or_symbol(),
        }
    }

    /// A register, or none: an index or segment of an address.
    fn optional_use(&mut self, kind: SlotKind, class: ClassId) -> Operand {
        if kind == SlotKind::Segment {
            let segment = ["noreg", "noreg", "fs", "gs"][self.choices.below(4)];
            let register = if segment == "noreg" { plain(Register::None) } else { physical(segment, RegisterFlags::default()) };
            return OperandKind::Register(register).into();
        }
        if self.choices.chance(128) { self.class_use(class) } else { OperandKind::Register(plain(Register::None)).into() }
    }

    /// A number, or something whose address becomes one.
    fn number_or_symbol(&mut self) -> Operand {
        if !self.choices.chance(40) {
            return OperandKind::Immediate(self.plain_number()).into();
        }
        let Some(form) = self.form_on(Symbolic::all()) else { return OperandKind::Immediate(0).into() };
        let offset = if self.choices.chance(96) { self.offset() } else { 0 };
        let kind = match form {
            Symbolic::Global => self.global().map(|value| OperandKind::Global { value, offset }),
            Symbolic::ExternalSymbol => Some(OperandKind::ExternalSymbol { name: self.symbol(), offset }),
            Symbolic::Constant => Some(self.constant_operand()),
            Symbolic::JumpTable => {
                self.body.function.jump_table.as_ref().and_then(|table| table.entries.last()).map(|entry| OperandKind::JumpTable(entry.id))
            }
            Symbolic::BlockAddress => self.block_address(),
            Symbolic::Symbol => Some(OperandKind::Symbol(self.mc_symbol().into())),
            Symbolic::FrameObject => self.frame_operand(),
            Symbolic::Flagged => return self.flagged_symbol(offset),
        };
        kind.unwrap_or_else(|| OperandKind::Immediate(self.plain_number())).into()
    }

    /// A symbol with flags of the target.
    fn flagged_symbol(&mut self, offset: i64) -> Operand {
        let mut flags = vec![self.text(self.machine.direct_flags())];
        let more = self.machine.bitmask_flags();
        if !more.is_empty() && self.choices.chance(128) {
            flags.push(self.text(more));
        }
        let kind = match self.global() {
            Some(value) => OperandKind::Global { value, offset },
            None => OperandKind::ExternalSymbol { name: self.symbol(), offset },
        };
        Operand { target_flags: Some(flags.into()), kind }
    }

    /// A register of a class as a use.
    pub(super) fn class_use(&mut self, class: ClassId) -> Operand {
        let physical = self.body.stage == Stage::Physical || !self.machine.class_row(class).allocatable;
        if physical || self.wants(Shape::PhysicalOperand, 6) {
            return OperandKind::Register(self.physical_use(class)).into();
        }
        if self.wants(Shape::Subregister, 24)
            && let Some(operand) = self.part_use(class)
        {
            return OperandKind::Register(operand).into();
        }
        let mut operand = plain(self.class_value(class));
        if self.wants(Shape::Undef, 8) {
            operand.flags = RegisterFlags::UNDEF;
        }
        OperandKind::Register(operand).into()
    }

    /// A physical register of a class: one that holds a value, or else any, whose value does not matter.
    fn physical_use(&mut self, class: ClassId) -> RegisterOperand {
        let row = self.machine.class_row(class);
        let live = if self.choices.chance(192) { self.scratch.live.iter().copied().find(|register| row.contains(*register)) } else { None };
        let Some(register) = live.or_else(|| self.choices.pick(row.members).copied()) else { return plain(Register::None) };
        let known = self.is_live(register);
        let name = self.machine.register_row(register);
        if !known {
            return physical(name.name, if self.is_reserved(name) { RegisterFlags::default() } else { RegisterFlags::UNDEF });
        }
        let mut flags = RegisterFlags::default();
        if name.allocatable
            && !name.reserved
            && !self.machine.is_sometimes_reserved(name)
            && self.body.stage == Stage::Physical
            && self.wants(Shape::Renamable, 32)
        {
            flags = flags | RegisterFlags::RENAMABLE;
        }
        physical(name.name, flags)
    }

    /// A part of a wider register.
    fn part_use(&mut self, class: ClassId) -> Option<RegisterOperand> {
        let wider = &self.facts.wider[usize::from(class.0)];
        let (whole, index) = *self.choices.pick(wider)?;
        let name = self.machine.index_row(index).name;
        let register = self.class_value(whole);
        Some(RegisterOperand { register, subregister: Some(name.into()), ..RegisterOperand::default() })
    }

    /// A virtual register of a class that holds a value, which is made where there is none.
    pub(in crate::mir) fn class_value(&mut self, class: ClassId) -> Register {
        let row = self.machine.class_row(class);
        let fits = |content| matches!(content, Content::Class(other) if row.includes(other));
        let found = if self.choices.chance(16) { None } else { self.find(fits) };
        if let Some(register) = found {
            return register;
        }
        let register = self.new_register();
        let result = self.definition(register.clone(), Content::Class(class));
        self.scratch.values.push(Value { register: register.clone(), content: Content::Class(class) });
        let mut instruction = self.instruction("IMPLICIT_DEF");
        instruction.results.push(result);
        self.push(instruction);
        register
    }

    /// A register as the result of an instruction.
    fn target_result(&mut self, slot: &Slot, tied: Option<RegisterOperand>, types: Option<[Type; 3]>) -> RegisterOperand {
        if let (Some(number), Some(types)) = (slot.kind.type_number(), types) {
            return self.result(types[usize::from(number).min(2)]);
        }
        let class = slot.class.unwrap_or_else(|| self.machine.pointer_class());
        let row = self.machine.class_row(class);
        let mut result = match (&tied, self.body.stage) {
            // Physical registers that are tied are the same.
            (Some(tied), _) if matches!(tied.register, Register::Physical(_) | Register::None) => plain(tied.register.clone()),
            (_, Stage::Physical) => self.physical_result(class),
            _ if !row.allocatable => self.physical_result(class),
            (Some(tied), Stage::NotSsa) if tied.subregister.is_none() => plain(tied.register.clone()),
            (Some(tied), Stage::Ssa) if tied.subregister.is_some() => self.new_result(class),
            (None, Stage::NotSsa) => self.rewritten(class),
            _ => self.new_result(class),
        };
        if slot.early_clobber && self.wants(Shape::EarlyClobber, 128) {
            result.flags = result.flags | RegisterFlags::EARLY_CLOBBER;
        }
        if let Register::Physical(name) = &result.register
            && let Some(register) = self.machine.register(name)
        {
            self.written(register, false);
        }
        result
    }

    fn physical_result(&mut self, class: ClassId) -> RegisterOperand {
        let members = self.machine.class_row(class).members;
        let Some(register) = self.choices.pick(members).copied() else { return plain(Register::None) };
        physical(self.machine.register_row(register).name, RegisterFlags::default())
    }

    /// A register that nothing wrote before.
    pub(super) fn new_result(&mut self, class: ClassId) -> RegisterOperand {
        let register = self.new_register();
        let result = self.definition(register.clone(), Content::Class(class));
        self.scratch.values.push(Value { register, content: Content::Class(class) });
        result
    }

    /// A register that was written before, or part of one; a new one where there is none.
    fn rewritten(&mut self, class: ClassId) -> RegisterOperand {
        if self.wants(Shape::Subregister, 32)
            && let Some(mut part) = self.part_use(class)
        {
            if self.choices.chance(96) {
                part.flags = RegisterFlags::UNDEF;
            }
            return part;
        }
        let known = self.choices.chance(96).then(|| self.find(|content| content == Content::Class(class))).flatten();
        known.map_or_else(|| self.new_result(class), plain)
    }

    /// Memory operands of an opcode, as many and as large as it says: nothing is known of either.
    fn target_memory(&mut self, opcode: &Opcode) -> Vec<MemoryOperand> {
        let access = match (opcode.is(Properties::MAY_LOAD), opcode.is(Properties::MAY_STORE)) {
            (true, false) => Access::Load,
            (false, true) => Access::Store,
            (true, true) => [Access::LoadStore, Access::Load, Access::Store][self.choices.below(3)],
            (false, false) => return Vec::new(),
        };
        let atomicity = match access {
            Access::Load => Atomicity::Load,
            Access::Store => Atomicity::Store,
            Access::LoadStore => Atomicity::Exchange,
        };
        let several = self.wants(Shape::SeveralMemoryOperands, 24);
        (0..=u8::from(several))
            .map(|_| {
                let size = self.far_size().unwrap_or_else(|| match self.choices.below(7) {
                    0 => MemorySize::Unknown,
                    1 => MemorySize::Type(self.any_vector()),
                    _ => MemorySize::Type(Type::scalar([8, 16, 32, 64, 128, 256, 512, 80][self.choices.below(8)])),
                });
                self.memory(access, size, 0, atomicity)
            })
            .collect()
    }

    /// Copies an argument into a virtual register.
    pub(super) fn argument(&mut self, argument: Argument) {
        let result = match self.body.stage {
            Stage::Generic => self.result(Type::scalar(argument.bits)),
            _ => self.new_result(argument.class),
        };
        let copied = if self.body.stage == Stage::Generic { None } else { Some(result.register.clone()) };
        let mut copy = self.instruction("COPY");
        copy.results.push(result);
        let flags = if self.wants_kill() { RegisterFlags::KILLED } else { RegisterFlags::default() };
        copy.operands.push(OperandKind::Register(physical(argument.name, flags)).into());
        self.push(copy);
        // The container takes numbers alone.
        self.function_live_in(argument.name, copied.filter(|register| matches!(register, Register::Virtual(_))));
    }
}
