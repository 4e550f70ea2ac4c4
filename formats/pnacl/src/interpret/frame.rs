//! Reading and writing the slots of a frame.

use super::calls::Window;
use super::op::Slot;
use super::vector::Shape;

#[inline(always)]
pub(super) const fn get(frame: &Window, slot: Slot) -> u64 {
    frame[slot as usize]
}

#[inline(always)]
pub(super) const fn set(frame: &mut Window, slot: Slot, value: u64) {
    frame[slot as usize] = value;
}

#[inline(always)]
pub(super) const fn get_32(frame: &Window, slot: Slot) -> u32 {
    frame[slot as usize] as u32
}

#[inline(always)]
pub(super) fn set_32(frame: &mut Window, slot: Slot, value: u32) {
    frame[slot as usize] = u64::from(value);
}

#[inline(always)]
pub(super) fn get_vector(frame: &Window, slot: Slot) -> u128 {
    u128::from(get(frame, slot)) | u128::from(get(frame, slot.wrapping_add(1))) << 64
}

#[inline(always)]
pub(super) const fn set_vector(frame: &mut Window, slot: Slot, value: u128) {
    set(frame, slot, value as u64);
    set(frame, slot.wrapping_add(1), (value >> 64) as u64);
}

/// Reads a vector, or a mask, which occupies one slot.
#[inline(always)]
pub(super) fn get_shaped(frame: &Window, shape: Shape, slot: Slot) -> u128 {
    if shape == Shape::Mask { get(frame, slot).into() } else { get_vector(frame, slot) }
}

#[inline(always)]
pub(super) const fn set_shaped(frame: &mut Window, shape: Shape, slot: Slot, value: u128) {
    if matches!(shape, Shape::Mask) {
        set(frame, slot, value as u64);
    } else {
        set_vector(frame, slot, value);
    }
}
