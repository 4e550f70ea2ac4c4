declare i32 @callee(i32, double)

define i32 @loop(i32 %n, i32 %step) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %sum = phi i32 [ 1, %entry ], [ %more, %head ]
  %product = mul i32 %sum, %step
  %more = add i32 %product, %i
  %next = add nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %head, label %exit
exit:
  %quotient = sdiv i32 %more, 7
  ret i32 %quotient
}

define double @floats(double %a, float %b, i64 %c) {
  %wide = fpext float %b to double
  %sum = fadd double %a, %wide
  %number = sitofp i64 %c to double
  %scaled = fmul double %sum, %number
  %less = fcmp olt double %scaled, %a
  %chosen = select i1 %less, double %scaled, double %wide
  ret double %chosen
}

define i32 @calls(i32 %a, double %b) {
  %first = call i32 @callee(i32 %a, double %b)
  %shifted = shl i32 %first, 3
  %second = call i32 @callee(i32 %shifted, double 2.500000e+00)
  %both = xor i32 %first, %second
  ret i32 %both
}

define <4 x i32> @vectors(<4 x i32> %a, <4 x i32> %b) {
  %sum = add <4 x i32> %a, %b
  %mixed = shufflevector <4 x i32> %sum, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  ret <4 x i32> %mixed
}

define i32 @choice(i32 %a) {
  switch i32 %a, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %one
    i32 4, label %zero
  ]
zero:
  ret i32 11
one:
  ret i32 23
two:
  ret i32 42
other:
  ret i32 -1
}
