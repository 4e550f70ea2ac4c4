//! Enumerations and masks of core SPIR-V: numbers, names and the operands that an enumerant asks for.

use rspirv::binary::Disassemble;
use rspirv::dr::Operand;
use rspirv::grammar::{LogicalOperand, OperandKind};
use rspirv::spirv;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A value of an enumeration or a bit of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumerant {
    /// The number; of a mask, one bit.
    pub value: u32,
    /// Its name in text.
    pub name: String,
    /// The operands that follow when it is given.
    pub operands: Vec<LogicalOperand>,
}

#[derive(Default)]
struct Rows {
    is_mask: bool,
    by_value: BTreeMap<u32, Enumerant>,
    by_name: BTreeMap<String, u32>,
}

/// Numbers above this are no enumerants: the registry of SPIR-V gives out blocks of 64 from 4,096 on and has reached 6,500.
const LARGEST: u32 = 1 << 14;

macro_rules! kinds {
    (enumerations: $($kind:ident)*; masks: $($mask:ident)*) => {
        fn table() -> Vec<(OperandKind, Rows)> {
            let mut table = Vec::new();
            $(let enumerants = (0..LARGEST).filter_map(|value| {
                let enumerant = spirv::$kind::from_u32(value)?;
                let name = format!("{enumerant:?}");
                // A name in Rust cannot start with a digit: `Dim1D` stands for `1D`.
                let name = name.strip_prefix("Dim").filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit())).map_or(name.clone(), str::to_owned);
                Some(Enumerant { value, name, operands: Operand::$kind(enumerant).additional_operands() })
            });
            table.push((OperandKind::$kind, Rows::new(false, enumerants)));)*
            $(let bits = (0..32).filter_map(|bit| {
                let enumerant = spirv::$mask::from_bits(1 << bit)?;
                Some(Enumerant { value: 1 << bit, name: enumerant.disassemble(), operands: Operand::$mask(enumerant).additional_operands() })
            });
            table.push((OperandKind::$mask, Rows::new(true, bits)));)*
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
    fn new(is_mask: bool, enumerants: impl Iterator<Item = Enumerant>) -> Self {
        let mut rows = Self { is_mask, ..Self::default() };
        for enumerant in enumerants {
            rows.by_name.insert(enumerant.name.clone(), enumerant.value);
            rows.by_value.insert(enumerant.value, enumerant);
        }
        rows
    }
}

fn rows(kind: OperandKind) -> Option<&'static Rows> {
    static TABLE: OnceLock<Vec<(OperandKind, Rows)>> = OnceLock::new();
    TABLE.get_or_init(table).iter().find(|row| row.0 == kind).map(|row| &row.1)
}

/// Whether a word of this kind is a mask.
pub fn is_mask(kind: OperandKind) -> bool {
    rows(kind).is_some_and(|rows| rows.is_mask)
}

/// The value of an enumeration with this number.
pub fn enumerant(kind: OperandKind, value: u32) -> Option<&'static Enumerant> {
    rows(kind)?.by_value.get(&value)
}

/// The bits that a word of a mask sets, the lowest first; none for a bit without a name.
pub fn mask_bits(kind: OperandKind, word: u32) -> impl Iterator<Item = Option<&'static Enumerant>> {
    (0..32).map(|bit| 1 << bit).filter(move |bit| word & bit != 0).map(move |bit| enumerant(kind, bit))
}

/// The number of the enumerant or bit with this name.
pub fn enumerant_value(kind: OperandKind, name: &str) -> Option<u32> {
    rows(kind)?.by_name.get(name).copied()
}
