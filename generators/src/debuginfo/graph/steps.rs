//! The steps that make the graph, one instruction or a few at a time.

use super::super::build::Build;
use super::super::host::Capability;
use super::super::host::capabilities::require;
use super::super::shapes::Shape;
use super::composites::composite;
use super::expressions::{expression, lone_operation};
use super::fields::{Given, make, none};
use super::functions::{block, discriminator, inlined_at, inlined_function, local};
use super::literals::string;
use irsmith_debuginfo::tables::{DebugOp, FieldId};

/// A step.
struct Step {
    /// The instruction whose row must be enabled.
    op: DebugOp,
    weight: u16,
    make: fn(&mut Build<'_, '_>),
}

macro_rules! step {
    ($op:ident weight $weight:literal) => {
        Step { op: DebugOp::$op, weight: $weight, make: |build| _ = make(build, DebugOp::$op, &[]) }
    };
    ($op:ident weight $weight:literal $make:expr) => {
        Step { op: DebugOp::$op, weight: $weight, make: $make }
    };
}

/// Weights as in real programs, with higher weights for rare instructions.
const STEPS: &[Step] = &[
    step!(InfoNone weight 1 |build| _ = none(build)),
    step!(CompilationUnit weight 1),
    step!(TypeBasic weight 10),
    step!(TypePointer weight 9),
    step!(TypeQualifier weight 6),
    step!(TypeArray weight 5),
    step!(TypeVector weight 5),
    step!(Typedef weight 5),
    step!(TypeFunction weight 6),
    step!(TypeEnum weight 5),
    step!(TypeComposite weight 10 |build| composite(build)),
    step!(TypePtrToMember weight 3),
    step!(TypeTemplate weight 4),
    step!(TypeTemplateParameter weight 5),
    step!(TypeTemplateTemplateParameter weight 4),
    step!(TypeTemplateParameterPack weight 4),
    step!(GlobalVariable weight 6),
    step!(FunctionDeclaration weight 4),
    step!(Function weight 6 |build| inlined_function(build)),
    step!(LexicalBlock weight 10 |build| block(build)),
    step!(LexicalBlockDiscriminator weight 4 |build| discriminator(build)),
    step!(InlinedAt weight 9 |build| inlined_at(build)),
    step!(LocalVariable weight 12 |build| local(build)),
    step!(InlinedVariable weight 4),
    step!(Operation weight 3 |build| lone_operation(build)),
    step!(Expression weight 10 |build| expression(build)),
    step!(MacroDef weight 4 |build| macro_definition(build)),
    step!(MacroUndef weight 3),
    step!(ImportedEntity weight 3),
    step!(Source weight 2),
    step!(ModuleINTEL weight 2 |build| module(build)),
];

/// Maps the 256 values of a byte to the steps whose rows are enabled, by weight.
pub(super) fn fill_steps(build: &mut Build<'_, '_>) {
    let mut steps = std::mem::take(&mut build.scratch.graph.steps);
    steps.clear();
    let on = |step: &&Step| build.is_on(step.op);
    let total: usize = STEPS.iter().filter(on).map(|step| usize::from(step.weight)).sum();
    let mut sum = 0;
    for (at, step) in STEPS.iter().enumerate().filter(|(_, step)| on(step)) {
        sum += usize::from(step.weight);
        steps.resize(sum * 256 / total, at as u8);
    }
    build.scratch.graph.steps = steps;
}

/// Executes a step, or does nothing if something that the step needs does not exist yet.
pub(super) fn step(build: &mut Build<'_, '_>) {
    let draw = usize::from(build.choices.byte());
    if let Some(&at) = build.scratch.graph.steps.get(draw) {
        (STEPS[usize::from(at)].make)(build);
    }
}

/// Makes a module of the source program.
fn module(build: &mut Build<'_, '_>) {
    if make(build, DebugOp::ModuleINTEL, &[]).is_some() {
        require(build, Some(Capability::DebugModule));
    }
}

fn macro_definition(build: &mut Build<'_, '_>) {
    if !build.wants(Shape::FunctionMacro, 64) {
        make(build, DebugOp::MacroDef, &[]);
        return;
    }
    let name = string(build, "MAX(a,b)");
    make(build, DebugOp::MacroDef, &[(FieldId::Name, Given::Word(name.0))]);
}
