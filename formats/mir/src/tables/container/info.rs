//! The keys of `machineFunctionInfo`, which differ for each target.

use super::super::Target;
use super::kind::{Absent, Choice, Item, Key, Map, Text, Value, Written};

/// Returns the keys of `machineFunctionInfo` for a target; an empty mapping if the target has none.
pub fn function_info(target: Target) -> &'static Map {
    match target {
        Target::X86 => X86,
        Target::AArch64 => AARCH64,
        Target::Arm => ARM,
        Target::RiscV => RISCV,
        Target::WebAssembly => WEB_ASSEMBLY,
        Target::AmdGpu => AMD_GPU,
        _ => NOTHING,
    }
}

const fn info(keys: &'static [Key]) -> Map {
    Map { name: "target-specific function", flow: false, keys }
}

const NOTHING: &Map = &info(&[]);

const X86: &Map = &info(&[Key::new("amxProgModel", Value::Choice(AMX_MODELS), Absent::Word("None")).written(Written::Always).since(19)]);

/// The pass that assigns the tile registers.
const AMX_MODELS: &[Choice] = &[Choice::new("None"), Choice::new("DirectReg"), Choice::new("ManagedRA")];

const AARCH64: &Map = &info(&[
    // Absent: not computed yet.
    Key::new("hasRedZone", Value::Bool, Absent::Distinct).written(Written::IfPresent),
    // In bytes, for each unit of a scalable vector; absent: not computed yet.
    Key::new("stackSizeZPR", Value::Unsigned(64), Absent::Distinct).written(Written::IfPresent).since(22),
    Key::new("stackSizePPR", Value::Unsigned(64), Absent::Distinct).written(Written::IfPresent).since(22),
    Key::flag("hasStackFrame").written(Written::IfPresent).since(22),
    Key::flag("hasStreamingModeChanges").written(Written::IfPresent).since(22),
]);

const ARM: &Map = &info(&[Key::flag("isLRSpilled").since(19)]);

const RISCV: &Map = &info(&[
    Key::new("varArgsFrameIndex", Value::Signed(32), Absent::Number(0)),
    Key::new("varArgsSaveSize", Value::Signed(32), Absent::Number(0)),
]);

const WEB_ASSEMBLY: &Map = &info(&[
    Key::new("params", Value::List(Item::Text { text: Text::WasmType, flow: true }), Absent::Empty),
    Key::new("results", Value::List(Item::Text { text: Text::WasmType, flow: true }), Absent::Empty),
    Key::flag("isCFGStackified"),
    // Maps the number of a landing pad to the number of the landing pad to which it unwinds.
    Key::new("wasmEHFuncInfo", Value::NumberMap, Absent::Empty),
]);

