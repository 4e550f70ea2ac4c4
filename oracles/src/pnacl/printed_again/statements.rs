//! The statements of a module in the order of its file, except definitions of abbreviations.

use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{
    Alignment, Body, Constant, Global, Initializer, Instruction, Linkage, Literal, Module, SwitchCase, TypeId, Value, ValueKind,
};

use super::types::{Types, Values};

/// A statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The indentation in assembly, in steps.
    pub(super) depth: usize,
    /// The text; before its number, if it ends with the number of a float.
    pub(super) text: String,
    /// The bits of that number, and whether it has double precision.
    pub(super) float: Option<(u64, bool)>,
}

/// Returns the statements of a module.
pub(super) fn statements(module: &Module, listed: bool) -> Vec<Line> {
    let mut printer = Printer { types: Types::of(module, listed), lines: Vec::new() };
    printer.module();
    printer.lines
}

struct Printer<'m> {
    types: Types<'m>,
    lines: Vec<Line>,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: impl Into<String>) {
        self.lines.push(Line { depth, text: text.into(), float: None });
    }

    fn module(&mut self) {
        let module = self.types.module;
        self.line(0, "module {");
        self.line(1, "version 1;");
        self.line(1, "types {");
        self.line(2, format!("count {};", module.types.len()));
        for id in 0..module.types.len() as u32 {
            self.line(2, format!("@t{id} = {};", self.types.definition(TypeId(id))));
        }
        self.line(1, "}");
        for (index, function) in module.functions.iter().enumerate() {
            let word = if function.body.is_some() { "define" } else { "declare" };
            let linkage = match function.linkage {
                Linkage::External => "external",
                Linkage::Internal => "internal",
            };
            self.line(1, format!("{word} {linkage} {};", self.types.signature(index as u32, false)));
        }
        self.line(1, "globals {");
        self.line(2, format!("count {};", module.globals.len()));
        for (index, global) in module.globals.iter().enumerate() {
            self.global(index, global);
        }
        self.line(1, "}");
        if !module.symbols.is_empty() {
            self.line(1, "valuesymtab {");
            for symbol in &module.symbols {
                self.line(2, format!("{} : {}", value(symbol.value), self.name(&symbol.name)));
            }
            self.line(1, "}");
        }
        for (index, function) in module.functions.iter().enumerate() {
            if let Some(body) = &function.body {
                self.function(index as u32, body);
            }
        }
        self.line(0, "}");
    }

    fn global(&mut self, index: usize, global: &Global) {
        let word = if global.constant { "const" } else { "var" };
        self.line(2, format!("{word} @g{index}, align {},", bytes_of(global.alignment)));
        let single = global.initializers.len() == 1;
        if !single {
            self.line(3, format!("initializers {} {{", global.initializers.len()));
        }
        for initializer in &global.initializers {
            let text = match initializer {
                Initializer::Zerofill(bytes) => format!("zerofill {bytes};"),
                Initializer::Data(bytes) => format!("{{{}}}", bytes.iter().map(|byte| format!("{byte:>3}")).collect::<Vec<_>>().join(", ")),
                Initializer::Relocation { value: of, addend: None } => format!("reloc {};", value(*of)),
                Initializer::Relocation { value: of, addend: Some(addend) } => {
                    let signed = i64::from(*addend) - if *addend >> 31 == 1 { 1 << 32 } else { 0 };
                    format!("reloc {} {} {};", value(*of), if signed < 0 { '-' } else { '+' }, signed.abs())
                }
            };
            self.line(if single { 3 } else { 4 }, text);
        }
        if !single {
            self.line(3, "}");
        }
    }

    /// Returns a name in quotes if only letters, digits, dots and underscores are in it, otherwise its bytes.
    fn name(&self, name: &[u8]) -> String {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_';
        if name.iter().all(|byte| is_plain(*byte)) {
            return format!("\"{}\";", String::from_utf8_lossy(name));
        }
        let byte = |byte: &u8| match *byte {
            byte if is_plain(byte) => format!("'{}'", char::from(byte)),
            // The disassembler shows a byte above 127 as a negative number of 32 bits.
            byte if self.types.listed && byte > 127 => (0xffff_ff00_u32 | u32::from(byte)).to_string(),
            byte => format!("{byte:>3}"),
        };
        format!("{{{}}}", name.iter().map(byte).collect::<Vec<_>>().join(", "))
    }

    fn function(&mut self, index: u32, body: &Body) {
        self.line(1, format!("function {} {{", self.types.signature(index, true)));
        self.line(2, format!("blocks {};", body.block_count()));
        if !body.constants.is_empty() {
            self.constants(&body.constants);
        }
        let mut values = Values::of(&self.types, index, body);
        let mut block = 0;
        let mut begins = true;
        for instruction in &body.instructions {
            if begins {
                self.line(1, format!("%b{block}:"));
            }
            let result = values.result(&self.types, instruction);
            let assigned = if result.is_some() { format!("%v{} = ", values.next()) } else { String::new() };
            if let Instruction::Switch { ty, condition, default, cases } = instruction {
                self.switch(*ty, *condition, default.0, cases);
            } else {
                let text = self.instruction(instruction, &assigned, &values);
                self.line(2, text);
            }
            if let Instruction::Declare { value, ty } = instruction {
                values.declare(*value, self.types.text(*ty));
            }
            if let Some(ty) = result {
                values.define(&ty);
            }
            begins = matches!(
                instruction,
                Instruction::Ret { .. }
                    | Instruction::Branch { .. }
                    | Instruction::BranchIf { .. }
                    | Instruction::Switch { .. }
                    | Instruction::Unreachable {}
            );
            block += usize::from(begins);
        }
        self.line(1, "}");
    }

    fn constants(&mut self, constants: &[Constant]) {
        self.line(2, "constants {");
        let mut of = None;
        for (index, constant) in constants.iter().enumerate() {
            if of.replace(constant.ty) != Some(constant.ty) {
                self.line(3, format!("{}:", self.types.named(constant.ty)));
            }
            let ty = self.types.text(constant.ty);
            let begin = format!("%c{index} = {ty} ");
            let line = match constant.literal {
                Literal::Undef => Line { text: begin + "undef;", ..Line::default() },
                Literal::Integer(number) => Line { text: format!("{begin}{};", integer(ty, number)), ..Line::default() },
                Literal::Float(bits) => {
                    let float = Some((bits, ty == "double"));
                    Line { text: begin, float, ..Line::default() }
                }
            };
            self.lines.push(Line { depth: 4, ..line });
        }
        self.line(2, "}");
    }

    fn switch(&mut self, ty: TypeId, condition: Value, default: u32, cases: &[SwitchCase]) {
        self.line(2, format!("switch {} {} {{", self.types.named(ty), value(condition)));
        self.line(3, format!("default: br label %b{default};"));
        for case in cases {
            let number = integer(self.types.text(ty), case.value);
            self.line(3, format!("{} {number}: br label %b{};", self.types.named(ty), case.target.0));
        }
        self.line(2, "}");
    }

    fn instruction(&self, instruction: &Instruction, assigned: &str, values: &Values) -> String {
        let typed = |of: Value| format!("{} {}", values.get(of), value(of));
        let named = |id: TypeId| self.types.named(id);
        // The disassembler writes more blanks around the sign of these than of others.
        let wide = assigned.replace(" = ", "  =  ");
        match instruction {
            Instruction::Ret { value: None } => "ret void;".into(),
            Instruction::Ret { value: Some(of) } => format!("ret {};", typed(*of)),
            Instruction::Branch { target } => format!("br label %b{};", target.0),
            Instruction::BranchIf { then, otherwise, condition } => {
                format!("br {}, label %b{}, label %b{};", typed(*condition), then.0, otherwise.0)
            }
            Instruction::Unreachable {} => "unreachable;".into(),
            Instruction::Binary { a, b, op } => {
                let is_float = values.get(*a).contains("float") || values.get(*a).contains("double");
                format!("{assigned}{} {}, {};", operation(*op, is_float), typed(*a), value(*b))
            }
            Instruction::Cast { value: of, ty, op } => format!("{assigned}{} {} to {};", conversion(*op), typed(*of), named(*ty)),
            Instruction::ExtractElement { vector, index } => format!("{wide}extractelement {}, {};", typed(*vector), typed(*index)),
            Instruction::InsertElement { vector, element, index } => {
                format!("{wide}insertelement {}, {}, {};", typed(*vector), typed(*element), typed(*index))
            }
            Instruction::Phi { ty, incoming } => {
                let pairs: Vec<String> = incoming.iter().map(|pair| format!("[{}, %b{}]", value(pair.value), pair.block.0)).collect();
                format!("{assigned}phi {} {};", named(*ty), pairs.join(", "))
            }
            Instruction::Alloca { size, alignment } => format!("{assigned}alloca i8, {}, align {};", typed(*size), bytes_of(*alignment)),
            Instruction::Load { pointer, alignment, ty } => {
                format!("{assigned}load {}* {}, align {};", named(*ty), value(*pointer), bytes_of(*alignment))
            }
            Instruction::Store { pointer, value: of, alignment } => {
                format!("store {}, {}* {}, align {};", typed(*of), values.get(*of), value(*pointer), bytes_of(*alignment))
            }
            Instruction::Compare { a, b, predicate } => format!("{assigned}{} {}, {};", comparison(*predicate), typed(*a), value(*b)),
            Instruction::Select { a, b, condition } => {
                format!("{assigned}select {}, {}, {};", typed(*condition), typed(*a), typed(*b))
            }
            Instruction::Call { tail, callee, arguments } => {
                let result = self.types.module.signature_of(callee.index()).map_or("?", |signature| self.types.text(signature.result));
                let arguments: Vec<String> = arguments.iter().map(|of| typed(*of)).collect();
                format!("{assigned}{}call {result} {}({});", tail_word(*tail), value(*callee), arguments.join(", "))
            }
            Instruction::CallIndirect { tail, pointer, result, arguments } => {
                let is_ambiguous = !self.types.listed && pointer.kind() == ValueKind::Function;
                let indirect = if is_ambiguous { "indirect " } else { "" };
                let arguments: Vec<String> = arguments.iter().map(|of| typed(*of)).collect();
                let (tail, result) = (tail_word(*tail), named(*result));
                format!("{assigned}{tail}call {indirect}{result} {}({});", value(*pointer), arguments.join(", "))
            }
            Instruction::Declare { value: of, ty } => format!("declare {} {};", named(*ty), value(*of)),
            // It has several lines.
            Instruction::Switch { .. } => String::new(),
        }
    }
}

