//! Instructions that compute: one row each.

use super::super::build::Build;
use super::super::rows::Family;
use super::types::{Kind, Type, TypeIndex};
use irsmith_debuginfo::{Id, Words, grammar};
use spirv::Op;

/// What an instruction takes and gives.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Operands of a kind, and a result of the same type.
    Same(Kind, usize),
    /// Operands of a kind, and bools for a result.
    Test(Kind, usize),
    /// An operand of the first kind, a result of the second, with as many lanes.
    Convert(Kind, Kind),
    Bitcast,
    Select,
    /// A scalar of a vector's lanes.
    Reduce(Kind, usize),
    Scale,
    Shuffle,
    Extract,
    Insert,
    ExtractDynamic,
    InsertDynamic,
    Construct,
    /// The number of an instruction of the imported set, for each of kernel and shader, with floats.
    Extended(u32, u32, usize),
}

/// Where an instruction may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Both,
    Kernel,
    Shader,
}

struct Row {
    op: Op,
    form: Form,
    side: Side,
}

const fn row(op: Op, form: Form) -> Row {
    Row { op, form, side: Side::Both }
}

const fn kernel(op: Op, form: Form) -> Row {
    Row { op, form, side: Side::Kernel }
}

const fn shader(op: Op, form: Form) -> Row {
    Row { op, form, side: Side::Shader }
}

use Form::{Convert, Same, Test};
use Kind::{Bool, Float, Int, Unsigned};

