//! Breakers of the values that operands name: existence, forward declarations, dominance.

use super::Breaker;
use super::draft::{Draft, I32, Site, VOID, bodies};
use super::graph::Graph;
use irsmith_pnacl::{Alignment, BlockId, Body, Instruction, Module, Scalar, Value, ValueType, ValueTypes};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker { rule: "value-undefined", about: "lets an operand name a value that does not exist", change: undefined_operand },
    Breaker {
        rule: "forward-undeclared",
        about: "removes a forward declaration of a value that is used before its definition",
        change: |draft| {
            let forward = forward_use(draft)?;
            draft.body(forward.function)?.instructions.remove(forward.declared);
            Some(())
        },
    },
    Breaker {
        rule: "forward-undeclared",
        about: "moves a forward declaration after the first use of the value that it declares",
        change: |draft| {
            let forward = forward_use(draft)?;
            let instructions = &mut draft.body(forward.function)?.instructions;
            let declaration = instructions.remove(forward.declared);
            // The use moved up by one.
            instructions.insert(forward.used, declaration);
            Some(())
        },
    },
    Breaker {
        rule: "forward-undeclared",
        about: "lets a phi of a block that branches to itself keep its value there, without a declaration",
        change: keep_own_value,
    },
    Breaker {
        rule: "declaration-undefined",
        about: "declares a value that is never defined",
        change: |draft| {
            let site = draft.block_end()?;
            let results = draft.results_before(Site { index: usize::MAX, ..site });
            let index = draft.pick(&[results, results + 1, results + 1000, Value::MAX_INDEX])?;
            declare(draft, site, Value::instruction(index), I32)
        },
    },
    Breaker {
        rule: "declaration-late",
        about: "declares the result of an instruction after that instruction",
        change: |draft| {
            let Definition { function, result, ty, .. } = definition(draft, |_, _, _| true)?;
            let last = draft.body(function)?.instructions.len() - 1;
            declare(draft, Site { function, index: last }, Value::instruction(result), ty)
        },
    },
    Breaker {
        rule: "declaration-late",
        about: "declares a parameter, a constant or the address of a function",
        change: |draft| {
            let site = draft.block_end()?;
            let constant = draft.undef(site.function, I32);
            let value = draft.pick(&[Value::parameter(0), constant, Value::function(0)])?;
            declare(draft, site, value, I32)
        },
    },
    Breaker {
        rule: "declaration-repeated",
        about: "declares a value twice before its definition",
        change: |draft| {
            let Definition { function, index, result, ty } = definition(draft, |_, _, _| true)?;
            for _ in 0..2 {
                declare(draft, Site { function, index }, Value::instruction(result), ty)?;
            }
            Some(())
        },
    },
    Breaker {
        rule: "declaration-repeated",
        about: "repeats a forward declaration",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Declare { .. }))?;
            let again = draft.instruction(site)?.clone();
            draft.insert(site, again);
            Some(())
        },
    },
    Breaker {
        rule: "declaration-type",
        about: "declares a value before its definition with another type",
        change: |draft| {
            let Definition { function, index, result, ty } = definition(draft, undeclared)?;
            let wrong = draft.kind(|kind| kind != ty)?;
            declare(draft, Site { function, index }, Value::instruction(result), wrong)
        },
    },
    Breaker {
        rule: "declaration-type",
        about: "changes the type that a forward declaration states",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Declare { .. }))?;
            let Instruction::Declare { value, .. } = *draft.instruction(site)? else { return None };
            let right = draft.type_of(site.function, value);
            let wrong = draft.kind(|kind| kind != right)?;
            let wrong = draft.type_id(wrong);
            draft.instruction(site)?.for_each_type_mut(|ty| *ty = wrong);
            Some(())
        },
    },
    Breaker {
        rule: "dominance",
        about: "stores a value in a block that control can reach without passing its definition",
        change: use_elsewhere,
    },
    Breaker { rule: "dominance", about: "stores a value in its own block before its definition, with a declaration", change: use_early },
    Breaker {
        rule: "dominance",
        about: "lets a value reach a phi from a block that control can reach without passing its definition",
        change: phi_of_stranger,
    },
];

/// How many results are tried for a phi.
const TRIES: usize = 8;

/// The result of an instruction.
#[derive(Clone, Copy)]
struct Definition {
    function: usize,
    index: usize,
    result: u32,
    ty: ValueType,
}

