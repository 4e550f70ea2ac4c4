//! The tables of each release: LLVM's own counts, names that come and go, and releases between observed ones.

use irsmith_mir::tables::{ForeignWords, Machine, Opcode, Target, Version, common_opcodes_of, foreign_words};
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Dialect, File, Limits};
use std::collections::BTreeSet;

fn machine(target: Target, release: u8) -> &'static Machine {
    Machine::of_release(target, Version(release)).unwrap()
}

/// The numbers of sub-register indices, registers, classes, masks and opcodes, including those of every target: `getNumSubRegIndices` - 1,
/// `getNumRegs` - 1, `getNumRegClasses`, the length of `getRegMasks`, and `getNumOpcodes`, as programs print that are linked with each
/// release.
const COUNTS: [(Target, u8, [usize; 5]); 10] = [
    (Target::X86, 14, [10, 287, 122, 40, 17_707]),
    (Target::X86, 16, [10, 291, 123, 40, 17_802]),
    (Target::X86, 19, [10, 387, 134, 41, 19_817]),
    (Target::X86, 22, [10, 387, 135, 43, 22_295]),
    (Target::X86, 23, [10, 387, 135, 53, 22_369]),
    (Target::AArch64, 14, [151, 673, 202, 31, 6_343]),
    (Target::AArch64, 16, [155, 715, 273, 35, 7_767]),
    (Target::AArch64, 19, [153, 700, 305, 44, 8_172]),
    (Target::AArch64, 22, [143, 894, 530, 49, 9_135]),
    (Target::AArch64, 23, [143, 894, 530, 49, 9_192]),
];

#[test]
fn each_release_has_as_many_of_everything_as_llvm() {
    for (target, release, expected) in COUNTS {
        let machine = machine(target, release);
        let opcodes = machine.opcodes().len() + machine.common_opcodes().len();
        let [indices, registers, classes] = [machine.indices().len(), machine.registers().len(), machine.classes().len()];
        assert_eq!([indices, registers, classes, machine.masks().len(), opcodes], expected, "{target:?} in LLVM {release}");
    }
    let common = Version::OBSERVED.map(|release| common_opcodes_of(release).len());
    assert_eq!(common[2..], [295, 322, 331]);
}

#[test]
fn rows_of_each_release_agree_with_one_another() {
    for release in 14..=23 {
        for target in Machine::TARGETS {
            let machine = machine(target, release);
            for row in machine.opcodes().iter().chain(machine.common_opcodes()) {
                assert!(std::ptr::eq(machine.opcode(row.name).unwrap(), row), "{} in LLVM {release}", row.name);
                assert_eq!(machine.is_common(row.name), common_opcodes_of(Version(release)).iter().any(|other| std::ptr::eq(other, row)));
            }
            for row in machine.registers() {
                assert!(row.parts.iter().all(|(_, part)| row.covers(machine.register_row(*part))), "{} in LLVM {release}", row.name);
                assert!(row.parts.is_sorted() && row.units.is_sorted() && !row.units.is_empty(), "{} in LLVM {release}", row.name);
            }
            for row in machine.classes() {
                let own = machine.class(row.name).unwrap();
                let smaller = row.subclasses.iter().map(|class| machine.class_row(*class));
                assert!(row.includes(own) && smaller.flat_map(|class| class.members).all(|member| row.contains(*member)), "{}", row.name);
                assert!(row.members.is_sorted() && row.subclasses.is_sorted(), "{} in LLVM {release}", row.name);
            }
        }
    }
}

/// `AArch64::zsub` in LLVM 14, 16, 19, 22 and 23.
const ZSUB: [u16; 5] = [35, 37, 38, 43, 43];