const ROWS: &[Row] = &[
    row(Op::SNegate, Same(Int, 1)),
    row(Op::FNegate, Same(Float, 1)),
    row(Op::IAdd, Same(Int, 2)),
    row(Op::FAdd, Same(Float, 2)),
    row(Op::ISub, Same(Int, 2)),
    row(Op::FSub, Same(Float, 2)),
    row(Op::IMul, Same(Int, 2)),
    row(Op::FMul, Same(Float, 2)),
    row(Op::UDiv, Same(Unsigned, 2)),
    row(Op::SDiv, Same(Int, 2)),
    row(Op::FDiv, Same(Float, 2)),
    row(Op::UMod, Same(Unsigned, 2)),
    row(Op::SRem, Same(Int, 2)),
    row(Op::SMod, Same(Int, 2)),
    row(Op::FRem, Same(Float, 2)),
    row(Op::FMod, Same(Float, 2)),
    row(Op::ShiftRightLogical, Same(Int, 2)),
    row(Op::ShiftRightArithmetic, Same(Int, 2)),
    row(Op::ShiftLeftLogical, Same(Int, 2)),
    row(Op::BitwiseOr, Same(Int, 2)),
    row(Op::BitwiseXor, Same(Int, 2)),
    row(Op::BitwiseAnd, Same(Int, 2)),
    row(Op::Not, Same(Int, 1)),
    row(Op::BitCount, Same(Int, 1)),
    row(Op::LogicalEqual, Same(Bool, 2)),
    row(Op::LogicalNotEqual, Same(Bool, 2)),
    row(Op::LogicalOr, Same(Bool, 2)),
    row(Op::LogicalAnd, Same(Bool, 2)),
    row(Op::LogicalNot, Same(Bool, 1)),
    row(Op::CopyObject, Same(Kind::Value, 1)),
    row(Op::Undef, Same(Kind::Value, 0)),
    row(Op::IEqual, Test(Int, 2)),
    row(Op::INotEqual, Test(Int, 2)),
    row(Op::UGreaterThan, Test(Int, 2)),
    row(Op::SGreaterThan, Test(Int, 2)),
    row(Op::UGreaterThanEqual, Test(Int, 2)),
    row(Op::SGreaterThanEqual, Test(Int, 2)),
    row(Op::ULessThan, Test(Int, 2)),
    row(Op::SLessThan, Test(Int, 2)),
    row(Op::ULessThanEqual, Test(Int, 2)),
    row(Op::SLessThanEqual, Test(Int, 2)),
    row(Op::FOrdEqual, Test(Float, 2)),
    row(Op::FUnordEqual, Test(Float, 2)),
    row(Op::FOrdNotEqual, Test(Float, 2)),
    row(Op::FUnordNotEqual, Test(Float, 2)),
    row(Op::FOrdLessThan, Test(Float, 2)),
    row(Op::FUnordLessThan, Test(Float, 2)),
    row(Op::FOrdGreaterThan, Test(Float, 2)),
    row(Op::FUnordGreaterThan, Test(Float, 2)),
    row(Op::FOrdLessThanEqual, Test(Float, 2)),
    row(Op::FUnordLessThanEqual, Test(Float, 2)),
    row(Op::FOrdGreaterThanEqual, Test(Float, 2)),
    row(Op::FUnordGreaterThanEqual, Test(Float, 2)),
    row(Op::IsNan, Test(Float, 1)),
    row(Op::IsInf, Test(Float, 1)),
    kernel(Op::IsFinite, Test(Float, 1)),
    kernel(Op::IsNormal, Test(Float, 1)),
    kernel(Op::SignBitSet, Test(Float, 1)),
    kernel(Op::Ordered, Test(Float, 2)),
    kernel(Op::Unordered, Test(Float, 2)),
    row(Op::Any, Form::Reduce(Bool, 1)),
    row(Op::All, Form::Reduce(Bool, 1)),
    row(Op::Dot, Form::Reduce(Float, 2)),
    row(Op::ConvertFToU, Convert(Float, Unsigned)),
    row(Op::ConvertFToS, Convert(Float, Int)),
    row(Op::ConvertSToF, Convert(Int, Float)),
    row(Op::ConvertUToF, Convert(Unsigned, Float)),
    row(Op::UConvert, Convert(Unsigned, Unsigned)),
    row(Op::SConvert, Convert(Int, Int)),
    row(Op::FConvert, Convert(Float, Float)),
    shader(Op::QuantizeToF16, Same(Float, 1)),
    row(Op::Bitcast, Form::Bitcast),
    row(Op::Select, Form::Select),
    row(Op::VectorTimesScalar, Form::Scale),
    row(Op::VectorShuffle, Form::Shuffle),
    row(Op::CompositeExtract, Form::Extract),
    row(Op::CompositeInsert, Form::Insert),
    row(Op::VectorExtractDynamic, Form::ExtractDynamic),
    row(Op::VectorInsertDynamic, Form::InsertDynamic),
    row(Op::CompositeConstruct, Form::Construct),
    // fabs and FAbs, fmax and FMax, fma and Fma.
    row(Op::ExtInst, Form::Extended(23, 4, 1)),
    row(Op::ExtInst, Form::Extended(27, 40, 2)),
    row(Op::ExtInst, Form::Extended(26, 50, 3)),
];

pub(in super::super) fn compute_forms() -> Vec<String> {
    let name = |row: &Row| format!("Op{}", grammar::row(row.op as u16).map_or("", |row| row.opname));
    let extended = |row: &Row| match row.form {
        Form::Extended(_, _, operands) => format!("{} of {operands}", name(row)),
        _ => name(row),
    };
    ROWS.iter().map(extended).collect()
}

impl Build<'_, '_> {
    /// Makes some instruction that computes, if its row is on and its operands are there.
    pub(in super::super) fn compute(&mut self) {
        let Some(form) = self.form_on(Family::Compute) else { return };
        let row = &ROWS[form];
        let kernel = self.scratch.host.version.kernel;
        let here = match row.side {
            Side::Both => true,
            Side::Kernel => kernel,
            Side::Shader => !kernel,
        };
        if here && let Some((ty, id)) = self.computed(row) {
            self.scratch.host.values.add(id, ty);
            self.note(Family::Compute, form);
        }
    }

