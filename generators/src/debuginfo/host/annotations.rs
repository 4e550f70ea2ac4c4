//! What plain SPIR-V says of a module without changing its meaning: sources, lines, names, decorations.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::module::with_text;
use crate::forms::forms;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Words};
use spirv::{Decoration, FunctionParameterAttribute, Op, SourceLanguage};

forms! {
    /// What plain SPIR-V says of a module.
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

impl Build<'_, '_> {
    fn annotates(&mut self, form: Annotation, parts: u16) -> bool {
        self.choices.chance(parts) && self.is_on(form)
    }

    /// A file, and perhaps an OpSource.
    pub(in super::super) fn sources(&mut self) {
        let file = self.id();
        let name = ["a.cl", "/src/b.comp", "dir/c.cpp"][self.choices.below(3)];
        self.push_words(Section::Text, Op::String, with_text(&[file.0], name));
        self.scratch.host.files.push(file);
        if !self.choices.chance(128) {
            return;
        }
        let Some(form) = self.form_on(Annotation::ALL) else { return };
        let (has_file, has_text) = match form {
            Annotation::SourceExtension => {
                return self.push_words(Section::Text, Op::SourceExtension, with_text(&[], "cl_khr_fp64"));
            }
            Annotation::Source => (false, false),
            Annotation::SourceWithFile => (true, false),
            Annotation::SourceWithText | Annotation::SourceContinued => (true, true),
            _ => return,
        };
        let languages = [SourceLanguage::Unknown, SourceLanguage::GLSL, SourceLanguage::OpenCL_C, SourceLanguage::OpenCL_CPP];
        let language = languages[self.choices.below(4)] as u32;
        let mut words = Words::from_slice(&[language, 200]);
        if has_file {
            words.push(file.0);
        }
        if has_text {
            words = with_text(&words, "kernel void k() {\n");
        }
        self.push_words(Section::Text, Op::Source, words);
        if form == Annotation::SourceContinued {
            self.push_words(Section::Text, Op::SourceContinued, with_text(&[], "}\n"));
        }
    }

    /// An OpLine or OpNoLine before the next instruction.
    pub(in super::super) fn line(&mut self) {
        let form = if self.choices.chance(48) { Annotation::NoLine } else { Annotation::Line };
        if !self.is_on(form) {
            return;
        }
        if form == Annotation::NoLine {
            return self.push(Section::Bodies, Op::NoLine, &[]);
        }
        let file = self.scratch.host.files[0];
        let (line, column) = (self.choices.below(300) as u32, self.choices.below(100) as u32);
        self.push(Section::Bodies, Op::Line, &[file.0, line, column]);
    }

    /// Names and decorations of what was made.
    pub(in super::super) fn annotations(&mut self) {
        if self.scratch.host.version.minor >= 1 && self.annotates(Annotation::Processed, 32) {
            self.push_words(Section::Processed, Op::ModuleProcessed, with_text(&[], "irsmith"));
        }
        for at in 0..self.scratch.host.functions.len() {
            let id = self.scratch.host.functions[at].id;
            self.give_name(id, "f", at);
        }
        for at in 0..self.scratch.host.globals.len() {
            let id = self.scratch.host.globals[at].id;
            self.give_name(id, "g", at);
            if self.scratch.host.version.kernel && self.annotates(Annotation::Alignment, 64) {
                self.push(Section::Annotations, Op::Decorate, &[id.0, Decoration::Alignment as u32, 16]);
            }
        }
        for at in 0..self.scratch.host.types.len() {
            let row = self.scratch.host.types[at];
            if matches!(row.ty, super::Type::Struct { count: 1.., .. }) && self.annotates(Annotation::MemberName, 96) {
                self.push_words(Section::Names, Op::MemberName, with_text(&[row.id.0, 0], "first"));
            }
        }
        self.decorations();
    }

    fn give_name(&mut self, id: Id, prefix: &str, number: usize) {
        if self.annotates(Annotation::Name, 128) {
            let digit = char::from(b'0' + (number % 10) as u8);
            self.push_words(Section::Names, Op::Name, with_text(&[id.0], &[prefix, digit.encode_utf8(&mut [0; 4])].concat()));
        }
    }

    /// A decoration of some result of the bodies: a parameter of a kernel, a sum or product of a shader.
    fn decorations(&mut self) {
        let kernel = self.scratch.host.version.kernel;
        let fits = |core: &CoreInstruction| {
            if kernel { core.is(Op::FunctionParameter) } else { [Op::IAdd, Op::FMul, Op::Load].iter().any(|&op| core.is(op)) }
        };
        let start = self.choices.below(self.written_bodies().len());
        let found = self.written_bodies()[start..].iter().filter_map(Instruction::core).take(32).find(|core| fits(core));
        let Some(id) = found.and_then(|core| core.id(1)) else { return };
        let (form, words) = if kernel {
            let attribute = FunctionParameterAttribute::Zext as u32;
            (Annotation::Attribute, Words::from_slice(&[id.0, Decoration::FuncParamAttr as u32, attribute]))
        } else {
            (Annotation::Relaxed, Words::from_slice(&[id.0, Decoration::RelaxedPrecision as u32]))
        };
        if self.annotates(form, 128) {
            self.push_words(Section::Annotations, Op::Decorate, words);
        }
    }
}
