//! A file of Machine IR: the machine's variables, the functions of every plan, and a `main` that makes the calls and reports their results.

use super::call::{FUNCTIONS, SIGNATURES};
use super::convention::{ARGUMENTS, arguments_size, put_arguments, result_class, take_result};
use super::function::{DEPTH, FUEL, MEMORY, STACK, TRAPPED, write_function};
use super::support::write_support;
use super::unit::Unit;
use super::writer::{Callee, Class, Lanes, Reg, Writer, write};
use crate::mir::execution::{Codegen, driver};
use crate::pnacl::execution::{Call, Plan};
use irsmith_pnacl::interpret::{Bits, Layout};
use irsmith_pnacl::runtime::LinkedProgram;
use irsmith_pnacl::{Value, ValueType};

/// Calls of a plan that are to be run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The plan.
    pub plan: &'a Plan<'a>,
    /// The indices of the calls.
    pub calls: Vec<usize>,
}

/// What a file reports of the memory after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memories {
    /// The hash.
    Hashed,
    /// The hash, then all of it.
    Written,
}

/// Returns the name of a plan's functions and variables, before their own name: the number of the plan is part of it.
fn prefix(number: usize) -> String {
    format!("m{number}.")
}

/// Returns the number of the plan to which a function of a file belongs.
pub(super) fn plan_of(function: &str) -> Option<usize> {
    function.strip_prefix('m')?.split_once('.')?.0.parse().ok()
}

