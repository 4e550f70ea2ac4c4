//! Differences between the output of two releases of llc that no later key or word explains.

use super::assembly::is_spelled;
use super::float_text::{is_same_constant, is_same_number};
use irsmith_mir::tables::Version;
use irsmith_mir::{Constant, Function, FunctionFlags, OperandKind, Pointer, RegisterFlags, StackId, Yaml};

/// Converts the output of an older release (the first) to that of a newer one (the second), with respect to one difference.
type Conversion = fn(&mut Function, &Function);

/// The differences that are not reported, each with the first of the observed releases that behaves like the newer.
const CHANGES: &[(Version, Conversion)] = &[
    (Version(19), later_keys),
    (Version(19), adjusted_stack),
    (Version(16), scalable_objects),
    (Version(19), wide_constants),
    (Version(16), untracked_live_ins),
    (Version(16), folded_addresses),
    (Version(19), early_results),
    (Version(22), stated_properties),
    (Version(22), single_bits),
    (Version(22), unused_identifiers),
    (Version(23), decimal_numbers),
    (Version(23), spelled_assembly),
];

/// Keys of `machineFunctionInfo` and `isCalleeSavedInfoValid` that were added later are printed with defaults (`yaml::MachineFunctionInfo`
/// of the targets, `yaml::MachineFrameInfo`): those that only the newer prints are added.
fn later_keys(older: &mut Function, newer: &Function) {
    match (&mut older.info, &newer.info) {
        (Some(Yaml::Mapping { entries: own, .. }), Some(Yaml::Mapping { entries: all, .. })) if !own.is_empty() => {
            for (place, entry) in all.iter().enumerate() {
                if own.iter().all(|(key, _)| *key != entry.0) {
                    own.insert(place.min(own.len()), entry.clone());
                }
            }
        }
        (None | Some(Yaml::Mapping { .. } | Yaml::Empty), _) => older.info.clone_from(&newer.info),
        _ => {}
    }
    older.frame.callee_saved_info_valid = newer.frame.callee_saved_info_valid;
}

/// `adjustsStack` is no longer derived from call frames in the body (`MachineFrameInfo::computeMaxCallFrameSize`).
fn adjusted_stack(older: &mut Function, newer: &Function) {
    let mut lines = newer.blocks.iter().flat_map(|block| &block.instructions);
    if lines.any(|line| line.opcode.starts_with("ADJCALLSTACK")) && older.frame.adjusts_stack {
        older.frame.adjusts_stack = newer.frame.adjusts_stack;
    }
}

/// Objects of scalable vectors are included in `maxAlignment` (`MachineFrameInfo::contributesToMaxAlignment`).
fn scalable_objects(older: &mut Function, newer: &Function) {
    let mut stacks = newer.stack.iter().map(|object| object.stack_id).chain(newer.fixed_stack.iter().map(|object| object.stack_id));
    if stacks.any(|stack| stack == StackId::ScalableVector) {
        older.frame.max_alignment = newer.frame.max_alignment;
    }
}

/// Integers wider than 64 bits are aligned to 16 bytes, not 8, and so are constants of them without an explicit alignment: data layouts
/// have `i128:128` since LLVM 18.
fn wide_constants(older: &mut Function, newer: &Function) {
    for (older, newer) in older.constants.iter_mut().zip(&newer.constants) {
        if is_wide(newer) && (older.alignment, newer.alignment) == (Some(8), Some(16)) {
            older.alignment = newer.alignment;
        }
    }
}

/// Live-ins of blocks are also printed for functions without `tracksRegLiveness` (`MIPrinter::print` of a block, which checked
/// `MachineRegisterInfo::tracksLiveness`).
fn untracked_live_ins(older: &mut Function, newer: &Function) {
    if newer.flags.contains(FunctionFlags::TRACKS_REG_LIVENESS) {
        return;
    }
    let blocks = older.blocks.iter_mut().zip(&newer.blocks).filter(|(older, _)| older.live_ins.is_empty());
    blocks.for_each(|(older, newer)| older.live_ins.clone_from(&newer.live_ins));
}

