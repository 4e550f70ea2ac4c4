//! What an optimizer must keep of the debug information.
//!
//! A pass may remove code, and what is said of it; it may say nothing of code that it makes. But what it says must be true:
//!
//! | property | of an instruction after the pass |
//! |---|---|
//! | `scope-lost`, `scope-changed`, `line-changed` | that with its result and opcode had another scope or inlining before, or another line |
//! | `scope-invented` | no instruction of its function had its scope and inlining, and none of a function that was called there |
//! | `line-invented` | no instruction of its scope had its line |
//! | `instructions-changed` | if a pass is only to renumber ids: it is another one |
//!
//! Code of a function that was called has the line and scope of the call as its next place of inlining.

use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::grammar::{row, shape};
use irsmith_debuginfo::interpret::state::{Line, Origin, Site, States};
use irsmith_debuginfo::{CoreInstruction, Dialect, Id, Module};
use rspirv::grammar::reflect::is_block_terminator;
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A statement of the changed module that was not true of the first.
pub(super) struct Untrue {
    pub(super) property: &'static str,
    pub(super) element: &'static str,
    /// Whether it is a scope that is lost directly behind an OpLine or OpNoLine.
    pub(super) is_lost_at_line: bool,
    pub(super) evidence: String,
}

/// Returns the untrue statements of a changed module, or what is not the same if only the numbers of ids may be others.
pub(super) fn untrue(before: &Module, after: &Module, is_renumbered: bool) -> Vec<Untrue> {
    // Scopes and lines of `NonSemantic.Shader.DebugInfo` are read too.
    let [before, after] = [before, after].map(|module| convert(module, Dialect::OpenCl).module);
    let (before, after) = (&before, &after);
    if is_renumbered {
        return renumbered(&placed(before), &placed(after));
    }
    let source = Source::of(before);
    placed(after).iter().filter_map(|placed| source.judge(placed)).collect()
}

/// Returns what is untrue of a module that has the same instructions.
fn renumbered(before: &[Placed<'_>], after: &[Placed<'_>]) -> Vec<Untrue> {
    let opcodes = |all: &[Placed<'_>]| all.iter().map(|placed| placed.core.opcode).collect::<Vec<u16>>();
    if opcodes(before) != opcodes(after) {
        let evidence = format!("{} instructions before, {} after, or others", before.len(), after.len());
        return vec![Untrue { property: "instructions-changed", element: "instruction", is_lost_at_line: false, evidence }];
    }
    before.iter().zip(after).filter_map(|(before, after)| after.differs(&before.origin)).collect()
}

/// An instruction of a function with its origin.
struct Placed<'m> {
    function: Id,
    core: &'m CoreInstruction,
    is_behind_line: bool,
    origin: Origin,
}

impl Placed<'_> {
    fn result(&self) -> Option<Id> {
        shape(self.core.opcode).result(&self.core.words)
    }

    fn opcode(&self) -> Option<Op> {
        Op::from_u32(self.core.opcode.into())
    }

    /// Returns what is said otherwise of the same instruction with this origin. New statements may be made, and lines be left out.
    fn differs(&self, before: &Origin) -> Option<Untrue> {
        let after = &self.origin;
        let is_scope = (&before.scope, &before.inlined) == (&after.scope, &after.inlined);
        let property = if after.scope.is_none() && before.scope.is_some() {
            "scope-lost"
        } else if before.scope.is_some() && !is_scope {
            "scope-changed"
        } else if before.line.is_some() && after.line.is_some() && before.line != after.line {
            "line-changed"
        } else {
            return None;
        };
        Some(self.untrue(property, format!("before: {before}\n  after:  {after}")))
    }

    fn untrue(&self, property: &'static str, evidence: String) -> Untrue {
        let (name, result) = (row(self.core.opcode).map_or("instruction", |row| row.opname), self.result());
        let evidence = format!("of Op{name}{}\n  {evidence}", result.map(|id| format!(" {id}")).unwrap_or_default());
        Untrue { property, element: self.name(), is_lost_at_line: property == "scope-lost" && self.is_behind_line, evidence }
    }

    /// Returns what kind of instruction it is: branches with their merge instructions, which the tool places together, others that end a
    /// block, each by its name, and all others.
    fn name(&self) -> &'static str {
        match self.opcode() {
            Some(Op::Branch | Op::BranchConditional | Op::Switch | Op::LoopMerge | Op::SelectionMerge) => "branch",
            Some(op) if is_block_terminator(op) => row(self.core.opcode).map_or("instruction", |row| row.opname),
            _ => "instruction",
        }
    }
}

