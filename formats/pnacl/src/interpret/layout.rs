//! The layout of memory.

use crate::{Global, Initializer, Module, Value, ValueKind};
use std::fmt;

/// Addresses of a module's globals and functions, and the bounds of its memory. All addresses fit into 32 bits.
///
/// Constants come first, then variables, each in order of index, each at the next multiple of its alignment (0 counts as 1); then, each at
/// the next multiple of 16, the stack and the heap. We chose this order: the manual defines none for globals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Address of each global.
    pub globals: Vec<u32>,
    /// The first writable byte: constants are below it.
    pub writable: u32,
    /// Lowest address of the stack.
    pub stack: u32,
    /// The beginning of the stack, which grows down, and of the heap, which grows up.
    pub heap: u32,
    /// The first address after memory.
    pub end: u32,
}

/// Sizes that a module does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes of stack, rounded up to a multiple of 16.
    pub stack: u32,
    /// Bytes of heap, rounded up to a multiple of 16.
    pub heap: u32,
}

impl Default for Sizes {
    /// Returns 1 MiB of stack, no heap.
    fn default() -> Self {
        Self { stack: 1 << 20, heap: 0 }
    }
}

/// The module needs more memory than 32-bit addresses can represent, or than the caller allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// Bytes needed, at least.
    pub needed: u64,
    /// Bytes allowed.
    pub allowed: u64,
}

impl Layout {
    /// The first address of memory; a program that follows a null pointer traps.
    pub const BASE: u32 = 0x1_0000;
    /// The address of function 0. No memory extends to this address.
    pub const FUNCTIONS: u32 = 0xf000_0000;
    /// The lowest address reserved for functions of a host, which no module defines.
    pub const HOST: u32 = 0xff00_0000;
    /// Distance between the addresses of two functions: programs may use the low bits of pointers for tags.
    pub const FUNCTION_STEP: u32 = 16;

    /// Lays out a module in at most `allowed` bytes of memory.
    pub fn of(module: &Module, sizes: Sizes, allowed: u32) -> Result<Self, LayoutError> {
        let mut globals = vec![0; module.globals.len()];
        let allowed = u64::from(allowed.min(Self::FUNCTIONS - Self::BASE));
        let mut next = u64::from(Self::BASE);
        let mut place = |constant: bool, next: &mut u64| {
            for (address, global) in globals.iter_mut().zip(&module.globals).filter(|(_, global)| global.constant == constant) {
                *next = next.next_multiple_of(global.alignment.bytes().max(1));
                *address = *next as u32;
                *next = global.initializers.iter().fold(*next, |next, part| next.saturating_add(part.size()));
                check(*next, allowed)?;
            }
            Ok(())
        };
        place(true, &mut next)?;
        let writable = next.next_multiple_of(16);
        next = writable;
        place(false, &mut next)?;
        let stack = next.next_multiple_of(16);
        let heap = stack + u64::from(sizes.stack).next_multiple_of(16);
        let end = heap + u64::from(sizes.heap).next_multiple_of(16);
        check(end, allowed)?;
        Ok(Self { globals, writable: writable as u32, stack: stack as u32, heap: heap as u32, end: end as u32 })
    }

    /// Returns the bytes of memory, from [`Layout::BASE`] to the end; a multiple of 16.
    pub const fn size(&self) -> u32 {
        self.end - Self::BASE
    }

    /// Returns the address of a function.
    pub const fn function_address(function: u32) -> u32 {
        Self::FUNCTIONS.wrapping_add(function.wrapping_mul(Self::FUNCTION_STEP))
    }

    /// Returns the function at an address, whether or not the module has it.
    pub const fn function_at(address: u32) -> Option<u32> {
        match address.checked_sub(Self::FUNCTIONS) {
            Some(offset) if offset % Self::FUNCTION_STEP == 0 => Some(offset / Self::FUNCTION_STEP),
            _ => None,
        }
    }

    /// Returns the address of a function or global; 0 for another value.
    pub fn address(&self, value: Value) -> u32 {
        match value.kind() {
            ValueKind::Function => Self::function_address(value.index()),
            ValueKind::Global => self.globals.get(value.index() as usize).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the initial bytes of memory: globals initialised and relocated, the rest 0.
    pub fn image(&self, module: &Module) -> Vec<u8> {
        self.initial(module, self.end)
    }

    /// Returns the bytes of globals, from [`Layout::BASE`] to the stack.
    pub(super) fn globals_image(&self, module: &Module) -> Vec<u8> {
        self.initial(module, self.stack)
    }

    fn initial(&self, module: &Module, end: u32) -> Vec<u8> {
        let mut memory = vec![0; (end - Self::BASE) as usize];
        for (&address, global) in self.globals.iter().zip(&module.globals) {
            self.initialize(global, &mut memory[(address - Self::BASE) as usize..]);
        }
        memory
    }

    fn initialize(&self, global: &Global, mut memory: &mut [u8]) {
        for part in &global.initializers {
            let (bytes, rest) = memory.split_at_mut(part.size() as usize);
            match part {
                Initializer::Zerofill(_) => {}
                Initializer::Data(data) => bytes.copy_from_slice(data),
                Initializer::Relocation { value, addend } => {
                    bytes.copy_from_slice(&self.address(*value).wrapping_add(addend.unwrap_or(0)).to_le_bytes());
                }
            }
            memory = rest;
        }
    }
}

fn check(next: u64, allowed: u64) -> Result<(), LayoutError> {
    let needed = next - u64::from(Layout::BASE);
    if needed > allowed { Err(LayoutError { needed, allowed }) } else { Ok(()) }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program needs {} bytes of memory, more than {}", self.needed, self.allowed)
    }
}

impl std::error::Error for LayoutError {}
