//! Memory operands.

use super::build::Build;
use super::forms::{MemoryFlag, MemoryForm, PointerForm, Shape};
use super::metadata::nodes;
use crate::forms::Form;
use irsmith_mir::{Access, Element, IrValue, MemoryOperand, MemorySize, Ordering, Pointer, Type};

/// Scopes of synchronization; the empty one spells the scope of the system.
const SCOPES: &[&str] = &["singlethread", "agent", "a scope"];
/// Constants that may be pointers.
const CONSTANTS: &[&str] = &["ptr null", "ptr undef", "ptr inttoptr (i64 16 to ptr)"];

/// Which orderings an access may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Atomicity {
    /// None.
    Plain,
    /// None, or that of a load.
    Load,
    /// None, or that of a store.
    Store,
    /// That of a read, change and write.
    Change,
    /// Those of a compare and exchange, for both outcomes.
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

impl Build<'_, '_> {
    /// A memory operand of an access through a pointer into a space.
    pub(super) fn memory(&mut self, access: Access, size: MemorySize, space: u32, atomicity: Atomicity) -> MemoryOperand {
        let mut memory = MemoryOperand::new(access, size);
        for flag in MemoryFlag::all() {
            if self.wants(*flag, 24) {
                memory.flags.0 |= flag.flags().0;
            }
        }
        self.orderings(&mut memory, atomicity);
        if self.choices.chance(160) {
            self.pointer_of(&mut memory);
        }
        self.alignments(&mut memory);
        if space != 0 {
            memory.address_space = Some(space);
        }
        self.scopes(&mut memory);
        let flags = self.machine.memory_flags();
        if !flags.is_empty() && self.wants(MemoryForm::TargetFlag, 16) {
            memory.target_flags.push(self.text(flags));
        }
        memory
    }

    /// A memory operand of a type.
    pub(super) fn typed_memory(&mut self, access: Access, ty: Type, space: u32, atomicity: Atomicity) -> MemoryOperand {
        self.memory(access, MemorySize::Type(ty), space, atomicity)
    }

    fn orderings(&mut self, memory: &mut MemoryOperand, atomicity: Atomicity) {
        let may_be_plain = matches!(atomicity, Atomicity::Load | Atomicity::Store);
        if atomicity == Atomicity::Plain || (may_be_plain && !self.choices.chance(48)) {
            return;
        }
        if self.wants(MemoryForm::Scope, 64) {
            memory.scope = Some(SCOPES[self.choices.below(SCOPES.len())].into());
        }
        memory.ordering = Some(self.ordering(atomicity.orderings()));
        if atomicity == Atomicity::Exchange && self.wants(MemoryForm::Failure, 192) {
            memory.failure_ordering = Some(self.ordering(&[Ordering::Monotonic, Ordering::Acquire, Ordering::SequentiallyConsistent]));
        }
    }

    fn ordering(&mut self, some: &[Ordering]) -> Ordering {
        some[self.choices.below(some.len())]
    }

    fn pointer_of(&mut self, memory: &mut MemoryOperand) {
        let form = PointerForm::all()[self.choices.below(PointerForm::all().len())];
        if !self.is_on(form) {
            return;
        }
        let Some(pointer) = self.pointer_form(form) else { return };
        memory.pointer = Some(pointer);
        if self.wants(MemoryForm::Positive, 48) {
            memory.offset = [1, 4, 8, 16, 4096, i64::from(i32::MAX), i64::MAX][self.choices.below(7)];
        } else if self.wants(MemoryForm::Negative, 24) {
            memory.offset = [-1, -4, -8, -16, i64::from(i32::MIN), i64::MIN][self.choices.below(6)];
        }
    }

    fn pointer_form(&mut self, form: PointerForm) -> Option<Pointer> {
        Some(match form {
            PointerForm::Value => {
                let place = self.choices.index(self.ir().values.len())?;
                Pointer::Ir(self.ir().values[place].clone())
            }
            PointerForm::Global => Pointer::Global(self.global()?),
            PointerForm::Constant => Pointer::Constant(CONSTANTS[self.choices.below(CONSTANTS.len())].into()),
            PointerForm::StackPointer => Pointer::StackPointer,
            PointerForm::Got => Pointer::Got,
            PointerForm::JumpTable => Pointer::JumpTable,
            PointerForm::ConstantPool => Pointer::ConstantPool,
            PointerForm::CallEntryGlobal => Pointer::CallEntryGlobal(self.global()?),
            PointerForm::CallEntrySymbol => Pointer::CallEntrySymbol(self.symbol()),
            PointerForm::Stack => {
                let (id, name) = self.stack_object()?;
                Pointer::Stack { id, name }
            }
            PointerForm::FixedStack => Pointer::FixedStack(self.fixed_object()?),
            PointerForm::Unknown => Pointer::Unknown,
        })
    }

    /// A global of the module.
    pub(super) fn global(&mut self) -> Option<IrValue> {
        let place = self.choices.index(self.module.globals.len())?;
        Some(self.module.globals[place].clone())
    }

    /// The name of a symbol that nothing defines.
    pub(super) fn symbol(&mut self) -> Box<str> {
        ["memcpy", "a", "_ZN1aC2Ev", "a b", "$x", "__stack_chk_fail", "1a", r"a\b"][self.choices.below(8)].into()
    }

    /// The name of an MC symbol. llc prints none with quotes, so that few shall need them: nobody reads the function again.
    pub(super) fn mc_symbol(&mut self) -> &'static str {
        if self.wants(Shape::QuotedSymbol, 12) {
            return ["a b", r"a\b"][self.choices.below(2)];
        }
        [".Ltmp0", "a", "$x", "1a"][self.choices.below(4)]
    }

    /// A number of bytes that no type has. llc prints it as a type of as many bits, which nobody reads: few shall have one.
    pub(super) fn far_size(&mut self) -> Option<MemorySize> {
        let wanted = self.choices.chance(16) && self.is_on(MemoryForm::Bytes);
        wanted.then(|| MemorySize::Bytes(8192 + u64::from(self.choices.word())))
    }

    fn alignments(&mut self, memory: &mut MemoryOperand) {
        // The alignment of an access is never above that of its offset.
        let most = memory.offset.trailing_zeros().min(32) as usize;
        let exponent = self.choices.below(most.min(12) + 1);
        if self.wants(MemoryForm::Align, 64) {
            memory.alignment = Some(1 << exponent);
        }
        if self.wants(MemoryForm::BaseAlign, 32) {
            let base = if memory.alignment.is_some() { exponent + self.choices.below(4) } else { self.choices.below(16) };
            memory.base_alignment = Some(1 << base);
        }
    }

    fn scopes(&mut self, memory: &mut MemoryOperand) {
        if !self.module.embedded || !self.choices.chance(64) {
            return;
        }
        if self.wants(MemoryForm::Tbaa, 128) {
            memory.tbaa = Some(nodes::TBAA);
        }
        if self.wants(MemoryForm::AliasScope, 96) {
            memory.alias_scope = Some(nodes::SCOPES);
        }
        if self.wants(MemoryForm::NoAlias, 96) {
            memory.no_alias = Some(nodes::SCOPES);
        }
        if memory.access != Access::Load {
            return;
        }
        let MemorySize::Type(Type::Single(Element::Scalar(bits))) = memory.size else { return };
        if let Some((_, node)) = nodes::RANGES.iter().find(|(width, _)| *width == bits)
            && self.wants(MemoryForm::Range, 160)
        {
            memory.range = Some(*node);
        }
    }
}
