//! Instructions that compute: one row for each.

use super::super::build::Build;
use super::super::facts::Facts;
use super::super::families::Family;
use super::defined::{Type, TypeIndex, type_at, type_id, type_index};
use super::types::{Kind, component, components, some_type_of, value_type, with_lanes};
use super::values::operand;
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::{GlslStd450Op, Op, OpenclStd100Op};

/// The operands and the result of an instruction.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Operands of a kind, and a result of the same type.
    Same(Kind, usize),
    /// Operands of a kind, and a result of bools.
    Test(Kind, usize),
    /// An operand of the first kind, a result of the second kind with as many lanes.
    Convert(Kind, Kind),
    Bitcast,
    Select,
    /// A scalar result of the type of a vector's lanes.
    Reduce(Kind, usize),
    Scale,
    Shuffle,
    Extract,
    Insert,
    ExtractDynamic,
    InsertDynamic,
    Construct,
    /// The instruction of the imported set, for kernels and shaders, on floats.
    Extended(OpenclStd100Op, GlslStd450Op, usize),
}

/// Where an instruction is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Both,
    Kernel,
    Shader,
}

/// The columns of an instruction that computes.
pub(in super::super) struct ComputeRow {
    op: Op,
    form: Form,
    side: Side,
}

impl ComputeRow {
    /// An instruction of kernels and shaders.
    const USUAL: Self = Self { op: Op::Nop, form: Form::Construct, side: Side::Both };
}

use Form::{Convert, Same, Test};
use Kind::{Bool, Float, Int, Unsigned};

