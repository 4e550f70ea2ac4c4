//! llc's output for a function has the same meaning as the function.
//!
//! Other oracles compare outputs of llc with one another, so that what llc always drops on reading is missing on both sides. This one
//! compares our model of the case with our model of llc's output when no pass ran.

use super::answers::OTHER_RELEASE;
use super::expected::{Part, judged};
use super::llc::{Llc, each};
use super::settled::settled;
use crate::external::{ProgramFamily, fail};
use crate::mir::{Case, Oracle, file_difference};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_mir::tables::{Machine, Target, Version};
use irsmith_mir::{File, FixedObjectKey, FrameKey, Function, MemoryOperand, MemorySize, StackObject, StackObjectKey, StackObjectKind};

/// The oracle.
pub const LLC_KEEPS: Oracle = Oracle {
    name: "mir-llc-keeps",
    family: Family::Agreement,
    about: "what llc prints of a function says what the function says, but for defaults, comments, numbers and what llc may add",
    floor: 90,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check),
};

fn check(case: &Case) -> Vec<Verdict> {
    each(case, |case, llc| judge(case, llc).unwrap_or_else(|reason| vec![Verdict::Skip(reason)]))
}

fn judge(case: &Case, llc: Llc) -> Result<Vec<Verdict>, &'static str> {
    let answers = case.llc_answers(llc)?;
    let prints = answers.prints()?;
    let file = case.file_or_skip()?;
    let machine = Target::of_triple(&answers.setting.triple).and_then(Machine::of).ok_or(crate::mir::NO_TABLES)?;
    // Other oracles check functions whose print we cannot read or that break a rule.
    let parts = answers.of_batch.accepted.iter().filter_map(|member| {
        let given = &file.functions[*member];
        let (_, printed) = prints.read.get(&given.name).filter(|_| !prints.invalid.contains_key(&given.name))?;
        // It was given what its release can say.
        if !llc.dialect.losses(given, Some(machine.target())).is_empty() {
            return Some((*member, String::new(), Verdict::Skip(OTHER_RELEASE)));
        }
        let verdict = compare(llc, given, printed, machine);
        let text = if verdict.is_fail() { answers.batch(case).text(&[*member]) } else { String::new() };
        Some((*member, text, verdict))
    });
    Ok(judged(0, parts.collect::<Vec<Part>>()))
}

/// The first observed release that keeps the identifiers of blocks (`bb_id`) only for sections of blocks.
const NO_IDENTIFIERS: Version = Version(22);

/// Returns the verdict on a function and llc's output for it.
fn compare(llc: Llc, given: &Function, printed: &Function, machine: &Machine) -> Verdict {
    let mut pair = settled(given, printed, machine);
    if llc.dialect.release >= NO_IDENTIFIERS {
        let [given, printed] = &mut pair;
        let lost = given.blocks.iter_mut().zip(&printed.blocks).filter(|(_, printed)| printed.attributes.id.is_none());
        lost.for_each(|(given, _)| given.attributes.id = None);
    }
    let [given, printed] = pair.map(|function| File { ir: None, functions: vec![function] });
    match file_difference(&given, &printed) {
        None => Verdict::Pass,
        Some(difference) => {
            let field = field(&given.functions[0], &printed.functions[0], &difference.element);
            let element = field.map_or_else(|| difference.element.clone(), |field| format!("{}: {field}", difference.element));
            fail(LLC_KEEPS.name, llc.program, "says-otherwise", &element, difference.evidence)
        }
    }
}

/// Returns the name of the first of these fields in which two values differ.
macro_rules! first_of {
    ($a:expr, $b:expr; $($field:ident $name:literal),* $(,)?) => {
        None$(.or(($a.$field != $b.$field).then_some($name)))*
    };
}

/// Returns the first field of an entry that differs, if the element is a list or has many fields.
fn field(given: &Function, printed: &Function, element: &str) -> Option<String> {
    let name = match element {
        "frameInfo" => FrameKey::ALL.iter().find(|key| given.frame.differs(&printed.frame, **key)).map(|key| key.name()),
        "stack" => {
            let (given, printed) = given.stack.iter().zip(&printed.stack).find(|(given, printed)| given != printed)?;
            let field = stack_field(given, printed)?;
            return Some(if given.kind == StackObjectKind::VariableSized {
                format!("{field} of variable-sized")
            } else {
                field.to_owned()
            });
        }
        "fixedStack" => {
            let (given, printed) = given.fixed_stack.iter().zip(&printed.fixed_stack).find(|(given, printed)| given != printed)?;
            let keys = FixedObjectKey::ALL.iter().filter(|key| **key != FixedObjectKey::Id);
            let key = keys.copied().find(|key| given.differs(printed, *key)).map(FixedObjectKey::name);
            key.or((given.variable != printed.variable).then_some(VARIABLE))
        }
        "memory operands" => {
            let [given, printed] = [given, printed].map(|function| {
                let lines = function.blocks.iter().flat_map(|block| &block.instructions);
                lines.flat_map(|line| line.bundle.iter().flatten().chain([line])).flat_map(|line| &line.memory)
            });
            let (given, printed) = given.zip(printed).find(|(given, printed)| given != printed)?;
            memory_field(given, printed)
        }
        _ => None,
    };
    name.map(str::to_owned)
}

