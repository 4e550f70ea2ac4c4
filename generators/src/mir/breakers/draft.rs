//! A file on its way to being broken: how breakers find places, and what they put there.

use crate::mir::edit::{Place, instruction_mut, is_phi, known, machine_of, next_number};
use irsmith_mir::tables::{Machine, Target};
use irsmith_mir::transform::Space;
use irsmith_mir::{Block, File, Function, FunctionFlags, Instruction, Limits, body};

/// A file and the draws that choose where it breaks.
pub(super) type Draft<'a, 'u> = crate::breaker::Draft<'a, 'u, File>;

/// A number that nothing has: it is no edge of anything, so that nobody chooses it.
pub(super) const ABSENT: u32 = 2_718_281_828;

/// Whether a function has a flag.
pub(super) fn has(function: &Function, flag: &str) -> bool {
    FunctionFlags::of(flag).is_some_and(|flag| function.flags.contains(flag))
}

/// Whether the verifier looks at a function before selection, its physical registers too.
pub(super) fn is_open(function: &Function) -> bool {
    let closed = ["failedISel", "selected", "regBankSelected"];
    !closed.iter().any(|flag| has(function, flag)) && has(function, "tracksRegLiveness") && !function.blocks.is_empty()
}

/// Whether every virtual register is written once, as a whole.
pub(super) fn is_ssa(function: &Function) -> bool {
    let lines = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut all = lines.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()));
    known(function).values().all(|known| known.definitions <= 1)
        && all.all(|instruction| instruction.results.iter().all(|result| result.subregister.is_none()))
}

impl Draft<'_, '_> {
    /// One of the functions for which `fits` holds.
    pub(super) fn function(&mut self, fits: impl Fn(&Function) -> bool) -> Option<&mut Function> {
        let at = self.function_index(fits)?;
        self.model.functions.get_mut(at)
    }

    fn function_index(&mut self, fits: impl Fn(&Function) -> bool) -> Option<usize> {
        let places: Vec<usize> = (0..self.model.functions.len()).filter(|at| fits(&self.model.functions[*at])).collect();
        self.pick(&places)
    }

    /// The target of the file; none where there are no tables of it.
    pub(super) fn target(&self) -> Option<Target> {
        machine_of(self.model).map(Machine::target)
    }

    /// Whether pointers of the file's target have 64 bits.
    pub(super) fn has_wide_pointers(&self) -> bool {
        let wide = ["x86_64", "aarch64", "arm64"];
        self.model.triple().is_some_and(|triple| wide.iter().any(|start| triple.starts_with(start)) && !triple.contains("32"))
    }

    /// One of two texts: for X86 and for AArch64.
    pub(super) fn of_target<T>(&self, [x86, aarch64]: [T; 2]) -> Option<T> {
        Some(if self.target()? == Target::X86 { x86 } else { aarch64 })
    }

    /// One of the places, and the instruction there.
    pub(super) fn instruction(&mut self, places: &[Place]) -> Option<(usize, &mut Instruction)> {
        let place = self.pick(places)?;
        Some((place.part, instruction_mut(self.model, place)?))
    }

    /// Puts instructions into a function that the verifier looks at, behind the PHIs of a block and before what ends it.
    pub(super) fn insert(&mut self, text: &str) -> Option<()> {
        let lines = instructions(text)?;
        let function = self.function_index(is_open)?;
        let block = self.choices.below(self.model.functions[function].blocks.len());
        let list = &self.model.functions[function].blocks[block].instructions;
        let first = list.iter().take_while(|instruction| is_phi(instruction)).count();
        // Only these surely do not end a block.
        let plain = |instruction: &&Instruction| {
            matches!(instruction.opcode.as_str(), "COPY" | "IMPLICIT_DEF" | "G_IMPLICIT_DEF" | "G_CONSTANT" | "KILL")
        };
        let count = list[first..].iter().take_while(plain).count();
        let at = first + self.choices.below(count + 1);
        self.model.functions[function].blocks[block].instructions.splice(at..at, lines);
        Some(())
    }
}

/// Appends blocks to a function. In the text, `{a}`, `{b}` and `{c}` are their numbers, `{entry}` is that of the entry block.
pub(super) fn append(function: &mut Function, text: &str) -> Option<()> {
    let first = next_number(function, Space::Block)?;
    let entry = function.blocks.first()?.number;
    function.blocks.extend(parse(text, entry, first..=u32::MAX)?);
    Some(())
}

/// The blocks of a text, by the number of the entry block and those of new ones.
pub(super) fn parse(text: &str, entry: u32, numbers: impl IntoIterator<Item = u32>) -> Option<Vec<Block>> {
    let text = text.replace("{entry}", &entry.to_string());
    let names = ["{a}", "{b}", "{c}"];
    let text = names.iter().zip(numbers).fold(text, |text, (name, number)| text.replace(name, &number.to_string()));
    body::parse(&text, &Limits::default()).ok()
}

/// The instructions of a text.
pub(super) fn instructions(text: &str) -> Option<Vec<Instruction>> {
    let blocks: Vec<Block> = body::parse(&format!("bb.0:\n{text}"), &Limits::default()).ok()?;
    blocks.into_iter().next().map(|block| block.instructions)
}
