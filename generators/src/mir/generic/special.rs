//! Generic opcodes with a variable number of operands, or with operands that have no type.

use super::super::addresses::block_address;
use super::super::build::Build;
use super::super::instruction::{flags, instruction, push};
use super::super::metadata::nodes;
use super::super::numbers::{float_constant, offset};
use super::super::objects::own_metadata;
use super::super::types::{float_width, narrower, pointer, shaped, width};
use super::super::values::{result, use_of};
use irsmith_mir::tables::{Opcode, Version};
use irsmith_mir::{Element, Metadata, Operand, OperandKind, Type};
use std::ops::RangeInclusive;

/// An intrinsic: the opcode that calls it, the name, result and arguments as widths, where 0 means a pointer, and the values of a last
/// argument that is a constant (`immarg`). Without that number, a selector reads behind the operands.
type Intrinsic = (&'static str, &'static str, &'static [u16], &'static [u16], Option<RangeInclusive<u8>>);

/// Intrinsics, by LLVM's language reference; those of AMDGPU and NVPTX by their definitions (IntrinsicsAMDGPU.td, IntrinsicsNVVM.td).
const INTRINSICS: &[Intrinsic] = &[
    ("G_INTRINSIC", "llvm.returnaddress", &[0], &[], Some(0..=2)),
    ("G_INTRINSIC", "llvm.thread.pointer", &[0], &[], None),
    ("G_INTRINSIC", "llvm.frameaddress", &[0], &[], Some(0..=2)),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.sideeffect", &[], &[], None),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.clear_cache", &[], &[0, 0], None),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.init.trampoline", &[], &[0, 0, 0], None),
    ("G_INTRINSIC_CONVERGENT", "llvm.amdgcn.readfirstlane", &[32], &[32], None),
    // The predicates of integers.
    ("G_INTRINSIC_CONVERGENT", "llvm.amdgcn.icmp", &[64], &[32, 32], Some(32..=41)),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "llvm.amdgcn.s.barrier", &[], &[], None),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "llvm.nvvm.barrier0", &[], &[], None),
];

/// The first release, as far as is known, in which `llvm.nvvm.barrier0` has another name.
const RENAMED: Version = Version(20);

/// Generates an instruction of an opcode with a special recipe; nothing for opcodes that control flow generates.
pub(super) fn special(build: &mut Build<'_, '_>, opcode: &'static Opcode) {
    match opcode.name {
        "G_MERGE_VALUES" | "G_UNMERGE_VALUES" => merge(build, opcode),
        "G_BUILD_VECTOR" | "G_BUILD_VECTOR_TRUNC" | "G_CONCAT_VECTORS" => build_vector(build, opcode),
        "G_FCONSTANT" => {
            let bits = float_width(&mut build.draw);
            let constant = float_constant(&mut build.draw, bits);
            made(build, opcode, Some(Type::scalar(bits)), [OperandKind::Float(Box::new(constant)).into()]);
        }
        "G_GLOBAL_VALUE" => {
            let Some(value) = build.module.global(&mut build.draw) else { return };
            let offset = if build.draw.chance(64) { offset(&mut build.draw) } else { 0 };
            made(build, opcode, Some(Type::pointer(0)), [OperandKind::Global { value, offset }.into()]);
        }
        "G_PTRAUTH_GLOBAL_VALUE" => signed_global(build, opcode),
        "G_BLOCK_ADDR" => {
            let Some(address) = block_address(build) else { return };
            made(build, opcode, Some(Type::pointer(0)), [address.into()]);
        }
        "G_FENCE" => {
            let ordering = 4 + build.draw.below(4) as i64;
            let scope = build.draw.below(2) as i64;
            made(build, opcode, None, [OperandKind::Immediate(ordering).into(), OperandKind::Immediate(scope).into()]);
        }
        "G_UBSANTRAP" => {
            // llc reads the kind as a signed number of 8 bits.
            let kind = i64::from(build.draw.byte() / 2);
            made(build, opcode, None, [OperandKind::Immediate(kind).into()]);
        }
        "G_TRAP" | "G_DEBUGTRAP" | "G_RESET_FPENV" | "G_RESET_FPMODE" => made(build, opcode, None, []),
        name if name.starts_with("G_INTRINSIC") => intrinsic(build, opcode),
        _ => {}
    }
}

