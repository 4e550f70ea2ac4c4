//! A module converted to another dialect is valid and has the same meaning, and converted back it is the same module, if the dialect can
//! express it.

use super::{Case, Oracle, case::case_limits, difference::module_difference, shader_program};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::convert::{Conversion, Forward, LossKind, convert, convert_to_shader};
use irsmith_debuginfo::interpret::state::States;
use irsmith_debuginfo::tables::{Kind, Layout, Role, SHADER_SETS};
use irsmith_debuginfo::validate::{Violation, is_valid, validate};
use irsmith_debuginfo::{Dialect, Id, Info, Instruction, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The oracle.
pub const DIALECTS: Oracle = Oracle {
    name: "debuginfo-dialects",
    family: Family::Metamorphic,
    about: "a valid module is valid in each other dialect, that of shaders too, with the same enumerants, and the same after conversion back, \
            except for reported losses",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let typed = match case.typed_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let module = &*typed;
    let mut dialects: Vec<Dialect> = module.sets().iter().map(|set| set.1).collect();
    dialects.dedup();
    let &[from] = &*dialects else { return Verdict::Skip("several-dialects") };
    let start = Start { module, from, is_valid: is_valid(module) };
    // The conversion to the specification may merge several sources into one file: this cannot be undone, so the round trip begins after it
    // too.
    let specified = convert(module, Dialect::DebugInfo).module;
    let specified = Start { module: &specified, from: Dialect::DebugInfo, is_valid: start.is_valid };
    if let Err(failure) = start.shader(Forward::Keep).and_then(|()| start.shader(Forward::Drop)) {
        return failure;
    }
    match start.trips().and_then(|compared| Ok(compared | specified.trips()?)) {
        Ok(true) => Verdict::Pass,
        Ok(false) => Verdict::Skip("losses"),
        Err(failure) => failure,
    }
}

/// A module to convert.
struct Start<'m> {
    module: &'m Module,
    from: Dialect,
    is_valid: bool,
}

impl Start<'_> {
    /// Converts to each other dialect, and back unless the module began in the specification's. Returns whether any round trip was
    /// lossless.
    fn trips(&self) -> Result<bool, Verdict> {
        let mut compared = false;
        for to in Dialect::ALL.into_iter().filter(|&to| to != self.from) {
            let there = self.there(to)?;
            compared |= to != Dialect::DebugInfo && there.losses.is_empty() && self.back(&there.module, to)?;
        }
        Ok(compared)
    }

    fn there(&self, to: Dialect) -> Result<Conversion, Verdict> {
        let there = convert(self.module, to);
        let fail = |property, element: &str, evidence| Err(self.fail(to, property, element, evidence));
        if there.module.sets().iter().any(|set| set.1 != to) {
            return fail("not-converted", "import", format!("{:?}", there.module.sets()));
        }
        if let Some(error) = self.is_valid.then(|| validate(&there.module)).into_iter().flatten().find(Violation::is_error) {
            return fail("invalid", error.rule.id, error.to_string());
        }
        let written = there.module.write().map_err(|error| self.fail(to, "cannot-write", "module", error.to_string()))?;
        if there.losses.is_empty() {
            let read = Module::read(&written, &case_limits());
            let read = read.map_err(|error| self.fail(to, "cannot-read-back", "module", error.to_string()))?;
            if let Some(difference) = module_difference(&there.module, &read) {
                return fail("converted-changed", &difference.element, difference.evidence);
            }
        }
        if self.is_valid && there.losses.is_empty() {
            let (before, after) = (enumerants(self.module, self.from), enumerants(&there.module, to));
            let count = before.len().max(after.len());
            if let Some((before, after)) = (0..count).map(|at| (before.get(at), after.get(at))).find(|(before, after)| before != after) {
                return fail("enumerant-changed", "enumerant", format!("\n  before: {before:?}\n  after:  {after:?}"));
            }
        }
        Ok(there)
    }

    /// Converts to `NonSemantic.Shader.DebugInfo`: a valid module stays valid, and the words are read back.
    fn shader(&self, forward: Forward) -> Result<(), Verdict> {
        let Conversion { module: there, losses } = convert_to_shader(self.module, forward);
        let fail = |property, element: &str, evidence: String| {
            let evidence = format!("from {} to {}, {forward:?}: {evidence}", self.from.name(), SHADER_SETS[0]);
            Err(Verdict::fail(DIALECTS.name, property, element, evidence))
        };
        if let Some(error) = self.is_valid.then(|| validate(&there)).into_iter().flatten().find(Violation::is_error) {
            return fail("invalid", error.rule.id, error.to_string());
        }
        if let Some((element, evidence)) = shader_program::difference(self.module, &there, &losses).filter(|_| self.is_valid) {
            return fail("program-changed", element, evidence);
        }
        let written = there.write().or_else(|error| fail("cannot-write", "module", error.to_string()).map(|()| Vec::new()))?;
        match Module::read(&written, &case_limits()).map(|read| module_difference(&there, &read)) {
            Ok(None) if self.is_valid && losses.is_empty() => match self.back_from_shader(&there) {
                Some((property, element, evidence)) => fail(property, element, evidence),
                None => Ok(()),
            },
            Ok(None) => Ok(()),
            Ok(Some(difference)) => fail("converted-changed", &difference.element, difference.evidence),
            Err(error) => fail("cannot-read-back", "module", error.to_string()),
        }
    }

    /// Converts back from where nothing was lost, and returns what is not as in the dialect that the set was made after.
    fn back_from_shader(&self, there: &Module) -> Option<(&'static str, &'static str, String)> {
        let start = convert(self.module, Dialect::OpenCl).module;
        let Conversion { module: back, losses } = convert(there, Dialect::OpenCl);
        if let Some(loss) = losses.first() {
            return Some(("lost-on-the-way-back", "module", loss.to_string()));
        }
        if let Some(error) = validate(&back).into_iter().find(Violation::is_error) {
            return Some(("invalid", error.rule.id, error.to_string()));
        }
        let states = [&start, &back].map(|module| States::new(module).canonical(module, |_| true));
        if states[0] != states[1] {
            return Some(("state-changed", "module", format!("\n  before: {:?}\n  after:  {:?}", states[0], states[1])));
        }
        let stated = shader_program::stated_elsewhere(&start);
        let back: BTreeMap<Id, &Info> =
            back.instructions.iter().filter_map(Instruction::debug).map(|debug| (debug.result, &debug.info)).collect();
        let differing = start.instructions.iter().filter_map(Instruction::debug).find_map(|debug| {
            let found = back.get(&debug.result).copied();
            let kept = |info| kept(info, debug.result, &stated);
            (found.map(kept) != Some(kept(&debug.info))).then_some((&debug.info, found))
        });
        differing.map(|(info, found)| ("module-changed", info.row().name, format!("\n  before: {info:?}\n  after:  {found:?}")))
    }

    /// Converts back from where nothing was lost. Returns false if the module is not valid, and the conversion back loses something or an
    /// instruction names an id that the conversion added.
    fn back(&self, there: &Module, to: Dialect) -> Result<bool, Verdict> {
        if !self.is_valid && self.names(self.module.header.bound..there.header.bound) {
            return Ok(false);
        }
        let Conversion { module: mut back, losses } = convert(there, self.from);
        // The loss of Fragment is reported, but Fragment is kept.
        if let Some(loss) = losses.iter().find(|loss| loss.kind != LossKind::Fragment) {
            return if self.is_valid { Err(self.fail(to, "lost-on-the-way-back", "module", loss.to_string())) } else { Ok(false) };
        }
        // Ids that only the other dialect needs were added and removed.
        back.header.bound = self.module.header.bound;
        match module_difference(self.module, &back) {
            Some(difference) => Err(self.fail(to, "module-changed", &difference.element, difference.evidence)),
            None => Ok(true),
        }
    }

    /// Returns whether a debug instruction names any of these ids.
    fn names(&self, ids: Range<u32>) -> bool {
        let mut any = false;
        for debug in self.module.instructions.iter().filter_map(Instruction::debug) {
            debug.info.for_each_id(|_, id| any |= ids.contains(&id.0));
        }
        any
    }

    fn fail(&self, to: Dialect, property: &'static str, element: &str, evidence: String) -> Verdict {
        Verdict::fail(DIALECTS.name, property, element, format!("from {} to {}: {evidence}", self.from.name(), to.name()))
    }
}

