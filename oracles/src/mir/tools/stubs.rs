//! Functions of a module that a file does not contain.

use irsmith_mir::{Block, Dialect, EmbeddedIr, File, Function, FunctionFlags, IrValue, Style};

/// Returns a function for each that the module defines and that is not in `named`: one block without instructions, like `unreachable`.
///
/// Passes run on every function that the module defines. For those that a file does not contain, llc makes machine functions without
/// blocks; no backend passes them to its passes, and many passes crash on them.
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
    let flags = FunctionFlags::TRACKS_REG_LIVENESS;
    Function { name, flags, blocks: vec![Block { successors: Some(Vec::new()), ..Block::default() }], ..Function::default() }
}

/// Returns the text of the stubs for a file with such functions, as a release reads it.
pub(super) fn text(ir: Option<&EmbeddedIr>, named: &[&str], dialect: Dialect) -> String {
    File { ir: None, functions: stubs(ir, named) }.write_for(Style::Simplified, dialect).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn what_is_defined_and_not_there_gets_a_block() {
        let ir = EmbeddedIr { text: "declare void @d()\ndefine void @a() { ret void }\ndefine void @\"b c\"() {\n  ret void\n}\n".into() };
        let read = |text: &str| File::read(text.as_bytes(), &Limits::default()).unwrap().functions;
        let functions = read(&text(Some(&ir), &["a"], Dialect::DEFAULT));
        assert_eq!(functions.iter().map(|function| (function.name.as_str(), function.blocks.len())).collect::<Vec<_>>(), [("b c", 1)]);
        assert_eq!(text(Some(&ir), &["a", "b c"], Dialect::DEFAULT), "");
        assert_eq!(text(None, &[], Dialect::DEFAULT), "");
    }
}
