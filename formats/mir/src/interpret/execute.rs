//! Executes an instruction in general.

use super::control::Control;
use super::int::Int;
use super::lane::{Lane, Raw};
use super::meaning::Widening;
use super::memory::{Fault, Memory};
use super::op::{Access, Action, Cell, Node, Reg};
use super::registers::Physical;
use super::rules::UndefinedKind;
use super::step::{Fixed, LaneFunction, Open, Shape, Step};
use super::{TrapKind, apply, convert};

type Result<T> = std::result::Result<T, TrapKind>;

/// Reads a register.
pub(super) fn read(frame: &[Cell], reg: &Reg) -> Raw {
    read_cells(&frame[reg.slot as usize..][..reg.cells() as usize], reg.bits())
}

fn read_cells(cells: &[Cell], bits: u32) -> Raw {
    let plane = |of: fn(&Cell) -> u64| {
        let words: smallvec::SmallVec<[u64; 4]> = cells.iter().map(of).collect();
        Int::from_words(bits, &words)
    };
    Raw { value: plane(|cell| cell.value), mask: plane(|cell| cell.mask) }
}

fn write(frame: &mut [Cell], reg: &Reg, raw: &Raw) {
    write_cells(&mut frame[reg.slot as usize..][..reg.cells() as usize], raw);
}

fn write_cells(cells: &mut [Cell], raw: &Raw) {
    for ((cell, value), mask) in cells.iter_mut().zip(raw.value.words()).zip(raw.mask.words()) {
        *cell = Cell { value: *value, mask: *mask };
    }
}

/// Reads a physical register.
pub(super) fn read_physical(registers: &[Cell], physical: &Physical) -> Raw {
    let cells = &registers[physical.cell as usize..][..(physical.whole / 64) as usize];
    read_cells(cells, physical.whole).extract(physical.offset, physical.bits)
}

/// Writes a physical register. The bits of the whole register that the name does not include become undefined, but registers of 8 and 16
/// bits share no register unit with the other bits, which keep their values.
pub(super) fn write_physical(registers: &mut [Cell], physical: &Physical, raw: &Raw) {
    let cells = &mut registers[physical.cell as usize..][..(physical.whole / 64) as usize];
    let keeps_others = physical.whole == 64 && physical.bits <= 16;
    let mut whole = if keeps_others { read_cells(cells, physical.whole) } else { Raw::undefined(physical.whole) };
    whole.insert(physical.offset, &raw.resized(physical.bits));
    write_cells(cells, &whole);
}

/// The state that an instruction changes.
pub(super) struct State<'s> {
    pub(super) frame: &'s mut [Cell],
    pub(super) memory: &'s mut Memory,
    pub(super) control: &'s mut Control,
    /// The operation that is executed.
    pub(super) op: u32,
}

