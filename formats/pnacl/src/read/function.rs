//! Function blocks (manual, *Function Blocks*).

use super::operands::OperandReader;
use super::records::{Next, Reader, RecordRef};
use super::{BodyPlaces, NoteKind};
use crate::tables::{BlockKind, Instruction, function};
use crate::{Body, Error, ErrorKind, Result, Type, Value, ValueKind};

/// The state of reading a function block.
#[derive(Default)]
pub(super) struct State {
    /// Item and operand of the count record.
    count: Option<(u32, u64)>,
    pub(super) parameters: u32,
    /// Whether there was a constants block.
    has_constants: bool,
    /// Whether there was a forward declaration.
    has_declarations: bool,
    /// Whether there was an instruction.
    pub(super) has_instructions: bool,
    /// Whether a constant follows a result.
    pub(super) has_late_constants: bool,
    /// Instructions with results.
    results: u32,
    /// Whether an operand named a value before its definition.
    pub(super) pending: bool,
    /// One more than the largest absolute index that was named before its definition.
    pub(super) named: u32,
    /// The first record that names a function, a global or an absolute index.
    pub(super) first_use: Option<u32>,
}

impl Reader<'_> {
    pub(super) fn function(&mut self, function: u32, enter: u32) -> Result<(Body, BodyPlaces)> {
        let globals = self.values.len();
        let mut body = Body::default();
        let mut places = BodyPlaces { enter, ..BodyPlaces::default() };
        let parameters = self.reading.module.signature_of(function).map_or(0, |signature| signature.parameters.len());
        for index in 0..parameters {
            self.define(enter, Value::parameter(index as u32))?;
        }
        let mut state = State { parameters: parameters as u32, ..State::default() };
        loop {
            match self.next(Some(BlockKind::Function))? {
                Next::End => break,
                Next::Block(_, item) => {
                    state.has_constants = true;
                    self.check_constants(item, &state);
                    let before = body.constants.len();
                    self.constants(&mut body, &mut places)?;
                    state.has_late_constants |= state.results > 0 && body.constants.len() > before;
                }
                Next::Record(record) if record.code == function::BLOCKS => self.block_count(record, &mut state)?,
                Next::Record(record) => {
                    let instruction = self.instruction(record, &body, &mut state)?;
                    let declares = matches!(instruction, Instruction::Declare { .. });
                    state.has_declarations |= declares;
                    state.has_instructions |= !declares;
                    body.instructions.push(instruction);
                    if self.keep_places {
                        places.instructions.push(record.item);
                    }
                }
            }
        }
        self.check_density(&body, &places, state.results);
        self.check_blocks(&body, &places, &state)?;
        if state.pending {
            self.resolve(&mut body, &places, state.results)?;
        }
        self.values.truncate(globals);
        self.record_use(&state, globals);
        Ok((body, places))
    }

    fn block_count(&mut self, record: RecordRef<'_>, state: &mut State) -> Result<()> {
        let [count] = self.form(record, "blocks", "1")?;
        if state.count.is_some() {
            self.note(record.item, NoteKind::RepeatedCount);
        } else if state.has_instructions {
            self.note(record.item, NoteKind::LateCount);
        } else {
            if state.has_declarations {
                self.note(record.item, NoteKind::CountAfterDeclaration);
            }
            if state.has_constants {
                self.note(record.item, NoteKind::CountAfterConstants);
            }
        }
        state.count = Some((record.item, count));
        Ok(())
    }

    /// Notes the first result of a body that bcdis considers impossible for the size of the block.
    fn check_density(&mut self, body: &Body, places: &BodyPlaces, results: u32) {
        /// The values in a word: bcdis assumes that each takes 4 bits.
        const IN_WORD: u32 = 8;
        let words = self.stream.words(places.enter as usize, self.last() as usize);
        if words == 0 || !self.keep_places || results <= words.saturating_mul(IN_WORD).saturating_add(1) {
            return;
        }
        let module = &self.reading.module;
        let mut defining = body.instructions.iter().zip(&places.instructions).filter(|(instruction, _)| instruction.has_result(module));
        if let Some((_, &item)) = defining.nth(words as usize * IN_WORD as usize + 1) {
            self.note(item, NoteKind::ValuesInWords(words));
        }
    }

    fn check_blocks(&self, body: &Body, places: &BodyPlaces, state: &State) -> Result<()> {
        let enter = places.enter;
        let actual = u64::from(body.block_count());
        let (item, expected) = state.count.unwrap_or((enter, 0));
        if expected != actual || actual == 0 {
            return Err(self.error_at(item, ErrorKind::CountMismatch { what: "basic blocks", expected, actual }));
        }
        if !body.instructions.last().is_some_and(Instruction::is_terminator) {
            return Err(self.error_at(enter, ErrorKind::BodyMismatch("the last basic block of the function has no terminator")));
        }
        self.check_targets(body, places, actual)
    }

    /// Checks the basic blocks and types that instructions name.
    fn check_targets(&self, body: &Body, places: &BodyPlaces, blocks: u64) -> Result<()> {
        let types = self.reading.module.types.len();
        for (index, instruction) in body.instructions.iter().enumerate() {
            let mut bad = None;
            instruction.for_each_block(|block| {
                if u64::from(block.0) >= blocks {
                    bad.get_or_insert(("basic block", block.0));
                }
            });
            instruction.for_each_type(|ty| {
                if ty.0 as usize >= types {
                    bad.get_or_insert(("type", ty.0));
                }
            });
            if let Some((what, value)) = bad {
                let kind = ErrorKind::OutOfRange { what, value: u64::from(value) };
                return Err(self.error_at(places.instruction(index), kind));
            }
        }
        Ok(())
    }

    fn instruction(&mut self, record: RecordRef<'_>, body: &Body, state: &mut State) -> Result<Instruction> {
        let at = self.stream.address(record.item as usize);
        let mut operands = OperandReader::new(at, record.operands, &self.values, self.kinds(body, state));
        let mut instruction = Instruction::read(record.code, &mut operands)?;
        let extra = operands.remaining();
        state.pending |= operands.saw_pending();
        let (case_kind, differing) = (operands.case_kind(), operands.differing());
        if extra > 0 {
            self.note_extra(record, crate::tables::INSTRUCTIONS[instruction.row()].name, record.operands.len() - extra);
        }
        if let Some(kind) = case_kind {
            self.note(record.item, NoteKind::CaseKind(kind));
        }
        if let Some((value, other)) = differing {
            self.note(record.item, NoteKind::OtherValue { value, other });
        }
        if self.keep_places {
            self.record_numbers(record.item, &instruction, state);
        }
        match &mut instruction {
            Instruction::Call { callee, .. } if callee.kind() != ValueKind::Function => {
                return Err(Error { at, kind: ErrorKind::NotAFunction(callee.index()) });
            }
            Instruction::Switch { ty, cases, .. } => {
                if let Some(&Type::Integer(bits)) = self.reading.module.ty(*ty) {
                    cases.iter_mut().for_each(|case| case.value = self.truncated(record.item, case.value, bits));
                }
            }
            _ => {}
        }
        if instruction.has_result(&self.reading.module) {
            self.define(record.item, Value::instruction(state.results))?;
            state.results += 1;
        }
        Ok(instruction)
    }

    /// Converts absolute indices of forward references to values. A forward declaration may name a value that is never defined; it is
    /// numbered after the last one.
    fn resolve(&self, body: &mut Body, places: &BodyPlaces, results: u32) -> Result<()> {
        let total = self.values.len() as u32;
        for (index, instruction) in body.instructions.iter_mut().enumerate() {
            let mut undefined = None;
            let declares = matches!(instruction, Instruction::Declare { .. });
            instruction.for_each_value_mut(|value| {
                if let Some(absolute) = value.as_pending() {
                    match self.values.get(absolute as usize) {
                        Some(&resolved) => *value = resolved,
                        None if declares => *value = Value::instruction(results + (absolute - total)),
                        None => {
                            undefined.get_or_insert(absolute);
                        }
                    }
                }
            });
            if let Some(absolute) = undefined {
                let kind = ErrorKind::UndefinedValue { index: absolute, limit: total };
                return Err(self.error_at(places.instruction(index), kind));
            }
        }
        Ok(())
    }
}
