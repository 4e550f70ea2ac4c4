//! Breakers of instructions that compute.

use super::Breaker;
use super::draft::{Draft, F32, F64, I1, I8, I16, I32, I64, Operands, V4F32, V4I1, V4I32, V8I1, VOID};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Instruction, Value, ValueType};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "binary-operands",
        about: "gives a binary operation an operand of another type than the other's",
        change: |draft| draft.retype(binary_operands, |right, kind| kind != right),
    },
    Breaker {
        rule: "binary-type",
        about: "makes an operation on floats one that only integers have",
        change: |draft| {
            let op = draft.pick(&INTEGERS_ONLY)?;
            set_op(draft, ValueType::is_float, op)
        },
    },
    Breaker {
        rule: "binary-type",
        about: "adds an operation on floats that only integers have",
        change: |draft| {
            let (kind, op) = (draft.kind(ValueType::is_float)?, draft.pick(&INTEGERS_ONLY)?);
            add_binary(draft, kind, op)
        },
    },
    Breaker {
        rule: "binary-boolean",
        about: "makes a bitwise operation on i1 an arithmetic one or a shift",
        change: |draft| {
            let op = draft.pick(&NOT_BITWISE)?;
            set_op(draft, ValueType::is_i1, op)
        },
    },
    Breaker {
        rule: "binary-boolean",
        about: "adds an arithmetic operation or a shift on i1 or vectors of it",
        change: |draft| {
            let (kind, op) = (draft.kind(ValueType::is_i1)?, draft.pick(&NOT_BITWISE)?);
            add_binary(draft, kind, op)
        },
    },
    Breaker { rule: "cast-types", about: "reverses the direction of a conversion but keeps its types", change: turn_cast },
    Breaker {
        rule: "cast-types",
        about: "lets a conversion other than bitcast give the type of its operand",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Cast { op, .. } if *op != CastOp::BitCast))?;
            let Instruction::Cast { value, .. } = *draft.instruction(site)? else { return None };
            let from = draft.type_of(site.function, value);
            let from = draft.type_id(from);
            draft.instruction(site)?.for_each_type_mut(|ty| *ty = from);
            Some(())
        },
    },
    Breaker {
        rule: "cast-types",
        about: "adds a conversion that does not exist",
        change: |draft| {
            let (op, from, to) = draft.pick(WRONG_CASTS)?;
            let site = draft.block_end()?;
            let (value, ty) = (draft.undef(site.function, from), draft.type_id(to));
            draft.insert(site, Instruction::Cast { value, ty, op });
            Some(())
        },
    },
    Breaker {
        rule: "compare-operands",
        about: "gives a comparison an operand of another type than the other's",
        change: |draft| draft.retype(compared, |right, kind| kind != right),
    },
    Breaker {
        rule: "compare-predicate",
        about: "compares integers by a predicate of floats, or floats by one of integers",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Compare { .. }))?;
            let Instruction::Compare { predicate, .. } = *draft.instruction(site)? else { return None };
            let of_integers = predicate.code() >= 32;
            let others: Vec<Predicate> = Predicate::ALL.iter().copied().filter(|other| (other.code() >= 32) != of_integers).collect();
            let other = draft.pick(&others)?;
            if let Instruction::Compare { predicate, .. } = draft.instruction(site)? {
                *predicate = other;
            }
            Some(())
        },
    },
    Breaker {
        rule: "compare-boolean",
        about: "adds a comparison of i1 or of vectors of it",
        change: |draft| {
            let kind = draft.kind(ValueType::is_i1)?;
            let of_integers: Vec<Predicate> = Predicate::ALL.iter().copied().filter(|predicate| predicate.code() >= 32).collect();
            let predicate = draft.pick(&of_integers)?;
            let site = draft.block_end()?;
            let (a, b) = (draft.undef(site.function, kind), draft.undef(site.function, kind));
            draft.insert(site, Instruction::Compare { a, b, predicate });
            Some(())
        },
    },
    Breaker {
        rule: "select-operands",
        about: "gives a select a choice of another type than the other's",
        change: |draft| draft.retype(choices, |right, kind| kind != right),
    },
    Breaker {
        rule: "select-condition",
        about: "gives a select a condition that is neither i1 nor a vector of it",
        change: |draft| {
            let condition: Operands = |instruction, f| {
                if let Instruction::Select { condition, .. } = instruction {
                    f(condition);
                }
            };
            draft.retype(condition, |_, kind| !kind.is_i1())
        },
    },
    Breaker {
        rule: "select-condition",
        about: "gives a select a condition with more or fewer lanes than its choices, or lanes where they have none",
        change: |draft| {
            let site = draft.find(|instruction| matches!(instruction, Instruction::Select { .. }))?;
            let Instruction::Select { a, .. } = *draft.instruction(site)? else { return None };
            let lanes = draft.type_of(site.function, a).lanes();
            let wrong = draft.kind(|kind| kind.is_i1() && kind.is_vector() && kind.lanes() != lanes)?;
            let mask = draft.undef(site.function, wrong);
            if let Instruction::Select { condition, .. } = draft.instruction(site)? {
                *condition = mask;
            }
            Some(())
        },
    },
];

