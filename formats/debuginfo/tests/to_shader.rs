//! Conversion to `NonSemantic.Shader.DebugInfo.100`: a module written out by hand, and real ones.

use irsmith_debuginfo::convert::{Conversion, Forward, LossKind, convert_to_shader};
use irsmith_debuginfo::tables::ShaderRow;
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::validate::{Violation, is_valid, validate};
use irsmith_debuginfo::{Id, Instruction, Limits, Module};
use irsmith_testdata::{Data, read};
use spirv::Op;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [valid_modules_stay_valid],
    outside: [valid_modules_stay_valid],
}

/// A list whose elements point to the next, described before and behind what belongs first or last in a block.
const KERNEL: &str = r#"
OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
%set = OpExtInstImport "OpenCL.DebugInfo.100"
OpMemoryModel Physical32 OpenCL
%file = OpString "a.cl"
%name = OpString "next"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%size = OpConstant %uint 32
%true = OpConstantTrue %bool
%fn = OpTypeFunction %void
%slot = OpTypePointer Function %uint
%none = OpExtInst %void %set DebugInfoNone
%src = OpExtInst %void %set DebugSource %file
%unit = OpExtInst %void %set DebugCompilationUnit 100 4 %src OpenCL_C
%int = OpExtInst %void %set DebugTypeBasic %name %size Signed
%list = OpExtInst %void %set DebugTypeComposite %name Structure %src 3 4 %unit %name %size None %next %data
%ptr = OpExtInst %void %set DebugTypePointer %list Function None
%next = OpExtInst %void %set DebugTypeMember %name %ptr %src 5 6 %list %size %size None
%data = OpExtInst %void %set DebugTypeMember %name %int %src 7 8 %list %size %size None
%ft = OpExtInst %void %set DebugTypeFunction None %void
%func = OpExtInst %void %set DebugFunction %name %ft %src 9 1 %unit %name FlagIsDefinition 9 %main
%lv = OpExtInst %void %set DebugLocalVariable %name %list %src 9 2 %func None
%ex = OpExtInst %void %set DebugExpression
%main = OpFunction %void None %fn
%entry = OpLabel
%scope = OpExtInst %void %set DebugScope %func
%var = OpVariable %slot Function
%decl = OpExtInst %void %set DebugDeclare %lv %var %ex
OpSelectionMerge %end None
%val = OpExtInst %void %set DebugValue %lv %size %ex
OpBranchConditional %true %end %end
%end = OpLabel
OpReturn
OpFunctionEnd
"#;

/// The debug instructions, their literals and what they require, as they must be: `{}` stands for what depends on [`Forward`].
const SHADER: &str = r#"
OpExtension "SPV_KHR_non_semantic_info"
%set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
%c100 = OpConstant %uint 100
%c4 = OpConstant %uint 4
%c3 = OpConstant %uint 3
%c0 = OpConstant %uint 0
%c7 = OpConstant %uint 7
%c8 = OpConstant %uint 8
%c1 = OpConstant %uint 1
%c5 = OpConstant %uint 5
%c6 = OpConstant %uint 6
%c9 = OpConstant %uint 9
%c2 = OpConstant %uint 2
%none = OpExtInst %void %set DebugInfoNone
%src = OpExtInst %void %set DebugSource %file
%unit = OpExtInst %void %set DebugCompilationUnit %c100 %c4 %src %c3
%int = OpExtInst %void %set DebugTypeBasic %name %size %c4 %c0
%data = OpExtInst %void %set DebugTypeMember %name %int %src %c7 %c8 %size %size %c0
%list = {list}
%ptr = OpExtInst %void %set DebugTypePointer %list %c7 %c0
%next = OpExtInst %void %set DebugTypeMember %name %ptr %src %c5 %c6 %size %size %c0
%ft = OpExtInst %void %set DebugTypeFunction %c0 %void
%func = OpExtInst %void %set DebugFunction %name %ft %src %c9 %c1 %unit %name %c8 %c9
%lv = OpExtInst %void %set DebugLocalVariable %name %list %src %c9 %c2 %func %c0
%ex = OpExtInst %void %set DebugExpression
%main = OpFunction %void None %fn
%entry = OpLabel
%var = OpVariable %slot Function
%def = OpExtInst %void %set DebugFunctionDefinition %func %main
%scope = OpExtInst %void %set DebugScope %func
%decl = OpExtInst %void %set DebugDeclare %lv %var %ex
%val = OpExtInst %void %set DebugValue %lv %size %ex
OpSelectionMerge %end None
OpBranchConditional %true %end %end
"#;

