; Selections and the operators that become them.
define i32 @f(i1 %c, i32 %a, i32 %b) {
  %d = select i1 %c, i32 %a, i32 %b
  %e = or disjoint i32 %d, 1
  %g = select i1 %c, i32 %e, i32 0
  ret i32 %g
}