const INTEGERS_ONLY: [BinaryOp; 8] =
    [BinaryOp::UDiv, BinaryOp::URem, BinaryOp::Shl, BinaryOp::LShr, BinaryOp::AShr, BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];

const NOT_BITWISE: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];

const V16I8: ValueType = ValueType::vector(16, irsmith_pnacl::Scalar::Integer(8));

/// Conversions that do not exist: for each operation a wrong direction, a wrong kind of type and a different number of lanes.
const WRONG_CASTS: &[(CastOp, ValueType, ValueType)] = &[
    (CastOp::Trunc, I8, I16),
    (CastOp::Trunc, I32, I32),
    (CastOp::Trunc, F64, I32),
    (CastOp::Trunc, F64, F32),
    (CastOp::Trunc, V4I32, V8I1),
    (CastOp::Trunc, V4I32, I1),
    (CastOp::Trunc, I32, VOID),
    (CastOp::ZExt, I64, I32),
    (CastOp::ZExt, I16, I16),
    (CastOp::ZExt, I1, F32),
    (CastOp::ZExt, F32, F64),
    (CastOp::ZExt, V4I1, V16I8),
    (CastOp::ZExt, I1, V4I32),
    (CastOp::SExt, I16, I8),
    (CastOp::SExt, I64, I64),
    (CastOp::SExt, F32, I64),
    (CastOp::SExt, V4I1, I64),
    (CastOp::FpToUi, I32, I64),
    (CastOp::FpToUi, F32, F32),
    (CastOp::FpToUi, V4F32, I32),
    (CastOp::FpToUi, F32, V4I32),
    (CastOp::FpToSi, I64, I32),
    (CastOp::FpToSi, F64, F32),
    (CastOp::FpToSi, V4F32, V8I1),
    (CastOp::FpToSi, F64, V4I32),
    (CastOp::UiToFp, F32, F64),
    (CastOp::UiToFp, I32, I64),
    (CastOp::UiToFp, V4I32, F32),
    (CastOp::UiToFp, I32, V4F32),
    (CastOp::SiToFp, F64, F32),
    (CastOp::SiToFp, I8, I32),
    (CastOp::SiToFp, V8I1, V4F32),
    (CastOp::SiToFp, I32, V4F32),
    (CastOp::FpTrunc, F32, F64),
    (CastOp::FpTrunc, F64, F64),
    (CastOp::FpTrunc, I64, F32),
    (CastOp::FpTrunc, F64, I32),
    (CastOp::FpTrunc, F64, V4F32),
    (CastOp::FpExt, F64, F32),
    (CastOp::FpExt, F32, F32),
    (CastOp::FpExt, F32, I64),
    (CastOp::FpExt, I32, F64),
    (CastOp::FpExt, V4F32, F64),
    (CastOp::BitCast, I32, F64),
    (CastOp::BitCast, I64, I32),
    (CastOp::BitCast, V4I1, I8),
    (CastOp::BitCast, I1, V4I1),
    (CastOp::BitCast, V4I32, I32),
    (CastOp::BitCast, I8, VOID),
];

fn binary_operands(instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)) {
    if let Instruction::Binary { a, b, .. } = instruction {
        f(a);
        f(b);
    }
}

fn compared(instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)) {
    if let Instruction::Compare { a, b, .. } = instruction {
        f(a);
        f(b);
    }
}

fn choices(instruction: &mut Instruction, f: &mut dyn FnMut(&mut Value)) {
    if let Instruction::Select { a, b, .. } = instruction {
        f(a);
        f(b);
    }
}

/// Changes the operation of a binary instruction on some type.
fn set_op(draft: &mut Draft<'_, '_>, wanted: fn(ValueType) -> bool, new: BinaryOp) -> Option<()> {
    let site = draft.find_typed(|view, _, instruction| matches!(instruction, Instruction::Binary { a, .. } if wanted(view.type_of(*a))))?;
    if let Instruction::Binary { op, .. } = draft.instruction(site)? {
        *op = new;
    }
    Some(())
}

fn add_binary(draft: &mut Draft<'_, '_>, kind: ValueType, op: BinaryOp) -> Option<()> {
    let site = draft.block_end()?;
    let (a, b) = (draft.undef(site.function, kind), draft.undef(site.function, kind));
    draft.insert(site, Instruction::Binary { a, b, op });
    Some(())
}

fn turn_cast(draft: &mut Draft<'_, '_>) -> Option<()> {
    let site = draft.find(|instruction| matches!(instruction, Instruction::Cast { op, .. } if *op != CastOp::BitCast))?;
    if let Instruction::Cast { op, .. } = draft.instruction(site)? {
        *op = match op {
            CastOp::Trunc => CastOp::ZExt,
            CastOp::ZExt | CastOp::SExt => CastOp::Trunc,
            CastOp::FpToUi => CastOp::UiToFp,
            CastOp::FpToSi => CastOp::SiToFp,
            CastOp::UiToFp => CastOp::FpToUi,
            CastOp::SiToFp => CastOp::FpToSi,
            CastOp::FpTrunc => CastOp::FpExt,
            CastOp::FpExt | CastOp::BitCast => CastOp::FpTrunc,
        };
    }
    Some(())
}
