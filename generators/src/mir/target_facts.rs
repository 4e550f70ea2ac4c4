//! Facts of a target that are not in its tables, or are computed from them once.

use super::usable::usable;
use irsmith_mir::tables::{ClassId, IndexId, Machine, Opcode, Properties, RegisterId, Target, common_opcode};
use irsmith_mir::{Dialect, PerDialect};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A register that passes arguments or results of functions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) register: RegisterId,
    pub(super) bits: u16,
    pub(super) class: ClassId,
}

/// Opcodes that are chosen together.
#[derive(Debug)]
pub(super) struct Members {
    pub(super) name: String,
    pub(super) opcodes: Vec<&'static Opcode>,
}

/// The facts of a target.
pub(super) struct TargetFacts {
    pub(super) machine: &'static Machine,
    /// The unconditional branch.
    pub(super) jump: &'static str,
    /// The return.
    pub(super) ret: &'static str,
    pub(super) arguments: Vec<Argument>,
    pub(super) results: Vec<Argument>,
    /// Callee-saved registers.
    pub(super) saved: Vec<&'static str>,
    pub(super) groups: Vec<Members>,
    /// Number of groups of the targets before this.
    pub(super) first_group: usize,
    /// For each class, the classes whose registers all have a subregister in it, and the index of that subregister.
    pub(super) wider: Vec<Vec<(ClassId, IndexId)>>,
    /// Arguments that have lanes, with all of them.
    pub(super) lanes: Vec<(RegisterId, u64)>,
}

/// Argument registers, which the tables do not contain: name, width, class.
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

static X86: PerDialect<TargetFacts> = PerDialect::new();
static AARCH64: PerDialect<TargetFacts> = PerDialect::new();

/// An opcode of a group.
pub(super) struct Member {
    pub(super) machine: &'static Machine,
    pub(super) opcode: &'static Opcode,
    pub(super) of: &'static Members,
}

/// The groups of each opcode, of several targets if they share its name.
type Groups = HashMap<&'static str, Vec<Member>>;

/// The opcodes of the default release.
static MEMBERS: LazyLock<Groups> = LazyLock::new(|| members_of(&[Dialect::DEFAULT]));

/// The opcodes of the other releases.
static FOREIGN: LazyLock<Groups> = LazyLock::new(|| {
    let others: Vec<Dialect> = Dialect::ALL.into_iter().rev().filter(|dialect| *dialect != Dialect::DEFAULT).collect();
    members_of(&others)
});

/// Returns the groups of opcodes in the first of these releases that has them.
fn members_of(dialects: &[Dialect]) -> Groups {
    let mut all = Groups::new();
    for facts in dialects.iter().flat_map(|dialect| [Target::X86, Target::AArch64].map(|target| TargetFacts::of(target, *dialect))) {
        for of in &facts.groups {
            for opcode in &of.opcodes {
                let members = all.entry(opcode.name).or_default();
                if members.iter().all(|member| member.machine.target() != facts.machine.target()) {
                    members.push(Member { machine: facts.machine, opcode, of });
                }
            }
        }
    }
    all
}

/// Returns the groups of an opcode: of several targets, if they share its name.
pub(super) fn members(opcode: &str) -> &'static [Member] {
    let known = MEMBERS.get(opcode).or_else(|| if common_opcode(opcode).is_some() { None } else { FOREIGN.get(opcode) });
    known.map_or(&[], Vec::as_slice)
}

