//! The assembly shows every operand of a record, whatever number it is.

use super::codec::Assembly;
use super::{Case, Oracle};
use crate::roundtrip::survives;
use crate::{Check, Family, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{ItemKind, Record, UNABBREV_RECORD};
use std::collections::BTreeSet;

/// The oracle.
pub const CHANGED_OPERANDS: Oracle = Oracle {
    name: "changed-operands",
    family: Family::RoundTrip,
    about: "records of a kind with an operand changed each: the assembly is assembled to just these operands",
    floor: 80,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6f70_6572_616e_6473;
/// How many times a case changes the records of a code: a changed type changes how all that follows is printed.
const TIMES: usize = 6;

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    // Each once, so that rare kinds change as often as others.
    let codes: BTreeSet<u32> = changeable(stream).map(|(_, record)| record.code).collect();
    let codes: Vec<u32> = codes.into_iter().collect();
    if codes.is_empty() {
        return Err("no-operand".into());
    }
    for _ in 0..TIMES {
        let code = codes[choices.below(codes.len())];
        survives(&Assembly, &changed(stream, code, choices))?;
    }
    Ok(())
}

/// Returns the records with operands, and the places of their items. Those of the abbreviations block say which blocks have the
/// abbreviations: with others, records would have abbreviations that their blocks do not have.
fn changeable(stream: &Stream) -> impl Iterator<Item = (usize, &Record)> {
    stream.content().filter_map(|(place, item)| match &item.kind {
        ItemKind::Record(record) if !record.is_empty() => Some((place, record)),
        _ => None,
    })
}

/// Changes an operand of each record with a code.
fn changed(stream: &Stream, code: u32, choices: &mut Choices<'_, '_>) -> Stream {
    let mut out = Stream::new();
    out.header = stream.header.clone();
    let mut operands = Vec::new();
    let mut before: &[u64] = &[];
    let mut records = changeable(stream).filter(|(_, record)| record.code == code).peekable();
    for (place, item) in stream.items().iter().enumerate() {
        match records.next_if(|(of_record, _)| *of_record == place) {
            None => out.copy_item(stream, item),
            Some((_, record)) => {
                operands.clear();
                operands.extend_from_slice(stream.operands(record));
                let place = choices.below(operands.len());
                operands[place] = other(operands[place], before.get(place).copied(), choices);
                before = stream.operands(record);
                // The operands of an abbreviation may have no room for it.
                out.record(UNABBREV_RECORD, record.code, &operands);
            }
        }
    }
    out
}

/// Draws another number: that of the record before, one next to it, or one with another bit.
fn other(number: u64, before: Option<u64>, choices: &mut Choices<'_, '_>) -> u64 {
    match (choices.below(7), before) {
        (0, Some(before)) if before != number => before,
        (1, _) => number.wrapping_sub(1),
        (2, _) => number ^ 1 << choices.below(8),
        (3, _) => number ^ 1 << 32,
        (4, _) => number ^ 1 << 63,
        (5, _) => number ^ 1 << choices.below(64),
        _ => number.wrapping_add(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::text::assemble_stream;

    #[test]
    fn one_operand_of_each_record_with_the_code_changes() {
        let text = include_str!("recorded_ends.pnaclasm");
        let stream = assemble_stream(text).unwrap();
        assert_eq!(check(&Case::new(&stream.write().unwrap())), Ok(()));
        for seed in 0..32_u64 {
            let bytes = irsmith_generators::bytes_of_seed(seed);
            let changed = changed(&stream, 2, &mut Choices::new(&mut Unstructured::new(&bytes)));
            let mut seen = 0;
            for ((_, record), (_, other)) in changeable(&stream).zip(changeable(&changed)) {
                let differ = stream.operands(record).iter().zip(changed.operands(other)).filter(|(before, after)| before != after).count();
                assert_eq!(differ, usize::from(record.code == 2));
                seen += differ;
            }
            assert!(seen > 10, "{seen}");
        }
    }
}
