//! Functions of a module that a file says nothing of.

use irsmith_mir::{Block, EmbeddedIr, File, Function, FunctionFlags, IrValue};

/// A function for each that the module defines and that is none of `named`: one block without an instruction, as of `unreachable`.
///
/// Passes run on every function that the module defines. Of those that a file says nothing of, llc makes machine functions without a block,
/// which no backend hands to its passes, and which many do not survive.
pub(super) fn stubs(ir: Option<&EmbeddedIr>, named: &[&str]) -> Vec<Function> {
    let names = ir.map(EmbeddedIr::names).unwrap_or_default();
    let defined = names.functions.into_iter().filter(|function| function.is_defined);
    let missing = defined.filter_map(|function| match function.name {
        IrValue::Named(name) if !named.contains(&&*name) => Some(name.to_string()),
        _ => None,
    });
    missing.map(stub).collect()
}

fn stub(name: String) -> Function {
    let flags = FunctionFlags::of("tracksRegLiveness").unwrap_or_default();
    Function { name, flags, blocks: vec![Block { successors: Some(Vec::new()), ..Block::default() }], ..Function::default() }
}

/// The text of the stubs that a file with such functions lacks.
pub(super) fn text(ir: Option<&EmbeddedIr>, named: &[&str]) -> String {
    File { ir: None, functions: stubs(ir, named) }.write()
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn what_is_defined_and_not_there_gets_a_block() {
        let ir = EmbeddedIr { text: "declare void @d()\ndefine void @a() { ret void }\ndefine void @\"b c\"() {\n  ret void\n}\n".into() };
        let read = |text: &str| File::read(text.as_bytes(), &Limits::default()).unwrap().functions;
        let functions = read(&text(Some(&ir), &["a"]));
        assert_eq!(functions.iter().map(|function| (function.name.as_str(), function.blocks.len())).collect::<Vec<_>>(), [("b c", 1)]);
        assert_eq!(text(Some(&ir), &["a", "b c"]), "");
        assert_eq!(text(None, &[]), "");
    }
}
