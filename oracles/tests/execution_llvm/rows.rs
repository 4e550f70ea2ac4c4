//! Single instructions: the rows of `rows.txt`.

use super::source::module;
use super::{Expectation, check};
use irsmith_pnacl::interpret::{Bits, Budget, End, Place, Trap, TrapKind};

fn bits(text: &str) -> Bits {
    Bits::from_str_radix(text, 16).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn expectation(row: &str) -> Expectation {
    let (row_text, defined) = row.strip_suffix(" *").map_or((row, true), |row| (row, false));
    let [program, arguments, result] = row_text.split('|').map(str::trim).collect::<Vec<_>>()[..] else { panic!("{row}") };
    let (ty, instruction) = program.split_once(") ").unwrap();
    let ty = format!("{ty})");
    let body = format!("%v0 = {instruction}; ret {} %v0;", ty.split_once(" (").unwrap().0);
    let trap = TrapKind::ALL.iter().find(|kind| kind.text() == result);
    let end = trap.map_or_else(|| End::Return(bits(result)), |&kind| End::Trap(Trap { kind, place: Place::default() }));
    Expectation {
        name: row.into(),
        module: module("count 0;", &[(&ty, &body)]),
        budget: Budget { blocks: 1, depth: 1 },
        function: 0,
        arguments: arguments.split_whitespace().map(bits).collect(),
        end,
        written: Some(Vec::new()),
        defined: defined && trap.is_none(),
    }
}

#[test]
fn instructions_give_what_the_semantics_say() {
    let rows: Vec<&str> = include_str!("rows.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    check(&rows.iter().map(|row| expectation(row)).collect::<Vec<_>>());
}
