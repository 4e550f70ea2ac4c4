# The part of a program that is no Machine IR: it starts at _start, calls prepare, allows itself no system calls but reading, writing and
# ending, and calls main. Functions that main calls follow the System V ABI.
.text
.globl _start
_start:
xorl %ebp, %ebp
andq $-16, %rsp
call prepare
# prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)
movl $157, %eax
movl $22, %edi
movl $1, %esi
xorl %edx, %edx
xorl %r10d, %r10d
xorl %r8d, %r8d
syscall
call main
finish:
xorl %edi, %edi
# quit(status): ends the program.
quit:
movl $60, %eax
syscall
hlt
# reset(image, length, size): the memory begins with the image and is zero behind it.
reset:
leaq memory(%rip), %r9
movq %rdi, %r8
movq %r9, %rdi
movq %rsi, %rcx
movq %r8, %rsi
subq %rcx, %rdx
rep movsb
movq %rdx, %rcx
xorl %eax, %eax
rep stosb
ret
# report(low, high, size): writes the trap, two words of a result and the hash of the memory.
report:
movq trapped(%rip), %rax
leaq record(%rip), %r9
movq %rax, (%r9)
movq %rdi, 8(%r9)
movq %rsi, 16(%r9)
movabsq $HASH_START, %rax
movabsq $HASH_FACTOR, %r8
leaq memory(%rip), %rsi
shrq $3, %rdx
jz hashed
hash:
xorq (%rsi), %rax
imulq %r8, %rax
movq %rax, %rcx
shrq $32, %rcx
xorq %rcx, %rax
addq $8, %rsi
decq %rdx
jnz hash
hashed:
movq %rax, 24(%r9)
movq %r9, %rsi
movl $32, %edx
movl $1, %edi
jmp write
# dump(size): writes the memory.
dump:
leaq memory(%rip), %rsi
movq %rdi, %rdx
movl $1, %edi
# write(descriptor, bytes, length)
write:
testq %rdx, %rdx
jle written
movl $1, %eax
syscall
testq %rax, %rax
jle finish
addq %rax, %rsi
subq %rax, %rdx
jmp write
written:
ret
# The functions of C that LLVM calls.
.globl memcpy
.globl memmove
.globl memset
memcpy:
memmove:
movq %rdi, %rax
movq %rdx, %rcx
cmpq %rsi, %rdi
jbe forward
leaq -1(%rdi,%rcx), %rdi
leaq -1(%rsi,%rcx), %rsi
std
rep movsb
cld
ret
forward:
rep movsb
ret
memset:
movq %rdi, %r8
movl %esi, %eax
movq %rdx, %rcx
rep stosb
movq %r8, %rax
ret