/// The variable that lives in an object.
const VARIABLE: &str = "debug-info";

/// What an object holds differs as its size does.
fn stack_field(given: &StackObject, printed: &StackObject) -> Option<&'static str> {
    let keys = StackObjectKey::ALL.iter().filter(|key| **key != StackObjectKey::Id);
    match keys.copied().find(|key| given.differs(printed, *key)) {
        Some(StackObjectKey::Kind) => Some(StackObjectKey::Size.name()),
        Some(StackObjectKey::Offset) if given.size != printed.size => Some(StackObjectKey::Size.name()),
        Some(key) => Some(key.name()),
        None => (given.variable != printed.variable).then_some(VARIABLE),
    }
}

/// Distinguishes sizes that are too many bits for a type.
fn memory_field(given: &MemoryOperand, printed: &MemoryOperand) -> Option<&'static str> {
    if given.size != printed.size && matches!(given.size, MemorySize::Bytes(_)) {
        return Some("size beyond types");
    }
    first_of!(given, printed; flags "flags", target_flags "target flags", access "access", scope "syncscope", ordering "ordering",
        failure_ordering "failure ordering", size "size", pointer "pointer", offset "offset", base_alignment "align",
        address_space "addrspace", tbaa "tbaa", alias_scope "alias.scope", no_alias "noalias", no_alias_spaces "noalias.addrspace", range "range")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::implementation;
    use irsmith_mir::Limits;

    /// Makes a function with these keys and lines of a body.
    fn function(keys: &str, lines: &str) -> Function {
        let text = format!("---\nname: f\n{keys}body: |\n  bb.0:\n    {}\n...\n", lines.replace('\n', "\n    "));
        File::read(text.as_bytes(), &Limits::default()).unwrap().functions.remove(0)
    }

    /// Returns the oracle's result for two functions of X86.
    fn said(given: (&str, &str), printed: (&str, &str)) -> String {
        let machine = Machine::of(Target::X86).unwrap();
        match compare(Llc::of(implementation("llc-19").unwrap()), &function(given.0, given.1), &function(printed.0, printed.1), machine) {
            Verdict::Fail(failure) => failure.signature.element.to_string(),
            other => format!("{other:?}"),
        }
    }

    /// Returns the keys of a function with one constant.
    fn constant(value: &str) -> String {
        format!("constants:\n  - {{ id: 0, value: '{value}', alignment: 8 }}\n")
    }

    #[test]
    fn what_llc_may_add_is_no_difference() {
        for (given, printed) in [
            (("", "RET64"), ("alignment: 1\nframeInfo:\n  maxAlignment: 1\n  maxCallFrameSize: 0\n", "RET64")),
            (
                ("stack:\n  - { id: 7, size: 4, alignment: 8 }\n", "X %stack.7"),
                ("frameInfo:\n  maxAlignment: 8\nstack:\n  - { id: 0, size: 4, alignment: 8 }\n", "X %stack.0"),
            ),
            (
                ("", "%7:gr32 = COPY $edi\n$eax = COPY %7"),
                ("registers:\n  - { id: 0, class: gr32 }\n", "%0:gr32 = COPY $edi\n$eax = COPY %0:gr32"),
            ),
            (("", "X :: (load (s32), align 4)"), ("", "X :: (load (s32))")),
            (("", "$eax = ADD32rr $eax(tied-def 0), $edi"), ("", "$eax = ADD32rr $eax, $edi")),
            (("", "X float 0.5"), ("", "X float 5.000000e-01")),
            ((&constant("double 1.25"), "X"), (&constant("double 1.250000e+00"), "X")),
            ((&constant("double 0.1"), "X"), (&constant("double 0x3FB999999999999A"), "X")),
            ((&constant("<2 x half> <half 1.5, half 2.0>"), "X"), (&constant("<2 x half> <half 0xH3E00, half 0xH4000>"), "X")),
            ((&constant("<2 x i32> <i32 0, i32 0>"), "X"), (&constant("<2 x i32> zeroinitializer"), "X")),
            (("", "X :: (store (p0), basealign 8)"), ("", "X :: (store (p0))")),
            (("", "X\n\nbb.1 (bbsections 0):\nX"), ("", "X\n\nbb.1:\nX")),
            (("", "X\n\nbb.1 (bb_id 7 0):\nX"), ("", "X\n\nbb.1 (bb_id 7):\nX")),
            (("stack:\n  - { id: 0, size: 0 }\n", "X"), ("stack:\n  - { id: 0, type: variable-sized }\n", "X")),
            (
                ("fixedStack:\n  - { id: 0 }\n  - { id: 1 }\n", "X %fixed-stack.0"),
                ("fixedStack:\n  - { id: 0 }\n  - { id: 1 }\n", "X %fixed-stack.1"),
            ),
            (("", "X debug-instr-number 0"), ("", "X")),
            (("", "INLINEASM &nop, 9"), ("", "INLINEASM &nop, sideeffect mayload attdialect")),
            (("", "X implicit $eax, $ebx"), ("", "X $ebx, implicit $eax")),
            (("", "successors: %bb.1\n\nX %bb.1\n\nbb.1:\nX"), ("", "X %bb.1\n\nbb.1:\nX")),
            (("", "successors: %bb.1\n\nX\n\nbb.1:\nX"), ("", "X\n\nbb.1:\nX")),
            (("", "JMP_1 %bb.9\n\nbb.9.x:\nX"), ("", "successors: %bb.1\n\nJMP_1 %bb.1\n\nbb.1.x:\nX")),
        ] {
            assert_eq!(said(given, printed), "Pass", "{given:?}");
        }
    }

    #[test]
    fn what_is_lost_is_named_by_its_field() {
        let object = |more: &str| format!("stack:\n  - {{ id: 0, size: 8{more} }}\n");
        for (given, printed, field) in [
            ((&*object(", alignment: 8"), "X"), (&*object(""), "X"), "frameInfo: maxAlignment"),
            ((&object(", offset: 8"), "X"), (&object(""), "X"), "stack: offset"),
            ((&object(""), "X"), (&object("").replace("size: 8", "size: 4"), "X"), "stack: size"),
            (("", "X :: (load (s32))"), ("", "X :: (load (s64), align 4)"), "memory operands: size"),
            (("", "X :: (load (s32), align 2)"), ("", "X :: (load (s32))"), "memory operands: align"),
            (("", "X :: (load (p0), align 2)"), ("", "X :: (load (p0), align 4)"), "memory operands: align"),
            (("", "X\n\nbb.1 (bbsections 1):\nX"), ("", "X\n\nbb.1:\nX"), "block attributes"),
            (("", "X\n\nbb.1 (bb_id 7 1):\nX"), ("", "X\n\nbb.1 (bb_id 7):\nX"), "block attributes"),
            ((&object(""), "X"), ("stack:\n  - { id: 0, type: variable-sized }\n", "X"), "stack: size"),
            (("", "X :: (load 536870913)"), ("", "X :: (load (s8), align 1073741824)"), "memory operands: size beyond types"),
            (("", "successors: %bb.0, %bb.1\n\nX\n\nbb.1:\nX"), ("", "X\n\nbb.1:\nX"), "successors"),
            (("", "successors: %bb.1\n\nX\n\nbb.1:\nX %bb.0"), ("", "X %bb.0\n\nbb.1:\nX %bb.0"), "successors"),
            (("", "successors: %bb.0(0x60000000), %bb.1(0x20000000)\n\nX %bb.0\n\nbb.1:\nX"), ("", "X %bb.0\n\nbb.1:\nX"), "successors"),
            (("", "X 1"), ("", "X 2"), "operand Immediate"),
            (("", "INLINEASM &nop, 9"), ("", "INLINEASM &nop, sideeffect attdialect"), "operand Immediate"),
            (("", "X debug-instr-number 1"), ("", "X"), "suffixes"),
            (("", "X float 0.5"), ("", "X float 0.25"), "operand Float"),
            (("", "X killed $eax"), ("", "X $eax"), "operand Register"),
            (("", "%0:gr32 = COPY $edi"), ("", "%0:gr64 = COPY $edi"), "registers"),
            (("", "X"), ("", "nsw X"), "instruction flags"),
            (("alignment: 16\n", "X"), ("", "X"), "alignment"),
            ((&constant("double 1.25"), "X"), (&constant("double 1.500000e+00"), "X"), "constants"),
            ((&constant("double 1.25"), "X"), (&constant("float 1.25"), "X"), "constants"),
            ((&constant("<2 x i32> <i32 0, i32 1>"), "X"), (&constant("<2 x i32> <i32 0, i32 2>"), "X"), "constants"),
            (("frameInfo:\n  stackSize: 8\n", "X"), ("", "X"), "frameInfo: stackSize"),
            (
                ("fixedStack:\n  - { id: 0, size: 4, isImmutable: true }\n", "X"),
                ("fixedStack:\n  - { id: 0, size: 4 }\n", "X"),
                "fixedStack: isImmutable",
            ),
        ] {
            assert_eq!(said(given, printed), field, "{given:?} {printed:?}");
        }
    }

    #[test]
    fn losses_of_llc_are_found_where_texts_are_the_same() {
        if LLC_KEEPS.needs.missing().is_some() {
            eprintln!("llc 19 is not installed");
            return;
        }
        let line = "$rax = MOV64rm $rdi, 1, $noreg, 0, $noreg :: (load 536870913)";
        let text = format!("---\nname: f\nbody: |\n  bb.0:\n    liveins: $rdi\n\n    {line}\n    RET64 $rax\n...\n");
        let case = Case::new(text.as_bytes());
        assert_eq!(super::super::LLC_PRINTS.verdict(&case), Verdict::Pass);
        assert_eq!(LLC_KEEPS.verdict(&case), Verdict::Skip("llc-memory-size-cut"));
    }
}
