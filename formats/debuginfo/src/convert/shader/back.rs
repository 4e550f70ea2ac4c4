//! Conversion from `NonSemantic.Shader.DebugInfo` to `OpenCL.DebugInfo.100`.

use super::{DROPPED, order};
use crate::convert::operands::drop_flags;
use crate::convert::{Conversion, Loss, LossKind, Work};
use crate::tables::{Count, DebugOp, Field, FieldId, InstructionRow, Kind, Layout, ShaderOp};
use crate::transform::drop_annotations;
use crate::{CoreInstruction, DebugInstruction, Dialect, Id, Ids, Info, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Returns the module with every instruction of `NonSemantic.Shader.DebugInfo` as one of `OpenCL.DebugInfo.100`. Constants and extensions
/// that only the set needs stay.
pub(in crate::convert) fn from_shader(module: &Module) -> Conversion {
    let mut work = Work { module: module.clone(), losses: Vec::new() };
    let sets: BTreeMap<Id, Dialect> = module.shader_sets().into_iter().map(|set| (set, Dialect::OpenCl)).collect();
    work.import(&sets, Dialect::OpenCl.name());
    work.read(&sets);
    Conversion { module: work.module, losses: work.losses }
}

impl Work {
    /// Reads the instructions of these sets: those outside functions become the last ones there, in an order in which each names only
    /// earlier ones, except that a composite precedes its members.
    fn read(&mut self, sets: &BTreeMap<Id, Dialect>) {
        let reader = Reader::of(self, sets);
        let (mut globals, mut debugs, mut bodies, mut gone) = (Vec::new(), Vec::new(), Vec::new(), BTreeSet::new());
        let mut is_function_met = false;
        let mut is_in_functions = |instruction: &Instruction| {
            is_function_met |= instruction.core().is_some_and(|core| core.is(Op::Function));
            is_function_met
        };
        for instruction in std::mem::take(&mut self.module.instructions) {
            let is_in_functions = is_in_functions(&instruction);
            let becomes = match reader.read(&instruction, &mut self.losses) {
                None => Some(instruction),
                // Others may name it.
                Some((unknown, None)) if !is_in_functions => Some(Instruction::Debug(unknown)),
                Some((unknown, becomes)) => {
                    if !matches!(becomes, Some(Instruction::Debug(_))) {
                        gone.insert(unknown.result);
                    }
                    becomes
                }
            };
            match becomes {
                Some(Instruction::Debug(debug)) if !is_in_functions => debugs.push(debug),
                Some(instruction) if !is_in_functions => globals.push(instruction),
                becomes => bodies.extend(becomes),
            }
        }
        if let Some(none) = reader.none.filter(|none| debugs.iter().any(|debug| names(&debug.info, none.result))) {
            self.module.header.bound = none.result.0 + 1;
            debugs.insert(0, none);
        }
        let ordered = order::order(&debugs, |info, f| info.for_each_word(Layout::OpenCl, f));
        self.module.instructions = globals;
        self.module.instructions.extend(ordered.into_iter().map(|at| Instruction::Debug(debugs[at].clone())));
        self.module.instructions.append(&mut bodies);
        drop_annotations(&mut self.module, &gone);
    }
}

/// Reads instructions of the set by what the module says elsewhere of them.
struct Reader<'s> {
    sets: &'s BTreeMap<Id, Dialect>,
    /// The numbers of integer constants of at most 32 bits.
    constants: HashMap<Id, u32>,
    /// The composite that lists a member or base; `None` if several do, which only members without a parent allow.
    composites: HashMap<Id, Option<Id>>,
    /// The function that a DebugFunction describes.
    functions: HashMap<Id, Id>,
    /// The name of the file of a DebugSource.
    files: HashMap<Id, Id>,
    /// A DebugInfoNone, for what is nowhere said, if there is an id for it.
    none: Option<DebugInstruction>,
}

impl<'s> Reader<'s> {
    fn of(work: &Work, sets: &'s BTreeMap<Id, Dialect>) -> Self {
        let (constants, composites, functions, files) = (HashMap::new(), HashMap::new(), HashMap::new(), HashMap::new());
        let mut reader = Self { sets, constants, composites, functions, files, none: None };
        let free = work.next_id();
        for core in work.module.instructions.iter().filter_map(Instruction::core) {
            if let (true, &[_, id, number]) = (core.is(Op::Constant), core.words.as_slice()) {
                reader.constants.entry(Id(id)).or_insert(number);
            }
            let Some((number, operands)) = reader.described(core) else { continue };
            let (result_type, result, set) = (Id(core.words[0]), Id(core.words[1]), Id(core.words[2]));
            if reader.none.is_none() && free < u32::MAX {
                reader.none = Some(DebugInstruction { result_type, result: Id(free), set, info: Info::InfoNone {} });
            }
            let members = operands.get(MEMBERS..).filter(|_| number == DebugOp::TypeComposite.number());
            for &member in members.into_iter().flatten() {
                reader.composites.entry(Id(member)).and_modify(|of| *of = of.filter(|of| *of == result)).or_insert(Some(result));
            }
            match (ShaderOp::find(number), operands) {
                (Some(ShaderOp::FunctionDefinition), &[function, definition]) => {
                    reader.functions.entry(Id(function)).or_insert(Id(definition));
                }
                (Some(ShaderOp::Source), &[file, ..]) => {
                    reader.files.entry(result).or_insert(Id(file));
                }
                _ => {}
            }
        }
        reader
    }

