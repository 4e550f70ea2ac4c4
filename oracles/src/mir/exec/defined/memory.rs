//! Memory, as far as instructions that were executed say what is there (LLVM, *Generic Opcodes*, memory operations; LangRef, *atomicrmw*).

use std::collections::HashMap;

use irsmith_mir::{Instruction, MemorySize, OperandKind};

use super::floats::as_float;
use super::lanes::{Lanes, Shape, low, signed};
use super::rows::{Definition, named};

/// The bytes that are known.
#[derive(Clone, Default)]
pub(super) struct Memory {
    bytes: HashMap<u128, u8>,
}

/// What memory says of an instruction: the results that it has to give, each `None` if that is not known.
pub(super) type Results = Vec<Option<Vec<u128>>>;

/// Returns the shape of what an instruction accesses, of whole bytes.
fn accessed(instruction: &Instruction) -> Option<Shape> {
    let MemorySize::Type(ty) = instruction.memory.first()?.size else { return None };
    Shape::of_type(ty).filter(|shape| shape.width.is_multiple_of(8))
}

const fn bytes(shape: Shape) -> u128 {
    shape.lanes as u128 * (shape.width as u128 / 8)
}

impl Memory {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Returns the addresses of the bytes that are known, in order, and the bytes.
    pub(super) fn known(&self) -> impl Iterator<Item = (u128, u8)> {
        let mut bytes: Vec<(u128, u8)> = self.bytes.iter().map(|(address, byte)| (*address, *byte)).collect();
        bytes.sort_unstable();
        bytes.into_iter()
    }

    /// Notes what is at an address.
    pub(super) fn know(&mut self, address: u128, bytes: &[Option<u8>]) {
        bytes.iter().zip(address..).for_each(|(byte, address)| self.set(address, *byte));
    }

    /// Follows a generic instruction: `read` are the values of the registers that it reads, `observed` of those that it writes; `None` if they
    /// are not known, or not defined. Returns what the results have to be.
    pub(super) fn follow(&mut self, instruction: &Instruction, read: &[Option<&Lanes>], observed: &[Option<Lanes>]) -> Results {
        let opcode = instruction.opcode.as_str();
        let number = |place: usize| read.get(place).copied().flatten().and_then(|lanes| lanes.lane(0));
        let shape = accessed(instruction);
        // Updates of another width than that of their results are left open.
        let first = observed.first().and_then(Option::as_ref);
        let updated_shape = shape.filter(|shape| shape.lanes == 1 && first.is_some_and(|observed| observed.width == shape.width));
        match opcode {
            "G_LOAD" | "G_ZEXTLOAD" | "G_SEXTLOAD" | "G_FPEXTLOAD" => {
                let (Some(shape), Some(address)) = (shape, number(0)) else { return Vec::new() };
                vec![self.loaded(opcode, shape, address, first)]
            }
            "G_INDEXED_LOAD" | "G_INDEXED_ZEXTLOAD" | "G_INDEXED_SEXTLOAD" => {
                let (Some(base), Some(offset)) = (number(0), number(1)) else { return Vec::new() };
                let moved = low(64, base.wrapping_add(offset));
                let address = if is_before(instruction) { moved } else { base };
                let loaded = shape.and_then(|shape| self.loaded(&opcode.replace("_INDEXED", ""), shape, address, first));
                vec![loaded, Some(vec![moved])]
            }
            "G_STORE" | "G_FPTRUNCSTORE" => {
                self.store(opcode, shape, number(1), read.first().copied().flatten());
                Vec::new()
            }
            "G_INDEXED_STORE" => {
                let moved = number(1).zip(number(2)).map(|(base, offset)| low(64, base.wrapping_add(offset)));
                self.store(opcode, shape, if is_before(instruction) { moved } else { number(1) }, read.first().copied().flatten());
                vec![moved.map(|moved| vec![moved])]
            }
            "G_ATOMIC_CMPXCHG" | "G_ATOMIC_CMPXCHG_WITH_SUCCESS" => {
                let (Some(shape), Some(address)) = (updated_shape, number(0)) else {
                    self.clear();
                    return Vec::new();
                };
                let old = self.value(shape, address);
                let found = old.clone().or_else(|| Some(first?.numbers.clone()));
                let is_same = found.as_ref().zip(number(1)).map(|(found, expected)| found == &[expected]);
                match (is_same, found) {
                    (Some(true), _) => self.put(shape, address, number(2).map(|new| vec![new])),
                    (Some(false), Some(found)) => self.put(shape, address, Some(found)),
                    _ => self.put(shape, address, None),
                }
                vec![old, is_same.map(|is_same| vec![is_same.into()])]
            }
            _ if opcode.starts_with("G_ATOMICRMW_") => {
                let (Some(shape), Some(address)) = (updated_shape, number(0)) else {
                    self.clear();
                    return Vec::new();
                };
                let old = self.value(shape, address);
                let found = old.clone().or_else(|| Some(first?.numbers.clone()));
                let new = found.zip(number(1)).and_then(|(found, by)| updated(&opcode[12..], shape.width, *found.first()?, by));
                self.put(shape, address, new.map(|new| vec![low(shape.width, new)]));
                vec![old]
            }
            "G_MEMCPY" | "G_MEMCPY_INLINE" | "G_MEMMOVE" => {
                let (Some(to), Some(from), Some(length)) = (number(0), number(1), number(2).filter(|length| *length < 1 << 16)) else {
                    self.clear();
                    return Vec::new();
                };
                let bytes: Vec<Option<u8>> = (from..from + length).map(|address| self.bytes.get(&address).copied()).collect();
                bytes.into_iter().zip(to..).for_each(|(byte, address)| self.set(address, byte));
                Vec::new()
            }
            "G_MEMSET" | "G_MEMSET_INLINE" => {
                self.fill(number(0), number(1).map(|byte| byte as u8), number(2));
                Vec::new()
            }
            "G_BZERO" => {
                self.fill(number(0), Some(0), number(1));
                Vec::new()
            }
            "G_DYN_STACKALLOC" | "G_STACKRESTORE" => {
                self.clear();
                Vec::new()
            }
            _ => {
                if !instruction.memory.is_empty() || opcode.contains("INTRINSIC_W") || opcode.contains("SIDE_EFFECTS") {
                    self.clear();
                }
                Vec::new()
            }
        }
    }

