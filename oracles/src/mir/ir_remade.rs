//! Only the names in the embedded IR matter: with another module of the same names a file breaks the same rules, and without one a file
//! that names nothing.

use super::codec::Text;
use super::{Case, NO_MODULE, Oracle};
use crate::codec::Trip;
use crate::roundtrip::is_equal;
use crate::{Check, Family, Needs, Outcome};
use irsmith_mir::ir::{IrFunction, IrNames, IrNode, IrUse};
use irsmith_mir::{EmbeddedIr, File, IrValue};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The oracle.
pub const IR_REMADE: Oracle = Oracle {
    name: "mir-ir-remade",
    family: Family::Metamorphic,
    about: "with an embedded module that contains only what the functions refer to, or without one if they refer to nothing, the \
            functions stay the same and break the same rules equally often",
    floor: 40,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    let ir = file.ir.as_ref().ok_or(NO_MODULE)?;
    let (names, uses) = (ir.names(), Uses::of(file));
    let remade = File { ir: Some(EmbeddedIr { text: remade(&names, &uses) }), functions: file.functions.clone() };
    judge(case, file, &remade, "module")?;
    let is_defined = |name: &str| names.function(name).is_some();
    if uses.is_nothing && file.functions.iter().all(|function| is_defined(&function.name)) {
        let dropped = File { ir: None, functions: file.functions.clone() };
        judge(case, file, &dropped, "nothing")?;
    }
    Ok(())
}

/// Checks the remade version of a file; `what` describes what replaced the module.
fn judge(case: &Case, file: &File, remade: &File, what: &str) -> Outcome {
    let again = Trip::of(&Text, remade)?.again;
    is_equal(&Text, remade, &again).map_err(|fault| fault.in_variant(what))?;
    Ok(case.rule_counts(file)?.are_kept(&case.rule_counts(remade)?)?)
}

/// The names of the module that the functions of a file use.
struct Uses {
    globals: BTreeSet<String>,
    nodes: BTreeSet<u32>,
    /// Text is not parsed: it may name any global and node.
    has_text: bool,
    /// Whether they use no names at all.
    is_nothing: bool,
}

impl Uses {
    fn of(file: &File) -> Self {
        let mut uses = Self { globals: BTreeSet::new(), nodes: BTreeSet::new(), has_text: false, is_nothing: true };
        for function in &file.functions {
            function.ir_uses(&mut |found| uses.add(found));
        }
        uses
    }

    fn add(&mut self, found: IrUse<'_>) {
        self.is_nothing = false;
        match found {
            IrUse::Global(value) => {
                self.globals.insert(spelled(value));
            }
            IrUse::GlobalName(name) => {
                self.globals.insert(spelled(&IrValue::Named(name.into())));
            }
            IrUse::Node(node) => {
                self.nodes.insert(node);
            }
            IrUse::Text(_) => self.has_text = true,
            // The functions of the file keep all their names.
            IrUse::Block { .. } | IrUse::Label(_) | IrUse::Value(_) | IrUse::Alloca(_) => {}
        }
    }

    fn names_global(&self, value: &IrValue) -> bool {
        self.has_text || self.globals.contains(&spelled(value))
    }

    fn names_node(&self, node: u32) -> bool {
        self.has_text || self.nodes.contains(&node)
    }
}

/// Returns the text of a module of the same names: all functions, the blocks whose address is taken, and the globals and nodes that are
/// used. Nodes are first and functions last, which differs from the order that compilers print.
fn remade(names: &IrNames, uses: &Uses) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for IrNode { number, class } in names.metadata.iter().filter(|node| uses.names_node(node.number)) {
        let node = if class.is_empty() { "{}".to_owned() } else { format!("{class}()") };
        let _ = writeln!(text, "!{number} = !{node}");
    }
    if !names.triple.is_empty() {
        let _ = writeln!(text, "target triple = \"{}\"", names.triple);
    }
    for global in names.globals.iter().filter(|global| uses.names_global(global)) {
        let _ = writeln!(text, "@{} = external global i8", spelled(global));
    }
    for (place, (function, block)) in names.taken.iter().enumerate() {
        let _ = writeln!(text, "@\"taken {place}\" = global ptr blockaddress(@{}, %{})", spelled(function), spelled(block));
    }
    names.functions.iter().for_each(|function| remade_function(function, &mut text));
    text
}

