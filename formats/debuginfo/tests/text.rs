//! Compares text with SPIRV-Tools: real modules and their texts.

mod support;

use irsmith_debuginfo::grammar::{self, OperandKind, Widths};
use irsmith_debuginfo::tables::Kind;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::{ByteOrder, CoreInstruction, Header, Instruction, Limits, Module, Stream};
use irsmith_testdata::{Data, read};
use std::collections::BTreeMap;
use support::{spirv_as, spirv_dis, stream, tools_are_installed};

irsmith_testdata::data_tests! {
    own: [
        real_modules_survive_as_text,
        text_of_real_modules_is_that_of_the_tools,
        texts_are_those_that_spirv_dis_wrote,
        friendly_names_are_read,
        damaged_modules_survive_as_text,
    ],
    outside: [
        real_modules_survive_as_text,
        text_of_real_modules_is_that_of_the_tools,
        friendly_names_are_read,
        damaged_modules_survive_as_text,
    ],
}

fn real_modules_survive_as_text(data: &Data) {
    for path in data.spirv() {
        let stream = stream(&read(&path));
        let text = disassemble(&stream);
        assert_eq!(assemble(&text).as_ref(), Ok(&stream), "{}", path.display());
    }
}

fn text_of_real_modules_is_that_of_the_tools(data: &Data) {
    if !tools_are_installed() {
        return;
    }
    let (mut printed, mut assembled, mut refused) = (0, 0, 0);
    for path in data.spirv() {
        let bytes = read(&path);
        let stream = stream(&bytes);
        let text = disassemble(&stream);
        let Some(theirs) = spirv_dis(&bytes) else {
            refused += 1;
            continue;
        };
        assert_same_lines(&text, &theirs, &path.display().to_string());
        printed += 1;
        let again = spirv_as(&text, stream.header().version).unwrap_or_else(|| panic!("spirv-as refuses our text of {}", path.display()));
        assert_eq!(again[20..], bytes[20..], "{}", path.display());
        assembled += 1;
    }
    eprintln!("{printed} texts equal, {assembled} files equal, {refused} modules that spirv-dis refuses");
    assert!(printed == assembled && printed >= data.choose(10, 30), "{printed} {assembled}");
}

/// As above, where no tool is installed: the corpus keeps what spirv-dis wrote.
fn texts_are_those_that_spirv_dis_wrote(data: &Data) {
    let mut compared = 0;
    for path in data.spirv() {
        let Ok(theirs) = std::fs::read_to_string(path.with_extension("dis")) else { continue };
        let stream = stream(&read(&path));
        assert_same_lines(&disassemble(&stream), &theirs, &path.display().to_string());
        assert_eq!(assemble(&theirs).as_ref(), Ok(&stream), "{}", path.display());
        compared += 1;
    }
    // What the translator writes, spirv-dis does not always print.
    assert_eq!(compared, 12);
}

fn assert_same_lines(ours: &str, theirs: &str, what: &str) {
    for (number, (our, their)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(our, their, "{what}, line {}", number + 1);
    }
    assert_eq!(ours, theirs, "{what}");
}

