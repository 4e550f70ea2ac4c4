//! Compares rows of the tables with other documents: the reference, the System V ABI of AMD64, the ABI of AArch64.

use irsmith_mir::tables::{FLAGS, FlagGroup, FlagRow, Machine, Opcode, Properties, RegisterId, SlotKind, Tail, Target, common_opcodes};
use irsmith_mir::{StackId, tables::FUNCTION, tables::Value};

fn machine(target: Target) -> &'static Machine {
    Machine::of(target).unwrap()
}

fn opcode(target: Target, name: &str) -> &'static Opcode {
    machine(target).opcode(name).unwrap()
}

fn names(machine: &Machine, registers: &[RegisterId]) -> Vec<&'static str> {
    registers.iter().map(|register| machine.register_row(*register).name).collect()
}

/// Returns the classes of operands, and `-` for an operand without a class.
fn classes(target: Target, opcode: &Opcode) -> Vec<&'static str> {
    let machine = machine(target);
    opcode.operands.iter().map(|slot| slot.class.map_or("-", |class| machine.class_row(class).name)).collect()
}

#[test]
fn there_are_as_many_generic_opcodes_as_llvm_19_has() {
    let generic = common_opcodes().iter().filter(|row| row.is(Properties::GENERIC)).count();
    assert_eq!((generic, common_opcodes().len()), (247, 295));
    assert!(common_opcodes().iter().filter(|row| row.is(Properties::GENERIC)).all(|row| row.name.starts_with("G_")));
}

#[test]
fn opcodes_are_sorted_and_found() {
    for target in Machine::TARGETS {
        let machine = machine(target);
        assert!(machine.opcodes().is_sorted_by(|a, b| a.name < b.name));
        for row in machine.opcodes().iter().chain(common_opcodes()) {
            assert!(std::ptr::eq(machine.opcode(row.name).unwrap(), row), "{}", row.name);
            assert!(usize::from(row.results) <= row.operands.len(), "{}", row.name);
            for slot in row.operands {
                assert!(slot.tied.is_none_or(|tie| tie < row.results), "{}", row.name);
            }
        }
        for name in ["", "ADD", "ADD32RR", "zzz", "G_", "ADD32rr "] {
            assert!(machine.opcode(name).is_none(), "{name}");
        }
    }
}

#[test]
fn registers_classes_and_indices_are_found_by_name() {
    for target in Machine::TARGETS {
        let machine = machine(target);
        for (place, row) in machine.registers().iter().enumerate() {
            assert_eq!(machine.register(row.name), Some(RegisterId(place as u16 + 1)), "{}", row.name);
            for (index, part) in row.parts {
                assert!(row.covers(machine.register_row(*part)), "{} at {}", row.name, machine.index_row(*index).name);
            }
        }
        for row in machine.classes() {
            assert!(std::ptr::eq(machine.class_row(machine.class(row.name).unwrap()), row));
            assert!(
                row.subclasses.iter().flat_map(|class| machine.class_row(*class).members).all(|member| row.contains(*member)),
                "{}",
                row.name
            );
        }
        for row in machine.indices() {
            assert!(std::ptr::eq(machine.index_row(machine.index(row.name).unwrap()), row));
        }
        for row in machine.masks() {
            assert!(std::ptr::eq(machine.mask(row.name).unwrap(), row));
        }
    }
    assert_eq!(machine(Target::X86).register("EAX"), None);
    assert_eq!(machine(Target::X86).class("gr33"), None);
}

#[test]
fn x86_opcodes_have_the_operands_of_the_manual() {
    let x86 = machine(Target::X86);
    let add = opcode(Target::X86, "ADD32rr");
    assert_eq!((classes(Target::X86, add), add.results), (vec!["gr32", "gr32", "gr32"], 1));
    assert_eq!((add.operands[1].tied, add.operands[2].tied), (Some(0), None));
    assert_eq!((names(x86, add.reads), names(x86, add.writes)), (vec![], vec!["eflags"]));
    assert!(add.is(Properties::COMMUTABLE) && !add.is(Properties::MAY_LOAD));

    let divide = opcode(Target::X86, "IDIV32r");
    assert_eq!((names(x86, divide.reads), names(x86, divide.writes)), (vec!["eax", "edx"], vec!["eax", "edx", "eflags"]));

    let load = opcode(Target::X86, "MOV32rm");
    assert_eq!(classes(Target::X86, load), ["gr32", "gr64", "-", "gr64_nosp", "-", "segment_reg"]);
    let address = [SlotKind::Base, SlotKind::Scale, SlotKind::Index, SlotKind::Displacement, SlotKind::Segment];
    for name in ["MOV32rm", "LEA64r"] {
        let kinds: Vec<_> = opcode(Target::X86, name).use_slots().iter().map(|slot| slot.kind).collect();
        assert_eq!(kinds, address, "{name}");
    }
    assert!(load.operands[1].pointer && load.is(Properties::MAY_LOAD));

    let jump = opcode(Target::X86, "JCC_1");
    assert!(jump.is(Properties::TERMINATOR | Properties::BRANCH) && !jump.is(Properties::BARRIER));
    assert_eq!((jump.operands[0].branch_target, jump.operands[1].kind), (true, SlotKind::ConditionCode));
    assert!(opcode(Target::X86, "RET64").is(Properties::TERMINATOR | Properties::RETURN | Properties::BARRIER | Properties::VARIADIC));
    assert!(opcode(Target::X86, "CALL64pcrel32").is(Properties::CALL));
}

