//! Registers of a body: numbers and names of virtual registers, those that have a value here, and the physical registers that do.

use super::draw::Draw;
use super::forms::Shape;
use super::names::Names;
use irsmith_mir::tables::{ClassId, ClassRow, Machine, RegisterId};
use irsmith_mir::{Class, Name, Register, RegisterFlags, RegisterOperand, Type, VirtualRegister};

/// The content of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A value of a type.
    Generic(Type),
    /// A value of a class.
    Class(ClassId),
}

/// A register that has a value here and everywhere that this place dominates.
#[derive(Clone, Debug)]
struct Value {
    register: Register,
    content: Content,
}

/// How many values are tried to find one that fits.
const LOOKED_AT: usize = 24;

/// Values that are temporarily hidden.
pub(super) struct SetAside(Vec<Value>);

/// The registers of a body.
#[derive(Debug, Default)]
pub(super) struct Registers {
    /// The number of the next virtual register.
    next: u32,
    values: Vec<Value>,
    /// What the container may state about virtual registers.
    listed: Vec<VirtualRegister>,
    /// Physical registers that have a value here.
    live: Vec<RegisterId>,
    /// Physical registers that are live from the entry through all blocks.
    carried: Vec<RegisterId>,
}

impl Registers {
    /// Begins a body.
    pub(super) fn clear(&mut self) {
        self.next = 0;
        self.values.clear();
        self.listed.clear();
        self.live.clear();
        self.carried.clear();
    }

    /// Returns a virtual register that is not used yet.
    pub(super) fn fresh(&mut self, draw: &mut Draw<'_, '_>, names: &mut Names) -> Register {
        if draw.wants(Shape::NamedRegister, 16) {
            return Register::Named(names.fresh(draw, "v", false).into());
        }
        if draw.wants(Shape::SparseRegisters, 8) {
            self.next += u32::from(draw.byte());
        }
        self.next += 1;
        Register::Virtual(self.next - 1)
    }

    /// Records that a register has a value from here on.
    pub(super) fn add(&mut self, register: Register, content: Content) {
        self.values.push(Value { register, content });
    }

    /// Returns how many registers have values.
    pub(super) fn mark(&self) -> usize {
        self.values.len()
    }

    /// Forgets the values that were added after a mark: they do not dominate what follows.
    pub(super) fn forget(&mut self, mark: usize) {
        self.values.truncate(mark);
    }

    /// Hides all values.
    pub(super) fn set_aside(&mut self) -> SetAside {
        SetAside(std::mem::take(&mut self.values))
    }

    /// Restores them, in place of all others.
    pub(super) fn bring_back(&mut self, aside: SetAside) {
        self.values = aside.0;
    }

    /// Adds a numbered register to the list of the container.
    pub(super) fn list(&mut self, register: &Register, class: &Class) {
        let Register::Virtual(id) = *register else { return };
        let class = match class {
            Class::None => return,
            Class::Generic => "_".into(),
            Class::Named(name) => (**name).into(),
        };
        self.listed.push(VirtualRegister { id, class, ..VirtualRegister::default() });
    }

    /// Returns the list of the container.
    pub(super) fn take_listed(&mut self) -> Vec<VirtualRegister> {
        std::mem::take(&mut self.listed)
    }

    /// Returns a visible value that fits, starting anywhere among the latest.
    pub(super) fn find(&self, draw: &mut Draw<'_, '_>, fits: impl Fn(Content) -> bool) -> Option<Register> {
        let start = draw.below(self.values.len().min(LOOKED_AT));
        let latest = self.values.iter().rev().skip(start).take(LOOKED_AT);
        latest.chain(self.values.iter().rev().take(start)).find(|value| fits(value.content)).map(|value| value.register.clone())
    }

    /// Returns the type of some value for which `fits` holds.
    pub(super) fn find_type(&self, draw: &mut Draw<'_, '_>, fits: impl Fn(Type) -> bool) -> Option<Type> {
        let start = draw.below(self.values.len().min(LOOKED_AT));
        self.values.iter().rev().skip(start).chain(self.values.iter().rev().take(start)).find_map(|value| match value.content {
            Content::Generic(ty) if fits(ty) => Some(ty),
            _ => None,
        })
    }

    /// Returns the content of some visible value.
    pub(super) fn some_content(&self, draw: &mut Draw<'_, '_>) -> Option<Content> {
        let place = draw.index(self.values.len())?;
        Some(self.values[place].content)
    }

    /// Begins a block, in which only the registers are live that are live through all blocks.
    pub(super) fn enter_block(&mut self) {
        self.live.clear();
        self.live.extend_from_slice(&self.carried);
    }

    /// Returns the physical registers that are live through all blocks.
    pub(super) fn carried(&self) -> &[RegisterId] {
        &self.carried
    }

    /// Makes a physical register live through all blocks.
    pub(super) fn carry(&mut self, register: RegisterId) {
        self.carried.push(register);
    }

    /// Returns whether a register, or part of it, is live through all blocks.
    pub(super) fn is_carried(&self, machine: &Machine, register: RegisterId) -> bool {
        let row = machine.register_row(register);
        self.carried.iter().any(|carried| machine.register_row(*carried).overlaps(row))
    }

    /// Records a live-in physical register of the function.
    pub(super) fn live_in(&mut self, register: RegisterId) {
        self.live.push(register);
    }

    /// Returns whether a physical register has a value here.
    pub(super) fn is_live(&self, machine: &Machine, register: RegisterId) -> bool {
        let is_part = |live: &RegisterId| machine.register_row(*live).parts.iter().any(|(_, part)| *part == register);
        self.live.iter().any(|live| *live == register || is_part(live)) || machine.register_row(register).constant
    }

    /// Returns a register of a class that has a value here.
    pub(super) fn live_of(&self, class: &ClassRow) -> Option<RegisterId> {
        self.live.iter().copied().find(|register| class.contains(*register))
    }

    /// Records that a physical register was written.
    pub(super) fn write(&mut self, machine: &Machine, register: RegisterId, dead: bool) {
        if dead {
            let row = machine.register_row(register);
            self.live.retain(|live| !machine.register_row(*live).overlaps(row));
        } else if !self.live.contains(&register) {
            self.live.push(register);
        }
    }

    /// Records that no physical register has a value any more.
    pub(super) fn clobber(&mut self) {
        self.live.clear();
    }
}

/// Returns a plain physical register as an operand.
pub(super) fn physical(name: &'static str, flags: RegisterFlags) -> RegisterOperand {
    RegisterOperand { register: Register::Physical(Name::from_static_str(name)), flags, ..RegisterOperand::default() }
}

/// Returns a register unchanged.
pub(super) fn plain(register: Register) -> RegisterOperand {
    RegisterOperand { register, ..RegisterOperand::default() }
}
