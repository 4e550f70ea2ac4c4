//! Memory, as far as instructions that were executed say what is there (LLVM, *Generic Opcodes*, memory operations; LangRef, *atomicrmw*).

use std::collections::HashMap;

use irsmith_mir::{Element, Instruction, MemorySize, OperandKind, Type};

use super::lanes::{Lanes, low, signed};
use super::rows::as_float;

/// The bytes that are known.
#[derive(Clone, Default)]
pub(super) struct Memory {
    bytes: HashMap<u128, u8>,
}

/// What memory says of an instruction: the results that it has to give, each `None` if that is not known.
type Results = Vec<Option<Vec<u128>>>;

/// The lanes of an access, and their bits: a multiple of 8.
#[derive(Clone, Copy)]
struct Layout {
    lanes: usize,
    width: u32,
}

impl Layout {
    fn of(instruction: &Instruction) -> Option<Self> {
        let MemorySize::Type(ty) = instruction.memory.first()?.size else { return None };
        let bits = |element| if let Element::Scalar(bits) = element { u32::from(bits) } else { 64 };
        let (lanes, width) = match ty {
            Type::Single(element) => (1, bits(element)),
            Type::Vector { count, scalable: false, element } => (count.into(), bits(element)),
            Type::Vector { .. } => return None,
        };
        Some(Self { lanes, width }).filter(|_| (8..=128).contains(&width) && width.is_multiple_of(8))
    }

    const fn bytes(self) -> u128 {
        self.lanes as u128 * (self.width as u128 / 8)
    }
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

