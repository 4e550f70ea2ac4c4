//! Calls of intrinsics.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::memory::{Access, bytes, load, store};
use super::numbers::{LONGJMP_NAME, SETJMP_NAME, STACK};
use super::operand::{Operand, Shape, canonicalize, value_type};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Value, ValueType};
use wasm_encoder::{BlockType, InstructionSink, ValType};

impl FunctionLowering<'_, '_> {
    pub(super) fn call_intrinsic(&mut self, name: &'static str, arguments: &[Value]) -> Result<(), Unsupported> {
        let kind = |prefix: &str| name.strip_prefix("llvm.").is_some_and(|name| name.starts_with(prefix));
        match arguments {
            [] => self.without_argument(name),
            [_] if kind("nacl.atomic.fence") => Ok(()),
            [destination, source, length, ..] if kind("mem") => {
                let (destination, source, length) = (self.operand(*destination)?, self.operand(*source)?, self.operand(*length)?);
                self.copy_or_fill(destination, source, length, kind("memset"));
                Ok(())
            }
            [address] if kind("stackrestore") => self.restore_stack(*address),
            [pointer, _] if kind("nacl.atomic.load") => self.atomic_load(*pointer, integer_of(name)?),
            [value, pointer, _] if kind("nacl.atomic.store") => self.atomic_store(*pointer, *value),
            [operation, pointer, value, _] if kind("nacl.atomic.rmw") => self.atomic_update(*operation, *pointer, *value),
            [pointer, expected, desired, ..] if kind("nacl.atomic.cmpxchg") => self.atomic_exchange(*pointer, *expected, *desired),
            [..] if kind("nacl.atomic.is.lock.free") => {
                self.sink().i32_const(1);
                Ok(())
            }
            [buffer] if name == SETJMP_NAME => self.setjmp(*buffer),
            [buffer, value] if name == LONGJMP_NAME => self.longjmp(*buffer, *value),
            [value, ..] => self.compute(name, *value),
        }
    }

    fn without_argument(&mut self, name: &str) -> Result<(), Unsupported> {
        match name {
            "llvm.nacl.read.tp" => drop(self.sink().i32_const(0)),
            "llvm.stacksave" => drop(self.sink().global_get(STACK)),
            "llvm.trap" => {
                self.trap(TrapKind::Abort.code());
            }
            "llvm.nacl.atomic.fence.all" => {}
            _ => return Err(Unsupported("intrinsic")),
        }
        Ok(())
    }

    /// Computes functions of one value; flags that may follow it are ignored.
    fn compute(&mut self, name: &str, value: Value) -> Result<(), Unsupported> {
        let ty = self.type_of(value);
        let scratch = self.scratch(value_type(ty)?, 0);
        self.push(value)?;
        let sink = &mut self.sink();
        match name {
            "llvm.bswap.i16" | "llvm.bswap.i32" | "llvm.bswap.i64" => swap_bytes(sink, bytes(ty)),
            "llvm.ctlz.i32" => drop(sink.i32_clz()),
            "llvm.ctlz.i64" => drop(sink.i64_clz()),
            "llvm.cttz.i32" => drop(sink.i32_ctz()),
            "llvm.cttz.i64" => drop(sink.i64_ctz()),
            "llvm.ctpop.i32" => drop(sink.i32_popcnt()),
            "llvm.ctpop.i64" => drop(sink.i64_popcnt()),
            "llvm.sqrt.f32" => canonicalize(sink.f32_sqrt(), ValType::F32, scratch),
            "llvm.sqrt.f64" => canonicalize(sink.f64_sqrt(), ValType::F64, scratch),
            "llvm.fabs.f32" => drop(sink.f32_abs()),
            "llvm.fabs.f64" => drop(sink.f64_abs()),
            "llvm.fabs.v4f32" => drop(sink.f32x4_abs()),
            _ => return Err(Unsupported("intrinsic")),
        }
        Ok(())
    }

    /// Copies `length` bytes to a destination, or fills it with the byte `source`.
    fn copy_or_fill(&mut self, destination: Operand, source: Operand, length: Operand, fill: bool) {
        length.push(&mut self.sink());
        self.sink().if_(BlockType::Empty);
        self.check_range(destination, length, Access::Write);
        if !fill {
            self.check_range(source, length, Access::Read);
        }
        self.push_place(destination);
        if fill {
            source.push(&mut self.sink());
            length.push(&mut self.sink());
            self.sink().memory_fill(0);
        } else {
            self.push_place(source);
            length.push(&mut self.sink());
            self.sink().memory_copy(0, 0);
        }
        self.sink().end();
    }

    fn restore_stack(&mut self, address: Value) -> Result<(), Unsupported> {
        let (stack, heap) = (self.plan().layout.stack, self.plan().layout.heap);
        self.push(address)?;
        self.sink().i32_const(stack as i32).i32_sub().i32_const((heap - stack) as i32).i32_gt_u();
        self.trap_if(TrapKind::StackOverflow);
        self.push(address)?;
        self.sink().global_set(STACK);
        Ok(())
    }

