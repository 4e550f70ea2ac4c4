//! Structure-aware mutation of any readable module, generated or not, valid or not.
//!
//! Each line of [`MUTATIONS`] counts its candidates in a module and applies one of them; the candidate is drawn uniformly. Afterwards a
//! fixup restores numbers, counts and types, so that the module can be written and reads back unchanged.

mod blocks;
mod constants;
mod flow;
mod functions;
mod globals;
mod instructions;
mod operands;
mod sites;
mod symbols;
mod types;

pub(super) use constants::remove_constant;
pub(super) use functions::remove_parameter;

use super::build::{Build, Scratch};
use super::config::Config;
use super::edit::{fixup, repair};
use super::forms::DeclareForm;
use super::resume::resume;
use super::rows::all_but;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::Validator;

/// A line of the table of mutations.
pub struct Mutation {
    /// The name, as in `remove instruction`.
    pub name: &'static str,
    /// Counts the places of a module that it can change.
    count: fn(&Module) -> usize,
    /// Changes the place with this number, which is below the result of `count`.
    apply: fn(&mut Mutant<'_, '_>, usize) -> Touched,
}

/// The functions that need repair after a mutation.
enum Touched {
    /// None: control flow, numbers of operands and order of instructions are unchanged.
    Nothing,
    /// One.
    Function(usize),
    /// All.
    All,
}

/// A mutation, by its index in [`MUTATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutationId(pub u8);

impl MutationId {
    /// Returns the mutation of this name, for constants: an unknown name does not compile.
    const fn named(name: &str) -> Self {
        let mut place = 0;
        while !equals(MUTATIONS[place].name.as_bytes(), name.as_bytes()) {
            place += 1;
        }
        Self(place as u8)
    }

    /// Returns the mutation's name.
    pub fn name(self) -> &'static str {
        MUTATIONS.get(usize::from(self.0)).map_or("none", |row| row.name)
    }
}

const fn equals(a: &[u8], b: &[u8]) -> bool {
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// The mutation that is always possible.
const ADD_TYPE: MutationId = MutationId::named("add type");

/// How a mutator treats validity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Valid modules stay valid.
    Always,
    /// Valid modules stay valid in three mutations of four.
    #[default]
    Mostly,
    /// Nothing is checked: the result is only readable.
    Never,
}

/// The state of a mutation.
pub(in crate::pnacl) struct Mutant<'a, 'u> {
    module: Module,
    choices: Choices<'a, 'u>,
    config: &'a Config,
    scratch: &'a mut Scratch,
    /// Whether the module must stay valid.
    careful: bool,
}

impl Mutant<'_, '_> {
    /// Sets up the generator to work in the module.
    fn build(&mut self, work: impl FnOnce(&mut Build<'_, '_>)) {
        let choices = self.choices.reborrow();
        let mut build = resume(choices, self.config, self.scratch, std::mem::take(&mut self.module));
        work(&mut build);
        self.module = build.take();
    }
}

macro_rules! mutations {
    ($($name:literal: $count:path => $apply:path;)*) => {
        /// The table of mutations.
        pub static MUTATIONS: &[Mutation] = &[$(Mutation { name: $name, count: |module| $count(module), apply: |mutant, index| $apply(mutant, index) }),*];
    };
}

mutations! {
    "add instructions": sites::places => instructions::add;
    "remove instruction": instructions::count_removable => instructions::remove;
    "duplicate instruction": instructions::count_removable => instructions::duplicate;
    "move instruction": instructions::count_removable => instructions::shift;
    "change operator": operands::count_operators => operands::change_operator;
    "change alignment": operands::count_alignments => operands::change_alignment;
    "change type of instruction": operands::count_types => operands::change_type;
    "change tail flag": operands::count_calls => operands::change_tail;
    "change operand": operands::count_operands => operands::change_operand;
    "swap operands": operands::count_pairs => operands::swap_operands;
    "change callee": operands::count_calls => operands::change_callee;
    "change constant": constants::count => constants::change;
    "add constant": sites::bodies => constants::add;
    "remove constant": constants::count => constants::remove;
    "swap constants": constants::count => constants::swap;
    "split block": sites::places => blocks::split;
    "merge blocks": blocks::count_mergeable => blocks::merge;
    "remove block": blocks::count => blocks::remove;
    "swap blocks": blocks::count => blocks::swap;
    "copy block": blocks::count => blocks::copy;
    "retarget edge": flow::count_edges => flow::retarget;
    "swap arms": flow::count_forks => flow::swap_arms;
    "change terminator": flow::count_terminators => flow::change_terminator;
    "add case": flow::count_switches => flow::add_case;
    "remove case": flow::count_cases => flow::remove_case;
    "change case": flow::count_cases => flow::change_case;
    "add phi": blocks::count => flow::add_phi;
    "remove phi edge": flow::count_phi_edges => flow::remove_phi_edge;
    "duplicate phi edge": flow::count_phi_edges => flow::duplicate_phi_edge;
    "change phi edge": flow::count_phi_edges => flow::change_phi_edge;
    "add function": sites::one => functions::add;
    "copy function": sites::bodies => functions::copy;
    "remove function": functions::count => functions::remove;
    "swap functions": functions::count => functions::swap;
    "drop body": sites::bodies => functions::drop_body;
    "change linkage": functions::count => functions::change_linkage;
    "change signature": functions::count => functions::change_signature;
    "add global": sites::one => globals::add;
    "remove global": globals::count => globals::remove;
    "swap globals": globals::count => globals::swap;
    "change global": globals::count => globals::change;
    "add initializer": globals::count => globals::add_initializer;
    "remove initializer": globals::count_initializers => globals::remove_initializer;
    "duplicate initializer": globals::count_initializers => globals::duplicate_initializer;
    "change initializer": globals::count_initializers => globals::change_initializer;
    "add type": sites::one => types::add;
    "remove type": types::count => types::remove;
    "swap types": types::count => types::swap;
    "change type": types::count => types::change;
    "add symbol": symbols::count_nameable => symbols::add;
    "remove symbol": symbols::count => symbols::remove;
    "swap symbols": symbols::count => symbols::swap;
    "edit name": symbols::count => symbols::edit;
    "retarget symbol": symbols::count => symbols::retarget;
}