forms! {
    /// Instructions that compute.
    pub(in super::super) enum Compute: ComputeRow in Family::Compute;
    seen |form, facts: Facts| match form.row().form {
        Form::Extended(kernel, shader, _) => facts.extended(kernel, shader),
        _ => facts.count(form.row().op),
    };
    SNegate "OpSNegate" { op: Op::SNegate, form: Same(Int, 1), ..USUAL }
    FNegate "OpFNegate" { op: Op::FNegate, form: Same(Float, 1), ..USUAL }
    IAdd "OpIAdd" { op: Op::IAdd, form: Same(Int, 2), ..USUAL }
    FAdd "OpFAdd" { op: Op::FAdd, form: Same(Float, 2), ..USUAL }
    ISub "OpISub" { op: Op::ISub, form: Same(Int, 2), ..USUAL }
    FSub "OpFSub" { op: Op::FSub, form: Same(Float, 2), ..USUAL }
    IMul "OpIMul" { op: Op::IMul, form: Same(Int, 2), ..USUAL }
    FMul "OpFMul" { op: Op::FMul, form: Same(Float, 2), ..USUAL }
    UDiv "OpUDiv" { op: Op::UDiv, form: Same(Unsigned, 2), ..USUAL }
    SDiv "OpSDiv" { op: Op::SDiv, form: Same(Int, 2), ..USUAL }
    FDiv "OpFDiv" { op: Op::FDiv, form: Same(Float, 2), ..USUAL }
    UMod "OpUMod" { op: Op::UMod, form: Same(Unsigned, 2), ..USUAL }
    SRem "OpSRem" { op: Op::SRem, form: Same(Int, 2), ..USUAL }
    SMod "OpSMod" { op: Op::SMod, form: Same(Int, 2), ..USUAL }
    FRem "OpFRem" { op: Op::FRem, form: Same(Float, 2), ..USUAL }
    FMod "OpFMod" { op: Op::FMod, form: Same(Float, 2), ..USUAL }
    ShiftRightLogical "OpShiftRightLogical" { op: Op::ShiftRightLogical, form: Same(Int, 2), ..USUAL }
    ShiftRightArithmetic "OpShiftRightArithmetic" { op: Op::ShiftRightArithmetic, form: Same(Int, 2), ..USUAL }
    ShiftLeftLogical "OpShiftLeftLogical" { op: Op::ShiftLeftLogical, form: Same(Int, 2), ..USUAL }
    BitwiseOr "OpBitwiseOr" { op: Op::BitwiseOr, form: Same(Int, 2), ..USUAL }
    BitwiseXor "OpBitwiseXor" { op: Op::BitwiseXor, form: Same(Int, 2), ..USUAL }
    BitwiseAnd "OpBitwiseAnd" { op: Op::BitwiseAnd, form: Same(Int, 2), ..USUAL }
    Not "OpNot" { op: Op::Not, form: Same(Int, 1), ..USUAL }
    BitCount "OpBitCount" { op: Op::BitCount, form: Same(Int, 1), ..USUAL }
    LogicalEqual "OpLogicalEqual" { op: Op::LogicalEqual, form: Same(Bool, 2), ..USUAL }
    LogicalNotEqual "OpLogicalNotEqual" { op: Op::LogicalNotEqual, form: Same(Bool, 2), ..USUAL }
    LogicalOr "OpLogicalOr" { op: Op::LogicalOr, form: Same(Bool, 2), ..USUAL }
    LogicalAnd "OpLogicalAnd" { op: Op::LogicalAnd, form: Same(Bool, 2), ..USUAL }
    LogicalNot "OpLogicalNot" { op: Op::LogicalNot, form: Same(Bool, 1), ..USUAL }
    CopyObject "OpCopyObject" { op: Op::CopyObject, form: Same(Kind::Value, 1), ..USUAL }
    Undef "OpUndef" { op: Op::Undef, form: Same(Kind::Value, 0), ..USUAL }
    IEqual "OpIEqual" { op: Op::IEqual, form: Test(Int, 2), ..USUAL }
    INotEqual "OpINotEqual" { op: Op::INotEqual, form: Test(Int, 2), ..USUAL }
    UGreaterThan "OpUGreaterThan" { op: Op::UGreaterThan, form: Test(Int, 2), ..USUAL }
    SGreaterThan "OpSGreaterThan" { op: Op::SGreaterThan, form: Test(Int, 2), ..USUAL }
    UGreaterThanEqual "OpUGreaterThanEqual" { op: Op::UGreaterThanEqual, form: Test(Int, 2), ..USUAL }
    SGreaterThanEqual "OpSGreaterThanEqual" { op: Op::SGreaterThanEqual, form: Test(Int, 2), ..USUAL }
    ULessThan "OpULessThan" { op: Op::ULessThan, form: Test(Int, 2), ..USUAL }
    SLessThan "OpSLessThan" { op: Op::SLessThan, form: Test(Int, 2), ..USUAL }
    ULessThanEqual "OpULessThanEqual" { op: Op::ULessThanEqual, form: Test(Int, 2), ..USUAL }
    SLessThanEqual "OpSLessThanEqual" { op: Op::SLessThanEqual, form: Test(Int, 2), ..USUAL }
    FOrdEqual "OpFOrdEqual" { op: Op::FOrdEqual, form: Test(Float, 2), ..USUAL }
    FUnordEqual "OpFUnordEqual" { op: Op::FUnordEqual, form: Test(Float, 2), ..USUAL }
    FOrdNotEqual "OpFOrdNotEqual" { op: Op::FOrdNotEqual, form: Test(Float, 2), ..USUAL }
    FUnordNotEqual "OpFUnordNotEqual" { op: Op::FUnordNotEqual, form: Test(Float, 2), ..USUAL }
    FOrdLessThan "OpFOrdLessThan" { op: Op::FOrdLessThan, form: Test(Float, 2), ..USUAL }
    FUnordLessThan "OpFUnordLessThan" { op: Op::FUnordLessThan, form: Test(Float, 2), ..USUAL }
    FOrdGreaterThan "OpFOrdGreaterThan" { op: Op::FOrdGreaterThan, form: Test(Float, 2), ..USUAL }
    FUnordGreaterThan "OpFUnordGreaterThan" { op: Op::FUnordGreaterThan, form: Test(Float, 2), ..USUAL }
    FOrdLessThanEqual "OpFOrdLessThanEqual" { op: Op::FOrdLessThanEqual, form: Test(Float, 2), ..USUAL }
    FUnordLessThanEqual "OpFUnordLessThanEqual" { op: Op::FUnordLessThanEqual, form: Test(Float, 2), ..USUAL }
    FOrdGreaterThanEqual "OpFOrdGreaterThanEqual" { op: Op::FOrdGreaterThanEqual, form: Test(Float, 2), ..USUAL }
    FUnordGreaterThanEqual "OpFUnordGreaterThanEqual" { op: Op::FUnordGreaterThanEqual, form: Test(Float, 2), ..USUAL }
    IsNan "OpIsNan" { op: Op::IsNan, form: Test(Float, 1), ..USUAL }
    IsInf "OpIsInf" { op: Op::IsInf, form: Test(Float, 1), ..USUAL }
    IsFinite "OpIsFinite" { op: Op::IsFinite, form: Test(Float, 1), side: Side::Kernel }
    IsNormal "OpIsNormal" { op: Op::IsNormal, form: Test(Float, 1), side: Side::Kernel }
    SignBitSet "OpSignBitSet" { op: Op::SignBitSet, form: Test(Float, 1), side: Side::Kernel }
    Ordered "OpOrdered" { op: Op::Ordered, form: Test(Float, 2), side: Side::Kernel }
    Unordered "OpUnordered" { op: Op::Unordered, form: Test(Float, 2), side: Side::Kernel }
    Any "OpAny" { op: Op::Any, form: Form::Reduce(Bool, 1), ..USUAL }
    All "OpAll" { op: Op::All, form: Form::Reduce(Bool, 1), ..USUAL }
    Dot "OpDot" { op: Op::Dot, form: Form::Reduce(Float, 2), ..USUAL }
    ConvertFToU "OpConvertFToU" { op: Op::ConvertFToU, form: Convert(Float, Unsigned), ..USUAL }
    ConvertFToS "OpConvertFToS" { op: Op::ConvertFToS, form: Convert(Float, Int), ..USUAL }
    ConvertSToF "OpConvertSToF" { op: Op::ConvertSToF, form: Convert(Int, Float), ..USUAL }
    ConvertUToF "OpConvertUToF" { op: Op::ConvertUToF, form: Convert(Unsigned, Float), ..USUAL }
    UConvert "OpUConvert" { op: Op::UConvert, form: Convert(Unsigned, Unsigned), ..USUAL }
    SConvert "OpSConvert" { op: Op::SConvert, form: Convert(Int, Int), ..USUAL }
    FConvert "OpFConvert" { op: Op::FConvert, form: Convert(Float, Float), ..USUAL }
    QuantizeToF16 "OpQuantizeToF16" { op: Op::QuantizeToF16, form: Same(Float, 1), side: Side::Shader }
    Bitcast "OpBitcast" { op: Op::Bitcast, form: Form::Bitcast, ..USUAL }
    Select "OpSelect" { op: Op::Select, form: Form::Select, ..USUAL }
    VectorTimesScalar "OpVectorTimesScalar" { op: Op::VectorTimesScalar, form: Form::Scale, ..USUAL }
    VectorShuffle "OpVectorShuffle" { op: Op::VectorShuffle, form: Form::Shuffle, ..USUAL }
    CompositeExtract "OpCompositeExtract" { op: Op::CompositeExtract, form: Form::Extract, ..USUAL }
    CompositeInsert "OpCompositeInsert" { op: Op::CompositeInsert, form: Form::Insert, ..USUAL }
    VectorExtractDynamic "OpVectorExtractDynamic" { op: Op::VectorExtractDynamic, form: Form::ExtractDynamic, ..USUAL }
    VectorInsertDynamic "OpVectorInsertDynamic" { op: Op::VectorInsertDynamic, form: Form::InsertDynamic, ..USUAL }
    CompositeConstruct "OpCompositeConstruct" { op: Op::CompositeConstruct, form: Form::Construct, ..USUAL }
    Unary "OpExtInst of 1" { op: Op::ExtInst, form: Form::Extended(OpenclStd100Op::fabs, GlslStd450Op::FAbs, 1), ..USUAL }
    Binary "OpExtInst of 2" { op: Op::ExtInst, form: Form::Extended(OpenclStd100Op::fmax, GlslStd450Op::FMax, 2), ..USUAL }
    Ternary "OpExtInst of 3" { op: Op::ExtInst, form: Form::Extended(OpenclStd100Op::fma, GlslStd450Op::Fma, 3), ..USUAL }
}

