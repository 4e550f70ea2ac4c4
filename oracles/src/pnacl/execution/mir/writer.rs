//! Writes the text of one machine function: virtual registers, instructions, blocks, calls.
//!
//! Instructions are added to the current block; their results are new virtual registers. Blocks are printed in the order in which they are
//! placed, with the successors that branches gave them.

use crate::mir::execution::{Codegen, Processor};
use std::fmt::{self, Arguments, Write};

/// A value during the lowering: the register of each lane.
pub(super) type Lanes = Vec<Reg>;

/// A virtual register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reg(u32);

/// A block of the machine function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block(u32);

/// A low-level type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// A scalar of this many bits: an integer or a float.
    Scalar(u32),
    /// A pointer.
    Pointer,
    /// A vector: lanes and bits of each.
    Vector(u32, u32),
}

/// The class of a scalar in a calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An integer of this many bits, up to 64.
    Integer(u32),
    /// A float of 32 or 64 bits.
    Float(u32),
    /// An address of the machine.
    Pointer,
}

/// The text of a block.
#[derive(Debug, Default)]
struct Text {
    phis: String,
    lines: String,
    successors: Vec<Block>,
}

/// A machine function that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) codegen: Codegen,
    blocks: Vec<Text>,
    /// The blocks in the order in which they were placed.
    placed: Vec<Block>,
    current: Block,
    registers: u32,
    /// Physical registers that are live on entry.
    live_ins: Vec<String>,
    calls: bool,
}

impl Writer {
    /// Begins a function, with an empty entry block.
    pub(super) fn new(codegen: Codegen) -> Self {
        let entry = Block(0);
        Self {
            codegen,
            blocks: vec![Text::default()],
            placed: vec![entry],
            current: entry,
            registers: 0,
            live_ins: Vec::new(),
            calls: false,
        }
    }

    /// Appends the document of the function to a file.
    pub(super) fn finish(self, name: &str, out: &mut String) {
        write(out, format_args!("---\nname: {name}\ntracksRegLiveness: true\n"));
        if self.calls {
            out.push_str("frameInfo:\n  adjustsStack: true\n  hasCalls: true\n");
        }
        out.push_str("body: |\n");
        for (position, block) in self.placed.iter().enumerate() {
            let text = &self.blocks[block.0 as usize];
            write(out, format_args!("  bb.{}:\n", block.0));
            if !text.successors.is_empty() {
                let list: Vec<String> = text.successors.iter().map(ToString::to_string).collect();
                write(out, format_args!("    successors: {}\n", list.join(", ")));
            }
            if position == 0 && !self.live_ins.is_empty() {
                write(out, format_args!("    liveins: {}\n", self.live_ins.join(", ")));
            }
            out.push_str(&text.phis);
            out.push_str(&text.lines);
        }
        out.push_str("...\n");
    }

    /// Returns a new virtual register.
    pub(super) fn reg(&mut self) -> Reg {
        self.registers += 1;
        Reg(self.registers - 1)
    }

    /// Adds an instruction without a result.
    pub(super) fn line(&mut self, text: Arguments<'_>) {
        write(&mut self.blocks[self.current.0 as usize].lines, format_args!("    {text}\n"));
    }

    /// Adds an instruction with a result in a new register.
    pub(super) fn op(&mut self, ty: Ty, text: Arguments<'_>) -> Reg {
        let result = self.reg();
        self.line(format_args!("{result}:_({ty}) = {text}"));
        result
    }

    /// Adds an instruction with a scalar result.
    pub(super) fn scalar(&mut self, bits: u32, text: Arguments<'_>) -> Reg {
        self.op(Ty::Scalar(bits), text)
    }

    /// Adds a `COPY` to a register that other instructions already name.
    pub(super) fn copy_to(&mut self, to: Reg, bits: u32, from: Reg) {
        self.line(format_args!("{to}:_(s{bits}) = COPY {from}(s{bits})"));
    }

    /// Adds a `G_PHI` to the beginning of a block, for the register `to`.
    pub(super) fn phi(&mut self, block: Block, to: Reg, bits: u32, incoming: &[(Block, Reg)]) {
        let list: Vec<String> = incoming.iter().map(|(from, value)| format!("{value}(s{bits}), {from}")).collect();
        write(&mut self.blocks[block.0 as usize].phis, format_args!("    {to}:_(s{bits}) = G_PHI {}\n", list.join(", ")));
    }

