//! Properties of several debug instructions together, and of functions.

use super::super::edit::is;
use super::{Facts, op_of};
use irsmith_debuginfo::tables::{DebugOp, Role};
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Id, Info, Instruction};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// How often each property occurs.
#[derive(Default)]
pub(in super::super) struct Graph {
    pub(in super::super) interleaved: u64,
    pub(in super::super) of_second_set: u64,
    pub(in super::super) calls_later: u64,
    pub(in super::super) declarations: u64,
    pub(in super::super) void_functions: u64,
    /// Compilation units beyond the first.
    pub(in super::super) further_units: u64,
    pub(in super::super) recursive: u64,
    pub(in super::super) opaque: u64,
    pub(in super::super) namespaces: u64,
    pub(in super::super) anonymous_namespaces: u64,
    pub(in super::super) nested_blocks: u64,
    pub(in super::super) member_functions: u64,
    pub(in super::super) bases: u64,
    pub(in super::super) static_members: u64,
    pub(in super::super) arguments: u64,
    pub(in super::super) optimized_out: u64,
    pub(in super::super) inlined: u64,
    pub(in super::super) inlined_twice: u64,
    pub(in super::super) unit_scopes: u64,
    pub(in super::super) template_types: u64,
    pub(in super::super) early_lines: u64,
    pub(in super::super) early_scopes: u64,
    pub(in super::super) unscoped: u64,
    pub(in super::super) shared_operations: u64,
    pub(in super::super) indexed: u64,
    /// Values of parts, with a value of another part of the same variable before them in the block.
    pub(in super::super) parts: u64,
    pub(in super::super) computed_indexes: u64,
    pub(in super::super) command_line_macros: u64,
    pub(in super::super) function_macros: u64,
    pub(in super::super) unreachable_blocks: u64,
}

