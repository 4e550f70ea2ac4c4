//! What is known of a target beyond its tables, and what is computed from them once.

use super::usable::usable;
use irsmith_mir::tables::{ClassId, IndexId, Machine, Opcode, Properties, RegisterId, Target};
use std::sync::LazyLock;

/// A register that arguments or results of functions are passed in.
#[derive(Clone, Copy, Debug)]
pub(in crate::mir) struct Argument {
    pub(in crate::mir) name: &'static str,
    pub(in crate::mir) register: RegisterId,
    pub(in crate::mir) bits: u16,
    pub(in crate::mir) class: ClassId,
}

/// Opcodes that are chosen together.
pub(in crate::mir) struct Group {
    pub(in crate::mir) name: String,
    pub(in crate::mir) opcodes: Vec<&'static Opcode>,
}

/// What is known of a target.
pub(in crate::mir) struct Facts {
    pub(in crate::mir) machine: &'static Machine,
    /// The unconditional branch.
    pub(in crate::mir) jump: &'static str,
    /// The return.
    pub(in crate::mir) ret: &'static str,
    pub(in crate::mir) arguments: Vec<Argument>,
    pub(in crate::mir) results: Vec<Argument>,
    /// Registers that a callee saves.
    pub(in crate::mir) saved: &'static [&'static str],
    pub(in crate::mir) groups: Vec<Group>,
    /// Groups of the targets before this.
    pub(in crate::mir) first_group: usize,
    /// For each class, the classes whose registers all have a part in it, and the index of that part.
    pub(in crate::mir) wider: Vec<Vec<(ClassId, IndexId)>>,
    /// Arguments that have lanes, with all of them.
    pub(in crate::mir) lanes: Vec<(RegisterId, u64)>,
}

/// What the tables do not say: name, width, class.
type Names = &'static [(&'static str, u16, &'static str)];

const X86_ARGUMENTS: Names = &[
    ("rdi", 64, "gr64"),
    ("rsi", 64, "gr64"),
    ("edx", 32, "gr32"),
    ("xmm0", 128, "vr128"),
    ("rcx", 64, "gr64"),
    ("r8d", 32, "gr32"),
    ("ymm1", 256, "vr256"),
];
const X86_RESULTS: Names = &[("rax", 64, "gr64"), ("eax", 32, "gr32"), ("ax", 16, "gr16"), ("xmm0", 128, "vr128")];
const X86_SAVED: &[&str] = &["rbx", "r12", "r13", "r14", "r15", "rbp"];

const AARCH64_ARGUMENTS: Names = &[
    ("x0", 64, "gpr64"),
    ("w1", 32, "gpr32"),
    ("q0", 128, "fpr128"),
    ("d1", 64, "fpr64"),
    ("x2", 64, "gpr64"),
    ("s3", 32, "fpr32"),
    ("q2", 128, "fpr128"),
];
const AARCH64_RESULTS: Names = &[("x0", 64, "gpr64"), ("w0", 32, "gpr32"), ("q0", 128, "fpr128"), ("d0", 64, "fpr64")];
const AARCH64_SAVED: &[&str] = &["x19", "x20", "x21", "x28", "d8", "d9"];

pub(super) static X86: LazyLock<Facts> = LazyLock::new(|| {
    let facts = ("JMP_1", "RET64", X86_ARGUMENTS, X86_RESULTS, X86_SAVED);
    Facts::new(Target::X86, facts, 0)
});
pub(super) static AARCH64: LazyLock<Facts> = LazyLock::new(|| {
    let facts = ("B", "RET_ReallyLR", AARCH64_ARGUMENTS, AARCH64_RESULTS, AARCH64_SAVED);
    Facts::new(Target::AArch64, facts, X86.groups.len())
});

