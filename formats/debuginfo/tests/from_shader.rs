//! Conversion from `NonSemantic.Shader.DebugInfo`: a module written out by hand, and real ones.

use irsmith_debuginfo::convert::{Conversion, Forward, LossKind, convert, convert_to_shader};
use irsmith_debuginfo::text::{assemble, disassemble};
use irsmith_debuginfo::validate::{Violation, is_valid, validate};
use irsmith_debuginfo::{DebugInstruction, Dialect, Id, Info, Instruction, Limits, Module};
use irsmith_testdata::{Data, read};
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [modules_come_back],
    outside: [modules_come_back, modules_of_compilers_stay_valid],
}

/// Two structures, a function that is defined and one that is not, and what only this set has.
const SHADER: &str = r#"
OpCapability Shader
OpExtension "SPV_KHR_non_semantic_info"
%set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%file = OpString "a.comp"
%name = OpString "b"
%hash = OpString "0123456789abcdef0123456789abcdef"
OpName %line "gone"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%c0 = OpConstant %uint 0
%c1 = OpConstant %uint 1
%c2 = OpConstant %uint 2
%c3 = OpConstant %uint 3
%c4 = OpConstant %uint 4
%c32 = OpConstant %uint 32
%c100 = OpConstant %uint 100
%flag = OpConstant %uint 131072
%true = OpConstantTrue %bool
%fn = OpTypeFunction %void
%slot = OpTypePointer Function %uint
%src = OpExtInst %void %set DebugSource %file
%unit = OpExtInst %void %set DebugCompilationUnit %c100 %c4 %src %c2
%build = OpExtInst %void %set DebugBuildIdentifier %hash %c1
%int = OpExtInst %void %set DebugTypeBasic %name %c32 %c4 %flag
%vec = OpExtInst %void %set DebugTypeVector %int %c3
%mat = OpExtInst %void %set DebugTypeMatrix %vec %c2 %true
%loose = OpExtInst %void %set DebugTypeMember %name %int %src %c1 %c2 %c0 %c32 %c0
%member = OpExtInst %void %set DebugTypeMember %name %int %src %c1 %c2 %c0 %c32 %c0
%base = OpExtInst %void %set DebugTypeComposite %name %c1 %src %c1 %c2 %unit %name %c32 %c0 %member
%inherits = OpExtInst %void %set DebugTypeInheritance %base %c0 %c32 %c0
%derived = OpExtInst %void %set DebugTypeComposite %name %c1 %src %c1 %c2 %unit %name %c32 %c0 %inherits
%ft = OpExtInst %void %set DebugTypeFunction %c0 %void
%other = OpExtInst %void %set DebugFunction %name %ft %src %c1 %c2 %unit %name %c0 %c1
%func = OpExtInst %void %set DebugFunction %name %ft %src %c3 %c4 %unit %name %c0 %c3
%lv = OpExtInst %void %set DebugLocalVariable %name %vec %src %c3 %c4 %func %c0
%op = OpExtInst %void %set DebugOperation %c0
%ex = OpExtInst %void %set DebugExpression %op
%main = OpFunction %void None %fn
%entry = OpLabel
%var = OpVariable %slot Function
%def = OpExtInst %void %set DebugFunctionDefinition %func %main
%scope = OpExtInst %void %set DebugScope %func
%line = OpExtInst %void %set DebugLine %src %c3 %c3 %c1 %c4
%decl = OpExtInst %void %set DebugDeclare %lv %var %ex %c1
%no = OpExtInst %void %set DebugNoLine
OpReturn
OpFunctionEnd
"#;