/// Generates an instruction that computes, if its row is enabled and its operands exist.
pub(in super::super) fn compute(build: &mut Build<'_, '_>) {
    let Some(form) = build.form_on(Compute::ALL) else { return };
    let row = form.row();
    let kernel = build.scratch.host.version.kernel;
    let here = match row.side {
        Side::Both => true,
        Side::Kernel => kernel,
        Side::Shader => !kernel,
    };
    if here && let Some((ty, id)) = computed(build, row) {
        build.scratch.host.values.add(id, ty);
    }
}

fn computed(build: &mut Build<'_, '_>, row: &ComputeRow) -> Option<(TypeIndex, Id)> {
    match row.form {
        Same(kind, operands) => {
            let ty = value_type(build, kind);
            let quantized = row.op != Op::QuantizeToF16 || has_bits(build, ty, 32);
            let counted = row.op != Op::BitCount || build.scratch.host.version.kernel || has_bits(build, ty, 32);
            if quantized && counted { plain(build, row.op, ty, ty, operands) } else { None }
        }
        Test(kind, operands) => {
            let from = value_type(build, kind);
            let bool_type = type_index(build, Type::Bool);
            let ty = with_lanes(build, from, bool_type);
            plain(build, row.op, ty, from, operands)
        }
        Form::Reduce(kind, operands) => {
            let element = value_type(build, kind);
            let from = vector_of(build, element)?;
            let ty = component(build, from, 0);
            plain(build, row.op, ty, from, operands)
        }
        Convert(from, to) => convert(build, row.op, from, to),
        Form::Bitcast => bitcast(build),
        Form::Select => select(build),
        Form::Scale => scale(build),
        Form::Shuffle => shuffle(build),
        Form::Extract => extract(build),
        Form::Insert => insert(build),
        Form::ExtractDynamic => dynamic(build, false),
        Form::InsertDynamic => dynamic(build, true),
        Form::Construct => construct_composite(build),
        Form::Extended(kernel, shader, operands) => {
            extended(build, if build.scratch.host.version.kernel { kernel as u32 } else { shader as u32 }, operands)
        }
    }
}