fn module(text: &str) -> Module {
    Module::from_stream(&assemble(text).unwrap())
}

/// Returns the expected module: the kernel with these lines in place of its own.
fn expected(list: &str) -> Module {
    let shader = SHADER.replace("{list}", list);
    let (head, rest) = shader.split_once("%c100").unwrap();
    let kernel = KERNEL.replace("%set = OpExtInstImport \"OpenCL.DebugInfo.100\"\n", head.trim_start());
    let (before, behind) = kernel.split_once("%none").unwrap();
    let (_, end) = behind.split_once("%end = OpLabel").unwrap();
    module(&format!("{before}%c100{rest}%end = OpLabel{end}"))
}

/// Returns the module with ids numbered in the order of their first places.
fn numbered(mut module: Module) -> Module {
    irsmith_debuginfo::transform::compact(&mut module).unwrap();
    module
}

#[test]
fn literals_become_constants_and_instructions_move_to_where_they_may_stand() {
    let kernel = module(KERNEL);
    // The set's own specification allows any place in a function.
    let rules: Vec<&str> = validate(&kernel).iter().filter(|each| each.is_error()).map(|each| each.rule.id).collect();
    assert_eq!(rules, ["merge-position"]);
    let composite = "OpExtInst %void %set DebugTypeComposite %name %c1 %src %c3 %c4 %unit %name %size %c0";
    let relaxed = composite.replace("OpExtInst ", "OpExtInstWithForwardRefsKHR ");
    for (forward, list, members) in [(Forward::Drop, composite, " %data"), (Forward::Keep, relaxed.as_str(), " %next %data")] {
        let Conversion { module: shader, losses } = convert_to_shader(&kernel, forward);
        let kinds: Vec<LossKind> = losses.iter().map(|loss| loss.kind).collect();
        let mut wanted = expected(&format!("{list}{members}"));
        if forward == Forward::Keep {
            assert_eq!(kinds, [LossKind::Place, LossKind::Place]);
            let text = disassemble(&wanted.to_stream().unwrap());
            wanted = module(&text.replacen("OpExtension", "OpExtension \"SPV_KHR_relaxed_extended_instruction\"\nOpExtension", 1));
            // The second extension is added behind the first.
            wanted.instructions.swap(3, 4);
        } else {
            assert!(matches!(kinds[..], [LossKind::Place, LossKind::Place, LossKind::Member(_)]), "{kinds:?}");
        }
        let text = |module: Module| disassemble(&numbered(module).to_stream().unwrap());
        same_lines(&text(shader.clone()), &text(wanted));
        assert!(is_valid(&shader), "{forward:?}: {:?}", validate(&shader));
    }
}

/// Compares texts line by line.
fn same_lines(text: &str, wanted: &str) {
    let differing = text.lines().zip(wanted.lines()).find(|(line, wanted)| line != wanted);
    assert_eq!(differing, None, "{text}\n{wanted}");
    assert_eq!(text.lines().count(), wanted.lines().count());
}