/// The debug instructions in the other set: constants of the shader stay.
const OPENCL: &str = r#"
%no = OpExtInst %void %set DebugInfoNone
%src = OpExtInst %void %set DebugSource %file
%unit = OpExtInst %void %set DebugCompilationUnit 100 4 %src GLSL
%build = OpExtInst %void %set DebugInfoNone
%int = OpExtInst %void %set DebugTypeBasic %name %c32 Signed
%vec = OpExtInst %void %set DebugTypeVector %int 3
%mat = OpExtInst %void %set DebugTypeArray %vec %c2
%loose = OpExtInst %void %set DebugTypeMember %name %int %src 1 2 %no %c0 %c32 None
%base = OpExtInst %void %set DebugTypeComposite %name Structure %src 1 2 %unit %name %c32 None %member
%member = OpExtInst %void %set DebugTypeMember %name %int %src 1 2 %base %c0 %c32 None
%derived = OpExtInst %void %set DebugTypeComposite %name Structure %src 1 2 %unit %name %c32 None %inherits
%inherits = OpExtInst %void %set DebugTypeInheritance %derived %base %c0 %c32 None
%ft = OpExtInst %void %set DebugTypeFunction None %void
%other = OpExtInst %void %set DebugFunction %name %ft %src 1 2 %unit %name None 1 %no
%func = OpExtInst %void %set DebugFunction %name %ft %src 3 4 %unit %name None 3 %main
%lv = OpExtInst %void %set DebugLocalVariable %name %vec %src 3 4 %func None
%op = OpExtInst %void %set DebugOperation Deref
%ex = OpExtInst %void %set DebugExpression %op
%main = OpFunction %void None %fn
%entry = OpLabel
%var = OpVariable %slot Function
%scope = OpExtInst %void %set DebugScope %func
OpLine %file 3 1
%decl = OpExtInst %void %set DebugDeclare %lv %var %ex
OpNoLine
OpReturn
OpFunctionEnd
"#;

fn module(text: &str) -> Module {
    Module::from_stream(&assemble(text).unwrap())
}

#[test]
fn constants_become_literals_and_what_the_set_leaves_out_is_found() {
    let shader = module(SHADER);
    assert!(is_valid(&shader), "{:?}", validate(&shader));
    let Conversion { module: back, losses } = convert(&shader, Dialect::OpenCl);
    let kinds: Vec<LossKind> = losses.iter().map(|loss| loss.kind).collect();
    assert_eq!(
        kinds,
        [LossKind::Unknown(105, None), LossKind::Flags(1 << 17), LossKind::Matrix, LossKind::LineEnd(3, 4), LossKind::Indexes(1)]
    );
    let (head, _) = SHADER.split_once("%src").unwrap();
    let head = head.replace("NonSemantic.Shader.DebugInfo.100", "OpenCL.DebugInfo.100").replace("OpName %line \"gone\"\n", "");
    let text = |mut module: Module| {
        irsmith_debuginfo::transform::compact(&mut module).unwrap();
        disassemble(&module.to_stream().unwrap())
    };
    let (text, wanted) = (text(back.clone()), text(module(&(head + OPENCL.trim_start()))));
    let differing = text.lines().zip(wanted.lines()).find(|(line, wanted)| line != wanted);
    assert_eq!((differing, text.lines().count()), (None, wanted.lines().count()), "{text}\n{wanted}");
    assert!(is_valid(&back), "{:?}", validate(&back));
}

/// Returns the debug instructions by result.
fn infos(module: &Module) -> BTreeMap<Id, &Info> {
    module.instructions.iter().filter_map(Instruction::debug).map(|DebugInstruction { result, info, .. }| (*result, info)).collect()
}

