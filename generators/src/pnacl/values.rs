//! Values, constants and instructions of the current function: the values that an operand may name, and promises of values that come later.

use super::dominators::Mask;
use super::kinds::{KINDS, Kind};
use irsmith_pnacl::{Body, Constant, Instruction, Value, ValueKind, ValueType, ValueTypes};

/// The block of parameters and constants, which every block may name.
const EVERYWHERE: u8 = 63;
/// Index of the first promised value; resolved when the function is complete.
const PROMISED: u32 = 1 << 28;
/// How many values of a kind are tried before a constant is made instead. This keeps the cost of an operand constant.
const TRIES: usize = 16;
/// Limit of promises of a function, so that finding one is cheap.
const MAX_PROMISES: usize = 24;

/// A value and the block that defines it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    value: Value,
    block: u8,
}

/// A value that was declared before its definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Promise {
    pub(super) kind: Kind,
    /// The value must be available at the end of this block.
    block: u8,
    /// Number of results before the declaration: the value has this index or a later one.
    from: u32,
    value: Option<Value>,
}

/// Values, constants and instructions of the current function.
#[derive(Debug, Default)]
pub(super) struct Values {
    candidates: [Vec<Candidate>; KINDS],
    promises: Vec<Promise>,
    /// Results that are addresses, in order.
    addresses: Vec<u32>,
    results: u32,
    /// The current block.
    block: u8,
    /// Blocks whose values may be named here: those that dominate the place.
    visible: Mask,
    /// Blocks that dominate the place but come later in the file.
    later: Mask,
    constants: Vec<Constant>,
    instructions: Vec<Instruction>,
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

    /// Returns the content, at the end, with promised values resolved.
    pub(super) fn take(&mut self) -> Body {
        self.resolve();
        Body { constants: std::mem::take(&mut self.constants), instructions: std::mem::take(&mut self.instructions) }
    }

    /// Returns the current block.
    pub(super) const fn block(&self) -> u8 {
        self.block
    }

    /// Returns the first of the blocks that dominate the place but come later in the file, if there are any.
    pub(super) const fn first_later(&self) -> Option<u8> {
        if self.later == 0 { None } else { Some(self.later.trailing_zeros() as u8) }
    }

    /// Appends an instruction without a result.
    #[inline]
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// Appends an instruction with a result.
    #[inline]
    pub(super) fn define(&mut self, kind: Kind, instruction: Instruction) -> Value {
        self.instructions.push(instruction);
        self.note(kind)
    }

    /// Appends a constant.
    pub(super) fn push_constant(&mut self, kind: Kind, constant: Constant) -> Value {
        self.constants.push(constant);
        let value = Value::constant(self.constants.len() as u32 - 1);
        self.add(kind, value);
        value
    }

    /// Returns an existing constant.
    pub(super) fn known_constant(&self, wanted: &Constant) -> Option<Value> {
        self.constants.iter().rposition(|known| known == wanted).map(|index| Value::constant(index as u32))
    }