/// Returns the instructions of all blocks with their origins. Left out are labels, phis and variables, which a DebugScope of their block
/// cannot precede, and OpNop, which the tool does not write.
fn placed(module: &Module) -> Vec<Placed<'_>> {
    let mut function = Id(0);
    let mut placed = Vec::new();
    for (at, origin) in States::new(module).origins(module) {
        let Some(core) = module.instructions[at].core() else { continue };
        match Op::from_u32(core.opcode.into()) {
            Some(Op::Function) => function = core.id(1).unwrap_or_default(),
            Some(Op::FunctionParameter | Op::Label | Op::Variable | Op::Phi | Op::Nop | Op::FunctionEnd) => {}
            _ => {
                let before = at.checked_sub(1).and_then(|before| module.instructions[before].core());
                let is_behind_line = before.is_some_and(|core| core.is(Op::Line) || core.is(Op::NoLine));
                placed.push(Placed { function, core, is_behind_line, origin });
            }
        }
    }
    placed
}

/// A scope, and where it was inlined.
type Scope = (Rc<str>, Rc<[Site]>);

/// A call: where it is, and of what.
struct Call {
    function: Id,
    called: Id,
    origin: Origin,
}

/// What the first module says.
struct Source {
    /// The scopes of each function's instructions.
    scopes: BTreeMap<Id, BTreeSet<Scope>>,
    lines: BTreeSet<(Rc<str>, Line)>,
    results: BTreeMap<Id, (Id, u16, Origin)>,
    calls: Vec<Call>,
}

impl Source {
    fn of(module: &Module) -> Self {
        let mut source = Self { scopes: BTreeMap::new(), lines: BTreeSet::new(), results: BTreeMap::new(), calls: Vec::new() };
        for instruction in placed(module) {
            let Placed { function, core, origin, .. } = &instruction;
            if let Some(scope) = &origin.scope {
                source.scopes.entry(*function).or_default().insert((scope.clone(), origin.inlined.clone()));
                if let Some(line) = &origin.line {
                    source.lines.insert((scope.clone(), line.clone()));
                }
            }
            if let (Some(Op::FunctionCall), Some(called)) = (instruction.opcode(), core.id(2)) {
                source.calls.push(Call { function: *function, called, origin: origin.clone() });
            }
            if let Some(result) = instruction.result() {
                source.results.insert(result, (*function, core.opcode, origin.clone()));
            }
        }
        source
    }

    fn judge(&self, placed: &Placed<'_>) -> Option<Untrue> {
        let Placed { function, core, origin, .. } = placed;
        let same = placed.result().and_then(|result| self.results.get(&result));
        if let Some((owner, opcode, before)) = same
            && (owner, *opcode) == (function, core.opcode)
            && let Some(untrue) = placed.differs(before)
        {
            return Some(untrue);
        }
        let scope = origin.scope.as_ref()?;
        if !self.explains(*function, scope, &origin.inlined) {
            return Some(placed.untrue("scope-invented", origin.to_string()));
        }
        let line = origin.line.as_ref()?;
        if !self.lines.contains(&(scope.clone(), line.clone())) {
            return Some(placed.untrue("line-invented", origin.to_string()));
        }
        None
    }

    /// Returns whether code of a function may be in a scope that was inlined at these sites.
    fn explains(&self, function: Id, scope: &Rc<str>, inlined: &[Site]) -> bool {
        let is_of = |owner, inlined: &[Site]| {
            let scope = (scope.clone(), inlined.into());
            self.without_scope(owner).iter().any(|owner| self.scopes.get(owner).is_some_and(|scopes| scopes.contains(&scope)))
        };
        is_of(function, inlined)
            || inlined.iter().enumerate().any(|(own, site)| {
                self.calls.iter().filter(|call| call.is_at(site)).any(|call| is_of(call.called, &inlined[..own]))
                    && self.explains(function, &site.scope, &inlined[own + 1..])
            })
    }

    /// Returns a function and all that it calls without a scope, directly or through others: there code is inlined without a site.
    fn without_scope(&self, function: Id) -> BTreeSet<Id> {
        let (mut found, mut next) = (BTreeSet::from([function]), vec![function]);
        while let Some(caller) = next.pop() {
            let calls = self.calls.iter().filter(|call| call.function == caller && call.origin.scope.is_none());
            next.extend(calls.map(|call| call.called).filter(|&called| found.insert(called)));
        }
        found
    }
}

