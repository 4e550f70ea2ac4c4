//! Forms of control flow.

use crate::forms::{Form, forms};
use crate::mir::facts::{Facts, Flow};
use crate::mir::families::Family;
use irsmith_mir::JumpTableKind;

forms! {
    /// Constructs.
    pub(in crate::mir) enum Construct: FlowRow in Family::Construct;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    Triangle "triangle" { seen: |flow| flow.triangles }
    Diamond "diamond" { seen: |flow| flow.diamonds }
    Loop "loop" { seen: |flow| flow.loops }
    SelfLoop "self loop" { seen: |flow| flow.self_loops }
    Switch "switch" { seen: |flow| flow.switches }
    Indirect "indirect branch" { seen: |flow| flow.indirect_branches }
    FallThrough "fall-through" { seen: |flow| flow.fall_throughs }
    InvokeRegion "invoke region" { seen: |flow| flow.invoke_regions }
    AssemblyBranch "INLINEASM_BR" { seen: |flow| flow.assembly_branches }
}

forms! {
    /// How a function ends.
    pub(in crate::mir) enum End: FlowRow in Family::End;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    ReturnValue "return of a value" { seen: |flow| flow.value_returns }
    Return "return" { seen: |flow| flow.returns }
    Trap "trap" { seen: |flow| flow.traps }
    Endless "endless loop" { seen: |flow| flow.endless_loops }
}

/// The columns of a form of control flow.
pub(in crate::mir) struct FlowRow {
    seen: fn(&Flow) -> u64,
}

impl Form for JumpTableKind {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::JumpTable as usize;

    fn all() -> &'static [Self] {
        &Self::ALL
    }

    fn name(self) -> String {
        Self::name(self).to_owned()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.functions(|function| u64::from(function.jump_table.as_ref().is_some_and(|table| table.kind == self)))
    }
}