/// Lowers plans to one file that is a program with the driver. Every module must be [`supported`](super::supported).
pub fn lower(jobs: &[Job<'_>], codegen: Codegen, memories: Memories) -> String {
    let units: Vec<Unit<'_>> = jobs.iter().enumerate().map(|(number, job)| Unit::new(prefix(number), job.plan, codegen)).collect();
    let size = jobs.iter().map(|job| job.plan.layout.size()).max().unwrap_or(16);
    let mut functions = String::new();
    let mut names = Vec::new();
    for (unit, job) in units.iter().zip(jobs) {
        write_functions(&mut functions, &mut names, unit);
        let calls = unit.variable("calls");
        write_calls(&mut functions, unit, &calls, &job.calls, memories);
        names.push(calls);
    }
    write_main(&mut functions, codegen, &units);
    names.push("main".into());
    names.extend(write_support(&mut functions, codegen).into_iter().map(str::to_owned));

    let mut out = begin(codegen);
    out += &driver(codegen.processor);
    write(&mut out, format_args!("  @{MEMORY} = internal global [{size} x i8] zeroinitializer, align 16\n"));
    write_variables(&mut out, &units, 0, "internal ");
    for unit in &units {
        let image = trimmed(&unit.plan.image);
        write(&mut out, format_args!("  @{} = internal constant [{} x i8] c\"", unit.variable("image"), image.len()));
        write_bytes(&mut out, image);
        out += "\", align 16\n";
    }
    end(out, &names, &functions, "internal ")
}

/// Lowers a program to a file for its own sake. Its functions are `f0`, `f1` and so on; `memory` begins as the program's memory does, and
/// the budget of a call is in `fuel` and `depth`. A trap is in `trapped`: code, function and instruction.
pub fn lower_program(plan: &Plan<'_>, codegen: Codegen) -> String {
    let unit = Unit::new(String::new(), plan, codegen);
    let (functions, names) = program_functions(&unit);
    let mut out = String::new();
    for symbol in plan.module.symbols.iter().filter(|symbol| symbol.value.kind() == irsmith_pnacl::ValueKind::Function) {
        if unit.is_defined(symbol.value.index()) {
            let name = String::from_utf8_lossy(&symbol.name).escape_debug().to_string();
            write(&mut out, format_args!("# @{} is {name}\n", unit.symbol(symbol.value.index())));
        }
    }
    write_program(&mut out, &unit);
    end(out, &names, &functions, VISIBLE)
}

/// As [`lower_program`], of a program with the runtime in it, with the driver and a `main` that runs the program: its object is all of an
/// executable. At the end it writes what the program wrote; its status is the program's, or [`FAILED`] if the program trapped.
pub fn lower_executable(plan: &Plan<'_>, program: &LinkedProgram, codegen: Codegen) -> String {
    let unit = Unit::new(String::new(), plan, codegen);
    let (mut functions, mut names) = program_functions(&unit);
    write_start(&mut functions, &unit, program);
    names.push("main".into());
    let mut out = String::new();
    write_program(&mut out, &unit);
    out += &driver(codegen.processor);
    end(out, &names, &functions, VISIBLE)
}

/// The linkage of functions and variables that others see. GlobalISel selects no address for X86-64 that may be in another module.
const VISIBLE: &str = "dso_local ";

/// The status of an executable whose program trapped or ran out of fuel.
pub const FAILED: u8 = 125;

/// Writes the `main` of an executable.
fn write_start(out: &mut String, unit: &Unit<'_>, program: &LinkedProgram) {
    let mut writer = Writer::new(unit.codegen);
    let zero = writer.constant(32, 0);
    let registers = put_arguments(&mut writer, &[(ValueType::I32, vec![zero])]);
    writer.call(&Callee::Function(&unit.symbol(program.start)), &registers, None);
    let place = |writer: &mut Writer, value: Value, offset: u32| {
        let memory = writer.address_of(MEMORY);
        writer.offset_by(memory, unit.layout().address(value) - Layout::BASE + offset)
    };
    let word = |writer: &mut Writer, value, offset| {
        let pointer = place(writer, value, offset);
        let word = writer.scalar(32, format_args!("G_LOAD {pointer}(p0) :: (load (s32))"));
        writer.resize("G_ZEXT", word, 32, 64)
    };
    for (descriptor, variable) in [(1, program.outputs[0]), (2, program.outputs[1])] {
        let (descriptor, length) = (writer.constant(64, descriptor), word(&mut writer, variable, 0));
        let bytes = place(&mut writer, variable, 4);
        let arguments = [(Class::Integer(64), descriptor), (Class::Pointer, bytes), (Class::Integer(64), length)];
        writer.call(&Callee::Function("write"), &arguments, None);
    }
    let (ended, status) = (word(&mut writer, program.ended, 0), word(&mut writer, program.ended, 4));
    let (has_ended, failed) = (writer.compare_with("ne", 64, ended, 0), writer.constant(64, FAILED.into()));
    let status = writer.select(64, has_ended, status, failed);
    writer.call(&Callee::Function("quit"), &[(Class::Integer(64), status)], None);
    writer.leave(None);
    writer.finish("main", out);
}

/// As [`lower_program`], with a function for each call of the plan, [`call_name`]: it makes the call within its budget, and leaves the two
/// words of its result in [`RESULT`].
pub(super) fn lower_calls(plan: &Plan<'_>, codegen: Codegen) -> String {
    let unit = Unit::new(String::new(), plan, codegen);
    let (mut functions, mut names) = program_functions(&unit);
    for (number, call) in plan.calls.iter().enumerate() {
        let mut writer = Writer::new(codegen);
        reset_variables(&mut writer, &unit, call);
        let words = make_call(&mut writer, &unit, call);
        let result = writer.address_of(RESULT);
        for (word, at) in words.into_iter().zip([0, 8]) {
            let pointer = writer.offset_by(result, at);
            writer.line(format_args!("G_STORE {word}(s64), {pointer}(p0) :: (store (s64))"));
        }
        writer.leave(None);
        let name = call_name(number);
        writer.finish(&name, &mut functions);
        names.push(name);
    }
    let mut out = String::new();
    write_program(&mut out, &unit);
    write(&mut out, format_args!("  @{RESULT} = {VISIBLE}global [2 x i64] zeroinitializer, align 16\n"));
    end(out, &names, &functions, VISIBLE)
}

/// The variable with the result of a call of [`lower_calls`].
pub(super) const RESULT: &str = "result";

/// Returns the name of the function that makes a call of [`lower_calls`].
pub(super) fn call_name(number: usize) -> String {
    format!("call{number}")
}

/// Returns the functions of a program with those that they need, and their names.
fn program_functions(unit: &Unit<'_>) -> (String, Vec<String>) {
    let (mut functions, mut names) = (String::new(), Vec::new());
    write_functions(&mut functions, &mut names, unit);
    names.extend(write_support(&mut functions, unit.codegen).into_iter().map(str::to_owned));
    (functions, names)
}

/// Begins the IR document of a single program, with its memory and variables.
fn write_program(out: &mut String, unit: &Unit<'_>) {
    *out += &begin(unit.codegen);
    let plan = unit.plan;
    let runs = runs(&plan.image);
    let types: Vec<String> = runs.iter().map(|run| format!("[{} x i8]", run.len())).collect();
    write(out, format_args!("  @{MEMORY} = {VISIBLE}global <{{ {} }}> <{{ ", types.join(", ")));
    for ((run, ty), place) in runs.iter().zip(&types).zip(0..) {
        write(out, format_args!("{}{ty} ", if place == 0 { "" } else { ", " }));
        if run.iter().all(|&byte| byte == 0) {
            *out += "zeroinitializer";
        } else {
            *out += "c\"";
            write_bytes(out, run);
            out.push('"');
        }
    }
    *out += " }>, align 16\n";
    write_variables(out, std::slice::from_ref(unit), plan.budget.blocks, VISIBLE);
}

fn begin(codegen: Codegen) -> String {
    format!("--- |\n  target triple = \"{}\"\n", codegen.processor.triple())
}

/// Adds declarations of the functions, and the functions.
fn end(mut out: String, names: &[String], functions: &str, linkage: &str) -> String {
    for name in names {
        let linkage = if name == "main" { "" } else { linkage };
        write(&mut out, format_args!("  define {linkage}void @{name}() nounwind {{ unreachable }}\n"));
    }
    out += "...\n";
    out += functions;
    out
}

fn write_functions(out: &mut String, names: &mut Vec<String>, unit: &Unit<'_>) {
    for function in unit.functions() {
        write_function(out, unit, function);
        names.push(unit.symbol(function));
    }
}

/// Writes the variables of the machine, and the tables of each program's functions.
fn write_variables(out: &mut String, units: &[Unit<'_>], fuel: u64, linkage: &str) {
    write(out, format_args!("  @{FUEL} = {linkage}global i64 {fuel}\n  @{DEPTH} = {linkage}global i32 1\n"));
    let heap = units.first().map_or(0, |unit| unit.layout().heap);
    write(out, format_args!("  @{STACK} = {linkage}global i32 {heap}\n  @{TRAPPED} = {linkage}global i64 0\n"));
    let parameters = |unit: &Unit<'_>| unit.functions().map(|function| unit.plan.parameters(function).count()).max().unwrap_or(0);
    let size = arguments_size(units.iter().map(parameters).max().unwrap_or(0));
    write(out, format_args!("  @{ARGUMENTS} = {linkage}global [{size} x i8] zeroinitializer, align 16\n"));
    for unit in units {
        let numbers = unit.signature_numbers();
        write(out, format_args!("  @{} = internal constant [{} x i8] c\"", unit.variable(SIGNATURES), numbers.len()));
        write_bytes(out, &numbers);
        let pointers = (0..numbers.len() as u32).map(|function| match unit.is_defined(function) {
            true => format!("ptr @{}", unit.symbol(function)),
            false => "ptr null".into(),
        });
        let pointers: Vec<String> = pointers.collect();
        let name = unit.variable(FUNCTIONS);
        write(out, format_args!("\"\n  @{name} = internal constant [{} x ptr] [ {} ]\n", pointers.len(), pointers.join(", ")));
    }
}

/// The shortest run of zeros that is written as one.
const ZEROS: usize = 64;

/// Returns the parts of an image, in turns without long runs of zeros and of zeros alone: a part of 100 MB of zeros is a word.
fn runs(image: &[u8]) -> Vec<&[u8]> {
    let (mut runs, mut begin, mut place) = (Vec::new(), 0, 0);
    while place < image.len() {
        let zeros = image[place..].iter().take_while(|&&byte| byte == 0).count();
        if zeros >= ZEROS || (zeros > 0 && place + zeros == image.len()) {
            runs.extend([&image[begin..place], &image[place..place + zeros]]);
            begin = place + zeros;
        }
        place += zeros.max(1);
    }
    runs.push(&image[begin..]);
    runs.retain(|run| !run.is_empty());
    runs
}

/// Returns the bytes up to the last that is not 0, and at least 8, a multiple of 8.
fn trimmed(image: &[u8]) -> &[u8] {
    let length = image.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
    &image[..length.next_multiple_of(8).min(image.len())]
}

/// Writes bytes as LLVM assembly writes strings.
fn write_bytes(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => out.push(byte as char),
            _ => write(out, format_args!("\\{byte:02X}")),
        }
    }
}

