; Calls of every kind: many arguments, results in memory, variadic, indirect, in tail position, that unwind, and inline assembly.
source_filename = "calls.cpp"

%big = type { i64, i64, i64, i64 }

declare i32 @other(i32, i64, ptr)
declare i32 @printf(ptr, ...)
declare void @use(ptr byval(%big) align 8)
declare void @end() noreturn nounwind
declare i32 @__gxx_personality_v0(...)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.trap()

@text = private unnamed_addr constant [7 x i8] c"%d %f\0A\00", align 1

define i32 @many(i32 %a, i32 %b, i64 %c, ptr %d, i8 signext %e, i16 zeroext %f, i32 %g, i64 %h, i32 %i, i64 %j) {
  %1 = sext i8 %e to i32
  %2 = zext i16 %f to i32
  %3 = add i32 %1, %2
  %4 = add i32 %3, %i
  %5 = add i64 %j, %h
  %6 = call i32 @other(i32 %4, i64 %5, ptr %d)
  %7 = call i32 @other(i32 %6, i64 %c, ptr null)
  %8 = add i32 %7, %a
  ret i32 %8
}

define void @result(ptr sret(%big) %out, i64 %x) {
  store i64 %x, ptr %out, align 8
  %p = getelementptr inbounds %big, ptr %out, i64 0, i32 3
  store i64 -1, ptr %p, align 8
  call void @use(ptr byval(%big) align 8 %out)
  ret void
}

define i32 @variadic(i32 %n, ...) {
  %list = alloca [4 x i64], align 8
  call void @llvm.va_start(ptr %list)
  call void @llvm.va_end(ptr %list)
  %1 = sitofp i32 %n to double
  %2 = call i32 (ptr, ...) @printf(ptr @text, i32 %n, double %1)
  ret i32 %2
}

define i32 @indirect(ptr %f, i32 %x) {
  %known = icmp eq ptr %f, null
  br i1 %known, label %none, label %some
none:
  call void @end()
  unreachable
some:
  %1 = call i32 %f(i32 %x)
  %2 = tail call i32 @indirect(ptr %f, i32 %1)
  ret i32 %2
}

define i32 @unwinds(ptr %p) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @other(i32 1, i64 2, ptr %p) to label %fine unwind label %caught
fine:
  ret i32 %r
caught:
  %e = landingpad { ptr, i32 } cleanup catch ptr null
  %s = extractvalue { ptr, i32 } %e, 1
  %again = icmp eq i32 %s, 3
  br i1 %again, label %stop, label %on
stop:
  call void @llvm.trap()
  unreachable
on:
  resume { ptr, i32 } %e
}

define i32 @assembly(i32 %a, ptr %p) {
  %1 = call i32 asm sideeffect "nop", "=r,r,~{memory}"(i32 %a)
  call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(i32) %p)
  ret i32 %1
}

define i64 @recursive(i64 %n) {
  %small = icmp ult i64 %n, 2
  br i1 %small, label %one, label %more
one:
  ret i64 1
more:
  %1 = sub i64 %n, 1
  %2 = call i64 @recursive(i64 %1)
  %3 = sub i64 %n, 2
  %4 = call i64 @recursive(i64 %3)
  %5 = add i64 %2, %4
  ret i64 %5
}
