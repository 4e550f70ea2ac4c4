//! Values of the function in the making: which of them an operand may name, and promises of values that come later.

use super::build::Build;
use super::control::Mask;
use super::kinds::{KINDS, Kind};
use super::rows::Family;
use super::shapes::Shape;
use irsmith_pnacl::{Body, Constant, Instruction, Value, ValueKind, ValueType, ValueTypes};

/// The block of parameters and constants, which every block may name.
pub(super) const EVERYWHERE: u8 = 63;
/// Index of the first promised value; resolved when the function is complete.
const PROMISED: u32 = 1 << 28;
/// How many values of a kind are tried before a constant is made instead. Keeps the cost of an operand constant.
const TRIES: usize = 16;
/// Most promises of a function, so that looking for one is cheap.
const MAX_PROMISES: usize = 24;

/// A value and the block that defines it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    value: Value,
    block: u8,
}

/// A value that was declared before its definition.
#[derive(Clone, Copy, Debug)]
struct Promise {
    kind: Kind,
    /// At the end of this block the value must be available.
    block: u8,
    /// Number of results before the declaration: the value has this index or a later one.
    from: u32,
    value: Option<Value>,
}

/// Values, constants and instructions of the function in the making.
#[derive(Debug, Default)]
pub(super) struct Values {
    candidates: [Vec<Candidate>; KINDS],
    promises: Vec<Promise>,
    /// Results that are addresses, in order.
    addresses: Vec<u32>,
    results: u32,
    /// Results before the present block.
    first_result: u32,
    /// The block in the making.
    pub(super) block: u8,
    /// Blocks whose values may be named here: those that dominate the place.
    pub(super) visible: Mask,
    /// Blocks that dominate the place but come later in the file.
    pub(super) later: Mask,
    pub(super) constants: Vec<Constant>,
    pub(super) instructions: Vec<Instruction>,
}

impl Values {
    pub(super) fn start(&mut self) {
        self.candidates.iter_mut().for_each(Vec::clear);
        self.promises.clear();
        self.addresses.clear();
        self.results = 0;
        self.constants = Vec::with_capacity(8);
        self.instructions = Vec::with_capacity(32);
    }

    /// Notes a parameter or constant.
    pub(super) fn add(&mut self, kind: Kind, value: Value) {
        self.candidates[kind.index()].push(Candidate { value, block: EVERYWHERE });
    }

    /// Notes the next result.
    #[inline]
    pub(super) fn define(&mut self, kind: Kind) -> Value {
        let value = self.next_result();
        self.candidates[kind.index()].push(Candidate { value, block: self.block });
        self.results += 1;
        value
    }

    /// Notes that the newest result is an address.
    pub(super) fn note_address(&mut self) {
        self.addresses.extend(self.results.checked_sub(1));
    }

    /// Whether a value is an address, which the tools take for a number only where they convert it.
    pub(super) fn is_address(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            // What is promised is declared, so that it is converted as soon as it is made.
            ValueKind::Instruction => self.addresses.binary_search(&value.index()).is_ok(),
            ValueKind::Parameter | ValueKind::Constant => false,
        }
    }

    pub(super) const fn next_result(&self) -> Value {
        Value::instruction(self.results)
    }

    /// A value of the kind whose block is in the mask; `back` says how far from the newest to begin.
    #[inline]
    fn find(&self, kind: Kind, mask: Mask, back: usize) -> Option<Value> {
        let candidates = &self.candidates[kind.index()];
        let start = candidates.len().checked_sub(1)?.checked_sub(back)?;
        let order = candidates[..=start].iter().rev().chain(candidates[start + 1..].iter().rev());
        order.take(TRIES).find(|candidate| mask >> candidate.block & 1 == 1).map(|candidate| candidate.value)
    }

    /// Declares that a value of the kind will be available at the end of a block that is not complete.
    fn promise(&mut self, kind: Kind, block: u8) -> Option<Value> {
        if self.promises.len() >= MAX_PROMISES {
            return None;
        }
        let value = Value::instruction(PROMISED + self.promises.len() as u32);
        self.promises.push(Promise { kind, block, from: self.results, value: None });
        Some(value)
    }

    /// An open promise of the kind for the end of this block.
    fn promised(&self, kind: Kind, block: u8) -> Option<Value> {
        let open = |promise: &Promise| promise.kind == kind && promise.block == block && promise.value.is_none();
        self.promises.iter().position(open).map(|index| Value::instruction(PROMISED + index as u32))
    }

    /// A value that keeps a promise: made since its declaration, and declared by no other.
    fn keeper(&self, promise: Promise, mask: Mask) -> Option<Value> {
        let taken = |value: Value| self.promises.iter().any(|other| other.value == Some(value));
        let fits = |candidate: &&Candidate| {
            mask >> candidate.block & 1 == 1
                && candidate.value.is_instruction()
                && candidate.value.index() >= promise.from
                && !taken(candidate.value)
        };
        self.candidates[promise.kind.index()].iter().rev().take(TRIES).find(fits).map(|candidate| candidate.value)
    }

    /// Begins a block that sees the values of the blocks `visible`, of which those in `later` are not made yet.
    pub(super) const fn begin_block(&mut self, block: u8, visible: Mask, later: Mask) {
        self.block = block;
        self.first_result = self.results;
        self.visible = visible | 1 << EVERYWHERE;
        self.later = later;
    }

    /// Whether a value is a result of the present block.
    pub(super) const fn is_own_result(&self, value: Value) -> bool {
        value.is_instruction() && value.index() >= self.first_result && value.index() < PROMISED
    }

    /// Keeps an open promise for the end of a block that `reaches` accepts with this value, unless it keeps another.
    pub(super) fn keep(&mut self, kind: Kind, value: Value, reaches: impl Fn(u8) -> bool) -> bool {
        if self.promises.iter().any(|promise| promise.value == Some(value)) {
            return false;
        }
        let open = |promise: &&mut Promise| promise.kind == kind && promise.value.is_none() && reaches(promise.block);
        match self.promises.iter_mut().find(open) {
            Some(promise) => {
                promise.value = Some(value);
                true
            }
            None => false,
        }
    }

    /// Puts the promised values in the places that name them.
    pub(super) fn resolve(&mut self) {
        if self.promises.is_empty() {
            return;
        }
        for instruction in &mut self.instructions {
            instruction.for_each_value_mut(|value| {
                if value.is_instruction()
                    && let Some(index) = value.index().checked_sub(PROMISED)
                    && let Some(Promise { value: Some(kept), .. }) = self.promises.get(index as usize)
                {
                    *value = *kept;
                }
            });
        }
    }
}

