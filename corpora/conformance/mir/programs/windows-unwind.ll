; Handlers as funclets.
target triple = "x86_64-pc-windows-msvc"
declare void @thrower()
declare i32 @__CxxFrameHandler3(...)
define i32 @f(i32 %a) personality ptr @__CxxFrameHandler3 {
entry:
  %x = alloca i32
  invoke void @thrower() to label %done unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %catch] unwind label %clean
catch:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  store i32 1, ptr %x
  catchret from %p to label %done
clean:
  %q = cleanuppad within none []
  call void @thrower() [ "funclet"(token %q) ]
  cleanupret from %q unwind to caller
done:
  ret i32 %a
}
