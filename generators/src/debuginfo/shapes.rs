//! Properties of several instructions together, beyond the single rows of a case.

use super::facts::{Facts, Graph};
use super::families::Family;
use crate::forms::forms;

forms! {
    /// A property of several instructions.
    pub(super) enum Shape: ShapeRow in Family::Shape;
    seen |form, facts: Facts| (form.row().seen)(facts.graph());
    Interleaved "debug instructions among types and constants" { seen: |graph| graph.interleaved }
    SecondSet "debug instruction of a second import of the set" { seen: |graph| graph.of_second_set }
    CallLater "call of a later function" { seen: |graph| graph.calls_later }
    NoBody "function without a body" { seen: |graph| graph.declarations }
    Void "function without a result" { seen: |graph| graph.void_functions }
    SeveralUnits "several compilation units" { seen: |graph| graph.further_units }
    Recursive "composite with a pointer to itself" { seen: |graph| graph.recursive }
    Opaque "opaque type" { seen: |graph| graph.opaque }
    Namespace "namespace" { seen: |graph| graph.namespaces }
    Anonymous "namespace without a name" { seen: |graph| graph.anonymous_namespaces }
    Nested "lexical block within two others" { seen: |graph| graph.nested_blocks }
    MemberFunction "member function" { seen: |graph| graph.member_functions }
    Base "composite with a base" { seen: |graph| graph.bases }
    StaticMember "member with a value" { seen: |graph| graph.static_members }
    Argument "local variable that is an argument" { seen: |graph| graph.arguments }
    OptimizedOut "function that was optimised out" { seen: |graph| graph.optimized_out }
    Inlined "instructions that were inlined" { seen: |graph| graph.inlined }
    InlinedTwice "instructions that were inlined with their caller" { seen: |graph| graph.inlined_twice }
    UnitScope "instructions whose scope is a compilation unit" { seen: |graph| graph.unit_scopes }
    TemplateType "type of which the template stands in its place" { seen: |graph| graph.template_types }
    EarlyLine "line before a variable or phi" { seen: |graph| graph.early_lines }
    EarlyScope "scope before a variable or phi" { seen: |graph| graph.early_scopes }
    Unscoped "instruction behind the end of a scope" { seen: |graph| graph.unscoped }
    SharedOperation "operation in several expressions" { seen: |graph| graph.shared_operations }
    Indexed "value of a part of a variable" { seen: |graph| graph.indexed }
    Parts "values of different parts of a variable in a block" { seen: |graph| graph.parts }
    ComputedIndex "value of an element whose index is computed" { seen: |graph| graph.computed_indexes }
    MacroCommandLine "macro of the command line" { seen: |graph| graph.command_line_macros }
    FunctionMacro "macro with parameters" { seen: |graph| graph.function_macros }
    Unreachable "block behind a return" { seen: |graph| graph.unreachable_blocks }
}

/// The columns of a shape.
pub(super) struct ShapeRow {
    seen: fn(&Graph) -> u64,
}
