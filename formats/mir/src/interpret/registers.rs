//! Physical registers and calling conventions: X86-64 (System V) and AArch64 (AAPCS64).

use crate::tables::Target;

/// A physical register: a part of one of the registers that the machine keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Physical {
    /// The first of its cells, of 64 bits each.
    pub(super) cell: u32,
    /// The first bit in the cell.
    pub(super) offset: u32,
    /// The width in bits.
    pub(super) bits: u32,
    /// The width of the whole register.
    pub(super) whole: u32,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Register(Physical),
    /// The stack pointer.
    StackPointer,
    /// A register that is always 0, of this many bits.
    Zero(u32),
    /// A register that only implicit operands name, such as flags.
    Ignored,
}

/// The number of general registers, which have one cell each.
const GENERAL: u32 = 32;
/// The cells of a vector register.
const VECTOR_CELLS: u32 = 8;
/// The number of cells.
pub(super) const CELLS: u32 = GENERAL + 32 * VECTOR_CELLS;

fn general(number: u32, offset: u32, bits: u32) -> Named {
    Named::Register(Physical { cell: number, offset, bits, whole: 64 })
}

fn vector(number: u32, bits: u32, whole: u32) -> Named {
    Named::Register(Physical { cell: GENERAL + number * VECTOR_CELLS, offset: 0, bits, whole })
}

/// Returns the number behind a prefix, without leading zeros, if it is below 32.
fn numbered(name: &str, prefix: &str) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?;
    let number: u32 = digits.parse().ok()?;
    (number < 32 && (digits.len() == 1 || !digits.starts_with('0')) && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(number)
}

/// Returns what a physical register's name means on a target.
pub(super) fn named(target: Target, name: &str) -> Option<Named> {
    match target {
        Target::X86 => x86(name),
        Target::AArch64 => aarch64(name),
        _ => None,
    }
}

/// The first eight registers, in the order of their numbers, by the letters that their names share.
const X86_NAMES: [&str; 8] = ["a", "c", "d", "b", "sp", "bp", "si", "di"];

fn x86(name: &str) -> Option<Named> {
    if matches!(name, "rsp" | "esp") {
        return Some(Named::StackPointer);
    }
    if matches!(name, "eflags" | "ssp" | "mxcsr" | "fpcw" | "fpsw" | "df" | "rip" | "eip" | "ip") {
        return Some(Named::Ignored);
    }
    for (letters, number) in X86_NAMES.iter().zip(0..) {
        // The registers of one letter have an `x` behind it, and names for both low bytes.
        let x = if letters.len() == 1 { "x" } else { "" };
        let spelled = |prefix: &str, suffix: &str| name == format!("{prefix}{letters}{suffix}");
        let found = match () {
            () if spelled("r", x) => Some((0, 64)),
            () if spelled("e", x) => Some((0, 32)),
            () if spelled("", x) => Some((0, 16)),
            () if spelled("", "l") => Some((0, 8)),
            () if letters.len() == 1 && spelled("", "h") => Some((8, 8)),
            () => None,
        };
        if let Some((offset, bits)) = found {
            return Some(general(number, offset, bits));
        }
    }
    for (suffix, bits) in [("", 64), ("d", 32), ("w", 16), ("b", 8)] {
        if let Some(number) = name.strip_suffix(suffix).and_then(|name| numbered(name, "r")).filter(|number| *number >= 8) {
            return Some(general(number, 0, bits));
        }
    }
    [("xmm", 128), ("ymm", 256), ("zmm", 512)].iter().find_map(|(prefix, bits)| Some(vector(numbered(name, prefix)?, *bits, 512)))
}

fn aarch64(name: &str) -> Option<Named> {
    match name {
        "sp" | "wsp" => return Some(Named::StackPointer),
        "xzr" => return Some(Named::Zero(64)),
        "wzr" => return Some(Named::Zero(32)),
        "fp" => return Some(general(29, 0, 64)),
        "lr" => return Some(general(30, 0, 64)),
        "nzcv" | "fpcr" | "fpsr" | "fpmr" | "vg" | "ffr" => return Some(Named::Ignored),
        _ => {}
    }
    for (prefix, bits) in [("x", 64), ("w", 32)] {
        if let Some(number) = numbered(name, prefix).filter(|number| *number < 31) {
            return Some(general(number, 0, bits));
        }
    }
    let widths = [("b", 8), ("h", 16), ("s", 32), ("d", 64), ("q", 128)];
    widths.iter().find_map(|(prefix, bits)| Some(vector(numbered(name, prefix)?, *bits, 128)))
}

/// Returns the width up to which a callee preserves the register whose first cell this is.
pub(super) fn preserved(target: Target, cell: u32) -> u32 {
    match target {
        // rbx, rbp, r12 to r15.
        Target::X86 if matches!(cell, 3 | 5 | 12..=15) => 64,
        // x18 to x30; x18 belongs to the platform, and the frame and link registers are restored.
        Target::AArch64 if matches!(cell, 18..=30) => 64,
        // The lower halves of v8 to v15.
        Target::AArch64 if cell >= GENERAL && matches!((cell - GENERAL) / VECTOR_CELLS, 8..=15) => 64,
        _ => 0,
    }
}

/// Returns the first cell of every register and the number of its cells.
pub(super) fn all() -> impl Iterator<Item = (u32, u32)> {
    (0..GENERAL).map(|cell| (cell, 1)).chain((0..32).map(|number| (GENERAL + number * VECTOR_CELLS, VECTOR_CELLS)))
}

/// What an opcode of a target does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// Returns.
    Return,
    /// Calls its first operand.
    Call,
    /// Calls its first operand and returns.
    TailCall,
    /// Begins the arguments of a call on the stack: its first operand is their size.
    FrameSetup,
    /// Ends them.
    FrameDestroy,
}

/// The opcodes of targets that executions understand.
const CONTROLS: &[(Target, Control, &[&str])] = &[
    (Target::X86, Control::Return, &["RET", "RET64", "RET32", "RETQ", "RETL", "RETI64", "RETIQ"]),
    (Target::X86, Control::Call, &["CALL64pcrel32", "CALL64r", "CALLpcrel32", "CALL32r"]),
    (Target::X86, Control::TailCall, &["TCRETURNdi64", "TCRETURNri64", "TCRETURNdi", "TCRETURNri"]),
    (Target::X86, Control::FrameSetup, &["ADJCALLSTACKDOWN64", "ADJCALLSTACKDOWN32"]),
    (Target::X86, Control::FrameDestroy, &["ADJCALLSTACKUP64", "ADJCALLSTACKUP32"]),
    (Target::AArch64, Control::Return, &["RET_ReallyLR", "RET"]),
    (Target::AArch64, Control::Call, &["BL", "BLR"]),
    (Target::AArch64, Control::TailCall, &["TCRETURNdi", "TCRETURNri"]),
    (Target::AArch64, Control::FrameSetup, &["ADJCALLSTACKDOWN"]),
    (Target::AArch64, Control::FrameDestroy, &["ADJCALLSTACKUP"]),
];

/// Returns what an opcode of a target does, if executions understand it.
pub(super) fn control(target: Target, opcode: &str) -> Option<Control> {
    let row = CONTROLS.iter().find(|(of, _, names)| *of == target && names.contains(&opcode))?;
    Some(row.1)
}