    /// Returns what a load gives, and keeps what it was observed to give where nothing was known.
    fn loaded(&mut self, opcode: &str, shape: Shape, address: u128, observed: Option<&Lanes>) -> Option<Vec<u128>> {
        let observed = observed.filter(|observed| observed.numbers.len() == shape.lanes && observed.width >= shape.width)?;
        let extended = |lane: u128| match opcode {
            "G_ZEXTLOAD" => Some(lane),
            "G_SEXTLOAD" => Some(low(observed.width, signed(shape.width, lane) as u128)),
            "G_FPEXTLOAD" => as_float(shape.width, observed.width, lane),
            _ => (shape.width == observed.width).then_some(lane),
        };
        let read = match self.value(shape, address) {
            Some(read) => read,
            None if opcode == "G_FPEXTLOAD" => return None,
            None => {
                let read: Vec<u128> = observed.numbers.iter().map(|lane| low(shape.width, *lane)).collect();
                self.put(shape, address, Some(read.clone()));
                // Only how it is extended can be compared.
                if opcode == "G_LOAD" {
                    return None;
                }
                read
            }
        };
        read.into_iter().map(extended).collect()
    }

    fn store(&mut self, opcode: &str, shape: Option<Shape>, address: Option<u128>, value: Option<&Lanes>) {
        let (Some(shape), Some(address)) = (shape, address) else { return self.clear() };
        let stored = value.filter(|value| value.numbers.len() == shape.lanes).and_then(|value| {
            let narrow = |lane: &u128| match opcode {
                "G_FPTRUNCSTORE" => as_float(value.width, shape.width, *lane),
                _ => (shape.width <= value.width).then(|| low(shape.width, *lane)),
            };
            value.numbers.iter().map(narrow).collect::<Option<Vec<u128>>>()
        });
        self.put(shape, address, stored);
    }

    /// Returns the lanes at an address, if all their bytes are known.
    fn value(&self, shape: Shape, address: u128) -> Option<Vec<u128>> {
        let bytes: Option<Vec<u8>> = (address..address + bytes(shape)).map(|address| self.bytes.get(&address).copied()).collect();
        let lane = |bytes: &[u8]| bytes.iter().rev().fold(0, |lane, byte| lane << 8 | u128::from(*byte));
        bytes.map(|bytes| bytes.chunks(shape.width as usize / 8).map(lane).collect())
    }

    /// Puts lanes at an address; what is there is not known if they are not.
    fn put(&mut self, shape: Shape, address: u128, lanes: Option<Vec<u128>>) {
        let size = shape.width as usize / 8;
        for (place, address) in (0..bytes(shape) as usize).zip(address..) {
            let byte = lanes.as_ref().and_then(|lanes| Some((lanes.get(place / size)? >> (8 * (place % size))) as u8));
            self.set(address, byte);
        }
    }

    fn fill(&mut self, address: Option<u128>, byte: Option<u8>, length: Option<u128>) {
        let (Some(address), Some(length)) = (address, length.filter(|length| *length < 1 << 16)) else { return self.clear() };
        (address..address + length).for_each(|address| self.set(address, byte));
    }

    fn set(&mut self, address: u128, byte: Option<u8>) {
        match byte {
            Some(byte) => self.bytes.insert(address, byte),
            None => self.bytes.remove(&address),
        };
    }
}

/// Returns whether an indexed access is at the address that it moves to.
fn is_before(instruction: &Instruction) -> bool {
    instruction.operands.iter().any(|operand| matches!(operand.kind, OperandKind::Immediate(number) if number != 0))
}

/// Returns what an update writes; `None` if that is not known.
fn updated(operation: &str, width: u32, old: u128, by: u128) -> Option<u128> {
    // Most are opcodes of their own.
    let opcode = match operation {
        "XCHG" => return Some(by),
        "NAND" => return Some(!(old & by)),
        "UINC_WRAP" => return Some(if old >= by { 0 } else { old + 1 }),
        "UDEC_WRAP" => return Some(if old == 0 || old > by { by } else { old - 1 }),
        "USUB_COND" => return Some(if old >= by { old - by } else { old }),
        "MAX" => "SMAX",
        "MIN" => "SMIN",
        "USUB_SAT" => "USUBSAT",
        "FMAX" => "FMAXNUM",
        "FMIN" => "FMINNUM",
        _ => operation,
    };
    let Some(Definition::Two(f)) = named(&format!("G_{opcode}")) else { return None };
    f(width, old, by)
}