impl Build<'_, '_> {
    /// An operand of a kind that may be named here.
    ///
    /// Of 16 draws one makes a new constant; the others take a value, one half the newest few. Where blocks that come later in the file
    /// dominate the place, one draw of 8 names one of their values.
    #[inline]
    pub(super) fn operand(&mut self, kind: Kind) -> Value {
        self.operand_among(kind, true)
    }

    /// As [`Build::operand`], but no address: for the places where the tools do not convert one.
    pub(super) fn non_address(&mut self, kind: Kind) -> Value {
        self.operand_among(kind, false)
    }

    #[inline]
    fn operand_among(&mut self, kind: Kind, addresses: bool) -> Value {
        let draw = self.choices.byte();
        if draw >= 240 {
            return self.constant(kind);
        }
        if draw >= 200
            && self.scratch.values.later != 0
            && let Some(value) = self.forward(kind)
        {
            self.notice(Shape::ForwardOperand);
            return value;
        }
        if kind == Kind::I32 && draw >= 192 && addresses {
            return self.address();
        }
        let length = self.scratch.values.candidates[kind.index()].len();
        let back = if draw < 96 { usize::from(draw & 3).min(length.saturating_sub(1)) } else { self.choices.below(length) };
        match self.scratch.values.find(kind, self.scratch.values.visible, back) {
            Some(value) if addresses || !self.scratch.values.is_address(value) => value,
            _ => self.constant(kind),
        }
    }

    /// A value to be read at the end of a block, for a phi. `mask` are the blocks that dominate that end.
    pub(super) fn incoming(&mut self, kind: Kind, block: u8, mask: Mask) -> Value {
        let current = self.scratch.values.block;
        let draw = self.choices.byte();
        if draw >= 240 {
            return self.constant(kind);
        }
        if block >= current && draw >= 96 {
            let open = if draw & 1 == 0 { self.scratch.values.promised(kind, block) } else { None };
            if let Some(value) = open.or_else(|| self.declare(kind, block)) {
                self.notice(Shape::PhiBackEdge);
                return value;
            }
        }
        let length = self.scratch.values.candidates[kind.index()].len();
        let back = self.choices.below(length);
        let visible = mask & (self.scratch.values.emitted_mask() | 1 << EVERYWHERE);
        match self.scratch.values.find(kind, visible, back) {
            Some(value) => value,
            None => self.constant(kind),
        }
    }

    /// An address: of a global, or of a function that is no intrinsic.
    pub(super) fn address(&mut self) -> Value {
        let globals = self.module.globals.len();
        let index = self.choices.below(globals + self.scratch.defined.len());
        if index < globals {
            self.notice(Shape::GlobalAddress);
            return Value::global(index as u32);
        }
        self.notice(Shape::FunctionAddress);
        Value::function(self.scratch.defined.get(index - globals).map_or(0, |callable| callable.function))
    }

    /// What a load, store or atomic may reach: half of the time a global.
    pub(super) fn pointer(&mut self) -> Value {
        if !self.module.globals.is_empty() && self.choices.chance(96) {
            self.notice(Shape::GlobalAddress);
            return Value::global(self.choices.below(self.module.globals.len()) as u32);
        }
        self.operand(Kind::I32)
    }