/// Writes the function that makes the calls of a plan.
fn write_calls(out: &mut String, unit: &Unit<'_>, name: &str, calls: &[usize], memories: Memories) {
    let mut writer = Writer::new(unit.codegen);
    let size = unit.layout().size();
    let length = trimmed(&unit.plan.image).len();
    for call in calls.iter().filter_map(|&index| unit.plan.calls.get(index)) {
        let image = writer.address_of(&unit.variable("image"));
        let (length, all) = (writer.constant(64, length as i64), writer.constant(64, size.into()));
        let arguments = [(Class::Pointer, image), (Class::Integer(64), length), (Class::Integer(64), all)];
        writer.call(&Callee::Function("reset"), &arguments, None);
        reset_variables(&mut writer, unit, call);
        let words = make_call(&mut writer, unit, call);
        let all = writer.constant(64, size.into());
        let arguments = [words[0], words[1], all].map(|value| (Class::Integer(64), value));
        writer.call(&Callee::Function("report"), &arguments, None);
        if memories == Memories::Written {
            let all = writer.constant(64, size.into());
            writer.call(&Callee::Function("dump"), &[(Class::Integer(64), all)], None);
        }
    }
    writer.leave(None);
    writer.finish(name, out);
}

fn reset_variables(writer: &mut Writer, unit: &Unit<'_>, call: &Call) {
    let most = unit.plan.budget.depth;
    // Code compares with the plan's budget: for a smaller budget the depth starts higher.
    let depth = 1 + most - call.budget.depth.min(most);
    let variables =
        [(64, FUEL, call.budget.blocks as i64), (32, DEPTH, depth.into()), (32, STACK, unit.layout().heap.into()), (64, TRAPPED, 0)];
    for (bits, name, value) in variables {
        let value = writer.constant(bits, value);
        writer.store_variable(bits, name, value);
    }
}

