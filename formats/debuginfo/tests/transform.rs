//! Stripping, substitution, renaming and conversion on real modules.

use irsmith_debuginfo::convert::{Conversion, Loss, LossKind, convert};
use irsmith_debuginfo::grammar::string_words;
use irsmith_debuginfo::tables::TranslatorExtra;
use irsmith_debuginfo::transform::{compact, rename, strip, substitute};
use irsmith_debuginfo::{CoreInstruction, Dialect, Id, Info, Instruction, Limits, Module};
use irsmith_testdata::{Data, read};
use spirv::Op;
use std::collections::BTreeSet;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [
        nothing_names_what_was_stripped,
        every_debug_instruction_can_be_substituted,
        renaming_there_and_back_changes_nothing,
        the_specified_dialect_survives_a_trip_through_the_others,
        conversions_agree_with_another_converter,
    ],
    outside: [
        nothing_names_what_was_stripped,
        every_debug_instruction_can_be_substituted,
        renaming_there_and_back_changes_nothing,
        the_specified_dialect_survives_a_trip_through_the_others,
        conversions_agree_with_another_converter,
    ],
}

fn modules(data: &Data, folder: &str) -> impl Iterator<Item = (String, Module)> {
    data.files(&format!("debuginfo/{folder}"), "spv")
        .into_iter()
        .map(|path| (name(&path), Module::read(&read(&path), &Limits::default()).unwrap()))
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn nothing_names_what_was_stripped(data: &Data) {
    for (name, module) in modules(data, "debuginfo").chain(modules(data, "opencl-100")).chain(modules(data, "translator-100")) {
        let mut stripped = module.clone();
        strip(&mut stripped);
        let mut results: BTreeSet<Id> = stripped.instructions.iter().filter_map(Instruction::result).collect();
        // A forward reference to a block or a function is fine: only definedness counts.
        results.insert(Id(0));
        let mut renamed = stripped.clone();
        irsmith_debuginfo::transform::for_each_id_mut(&mut renamed, |id| assert!(results.contains(id), "{name}: {id}")).unwrap();
        assert_eq!(renamed, stripped);
        let others = module.instructions.iter().filter(|instruction| instruction.debug().is_none());
        assert!(others.count() - stripped.instructions.len() <= 80, "{name}");
        assert_eq!(stripped.sets().iter().count(), 0);
    }
}

fn every_debug_instruction_can_be_substituted(data: &Data) {
    let (mut kept, mut gone) = (0, 0);
    for (name, module) in modules(data, "debuginfo") {
        for at in 0..module.instructions.len() {
            let mut changed = module.clone();
            let is_none = module.instructions[at].debug().is_none_or(|debug| debug.info == Info::InfoNone {});
            assert_eq!(substitute(&mut changed, at), !is_none, "{name}");
            match module.instructions.len() - changed.instructions.len() {
                0 => kept += usize::from(!is_none),
                removed => gone += removed,
            }
        }
    }
    let (least_kept, least_gone) = data.choose((90, 30), (500, 100));
    assert!(kept > least_kept && gone > least_gone, "{kept} {gone}");
}

fn renaming_there_and_back_changes_nothing(data: &Data) {
    for (name, module) in modules(data, "debuginfo").chain(modules(data, "opencl-100")) {
        let bound = module.header.bound;
        let mut renamed = module.clone();
        let reverse = |id: Id| (id.0 != 0).then(|| Id(bound - id.0));
        rename(&mut renamed, reverse).unwrap();
        assert_ne!(renamed, module, "{name}");
        let mut compacted = [module.clone(), renamed.clone()];
        compacted.iter_mut().for_each(|module| compact(module).unwrap());
        assert_eq!(compacted[0], compacted[1], "{name}");
        rename(&mut renamed, reverse).unwrap();
        renamed.header.bound = bound;
        assert_eq!(renamed, module, "{name}");
    }
}

fn the_specified_dialect_survives_a_trip_through_the_others(data: &Data) {
    for (name, module) in modules(data, "debuginfo") {
        for to in [Dialect::OpenCl, Dialect::SpirvDebug] {
            let there = convert(&module, to);
            assert_eq!(there.losses, [], "{name}");
            let read = Module::read(&there.module.write().unwrap(), &Limits::default()).unwrap();
            assert_eq!(read, there.module, "{name}");
            let mut back = convert(&there.module, Dialect::DebugInfo);
            assert_eq!(back.losses, [], "{name}");
            back.module.header.bound = module.header.bound;
            assert_eq!(back.module, module, "{name}");
        }
    }
}

/// Both folders have the same modules in both layouts: our own written by hand, the others made by a converter that is not ours. To please a validator of one layout it gave some
/// types other bases and some template parameters a source, and made some vectors narrower and some lists shorter; in everything else the conversions agree.
fn conversions_agree_with_another_converter(data: &Data) {
    let mut compared = 0;
    for ((name, mut expected), (_, opencl)) in modules(data, "debuginfo").zip(modules(data, "opencl-100")) {
        let mut converted = convert(&opencl, Dialect::DebugInfo).module;
        for module in [&mut converted, &mut expected] {
            // Before ids are numbered in the order in which they appear.
            module.instructions.iter_mut().filter(|_| data.choose(false, true)).for_each(blur);
            compact(module).unwrap();
        }
        let differing = converted.instructions.iter().zip(&expected.instructions).find(|pair| pair.0 != pair.1);
        assert_eq!(differing, None, "{name}");
        assert!(converted == expected, "{name}");
        compared += 1;
    }
    assert_eq!(compared, data.choose(5, 18));
}

fn blur(instruction: &mut Instruction) {
    let Instruction::Debug(debug) = instruction else { return };
    match &mut debug.info {
        Info::Typedef { base, .. } | Info::TypePointer { base, .. } | Info::TypeQualifier { base, .. } | Info::TypeArray { base, .. } => {
            *base = Id(0);
        }
        Info::TypeTemplateParameter { source, .. }
        | Info::TypeTemplateTemplateParameter { source, .. }
        | Info::TypeTemplateParameterPack { source, .. } => *source = Id(0),
        Info::TypeVector { base, count } => (*base, *count) = (Id(0), 0),
        Info::TypeComposite { members: list, .. } | Info::TypeTemplate { parameters: list, .. } => list.clear(),
        _ => {}
    }
}

/// An instruction of one import may name the source of another.
#[test]
fn sources_are_dropped_from_all_sets_together() {
    let text = r#"
        %set = OpExtInstImport "OpenCL.DebugInfo.100"
        %other = OpExtInstImport "SPIRV.debug"
        %file = OpString "a.cl"
        %void = OpTypeVoid
        %source = OpExtInst %void %set DebugSource %file
        %block = OpExtInst %void %other DebugLexicalBlock %source 1 1 %void
    "#;
    let module = Module::from_stream(&irsmith_debuginfo::text::assemble(text).unwrap());
    let Conversion { module, losses } = convert(&module, Dialect::DebugInfo);
    assert_eq!(losses, []);
    let Some(Info::LexicalBlock { source, .. }) = module.instructions[4].debug().map(|debug| &debug.info) else { panic!("{module:?}") };
    assert_eq!(*source, Id(3));
}

/// What only the translator's own set has is lost on the way to the other, and what the other lacks is added.
#[test]
fn the_translators_own_operands_are_converted() {
    let text = r#"
        %set = OpExtInstImport "SPIRV.debug"
        %name = OpString "a.cl"
        %void = OpTypeVoid
        %none = OpExtInst %void %set DebugInfoNone
        %source = OpExtInst %void %set DebugSource %name %none
        %unit = OpExtInst %void %set DebugCompilationUnit 1 4 %source OpenCL_C
        %type = OpExtInst %void %set DebugTypeComposite %name Structure %source 1 1 %unit %none %none FlagBitField|FlagIsEnumClass
        %module = OpExtInst %void %set DebugModuleINTEL %name %source 42 %unit %name %name %name 1
        %entity = OpExtInst %void %set DebugImportedEntity %name ImportedModule 7 %source %module 3 4 %unit
    "#;
    let module = Module::from_stream(&irsmith_debuginfo::text::assemble(text).unwrap());
    let infos = |module: &Module| -> Vec<Info> { module.instructions.iter().filter_map(|each| Some(each.debug()?.info.clone())).collect() };
    assert_eq!(infos(&module).len(), 6, "{module:?}");
    let Conversion { module: there, losses } = convert(&module, Dialect::OpenCl);
    let id = |at: usize| module.instructions[at].result().unwrap();
    let expected =
        [(4, LossKind::SourceText(id(3))), (6, LossKind::LinkageName(id(3))), (6, LossKind::Flags(1 << 18)), (8, LossKind::UnusedWord(7))];
    assert_eq!(losses, expected.map(|(at, kind)| Loss { result: id(at), kind }));
    let written = there.write().unwrap();
    assert_eq!(Module::read(&written, &Limits::default()).unwrap(), there);
    // In the order of the grammar, not of the translator.
    let words: Vec<u32> = written.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let (source, unit, name) = (id(4).0, id(5).0, id(1).0);
    assert!(words.windows(9).any(|words| words == [36, name, source, unit, 42, name, name, name, 1]), "{words:?}");
    let back = convert(&there, Dialect::SpirvDebug);
    assert_eq!(back.losses, []);
    assert_eq!(infos(&back.module)[4], infos(&module)[4]);
    assert!(matches!(infos(&back.module)[5], Info::ImportedEntity { unused: TranslatorExtra(Some(0)), .. }));
    let kinds: Vec<LossKind> = convert(&there, Dialect::DebugInfo).losses.iter().map(|loss| loss.kind).collect();
    assert_eq!(kinds, [LossKind::Language(3), LossKind::Flags(1 << 14), LossKind::Module, LossKind::ImportedEntity]);
}

#[test]
fn all_names_and_decorations_go_with_what_they_describe() {
    let text = r#"
        %set = OpExtInstImport "DebugInfo"
        OpName %none "none"
        OpMemberName %none 0 "none"
        OpDecorate %none Volatile
        OpMemberDecorate %none 0 Volatile
        OpDecorateString %none UserSemantic "none"
        OpMemberDecorateString %none 0 UserSemantic "none"
        OpDecorateId %none CounterBuffer %void
        %void = OpTypeVoid
        %none = OpExtInst %void %set DebugInfoNone
    "#;
    let mut module = Module::from_stream(&irsmith_debuginfo::text::assemble(text).unwrap());
    // The assembler knows none of its decorations. %none is 2, %void 3.
    module.instructions.insert(1, Instruction::Core(CoreInstruction::new(Op::MemberDecorateIdEXT, [2, 0, 35, 3])));
    strip(&mut module);
    assert_eq!(module.instructions.len(), 1, "{module:?}");
}

#[test]
fn an_array_of_unknown_length_is_lost_in_the_specified_dialect() {
    let text = r#"
        %set = OpExtInstImport "OpenCL.DebugInfo.100"
        %void = OpTypeVoid
        %none = OpExtInst %void %set DebugInfoNone
        %array = OpExtInst %void %set DebugTypeArray %none %none
    "#;
    let module = Module::from_stream(&irsmith_debuginfo::text::assemble(text).unwrap());
    let Conversion { module, losses } = convert(&module, Dialect::DebugInfo);
    assert_eq!(losses, [Loss { result: Id(4), kind: LossKind::ArrayCount(Id(3)) }]);
    assert_eq!(module.instructions[3].debug().unwrap().info, Info::InfoNone {});
}

/// No module should have such words, but words that are not interpreted are not lost.
#[test]
fn words_behind_the_name_of_an_import_stay() {
    let import = |dialect: Dialect| {
        let words = [1].into_iter().chain(string_words(dialect.name())).chain([0, 7]);
        Instruction::Core(CoreInstruction::new(Op::ExtInstImport, words))
    };
    let module = Module { instructions: vec![import(Dialect::DebugInfo)], ..Module::default() };
    for dialect in Dialect::ALL {
        let Conversion { module: there, losses } = convert(&module, dialect);
        assert!(losses.is_empty());
        assert_eq!(there.instructions, [import(dialect)]);
        assert_eq!(convert(&there, Dialect::DebugInfo).module, module);
    }
}
