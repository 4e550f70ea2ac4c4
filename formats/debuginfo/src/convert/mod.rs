//! Conversion between dialects.
//!
//! | the dialects differ in | on the way to `OpenCL.DebugInfo.100` | on the way to `DebugInfo` |
//! |---|---|---|
//! | source files | a DebugSource for each OpString | its OpString; the text is lost |
//! | language of a compilation unit | that of the first OpSource, or 0 | lost if it is another |
//! | linkage name of a composite type | its name | lost if it is another |
//! | flags of function types and local variables | none | lost if there are any |
//! | flags above bit 13 | | lost |
//! | encodings of basic types | other numbers | other numbers |
//! | atomic types, imported entities, modules, arrays whose count is no constant | | become DebugInfoNone |
//! | operation 9, Fragment | | kept, and reported |
//!
//! `SPIRV.debug` differs from `OpenCL.DebugInfo.100` in two numbers, an unused word of imported entities, which becomes 0, two flags, which
//! are lost on the way back, and in that the linkage name of a composite type and the text of a source may be DebugInfoNone. The translator,
//! the only reader of it, requires a text of every source (15.0.0 asserts it), so there a source's text is its name.
//!
//! `NonSemantic.Shader.DebugInfo.100` has a conversion of its own, [`convert_to_shader`], since all its operands are ids. Modules of any of
//! its versions are converted to `OpenCL.DebugInfo.100` first:
//!
//! | in `NonSemantic.Shader.DebugInfo` | in `OpenCL.DebugInfo.100` |
//! |---|---|
//! | constants | literals |
//! | DebugFunctionDefinition | the function of the DebugFunction |
//! | the members of a composite | the composite of a member or base too |
//! | DebugLine, DebugNoLine | OpLine, OpNoLine; the end of the range is lost |
//! | a matrix | an array of its vectors, which is reported |
//! | a vector whose count is an id | a vector with that count |
//! | other types, build identifiers, storage paths, entry points, texts that continue | DebugInfoNone |

mod loss;
mod operands;
mod shader;
mod sources;

pub use loss::{Loss, LossKind};
pub use shader::{Forward, convert_to_shader};

use crate::grammar::{string_len, string_words};
use crate::tables::{InstructionRow, Layout, SHADER_SETS};
use crate::transform::drop_annotations;
use crate::{DebugInstruction, Dialect, Id, Info, Instruction, Module, Words};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// A module converted to another dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The module. Instructions outside the debug sets are unchanged, except for the name of the set.
    pub module: Module,
    /// What the dialect cannot express, in the order of the instructions.
    pub losses: Vec<Loss>,
}

/// Converts every debug instruction to a dialect, also those of `NonSemantic.Shader.DebugInfo`.
pub fn convert(module: &Module, to: Dialect) -> Conversion {
    if module.shader_sets().is_empty() {
        return convert_typed(module, to);
    }
    let Conversion { module, mut losses } = shader::from_shader(module);
    let converted = convert_typed(&module, to);
    losses.extend(converted.losses);
    Conversion { module: converted.module, losses }
}

fn convert_typed(module: &Module, to: Dialect) -> Conversion {
    let mut work = Work { module: module.clone(), losses: Vec::new() };
    let sets = module.sets();
    let others: BTreeMap<Id, Dialect> = sets.iter().filter(|set| set.1 != to).collect();
    work.import(&others, to.name());
    work.untyped(&others, to);
    // A module may import sets that it does not use, in any number.
    let used: BTreeSet<Id> = module.instructions.iter().filter_map(Instruction::debug).map(|debug| debug.set).collect();
    let changed = sets.iter().filter(|(set, from)| from.layout() != to.layout() && used.contains(set));
    let changed: Vec<(Id, Layout)> = changed.map(|(set, from)| (set, from.layout())).collect();
    if to.layout() == Layout::Specified {
        work.drop_opencl(&changed.iter().map(|(set, _)| *set).collect::<Vec<Id>>());
    }
    for &(set, from) in changed.iter().filter(|_| to.layout().is_opencl()) {
        match from {
            Layout::Specified => work.add_opencl(set, to),
            Layout::OpenCl | Layout::Translator => work.between_opencl(set, to.layout()),
        }
    }
    Conversion { module: work.module, losses: work.losses }
}

struct Work {
    module: Module,
    losses: Vec<Loss>,
}

