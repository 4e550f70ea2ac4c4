; Atomic loads and stores, and fences.
define i32 @f(ptr %p, ptr %q) {
  %a = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %a, ptr %q release, align 4
  fence seq_cst
  %b = load atomic volatile i16, ptr %p unordered, align 2
  fence syncscope("singlethread") acquire
  %c = zext i16 %b to i32
  ret i32 %c
}