impl Call {
    /// Returns whether code that is inlined for this call has this site.
    fn is_at(&self, site: &Site) -> bool {
        self.origin.scope.as_ref() == Some(&site.scope) && self.origin.line.as_ref().is_none_or(|line| line.line == site.line)
    }
}

#[cfg(test)]
mod tests {
    use super::{Untrue, untrue};
    use irsmith_debuginfo::convert::{Forward, convert_to_shader};
    use irsmith_debuginfo::{Module, text};
    use spirv::Op;

    /// A function that is called, at line 20 of the scope of its caller; each has a line and a scope.
    const BEFORE: &str = "
        %1 = OpExtInstImport \"OpenCL.DebugInfo.100\"
        %2 = OpString \"a.cl\"
        %3 = OpTypeVoid
        %4 = OpTypeBool
        %5 = OpUndef %4
        %6 = OpTypeFunction %3
        %7 = OpExtInst %3 %1 DebugInfoNone
        %8 = OpExtInst %3 %1 DebugSource %2
        %9 = OpExtInst %3 %1 DebugLexicalBlock %8 1 1 %7
        %10 = OpExtInst %3 %1 DebugLexicalBlock %8 2 1 %7
        %11 = OpExtInst %3 %1 DebugInlinedAt 20 %9
        %20 = OpFunction %3 None %6
        %21 = OpLabel
        %22 = OpExtInst %3 %1 DebugScope %10
        OpLine %2 30 1
        %23 = OpLogicalNot %4 %5
        OpReturn
        OpFunctionEnd
        %30 = OpFunction %3 None %6
        %31 = OpLabel
        %32 = OpExtInst %3 %1 DebugScope %9
        OpLine %2 20 1
        %33 = OpFunctionCall %3 %20
        OpReturn
        OpFunctionEnd
    ";

    fn assemble(text: &str) -> Module {
        Module::from_stream(&text::assemble(text).unwrap())
    }

    /// Returns what is untrue when the text `from` becomes `to`.
    fn changed(from: &str, to: &str) -> Vec<Untrue> {
        assert!(BEFORE.contains(from), "{from}");
        let [before, after] = [BEFORE.to_owned(), BEFORE.replace(from, to)].map(|text| assemble(&text));
        untrue(&before, &after, false)
    }

