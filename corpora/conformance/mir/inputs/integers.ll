; Arithmetic of integers of many widths, comparisons, choices and branches.
source_filename = "integers.c"

define i32 @choose(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %other [
    i32 0, label %plus
    i32 1, label %times
    i32 2, label %minus
    i32 3, label %both
    i32 4, label %left
    i32 9, label %right
  ]
plus:
  %0 = add nsw i32 %y, 3
  br label %end
times:
  %1 = mul nuw i32 %y, 7
  br label %end
minus:
  %2 = sub nuw nsw i32 5, %y
  br label %end
both:
  %3 = xor i32 %y, -1
  %4 = and i32 %3, 255
  %5 = or i32 %4, %x
  br label %end
left:
  %6 = and i32 %x, 31
  %7 = shl i32 %y, %6
  br label %end
right:
  %8 = lshr exact i32 %y, 2
  %9 = ashr i32 %8, %x
  br label %end
other:
  %10 = icmp slt i32 %x, %y
  %11 = select i1 %10, i32 %x, i32 %y
  br label %end
end:
  %12 = phi i32 [ %0, %plus ], [ %1, %times ], [ %2, %minus ], [ %5, %both ], [ %7, %left ], [ %9, %right ], [ %11, %other ]
  ret i32 %12
}

define i64 @divide(i64 %a, i64 %b, i32 %c, i32 %d) {
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %u = udiv i32 %c, %d
  %v = urem i32 %c, %d
  %w = zext i32 %u to i64
  %x = sext i32 %v to i64
  %y = add i64 %q, %r
  %z = xor i64 %w, %x
  %s = mul i64 %y, %z
  ret i64 %s
}

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)

define i32 @bits(i32 %a, i32 %b) {
  %1 = call i32 @llvm.ctpop.i32(i32 %a)
  %2 = call i32 @llvm.ctlz.i32(i32 %b, i1 false)
  %3 = call i32 @llvm.cttz.i32(i32 %b, i1 true)
  %4 = call i32 @llvm.bswap.i32(i32 %a)
  %5 = call i32 @llvm.bitreverse.i32(i32 %b)
  %6 = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 7)
  %7 = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %3)
  %8 = call i32 @llvm.smax.i32(i32 %1, i32 %2)
  %9 = call i32 @llvm.umin.i32(i32 %4, i32 %5)
  %10 = call i32 @llvm.abs.i32(i32 %6, i1 false)
  %11 = call i32 @llvm.usub.sat.i32(i32 %8, i32 %9)
  %12 = xor i32 %10, %11
  %13 = add i32 %12, %7
  ret i32 %13
}

define i1 @overflows(i32 %a, i32 %b, ptr %out) {
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = extractvalue { i32, i1 } %1, 1
  %4 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %2, i32 %b)
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = extractvalue { i32, i1 } %4, 1
  store i32 %5, ptr %out, align 4
  %7 = or i1 %3, %6
  ret i1 %7
}

define i128 @wide(i128 %a, i128 %b, i8 %c, i16 %d) {
  %1 = add i128 %a, %b
  %2 = sub i128 %1, %b
  %3 = mul i128 %1, %2
  %4 = zext i8 %c to i128
  %5 = sext i16 %d to i128
  %6 = shl i128 %3, %4
  %7 = xor i128 %6, %5
  %8 = icmp ugt i128 %7, 1208925819614629174706176
  %9 = select i1 %8, i128 %7, i128 170141183460469231731687303715884105727
  ret i128 %9
}

define i24 @odd(i24 %a, i7 %b, i33 %c) {
  %1 = zext i7 %b to i24
  %2 = trunc i33 %c to i24
  %3 = mul i24 %a, %1
  %4 = lshr i24 %3, 5
  %5 = or i24 %4, %2
  ret i24 %5
}
