; An exception that is caught, and one that is passed on.
declare void @thrower(i32)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
@info = external constant ptr
define i32 @f(i32 %a) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @thrower(i32 %a) to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } cleanup catch ptr @info
  %p = extractvalue { ptr, i32 } %e, 0
  %s = extractvalue { ptr, i32 } %e, 1
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @info)
  %m = icmp eq i32 %s, %t
  br i1 %m, label %catch, label %pass
catch:
  %o = call ptr @__cxa_begin_catch(ptr %p)
  call void @__cxa_end_catch()
  br label %done
pass:
  resume { ptr, i32 } %e
done:
  %r = phi i32 [ 0, %entry ], [ 1, %catch ]
  ret i32 %r
}
declare i32 @llvm.eh.typeid.for.p0(ptr)