const fn tail_word(tail: bool) -> &'static str {
    if tail { "tail " } else { "" }
}

fn value(value: Value) -> String {
    let prefix = match value.kind() {
        ValueKind::Function => "@f",
        ValueKind::Global => "@g",
        ValueKind::Parameter => "%p",
        ValueKind::Constant => "%c",
        ValueKind::Instruction => "%v",
    };
    format!("{prefix}{}", value.index())
}

/// Returns the bytes of an alignment by its encoding.
fn bytes_of(alignment: Alignment) -> u64 {
    (1..alignment.encoding()).fold(u64::from(alignment.encoding() > 0), |bytes, _| bytes * 2)
}

/// Returns an integer of a type: true is 1, and the smallest number of 64 bits is `-0`.
fn integer(ty: &str, number: i64) -> String {
    match (ty, number) {
        ("i1", number) => number.unsigned_abs().to_string(),
        (_, i64::MIN) => "-0".into(),
        _ => number.to_string(),
    }
}

/// Returns the word for an operation, in the words of the manual.
const fn operation(op: BinaryOp, is_float: bool) -> &'static str {
    match (op, is_float) {
        (BinaryOp::Add, false) => "add",
        (BinaryOp::Sub, false) => "sub",
        (BinaryOp::Mul, false) => "mul",
        (BinaryOp::SDiv, false) => "sdiv",
        (BinaryOp::SRem, false) => "srem",
        (BinaryOp::Add, true) => "fadd",
        (BinaryOp::Sub, true) => "fsub",
        (BinaryOp::Mul, true) => "fmul",
        (BinaryOp::SDiv, true) => "fdiv",
        (BinaryOp::SRem, true) => "frem",
        (BinaryOp::UDiv, _) => "udiv",
        (BinaryOp::URem, _) => "urem",
        (BinaryOp::Shl, _) => "shl",
        (BinaryOp::LShr, _) => "lshr",
        (BinaryOp::AShr, _) => "ashr",
        (BinaryOp::And, _) => "and",
        (BinaryOp::Or, _) => "or",
        (BinaryOp::Xor, _) => "xor",
    }
}

