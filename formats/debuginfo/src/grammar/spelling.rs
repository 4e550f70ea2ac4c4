//! Names in text. The tables of `rspirv` have the current names; text has those of SPIRV-Tools 2023.1, which later tools also accept.

use std::borrow::Cow;

/// Names that have changed: the current name, and that of 2023.1.
const OLDER: &[(&str, &str)] = &[
    ("AnyHitKHR", "AnyHitNV"),
    ("CallableDataKHR", "CallableDataNV"),
    ("CallableKHR", "CallableNV"),
    ("ClosestHitKHR", "ClosestHitNV"),
    ("ComputeDerivativeGroupLinearKHR", "ComputeDerivativeGroupLinearNV"),
    ("ComputeDerivativeGroupQuadsKHR", "ComputeDerivativeGroupQuadsNV"),
    ("DerivativeGroupLinearKHR", "DerivativeGroupLinearNV"),
    ("DerivativeGroupQuadsKHR", "DerivativeGroupQuadsNV"),
    ("GroupNonUniformPartitionEXT", "GroupNonUniformPartitionNV"),
    ("GroupNonUniformPartitionedEXT", "GroupNonUniformPartitionedNV"),
    ("HitAttributeKHR", "HitAttributeNV"),
    ("IncomingCallableDataKHR", "IncomingCallableDataNV"),
    ("IncomingRayPayloadKHR", "IncomingRayPayloadNV"),
    ("IntersectionKHR", "IntersectionNV"),
    ("LongCompositesINTEL", "LongConstantCompositeINTEL"),
    ("MissKHR", "MissNV"),
    ("OptNoneEXT", "OptNoneINTEL"),
    ("OutputLinesEXT", "OutputLinesNV"),
    ("OutputPrimitivesEXT", "OutputPrimitivesNV"),
    ("OutputTrianglesEXT", "OutputTrianglesNV"),
    ("PartitionedExclusiveScanEXT", "PartitionedExclusiveScanNV"),
    ("PartitionedInclusiveScanEXT", "PartitionedInclusiveScanNV"),
    ("PartitionedReduceEXT", "PartitionedReduceNV"),
    ("PerPrimitiveEXT", "PerPrimitiveNV"),
    ("RayGenerationKHR", "RayGenerationNV"),
    ("RayPayloadKHR", "RayPayloadNV"),
    ("ShaderRecordBufferKHR", "ShaderRecordBufferNV"),
];

/// Second names of instructions that are accepted in text: the second name, and the one in `rspirv`'s table.
pub(super) const SECOND_NAMES: &[(&str, &str)] = &[
    ("SDotKHR", "SDot"),
    ("UDotKHR", "UDot"),
    ("SUDotKHR", "SUDot"),
    ("SDotAccSatKHR", "SDotAccSat"),
    ("UDotAccSatKHR", "UDotAccSat"),
    ("SUDotAccSatKHR", "SUDotAccSat"),
    ("TypeCooperativeVectorNV", "TypeVectorIdEXT"),
    ("ReportIntersectionNV", "ReportIntersectionKHR"),
    ("TypeAccelerationStructureNV", "TypeAccelerationStructureKHR"),
    ("RayQueryGetClusterIdNV", "RayQueryGetIntersectionClusterIdNV"),
    ("DemoteToHelperInvocationEXT", "DemoteToHelperInvocation"),
    ("DecorateStringGOOGLE", "DecorateString"),
    ("MemberDecorateStringGOOGLE", "MemberDecorateString"),
];

/// Returns the name in text for the current name.
pub(super) fn in_text(name: &str) -> Cow<'_, str> {
    if let Some(row) = OLDER.iter().find(|row| row.0 == name) {
        return row.1.into();
    }
    // Intel's extensions for programmable logic were renamed to Altera.
    name.strip_suffix("ALTERA").map_or(name.into(), |stem| format!("{stem}INTEL").into())
}