#[test]
fn aarch64_opcodes_have_the_operands_of_the_manual() {
    let post = opcode(Target::AArch64, "LDPXpost");
    assert_eq!((post.results, classes(Target::AArch64, post)), (3, vec!["gpr64sp", "gpr64", "gpr64", "gpr64sp", "-"]));
    assert_eq!((post.operands[3].tied, post.operands[0].early_clobber), (Some(0), true));
    let call = opcode(Target::AArch64, "BL");
    assert_eq!((names(machine(Target::AArch64), call.writes), call.is(Properties::CALL)), (vec!["lr"], true));
    assert_eq!(opcode(Target::AArch64, "G_DUP").types(), 2);
}

#[test]
fn generic_opcodes_have_types_and_kinds() {
    let compare = opcode(Target::X86, "G_ICMP");
    let kinds: Vec<_> = compare.operands.iter().map(|slot| slot.kind).collect();
    assert_eq!(kinds, [SlotKind::Type(0), SlotKind::IntegerPredicate, SlotKind::Type(1), SlotKind::Type(1)]);
    let store = opcode(Target::X86, "G_STORE");
    assert_eq!(store.operands[1].kind, SlotKind::PointerType(1));
    assert_eq!(opcode(Target::X86, "G_ATOMIC_CMPXCHG_WITH_SUCCESS").types(), 3);
    assert_eq!(opcode(Target::X86, "G_UNMERGE_VALUES").tail, Tail::Results(SlotKind::Type(0)));
    assert_eq!(opcode(Target::X86, "PHI").tail, Tail::Uses(&[SlotKind::Register, SlotKind::Block]));
    assert_eq!(opcode(Target::X86, "INSERT_SUBREG").operands[1].tied, Some(0));
    // Handwritten rows state what Target.td leaves open, for every generic opcode.
    for row in common_opcodes().iter().filter(|row| row.is(Properties::GENERIC)) {
        for slot in row.operands {
            assert!(!matches!(slot.kind, SlotKind::Any | SlotKind::Immediate), "{} of {}", slot.name, row.name);
        }
    }
}

#[test]
fn dwarf_numbers_are_those_of_the_abis() {
    // AMD64 ABI, figure 3.36; DWARF for the Arm 64-bit Architecture, section 4.1.
    let amd64 = [("rax", 0), ("rdx", 1), ("rcx", 2), ("rbx", 3), ("rsi", 4), ("rdi", 5), ("rbp", 6), ("rsp", 7), ("r15", 15), ("xmm0", 17)];
    let arm = [("x0", 0), ("x28", 28), ("fp", 29), ("lr", 30), ("sp", 31), ("d0", 64), ("q31", 95), ("z0", 96), ("p0", 48)];
    for (target, rows) in [(Target::X86, &amd64[..]), (Target::AArch64, &arm[..])] {
        let machine = machine(target);
        for (name, number) in rows {
            assert_eq!(machine.register_row(machine.register(name).unwrap()).dwarf, Some(*number), "{name}");
        }
    }
}

#[test]
fn registers_overlap_where_they_share_bits() {
    let x86 = machine(Target::X86);
    let row = |name: &str| x86.register_row(x86.register(name).unwrap());
    let parts: Vec<_> = row("rax").parts.iter().map(|(index, part)| (x86.index_row(*index).name, x86.register_row(*part).name)).collect();
    assert!(
        parts.contains(&("sub_8bit", "al")) && parts.contains(&("sub_8bit_hi", "ah")) && parts.contains(&("sub_32bit", "eax")),
        "{parts:?}"
    );
    assert!(row("rax").overlaps(row("ah")) && row("ax").overlaps(row("eax")));
    assert!(!row("al").overlaps(row("ah")) && !row("rax").overlaps(row("rbx")));
    assert!(row("zmm3").overlaps(row("xmm3")) && !row("zmm3").overlaps(row("xmm4")));
    assert!(row("rsp").reserved && row("rax").allocatable && !row("eflags").allocatable);
}

