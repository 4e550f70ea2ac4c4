//! Facts about a finished module, from which its rows are counted. They do not depend on the generator.

mod flow;
mod graph;

pub(super) use flow::Flow;
pub(super) use graph::Graph;

use irsmith_debuginfo::tables::{Count, DebugOp, FieldId, Kind, Layout, Op as DwarfOp, Role, ShaderOp};
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Id, Info, Instruction, Module, grammar};
use spirv::{Capability, Decoration, GlslStd450Op, MemoryAccess, Op, OpenclStd100Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How often an operand occurs that may be absent or repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    Absent,
    One,
    /// Two or more.
    Many,
}

impl Size {
    pub(super) const ALL: [Self; 3] = [Self::Absent, Self::One, Self::Many];

    pub(super) const fn of(count: usize) -> Self {
        match count {
            0 => Self::Absent,
            1 => Self::One,
            _ => Self::Many,
        }
    }
}

/// The facts of a module, found in one walk over it. They describe its first debug set.
pub(crate) struct Facts<'m> {
    module: &'m Module,
    layout: Layout,
    kernel: bool,
    /// Instructions by their results.
    definitions: HashMap<Id, &'m Instruction>,
    ops: BTreeMap<u16, u64>,
    debug: BTreeMap<DebugOp, u64>,
    counts: BTreeMap<(DebugOp, FieldId, Size), u64>,
    nones: BTreeMap<(DebugOp, FieldId), u64>,
    enumerants: Vec<(Kind, Vec<u32>)>,
    operations: BTreeMap<DwarfOp, u64>,
    /// Literals of debug instructions, and integer constants of up to 32 bits.
    literals: Vec<u32>,
    /// Scalar constants: whether floats, their width and their bits.
    constants: Vec<(bool, u8, u64)>,
    /// OpStrings, with how often debug instructions name each.
    texts: BTreeMap<Id, (String, u64)>,
    /// Instructions of `NonSemantic.Shader.DebugInfo`.
    shader: BTreeMap<ShaderOp, u64>,
    /// The imports of that set.
    shader_sets: BTreeSet<Id>,
    flow: Flow,
    graph: Graph,
}

/// The kind of a core instruction, if the core specification has it.
fn op_of(core: &CoreInstruction) -> Option<Op> {
    Op::from_u32(core.opcode.into())
}

/// The place where an instruction describes how it accesses memory.
fn access_at(op: Op) -> usize {
    if op == Op::Store { 2 } else { 3 }
}