/// The texts of the data name ids by what they are; without the numbers they are the modules beside them.
fn friendly_names_are_read(data: &Data) {
    let mut compared = 0;
    for folder in ["debuginfo", "opencl-100"] {
        for path in data.files(&format!("debuginfo/{folder}"), "spvasm") {
            let text = String::from_utf8(read(&path)).expect("text is UTF-8");
            let assembled = assemble(&text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
            let original = stream(&read(&path.with_extension("spv")));
            // One text is written by hand and has no header.
            let expected = if text.starts_with("; SPIR-V") { original.header() } else { Header { generator: 0, ..original.header() } };
            assert_eq!(assembled.header(), expected, "{}", path.display());
            let (ours, theirs) = (renumbered(&assembled), renumbered(&original));
            for (our, their) in ours.iter().zip(&theirs) {
                assert_eq!(our, their, "{}", path.display());
            }
            assert_eq!(ours.len(), theirs.len());
            compared += 1;
        }
    }
    assert!(compared >= data.choose(10, 30), "{compared} texts read");
}

/// Returns the instructions with ids numbered in the order of their appearance.
fn renumbered(stream: &Stream) -> Vec<CoreInstruction> {
    let module = Module::from_stream(stream);
    let (sets, mut widths, mut numbers) = (module.sets(), Widths::default(), BTreeMap::new());
    let mut result = Vec::new();
    for instruction in &module.instructions {
        let (mut core, ids) = match instruction {
            Instruction::Core(core) => (core.clone(), core_ids(core, &widths)),
            Instruction::Debug(debug) => {
                let mut ids = vec![0, 1, 2];
                let mut at = 4;
                debug.info.for_each_word(sets.dialect(debug.set).unwrap().layout(), |_, kind, _| {
                    ids.extend(if kind == Kind::Id { Some(at) } else { None });
                    at += 1;
                });
                (debug.to_core(&sets).unwrap(), ids)
            }
        };
        widths.see(core.opcode, &core.words);
        for at in ids {
            let next = numbers.len() as u32 + 1;
            core.words[at] = *numbers.entry(core.words[at]).or_insert(next);
        }
        result.push(core);
    }
    result
}

fn core_ids(core: &CoreInstruction, widths: &Widths) -> Vec<usize> {
    use OperandKind as K;
    let mut ids = Vec::new();
    // An OpExtInst here is one of OpenCL.std; its number is followed by ids and by literals that are not ids of these modules.
    let walked = grammar::operands(core.opcode, &core.words, widths, grammar::ExtendedSet::find("OpenCL.std"), |operand| {
        if let K::IdRef | K::IdResult | K::IdResultType | K::IdScope | K::IdMemorySemantics = operand.kind {
            ids.push(operand.at);
        }
    });
    assert_eq!(walked, Ok(()), "{core:?}");
    ids
}

/// Returns a generator of pseudo-random words, always the same: a linear congruential generator (Knuth's constants), whose high bits are
/// good enough here.
fn random() -> impl FnMut() -> u32 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    }
}

/// Constants of every type that the tools print, with the bits of special and of arbitrary numbers.
#[test]
fn constants_have_the_text_of_the_tools() {
    const SPECIAL: [u32; 12] = [
        0,
        1,
        0x8000_0000,
        0x8000_0001,
        0x7fff_ffff,
        u32::MAX,
        0x7f80_0000,
        0xff80_0001,
        0x7ff0_0000,
        0x0010_0000,
        0x3f80_0000,
        0x0080_0000,
    ];
    let mut random = random();
    let mut words = vec![spirv::MAGIC_NUMBER, 0x1_0000, 0, 100_000, 0];
    // An operation code, a width, and whether it is signed.
    let types: &[&[u32]] =
        &[&[21, 32, 0], &[21, 32, 1], &[21, 64, 0], &[21, 64, 1], &[21, 8, 1], &[21, 16, 0], &[22, 16], &[22, 32], &[22, 64]];
    let mut result = 100;
    for (ty, id) in types.iter().zip(1..) {
        words.extend([(ty.len() as u32 + 1) << 16 | ty[0], id]);
        words.extend(&ty[1..]);
        for round in 0..400_usize {
            let mut bits =
                [SPECIAL.get(round).copied().unwrap_or_else(&mut random), SPECIAL.get(round / 4).copied().unwrap_or_else(&mut random)];
            match (ty[0], ty[1]) {
                (21, 8) => bits[0] = (bits[0] as i8) as u32,
                (_, 16) => bits[0] &= 0xffff,
                // Numbers near one, and decimal ones.
                (22, 32) if round % 3 == 0 => bits[0] = (bits[1] as f32 / 1e6).to_bits(),
                (22, 64) if round % 3 == 0 => {
                    let number = (f64::from(bits[1]) / 1e7).to_bits();
                    bits = [number as u32, (number >> 32) as u32];
                }
                _ => {}
            }
            let literal = &bits[..if ty[1] == 64 { 2 } else { 1 }];
            words.extend([(literal.len() as u32 + 3) << 16 | 43, id, result]);
            words.extend(literal);
            result += 1;
        }
    }
    let stream = Stream::from_words(ByteOrder::Little, words).unwrap();
    let text = disassemble(&stream);
    assert_eq!(assemble(&text).as_ref(), Ok(&stream));
    if tools_are_installed() {
        let bytes = stream.write();
        assert_same_lines(&text, &spirv_dis(&bytes).expect("spirv-dis prints constants"), "constants");
        let again = spirv_as(&text, stream.header().version).expect("spirv-as reads constants");
        assert!(again[20..] == bytes[20..]);
        println!("{} constants equal", result - 100);
    }
}

