//! The names that are found in an embedded module are those that it was written with.
//!
//! Rules about IR functions, blocks, values and stack objects depend on these names, and generated modules are of few forms.

mod draw;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::EmbeddedIr;
use irsmith_mir::ir::IrNames;

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use draw::Drawn;

/// The oracle.
pub const IR_NAMED: Oracle = Oracle {
    name: "mir-ir-named",
    family: Family::Agreement,
    about: "in a drawn IR module, the names of globals, functions, arguments, blocks, values, allocas and nodes are those it was written with",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x6972_6e6d;
/// Modules that a case asks for.
const MODULES: usize = 3;
/// Bytes of draws of a module.
const DRAWS: usize = 512;

fn check(case: &Case) -> Outcome {
    // Any bytes could be a seed, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    for draws in draws.chunks(DRAWS).take(MODULES) {
        let mut draws = Unstructured::new(draws);
        let choices = &mut Choices::new(&mut draws);
        let Drawn { text, names, .. } = Drawn::module(choices);
        judge(&text, &names)?;
    }
    Ok(())
}

/// Compares the names in a module with those that it was written with.
fn judge(text: &str, expected: &IrNames) -> Result<(), Fault> {
    let found = EmbeddedIr { text: text.to_owned() }.names();
    let differs = |element: &str, expected: String, found: String| {
        Err(Fault::new("names-differ", element, format!("expected: {expected}\nfound:    {found}\n{text}")))
    };
    if found.triple != expected.triple {
        return differs("triple", expected.triple.clone(), found.triple);
    }
    if found.globals != expected.globals {
        return differs("globals", format!("{:?}", expected.globals), format!("{:?}", found.globals));
    }
    if found.metadata != expected.metadata {
        return differs("nodes", format!("{:?}", expected.metadata), format!("{:?}", found.metadata));
    }
    if found.taken != expected.taken {
        return differs("taken", format!("{:?}", expected.taken), format!("{:?}", found.taken));
    }
    for (place, function) in expected.functions.iter().enumerate() {
        let Some(other) = found.functions.get(place) else { return differs("functions", format!("{:?}", function.name), "none".into()) };
        let parts = [
            ("arguments", &function.arguments, &other.arguments),
            ("blocks", &function.blocks, &other.blocks),
            ("values", &function.values, &other.values),
            ("allocas", &function.allocas, &other.allocas),
        ];
        if let Some((element, expected, found)) = parts.into_iter().find(|(_, expected, found)| expected != found) {
            return differs(element, format!("{expected:?}"), format!("{found:?}"));
        }
        if function != other {
            return differs(
                "function",
                format!("{:?} {}", function.name, function.is_defined),
                format!("{:?} {}", other.name, other.is_defined),
            );
        }
    }
    match found.functions.get(expected.functions.len()) {
        None => Ok(()),
        Some(more) => differs("functions", "none".into(), format!("{:?}", more.name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_generators::bytes_of_seed;
    use irsmith_mir::IrValue;

    fn drawn(seed: u64) -> (String, IrNames) {
        let draws = bytes_of_seed(seed);
        let mut draws = Unstructured::new(&draws);
        let choices = &mut Choices::new(&mut draws);
        let drawn = Drawn::module(choices);
        (drawn.text, drawn.names)
    }

    #[test]
    fn drawn_modules_have_their_names_and_every_form_is_drawn() {
        let mut all = String::new();
        let (mut values, mut blocks) = (0, 0);
        for seed in 0..400 {
            let (text, names) = drawn(seed);
            assert_eq!(judge(&text, &names).map_err(|fault| (fault.element, fault.evidence)), Ok(()), "seed {seed}");
            values += names.functions.iter().map(|function| function.values.len() + function.arguments.len()).sum::<usize>();
            blocks += names.functions.iter().map(|function| function.blocks.len()).sum::<usize>();
            all += &text;
        }
        assert!(values > 3_000 && blocks > 1_000, "{values} values and arguments, {blocks} blocks");
        for form in ["declare ", "catchswitch", "callbr", "landingpad", "blockaddress", ", ...)", "va_arg", "musttail", "%\"7.", "section"]
        {
            assert!(all.contains(form), "{form}");
        }
        assert_eq!(IR_NAMED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
    }

    #[test]
    fn each_list_of_names_is_compared() {
        let element = |change: fn(&mut IrNames)| {
            let (text, mut names) = (0..).map(drawn).find(|(_, names)| !names.functions.is_empty()).unwrap();
            change(&mut names);
            judge(&text, &names).map_err(|fault| fault.element)
        };
        assert_eq!(element(|_| {}), Ok(()));
        assert_eq!(element(|names| names.triple.push('x')), Err("triple".into()));
        assert_eq!(element(|names| names.globals.push(IrValue::Numbered(9))), Err("globals".into()));
        assert_eq!(element(|names| names.taken.push((IrValue::Numbered(9), IrValue::Numbered(9)))), Err("taken".into()));
        assert_eq!(element(|names| names.functions[0].arguments.push(IrValue::Numbered(9))), Err("arguments".into()));
        assert_eq!(element(|names| names.functions[0].blocks.push(IrValue::Numbered(9))), Err("blocks".into()));
        assert_eq!(element(|names| names.functions[0].values.push(IrValue::Numbered(9))), Err("values".into()));
        assert_eq!(element(|names| names.functions[0].allocas.push(IrValue::Numbered(9))), Err("allocas".into()));
        assert_eq!(element(|names| names.functions[0].name = IrValue::Numbered(9)), Err("function".into()));
        assert_eq!(element(|names| names.functions.truncate(0)), Err("functions".into()));
    }
}
