//! Functions to be executed, in which every execution is defined and ends.
//!
//! Bodies are generic opcodes between the copies of arguments and of the result. [`rows`] lists the opcodes, each with the form of its
//! operands; the form writes guards where some operands would leave the behaviour undefined: amounts of shifts are masked, divisors are made
//! other than 0, NaNs are replaced by a fixed one as soon as they can occur. Loops count to small constants, functions call only those before
//! them, and every access is inside of an object that has been initialised, or of a variable or constant with an initial value. Values that
//! nothing else uses are stored to the variable [`MEMORY`], where a wrong one is noticed.
//!
//! With [`Defined::is_flagged`] a few instructions have flags, such as `nsw`, that need not hold: results are then poison for some arguments,
//! and what depends on them may leave an execution undefined.

mod control;
mod convention;
mod flags;
mod float;
mod idioms;
mod initial;
mod integer;
mod maker;
mod memory;
mod own_memory;
mod rows;
mod vector;
mod vector_idioms;

pub(super) use convention::{argument_registers, result_register, return_of};
pub use rows::opcodes as defined_opcodes;

use crate::Choices;
use arbitrary::Unstructured;
use initial::IrType;
use irsmith_mir::tables::Target;
use irsmith_mir::{Dialect, EmbeddedIr, File};
use maker::Maker;
use rows::{Form, MemoryForm, Row, VectorForm};

/// The global variable that functions read and write.
pub const MEMORY: &str = "memory";
/// The size in bytes.
pub const MEMORY_SIZE: u32 = 256;

/// The most constructs of a long function, less 7: it has some 2,000 instructions.
const LONG: u32 = 33;

/// The most variables of a file that nothing reads.
const UNREAD: u32 = 3;

/// What is drawn for files of functions to be executed.
#[derive(Clone, Copy, Debug)]
pub struct Defined {
    /// The target; any other than AArch64 counts as X86, in 64-bit mode.
    pub target: Target,
    /// The release: opcodes that it does not have are not used.
    pub dialect: Dialect,
    /// Functions; at least one.
    pub functions: u32,
    /// The number in the name of the first function.
    pub first: u32,
    /// Constructs of a function, each some rows, a branch, a loop or a call.
    pub constructs: u32,
    /// Whether functions keep to opcodes and types that LLVM selects instructions for on the target, as far as that is known.
    pub is_plain: bool,
    /// Whether some instructions have flags that do not hold for every argument.
    pub is_flagged: bool,
}

impl Defined {
    /// Returns whether integers of 128 bits and more are parts of structures.
    const fn has_wide_parts(&self) -> bool {
        matches!(self.target, Target::AArch64) && !self.is_plain
    }

    /// Draws a target, a release and sizes: a file has up to four functions, or, one of 20, a single long one. Two files of three are plain,
    /// none is flagged.
    pub fn drawn(choices: &mut Choices<'_, '_>) -> Self {
        let target = if choices.chance(128) { Target::AArch64 } else { Target::X86 };
        let dialect = if choices.chance(128) { Dialect::DEFAULT } else { Dialect::ALL[choices.below(Dialect::ALL.len())] };
        let is_long = choices.chance(13);
        let functions = if is_long { 1 } else { 1 + choices.up_to(3) };
        let constructs = if is_long { 7 + choices.up_to(LONG) } else { 1 + choices.up_to(5) };
        Self { target, dialect, functions, first: 0, constructs, is_plain: choices.chance(170), is_flagged: false }
    }
}

/// Generates a file of functions `f0`, `f1` and so on, or with numbers from [`Defined::first`] on.
pub fn generate_defined(bytes: &mut Unstructured<'_>, config: &Defined) -> File {
    let mut choices = Choices::new(bytes);
    let mut file = File::default();
    let mut signatures = Vec::new();
    let triple = config.target.triple().unwrap_or_default();
    let mut text = format!("target triple = \"{triple}\"\n\n@{MEMORY} = internal global [{MEMORY_SIZE} x i8] zeroinitializer, align 16\n");
    // Nothing reads these; what they contain is compared before the first call.
    for number in 0..choices.up_to(UNREAD) {
        text += &IrType::drawn(&mut choices, config.dialect, config.is_plain)
            .variable(&format!("unread{}_{number}", config.first), &mut choices);
    }
    for number in (config.first..).take(config.functions.max(1) as usize) {
        let rows = available(&mut choices, config);
        let mut maker = Maker::new(&mut choices, config, format!("f{number}"), rows);
        signatures.push(maker.function(&signatures));
        let (mut function, variables) = maker.finish();
        if config.is_flagged {
            flags::add(&mut choices, &mut function, config.dialect);
        }
        file.functions.push(function);
        text.extend(variables);
    }
    text.push('\n');
    for function in &file.functions {
        let taken: String = maker::blocks_by_address(function).map(|name| format!("{name}: unreachable ")).collect();
        text += &format!("define void @{}() nounwind {{ unreachable {taken}}}\n", function.name);
    }
    file.ir = Some(EmbeddedIr { text });
    file
}

/// Draws the rows of a function: of those that the release has, all or three quarters.
fn available(choices: &mut Choices<'_, '_>, config: &Defined) -> Vec<&'static Row> {
    let known = rows::ROWS.iter().filter(|row| match row.form {
        // Of the opcodes that allocate, this one came last.
        Form::Memory(MemoryForm::Allocate) => config.dialect.common_opcode("G_STACKSAVE").is_some(),
        // In LLVM 19, a part must have the type of the whole.
        Form::Vector(VectorForm::Subvector) => {
            config.dialect.common_opcode(row.opcode).is_some_and(|opcode| opcode.operands[0].kind != opcode.operands[1].kind)
        }
        _ => config.dialect.common_opcode(row.opcode).is_some(),
    });
    let is_plain = |row: &&Row| !config.is_plain || row.is_selected(config.target);
    let all: Vec<&Row> = known.filter(is_plain).collect();
    if choices.chance(128) { all } else { all.into_iter().filter(|_| choices.chance(192)).collect() }
}
