; Code that never ends, and code that is never reached.
declare void @die() noreturn
define void @f(i1 %c) {
entry:
  br i1 %c, label %forever, label %dead
forever:
  br label %forever
dead:
  call void @die()
  unreachable
}
