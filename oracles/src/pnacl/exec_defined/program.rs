//! A module with a function for each form, as assembly.

use std::fmt::Write;

use super::form::{Form, Lane, Operation, Position};

/// A function, and the operands of its calls; a constant operand is the same in all of them.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) form: Form,
    pub(super) operands: Vec<(u64, u64)>,
}

/// The types of every module, in the order of their ids.
const TYPES: &[&str] = &[
    "i64",
    "i32",
    "i16",
    "i8",
    "i1",
    "float",
    "double",
    "void",
    "<4 x i32>",
    "<8 x i16>",
    "<16 x i8>",
    "<4 x float>",
    "<4 x i1>",
    "<8 x i1>",
    "<16 x i1>",
    "i64 (i64, i64)",
    "i64 (float, float)",
    "i64 (double, double)",
    "float (i64, i64)",
    "float (float, float)",
    "float (double, double)",
    "double (i64, i64)",
    "double (float, float)",
    "double (double, double)",
    "void (i32)",
];

/// Returns the module of some functions: the first is its entry, which does nothing.
pub(super) fn text(functions: &[Function]) -> String {
    let mut text = format!("module {{\nversion 1;\ntypes {{\ncount {};\n", TYPES.len());
    for (id, ty) in TYPES.iter().enumerate() {
        put(&mut text, format_args!("@t{id} = {ty};\n"));
    }
    text += "}\ndefine external void @f0(i32);\n";
    for (index, function) in (1..).zip(functions) {
        let (result, parameter) = interface(&function.form);
        put(&mut text, format_args!("define internal {result} @f{index}({parameter}, {parameter});\n"));
    }
    text += "globals {\ncount 0;\n}\nvaluesymtab {\n@f0 : \"_start\";\n}\nfunction void @f0(i32 %p0) {\nblocks 1;\n%b0:\nret void;\n}\n";
    for (index, function) in (1..).zip(functions) {
        body(index, function, &mut text);
    }
    text + "}\n"
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(line);
}

/// Returns the types of the result and of the parameters: functions have no integers below 32 bits.
fn interface(form: &Form) -> (Lane, Lane) {
    let wide = |lane: Lane| if let Lane::Integer(_) = lane { Lane::Integer(64) } else { lane };
    (wide(result_lane(form)), wide(form.lane))
}

/// Returns the type of the result in a lane.
fn result_lane(form: &Form) -> Lane {
    match form.operation {
        Operation::Binary(_) => form.lane,
        Operation::Compare(_) => Lane::Integer(1),
        Operation::Cast(_, to) => to,
    }
}

/// The body of a function so far.
struct Body {
    constants: Vec<(String, String)>,
    code: String,
    values: usize,
}

impl Body {
    /// Returns the name of a new constant.
    fn constant(&mut self, ty: impl ToString, text: impl ToString) -> String {
        self.constants.push((ty.to_string(), text.to_string()));
        format!("%c{}", self.constants.len() - 1)
    }

    /// Appends an instruction, and returns the name of its result.
    fn value(&mut self, code: std::fmt::Arguments<'_>) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        put(&mut self.code, format_args!("{name} = {code};\n"));
        name
    }

    /// Converts an integer or float to another width of the same sort.
    fn converted(&mut self, value: String, from: Lane, to: Lane) -> String {
        match (from, to) {
            (Lane::Integer(a), Lane::Integer(b)) if a > b => self.value(format_args!("trunc {from} {value} to {to}")),
            (Lane::Integer(a), Lane::Integer(b)) if a < b => self.value(format_args!("zext {from} {value} to {to}")),
            _ => value,
        }
    }
}

fn body(index: usize, function: &Function, text: &mut String) {
    let Function { form, operands } = function;
    let (result, parameter) = interface(form);
    let mut body = Body { constants: Vec::new(), code: String::new(), values: 0 };
    let operand = |body: &mut Body, place: usize| {
        if form.position.constant() == Some(place) {
            let (a, b) = operands.first().copied().unwrap_or_default();
            return body.constant(form.lane, number(form.lane, if place == 0 { a } else { b }));
        }
        body.converted(format!("%p{place}"), parameter, form.lane)
    };
    let (a, b) = (operand(&mut body, 0), operand(&mut body, 1));
    let computed = computed(&mut body, form, &a, &b);
    finish(&mut body, form, computed, result);
    let blocks = body.code.matches("%b").count() - body.code.matches("label %b").count() + 1;
    put(text, format_args!("function {result} @f{index}({parameter} %p0, {parameter} %p1) {{\nblocks {blocks};\n"));
    constants(&body.constants, text);
    put(text, format_args!("%b0:\n{}}}\n", body.code));
}

