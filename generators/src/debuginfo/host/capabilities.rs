//! Capabilities that are declared because something needs them.

use super::super::build::Build;

/// Capabilities that a module declares when it needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Capability {
    Int8,
    Int16,
    Int64,
    Float16,
    Float64,
    Vector16,
    Linkage,
    GenericPointer,
    DebugModule,
}

pub(super) const CAPABILITIES: [spirv::Capability; 9] = [
    spirv::Capability::Int8,
    spirv::Capability::Int16,
    spirv::Capability::Int64,
    spirv::Capability::Float16,
    spirv::Capability::Float64,
    spirv::Capability::Vector16,
    spirv::Capability::Linkage,
    spirv::Capability::GenericPointer,
    spirv::Capability::DebugInfoModuleINTEL,
];

impl Capability {
    pub(super) const fn of_int(bits: u8) -> Option<Self> {
        match bits {
            8 => Some(Self::Int8),
            16 => Some(Self::Int16),
            64 => Some(Self::Int64),
            _ => None,
        }
    }

    pub(super) const fn of_float(bits: u8) -> Option<Self> {
        match bits {
            16 => Some(Self::Float16),
            64 => Some(Self::Float64),
            _ => None,
        }
    }
}

/// Records that a capability is needed.
pub(in super::super) fn require(build: &mut Build<'_, '_>, capability: Option<Capability>) {
    if let Some(capability) = capability {
        build.scratch.host.capabilities |= 1 << capability as u32;
    }
}
