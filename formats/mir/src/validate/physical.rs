//! Physical registers: a register that is read is live-in or was written before.

use super::body::Body;
use super::context::Context;
use super::graph::Graph;
use super::lines::{Identity, Item, Line, Use};
use super::{BlockPlace, RuleId};
use crate::tables::{Machine, RegisterId, RegisterRow};
use crate::{OperandKind, Register, RegisterFlags};
use std::cell::LazyCell;

/// A set of registers.
#[derive(Clone, Debug, Default)]
struct Set(Vec<u64>);

impl Set {
    fn new(machine: &Machine) -> Self {
        Self(vec![0; machine.registers().len() / 64 + 1])
    }

    fn of(machine: &Machine, registers: impl Iterator<Item = RegisterId>) -> Self {
        let mut set = Self::new(machine);
        registers.for_each(|register| set.set(register, true));
        set
    }

    fn contains(&self, register: RegisterId) -> bool {
        self.0[usize::from(register.0) / 64] >> (register.0 % 64) & 1 != 0
    }

    fn set(&mut self, register: RegisterId, is_in: bool) {
        let word = &mut self.0[usize::from(register.0) / 64];
        let bit = 1 << (register.0 % 64);
        *word = if is_in { *word | bit } else { *word & !bit };
    }

    /// Adds or removes a register and all its sub-registers.
    fn set_all(&mut self, machine: &Machine, register: RegisterId, is_in: bool) {
        self.set(register, is_in);
        for (_, part) in machine.register_row(register).parts {
            self.set(*part, is_in);
        }
    }
}

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, machine: &'static Machine, graph: Option<&Graph>) {
    // The registers that a function saves for its caller are not in the tables; they count as live once the frame states that they are
    // determined.
    let frame = &body.function.frame;
    let saves = body.function.stack.iter().any(|object| object.callee_saved.is_some())
        || body.function.fixed_stack.iter().any(|object| object.callee_saved.is_some());
    let is_settled = frame.callee_saved_info_valid || saves;
    let phis = body.lines.lines.iter().any(Line::is_phi);
    let mut outs = Vec::new();
    for (index, block) in body.function.blocks.iter().enumerate() {
        let mut live = Set::new(machine);
        let place = BlockPlace { index, number: block.number };
        for register in block.live_ins.iter().filter_map(|live_in| id(machine, &live_in.register)) {
            live.set_all(machine, register, true);
            if phis && index != 0 {
                check_live_in(context, body, machine, place, register);
            }
        }
        walk(context, body, machine, index, &mut live, is_settled);
        outs.push(live);
    }
    if let Some(graph) = graph {
        check_predecessors(context, body, machine, graph, &outs);
    }
}

fn id(machine: &Machine, register: &Register) -> Option<RegisterId> {
    match register {
        Register::Physical(name) => machine.register(name),
        _ => None,
    }
}

/// Checks a live-in: while there are PHIs, allocatable registers are not live across blocks.
fn check_live_in(context: &mut Context<'_>, body: &Body<'_>, machine: &Machine, place: BlockPlace, register: RegisterId) {
    let row = machine.register_row(register);
    let attributes = &body.function.blocks[place.index].attributes;
    if row.allocatable && !is_reserved(machine, row) && !attributes.landing_pad && !attributes.inline_asm_target {
        context.add_block(RuleId::LiveInAllocatable, place, format_args!("${}", row.name));
    }
}

/// Applies the instructions of a block; all members of a bundle read and write at once.
fn walk(context: &mut Context<'_>, body: &Body<'_>, machine: &'static Machine, index: usize, live: &mut Set, is_settled: bool) {
    let lines = body.lines.block(index);
    let mut start = 0;
    while let Some(first) = lines.get(start) {
        let count = lines[start..].iter().take_while(|line| line.site.index == first.site.index).count();
        let bundle = &lines[start..start + count];
        start += count;
        if !is_settled {
            for line in bundle.iter().filter(|line| !line.is_debug()) {
                check_reads(context, body, machine, line, live);
            }
        }
        for line in bundle.iter().filter(|line| !line.is_debug()) {
            apply(body, machine, line, live, Phase::Kill);
        }
        for line in bundle {
            clobber(body, machine, line, live);
        }
        for line in bundle.iter().filter(|line| !line.is_debug()) {
            apply(body, machine, line, live, Phase::Dead);
        }
        for line in bundle.iter().filter(|line| !line.is_debug()) {
            apply(body, machine, line, live, Phase::Define);
        }
    }
}

