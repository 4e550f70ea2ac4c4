//! The loop that executes operations.

use super::calls::{Calls, Window, window};
use super::control::{Control, Jump};
use super::float::{double, double_bits, float, float_bits};
use super::frame::{get, get_32, get_shaped, get_vector, set, set_32, set_shaped, set_vector};
use super::indirect::{Indirect, indirect};
use super::integer::{mask, signed};
use super::op::{Op, Slot};
use super::program::Program;
use super::tell::tell;
use super::{Bits, Host, HostEnd, Memory, Observer, TrapKind, UndefinedKind, atomic, float, integer, unary, vector};
use crate::tables::BinaryOp;

/// Why the loop ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Return(Bits),
    Trap(TrapKind),
    Undefined,
    /// The operation that could not be entered.
    OutOfFuel(u32),
    /// The setjmp that could not be returned to.
    OutOfFuelAt(u32),
    Exit(i32),
}

/// The data of the loop.
pub(super) struct Execution<'e> {
    pub(super) program: &'e Program,
    pub(super) calls: &'e mut Calls,
    pub(super) control: &'e mut Control,
    pub(super) memory: Memory<'e>,
    pub(super) host: &'e mut dyn Host,
    /// Blocks that may be entered.
    pub(super) fuel: u64,
    /// The maximal number of waiting functions.
    pub(super) depth: usize,
}

