; Computations of addresses.
%node = type { i32, [4 x i16], ptr }
define i16 @f(ptr %p, i64 %i) {
  %a = getelementptr inbounds %node, ptr %p, i64 %i, i32 1, i64 2
  %b = getelementptr inbounds %node, ptr %p, i64 1, i32 2
  %c = load ptr, ptr %b
  %d = load i16, ptr %a, align 2
  %e = getelementptr nuw i8, ptr %c, i64 %i
  store i16 %d, ptr %e
  %g = getelementptr nusw i8, ptr %e, i64 8
  store i16 %d, ptr %g
  ret i16 %d
}
