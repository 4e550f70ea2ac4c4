//! Branches, switches, phis, fuel and the ends of blocks.

use crate::support::{BUDGET, end, execute_with, module, trap};
use irsmith_pnacl::interpret::{Bits, Budget, End, Place, TrapKind};

/// Three phis that pass their values around: after n rounds of (x, y, z) to (y, z, x), n times.
#[test]
fn phis_are_read_before_any_is_written() {
    let body = "blocks 3; constants { i32: %c0 = i32 10; %c1 = i32 20; %c2 = i32 30; %c3 = i32 -1; %c4 = i32 0; } \
                br label %b1; \
                declare i32 %v1; declare i32 %v2; declare i32 %v4; \
                %v0 = phi i32 [%c0, %b0], [%v1, %b1]; %v1 = phi i32 [%c1, %b0], [%v2, %b1]; %v2 = phi i32 [%c2, %b0], [%v0, %b1]; \
                %v3 = phi i32 [%p0, %b0], [%v4, %b1]; \
                %v4 = add i32 %v3, %c3; %v5 = icmp eq i32 %v3, %c4; br i1 %v5, label %b2, label %b1; \
                %v6 = shl i32 %v0, %c4; ret i32 %v6;";
    for (rounds, expected) in [(0, 10), (1, 20), (2, 30), (3, 10), (4, 20)] {
        assert_eq!(end("i32 (i32)", body, &[rounds]), End::Return(expected), "{rounds}");
    }
}

#[test]
fn one_block_may_reach_another_by_several_edges() {
    let body = "blocks 2; br i1 %p0, label %b1, label %b1; %v0 = phi i1 [%p0, %b0], [%p0, %b0]; ret i1 %v0;";
    assert_eq!(end("i1 (i1)", body, &[1]), End::Return(1));
    let body = "blocks 3; switch i32 %p0 { default: br label %b2; i32 1: br label %b1; i32 2: br label %b1; i32 3: br label %b2; } \
                %v0 = phi i32 [%p0, %b0], [%p0, %b0]; ret i32 %v0; \
                %v1 = phi i32 [%p1, %b0], [%p1, %b0]; ret i32 %v1;";
    for (value, expected) in [(0, 77), (1, 1), (2, 2), (3, 77), (4, 77)] {
        assert_eq!(end("i32 (i32, i32)", body, &[value, 77]), End::Return(expected), "{value}");
    }
}

#[test]
fn switches_of_every_width() {
    for (ty, bits) in [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)] {
        let body = format!(
            "blocks 5; constants {{ i32: %c0 = i32 100; %c1 = i32 101; %c2 = i32 102; %c3 = i32 103; }} \
             switch {ty} %p0 {{ default: br label %b1; {ty} -1: br label %b2; {ty} 0: br label %b3; {ty} -{}: br label %b4; {ty} 1: br label %b3; {ty} 2: br label %b3; {ty} 3: br label %b4; }} \
             ret i32 %c0; ret i32 %c1; ret i32 %c2; ret i32 %c3;",
            1u64 << (bits - 1)
        );
        let all: Bits = (1 << bits) - 1;
        for (value, expected) in [(all, 101), (0, 102), (1 << (bits - 1), 103), (1, 102), (2, 102), (3, 103), (4, 100), (all - 1, 100)] {
            assert_eq!(end(&format!("i32 ({ty})"), &body, &[value]), End::Return(expected), "{ty} {value:#x}");
        }
    }
}

#[test]
fn unreachable_is_a_trap() {
    let body = "blocks 3; br i1 %p0, label %b1, label %b2; ret void; unreachable;";
    assert_eq!(end("void (i1)", body, &[1]), End::Return(0));
    assert_eq!(end("void (i1)", body, &[0]), trap(TrapKind::Unreachable, 2));
}

/// A block that cannot be reached may use what does not reach it.
#[test]
fn unreachable_blocks_are_left_out() {
    let body = "blocks 3; br label %b2; declare i32 %v1; %v0 = add i32 %v1, %p0; ret i32 %v0; %v1 = add i32 %p0, %p0; ret i32 %v1;";
    assert_eq!(end("i32 (i32)", body, &[4]), End::Return(8));
}

/// A block may stand in the file before one that dominates it.
#[test]
fn blocks_may_stand_in_any_order() {
    let body = "blocks 3; br label %b2; declare i32 %v1; %v0 = add i32 %v1, %p0; ret i32 %v0; %v1 = add i32 %p0, %p0; br label %b1;";
    assert_eq!(end("i32 (i32)", body, &[4]), End::Return(12));
}

#[test]
fn fuel_counts_blocks() {
    let module = module("count 0;", &[("void ()", "blocks 3; br label %b1; br label %b2; ret void;")]);
    let spend = |blocks| execute_with(&module, &[], Budget { blocks, ..BUDGET }).0;
    assert_eq!(spend(3), End::Return(0));
    for (blocks, instruction) in [(2, 2), (1, 1), (0, 0)] {
        assert_eq!(spend(blocks), End::OutOfFuel(Place { function: 0, instruction }));
    }
}

#[test]
fn an_endless_loop_ends_where_the_fuel_does() {
    let module = module("count 0;", &[("void ()", "blocks 2; br label %b1; br label %b1;")]);
    let budget = Budget { blocks: 100_000, ..BUDGET };
    assert_eq!(execute_with(&module, &[], budget).0, End::OutOfFuel(Place { function: 0, instruction: 1 }));
}
