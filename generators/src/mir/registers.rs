//! Registers of a body: numbers and names of virtual ones, those that hold a value here, and the physical ones that do.

use super::draw::Draw;
use super::forms::Shape;
use super::names::Names;
use irsmith_mir::tables::{ClassId, ClassRow, Machine, RegisterId};
use irsmith_mir::{Class, Name, Register, RegisterFlags, RegisterOperand, Type, VirtualRegister};

/// What a register may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A value of a type.
    Generic(Type),
    /// What fits a class.
    Class(ClassId),
}

/// A register that holds a value here and in all that this place dominates.
#[derive(Clone, Debug)]
struct Value {
    register: Register,
    content: Content,
}

/// How many values are looked at for one that fits.
const LOOKED_AT: usize = 24;

/// Values that are out of sight for a while.
pub(super) struct SetAside(Vec<Value>);

/// The registers of a body.
#[derive(Debug, Default)]
pub(super) struct Registers {
    /// The number of the next virtual register.
    next: u32,
    values: Vec<Value>,
    /// What the container may say of virtual registers.
    listed: Vec<VirtualRegister>,
    /// Physical registers that hold a value here.
    live: Vec<RegisterId>,
    /// Physical registers that live from the entry through all blocks.
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

    /// A virtual register that nothing names yet.
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

    /// Notes that a register holds a value from here on.
    pub(super) fn add(&mut self, register: Register, content: Content) {
        self.values.push(Value { register, content });
    }

    /// How many registers hold values.
    pub(super) fn mark(&self) -> usize {
        self.values.len()
    }

    /// Forgets the values that were added behind a mark: what comes is not dominated by them.
    pub(super) fn forget(&mut self, mark: usize) {
        self.values.truncate(mark);
    }

    /// Takes all values out of sight.
    pub(super) fn set_aside(&mut self) -> SetAside {
        SetAside(std::mem::take(&mut self.values))
    }

    /// Brings them back, in place of all others.
    pub(super) fn bring_back(&mut self, aside: SetAside) {
        self.values = aside.0;
    }

    /// Puts a numbered register in the list of the container.
    pub(super) fn list(&mut self, register: &Register, class: &Class) {
        let Register::Virtual(id) = *register else { return };
        let class = match class {
            Class::None => return,
            Class::Generic => "_".into(),
            Class::Named(name) => (**name).into(),
        };
        self.listed.push(VirtualRegister { id, class, preferred: None });
    }

    /// The list of the container.
    pub(super) fn take_listed(&mut self) -> Vec<VirtualRegister> {
        std::mem::take(&mut self.listed)
    }

    /// A value that fits, of those at hand, starting anywhere among the latest.
    pub(super) fn find(&self, draw: &mut Draw<'_, '_>, fits: impl Fn(Content) -> bool) -> Option<Register> {
        let start = draw.below(self.values.len().min(LOOKED_AT));
        let latest = self.values.iter().rev().skip(start).take(LOOKED_AT);
        latest.chain(self.values.iter().rev().take(start)).find(|value| fits(value.content)).map(|value| value.register.clone())
    }

    /// The type of some value for which `fits` holds.
    pub(super) fn find_type(&self, draw: &mut Draw<'_, '_>, fits: impl Fn(Type) -> bool) -> Option<Type> {
        let start = draw.below(self.values.len().min(LOOKED_AT));
        self.values.iter().rev().skip(start).chain(self.values.iter().rev().take(start)).find_map(|value| match value.content {
            Content::Generic(ty) if fits(ty) => Some(ty),
            _ => None,
        })
    }

    /// What some value at hand is.
    pub(super) fn some_content(&self, draw: &mut Draw<'_, '_>) -> Option<Content> {
        let place = draw.index(self.values.len())?;
        Some(self.values[place].content)
    }

    /// Begins a block, in which only the registers live that live through all blocks.
    pub(super) fn enter_block(&mut self) {
        self.live.clear();
        self.live.extend_from_slice(&self.carried);
    }

    /// The physical registers that live through all blocks.
    pub(super) fn carried(&self) -> &[RegisterId] {
        &self.carried
    }

    /// Lets a physical register live through all blocks.
    pub(super) fn carry(&mut self, register: RegisterId) {
        self.carried.push(register);
    }

    /// Whether a register, or part of it, lives through all blocks.
    pub(super) fn is_carried(&self, machine: &Machine, register: RegisterId) -> bool {
        let row = machine.register_row(register);
        self.carried.iter().any(|carried| machine.register_row(*carried).overlaps(row))
    }

    /// Notes that a physical register lives into the function.
    pub(super) fn live_in(&mut self, register: RegisterId) {
        self.live.push(register);
    }

    /// Whether a physical register holds a value here.
    pub(super) fn is_live(&self, machine: &Machine, register: RegisterId) -> bool {
        let is_part = |live: &RegisterId| machine.register_row(*live).parts.iter().any(|(_, part)| *part == register);
        self.live.iter().any(|live| *live == register || is_part(live)) || machine.register_row(register).constant
    }

    /// A register of a class that holds a value here.
    pub(super) fn live_of(&self, class: &ClassRow) -> Option<RegisterId> {
        self.live.iter().copied().find(|register| class.contains(*register))
    }

    /// Notes that a physical register was written.
    pub(super) fn write(&mut self, machine: &Machine, register: RegisterId, dead: bool) {
        if dead {
            let row = machine.register_row(register);
            self.live.retain(|live| !machine.register_row(*live).overlaps(row));
        } else if !self.live.contains(&register) {
            self.live.push(register);
        }
    }

    /// Notes that no physical register holds a value any more.
    pub(super) fn clobber(&mut self) {
        self.live.clear();
    }
}

/// A plain physical register as an operand.
pub(super) fn physical(name: &'static str, flags: RegisterFlags) -> RegisterOperand {
    RegisterOperand { register: Register::Physical(Name::from_static_str(name)), flags, ..RegisterOperand::default() }
}

/// A register as it is.
pub(super) fn plain(register: Register) -> RegisterOperand {
    RegisterOperand { register, ..RegisterOperand::default() }
}
