//! Branches, PHIs, calls and returns.

use crate::support::{document, options, read, result, run, shown, value};
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Program, TrapKind, UndefinedKind, Value};

const GCD: &str = "
    bb.0:
      %0:_(s32) = COPY $w0
      %1:_(s32) = COPY $w1
      G_BR %bb.1
    bb.1:
      %2:_(s32) = G_PHI %0, %bb.0, %3, %bb.2
      %3:_(s32) = G_PHI %1, %bb.0, %4, %bb.2
      %5:_(s32) = G_CONSTANT i32 0
      %6:_(s1) = G_ICMP intpred(eq), %3, %5
      G_BRCOND %6, %bb.3
      G_BR %bb.2
    bb.2:
      %4:_(s32) = G_UREM %2, %3
      G_BR %bb.1
    bb.3:
      $w0 = COPY %2
      RET_ReallyLR implicit $w0";

#[test]
fn loops_with_phis_that_swap() {
    assert_eq!(shown(&run(GCD, &[12, 18])), "s32 6");
    assert_eq!(shown(&run(GCD, &[17, 5])), "s32 1");
    let blocks = run(GCD, &[12, 18]).blocks;
    // The entry, then head and body for (12, 18), (18, 12), (12, 6), head for (6, 0), and the exit.
    assert_eq!(blocks, 1 + 3 * 2 + 1 + 1);
}

#[test]
fn phis_are_read_before_any_is_written() {
    let lines = "
        bb.0:
          %c0:_(s32) = G_CONSTANT i32 0
          %one:_(s32) = G_CONSTANT i32 1
          G_BR %bb.1
        bb.1:
          %a:_(s32) = G_PHI %x, %bb.0, %b, %bb.1
          %b:_(s32) = G_PHI %y, %bb.0, %a, %bb.1
          %i:_(s32) = G_PHI %n, %bb.0, %next, %bb.1
          %next:_(s32) = G_SUB %i, %one
          %done:_(s1) = G_ICMP intpred(ne), %next, %c0
          G_BRCOND %done, %bb.1
        bb.2:
          %r:_(s32) = COPY %a
          RET_ReallyLR implicit %r, implicit %x(s32), implicit %y(s32), implicit %n(s32)";
    assert_eq!(shown(&run(lines, &[7, 9, 1])), "s32 7, s32 7, s32 9, s32 1");
    assert_eq!(shown(&run(lines, &[7, 9, 2])), "s32 9, s32 7, s32 9, s32 2");
    assert_eq!(shown(&run(lines, &[7, 9, 5])), "s32 7, s32 7, s32 9, s32 5");
}
