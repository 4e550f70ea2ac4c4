//! A file that is being broken: how breakers find places, and what they insert there.

use crate::mir::edit::{Place, instruction_mut, is_phi, known, machine_of, next_number};
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::transform::Space;
use irsmith_mir::{Block, File, Function, FunctionFlags, Instruction, Limits, body};

/// A file and the draws that choose where it is broken.
pub(super) type Draft<'a, 'u> = crate::breaker::Draft<'a, 'u, File>;

/// A number that is never in use: it is not a boundary value, so the generator does not choose it.
pub(super) const ABSENT: u32 = 2_718_281_828;

/// Returns whether the verifier checks a function before selection, including its physical registers.
pub(super) fn is_open(function: &Function) -> bool {
    let closed = [FunctionFlags::FAILED_ISEL, FunctionFlags::SELECTED, FunctionFlags::REG_BANK_SELECTED];
    let flags = function.flags;
    !closed.iter().any(|flag| flags.contains(*flag)) && flags.contains(FunctionFlags::TRACKS_REG_LIVENESS) && !function.blocks.is_empty()
}

/// Returns whether every virtual register is written once, as a whole.
pub(super) fn is_ssa(function: &Function) -> bool {
    let lines = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut all = lines.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()));
    known(function).values().all(|known| known.definitions <= 1)
        && all.all(|instruction| instruction.results.iter().all(|result| result.subregister.is_none()))
}

impl Draft<'_, '_> {
    /// Draws one of the functions for which `fits` holds.
    pub(super) fn function(&mut self, fits: impl Fn(&Function) -> bool) -> Option<&mut Function> {
        let at = self.function_index(fits)?;
        self.model.functions.get_mut(at)
    }

    fn function_index(&mut self, fits: impl Fn(&Function) -> bool) -> Option<usize> {
        let places: Vec<usize> = (0..self.model.functions.len()).filter(|at| fits(&self.model.functions[*at])).collect();
        self.pick(&places)
    }

    /// Returns the target of the file; `None` if there are no tables of it.
    pub(super) fn target(&self) -> Option<Target> {
        machine_of(self.model).map(Machine::target)
    }

    /// Returns whether pointers of the file's target have 64 bits.
    pub(super) fn has_wide_pointers(&self) -> bool {
        let wide = ["x86_64", "aarch64", "arm64"];
        self.model.triple().is_some_and(|triple| wide.iter().any(|start| triple.starts_with(start)) && !triple.contains("32"))
    }

    /// Returns one of two texts: for X86 and for AArch64.
    pub(super) fn of_target<T>(&self, [x86, aarch64]: [T; 2]) -> Option<T> {
        Some(if self.target()? == Target::X86 { x86 } else { aarch64 })
    }

    /// Draws one of the places, and returns the instruction there.
    pub(super) fn instruction(&mut self, places: &[Place]) -> Option<(usize, &mut Instruction)> {
        let place = self.pick(places)?;
        Some((place.part, instruction_mut(self.model, place)?))
    }

    /// Inserts instructions into a function that the verifier checks, after the PHIs of a block and before its terminators.
    pub(super) fn insert(&mut self, text: &str) -> Option<()> {
        let lines = instructions(text)?;
        let function = self.function_index(is_open)?;
        let block = self.choices.below(self.model.functions[function].blocks.len());
        let list = &self.model.functions[function].blocks[block].instructions;
        let first = list.iter().take_while(|instruction| is_phi(instruction)).count();
        // Only these instructions surely do not end a block.
        let plain = |instruction: &&Instruction| {
            matches!(instruction.opcode.as_str(), "COPY" | "IMPLICIT_DEF" | "G_IMPLICIT_DEF" | "G_CONSTANT" | "KILL")
        };
        let count = list[first..].iter().take_while(plain).count();
        let at = first + self.choices.below(count + 1);
        self.model.functions[function].blocks[block].instructions.splice(at..at, lines);
        Some(())
    }
}

/// Appends blocks to a function. In the text, `{a}`, `{b}` and `{c}` are their numbers, `{entry}` is the number of the entry block.
pub(super) fn append(function: &mut Function, text: &str) -> Option<()> {
    let first = next_number(function, Space::Block)?;
    let entry = function.blocks.first()?.number;
    function.blocks.extend(parse(text, entry, first..=u32::MAX)?);
    Some(())
}

/// Parses the blocks of a text, given the number of the entry block and the numbers of the new blocks.
pub(super) fn parse(text: &str, entry: u32, numbers: impl IntoIterator<Item = u32>) -> Option<Vec<Block>> {
    let text = text.replace("{entry}", &entry.to_string());
    let names = ["{a}", "{b}", "{c}"];
    let text = names.iter().zip(numbers).fold(text, |text, (name, number)| text.replace(name, &number.to_string()));
    body::parse(&text, &Limits::default()).ok()
}

/// Parses the instructions of a text.
pub(super) fn instructions(text: &str) -> Option<Vec<Instruction>> {
    let blocks: Vec<Block> = body::parse(&format!("bb.0:\n{text}"), &Limits::default()).ok()?;
    blocks.into_iter().next().map(|block| block.instructions)
}