    /// Returns how many values of a kind there are, whether or not they may be named here.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.candidates[kind.index()].len()
    }

    /// Records a parameter or constant.
    pub(super) fn add(&mut self, kind: Kind, value: Value) {
        self.candidates[kind.index()].push(Candidate { value, block: EVERYWHERE });
    }

    /// Records the next result.
    #[inline]
    fn note(&mut self, kind: Kind) -> Value {
        let value = self.next_result();
        self.candidates[kind.index()].push(Candidate { value, block: self.block });
        self.results += 1;
        value
    }

    /// Records that the newest result is an address.
    pub(super) fn note_address(&mut self) {
        self.addresses.extend(self.results.checked_sub(1));
    }

    /// Returns whether a value is an address, which the tools accept as a number only where they convert it.
    pub(super) fn is_address(&self, value: Value) -> bool {
        match value.kind() {
            ValueKind::Function | ValueKind::Global => true,
            // Promised values are declared, so they are converted as soon as they are defined.
            ValueKind::Instruction => self.addresses.binary_search(&value.index()).is_ok(),
            ValueKind::Parameter | ValueKind::Constant => false,
        }
    }

    const fn next_result(&self) -> Value {
        Value::instruction(self.results)
    }

    /// Returns a value of the kind that may be named here; `back` is the distance from the newest at which to begin.
    #[inline]
    pub(super) fn find_visible(&self, kind: Kind, back: usize) -> Option<Value> {
        self.find(kind, self.visible, back)
    }

    /// Returns an existing value of the kind, from a block of the mask or from none; `back` is the distance from the newest at which to
    /// begin.
    pub(super) fn find_made(&self, kind: Kind, mask: Mask, back: usize) -> Option<Value> {
        // The blocks that have values already: those up to the current one.
        let made: Mask = (2 << self.block) - 1;
        self.find(kind, mask & (made | 1 << EVERYWHERE), back)
    }

    /// Returns a value of the kind whose block is in the mask; `back` is the distance from the newest at which to begin.
    #[inline]
    fn find(&self, kind: Kind, mask: Mask, back: usize) -> Option<Value> {
        let candidates = &self.candidates[kind.index()];
        let start = candidates.len().checked_sub(1)?.checked_sub(back)?;
        let order = candidates[..=start].iter().rev().chain(candidates[start + 1..].iter().rev());
        order.take(TRIES).find(|candidate| mask >> candidate.block & 1 == 1).map(|candidate| candidate.value)
    }

    /// Returns whether one more value can be promised.
    pub(super) fn may_promise(&self) -> bool {
        self.promises.len() < MAX_PROMISES
    }

    /// Promises that a value of the kind will be available at the end of a block that is not complete.
    pub(super) fn promise(&mut self, kind: Kind, block: u8) -> Option<Value> {
        if !self.may_promise() {
            return None;
        }
        let value = Value::instruction(PROMISED + self.promises.len() as u32);
        self.promises.push(Promise { kind, block, from: self.results, value: None });
        Some(value)
    }

    /// Promises the next result, for a phi that names itself.
    pub(super) fn promise_next(&mut self, kind: Kind) -> Value {
        let value = self.next_result();
        // Recorded as a kept promise, so that the same value keeps no other promise.
        self.promises.push(Promise { kind, block: self.block, from: self.results, value: Some(value) });
        value
    }

    /// Returns an open promise of the kind for the end of this block.
    pub(super) fn promised(&self, kind: Kind, block: u8) -> Option<Value> {
        let open = |promise: &Promise| promise.kind == kind && promise.block == block && promise.value.is_none();
        self.promises.iter().position(open).map(|index| Value::instruction(PROMISED + index as u32))
    }

    /// Returns the next promise from an index on that must be kept at the end of the current block, with its index.
    pub(super) fn open_promise(&self, from: usize) -> Option<(usize, Promise)> {
        let is_open = |(_, promise): &(usize, &Promise)| promise.block == self.block && promise.value.is_none();
        let found = self.promises.iter().enumerate().skip(from).find(is_open);
        found.map(|(place, promise)| (place, *promise))
    }

    /// Keeps the promise at an index with a value.
    pub(super) fn keep_promise(&mut self, place: usize, value: Value) {
        self.promises[place].value = Some(value);
    }

    /// Returns a value that keeps a promise: defined since its declaration, declared by no other promise, and nameable here.
    pub(super) fn keeper(&self, promise: Promise) -> Option<Value> {
        let mask = self.visible;
        let taken = |value: Value| self.promises.iter().any(|other| other.value == Some(value));
        let fits = |candidate: &&Candidate| {
            mask >> candidate.block & 1 == 1
                && candidate.value.is_instruction()
                && candidate.value.index() >= promise.from
                && !taken(candidate.value)
        };
        self.candidates[promise.kind.index()].iter().rev().take(TRIES).find(fits).map(|candidate| candidate.value)
    }

    /// Begins a block that sees the values of the blocks `visible`, of which those in `later` are not generated yet.
    pub(super) const fn begin_block(&mut self, block: u8, visible: Mask, later: Mask) {
        self.block = block;
        self.visible = visible | 1 << EVERYWHERE;
        self.later = later;
    }

    /// Keeps an open promise for the end of a block that `reaches` accepts with this value, unless the value keeps another.
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

    /// Resolves the promised values in the operands that name them.
    fn resolve(&mut self) {
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

impl Values {
    /// Takes over the values of a body in position form that may be named before place `at`, and its constants. New results are numbered
    /// from the length of the body on.
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
}