/// The address of the beginning of a global is the global itself: `getelementptr` with only zeros is folded
/// (`ConstantExpr::getGetElementPtr`).
fn folded_addresses(older: &mut Function, newer: &Function) {
    let lines = older.blocks.iter_mut().flat_map(|block| &mut block.instructions);
    for (older, newer) in lines.zip(newer.blocks.iter().flat_map(|block| &block.instructions)) {
        for (older, newer) in older.memory.iter_mut().zip(&newer.memory) {
            if let (Some(Pointer::Constant(text)), Some(Pointer::Global(_))) = (&older.pointer, &newer.pointer)
                && text.starts_with("ptr getelementptr ")
                && text.ends_with(" 0)")
            {
                older.pointer.clone_from(&newer.pointer);
            }
        }
    }
}

/// The address after the set memory is an early-clobber result (`MOPSMemorySetPseudo` of AArch64InstrInfo.td, `@earlyclobber $Rn_wb`).
fn early_results(older: &mut Function, newer: &Function) {
    let lines = older.blocks.iter_mut().flat_map(|block| &mut block.instructions);
    for (older, newer) in lines.zip(newer.blocks.iter().flat_map(|block| &block.instructions)) {
        if older.opcode == "MOPSMemorySetPseudo" && newer.opcode == older.opcode {
            let results = older.results.iter_mut().zip(&newer.results);
            let early = results.filter(|(_, newer)| newer.flags.contains(RegisterFlags::EARLY_CLOBBER));
            early.for_each(|(older, _)| older.flags = older.flags | RegisterFlags::EARLY_CLOBBER);
        }
    }
}

/// The properties of a function that a reader found out for itself are printed (`noPhis`, `isSSA`, `noVRegs`, `hasFakeUses` of
/// `yaml::MachineFunction`).
fn stated_properties(older: &mut Function, newer: &Function) {
    for (older, newer) in [
        (&mut older.no_phis, newer.no_phis),
        (&mut older.is_ssa, newer.is_ssa),
        (&mut older.no_virtual_registers, newer.no_virtual_registers),
        (&mut older.has_fake_uses, newer.has_fake_uses),
    ] {
        *older = older.or(newer);
    }
}

/// Integers of one bit and lists of them are aligned like those of eight bits, on AArch64 to 4 bytes, without an explicit alignment:
/// `DataLayout` no longer has an entry of its own for them.
fn single_bits(older: &mut Function, newer: &Function) {
    for (older, newer) in older.constants.iter_mut().zip(&newer.constants) {
        let element = newer.value.trim_start_matches(|character: char| "[x ".contains(character) || character.is_ascii_digit());
        let is_single = element.strip_prefix("i1").is_some_and(|rest| rest.starts_with([' ', ']']));
        if is_single && (older.alignment, newer.alignment) == (Some(1), Some(4)) {
            older.alignment = newer.alignment;
        }
    }
}

/// Identifiers of blocks are kept only for sections of blocks (`bb_id`).
fn unused_identifiers(older: &mut Function, newer: &Function) {
    for (older, newer) in older.blocks.iter_mut().zip(&newer.blocks) {
        if newer.attributes.id.is_none() {
            older.attributes.id = None;
        }
    }
}

/// Numbers of every type are printed in decimal digits if these are exact (`writeAPFloatInternal` of AsmWriter.cpp), no longer only those of
/// `float` and `double`, and the others in the notation `f0x`.
fn decimal_numbers(older: &mut Function, newer: &Function) {
    for (older, newer) in older.constants.iter_mut().zip(&newer.constants) {
        if is_same_constant(&older.value, &newer.value) {
            older.value.clone_from(&newer.value);
        }
    }
    let lines = older.blocks.iter_mut().flat_map(|block| &mut block.instructions);
    for (older, newer) in lines.zip(newer.blocks.iter().flat_map(|block| &block.instructions)) {
        for (older, newer) in older.operands.iter_mut().zip(&newer.operands) {
            if let (OperandKind::Float(own), OperandKind::Float(theirs)) = (&mut older.kind, &newer.kind)
                && is_same_number(own, theirs)
            {
                own.literal.clone_from(&theirs.literal);
            }
        }
    }
}

/// What the numbers of inline assembly mean is printed in words.
fn spelled_assembly(older: &mut Function, newer: &Function) {
    let lines = older.blocks.iter_mut().flat_map(|block| &mut block.instructions);
    for (older, newer) in lines.zip(newer.blocks.iter().flat_map(|block| &block.instructions)) {
        for (older, newer) in older.operands.iter_mut().zip(&newer.operands) {
            if is_spelled(&older.kind, &newer.kind) {
                older.kind = newer.kind.clone();
            }
        }
    }
}