    fn computed(&mut self, row: &Row) -> Option<(TypeIndex, Id)> {
        match row.form {
            Same(kind, operands) => {
                let ty = self.value_type(kind);
                let quantized = row.op != Op::QuantizeToF16 || self.has_bits(ty, 32);
                let counted = row.op != Op::BitCount || self.scratch.host.version.kernel || self.has_bits(ty, 32);
                if quantized && counted { self.plain(row.op, ty, ty, operands) } else { None }
            }
            Test(kind, operands) => {
                let from = self.value_type(kind);
                let bool_type = self.type_index(Type::Bool);
                let ty = self.with_lanes(from, bool_type);
                self.plain(row.op, ty, from, operands)
            }
            Form::Reduce(kind, operands) => {
                let element = self.value_type(kind);
                let from = self.vector_of(element)?;
                let ty = self.component(from, 0);
                self.plain(row.op, ty, from, operands)
            }
            Convert(from, to) => self.convert(row.op, from, to),
            Form::Bitcast => self.bitcast(),
            Form::Select => self.select(),
            Form::Scale => self.scale(),
            Form::Shuffle => self.shuffle(),
            Form::Extract => self.extract(),
            Form::Insert => self.insert(),
            Form::ExtractDynamic => self.dynamic(false),
            Form::InsertDynamic => self.dynamic(true),
            Form::Construct => self.construct_composite(),
            Form::Extended(kernel, shader, operands) => {
                self.extended(if self.scratch.host.version.kernel { kernel } else { shader }, operands)
            }
        }
    }

    /// An instruction with operands of one type.
    fn plain(&mut self, op: Op, ty: TypeIndex, from: TypeIndex, operands: usize) -> Option<(TypeIndex, Id)> {
        let mut words = [0; 3];
        for word in &mut words[..operands] {
            *word = self.operand(from)?.0;
        }
        Some((ty, self.define(op, self.type_id(ty), &words[..operands])))
    }

    fn has_bits(&self, ty: TypeIndex, wanted: u8) -> bool {
        let scalar = if let Type::Vector { element, .. } = self.ty(ty) { self.ty(element) } else { self.ty(ty) };
        matches!(scalar, Type::Int { bits, .. } | Type::Float { bits } if bits == wanted)
    }

    /// A vector of the type of a value: the value's own, or one made for it.
    fn vector_of(&mut self, ty: TypeIndex) -> Option<TypeIndex> {
        match self.ty(ty) {
            Type::Vector { .. } => Some(ty),
            Type::Bool | Type::Int { .. } | Type::Float { .. } => {
                let count = 2 + self.choices.below(3) as u8;
                Some(self.type_index(Type::Vector { element: ty, count }))
            }
            _ => None,
        }
    }

    fn scalar_of(&self, ty: TypeIndex) -> TypeIndex {
        if let Type::Vector { element, .. } = self.ty(ty) { element } else { ty }
    }

    fn convert(&mut self, op: Op, from: Kind, to: Kind) -> Option<(TypeIndex, Id)> {
        let (from, to) = (self.value_type(from), self.value_type(to));
        let (element, source) = (self.scalar_of(to), self.scalar_of(from));
        // Conversions between the same kind must change the width.
        let same_width = matches!(op, Op::UConvert | Op::SConvert | Op::FConvert)
            && [8, 16, 32, 64].iter().any(|&bits| self.has_bits(element, bits) && self.has_bits(source, bits));
        if same_width {
            return None;
        }
        let ty = self.with_lanes(from, element);
        self.plain(op, ty, from, 1)
    }

    /// A number as another of the same width.
    fn bitcast(&mut self) -> Option<(TypeIndex, Id)> {
        let (from, to) = (self.value_type(Kind::Number), self.value_type(Kind::Number));
        let (element, source) = (self.scalar_of(to), self.scalar_of(from));
        let fits = element != source && [8, 16, 32, 64].iter().any(|&bits| self.has_bits(element, bits) && self.has_bits(source, bits));
        if !fits {
            return None;
        }
        let ty = self.with_lanes(from, element);
        self.plain(Op::Bitcast, ty, from, 1)
    }