    /// Returns a constant of this many bits, of which the value's upper bits are ignored.
    pub(super) fn constant(&mut self, bits: u32, value: i64) -> Reg {
        match bits {
            1 => self.scalar(1, format_args!("G_CONSTANT i1 {}", value & 1 == 1)),
            2..=63 => self.scalar(bits, format_args!("G_CONSTANT i{bits} {}", value << (64 - bits) >> (64 - bits))),
            _ => self.scalar(bits, format_args!("G_CONSTANT i{bits} {value}")),
        }
    }

    /// Returns the float that has these bits; other than its bits as an integer, a float constant cannot be a NaN.
    pub(super) fn float_constant(&mut self, bits: u32, value: u64) -> Reg {
        let (name, wide) = match bits {
            32 => ("float", f64::from(f32::from_bits(value as u32))),
            _ => ("double", f64::from_bits(value)),
        };
        if wide.is_nan() {
            return self.constant(bits, value as i64);
        }
        self.scalar(bits, format_args!("G_FCONSTANT {name} 0x{:016X}", wide.to_bits()))
    }

    /// Returns the address of a variable or function of the file.
    pub(super) fn address_of(&mut self, symbol: &str) -> Reg {
        self.op(Ty::Pointer, format_args!("G_GLOBAL_VALUE @{symbol}"))
    }

    /// Returns an address that is so many bytes after another.
    pub(super) fn offset(&mut self, pointer: Reg, offset: Reg) -> Reg {
        self.op(Ty::Pointer, format_args!("G_PTR_ADD {pointer}, {offset}(s64)"))
    }

    /// As [`Self::offset`], by a constant.
    pub(super) fn offset_by(&mut self, pointer: Reg, bytes: u32) -> Reg {
        if bytes == 0 {
            return pointer;
        }
        let bytes = self.constant(64, bytes.into());
        self.offset(pointer, bytes)
    }

    /// Reads a variable of the file.
    pub(super) fn load_variable(&mut self, bits: u32, name: &str) -> Reg {
        let pointer = self.address_of(name);
        self.scalar(bits, format_args!("G_LOAD {pointer}(p0) :: (load (s{bits}) from @{name})"))
    }

    /// Writes a variable of the file.
    pub(super) fn store_variable(&mut self, bits: u32, name: &str, value: Reg) {
        let pointer = self.address_of(name);
        self.line(format_args!("G_STORE {value}(s{bits}), {pointer}(p0) :: (store (s{bits}) into @{name})"));
    }

    /// Compares integers; returns an s1.
    pub(super) fn compare(&mut self, predicate: &str, bits: u32, a: Reg, b: Reg) -> Reg {
        self.scalar(1, format_args!("G_ICMP intpred({predicate}), {a}(s{bits}), {b}"))
    }

    /// As [`Self::compare`], with a constant.
    pub(super) fn compare_with(&mut self, predicate: &str, bits: u32, a: Reg, b: i64) -> Reg {
        let b = self.constant(bits, b);
        self.compare(predicate, bits, a, b)
    }

    /// Adds an operation of two operands of one type, named as LLVM names it.
    pub(super) fn binary(&mut self, name: &str, bits: u32, a: Reg, b: Reg) -> Reg {
        self.scalar(bits, format_args!("{name} {a}, {b}"))
    }

    /// As [`Self::binary`], with a constant.
    pub(super) fn binary_with(&mut self, name: &str, bits: u32, a: Reg, b: i64) -> Reg {
        let b = self.constant(bits, b);
        self.binary(name, bits, a, b)
    }

    /// Extends or truncates: `G_ZEXT`, `G_SEXT`, `G_ANYEXT` or `G_TRUNC`; nothing if the width stays.
    pub(super) fn resize(&mut self, name: &str, value: Reg, from: u32, to: u32) -> Reg {
        if from == to {
            return value;
        }
        self.scalar(to, format_args!("{name} {value}(s{from})"))
    }

    /// Returns `a` if the s1 `condition` is true, otherwise `b`.
    pub(super) fn select(&mut self, bits: u32, condition: Reg, a: Reg, b: Reg) -> Reg {
        if self.codegen.selects() && (bits > 1 || self.codegen.is_rich()) {
            return self.scalar(bits, format_args!("G_SELECT {condition}(s1), {a}, {b}"));
        }
        // Bits of the value that is not selected have no effect, whatever they are: those of a NaN are undefined.
        let mask = self.resize("G_SEXT", condition, 1, bits);
        let other = self.binary_with("G_XOR", bits, mask, -1);
        let kept = self.binary("G_AND", bits, a, mask);
        let otherwise = self.binary("G_AND", bits, b, other);
        self.binary("G_OR", bits, kept, otherwise)
    }

