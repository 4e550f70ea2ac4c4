//! Reductions of the last operand of instructions with any number of operands.

use super::blocks::tidy;
use irsmith_debuginfo::{CoreInstruction, Instruction, Module};
use spirv::Op;
use std::ops::Range;

/// Instructions that may lose their last word, and the number of words that stay. Lists of debug instructions, of parameters and of
/// interfaces have reductions of their own.
const ROWS: [(Op, usize); 8] = [
    (Op::ExtInst, 4),
    (Op::TypeStruct, 1),
    (Op::AccessChain, 3),
    (Op::InBoundsAccessChain, 3),
    (Op::PtrAccessChain, 4),
    (Op::InBoundsPtrAccessChain, 4),
    (Op::CompositeExtract, 4),
    (Op::Switch, 2),
];

fn has_tail(core: &CoreInstruction) -> bool {
    ROWS.iter().any(|&(op, least)| core.is(op) && core.words.len() > least)
}

pub(super) fn count(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::core).filter(|core| has_tail(core)).count()
}

/// Removes the last operands, or the last case of an OpSwitch; what is said of the last member of a structure goes with it.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    let mut members = Vec::new();
    let mut next = 0;
    let mut has_switch = false;
    for instruction in &mut module.instructions {
        let Instruction::Core(core) = instruction else { continue };
        if !has_tail(core) {
            continue;
        }
        if range.contains(&next) {
            core.words.pop();
            if core.is(Op::Switch) {
                // The literal before the label; that of a wider selector makes the result ill-formed, and it is not accepted.
                core.words.pop();
                has_switch = true;
            }
            if core.is(Op::TypeStruct) {
                members.push([core.words[0], core.words.len() as u32 - 1]);
            }
        }
        next += 1;
    }
    module.instructions.retain(|instruction| {
        let Instruction::Core(core) = instruction else { return true };
        let says = core.is(Op::MemberName) || core.is(Op::MemberDecorate);
        !(says && core.words.get(..2).is_some_and(|named| members.iter().any(|member| member == named)))
    });
    if has_switch {
        tidy(module);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::{assemble, disassemble};

    #[test]
    fn what_is_said_of_a_member_goes_with_it() {
        let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpName %pair \"pair\"\nOpMemberName %pair 0 \"first\"\n\
                    OpMemberName %pair 1 \"second\"\nOpMemberDecorate %pair 1 Offset 4\nOpMemberDecorate %pair 0 Offset 0\n\
                    %int = OpTypeInt 32 0\n%pair = OpTypeStruct %int %int\n%other = OpTypeStruct\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(count(&module), 1);
        remove(&mut module, 0..1);
        let listing = disassemble(&module.to_stream().unwrap());
        assert!(listing.contains("\"first\"") && listing.contains("Offset 0") && listing.contains("\"pair\""), "{listing}");
        assert!(!listing.contains("\"second\"") && !listing.contains("Offset 4"), "{listing}");
        assert!(listing.lines().any(|line| line.contains("OpTypeStruct %")), "{listing}");
        assert_eq!(count(&module), 1);
    }

    #[test]
    fn a_switch_loses_its_cases_and_its_selector() {
        let text = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%void = OpTypeVoid\n%int = OpTypeInt 32 0\n\
                    %four = OpTypeVector %int 4\n%all = OpUndef %four\n%type = OpTypeFunction %void\n%f = OpFunction %void None %type\n\
                    %entry = OpLabel\n%part = OpCompositeExtract %int %all 2\nOpSelectionMerge %after None\nOpSwitch %part %after 1 %one\n\
                    %one = OpLabel\nOpReturn\n%after = OpLabel\nOpReturn\nOpFunctionEnd\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(count(&module), 1);
        remove(&mut module, 0..1);
        let count = super::super::program::count_instructions(&module);
        super::super::program::remove_instructions(&mut module, 0..count);
        let listing = disassemble(&module.to_stream().unwrap());
        let says = |what: &str| listing.matches(what).count();
        assert_eq!((says("OpLabel"), says("OpSwitch"), says("OpCompositeExtract"), says("OpTypeVector")), (2, 1, 0, 0), "{listing}");
        let undefined = listing.lines().find(|line| line.contains("OpUndef")).and_then(|line| line.split_whitespace().next()).unwrap();
        assert!(listing.contains(&format!("OpSwitch {undefined} ")), "{listing}");
    }
}