/// The numbers are LLVM's: `subreg` of a debug value substitution is one, and registers print in their order.
#[test]
fn numbers_are_those_of_the_release() {
    let index = |target, release, name| machine(target, release).index(name).map(|index| index.0);
    assert_eq!([14, 19, 23].map(|release| index(Target::X86, release, "sub_32bit")), [Some(6); 3]);
    assert_eq!([14, 16, 19, 22, 23].map(|release| index(Target::AArch64, release, "zsub")), ZSUB.map(Some));
    let registers = |release| machine(Target::X86, release).registers().iter().map(|row| row.name).collect::<Vec<_>>();
    // LLVM 19 sorts `r10bh` elsewhere than 16 does, so one order does not hold for all.
    let (older, newer) = (registers(16), registers(19));
    let shared: Vec<_> = newer.iter().filter(|name| older.contains(name)).collect();
    assert_ne!(shared, older.iter().filter(|name| newer.contains(name)).collect::<Vec<_>>());
}

#[test]
fn opcodes_come_and_go() {
    let releases = |target, name: &str| (14..=23).filter(|release| machine(target, *release).opcode(name).is_some()).collect::<Vec<u8>>();
    assert_eq!(releases(Target::X86, "G_CLMUL"), [23]);
    assert_eq!(releases(Target::X86, "G_CTLZ_ZERO_UNDEF"), [14, 15, 16, 17, 18, 19, 20, 21, 22]);
    assert_eq!(releases(Target::X86, "G_CTLZ_ZERO_POISON"), [23]);
    // They have other names in LLVM 22.
    assert_eq!(releases(Target::X86, "VPMOVQ2MZ256rr"), [14, 15, 16, 17, 18, 19]);
    assert_eq!(releases(Target::X86, "VPCMPQZ128rmibk"), [14, 15, 16, 17, 18, 19]);
    assert_eq!(releases(Target::X86, "ADD32rr").len(), 10);
    assert_eq!(releases(Target::AArch64, "Bcc").len(), 10);
    let uses = |release| machine(Target::X86, release).opcode("SUBREG_TO_REG").map(|row| row.use_slots().len());
    assert_eq!([19, 22, 23].map(uses), [Some(3), Some(3), Some(2)]);
    // LLVM 16 has it for AArch64 alone, and with two operands.
    assert_eq!(machine(Target::AArch64, 16).opcode("G_PREFETCH").map(|row| row.operands.len()), Some(2));
    assert!(!machine(Target::AArch64, 16).is_common("G_PREFETCH") && machine(Target::AArch64, 19).is_common("G_PREFETCH"));
}

#[test]
fn a_release_between_observed_ones_has_what_both_have() {
    for (release, neighbours) in [(15, [14, 16]), (17, [16, 19]), (18, [16, 19]), (20, [19, 22]), (21, [19, 22])] {
        for target in Machine::TARGETS {
            let own = machine(target, release);
            let [older, newer] = neighbours.map(|release| machine(target, release));
            let names = |machine: &Machine| machine.registers().iter().map(|row| row.name).collect::<BTreeSet<_>>();
            assert_eq!(names(own), &names(older) & &names(newer), "registers of {target:?} in LLVM {release}");
            let names = |machine: &Machine| machine.classes().iter().map(|row| row.name).collect::<BTreeSet<_>>();
            assert_eq!(names(own), &names(older) & &names(newer), "classes of {target:?} in LLVM {release}");
            let operands = |machine: &Machine, opcode: &Opcode| {
                opcode.operands.iter().map(|slot| slot.class.map(|class| machine.class_row(class).name)).collect::<Vec<_>>()
            };
            for opcode in own.opcodes() {
                for other in [older, newer] {
                    let row = other.opcode(opcode.name).unwrap();
                    assert_eq!(operands(own, opcode), operands(other, row), "{} in LLVM {release}", opcode.name);
                }
            }
            let shared = older.opcodes().iter().filter(|row| newer.opcode(row.name).is_some()).count();
            assert!(own.opcodes().len() * 10 > shared * 8, "{target:?} in LLVM {release} has {} of {shared}", own.opcodes().len());
        }
    }
    for outside in [0, 13, 24, 255] {
        assert!(Machine::of_release(Target::X86, Version(outside)).is_none() && common_opcodes_of(Version(outside)).is_empty());
    }
}