    /// Returns the number and operands of an instruction of the set.
    fn described<'c>(&self, core: &'c CoreInstruction) -> Option<(u32, &'c [u32])> {
        let is_extended = core.is(Op::ExtInst) || core.is(Op::ExtInstWithForwardRefsKHR);
        let &[_, _, set, number, ref operands @ ..] = core.words.as_slice() else { return None };
        (is_extended && self.sets.contains_key(&Id(set))).then_some((number, operands))
    }

    /// Returns what an instruction of the set becomes, if anything: a debug instruction, or one without a result; and a DebugInfoNone that
    /// can take its place. None if it is another instruction.
    fn read(&self, instruction: &Instruction, losses: &mut Vec<Loss>) -> Option<(DebugInstruction, Option<Instruction>)> {
        let core = instruction.core()?;
        let (number, operands) = self.described(core)?;
        let (result_type, result, set) = (Id(core.words[0]), Id(core.words[1]), Id(core.words[2]));
        let mut lose = |kind| losses.push(Loss { result, kind });
        let debug = |info| DebugInstruction { result_type, result, set, info };
        let op = ShaderOp::find(number);
        let becomes = match op {
            Some(ShaderOp::FunctionDefinition) => None,
            Some(ShaderOp::NoLine) => Some(Instruction::Core(CoreInstruction::new(Op::NoLine, []))),
            Some(ShaderOp::Line) => self.line(operands, &mut lose).map(Instruction::Core),
            _ => self.info(result, number, operands, &mut lose).map(|info| Instruction::Debug(debug(info))),
        };
        if becomes.is_none() && op != Some(ShaderOp::FunctionDefinition) {
            lose(LossKind::Unknown(number, InstructionRow::find(Layout::OpenCl, number).map(|row| row.op)));
        }
        Some((debug(Info::InfoNone {}), becomes))
    }

    fn line(&self, operands: &[u32], lose: &mut impl FnMut(LossKind)) -> Option<CoreInstruction> {
        let &[source, numbers @ ..] = operands.first_chunk::<5>()?;
        let numbers = numbers.map(|id| self.constants.get(&Id(id)).copied());
        let [Some(line), Some(end), Some(column), Some(last)] = numbers else { return None };
        if (line, column) != (end, last) {
            lose(LossKind::LineEnd(end, last));
        }
        Some(CoreInstruction::new(Op::Line, [self.files.get(&Id(source))?.0, line, column]))
    }

    fn info(&self, result: Id, number: u32, operands: &[u32], lose: &mut impl FnMut(LossKind)) -> Option<Info> {
        let constant = |id: u32| self.constants.get(&Id(id)).copied();
        match (ShaderOp::find(number), operands) {
            (Some(ShaderOp::TypeMatrix), &[base, count, _]) => {
                lose(LossKind::Matrix);
                return Some(Info::TypeArray { base: Id(base), counts: Ids::from_slice(&[Id(count)]) });
            }
            (Some(ShaderOp::TypeVectorIdEXT), &[base, count]) => return Some(Info::TypeVector { base: Id(base), count: constant(count)? }),
            _ => {}
        }
        let row = InstructionRow::find(Layout::OpenCl, number)?;
        let mut words = Vec::with_capacity(operands.len() + 1);
        let mut rest = operands;
        for field in row.fields(Layout::OpenCl) {
            if DROPPED.contains(&(row.op, field.id)) {
                words.push(self.dropped(field, result)?.0);
                continue;
            }
            let most = if matches!(field.count, Count::Many | Count::Pairs) { usize::MAX } else { 1 };
            for &word in rest.split_off(..most.min(rest.len())).into_iter().flatten() {
                words.push(if field.kind == Kind::Id { word } else { constant(word)? });
            }
        }
        match (row.op, rest) {
            (_, []) => {}
            (DebugOp::TypeBasic, &[flags, ref encoding @ ..]) => {
                constant(flags).filter(|&flags| flags != 0).into_iter().for_each(|flags| lose(LossKind::Flags(flags)));
                encoding.iter().for_each(|&id| lose(LossKind::FloatEncoding(Id(id))));
            }
            (DebugOp::Declare, indexes) => lose(LossKind::Indexes(indexes.len())),
            _ => return None,
        }
        let mut info = Info::read(Layout::OpenCl, number, &words)?;
        drop_flags(&mut info, Layout::OpenCl, lose);
        if let Info::LocalVariable { argument, .. } = &mut info {
            // Compilers write 0 for a variable that is no parameter.
            argument.take_if(|number| *number == 0);
        }
        Some(info)
    }

    /// Returns what a field names that the set does not have.
    fn dropped(&self, field: &Field, result: Id) -> Option<Id> {
        let said = if field.id == FieldId::Function {
            self.functions.get(&result).copied()
        } else {
            self.composites.get(&result).copied().flatten()
        };
        said.or_else(|| Some(self.none.as_ref()?.result))
    }
}

fn names(info: &Info, id: Id) -> bool {
    let mut is_named = false;
    info.for_each_id(|_, named| is_named |= named == id);
    is_named
}

/// The operands of a DebugTypeComposite before its members.
const MEMBERS: usize = 9;
