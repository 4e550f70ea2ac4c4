; Assembly that may branch.
define i32 @f(i32 %a) {
entry:
  callbr void asm sideeffect "", "r,!i"(i32 %a) to label %next [label %far]
next:
  ret i32 0
far:
  ret i32 1
}
