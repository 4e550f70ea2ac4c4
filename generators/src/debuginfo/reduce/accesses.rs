//! Reductions of access chains: one index fewer, from a pointer to the part that the index selects.

use super::cut::{collect, undefined_of};
use super::uses::Graph;
use crate::debuginfo::edit::fresh;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;
use std::ops::Range;

/// The word of the base of an access chain, after the type and id of the result.
const BASE: usize = 2;

/// Returns the position of the first index: the element of a chain through a pointer comes before it.
fn first_index(core: &CoreInstruction) -> usize {
    BASE + 1 + usize::from(core.is(Op::PtrAccessChain) || core.is(Op::InBoundsPtrAccessChain))
}

/// Returns access chains with an index.
fn chains(module: &Module) -> Vec<usize> {
    (0..module.instructions.len()).filter(|&at| module.instructions[at].core().is_some_and(is_chain)).collect()
}

fn is_chain(core: &CoreInstruction) -> bool {
    const CHAINS: [Op; 4] = [Op::AccessChain, Op::InBoundsAccessChain, Op::PtrAccessChain, Op::InBoundsPtrAccessChain];
    CHAINS.iter().any(|&op| core.is(op)) && core.words.len() > first_index(core)
}

pub(super) fn count(module: &Module) -> usize {
    chains(module).len()
}

/// Lets chains begin at an undefined pointer to what their first index selects.
pub(super) fn shorten(module: &mut Module, range: Range<usize>) {
    // By the result: instructions are inserted.
    let results: Vec<Id> = chains(module)[range].iter().filter_map(|&at| module.instructions[at].result()).collect();
    for result in results {
        shorten_one(module, result);
    }
}

fn shorten_one(module: &mut Module, result: Id) -> Option<()> {
    let graph = Graph::of(module)?;
    let core_of = |id: Id| graph.definition(id).and_then(|at| module.instructions[at].core());
    let chain = core_of(result)?;
    let (base, index) = (chain.id(BASE)?, chain.id(first_index(chain))?);
    let pointer = graph.definition(base).and_then(|at| module.instructions[at].result_type())?;
    let pointer_at = graph.definition(pointer)?;
    let (class, whole) = (*core_of(pointer)?.words.get(1)?, core_of(pointer)?.id(2)?);
    let part = part(core_of(whole)?, core_of(index)?)?;
    let is_known = |core: &CoreInstruction| core.is(Op::TypePointer) && core.words.get(1..) == Some(&[class, part.0][..]);
    let known = module.instructions.iter().find(|each| each.core().is_some_and(is_known)).and_then(Instruction::result);
    let to_part = match known {
        Some(known) => known,
        None => {
            let name = fresh(module)?;
            let row = CoreInstruction::new(Op::TypePointer, [name.0, class, part.0]);
            module.instructions.insert(pointer_at + 1, Instruction::Core(row));
            name
        }
    };
    let undefined = undefined_of(module, to_part)?;
    for instruction in &mut module.instructions {
        // In an invalid module another instruction may have the same id.
        if instruction.result() == Some(result)
            && let Instruction::Core(core) = instruction
            && is_chain(core)
        {
            core.words[BASE] = undefined.0;
            core.words.remove(first_index(core));
        }
    }
    collect(module, BTreeSet::from([base, index]));
    Some(())
}

/// Returns the type of the part of a composite that an index selects.
fn part(whole: &CoreInstruction, index: &CoreInstruction) -> Option<Id> {
    const UNIFORM: [Op; 4] = [Op::TypeArray, Op::TypeRuntimeArray, Op::TypeVector, Op::TypeMatrix];
    if whole.is(Op::TypeStruct) {
        let member = index.words.get(2).filter(|_| index.is(Op::Constant))?;
        return whole.id(1 + *member as usize);
    }
    whole.id(1).filter(|_| UNIFORM.iter().any(|&op| whole.is(op)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::{assemble, disassemble};

    #[test]
    fn another_instruction_of_the_same_id_stays() {
        let twice = format!("{}%place = OpUndef %int\n", irsmith_testdata::ACCESS_CHAIN);
        let mut module = Module::from_stream(&assemble(&twice).unwrap());
        let undefined = module.instructions.last().cloned();
        shorten(&mut module, 0..1);
        assert_eq!((count(&module), module.instructions.last()), (1, undefined.as_ref()));
    }

    #[test]
    fn a_chain_begins_at_the_part_that_its_first_index_selects() {
        let text = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n%float = OpTypeFloat 32\n\
                    %int = OpTypeInt 32 0\n%three = OpConstant %int 3\n%one = OpConstant %int 1\n%row = OpTypeArray %float %three\n\
                    %pair = OpTypeStruct %int %row\n%to_pair = OpTypePointer Private %pair\n%to_float = OpTypePointer Private %float\n\
                    %pairs = OpVariable %to_pair Private\n%type = OpTypeFunction %void\n%f = OpFunction %void None %type\n%label = OpLabel\n\
                    %place = OpAccessChain %to_float %pairs %one %three\nOpReturn\nOpFunctionEnd\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(count(&module), 1);
        shorten(&mut module, 0..1);
        let listing = disassemble(&module.to_stream().unwrap());
        let line = |what: &str| listing.lines().find(|line| line.contains(what)).unwrap_or_default().split_once('=').unwrap_or_default();
        // The second member is the row; nothing names the pair any more.
        let (row, to_row) = (line("OpTypeArray").0.trim(), line("= OpTypePointer Private %").0.trim());
        assert!(listing.contains(&format!("OpTypePointer Private {row}")), "{listing}");
        let (base, undefined) = line("OpUndef");
        assert_eq!(undefined.trim(), format!("OpUndef {to_row}"), "{listing}");
        assert!(line("OpAccessChain").1.contains(base.trim()), "{listing}");
        assert!(!listing.contains("OpTypeStruct") && !listing.contains("OpVariable"), "{listing}");
        shorten(&mut module, 0..1);
        let listing = disassemble(&module.to_stream().unwrap());
        assert!(!listing.contains("OpTypeArray") && count(&module) == 0, "{listing}");
    }
}