/// What the conversion to the set kept, the conversion back finds.
fn modules_come_back(data: &Data) {
    let (mut compared, mut functions) = (0, 0);
    for folder in ["debuginfo/debuginfo", "debuginfo/opencl-100", "debuginfo/translator-100"] {
        for path in data.files(folder, "spv") {
            let start = convert(&Module::read(&read(&path), &Limits::default()).unwrap(), Dialect::OpenCl).module;
            let Conversion { module: shader, losses } = convert_to_shader(&start, Forward::Keep);
            if !is_valid(&start) || losses.iter().any(|loss| !matches!(loss.kind, LossKind::Place)) {
                continue;
            }
            let back = convert(&shader, Dialect::OpenCl);
            assert_eq!(back.losses, [], "{}", path.display());
            assert!(is_valid(&back.module), "{}: {:?}", path.display(), validate(&back.module));
            let back = infos(&back.module);
            let is_none = |id: &Id| back.get(id).is_none_or(|info| matches!(info, Info::InfoNone {}));
            let before = infos(&start);
            let lists = |composite: &Id, member| matches!(before.get(composite), Some(Info::TypeComposite { members, .. }) if members.contains(&member));
            for (&result, info) in &before {
                let found = back[&result];
                let is_same = match (info, found) {
                    // No composite lists it, or several do; or there is no function.
                    (Info::TypeMember { parent, .. }, Info::TypeMember { parent: found, .. }) if parent != found => {
                        is_none(found) && !lists(parent, result) || lists(found, result)
                    }
                    (Info::Function { function, .. }, Info::Function { function: again, .. }) if is_none(function) => is_none(again),
                    _ => *info == found,
                };
                assert!(is_same, "{}: {info:?}\n{found:?}", path.display());
                compared += 1;
                functions += usize::from(matches!(info, Info::Function { .. }));
            }
        }
    }
    let (least, least_functions) = data.choose((200, 10), (1500, 50));
    assert!(compared >= least && functions >= least_functions, "{compared} instructions, {functions} of them functions");
}

/// A valid module of a shader compiler is valid in the other set.
fn modules_of_compilers_stay_valid(data: &Data) {
    let (mut converted, mut lines) = (0, 0);
    for path in data.files("debuginfo/today", "spv") {
        let module = Module::read(&read(&path), &Limits::default()).unwrap();
        if module.shader_sets().is_empty() || !is_valid(&module) {
            continue;
        }
        let Conversion { module: there, losses } = convert(&module, Dialect::OpenCl);
        assert!(there.shader_sets().is_empty());
        // Rules of the other set: glslang writes names of types without a size as they are in the program, spirv-opt writes a DebugNoScope
        // behind the last block, a count may be an OpSpecConstantOp, and an index a variable of the program.
        let is_other = |violation: &Violation| {
            ["opaque-name", "block-placement", "operand-component-count", "operand-index"].contains(&violation.rule.id)
        };
        let is_error = |violation: &&Violation| violation.is_error() && !is_other(violation);
        let errors: Vec<String> = validate(&there).iter().filter(is_error).map(Violation::to_string).collect();
        assert!(errors.is_empty(), "{}: {errors:#?} {losses:?}", path.display());
        converted += 1;
        lines += there.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(spirv::Op::Line)).count();
    }
    assert!(converted >= 100 && lines >= 900, "{converted} modules, {lines} lines");
}

/// The set does not say to which of two composites a member belongs.
#[test]
fn a_member_of_two_composites_has_no_parent() {
    let text = r#"
        OpCapability Shader
        OpCapability Linkage
        %set = OpExtInstImport "DebugInfo"
        OpMemoryModel Logical GLSL450
        %name = OpString ""
        %void = OpTypeVoid
        %uint = OpTypeInt 32 0
        %zero = OpConstant %uint 0
        %none = OpExtInst %void %set DebugInfoNone
        %member = OpExtInst %void %set DebugTypeMember %name %none %none 0 0 %none %zero %zero None
        %one = OpExtInst %void %set DebugTypeComposite %name Class %none 0 0 %none %zero None %member
        %other = OpExtInst %void %set DebugTypeComposite %name Class %none 0 0 %none %zero None %member
    "#;
    let module = Module::from_stream(&assemble(text).unwrap());
    assert!(is_valid(&module), "{:?}", validate(&module));
    let there = convert_to_shader(&module, Forward::Keep).module;
    let back = convert(&there, Dialect::OpenCl).module;
    assert!(is_valid(&back), "{:?}", validate(&back));
    let debugs = || back.instructions.iter().filter_map(Instruction::debug);
    let parents = debugs().filter_map(|debug| if let Info::TypeMember { parent, .. } = debug.info { Some(parent) } else { None });
    let parents: Vec<&Info> = parents.filter_map(|parent| debugs().find(|debug| debug.result == parent)).map(|debug| &debug.info).collect();
    assert_eq!(parents, [&Info::InfoNone {}]);
}
