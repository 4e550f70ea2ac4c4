; The functions of functions.pnaclasm, written a second time for LLVM, and calls of each whose results lli prints.
source_filename = "functions.c"

@row1 = private constant [13 x i8] c"f%d\09%d\09%u\0A\00\00\00"
@row2 = private constant [17 x i8] c"f3\09%lu %lu\09%lu\0A\00\00"
@numbers = private constant [12 x i32] [i32 0, i32 1, i32 2, i32 3, i32 5, i32 7, i32 12, i32 27, i32 97, i32 255, i32 1000, i32 -5]

declare i32 @printf(i8*, ...)

define i32 @f1(i32 %n) {
  %small = icmp ule i32 %n, 1
  br i1 %small, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %r = call i32 @f1(i32 %m)
  %p = mul i32 %n, %r
  ret i32 %p
}

define i32 @f2(i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %n, %entry ], [ %next, %step ]
  %k = phi i32 [ 0, %entry ], [ %more, %step ]
  %end = icmp ule i32 %x, 1
  br i1 %end, label %out, label %step
out:
  ret i32 %k
step:
  %odd = and i32 %x, 1
  %even = icmp eq i32 %odd, 0
  %half = udiv i32 %x, 2
  %three = add i32 %x, %x
  %three.x = add i32 %three, %x
  %up = add i32 %three.x, 1
  %next = select i1 %even, i32 %half, i32 %up
  %more = add i32 %k, 1
  br label %loop
}

define i64 @f3(i64 %a, i64 %b) {
  %1 = add i64 %a, 7
  %2 = mul i64 %1, 6364136223846793005
  %3 = lshr i64 %2, 33
  %4 = xor i64 %2, %3
  %5 = sub i64 %4, %b
  %6 = ashr i64 %5, 7
  %7 = or i64 %6, %b
  ret i64 %7
}

define i32 @f4(i32 %n) {
  switch i32 %n, label %other [ i32 1, label %one  i32 2, label %two  i32 -5, label %five ]
one:
  ret i32 10
two:
  ret i32 -3
five:
  ret i32 0
other:
  %low = shl i32 %n, 24
  %signed = ashr i32 %low, 24
  %plain = and i32 %n, 255
  %product = mul i32 %signed, %plain
  %byte = and i32 %product, 255
  %sum = add i32 %byte, %signed
  ret i32 %sum
}

define i32 @f5(i32 %n) {
  %d = sitofp i32 %n to double
  %1 = fmul double %d, 1.5
  %2 = fadd double %1, 0.25
  %3 = fdiv double %2, 1.5
  %i = fptosi double %3 to i32
  %less = sub i32 %i, %n
  %small = fcmp olt double %3, 0.25
  %r = select i1 %small, i32 %less, i32 %i
  ret i32 %r
}

define void @show(i32 %which, i32 (i32)* %f, i32 %n) {
  %r = call i32 %f(i32 %n)
  %1 = call i32 (i8*, ...) @printf(i8* getelementptr ([13 x i8], [13 x i8]* @row1, i64 0, i64 0), i32 %which, i32 %n, i32 %r)
  ret void
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %on ]
  %at = getelementptr [12 x i32], [12 x i32]* @numbers, i64 0, i64 %i
  %n = load i32, i32* %at
  %wide = zext i32 %n to i64
  %big = mul i64 %wide, 1000003
  call void @show(i32 4, i32 (i32)* @f4, i32 %n)
  call void @show(i32 5, i32 (i32)* @f5, i32 %n)
  %r = call i64 @f3(i64 %big, i64 %wide)
  %0 = call i32 (i8*, ...) @printf(i8* getelementptr ([17 x i8], [17 x i8]* @row2, i64 0, i64 0), i64 %big, i64 %wide, i64 %r)
  %short = icmp slt i32 %n, 0
  br i1 %short, label %on, label %steps
steps:
  call void @show(i32 1, i32 (i32)* @f1, i32 %n)
  call void @show(i32 2, i32 (i32)* @f2, i32 %n)
  br label %on
on:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 12
  br i1 %done, label %end, label %loop
end:
  ret i32 0
}