/// Generates an instruction with operands of one type.
fn plain(build: &mut Build<'_, '_>, op: Op, ty: TypeIndex, from: TypeIndex, operands: usize) -> Option<(TypeIndex, Id)> {
    let mut words = [0; 3];
    for word in &mut words[..operands] {
        *word = operand(build, from)?.0;
    }
    Some((ty, build.define(op, type_id(build, ty), &words[..operands])))
}

fn has_bits(build: &Build<'_, '_>, ty: TypeIndex, wanted: u8) -> bool {
    let scalar = if let Type::Vector { element, .. } = type_at(build, ty) { type_at(build, element) } else { type_at(build, ty) };
    matches!(scalar, Type::Int { bits, .. } | Type::Float { bits } if bits == wanted)
}

/// Returns a vector of the type of a value: the value itself, or one made for it.
fn vector_of(build: &mut Build<'_, '_>, ty: TypeIndex) -> Option<TypeIndex> {
    match type_at(build, ty) {
        Type::Vector { .. } => Some(ty),
        Type::Bool | Type::Int { .. } | Type::Float { .. } => {
            let count = 2 + build.choices.below(3) as u8;
            Some(type_index(build, Type::Vector { element: ty, count }))
        }
        _ => None,
    }
}

fn scalar_of(build: &Build<'_, '_>, ty: TypeIndex) -> TypeIndex {
    if let Type::Vector { element, .. } = type_at(build, ty) { element } else { ty }
}

fn convert(build: &mut Build<'_, '_>, op: Op, from: Kind, to: Kind) -> Option<(TypeIndex, Id)> {
    let (from, to) = (value_type(build, from), value_type(build, to));
    let (element, source) = (scalar_of(build, to), scalar_of(build, from));
    // A conversion within the same kind must change the width.
    let same_width = matches!(op, Op::UConvert | Op::SConvert | Op::FConvert)
        && [8, 16, 32, 64].iter().any(|&bits| has_bits(build, element, bits) && has_bits(build, source, bits));
    if same_width {
        return None;
    }
    let ty = with_lanes(build, from, element);
    plain(build, op, ty, from, 1)
}

