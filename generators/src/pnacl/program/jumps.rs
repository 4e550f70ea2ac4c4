//! `setjmp` and `longjmp`, used as they are meant: the function that set the buffer is active when it is jumped to.

use super::super::kinds::{BYTE, Kind};
use super::Program;
use super::guards::Spoil;
use super::rounds::Edge;
use irsmith_pnacl::tables::{IntrinsicId, Predicate};
use irsmith_pnacl::{Alignment, Body, Global, Initializer, Instruction, Value};

/// What jumping needs: a flag that says whether a buffer is set, and a function that jumps to a buffer if so. Each place has a buffer of
/// its own, since jumps nest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumps {
    flag: Value,
    leaper: u32,
}

impl Program<'_, '_> {
    /// Makes what jumping needs, the body of the jumping function too.
    pub(super) fn prepare_jumps(&mut self) {
        let flag = self.zeros(4);
        let leaper = self.plan_function(None, &[Kind::I32, Kind::I32]);
        let place = self.functions.len() - 1;
        self.jumps = Some(Jumps { flag, leaper });
        self.frame.begin(place);
        let [jump, end] = [self.frame.block(), self.frame.block()];
        let ty = self.build.types.of(Kind::I32);
        let set = self.temporary(Kind::I32, Instruction::Load { pointer: flag, alignment: BYTE, ty });
        let zero = self.number(0);
        let is_set = self.temporary(Kind::I1, Instruction::Compare { a: set, b: zero, predicate: Predicate::Ne });
        self.branch_if(is_set, jump, end);
        self.frame.start(jump);
        self.call_named(IntrinsicId::Longjmp, &[Value::parameter(0), Value::parameter(1)]);
        self.push(Instruction::Unreachable {});
        self.frame.start(end);
        self.push(Instruction::Ret { value: None });
        self.settle();
        let body: Body = self.finish();
        self.build.functions.set_body(leaper, body);
    }

    /// A global of zeros.
    fn zeros(&mut self, bytes: u64) -> Value {
        let alignment = Alignment::from_bytes(16).unwrap_or_default();
        self.new_global(Global { alignment, constant: false, initializers: vec![Initializer::Zerofill(bytes)] })
    }

    /// A jump back: the buffer is set, some statements later it is jumped to, and the function goes on behind it once more.
    pub(super) fn jump_back(&mut self, budget: u32) -> bool {
        let Some(Jumps { flag, leaper }) = self.jumps else { return false };
        let buffer = self.zeros(64);
        let Some(result) = self.call_named(IntrinsicId::Setjmp, &[buffer]) else { return false };
        let kinds = self.kinds_to_join();
        let straight = self.edge(&kinds);
        let zero = self.number(0);
        let first = self.temporary(Kind::I1, Instruction::Compare { a: result, b: zero, predicate: Predicate::Eq });
        let [before, after] = [self.frame.block(), self.frame.block()];
        self.branch_if(first, before, after);
        let outer = std::mem::take(&mut self.frame.loops);
        let edge = self.arm(before, budget / 2, &kinds, straight.sum);
        self.frame.loops = outer;
        let set = self.number(1);
        self.push(Instruction::Store { pointer: flag, value: set, alignment: BYTE });
        // A setjmp never gives 0 when it is returned to.
        let value = if self.build.choices.chance(64) { self.number(0) } else { self.operand(Kind::I32) };
        let mut edges: Vec<Edge> = vec![straight];
        if self.build.choices.chance(96) {
            self.call_named(IntrinsicId::Longjmp, &[buffer, value]);
            self.push(Instruction::Unreachable {});
        } else {
            self.push(Instruction::Call { tail: false, callee: Value::function(leaper), arguments: [buffer, value].into_iter().collect() });
            self.branch(after);
            edges.push(edge);
        }
        self.join(after, &kinds, &edges);
        let clear = self.number(0);
        self.push(Instruction::Store { pointer: flag, value: clear, alignment: BYTE });
        self.frame.offer(Kind::I32, result, false, true);
        true
    }

    /// A jump to what nobody set.
    pub(super) fn bad_jump(&mut self) {
        if self.knobs.jumps == 0 || !self.is_spoiled(Spoil::Trap) {
            return;
        }
        let (buffer, value) = (self.shared.first().map_or(Value::global(0), |region| region.base), self.operand(Kind::I32));
        self.call_named(IntrinsicId::Longjmp, &[buffer, value]);
    }
}
