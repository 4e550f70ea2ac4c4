//! Atomic accesses in a single thread, at addresses that are multiples of the size.

use super::op::Update;
use super::{Memory, TrapKind};

/// Loads `size` bytes.
pub(super) fn load(memory: &Memory<'_>, size: u8, address: u32) -> Result<u64, TrapKind> {
    if !address.is_multiple_of(size.into()) {
        return Err(TrapKind::Misaligned);
    }
    let bytes = memory.bytes(address, size.into()).ok_or(TrapKind::Memory)?;
    Ok(number(bytes))
}

/// Replaces `size` bytes, even by the same value; returns the old ones.
pub(super) fn replace(memory: &mut Memory<'_>, size: u8, address: u32, change: impl FnOnce(u64) -> u64) -> Result<u64, TrapKind> {
    if !address.is_multiple_of(size.into()) {
        return Err(TrapKind::Misaligned);
    }
    let bytes = memory.bytes_mut(address, size.into()).ok_or(TrapKind::Memory)?;
    let old = number(bytes);
    let new = change(old).to_le_bytes();
    bytes.iter_mut().zip(new).for_each(|(byte, new)| *byte = new);
    Ok(old)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// Returns the new value of an update.
pub(super) const fn update(update: Update, old: u64, value: u64) -> u64 {
    match update {
        Update::Add => old.wrapping_add(value),
        Update::Sub => old.wrapping_sub(value),
        Update::Or => old | value,
        Update::And => old & value,
        Update::Xor => old ^ value,
        Update::Exchange => value,
    }
}