/// Returns whether the type of a constant contains an integer of more than 64 bits.
fn is_wide(constant: &Constant) -> bool {
    let words = constant.value.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter_map(|word| word.strip_prefix('i')?.parse::<u32>().ok()).any(|bits| bits > 64)
}

/// Returns a release's output for a function, without the known changes between the release and the one that printed `newer`.
pub(super) fn as_newer(older: &Function, newer: &Function, release: Version, newer_release: Version) -> Function {
    let mut older = older.clone();
    let between = CHANGES.iter().filter(|(since, _)| release < *since && *since <= newer_release);
    between.for_each(|(_, adapt)| adapt(&mut older, newer));
    older
}

/// The first release that does not share constants as [`shares_constants`] tells.
pub(super) const NO_SHARED_CONSTANTS: Version = Version(19);

/// Returns whether older releases merge two constants of a function that llc 19 keeps apart: all bits of `i1 true` and `i8 -1` are ones,
/// and `CanShareConstantPoolEntry` (MachineFunction.cpp) confused them.
pub(super) fn shares_constants(function: &Function) -> bool {
    let has = |value: &str| function.constants.iter().any(|constant| constant.value == value);
    has("i1 true") && has("i8 -1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{File, Limits};

    fn function(keys: &str, live_ins: &str) -> Function {
        let text = format!("---\nname: f\n{keys}\nbody: |\n  bb.0:\n{live_ins}    RET64\n...\n");
        File::read(text.as_bytes(), &Limits::default()).unwrap().functions.remove(0)
    }

    /// Returns whether the first is a known output of an older release for the second, of llc 19: in llc 14 and in llc 16.
    fn is_known(older: &Function, newer: &Function) -> [bool; 2] {
        [14, 16].map(|release| as_newer(older, newer, Version(release), Version(19)) == *newer)
    }

    #[test]
    fn each_change_is_as_narrow_as_it_says() {
        let constant =
            |kind: &str, alignment: u32| function(&format!("constants:\n  - {{ id: 0, value: {kind} 1, alignment: {alignment} }}"), "");
        assert_eq!(is_known(&constant("i128", 8), &constant("i128", 16)), [true; 2]);
        assert_eq!(is_known(&constant("i64", 8), &constant("i64", 16)), [false; 2]);
        assert_eq!(is_known(&constant("i128", 4), &constant("i128", 16)), [false; 2]);
        let frame = |alignment: u32, stack: &str| {
            function(&format!("frameInfo:\n  maxAlignment: {alignment}\nstack:\n  - {{ id: 0, size: 8, stack-id: {stack} }}"), "")
        };
        assert_eq!(is_known(&frame(1, "scalable-vector"), &frame(8, "scalable-vector")), [true, false]);
        assert_eq!(is_known(&frame(1, "default"), &frame(8, "default")), [false; 2]);
        let live = |tracked: bool, line: &str| function(&format!("tracksRegLiveness: {tracked}"), line);
        let adjusts = |adjusts: bool, line: &str| function(&format!("frameInfo:\n  adjustsStack: {adjusts}"), line);
        let call_frame = "    ADJCALLSTACKDOWN64 0, 0, 0\n";
        assert_eq!(is_known(&adjusts(true, call_frame), &adjusts(false, call_frame)), [true; 2]);
        assert_eq!(is_known(&adjusts(true, ""), &adjusts(false, "")), [false; 2]);
        let load =
            |pointer: &str| function("", &format!("    $eax = MOV32rm $rip, 1, $noreg, @g, $noreg :: (load (s32) from {pointer})\n"));
        let first = load("`ptr getelementptr inbounds ([2 x i32], ptr @g, i64 0, i64 0)`");
        assert_eq!(is_known(&first, &load("@g")), [true, false]);
        assert_eq!(is_known(&load("`ptr null`"), &load("@g")), [false; 2]);
        let set = |flag: &str, opcode: &str| function("", &format!("    $x17, {flag} $x16 = {opcode} $x17, $x16, $x25\n"));
        assert_eq!(is_known(&set("", "MOPSMemorySetPseudo"), &set("early-clobber", "MOPSMemorySetPseudo")), [true; 2]);
        assert_eq!(is_known(&set("early-clobber", "MOPSMemorySetPseudo"), &set("", "MOPSMemorySetPseudo")), [false; 2]);
        assert_eq!(is_known(&set("", "MOPSMemoryMovePseudo"), &set("early-clobber", "MOPSMemoryMovePseudo")), [false; 2]);
        let line = "    liveins: $eax\n";
        assert_eq!(is_known(&live(false, ""), &live(false, line)), [true, false]);
        assert_eq!(is_known(&live(true, ""), &live(true, line)), [false; 2]);
        assert_eq!(is_known(&live(false, "    liveins: $ebx\n"), &live(false, line)), [false; 2]);
    }

    #[test]
    fn of_the_keys_of_a_target_only_those_that_came_later_are_added() {
        let info = |keys: &str| function(&format!("machineFunctionInfo:{keys}"), "");
        let newer = info("\n  hasRedZone: true\n  hasStreamingModeChanges: false\n  x: 1");
        assert_eq!(is_known(&info("\n  hasRedZone: true"), &newer), [true; 2]);
        assert_eq!(is_known(&info("\n  x: 1"), &newer), [true; 2]);
        assert_eq!(is_known(&info(" {}"), &newer), [true; 2]);
        assert_eq!(is_known(&function("", ""), &newer), [true; 2]);
        assert_eq!(is_known(&info("\n  hasRedZone: false"), &newer), [false; 2]);
        assert_eq!(is_known(&info("\n  hasRedZone: true\n  gone: 1"), &newer), [false; 2]);
    }

    #[test]
    fn llvm_22_states_properties_and_llvm_23_writes_decimal_numbers() {
        let known = |older: &Function, newer: &Function, from: u8, to: u8| as_newer(older, newer, Version(from), Version(to)) == *newer;
        let [silent, stated, contrary] = ["", "isSSA: true", "isSSA: false"].map(|keys| function(keys, ""));
        assert!(known(&silent, &stated, 19, 22) && !known(&silent, &stated, 22, 23) && !known(&contrary, &stated, 19, 22));
        let block = |head: &str| {
            let text = format!("---\nname: f\nbody: |\n  bb.0{head}:\n    RET64\n...\n");
            File::read(text.as_bytes(), &Limits::default()).unwrap().functions.remove(0)
        };
        assert!(known(&block(" (bb_id 3)"), &block(""), 19, 22) && !known(&block(""), &block(" (bb_id 3)"), 19, 22));
        let aligned =
            |value: &str, alignment: u32| function(&format!("constants:\n  - {{ id: 0, value: '{value}', alignment: {alignment} }}"), "");
        assert!(known(&aligned("i1 true", 1), &aligned("i1 true", 4), 19, 22));
        assert!(known(&aligned("[2 x i1] [i1 true, i1 false]", 1), &aligned("[2 x i1] [i1 true, i1 false]", 4), 19, 22));
        for (value, older, newer) in [("i1 true", 4, 1), ("i1 true", 2, 4), ("i8 1", 1, 4), ("i16 1", 1, 4)] {
            assert!(!known(&aligned(value, older), &aligned(value, newer), 19, 22), "{value} {older} {newer}");
        }
        let number = |literal: &str| function("", &format!("    %0:_(s16) = G_FCONSTANT half {literal}\n"));
        let [older, newer, other] = ["0xH3C00", "1.0", "2.0"].map(number);
        assert!(known(&older, &newer, 22, 23) && !known(&older, &newer, 19, 22) && !known(&older, &other, 22, 23));
        let assembly = |flags: &str| function("", &format!("    INLINEASM &nop, {flags}\n"));
        let [older, newer] = ["1", "sideeffect attdialect"].map(assembly);
        assert!(known(&older, &newer, 22, 23) && !known(&older, &newer, 19, 22) && !known(&assembly("9"), &newer, 22, 23));
        let constant = |value: &str| function(&format!("constants:\n  - {{ id: 0, value: '{value}' }}"), "");
        let [older, newer, other] = ["half 0xH3C00", "half 1.0", "half 2.0"].map(constant);
        assert!(known(&older, &newer, 22, 23) && !known(&older, &other, 22, 23));
    }

    #[test]
    fn constants_of_equal_bits_are_reported() {
        let constants = |first: &str| function(&format!("constants:\n  - {{ id: 0, value: {first} }}\n  - {{ id: 1, value: i8 -1 }}"), "");
        assert!(shares_constants(&constants("i1 true")) && !shares_constants(&constants("i1 false")));
    }
}
