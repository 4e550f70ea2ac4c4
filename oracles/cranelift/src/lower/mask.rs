//! Masks and the bits that they represent.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ConstantData, InstBuilder, Type, Value, types};
use cranelift_frontend::FunctionBuilder;

/// Returns the bits of a mask, lane 0 in bit 0: an i8 for 8 lanes, otherwise an i16, whose bits above the lanes are 0.
pub(crate) fn bits_of_mask(builder: &mut FunctionBuilder<'_>, mask: Value) -> Value {
    let ty = if builder.func.dfg.value_type(mask).lane_count() == 8 { types::I8 } else { types::I16 };
    builder.ins().vhigh_bits(ty, mask)
}

/// Returns the mask of a type for bits in an i8 or i16: each lane tests its own bit.
pub(crate) fn mask_of_bits(builder: &mut FunctionBuilder<'_>, ty: Type, bits: Value) -> Value {
    let lane = ty.lane_type();
    let everywhere = if ty == types::I8X16 { bytes_by_half(builder, bits) } else { spread(builder, lane, ty, bits) };
    let own = own_bits(ty);
    let own = builder.func.dfg.constants.insert(ConstantData::from(&own[..]));
    let own = builder.ins().vconst(ty, own);
    let set = builder.ins().band(everywhere, own);
    builder.ins().icmp(IntCC::Equal, set, own)
}

/// Copies all bits to every lane.
fn spread(builder: &mut FunctionBuilder<'_>, lane: Type, ty: Type, bits: Value) -> Value {
    let bits = if builder.func.dfg.value_type(bits) == lane { bits } else { builder.ins().uextend(lane, bits) };
    builder.ins().splat(ty, bits)
}

/// Returns the low byte of an i16 in the lower eight lanes, the high byte in the upper.
fn bytes_by_half(builder: &mut FunctionBuilder<'_>, bits: Value) -> Value {
    let low = builder.ins().ireduce(types::I8, bits);
    let high = builder.ins().ushr_imm_u(bits, 8);
    let high = builder.ins().ireduce(types::I8, high);
    let low = builder.ins().splat(types::I8X16, low);
    let high = builder.ins().splat(types::I8X16, high);
    let lower: [u8; 16] = std::array::from_fn(|lane| if lane < 8 { 0xff } else { 0 });
    let lower = builder.func.dfg.constants.insert(ConstantData::from(&lower[..]));
    let lower = builder.ins().vconst(types::I8X16, lower);
    builder.ins().bitselect(lower, low, high)
}

/// Returns, for each lane, the bit that it tests.
fn own_bits(ty: Type) -> [u8; 16] {
    let size = ty.lane_bits() as usize / 8;
    std::array::from_fn(|byte| {
        let lane = byte / size;
        // Only byte lanes have more lanes than bits.
        if byte % size == 0 { 1 << (lane % 8) } else { 0 }
    })
}
