//! What a module of shaders says of lines is as it is read in another set: a second reading, of the words.
//!
//! The instructions of `NonSemantic.Shader.DebugInfo` are read by numbers alone (*Instructions* of its specification), without the tables
//! from which the conversion reads them.

use super::{Case, INVALID, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_debuginfo::convert::{Loss, LossKind, convert};
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{CoreInstruction, Dialect, Id, Instruction, Module};
use rspirv::grammar::reflect::is_block_terminator;
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// The oracle.
pub const SHADER_LINES: Oracle = Oracle {
    name: "debuginfo-shader-lines",
    family: Family::Agreement,
    about: "each instruction of a module of shaders has the line of its DebugLine in OpenCL.DebugInfo.100 too, a loss says where a line has \
            an end, and nothing names what is gone",
    // One module of four is of shaders.
    floor: 10,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Skip reason: nothing of `NonSemantic.Shader.DebugInfo` is in the module.
const NO_SHADER: &str = "no-shader";
/// Skip reason: the conversion could not read every line, and said so.
const LOSSES: &str = "losses";

/// Instructions of the set.
const SOURCE: u32 = 35;
const LINE: u32 = 103;
const NO_LINE: u32 = 104;

fn check(case: &Case) -> Outcome {
    let module = case.module().ok_or(UNREADABLE)?;
    let sets = module.shader_sets();
    if module.shader_instructions().next().is_none() {
        return Err(NO_SHADER.into());
    }
    if !is_valid(module) {
        return Err(INVALID.into());
    }
    let named = with_names(module, &sets);
    let conversion = convert(&named, Dialect::OpenCl);
    if conversion.losses.iter().any(|loss| matches!(loss.kind, LossKind::Unknown(SOURCE | LINE | NO_LINE, _))) {
        return Err(LOSSES.into());
    }
    let (said, read) = (lines(module, &sets), lines(&conversion.module, &BTreeSet::new()));
    let count = said.len().max(read.len());
    if let Some(at) = (0..count).find(|&at| said.get(at) != read.get(at)) {
        let evidence = format!("instruction {at} of the functions\n  says:    {:?}\n  is read: {:?}", said.get(at), read.get(at));
        return Err(Fault::new("line-differs", "line", evidence).into());
    }
    if let Some(evidence) = other_loss(module, &sets, &conversion.losses) {
        return Err(Fault::new("loss-differs", "line", evidence).into());
    }
    match undefined_name(&conversion.module) {
        Some(id) => Err(Fault::new("names-nothing", "annotation", format!("an OpName names {id}, which is gone")).into()),
        None => Ok(()),
    }
}

/// Returns the module with a name for each instruction of the sets about lines, before everything else.
fn with_names(module: &Module, sets: &BTreeSet<Id>) -> Module {
    let is_line = |core: &&CoreInstruction| of_sets(core, sets).is_some_and(|(number, _)| matches!(number, LINE | NO_LINE));
    let results = module.instructions.iter().filter_map(Instruction::core).filter(is_line).map(|core| core.words[1]);
    let name = u32::from_le_bytes(*b"x\0\0\0");
    let mut named = module.clone();
    named.instructions = results.map(|id| Instruction::Core(CoreInstruction::new(Op::Name, [id, name]))).collect();
    named.instructions.extend(module.instructions.iter().cloned());
    named
}

/// Returns the DebugLine of which the end is lost and no loss says so, or of which a loss says so, and nothing is lost: OpLine has no end.
fn other_loss(module: &Module, sets: &BTreeSet<Id>, losses: &[Loss]) -> Option<String> {
    let cores = || module.instructions.iter().filter_map(Instruction::core);
    let constants = cores().filter(|core| core.is(Op::Constant));
    let numbers: BTreeMap<u32, u32> =
        constants.filter_map(|core| if let [_, id, number] = *core.words { Some((id, number)) } else { None }).collect();
    cores().find_map(|core| {
        let (LINE, [_, ids @ ..]) = of_sets(core, sets)? else { return None };
        let range: Option<Vec<u32>> = ids.iter().map(|id| numbers.get(id).copied()).collect();
        let [first, last, column, last_column] = *range? else { return None };
        let is_lost = (first, column) != (last, last_column);
        let result = Id(core.words[1]);
        let is_said = losses.contains(&Loss { result, kind: LossKind::LineEnd(last, last_column) });
        (is_lost != is_said)
            .then(|| format!("{result}, {first}:{column} to {last}:{last_column}\n  is lost: {is_lost}\n  a loss:  {is_said}"))
    })
}

/// Returns an id that an OpName names and nothing defines.
fn undefined_name(module: &Module) -> Option<Id> {
    let defined: BTreeSet<Id> = module.instructions.iter().filter_map(Instruction::result).collect();
    let names = module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::Name));
    names.filter_map(|core| core.id(0)).find(|id| !defined.contains(id))
}

/// An instruction of a function, and the line that it has: the words of the name of the file, line and column.
type Said<'m> = (u16, Option<Id>, Option<(&'m [u32], u32, u32)>);

