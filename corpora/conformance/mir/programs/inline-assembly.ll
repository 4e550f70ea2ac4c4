; Assembly with operands, clobbers and flags.
define i32 @f(i32 %a, ptr %p) {
  call void asm sideeffect "", "~{memory}"()
  %x = call i32 asm "", "=r,0"(i32 %a)
  call void asm sideeffect "", "r,*m,i"(i32 %x, ptr elementtype(i32) %p, i32 5)
  %y = call i32 asm sideeffect "", "=&r,r,~{memory}"(i32 %x)
  ret i32 %y
}