impl Execution<'_> {
    /// Executes operations from `pc` on until the execution ends; returns why, and at which operation.
    pub(super) fn run<O: Observer>(&mut self, mut pc: u32, observer: &mut O) -> (Stop, u32) {
        let Self { program, calls, control, memory, host, fuel: fuel_left, depth } = self;
        let (program, depth) = (*program, *depth);
        let ops = program.ops.as_slice();
        let mut fuel = *fuel_left;
        let mut observed = None;
        let Some(mut frame) = window(&mut calls.stack, calls.current.base) else { return (Stop::Trap(TrapKind::CallDepth), pc) };

        let stop = loop {
            let Some(op) = ops.get(pc as usize) else { break Stop::Trap(TrapKind::Unreachable) };
            if O::ACTIVE {
                if let Some(before) = observed.replace(pc) {
                    tell(program, calls, before, true, observer);
                }
                if let Op::Call(..) | Op::CallIndirect(..) | Op::Longjmp(..) | Op::ReturnVoid | Op::Return(_) | Op::ReturnVector(_) = op {
                    tell(program, calls, pc, false, observer);
                    observed = None;
                }
                // The observer may have borrowed the frame.
                match window(&mut calls.stack, calls.current.base) {
                    Some(window) => frame = window,
                    None => break Stop::Trap(TrapKind::CallDepth),
                }
            }
            pc += 1;

            macro_rules! trap {
                ($kind:expr) => {
                    break Stop::Trap($kind)
                };
            }
            macro_rules! note {
                ($kind:expr) => {
                    if control.note($kind, pc - 1) {
                        break Stop::Undefined;
                    }
                };
            }
            // Returns the value of a result that may be undefined.
            macro_rules! noted {
                ($noted:expr) => {{
                    let (value, event) = $noted;
                    if let Some(kind) = event {
                        note!(kind);
                    }
                    value
                }};
            }
            macro_rules! try_trap {
                ($result:expr) => {
                    match $result {
                        Ok(value) => value,
                        Err(kind) => trap!(kind),
                    }
                };
            }
            macro_rules! try_memory {
                ($option:expr) => {
                    match $option {
                        Some(value) => value,
                        None => trap!(TrapKind::Memory),
                    }
                };
            }
            macro_rules! enter {
                ($target:expr) => {{
                    let target = $target;
                    if fuel == 0 {
                        break Stop::OutOfFuel(target);
                    }
                    fuel -= 1;
                    pc = target;
                }};
            }
            macro_rules! branch {
                ($condition:expr, $then:expr, $otherwise:expr) => {
                    enter!(if $condition { *$then } else { *$otherwise })
                };
            }
            macro_rules! align {
                ($address:expr, $bytes:expr) => {
                    if $address & ($bytes - 1) != 0 {
                        note!(UndefinedKind::Alignment);
                    }
                };
            }
            macro_rules! change_frame {
                () => {
                    match window(&mut calls.stack, calls.current.base) {
                        Some(window) => frame = window,
                        None => trap!(TrapKind::CallDepth),
                    }
                };
            }
            let address = |frame: &Window, base: Slot, offset: u32| get_32(frame, base).wrapping_add(offset);

            match op {
                Op::Jump(target) => enter!(*target),
                Op::Goto(target) => pc = *target,
                Op::MoveGoto(d, a, target) => {
                    set(frame, *d, get(frame, *a));
                    pc = *target;
                }
                Op::Move2Goto(d, a, d2, a2, target) => {
                    set(frame, *d, get(frame, *a));
                    set(frame, *d2, get(frame, *a2));
                    pc = *target;
                }
                Op::MoveJump(d, a, target) => {
                    set(frame, *d, get(frame, *a));
                    enter!(*target);
                }
                Op::Move2Jump(d, a, d2, a2, target) => {
                    set(frame, *d, get(frame, *a));
                    set(frame, *d2, get(frame, *a2));
                    enter!(*target);
                }
                Op::Branch(a, then, otherwise) => branch!(get(frame, *a) != 0, then, otherwise),
                Op::BranchEq(a, b, then, otherwise) => branch!(get(frame, *a) == get(frame, *b), then, otherwise),
                Op::BranchUlt(a, b, then, otherwise) => branch!(get(frame, *a) < get(frame, *b), then, otherwise),
                Op::BranchUle(a, b, then, otherwise) => branch!(get(frame, *a) <= get(frame, *b), then, otherwise),
                Op::BranchSlt32(a, b, then, otherwise) => {
                    branch!((get_32(frame, *a) as i32) < get_32(frame, *b) as i32, then, otherwise);
                }
                Op::BranchSle32(a, b, then, otherwise) => {
                    branch!(get_32(frame, *a) as i32 <= get_32(frame, *b) as i32, then, otherwise);
                }
                Op::BranchSlt64(a, b, then, otherwise) => branch!((get(frame, *a) as i64) < get(frame, *b) as i64, then, otherwise),
                Op::BranchSle64(a, b, then, otherwise) => branch!(get(frame, *a) as i64 <= get(frame, *b) as i64, then, otherwise),
                Op::BranchEqImmediate(a, b, then, otherwise) => branch!(get(frame, *a) == u64::from(*b), then, otherwise),
                Op::BranchUltImmediate(a, b, then, otherwise) => branch!(get(frame, *a) < u64::from(*b), then, otherwise),
                Op::BranchUgtImmediate(a, b, then, otherwise) => branch!(get(frame, *a) > u64::from(*b), then, otherwise),
                Op::BranchSlt32Immediate(a, b, then, otherwise) => branch!((get_32(frame, *a) as i32) < *b as i32, then, otherwise),
                Op::BranchSgt32Immediate(a, b, then, otherwise) => branch!(get_32(frame, *a) as i32 > *b as i32, then, otherwise),
                Op::BranchFloat(bits, a, b, then, otherwise) => {
                    let (a, b) = (float(get(frame, *a)), float(get(frame, *b)));
                    branch!(float::compare(*bits, a.into(), b.into()), then, otherwise);
                }
                Op::BranchDouble(bits, a, b, then, otherwise) => {
                    branch!(float::compare(*bits, double(get(frame, *a)), double(get(frame, *b))), then, otherwise);
                }
                Op::Switch(a, table) => enter!(program.switches[*table as usize].target(get(frame, *a))),
                Op::Unreachable => {
                    note!(UndefinedKind::Unreachable);
                    trap!(TrapKind::Unreachable);
                }
                Op::ReturnVoid => {
                    let stack_pointer = calls.current.stack_pointer;
                    control.stack_pointer = stack_pointer;
                    let Some(caller) = calls.leave() else { break Stop::Return(0) };
                    pc = caller.op;
                    change_frame!();
                    if control.remembers() {
                        control.leave(calls.waiting.len() as u32);
                    }
                }
                Op::Return(a) => {
                    let value = get(frame, *a);
                    control.stack_pointer = calls.current.stack_pointer;
                    let Some(caller) = calls.leave() else { break Stop::Return(value.into()) };
                    pc = caller.op;
                    change_frame!();
                    set(frame, caller.result, value);
                    if control.remembers() {
                        control.leave(calls.waiting.len() as u32);
                    }
                }
                Op::ReturnVector(a) => {
                    let value = get_vector(frame, *a);
                    control.stack_pointer = calls.current.stack_pointer;
                    let Some(caller) = calls.leave() else { break Stop::Return(value) };
                    pc = caller.op;
                    change_frame!();
                    set_vector(frame, caller.result, value);
                    if control.remembers() {
                        control.leave(calls.waiting.len() as u32);
                    }
                }
                Op::Call(result, function, arguments) => {
                    if calls.depth() >= depth {
                        trap!(TrapKind::CallDepth);
                    }
                    let entered = calls.enter(program, *function, *arguments, (pc, *result), control.stack_pointer);
                    enter!(try_trap!(entered));
                    change_frame!();
                }
                Op::CallIndirect(result, pointer, signature, arguments) => {
                    let address = get_32(frame, *pointer);
                    let call = (*signature, *arguments);
                    match indirect(program, calls, control, memory, *host, address, call) {
                        Indirect::Function(_) if calls.depth() >= depth => trap!(TrapKind::CallDepth),
                        Indirect::Function(function) => {
                            let entered = calls.enter(program, function, *arguments, (pc, *result), control.stack_pointer);
                            enter!(try_trap!(entered));
                        }
                        Indirect::Host(HostEnd::Return(bits), width) => {
                            change_frame!();
                            match width {
                                0 => {}
                                1 => set(frame, *result, bits as u64),
                                _ => set_vector(frame, *result, bits),
                            }
                        }
                        Indirect::Host(HostEnd::Trap(kind), _) => trap!(kind),
                        Indirect::Host(HostEnd::Exit(status), _) => break Stop::Exit(status),
                        Indirect::BadFunction => trap!(TrapKind::BadFunction),
                        Indirect::BadSignature => {
                            note!(UndefinedKind::CallSignature);
                            trap!(TrapKind::BadSignature);
                        }
                    }
                    change_frame!();
                }
                Op::Move(d, a) => set(frame, *d, get(frame, *a)),
                Op::Move2(d, a, d2, a2) => {
                    set(frame, *d, get(frame, *a));
                    set(frame, *d2, get(frame, *a2));
                }
                Op::MoveVector(d, a) => set_vector(frame, *d, get_vector(frame, *a)),
                Op::Constant(d, bits) => set(frame, *d, *bits),
                Op::Fetch(d, place) => set(frame, *d, calls.places[calls.current.places + *place as usize]),
                Op::Put(place, a) => calls.places[calls.current.places + *place as usize] = get(frame, *a),
                Op::Select(d, a, b, c) => {
                    let value = if get(frame, *c) != 0 { get(frame, *a) } else { get(frame, *b) };
                    set(frame, *d, value);
                }
                Op::SelectBoth(d, a, b, c) => {
                    let value = if get(frame, *c) != 0 { get_vector(frame, *a) } else { get_vector(frame, *b) };
                    set_vector(frame, *d, value);
                }
                Op::SelectMask(d, a, b, c) => {
                    let mask = get(frame, *c);
                    set(frame, *d, get(frame, *a) & mask | get(frame, *b) & !mask);
                }
                Op::SelectLanes(shape, d, a, b, c) => {
                    set_vector(frame, *d, vector::select(*shape, get_vector(frame, *a), get_vector(frame, *b), get(frame, *c)));
                }

                Op::Add32(d, a, b) => set_32(frame, *d, get_32(frame, *a).wrapping_add(get_32(frame, *b))),
                Op::Add64(d, a, b) => set(frame, *d, get(frame, *a).wrapping_add(get(frame, *b))),
                Op::AddNarrow(bits, d, a, b) => {
                    set(frame, *d, get(frame, *a).wrapping_add(get(frame, *b)) & mask(u32::from(*bits)));
                }
                Op::Add32Immediate(d, a, b) => set_32(frame, *d, get_32(frame, *a).wrapping_add(*b)),
                Op::Add64Immediate(d, a, b) => set(frame, *d, get(frame, *a).wrapping_add(*b)),
                Op::Sub32(d, a, b) => set_32(frame, *d, get_32(frame, *a).wrapping_sub(get_32(frame, *b))),
                Op::Sub64(d, a, b) => set(frame, *d, get(frame, *a).wrapping_sub(get(frame, *b))),
                Op::SubNarrow(bits, d, a, b) => {
                    set(frame, *d, get(frame, *a).wrapping_sub(get(frame, *b)) & mask(u32::from(*bits)));
                }
                Op::Mul32(d, a, b) => set_32(frame, *d, get_32(frame, *a).wrapping_mul(get_32(frame, *b))),
                Op::Mul64(d, a, b) => set(frame, *d, get(frame, *a).wrapping_mul(get(frame, *b))),
                Op::MulNarrow(bits, d, a, b) => {
                    set(frame, *d, get(frame, *a).wrapping_mul(get(frame, *b)) & mask(u32::from(*bits)));
                }
                Op::Mul32Immediate(d, a, b) => set_32(frame, *d, get_32(frame, *a).wrapping_mul(*b)),
                Op::UDiv(d, a, b) => {
                    let Some(value) = get(frame, *a).checked_div(get(frame, *b)) else { trap!(TrapKind::DivisionByZero) };
                    set(frame, *d, value);
                }
                Op::URem(d, a, b) => {
                    let Some(value) = get(frame, *a).checked_rem(get(frame, *b)) else { trap!(TrapKind::DivisionByZero) };
                    set(frame, *d, value);
                }
                Op::SDiv(bits, d, a, b) => {
                    let value = noted!(try_trap!(integer::sdiv(get(frame, *a), get(frame, *b), (*bits).into())));
                    set(frame, *d, value);
                }
                Op::SRem(bits, d, a, b) => {
                    let value = noted!(try_trap!(integer::srem(get(frame, *a), get(frame, *b), (*bits).into())));
                    set(frame, *d, value);
                }
                Op::Shl(bits, d, a, b) => {
                    let value = noted!(integer::shift(BinaryOp::Shl, get(frame, *a), get(frame, *b), (*bits).into()));
                    set(frame, *d, value);
                }
                Op::LShr(bits, d, a, b) => {
                    let value = noted!(integer::shift(BinaryOp::LShr, get(frame, *a), get(frame, *b), (*bits).into()));
                    set(frame, *d, value);
                }
                Op::AShr(bits, d, a, b) => {
                    let value = noted!(integer::shift(BinaryOp::AShr, get(frame, *a), get(frame, *b), (*bits).into()));
                    set(frame, *d, value);
                }
                Op::Shl32Immediate(d, a, b) => set_32(frame, *d, get_32(frame, *a) << (*b & 31)),
                Op::LShr32Immediate(d, a, b) => set_32(frame, *d, get_32(frame, *a) >> (*b & 31)),
                Op::AShr32Immediate(d, a, b) => set_32(frame, *d, (get_32(frame, *a) as i32 >> (*b & 31)) as u32),
                Op::Shl64Immediate(d, a, b) => set(frame, *d, get(frame, *a) << (*b & 63)),
                Op::LShr64Immediate(d, a, b) => set(frame, *d, get(frame, *a) >> (*b & 63)),
                Op::And(d, a, b) => set(frame, *d, get(frame, *a) & get(frame, *b)),
                Op::Or(d, a, b) => set(frame, *d, get(frame, *a) | get(frame, *b)),
                Op::Xor(d, a, b) => set(frame, *d, get(frame, *a) ^ get(frame, *b)),
                Op::AndImmediate(d, a, b) => set(frame, *d, get(frame, *a) & b),
                Op::OrImmediate(d, a, b) => set(frame, *d, get(frame, *a) | b),
                Op::XorImmediate(d, a, b) => set(frame, *d, get(frame, *a) ^ b),
                Op::SExt(bits, d, a, mask) => set(frame, *d, signed(get(frame, *a), (*bits).into()) as u64 & mask),

                Op::Eq(d, a, b) => set(frame, *d, u64::from(get(frame, *a) == get(frame, *b))),
                Op::Ne(d, a, b) => set(frame, *d, u64::from(get(frame, *a) != get(frame, *b))),
                Op::Ult(d, a, b) => set(frame, *d, u64::from(get(frame, *a) < get(frame, *b))),
                Op::Ule(d, a, b) => set(frame, *d, u64::from(get(frame, *a) <= get(frame, *b))),
                Op::Slt(bits, d, a, b) => {
                    let bits = (*bits).into();
                    set(frame, *d, u64::from(signed(get(frame, *a), bits) < signed(get(frame, *b), bits)));
                }
                Op::Sle(bits, d, a, b) => {
                    let bits = (*bits).into();
                    set(frame, *d, u64::from(signed(get(frame, *a), bits) <= signed(get(frame, *b), bits)));
                }
                Op::EqImmediate(d, a, b) => set(frame, *d, u64::from(get(frame, *a) == *b)),
                Op::NeImmediate(d, a, b) => set(frame, *d, u64::from(get(frame, *a) != *b)),
                Op::CompareFloat(bits, d, a, b) => {
                    let (a, b) = (float(get(frame, *a)), float(get(frame, *b)));
                    set(frame, *d, u64::from(float::compare(*bits, a.into(), b.into())));
                }
                Op::CompareDouble(bits, d, a, b) => {
                    let (a, b) = (double(get(frame, *a)), double(get(frame, *b)));
                    set(frame, *d, u64::from(float::compare(*bits, a, b)));
                }

                Op::FAdd32(d, a, b) => set(frame, *d, float_bits(float(get(frame, *a)) + float(get(frame, *b)))),
                Op::FAdd64(d, a, b) => set(frame, *d, double_bits(double(get(frame, *a)) + double(get(frame, *b)))),
                Op::FSub32(d, a, b) => set(frame, *d, float_bits(float(get(frame, *a)) - float(get(frame, *b)))),
                Op::FSub64(d, a, b) => set(frame, *d, double_bits(double(get(frame, *a)) - double(get(frame, *b)))),
                Op::FMul32(d, a, b) => set(frame, *d, float_bits(float(get(frame, *a)) * float(get(frame, *b)))),
                Op::FMul64(d, a, b) => set(frame, *d, double_bits(double(get(frame, *a)) * double(get(frame, *b)))),
                Op::FDiv32(d, a, b) => set(frame, *d, float_bits(float(get(frame, *a)) / float(get(frame, *b)))),
                Op::FDiv64(d, a, b) => set(frame, *d, double_bits(double(get(frame, *a)) / double(get(frame, *b)))),
                Op::FRem32(d, a, b) => set(frame, *d, float_bits(float(get(frame, *a)) % float(get(frame, *b)))),
                Op::FRem64(d, a, b) => set(frame, *d, double_bits(double(get(frame, *a)) % double(get(frame, *b)))),
                Op::Sqrt32(d, a) => set(frame, *d, float_bits(float(get(frame, *a)).sqrt())),
                Op::Sqrt64(d, a) => set(frame, *d, double_bits(double(get(frame, *a)).sqrt())),
                Op::FpTrunc(d, a) => {
                    let value = noted!(float::truncate(double(get(frame, *a))));
                    set(frame, *d, value);
                }
                Op::FpExt(d, a) => set(frame, *d, double_bits(float(get(frame, *a)).into())),
                Op::FloatToInteger(is_signed, bits, d, a) => {
                    let value = noted!(float::to_integer(float(get(frame, *a)).into(), *is_signed, (*bits).into()));
                    set(frame, *d, value);
                }
                Op::DoubleToInteger(is_signed, bits, d, a) => {
                    let value = noted!(float::to_integer(double(get(frame, *a)), *is_signed, (*bits).into()));
                    set(frame, *d, value);
                }
                Op::IntegerToFloat(is_signed, bits, d, a) => {
                    let value = float::from_integer_32(get(frame, *a), *is_signed, (*bits).into());
                    set_32(frame, *d, value.to_bits());
                }
                Op::IntegerToDouble(is_signed, bits, d, a) => {
                    let value = float::from_integer_64(get(frame, *a), *is_signed, (*bits).into());
                    set(frame, *d, value.to_bits());
                }

                Op::VectorBinary(op, shape, d, a, b) => {
                    let value = noted!(try_trap!(vector::binary(*op, *shape, get_vector(frame, *a), get_vector(frame, *b))));
                    set_vector(frame, *d, value);
                }
                Op::VectorCompare(predicate, shape, d, a, b) => {
                    set(frame, *d, vector::compare(*predicate, *shape, get_vector(frame, *a), get_vector(frame, *b)));
                }
                Op::VectorCast(op, from, to, d, a) => {
                    let value = noted!(vector::cast(*op, *from, *to, get_shaped(frame, *from, *a)));
                    set_shaped(frame, *to, *d, value);
                }
                Op::Extract(shape, lane, d, a) => {
                    set(frame, *d, vector::extract(*shape, (*lane).into(), get_shaped(frame, *shape, *a)));
                }
                Op::Insert(shape, lane, d, a, b) => {
                    let value = vector::insert(*shape, (*lane).into(), get_shaped(frame, *shape, *a), get(frame, *b));
                    set_shaped(frame, *shape, *d, value);
                }
                Op::VectorAbs(d, a) => set_vector(frame, *d, vector::abs(get_vector(frame, *a))),

                Op::Load8(d, base, offset) => {
                    let bytes = try_memory!(memory.load(address(frame, *base, *offset)));
                    set(frame, *d, u8::from_le_bytes(bytes).into());
                }
                Op::Load16(d, base, offset) => {
                    let bytes = try_memory!(memory.load(address(frame, *base, *offset)));
                    set(frame, *d, u16::from_le_bytes(bytes).into());
                }
                Op::Load32(d, base, offset) => {
                    let bytes = try_memory!(memory.load(address(frame, *base, *offset)));
                    set_32(frame, *d, u32::from_le_bytes(bytes));
                }
                Op::Load64(d, base, offset) => {
                    let bytes = try_memory!(memory.load(address(frame, *base, *offset)));
                    set(frame, *d, u64::from_le_bytes(bytes));
                }
                Op::Store8(a, base, offset) => {
                    try_memory!(memory.store(address(frame, *base, *offset), (get(frame, *a) as u8).to_le_bytes()));
                }
                Op::Store16(a, base, offset) => {
                    try_memory!(memory.store(address(frame, *base, *offset), (get(frame, *a) as u16).to_le_bytes()));
                }
                Op::Store32(a, base, offset) => {
                    try_memory!(memory.store(address(frame, *base, *offset), get_32(frame, *a).to_le_bytes()));
                }
                Op::Store64(a, base, offset) => {
                    try_memory!(memory.store(address(frame, *base, *offset), get(frame, *a).to_le_bytes()));
                }
                Op::LoadFloat(d, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, 4);
                    set_32(frame, *d, u32::from_le_bytes(try_memory!(memory.load(address))));
                }
                Op::LoadDouble(d, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, 8);
                    set(frame, *d, u64::from_le_bytes(try_memory!(memory.load(address))));
                }
                Op::StoreFloat(a, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, 4);
                    try_memory!(memory.store(address, get_32(frame, *a).to_le_bytes()));
                }
                Op::StoreDouble(a, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, 8);
                    try_memory!(memory.store(address, get(frame, *a).to_le_bytes()));
                }
                Op::LoadVector(alignment, d, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, u32::from(*alignment));
                    set_vector(frame, *d, u128::from_le_bytes(try_memory!(memory.load(address))));
                }
                Op::StoreVector(alignment, a, base, offset) => {
                    let address = address(frame, *base, *offset);
                    align!(address, u32::from(*alignment));
                    try_memory!(memory.store(address, get_vector(frame, *a).to_le_bytes()));
                }
                Op::Alloca(d, size, less_one) => {
                    let Some(address) = control.allocate(get_32(frame, *size), *less_one) else {
                        note!(UndefinedKind::StackSize);
                        trap!(TrapKind::StackOverflow)
                    };
                    set_32(frame, *d, address);
                }

                Op::Copy(may_overlap, to, from, length) => {
                    let (to, from, length) = (get_32(frame, *to), get_32(frame, *from), get_32(frame, *length));
                    try_memory!(memory.copy(to, from, length));
                    if !may_overlap && to != from && to.abs_diff(from) < length {
                        note!(UndefinedKind::CopyOverlap);
                    }
                }
                Op::Fill(to, value, length) => {
                    let bytes = try_memory!(memory.bytes_mut(get_32(frame, *to), get_32(frame, *length)));
                    bytes.fill(get(frame, *value) as u8);
                }
                Op::Unary(op, d, a) => {
                    let value = noted!(unary::compute(*op, get(frame, *a)));
                    set(frame, *d, value);
                }
                Op::AtomicLoad(size, d, pointer) => {
                    let value = try_trap!(atomic::load(memory, *size, get_32(frame, *pointer)));
                    set(frame, *d, value);
                }
                Op::AtomicStore(size, pointer, a) => {
                    let value = get(frame, *a);
                    try_trap!(atomic::replace(memory, *size, get_32(frame, *pointer), |_| value));
                }
                Op::AtomicUpdate(update, size, d, pointer, a) => {
                    let (update, value) = (*update, get(frame, *a));
                    let change = |old| atomic::update(update, old, value);
                    let old = try_trap!(atomic::replace(memory, *size, get_32(frame, *pointer), change));
                    set(frame, *d, old);
                }
                Op::AtomicExchange(size, d, pointer, expected, desired) => {
                    let (expected, desired) = (get(frame, *expected), get(frame, *desired));
                    let change = |old| if old == expected { desired } else { old };
                    let old = try_trap!(atomic::replace(memory, *size, get_32(frame, *pointer), change));
                    set(frame, *d, old);
                }
                Op::Setjmp(d, buffer) => {
                    let number = control.next_number();
                    try_memory!(memory.store(get_32(frame, *buffer), number.to_le_bytes()));
                    let stack_pointer = control.stack_pointer;
                    control.remember(Jump { depth: calls.waiting.len() as u32, op: pc, result: *d, stack_pointer });
                    set(frame, *d, 0);
                }
                Op::Longjmp(buffer, value) => {
                    let number = u32::from_le_bytes(try_memory!(memory.load(get_32(frame, *buffer))));
                    let value = get_32(frame, *value).max(1);
                    let Some(jump) = control.jump(number) else {
                        note!(UndefinedKind::Jump);
                        trap!(TrapKind::BadJump)
                    };
                    calls.unwind(jump.depth);
                    change_frame!();
                    if fuel == 0 {
                        break Stop::OutOfFuelAt(jump.op - 1);
                    }
                    fuel -= 1;
                    pc = jump.op;
                    set_32(frame, jump.result, value);
                }
                Op::StackSave(d) => {
                    let address = control.save(calls.waiting.len() as u32);
                    set_32(frame, *d, address);
                }
                Op::StackRestore(a) => match control.restore(get_32(frame, *a)) {
                    Some(true) => {}
                    Some(false) => note!(UndefinedKind::StackRestore),
                    None => {
                        note!(UndefinedKind::StackRestore);
                        trap!(TrapKind::StackOverflow);
                    }
                },
                Op::ThreadPointer(d) => set_32(frame, *d, control.thread_pointer),
                Op::Abort => trap!(TrapKind::Abort),
                Op::Undef => note!(UndefinedKind::Undef),
            }
        };
        *fuel_left = fuel;
        let at = pc.saturating_sub(1);
        if O::ACTIVE
            && let Some(before) = observed
        {
            tell(program, calls, before, !matches!(stop, Stop::Trap(_) | Stop::Undefined), observer);
        }
        (stop, at)
    }
}