/// How many mutations are tried before one that cannot make the module invalid, and how many are drawn to find one with a candidate.
const TRIES: usize = 6;

/// Mutates modules, and reuses its buffers.
#[derive(Debug)]
pub struct Mutator {
    /// How validity is treated.
    pub keep: Keep,
    config: Config,
    scratch: Scratch,
    validator: Validator,
}

impl Default for Mutator {
    fn default() -> Self {
        Self::new(Keep::default())
    }
}

impl Mutator {
    /// Makes a mutator.
    pub fn new(keep: Keep) -> Self {
        // Added code has no forward declarations: they would need a plan of the control flow.
        let config = Config { functions: 1, rows: all_but::<DeclareForm>(), ..Config::default() };
        Self { keep, config, scratch: Scratch::default(), validator: Validator::default() }
    }

    /// Changes a module in one place and returns the mutation.
    ///
    /// Total: there is always something to change. The module can be written and reads back unchanged, if it could before.
    pub fn mutate(&mut self, module: &mut Module, bytes: &mut Unstructured<'_>) -> MutationId {
        let mut choices = Choices::new(bytes);
        let wanted = match self.keep {
            Keep::Always => true,
            Keep::Mostly => !choices.chance(64),
            Keep::Never => false,
        };
        let careful = wanted && self.validator.is_valid(module);
        for _ in 0..TRIES {
            let Some((place, count)) = draw_possible(module, &mut choices) else { break };
            let mut mutant =
                Mutant { module: module.clone(), choices: choices.reborrow(), config: &self.config, scratch: &mut self.scratch, careful };
            let index = mutant.choices.below(count);
            let touched = (MUTATIONS[place].apply)(&mut mutant, index);
            let mut changed = mutant.module;
            settle(&mut changed, &touched, careful);
            if changed != *module && (!careful || self.validator.is_valid(&changed)) {
                *module = changed;
                return MutationId(place as u8);
            }
        }
        self.add_type(module)
    }

    /// What is always possible: adds a type.
    fn add_type(&mut self, module: &mut Module) -> MutationId {
        let signature = irsmith_pnacl::Signature { varargs: false, result: irsmith_pnacl::TypeId(0), parameters: Default::default() };
        let new = if module.types.is_empty() { irsmith_pnacl::Type::Void } else { irsmith_pnacl::Type::Function(signature) };
        let valid = module.types.first().is_none_or(|first| *first == irsmith_pnacl::Type::Void);
        module.types.push(if valid { new } else { irsmith_pnacl::Type::Void });
        ADD_TYPE
    }
}

/// Returns a mutation that has a candidate, and the number of its candidates. Some draws are tried, then all mutations in turn from the
/// last one on.
fn draw_possible(module: &Module, choices: &mut Choices<'_, '_>) -> Option<(usize, usize)> {
    let draws: [usize; TRIES] = std::array::from_fn(|_| choices.below(MUTATIONS.len()));
    let last = draws[TRIES - 1];
    draws.into_iter().chain(last..MUTATIONS.len()).chain(0..last).find_map(|place| match (MUTATIONS[place].count)(module) {
        0 => None,
        count => Some((place, count)),
    })
}

/// Makes the module readable, and if it must stay valid, repairs the changed functions.
fn settle(module: &mut Module, touched: &Touched, careful: bool) {
    fixup(module);
    if careful {
        match touched {
            Touched::Nothing => {}
            Touched::Function(function) => repair(module, *function),
            Touched::All => (0..module.functions.len()).for_each(|function| repair(module, function)),
        }
    }
}

/// Changes a module in one place, as [`Mutator::mutate`].
pub fn mutate(module: &mut Module, bytes: &mut Unstructured<'_>) -> MutationId {
    Mutator::default().mutate(module, bytes)
}
