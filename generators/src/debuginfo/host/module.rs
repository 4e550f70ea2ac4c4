//! The head of the host module: version, capabilities, memory model, entry point.

use super::super::build::{Build, Section, with_text};
use super::super::facts::Facts;
use super::super::families::Family;
use super::super::shapes::Shape;
use super::annotations::{annotations, sources};
use super::capabilities::{CAPABILITIES, Capability};
use super::functions::signatures;
use super::globals::globals;
use super::types::some_types;
use crate::forms::Form;
use irsmith_debuginfo::Words;
use spirv::Op;

/// Kind of module and version of SPIR-V.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Version {
    /// An OpenCL kernel rather than a compute shader.
    pub(in super::super) kernel: bool,
    /// The minor version; the major version is 1.
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

/// Generates what must be known before anything else.
pub(in super::super) fn start_host(build: &mut Build<'_, '_>) {
    build.scratch.host.version = build.form(&VERSIONS);
    build.scratch.graph.set = build.id();
    if build.wants(Shape::SecondSet, 16) {
        build.scratch.graph.second_set = Some(build.id());
    }
    build.scratch.host.extension = build.id();
    build.scratch.host.calls_later = build.choices.chance(64) && build.is_on(Shape::CallLater);
    sources(build);
    some_types(build);
    globals(build);
    signatures(build);
}

/// Generates the header section and the entry point, which names everything.
pub(in super::super) fn end_host(build: &mut Build<'_, '_>) {
    annotations(build);
    let Version { kernel, .. } = build.scratch.host.version;
    use spirv::Capability as C;
    let base: &[C] = if kernel { &[C::Addresses, C::Kernel] } else { &[C::Shader] };
    let needed = build.scratch.host.capabilities;
    let more = CAPABILITIES.iter().enumerate().filter(|(bit, _)| needed >> bit & 1 == 1).map(|row| row.1);
    for &capability in base.iter().chain(more) {
        build.push(Section::Head, Op::Capability, &[capability as u32]);
    }
    if needed >> Capability::DebugModule as u32 & 1 == 1 {
        build.push_words(Section::Head, Op::Extension, with_text(&[], "SPV_INTEL_debug_module"));
    }
    let extension = build.scratch.host.extension;
    let name = if kernel { "OpenCL.std" } else { "GLSL.std.450" };
    build.push_words(Section::Head, Op::ExtInstImport, with_text(&[extension.0], name));
    let graph = &build.scratch.graph;
    for set in [Some(graph.set), graph.second_set].into_iter().flatten() {
        build.push_words(Section::Head, Op::ExtInstImport, with_text(&[set.0], build.config.dialect.name()));
    }
    entry_point(build, kernel);
}

fn entry_point(build: &mut Build<'_, '_>, kernel: bool) {
    use spirv::{AddressingModel as A, ExecutionMode as E, ExecutionModel as X, MemoryModel as M};
    let (addressing, memory) = if kernel { (A::Physical64, M::OpenCL) } else { (A::Logical, M::GLSL450) };
    build.push(Section::Head, Op::MemoryModel, &[addressing as u32, memory as u32]);
    let entry = build.scratch.host.functions[build.scratch.host.entry].id;
    let model = if kernel { X::Kernel } else { X::GLCompute };
    let mut words = with_text(&[model as u32, entry.0], "main");
    interface(build, &mut words);
    build.push_words(Section::Head, Op::EntryPoint, words);
    let size = 1 + build.choices.up_to(3);
    let modes: &[u32] = &[entry.0, E::LocalSize as u32, size, 1, 1];
    if !kernel || size > 2 {
        build.push(Section::Head, Op::ExecutionMode, modes);
    }
    if kernel && size == 4 {
        build.push(Section::Head, Op::ExecutionMode, &[entry.0, E::ContractionOff as u32]);
    }
}

/// Appends the variables of the interface: from version 1.4 on all, before only inputs.
fn interface(build: &mut Build<'_, '_>, words: &mut Words) {
    let all = build.scratch.host.version.minor >= 4;
    let listed = build.scratch.host.globals.iter().filter(|global| all || global.class == spirv::StorageClass::Input);
    words.extend(listed.map(|global| global.id.0));
}