    /// A value of a block that dominates this place but comes later in the file.
    fn forward(&mut self, kind: Kind) -> Option<Value> {
        let block = self.scratch.values.later.trailing_zeros() as u8;
        self.scratch.values.promised(kind, block).or_else(|| self.declare(kind, block))
    }

    /// Declares a value that will be available at the end of a block.
    fn declare(&mut self, kind: Kind, block: u8) -> Option<Value> {
        let value = self.scratch.values.promise(kind, block)?;
        let ty = self.type_id(kind);
        self.push(Instruction::Declare { value, ty });
        Some(value)
    }

    /// Declares the next result, for the phi that has it to name itself.
    pub(super) fn declare_next(&mut self, kind: Kind) -> Value {
        let ty = self.type_id(kind);
        let values = &mut self.scratch.values;
        let value = values.next_result();
        // As a kept promise, so that no other promise is kept by the same value.
        values.promises.push(Promise { kind, block: values.block, from: values.results, value: Some(value) });
        self.push(Instruction::Declare { value, ty });
        value
    }

    /// Whether an unused declaration may stand here.
    pub(super) fn may_declare(&self) -> bool {
        self.scratch.values.promises.len() < MAX_PROMISES
    }

    /// The row of declarations that nobody uses (by intent; a later operand may).
    pub(super) fn declare_unused(&mut self, form: usize) -> bool {
        let block = self.scratch.values.block;
        let count = self.scratch.plan.blocks() - usize::from(block);
        let block = block + self.choices.below(count) as u8;
        self.declare(Kind(form as u8), block).is_some()
    }

    /// Keeps the promises for the end of the present block.
    pub(super) fn keep_promises(&mut self) {
        for index in 0..self.scratch.values.promises.len() {
            let values = &self.scratch.values;
            let promise = values.promises[index];
            if promise.block != values.block || promise.value.is_some() {
                continue;
            }
            let value = match values.keeper(promise, values.visible) {
                Some(value) => value,
                None => self.any_result(promise.kind),
            };
            self.scratch.values.promises[index].value = Some(value);
        }
    }

    /// Makes a new result of a kind, whatever the kind.
    fn any_result(&mut self, kind: Kind) -> Value {
        let a = self.plain(kind);
        let b = self.plain(kind);
        let condition = self.plain(Kind::I1);
        self.note(Family::Select, super::forms::forms().select.iter().position(|&form| form == (kind, false)).unwrap_or(0));
        self.define(kind, Instruction::Select { a, b, condition })
    }

    /// An operand without promises, which would need to be kept in turn.
    fn plain(&mut self, kind: Kind) -> Value {
        let draw = usize::from(self.choices.byte() & 3);
        let values = &self.scratch.values;
        let back = draw.min(values.candidates[kind.index()].len().saturating_sub(1));
        match values.find(kind, values.visible, back) {
            Some(value) => value,
            None => self.constant(kind),
        }
    }
}

impl Values {
    /// Takes over the values of a body in position form that may be named in front of place `at`, and its constants. New results are
    /// numbered from the length of the body on.
    pub(super) fn adopt(
        &mut self,
        body: &Body,
        types: &ValueTypes,
        has_result: impl Fn(&Instruction) -> bool,
        gives_address: impl Fn(&Instruction) -> bool,
        at: usize,
    ) {
        self.constants.clone_from(&body.constants);
        let known = |list: &[ValueType]| list.iter().map(|&ty| Kind::of(ty)).collect::<Vec<_>>();
        let parameters = known(types.parameters()).into_iter().zip((0..).map(Value::parameter));
        let constants = known(types.constants()).into_iter().zip((0..).map(Value::constant));
        for (kind, value) in parameters.chain(constants) {
            kind.into_iter().for_each(|kind| self.add(kind, value));
        }
        let mut results = types.results().iter();
        let entry = body.blocks().next().map_or(0, |block| block.end);
        let own = body.instructions[..at].iter().rposition(Instruction::is_terminator).map_or(0, |place| place + 1);
        for (place, instruction) in body.instructions[..at].iter().enumerate() {
            if has_result(instruction)
                && let Some(kind) = results.next().and_then(|&ty| Kind::of(ty))
                && (place < entry || place >= own)
            {
                self.add(kind, Value::instruction(place as u32));
                if gives_address(instruction) {
                    self.addresses.push(place as u32);
                }
            }
        }
        self.results = body.instructions.len() as u32;
        self.block = 0;
        self.visible = 1 << EVERYWHERE | 1;
        self.later = 0;
    }

    /// The blocks that have values already: those before the present one, and it.
    fn emitted_mask(&self) -> Mask {
        (2 << self.block) - 1
    }
}