#[test]
fn headers_have_the_text_of_the_tools() {
    let tools = tools_are_installed();
    for (tool, version) in (0..40).chain([0xffff]).zip((0..=6).cycle()) {
        let words = vec![spirv::MAGIC_NUMBER, 0x1_0000 | version << 8, tool << 16 | 3, 7, tool % 2];
        let stream = Stream::from_words(ByteOrder::Little, words).unwrap();
        let text = disassemble(&stream);
        assert_eq!(assemble(&text).as_ref(), Ok(&stream));
        if tools {
            assert_same_lines(&text, &spirv_dis(&stream.write()).expect("spirv-dis prints any header"), "header");
        }
    }
}

/// Word flips of real modules: whatever can be read has a text that stands for it, and where spirv-dis prints it, the same text.
fn damaged_modules_survive_as_text(data: &Data) {
    let tools = tools_are_installed();
    let mut random = random();
    let mut random = move |below: usize| random() as usize % below;
    let (mut survived, mut equal, mut odd) = (0, 0, 0);
    for path in data.spirv() {
        let bytes = read(&path);
        for round in 0..60 {
            let mut words: Vec<u32> = stream(&bytes).words().to_vec();
            for _ in 0..=random(3) {
                let at = 1 + random(words.len() - 1);
                words[at] = match random(5) {
                    0 => words[at] ^ 1 << random(32),
                    1 => random(200) as u32,
                    2 => words[random(words.len())],
                    3 => words[at].wrapping_add(random(7) as u32).wrapping_sub(3),
                    _ => u32::MAX - random(2) as u32,
                };
            }
            let damaged: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let Ok(stream) = Stream::read(&damaged, &Limits::default()) else { continue };
            let text = disassemble(&stream);
            match assemble(&text) {
                Ok(again) if again == stream => survived += 1,
                Ok(again) => {
                    let at = again.words().iter().zip(stream.words()).position(|(a, b)| a != b);
                    panic!("{} round {round}: word {at:?}", path.display());
                }
                Err(error) => {
                    panic!("{} round {round}: {error}\n{}", path.display(), text.lines().nth(error.line - 1).unwrap_or_default());
                }
            }
            // Starting processes takes much longer than all the rest.
            if tools
                && round < 12
                && let Some(theirs) = spirv_dis(&damaged)
            {
                // Lines with raw words are those for which `disassemble` documents a difference.
                let (ours, theirs): (Vec<_>, Vec<_>) = text.lines().zip(theirs.lines()).filter(|(our, _)| !our.contains('!')).unzip();
                assert_same_lines(&ours.join("\n"), &theirs.join("\n"), &format!("{} round {round}", path.display()));
                odd += usize::from(text.contains('!'));
                equal += 1;
            }
        }
    }
    eprintln!("{survived} damaged modules survive, {equal} have the text of spirv-dis; {odd} have words in ours");
    assert!(survived > data.choose(400, 1000), "{survived}");
    assert!(odd * 50 <= equal, "{odd} of {equal}");
}