const AMD_GPU: &Map = &info(&[
    Key::number("explicitKernArgSize", 64),
    Key::new("maxKernArgAlign", Value::Alignment, Absent::Number(1)).written(Written::Always),
    Key::number("ldsSize", 32),
    Key::number("gdsSize", 32).since(16),
    Key::new("dynLDSAlign", Value::Alignment, Absent::Number(1)),
    Key::flag("isEntryFunction"),
    Key::flag("isChainFunction").since(19),
    Key::flag("noSignedZerosFPMath").until(21),
    Key::flag("memoryBound"),
    Key::flag("waveLimiter"),
    Key::flag("hasSpilledSGPRs"),
    Key::flag("hasSpilledVGPRs"),
    Key::new("scratchRSrcReg", Value::Text(Text::Register), Absent::Word("$private_rsrc_reg")),
    Key::new("frameOffsetReg", Value::Text(Text::Register), Absent::Word("$fp_reg")),
    Key::new("stackPtrOffsetReg", Value::Text(Text::Register), Absent::Word("$sp_reg")),
    Key::number("bytesInStackArgArea", 32).since(16),
    Key::new("returnsVoid", Value::Bool, Absent::Bool(true)).since(16),
    Key::new("argumentInfo", Value::Map(AMD_ARGUMENTS), Absent::Distinct).written(Written::IfPresent),
    Key::number("psInputAddr", 32).since(19),
    Key::number("psInputEnable", 32).since(19),
    Key::number("minNumAGPRs", 32).since(22),
    Key::new("mode", Value::Map(AMD_MODE), Absent::Empty),
    Key::number("highBitsOf32BitAddress", 32),
    // If absent: the value that the processor allows.
    Key::new("occupancy", Value::Unsigned(32), Absent::Distinct).written(Written::IfPresent),
    Key::new("wwmReservedRegs", Value::List(Item::Text { text: Text::Register, flow: false }), Absent::Empty).since(16),
    Key::new("scavengeFI", Value::FrameObject, Absent::Distinct).written(Written::IfPresent),
    Key::text("vgprForAGPRCopy", Text::Register).since(16),
    Key::text("sgprForEXECCopy", Text::Register).since(19),
    Key::text("longBranchReservedReg", Text::Register).since(19),
    Key::flag("hasInitWholeWave").since(20),
    Key::number("dynamicVGPRBlockSize", 32).since(22),
    Key::number("scratchReservedForDynamicVGPRs", 32).since(22),
    Key::number("numKernargPreloadSGPRs", 32).since(22),
    Key::flag("isWholeWaveFunction").since(22),
]);

/// The floating-point mode of a function.
const AMD_MODE: &Map = &Map {
    name: "floating-point mode",
    flow: false,
    keys: &[
        AMD_MODE_BIT.named("ieee"),
        AMD_MODE_BIT.named("dx10-clamp"),
        AMD_MODE_BIT.named("fp32-input-denormals"),
        AMD_MODE_BIT.named("fp32-output-denormals"),
        AMD_MODE_BIT.named("fp64-fp16-input-denormals"),
        AMD_MODE_BIT.named("fp64-fp16-output-denormals"),
    ],
};

const AMD_MODE_BIT: Key = Key::new("", Value::Bool, Absent::Bool(true));

/// Where the hidden arguments of a function are.
const AMD_ARGUMENTS: &Map = &Map {
    name: "hidden arguments",
    flow: false,
    keys: &[
        AMD_PLACE.named("privateSegmentBuffer"),
        AMD_PLACE.named("dispatchPtr"),
        AMD_PLACE.named("queuePtr"),
        AMD_PLACE.named("kernargSegmentPtr"),
        AMD_PLACE.named("dispatchID"),
        AMD_PLACE.named("flatScratchInit"),
        AMD_PLACE.named("privateSegmentSize"),
        AMD_PLACE.named("workGroupIDX"),
        AMD_PLACE.named("workGroupIDY"),
        AMD_PLACE.named("workGroupIDZ"),
        AMD_PLACE.named("workGroupInfo"),
        AMD_PLACE.named("LDSKernelId").since(16),
        AMD_PLACE.named("privateSegmentWaveByteOffset"),
        AMD_PLACE.named("firstKernArgPreloadReg").since(22),
        AMD_PLACE.named("implicitArgPtr"),
        AMD_PLACE.named("implicitBufferPtr"),
        AMD_PLACE.named("workItemIDX"),
        AMD_PLACE.named("workItemIDY"),
        AMD_PLACE.named("workItemIDZ"),
    ],
};

const AMD_PLACE: Key = Key::new("", Value::Map(AMD_ARGUMENT), Absent::Distinct).written(Written::IfPresent);

/// A hidden argument: either a register or an offset on the stack, and a mask of its significant bits.
const AMD_ARGUMENT: &Map = &Map {
    name: "hidden argument",
    flow: true,
    keys: &[
        Key::new("reg", Value::Text(Text::Register), Absent::Distinct).written(Written::IfPresent),
        Key::new("offset", Value::Unsigned(32), Absent::Distinct).written(Written::IfPresent),
        Key::new("mask", Value::Unsigned(32), Absent::Distinct).written(Written::IfPresent),
    ],
};
