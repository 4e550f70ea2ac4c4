//! The first difference between two prints.

use crate::mir::case::TEXT_LIMITS;
use crate::mir::file_difference;
use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{File, FixedObject, Function, Successor, canonical};
use std::collections::BTreeMap;

/// The first difference.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The kind of the element, for signatures.
    pub(super) element: String,
    /// Both sides, for people.
    pub(super) evidence: String,
    /// The first line that differs in the first text, from 1.
    pub(super) line: usize,
}

/// A way to compare two prints.
pub(super) type Compare = fn(&str, &str) -> Option<Difference>;

/// Returns the first difference between two texts that llc printed, after the steps of [`canonical`]; `None` if there is none. The element
/// is that of our model, or of the line if the models are equal.
pub(super) fn of_prints(before: &str, after: &str) -> Option<Difference> {
    if before == after {
        return None;
    }
    let [before, after] = [before, after].map(canonical::text);
    let mut difference = of_lines(&before, &after)?;
    let [before, after] = [&before, &after].map(|text| File::read(text.as_bytes(), &TEXT_LIMITS));
    if let (Ok(before), Ok(after)) = (before, after)
        && let Some(of_models) = file_difference(&before, &after)
    {
        difference.element = of_models.element;
    }
    Some(difference)
}

/// As [`of_prints`], except for numbers that llc reassigns whenever it reads a file: it numbers virtual registers in order of appearance,
/// reverses the list of fixed objects, and scales probabilities so that their sum is one.
pub(super) fn renumbered(before: &str, after: &str) -> Option<Difference> {
    let difference = of_prints(before, after)?;
    let read = |text: &str| File::read(canonical::text(text).as_bytes(), &TEXT_LIMITS);
    let (Ok(mut before), Ok(mut after)) = (read(before), read(after)) else { return Some(difference) };
    for function in &mut before.functions {
        function.blocks.iter_mut().filter_map(|block| block.successors.as_mut()).for_each(|successors| scale(successors));
        function.fixed_stack.reverse();
    }
    before.functions.iter_mut().chain(&mut after.functions).for_each(number);
    file_difference(&before, &after).map(|found| Difference { element: found.element, evidence: found.evidence, ..difference })
}

/// Scales probabilities as `BranchProbability::normalizeProbabilities` does. It rounds each separately, so that the printed sum may exceed
/// one, and changes when it is read.
pub(super) fn scale(successors: &mut [Successor]) {
    const ONE: u64 = 1 << 31;
    let sum: u64 = successors.iter().filter_map(|successor| successor.probability).map(u64::from).sum();
    if sum == 0 || successors.iter().any(|successor| successor.probability.is_none()) {
        return;
    }
    for probability in successors.iter_mut().filter_map(|successor| successor.probability.as_mut()) {
        *probability = ((u64::from(*probability) * ONE + sum / 2) / sum) as u32;
    }
}

/// Numbers virtual registers in the order of the body and fixed objects in the order of their offsets.
pub(super) fn number(function: &mut Function) {
    let mut registers: BTreeMap<u32, u32> = BTreeMap::new();
    let listed: Vec<u32> = function.registers.iter().map(|entry| entry.id).collect();
    let mut body = Function { blocks: function.blocks.clone(), ..Function::default() };
    let mut meet = |id: u32| {
        let next = registers.len() as u32;
        registers.entry(id).or_insert(next);
    };
    numbers(&mut body, &mut |number| {
        if number.space == Space::Register {
            meet(*number.value);
        }
    });
    listed.into_iter().for_each(meet);
    function.fixed_stack.sort_by_cached_key(|object| (object.offset, format!("{:?}", FixedObject { id: 0, ..object.clone() })));
    let fixed: BTreeMap<u32, u32> = function.fixed_stack.iter().map(|object| object.id).zip(0..).collect();
    numbers(function, &mut |number| {
        let new = match number.space {
            Space::Register => registers.get(number.value),
            Space::FixedStack => fixed.get(number.value),
            _ => None,
        };
        *number.value = new.copied().unwrap_or(*number.value);
    });
    function.registers.sort_by_key(|entry| entry.id);
}

/// Returns the first line in which two texts differ.
pub(super) fn of_lines(before: &str, after: &str) -> Option<Difference> {
    if before == after {
        return None;
    }
    let mut lines = before.lines().map(Some).chain([None]).zip(after.lines().map(Some).chain([None]));
    let place = lines.position(|(before, after)| before != after).unwrap_or_default();
    let [before, after] = [before, after].map(|text| text.lines().nth(place).unwrap_or("the end"));
    Some(Difference { element: kind(before).to_owned(), evidence: format!("before: {before}\nafter:  {after}"), line: place + 1 })
}