/// Returns the number of an instruction, and the words that the set of shaders has or states elsewhere.
fn kept(info: &Info, result: Id, stated: &BTreeSet<(Id, Id)>) -> (u32, Vec<u32>) {
    let mut words = Vec::new();
    info.for_each_word(Layout::OpenCl, |role, _, word| {
        if !matches!(role, Role::Composite | Role::Function) || stated.contains(&(result, Id(word))) {
            words.push(word);
        }
    });
    (info.number(), words)
}

/// Returns the names of the enumerants that each dialect has, in the order of the module, with the results of their instructions.
fn enumerants(module: &Module, dialect: Dialect) -> Vec<(Id, Kind, Option<&'static str>)> {
    let mut names = Vec::new();
    for debug in module.instructions.iter().filter_map(Instruction::debug) {
        debug.info.for_each_word(dialect.layout(), |_, kind, word| {
            if matches!(kind, Kind::Encoding | Kind::CompositeTag | Kind::Qualifier | Kind::OperationCode) {
                names.push((debug.result, kind, kind.name(dialect.layout(), word)));
            }
        });
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::assemble;

    /// The file %3 needs a DebugSource in another dialect, and the composite names the id that it gets.
    const MODULE: &str = r#"
OpCapability Kernel
%1 = OpExtInstImport "DebugInfo"
OpMemoryModel Physical32 OpenCL
%3 = OpString "a"
%4 = OpTypeVoid
%5 = OpExtInst %4 %1 DebugCompilationUnit %3 100 4
%6 = OpExtInst %4 %1 DebugCompilationUnit %7 100 4
"#;

    #[test]
    fn an_id_that_a_conversion_adds_may_be_named_already() {
        let mut module = Module::from_stream(&assemble(MODULE).unwrap());
        module.header.bound = 7;
        assert_eq!(convert(&module, Dialect::OpenCl).module.header.bound, 8);
        assert_eq!(check(&Case::new(&module.write().unwrap())), Verdict::Skip("losses"));
    }
}