/// Appends the operation.
fn computed(body: &mut Body, form: &Form, a: &str, b: &str) -> String {
    let operation = match form.operation {
        Operation::Binary(op) if matches!(form.lane, Lane::Integer(_)) => op.name().to_owned(),
        Operation::Binary(op) => op.float_name().unwrap_or_default().to_owned(),
        Operation::Compare(predicate) => format!("{} {}", if predicate.is_integer() { "icmp" } else { "fcmp" }, predicate.name()),
        Operation::Cast(op, to) => return body.value(format_args!("{} {} {a} to {to}", op.name(), form.lane)),
    };
    let Position::Vector(lanes) = form.position else { return body.value(format_args!("{operation} {} {a}, {b}", form.lane)) };
    let ty = format!("<{lanes} x {}>", form.lane);
    // A lane beside the middle, so that neither half is always the one.
    let place = lanes / 2 - usize_from(form);
    let one = body.constant(form.lane, 1);
    let mut common = body.constant(&ty, "undef");
    let places: Vec<String> = (0..lanes).map(|lane| body.constant("i32", lane)).collect();
    for index in &places {
        common = body.value(format_args!("insertelement {ty} {common}, {} {one}, i32 {index}", form.lane));
    }
    let place = &places[place as usize];
    let mut vector = |scalar: &str| body.value(format_args!("insertelement {ty} {common}, {} {scalar}, i32 {place}", form.lane));
    let (a, b) = (vector(a), vector(b));
    let both = body.value(format_args!("{operation} {ty} {a}, {b}"));
    let of = if let Operation::Compare(_) = form.operation { format!("<{lanes} x i1>") } else { ty };
    body.value(format_args!("extractelement {of} {both}, i32 {place}"))
}

/// Returns 0 or 1, for half of the forms each.
const fn usize_from(form: &Form) -> u32 {
    match form.operation {
        Operation::Binary(op) => op as u32 % 2,
        Operation::Compare(predicate) => predicate as u32 % 2,
        Operation::Cast(..) => 0,
    }
}

/// Appends what is done with the result of the operation.
fn finish(body: &mut Body, form: &Form, computed: String, result: Lane) {
    let constants = |body: &mut Body| (body.constant(result, 1), body.constant(result, 0));
    match form.position {
        Position::Select => {
            let (one, zero) = constants(body);
            let selected = body.value(format_args!("select i1 {computed}, {result} {one}, {result} {zero}"));
            put(&mut body.code, format_args!("ret {result} {selected};\n"));
        }
        Position::Branch | Position::BranchRightConstant | Position::BranchLeftConstant => {
            let (one, zero) = constants(body);
            put(&mut body.code, format_args!("br i1 {computed}, label %b1, label %b2;\n"));
            put(&mut body.code, format_args!("%b1:\nret {result} {one};\n%b2:\nret {result} {zero};\n"));
        }
        Position::LaterBranch => {
            let (_, zero) = constants(body);
            put(&mut body.code, format_args!("br label %b1;\n%b1:\nbr i1 {computed}, label %b2, label %b3;\n%b2:\n"));
            let widened = body.converted(computed, Lane::Integer(1), result);
            put(&mut body.code, format_args!("ret {result} {widened};\n%b3:\nret {result} {zero};\n"));
        }
        Position::Value | Position::RightConstant | Position::LeftConstant | Position::Vector(_) => {
            let widened = body.converted(computed, result_lane(form), result);
            put(&mut body.code, format_args!("ret {result} {widened};\n"));
        }
    }
}

