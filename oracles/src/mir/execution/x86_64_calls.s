# main: makes the calls of the table `calls` in order, each with cleared memory, and writes the result and the memory after each. `trapped`
# is 1 if the call has changed a register that it must preserve.
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
ended:
addq $8, %rsp
ret
