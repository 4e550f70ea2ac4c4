//! Enumerations and masks of core SPIR-V: numbers, names and the additional operands of an enumerant.

use rspirv::binary::Disassemble;
use rspirv::dr::Operand;
use rspirv::grammar::{LogicalOperand, OperandKind};
use rspirv::spirv;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A value of an enumeration or a bit of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerant {
    /// The number; for a mask, one bit.
    pub value: u32,
    /// The name in text.
    pub name: String,
    /// The additional operands of this enumerant.
    pub operands: Vec<LogicalOperand>,
}

struct Rows {
    is_mask: bool,
    by_value: BTreeMap<u32, Enumerant>,
    by_name: BTreeMap<String, u32>,
    /// The number for a second name, in addition to those in `by_name`.
    second_name: fn(&str) -> Option<u32>,
}

/// Enumerants are not above this number: the registry of SPIR-V assigns blocks of 64 from 4,096 on and has reached 6,500.
const LARGEST: u32 = 1 << 14;

macro_rules! kinds {
    (enumerations: $($kind:ident)*; masks: $($mask:ident)*) => {
        fn table() -> Vec<(OperandKind, Rows)> {
            let mut table = Vec::new();
            $(let enumerants = (0..LARGEST).filter_map(|value| {
                let enumerant = spirv::$kind::from_u32(value)?;
                Some((value, format!("{enumerant:?}"), Operand::$kind(enumerant).additional_operands()))
            });
            let second_name = |name: &str| name.parse::<spirv::$kind>().ok().map(|enumerant| enumerant as u32);
            table.push((OperandKind::$kind, Rows::new(OperandKind::$kind, false, enumerants, second_name)));)*
            $(let bits = (0..32).filter_map(|bit| {
                let enumerant = spirv::$mask::from_bits(1 << bit)?;
                Some((1 << bit, enumerant.disassemble(), Operand::$mask(enumerant).additional_operands()))
            });
            table.push((OperandKind::$mask, Rows::new(OperandKind::$mask, true, bits, |_| None)));)*
            table
        }
    };
}

kinds! {
    enumerations:
    SourceLanguage ExecutionModel AddressingModel MemoryModel ExecutionMode StorageClass Dim SamplerAddressingMode SamplerFilterMode
    ImageFormat ImageChannelOrder ImageChannelDataType FPRoundingMode FPDenormMode QuantizationModes FPOperationMode OverflowModes
    LinkageType AccessQualifier HostAccessQualifier FunctionParameterAttribute Decoration BuiltIn Scope GroupOperation
    KernelEnqueueFlags Capability RayQueryIntersection RayQueryCommittedIntersectionType RayQueryCandidateIntersectionType
    PackedVectorFormat CooperativeMatrixLayout CooperativeMatrixUse TensorClampMode InitializationModeQualifier LoadCacheControl
    StoreCacheControl NamedMaximumNumberOfRegisters FPEncoding CooperativeVectorMatrixLayout ComponentType;
    masks:
    ImageOperands FPFastMathMode SelectionControl LoopControl FunctionControl MemorySemantics MemoryAccess KernelProfilingInfo RayFlags
    FragmentShadingRate RawAccessChainOperands CooperativeMatrixOperands CooperativeMatrixReduce TensorAddressingOperands
    MatrixMultiplyAccumulateOperands TensorOperands
}

impl Rows {
    fn new(
        kind: OperandKind,
        is_mask: bool,
        enumerants: impl Iterator<Item = (u32, String, Vec<LogicalOperand>)>,
        second_name: fn(&str) -> Option<u32>,
    ) -> Self {
        let mut rows = Self { is_mask, by_value: BTreeMap::new(), by_name: BTreeMap::new(), second_name };
        for (value, today, operands) in enumerants {
            // A name in Rust cannot start with a digit: `Dim1D` represents `1D`, and likewise for all of that enumeration.
            let prefix = if kind == OperandKind::Dim { "Dim" } else { "" };
            let today = today.strip_prefix(prefix).unwrap_or(&today);
            let name = super::spelling::in_text(today).into_owned();
            rows.by_name.insert(today.to_owned(), value);
            rows.by_name.insert(name.clone(), value);
            rows.by_value.insert(value, Enumerant { value, name, operands });
        }
        rows
    }
}

fn rows(kind: OperandKind) -> Option<&'static Rows> {
    static TABLE: OnceLock<Vec<(OperandKind, Rows)>> = OnceLock::new();
    TABLE.get_or_init(table).iter().find(|row| row.0 == kind).map(|row| &row.1)
}

/// Returns whether a word of this kind is a mask.
pub fn is_mask(kind: OperandKind) -> bool {
    rows(kind).is_some_and(|rows| rows.is_mask)
}

/// Returns the value of an enumeration with this number.
pub fn enumerant(kind: OperandKind, value: u32) -> Option<&'static Enumerant> {
    rows(kind)?.by_value.get(&value)
}

/// Returns the bits set in a word of a mask, the lowest first; none for a bit without a name.
pub fn mask_bits(kind: OperandKind, word: u32) -> impl Iterator<Item = Option<&'static Enumerant>> {
    (0..32).map(|bit| 1 << bit).filter(move |bit| word & bit != 0).map(move |bit| enumerant(kind, bit))
}

/// Returns the number of the enumerant or bit with this name.
pub fn enumerant_value(kind: OperandKind, name: &str) -> Option<u32> {
    let rows = rows(kind)?;
    rows.by_name.get(name).copied().or_else(|| (rows.second_name)(name))
}
