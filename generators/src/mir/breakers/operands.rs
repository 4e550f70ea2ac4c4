//! Breakers of operands against the rows of opcodes.

use super::Breaker;

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker { rule: "operands-few", about: "copies nothing", change: |draft| draft.insert("%broken:_(s32) = COPY") },
    Breaker {
        rule: "operands-many",
        about: "gives an implicit definition a number",
        change: |draft| draft.insert("%broken:_(s32) = G_IMPLICIT_DEF 1"),
    },
    Breaker { rule: "result-register", about: "copies into a number", change: |draft| draft.insert("COPY 0, $noreg") },
    Breaker {
        rule: "use-register",
        about: "copies from a register that is written",
        change: |draft| draft.insert("%broken:_(s32), %other:_(s32) = COPY"),
    },
    Breaker {
        rule: "register-expected",
        about: "moves a number where the opcode moves a register",
        change: |draft| draft.insert_for(["%broken:gr32 = MOV32rr 1", "%broken:gpr32 = ORRWrr 1, 2"]),
    },
    Breaker {
        rule: "register-unexpected",
        about: "moves a register where the opcode moves a number",
        change: |draft| draft.insert_for(["%broken:gr32 = MOV32ri undef $eax", "%broken:gpr32 = MOVi32imm undef $w0"]),
    },
    Breaker {
        rule: "operand-tied",
        about: "ties two different physical registers",
        change: |draft| draft.insert_for(["$eax = ADD32ri undef $ecx, 1, implicit-def dead $eflags", "$w0 = MOVKWi undef $w1, 1, 0"]),
    },
    Breaker {
        rule: "operand-untied",
        about: "ties what the opcode does not",
        change: |draft| {
            draft.insert_for([
                "%read:gr32 = IMPLICIT_DEF\n%broken:gr32 = MOV32rr %read(tied-def 0)",
                "%read:gpr32 = IMPLICIT_DEF\n%broken:gpr32 = ORRWrr %read(tied-def 0), %read",
            ])
        },
    },
    Breaker {
        rule: "register-class",
        about: "writes 32 bits into a register of 64",
        change: |draft| draft.insert_for(["%broken:gr64 = MOV32ri 1", "%broken:gpr64 = MOVi32imm 1"]),
    },
    Breaker {
        rule: "register-part",
        about: "reads a part that the register's class does not have",
        change: |draft| {
            draft.insert_for([
                "%read:gr32 = IMPLICIT_DEF\n%broken:gr32 = COPY %read.sub_32bit",
                "%read:gpr32 = IMPLICIT_DEF\n%broken:gpr32 = COPY %read.sub_32",
            ])
        },
    },
    Breaker {
        rule: "implicit-missing",
        about: "leaves out the flags that an opcode writes",
        change: |draft| draft.insert_for(["%broken:gr32 = MOV32r0", "%read:gpr32 = IMPLICIT_DEF\n%broken:gpr32 = ADDSWrr %read, %read"]),
    },
    Breaker {
        rule: "memory-load",
        about: "lets an implicit definition load",
        change: |draft| draft.insert("%broken:_(s32) = G_IMPLICIT_DEF :: (load (s32))"),
    },
    Breaker {
        rule: "memory-store",
        about: "lets an implicit definition store",
        change: |draft| draft.insert("%broken:_(s32) = G_IMPLICIT_DEF :: (store (s32))"),
    },
    Breaker {
        rule: "address-scale",
        about: "scales an address by three",
        change: |draft| draft.insert_for_x86("%base:gr64_nosp = IMPLICIT_DEF\n%broken:gr64 = LEA64r %base, 3, %base, 0, $noreg"),
    },
    Breaker {
        rule: "address-displacement",
        about: "adds more than 32 bits to an address",
        change: |draft| draft.insert_for_x86("%broken:gr64 = LEA64r $rip, 1, $noreg, 4294967296, $noreg"),
    },
    Breaker {
        rule: "copy-type",
        about: "copies a scalar into a pointer",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(p0) = COPY %read(s32)"),
    },
    Breaker {
        rule: "copy-size",
        about: "copies 32 bits into a register of 64",
        change: |draft| {
            draft.insert_for([
                "%read:_(s32) = G_IMPLICIT_DEF\n$rax = COPY %read(s32)",
                "%read:_(s32) = G_IMPLICIT_DEF\n$x0 = COPY %read(s32)",
            ])
        },
    },
    Breaker {
        rule: "sequence-operands",
        about: "gives a sequence of registers one without an index",
        change: |draft| draft.insert("%read:_(s32) = G_IMPLICIT_DEF\n%broken:_(s32) = REG_SEQUENCE %read"),
    },
    Breaker {
        rule: "insert-size",
        about: "inserts 64 bits into a part of 32",
        change: |draft| {
            draft.insert_for([
                "%read:gr64 = IMPLICIT_DEF\n%broken:gr64 = INSERT_SUBREG %read, %read, %subreg.sub_32bit",
                "%read:gpr64 = IMPLICIT_DEF\n%broken:gpr64 = INSERT_SUBREG %read, %read, %subreg.sub_32",
            ])
        },
    },
    Breaker {
        rule: "assembly-operands",
        about: "has a number for the text of inline assembly",
        change: |draft| draft.insert("INLINEASM 1, 0"),
    },
    Breaker {
        rule: "statepoint-operands",
        about: "has a statepoint that ends behind what is called",
        change: |draft| draft.insert("STATEPOINT 0, 0, 0, &f"),
    },
];