/// Returns the instructions of functions that are not about debug information.
fn lines<'m>(module: &'m Module, sets: &BTreeSet<Id>) -> Vec<Said<'m>> {
    let (mut strings, mut numbers, mut files) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let (mut said, mut is_in_function, mut line) = (Vec::new(), false, None);
    for instruction in &module.instructions {
        let Instruction::Core(core) = instruction else { continue };
        let words = core.words.as_slice();
        match (Op::from_u32(core.opcode.into()), words) {
            (Some(Op::String), [id, name @ ..]) => {
                strings.insert(*id, name);
            }
            (Some(Op::Constant), [_, id, number]) => {
                numbers.insert(*id, *number);
            }
            (Some(Op::Function), _) => (is_in_function, line) = (true, None),
            (Some(Op::NoLine), _) => line = None,
            (Some(Op::Line), [file, number, column]) => line = strings.get(file).map(|file| (*file, *number, *column)),
            _ => {}
        }
        match of_sets(core, sets) {
            Some((SOURCE, [file, ..])) => {
                files.insert(words[1], *file);
            }
            Some((NO_LINE, _)) => line = None,
            Some((LINE, [source, first, _, column, _])) => {
                let file = files.get(source).and_then(|file| strings.get(file));
                line = file.zip(numbers.get(first)).zip(numbers.get(column)).map(|((file, line), column)| (*file, *line, *column));
            }
            Some(_) => {}
            None if core.is(Op::Line) || core.is(Op::NoLine) || !is_in_function => {}
            None => {
                said.push((core.opcode, instruction.result(), line));
                if Op::from_u32(core.opcode.into()).is_some_and(is_block_terminator) {
                    line = None;
                }
            }
        }
    }
    said
}

/// Returns number and operands of an instruction of the sets.
pub(super) fn of_sets<'c>(core: &'c CoreInstruction, sets: &BTreeSet<Id>) -> Option<(u32, &'c [u32])> {
    let is_extended = core.is(Op::ExtInst) || core.is(Op::ExtInstWithForwardRefsKHR);
    match core.words.as_slice() {
        [_, _, set, number, operands @ ..] if is_extended && sets.contains(&Id(*set)) => Some((*number, operands)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::{Limits, text::assemble};

    const MODULE: &str = r#"
OpCapability Shader
OpExtension "SPV_KHR_non_semantic_info"
%1 = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %20 "main"
OpExecutionMode %20 LocalSize 1 1 1
%2 = OpString "a"
%3 = OpString "b"
%4 = OpTypeVoid
%5 = OpTypeInt 32 0
%6 = OpConstant %5 6
%7 = OpConstant %5 7
%8 = OpConstant %5 8
%9 = OpConstant %5 9
%10 = OpTypeFunction %4
%11 = OpExtInst %4 %1 DebugSource %3
%20 = OpFunction %4 None %10
%21 = OpLabel
%22 = OpExtInst %4 %1 DebugLine %11 %6 %7 %8 %9
OpNop
%23 = OpExtInst %4 %1 DebugNoLine
OpNop
OpLine %2 3 4
OpBranch %24
%24 = OpLabel
OpReturn
OpFunctionEnd
"#;

    fn module(text: &str) -> Module {
        Module::read(&assemble(text).unwrap().write(), &Limits::default()).unwrap()
    }

    #[test]
    fn a_line_lasts_until_the_next_one_and_the_end_of_the_block() {
        let module = module(MODULE);
        let file = |name: u8| [u32::from(name)];
        let (a, b) = (file(b'a'), file(b'b'));
        let expected = [None, None, Some((&b[..], 6, 8)), None, Some((&a[..], 3, 4)), None, None, None];
        let said: Vec<_> = lines(&module, &module.shader_sets()).into_iter().map(|said| said.2).collect();
        assert_eq!(said, expected);
    }

    #[test]
    fn other_lines_and_names_of_nothing_are_noticed() {
        let sets = module(MODULE).shader_sets();
        assert_eq!(check(&Case::new(&module(MODULE).write().unwrap())), Ok(()));
        for (from, to) in [
            ("%6 %7 %8 %9", "%7 %7 %8 %9"),
            ("%6 %7 %8 %9", "%6 %7 %9 %9"),
            ("DebugSource %3", "DebugSource %2"),
            ("OpLine %2 3", "OpLine %2 5"),
        ] {
            let other = module(&MODULE.replace(from, to));
            assert_ne!(lines(&module(MODULE), &sets), lines(&other, &sets), "{to}");
        }
        for (end, is_lost) in [("%6 %7 %8 %9", true), ("%6 %6 %8 %9", true), ("%6 %7 %8 %8", true), ("%6 %6 %8 %8", false)] {
            let module = module(&MODULE.replace("%6 %7 %8 %9", end));
            let losses = convert(&module, Dialect::OpenCl).losses;
            assert_eq!((losses.len(), other_loss(&module, &sets, &losses)), (usize::from(is_lost), None), "{end}");
            assert_eq!(other_loss(&module, &sets, &[]).is_some(), is_lost, "{end}");
        }
        let named = with_names(&module(MODULE), &sets);
        assert_eq!(undefined_name(&named), None);
        let without = |instruction: &Instruction| instruction.result() != Some(Id(22));
        let cut = Module { instructions: named.instructions.iter().filter(|own| without(own)).cloned().collect(), ..named };
        assert_eq!(undefined_name(&cut), Some(Id(22)));
    }
}
