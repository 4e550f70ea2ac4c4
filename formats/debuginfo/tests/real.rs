//! Real modules: every word is preserved, every debug instruction is typed, every other instruction is in the grammar.

use irsmith_debuginfo::grammar::Context;
use irsmith_debuginfo::{Id, Instruction, Limits, Module, Stream};
use irsmith_testdata::{Data, read};
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [
        real_modules_survive_word_for_word,
        every_debug_instruction_has_a_row,
        every_core_instruction_is_in_the_grammar,
        results_are_where_the_grammar_says,
    ],
    outside: [
        real_modules_survive_word_for_word,
        every_debug_instruction_has_a_row,
        every_core_instruction_is_in_the_grammar,
        results_are_where_the_grammar_says,
    ],
}

fn real_modules_survive_word_for_word(data: &Data) {
    for path in data.spirv() {
        let bytes = read(&path);
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        assert!(stream.write() == bytes, "{}", path.display());
        let module = Module::from_stream(&stream);
        assert!(module.write().unwrap() == bytes, "{}", path.display());
        let mut swapped = bytes.clone();
        swapped.chunks_exact_mut(4).for_each(<[u8]>::reverse);
        let other = Module::read(&swapped, &Limits::default()).unwrap();
        assert_eq!(other.instructions, module.instructions);
        assert!(other.write().unwrap() == swapped, "{}", path.display());
    }
}

/// Instructions of a debug set that are no row: `ImportedEntity` as the translator writes it, with a word more than it has operands, and its
/// numbers of the template instructions, which it exchanges.
fn every_debug_instruction_has_a_row(data: &Data) {
    let mut untyped: BTreeMap<(String, u32), usize> = BTreeMap::new();
    for path in data.spirv() {
        let module = Module::read(&read(&path), &Limits::default()).unwrap();
        let sets = module.sets();
        for core in module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(spirv::Op::ExtInst)) {
            if sets.dialect(core.id(2).unwrap()).is_some() {
                let folder = path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
                *untyped.entry((folder, core.words[3])).or_default() += 1;
            }
        }
    }
    eprintln!("{untyped:?}");
    assert!(untyped.keys().all(|(folder, number)| folder == "translator-100" && [16, 34].contains(number)), "{untyped:?}");
}

fn every_core_instruction_is_in_the_grammar(data: &Data) {
    let mut operands = 0;
    for path in data.spirv() {
        let module = Module::read(&read(&path), &Limits::default()).unwrap();
        let mut context = Context::default();
        for core in module.instructions.iter().filter_map(Instruction::core) {
            context.see(core.opcode, &core.words);
            let walked = context.operands(core.opcode, &core.words, |_| operands += 1);
            assert_eq!(walked, Ok(()), "{}: {core:?}", path.display());
        }
    }
    assert!(operands > data.choose(1_500, 20_000), "{operands}");
}

fn results_are_where_the_grammar_says(data: &Data) {
    for path in data.spirv() {
        let module = Module::read(&read(&path), &Limits::default()).unwrap();
        let mut results: Vec<Id> = module.instructions.iter().filter_map(Instruction::result).collect();
        let count = results.len();
        results.sort();
        results.dedup();
        assert!(results.len() == count && results.iter().all(|id| 0 < id.0 && id.0 < module.header.bound), "{}", path.display());
    }
}
