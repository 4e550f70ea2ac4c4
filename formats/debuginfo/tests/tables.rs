//! Compares the table of debug instructions with the grammar that SPIRV-Tools and others use.

use irsmith_debuginfo::tables::{Count, Field, INSTRUCTIONS, InstructionRow, Kind, Layout, OPERATIONS, Op};
use irsmith_debuginfo::{Dialect, OperationCode};
use rspirv::grammar::{ExtInstOp, OperandKind, OperandQuantifier, ext_inst_table};

/// Differences between our table and the grammar, with the reason.
const DIFFERENCES: &[(&str, &str, &str)] =
    &[("DebugInfo", "DebugValue", "the grammar forgot the local variable; its set accepts two ids there")];

fn kinds(field: &Field) -> Vec<(Kind, OperandQuantifier)> {
    let quantifier = match field.count {
        Count::One | Count::OpenClOnly | Count::TranslatorOnly => OperandQuantifier::One,
        Count::Optional => OperandQuantifier::ZeroOrOne,
        Count::Many | Count::Pairs => OperandQuantifier::ZeroOrMore,
    };
    vec![(field.kind, quantifier)]
}

fn kind(kind: OperandKind) -> Kind {
    use rspirv::grammar::{debuginfo::ExtOperandKind as D, opencl_debuginfo_100::ExtOperandKind as O};
    match kind {
        OperandKind::IdRef | OperandKind::PairIdRefIdRef => Kind::Id,
        OperandKind::LiteralInteger => Kind::Literal,
        OperandKind::StorageClass => Kind::StorageClass,
        OperandKind::SourceLanguage => Kind::SourceLanguage,
        OperandKind::Debuginfo(D::DebugInfoFlags) | OperandKind::OpenclDebuginfo100(O::DebugInfoFlags) => Kind::Flags,
        OperandKind::Debuginfo(D::DebugBaseTypeAttributeEncoding) | OperandKind::OpenclDebuginfo100(O::DebugBaseTypeAttributeEncoding) => {
            Kind::Encoding
        }
        OperandKind::Debuginfo(D::DebugCompositeType) | OperandKind::OpenclDebuginfo100(O::DebugCompositeType) => Kind::CompositeTag,
        OperandKind::Debuginfo(D::DebugTypeQualifier) | OperandKind::OpenclDebuginfo100(O::DebugTypeQualifier) => Kind::Qualifier,
        OperandKind::Debuginfo(D::DebugOperation) | OperandKind::OpenclDebuginfo100(O::DebugOperation) => Kind::OperationCode,
        OperandKind::OpenclDebuginfo100(O::DebugImportedEntity) => Kind::ImportedEntityTag,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_agree_with_the_grammar_of_the_tools() {
    let mut compared = 0;
    for dialect in [Dialect::DebugInfo, Dialect::OpenCl] {
        for theirs in ext_inst_table(dialect.name()).unwrap().iter() {
            let number = match theirs.opcode {
                ExtInstOp::Debuginfo(op) => op as u32,
                ExtInstOp::OpenclDebuginfo100(op) => op as u32,
                other => panic!("{other:?}"),
            };
            let row = InstructionRow::find(dialect.layout(), number).unwrap();
            assert_eq!(row.name, theirs.opname);
            let ours: Vec<_> = row.fields(dialect.layout()).flat_map(kinds).collect();
            let expected: Vec<_> = theirs.operands.iter().map(|operand| (kind(operand.kind), operand.quantifier)).collect();
            let known = DIFFERENCES.iter().any(|difference| (difference.0, difference.1) == (dialect.name(), row.name));
            assert_eq!(ours != expected, known, "{} of {}: {ours:?}, {expected:?}", row.name, dialect.name());
            compared += 1;
        }
    }
    assert_eq!(compared, 34 + 37);
}

#[test]
fn rows_stand_at_their_numbers() {
    for (at, row) in INSTRUCTIONS.iter().enumerate() {
        assert_eq!(row.number as usize, at);
        for dialect in Dialect::ALL {
            assert_eq!(dialect.number(dialect.number(row.number)), row.number);
        }
    }
    let specified = INSTRUCTIONS.iter().filter(|row| row.is_in(Layout::Specified)).count();
    assert_eq!((specified, INSTRUCTIONS.len()), (34, 37));
}

#[test]
fn operations_are_found_by_number() {
    for number in 0..200 {
        let row = OperationCode(number).row();
        assert_eq!(row.is_some(), number != 155 && number <= 164, "{number}");
        assert_eq!(OperationCode(number).op().map(Op::code), row.map(|row| row.code));
        assert!(row.is_none_or(|row| row.code == number));
    }
    assert_eq!(OPERATIONS.len(), 164);
    assert_eq!(OperationCode(u32::MAX).row(), None);
}