impl Graph {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let mut graph = Self {
            further_units: facts.debug(DebugOp::CompilationUnit).saturating_sub(1),
            bases: facts.debug(DebugOp::TypeInheritance),
            unscoped: facts.debug(DebugOp::NoScope),
            unreachable_blocks: facts.flow.unreached,
            ..Self::default()
        };
        graph.functions(facts);
        graph.parts(facts);
        graph.interleaving(facts);
        graph.early(facts);
        let mut expressions: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
        let first = facts.module.sets().iter().next().map(|(set, _)| set);
        for debug in facts.module.instructions.iter().filter_map(Instruction::debug) {
            graph.of_second_set += u64::from(Some(debug.set) != first);
            graph.info(facts, debug);
            if let Info::Expression { operations } = &debug.info {
                for &operation in operations.iter().filter(|&&operation| !facts.is_none(operation)) {
                    expressions.entry(operation).or_default().insert(debug.result);
                }
            }
        }
        graph.shared_operations = expressions.values().filter(|within| within.len() > 1).count() as u64;
        graph
    }

    fn functions(&mut self, facts: &Facts<'_>) {
        let entry = facts.with(Op::EntryPoint).find_map(|core| core.id(1));
        // The places of the functions that have a body.
        let mut bodies: BTreeMap<Id, usize> = BTreeMap::new();
        let mut calls: Vec<(Id, Id)> = Vec::new();
        let mut function: Option<(Id, bool)> = None;
        for core in facts.cores() {
            match op_of(core) {
                Some(Op::Function) => {
                    let id = Id(core.words[1]);
                    let void = core.id(0).and_then(|ty| facts.core_of(ty)).is_some_and(|ty| ty.is(Op::TypeVoid));
                    self.void_functions += u64::from(void && Some(id) != entry);
                    function = Some((id, false));
                }
                Some(Op::Label) => {
                    if let Some((id, has_body)) = &mut function {
                        *has_body = true;
                        let place = bodies.len();
                        bodies.entry(*id).or_insert(place);
                    }
                }
                Some(Op::FunctionEnd) => self.declarations += u64::from(function.take().is_some_and(|(_, has_body)| !has_body)),
                Some(Op::FunctionCall) => calls.extend(function.map(|(caller, _)| caller).zip(core.id(2))),
                _ => {}
            }
        }
        let place = |id: &Id| bodies.get(id).copied();
        self.calls_later = calls.iter().filter(|(caller, callee)| place(callee) > place(caller)).count() as u64;
    }

    /// Counts values of parts of variables that have a value of another part in the same block.
    fn parts(&mut self, facts: &Facts<'_>) {
        let mut before: BTreeMap<Id, Vec<Vec<u64>>> = BTreeMap::new();
        for instruction in &facts.module.instructions {
            match instruction {
                Instruction::Core(core) if core.is(Op::Label) => before.clear(),
                Instruction::Debug(DebugInstruction { info: Info::Value { local, indexes, .. }, .. }) => {
                    let Some(path) = indexes.iter().map(|&index| facts.number(index)).collect::<Option<Vec<u64>>>() else { continue };
                    let known = before.entry(*local).or_default();
                    self.parts += u64::from(known.iter().any(|known| known.iter().zip(&path).any(|(known, here)| known != here)));
                    known.push(path);
                }
                _ => {}
            }
        }
    }

    /// Counts debug instructions before a type, constant or global variable.
    fn interleaving(&mut self, facts: &Facts<'_>) {
        let is_global = |core: &CoreInstruction| {
            op_of(core).is_some_and(|op| {
                let op = op as u16;
                (Op::TypeVoid as u16..=Op::TypeFunction as u16).contains(&op)
                    || (Op::ConstantTrue as u16..=Op::ConstantNull as u16).contains(&op)
            })
        };
        let mut debug = 0;
        for instruction in &facts.module.instructions {
            match instruction {
                Instruction::Debug(_) => debug += 1,
                Instruction::Core(core) if core.is(Op::Function) => break,
                Instruction::Core(core) if is_global(core) || core.is(Op::Variable) => self.interleaved += std::mem::take(&mut debug),
                Instruction::Core(_) => {}
            }
        }
    }

    /// Counts lines of source and scopes right before a phi or a variable of a function.
    fn early(&mut self, facts: &Facts<'_>) {
        let (mut line, mut scope) = (false, false);
        for instruction in facts.module.instructions.iter().skip_while(|instruction| !is(instruction, Op::Function)) {
            let is_first = is(instruction, Op::Phi) || is(instruction, Op::Variable);
            self.early_lines += u64::from(line && is_first);
            self.early_scopes += u64::from(scope && is_first);
            line = is(instruction, Op::Line) || is(instruction, Op::NoLine);
            scope = scope && line || matches!(instruction, Instruction::Debug(DebugInstruction { info: Info::Scope { .. }, .. }));
        }
    }

    fn info(&mut self, facts: &Facts<'_>, debug: &DebugInstruction) {
        debug.info.for_each_id(|role, id| {
            let is_type = matches!(role, Role::Type | Role::ReturnType);
            self.template_types += u64::from(is_type && matches!(facts.info_of(id), Some(Info::TypeTemplate { .. })));
        });
        if let Info::Scope { scope, .. } = &debug.info {
            self.unit_scopes += u64::from(matches!(facts.info_of(*scope), Some(Info::CompilationUnit { .. })));
        }
        match &debug.info {
            Info::TypeComposite { name, members, .. } => {
                self.opaque += u64::from(members.is_empty() && facts.text(*name).is_some_and(|text| text.starts_with('@')));
                for member in members.iter().filter_map(|&member| facts.info_of(member)) {
                    self.member(facts, debug.result, member);
                }
            }
            Info::LexicalBlock { name: Some(name), .. } => {
                self.namespaces += 1;
                self.anonymous_namespaces += u64::from(facts.text(*name) == Some(""));
            }
            Info::LexicalBlock { parent, name: None, .. } => {
                let around = block_around(facts, *parent).and_then(|parent| block_around(facts, parent));
                self.nested_blocks += u64::from(around.is_some());
            }
            Info::LocalVariable { argument: Some(_), .. } => self.arguments += 1,
            Info::Function { function, .. } => self.optimized_out += u64::from(facts.is_none(*function)),
            Info::Scope { inlined_at: Some(at), .. } => {
                if let Some(Info::InlinedAt { inlined, .. }) = facts.info_of(*at) {
                    let twice = inlined.is_some_and(|outer| !facts.is_none(outer));
                    self.inlined_twice += u64::from(twice);
                    self.inlined += u64::from(!twice);
                }
            }
            Info::Value { indexes, .. } => {
                self.indexed += u64::from(!indexes.is_empty());
                self.computed_indexes += u64::from(indexes.iter().any(|&index| facts.number(index).is_none()));
            }
            Info::MacroDef { line, name, .. } => {
                self.command_line_macros += u64::from(*line == 0);
                self.function_macros += u64::from(facts.text(*name).is_some_and(|text| text.ends_with(')') && text.contains('(')));
            }
            _ => {}
        }
    }

    /// Counts the properties of a composite's member.
    fn member(&mut self, facts: &Facts<'_>, composite: Id, member: &Info) {
        match member {
            Info::Function { .. } => self.member_functions += 1,
            Info::TypeMember { ty, value, .. } => {
                self.static_members += u64::from(value.is_some());
                let pointer = facts.info_of(*ty);
                self.recursive += u64::from(matches!(pointer, Some(Info::TypePointer { base, .. }) if *base == composite));
            }
            _ => {}
        }
    }
}

/// Returns the parent of a lexical block.
fn block_around(facts: &Facts<'_>, block: Id) -> Option<Id> {
    match facts.info_of(block) {
        Some(Info::LexicalBlock { parent, name: None, .. }) => Some(*parent),
        _ => None,
    }
}