/// Name of a group, and whether an opcode is in it.
type GroupRule = (&'static str, fn(&Opcode) -> bool);

/// The first group that fits counts.
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

impl TargetFacts {
    /// Returns the facts of a target in a release; those of X86 for a target without tables.
    pub(super) fn of(target: Target, dialect: Dialect) -> &'static Self {
        let (of_target, target) = if target == Target::AArch64 { (&AARCH64, target) } else { (&X86, Target::X86) };
        of_target.get(dialect, || {
            let own = if target == Target::AArch64 {
                ("B", "RET_ReallyLR", AARCH64_ARGUMENTS, AARCH64_RESULTS, AARCH64_SAVED)
            } else {
                ("JMP_1", "RET64", X86_ARGUMENTS, X86_RESULTS, X86_SAVED)
            };
            Self::new(target, dialect, own)
        })
    }

    fn new(target: Target, dialect: Dialect, facts: (&'static str, &'static str, Names, Names, &'static [&'static str])) -> Self {
        let machine = dialect.machine(target).expect("both targets have tables");
        let first_group = if target == Target::AArch64 { Self::of(Target::X86, Dialect::DEFAULT).groups.len() } else { 0 };
        let (jump, ret, arguments, results, saved) = facts;
        let [arguments, results] = [arguments, results].map(|names| named(machine, names));
        let lanes = lanes(machine, &arguments);
        // A program may lack some. One without any is of another machine.
        let known: Vec<&'static str> = saved.iter().copied().filter(|name| machine.register(name).is_some()).collect();
        let saved = if known.is_empty() { saved.to_vec() } else { known };
        let mut wider = vec![Vec::new(); machine.classes().len()];
        for (place, class) in machine.classes().iter().enumerate().filter(|(_, class)| class.allocatable) {
            let id = ClassId(place as u16);
            for part in class.parts.iter().filter(|part| part.narrowed == id) {
                // The class of the subregisters may have registers that are not part of a larger one.
                if let Some(of) = part.class.filter(|of| machine.fits(id, Some(part.index), *of)) {
                    wider[usize::from(of.0)].push((id, part.index));
                }
            }
        }
        let prefix = if target == Target::AArch64 { "AArch64" } else { "X86" };
        let mut groups = groups(machine, dialect, prefix);
        if dialect == Dialect::DEFAULT {
            groups.retain(|group| !group.opcodes.is_empty());
        } else {
            groups = like(&Self::of(target, Dialect::DEFAULT).groups, groups);
        }
        Self { machine, jump, ret, arguments, results, saved, groups, first_group, wider, lanes }
    }
}

fn groups(machine: &'static Machine, dialect: Dialect, prefix: &str) -> Vec<Members> {
    let mut groups: Vec<Members> =
        GROUPS.iter().map(|(name, _)| Members { name: format!("{prefix} {name}"), opcodes: Vec::new() }).collect();
    let is_generated = |opcode: &&Opcode| usable(machine, opcode) && !dialect.refuses(Some(machine.target()), opcode.name);
    for opcode in machine.opcodes().iter().filter(is_generated) {
        if let Some(place) = GROUPS.iter().position(|(_, fits)| fits(opcode)) {
            groups[place].opcodes.push(opcode);
        }
    }
    groups
}

/// Returns groups with the same names as those of the default release, which have rows. What is in no such group joins the last one.
fn like(default: &[Members], groups: Vec<Members>) -> Vec<Members> {
    let mut alike: Vec<Members> = default.iter().map(|group| Members { name: group.name.clone(), opcodes: Vec::new() }).collect();
    let last = alike.len() - 1;
    for group in groups {
        let place = default.iter().position(|of_default| of_default.name == group.name).unwrap_or(last);
        alike[place].opcodes.extend(group.opcodes);
    }
    alike
}

fn named(machine: &'static Machine, names: Names) -> Vec<Argument> {
    let argument = |(name, bits, class): &(&'static str, u16, &str)| {
        Some(Argument { name, register: machine.register(name)?, bits: *bits, class: machine.class(class)? })
    };
    names.iter().filter_map(argument).collect()
}

/// Returns the lanes of the narrowest class of each register that has several.
fn lanes(machine: &'static Machine, arguments: &[Argument]) -> Vec<(RegisterId, u64)> {
    let lanes = arguments.iter().map(|argument| (argument.register, machine.class_row(argument.class).lanes));
    lanes.filter(|(_, lanes)| *lanes != 0 && *lanes != 1 && *lanes != u64::MAX).collect()
}

impl std::fmt::Debug for TargetFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Facts of {:?}", self.machine.target())
    }
}