/// Draws a result for which `wanted` holds, given its function's body, its number and its type.
fn definition(draft: &mut Draft<'_, '_>, wanted: fn(&Body, u32, ValueType) -> bool) -> Option<Definition> {
    let found: Vec<Definition> = definitions(draft.model, wanted);
    draft.pick(&found)
}

fn definitions(module: &Module, wanted: impl Fn(&Body, u32, ValueType) -> bool) -> Vec<Definition> {
    let mut found = Vec::new();
    for (function, body) in bodies(module) {
        let types = ValueTypes::of(module, function as u32);
        let defining = body.instructions.iter().enumerate().filter(|(_, instruction)| instruction.has_result(module));
        for ((index, _), (result, &ty)) in defining.zip(types.results().iter().enumerate()) {
            if ty != VOID && wanted(body, result as u32, ty) {
                found.push(Definition { function, index, result: result as u32, ty });
            }
        }
    }
    found
}

fn declaration_of(body: &Body, result: u32) -> Option<usize> {
    let declared =
        |instruction: &Instruction| matches!(instruction, Instruction::Declare { value, .. } if *value == Value::instruction(result));
    body.instructions.iter().position(declared)
}

fn undeclared(body: &Body, result: u32, _: ValueType) -> bool {
    declaration_of(body, result).is_none()
}

fn declare(draft: &mut Draft<'_, '_>, site: Site, value: Value, ty: ValueType) -> Option<()> {
    let ty = draft.type_id(ty);
    draft.insert(site, Instruction::Declare { value, ty });
    Some(())
}

/// Uses `value`, which can be stored, before a place; if it is defined later, with a declaration before that use.
fn store(draft: &mut Draft<'_, '_>, site: Site, Definition { function, index, result, ty }: Definition) -> Option<()> {
    let pointer = draft.undef(function, I32);
    let bytes = if ty.is_vector() { u64::from(ty.scalar_bits() / 8) } else { 1 };
    let alignment = Alignment::from_bytes(bytes).unwrap_or_default();
    let value = Value::instruction(result);
    let declared = declaration_of(draft.body(function)?, result).filter(|_| site.index <= index);
    let lacks_declaration = site.index <= index && declared.is_none_or(|declared| declared >= site.index);
    if let (Some(late), true) = (declared, lacks_declaration) {
        draft.body(function)?.instructions.remove(late);
    }
    draft.insert(site, Instruction::Store { pointer, value, alignment });
    if lacks_declaration {
        declare(draft, site, value, ty)?;
    }
    Some(())
}

fn can_be_stored(ty: ValueType) -> bool {
    ty.scalar_kind() != Scalar::Integer(1)
}

fn undefined_operand(draft: &mut Draft<'_, '_>) -> Option<()> {
    // Callees have a rule of their own; declarations name values that are not defined yet.
    let operands = |instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)| match instruction {
        Instruction::Declare { .. } => {}
        Instruction::Call { arguments, .. } => arguments.iter_mut().for_each(f),
        _ => instruction.for_each_value_mut(f),
    };
    let (site, number, _) = draft.operand(operands)?;
    let module = &draft.model;
    let (functions, globals) = (module.functions.len() as u32, module.globals.len() as u32);
    let parameters = module.signature_of(site.function as u32)?.parameters.len() as u32;
    let results = draft.results_before(Site { index: usize::MAX, ..site });
    let constants = draft.body(site.function)?.constants.len() as u32;
    let value = draft.pick(&[
        Value::function(functions),
        Value::global(globals),
        Value::global(globals + 1000),
        Value::parameter(parameters),
        Value::constant(constants),
        Value::instruction(results),
        Value::instruction(Value::MAX_INDEX),
    ])?;
    draft.set_operand(operands, site, number, value)
}

/// A declaration, and the first use of the declared value, before the definition.
#[derive(Clone, Copy)]
struct ForwardUse {
    function: usize,
    declared: usize,
    used: usize,
}

