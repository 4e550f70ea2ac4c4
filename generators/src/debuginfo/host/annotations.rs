//! Annotations of plain SPIR-V, which do not change a module's meaning: sources, lines, names, decorations.

use super::super::build::{Build, Section, with_text};
use super::super::facts::Facts;
use super::super::families::Family;
use super::super::shapes::Shape;
use super::Type;
use crate::forms::forms;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Words};
use spirv::{Decoration, FunctionParameterAttribute, Op, SourceLanguage};

forms! {
    /// Annotations of plain SPIR-V.
    pub(in super::super) enum Annotation: AnnotationRow in Family::Annotation;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Source "OpSource" { seen: |facts| facts.sources(|words, _| words == 2) }
    SourceWithFile "OpSource with a file" { seen: |facts| facts.sources(|words, _| words == 3) }
    SourceWithText "OpSource with a text" { seen: |facts| facts.sources(|words, continued| words > 3 && !continued) }
    SourceContinued "OpSourceContinued" { seen: |facts| facts.count(Op::SourceContinued) }
    SourceExtension "OpSourceExtension" { seen: |facts| facts.count(Op::SourceExtension) }
    Name "OpName" { seen: |facts| facts.count(Op::Name) }
    MemberName "OpMemberName" { seen: |facts| facts.count(Op::MemberName) }
    Processed "OpModuleProcessed" { seen: |facts| facts.count(Op::ModuleProcessed) }
    Relaxed "OpDecorate RelaxedPrecision" { seen: |facts| facts.decorations(Decoration::RelaxedPrecision) }
    Alignment "OpDecorate Alignment" { seen: |facts| facts.decorations(Decoration::Alignment) }
    Attribute "OpDecorate FuncParamAttr" { seen: |facts| facts.decorations(Decoration::FuncParamAttr) }
    Line "OpLine" { seen: |facts| facts.count(Op::Line) }
    NoLine "OpNoLine" { seen: |facts| facts.count(Op::NoLine) }
}

/// The columns of an annotation.
pub(in super::super) struct AnnotationRow {
    seen: fn(&Facts<'_>) -> u64,
}

fn annotates(build: &mut Build<'_, '_>, form: Annotation, parts: u16) -> bool {
    build.choices.chance(parts) && build.is_on(form)
}

/// Makes a file, and perhaps an OpSource.
pub(in super::super) fn sources(build: &mut Build<'_, '_>) {
    let file = build.id();
    let name = ["a.cl", "/src/b.comp", "dir/c.cpp"][build.choices.below(3)];
    build.push_words(Section::Text, Op::String, with_text(&[file.0], name));
    build.scratch.host.files.push(file);
    if !build.choices.chance(128) {
        return;
    }
    let Some(form) = build.form_on(Annotation::ALL) else { return };
    let (has_file, has_text) = match form {
        Annotation::SourceExtension => {
            return build.push_words(Section::Text, Op::SourceExtension, with_text(&[], "cl_khr_fp64"));
        }
        Annotation::Source => (false, false),
        Annotation::SourceWithFile => (true, false),
        Annotation::SourceWithText | Annotation::SourceContinued => (true, true),
        _ => return,
    };
    let languages = [SourceLanguage::Unknown, SourceLanguage::GLSL, SourceLanguage::OpenCL_C, SourceLanguage::OpenCL_CPP];
    let language = languages[build.choices.below(4)] as u32;
    let mut words = Words::from_slice(&[language, 200]);
    if has_file {
        words.push(file.0);
    }
    if has_text {
        words = with_text(&words, "kernel void k() {\n");
    }
    build.push_words(Section::Text, Op::Source, words);
    if form == Annotation::SourceContinued {
        build.push_words(Section::Text, Op::SourceContinued, with_text(&[], "}\n"));
    }
}

/// Makes an OpLine or OpNoLine before the next instruction.
pub(in super::super) fn line(build: &mut Build<'_, '_>) {
    let form = if build.choices.chance(48) { Annotation::NoLine } else { Annotation::Line };
    if !build.is_on(form) {
        return;
    }
    if form == Annotation::NoLine {
        return build.push(Section::Bodies, Op::NoLine, &[]);
    }
    let file = build.scratch.host.files[0];
    let (line, column) = (build.choices.below(300) as u32, build.choices.below(100) as u32);
    build.push(Section::Bodies, Op::Line, &[file.0, line, column]);
}

/// Makes a line before a phi or a variable, perhaps.
pub(in super::super) fn early_line(build: &mut Build<'_, '_>) {
    if build.wants(Shape::EarlyLine, 24) {
        line(build);
    }
}

/// Makes names and decorations of what was generated.
pub(in super::super) fn annotations(build: &mut Build<'_, '_>) {
    if build.scratch.host.version.minor >= 1 && annotates(build, Annotation::Processed, 32) {
        build.push_words(Section::Processed, Op::ModuleProcessed, with_text(&[], "irsmith"));
    }
    for at in 0..build.scratch.host.functions.len() {
        let id = build.scratch.host.functions[at].id;
        give_name(build, id, "f", at);
    }
    for at in 0..build.scratch.host.globals.len() {
        let id = build.scratch.host.globals[at].id;
        give_name(build, id, "g", at);
        if build.scratch.host.version.kernel && annotates(build, Annotation::Alignment, 64) {
            build.push(Section::Annotations, Op::Decorate, &[id.0, Decoration::Alignment as u32, 16]);
        }
    }
    for at in 0..build.scratch.host.defined.types().len() {
        let row = build.scratch.host.defined.types()[at];
        if matches!(row.ty, Type::Struct { count: 1.., .. }) && annotates(build, Annotation::MemberName, 96) {
            build.push_words(Section::Names, Op::MemberName, with_text(&[row.id.0, 0], "first"));
        }
    }
    decorations(build);
}

fn give_name(build: &mut Build<'_, '_>, id: Id, prefix: &str, number: usize) {
    if annotates(build, Annotation::Name, 128) {
        let digit = char::from(b'0' + (number % 10) as u8);
        build.push_words(Section::Names, Op::Name, with_text(&[id.0], &[prefix, digit.encode_utf8(&mut [0; 4])].concat()));
    }
}

/// Makes a decoration of some result of the bodies: a parameter of a kernel, a sum or product of a shader.
fn decorations(build: &mut Build<'_, '_>) {
    let kernel = build.scratch.host.version.kernel;
    let fits = |core: &CoreInstruction| {
        if kernel { core.is(Op::FunctionParameter) } else { [Op::IAdd, Op::FMul, Op::Load].iter().any(|&op| core.is(op)) }
    };
    let start = build.choices.below(build.written_bodies().len());
    let found = build.written_bodies()[start..].iter().filter_map(Instruction::core).take(32).find(|core| fits(core));
    let Some((ty, id)) = found.and_then(|core| core.id(0).zip(core.id(1))) else { return };
    let (form, words) = if kernel {
        let types = build.scratch.host.defined.types();
        let attribute = match types.iter().find(|row| row.id == ty).map(|row| &row.ty) {
            Some(Type::Bool | Type::Int { .. }) => FunctionParameterAttribute::Zext,
            Some(Type::Pointer { .. }) => FunctionParameterAttribute::NoAlias,
            _ => return,
        };
        (Annotation::Attribute, Words::from_slice(&[id.0, Decoration::FuncParamAttr as u32, attribute as u32]))
    } else {
        (Annotation::Relaxed, Words::from_slice(&[id.0, Decoration::RelaxedPrecision as u32]))
    };
    if annotates(build, form, 128) {
        build.push_words(Section::Annotations, Op::Decorate, words);
    }
}
