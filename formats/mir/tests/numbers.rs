//! The numbers of a function: each is visited where it is declared, and wherever it is named.

use irsmith_mir::transform::numbers;
use irsmith_mir::{File, Limits};

/// A function in which each number of a space is `base` and one more.
fn text(base: u32) -> String {
    let [fixed, stack, constant, table, register, block, debug, other] = std::array::from_fn(|more| base + more as u32);
    format!(
        "---
name:            f
tracksRegLiveness: true
registers:
  - {{ id: {register}, class: gr32 }}
fixedStack:
  - {{ id: {fixed}, size: 4 }}
stack:
  - {{ id: {stack}, size: 4 }}
constants:
  - {{ id: {constant}, value: 'i32 0' }}
jumpTable:
  kind:            label-difference32
  entries:
    - {{ id: {table}, blocks: [ '%bb.{block}' ] }}
debugValueSubstitutions:
  - {{ srcinst: {other}, srcop: 0, dstinst: {debug}, dstop: 0, subreg: 0 }}
body:             |
  bb.{block}:
    successors: %bb.{block}

    %{register}:gr32 = MOV32rm %stack.{stack}, 1, $noreg, 0, $noreg, debug-instr-number {debug} :: (load (s32) from %stack.{stack})
    MOV32mr %fixed-stack.{fixed}, 1, $noreg, 0, $noreg, %{register} :: (store (s32) into %fixed-stack.{fixed})
    DBG_INSTR_REF 0, 0, dbg-instr-ref({other}, 0)
    DBG_INSTR_REF 0, 0, dbg-instr-ref({debug}, 0)
    KILL %const.{constant}, %jump-table.{table}
    JMP_1 %bb.{block}
...
"
    )
}

#[test]
fn each_number_is_visited_wherever_it_stands() {
    let read = |base| File::read(text(base).as_bytes(), &Limits::default()).unwrap();
    let mut file = read(100);
    numbers(&mut file.functions[0], &mut |number| *number.value += 400);
    assert_eq!(file.write(), read(500).write());
}
