//! Conversion to `NonSemantic.Shader.DebugInfo.100`.
//!
//! Every dialect is first converted to `OpenCL.DebugInfo.100`. The set was made after it and differs in these points (its specification,
//! *Introduction*):
//!
//! | in `OpenCL.DebugInfo.100` | here |
//! |---|---|
//! | literals | ids of integer constants of 32 bits, which are added |
//! | a size or count of any width | a constant of 32 bits, unless it has 32 or 64, which is reported |
//! | the function of a DebugFunction | a DebugFunctionDefinition in the entry block of the function |
//! | the composite of a member or base | none; the composite lists it |
//! | a basic type without flags | flags, 0 |
//! | members that are defined later | are defined before; where types are recursive, see [`Forward`] |
//! | debug instructions between OpPhi or OpVariable, or behind the merge instruction of a block | behind these, or before it |
//! | modules of the source program | become DebugInfoNone |

mod back;
mod order;
mod places;

pub(super) use back::from_shader;

use super::{Conversion, Loss, LossKind, Work, convert_typed};
use crate::grammar::{is_string, string_words};
use crate::tables::{DebugOp, Field, FieldId, Kind, Layout, Role, SHADER_SETS, ShaderOp};
use crate::transform::compact;
use crate::{CoreInstruction, DebugInstruction, Dialect, Id, Info, Instruction, Module, Words};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a composite that names a member of its own cycle of types, which can only be defined later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forward {
    /// The composite is an OpExtInstWithForwardRefsKHR (`SPV_KHR_relaxed_extended_instruction`), which tools of before 2025 do not know.
    Keep,
    /// The composite does not name the member, as the set's specification requires without that extension.
    Drop,
}

/// Fields that the set does not have.
const DROPPED: [(DebugOp, FieldId); 3] =
    [(DebugOp::TypeMember, FieldId::Parent), (DebugOp::TypeInheritance, FieldId::Child), (DebugOp::Function, FieldId::Function)];
/// The extension of sets without a meaning, which SPIR-V 1.6 contains.
const NON_SEMANTIC: &str = "SPV_KHR_non_semantic_info";
const RELAXED: &str = "SPV_KHR_relaxed_extended_instruction";
const VERSION_1_6: u32 = 0x0001_0600;

/// Converts every debug instruction to the first version of `NonSemantic.Shader.DebugInfo`. The result's instructions are words, as those
/// that are read from a file with this set.
pub fn convert_to_shader(module: &Module, forward: Forward) -> Conversion {
    let Conversion { module, losses } = convert_typed(module, Dialect::OpenCl);
    let mut work = Work { module, losses };
    let has_ids = work.has_ids();
    let sets: BTreeMap<Id, Dialect> = work.module.sets().iter().collect();
    if !has_ids {
        work.losses.extend(sets.keys().map(|&set| Loss { result: set, kind: LossKind::Ids }));
        return Conversion { module: work.module, losses: work.losses };
    }
    work.drop_untyped(|set, _| sets.contains_key(&set), &sets);
    work.drop_modules();
    work.import(&sets, SHADER_SETS[0]);
    if !sets.is_empty() && work.module.header.version < VERSION_1_6 {
        work.extend(NON_SEMANTIC);
    }
    work.move_into_blocks();
    work.write(forward);
    Conversion { module: work.module, losses: work.losses }
}

impl Work {
    /// Returns whether there are ids for all constants and definitions, for which the module is renumbered if need be.
    fn has_ids(&mut self) -> bool {
        let words = |debug: &DebugInstruction| {
            let mut count = 2;
            debug.info.for_each_word(Layout::OpenCl, |_, _, _| count += 1);
            count
        };
        let needed = self.module.instructions.iter().filter_map(Instruction::debug).map(words).fold(1_u32, u32::saturating_add);
        let has = |work: &Self| work.next_id().checked_add(needed).is_some_and(|bound| bound < u32::MAX);
        has(self) || (compact(&mut self.module).is_ok() && has(self))
    }

    fn drop_modules(&mut self) {
        for instruction in &mut self.module.instructions {
            if let Instruction::Debug(DebugInstruction { result, info: info @ Info::ModuleINTEL { .. }, .. }) = instruction {
                self.losses.push(Loss { result: *result, kind: LossKind::Module });
                *info = Info::InfoNone {};
            }
        }
    }

