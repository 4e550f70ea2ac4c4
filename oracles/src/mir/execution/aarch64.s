# The part of a program that is no Machine IR: it starts at _start, calls prepare, allows itself no system calls but reading, writing and
# ending, and calls main. Functions that main calls follow the AAPCS64.
.text
.globl _start
_start:
mov x29, #0
bl prepare
# prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)
mov x0, #22
mov x1, #1
mov x2, #0
mov x3, #0
mov x4, #0
mov x8, #167
svc #0
bl main
finish:
mov x0, #0
# quit(status): ends the program.
quit:
mov x8, #93
svc #0
brk #1
# reset(image, length, size): the memory begins with the image and is zero behind it. All sizes are multiples of 8.
reset:
adrp x9, memory
add x9, x9, :lo12:memory
add x10, x9, x2
cbz x1, clear
copy:
ldr x11, [x0], #8
str x11, [x9], #8
subs x1, x1, #8
b.ne copy
clear:
cmp x9, x10
b.hs cleared
str xzr, [x9], #8
b clear
cleared:
ret
# report(low, high, size): writes the trap, two words of a result and the hash of the memory.
report:
adrp x10, trapped
ldr x10, [x10, :lo12:trapped]
adrp x9, record
add x9, x9, :lo12:record
stp x10, x0, [x9]
str x1, [x9, #16]
adrp x10, memory
add x10, x10, :lo12:memory
ldr x12, start
ldr x13, factor
cbz x2, hashed
hash:
ldr x11, [x10], #8
eor x12, x12, x11
mul x12, x12, x13
eor x12, x12, x12, lsr #32
subs x2, x2, #8
b.ne hash
hashed:
str x12, [x9, #24]
mov x1, x9
mov x2, #32
mov x0, #1
b write
# dump(size): writes the memory.
dump:
mov x2, x0
adrp x1, memory
add x1, x1, :lo12:memory
mov x0, #1
# write(descriptor, bytes, length)
write:
mov x9, x0
again:
cmp x2, #0
b.le written
mov x0, x9
mov x8, #64
svc #0
cmp x0, #0
b.le finish
add x1, x1, x0
sub x2, x2, x0
b again
written:
ret
.p2align 3
start:
.xword HASH_START
factor:
.xword HASH_FACTOR
# The functions of C that LLVM calls.
.globl memcpy
.globl memmove
.globl memset
memcpy:
memmove:
cmp x0, x1
b.hi backward
mov x9, x0
forward:
cbz x2, moved
ldrb w10, [x1], #1
strb w10, [x9], #1
sub x2, x2, #1
b forward
backward:
cbz x2, moved
sub x2, x2, #1
ldrb w10, [x1, x2]
strb w10, [x0, x2]
b backward
moved:
ret
memset:
mov x9, x0
fill:
cbz x2, filled
strb w1, [x9], #1
sub x2, x2, #1
b fill
filled:
ret
