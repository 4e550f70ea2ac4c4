; The machine that the lowered functions run on: `driver.rs` replaces the words in capitals. Every line of this file that begins so is left out.
; Where the program is: memory, stack pointer, blocks it may still enter, active functions; how it ended.
@memory = global MEMORY zeroinitializer, align 4096
@stack = internal global i32 0
@fuel = internal global i64 0
@depth = internal global i32 0
@code = internal global i32 0
@function = internal global i32 0
@instruction = internal global i32 0
@line = internal constant [39 x i8] c"%u %u %u %u %u %016llx%016llx %016llx\0A\00"
@word = internal constant [9 x i8] c"%016llx\0A\00"

declare i32 @printf(PTR(i8), ...)
declare void @llvm.memset.SUFFIX.i64(PTR(i8), i8, i64, i1)
declare void @llvm.memcpy.SUFFIX.SUFFIX.i64(PTR(i8), PTR(i8), i64, i1)

define internal void @trap(i32 %code, i32 %function, i32 %instruction) noinline cold {
  store i32 %code, PTR(i32) @code
  store i32 %function, PTR(i32) @function
  store i32 %instruction, PTR(i32) @instruction
  ret void
}

; Makes everything as it is before a call. Not inlined, so that the optimiser does not know what memory holds.
define internal void @reset(PTR(i8) %image, i64 %length, i64 %size, i32 %stack, i64 %fuel, i32 %depth) noinline {
  %memory = getelementptr MEMORY, PTR(MEMORY) @memory, i64 0, i64 0
  call void @llvm.memset.SUFFIX.i64(PTR(i8) %memory, i8 0, i64 %size, i1 false)
  call void @llvm.memcpy.SUFFIX.SUFFIX.i64(PTR(i8) %memory, PTR(i8) %image, i64 %length, i1 false)
  store i32 %stack, PTR(i32) @stack
  store i64 %fuel, PTR(i64) @fuel
  store i32 %depth, PTR(i32) @depth
  call void @trap(i32 0, i32 0, i32 0)
  ret void
}

; The hash of so many bytes of memory, a multiple of 8.
define internal i64 @hash(i64 %size) noinline {
  br label %loop
loop:
  %at = phi i64 [ 0, %0 ], [ %next, %loop ]
  %hash = phi i64 [ START, %0 ], [ %spread, %loop ]
  %byte = getelementptr MEMORY, PTR(MEMORY) @memory, i64 0, i64 %at
  %pointer = bitcast PTR(i8) %byte to PTR(i64)
  %word = load i64, PTR(i64) %pointer, align 8
  %mixed = xor i64 %hash, %word
  %product = mul i64 %mixed, FACTOR
  %high = lshr i64 %product, 32
  %spread = xor i64 %product, %high
  %next = add i64 %at, 8
  %more = icmp ult i64 %next, %size
  br i1 %more, label %loop, label %done
done:
  ret i64 %spread
}

; Prints so many bytes of memory, a multiple of 8, as words.
define internal void @dump(i64 %size) noinline {
  %line = getelementptr [9 x i8], PTR([9 x i8]) @word, i64 0, i64 0
  br label %loop
loop:
  %at = phi i64 [ 0, %0 ], [ %next, %loop ]
  %byte = getelementptr MEMORY, PTR(MEMORY) @memory, i64 0, i64 %at
  %pointer = bitcast PTR(i8) %byte to PTR(i64)
  %word = load i64, PTR(i64) %pointer, align 8
  %printed = call i32 (PTR(i8), ...) @printf(PTR(i8) %line, i64 %word)
  %next = add i64 %at, 8
  %more = icmp ult i64 %next, %size
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Prints what came of a call: numbers of plan and call, code, function, instruction, result, hash of memory.
define internal void @report(i32 %plan, i32 %call, i128 %result, i64 %size) noinline {
  %code = load i32, PTR(i32) @code
  %function = load i32, PTR(i32) @function
  %instruction = load i32, PTR(i32) @instruction
  %low = trunc i128 %result to i64
  %above = lshr i128 %result, 64
  %high = trunc i128 %above to i64
  %hash = call i64 @hash(i64 %size)
  %line = getelementptr [39 x i8], PTR([39 x i8]) @line, i64 0, i64 0
  %printed = call i32 (PTR(i8), ...) @printf(PTR(i8) %line, i32 %plan, i32 %call, i32 %code, i32 %function, i32 %instruction, i64 %high, i64 %low, i64 %hash)
  ret void
}