/// A valid module is valid in the set too, is read back as it was written, and has as many instructions of each number.
fn valid_modules_stay_valid(data: &Data) {
    let (mut converted, mut numbers) = (0, BTreeSet::new());
    for folder in ["debuginfo/debuginfo", "debuginfo/opencl-100", "debuginfo/translator-100"] {
        for path in data.files(folder, "spv") {
            let module = Module::read(&read(&path), &Limits::default()).unwrap();
            for forward in [Forward::Keep, Forward::Drop] {
                let Conversion { module: shader, losses } = convert_to_shader(&module, forward);
                assert_eq!(shader.sets().iter().count(), 0, "{}", path.display());
                let again = Module::read(&shader.write().unwrap(), &Limits::default()).unwrap();
                assert_eq!(again, shader, "{}: {losses:?}", path.display());
                let errors: Vec<String> = validate(&shader).iter().filter(|each| each.is_error()).map(Violation::to_string).collect();
                assert!(errors.is_empty() || !is_valid(&module), "{}: {errors:#?}", path.display());
                converted += usize::from(is_valid(&module));
                let cores = shader.instructions.iter().filter_map(Instruction::core);
                numbers.extend(cores.filter(|core| core.is(Op::ExtInst)).map(|core| core.words[3]));
            }
        }
    }
    let rows = numbers.iter().filter(|&&number| ShaderRow::find(number).is_some()).count();
    let (least, least_rows) = data.choose((10, 25), (60, 34));
    assert!(converted >= least && rows >= least_rows, "{converted} modules, {rows} of the set's instructions");
}

/// A module without a free id cannot be converted, unless its ids can be numbered anew.
#[test]
fn constants_need_ids() {
    let mut kernel = module(KERNEL);
    irsmith_debuginfo::transform::rename(&mut kernel, |id| Some(Id(u32::MAX - id.0))).unwrap();
    kernel.header.bound = u32::MAX;
    let shader = convert_to_shader(&kernel, Forward::Keep);
    assert!(is_valid(&shader.module) && shader.module.header.bound < 100, "{:?}", shader.losses);
    // An instruction that is not in the grammar may have ids that nobody knows.
    kernel.instructions.push(Instruction::Core(irsmith_debuginfo::CoreInstruction { opcode: 0xfff0, words: [1].into_iter().collect() }));
    let shader = convert_to_shader(&kernel, Forward::Keep);
    assert!(matches!(shader.losses[..], [loss] if loss.kind == LossKind::Ids), "{:?}", shader.losses);
}

#[test]
fn what_is_of_the_set_already_stays() {
    let shader = convert_to_shader(&module(KERNEL), Forward::Drop).module;
    assert_eq!(convert_to_shader(&shader, Forward::Drop), Conversion { module: shader.clone(), losses: Vec::new() });
}

/// The set takes sizes and counts of 32 or 64 bits only; the other dialects take any integer.
#[test]
fn a_size_of_another_width_becomes_one_of_32_bits() {
    let narrow = "OpCapability Int16\nOpCapability Int64\n";
    let types = "%ushort = OpTypeInt 16 0\n%ulong = OpTypeInt 64 0\n%half = OpConstant %ushort 16\n%long = OpConstant %ulong 64\n";
    let array = "%arr = OpExtInst %void %set DebugTypeArray %int %half\n%other = OpExtInst %void %set DebugTypeBasic %name %long Signed\n";
    let kernel = KERNEL
        .replace("OpCapability Linkage\n", &format!("OpCapability Linkage\n{narrow}"))
        .replace("%true =", &format!("{types}%true ="))
        .replace("%set DebugTypeBasic %name %size Signed\n", &format!("%set DebugTypeBasic %name %half Signed\n{array}"))
        // Behind a merge instruction it would be invalid before too.
        .replace("%val = OpExtInst %void %set DebugValue %lv %size %ex\n", "");
    let kernel = module(&kernel);
    assert!(is_valid(&kernel), "{:?}", validate(&kernel));
    let Conversion { module: shader, losses } = convert_to_shader(&kernel, Forward::Keep);
    assert!(is_valid(&shader), "{:?}", validate(&shader));
    let widths = losses.iter().filter(|loss| matches!(loss.kind, LossKind::Width(_))).count();
    assert_eq!(widths, 2, "{losses:?}");
    let text = disassemble(&shader.to_stream().unwrap());
    // The old one, and one that both name.
    let sixteens: Vec<&str> = text.lines().filter(|line| line.contains("OpConstant ") && line.ends_with(" 16")).collect();
    assert_eq!(sixteens.len(), 2, "{text}");
}
