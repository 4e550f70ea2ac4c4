//! The notes of the reader, as violations.

use super::{Part, Place, Report, RuleId};
use crate::Stream;
use crate::read::{Note, NoteKind};

/// Only Subzero rejects unused operands of these records: LLVM's flags of binary operations, and operands after the cases.
const TOLERATED: [(&str, u32); 2] = [("Binary", 1), ("Switch", u32::MAX)];

pub(super) fn check(note: Note, stream: &Stream, report: &mut Report) {
    let place = Place { at: Some(stream.address(note.item as usize)), part: Part::Record };
    let mut add = |rule, message: std::fmt::Arguments<'_>| report.add(rule, place, message);
    match note.kind {
        NoteKind::ExtraOperands { record, extra } => {
            let tolerated = TOLERATED.iter().any(|&(name, limit)| name == record && extra <= limit);
            let rule = if tolerated { RuleId::ExtraIgnored } else { RuleId::ExtraOperands };
            add(rule, format_args!("{extra} more than the form of {record}"));
        }
        NoteKind::LateCount => add(RuleId::CountLate, format_args!("not the first record of its block")),
        NoteKind::MissingCount => add(RuleId::CountMissing, format_args!("the block states no number")),
        NoteKind::RepeatedTypes => add(RuleId::TypesRepeated, format_args!("a second types block")),
        NoteKind::UnknownSection(block) => add(RuleId::SectionUnknown, format_args!("block id {block}")),
        NoteKind::CaseKind(kind) => add(RuleId::CaseKind, format_args!("{kind} in place of 1")),
        NoteKind::WideInteger { value, bits } => add(RuleId::LiteralRange, format_args!("{value} does not fit in i{bits}")),
        NoteKind::WideFloat(bits) => add(RuleId::LiteralRange, format_args!("the bits {bits:#x} do not fit in float")),
        NoteKind::RepeatedCount => add(RuleId::CountRepeated, format_args!("a second number of basic blocks")),
        NoteKind::Version(version) => add(RuleId::ModuleVersion, format_args!("version {version}")),
        NoteKind::RepeatedGlobals => add(RuleId::GlobalsRepeated, format_args!("a second globals block")),
        NoteKind::EarlyGlobals => add(RuleId::GlobalsEarly, format_args!("a function behind the globals block")),
        NoteKind::LateConstants => add(RuleId::ConstantsLate, format_args!("a constants block after an instruction")),
        NoteKind::LateAddresses => add(RuleId::AddressesLate, format_args!("functions or globals after names or a function body")),
        NoteKind::OtherValue { value, other } => add(RuleId::ValueNumbering, format_args!("{value}, but {other} if numbered by kind")),
        NoteKind::ConstantsBeforeNamed => {
            add(RuleId::ValueNumbering, format_args!("constants between the first reference to a value and its definition"));
        }
        NoteKind::UseBeforeAddresses(count) => {
            add(RuleId::ValueNumbering, format_args!("refers to addresses, of which {count} more follow the function body"));
        }
        NoteKind::RelocationBeforeAddress(index) => {
            add(RuleId::ValueNumbering, format_args!("the value with index {index} is defined after the globals block"));
        }
        NoteKind::OtherBody { value, other } => {
            add(RuleId::BodyOrder, format_args!("the body of {value} is that of {other} for thaw, because a function follows a body"));
        }
        NoteKind::ValuesInWords(words) => add(RuleId::ValueDensity, format_args!("more than 8 values for each of {words} words")),
        NoteKind::BlockLength { stated, actual } => add(RuleId::BlockLength, format_args!("{stated} words, the block has {actual}")),
        NoteKind::NoVersion => add(RuleId::VersionMissing, format_args!("no version record")),
        NoteKind::LateVersion => add(RuleId::VersionLate, format_args!("a version record behind a block or a function")),
        NoteKind::RepeatedVersion => add(RuleId::VersionRepeated, format_args!("a second version record")),
        NoteKind::LateAbbreviations => add(RuleId::AbbreviationsLate, format_args!("behind another block or a function")),
        NoteKind::RepeatedAbbreviations => add(RuleId::AbbreviationsBlock, format_args!("another abbreviations block")),
        NoteKind::CountAfterDeclaration => add(RuleId::CountAfterDeclaration, format_args!("after a forward declaration")),
        NoteKind::CountAfterConstants => add(RuleId::CountAfterConstants, format_args!("after a constants block")),
        NoteKind::ConstantFlag(flag) => add(RuleId::ConstantFlag, format_args!("{flag}")),
        NoteKind::LateSymbols => add(RuleId::SymbolsLate, format_args!("a symbol table behind a function body")),
        NoteKind::RepeatedSymbols => add(RuleId::SymbolsRepeated, format_args!("a second symbol table")),
        NoteKind::WideCharacter(value) => add(RuleId::WideCharacter, format_args!("{value}")),
        NoteKind::UnknownSymbol(code) => add(RuleId::SymbolRecord, format_args!("record code {code}")),
        NoteKind::PrototypeFlag(flag) => add(RuleId::PrototypeFlag, format_args!("{flag}")),
        NoteKind::VarargsFlag(flag) => add(RuleId::VarargsFlag, format_args!("{flag}")),
        NoteKind::WideAbbreviationIds(bits) => add(RuleId::AbbreviationIds, format_args!("{bits} bits")),
        NoteKind::SingleCompound => add(RuleId::CompoundSingle, format_args!("a compound initializer of 1 part")),
    }
}
