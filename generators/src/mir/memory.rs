//! Memory operands.

use super::build::Build;
use super::draw::Draw;
use super::forms::{MemoryFlag, MemoryForm, PointerForm};
use super::metadata::nodes;
use super::names::symbol;
use super::objects::{fixed_object, stack_object};
use crate::forms::Form;
use irsmith_mir::{Access, Element, MemoryOperand, MemorySize, Ordering, Pointer, Type};

/// Synchronization scopes; the empty one is the spelling of the system scope.
const SCOPES: &[&str] = &["singlethread", "agent", "a scope"];
/// Constants that may be pointers.
const CONSTANTS: &[&str] = &["ptr null", "ptr undef", "ptr inttoptr (i64 16 to ptr)"];

/// The orderings that an access may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atomicity {
    /// None.
    Plain,
    /// None, or an ordering of a load.
    Load,
    /// None, or an ordering of a store.
    Store,
    /// An ordering of a read-modify-write.
    Change,
    /// Orderings of a compare-and-exchange, for both outcomes.
    Exchange,
}

impl Atomicity {
    fn orderings(self) -> &'static [Ordering] {
        use Ordering::{Acquire, AcquireRelease, Monotonic, Release, SequentiallyConsistent, Unordered};
        match self {
            Self::Plain => &[],
            Self::Load => &[Unordered, Monotonic, Acquire, SequentiallyConsistent],
            Self::Store => &[Unordered, Monotonic, Release, SequentiallyConsistent],
            Self::Change | Self::Exchange => &[Monotonic, Acquire, Release, AcquireRelease, SequentiallyConsistent],
        }
    }
}

/// Makes a memory operand of an access through a pointer into an address space.
pub(super) fn memory(build: &mut Build<'_, '_>, access: Access, size: MemorySize, space: u32, atomicity: Atomicity) -> MemoryOperand {
    let mut memory = MemoryOperand::new(access, size);
    for flag in MemoryFlag::all() {
        if build.draw.wants(*flag, 24) {
            memory.flags.0 |= flag.flags().0;
        }
    }
    orderings(&mut build.draw, &mut memory, atomicity);
    if build.draw.chance(160) {
        pointer_of(build, &mut memory);
    }
    alignments(&mut build.draw, &mut memory);
    if space != 0 {
        memory.address_space = Some(space);
    }
    scopes(build, &mut memory);
    let flags = &build.vocabulary.memory_flags;
    if !flags.is_empty() && build.draw.wants(MemoryForm::TargetFlag, 16) {
        memory.target_flags.push(build.draw.text(flags));
    }
    memory
}

/// Makes a memory operand of a type.
pub(super) fn typed_memory(build: &mut Build<'_, '_>, access: Access, ty: Type, space: u32, atomicity: Atomicity) -> MemoryOperand {
    memory(build, access, MemorySize::Type(ty), space, atomicity)
}

fn orderings(draw: &mut Draw<'_, '_>, memory: &mut MemoryOperand, atomicity: Atomicity) {
    let may_be_plain = matches!(atomicity, Atomicity::Load | Atomicity::Store);
    if atomicity == Atomicity::Plain || (may_be_plain && !draw.chance(48)) {
        return;
    }
    if draw.wants(MemoryForm::Scope, 64) {
        memory.scope = Some(SCOPES[draw.below(SCOPES.len())].into());
    }
    memory.ordering = Some(ordering(draw, atomicity.orderings()));
    if atomicity == Atomicity::Exchange && draw.wants(MemoryForm::Failure, 192) {
        memory.failure_ordering = Some(ordering(draw, &[Ordering::Monotonic, Ordering::Acquire, Ordering::SequentiallyConsistent]));
    }
}

fn ordering(draw: &mut Draw<'_, '_>, some: &[Ordering]) -> Ordering {
    some[draw.below(some.len())]
}