impl State<'_> {
    fn note(&mut self, kind: UndefinedKind) {
        self.control.note(kind, self.op);
    }

    fn finish(&mut self, step: &Step<'_>) {
        if let Some(kind) = step.poison {
            let op = self.op;
            self.control.poison.get_or_insert((kind, op));
        }
        if let Some(kind) = step.event {
            self.note(kind);
        }
        self.control.is_relaxed |= step.is_relaxed;
    }

    fn read(&self, reg: &Reg) -> Raw {
        read(self.frame, reg)
    }

    fn write(&mut self, reg: &Reg, raw: &Raw) {
        write(self.frame, reg, raw);
    }

    fn trap(&mut self, fault: Fault) -> TrapKind {
        self.note(if fault == Fault::Outside { UndefinedKind::Access } else { UndefinedKind::Constant });
        TrapKind::Memory
    }

    /// Returns the address in a register.
    fn address(&mut self, reg: &Reg) -> Result<u64> {
        let lane = self.read(reg).whole();
        if !lane.is_defined() {
            self.note(UndefinedKind::AddressPoison);
            return Err(TrapKind::Memory);
        }
        Ok(u64::try_from(lane.value.index()).unwrap_or(u64::MAX))
    }

    fn aligned(&mut self, address: u64, alignment: u64) {
        if address & (alignment - 1) != 0 {
            self.note(UndefinedKind::Alignment);
        }
    }

    /// Returns the length in a register.
    fn length(&mut self, reg: &Reg) -> u64 {
        let lane = self.read(reg).whole();
        if !lane.is_defined() {
            self.note(UndefinedKind::LengthPoison);
            return 0;
        }
        u64::try_from(lane.value.index()).unwrap_or(u64::MAX)
    }

    /// Loads the value of an access. A value that does not fill its last byte has zeros above it, or is undefined.
    fn load(&mut self, address: u64, access: &Access) -> Result<Raw> {
        self.aligned(address, access.alignment);
        let raw = self.memory.read(address, access.bytes().into()).map_err(|fault| self.trap(fault))?;
        let bits = access.shape.all();
        let padding = raw.extract(bits, raw.bits() - bits);
        if !padding.value.is_zero() {
            return Ok(Raw::undefined(bits));
        }
        Ok(raw.extract(0, bits))
    }

    fn store(&mut self, address: u64, access: &Access, raw: &Raw) -> Result<()> {
        self.aligned(address, access.alignment);
        let raw = raw.resized(access.bytes() * 8);
        self.memory.write(address, &raw).map_err(|fault| self.trap(fault))
    }

    /// Converts between a value in memory and one in a register, lane by lane.
    fn widened(&mut self, node: &Node, raw: &Raw, from: Shape, to: Shape, widening: Widening) -> Raw {
        if from == to {
            return raw.clone();
        }
        let lanes = if from.lanes == to.lanes { to.lanes } else { 1 };
        let (from, to) = (from.all() / lanes, to.all() / lanes);
        let mut all = Raw::undefined(to * lanes);
        let shape = Shape { lanes, bits: to };
        let fixed = Fixed { flags: node.fixed.flags, results: [shape].into(), operands: [shape].into(), ..Fixed::default() };
        let mut step = Step::new(&fixed);
        for number in 0..lanes {
            let place = number * from;
            let part = match widening {
                Widening::Any => raw.extract(place, from).resized(to),
                Widening::Sign => extended(&raw.extract(place, from).whole(), to, Int::sext),
                Widening::Zero => extended(&raw.extract(place, from).whole(), to, Int::zext),
                Widening::Float => apply::lane(&mut step, Open::Float, convert::fpext, &[raw.extract(place, from).whole()]).raw(),
            };
            all.insert(number * to, &part);
        }
        self.finish(&step);
        all
    }

    fn loaded(&mut self, node: &Node, address: u64, access: &Access, widening: Widening) -> Result<()> {
        let raw = self.load(address, access)?;
        let to = node.results[0];
        let raw = self.widened(node, &raw, access.shape, to.shape, widening);
        self.write(&to, &raw);
        Ok(())
    }

    fn stored(&mut self, node: &Node, value: &Reg, address: u64, access: &Access, widening: Widening) -> Result<()> {
        let raw = self.read(value);
        let raw = self.widened(node, &raw, value.shape, access.shape, widening);
        self.store(address, access, &raw)
    }

    /// Returns the address of an indexed access, and the changed address.
    fn indexed(&mut self, base: &Reg, offset: &Reg, is_before: bool) -> Result<(u64, Raw)> {
        let address = self.address(base)?;
        let offset = self.read(offset).whole();
        let bits = base.bits();
        let changed = Int::new(bits, address.into()).add(&offset.value.sext(bits.max(offset.bits())).trunc(bits));
        let raw = if offset.poison {
            Raw::poison(bits)
        } else if offset.undef.is_zero() {
            Raw::defined(changed.clone())
        } else {
            Raw::undefined(bits)
        };
        if is_before && !offset.is_defined() {
            self.note(UndefinedKind::AddressPoison);
            return Err(TrapKind::Memory);
        }
        Ok((if is_before { changed.low() as u64 } else { address }, raw))
    }

    fn update(&mut self, node: &Node, open: Open, function: LaneFunction, access: &Access) -> Result<()> {
        let (result, operand) = (node.results[0], node.operands[1]);
        let address = self.address(&node.operands[0])?;
        let old = self.load(address, access)?;
        self.memory.check_write(address, access.bytes().into()).map_err(|fault| self.trap(fault))?;
        let value = self.read(&operand);
        let fixed = Fixed {
            flags: node.fixed.flags,
            results: [operand.shape].into(),
            operands: [operand.shape, operand.shape].into(),
            ..Fixed::default()
        };
        let mut step = Step::new(&fixed);
        let new = apply::lanes(&mut step, open, function, &[old.clone(), value]);
        self.finish(&step);
        self.store(address, access, &new)?;
        self.write(&result, &old);
        Ok(())
    }

    /// Compares and exchanges. If the comparison depends on undefined bits, memory and the success are undefined.
    fn compare_exchange(&mut self, node: &Node, access: &Access) -> Result<()> {
        let address = self.address(&node.operands[0])?;
        let old = self.load(address, access)?;
        self.memory.check_write(address, access.bytes().into()).map_err(|fault| self.trap(fault))?;
        let (expected, new) = (self.read(&node.operands[1]), self.read(&node.operands[2]));
        let (a, b) = (old.whole(), expected.whole());
        let open = a.undef.or(&b.undef);
        let differ = !a.value.xor(&b.value).and_not(&open).is_zero();
        let bits = old.bits();
        let (stored, success) = match () {
            () if a.poison || b.poison => (Some(Raw::poison(bits)), Raw::poison(1)),
            () if differ => (None, Raw::defined(Int::zero(1))),
            () if open.is_zero() => (Some(new), Raw::defined(Int::new(1, 1))),
            () => (Some(Raw::undefined(bits)), Raw::undefined(1)),
        };
        if let Some(stored) = stored {
            self.store(address, access, &stored)?;
        }
        self.write(&node.results[0], &old);
        if let Some(result) = node.results.get(1) {
            let mut wide = Raw::defined(Int::zero(result.bits()));
            wide.insert(0, &success);
            self.write(result, &wide);
        }
        Ok(())
    }

    fn copy_memory(&mut self, node: &Node, may_overlap: bool, alignments: (u64, u64)) -> Result<()> {
        let length = self.length(&node.operands[2]);
        if length == 0 {
            return Ok(());
        }
        let (to, from) = (self.address(&node.operands[0])?, self.address(&node.operands[1])?);
        self.aligned(to, alignments.0);
        self.aligned(from, alignments.1);
        if !may_overlap && to != from && to.abs_diff(from) < length {
            self.note(UndefinedKind::CopyOverlap);
        }
        self.memory.copy(to, from, length).map_err(|fault| self.trap(fault))
    }

    fn fill_memory(&mut self, to: &Reg, length: &Reg, alignment: u64, byte: &Raw) -> Result<()> {
        let length = self.length(length);
        if length == 0 {
            return Ok(());
        }
        let address = self.address(to)?;
        self.aligned(address, alignment);
        let (value, mask) = (byte.value.low() as u8, byte.mask.low() as u8);
        self.memory.fill(address, length, value, mask).map_err(|fault| self.trap(fault))
    }

    /// Executes a node.
    pub(super) fn execute(&mut self, node: &Node) -> Result<()> {
        self.control.is_relaxed |= node.is_relaxed;
        match &node.action {
            Action::Nothing => {}
            Action::Lanes(open, function) => {
                let operands = self.operands(node);
                let mut step = Step::new(&node.fixed);
                let raw = apply::lanes(&mut step, *open, *function, &operands);
                self.finish(&step);
                self.write(&node.results[0], &raw);
            }
            Action::Pair(open, function) => {
                let operands = self.operands(node);
                let mut step = Step::new(&node.fixed);
                let (first, second) = apply::pairs(&mut step, *open, *function, &operands);
                self.finish(&step);
                self.write(&node.results[0], &first);
                self.write(&node.results[1], &second);
            }
            Action::Whole(function) => {
                let operands = self.operands(node);
                let mut step = Step::new(&node.fixed);
                let raw = function(&mut step, &operands);
                self.finish(&step);
                self.write(&node.results[0], &raw);
            }
            Action::Unmerge => {
                let operand = self.read(&node.operands[0]);
                let mut place = 0;
                for result in &node.results {
                    self.write(result, &operand.extract(place, result.bits()));
                    place += result.bits();
                }
            }
            Action::Constant(value) => self.write(&node.results[0], &Raw::defined(value.clone())),
            Action::Undefined => self.write(&node.results[0], &Raw::undefined(node.results[0].bits())),
            Action::Load(widening, access) => {
                let address = self.address(&node.operands[0])?;
                self.loaded(node, address, access, *widening)?;
            }
            Action::Store(widening, access) => {
                let address = self.address(&node.operands[1])?;
                self.stored(node, &node.operands[0], address, access, *widening)?;
            }
            Action::IndexedLoad(widening, access, is_before) => {
                let (address, changed) = self.indexed(&node.operands[0], &node.operands[1], *is_before)?;
                self.loaded(node, address, access, *widening)?;
                self.write(&node.results[1], &changed);
            }
            Action::IndexedStore(access, is_before) => {
                let (address, changed) = self.indexed(&node.operands[1], &node.operands[2], *is_before)?;
                self.stored(node, &node.operands[0], address, access, Widening::Any)?;
                self.write(&node.results[0], &changed);
            }
            Action::Update(open, function, access) => self.update(node, *open, *function, access)?,
            Action::CompareExchange(access) => self.compare_exchange(node, access)?,
            Action::CopyMemory(may_overlap, to, from) => self.copy_memory(node, *may_overlap, (*to, *from))?,
            Action::FillMemory(alignment) => {
                let byte = self.read(&node.operands[1]).extract(0, 8);
                self.fill_memory(&node.operands[0], &node.operands[2], *alignment, &byte)?;
            }
            Action::ZeroMemory(alignment) => {
                self.fill_memory(&node.operands[0], &node.operands[1], *alignment, &Raw::defined(Int::zero(8)))?;
            }
            Action::StackAllocate(alignment) => {
                let size = self.length(&node.operands[0]);
                let address = self.control.stack.allocate(self.memory, size, *alignment);
                let Some(address) = address else {
                    self.note(UndefinedKind::StackSize);
                    return Err(TrapKind::StackOverflow);
                };
                self.write_number(&node.results[0], address);
            }
            Action::StackSave | Action::ReadStackPointer => self.write_number(&node.results[0], self.control.stack.pointer),
            Action::StackRestore => {
                let lane = self.read(&node.operands[0]).whole();
                let address = lane.value.low() as u64;
                let stack = self.control.stack;
                if lane.is_defined() && (stack.pointer..=stack.frame).contains(&address) {
                    self.control.stack.free(self.memory, address);
                } else {
                    self.note(UndefinedKind::StackRestore);
                }
            }
            Action::Object(offset) => self.write_number(&node.results[0], self.control.stack.frame + offset),
            Action::FixedObject(offset) => {
                self.write_number(&node.results[0], self.control.stack.caller.wrapping_add_signed(*offset));
            }
            Action::Lifetime(offset, size) => self.memory.forget(self.control.stack.frame + offset, *size, false),
            Action::ReadRegister(physical) => {
                let raw = read_physical(&self.control.registers, physical).resized(node.results[0].bits());
                self.write(&node.results[0], &raw);
            }
            Action::MoveRegister(from, to) => {
                let raw = read_physical(&self.control.registers, from);
                write_physical(&mut self.control.registers, to, &raw);
            }
            Action::WriteRegister(physical) => {
                let raw = self.read(&node.operands[0]);
                write_physical(&mut self.control.registers, physical, &raw);
            }
            Action::FrameSetup(bytes) => {
                let address = (*bytes > 0).then(|| self.control.stack.allocate(self.memory, *bytes, 16));
                if address == Some(None) {
                    self.note(UndefinedKind::StackSize);
                    return Err(TrapKind::StackOverflow);
                }
            }
            Action::FrameDestroy(bytes) => {
                if *bytes > 0 {
                    let stack = self.control.stack;
                    // What the setup allocated, with the gap above it.
                    let above = stack.pointer.saturating_add(bytes.next_multiple_of(16)).saturating_add(16).min(stack.frame);
                    self.control.stack.free(self.memory, above);
                }
            }
        }
        Ok(())
    }

    fn operands(&self, node: &Node) -> smallvec::SmallVec<[Raw; 3]> {
        node.operands.iter().map(|reg| self.read(reg)).collect()
    }

    fn write_number(&mut self, reg: &Reg, number: u64) {
        self.write(reg, &Raw::defined(Int::new(reg.bits(), number.into())));
    }
}

fn extended(lane: &Lane, bits: u32, extend: fn(&Int, u32) -> Int) -> Raw {
    if lane.poison {
        return Raw::poison(bits);
    }
    Raw { value: extend(&lane.value, bits), mask: extend(&lane.undef, bits) }
}