impl<'m> Facts<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        let layout = module.sets().iter().next().map_or(Layout::Specified, |(_, dialect)| dialect.layout());
        let definitions: HashMap<Id, &Instruction> =
            module.instructions.iter().filter_map(|instruction| Some((instruction.result()?, instruction))).collect();
        let core = |id: Id| definitions.get(&id).copied().and_then(Instruction::core);
        let width = |id: Id| core(core(id)?.id(0)?)?.words.get(1).copied();
        let flow = Flow::of(module, |id| width(id).map_or(1, |width| width.div_ceil(32) as usize));
        let mut facts = Self {
            module,
            layout,
            kernel: false,
            definitions,
            ops: BTreeMap::new(),
            debug: BTreeMap::new(),
            counts: BTreeMap::new(),
            nones: BTreeMap::new(),
            enumerants: Vec::new(),
            operations: BTreeMap::new(),
            literals: Vec::new(),
            constants: Vec::new(),
            texts: BTreeMap::new(),
            shader: BTreeMap::new(),
            shader_sets: module.shader_sets(),
            flow,
            graph: Graph::default(),
        };
        for instruction in &module.instructions {
            match instruction {
                Instruction::Core(core) => facts.core(core),
                Instruction::Debug(debug) => facts.debug_instruction(debug),
            }
        }
        for (_, _, row) in module.shader_instructions() {
            *facts.shader.entry(row.op).or_default() += 1;
        }
        facts.graph = Graph::of(&facts);
        facts
    }

    fn core(&mut self, core: &CoreInstruction) {
        *self.ops.entry(core.opcode).or_default() += 1;
        match op_of(core) {
            Some(Op::Capability) => self.kernel |= core.words.first() == Some(&(Capability::Kernel as u32)),
            Some(Op::String) => {
                let text = grammar::string(&core.words[1..]).map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned());
                self.texts.insert(Id(core.words[0]), (text.unwrap_or_default(), 0));
            }
            Some(Op::Constant) => self.constant(core),
            _ => {}
        }
    }

    fn constant(&mut self, core: &CoreInstruction) {
        let Some(ty) = core.id(0).and_then(|ty| self.core_of(ty)) else { return };
        let width = ty.words.get(1).map_or(32, |&width| width as u8);
        let float = ty.is(Op::TypeFloat);
        let word = |at: usize| core.words.get(at).copied().map_or(0, u64::from);
        let bits = (word(2) | word(3) << 32) & u64::MAX >> (64 - width.clamp(1, 64));
        self.constants.push((float, width, bits));
        if !float && width <= 32 {
            self.literals.push(bits as u32);
        }
    }

    fn debug_instruction(&mut self, debug: &DebugInstruction) {
        let op = debug.info.op();
        *self.debug.entry(op).or_default() += 1;
        if let Info::Operation { operation, .. } = &debug.info
            && let Some(operation) = operation.op()
        {
            *self.operations.entry(operation).or_default() += 1;
        }
        let mut words = Vec::new();
        debug.info.for_each_word(self.layout, |role, kind, word| words.push((role, kind, word)));
        for &(role, kind, word) in &words {
            self.word(role, kind, word);
        }
        let mut rest = words.as_slice();
        for field in op.row().fields(self.layout) {
            let (own, behind) = match field.count {
                Count::One | Count::OpenClOnly | Count::TranslatorOnly => rest.split_at(1.min(rest.len())),
                Count::Optional | Count::Many | Count::Pairs => rest.split_at(rest.len()),
            };
            let count = if field.count == Count::Pairs { own.len() / 2 } else { own.len() };
            *self.counts.entry((op, field.id, Size::of(count))).or_default() += 1;
            let nones = own.iter().filter(|(_, kind, word)| *kind == Kind::Id && self.is_none(Id(*word))).count();
            *self.nones.entry((op, field.id)).or_default() += nones as u64;
            rest = behind;
        }
    }

    fn word(&mut self, role: Role, kind: Kind, word: u32) {
        match kind {
            Kind::Id if role == Role::Name || role == Role::LinkageName => {
                if let Some(text) = self.texts.get_mut(&Id(word)) {
                    text.1 += 1;
                }
            }
            Kind::Id => {}
            Kind::Literal => self.literals.push(word),
            kind => match self.enumerants.iter_mut().find(|row| row.0 == kind) {
                Some(row) => row.1.push(word),
                None => self.enumerants.push((kind, vec![word])),
            },
        }
    }

    pub(super) const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns whether the module is an OpenCL kernel rather than a compute shader.
    pub(super) const fn is_kernel(&self) -> bool {
        self.kernel
    }

    /// Returns the version word of the header.
    pub(super) const fn version(&self) -> u32 {
        self.module.header.version
    }

    pub(super) const fn flow(&self) -> &Flow {
        &self.flow
    }

    pub(super) const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the core instruction with this result.
    fn core_of(&self, id: Id) -> Option<&'m CoreInstruction> {
        self.definitions.get(&id)?.core()
    }

    /// Returns the content of the debug instruction with this result.
    fn info_of(&self, id: Id) -> Option<&'m Info> {
        self.definitions.get(&id)?.debug().map(|debug| &debug.info)
    }

    fn is_none(&self, id: Id) -> bool {
        self.info_of(id) == Some(&Info::InfoNone {})
    }

    /// Returns the bits of an OpConstant.
    fn number(&self, id: Id) -> Option<u64> {
        let words = self.core_of(id).filter(|core| core.is(Op::Constant))?.words.get(2..)?;
        Some(words.iter().rev().fold(0, |bits, &word| bits << 32 | u64::from(word)))
    }

    /// Returns the letters of an OpString.
    fn text(&self, id: Id) -> Option<&str> {
        self.texts.get(&id).map(|text| text.0.as_str())
    }

    fn cores(&self) -> impl Iterator<Item = &'m CoreInstruction> {
        self.module.instructions.iter().filter_map(Instruction::core)
    }

    fn with(&self, op: Op) -> impl Iterator<Item = &'m CoreInstruction> {
        self.cores().filter(move |core| core.is(op))
    }

    /// Counts instructions of this kind.
    pub(super) fn count(&self, op: Op) -> u64 {
        self.ops.get(&(op as u16)).copied().unwrap_or(0)
    }

    /// Counts OpExtInst of the set that a kernel or a shader imports.
    pub(super) fn extended(&self, kernel: OpenclStd100Op, shader: GlslStd450Op) -> u64 {
        let number = if self.kernel { kernel as u32 } else { shader as u32 };
        let sets = self.module.sets();
        let is_debug = |set: Id| sets.iter().any(|known| known.0 == set) || self.shader_sets.contains(&set);
        let is = |core: &&CoreInstruction| core.words.get(3) == Some(&number) && core.id(2).is_some_and(|set| !is_debug(set));
        self.with(Op::ExtInst).filter(is).count() as u64
    }

    /// Counts OpSources by their number of words, and whether an OpSourceContinued follows.
    pub(super) fn sources(&self, is: impl Fn(usize, bool) -> bool) -> u64 {
        let continued = self.count(Op::SourceContinued) > 0;
        self.with(Op::Source).filter(|core| is(core.words.len(), continued)).count() as u64
    }

    pub(super) fn decorations(&self, decoration: Decoration) -> u64 {
        self.with(Op::Decorate).filter(|core| core.words.get(1) == Some(&(decoration as u32))).count() as u64
    }

    /// Counts scalar constants, by whether they are floats, their width and their bits.
    pub(super) fn constants(&self, is: impl Fn(bool, u8, u64) -> bool) -> u64 {
        self.constants.iter().filter(|&&(float, width, bits)| is(float, width, bits)).count() as u64
    }

    /// Counts global variables of a storage class.
    pub(super) fn globals(&self, class: StorageClass, initialized: bool) -> u64 {
        let is = |core: &&CoreInstruction| core.words.get(2) == Some(&(class as u32)) && (core.words.len() > 3) == initialized;
        self.with(Op::Variable).filter(is).count() as u64
    }

    pub(super) fn loads(&self, access: MemoryAccess) -> u64 {
        self.accesses(Op::Load, access)
    }

    pub(super) fn stores(&self, access: MemoryAccess) -> u64 {
        self.accesses(Op::Store, access)
    }

    fn accesses(&self, op: Op, access: MemoryAccess) -> u64 {
        let stated = |core: &CoreInstruction| core.words.get(access_at(op)).copied().unwrap_or(0);
        self.with(op).filter(|core| stated(core) == access.bits()).count() as u64
    }

    /// Counts types by the words after their result.
    pub(super) fn types(&self, op: Op, is: impl Fn(&[u32]) -> bool) -> u64 {
        self.with(op).filter(|core| is(&core.words[1..])).count() as u64
    }

    pub(super) fn debug(&self, op: DebugOp) -> u64 {
        self.debug.get(&op).copied().unwrap_or(0)
    }

    pub(super) fn operation(&self, op: DwarfOp) -> u64 {
        self.operations.get(&op).copied().unwrap_or(0)
    }

    /// Counts how often a field occurs this often.
    pub(super) fn field_counts(&self, op: DebugOp, field: FieldId, size: Size) -> u64 {
        self.counts.get(&(op, field, size)).copied().unwrap_or(0)
    }

    /// Counts how often DebugInfoNone occurs in a field.
    pub(super) fn nones(&self, op: DebugOp, field: FieldId) -> u64 {
        self.nones.get(&(op, field)).copied().unwrap_or(0)
    }

    /// Counts instructions of `NonSemantic.Shader.DebugInfo`.
    pub(super) fn shader(&self, op: ShaderOp) -> u64 {
        self.shader.get(&op).copied().unwrap_or(0)
    }

    /// Counts basic types of that set that state the encoding of a float, as version 101 allows.
    pub(super) fn shader_float_encodings(&self) -> u64 {
        self.module.shader_instructions().filter(|(_, core, row)| row.op == ShaderOp::TypeBasic && core.words.len() == 9).count() as u64
    }

    /// Counts basic types of that set whose flags are FlagUnknownPhysicalLayout.
    pub(super) fn shader_unknown_layouts(&self) -> u64 {
        let basics = self.module.shader_instructions().filter(|(_, _, row)| row.op == ShaderOp::TypeBasic);
        basics.filter(|(_, core, _)| core.id(7).and_then(|flags| self.number(flags)) == Some(1 << 17)).count() as u64
    }

    /// Returns all words of a kind.
    pub(super) fn enumerants(&self, kind: Kind) -> &[u32] {
        self.enumerants.iter().find(|row| row.0 == kind).map_or(&[], |row| &row.1)
    }

    pub(super) fn literals(&self, is: impl Fn(u32) -> bool) -> u64 {
        self.literals.iter().filter(|&&word| is(word)).count() as u64
    }

    pub(super) fn texts(&self, is: impl Fn(&str) -> bool) -> u64 {
        self.texts.values().filter(|text| is(&text.0)).count() as u64
    }

    /// Counts OpStrings that several operands name.
    pub(super) fn texts_used_again(&self) -> u64 {
        self.texts.values().filter(|text| text.1 > 1).count() as u64
    }
}
