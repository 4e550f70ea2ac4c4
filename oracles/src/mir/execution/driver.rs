//! The driver: assembly that makes a file of machine functions a program of its own, without a C library or a linker script.
//!
//! The driver goes into the IR document of the file as `module asm`, so that one run of llc gives one object. The file defines `main`,
//! `memory` and `trapped`; `main` calls `reset`, `report` and `dump`, or `write` and `quit`.

use super::Processor;

/// The initial value of the hash of memories: that of FNV-1a.
const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;
/// The factor of each step: the prime of FNV-1a.
const HASH_FACTOR: u64 = 0x0100_0000_01b3;

/// The functions of the driver that Machine IR calls.
pub const DRIVER_FUNCTIONS: [&str; 5] = ["reset", "report", "dump", "write", "quit"];

/// Returns the lines of an IR document that contain the driver, its variable and declarations of its functions.
pub fn driver(processor: Processor) -> String {
    without_prepare(processor) + "  module asm \"prepare: ret\"\n"
}

/// As [`driver`], without the function `prepare`, which is called while system calls are still allowed.
pub(super) fn without_prepare(processor: Processor) -> String {
    let text = match processor {
        Processor::X86_64 => include_str!("x86_64.s"),
        Processor::AArch64 => include_str!("aarch64.s"),
    };
    let text = text.replace("HASH_START", &HASH_START.to_string()).replace("HASH_FACTOR", &HASH_FACTOR.to_string());
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        out += &format!("  module asm \"{line}\"\n");
    }
    out += "  @record = internal global [32 x i8] zeroinitializer, align 16\n";
    for name in DRIVER_FUNCTIONS {
        out += &format!("  declare void @{name}() nounwind\n");
    }
    out
}

/// What the driver's `report` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The value of `trapped`.
    pub trapped: u64,
    /// The two words of the result, the first in the low bits.
    pub result: u128,
    /// [`memory_hash`] of the memory.
    pub memory: u64,
}

impl Record {
    /// The bytes of a record.
    pub const SIZE: usize = 32;

    /// Reads a record.
    pub fn read(bytes: &[u8; Self::SIZE]) -> Self {
        let (words, _) = bytes.as_chunks::<8>();
        let [trapped, low, high, memory] = [0, 1, 2, 3].map(|index| words.get(index).map_or(0, |word| u64::from_le_bytes(*word)));
        Self { trapped, result: u128::from(high) << 64 | u128::from(low), memory }
    }
}

/// Hashes memory as the driver does: FNV-1a over little-endian words of 64 bits instead of bytes, with the upper half of each product
/// combined into the lower. Bytes after the last whole word do not count; memories have none.
pub fn memory_hash(memory: &[u8]) -> u64 {
    let (words, _) = memory.as_chunks::<8>();
    words.iter().fold(HASH_START, |hash, word| {
        let product = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(HASH_FACTOR);
        product ^ product >> 32
    })
}
