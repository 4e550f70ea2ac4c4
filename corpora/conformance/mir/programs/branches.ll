; Branches with weights.
define i32 @f(i32 %a, i32 %b) {
entry:
  %c = icmp slt i32 %a, %b
  br i1 %c, label %less, label %more, !prof !0
less:
  %x = sub i32 %b, %a
  br label %end
more:
  %y = shl i32 %a, 3
  br label %end
end:
  %z = phi i32 [ %x, %less ], [ %y, %more ]
  ret i32 %z
}
!0 = !{!"branch_weights", i32 2000, i32 1}
