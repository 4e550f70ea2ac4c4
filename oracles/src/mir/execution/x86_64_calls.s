# main: makes the calls of the table `calls` in order, each with cleared memory, and writes the result and the memory after each. `trapped`
# is 1 if the call has changed a register that it must preserve, and 2 if it ended with a trap instruction.
main:
subq $8, %rsp
movq %rsp, kept_stack(%rip)
leaq calls(%rip), %rax
movq %rax, next_call(%rip)
next:
movq next_call(%rip), %rax
cmpq $0, (%rax)
je ended
xorl %edi, %edi
xorl %esi, %esi
movl $MEMORY_SIZE, %edx
call reset
movq $0, trapped(%rip)
movq next_call(%rip), %rax
movq 8(%rax), %rdi
movq 16(%rax), %rsi
movq 24(%rax), %rdx
movq 32(%rax), %rcx
movq 40(%rax), %r8
movq 48(%rax), %r9
movq $0x1e5703, %rbx
movq $0x1e5705, %rbp
movq $0x1e5712, %r12
movq $0x1e5713, %r13
movq $0x1e5714, %r14
movq $0x1e5715, %r15
call *(%rax)
movl $1, %ecx
cmpq $0x1e5703, %rbx
jne lost
cmpq $0x1e5705, %rbp
jne lost
cmpq $0x1e5712, %r12
jne lost
cmpq $0x1e5713, %r13
jne lost
cmpq $0x1e5714, %r14
jne lost
cmpq $0x1e5715, %r15
jne lost
cmpq kept_stack(%rip), %rsp
jne lost
xorl %ecx, %ecx
lost:
cld
movq kept_stack(%rip), %rsp
movq %rcx, trapped(%rip)
movq %rax, %rdi
xorl %esi, %esi
movl $MEMORY_SIZE, %edx
call report
movl $MEMORY_SIZE, %edi
call dump
addq $72, next_call(%rip)
jmp next
# prepare: lets SIGILL, the signal of trap instructions, go on at trap.
prepare:
subq $40, %rsp
leaq trap(%rip), %rax
movq %rax, (%rsp)
# SA_NODEFER, SA_RESTORER: no handler returns
movq $0x44000000, 8(%rsp)
movq %rax, 16(%rsp)
movq $0, 24(%rsp)
# rt_sigaction(SIGILL, action, none, 8)
movl $13, %eax
movl $4, %edi
movq %rsp, %rsi
xorl %edx, %edx
movl $8, %r10d
syscall
addq $40, %rsp
ret
trap:
xorl %eax, %eax
movl $2, %ecx
jmp lost
ended:
addq $8, %rsp
ret
