//! Small modules from text: the bodies of their functions, without the surrounding blocks.

use irsmith_pnacl::tables::{Intrinsic, intrinsic};
use irsmith_pnacl::{Limits, Module, text};

/// Every type of values.
const TYPES: [&str; 15] = [
    "void",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "float",
    "double",
    "<4 x i1>",
    "<8 x i1>",
    "<16 x i1>",
    "<16 x i8>",
    "<8 x i16>",
    "<4 x i32>",
    "<4 x float>",
];

/// A function: its type as in the types block, such as `i32 (i8, float)`, and its body. A body refers to intrinsics by their names.
pub(super) type Function<'a> = (&'a str, &'a str);

/// Makes the module of these functions, starting at `@f0`, with a globals block of this content.
pub(super) fn module(globals: &str, functions: &[Function<'_>]) -> Module {
    let intrinsics = intrinsics(functions);
    let named = |text: &str| {
        let numbered = intrinsics.iter().enumerate().rev();
        numbered.fold(text.to_owned(), |text, (index, row)| {
            text.replace(&format!("@{}(", row.name), &format!("@f{}(", functions.len() + index))
        })
    };
    let mut types: Vec<String> = TYPES.map(str::to_owned).to_vec();
    let (mut declared, mut bodies, mut symbols) = (String::new(), String::new(), String::new());
    let mut declare = |kind: &str, ty: String, index: usize| {
        declared += &format!("{kind} {};\n", ty.replacen('(', &format!("@f{index}("), 1));
        if !types.contains(&ty) {
            types.push(ty);
        }
    };
    for (index, (ty, body)) in functions.iter().enumerate() {
        declare("define internal", (*ty).to_owned(), index);
        bodies += &function(index, ty, &named(body));
    }
    for (index, row) in intrinsics.iter().enumerate() {
        let parameters: Vec<String> = row.parameters.iter().map(|(ty, _)| ty.to_string()).collect();
        let index = functions.len() + index;
        declare("declare external", format!("{} ({})", row.result, parameters.join(", ")), index);
        symbols += &format!("@f{index} : \"{}\";\n", row.name);
    }
    let definitions: String = types.iter().enumerate().map(|(index, ty)| format!("@t{index} = {ty};\n")).collect();
    let text = format!(
        "module {{\nversion 1;\ntypes {{\ncount {};\n{definitions}}}\n{declared}globals {{\n{globals}\n}}\nvaluesymtab {{\n{symbols}}}\n{bodies}}}\n",
        types.len()
    );
    let bytes = text::assemble(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the intrinsics that bodies use, without duplicates.
fn intrinsics(functions: &[Function<'_>]) -> Vec<&'static Intrinsic> {
    let mut found: Vec<&Intrinsic> = Vec::new();
    for (_, body) in functions {
        for part in body.split('@').skip(1) {
            let name = part.split('(').next().unwrap_or_default();
            if let Some(row) = intrinsic(name.as_bytes()).filter(|row| found.iter().all(|other| other.name != row.name)) {
                found.push(row);
            }
        }
    }
    found
}

fn function(index: usize, ty: &str, body: &str) -> String {
    let (result, parameters) = ty.split_once('(').unwrap();
    let parameters = parameters.trim_end_matches(')').split(", ").filter(|ty| !ty.is_empty()).enumerate();
    let parameters: Vec<String> = parameters.map(|(index, ty)| format!("{ty} %p{index}")).collect();
    format!("function {result}@f{index}({}) {{\nblocks {};\n{body}\n}}\n", parameters.join(", "), terminators(body))
}

fn terminators(body: &str) -> usize {
    let mut switches = body.split("switch ");
    // The cases of a switch look like branches.
    let (first, rest) = (switches.next().unwrap_or_default(), switches.map(|part| part.split_once('}').unwrap().1));
    let count = |text: &str| text.split_whitespace().filter(|word| matches!(*word, "ret" | "br" | "unreachable;")).count();
    count(first) + rest.map(|part| 1 + count(part)).sum::<usize>()
}
