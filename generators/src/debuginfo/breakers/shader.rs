//! Breakers of the instructions of `NonSemantic.Shader.DebugInfo`.

use super::Breaker;
use super::draft::Draft;
use crate::debuginfo::edit::{fresh, is};
use irsmith_debuginfo::tables::{ShaderOp, ShaderRole};
use irsmith_debuginfo::{CoreInstruction, Id, Instruction};
use spirv::Op;

/// Makes a breaker of the operands with these roles: they name a type of the program, which none of them may name.
const fn names_type(rule: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<()>) -> Breaker {
    Breaker { rule, about: "lets an operand name a type of the program", change }
}

pub(super) const BREAKERS: &[Breaker] = &[
    names_type("operand-number", |draft| name_type(draft, |role| matches!(role, ShaderRole::Constant(_) | ShaderRole::AnyConstant))),
    names_type("operand-initializer", |draft| name_type(draft, |role| role == ShaderRole::Initializer)),
    names_type("operand-boolean", |draft| name_type(draft, |role| role == ShaderRole::Boolean)),
    names_type("operand-debug-function", |draft| name_type(draft, |role| role == ShaderRole::DebugFunction)),
    names_type("operand-unit", |draft| name_type(draft, |role| role == ShaderRole::Unit)),
    names_type("operand-vector", |draft| name_type(draft, |role| role == ShaderRole::Vector)),
    Breaker {
        rule: "source-continued",
        about: "continues what is no text, behind a compilation unit",
        change: |draft| {
            let at = shader(draft, ShaderOp::CompilationUnit)?;
            let string = draft.core(Op::String)?;
            let text = draft.model.instructions[string].result()?;
            insert(draft, at + 1, ShaderOp::SourceContinued, at, &[text])
        },
    },
    Breaker {
        rule: "line-range",
        about: "lets a line end before it begins",
        change: |draft| {
            let at = shader(draft, ShaderOp::Line)?;
            let start = number(draft, operand(draft, at, 1)?)?;
            let ids = draft.model.instructions.iter().filter_map(Instruction::result);
            let lower: Vec<Id> = ids.filter(|&id| number(draft, id).is_some_and(|value| value < start)).collect();
            let end = draft.pick(&lower)?;
            set(draft, at, 2, end)
        },
    },
    Breaker {
        rule: "build-identifier",
        about: "identifies a build by a text that is no number",
        change: |draft| {
            let at = shader(draft, ShaderOp::BuildIdentifier)?;
            let path = draft.model.shader_instructions().find(|(_, _, row)| row.op == ShaderOp::Source);
            let path = Id(path?.1.words[4]);
            set(draft, at, 0, path)
        },
    },
    Breaker {
        rule: "non-semantic-placement",
        about: "puts a DebugNoLine before a variable or an OpPhi",
        change: |draft| {
            let unit = shader(draft, ShaderOp::CompilationUnit)?;
            let instructions = &draft.model.instructions;
            let bodies = instructions.iter().position(|instruction| is(instruction, Op::Function))?;
            let begins = |at: &usize| is(&instructions[*at], Op::Variable) || is(&instructions[*at], Op::Phi);
            let places: Vec<usize> = (bodies..instructions.len()).filter(begins).collect();
            let at = draft.pick(&places)?;
            insert(draft, at, ShaderOp::NoLine, unit, &[])
        },
    },
    Breaker {
        rule: "definition-placement",
        about: "says in another function which one it defines",
        change: |draft| {
            let at = shader(draft, ShaderOp::FunctionDefinition)?;
            let own = operand(draft, at, 1)?;
            let functions = draft.model.instructions.iter().filter(|instruction| is(instruction, Op::Function));
            let others: Vec<Id> = functions.filter_map(Instruction::result).filter(|&id| id != own).collect();
            let other = draft.pick(&others)?;
            set(draft, at, 1, other)
        },
    },
    Breaker {
        rule: "definition-repeated",
        about: "says twice which function it defines",
        change: |draft| {
            let at = shader(draft, ShaderOp::FunctionDefinition)?;
            let (described, function) = (operand(draft, at, 0)?, operand(draft, at, 1)?);
            insert(draft, at + 1, ShaderOp::FunctionDefinition, at, &[described, function])
        },
    },
];

/// Draws one of these instructions.
fn shader(draft: &mut Draft<'_, '_>, op: ShaderOp) -> Option<usize> {
    let places: Vec<usize> = draft.model.shader_instructions().filter(|(_, _, row)| row.op == op).map(|(at, _, _)| at).collect();
    draft.pick(&places)
}

fn operand(draft: &Draft<'_, '_>, at: usize, ordinal: usize) -> Option<Id> {
    draft.model.instructions[at].core()?.id(4 + ordinal)
}

fn set(draft: &mut Draft<'_, '_>, at: usize, ordinal: usize, id: Id) -> Option<()> {
    match draft.model.instructions.get_mut(at)? {
        Instruction::Core(core) => {
            *core.words.get_mut(4 + ordinal)? = id.0;
            Some(())
        }
        Instruction::Debug(_) => None,
    }
}

/// Returns the value of an OpConstant of one word.
fn number(draft: &Draft<'_, '_>, id: Id) -> Option<u32> {
    let mut cores = draft.model.instructions.iter().filter_map(Instruction::core);
    let core = cores.find(|core| core.is(Op::Constant) && core.id(1) == Some(id) && core.words.len() == 3)?;
    let ty = core.id(0)?;
    let mut types = draft.model.instructions.iter().filter_map(Instruction::core);
    types.find(|core| core.is(Op::TypeInt) && core.words[..2] == [ty.0, 32])?;
    Some(core.words[2])
}

/// Names OpTypeVoid as an operand whose role fits.
fn name_type(draft: &mut Draft<'_, '_>, fits: impl Fn(ShaderRole) -> bool) -> Option<()> {
    let mut places = Vec::new();
    for (at, core, row) in draft.model.shader_instructions() {
        let fitting = (0..core.words.len() - 4).filter(|&ordinal| row.operand(ordinal).is_some_and(|operand| fits(operand.role)));
        places.extend(fitting.map(|ordinal| (at, ordinal, Id(core.words[0]))));
    }
    let (at, ordinal, void) = draft.pick(&places)?;
    set(draft, at, ordinal, void)
}

/// Inserts an instruction of the set to which the one at `like` belongs.
fn insert(draft: &mut Draft<'_, '_>, at: usize, op: ShaderOp, like: usize, operands: &[Id]) -> Option<()> {
    let result = fresh(draft.model)?;
    let &[ty, _, set, ..] = draft.model.instructions[like].core()?.words.as_slice() else { return None };
    let words = [ty, result.0, set, op.number()].into_iter().chain(operands.iter().map(|id| id.0));
    draft.model.instructions.insert(at, Instruction::Core(CoreInstruction::new(Op::ExtInst, words)));
    Some(())
}
