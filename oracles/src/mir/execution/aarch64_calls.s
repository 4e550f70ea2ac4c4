# main: makes the calls of the table `calls` in order, each with cleared memory, and writes the result and the memory after each. `trapped`
# is 1 if the call has changed a register that it must preserve, and 2 if it ended with a trap instruction.
main:
stp x29, x30, [sp, #-16]!
mov x11, sp
adrp x10, kept_stack
str x11, [x10, :lo12:kept_stack]
adrp x9, calls
add x9, x9, :lo12:calls
adrp x10, next_call
str x9, [x10, :lo12:next_call]
next:
adrp x10, next_call
ldr x9, [x10, :lo12:next_call]
ldr x11, [x9]
cbz x11, ended
mov x0, #0
mov x1, #0
mov x2, #MEMORY_SIZE
bl reset
adrp x10, trapped
str xzr, [x10, :lo12:trapped]
mov x9, #1288
fmov d8, x9
mov x9, #1289
fmov d9, x9
mov x9, #1290
fmov d10, x9
mov x9, #1291
fmov d11, x9
mov x9, #1292
fmov d12, x9
mov x9, #1293
fmov d13, x9
mov x9, #1294
fmov d14, x9
mov x9, #1295
fmov d15, x9
mov x19, #1811
mov x20, #1812
mov x21, #1813
mov x22, #1814
mov x23, #1815
mov x24, #1816
mov x25, #1817
mov x26, #1818
mov x27, #1819
mov x28, #1820
mov x29, #1821
adrp x10, next_call
ldr x9, [x10, :lo12:next_call]
ldr x16, [x9], #8
ldp x0, x1, [x9]
ldp x2, x3, [x9, #16]
ldp x4, x5, [x9, #32]
ldp x6, x7, [x9, #48]
blr x16
mov x1, #1
fmov x9, d8
cmp x9, #1288
b.ne lost
fmov x9, d9
cmp x9, #1289
b.ne lost
fmov x9, d10
cmp x9, #1290
b.ne lost
fmov x9, d11
cmp x9, #1291
b.ne lost
fmov x9, d12
cmp x9, #1292
b.ne lost
fmov x9, d13
cmp x9, #1293
b.ne lost
fmov x9, d14
cmp x9, #1294
b.ne lost
fmov x9, d15
cmp x9, #1295
b.ne lost
cmp x19, #1811
b.ne lost
cmp x20, #1812
b.ne lost
cmp x21, #1813
b.ne lost
cmp x22, #1814
b.ne lost
cmp x23, #1815
b.ne lost
cmp x24, #1816
b.ne lost
cmp x25, #1817
b.ne lost
cmp x26, #1818
b.ne lost
cmp x27, #1819
b.ne lost
cmp x28, #1820
b.ne lost
cmp x29, #1821
b.ne lost
adrp x10, kept_stack
ldr x11, [x10, :lo12:kept_stack]
mov x9, sp
cmp x9, x11
b.ne lost
mov x1, #0
lost:
adrp x10, kept_stack
ldr x11, [x10, :lo12:kept_stack]
mov sp, x11
adrp x10, trapped
str x1, [x10, :lo12:trapped]
mov x1, #0
mov x2, #MEMORY_SIZE
bl report
mov x0, #MEMORY_SIZE
bl dump
adrp x10, next_call
ldr x9, [x10, :lo12:next_call]
add x9, x9, #72
str x9, [x10, :lo12:next_call]
b next
# prepare: lets SIGTRAP, the signal of trap instructions, go on at trap.
prepare:
sub sp, sp, #32
adrp x9, trap
add x9, x9, :lo12:trap
# SA_NODEFER: no handler returns
mov x10, #0x40000000
stp x9, x10, [sp]
stp xzr, xzr, [sp, #16]
# rt_sigaction(SIGTRAP, action, none, 8)
mov x0, #5
mov x1, sp
mov x2, #0
mov x3, #8
mov x8, #134
svc #0
add sp, sp, #32
ret
trap:
mov x0, #0
mov x1, #2
b lost
ended:
ldp x29, x30, [sp], #16
ret