fn pointer_of(build: &mut Build<'_, '_>, memory: &mut MemoryOperand) {
    let form = PointerForm::all()[build.draw.below(PointerForm::all().len())];
    if !build.draw.is_on(form) {
        return;
    }
    let Some(pointer) = pointer_form(build, form) else { return };
    memory.pointer = Some(pointer);
    if build.draw.wants(MemoryForm::Positive, 48) {
        memory.offset = [1, 4, 8, 16, 4096, i64::from(i32::MAX), i64::MAX][build.draw.below(7)];
    } else if build.draw.wants(MemoryForm::Negative, 24) {
        memory.offset = [-1, -4, -8, -16, i64::from(i32::MIN), i64::MIN][build.draw.below(6)];
    }
}

fn pointer_form(build: &mut Build<'_, '_>, form: PointerForm) -> Option<Pointer> {
    Some(match form {
        PointerForm::Value => {
            let place = build.draw.index(build.module.values().len())?;
            Pointer::Ir(build.module.values()[place].clone())
        }
        PointerForm::Global => Pointer::Global(build.module.global(&mut build.draw)?),
        PointerForm::Constant => Pointer::Constant(CONSTANTS[build.draw.below(CONSTANTS.len())].into()),
        PointerForm::StackPointer => Pointer::StackPointer,
        PointerForm::Got => Pointer::Got,
        PointerForm::JumpTable => Pointer::JumpTable,
        PointerForm::ConstantPool => Pointer::ConstantPool,
        PointerForm::CallEntryGlobal => Pointer::CallEntryGlobal(build.module.global(&mut build.draw)?),
        PointerForm::CallEntrySymbol => Pointer::CallEntrySymbol(symbol(&mut build.draw)),
        PointerForm::Stack => {
            let (id, name) = stack_object(build)?;
            Pointer::Stack { id, name }
        }
        PointerForm::FixedStack => Pointer::FixedStack(fixed_object(build)?),
        PointerForm::Unknown => Pointer::Unknown,
    })
}

/// Draws a number of bytes that no type has. llc prints it as a type of that many bits, which it cannot read: few operands should have one.
pub(super) fn far_size(draw: &mut Draw<'_, '_>) -> Option<MemorySize> {
    let wanted = draw.chance(16) && draw.is_on(MemoryForm::Bytes);
    wanted.then(|| MemorySize::Bytes(8192 + u64::from(draw.word())))
}

fn alignments(draw: &mut Draw<'_, '_>, memory: &mut MemoryOperand) {
    // The alignment of an access is never above the alignment of its offset.
    let most = memory.offset.trailing_zeros().min(32) as usize;
    let exponent = draw.below(most.min(12) + 1);
    if draw.wants(MemoryForm::Align, 64) {
        memory.alignment = Some(1 << exponent);
    }
    if draw.wants(MemoryForm::BaseAlign, 32) {
        let base = if memory.alignment.is_some() { exponent + draw.below(4) } else { draw.below(16) };
        memory.base_alignment = Some(1 << base);
    }
}

fn scopes(build: &mut Build<'_, '_>, memory: &mut MemoryOperand) {
    if !build.module.is_embedded() || !build.draw.chance(64) {
        return;
    }
    if build.draw.wants(MemoryForm::Tbaa, 128) {
        memory.tbaa = Some(nodes::TBAA);
    }
    if build.draw.wants(MemoryForm::AliasScope, 96) {
        memory.alias_scope = Some(nodes::SCOPES);
    }
    if build.draw.wants(MemoryForm::NoAlias, 96) {
        memory.no_alias = Some(nodes::SCOPES);
    }
    if build.draw.wants(MemoryForm::NoAliasSpaces, 96) {
        // Address spaces 0 to 99, as a range of 32 bits.
        memory.no_alias_spaces = nodes::RANGES.iter().find(|(width, _)| *width == 32).map(|(_, node)| *node);
    }
    if memory.access != Access::Load {
        return;
    }
    let MemorySize::Type(Type::Single(Element::Scalar(bits))) = memory.size else { return };
    if let Some((_, node)) = nodes::RANGES.iter().find(|(width, _)| *width == bits)
        && build.draw.wants(MemoryForm::Range, 160)
    {
        memory.range = Some(*node);
    }
}