    /// Traps unless an atomic access is aligned; pushes its offset, as `locate` does.
    fn locate_atomic(&mut self, pointer: Value, ty: ValueType, access: Access) -> Result<(), Unsupported> {
        let (address, bytes) = (self.operand(pointer)?, bytes(ty));
        if bytes > 1 {
            address.push(&mut self.sink());
            self.sink().i32_const(bytes as i32 - 1).i32_and();
            self.trap_if(TrapKind::Misaligned);
        }
        self.locate(address, bytes, access);
        Ok(())
    }

    fn atomic_load(&mut self, pointer: Value, ty: ValueType) -> Result<(), Unsupported> {
        self.locate_atomic(pointer, ty, Access::Read)?;
        let base = self.base(Access::Read);
        load(&mut self.sink(), ty, base)
    }

    fn atomic_store(&mut self, pointer: Value, value: Value) -> Result<(), Unsupported> {
        let ty = self.type_of(value);
        self.locate_atomic(pointer, ty, Access::Write)?;
        let base = self.base(Access::Write);
        self.push(value)?;
        store(&mut self.sink(), ty, base)
    }

    /// Emits an atomic update: 1 add, 2 subtract, 3 or, 4 and, 5 exclusive or, 6 exchange; the result is the old value.
    fn atomic_update(&mut self, operation: Value, pointer: Value, value: Value) -> Result<(), Unsupported> {
        let (ty, operation) = (self.type_of(value), self.operand(operation)?);
        let (offset, old) = (self.scratch(ValType::I32, 0), self.scratch(value_type(ty)?, 1));
        self.locate_atomic(pointer, ty, Access::Write)?;
        let base = self.base(Access::Write);
        self.sink().local_tee(offset).local_get(offset);
        load(&mut self.sink(), ty, base)?;
        self.sink().local_tee(old);
        self.push(value)?;
        let wide = ty.scalar_bits() == 64;
        let sink = &mut self.sink();
        match (operation, wide) {
            (Operand::I32(1), false) => sink.i32_add(),
            (Operand::I32(2), false) => sink.i32_sub(),
            (Operand::I32(3), false) => sink.i32_or(),
            (Operand::I32(4), false) => sink.i32_and(),
            (Operand::I32(5), false) => sink.i32_xor(),
            (Operand::I32(1), true) => sink.i64_add(),
            (Operand::I32(2), true) => sink.i64_sub(),
            (Operand::I32(3), true) => sink.i64_or(),
            (Operand::I32(4), true) => sink.i64_and(),
            (Operand::I32(5), true) => sink.i64_xor(),
            // Selects the new value from the old and the new.
            (Operand::I32(6), false) => sink.i32_const(0).select(),
            (Operand::I32(6), true) => sink.i32_const(0).select(),
            _ => return Err(Unsupported("malformed")),
        };
        store(sink, ty, base)?;
        sink.local_get(old);
        Ok(())
    }

    fn atomic_exchange(&mut self, pointer: Value, expected: Value, desired: Value) -> Result<(), Unsupported> {
        let ty = self.type_of(expected);
        let (offset, old) = (self.scratch(ValType::I32, 0), self.scratch(value_type(ty)?, 1));
        self.locate_atomic(pointer, ty, Access::Write)?;
        let base = self.base(Access::Write);
        self.sink().local_tee(offset);
        load(&mut self.sink(), ty, base)?;
        self.sink().local_tee(old);
        self.push(expected)?;
        let mut sink = self.sink();
        if ty.scalar_bits() == 64 {
            sink.i64_eq()
        } else {
            sink.i32_eq()
        };
        sink.if_(BlockType::Empty).local_get(offset);
        self.push(desired)?;
        store(&mut self.sink(), ty, base)?;
        self.sink().end().local_get(old);
        Ok(())
    }
}

/// Returns the integer type at the end of an intrinsic's name.
fn integer_of(name: &str) -> Result<ValueType, Unsupported> {
    let bits = name.rsplit_once(".i").and_then(|(_, bits)| bits.parse().ok());
    bits.map(ValueType::integer).ok_or(Unsupported("intrinsic"))
}

/// Reverses the bytes of the integer on the stack, in a vector that contains it in its low bits.
fn swap_bytes(sink: &mut InstructionSink<'_>, bytes: u32) {
    let reversed = Shape::I8x16.vector((0..16).map(|lane| if lane < bytes { bytes - 1 - lane } else { lane }));
    if bytes == 8 {
        sink.i64x2_splat()
    } else {
        sink.i32x4_splat()
    };
    Operand::V128(reversed).push(sink);
    sink.i8x16_swizzle();
    if bytes == 8 {
        sink.i64x2_extract_lane(0)
    } else {
        sink.i32x4_extract_lane(0)
    };
}
