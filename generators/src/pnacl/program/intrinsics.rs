//! Statements that call intrinsics.

use super::super::calls::exchange_order;
use super::super::kinds::Kind;
use super::Program;
use super::frame::SLACK;
use super::guards::Spoil;
use super::memory::Access;
use irsmith_pnacl::tables::{BinaryOp, INTRINSICS, Intrinsic, IntrinsicArgument};
use irsmith_pnacl::{Alignment, Instruction, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

impl Program<'_, '_> {
    /// A call of an intrinsic; those that direct control or the stack are made where their partners are.
    pub(super) fn intrinsic(&mut self, form: usize) -> bool {
        let row = &INTRINSICS[form];
        let name = row.name.strip_prefix("llvm.").unwrap_or(row.name);
        let arguments = match name.split('.').next() {
            Some("memcpy") => self.copy(false),
            Some("memmove") => self.copy(true),
            Some("memset") => self.fill(),
            Some("ctlz" | "cttz") => self.count_zeros(row),
            Some("stacksave" | "stackrestore") => return false,
            Some("trap") if self.is_rare_trap() => Arguments::new(),
            Some("trap") => return false,
            Some("nacl") if name.contains("atomic") => self.atomic(row),
            Some("nacl") if name.contains("jmp") => return self.bad_jump(name),
            _ => self.plain(row),
        };
        self.call_intrinsic(form, arguments);
        true
    }

    /// Calls an intrinsic by form.
    pub(super) fn call_intrinsic(&mut self, form: usize, arguments: Arguments) -> Option<Value> {
        let function = self.build.declare_intrinsic(form);
        self.build.scratch.called[form] = true;
        let tail = self.build.choices.chance(24);
        let instruction = Instruction::Call { tail, callee: Value::function(function), arguments };
        match Kind::of(INTRINSICS[form].result) {
            Some(kind) => {
                let value = self.define(kind, instruction);
                if INTRINSICS[form].returns_address {
                    self.frame.note_address();
                }
                Some(value)
            }
            None => {
                self.push(instruction);
                None
            }
        }
    }

    /// Calls an intrinsic by name; its result, if any, is for what follows only.
    pub(super) fn call_named(&mut self, name: &str, arguments: &[Value]) -> Option<Value> {
        let form = INTRINSICS.iter().position(|row| row.name == name)?;
        let function = self.build.declare_intrinsic(form);
        self.build.scratch.called[form] = true;
        let instruction = Instruction::Call { tail: false, callee: Value::function(function), arguments: arguments.into() };
        let result = Kind::of(INTRINSICS[form].result);
        let value = self.frame.push(instruction, result);
        if INTRINSICS[form].returns_address {
            self.frame.note_address();
        }
        result.map(|_| value)
    }

    /// One of the constants that an argument may be.
    fn one_of(&mut self, kind: Kind, demand: IntrinsicArgument) -> Value {
        match demand {
            IntrinsicArgument::OneOf(allowed) => {
                let value = allowed[self.build.choices.below(allowed.len())];
                self.literal(kind, value as u64)
            }
            IntrinsicArgument::Any | IntrinsicArgument::Address => self.operand(kind),
        }
    }

    fn plain(&mut self, row: &Intrinsic) -> Arguments {
        let edges = self.knobs.edges;
        let mut arguments = Arguments::new();
        for &(ty, demand) in row.parameters {
            let kind = Kind::of(ty).unwrap_or(Kind::I32);
            let edge = !matches!(demand, IntrinsicArgument::OneOf(_)) && self.build.choices.chance(edges);
            arguments.push(if edge { self.fresh(kind) } else { self.one_of(kind, demand) });
        }
        arguments
    }

    fn count_zeros(&mut self, row: &Intrinsic) -> Arguments {
        let kind = Kind::of(row.result).unwrap_or(Kind::I32);
        let value = self.operand(kind);
        let zero_is_undefined = self.build.choices.chance(128);
        let value = if zero_is_undefined && !self.is_spoiled(Spoil::Value) {
            let bit = self.build.choices.below(kind.ty().scalar_bits() as usize);
            let bit = self.literal(kind, 1 << bit);
            self.binary_of(kind, BinaryOp::Or, value, bit)
        } else {
            value
        };
        let flag = self.literal(Kind::I1, zero_is_undefined.into());
        [value, flag].into_iter().collect()
    }

    /// How many bytes, at most [`SLACK`].
    fn length(&mut self) -> Value {
        if self.build.choices.chance(96) {
            let (value, mask) = (self.operand(Kind::I32), self.number(SLACK - 1));
            return self.binary_of(Kind::I32, BinaryOp::And, value, mask);
        }
        let length = [0, 1, 2, 3, 4, 7, 8, 12, 15, SLACK][self.build.choices.below(10)];
        self.number(length)
    }

    /// Alignment 1, and whether the access is volatile.
    fn access_flags(&mut self) -> [Value; 2] {
        let volatile = u64::from(self.build.choices.chance(32));
        [self.number(1), self.literal(Kind::I1, volatile)]
    }

    /// Two places and a length. They lie apart unless they may overlap.
    fn copy(&mut self, overlap: bool) -> Arguments {
        let overlap = overlap || self.is_spoiled(Spoil::Value);
        let [read, write] = [false, true].map(|writes| Access { alignment: 1, size: SLACK, writes });
        let target = self.region(write, None);
        let source = if overlap && self.build.choices.chance(192) {
            target
        } else {
            let except = if overlap { None } else { Some(target) };
            self.region(read, except)
        };
        let (target, source) = (self.address_in(target, write), self.address_in(source, read));
        let (length, [one, volatile]) = (self.length(), self.access_flags());
        [target, source, length, one, volatile].into_iter().collect()
    }

    fn fill(&mut self) -> Arguments {
        let target = self.pointer(Access { alignment: 1, size: SLACK, writes: true });
        let byte = self.operand(Kind::I8);
        let (length, [one, volatile]) = (self.length(), self.access_flags());
        [target, byte, length, one, volatile].into_iter().collect()
    }

    /// Arguments of an atomic operation. Its address is a multiple of its size.
    fn atomic(&mut self, row: &Intrinsic) -> Arguments {
        let name = row.name.strip_prefix("llvm.nacl.atomic.").unwrap_or_default();
        let value = if name.starts_with("store") { row.parameters.first().map(|first| first.0) } else { Some(row.result) };
        let kind = value.and_then(Kind::of).unwrap_or(Kind::I32);
        let is_exchange = name.starts_with("cmpxchg");
        let size = (kind.ty().bits() / 8).max(1) as u32;
        let writes = !name.starts_with("load");
        let accesses = row.parameters.len() > 1;
        let pointer = accesses.then(|| self.atomic_pointer(size, writes));
        let mut arguments = Arguments::new();
        let mut success = None;
        let mut values = 0;
        for &(ty, demand) in row.parameters {
            let of = Kind::of(ty).unwrap_or(Kind::I32);
            arguments.push(match (pointer, demand) {
                (Some(pointer), IntrinsicArgument::Address) => pointer,
                (Some(pointer), IntrinsicArgument::Any) => {
                    values += 1;
                    // What is expected is there, half of the time.
                    let expected = is_exchange && values == 1 && self.build.choices.chance(128);
                    if expected { self.peek(kind, pointer) } else { self.operand(of) }
                }
                (_, IntrinsicArgument::OneOf(allowed)) => {
                    let drawn = allowed[self.build.choices.below(allowed.len())];
                    let value = if is_exchange { exchange_order(success, drawn) } else { drawn };
                    success = Some(value);
                    self.literal(of, value as u64)
                }
                (None, IntrinsicArgument::Any | IntrinsicArgument::Address) => self.operand(of),
            });
        }
        arguments
    }

    fn atomic_pointer(&mut self, size: u32, writes: bool) -> Value {
        let spoiled = size > 1 && self.is_rarely_made_trap();
        let access = Access { alignment: size, size, writes };
        let place = self.region(access, None);
        self.address_in(place, if spoiled { Access { alignment: 1, ..access } } else { access })
    }

    /// What memory holds.
    fn peek(&mut self, kind: Kind, pointer: Value) -> Value {
        let ty = self.build.type_id(kind);
        let alignment = Alignment::from_encoding(1).unwrap_or_default();
        self.temporary(kind, Instruction::Load { pointer, alignment, ty })
    }
}
