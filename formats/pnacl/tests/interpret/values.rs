//! Types, and values of them that are likely to cause errors.

use crate::oracle::{join, ones};
use crate::support::*;
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::{Scalar, ValueType};

pub(crate) const V4I1: ValueType = ValueType::vector(4, Scalar::Integer(1));
pub(crate) const V8I1: ValueType = ValueType::vector(8, Scalar::Integer(1));
pub(crate) const V16I1: ValueType = ValueType::vector(16, Scalar::Integer(1));
pub(crate) const V16I8: ValueType = ValueType::vector(16, Scalar::Integer(8));
pub(crate) const V8I16: ValueType = ValueType::vector(8, Scalar::Integer(16));
pub(crate) const V4I32: ValueType = ValueType::vector(4, Scalar::Integer(32));
pub(crate) const V4F32: ValueType = ValueType::vector(4, Scalar::Float);

/// All types of values.
pub(crate) const TYPES: [ValueType; 14] = [I1, I8, I16, I32, I64, FLOAT, DOUBLE, V4I1, V8I1, V16I1, V16I8, V8I16, V4I32, V4F32];

/// Returns values of a type: for scalars the boundaries, for vectors as many as for their lanes, each in different lanes.
pub(crate) fn values(ty: ValueType) -> Vec<Bits> {
    if ty.is_vector() {
        let lanes = values(ty.element());
        let lane = |first: usize, index: u32| lanes[(first + 7 * index as usize) % lanes.len()];
        return (0..lanes.len()).map(|first| join(ty, (0..ty.lanes()).map(|index| lane(first, index)))).collect();
    }
    match ty.scalar_kind() {
        Scalar::Float => floats(),
        Scalar::Double => doubles(),
        _ => integers(ty.scalar_bits()),
    }
}

fn integers(bits: u32) -> Vec<Bits> {
    let top = 1u128 << (bits - 1);
    let width = u128::from(bits);
    let mut list = vec![0, 1, 2, 3, 7, 10, width - 1, width, width + 1, 2 * width, top - 1, top, top + 1, top << 1];
    list.extend([1u128 << 24 | 1, (1 << 53) + 1, 0xdead_beef_cafe_f00d, 0x5555_5555_5555_5555, 0xffff_ff7f_ffff_fbff]);
    list.extend([1u128, 2, 3, 7, 10, 100].map(u128::wrapping_neg));
    list.iter_mut().for_each(|value| *value &= ones(bits));
    list.sort_unstable();
    list.dedup();
    list
}

fn floats() -> Vec<Bits> {
    let numbers = [0.0f32, 1.0, 1.5, 0.1, 0.75, 3.0, 7.25, 127.5, 128.0, 255.9, 256.0, 300.5, 32768.0, 65536.0, 16_777_217.0, 1e10, 1e30];
    let edges = [f32::MIN_POSITIVE, f32::MAX, f32::EPSILON, f32::INFINITY, 2_147_483_648.0, 4_294_967_296.0, 9.3e18, 1.9e19];
    let bits = [1, 0x007f_ffff, 0x7fc0_0000, 0x7f80_0001, 0x7fc1_2345, 0x4eff_ffff, 0x5eff_ffff];
    let positive = numbers.into_iter().chain(edges).map(f32::to_bits).chain(bits);
    positive.flat_map(|bits| [bits.into(), (bits | 1 << 31).into()]).collect()
}

fn doubles() -> Vec<Bits> {
    let numbers = [0.0f64, 1.0, 1.5, 0.1, 0.75, 3.0, 7.25, 127.5, 128.0, 255.9, 256.0, 300.5, 32768.0, 65536.0, 1e10, 1e300];
    let edges = [f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, f64::INFINITY, 2_147_483_647.5, 4_294_967_295.5, 9.3e18, 1.9e19];
    let narrow = [f64::from(f32::MAX), 3.402_823_567_797_336_6e38, 1e-40, 7e-46, 8e-46, 16_777_217.0, 1.000_000_059_604_644_8];
    let bits = [1, 0xf_ffff_ffff_ffff, 0x7ff8 << 48, 0x7ff0_0000_0000_0001, 0x7ff8_1234_5678_9abc, 0x43df_ffff_ffff_ffff];
    let positive = numbers.into_iter().chain(edges).chain(narrow).map(f64::to_bits).chain(bits);
    positive.flat_map(|bits| [bits.into(), (bits | 1 << 63).into()]).collect()
}
