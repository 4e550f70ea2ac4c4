//! What plain SPIR-V says of a module without changing its meaning: sources, lines, names, decorations.

use super::super::build::{Build, Section};
use super::super::rows::Family;
use super::module::with_text;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Words};
use spirv::{Decoration, FunctionParameterAttribute, Op, SourceLanguage};

const FORMS: [&str; 13] = [
    "OpSource",
    "OpSource with a file",
    "OpSource with a text",
    "OpSourceContinued",
    "OpSourceExtension",
    "OpName",
    "OpMemberName",
    "OpModuleProcessed",
    "OpDecorate RelaxedPrecision",
    "OpDecorate Alignment",
    "OpDecorate FuncParamAttr",
    "OpLine",
    "OpNoLine",
];
/// The forms of OpSource.
const SOURCES: usize = 5;
const NAME: usize = 5;
const MEMBER_NAME: usize = 6;
const PROCESSED: usize = 7;
const RELAXED: usize = 8;
const ALIGNMENT: usize = 9;
const ATTRIBUTE: usize = 10;
const LINE: usize = 11;
const NO_LINE: usize = 12;

pub(in super::super) fn annotation_forms() -> Vec<String> {
    FORMS.map(str::to_owned).to_vec()
}

impl Build<'_, '_> {
    fn annotates(&mut self, form: usize, parts: u16) -> bool {
        let wanted = self.choices.chance(parts) && self.is_on(Family::Annotation, form);
        if wanted {
            self.note(Family::Annotation, form);
        }
        wanted
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
        let Some(form) = self.form_on(Family::Annotation).filter(|&form| form < SOURCES) else { return };
        self.note(Family::Annotation, form);
        if form == 4 {
            return self.push_words(Section::Text, Op::SourceExtension, with_text(&[], "cl_khr_fp64"));
        }
        let languages = [SourceLanguage::Unknown, SourceLanguage::GLSL, SourceLanguage::OpenCL_C, SourceLanguage::OpenCL_CPP];
        let language = languages[self.choices.below(4)] as u32;
        let mut words = Words::from_slice(&[language, 200]);
        if form >= 1 {
            words.push(file.0);
        }
        if form >= 2 {
            words = with_text(&words, "kernel void k() {\n");
        }
        self.push_words(Section::Text, Op::Source, words);
        if form == 3 {
            self.push_words(Section::Text, Op::SourceContinued, with_text(&[], "}\n"));
        }
    }

    /// An OpLine or OpNoLine before the next instruction.
    pub(in super::super) fn line(&mut self) {
        let form = LINE + usize::from(self.choices.chance(48));
        if !self.is_on(Family::Annotation, form) {
            return;
        }
        self.note(Family::Annotation, form);
        if form == NO_LINE {
            return self.push(Section::Bodies, Op::NoLine, &[]);
        }
        let file = self.scratch.host.files[0];
        let (line, column) = (self.choices.below(300) as u32, self.choices.below(100) as u32);
        self.push(Section::Bodies, Op::Line, &[file.0, line, column]);
    }

    /// Names and decorations of what was made.
    pub(in super::super) fn annotations(&mut self) {
        if self.scratch.host.version.minor >= 1 && self.annotates(PROCESSED, 32) {
            self.push_words(Section::Processed, Op::ModuleProcessed, with_text(&[], "irsmith"));
        }
        for at in 0..self.scratch.host.functions.len() {
            let id = self.scratch.host.functions[at].id;
            self.give_name(id, "f", at);
        }
        for at in 0..self.scratch.host.globals.len() {
            let id = self.scratch.host.globals[at].id;
            self.give_name(id, "g", at);
            if self.scratch.host.version.kernel && self.annotates(ALIGNMENT, 64) {
                self.push(Section::Annotations, Op::Decorate, &[id.0, Decoration::Alignment as u32, 16]);
            }
        }
        for at in 0..self.scratch.host.types.len() {
            let row = self.scratch.host.types[at];
            if matches!(row.ty, super::Type::Struct { count: 1.., .. }) && self.annotates(MEMBER_NAME, 96) {
                self.push_words(Section::Names, Op::MemberName, with_text(&[row.id.0, 0], "first"));
            }
        }
        self.decorations();
    }

    fn give_name(&mut self, id: Id, prefix: &str, number: usize) {
        if self.annotates(NAME, 128) {
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
            (ATTRIBUTE, Words::from_slice(&[id.0, Decoration::FuncParamAttr as u32, attribute]))
        } else {
            (RELAXED, Words::from_slice(&[id.0, Decoration::RelaxedPrecision as u32]))
        };
        if self.annotates(form, 128) {
            self.push_words(Section::Annotations, Op::Decorate, words);
        }
    }
}
