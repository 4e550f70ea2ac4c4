; Loops in loops, with more values than registers.
define i64 @f(i64 %n, i64 %a, i64 %b, i64 %c, i64 %d, ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %in, %latch ]
  %s = phi i64 [ 0, %entry ], [ %t6, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %jn, %inner ]
  %t = phi i64 [ %s, %outer ], [ %t6, %inner ]
  %q = getelementptr i64, ptr %p, i64 %j
  %v = load i64, ptr %q
  %t1 = add i64 %t, %v
  %t2 = mul i64 %t1, %a
  %t3 = xor i64 %t2, %b
  %t4 = add i64 %t3, %c
  %t5 = sub i64 %t4, %d
  %t6 = add i64 %t5, %i
  store i64 %t6, ptr %q
  %jn = add i64 %j, 1
  %jc = icmp ult i64 %jn, %n
  br i1 %jc, label %inner, label %latch
latch:
  %in = add i64 %i, 1
  %ic = icmp ult i64 %in, %n
  br i1 %ic, label %outer, label %end
end:
  ret i64 %t6
}
