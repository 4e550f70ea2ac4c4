//! The sections of a module (SPIR-V 2.4), and the instructions of each.

use std::fmt;

use crate::{CoreInstruction, grammar};

/// A section of a module, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Capabilities,
    Extensions,
    Imports,
    MemoryModel,
    /// The addressing mode of samplers and images (`SPV_NV_bindless_texture`).
    AddressingModes,
    EntryPoints,
    ExecutionModes,
    Sources,
    Names,
    Processes,
    Annotations,
    /// Types, constants and global variables, followed by the debug instructions.
    Globals,
    /// Functions, with their content.
    Functions,
}

impl fmt::Display for Section {
    /// Writes what the section consists of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Section::Capabilities => "capabilities",
            Section::Extensions => "extensions",
            Section::Imports => "imported instruction sets",
            Section::MemoryModel => "the memory model",
            Section::AddressingModes => "the addressing mode of samplers",
            Section::EntryPoints => "entry points",
            Section::ExecutionModes => "execution modes",
            Section::Sources => "sources and strings",
            Section::Names => "names",
            Section::Processes => "processes",
            Section::Annotations => "annotations",
            Section::Globals => "types and constants",
            Section::Functions => "functions",
        })
    }
}

/// The allowed place of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// In one section before the functions.
    Section(Section),
    /// Among the globals or in functions.
    GlobalOrBody,
    /// In a function.
    Body,
}

/// Returns the allowed place of a core instruction. Instructions of extensions are recognized by their names.
pub(super) fn home(opcode: u16) -> Home {
    use spirv::Op;
    let section = match Op::from_u32(u32::from(opcode)) {
        Some(Op::Capability | Op::ConditionalCapabilityINTEL) => Section::Capabilities,
        Some(Op::Extension | Op::ConditionalExtensionINTEL) => Section::Extensions,
        Some(Op::ExtInstImport) => Section::Imports,
        Some(Op::MemoryModel) => Section::MemoryModel,
        Some(Op::SamplerImageAddressingModeNV) => Section::AddressingModes,
        Some(Op::EntryPoint | Op::ConditionalEntryPointINTEL) => Section::EntryPoints,
        Some(Op::ExecutionMode | Op::ExecutionModeId) => Section::ExecutionModes,
        Some(Op::String | Op::Source | Op::SourceContinued | Op::SourceExtension) => Section::Sources,
        Some(Op::Name | Op::MemberName) => Section::Names,
        Some(Op::ModuleProcessed) => Section::Processes,
        Some(Op::Variable | Op::UntypedVariableKHR | Op::Undef | Op::Line | Op::NoLine) => return Home::GlobalOrBody,
        _ => return by_name(opcode),
    };
    Home::Section(section)
}

fn by_name(opcode: u16) -> Home {
    let name = grammar::row(opcode).map_or("", |row| row.opname);
    if is_annotation(name) {
        Home::Section(Section::Annotations)
    } else if ["Type", "Constant", "SpecConstant", "Asm"].iter().any(|prefix| name.starts_with(prefix)) && name != "AsmCallINTEL" {
        Home::Section(Section::Globals)
    } else {
        Home::Body
    }
}

fn is_annotation(name: &str) -> bool {
    name.contains("Decorat") || name.starts_with("AliasDomain") || name.starts_with("AliasScope")
}

/// Returns whether an instruction names or decorates others, so that it is removed with them.
pub(super) fn is_name_or_annotation(opcode: u16) -> bool {
    matches!(home(opcode), Home::Section(Section::Names | Section::Annotations))
}

/// Returns whether an instruction is one of an extended set.
pub(super) fn is_extended(core: &CoreInstruction) -> bool {
    core.is(spirv::Op::ExtInst) || core.is(spirv::Op::ExtInstWithForwardRefsKHR)
}
