//! Each operand of each instruction of `NonSemantic.Shader.DebugInfo` is checked.

use super::assembler::assemble;
use super::base::SHADER;
use irsmith_debuginfo::grammar::ExtendedSet;
use irsmith_debuginfo::tables::{Role, SHADER_INSTRUCTIONS, ShaderOp, ShaderRole, ShaderRow};
use irsmith_debuginfo::validate::validate;
use irsmith_debuginfo::{Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;

/// Returns the instructions of the set, by index, with their rows.
fn instructions(module: &Module) -> impl Iterator<Item = (usize, &'static ShaderRow)> {
    module.instructions.iter().enumerate().filter_map(|(at, instruction)| {
        let core = instruction.core().filter(|core| core.is(Op::ExtInst))?;
        Some((at, ShaderRow::find(core.words[3])?))
    })
}

fn errors(module: &Module) -> BTreeSet<&'static str> {
    validate(module).iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect()
}

/// Returns the module with another id as an operand.
fn with(module: &Module, at: usize, operand: usize, id: Id) -> Module {
    let mut module = module.clone();
    if let Instruction::Core(core) = &mut module.instructions[at] {
        core.words[4 + operand] = id.0;
    }
    module
}

#[test]
fn the_module_is_valid_and_has_every_instruction() {
    let module = assemble(SHADER);
    assert_eq!(errors(&module), BTreeSet::new());
    let numbers: BTreeSet<u32> = instructions(&module).map(|(_, row)| row.number).collect();
    assert_eq!(numbers, SHADER_INSTRUCTIONS.iter().map(|row| row.number).collect());
}

#[test]
fn every_operand_is_checked() {
    let module = assemble(SHADER);
    let defines = |instruction: &&Instruction| instruction.core().is_some_and(|core| core.is(Op::TypeFloat));
    let float = module.instructions.iter().find(defines).and_then(Instruction::result).unwrap();
    let none =
        instructions(&module).find(|(_, row)| row.op == ShaderOp::InfoNone).and_then(|(at, _)| module.instructions[at].result()).unwrap();
    let mut checked = 0;
    for (at, row) in instructions(&module) {
        let count = module.instructions[at].core().unwrap().words.len() - 4;
        for ordinal in 0..count {
            let operand = row.operand(ordinal).unwrap();
            let rules = errors(&with(&module, at, ordinal, float));
            assert_eq!(rules.len(), 1, "{} {}: {rules:?}", row.name, operand.name);
            checked += 1;
            // Any debug instruction may have been removed.
            let may_be_none = [Role::Scope, Role::NarrowScope, Role::Type, Role::Source].map(ShaderRole::Shared).contains(&operand.role);
            let without = errors(&with(&module, at, ordinal, none));
            assert!(!may_be_none || without.is_empty(), "{} {}: {without:?}", row.name, operand.name);
        }
    }
    assert!(checked > 150, "{checked} operands");
}

#[test]
fn names_and_operands_are_those_of_the_grammar() {
    let grammar = ExtendedSet::find("NonSemantic.Shader.DebugInfo.100").unwrap();
    for row in SHADER_INSTRUCTIONS.iter().filter(|row| row.number < 109) {
        let known = grammar.row(row.number).unwrap();
        // Version 101 has an operand more.
        let operands = row.operands.len() - usize::from(row.op == ShaderOp::TypeBasic);
        assert_eq!((known.opname, known.operands.len()), (row.name, operands));
    }
}
