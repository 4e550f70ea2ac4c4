//! The opcodes of every target: the generic ones, and the pseudo instructions.
//!
//! The data state which operands are generic registers of which type. Target.td leaves the other operands open; the rows here define them.

use super::generic::rules_of;
use super::opcode::common_rows;
use super::slot::slot;
use super::words::{Words, lines, list, unless_dash};
use super::{Opcode, Properties, Slot, SlotKind, Tail, Version, names::Names};
use SlotKind::{
    Block, BlockAddress, Cfi, Constant, FloatConstant, FloatPredicate, FrameObject, Global, IntegerConstant, IntegerPredicate, Intrinsic,
    JumpTable, Metadata, Number, Register, ShuffleMask, SubregisterIndex, Symbol, Type,
};
use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

/// The opcodes of each release, once they were needed.
static OPCODES: [OnceLock<&'static [Opcode]>; Version::COUNT] = [const { OnceLock::new() }; Version::COUNT];

/// The opcodes of every target of all releases: for each name the row of the default release, or else of the newest release that has it.
static ALL: LazyLock<Vec<&'static Opcode>> = LazyLock::new(|| {
    let mut all: Vec<&Opcode> = common_opcodes().iter().collect();
    let mut names: HashSet<&str> = all.iter().map(|row| row.name).collect();
    let others = Version::OBSERVED.into_iter().rev().flat_map(common_opcodes_of);
    all.extend(others.filter(|row| names.insert(row.name)));
    all
});

static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(ALL.iter().map(|row| row.name)));

/// Returns the opcodes that every target has in the default release, [`Version::TABLES`], by name: 247 generic ones and 48 others.
pub fn common_opcodes() -> &'static [Opcode] {
    common_opcodes_of(Version::TABLES)
}

/// Returns the opcodes that every target has in a release, by name; none if the release is older or newer than every observed one. A
/// release that was not observed has what both observed releases beside it have.
pub fn common_opcodes_of(release: Version) -> &'static [Opcode] {
    let (Some(place), Some(neighbours)) = (release.place(), release.neighbours()) else { return &[] };
    OPCODES[place].get_or_init(|| read(neighbours).expect("the committed tables are well-formed"))
}

fn read(releases: [Version; 2]) -> Option<&'static [Opcode]> {
    common_rows(releases, |release| {
        let rows: Option<Vec<Opcode>> =
            lines(include_str!("data/common.txt"), "opcodes", [release; 2]).map(|line| opcode(&mut line.split(' '))).collect();
        let mut rows = rows?;
        rows.sort_by_key(|row| row.name);
        Some(rows)
    })
}

/// Returns the opcode of this name that every target has: that of the default release, or else of the newest release that has it.
pub fn common_opcode(name: &str) -> Option<&'static Opcode> {
    NAMES.find(name).and_then(|place| ALL.get(usize::from(place)).copied())
}