fn constants(constants: &[(String, String)], text: &mut String) {
    if constants.is_empty() {
        return;
    }
    *text += "constants {\n";
    for (index, (ty, constant)) in constants.iter().enumerate() {
        put(text, format_args!("{ty}:\n%c{index} = {ty} {constant};\n"));
    }
    *text += "}\n";
}

/// Returns the text of a constant: integers with their sign, but true as 1.
fn number(lane: Lane, bits: u64) -> String {
    match lane {
        Lane::Integer(1) => (bits & 1).to_string(),
        Lane::Integer(width) => {
            let shift = 64 - width;
            ((bits << shift).cast_signed() >> shift).to_string()
        }
        Lane::Float | Lane::Double => {
            let number = if lane == Lane::Float { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
            if number.is_nan() {
                format!("nan:{bits:#x}")
            } else if number.is_infinite() {
                format!("{number}")
            } else {
                format!("{number:e}")
            }
        }
    }
}

/// Functions with an undefined constant: the instruction that uses it, the code, and whether the use is an event.
pub(super) const UNDEFINED: &[(&str, &str, bool)] = &[
    ("ret", "ret i64 %c0;", true),
    ("binary", "%v0 = add i64 %p0, %c0;\nret i64 %p0;", true),
    ("cast", "%v0 = trunc i64 %c0 to i32;\nret i64 %p0;", true),
    ("compare", "%v0 = icmp eq i64 %c0, %p0;\nret i64 %p0;", true),
    ("select", "%v0 = icmp eq i64 %p0, %p0;\n%v1 = select i1 %v0, i64 %p0, i64 %c0;\nret i64 %p0;", false),
    ("insertelement", "%v0 = insertelement <4 x i32> %c2, i32 %c3, i32 %c3;\nret i64 %p0;", false),
    ("extractelement", "%v0 = extractelement <4 x i32> %c2, i32 %c3;\nret i64 %p0;", true),
    ("phi", "br label %b1;\n%b1:\n%v0 = phi i64 [%c0, %b0];\nret i64 %p0;", false),
    ("br", "br i1 %c1, label %b1, label %b2;\n%b1:\nret i64 %p0;\n%b2:\nret i64 %p0;", true),
    ("switch", "switch i64 %c0 {\ndefault: br label %b1;\n}\n%b1:\nret i64 %p0;", true),
    ("store", "%v0 = alloca i8, i32 %c4, align 8;\nstore i64 %c0, i64* %v0, align 1;\nret i64 %p0;", true),
    ("call", "%v0 = call i64 @f13(i64 %c0, i64 %p0);\nret i64 %p0;", true),
    ("nothing", "%v0 = add i64 %p0, %p1;\nret i64 %p0;", false),
];

/// Returns the module of these functions; one calls the last.
pub(super) fn undefined_text() -> String {
    let mut text = format!("module {{\nversion 1;\ntypes {{\ncount {};\n", TYPES.len());
    for (id, ty) in TYPES.iter().enumerate() {
        put(&mut text, format_args!("@t{id} = {ty};\n"));
    }
    text += "}\ndefine external void @f0(i32);\n";
    for index in 1..=UNDEFINED.len() {
        put(&mut text, format_args!("define internal i64 @f{index}(i64, i64);\n"));
    }
    text += "globals {\ncount 0;\n}\nvaluesymtab {\n@f0 : \"_start\";\n}\nfunction void @f0(i32 %p0) {\nblocks 1;\n%b0:\nret void;\n}\n";
    for (index, (_, code, _)) in (1..).zip(UNDEFINED) {
        let blocks = 1 + code.matches("\n%b").count();
        put(&mut text, format_args!("function i64 @f{index}(i64 %p0, i64 %p1) {{\nblocks {blocks};\n"));
        text += "constants {\ni64:\n%c0 = i64 undef;\ni1:\n%c1 = i1 undef;\n<4 x i32>:\n%c2 = <4 x i32> undef;\n";
        put(&mut text, format_args!("i32:\n%c3 = i32 0;\n%c4 = i32 8;\n}}\n%b0:\n{code}\n}}\n"));
    }
    text + "}\n"
}

/// Returns whether the operation has one operand.
pub(super) const fn is_unary(form: &Form) -> bool {
    matches!(form.operation, Operation::Cast(..))
}