fn check_reads(context: &mut Context<'_>, body: &Body<'_>, machine: &'static Machine, line: &Line<'_>, live: &Set) {
    let operands = body.lines.operands(line);
    // The parts of registers that are read implicitly, computed when a register is first not live.
    let held = LazyCell::new(|| {
        let mut held = Set::new(machine);
        for register in operands.iter().filter_map(Item::register).filter(|register| register.is_implicit && !register.is_definition) {
            if let Identity::Physical(Some(id)) = register.identity {
                machine.register_row(id).parts.iter().for_each(|(_, part)| held.set(*part, true));
            }
        }
        held
    });
    for item in operands {
        let Some(register) = item.register().filter(Use::is_read) else { continue };
        let Identity::Physical(Some(id)) = register.identity else { continue };
        let row = machine.register_row(id);
        // A constant register keeps its value regardless of writes.
        if live.contains(id) || is_reserved(machine, row) || row.constant || row.parts.iter().any(|(_, part)| live.contains(*part)) {
            continue;
        }
        // An implicit register that contains the missing one makes the read valid.
        if !held.contains(id) {
            context.add_operand(RuleId::PhysicalUndefined, line.site, item.place, format_args!("${} does not live here", row.name));
        }
    }
}

/// Returns whether a register is reserved, at least in some functions.
fn is_reserved(machine: &Machine, row: &RegisterRow) -> bool {
    row.reserved || machine.is_sometimes_reserved(row)
}

/// The effect of an instruction on the live registers.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Kill,
    Dead,
    Define,
}

fn apply(body: &Body<'_>, machine: &Machine, line: &Line<'_>, live: &mut Set, phase: Phase) {
    for register in body.lines.operands(line).iter().filter_map(Item::register) {
        let Identity::Physical(Some(id)) = register.identity else { continue };
        let applies = match phase {
            Phase::Kill => register.is_read() && register.has(RegisterFlags::KILLED),
            Phase::Dead => register.is_definition && register.has(RegisterFlags::DEAD),
            Phase::Define => register.is_definition && !register.has(RegisterFlags::DEAD),
        };
        if applies {
            live.set_all(machine, id, phase == Phase::Define);
        }
    }
}

/// Removes the registers that do not survive a register mask.
fn clobber(body: &Body<'_>, machine: &'static Machine, line: &Line<'_>, live: &mut Set) {
    for kind in body.lines.operands(line).iter().filter_map(Item::other) {
        let kept = match kind {
            OperandKind::RegisterMask(name) => machine.mask(name).map(|mask| Set::of(machine, mask.survivors.iter().copied())),
            OperandKind::CustomRegisterMask(registers) => {
                Some(Set::of(machine, registers.iter().filter_map(|register| id(machine, register))))
            }
            _ => None,
        };
        if let Some(kept) = kept {
            live.0.iter_mut().zip(&kept.0).for_each(|(live, kept)| *live &= kept);
        }
    }
}

/// Checks live-ins without overlapping registers, such as flags: they must be live out of all predecessors.
fn check_predecessors(context: &mut Context<'_>, body: &Body<'_>, machine: &Machine, graph: &Graph, outs: &[Set]) {
    for (index, block) in body.function.blocks.iter().enumerate() {
        let mut done = Set::new(machine);
        for register in block.live_ins.iter().filter_map(|live_in| id(machine, &live_in.register)) {
            let row = machine.register_row(register);
            let is_done = done.contains(register);
            done.set(register, true);
            if is_done || row.allocatable || row.reserved || !is_alone(machine, row) {
                continue;
            }
            if let Some(missing) = graph.predecessors(index).find(|predecessor| !outs[*predecessor].contains(register)) {
                let place = BlockPlace { index, number: block.number };
                let number = body.function.blocks[missing].number;
                context.add_block(RuleId::LiveInPredecessor, place, format_args!("${} does not live out of block {number}", row.name));
            }
        }
    }
}

fn is_alone(machine: &Machine, row: &RegisterRow) -> bool {
    machine.registers().iter().filter(|other| other.overlaps(row)).count() == 1
}