/// Converts a number to another type of the same width.
fn bitcast(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let (from, to) = (value_type(build, Kind::Number), value_type(build, Kind::Number));
    let (element, source) = (scalar_of(build, to), scalar_of(build, from));
    let fits = element != source && [8, 16, 32, 64].iter().any(|&bits| has_bits(build, element, bits) && has_bits(build, source, bits));
    if !fits {
        return None;
    }
    let ty = with_lanes(build, from, element);
    plain(build, Op::Bitcast, ty, from, 1)
}

fn select(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let kind = [Kind::Number, Bool][build.choices.below(2)];
    let ty = value_type(build, kind);
    let bool_type = type_index(build, Type::Bool);
    let conditions = with_lanes(build, ty, bool_type);
    let words = [operand(build, conditions)?.0, operand(build, ty)?.0, operand(build, ty)?.0];
    Some((ty, build.define(Op::Select, type_id(build, ty), &words)))
}

fn scale(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let float = value_type(build, Float);
    let ty = vector_of(build, float)?;
    let element = component(build, ty, 0);
    let words = [operand(build, ty)?.0, operand(build, element)?.0];
    Some((ty, build.define(Op::VectorTimesScalar, type_id(build, ty), &words)))
}

fn shuffle(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let from = some_type_of(build, Kind::Vector)?;
    let (lanes, element) = (components(build, from), component(build, from, 0));
    let count = 2 + build.choices.below(3);
    let ty = type_index(build, Type::Vector { element, count: count as u8 });
    let mut words = Words::from_slice(&[operand(build, from)?.0, operand(build, from)?.0]);
    for _ in 0..count {
        // All ones: the lane is undefined.
        let lane = if build.choices.chance(24) { u32::MAX } else { build.choices.below(2 * lanes) as u32 };
        words.push(lane);
    }
    Some((ty, build.define(Op::VectorShuffle, type_id(build, ty), &words)))
}

/// Returns a type with components: vector, array or structure.
fn composite_type(build: &mut Build<'_, '_>) -> Option<TypeIndex> {
    let kind = [Kind::Aggregate, Kind::Vector][build.choices.below(2)];
    some_type_of(build, kind)
}

fn extract(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let from = composite_type(build)?;
    let index = build.choices.below(components(build, from));
    let ty = component(build, from, index);
    let words = [operand(build, from)?.0, index as u32];
    Some((ty, build.define(Op::CompositeExtract, type_id(build, ty), &words)))
}

fn insert(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let ty = composite_type(build)?;
    let index = build.choices.below(components(build, ty));
    let component = component(build, ty, index);
    let words = [operand(build, component)?.0, operand(build, ty)?.0, index as u32];
    Some((ty, build.define(Op::CompositeInsert, type_id(build, ty), &words)))
}

/// Accesses a lane of a vector by a number that is not a literal.
fn dynamic(build: &mut Build<'_, '_>, insert: bool) -> Option<(TypeIndex, Id)> {
    let vector = some_type_of(build, Kind::Vector)?;
    let element = component(build, vector, 0);
    let ints = value_type(build, Int);
    let index_type = scalar_of(build, ints);
    let (value, index) = (operand(build, vector)?.0, operand(build, index_type)?.0);
    if !insert {
        return Some((element, build.define(Op::VectorExtractDynamic, type_id(build, element), &[value, index])));
    }
    let component = operand(build, element)?.0;
    Some((vector, build.define(Op::VectorInsertDynamic, type_id(build, vector), &[value, component, index])))
}

fn construct_composite(build: &mut Build<'_, '_>) -> Option<(TypeIndex, Id)> {
    let ty = composite_type(build)?;
    let mut words = Words::new();
    for index in 0..components(build, ty) {
        let component = component(build, ty, index);
        words.push(operand(build, component)?.0);
    }
    Some((ty, build.define(Op::CompositeConstruct, type_id(build, ty), &words)))
}

fn extended(build: &mut Build<'_, '_>, number: u32, operands: usize) -> Option<(TypeIndex, Id)> {
    let ty = value_type(build, Float);
    // The sets of shaders have no instruction for other widths here.
    if !has_bits(build, ty, 32) {
        return None;
    }
    let mut words = Words::from_slice(&[build.scratch.host.extension.0, number]);
    for _ in 0..operands {
        words.push(operand(build, ty)?.0);
    }
    Some((ty, build.define(Op::ExtInst, type_id(build, ty), &words)))
}