/// The kinds of operands that are `u` or `i` in the data: opcode, name of the operand, kind.
const KINDS: &[(&str, &str, SlotKind)] = &[
    ("ANNOTATION_LABEL", "id", Symbol),
    ("ARITH_FENCE", "dst", Register),
    ("ARITH_FENCE", "src", Register),
    ("CFI_INSTRUCTION", "id", Cfi),
    ("CONVERGENCECTRL_ANCHOR", "dst", Register),
    ("CONVERGENCECTRL_ENTRY", "dst", Register),
    ("CONVERGENCECTRL_GLUE", "src", Register),
    ("CONVERGENCECTRL_LOOP", "dst", Register),
    ("CONVERGENCECTRL_LOOP", "src", Register),
    ("COPY", "dst", Register),
    ("COPY", "src", Register),
    ("COPY_LANEMASK", "dst", Register),
    ("COPY_LANEMASK", "src", Register),
    ("COPY_TO_REGCLASS", "dst", Register),
    ("COPY_TO_REGCLASS", "src", Register),
    ("COPY_TO_REGCLASS", "regclass", Number),
    ("DBG_LABEL", "label", Metadata),
    ("EH_LABEL", "id", Symbol),
    ("EXTRACT_SUBREG", "dst", Register),
    ("EXTRACT_SUBREG", "supersrc", Register),
    ("EXTRACT_SUBREG", "subidx", SubregisterIndex),
    ("FAULTING_OP", "dst", Register),
    ("GC_LABEL", "id", Symbol),
    ("G_BLOCK_ADDR", "ba", BlockAddress),
    ("G_BR", "src1", Block),
    ("G_BRCOND", "truebb", Block),
    ("G_BRJT", "jti", JumpTable),
    ("G_CONSTANT", "imm", IntegerConstant),
    ("G_CONSTANT_POOL", "src", Constant),
    ("G_DYN_STACKALLOC", "align", Number),
    ("G_FCMP", "tst", FloatPredicate),
    ("G_FCONSTANT", "imm", FloatConstant),
    ("G_FENCE", "ordering", Number),
    ("G_FENCE", "scope", Number),
    ("G_FRAME_INDEX", "src2", FrameObject),
    ("G_GLOBAL_VALUE", "src", Global),
    ("G_ICMP", "tst", IntegerPredicate),
    ("G_INDEXED_LOAD", "am", Number),
    ("G_INDEXED_SEXTLOAD", "am", Number),
    ("G_INDEXED_STORE", "am", Number),
    ("G_INDEXED_ZEXTLOAD", "am", Number),
    ("G_INTRINSIC", "intrin", Intrinsic),
    ("G_INTRINSIC_CONVERGENT", "intrin", Intrinsic),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "intrin", Intrinsic),
    ("G_INTRINSIC_FPTRUNC_ROUND", "round_mode", Number),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "intrin", Intrinsic),
    ("G_IS_FPCLASS", "test", Number),
    ("G_JUMP_TABLE", "jti", JumpTable),
    ("G_PREFETCH", "cachetype", Number),
    ("G_PREFETCH", "locality", Number),
    ("G_PREFETCH", "rw", Number),
    ("G_PTRAUTH_GLOBAL_VALUE", "addr", Register),
    ("G_PTRAUTH_GLOBAL_VALUE", "disc", Number),
    ("G_PTRAUTH_GLOBAL_VALUE", "key", Number),
    ("G_READ_REGISTER", "register", Metadata),
    ("G_SHUFFLE_VECTOR", "mask", ShuffleMask),
    ("G_STEP_VECTOR", "step", IntegerConstant),
    ("G_STRICT_FCMP", "tst", FloatPredicate),
    ("G_STRICT_FCMPS", "tst", FloatPredicate),
    ("G_UBSANTRAP", "kind", Number),
    ("G_VAARG", "align", Number),
    ("G_VSCALE", "src", IntegerConstant),
    ("G_WRITE_REGISTER", "register", Metadata),
    ("IMPLICIT_DEF", "dst", Register),
    ("INIT_UNDEF", "dst", Register),
    ("INSERT_SUBREG", "dst", Register),
    ("INSERT_SUBREG", "supersrc", Register),
    ("INSERT_SUBREG", "subsrc", Register),
    ("INSERT_SUBREG", "subidx", SubregisterIndex),
    ("JUMP_TABLE_DEBUG_INFO", "jti", Number),
    ("LIFETIME_END", "id", FrameObject),
    ("LIFETIME_START", "id", FrameObject),
    ("LOCAL_ESCAPE", "id", FrameObject),
    ("PATCHABLE_EVENT_CALL", "size", Register),
    ("PATCHABLE_TYPED_EVENT_CALL", "size", Register),
    ("PATCHABLE_TYPED_EVENT_CALL", "type", Register),
    ("PATCHPOINT", "dst", Register),
    ("PHI", "dst", Register),
    ("PSEUDO_PROBE", "attr", Number),
    ("PSEUDO_PROBE", "guid", Number),
    ("PSEUDO_PROBE", "index", Number),
    ("PSEUDO_PROBE", "type", Number),
    ("REG_SEQUENCE", "dst", Register),
    ("REG_SEQUENCE", "supersrc", Register),
    ("SUBREG_TO_REG", "dst", Register),
    ("SUBREG_TO_REG", "implsrc", Number),
    ("SUBREG_TO_REG", "subsrc", Register),
    ("SUBREG_TO_REG", "subidx", SubregisterIndex),
];

/// The further operands of variadic opcodes; an opcode without a row accepts any.
const TAILS: &[(&str, Tail)] = &[
    ("G_BUILD_VECTOR", Tail::Uses(&[Type(1)])),
    ("G_BUILD_VECTOR_TRUNC", Tail::Uses(&[Type(1)])),
    ("G_CONCAT_VECTORS", Tail::Uses(&[Type(1)])),
    ("G_MERGE_VALUES", Tail::Uses(&[Type(1)])),
    ("G_PHI", Tail::Uses(&[Type(0), Block])),
    ("G_UNMERGE_VALUES", Tail::Results(Type(0))),
    ("PHI", Tail::Uses(&[Register, Block])),
    ("REG_SEQUENCE", Tail::Uses(&[SubregisterIndex, Register])),
];

fn opcode(words: Words<'_>) -> Option<Opcode> {
    let name = words.next()?;
    let read = |text: &'static str| {
        let (operand, kind) = text.split_once(':')?;
        Some(refined(name, slot(operand, kind, |_| None)?))
    };
    let (results, uses) = (list(words.next()?, read)?, list(words.next()?, read)?);
    let properties = Properties::of(unless_dash(words.next()?))?;
    let operands = [results, uses].concat();
    Some(Opcode {
        name,
        results: results.len().try_into().ok()?,
        tail: tail(name, properties),
        reads: &[],
        writes: &[],
        properties,
        rules: rules_of(name, &operands),
        operands: operands.leak(),
    })
}

/// Returns an operand of an opcode with its kind in [`KINDS`].
fn refined(opcode: &str, slot: Slot) -> Slot {
    let row = KINDS.iter().find(|(name, operand, _)| (*name, *operand) == (opcode, slot.name));
    Slot { kind: row.map_or(slot.kind, |(.., kind)| *kind), ..slot }
}

fn tail(opcode: &str, properties: Properties) -> Tail {
    if !properties.contains(Properties::VARIADIC) {
        return Tail::None;
    }
    TAILS.iter().find(|(name, _)| *name == opcode).map_or(Tail::Any, |(_, tail)| *tail)
}