/// Returns the kind of a line of a print: a key of the container, or a part of a body.
fn kind(line: &str) -> &str {
    let content = line.trim_start();
    let word = content.split([':', ' ']).next().unwrap_or_default();
    match word {
        "successors" | "liveins" => word,
        _ if content.len() == line.len() => word,
        _ if word.starts_with("bb.") => "block",
        "-" => "entry",
        _ if content.contains(" :: (") => "instruction with memory operands",
        _ => "instruction",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(line: &str) -> String {
        format!("---\nname:            f\nalignment:       1\nbody:             |\n  bb.0:\n    {line}\n...\n")
    }

    #[test]
    fn the_kind_is_that_of_the_model() {
        let (a, b) = (function("RET64"), function("RET64 implicit $eax"));
        assert_eq!(of_prints(&a, &a), None);
        let difference = of_prints(&a, &b).unwrap();
        assert_eq!((difference.element.as_str(), difference.line), ("operands", 6));
        assert_eq!(difference.evidence, "before:     RET64\nafter:      RET64 implicit $eax");
        assert_eq!(of_prints(&a, &a.replace("alignment:       1", "alignment:       2")).unwrap().element, "alignment");
        let module = |name: &str| format!("--- |\n  ; ModuleID = '{name}'\n...\n{a}");
        assert_eq!(of_prints(&module("a"), &module("b")), None);
    }

    #[test]
    fn numbers_that_llc_gives_anew_are_no_difference() {
        let text = |ids: [u32; 3], opcode: &str| {
            let [a, b, fixed] = ids;
            let mut lines = [(a, "gr32"), (b, "gr64")];
            lines.sort_unstable();
            let registers: String = lines.iter().map(|(id, class)| format!("  - {{ id: {id}, class: {class} }}\n")).collect();
            format!(
                "---\nname: f\nregisters:\n{registers}fixedStack:\n  - {{ id: {fixed}, offset: 8, size: 8 }}\n  - {{ id: {}, offset: 0, size: 4 }}\n\
                 body: |\n  bb.0:\n    %{b}:gr64 = LEA64r %fixed-stack.{fixed}, 1, $noreg, 0, $noreg\n    %{a}:gr32 = {opcode}\n...\n",
                1 - fixed
            )
        };
        let (a, b) = (text([0, 1, 0], "X"), text([7, 3, 1], "X"));
        assert!(of_prints(&a, &b).is_some());
        assert_eq!(renumbered(&a, &b), None);
        assert_eq!(renumbered(&a, &text([7, 3, 1], "Y")).unwrap().element, "opcode");
        assert!(renumbered(&a, &b.replace("offset: 8", "offset: 16")).is_some());
    }

    #[test]
    fn fixed_objects_that_are_alike_change_places() {
        let text = |used: u32| {
            format!(
                "---\nname: f\nfixedStack:\n  - {{ id: 0, offset: 8, size: 8 }}\n  - {{ id: 1, offset: 8, size: 8 }}\nbody: |\n  bb.0:\n    \
                 $rax = LEA64r %fixed-stack.{used}, 1, $noreg, 0, $noreg\n...\n"
            )
        };
        assert_eq!(renumbered(&text(0), &text(1)), None);
    }

    #[test]
    fn probabilities_are_scaled_as_llc_does() {
        let text = |last: u32| function(&format!("successors: %bb.0(0x0f51438b), %bb.0(0x098aed9d), %bb.0({last:#x})\n    RET64"));
        assert_eq!(renumbered(&text(0x6723_ced9), &text(0x6723_ced8)), None);
        assert_eq!(renumbered(&text(0x6723_ced9), &text(0x6723_ced7)).unwrap().element, "successors");
    }

    #[test]
    fn the_kind_is_that_of_the_line_where_the_models_are_the_same() {
        let (a, b) = (function("RET64"), function("RET64  ; 7"));
        assert_eq!(of_prints(&a, &b).unwrap().element, "instruction");
        assert_eq!(of_prints(&a, &a.replace("alignment: ", "alignment:  ")).unwrap().element, "alignment");
        assert_eq!(of_lines("a\n", "a\nb\n").unwrap().evidence, "before: the end\nafter:  b");
        assert_eq!(
            ["  bb.0:", "  - { id: 0 }", "    liveins: $x", "name: f", "    %0 = X :: (load 1)"].map(kind),
            ["block", "entry", "liveins", "name", "instruction with memory operands"]
        );
    }
}
