//! Every comparison of models notices every change of them.
//!
//! Words, bits and characters of files are changed one after the other, so that each field of each construct has another value. Two models
//! differ if their derived `Debug` texts do, which no comparison uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use arbitrary::Unstructured;
use irsmith_generators::{bytes_of_seed, debuginfo, mir, pnacl};
use irsmith_oracles::Difference;
use irsmith_pnacl::tables::INSTRUCTIONS;

/// A model with its `Debug` text.
struct Original<M> {
    model: M,
    text: String,
    difference: fn(&M, &M) -> Option<Difference>,
}

impl<M: Debug> Original<M> {
    fn new(model: M, difference: fn(&M, &M) -> Option<Difference>) -> Self {
        Self { text: format!("{model:?}"), model, difference }
    }

    /// Checks that the comparison with another model says what `Debug` says, and shows two different sides. Returns the kind of what
    /// differs.
    fn compared(&self, other: &M) -> Option<String> {
        let (before, after, difference) = (&self.text, format!("{other:?}"), (self.difference)(&self.model, other));
        assert_eq!(difference.is_some(), *before != after, "{difference:?} between\n{before}\n{after}");
        let Difference { element, evidence } = difference?;
        let side = |label: &str| {
            let start = evidence.find(label).unwrap_or_else(|| panic!("no {label:?} in {evidence}")) + label.len();
            evidence[start..].lines().next().unwrap_or_default().trim().to_owned()
        };
        assert_ne!(side("before:"), side("after:"), "{element}: {evidence}\nbetween\n{before}\n{after}");
        Some(element)
    }
}

#[test]
fn every_bit_of_a_pnacl_module_counts() {
    let mut seen = BTreeSet::new();
    let mut elements = BTreeSet::new();
    for seed in 0..200 {
        let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &pnacl::Config::default());
        let bytes = module.write().unwrap();
        let original = Original::new(module.clone(), irsmith_oracles::pnacl::module_difference);
        let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
        seen.extend(bodies.flat_map(|body| &body.instructions).map(irsmith_pnacl::Instruction::row));
        // Every bit of some modules, and of others those at a distance that is no multiple of a field's width.
        let step = match seed {
            0..3 => 1,
            3..40 => 23,
            _ => 499,
        };
        for bit in (0..bytes.len() * 8).step_by(step) {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            if let Ok(other) = irsmith_pnacl::Module::read(&changed, &irsmith_pnacl::Limits::default()) {
                elements.extend(original.compared(&other));
            }
        }
        for change in 0..5 {
            let mut other = module.clone();
            pnacl::mutate(&mut other, &mut Unstructured::new(&bytes_of_seed(1000 * seed + change)));
            elements.extend(original.compared(&other));
        }
    }
    assert_eq!(seen.len(), INSTRUCTIONS.len(), "modules contain only {seen:?}");
    for kind in ["type", "global", "symbol", "function", "constant", "instruction"] {
        assert!(elements.iter().any(|element| element.starts_with(kind)), "no {kind} among {elements:?}");
    }
}

#[test]
fn every_word_of_a_spirv_instruction_counts() {
    let (mut seen, mut elements) = (BTreeMap::new(), BTreeSet::new());
    for seed in 0..60 {
        let module = debuginfo::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &debuginfo::Config::default());
        let original = Original::new(module.clone(), irsmith_oracles::debuginfo::module_difference);
        let (stream, bytes) = (module.to_stream().unwrap(), module.write().unwrap());
        for (instruction, raw) in module.instructions.iter().zip(stream.instructions()) {
            let Some(debug) = instruction.debug() else { continue };
            let count = seen.entry(debug.info.row().name).or_insert(0);
            *count += 1;
            // Some of each row are enough.
            if *count > 4 {
                continue;
            }
            for word in raw.at + 1..=raw.at + raw.words.len() {
                let mut changed = bytes.clone();
                changed[4 * word] ^= 1;
                if let Ok(other) = irsmith_debuginfo::Module::read(&changed, &irsmith_debuginfo::Limits::default()) {
                    elements.extend(original.compared(&other));
                }
            }
        }
        for byte in 4..20 {
            let mut changed = bytes.clone();
            changed[byte] ^= 1;
            if let Ok(other) = irsmith_debuginfo::Module::read(&changed, &irsmith_debuginfo::Limits::default()) {
                elements.extend(original.compared(&other));
            }
        }
        for change in 0..10 {
            let mut other = module.clone();
            debuginfo::mutate(&mut other, &mut Unstructured::new(&bytes_of_seed(1000 * seed + change)));
            elements.extend(original.compared(&other));
        }
    }
    for name in seen.keys() {
        assert!(elements.contains(*name), "no change of {name} among {elements:?}");
    }
    assert!(elements.contains("header"), "{elements:?}");
}

#[test]
fn every_character_of_a_machine_function_counts() {
    let mut elements = BTreeSet::new();
    for seed in 0..12 {
        let file = mir::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &mir::Config::default());
        let original = Original::new(file.clone(), irsmith_oracles::mir::file_difference);
        let text = file.write().into_bytes();
        for at in (0..text.len()).step_by(text.len() / CHANGED + 1) {
            for other in others(text[at]) {
                let mut changed = text.clone();
                changed.splice(at..=at, other.iter().copied());
                if let Ok(other) = irsmith_mir::File::read(&changed, &irsmith_mir::Limits::default()) {
                    elements.extend(original.compared(&other));
                }
            }
        }
        for change in 0..20 {
            let mut other = file.clone();
            mir::mutate(&mut other, &mut Unstructured::new(&bytes_of_seed(1000 * seed + change)));
            elements.extend(original.compared(&other));
        }
    }
    for kind in ["name", "flags", "block number", "successors", "opcode", "results", "operand ", "memory operands", "instructions"] {
        assert!(elements.iter().any(|element| element.starts_with(kind)), "no {kind} among {elements:?}");
    }
}

/// Changed characters of a file, evenly spaced.
const CHANGED: usize = 400;

/// Returns what can stand in the place of a character: nothing, or another one of its kind.
fn others(character: u8) -> Vec<Vec<u8>> {
    let other = match character {
        b'0'..=b'9' => b'0' + (character - b'0' + 1) % 10,
        b'a'..=b'y' | b'A'..=b'Y' => character + 1,
        _ => return vec![Vec::new()],
    };
    vec![Vec::new(), vec![other]]
}