    fn select(&mut self) -> Option<(TypeIndex, Id)> {
        let kind = [Kind::Number, Bool][self.choices.below(2)];
        let ty = self.value_type(kind);
        let bool_type = self.type_index(Type::Bool);
        let conditions = self.with_lanes(ty, bool_type);
        let words = [self.operand(conditions)?.0, self.operand(ty)?.0, self.operand(ty)?.0];
        Some((ty, self.define(Op::Select, self.type_id(ty), &words)))
    }

    fn scale(&mut self) -> Option<(TypeIndex, Id)> {
        let float = self.value_type(Float);
        let ty = self.vector_of(float)?;
        let element = self.component(ty, 0);
        let words = [self.operand(ty)?.0, self.operand(element)?.0];
        Some((ty, self.define(Op::VectorTimesScalar, self.type_id(ty), &words)))
    }

    fn shuffle(&mut self) -> Option<(TypeIndex, Id)> {
        let from = self.some_type_of(Kind::Vector)?;
        let (lanes, element) = (self.components(from), self.component(from, 0));
        let count = 2 + self.choices.below(3);
        let ty = self.type_index(Type::Vector { element, count: count as u8 });
        let mut words = Words::from_slice(&[self.operand(from)?.0, self.operand(from)?.0]);
        for _ in 0..count {
            // All ones: the lane is undefined.
            let lane = if self.choices.chance(24) { u32::MAX } else { self.choices.below(2 * lanes) as u32 };
            words.push(lane);
        }
        Some((ty, self.define(Op::VectorShuffle, self.type_id(ty), &words)))
    }

    /// A type with components: vector, array or structure.
    fn composite_type(&mut self) -> Option<TypeIndex> {
        let kind = [Kind::Aggregate, Kind::Vector][self.choices.below(2)];
        self.some_type_of(kind)
    }

    fn extract(&mut self) -> Option<(TypeIndex, Id)> {
        let from = self.composite_type()?;
        let index = self.choices.below(self.components(from));
        let ty = self.component(from, index);
        let words = [self.operand(from)?.0, index as u32];
        Some((ty, self.define(Op::CompositeExtract, self.type_id(ty), &words)))
    }

    fn insert(&mut self) -> Option<(TypeIndex, Id)> {
        let ty = self.composite_type()?;
        let index = self.choices.below(self.components(ty));
        let component = self.component(ty, index);
        let words = [self.operand(component)?.0, self.operand(ty)?.0, index as u32];
        Some((ty, self.define(Op::CompositeInsert, self.type_id(ty), &words)))
    }

    /// A lane of a vector by a number that is no literal.
    fn dynamic(&mut self, insert: bool) -> Option<(TypeIndex, Id)> {
        let vector = self.some_type_of(Kind::Vector)?;
        let element = self.component(vector, 0);
        let ints = self.value_type(Int);
        let index_type = self.scalar_of(ints);
        let (value, index) = (self.operand(vector)?.0, self.operand(index_type)?.0);
        if !insert {
            return Some((element, self.define(Op::VectorExtractDynamic, self.type_id(element), &[value, index])));
        }
        let component = self.operand(element)?.0;
        Some((vector, self.define(Op::VectorInsertDynamic, self.type_id(vector), &[value, component, index])))
    }

    fn construct_composite(&mut self) -> Option<(TypeIndex, Id)> {
        let ty = self.composite_type()?;
        let mut words = Words::new();
        for index in 0..self.components(ty) {
            let component = self.component(ty, index);
            words.push(self.operand(component)?.0);
        }
        Some((ty, self.define(Op::CompositeConstruct, self.type_id(ty), &words)))
    }

    fn extended(&mut self, number: u32, operands: usize) -> Option<(TypeIndex, Id)> {
        let ty = self.value_type(Float);
        // The sets of shaders have no instruction on other widths here.
        if !self.has_bits(ty, 32) {
            return None;
        }
        let mut words = Words::from_slice(&[self.scratch.host.extension.0, number]);
        for _ in 0..operands {
            words.push(self.operand(ty)?.0);
        }
        Some((ty, self.define(Op::ExtInst, self.type_id(ty), &words)))
    }
}