    /// Follows a generic instruction: `read` are the values of the registers that it reads, `told` of those that it writes; `None` if they
    /// are not known, or not defined. Returns what the results have to be.
    pub(super) fn follow(&mut self, instruction: &Instruction, read: &[Option<&Lanes>], told: &[Option<Lanes>]) -> Results {
        let opcode = instruction.opcode.as_str();
        let number = |place: usize| read.get(place).copied().flatten().and_then(|lanes| lanes.lane(0));
        let layout = Layout::of(instruction);
        // Updates of another width than that of their results are left open.
        let updated_layout = layout.filter(|layout| {
            layout.lanes == 1 && told.first().is_some_and(|told| told.as_ref().is_some_and(|told| told.width == layout.width))
        });
        match opcode {
            "G_LOAD" | "G_ZEXTLOAD" | "G_SEXTLOAD" | "G_FPEXTLOAD" => {
                let (Some(layout), Some(address)) = (layout, number(0)) else { return Vec::new() };
                vec![self.loaded(opcode, layout, address, told.first())]
            }
            "G_INDEXED_LOAD" | "G_INDEXED_ZEXTLOAD" | "G_INDEXED_SEXTLOAD" => {
                let (Some(base), Some(offset)) = (number(0), number(1)) else { return Vec::new() };
                let moved = low(64, base.wrapping_add(offset));
                let address = if is_before(instruction) { moved } else { base };
                let loaded = layout.and_then(|layout| self.loaded(&opcode.replace("_INDEXED", ""), layout, address, told.first()));
                vec![loaded, Some(vec![moved])]
            }
            "G_STORE" | "G_FPTRUNCSTORE" => {
                self.store(opcode, layout, number(1), read.first().copied().flatten());
                Vec::new()
            }
            "G_INDEXED_STORE" => {
                let moved = number(1).zip(number(2)).map(|(base, offset)| low(64, base.wrapping_add(offset)));
                self.store(opcode, layout, if is_before(instruction) { moved } else { number(1) }, read.first().copied().flatten());
                vec![moved.map(|moved| vec![moved])]
            }
            "G_ATOMIC_CMPXCHG" | "G_ATOMIC_CMPXCHG_WITH_SUCCESS" => {
                let (Some(layout), Some(address)) = (updated_layout, number(0)) else {
                    self.clear();
                    return Vec::new();
                };
                let old = self.value(layout, address);
                let found = old.clone().or_else(|| Some(told.first()?.as_ref()?.numbers.clone()));
                let is_same = found.as_ref().zip(number(1)).map(|(found, expected)| found == &[expected]);
                match (is_same, found) {
                    (Some(true), _) => self.put(layout, address, number(2).map(|new| vec![new])),
                    (Some(false), Some(found)) => self.put(layout, address, Some(found)),
                    _ => self.put(layout, address, None),
                }
                vec![old, is_same.map(|is_same| vec![is_same.into()])]
            }
            _ if opcode.starts_with("G_ATOMICRMW_") => {
                let (Some(layout), Some(address)) = (updated_layout, number(0)) else {
                    self.clear();
                    return Vec::new();
                };
                let old = self.value(layout, address);
                let found = old.clone().or_else(|| Some(told.first()?.as_ref()?.numbers.clone()));
                let new = found.zip(number(1)).and_then(|(found, by)| updated(&opcode[12..], layout.width, *found.first()?, by));
                self.put(layout, address, new.map(|new| vec![low(layout.width, new)]));
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

    /// Returns what a load gives, and keeps what it was told to give where nothing was known.
    fn loaded(&mut self, opcode: &str, layout: Layout, address: u128, told: Option<&Option<Lanes>>) -> Option<Vec<u128>> {
        let told = told?.as_ref()?;
        let extended = |lane: u128| match opcode {
            "G_ZEXTLOAD" => Some(lane),
            "G_SEXTLOAD" => Some(low(told.width, signed(layout.width, lane) as u128)),
            "G_FPEXTLOAD" => as_float(layout.width, told.width, lane),
            _ => (layout.width == told.width).then_some(lane),
        };
        if let Some(value) = self.value(layout, address) {
            return value.into_iter().map(extended).collect();
        }
        if opcode == "G_LOAD" && layout.width == told.width && layout.lanes == told.numbers.len() {
            self.put(layout, address, Some(told.numbers.clone()));
        }
        None
    }

    fn store(&mut self, opcode: &str, layout: Option<Layout>, address: Option<u128>, value: Option<&Lanes>) {
        let (Some(layout), Some(address)) = (layout, address) else { return self.clear() };
        let stored = value.filter(|value| value.numbers.len() == layout.lanes).and_then(|value| {
            let narrow = |lane: &u128| match opcode {
                "G_FPTRUNCSTORE" => as_float(value.width, layout.width, *lane),
                _ => (layout.width <= value.width).then(|| low(layout.width, *lane)),
            };
            value.numbers.iter().map(narrow).collect::<Option<Vec<u128>>>()
        });
        self.put(layout, address, stored);
    }

    /// Returns the lanes at an address, if all their bytes are known.
    fn value(&self, layout: Layout, address: u128) -> Option<Vec<u128>> {
        let bytes: Option<Vec<u8>> = (address..address + layout.bytes()).map(|address| self.bytes.get(&address).copied()).collect();
        let lane = |bytes: &[u8]| bytes.iter().rev().fold(0, |lane, byte| lane << 8 | u128::from(*byte));
        bytes.map(|bytes| bytes.chunks(layout.width as usize / 8).map(lane).collect())
    }

    /// Puts lanes at an address; what is there is not known if they are not.
    fn put(&mut self, layout: Layout, address: u128, lanes: Option<Vec<u128>>) {
        let size = layout.width as usize / 8;
        for (place, address) in (0..layout.bytes() as usize).zip(address..) {
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

/// Returns what an update writes; `None` if that is not told.
fn updated(operation: &str, width: u32, old: u128, by: u128) -> Option<u128> {
    let (a, b) = (signed(width, old), signed(width, by));
    Some(match operation {
        "XCHG" => by,
        "ADD" => old.wrapping_add(by),
        "SUB" => old.wrapping_sub(by),
        "AND" => old & by,
        "NAND" => !(old & by),
        "OR" => old | by,
        "XOR" => old ^ by,
        "MAX" => a.max(b) as u128,
        "MIN" => a.min(b) as u128,
        "UMAX" => old.max(by),
        "UMIN" => old.min(by),
        "UINC_WRAP" => {
            if old >= by {
                0
            } else {
                old + 1
            }
        }
        "UDEC_WRAP" => {
            if old == 0 || old > by {
                by
            } else {
                old - 1
            }
        }
        "USUB_COND" => {
            if old >= by {
                old - by
            } else {
                old
            }
        }
        "USUB_SAT" => old.saturating_sub(by),
        "FADD" | "FSUB" => {
            let sign = if operation == "FSUB" { 1 << (width - 1) } else { 0 };
            sum(width, old, by ^ sign)?
        }
        _ => return None,
    })
}

/// Returns the sum of two floating-point numbers that is a number.
fn sum(width: u32, a: u128, b: u128) -> Option<u128> {
    match width {
        32 => Some(f32::from_bits(a as u32) + f32::from_bits(b as u32)).filter(|sum| !sum.is_nan()).map(|sum| sum.to_bits().into()),
        64 => Some(f64::from_bits(a as u64) + f64::from_bits(b as u64)).filter(|sum| !sum.is_nan()).map(|sum| sum.to_bits().into()),
        _ => None,
    }
}