impl Work {
    /// Renames the imports of these sets.
    fn import(&mut self, sets: &BTreeMap<Id, Dialect>, to: &str) {
        let names = || Dialect::ALL.into_iter().map(Dialect::name).chain(SHADER_SETS);
        for instruction in &mut self.module.instructions {
            if let Instruction::Core(core) = instruction
                && core.is(Op::ExtInstImport)
                && let Some(set) = core.id(0).filter(|set| sets.contains_key(set))
            {
                // A conversion ignores the words of an ill-formed import after the name.
                let len = string_len(&core.words[1..]).unwrap_or(core.words.len() - 1);
                let behind: Words = core.words[1 + len..].into();
                if names().all(|name| core.words[1..1 + len] != string_words(name)[..]) {
                    self.losses.push(Loss { result: set, kind: LossKind::Padding });
                }
                core.words.truncate(1);
                core.words.extend(string_words(to).into_iter().chain(behind));
            }
        }
    }

    /// Removes instructions that their rows do not describe, because they may mean something else in another dialect.
    fn untyped(&mut self, sets: &BTreeMap<Id, Dialect>, to: Dialect) {
        let changes = |from: Dialect, number| from.number(number) != number || from.layout() != to.layout() || to.number(number) != number;
        self.drop_untyped(|set, number| sets.get(&set).is_some_and(|&from| changes(from, number)), sets);
    }

    /// Removes instructions that are words in a set and of a number for which `is` holds. Outside functions they become DebugInfoNone, which
    /// may not stand in one.
    fn drop_untyped(&mut self, is: impl Fn(Id, u32) -> bool, sets: &BTreeMap<Id, Dialect>) {
        let mut is_in_function = false;
        let mut gone = BTreeSet::new();
        for instruction in &mut self.module.instructions {
            let Instruction::Core(core) = instruction else { continue };
            is_in_function |= core.is(Op::Function);
            if core.is(Op::ExtInst)
                && core.words.len() >= 4
                && let (result, set, number) = (Id(core.words[1]), Id(core.words[2]), core.words[3])
                && is(set, number)
            {
                let row = sets.get(&set).and_then(|from| InstructionRow::find(from.layout(), from.number(number)));
                self.losses.push(Loss { result, kind: LossKind::Unknown(number, row.map(|row| row.op)) });
                if is_in_function {
                    gone.insert(result);
                }
                let result_type = Id(core.words[0]);
                *instruction = Instruction::Debug(DebugInstruction { result_type, result, set, info: Info::InfoNone {} });
            }
        }
        if !gone.is_empty() {
            let of = |instruction: &Instruction| instruction.result().is_some_and(|result| gone.contains(&result));
            self.module.instructions.retain(|instruction| !of(instruction));
            drop_annotations(&mut self.module, &gone);
        }
    }

    fn add_opencl(&mut self, set: Id, to: Dialect) {
        let language = self.language();
        self.add_sources(set, to);
        self.each(set, |info, lose| operands::add_opencl(info, language, lose));
    }

    fn drop_opencl(&mut self, sets: &[Id]) {
        let language = self.language();
        self.drop_sources(sets);
        for &set in sets {
            self.drop_array_counts(set);
            self.each(set, |info, lose| operands::drop_opencl(info, language, lose));
        }
    }

    /// Converts between `OpenCL.DebugInfo.100` and `SPIRV.debug`.
    fn between_opencl(&mut self, set: Id, to: Layout) {
        let nones = self.nones();
        self.each(set, |info, lose| operands::between_opencl(info, to, &nones, lose));
    }

    /// Removes array counts: the number of elements of an array may be a variable, or unknown, only in `OpenCL.DebugInfo.100`.
    fn drop_array_counts(&mut self, set: Id) {
        let debugs: BTreeSet<Id> = self.module.instructions.iter().filter_map(Instruction::debug).map(|debug| debug.result).collect();
        self.each(set, |info, lose| {
            if let Info::TypeArray { counts, .. } = info
                && let Some(&count) = counts.iter().find(|count| debugs.contains(count))
            {
                lose(LossKind::ArrayCount(count));
                *info = Info::InfoNone {};
            }
        });
    }

    fn each(&mut self, set: Id, mut f: impl FnMut(&mut Info, &mut dyn FnMut(LossKind))) {
        let Self { module, losses } = self;
        for instruction in &mut module.instructions {
            if let Instruction::Debug(debug) = instruction
                && debug.set == set
            {
                let result = debug.result;
                f(&mut debug.info, &mut |kind| losses.push(Loss { result, kind }));
            }
        }
    }

    /// Returns the language of the first OpSource, or 0 for unknown.
    fn language(&self) -> u32 {
        let mut cores = self.module.instructions.iter().filter_map(Instruction::core);
        cores.find(|core| core.is(Op::Source)).and_then(|core| core.words.first().copied()).unwrap_or(0)
    }
}
