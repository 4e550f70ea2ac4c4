//! Reductions to fewer definitions: one becomes an earlier one of its kind, whatever that says, or one of its operands.

use super::control::settled;
use super::operands::merge;
use super::program::functions;
use super::uses::{Graph, later};
use irsmith_debuginfo::grammar::name;
use irsmith_debuginfo::{Id, Info, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::{Discriminant, discriminant};
use std::ops::Range;

/// Definitions of one kind, which may replace one another where the module stays valid.
#[derive(PartialEq, Eq, Hash)]
enum Kind {
    /// Strings and types, by opcode.
    Plain(u16),
    /// Variables, by type.
    Variable(Id),
    /// Instructions of an extended set other than those for debugging: the set and the number.
    Extended(u32, u32),
    /// Imports, by the words of the set's name.
    Import(Vec<u32>),
    /// Debug instructions: the set and the instruction.
    Debug(Id, Discriminant<Info>),
}

/// Returns the kind of a definition; `None` for one that has another reduction, such as a constant.
fn kind(instruction: &Instruction) -> Option<Kind> {
    match instruction {
        Instruction::Debug(debug) => (debug.info != Info::InfoNone {}).then(|| Kind::Debug(debug.set, discriminant(&debug.info))),
        Instruction::Core(core) if core.is(Op::Variable) => core.id(0).map(Kind::Variable),
        Instruction::Core(core) if core.is(Op::ExtInstImport) => Some(Kind::Import(core.words.get(1..)?.to_vec())),
        Instruction::Core(core) if core.is(Op::ExtInst) => Some(Kind::Extended(*core.words.get(2)?, *core.words.get(3)?)),
        Instruction::Core(core) => {
            let is_type = || name(core.opcode).is_some_and(|name| name.starts_with("Type"));
            (core.is(Op::String) || is_type()).then_some(Kind::Plain(core.opcode))
        }
    }
}

/// Returns the definitions outside functions with an earlier one of the same kind, and this one.
fn duplicates(module: &Module) -> Vec<(Id, Id)> {
    let end = functions(module).first().map_or(module.instructions.len(), |function| function.start);
    later(module.instructions[..end].iter().filter_map(|instruction| Some((kind(instruction)?, instruction.result()?))))
}

pub(super) fn count(module: &Module) -> usize {
    duplicates(module).len()
}

/// Replaces definitions by the first of their kind.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    let names: BTreeMap<Id, Id> = duplicates(module)[range].iter().copied().collect();
    merge(module, &names);
}

/// Returns instructions of extended sets outside functions with each operand that is one of the same set.
fn parts(module: &Module) -> Vec<(Id, Id)> {
    let Some(graph) = Graph::of(module) else { return Vec::new() };
    let end = functions(module).first().map_or(module.instructions.len(), |function| function.start);
    let mut parts = Vec::new();
    for at in 0..end {
        let (Some(own), Some(result)) = (set(&module.instructions[at]), module.instructions[at].result()) else { continue };
        let of_set = |id: &Id| graph.definition(*id).is_some_and(|part| part < at && set(&module.instructions[part]) == Some(own));
        let operands: BTreeSet<Id> = graph.operands(at).iter().copied().filter(of_set).collect();
        parts.extend(operands.into_iter().map(|operand| (result, operand)));
    }
    parts
}

/// Returns the set of an instruction of an extended set that says something.
fn set(instruction: &Instruction) -> Option<Id> {
    match instruction {
        Instruction::Debug(debug) => (debug.info != Info::InfoNone {}).then_some(debug.set),
        Instruction::Core(core) => core.id(2).filter(|_| core.is(Op::ExtInst)),
    }
}

pub(super) fn count_parts(module: &Module) -> usize {
    parts(module).len()
}

/// Replaces instructions by one of their operands. Of several operands of an instruction, the last is taken.
pub(super) fn replace_by_parts(module: &mut Module, range: Range<usize>) {
    let names: BTreeMap<Id, Id> = parts(module)[range].iter().copied().collect();
    merge(module, &settled(&names));
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::{assemble, disassemble};

    #[test]
    fn one_of_each_kind_is_left() {
        let text = "OpCapability Shader\nOpCapability Linkage\nOpExtension \"SPV_KHR_non_semantic_info\"\n\
                    %set = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n%other = OpExtInstImport \"OpenCL.DebugInfo.100\"\n\
                    OpMemoryModel Logical GLSL450\n%a = OpString \"a\"\n%b = OpString \"b\"\nOpName %b \"b\"\n%void = OpTypeVoid\n\
                    %int = OpTypeInt 32 0\n%short = OpTypeInt 16 0\n%zero = OpConstant %int 0\n%one = OpConstant %int 1\n\
                    %first = OpExtInst %void %set 35 %a\n%second = OpExtInst %void %set 35 %b %a\n%unit = OpExtInst %void %set 1 %zero %zero %second %one\n\
                    %file = OpExtInst %void %other DebugSource %a\n%copy = OpExtInst %void %other DebugSource %b\n\
                    %all = OpExtInst %void %other DebugCompilationUnit 0 0 %copy OpenCL_C\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        let count = count(&module);
        remove(&mut module, 0..count);
        let listing = disassemble(&module.to_stream().unwrap());
        let says = |what: &str| listing.matches(what).count();
        assert_eq!((count, says("OpString"), says("OpTypeInt"), says("DebugSource"), says("OpExtInst ")), (4, 1, 1, 2, 4), "{listing}");
        // Constants of one type are the business of another pass, and sets have names of their own.
        assert_eq!((says("OpConstant"), says("OpExtInstImport"), says("OpName")), (2, 2, 0), "{listing}");
    }

    #[test]
    fn a_set_is_imported_once() {
        let text = "OpCapability Kernel\n%set = OpExtInstImport \"DebugInfo\"\n%other = OpExtInstImport \"OpenCL.std\"\n\
                    %again = OpExtInstImport \"DebugInfo\"\nOpMemoryModel Physical64 OpenCL\n%void = OpTypeVoid\n\
                    %none = OpExtInst %void %set DebugInfoNone\n%absent = OpExtInst %void %again DebugInfoNone\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(count(&module), 1);
        remove(&mut module, 0..1);
        let listing = disassemble(&module.to_stream().unwrap());
        assert_eq!((listing.matches("OpExtInstImport").count(), listing.matches("%1 DebugInfoNone").count()), (2, 2), "{listing}");
    }

    #[test]
    fn a_type_becomes_that_of_its_parts() {
        let text = "OpCapability Kernel\n%set = OpExtInstImport \"OpenCL.DebugInfo.100\"\nOpMemoryModel Physical64 OpenCL\n%a = OpString \"a\"\n\
                    %void = OpTypeVoid\n%int = OpTypeInt 32 0\n%size = OpConstant %int 32\n\
                    %basic = OpExtInst %void %set DebugTypeBasic %a %size Signed\n%vector = OpExtInst %void %set DebugTypeVector %basic 4\n\
                    %array = OpExtInst %void %set DebugTypeArray %vector %size\n%pointer = OpExtInst %void %set DebugTypePointer %array Function None\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        let count = count_parts(&module);
        replace_by_parts(&mut module, 0..count - 1);
        let listing = disassemble(&module.to_stream().unwrap());
        let of_set: Vec<&str> = listing.lines().filter(|line| line.contains("OpExtInst ")).collect();
        assert_eq!((count, of_set.len()), (3, 2), "{listing}");
        assert!(of_set[1].contains(&format!("DebugTypePointer {} ", of_set[0].split_whitespace().next().unwrap())), "{listing}");
    }
}
