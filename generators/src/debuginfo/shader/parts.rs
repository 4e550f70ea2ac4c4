//! A converted module in parts, to which instructions are added.

use irsmith_debuginfo::grammar::string_words;
use irsmith_debuginfo::tables::{SHADER_SETS, ShaderOp};
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module, Words};
use spirv::Op;
use std::collections::BTreeMap;

/// Parts of a module in the order of the file.
pub(super) struct Parts {
    module: Module,
    /// Up to the last OpString.
    head: Vec<Instruction>,
    /// Up to the first instruction of the set: names, types, constants.
    globals: Vec<Instruction>,
    /// Instructions of the set.
    pub(super) debug: Vec<CoreInstruction>,
    /// From the first function on.
    pub(super) bodies: Vec<Instruction>,
    pub(super) void: Id,
    set: Id,
    uint: Option<Id>,
    constants: BTreeMap<u32, Id>,
}

impl Parts {
    pub(super) fn of(mut module: Module) -> Self {
        let mut all = std::mem::take(&mut module.instructions);
        let is = |instruction: &Instruction, op| instruction.core().is_some_and(|core| core.is(op));
        let bodies = all.split_off(all.iter().position(|each| is(each, Op::Function)).unwrap_or(all.len()));
        let of_set = |core: &CoreInstruction| core.is(Op::ExtInst) || core.is(Op::ExtInstWithForwardRefsKHR);
        let debug = all.split_off(all.iter().position(|each| each.core().is_some_and(of_set)).unwrap_or(all.len()));
        let globals = all.split_off(all.iter().rposition(|each| is(each, Op::String)).map_or(all.len(), |last| last + 1));
        let debug: Vec<CoreInstruction> = debug.into_iter().filter_map(|each| each.core().cloned()).collect();
        let cores = || globals.iter().filter_map(Instruction::core);
        let uint = cores().find(|core| core.is(Op::TypeInt) && core.words[1..] == [32, 0]).and_then(|core| core.id(0));
        let constants = cores().filter(|core| core.is(Op::Constant) && core.id(0) == uint).map(|core| (core.words[2], Id(core.words[1])));
        let constants = constants.collect();
        // A module has a compilation unit at least.
        let (void, set) = debug.first().map_or((Id(0), Id(0)), |first| (Id(first.words[0]), Id(first.words[2])));
        Self { module, head: all, globals, debug, bodies, void, set, uint, constants }
    }

    pub(super) fn end(mut self) -> Module {
        let Self { head, globals, debug, bodies, .. } = &mut self;
        let debug = debug.drain(..).map(Instruction::Core);
        self.module.instructions = head.drain(..).chain(globals.drain(..)).chain(debug).chain(bodies.drain(..)).collect();
        self.module
    }

    fn id(&mut self) -> Id {
        self.module.header.bound += 1;
        Id(self.module.header.bound - 1)
    }

    /// Returns the id of an integer constant of 32 bits.
    pub(super) fn constant(&mut self, value: u32) -> u32 {
        if let Some(id) = self.constants.get(&value) {
            return id.0;
        }
        let uint = self.uint.unwrap_or_else(|| {
            let uint = self.id();
            self.globals.push(Instruction::Core(CoreInstruction::new(Op::TypeInt, [uint.0, 32, 0])));
            uint
        });
        self.uint = Some(uint);
        let id = self.id();
        self.globals.push(Instruction::Core(CoreInstruction::new(Op::Constant, [uint.0, id.0, value])));
        self.constants.insert(value, id);
        id.0
    }

    /// Returns the id of OpConstantTrue or OpConstantFalse.
    pub(super) fn boolean(&mut self, value: bool) -> u32 {
        let op = if value { Op::ConstantTrue } else { Op::ConstantFalse };
        let find = |parts: &Self, op, at| {
            let mut cores = parts.globals.iter().filter_map(Instruction::core);
            cores.find(|core| core.is(op)).and_then(|core| core.id(at))
        };
        if let Some(id) = find(self, op, 1) {
            return id.0;
        }
        let ty = find(self, Op::TypeBool, 0).unwrap_or_else(|| {
            let ty = self.id();
            self.globals.push(Instruction::Core(CoreInstruction::new(Op::TypeBool, [ty.0])));
            ty
        });
        let id = self.id();
        self.globals.push(Instruction::Core(CoreInstruction::new(op, [ty.0, id.0])));
        id.0
    }

    /// Adds an OpString.
    pub(super) fn string(&mut self, text: &str) -> u32 {
        let id = self.id();
        self.head.push(Instruction::Core(CoreInstruction::new(Op::String, [id.0].into_iter().chain(string_words(text)))));
        id.0
    }

    /// Returns an instruction of the set with a new result.
    pub(super) fn instruction(&mut self, op: ShaderOp, operands: &[u32]) -> CoreInstruction {
        let mut words = Words::from_slice(&[self.void.0, self.id().0, self.set.0, op.number()]);
        words.extend_from_slice(operands);
        CoreInstruction { opcode: Op::ExtInst as u16, words }
    }

    /// Adds an instruction of the set outside functions.
    pub(super) fn add(&mut self, op: ShaderOp, operands: &[u32]) -> u32 {
        let core = self.instruction(op, operands);
        let result = core.words[1];
        self.debug.push(core);
        result
    }

    /// Returns the places of these instructions outside functions.
    pub(super) fn places(&self, op: ShaderOp) -> Vec<usize> {
        let is = |core: &CoreInstruction| ShaderOp::find(core.words[3]) == Some(op);
        (0..self.debug.len()).filter(|&at| is(&self.debug[at])).collect()
    }

    /// Lets the module import version 101 of the set.
    pub(super) fn use_newer(&mut self) {
        let older = string_words(SHADER_SETS[0]);
        for instruction in &mut self.head {
            if let Instruction::Core(core) = instruction
                && core.is(Op::ExtInstImport)
                && core.words[1..] == older[..]
            {
                core.words.truncate(1);
                core.words.extend(string_words(SHADER_SETS[1]));
            }
        }
    }
}
