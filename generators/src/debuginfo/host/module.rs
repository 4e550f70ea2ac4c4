//! The head of the host module: version, capabilities, memory model, entry point.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::super::shapes::Shape;
use crate::forms::Form;
use irsmith_debuginfo::{Words, grammar};
use spirv::Op;

/// Kind of module and version of SPIR-V.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Version {
    /// An OpenCL kernel, or else a compute shader.
    pub(in super::super) kernel: bool,
    /// The version is 1 and this.
    pub(in super::super) minor: u8,
}

impl Version {
    pub(in super::super) const fn word(self) -> u32 {
        1 << 16 | (self.minor as u32) << 8
    }
}

/// Minor versions of SPIR-V, 0 to 6.
const MINORS: usize = 7;

/// Shaders, then kernels, each from the first version on.
static VERSIONS: [Version; 2 * MINORS] = {
    let mut versions = [Version { kernel: false, minor: 0 }; 2 * MINORS];
    let mut place = 0;
    while place < versions.len() {
        versions[place] = Version { kernel: place >= MINORS, minor: (place % MINORS) as u8 };
        place += 1;
    }
    versions
};

impl Form for Version {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Version as usize;

    fn all() -> &'static [Self] {
        &VERSIONS
    }

    fn name(self) -> String {
        format!("{}, SPIR-V 1.{}", if self.kernel { "OpenCL kernel" } else { "compute shader" }, self.minor)
    }

    fn place(self) -> usize {
        usize::from(self.kernel) * MINORS + usize::from(self.minor)
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        u64::from(facts.is_kernel() == self.kernel && facts.version() == self.word())
    }
}

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
}

const CAPABILITIES: [spirv::Capability; 8] = [
    spirv::Capability::Int8,
    spirv::Capability::Int16,
    spirv::Capability::Int64,
    spirv::Capability::Float16,
    spirv::Capability::Float64,
    spirv::Capability::Vector16,
    spirv::Capability::Linkage,
    spirv::Capability::GenericPointer,
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

/// A literal string behind other words.
pub(in super::super) fn with_text(words: &[u32], text: &str) -> Words {
    let mut all = Words::from_slice(words);
    all.extend(grammar::string_words(text));
    all
}

impl Build<'_, '_> {
    /// Notes that a capability is needed.
    pub(in super::super) fn require(&mut self, capability: Option<Capability>) {
        if let Some(capability) = capability {
            self.scratch.host.capabilities |= 1 << capability as u32;
        }
    }

    /// What must be known before anything else is made.
    pub(in super::super) fn start_host(&mut self) {
        self.scratch.host.version = self.form(&VERSIONS);
        self.scratch.graph.set = self.id();
        self.scratch.host.extension = self.id();
        self.scratch.host.calls_later = self.choices.chance(64) && self.is_on(Shape::CallLater);
        self.sources();
        self.some_types();
        self.globals();
        self.signatures();
    }

    /// What names everything, and the head.
    pub(in super::super) fn end_host(&mut self) {
        self.annotations();
        let Version { kernel, .. } = self.scratch.host.version;
        use spirv::Capability as C;
        let base: &[C] = if kernel { &[C::Addresses, C::Kernel] } else { &[C::Shader] };
        let needed = self.scratch.host.capabilities;
        let more = CAPABILITIES.iter().enumerate().filter(|(bit, _)| needed >> bit & 1 == 1).map(|row| row.1);
        for &capability in base.iter().chain(more) {
            self.push(Section::Head, Op::Capability, &[capability as u32]);
        }
        let extension = self.scratch.host.extension;
        let name = if kernel { "OpenCL.std" } else { "GLSL.std.450" };
        self.push_words(Section::Head, Op::ExtInstImport, with_text(&[extension.0], name));
        let set = self.scratch.graph.set;
        self.push_words(Section::Head, Op::ExtInstImport, with_text(&[set.0], self.config.dialect.name()));
        self.entry_point(kernel);
    }

    fn entry_point(&mut self, kernel: bool) {
        use spirv::{AddressingModel as A, ExecutionMode as E, ExecutionModel as X, MemoryModel as M};
        let (addressing, memory) = if kernel { (A::Physical64, M::OpenCL) } else { (A::Logical, M::GLSL450) };
        self.push(Section::Head, Op::MemoryModel, &[addressing as u32, memory as u32]);
        let entry = self.scratch.host.functions[self.scratch.host.entry].id;
        let model = if kernel { X::Kernel } else { X::GLCompute };
        let mut words = with_text(&[model as u32, entry.0], "main");
        self.interface(&mut words);
        self.push_words(Section::Head, Op::EntryPoint, words);
        let size = 1 + self.choices.up_to(3);
        let modes: &[u32] = &[entry.0, E::LocalSize as u32, size, 1, 1];
        if !kernel || size > 2 {
            self.push(Section::Head, Op::ExecutionMode, modes);
        }
        if kernel && size == 4 {
            self.push(Section::Head, Op::ExecutionMode, &[entry.0, E::ContractionOff as u32]);
        }
    }

    /// The variables of the interface: from version 1.4 on all, before only inputs.
    fn interface(&mut self, words: &mut Words) {
        let all = self.scratch.host.version.minor >= 4;
        let listed = self.scratch.host.globals.iter().filter(|global| all || global.class == spirv::StorageClass::Input);
        words.extend(listed.map(|global| global.id.0));
    }
}
