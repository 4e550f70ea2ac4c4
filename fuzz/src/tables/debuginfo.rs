//! Tables of SPIR-V debug information: the rows of its codec and the rules of its validator.

use irsmith_debuginfo::{
    tables::{Count, Field, INSTRUCTIONS, Layout, LiteralKind, OPERATIONS, Status},
    validate::RULES,
};

use irsmith_generators::debuginfo::rows;

use super::{
    markdown::{code, codes, table},
    rows::{families, rule_table},
};

/// Lists operands in the order of each layout; an optional one has `?`, one that repeats `*`.
pub(super) fn instructions() -> String {
    let rows = INSTRUCTIONS.iter().map(|row| {
        let fields = |layout| if row.is_in(layout) { codes(row.fields(layout).map(field)) } else { "-".into() };
        let [specified, opencl, translator] = Layout::ALL.map(fields);
        let same = |text: String, as_in: &str| if text == as_in { "the same".to_owned() } else { text };
        let translator = same(translator, &opencl);
        [row.number.to_string(), code(row.name), specified.clone(), same(opencl, &specified), translator]
    });
    table(["number", "instruction", "operands in `DebugInfo`", "in `OpenCL.DebugInfo.100`", "in `SPIRV.debug`"], rows)
}

fn field(field: &Field) -> String {
    let count = match field.count {
        Count::One | Count::OpenClOnly | Count::TranslatorOnly => "",
        Count::Optional => "?",
        Count::Many | Count::Pairs => "*",
    };
    format!("{}{count}", field.name)
}

/// Joins neighbours whose names differ only in a number to one line.
pub(super) fn operations() -> String {
    let lines =
        OPERATIONS.chunk_by(|a, b| (stem(a.name), a.operands, a.status) == (stem(b.name), b.operands, b.status) && stem(a.name) != a.name);
    let lines = lines.map(|family| {
        let (first, last) = (&family[0], &family[family.len() - 1]);
        let (numbers, names) = if family.len() == 1 {
            (first.code.to_string(), code(first.name))
        } else {
            (format!("{} to {}", first.code, last.code), format!("{} to {}", code(first.name), code(last.name)))
        };
        let operands = codes(first.operands.iter().map(|operand| match operand {
            LiteralKind::Unsigned => "unsigned",
            LiteralKind::Signed => "signed",
        }));
        let status = match first.status {
            Status::Specified => "the specification",
            Status::OpenCl => "`OpenCL.DebugInfo.100`",
            Status::Experimental => "the experimental list",
            Status::Reserved => "the experimental list, reserved",
        };
        [numbers, names, operands, status.to_owned()]
    });
    table(["number", "operation", "literals", "from"], lines)
}

/// Returns a name without the number at its end.
fn stem(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

pub(super) fn rules() -> String {
    rule_table(RULES)
}

pub(super) fn generator_rows() -> String {
    families(rows())
}
