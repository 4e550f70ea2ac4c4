//! Breakers of the types block.

use super::Breaker;
use super::draft::{Draft, F32, F64, I1, I8, I16, I32, I64, VOID};
use irsmith_pnacl::{Instruction, Literal, Signature, Type, TypeId};
use smallvec::smallvec;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "type-undefined",
        about: "adds a function type with a parameter of a type that does not exist",
        change: |draft| {
            let (result, parameter) = (draft.type_id(VOID), next(draft, 1));
            push_signature(draft, result, parameter)
        },
    },
    Breaker {
        rule: "type-undefined",
        about: "adds a function type with a result of a type that does not exist",
        change: |draft| {
            let (parameter, result) = (draft.type_id(I32), next(draft, 1));
            push_signature(draft, result, parameter)
        },
    },
    Breaker {
        rule: "type-undefined",
        about: "adds a vector type of elements of a type that does not exist",
        change: |draft| {
            let element = next(draft, 1);
            push_vector(draft, 4, element)
        },
    },
    Breaker {
        rule: "type-undefined",
        about: "adds an undefined constant of a type that does not exist to a body",
        change: |draft| {
            let function = draft.block_end()?.function;
            let ty = next(draft, 0);
            draft.constant_of(function, ty, Literal::Undef);
            Some(())
        },
    },
    Breaker {
        rule: "type-undefined",
        about: "gives a conversion, load, phi, switch or forward declaration a type that does not exist",
        change: type_of_instruction,
    },
    Breaker {
        rule: "type-integer-width",
        about: "adds a type of integers that are not 1, 8, 16, 32 or 64 bits wide",
        change: |draft| {
            let bits = draft.pick(&[0, 2, 4, 7, 9, 15, 17, 24, 31, 33, 48, 63, 65, 128, u32::MAX])?;
            draft.push_type(Type::Integer(bits));
            Some(())
        },
    },
    Breaker {
        rule: "type-vector-shape",
        about: "adds a vector type with a number of lanes that its element does not have in PNaCl",
        change: vector_lanes,
    },
    Breaker { rule: "type-vector-shape", about: "adds a vector type of double, i64, void, functions or vectors", change: vector_element },
    Breaker {
        rule: "type-forward",
        about: "adds a vector type of itself, or of a type that is added after it",
        change: |draft| {
            let behind = draft.choices.below(2) as u32;
            let element = next(draft, behind);
            draft.push_type(Type::Vector { lanes: 4, element });
            draft.push_type(Type::Integer(32));
            Some(())
        },
    },
    Breaker {
        rule: "type-forward",
        about: "adds a function type that returns itself, or a type that is added after it",
        change: |draft| {
            let parameter = draft.type_id(I32);
            let behind = draft.choices.below(2) as u32;
            let result = next(draft, behind);
            push_signature(draft, result, parameter)?;
            draft.push_type(Type::Double);
            Some(())
        },
    },
    Breaker {
        rule: "type-forward",
        about: "adds a function type that takes itself, or a type that is added after it",
        change: |draft| {
            let result = draft.type_id(VOID);
            let behind = draft.choices.below(2) as u32;
            let parameter = next(draft, behind);
            push_signature(draft, result, parameter)?;
            draft.push_type(Type::Double);
            Some(())
        },
    },
    Breaker {
        rule: "type-varargs",
        about: "makes a function type varargs",
        change: |draft| {
            let count = draft.model.types.iter().filter(|ty| matches!(ty, Type::Function(_))).count();
            let chosen = draft.choices.index(count)?;
            let mut signatures = draft.model.types.iter_mut().filter_map(|ty| match ty {
                Type::Function(signature) => Some(signature),
                _ => None,
            });
            signatures.nth(chosen)?.varargs = true;
            Some(())
        },
    },
    Breaker {
        rule: "type-parameter",
        about: "adds a function type with a parameter of type void",
        change: |draft| {
            let (result, parameter) = (draft.type_id(I32), draft.type_id(VOID));
            push_signature(draft, result, parameter)
        },
    },
    Breaker {
        rule: "type-parameter",
        about: "adds a function type with a parameter that is a function",
        change: |draft| {
            let (result, parameter) = (draft.type_id(VOID), draft.signature(VOID, &[]));
            push_signature(draft, result, parameter)
        },
    },
    Breaker {
        rule: "type-result",
        about: "adds a function type that returns a function",
        change: |draft| {
            let (parameter, result) = (draft.type_id(F64), draft.signature(VOID, &[I32]));
            push_signature(draft, result, parameter)
        },
    },
];

/// Returns the id of the type that is added next, or of one this many places later.
fn next(draft: &Draft<'_, '_>, behind: u32) -> TypeId {
    TypeId(draft.model.types.len() as u32 + behind)
}

fn push_signature(draft: &mut Draft<'_, '_>, result: TypeId, parameter: TypeId) -> Option<()> {
    draft.push_type(Type::Function(Signature { varargs: false, result, parameters: smallvec![parameter] }));
    Some(())
}

fn push_vector(draft: &mut Draft<'_, '_>, lanes: u32, element: TypeId) -> Option<()> {
    draft.push_type(Type::Vector { lanes, element });
    Some(())
}

fn type_of_instruction(draft: &mut Draft<'_, '_>) -> Option<()> {
    let site = draft.find(|instruction| {
        matches!(
            instruction,
            Instruction::Cast { .. }
                | Instruction::Load { .. }
                | Instruction::Phi { .. }
                | Instruction::Switch { .. }
                | Instruction::Declare { .. }
        )
    })?;
    let ty = TypeId(draft.pick(&[draft.model.types.len() as u32, u32::MAX])?);
    draft.instruction(site)?.for_each_type_mut(|stated| *stated = ty);
    Some(())
}

fn vector_lanes(draft: &mut Draft<'_, '_>) -> Option<()> {
    const LANES: [u32; 12] = [0, 1, 2, 3, 4, 5, 8, 12, 16, 17, 32, u32::MAX];
    let (element, right): (_, &[u32]) = draft.pick(&[(I1, &[4, 8, 16][..]), (I8, &[16]), (I16, &[8]), (I32, &[4]), (F32, &[4])])?;
    let wrong: Vec<u32> = LANES.into_iter().filter(|lanes| !right.contains(lanes)).collect();
    let lanes = draft.pick(&wrong)?;
    let element = draft.type_id(element);
    push_vector(draft, lanes, element)
}

fn vector_element(draft: &mut Draft<'_, '_>) -> Option<()> {
    let lanes = draft.pick(&[1, 2, 4, 8, 16])?;
    let element = match draft.choices.below(5) {
        0 => draft.type_id(F64),
        1 => draft.type_id(I64),
        2 => draft.type_id(VOID),
        3 => draft.signature(VOID, &[]),
        _ => draft.type_id(super::draft::V4I32),
    };
    push_vector(draft, lanes, element)
}