/// Appends an instruction with a result of a type, or none.
fn made(build: &mut Build<'_, '_>, opcode: &'static Opcode, ty: Option<Type>, operands: impl IntoIterator<Item = Operand>) {
    let mut instruction = instruction(opcode.name);
    instruction.flags = flags(build, opcode);
    instruction.operands.extend(operands);
    if let Some(ty) = ty {
        let result = result(build, ty);
        instruction.results.push(result);
    }
    push(build, instruction);
}

/// Merges parts to a whole, or splits a whole into parts: of scalars, of vectors, of a vector into scalars.
fn merge(build: &mut Build<'_, '_>, opcode: &'static Opcode) {
    let parts = 2 + build.draw.below(build.draw.config().operands.clamp(1, 64) as usize) as u16;
    let bits = width(build).min(64);
    let part = Element::Scalar(bits);
    if opcode.name == "G_MERGE_VALUES" {
        let operands: Vec<Operand> = (0..parts).map(|_| use_of(build, Type::Single(part))).collect();
        made(build, opcode, Some(Type::scalar(bits * parts)), operands);
        return;
    }
    let (part, whole) = match build.draw.below(3) {
        0 => (Type::Single(part), Type::scalar(bits * parts)),
        1 => (Type::Single(part), Type::vector(parts, part)),
        _ => (Type::vector(2, part), Type::vector(2 * parts, part)),
    };
    let operand = use_of(build, whole);
    let mut instruction = instruction(opcode.name);
    instruction.operands.push(operand);
    for _ in 0..parts {
        let result = result(build, part);
        instruction.results.push(result);
    }
    push(build, instruction);
}

fn build_vector(build: &mut Build<'_, '_>, opcode: &'static Opcode) {
    let lanes = 2 + build.draw.below(build.draw.config().operands.clamp(1, 64) as usize) as u16;
    let bits = width(build).max(2);
    let (result, source) = match opcode.name {
        "G_BUILD_VECTOR" => {
            let element = if build.draw.chance(48) { pointer(&mut build.draw) } else { Element::Scalar(bits) };
            (Type::vector(lanes, element), Type::Single(element))
        }
        "G_BUILD_VECTOR_TRUNC" => (Type::vector(lanes, Element::Scalar(narrower(&mut build.draw, bits))), Type::scalar(bits)),
        _ => {
            let scalable = build.draw.chance(64) && build.draw.reads("vscale");
            let vector = |count| shaped(Some((count, scalable)), Element::Scalar(bits));
            (vector(2 * lanes), vector(2))
        }
    };
    let operands: Vec<Operand> = (0..lanes).map(|_| use_of(build, source)).collect();
    made(build, opcode, Some(result), operands);
}

fn signed_global(build: &mut Build<'_, '_>, opcode: &'static Opcode) {
    let pointer = Type::pointer(0);
    let global = use_of(build, pointer);
    let key = OperandKind::Immediate(build.draw.below(4) as i64);
    let discriminator = use_of(build, Type::scalar(64));
    let number = OperandKind::Immediate(i64::from(build.draw.word()));
    made(build, opcode, Some(pointer), [global, key.into(), discriminator, number.into()]);
}

fn intrinsic(build: &mut Build<'_, '_>, opcode: &'static Opcode) {
    let is_known = |name: &str| name != "llvm.nvvm.barrier0" || build.draw.config().dialect.release < RENAMED;
    let fitting: Vec<_> = INTRINSICS.iter().filter(|row| row.0 == opcode.name && is_known(row.1)).collect();
    let Some((_, name, results, arguments, constant)) = build.draw.pick(&fitting).copied() else { return };
    let ty = |bits: &u16| if *bits == 0 { Type::pointer(0) } else { Type::scalar(*bits) };
    let mut operands: Vec<Operand> = vec![OperandKind::Intrinsic((*name).into()).into()];
    for argument in *arguments {
        operands.push(use_of(build, ty(argument)));
    }
    if let Some(values) = constant {
        let value = values.start() + build.draw.below(values.len()) as u8;
        operands.push(OperandKind::Immediate(value.into()).into());
    }
    made(build, opcode, results.first().map(ty), operands);
}

/// Returns the name of a register, as metadata; a number if there is no module.
pub(super) fn register_name(build: &mut Build<'_, '_>) -> OperandKind {
    if build.module.is_embedded() {
        return OperandKind::Metadata(Metadata::Number(nodes::REGISTERS[usize::from(!build.is_x86())]));
    }
    own_metadata(build)
}
