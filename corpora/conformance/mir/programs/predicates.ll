; Comparisons of integers, with a fact about signs.
define i32 @f(i32 %a, i32 %b, ptr %p) {
  %c = icmp sge i32 %a, %b
  %d = icmp ugt i32 %a, 41
  %e = icmp eq ptr %p, null
  %g = icmp samesign ult i32 %a, %b
  %h = and i1 %c, %d
  %i = or i1 %e, %g
  %j = xor i1 %h, %i
  %k = select i1 %j, i32 %a, i32 %b, !unpredictable !0
  ret i32 %k
}
!0 = !{}