#[test]
fn words_are_foreign_to_releases_that_lack_or_change_them() {
    let releases = |word: &str, is_in: fn(&ForeignWords, &str) -> bool| {
        let of = |release: &Version| is_in(foreign_words(Target::X86, *release), word);
        Version::OBSERVED.into_iter().filter(of).map(|release| release.0).collect::<Vec<u8>>()
    };
    for (word, lacking, changing) in [
        ("G_CONSTANT_POOL", &[14, 16][..], &[][..]),
        ("G_PTRAUTH_GLOBAL_VALUE", &[14, 16], &[]),
        ("G_CLMUL", &[14, 16, 19, 22], &[]),
        ("G_CTLZ_ZERO_UNDEF", &[23], &[]),
        ("G_EXTRACT_SUBVECTOR", &[14, 16], &[22, 23]),
        ("VPMOVQ2MZ256rr", &[22, 23], &[]),
        ("SUBREG_TO_REG", &[], &[23]),
        ("$r16", &[14, 16], &[]),
        ("$_eflags", &[14], &[]),
        ("ADD32rr", &[], &[]),
        ("gr64", &[], &[]),
        ("$rax", &[], &[]),
    ] {
        assert_eq!(releases(word, |words, word| words.missing.contains(word)), lacking, "{word}");
        assert_eq!(releases(word, |words, word| words.changed.contains(word)), changing, "{word}");
    }
}

#[test]
fn the_validator_judges_by_the_tables_of_the_dialect() {
    let text = |body: &str| {
        format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $rdi, $edi\n    {body}\n    RET64\n...\n")
    };
    let errors = |body: &str, release: u8| {
        let file = File::read(text(body).as_bytes(), &Limits::default()).unwrap();
        let options = Options { triple: Some("x86_64"), dialect: Dialect::of_release(Version(release)), ..Options::default() };
        validate(&file, options).iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect::<Vec<_>>()
    };
    let body = "%0:_(s32) = IMPLICIT_DEF\n    %1:_(s32) = G_CLMUL %0, %0";
    assert_eq!(errors(body, 23), [""; 0]);
    assert_eq!(errors(body, 22), ["opcode-unknown"]);
    let body = "%0:gr32 = COPY $edi\n    %1:gr64 = SUBREG_TO_REG 0, %0, %subreg.sub_32bit";
    assert_eq!(errors(body, 22), [""; 0]);
    assert_ne!(errors(body, 23), [""; 0]);
    // Without a target, an opcode that the release has for AArch64 alone may be that of the target.
    let prefetch = "---\nname: f\nbody: |\n  bb.0:\n    %0:_(p0) = IMPLICIT_DEF\n    G_PREFETCH %0, %0\n...\n";
    let file = File::read(prefetch.as_bytes(), &Limits::default()).unwrap();
    let errors = |release| validate(&file, Options { dialect: Dialect::of_release(Version(release)), ..Options::default() });
    assert!(errors(16).iter().all(|violation| !violation.is_error()), "{:?}", errors(16));
    assert!(errors(19).iter().any(|violation| violation.rule.id == "operands-few"));
}

/// LLVM 22 gives types of its own to shifted registers and immediates of AArch64. The machine verifier knows only the types of every target,
/// so llc accepts a number or a register in each of these places.
#[test]
fn operands_with_types_of_aarch64_accept_anything() {
    let text =
        "---\nname: f\nbody: |\n  bb.0:\n    %0:gpr32 = SUBSWrs undef $w0, 1, undef $w1, implicit-def $nzcv\n    RET_ReallyLR\n...\n";
    let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
    for release in Version::OBSERVED {
        let options = Options { triple: Some("aarch64-linux-gnu"), dialect: Dialect::of_release(release), ..Options::default() };
        let violations = validate(&file, options);
        assert!(violations.is_empty(), "LLVM {}: {:?}", release.0, violations.iter().map(|one| one.rule.id).collect::<Vec<_>>());
    }
}
