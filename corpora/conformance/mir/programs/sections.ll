; Metadata that instructions carry to the object file.
declare void @g()
define i32 @f(ptr %p) {
  %a = load atomic i32, ptr %p acquire, align 4, !pcsections !0
  %b = load i32, ptr %p, !noalias.addrspace !2
  fence release, !mmra !3
  call void @g()
  %c = add i32 %a, %b
  ret i32 %c
}
!0 = !{!"one", !1}
!1 = !{i32 7}
!2 = !{i32 5, i32 6}
!3 = !{!"foo", !"bar"}