/// Writes a call; returns the two words of its result.
fn make_call(writer: &mut Writer, unit: &Unit<'_>, call: &Call) -> [Reg; 2] {
    let mut arguments = Vec::new();
    for (ty, &bits) in unit.plan.parameters(call.function).zip(&call.arguments) {
        arguments.push((ty, constant_lanes(writer, ty, bits)));
    }
    let registers = put_arguments(writer, &arguments);
    let ty = unit.plan.result(call.function);
    let symbol = unit.symbol(call.function);
    let register = writer.call(&Callee::Function(&symbol), &registers, result_class(ty));
    let lanes = take_result(writer, ty, register);
    words(writer, ty, &lanes)
}

/// Returns the lanes of constant bits.
fn constant_lanes(writer: &mut Writer, ty: ValueType, bits: Bits) -> Lanes {
    let width = ty.scalar_bits();
    (0..ty.lanes().max(1)).map(|lane| writer.constant(width, (bits >> (lane * width)) as i64)).collect()
}

/// Returns the bits of a value as two words.
fn words(writer: &mut Writer, ty: ValueType, lanes: &[Reg]) -> [Reg; 2] {
    let width = ty.scalar_bits();
    let mut words = [writer.constant(64, 0), writer.constant(64, 0)];
    for (&lane, at) in lanes.iter().zip((0..).step_by(width.max(1) as usize)) {
        let wide = writer.resize("G_ZEXT", lane, width, 64);
        let moved = if at % 64 == 0 { wide } else { writer.binary_with("G_SHL", 64, wide, at % 64) };
        let word = &mut words[(at / 64) as usize & 1];
        *word = writer.binary("G_OR", 64, *word, moved);
    }
    words
}

fn write_main(out: &mut String, codegen: Codegen, units: &[Unit<'_>]) {
    let mut writer = Writer::new(codegen);
    for unit in units {
        writer.call(&Callee::Function(&unit.variable("calls")), &[], None);
    }
    writer.leave(None);
    writer.finish("main", out);
}
