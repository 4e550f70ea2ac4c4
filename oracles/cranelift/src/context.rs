//! The state of running code outside of registers.

use crate::Error;
use irsmith_pnacl::interpret::{Budget, End, Layout, OUT_OF_FUEL_CODE, Place, Trap, TrapKind};
use std::mem::offset_of;

/// The state of an execution, shared with compiled code.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Context {
    /// The difference between the host's address and the program's address of a byte.
    bias: u64,
    /// Blocks that may still be entered.
    fuel: u64,
    /// Calls that may still be nested.
    calls: u32,
    /// The stack pointer, an address of the program.
    stack: u32,
    /// 0, or how the execution ended: a code of [`TrapKind`] or [`OUT_OF_FUEL_CODE`] in the upper half, and the instruction.
    end: u64,
    /// The function of that instruction.
    function: u32,
    /// Setjmps executed so far.
    setjmps: u32,
    /// Active functions that may execute setjmp.
    jumpers: u32,
    /// The number of such functions ever entered: the serial number of the last one.
    serial: u32,
    /// The result of the setjmp to which a longjmp returns.
    value: u32,
    /// Address of a [`Setjmp`] for each setjmp executed.
    records: u64,
    /// Address of the serial number of each function that [`Context::jumpers`] counts.
    serials: u64,
}

/// The record of a setjmp that was executed.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Setjmp {
    /// The number of active functions with setjmp below the one that executed it.
    level: u32,
    /// That function's serial number.
    serial: u32,
    /// The index of the setjmp in the function.
    site: u32,
    /// The stack pointer.
    stack: u32,
}

/// Tables of an execution that may execute setjmp. They are as large as an execution can need; only the used part is ever touched.
#[derive(Debug, Default)]
pub(crate) struct Jumps {
    records: Vec<Setjmp>,
    serials: Vec<u32>,
}

impl Jumps {
    /// Makes tables for `depth` active functions.
    pub(crate) fn new(depth: u32) -> Self {
        Self { records: vec![Setjmp::default(); MAX_SETJMPS as usize], serials: vec![0; depth.max(1) as usize] }
    }
}

/// Setjmps that an execution may make. The reference interpreter forgets earlier ones; no program has needed them yet.
pub(crate) const MAX_SETJMPS: u32 = 1 << 16;
/// The end of an execution that makes more: this engine cannot determine its result.
pub(crate) const TOO_MANY_SETJMPS: u8 = 0xff;
/// In place of a code in [`Context::end`]: functions return until the one that executed the setjmp of this index.
pub(crate) const JUMPING: u8 = 0xfe;

/// Offset of the field [`Context::setjmps`].
pub(crate) const SETJMPS: i32 = offset_of!(Context, setjmps) as i32;
/// Offset of the field [`Context::jumpers`].
pub(crate) const JUMPERS: i32 = offset_of!(Context, jumpers) as i32;
/// Offset of the field [`Context::serial`].
pub(crate) const SERIAL: i32 = offset_of!(Context, serial) as i32;
/// Offset of the field [`Context::value`].
pub(crate) const VALUE: i32 = offset_of!(Context, value) as i32;
/// Offset of the field [`Context::records`].
pub(crate) const RECORDS: i32 = offset_of!(Context, records) as i32;
/// Offset of the field [`Context::serials`].
pub(crate) const SERIALS: i32 = offset_of!(Context, serials) as i32;
/// Bytes of a [`Setjmp`].
pub(crate) const RECORD: i64 = size_of::<Setjmp>() as i64;
/// Offset of the field [`Setjmp::level`].
pub(crate) const RECORD_LEVEL: i32 = offset_of!(Setjmp, level) as i32;
/// Offset of the field [`Setjmp::serial`].
pub(crate) const RECORD_SERIAL: i32 = offset_of!(Setjmp, serial) as i32;
/// Offset of the field [`Setjmp::site`].
pub(crate) const RECORD_SITE: i32 = offset_of!(Setjmp, site) as i32;
/// Offset of the field [`Setjmp::stack`].
pub(crate) const RECORD_STACK: i32 = offset_of!(Setjmp, stack) as i32;
/// Offset of the field [`Context::bias`].
pub(crate) const BIAS: i32 = offset_of!(Context, bias) as i32;
/// Offset of the field [`Context::fuel`].
pub(crate) const FUEL: i32 = offset_of!(Context, fuel) as i32;
/// Offset of the field [`Context::calls`].
pub(crate) const CALLS: i32 = offset_of!(Context, calls) as i32;
/// Offset of the field [`Context::stack`].
pub(crate) const STACK: i32 = offset_of!(Context, stack) as i32;
/// Offset of the field [`Context::end`].
pub(crate) const END: i32 = offset_of!(Context, end) as i32;
/// Offset of the field [`Context::function`].
pub(crate) const FUNCTION: i32 = offset_of!(Context, function) as i32;

impl Context {
    /// Makes the context before the first block. `memory` is the host's memory of the program; `jumps` are empty for a program that cannot
    /// execute setjmp.
    pub(crate) fn new(memory: &mut [u8], jumps: &mut Jumps, layout: &Layout, budget: Budget) -> Self {
        Self {
            bias: (memory.as_mut_ptr().expose_provenance() as u64).wrapping_sub(u64::from(Layout::BASE)),
            fuel: budget.blocks,
            calls: budget.depth.saturating_sub(1),
            stack: layout.heap,
            end: 0,
            function: 0,
            setjmps: 0,
            jumpers: 0,
            serial: 0,
            value: 0,
            records: jumps.records.as_mut_ptr().expose_provenance() as u64,
            serials: jumps.serials.as_mut_ptr().expose_provenance() as u64,
        }
    }

    /// Returns how the execution ended; `None` if it returned.
    pub(crate) fn end(&self) -> Result<Option<End>, Error> {
        let place = Place { function: self.function, instruction: self.end as u32 };
        let code = (self.end >> 32) as u8;
        match (code, TrapKind::from_code(code)) {
            (0, _) => Ok(None),
            (OUT_OF_FUEL_CODE, _) => Ok(Some(End::OutOfFuel(place))),
            (TOO_MANY_SETJMPS, _) => Err(Error::Unsupported("setjmps")),
            (_, Some(kind)) => Ok(Some(End::Trap(Trap { kind, place }))),
            (code, None) => Err(Error::Refused(format!("an execution ended with code {code}"))),
        }
    }
}

/// Returns the word that a failed check stores in [`Context::end`].
pub(crate) const fn end_word(code: u8, instruction: u32) -> u64 {
    (code as u64) << 32 | instruction as u64
}