    /// Returns a new block, not placed yet.
    pub(super) fn new_block(&mut self) -> Block {
        self.blocks.push(Text::default());
        Block(self.blocks.len() as u32 - 1)
    }

    /// Places a block behind those placed so far, and continues in it.
    pub(super) fn place(&mut self, block: Block) {
        self.placed.push(block);
        self.current = block;
    }

    /// Returns the block that instructions are added to.
    pub(super) const fn current(&self) -> Block {
        self.current
    }

    fn add_successor(&mut self, block: Block) {
        let successors = &mut self.blocks[self.current.0 as usize].successors;
        if !successors.contains(&block) {
            successors.push(block);
        }
    }

    /// Ends the block in a branch.
    pub(super) fn branch(&mut self, target: Block) {
        self.add_successor(target);
        self.line(format_args!("G_BR {target}"));
    }

    /// Ends the block in a branch on an s1.
    pub(super) fn branch_if(&mut self, condition: Reg, then: Block, otherwise: Block) {
        self.add_successor(then);
        self.line(format_args!("G_BRCOND {condition}(s1), {then}"));
        self.branch(otherwise);
    }

    /// Calls a function of the file or of the driver by the processor's convention: all arguments are in registers. Returns the result.
    pub(super) fn call(&mut self, callee: &Callee<'_>, arguments: &[(Class, Reg)], result: Option<Class>) -> Option<Reg> {
        self.calls = true;
        let mut uses = String::new();
        let mut moves = Vec::new();
        let mut next = Next::default();
        for &(class, value) in arguments {
            let register = next.register(self.codegen.processor, class).unwrap_or_default();
            write(&mut uses, format_args!(", implicit ${register}"));
            moves.push((register, class, value));
        }
        let result = result.map(|class| (class, result_register(self.codegen.processor, class)));
        let defines = result.as_ref().map_or(String::new(), |(_, register)| format!(", implicit-def ${register}"));
        match self.codegen.processor {
            Processor::X86_64 => {
                let effects = "implicit-def $rsp, implicit-def $eflags, implicit-def $ssp, implicit $rsp, implicit $ssp";
                self.line(format_args!("ADJCALLSTACKDOWN64 0, 0, 0, {effects}"));
                moves.into_iter().for_each(|(register, class, value)| self.put(register, class, value));
                let (opcode, callee) = match callee {
                    Callee::Function(name) => ("CALL64pcrel32", format!("@{name}")),
                    Callee::Pointer(pointer) => ("CALL64r", format!("{pointer}(p0)")),
                };
                self.line(format_args!("{opcode} {callee}, csr_64, implicit $rsp, implicit $ssp{uses}{defines}"));
                self.line(format_args!("ADJCALLSTACKUP64 0, 0, {effects}"));
            }
            Processor::AArch64 => {
                self.line(format_args!("ADJCALLSTACKDOWN 0, 0, implicit-def $sp, implicit $sp"));
                moves.into_iter().for_each(|(register, class, value)| self.put(register, class, value));
                let (opcode, callee) = match callee {
                    Callee::Function(name) => ("BL", format!("@{name}")),
                    Callee::Pointer(pointer) => ("BLR", format!("{pointer}(p0)")),
                };
                self.line(format_args!("{opcode} {callee}, csr_aarch64_aapcs, implicit-def $lr, implicit $sp{uses}{defines}"));
                self.line(format_args!("ADJCALLSTACKUP 0, 0, implicit-def $sp, implicit $sp"));
            }
        }
        result.map(|(class, register)| self.take(register, class))
    }

    /// Returns a parameter; `None` if the convention has no register left for it.
    pub(super) fn parameter(&mut self, next: &mut Next, class: Class) -> Option<Reg> {
        let register = next.register(self.codegen.processor, class)?;
        self.live_ins.push(format!("${register}"));
        Some(self.take(register, class))
    }

    /// Ends the block in a return.
    pub(super) fn leave(&mut self, result: Option<(Class, Reg)>) {
        let register = result.map(|(class, value)| {
            let register = result_register(self.codegen.processor, class);
            self.put(register.clone(), class, value);
            register
        });
        let used =
            |register: Option<String>, separator: &str| register.map_or(String::new(), |name| format!("{separator}implicit ${name}"));
        match self.codegen.processor {
            Processor::X86_64 => self.line(format_args!("RET 0{}", used(register, ", "))),
            Processor::AArch64 => self.line(format_args!("RET_ReallyLR{}", used(register, " "))),
        }
    }

