; Accesses that stay as they are.
define void @f(ptr %p) {
  %a = load volatile i8, ptr %p
  store volatile i8 %a, ptr %p
  store volatile i64 0, ptr %p, align 1
  ret void
}