/// Name of a group, and whether an opcode is in it.
type GroupRule = (&'static str, fn(&Opcode) -> bool);

/// The first that fits counts.
const GROUPS: &[GroupRule] = &[
    ("generic opcodes of the target", |opcode| opcode.is(Properties::GENERIC)),
    ("variadic", |opcode| opcode.is(Properties::VARIADIC)),
    ("pseudo instructions", |opcode| opcode.is(Properties::PSEUDO)),
    ("expanded by hand", |opcode| opcode.is(Properties::CUSTOM_INSERTER)),
    ("reads and writes memory", |opcode| opcode.is(Properties::MAY_LOAD | Properties::MAY_STORE)),
    ("writes memory", |opcode| opcode.is(Properties::MAY_STORE)),
    ("raises exceptions from memory", |opcode| opcode.is(Properties::MAY_LOAD | Properties::MAY_RAISE)),
    ("reads memory", |opcode| opcode.is(Properties::MAY_LOAD)),
    ("raises exceptions", |opcode| opcode.is(Properties::MAY_RAISE)),
    ("side effects", |opcode| opcode.is(Properties::SIDE_EFFECTS)),
    ("compares", |opcode| opcode.is(Properties::COMPARE)),
    ("commutable", |opcode| opcode.is(Properties::COMMUTABLE)),
    ("tied", |opcode| opcode.operands.iter().any(|slot| slot.tied.is_some())),
    ("flags", |opcode| !opcode.writes.is_empty()),
    ("others", |_| true),
];

impl Facts {
    /// The facts of a target; those of X86 for any without tables.
    pub(in crate::mir) fn of(target: Target) -> &'static Self {
        if target == Target::AArch64 { &AARCH64 } else { &X86 }
    }

    fn new(target: Target, facts: (&'static str, &'static str, Names, Names, &'static [&'static str]), first_group: usize) -> Self {
        let machine = Machine::of(target).expect("both targets have tables");
        let (jump, ret, arguments, results, saved) = facts;
        let [arguments, results] = [arguments, results].map(|names| named(machine, names));
        let lanes = lanes(machine, &arguments);
        let mut wider = vec![Vec::new(); machine.classes().len()];
        for (place, class) in machine.classes().iter().enumerate().filter(|(_, class)| class.allocatable) {
            let id = ClassId(place as u16);
            for part in class.parts.iter().filter(|part| part.narrowed == id) {
                // The class of the parts may have registers that no whole has.
                if let Some(of) = part.class.filter(|of| machine.fits(id, Some(part.index), *of)) {
                    wider[usize::from(of.0)].push((id, part.index));
                }
            }
        }
        let prefix = if target == Target::AArch64 { "AArch64" } else { "X86" };
        Self { machine, jump, ret, arguments, results, saved, groups: groups(machine, prefix), first_group, wider, lanes }
    }
}

fn groups(machine: &'static Machine, prefix: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = GROUPS.iter().map(|(name, _)| Group { name: format!("{prefix} {name}"), opcodes: Vec::new() }).collect();
    for opcode in machine.opcodes().iter().filter(|opcode| usable(machine, opcode)) {
        if let Some(place) = GROUPS.iter().position(|(_, fits)| fits(opcode)) {
            groups[place].opcodes.push(opcode);
        }
    }
    groups.retain(|group| !group.opcodes.is_empty());
    groups
}

fn named(machine: &'static Machine, names: Names) -> Vec<Argument> {
    let argument = |(name, bits, class): &(&'static str, u16, &str)| {
        Some(Argument { name, register: machine.register(name)?, bits: *bits, class: machine.class(class)? })
    };
    names.iter().filter_map(argument).collect()
}

/// The lanes of the narrowest class of each register that has several.
fn lanes(machine: &'static Machine, arguments: &[Argument]) -> Vec<(RegisterId, u64)> {
    let lanes = arguments.iter().map(|argument| (argument.register, machine.class_row(argument.class).lanes));
    lanes.filter(|(_, lanes)| *lanes != 0 && *lanes != 1 && *lanes != u64::MAX).collect()
}

impl std::fmt::Debug for Facts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Facts of {:?}", self.machine.target())
    }
}
