//! An instruction that is wrong by itself: each scalar instruction of a function in a function of its own.

use super::known::KnownCalls;
use super::run::first_difference;
use crate::mir::execution::{Compiler, Processor};
use arbitrary::Unstructured;
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_mir::{
    Block, Dialect, Element, File, Function, Instruction, Limits, Operand, OperandKind, Register, RegisterOperand, RegisterQualifier, Type,
    body,
};
use std::collections::HashMap;
use std::fmt::Write;

/// The most instructions of a function that are tried.
const MOST: usize = 100;
/// The registers of arguments of 64 bits, and the return.
const X86_64: ([&str; 4], &str) = (["$rdi", "$rsi", "$rdx", "$rcx"], "    $rax = COPY %99(s64)\n    RET 0, implicit $rax\n");
const AARCH64: ([&str; 4], &str) = (["$x0", "$x1", "$x2", "$x3"], "    $x0 = COPY %99(s64)\n    RET_ReallyLR implicit $x0\n");

/// An instruction whose result is wrong in a function of its own.
pub(super) struct Alone {
    /// Its opcode, for signatures: the same fault mostly shows for several types.
    pub(super) opcode: String,
    ty: Type,
    shown: String,
}

impl Alone {
    /// Returns it for people.
    pub(super) fn sentence(&self) -> String {
        format!("{} {} alone is wrong: {}", self.opcode, self.ty, self.shown)
    }
}

/// Compiles the scalar instructions of a function, each in a function of its own; returns the first that is wrong.
pub(super) fn wrong_alone(compiler: &Compiler, dialect: Dialect, function: &Function) -> Option<Alone> {
    let processor = compiler.setting.processor;
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    let types: HashMap<u32, Type> = instructions().flat_map(|instruction| &instruction.results).filter_map(typed).collect();
    let mut tried: Vec<(KnownCalls, &Instruction, Type)> = Vec::new();
    for instruction in instructions() {
        let Some((text, ty)) = alone(instruction, &types, processor, tried.len()) else { continue };
        let bytes = bytes_of_seed(0);
        let known = File::read(text.as_bytes(), &Limits::default())
            .ok()
            .and_then(|file| KnownCalls::of(&file, processor, &mut Choices::new(&mut Unstructured::new(&bytes))).ok());
        if let Some(known) = known
            && tried.len() < MOST
        {
            tried.push((known, instruction, ty));
        }
    }
    let files: Vec<KnownCalls> = tried.iter().map(|(known, ..)| known.clone()).collect();
    let (place, shown) = first_difference(compiler, dialect, &files)?;
    let (_, instruction, ty) = tried.get(place)?;
    Some(Alone { opcode: instruction.opcode.to_string(), ty: *ty, shown })
}

fn typed(operand: &RegisterOperand) -> Option<(u32, Type)> {
    match (&operand.register, &operand.qualifier) {
        (Register::Virtual(number), RegisterQualifier::Type(ty)) => Some((*number, *ty)),
        _ => None,
    }
}

fn scalar_bits(ty: &Type) -> Option<u16> {
    if let Type::Single(Element::Scalar(bits @ 1..=64)) = ty { Some(*bits) } else { None }
}

/// Returns the text of a file of a function with this instruction, whose operands are arguments, and the type of its first result; `None` for
/// instructions of other types, of memory or of control.
fn alone(instruction: &Instruction, types: &HashMap<u32, Type>, processor: Processor, number: usize) -> Option<(String, Type)> {
    let (registers, leave) = if processor == Processor::X86_64 { X86_64 } else { AARCH64 };
    let is_other = ["G_CONSTANT", "G_FCONSTANT", "G_PHI", "COPY", "G_IMPLICIT_DEF"].contains(&instruction.opcode.as_str());
    if is_other || !instruction.memory.is_empty() || instruction.results.is_empty() || instruction.bundle.is_some() {
        return None;
    }
    let results: Vec<(u32, Type)> = instruction.results.iter().map(typed).collect::<Option<_>>()?;
    results.iter().try_for_each(|(_, ty)| scalar_bits(ty).map(drop))?;
    let (mut copy, mut lines, mut used) = (instruction.clone(), String::new(), 0);
    for operand in &mut copy.operands {
        let Operand { kind: OperandKind::Register(read), .. } = operand else { continue };
        let Register::Virtual(register) = read.register else { return None };
        let ty = types.get(&register)?;
        let (bits, from) = (scalar_bits(ty)?, registers.get(used)?);
        writeln!(lines, "    %{used}:_(s64) = COPY {from}").ok()?;
        read.register = Register::Virtual(used as u32);
        if bits < 64 {
            writeln!(lines, "    %{}:_({ty}) = G_TRUNC %{used}(s64)", 10 + used).ok()?;
            read.register = Register::Virtual(10 + used as u32);
        }
        used += 1;
    }
    for (result, place) in copy.results.iter_mut().zip(20..) {
        result.register = Register::Virtual(place);
    }
    let printed = body::print(&[Block { instructions: vec![copy], ..Block::default() }]);
    let line = printed.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    writeln!(lines, "    {line}").ok()?;
    // All results in one number.
    let mut whole = None;
    for ((_, ty), place) in results.iter().zip(20..) {
        let wide = if scalar_bits(ty)? < 64 {
            writeln!(lines, "    %{}:_(s64) = G_ZEXT %{place}({ty})", place + 10).ok()?;
            place + 10
        } else {
            place
        };
        whole = match whole {
            None => Some(wide),
            Some(before) => {
                writeln!(lines, "    %{}:_(s64) = G_XOR %{before}, %{wide}", place + 20).ok()?;
                Some(place + 20)
            }
        };
    }
    let lines = lines + &leave.replace("%99", &format!("%{}", whole?));
    let live: Vec<&str> = registers[..used].to_vec();
    let live = if live.is_empty() { String::new() } else { format!("    liveins: {}\n", live.join(", ")) };
    Some((format!("---\nname: alone{number}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n{live}{lines}...\n"), results.first()?.1))
}
