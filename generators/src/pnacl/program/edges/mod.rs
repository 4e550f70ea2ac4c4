//! Values at which operations go wrong, and those that the manual leaves undefined.
//!
//! Uniform draws hardly ever reach them: of 2^128 pairs of i64 one is the smallest integer and -1. So operands come in *pairs* from
//! separate tables for each operation ([`integers`], [`floats`]), and operands of conversions from a table for each conversion
//! ([`conversions`]).

pub(super) mod conversions;
pub(super) mod defined;
pub(super) mod floats;
pub(super) mod ieee;
pub(super) mod integers;

use super::super::kinds::Kind;
use crate::SplitMix64;
use irsmith_pnacl::interpret::Bits;

/// Joins lanes; a scalar has one.
pub(super) fn lanes(kind: Kind, mut lane: impl FnMut() -> u64) -> Bits {
    let bits = kind.ty().scalar_bits();
    let lane_mask = low(bits);
    (0..kind.ty().lanes().max(1)).fold(0, |all, place| all | Bits::from(lane() & lane_mask) << (place * bits))
}

/// As [`lanes`], for two operands whose lanes belong together.
pub(super) fn lane_pairs(kind: Kind, mut lane: impl FnMut() -> (u64, u64)) -> (Bits, Bits) {
    let mut second = Vec::with_capacity(16);
    let first = lanes(kind, || {
        let (a, b) = lane();
        second.push(b);
        a
    });
    let mut second = second.into_iter();
    (first, lanes(kind, || second.next().unwrap_or(0)))
}

/// Splits a value into lanes.
pub(super) fn lanes_of(kind: Kind, value: Bits) -> impl Iterator<Item = u64> + Clone {
    let bits = kind.ty().scalar_bits();
    (0..kind.ty().lanes().max(1)).map(move |place| (value >> (place * bits)) as u64 & low(bits))
}

/// Returns this many ones, 1 to 64.
pub(super) const fn low(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Draws a value of a kind at which some operation may go wrong.
pub(in crate::pnacl) fn any(kind: Kind, noise: &mut SplitMix64) -> Bits {
    lanes(kind, || {
        let element = kind.element().ty();
        if element.is_float() { floats::any(ieee::Ieee::of(element), noise) } else { integers::any(element.scalar_bits(), noise) }
    })
}

/// Draws one of some items.
pub(super) fn pick<T: Copy>(items: &[T], noise: &mut SplitMix64) -> Option<T> {
    let place = ((noise.next() >> 32) * items.len() as u64) >> 32;
    items.get(place as usize).copied()
}