    /// Returns the properties that fail when the text `from` becomes `to`.
    fn broken(from: &str, to: &str) -> Vec<&'static str> {
        changed(from, to).iter().map(|untrue| untrue.property).collect()
    }

    /// The call inlined: the inverted value has a new number, and what stands here before it and behind it.
    fn inlined(before: &str, behind: &str) -> Vec<&'static str> {
        broken("%33 = OpFunctionCall %3 %20\n", &format!("{before}\n%40 = OpLogicalNot %4 %5\n{behind}\n"))
    }

    #[test]
    fn code_may_go_and_lines_be_left_out() {
        assert_eq!(broken("%33 = OpFunctionCall %3 %20\n", ""), [""; 0]);
        assert_eq!(broken("OpLine %2 30 1", ""), [""; 0]);
    }

    #[test]
    fn the_same_instruction_keeps_scope_and_line() {
        assert_eq!(broken("%22 = OpExtInst %3 %1 DebugScope %10", ""), ["scope-lost"]);
        assert_eq!(broken("DebugScope %10", "DebugScope %9"), ["scope-changed", "scope-invented"]);
        assert_eq!(broken("DebugScope %10", "DebugScope %10 %11"), ["scope-changed", "scope-invented"]);
        assert_eq!(broken("OpLine %2 30 1", "OpLine %2 30 2"), ["line-changed", "line-invented"]);
    }

    #[test]
    fn evidence_names_the_instruction_and_both_places() {
        let block = |line| format!("DebugInfoNone / DebugLexicalBlock in \"a.cl\" {line} 1");
        let evidence = &changed("DebugScope %10", "DebugScope %9 %11")[0].evidence;
        let (before, after) = (block(2), block(1));
        assert_eq!(
            *evidence,
            format!(
                "of OpLogicalNot %23\n  before: \"a.cl\":30:1, in {before}\n  after:  \"a.cl\":30:1, in {after}, inlined at line 20 in {after}"
            )
        );
    }

    #[test]
    fn a_scope_that_is_lost_at_a_line_is_marked() {
        const SCOPE: &str = "        %22 = OpExtInst %3 %1 DebugScope %10\n";
        const LINE: &str = "        OpLine %2 30 1\n";
        let marks = |from: &str, to: &str| changed(from, to).iter().map(|untrue| untrue.is_lost_at_line).collect::<Vec<bool>>();
        assert_eq!(marks(SCOPE, ""), [true]);
        assert_eq!(marks(&[SCOPE, LINE].concat(), ""), [false], "no line");
        assert_eq!(marks("OpLine %2 30 1", "OpLine %2 30 2"), [false, false], "no scope is lost");
    }

    #[test]
    fn inlined_code_has_the_place_of_its_call() {
        let end = "%42 = OpExtInst %3 %1 DebugScope %9\nOpLine %2 20 1";
        assert_eq!(inlined("%41 = OpExtInst %3 %1 DebugScope %10 %11\nOpLine %2 30 1", end), [""; 0]);
        assert_eq!(inlined("%41 = OpExtInst %3 %1 DebugScope %10\nOpLine %2 30 1", end), ["scope-invented"], "not said to be inlined");
        assert_eq!(inlined("%41 = OpExtInst %3 %1 DebugScope %9 %11\nOpLine %2 20 1", end), ["scope-invented"], "of its caller");
        assert_eq!(inlined("%41 = OpExtInst %3 %1 DebugScope %10 %11\nOpLine %2 20 1", end), ["line-invented"]);
    }

    /// The code of the called function in a third one, which calls its caller: the changed module says this of it.
    fn inlined_twice(sites: &str) -> Vec<&'static str> {
        let outer = |scope: &str, code: &str| {
            let sites = "%12 = OpExtInst %3 %1 DebugLexicalBlock %8 3 1 %7\n".to_owned() + sites;
            let function = "%50 = OpFunction %3 None %6\n%51 = OpLabel\n";
            BEFORE.replace("%20 = OpFunction", &format!("{sites}\n%20 = OpFunction"))
                + &format!("{function}%52 = OpExtInst %3 %1 DebugScope {scope}\n{code}\nOpReturn\nOpFunctionEnd\n")
        };
        let before = outer("%12", "OpLine %2 40 1\n%53 = OpFunctionCall %3 %30");
        let after = outer("%10 %14", "OpLine %2 30 1\n%54 = OpLogicalNot %4 %5\n%55 = OpExtInst %3 %1 DebugScope %12\nOpLine %2 40 1");
        untrue(&assemble(&before), &assemble(&after), false).iter().map(|untrue| untrue.property).collect()
    }

    #[test]
    fn each_place_of_inlining_is_that_of_a_call() {
        let of = |inner: u32, outer: u32, scope: u32| {
            let sites = format!("%13 = OpExtInst %3 %1 DebugInlinedAt {outer} %{scope}\n");
            inlined_twice(&format!("{sites}%14 = OpExtInst %3 %1 DebugInlinedAt {inner} %9 %13"))
        };
        assert_eq!(of(20, 40, 12), [""; 0]);
        assert_eq!(of(21, 40, 12), ["scope-invented"], "the line of no call");
        assert_eq!(of(20, 41, 12), ["scope-invented"], "the line of no call, further out");
        assert_eq!(of(20, 40, 9), ["scope-invented"], "the scope of another call");
        let short = inlined_twice("%14 = OpExtInst %3 %1 DebugInlinedAt 20 %9");
        assert_eq!(short, ["scope-invented"], "its caller was inlined too");
    }

    #[test]
    fn modules_of_shaders_are_read_too() {
        let before = convert_to_shader(&assemble(BEFORE), Forward::Keep).module;
        assert!(untrue(&before, &before, false).is_empty());
        let mut after = before.clone();
        // DebugScope is instruction 23 of every set.
        after.instructions.retain(|instruction| instruction.core().is_none_or(|core| !core.is(Op::ExtInst) || core.words[3] != 23));
        assert_eq!(untrue(&before, &after, false).iter().map(|untrue| untrue.property).collect::<Vec<_>>(), ["scope-lost"; 2]);
    }

    #[test]
    fn with_other_numbers_all_is_the_same() {
        let renumbered = assemble(&BEFORE.replace("%9 ", "%99 ").replace("%9\n", "%99\n").replace("%23", "%93"));
        let before = assemble(BEFORE);
        assert!(untrue(&before, &renumbered, true).is_empty());
        let other = assemble(&BEFORE.replace("DebugScope %10", "DebugScope %9"));
        assert_eq!(untrue(&before, &other, true).iter().map(|untrue| untrue.property).collect::<Vec<_>>(), ["scope-changed"; 2]);
        let fewer = assemble(&BEFORE.replace("%33 = OpFunctionCall %3 %20\n", ""));
        assert_eq!(untrue(&before, &fewer, true)[0].property, "instructions-changed");
    }
}
