; Loads and stores with facts about them.
define i32 @f(ptr %p, ptr noalias %q) {
  %a = load i32, ptr %p, align 1
  %b = load volatile i32, ptr %q, align 4
  %c = load i32, ptr %p, align 4, !range !0, !tbaa !3
  %d = load ptr, ptr %q, !dereferenceable !5, !nonnull !6
  store i32 %a, ptr %q, align 2, !nontemporal !1
  %e = load i32, ptr %d, !invariant.load !6, !alias.scope !9, !noalias !11
  store i32 %b, ptr %p, !tbaa !3
  %g = add i32 %c, %e
  ret i32 %g
}
!0 = !{i32 0, i32 100}
!1 = !{i32 1}
!2 = !{!"root"}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !2}
!5 = !{i64 8}
!6 = !{}
!7 = distinct !{!7}
!8 = distinct !{!8, !7}
!9 = !{!8}
!10 = distinct !{!10, !7}
!11 = !{!10}