/// Writes a function without effect, with all its names: each value is undefined.
fn remade_function(function: &IrFunction, text: &mut String) {
    let arguments: Vec<String> = function.arguments.iter().map(|argument| format!("i8 %{}", spelled(argument))).collect();
    let (keyword, body) = if function.is_defined { ("define", " {") } else { ("declare", "") };
    let _ = writeln!(text, "{keyword} void @{}({}){body}", spelled(&function.name), arguments.join(", "));
    if !function.is_defined {
        return;
    }
    for (place, block) in function.blocks.iter().enumerate() {
        let _ = writeln!(text, "{}:", spelled(block));
        for value in function.values.iter().filter(|_| place == 0) {
            let instruction = if function.allocas.contains(value) { "alloca i8" } else { "freeze i8 undef" };
            let _ = writeln!(text, "  %{} = {instruction}", spelled(value));
        }
        text.push_str("  unreachable\n");
    }
    text.push_str("}\n");
}

/// Returns a name in quotes, with escapes where necessary, or a number.
fn spelled(value: &IrValue) -> String {
    match value {
        IrValue::Numbered(number) => number.to_string(),
        IrValue::Named(name) => {
            let escaped = |character: char| match character {
                '"' | '\\' | '\0'..='\x1f' | '\x7f' => format!("\\{:02x}", u32::from(character)),
                _ => character.to_string(),
            };
            format!("\"{}\"", name.chars().map(escaped).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoPass;

    const TEXT: &str = "--- |
  target triple = \"x86_64-linux-gnu\"
  @g = global i32 0
  @unused = global ptr blockaddress(@f, %1)
  declare void @\"a\\22b\"(i32 %0)
  define void @f(ptr %p, ptr %0) {
  entry:
    %x = alloca i32
    br label %1
  1:
    ret void
  }
  !3 = !{}
  !4 = !{}
...
---
name: f
stack:
  - { id: 0, name: x, size: 4 }
body: |
  bb.0.entry:
    $rax = MOV64rm $rip, 1, $noreg, @g, $noreg :: (load (s64) from %ir.p, !tbaa !3)
  bb.1 (%ir-block.1, ir-block-address-taken %ir-block.1):
    RET64 $rax
...
";

    #[test]
    fn a_module_is_remade_with_the_names_that_are_used() {
        let case = Case::new(TEXT.as_bytes());
        assert_eq!(check(&case), Ok(()));
        let file = case.file().unwrap();
        let names = file.ir.as_ref().unwrap().names();
        let text = remade(&names, &Uses::of(file));
        assert!(text.starts_with("!3 = !{}\n") && !text.contains("!4") && !text.contains("unused"), "{text}");
        let again = EmbeddedIr { text }.names();
        assert_eq!((again.triple, again.functions, again.taken), (names.triple, names.functions, names.taken));
    }

    #[test]
    fn a_module_that_nothing_names_goes() {
        let text = "--- |\n  define void @f() {\n    ret void\n  }\n...\n---\nname: f\nbody: |\n  bb.0:\n    RET64\n...\n";
        let case = Case::new(text.as_bytes());
        assert!(Uses::of(case.file().unwrap()).is_nothing);
        assert_eq!(check(&case), Ok(()));
    }

    /// Removing a name from the module simulates a scan that misses it.
    #[test]
    fn a_lost_name_is_found() {
        let case = Case::new(TEXT.as_bytes());
        let file = case.file().unwrap();
        for (name, rule) in [
            ("@\"g\"", "global-value"),
            ("\"entry\":", "ir-block"),
            ("!3 =", "metadata-node"),
            ("%\"x\"", "object-alloca"),
            ("@\"taken 0\"", "address-taken"),
        ] {
            let text = remade(&file.ir.as_ref().unwrap().names(), &Uses::of(file));
            let text: String = text.lines().filter(|line| !line.contains(name)).map(|line| format!("{line}\n")).collect();
            let lost = File { ir: Some(EmbeddedIr { text }), functions: file.functions.clone() };
            let Err(NoPass::Fail(fault)) = judge(&case, file, &lost, "module") else { panic!("{name} is not missed") };
            assert_eq!((fault.property, fault.element.as_str()), ("rules-changed", rule));
        }
    }
}
