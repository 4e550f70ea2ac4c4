//! Memory operands.

use super::build::Build;
use super::metadata::nodes;
use super::rows::Family;
use super::shapes::Shape;
use irsmith_mir::{Access, Element, IrValue, MemoryFlags, MemoryOperand, MemorySize, Ordering, Pointer, Type};

/// Forms of memory operands beside flags, orderings and pointers.
pub(super) const FORMS: &[&str] = &[
    "size of a type",
    "size in bytes",
    "unknown size",
    "syncscope",
    "failure ordering",
    "align",
    "basealign",
    "addrspace",
    "tbaa",
    "alias.scope",
    "noalias",
    "range",
    "positive offset",
    "negative offset",
    "target flag",
];

/// Kinds of pointers. `custom` is of targets that keep pointers of their own, which X86 and AArch64 do not.
pub(super) const POINTERS: &[&str] = &[
    "value of the module",
    "global",
    "constant",
    "stack",
    "got",
    "jump-table",
    "constant-pool",
    "call-entry of a global",
    "call-entry of a symbol",
    "stack object",
    "fixed object",
    "unknown-address",
];

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
    fn memory_form(&mut self, form: &str, parts: u16) -> bool {
        let place = FORMS.iter().position(|name| *name == form).unwrap_or_default();
        self.wants_form(Family::MemoryForm, place, parts)
    }

    /// A memory operand of an access through a pointer into a space.
    pub(super) fn memory(&mut self, access: Access, size: MemorySize, space: u32, atomicity: Atomicity) -> MemoryOperand {
        let mut memory = MemoryOperand::new(access, size);
        match size {
            MemorySize::Type(_) => self.note(Family::MemoryForm, 0),
            MemorySize::Bytes(_) => self.note(Family::MemoryForm, 1),
            MemorySize::Unknown => self.note(Family::MemoryForm, 2),
        }
        for form in 0..MemoryFlags::NAMES.len() {
            if self.wants_form(Family::MemoryFlag, form, 24) {
                memory.flags.0 |= 1 << form;
            }
        }
        self.orderings(&mut memory, atomicity);
        if self.choices.chance(160) {
            self.pointer_of(&mut memory);
        }
        self.alignments(&mut memory);
        if space != 0 {
            memory.address_space = Some(space);
            self.note(Family::MemoryForm, 7);
        }
        self.scopes(&mut memory);
        let flags = self.machine.memory_flags();
        if !flags.is_empty() && self.memory_form("target flag", 16) {
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
        if self.memory_form("syncscope", 64) {
            memory.scope = Some(SCOPES[self.choices.below(SCOPES.len())].into());
        }
        memory.ordering = Some(self.ordering(atomicity.orderings()));
        if atomicity == Atomicity::Exchange && self.memory_form("failure ordering", 192) {
            memory.failure_ordering = Some(self.ordering(&[Ordering::Monotonic, Ordering::Acquire, Ordering::SequentiallyConsistent]));
        }
    }

    fn ordering(&mut self, some: &[Ordering]) -> Ordering {
        let ordering = some[self.choices.below(some.len())];
        self.note(Family::Ordering, ordering as usize);
        ordering
    }

    fn pointer_of(&mut self, memory: &mut MemoryOperand) {
        let form = self.choices.below(POINTERS.len());
        if !self.is_on(Family::Pointer, form) {
            return;
        }
        let Some(pointer) = self.pointer_form(form) else { return };
        self.note(Family::Pointer, form);
        memory.pointer = Some(pointer);
        if self.memory_form("positive offset", 48) {
            memory.offset = [1, 4, 8, 16, 4096, i64::from(i32::MAX), i64::MAX][self.choices.below(7)];
        } else if self.memory_form("negative offset", 24) {
            memory.offset = [-1, -4, -8, -16, i64::from(i32::MIN), i64::MIN][self.choices.below(6)];
        }
    }

    fn pointer_form(&mut self, form: usize) -> Option<Pointer> {
        Some(match form {
            0 => {
                let place = self.choices.index(self.ir().values.len())?;
                Pointer::Ir(self.ir().values[place].clone())
            }
            1 => Pointer::Global(self.global()?),
            2 => Pointer::Constant(CONSTANTS[self.choices.below(CONSTANTS.len())].into()),
            3 => Pointer::StackPointer,
            4 => Pointer::Got,
            5 => Pointer::JumpTable,
            6 => Pointer::ConstantPool,
            7 => Pointer::CallEntryGlobal(self.global()?),
            8 => Pointer::CallEntrySymbol(self.symbol()),
            9 => {
                let (id, name) = self.stack_object()?;
                Pointer::Stack { id, name }
            }
            10 => Pointer::FixedStack(self.fixed_object()?),
            _ => Pointer::Unknown,
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
        let wanted = self.choices.chance(16) && self.is_on(Family::MemoryForm, 1);
        wanted.then(|| MemorySize::Bytes(8192 + u64::from(self.choices.word())))
    }

    fn alignments(&mut self, memory: &mut MemoryOperand) {
        // The alignment of an access is never above that of its offset.
        let most = memory.offset.trailing_zeros().min(32) as usize;
        let exponent = self.choices.below(most.min(12) + 1);
        if self.memory_form("align", 64) {
            memory.alignment = Some(1 << exponent);
        }
        if self.memory_form("basealign", 32) {
            let base = if memory.alignment.is_some() { exponent + self.choices.below(4) } else { self.choices.below(16) };
            memory.base_alignment = Some(1 << base);
        }
    }

    fn scopes(&mut self, memory: &mut MemoryOperand) {
        if !self.module.embedded || !self.choices.chance(64) {
            return;
        }
        if self.memory_form("tbaa", 128) {
            memory.tbaa = Some(nodes::TBAA);
        }
        if self.memory_form("alias.scope", 96) {
            memory.alias_scope = Some(nodes::SCOPES);
        }
        if self.memory_form("noalias", 96) {
            memory.no_alias = Some(nodes::SCOPES);
        }
        if memory.access != Access::Load {
            return;
        }
        let MemorySize::Type(Type::Single(Element::Scalar(bits))) = memory.size else { return };
        if let Some((_, node)) = nodes::RANGES.iter().find(|(width, _)| *width == bits)
            && self.memory_form("range", 160)
        {
            memory.range = Some(*node);
        }
    }
}