    /// Adds an OpExtension, unless the module has it.
    fn extend(&mut self, name: &str) {
        let cores = || self.module.instructions.iter().filter_map(Instruction::core);
        if cores().any(|core| core.is(Op::Extension) && is_string(&core.words, name)) {
            return;
        }
        let is_import = |instruction: &Instruction| instruction.core().is_some_and(|core| core.is(Op::ExtInstImport));
        let at = self.module.instructions.iter().position(is_import).unwrap_or(0);
        self.module.instructions.insert(at, Instruction::Core(CoreInstruction::new(Op::Extension, string_words(name))));
    }

    /// Writes all debug instructions as words: those outside functions at their end, behind the constants that they name, in an order in
    /// which each names only earlier ones.
    fn write(&mut self, forward: Forward) {
        let is_function = |instruction: &Instruction| instruction.core().is_some_and(|core| core.is(Op::Function));
        let all = std::mem::take(&mut self.module.instructions);
        let functions = all.iter().position(is_function).unwrap_or(all.len());
        let (mut globals, mut debugs, mut bodies) = (Vec::with_capacity(all.len()), Vec::new(), Vec::new());
        for (at, instruction) in all.into_iter().enumerate() {
            match instruction {
                Instruction::Debug(debug) if at < functions => debugs.push(debug),
                instruction if at < functions => globals.push(instruction),
                instruction => bodies.push(instruction),
            }
        }
        let mut writer = Writer::of(&globals, self.next_id());
        let mut definitions = BTreeMap::new();
        let mut written = Vec::with_capacity(debugs.len());
        let mut later: BTreeSet<Id> = debugs.iter().map(|debug| debug.result).collect();
        let mut is_relaxed = false;
        for at in order::order(&debugs, |info, f| for_each_kept(info, f)) {
            let debug = &mut debugs[at];
            if let Info::Function { function, .. } = debug.info {
                definitions.entry(function).or_insert_with(|| debug.clone());
            }
            if let (Info::TypeComposite { members, .. }, Forward::Drop) = (&mut debug.info, forward) {
                members.retain(|member| {
                    let is_earlier = !later.contains(member);
                    if !is_earlier {
                        self.losses.push(Loss { result: debug.result, kind: LossKind::Member(*member) });
                    }
                    is_earlier
                });
            }
            let mut core = writer.write(debug);
            if core.words[4..].iter().any(|&word| later.contains(&Id(word))) {
                core.opcode = Op::ExtInstWithForwardRefsKHR as u16;
                is_relaxed = true;
            }
            later.remove(&debug.result);
            written.push(Instruction::Core(core));
        }
        let bodies = writer.write_bodies(bodies, &definitions);
        self.losses.append(&mut writer.losses);
        self.module.header.bound = writer.next;
        globals.append(&mut writer.added);
        globals.extend(written);
        globals.extend(bodies);
        self.module.instructions = globals;
        if is_relaxed {
            self.extend(RELAXED);
        }
    }
}

/// Writes debug instructions as words, with constants in place of literals.
struct Writer {
    /// The next free id.
    next: u32,
    /// OpTypeInt of 32 bits without a sign.
    uint: Option<Id>,
    constants: BTreeMap<u32, Id>,
    /// The values of integer constants that have neither 32 nor 64 bits; 0 for what 32 bits cannot hold.
    odd: BTreeMap<Id, u32>,
    /// The type, if the module has none, and the constants.
    added: Vec<Instruction>,
    losses: Vec<Loss>,
}

impl Writer {
    fn of(globals: &[Instruction], next: u32) -> Self {
        let is_uint = |core: &&CoreInstruction| core.is(Op::TypeInt) && core.words.get(1..) == Some(&[32, 0]);
        let uint = globals.iter().filter_map(Instruction::core).find(is_uint).and_then(|core| core.id(0));
        Self { next, uint, constants: BTreeMap::new(), odd: odd_integers(globals), added: Vec::new(), losses: Vec::new() }
    }

    fn id(&mut self) -> Id {
        self.next += 1;
        Id(self.next - 1)
    }