    /// Copies a value to a register of the convention; upper bits of the register that the value does not fill are undefined.
    fn put(&mut self, register: String, class: Class, value: Reg) {
        match class {
            Class::Integer(bits) if bits < 32 => {
                let wide = self.resize("G_ANYEXT", value, bits, 32);
                self.line(format_args!("${register} = COPY {wide}(s32)"));
            }
            Class::Float(bits) if self.codegen.processor == Processor::X86_64 => {
                let wide = self.resize("G_ANYEXT", value, bits, 128);
                self.line(format_args!("${register} = COPY {wide}(s128)"));
            }
            Class::Integer(bits) | Class::Float(bits) => self.line(format_args!("${register} = COPY {value}(s{bits})")),
            Class::Pointer => self.line(format_args!("${register} = COPY {value}(p0)")),
        }
    }

    /// Copies a value from a register of the convention.
    fn take(&mut self, register: String, class: Class) -> Reg {
        match class {
            Class::Integer(bits) if bits < 32 => {
                let wide = self.scalar(32, format_args!("COPY ${register}"));
                self.resize("G_TRUNC", wide, 32, bits)
            }
            Class::Float(bits) if self.codegen.processor == Processor::X86_64 => {
                let wide = self.scalar(128, format_args!("COPY ${register}"));
                self.resize("G_TRUNC", wide, 128, bits)
            }
            Class::Integer(bits) | Class::Float(bits) => self.scalar(bits, format_args!("COPY ${register}")),
            Class::Pointer => self.op(Ty::Pointer, format_args!("COPY ${register}")),
        }
    }
}

/// What a call calls.
pub(super) enum Callee<'a> {
    /// A function by its name.
    Function(&'a str),
    /// The function at an address, which is in a register of the class that the processor's call needs.
    Pointer(Reg),
}

/// The registers of a convention that are used so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Next {
    integers: usize,
    floats: usize,
}

/// X86-64's registers of integer arguments: 32 and 64 bits.
const X86_INTEGERS: [(&str, &str); 6] = [("edi", "rdi"), ("esi", "rsi"), ("edx", "rdx"), ("ecx", "rcx"), ("r8d", "r8"), ("r9d", "r9")];
/// Registers of float arguments, and AArch64's of integer arguments.
const EIGHT: usize = 8;

impl Next {
    /// Returns the next register for an argument of a class, without `$`; `None` if all are used.
    pub(super) fn register(&mut self, processor: Processor, class: Class) -> Option<String> {
        let (counter, most) = match (class, processor) {
            (Class::Float(_), _) => (&mut self.floats, EIGHT),
            (_, Processor::AArch64) => (&mut self.integers, EIGHT),
            (_, Processor::X86_64) => (&mut self.integers, X86_INTEGERS.len()),
        };
        let number = *counter;
        if number == most {
            return None;
        }
        *counter += 1;
        let is_wide = matches!(class, Class::Integer(33..) | Class::Float(33..) | Class::Pointer);
        Some(match (processor, class) {
            (Processor::X86_64, Class::Float(_)) => format!("xmm{number}"),
            (Processor::X86_64, _) => if is_wide { X86_INTEGERS[number].1 } else { X86_INTEGERS[number].0 }.to_owned(),
            (Processor::AArch64, Class::Float(_)) => format!("{}{number}", if is_wide { "d" } else { "s" }),
            (Processor::AArch64, _) => format!("{}{number}", if is_wide { "x" } else { "w" }),
        })
    }
}

/// Returns the register of a result, without `$`.
fn result_register(processor: Processor, class: Class) -> String {
    match (processor, class) {
        (Processor::X86_64, Class::Float(_)) => "xmm0".into(),
        (Processor::X86_64, Class::Integer(..=32)) => "eax".into(),
        (Processor::X86_64, _) => "rax".into(),
        (Processor::AArch64, _) => Next::default().register(processor, class).unwrap_or_default(),
    }
}

/// Appends text to a string, which cannot fail.
pub(super) fn write(out: &mut String, text: Arguments<'_>) {
    let _ = out.write_fmt(text);
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%bb.{}", self.0)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(bits) => write!(f, "s{bits}"),
            Self::Pointer => f.write_str("p0"),
            Self::Vector(lanes, bits) => write!(f, "<{lanes} x s{bits}>"),
        }
    }
}