fn forward_use(draft: &mut Draft<'_, '_>) -> Option<ForwardUse> {
    let mut found = Vec::new();
    for (function, body) in bodies(draft.model) {
        let mut declarations: Vec<(Value, usize)> = Vec::new();
        let mut results = 0;
        for (used, instruction) in body.instructions.iter().enumerate() {
            if let Instruction::Declare { value, .. } = instruction {
                declarations.push((*value, used));
            } else if !declarations.is_empty() {
                instruction.for_each_value(|value| {
                    let declared = declarations.iter().position(|&(declared, _)| declared == value && value.index() >= results);
                    // Only the first use counts.
                    found.extend(declared.map(|at| ForwardUse { function, declared: declarations.swap_remove(at).1, used }));
                });
            }
            results += u32::from(instruction.has_result(draft.model));
        }
    }
    draft.pick(&found)
}

fn keep_own_value(draft: &mut Draft<'_, '_>) -> Option<()> {
    let mut places = Vec::new();
    for (function, body) in bodies(draft.model) {
        let (mut results, mut block) = (0, 0);
        for (index, instruction) in body.instructions.iter().enumerate() {
            if let Instruction::Phi { incoming, .. } = instruction
                && incoming.iter().any(|edge| edge.block == BlockId(block))
                && declaration_of(body, results).is_none()
            {
                places.push((Site { function, index }, results, BlockId(block)));
            }
            results += u32::from(instruction.has_result(draft.model));
            block += u32::from(instruction.is_terminator());
        }
    }
    let (site, result, own) = draft.pick(&places)?;
    if let Instruction::Phi { incoming, .. } = draft.instruction(site)? {
        for edge in incoming.iter_mut().filter(|edge| edge.block == own) {
            edge.value = Value::instruction(result);
        }
    }
    Some(())
}

fn use_elsewhere(draft: &mut Draft<'_, '_>) -> Option<()> {
    let in_entry = |body: &Body, index| body.instructions[..index].iter().all(|instruction| !instruction.is_terminator());
    let mut found = definitions(draft.model, |_, _, ty| can_be_stored(ty));
    let module = &draft.model;
    found.retain(|row| module.functions[row.function].body.as_ref().is_some_and(|body| !in_entry(body, row.index)));
    let row = draft.pick(&found)?;
    let graph = Graph::of(draft.body(row.function)?);
    let home = graph.block_of(row.index);
    let reached = graph.reached(Some(home));
    // These include the entry block.
    let blocks: Vec<usize> = (0..reached.len()).filter(|&block| reached[block]).collect();
    let index = graph.blocks[draft.pick(&blocks)?].end - 1;
    store(draft, Site { function: row.function, index }, row)
}

fn use_early(draft: &mut Draft<'_, '_>) -> Option<()> {
    let mut found = definitions(draft.model, |_, _, ty| can_be_stored(ty));
    let instructions = |function: usize| draft.model.functions[function].body.as_ref().map(|body| &body.instructions);
    found.retain(|row| instructions(row.function).is_some_and(|all| !matches!(all[row.index], Instruction::Phi { .. })));
    let row = draft.pick(&found)?;
    let body = draft.body(row.function)?;
    let graph = Graph::of(body);
    let home = graph.block_of(row.index);
    if !*graph.reached(None).get(home)? {
        return None;
    }
    let first = graph.behind_phis(body, home);
    let index = first + draft.choices.below(row.index + 1 - first);
    store(draft, Site { function: row.function, index }, row)
}

fn phi_of_stranger(draft: &mut Draft<'_, '_>) -> Option<()> {
    let site = draft.find(|instruction| matches!(instruction, Instruction::Phi { incoming, .. } if !incoming.is_empty()))?;
    let Instruction::Phi { ty, incoming } = draft.instruction(site)?.clone() else { return None };
    let edge = draft.choices.index(incoming.len())?;
    let from = incoming[edge].block.0 as usize;
    let graph = Graph::of(draft.body(site.function)?);
    if !*graph.reached(None).get(from)? {
        return None;
    }
    let wanted = draft.model.value_type(ty);
    let mut rows = definitions(draft.model, |_, _, ty| ty == wanted);
    rows.retain(|row| row.function == site.function && graph.block_of(row.index) != from);
    // Each try costs a walk over the graph, so the number of tries is small.
    let row = (0..TRIES).find_map(|_| draft.pick(&rows).filter(|row| graph.reached(Some(graph.block_of(row.index)))[from]))?;
    let value = Value::instruction(row.result);
    if let Instruction::Phi { incoming, .. } = draft.instruction(site)? {
        incoming[edge].value = value;
    }
    if row.index >= site.index && declaration_of(draft.body(site.function)?, row.result).is_none() {
        declare(draft, site, value, row.ty)?;
    }
    Some(())
}