    fn constant(&mut self, value: u32) -> Id {
        if let Some(&id) = self.constants.get(&value) {
            return id;
        }
        let uint = self.uint.unwrap_or_else(|| {
            let uint = self.id();
            self.added.push(Instruction::Core(CoreInstruction::new(Op::TypeInt, [uint.0, 32, 0])));
            uint
        });
        self.uint = Some(uint);
        let id = self.id();
        self.added.push(Instruction::Core(CoreInstruction::new(Op::Constant, [uint.0, id.0, value])));
        self.constants.insert(value, id);
        id
    }

    fn write(&mut self, debug: &DebugInstruction) -> CoreInstruction {
        let mut words = Words::from_slice(&[debug.result_type.0, debug.result.0, debug.set.0, debug.info.number()]);
        for_each_kept(&debug.info, |role, kind, word| {
            let odd = self.odd.get(&Id(word)).copied().filter(|_| kind == Kind::Id && matches!(role, Role::Size | Role::Count));
            if odd.is_some() {
                self.losses.push(Loss { result: debug.result, kind: LossKind::Width(Id(word)) });
            }
            let literal = if kind == Kind::Id { odd } else { Some(word) };
            words.push(literal.map_or(word, |literal| self.constant(literal).0));
        });
        if debug.info.op() == DebugOp::TypeBasic {
            words.push(self.constant(0).0);
        }
        CoreInstruction { opcode: Op::ExtInst as u16, words }
    }

    /// Writes the debug instructions of functions, and those that say which DebugFunction describes a function.
    fn write_bodies(&mut self, bodies: Vec<Instruction>, definitions: &BTreeMap<Id, DebugInstruction>) -> Vec<Instruction> {
        let mut written = Vec::with_capacity(bodies.len() + definitions.len());
        // The function whose first block's variables are being read.
        let mut defined = None;
        let mut is_in_block = false;
        for instruction in bodies {
            match &instruction {
                Instruction::Core(core) if core.is(Op::Function) => {
                    defined = core.id(1).and_then(|function| Some((function, definitions.get(&function)?)));
                    is_in_block = false;
                }
                Instruction::Core(core) if core.is(Op::Label) => is_in_block = true,
                Instruction::Core(core) if core.is(Op::FunctionEnd) => defined = None,
                Instruction::Core(core) if places::comes_first(core) || core.is(Op::Line) || core.is(Op::NoLine) => {}
                _ if is_in_block => {
                    if let Some((function, debug)) = defined.take() {
                        let words = [
                            debug.result_type.0,
                            self.id().0,
                            debug.set.0,
                            ShaderOp::FunctionDefinition.number(),
                            debug.result.0,
                            function.0,
                        ];
                        written.push(Instruction::Core(CoreInstruction::new(Op::ExtInst, words)));
                    }
                }
                _ => {}
            }
            written.push(match instruction {
                Instruction::Debug(debug) => Instruction::Core(self.write(&debug)),
                core => core,
            });
        }
        written
    }
}

/// Returns the integer constants that the set takes for no size and no count, with their values as far as 32 bits hold them.
fn odd_integers(globals: &[Instruction]) -> BTreeMap<Id, u32> {
    let cores = || globals.iter().filter_map(Instruction::core);
    let is_odd = |core: &&CoreInstruction| core.is(Op::TypeInt) && !matches!(core.words.get(1), None | Some(32 | 64));
    let types: BTreeSet<u32> = cores().filter(is_odd).filter_map(|core| core.words.first().copied()).collect();
    let constants = cores().filter(|core| core.is(Op::Constant)).filter_map(|core| match core.words[..] {
        [ty, result, low, ref high @ ..] => {
            types.contains(&ty).then(|| (Id(result), if high.iter().all(|&word| word == 0) { low } else { 0 }))
        }
        _ => None,
    });
    constants.collect()
}

/// Calls `f` on every operand word that the set has: its role, its kind, and the word.
fn for_each_kept(info: &Info, mut f: impl FnMut(Role, Kind, u32)) {
    let op = info.op();
    // No field before one of these repeats or may be absent.
    let dropped = op.row().fields(Layout::OpenCl).position(|field: &Field| DROPPED.contains(&(op, field.id)));
    let mut at = 0;
    info.for_each_word(Layout::OpenCl, |role, kind, word| {
        if dropped != Some(at) {
            f(role, kind, word);
        }
        at += 1;
    });
}