#[test]
fn masks_keep_what_the_calling_conventions_keep() {
    // AMD64 ABI, figure 3.4; Procedure Call Standard for the Arm 64-bit Architecture, sections 6.1.1 and 6.1.2.
    let kept = [
        (Target::X86, "csr_64", &["rbx", "rbp", "r12", "r15", "bl"][..], &["rax", "rdi", "r11", "xmm8", "eflags"][..]),
        (Target::AArch64, "csr_aarch64_aapcs", &["x19", "x28", "fp", "lr", "d8", "d15", "w20"], &["x0", "x18", "q8", "d16", "nzcv"]),
    ];
    for (target, mask, survivors, victims) in kept {
        let machine = machine(target);
        let mask = machine.mask(mask).unwrap();
        let keeps = |name: &&str| mask.keeps(machine.register(name).unwrap());
        assert!(survivors.iter().all(keeps), "{survivors:?}");
        assert!(!victims.iter().any(keeps), "{victims:?}");
    }
}

#[test]
fn classes_fit_by_part() {
    let x86 = machine(Target::X86);
    let class = |name: &str| x86.class(name).unwrap();
    let low = x86.index("sub_8bit");
    assert!(x86.fits(class("gr32"), None, class("gr32")) && x86.fits(class("gr32_abcd"), None, class("gr32")));
    assert!(!x86.fits(class("gr32"), None, class("gr32_abcd")) && !x86.fits(class("gr64"), None, class("gr32")));
    assert!(x86.fits(class("gr32"), low, class("gr8")) && !x86.fits(class("gr32"), low, class("gr16")));
    assert!(!x86.fits(class("gr32"), x86.index("sub_8bit_hi"), class("gr8")), "not every register of 32 bits has a high byte");
    assert!(x86.fits(class("gr32_abcd"), x86.index("sub_8bit_hi"), class("gr8")));
    assert_eq!(x86.class_row(class("gr32")).part(x86.index("sub_8bit_hi").unwrap()).unwrap().narrowed, class("gr32_abcd"));
    assert_eq!(x86.bank("gpr").unwrap().bits, 64);
    assert!(x86.bank("gpr").unwrap().classes.contains(&class("gr32")));
}

#[test]
fn flags_of_operands_and_memory_are_known() {
    assert!(machine(Target::X86).direct_flags().contains(&"x86-gotpcrel"));
    assert!(
        machine(Target::AArch64).direct_flags().contains(&"aarch64-pageoff")
            && machine(Target::AArch64).bitmask_flags().contains(&"aarch64-nc")
    );
    assert_eq!(machine(Target::AArch64).memory_flags(), ["aarch64-suppress-pair", "aarch64-strided-access"]);
    assert!(machine(Target::X86).target_indices().is_empty());
}

#[test]
fn instruction_flags_apply_to_opcodes() {
    let applies = |flag: &str, name: &str| FlagRow::of(flag).unwrap().group.applies(opcode(Target::X86, name));
    assert!(applies("nuw", "G_ADD") && !applies("nuw", "G_XOR") && applies("nneg", "G_ZEXT") && applies("nofpexcept", "ADDSSrr"));
    assert!(applies("noconvergent", "CALL64pcrel32") && !applies("noconvergent", "G_ADD"));
    // Every group applies to at least one existing opcode.
    let everywhere = || common_opcodes().iter().chain(machine(Target::X86).opcodes());
    for row in FLAGS {
        assert!(everywhere().any(|opcode| row.group.applies(opcode)), "{}", row.name);
    }
    assert_eq!(common_opcodes().iter().filter(|row| FlagGroup::FastMath.applies(row)).count(), 65);
}

#[test]
fn triples_name_targets() {
    let triples = [
        ("x86_64-unknown-linux-gnu", Target::X86),
        ("i386-linux", Target::X86),
        ("x86-64", Target::X86),
        ("arm64-apple-ios", Target::AArch64),
    ];
    let others = [("thumbv8-none", Target::Arm), ("amdgcn--", Target::AmdGpu), ("ve-linux", Target::Ve), ("s390x", Target::SystemZ)];
    for (triple, target) in triples.into_iter().chain(others) {
        assert_eq!(Target::of_triple(triple), Some(target), "{triple}");
    }
    for unknown in ["z80", "foo", "", "vector-linux", "i3861-linux", "-x86_64"] {
        assert_eq!(Target::of_triple(unknown), None, "{unknown}");
    }
    assert!(Target::architectures().all(|name| Target::of_triple(name).is_some()));
    assert!(Machine::of(Target::Arm).is_none());
    let known: Vec<_> = StackId::ALL.iter().map(|id| id.name()).collect();
    assert!(Target::AArch64.stack_ids().iter().all(|id| known.contains(id)));
}

#[test]
fn keys_of_the_container_are_found() {
    let (place, frame) = FUNCTION.key("frameInfo").unwrap();
    assert!(place < FUNCTION.key("stack").unwrap().0);
    let Value::Map(frame) = frame.value else { panic!("{:?}", frame.value) };
    assert_eq!(frame.keys.len(), 22);
    assert!(FUNCTION.key("Body").is_none());
}
