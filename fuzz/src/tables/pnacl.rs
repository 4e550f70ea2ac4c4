//! Tables of the PNaCl format: the rows of its codec and the rules of its validator.

use irsmith_generators::pnacl::rows;
use irsmith_pnacl::{
    tables::{BinaryOp, BlockKind, CastOp, INSTRUCTIONS, INTRINSICS, Intrinsic, IntrinsicArgument, Predicate},
    validate::RULES,
};

use super::{
    markdown::{code, codes, table, yes},
    rows::{families, rule_table},
};

pub(super) fn blocks() -> String {
    let rows = BlockKind::ALL.iter().map(|block| {
        let parents = BlockKind::ALL.iter().filter(|parent| block.may_stand_in(**parent));
        [block.code().to_string(), code(block.name()), codes(parents.map(|parent| parent.name()))]
    });
    table(["id", "block", "parent"], rows)
}

/// Names fields with their coding where the two differ.
pub(super) fn instructions() -> String {
    let rows = INSTRUCTIONS.iter().map(|row| {
        let field = |(field, coding): (&&str, &&str)| if field == coding { (*field).to_owned() } else { format!("{field}: {coding}") };
        let fields = codes(row.fields.iter().zip(row.codings).map(field));
        [code(row.name), row.code.to_string(), row.operands.to_string(), fields]
    });
    table(["record", "code", "fewest operands", "fields and how they are coded"], rows)
}

pub(super) fn operations() -> String {
    let rows = BinaryOp::ALL.iter().map(|op| {
        let floats = op.float_name().map(code).unwrap_or_default();
        [op.code().to_string(), code(op.name()), floats, yes(op.allows_i1()), yes(op.is_commutative())]
    });
    table(["code", "integers", "floats", "on i1", "commutative"], rows)
}

pub(super) fn casts() -> String {
    table(["code", "conversion"], CastOp::ALL.iter().map(|op| [op.code().to_string(), code(op.name())]))
}

pub(super) fn predicates() -> String {
    let rows = Predicate::ALL.iter().map(|predicate| {
        let operands = if predicate.is_integer() { "integers" } else { "floats" };
        [predicate.code().to_string(), code(predicate.name()), operands.to_owned()]
    });
    table(["code", "predicate", "compares"], rows)
}

pub(super) fn intrinsics() -> String {
    let rows = INTRINSICS.iter().map(|row| [code(row.name), code(&signature(row)), codes(demands(row))]);
    table(["intrinsic", "signature", "allowed constants"], rows)
}

fn signature(row: &Intrinsic) -> String {
    let parameters: Vec<String> = row.parameters.iter().map(|(ty, _)| ty.to_string()).collect();
    format!("{} ({})", row.result, parameters.join(", "))
}

/// `2: 3 6` means that parameter 2, counted from 1, must be 3 or 6.
fn demands(row: &Intrinsic) -> impl Iterator<Item = String> {
    row.parameters.iter().zip(1..).filter_map(|((_, demand), number)| match demand {
        IntrinsicArgument::Any | IntrinsicArgument::Address => None,
        IntrinsicArgument::OneOf(values) => {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            Some(format!("{number}: {}", values.join(" ")))
        }
    })
}

pub(super) fn rules() -> String {
    rule_table(RULES)
}

pub(super) fn generator_rows() -> String {
    families(rows())
}
