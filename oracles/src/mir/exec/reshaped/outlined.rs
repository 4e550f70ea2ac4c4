//! Instructions in functions of their own, which read and write an object of their caller's frame.

use super::blocks::{divisions, has};
use super::values::{self, BYTES, Place, Value};
use super::{CHANGES, Sites};
use crate::mir::exec::calls::Seen;
use crate::mir::exec::is_plain_name;
use crate::mir::lines::{Registers, instructions_of};
use crate::mir::operands::{number, registers};
use irsmith_mir::tables::Properties;
use irsmith_mir::{
    Block, Class, EmbeddedIr, File, Function, FunctionFlags, Instruction, LiveIn, Name, OperandKind, Register, RegisterQualifier,
};
use std::collections::HashSet;
use std::fmt::Write as _;

/// The most instructions of a new function.
const LENGTH: usize = 8;

/// How a target calls a function with an address.
struct Convention {
    /// The instruction by which functions return.
    leave: Instruction,
    /// The register of the address, without its sigil.
    register: &'static str,
    /// The instructions before, at and behind the call, `{}` for the function's name.
    lines: [&'static str; 3],
}

const X86_64: (&str, [&str; 3]) = (
    "rdi",
    [
        "ADJCALLSTACKDOWN64 0, 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp",
        "CALL64pcrel32 @{}, csr_64, implicit $rsp, implicit $ssp, implicit $rdi",
        "ADJCALLSTACKUP64 0, 0, implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp",
    ],
);
const AARCH64: (&str, [&str; 3]) = (
    "x0",
    [
        "ADJCALLSTACKDOWN 0, 0, implicit-def $sp, implicit $sp",
        "BL @{}, csr_aarch64_aapcs, implicit-def $lr, implicit $sp, implicit $x0",
        "ADJCALLSTACKUP 0, 0, implicit-def $sp, implicit $sp",
    ],
);

impl Convention {
    /// Returns that of a function, which its return tells.
    fn of(function: &Function) -> Option<Self> {
        let returns = function.blocks.iter().filter_map(|block| block.instructions.last());
        let (mut leave, (register, lines)) = returns
            .filter_map(|last| match last.opcode.as_str() {
                "RET" | "RET64" => Some((last.clone(), X86_64)),
                "RET_ReallyLR" => Some((last.clone(), AARCH64)),
                _ => None,
            })
            .next()?;
        leave.operands.retain(|operand| !matches!(operand.kind, OperandKind::Register(_)));
        Some(Self { leave, register, lines })
    }
}

/// Moves runs of instructions to new functions, and calls these.
pub(super) fn outline(file: &mut File, seen: &Seen, sites: Sites) -> usize {
    let mut names: HashSet<String> = file.functions.iter().map(|function| function.name.clone()).collect();
    let mut added: Vec<Function> = Vec::new();
    for (function, number) in file.functions.iter_mut().zip(0..) {
        let Some(convention) = Convention::of(function) else { continue };
        let mut registers = Registers::of(function);
        for position in 0..function.blocks.len() {
            let is_movable = |instruction: &Instruction| is_movable(instruction, &registers, seen, number);
            let block = &function.blocks[position];
            let Some(mut draws) = sites.of(&function.name, block.number).filter(|_| added.len() < CHANGES) else { continue };
            let places = divisions(block).filter(|place| is_movable(&block.instructions[*place]));
            let Some(first) = sites.among(&function.name, block, places) else { continue };
            let most = block.instructions[first..].iter().take(LENGTH).take_while(|each| is_movable(each)).count();
            let run = Run { block: position, first, length: 1 + draws.below(most) };
            let name = new_name(&function.name, added.len(), &names, file.ir.as_ref());
            if let Some(new) = move_out(function, &mut registers, &run, &convention, &name) {
                names.insert(name);
                added.push(new);
            }
        }
    }
    if let Some(ir) = &mut file.ir {
        for function in &added {
            // A text that did not end its last line would otherwise run on.
            let _ = write!(ir.text, "\ndefine void @{}(i64 %0) {{\n  ret void\n}}\n", function.name);
        }
    }
    let made = added.len();
    file.functions.extend(added);
    made
}

/// Returns a name for a part of a function, with this number or one behind it, that nothing in the file has.
pub(super) fn new_name(function: &str, number: usize, names: &HashSet<String>, ir: Option<&EmbeddedIr>) -> String {
    let is_new = |name: &String| !names.contains(name) && !ir.is_some_and(|ir| ir.text.contains(&format!("@{name}")));
    let function = if is_plain_name(function) { function } else { "f" };
    (number..).map(|number| format!("{function}_outlined_{number}")).find(is_new).unwrap_or_default()
}

/// Instructions in a row: the position of the block, the place of the first, and how many.
struct Run {
    block: usize,
    first: usize,
    length: usize,
}

/// Moves a run to a new function, which is returned.
fn move_out(function: &mut Function, registers: &mut Registers, run: &Run, convention: &Convention, name: &str) -> Option<Function> {
    let (block, places) = (&function.blocks[run.block], run.first..run.first + run.length);
    let moved = &block.instructions[places.clone()];
    let mut written = HashSet::new();
    let mut inputs = Vec::new();
    for instruction in moved {
        inputs.extend(uses(instruction).filter(|number| !written.contains(number)));
        written.extend(results(instruction));
    }
    let is_moved = |position: usize, place: usize| position == run.block && places.contains(&place);
    let all = function
        .blocks
        .iter()
        .zip(0..)
        .flat_map(|(block, position)| (0..).zip(&block.instructions).map(move |(place, own)| (position, place, own)));
    let read: HashSet<u32> = all.filter(|(position, place, _)| !is_moved(*position, *place)).flat_map(|(.., own)| uses(own)).collect();
    let mut outputs: Vec<u32> = written.into_iter().filter(|number| read.contains(number)).collect();
    outputs.sort_unstable();
    inputs.sort_unstable();
    inputs.dedup();
    let typed = |numbers: &[u32], registers: &Registers| -> Option<Vec<Value>> {
        numbers.iter().map(|number| Some(Value { number: *number, ty: registers.ty(*number)? })).collect()
    };
    let (inputs, outputs) = (typed(&inputs, registers)?, typed(&outputs, registers)?);

    let id = values::add_object(function, BYTES * (inputs.len() + outputs.len()).max(1) as u64)?;
    let Convention { leave, register, lines: [before, call, behind] } = convention;
    let base = registers.fresh();
    let mut caller = format!("    %{base}:_(p0) = G_FRAME_INDEX %stack.{id}\n");
    let mut slots = 0..;
    for (value, slot) in inputs.iter().zip(&mut slots) {
        let address = slot_lines(&mut caller, registers, base, slot)?;
        values::store_lines(&mut caller, registers, *value, Place { address, object: None })?;
    }
    writeln!(caller, "    {before}\n    ${register} = COPY %{base}(p0)\n    {}\n    {behind}", call.replace("{}", name)).ok()?;
    for (value, slot) in outputs.iter().zip(inputs.len() as u64..) {
        let address = slot_lines(&mut caller, registers, base, slot)?;
        values::load_lines(&mut caller, registers, *value, Place { address, object: None })?;
    }

    // Numbers of registers are as in the caller.
    let base = registers.fresh();
    let mut start = format!("    %{base}:_(p0) = COPY ${register}\n");
    for (value, slot) in inputs.iter().zip(0..) {
        let address = slot_lines(&mut start, registers, base, slot)?;
        values::load_lines(&mut start, registers, *value, Place { address, object: None })?;
    }
    let mut end = String::new();
    for (value, slot) in outputs.iter().zip(inputs.len() as u64..) {
        let address = slot_lines(&mut end, registers, base, slot)?;
        values::store_lines(&mut end, registers, *value, Place { address, object: None })?;
    }
    let (caller, mut body, end) = (instructions_of(&caller)?, instructions_of(&start)?, instructions_of(&end)?);
    body.extend(function.blocks[run.block].instructions.splice(places, caller));
    body.extend(end);
    body.push(leave.clone());
    (function.frame.has_calls, function.frame.adjusts_stack) = (true, true);
    let live_in = LiveIn { register: Register::Physical(Name::from_static_str(register)), lanes: None };
    let block = Block { live_ins: vec![live_in], instructions: body, ..Block::default() };
    let mut new = Function { name: name.to_owned(), blocks: vec![block], ..Function::default() };
    new.flags.0 |= FunctionFlags::TRACKS_REG_LIVENESS.0;
    Some(new)
}

/// Adds the lines of the address of a slot; returns its register.
fn slot_lines(lines: &mut String, registers: &mut Registers, base: u32, slot: u64) -> Option<u32> {
    let (offset, address) = (registers.fresh(), registers.fresh());
    writeln!(lines, "    %{offset}:_(s64) = G_CONSTANT i64 {}", BYTES * slot).ok()?;
    writeln!(lines, "    %{address}:_(p0) = G_PTR_ADD %{base}, %{offset}(s64)").ok()?;
    Some(address)
}

/// Returns whether an instruction can be in another function: it computes values that were always defined, from such values alone.
fn is_movable(instruction: &Instruction, registers: &Registers, seen: &Seen, function: u32) -> bool {
    let has_effects =
        [Properties::MAY_LOAD, Properties::MAY_STORE, Properties::SIDE_EFFECTS, Properties::TERMINATOR, Properties::CONVERGENT];
    let is_plain = |kind: &OperandKind| match kind {
        OperandKind::Register(operand) => matches!(operand.register, Register::Virtual(_)),
        OperandKind::Immediate(_)
        | OperandKind::Integer(_)
        | OperandKind::Float(_)
        | OperandKind::IntegerPredicate(_)
        | OperandKind::FloatPredicate(_)
        | OperandKind::ShuffleMask(_) => true,
        _ => false,
    };
    let is_value = |number: u32| registers.ty(number).and_then(values::cell).is_some() && !seen.open.contains(&(function, number));
    has(instruction, Properties::GENERIC)
        && !super::blocks::is_phi(instruction)
        && !has_effects.iter().any(|effect| has(instruction, *effect))
        && instruction.bundle.is_none()
        && instruction.suffixes.is_none()
        && instruction.operands.iter().all(|operand| is_plain(&operand.kind))
        && instruction.results.iter().all(|result| {
            result.class == Class::Generic
                && matches!((&result.register, result.qualifier), (Register::Virtual(_), RegisterQualifier::Type(_)))
        })
        && results(instruction).chain(uses(instruction)).all(is_value)
}

fn results(instruction: &Instruction) -> impl Iterator<Item = u32> {
    instruction.results.iter().filter_map(number)
}

fn uses(instruction: &Instruction) -> impl Iterator<Item = u32> {
    registers(instruction).filter_map(number)
}