const fn conversion(op: CastOp) -> &'static str {
    match op {
        CastOp::Trunc => "trunc",
        CastOp::ZExt => "zext",
        CastOp::SExt => "sext",
        CastOp::FpToUi => "fptoui",
        CastOp::FpToSi => "fptosi",
        CastOp::UiToFp => "uitofp",
        CastOp::SiToFp => "sitofp",
        CastOp::FpTrunc => "fptrunc",
        CastOp::FpExt => "fpext",
        CastOp::BitCast => "bitcast",
    }
}

const fn comparison(predicate: Predicate) -> &'static str {
    match predicate {
        Predicate::False => "fcmp false",
        Predicate::Oeq => "fcmp oeq",
        Predicate::Ogt => "fcmp ogt",
        Predicate::Oge => "fcmp oge",
        Predicate::Olt => "fcmp olt",
        Predicate::Ole => "fcmp ole",
        Predicate::One => "fcmp one",
        Predicate::Ord => "fcmp ord",
        Predicate::Uno => "fcmp uno",
        Predicate::Ueq => "fcmp ueq",
        Predicate::Fugt => "fcmp ugt",
        Predicate::Fuge => "fcmp uge",
        Predicate::Fult => "fcmp ult",
        Predicate::Fule => "fcmp ule",
        Predicate::Une => "fcmp une",
        Predicate::True => "fcmp true",
        Predicate::Eq => "icmp eq",
        Predicate::Ne => "icmp ne",
        Predicate::Ugt => "icmp ugt",
        Predicate::Uge => "icmp uge",
        Predicate::Ult => "icmp ult",
        Predicate::Ule => "icmp ule",
        Predicate::Sgt => "icmp sgt",
        Predicate::Sge => "icmp sge",
        Predicate::Slt => "icmp slt",
        Predicate::Sle => "icmp sle",
    }
}
