//! A file of LLVM assembly: the machine's variables, the functions of every plan, and a `main` that makes the calls and prints their
//! results, so that nothing else needs to be compiled.

use super::Guards;
use super::function::{Declarations, write_function};
use super::observe::{HASH_FACTOR, HASH_START};
use super::spelling::{Pointers, as_integer};
use super::unit::Unit;
use crate::pnacl::execution::{Call, Plan};
use irsmith_pnacl::ValueType;
use std::fmt::Write;

/// Calls of a plan that are to be run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The plan.
    pub plan: &'a Plan<'a>,
    /// The indices of the calls.
    pub calls: Vec<usize>,
}

/// What a file prints of the memory after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memories {
    /// The hash.
    Hashed,
    /// The hash, then all of it.
    Written,
}

/// LLVM's names and data layouts of its x86-64 and ARM targets of Linux, so that the optimiser knows the machine's features.
const TARGET: Option<(&str, &str)> = if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
    Some(("x86_64-unknown-linux-gnu", "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"))
} else if cfg!(all(target_arch = "aarch64", target_os = "linux", target_endian = "little")) {
    Some(("aarch64-unknown-linux-gnu", "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"))
} else {
    None
};

/// The first release of LLVM whose optimiser knows the data layout of a triple by itself (16 was tried, which does not, and 19). Layouts
/// change with releases, and builds with assertions stop at one that is not their own.
const KNOWS_LAYOUTS: u8 = 18;

/// Lowers plans to one file for a release of LLVM. Every module must be [`supported`](super::supported).
pub fn lower(jobs: &[Job<'_>], guards: Guards, release: u8, memories: Memories) -> String {
    let pointers = Pointers::of(release);
    let size = jobs.iter().map(|job| job.plan.layout.size()).max().unwrap_or(16);
    let memory = format!("[{size} x i8]");
    let mut declarations = Declarations::new();
    let mut out = String::new();
    if let Some((triple, layout)) = TARGET {
        if release < KNOWS_LAYOUTS {
            line(&mut out, format_args!("target datalayout = \"{layout}\""));
        }
        line(&mut out, format_args!("target triple = \"{triple}\""));
    }
    out += &machine(&memory, pointers);
    for (number, job) in jobs.iter().enumerate() {
        let unit = Unit::new(number, job.plan, guards, pointers, &memory);
        (0..job.plan.module.functions.len() as u32).for_each(|function| write_function(&mut out, &unit, function, &mut declarations));
        write_calls(&mut out, &unit, &job.calls, memories);
    }
    out.push_str("define i32 @main() {\n");
    (0..jobs.len()).for_each(|number| line(&mut out, format_args!("  call void @m{number}.calls()")));
    out.push_str("  ret i32 0\n}\n");
    declarations.iter().for_each(|declaration| line(&mut out, format_args!("declare {declaration}")));
    out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

/// Variables and functions of the machine. `PTR(T)` is a pointer to T.
const MACHINE: &str = include_str!("machine.ll");

/// Returns the machine with everything filled in that depends on the version of LLVM and on the size of memory.
fn machine(memory: &str, pointers: Pointers) -> String {
    let text = MACHINE.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join("\n");
    let text =
        text.replace("MEMORY", memory).replace("START", &(HASH_START as i64).to_string()).replace("FACTOR", &HASH_FACTOR.to_string());
    let mut parts = text.split("PTR(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (pointee, rest) = part.split_once(')').unwrap_or((part, ""));
        out += &pointers.to(pointee);
        out += rest;
    }
    out.replace("SUFFIX", pointers.suffix()) + "\n"
}

/// Writes the function that makes the calls of a plan.
fn write_calls(out: &mut String, unit: &Unit<'_>, calls: &[usize], memories: Memories) {
    let number = unit.number;
    let length = write_image(out, unit);
    let known: Vec<(usize, &Call)> = calls.iter().filter_map(|&call| Some((call, unit.plan.calls.get(call)?))).collect();
    known.iter().for_each(|(index, call)| write_arguments(out, unit, *index, call));
    line(out, format_args!("define internal void @m{number}.calls() noinline {{"));
    let (layout, most) = (&unit.plan.layout, unit.plan.budget.depth);
    let (bytes, array) = (unit.pointers.to("i8"), unit.pointers.to(format!("[{length} x i8]")));
    line(out, format_args!("  %image = bitcast {array} @m{number}.image to {bytes}"));
    for (index, call) in known {
        let (size, heap, blocks) = (layout.size(), layout.heap, call.budget.blocks as i64);
        // Code compares with the plan's budget: for a smaller budget the depth starts higher.
        let depth = 1 + most - call.budget.depth.min(most);
        line(out, format_args!("  call void @reset({bytes} %image, i64 {length}, i64 {size}, i32 {heap}, i64 {blocks}, i32 {depth})"));
        write_call(out, unit, index, call);
        if memories == Memories::Written {
            line(out, format_args!("  call void @dump(i64 {size})"));
        }
    }
    out.push_str("  ret void\n}\n");
}

/// Writes the initial bytes of memory, up to the last that is not 0; returns their number.
fn write_image(out: &mut String, unit: &Unit<'_>) -> usize {
    let image = &unit.plan.image;
    let length = image.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
    let mut text = String::with_capacity(3 * length);
    for &byte in image.iter().take(length) {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => text.push(byte as char),
            // Writing to a string cannot fail.
            _ => drop(write!(text, "\\{byte:02X}")),
        }
    }
    line(out, format_args!("@m{}.image = internal constant [{length} x i8] c\"{text}\", align 16", unit.number));
    length
}

/// Writes variables with the arguments of a call. They are read as volatile, so that the optimiser does not evaluate the whole program.
fn write_arguments(out: &mut String, unit: &Unit<'_>, index: usize, call: &Call) {
    for (parameter, (ty, bits)) in unit.plan.parameters(call.function).zip(&call.arguments).enumerate() {
        line(out, format_args!("@m{}.c{index}.a{parameter} = internal global {} {bits}", unit.number, as_integer(ty)));
    }
}

fn write_call(out: &mut String, unit: &Unit<'_>, index: usize, call: &Call) {
    let number = unit.number;
    let mut arguments = Vec::new();
    for (parameter, ty) in unit.plan.parameters(call.function).enumerate() {
        let (integer, name) = (as_integer(ty), format!("%c{index}.a{parameter}"));
        let pointer = unit.pointers.to(integer);
        line(out, format_args!("  {name}.bits = load volatile {integer}, {pointer} @m{number}.c{index}.a{parameter}"));
        line(out, format_args!("  {name} = bitcast {integer} {name}.bits to {ty}"));
        arguments.push(format!("{ty} {name}"));
    }
    let (result, symbol, arguments) = (unit.plan.result(call.function), unit.symbol(call.function), arguments.join(", "));
    let size = unit.plan.layout.size();
    if result == ValueType::VOID {
        line(out, format_args!("  call void {symbol}({arguments})"));
        return line(out, format_args!("  call void @report(i32 {number}, i32 {index}, i128 0, i64 {size})"));
    }
    line(out, format_args!("  %c{index} = call {result} {symbol}({arguments})"));
    let integer = as_integer(result);
    line(out, format_args!("  %c{index}.bits = bitcast {result} %c{index} to {integer}"));
    let wide = match integer.bits() {
        128 => format!("%c{index}.bits"),
        _ => {
            line(out, format_args!("  %c{index}.wide = zext {integer} %c{index}.bits to i128"));
            format!("%c{index}.wide")
        }
    };
    line(out, format_args!("  call void @report(i32 {number}, i32 {index}, i128 {wide}, i64 {size})"));
}
