//! The places of violations are those of the records and instructions that they are about, counted and printed a second time.
//!
//! The reader notes the item of each part of a module, and the validator looks it up. Here the parts are found by counting records in their
//! blocks, and the blocks and results of instructions by counting in the model.

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_generators::pnacl::breakers::BREAKERS;
use irsmith_pnacl::read::{BodyPlaces, Reading};
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::tables::{BlockKind, Outcome};
use irsmith_pnacl::validate::{Part, Violation, validate_reading};
use irsmith_pnacl::{BitAddress, Function, Instruction, Module, Places, Stream, Type, TypeId};

use super::case::CASE_LIMITS;
use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome as Verdict};

/// The oracle.
pub const PLACES: Oracle = Oracle {
    name: "places",
    family: Family::Agreement,
    about: "violations of a file have the addresses of their records and the numbers of their instructions, found by counting",
    floor: 75,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x706c_6163;
/// Breakers that a case tries.
const BROKEN: usize = 12;
/// Skip reason: the reader noted something odd, such as a second symbol table, whose entries are counted in another way.
const ODD: &str = "odd-records";

fn check(case: &Case) -> Verdict {
    let stream = case.stream_or_skip()?;
    let module = case.module_or_skip()?;
    let reading = Reading::from_stream(stream).map_err(|_| super::NO_MODULE)?;
    if !reading.notes.is_empty() {
        return Err(ODD.into());
    }
    judge(stream, &reading)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    for _ in 0..BROKEN {
        let breaker = Choices::new(&mut draws).pick(BREAKERS);
        let mut broken = module.clone();
        if breaker.is_none_or(|breaker| !breaker.apply(&mut broken, &mut draws)) {
            continue;
        }
        // Some mistakes cannot be written, and others not read again.
        let Ok(bytes) = broken.write() else { continue };
        let Ok(stream) = Stream::read(&bytes, &CASE_LIMITS) else { continue };
        let Ok(reading) = Reading::from_stream(&stream) else { continue };
        if reading.notes.is_empty() {
            judge(&stream, &reading)?;
        }
    }
    Ok(())
}

/// Judges the places of a file, and of its violations.
fn judge(stream: &Stream, reading: &Reading) -> Result<(), Fault> {
    let places = places(stream);
    if places != reading.places {
        let element = if places.bodies == reading.places.bodies { "module" } else { "bodies" };
        return Err(Fault::new("other-items", element, format!("counted: {places:?}\nnoted:   {:?}", reading.places)));
    }
    let violations = validate_reading(stream, reading);
    let mut last = None;
    for violation in &violations {
        located(violation, &reading.module, &places, stream)?;
        if last > violation.place.at {
            return Err(Fault::new("other-order", violation.rule.id, format!("{violation}\nafter one at {last:?}")));
        }
        last = violation.place.at;
    }
    Ok(())
}

/// Returns the item of each part of a module, by the records of a file without odd ones.
fn places(stream: &Stream) -> Places {
    let mut places = Places::default();
    let mut blocks: Vec<Option<BlockKind>> = Vec::new();
    let mut defined: Vec<usize> = Vec::new();
    let mut bodies = 0;
    for (item, place) in stream.items().iter().zip(0_u32..) {
        let record = match &item.kind {
            ItemKind::Enter { block, .. } => {
                let kind = BlockKind::from_code((*block).into());
                if kind == Some(BlockKind::Function) {
                    bodies += 1;
                    if let Some(&function) = defined.get(bodies - 1) {
                        places.bodies[function] = Some(BodyPlaces { enter: place, ..BodyPlaces::default() });
                    }
                }
                blocks.push(kind);
                continue;
            }
            ItemKind::End => {
                blocks.pop();
                continue;
            }
            ItemKind::Define(_) => continue,
            ItemKind::Record(record) => record,
        };
        let operands = stream.operands(record);
        let body = |places: &mut Places, list: fn(&mut BodyPlaces) -> &mut Vec<u32>| {
            let function = bodies.checked_sub(1).and_then(|body| defined.get(body));
            if let Some(body) = function.and_then(|function| places.bodies[*function].as_mut()) {
                list(body).push(place);
            }
        };
        match (blocks.last().copied().flatten(), record.code) {
            // Counts of types, globals and blocks, and the type of the next constants.
            (Some(BlockKind::Types), 1)
            | (Some(BlockKind::Globals), 5 | 1)
            | (Some(BlockKind::Function), 1)
            | (Some(BlockKind::Constants), 1) => {}
            (Some(BlockKind::Types), _) => places.types.push(place),
            (Some(BlockKind::Module), 8) => {
                // A prototype has no body.
                if operands.get(2) == Some(&0) {
                    defined.push(places.functions.len());
                }
                places.functions.push(place);
                places.bodies.push(None);
            }
            (Some(BlockKind::Globals), 0) => {
                places.globals.push(place);
                places.initializers.push(Vec::new());
            }
            (Some(BlockKind::Globals), _) => {
                if let Some(initializers) = places.initializers.last_mut() {
                    initializers.push(place);
                }
            }
            (Some(BlockKind::ValueSymtab), 1) => places.symbols.push(place),
            (Some(BlockKind::Constants), _) => body(&mut places, |body| &mut body.constants),
            (Some(BlockKind::Function), _) => body(&mut places, |body| &mut body.instructions),
            _ => {}
        }
    }
    places
}

/// Checks the address of a violation, the numbers of its part, and how it is printed.
fn located(violation: &Violation, module: &Module, places: &Places, stream: &Stream) -> Result<(), Fault> {
    let fault = |property, expected: String| Err(Fault::new(property, violation.rule.id, format!("{violation}\nexpected: {expected}")));
    let part = violation.place.part;
    // Notes have their own items; there are none.
    let Some((item, name)) = part_of(part, module, places) else { return fault("no-part", "a part of the module".into()) };
    let at = item.map(|item| stream.items().get(item as usize).map_or(BitAddress(0), |item| item.at()));
    if violation.place.at != at {
        return fault("other-place", format!("{at:?}"));
    }
    let address = at.map_or(String::new(), |at| format!("{}:{}: ", at.0 / 8, at.0 % 8));
    let warning = if violation.is_error() { "" } else { "warning: " };
    let expected = format!("{address}{name}: {warning}{}: {}", violation.rule.id, violation.message);
    if violation.to_string() != expected {
        return fault("other-print", expected);
    }
    Ok(())
}

/// Returns the item of a part, if it has one, and its name; `None` if the module has no such part, or the part contradicts the module.
fn part_of(part: Part, module: &Module, places: &Places) -> Option<(Option<u32>, String)> {
    let body =
        |function: u32| Some((module.functions.get(function as usize)?.body.as_ref()?, places.bodies.get(function as usize)?.as_ref()?));
    let of = |list: &[u32], index: u32| list.get(index as usize).copied();
    Some(match part {
        Part::Module => (Some(0), "module".into()),
        Part::Record => (None, "record".into()),
        Part::Type(TypeId(id)) => (Some(of(&places.types, id)?), format!("@t{id}")),
        Part::Function(index) => (Some(of(&places.functions, index)?), format!("@f{index}")),
        Part::Global(index) => (Some(of(&places.globals, index)?), format!("@g{index}")),
        Part::Initializer { global, index } => {
            (Some(of(places.initializers.get(global as usize)?, index)?), format!("@g{global} initializer {index}"))
        }
        Part::Symbol(index) => (Some(of(&places.symbols, index)?), format!("symbol {index}")),
        Part::Constant { function, index } => (Some(of(&body(function)?.1.constants, index)?), format!("@f{function} %c{index}")),
        Part::Instruction { function, block, index, result } => {
            let (code, items) = body(function)?;
            let before = code.instructions.get(..index as usize)?;
            let instruction = code.instructions.get(index as usize)?;
            let blocks = before.iter().filter(|instruction| matches!(instruction.outcome(), Outcome::Ends)).count() as u32;
            let results = before.iter().filter(|instruction| has_result(instruction, module)).count() as u32;
            let own = has_result(instruction, module).then_some(results);
            if blocks != block || result != own {
                return None;
            }
            let name = own.map_or_else(|| format!("instruction {index}"), |result| format!("%v{result}"));
            (Some(of(&items.instructions, index)?), format!("@f{function} %b{block} {name}"))
        }
    })
}

/// Returns whether an instruction defines a value.
fn has_result(instruction: &Instruction, module: &Module) -> bool {
    let is_void = |ty: TypeId| matches!(module.types.get(ty.0 as usize), Some(Type::Void));
    match instruction.outcome() {
        Outcome::Ends | Outcome::Nothing => false,
        // A load of void is an error, and defines nothing.
        Outcome::Stated(ty) | Outcome::Returned(ty) => !is_void(ty),
        Outcome::ReturnedBy(callee) => {
            let function: Option<&Function> = module.functions.get(callee.index() as usize);
            match function.and_then(|function| module.types.get(function.ty.0 as usize)) {
                Some(Type::Function(signature)) => !is_void(signature.result),
                _ => false,
            }
        }
        Outcome::SameAs(_) | Outcome::ElementOf(_) | Outcome::ComparisonOf(_) | Outcome::Address => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::Value;
    use irsmith_pnacl::validate::RULES;

    #[test]
    fn deviations_are_failures() {
        let module = Module {
            types: vec![Type::Void],
            symbols: vec![irsmith_pnacl::Symbol { value: Value::function(1), name: b"a".to_vec() }],
            ..Module::default()
        };
        let stream = Stream::read(&module.write().unwrap(), &CASE_LIMITS).unwrap();
        let reading = Reading::from_stream(&stream).unwrap_or_default();
        let counted = places(&stream);
        let violation =
            |part, at| Violation { rule: &RULES[0], place: irsmith_pnacl::validate::Place { at, part }, message: "wrong".into() };
        let property = |part, at| located(&violation(part, at), &module, &counted, &stream).map_err(|fault| fault.property);
        let at = counted.types.first().map(|item| stream.address(*item as usize));
        assert_eq!(property(Part::Type(TypeId(0)), at), Ok(()));
        assert_eq!(property(Part::Type(TypeId(0)), None), Err("other-place"));
        assert_eq!(property(Part::Type(TypeId(1)), at), Err("no-part"));
        assert_eq!(property(Part::Instruction { function: 0, block: 0, index: 0, result: None }, at), Err("no-part"));
        let mut noted = reading.clone();
        noted.places.types.push(7);
        assert_eq!(judge(&stream, &noted).map_err(|fault| fault.property), Err("other-items"));
    }
}
