//! Memory: loads, stores, atomics, the stack, global variables.

use crate::support::{document, options, program, read, run, shown, value};
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Program, TrapKind, UndefinedKind, Value};

/// Stores a number to an object of the stack, runs lines, and returns `%r`.
fn on_stack(lines: &str, argument: u128) -> String {
    let lines = format!(
        "%p:_(p0) = G_FRAME_INDEX %stack.0\nG_STORE %a:_(s64), %p(p0) :: (store (s64) into %stack.0)\n{lines}\nRET_ReallyLR implicit %r"
    );
    let file = read(&document("f", &lines, "stack:\n  - { id: 0, size: 16, alignment: 16 }\n"));
    let program = Program::new(&file, &options()).unwrap();
    program.signature(0).unwrap_or_else(|refusal| panic!("{refusal}\n{lines}"));
    shown(&Machine::new(&program).call(0, &[Value::scalar(64, argument)], &Budget::default()))
}

#[test]
fn loads_widen_and_stores_narrow() {
    let stored = 0x8877_6655_4433_82ff;
    for (lines, expected) in [
        ("%r:_(s64) = G_LOAD %p(p0) :: (load (s64))", format!("s64 {stored}")),
        ("%r:_(s32) = G_LOAD %p(p0) :: (load (s32))", format!("s32 {}", 0x4433_82ff)),
        ("%r:_(s24) = G_LOAD %p(p0) :: (load (s24))", format!("s24 {}", 0x33_82ff)),
        ("%r:_(s32) = G_LOAD %p(p0) :: (load (s8))", format!("s32 255 (undefined bits {:#x})", 0xffff_ff00_u32)),
        ("%r:_(s32) = G_ZEXTLOAD %p(p0) :: (load (s16))", format!("s32 {}", 0x82ff)),
        ("%r:_(s32) = G_SEXTLOAD %p(p0) :: (load (s16))", format!("s32 {}", 0xffff_82ff_u32)),
        ("%r:_(<2 x s16>) = G_SEXTLOAD %p(p0) :: (load (<2 x s8>))", "<2 x s16> <65535, 65410>".into()),
        ("%r:_(<4 x s16>) = G_LOAD %p(p0) :: (load (<4 x s16>))", format!("<4 x s16> <{}, {}, {}, {}>", 0x82ff, 0x4433, 0x6655, 0x8877)),
        ("%q:_(p0) = G_LOAD %p(p0) :: (load (p0))\n%r:_(s64) = G_PTRTOINT %q(p0)", format!("s64 {stored}")),
        (
            "%n:_(s32) = G_CONSTANT i32 4660\nG_STORE %n(s32), %p(p0) :: (store (s8))\n%r:_(s16) = G_LOAD %p(p0) :: (load (s16))",
            format!("s16 {}", 0x8234),
        ),
        ("%o:_(s64) = G_CONSTANT i64 8\n%q:_(p0) = G_PTR_ADD %p, %o(s64)\n%r:_(s64) = G_LOAD %q(p0) :: (load (s64))", "s64 undef".into()),
        ("%b:_(s1) = G_TRUNC %a(s64)\nG_STORE %b(s1), %p(p0) :: (store (s1))\n%r:_(s1) = G_LOAD %p(p0) :: (load (s1))", "s1 1".into()),
        (
            "%b:_(s1) = G_TRUNC %a(s64)\nG_STORE %b(s1), %p(p0) :: (store (s1))\n%r:_(s8) = G_LOAD %p(p0) :: (load (s8))",
            "s8 1 (undefined bits 0xfe)".into(),
        ),
        // The upper bits of the byte are not zeros.
        ("%r:_(s4) = G_LOAD %p(p0) :: (load (s4))", "s4 undef".into()),
        ("%k:_(s8) = G_CONSTANT i8 9\nG_STORE %k(s8), %p(p0) :: (store (s8))\n%r:_(s4) = G_LOAD %p(p0) :: (load (s4))", "s4 9".into()),
    ] {
        assert_eq!(on_stack(lines, stored), expected, "{lines}");
    }
    let half = "%r:_(s32) = G_FPEXTLOAD %p(p0) :: (load (s16))";
    assert_eq!(on_stack(half, 0x3e00), format!("s32 {}", 1.5_f32.to_bits()));
    let single = "%r:_(s32) = G_CONSTANT i32 0\nG_FPTRUNCSTORE %a(s64), %p(p0) :: (store (s32))\n%s:_(s32) = G_LOAD %p(p0) :: (load (s32))";
    assert_eq!(on_stack(&single.replace("%r", "%z").replace("%s", "%r"), 0.1_f64.to_bits().into()), format!("s32 {}", 0.1_f32.to_bits()));
}

#[test]
fn indexed_accesses_change_the_address() {
    let moved = "%d:_(s64) = G_PTRTOINT %w(p0)\n%e:_(s64) = G_PTRTOINT %p(p0)\n%f:_(s64) = G_SUB %d, %e\n%g:_(s64) = G_ZEXT %v(s8)\n%k:_(s64) = G_CONSTANT i64 256\n%h:_(s64) = G_MUL %f, %k\n%r:_(s64) = G_ADD %g, %h";
    for (line, expected) in [
        ("%v:_(s8), %w:_(p0) = G_INDEXED_LOAD %p, %o(s64), 1 :: (load (s8))", 2 * 256 + 0x33),
        ("%v:_(s8), %w:_(p0) = G_INDEXED_LOAD %p, %o(s64), 0 :: (load (s8))", 2 * 256 + 0x11),
    ] {
        assert_eq!(on_stack(&format!("%o:_(s64) = G_CONSTANT i64 2\n{line}\n{moved}"), 0x4433_2211), format!("s64 {expected}"), "{line}");
    }
    for (opcode, expected) in [("G_INDEXED_ZEXTLOAD", 0xf4), ("G_INDEXED_SEXTLOAD", 0xfff4)] {
        let line = format!("%o:_(s64) = G_CONSTANT i64 1\n%r:_(s16), %w:_(p0) = {opcode} %p, %o(s64), 1 :: (load (s8))");
        assert_eq!(on_stack(&line, 0xf411), format!("s16 {expected}"));
    }
    let store = "%o:_(s64) = G_CONSTANT i64 1\n%v:_(s8) = G_CONSTANT i8 7\n%w:_(p0) = G_INDEXED_STORE %v(s8), %p, %o(s64), 1 :: (store (s8))\n%r:_(s16) = G_LOAD %p(p0) :: (load (s16))";
    assert_eq!(on_stack(store, 0x2211), format!("s16 {}", 0x0711));
}

#[test]
fn atomics_update_memory() {
    for (opcode, old, operand, new) in [
        ("XCHG", 5_u32, 9, 9_u32),
        ("ADD", u32::MAX, 2, 1),
        ("SUB", 1, 2, u32::MAX),
        ("AND", 0b1100, 0b1010, 0b1000),
        ("NAND", 0b1100, 0b1010, !0b1000),
        ("OR", 0b1100, 0b1010, 0b1110),
        ("XOR", 0b1100, 0b1010, 0b0110),
        ("MAX", 1, u32::MAX, 1),
        ("MIN", 1, u32::MAX, u32::MAX),
        ("UMAX", 1, u32::MAX, u32::MAX),
        ("UMIN", 1, u32::MAX, 1),
        ("UINC_WRAP", 4, 5, 5),
        ("UINC_WRAP", 5, 5, 0),
        ("UINC_WRAP", 9, 5, 0),
        ("UDEC_WRAP", 4, 5, 3),
        ("UDEC_WRAP", 0, 5, 5),
        ("UDEC_WRAP", 9, 5, 5),
        ("USUB_COND", 9, 5, 4),
        ("USUB_COND", 4, 5, 4),
        ("USUB_SAT", 9, 5, 4),
        ("USUB_SAT", 4, 5, 0),
        ("FADD", 1.5_f32.to_bits(), 2.0_f32.to_bits(), 3.5_f32.to_bits()),
        ("FSUB", 1.5_f32.to_bits(), 2.0_f32.to_bits(), (-0.5_f32).to_bits()),
        ("FMAX", 1.5_f32.to_bits(), 2.0_f32.to_bits(), 2.0_f32.to_bits()),
        ("FMIN", 1.5_f32.to_bits(), 2.0_f32.to_bits(), 1.5_f32.to_bits()),
        ("FMAXIMUM", 1.5_f32.to_bits(), 2.0_f32.to_bits(), 2.0_f32.to_bits()),
        ("FMINIMUM", (0.0_f32).to_bits(), (-0.0_f32).to_bits(), (-0.0_f32).to_bits()),
        ("FMAXIMUMNUM", f32::NAN.to_bits(), 2.0_f32.to_bits(), 2.0_f32.to_bits()),
        ("FMINIMUMNUM", f32::NAN.to_bits(), 2.0_f32.to_bits(), 2.0_f32.to_bits()),
    ] {
        let update = format!(
            "%n:_(s32) = G_CONSTANT i32 {}\n%o:_(s32) = G_ATOMICRMW_{opcode} %p(p0), %n :: (load store seq_cst (s32))\n%l:_(s32) = G_LOAD %p(p0) :: (load (s32))\n%r:_(s64) = G_MERGE_VALUES %o(s32), %l(s32)",
            operand as i32
        );
        assert_eq!(on_stack(&update, old.into()), format!("s64 {}", u64::from(new) << 32 | u64::from(old)), "{opcode} {old} {operand}");
    }
    for (expected, success, after) in [(7, 1, 9), (8, 0, 7)] {
        let both = |line: &str| {
            format!(
                "%e:_(s32) = G_CONSTANT i32 {expected}\n%n:_(s32) = G_CONSTANT i32 9\n{line}\n%l:_(s32) = G_LOAD %p(p0) :: (load (s32))\n%r:_(s64) = G_MERGE_VALUES %l(s32), %x(s32)"
            )
        };
        let plain = both("%x:_(s32) = G_ATOMIC_CMPXCHG %p(p0), %e, %n :: (load store acquire monotonic (s32))");
        assert_eq!(on_stack(&plain, 7), format!("s64 {}", 7_u64 << 32 | after));
        let reported = both(
            "%o:_(s32), %s:_(s1) = G_ATOMIC_CMPXCHG_WITH_SUCCESS %p(p0), %e, %n :: (load store acquire monotonic (s32))\n%x:_(s32) = G_ZEXT %s(s1)",
        );
        assert_eq!(on_stack(&reported, 7), format!("s64 {}", success << 32 | after));
    }
    assert_eq!(on_stack("G_FENCE 7, 1\nG_PREFETCH %p(p0), 0, 3, 1 :: (load (s8))\n%r:_(s64) = COPY %a", 3), "s64 3");
}

#[test]
fn ranges_are_copied_and_filled() {
    let lines = |line: &str| {
        format!(
            "%k:_(s64) = G_CONSTANT i64 3\n%o:_(s64) = G_CONSTANT i64 8\n%q:_(p0) = G_PTR_ADD %p, %o(s64)\n%z:_(s64) = G_CONSTANT i64 0\nG_STORE %z(s64), %q(p0) :: (store (s64))\n%b:_(s8) = G_CONSTANT i8 -1\n{line}\n%r:_(s64) = G_LOAD %q(p0) :: (load (s64))"
        )
    };
    let (load, store) = ("(load (s8))", "(store (s8))");
    for (line, expected) in [
        (format!("G_MEMCPY %q(p0), %p(p0), %k(s64), 0 :: {store}, {load}"), 0x33_2211),
        (format!("G_MEMCPY_INLINE %q(p0), %p(p0), %k(s64) :: {store}, {load}"), 0x33_2211),
        (format!("G_MEMMOVE %q(p0), %p(p0), %k(s64), 0 :: {store}, {load}"), 0x33_2211),
        (format!("G_MEMSET %q(p0), %b(s8), %k(s64), 0 :: {store}"), 0xff_ffff),
        (format!("G_MEMSET_INLINE %q(p0), %b(s8), %k(s64) :: {store}"), 0xff_ffff),
        (format!("G_MEMSET %q(p0), %b(s8), %o(s64), 0 :: {store}\nG_BZERO %q(p0), %k(s64), 0 :: {store}"), 0xffff_ffff_ff00_0000_u64),
    ] {
        assert_eq!(on_stack(&lines(&line), 0x4433_2211), format!("s64 {expected}"), "{line}");
    }
    let overlapping = "%k:_(s64) = G_CONSTANT i64 3\n%o:_(s64) = G_CONSTANT i64 1\n%q:_(p0) = G_PTR_ADD %p, %o(s64)\nOP %q(p0), %p(p0), %k(s64), 0 :: (store (s8)), (load (s8))\n%r:_(s32) = G_LOAD %p(p0) :: (load (s32))";
    assert_eq!(on_stack(&overlapping.replace("OP", "G_MEMMOVE"), 0x4433_2211), format!("s32 {}", 0x3322_1111));
    let file = document(
        "f",
        &format!(
            "%p:_(p0) = G_FRAME_INDEX %stack.0\n%a:_(s32) = G_CONSTANT i32 1\nG_STORE %a(s32), %p(p0) :: (store (s32))\n{}\nRET_ReallyLR implicit %r",
            overlapping.replace("OP", "G_MEMCPY")
        ),
        "stack:\n  - { id: 0, size: 16, alignment: 16 }\n",
    );
    let program = Program::new(&read(&file), &options()).unwrap();
    let execution = Machine::new(&program).call(0, &[], &Budget::default());
    assert_eq!(execution.undefined.unwrap().kind, UndefinedKind::CopyOverlap);
}

fn window(program: &Program) -> Value {
    Value::new(irsmith_mir::Type::pointer(0), Int::new(64, program.window().into()))
}

#[test]
fn the_window_is_shared_with_the_caller() {
    let program = program(
        "%v:_(s16) = G_LOAD %p:_(p0) :: (load (s16))\n%w:_(s16) = G_BSWAP %v\n%o:_(s64) = G_CONSTANT i64 4\n%q:_(p0) = G_PTR_ADD %p, %o(s64)\nG_STORE %w(s16), %q(p0) :: (store (s16))\nRET_ReallyLR",
    );
    let mut machine = Machine::new(&program);
    assert!(machine.set_window(0, &[1, 2]));
    assert!(!machine.set_window(255, &[1, 2]));
    let before = machine.memory_hash();
    let execution = machine.call(0, &[window(&program)], &Budget::default());
    assert_eq!(execution.end, End::Return(Vec::new()));
    assert_eq!(&machine.window().0[..7], &[1, 2, 0, 0, 2, 1, 0]);
    assert_ne!(machine.memory_hash(), before);
    machine.reset();
    assert_eq!(&machine.window().0[..7], &[0; 7]);
}

#[test]
fn accesses_that_are_undefined() {
    let at = |offset: i64, access: &str| {
        let program =
            program(&format!("%o:_(s64) = G_CONSTANT i64 {offset}\n%q:_(p0) = G_PTR_ADD %p:_(p0), %o(s64)\n{access}\nRET_ReallyLR"));
        Machine::new(&program).call(0, &[window(&program)], &Budget::default())
    };
    let kind = |execution: &irsmith_mir::interpret::Execution| execution.undefined.map(|event| event.kind);
    let load = "%v:_(s32) = G_LOAD %q(p0) :: (load (s32), align 1)";
    for offset in [-1, 253, 256, 1 << 40, i64::MIN] {
        let execution = at(offset, load);
        assert_eq!(kind(&execution), Some(UndefinedKind::Access), "{offset}");
        assert!(matches!(execution.end, End::Trap(trap) if trap.kind == TrapKind::Memory), "{offset}");
        assert_eq!(
            kind(&at(offset, "%v:_(s32) = G_CONSTANT i32 0\nG_STORE %v(s32), %q(p0) :: (store (s32), align 1)")),
            Some(UndefinedKind::Access)
        );
    }
    for (offset, access, expected) in [
        (252, load, None),
        (1, load, None),
        (1, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32))", Some(UndefinedKind::Alignment)),
        (4, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32), align 8)", Some(UndefinedKind::Alignment)),
        (8, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32), align 8)", None),
        // Of a base that is aligned to 4 bytes, what is two bytes behind it is aligned to 2.
        (2, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32) from %ir.p + 2)", None),
        (1, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32) from %ir.p + 2)", Some(UndefinedKind::Alignment)),
        (4, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32) from %ir.p + 4, align 4, basealign 8)", None),
        (4, "%v:_(s32) = G_LOAD %q(p0) :: (load (s32) from %ir.p + 8, align 4, basealign 8)", Some(UndefinedKind::Alignment)),
        (
            1,
            "%n:_(s64) = G_CONSTANT i64 8\nG_MEMCPY %q(p0), %p(p0), %n(s64), 0 :: (store (s64)), (load (s64), align 1)",
            Some(UndefinedKind::Alignment),
        ),
        (0, "%u:_(p0) = G_IMPLICIT_DEF\n%v:_(s32) = G_LOAD %u(p0) :: (load (s32))", Some(UndefinedKind::AddressPoison)),
    ] {
        assert_eq!(kind(&at(offset, access)), expected, "{offset} {access}");
    }
    let strict = program(
        "%o:_(s64) = G_CONSTANT i64 1\n%q:_(p0) = G_PTR_ADD %p:_(p0), %o(s64)\n%v:_(s32) = G_LOAD %q(p0) :: (load (s32))\nRET_ReallyLR",
    );
    let mut machine = Machine::new(&strict);
    machine.stop_at_undefined(true);
    assert!(matches!(machine.call(0, &[window(&strict)], &Budget::default()).end, End::Undefined(_)));
}

#[test]
fn addresses_are_numbers() {
    for (line, expected) in [
        ("%o:_(s64) = G_CONSTANT i64 -1\n%q:_(p0) = G_PTR_ADD %p, %o(s64)", "s64 18446744073709551615"),
        ("%o:_(s64) = G_CONSTANT i64 -1\n%q:_(p0) = nusw G_PTR_ADD %p, %o(s64)", "s64 poison"),
        ("%o:_(s64) = G_CONSTANT i64 -1\n%q:_(p0) = inbounds G_PTR_ADD %p, %o(s64)", "s64 poison"),
        ("%o:_(s64) = G_CONSTANT i64 5\n%q:_(p0) = nuw nusw G_PTR_ADD %p, %o(s64)", "s64 5"),
        (
            "%o:_(s64) = G_CONSTANT i64 -16\n%k:_(s64) = G_CONSTANT i64 29\n%i:_(p0) = G_INTTOPTR %k(s64)\n%q:_(p0) = G_PTRMASK %i, %o(s64)",
            "s64 16",
        ),
        ("%k:_(s32) = G_CONSTANT i32 -1\n%q:_(p0) = G_INTTOPTR %k(s32)", "s64 4294967295"),
        ("%k:_(s64) = G_CONSTANT i64 24\n%i:_(p0) = G_INTTOPTR %k(s64)\n%q:_(p0) = G_ASSERT_ALIGN %i, 8", "s64 24"),
        ("%k:_(s64) = G_CONSTANT i64 24\n%i:_(p0) = G_INTTOPTR %k(s64)\n%q:_(p0) = G_ASSERT_ALIGN %i, 16", "s64 poison"),
        ("%j:_(p1) = G_ADDRSPACE_CAST %p(p0)\n%q:_(p0) = G_ADDRSPACE_CAST %j(p1)", "s64 0"),
        ("%u:_(s8) = G_IMPLICIT_DEF\n%o:_(s64) = G_ZEXT %u(s8)\n%q:_(p0) = nuw G_PTR_ADD %p, %o(s64)", "s64 undef"),
    ] {
        let lines = format!("%z:_(s64) = G_CONSTANT i64 0\n%p:_(p0) = G_INTTOPTR %z(s64)\n{line}\n%r:_(s64) = G_PTRTOINT %q(p0)");
        assert_eq!(value(&lines, &[]), expected, "{line}");
    }
}

#[test]
fn objects_of_the_stack() {
    let dynamic = "
        bb.0:
          %s:_(p0) = G_STACKSAVE
          %p:_(p0) = G_DYN_STACKALLOC %n:_(s64), 64
          %k:_(s64) = G_CONSTANT i64 63
          %i:_(s64) = G_PTRTOINT %p(p0)
          %l:_(s64) = G_AND %i, %k
          G_STORE %l(s64), %p(p0) :: (store (s64))
          %r:_(s64) = G_LOAD %p(p0) :: (load (s64))
          G_STACKRESTORE %s(p0)
          %x:_(s64) = G_LOAD %p(p0) :: (load (s64))
          RET_ReallyLR implicit %r";
    let execution = run(dynamic, &[32]);
    // The object is aligned, and gone after the restore.
    assert_eq!(execution.undefined.unwrap().kind, UndefinedKind::Access);
    assert_eq!(execution.undefined.unwrap().place.instruction, 8);
    assert_eq!(shown(&run(&dynamic.replace("%x:_(s64) = G_LOAD %p(p0) :: (load (s64))", ""), &[32])), "s64 0");
    let large = run(dynamic, &[1 << 62]);
    assert_eq!(large.undefined.unwrap().kind, UndefinedKind::StackSize);
    let restored = run("%r:_(s64) = G_CONSTANT i64 4\n%p:_(p0) = G_INTTOPTR %r(s64)\nG_STACKRESTORE %p(p0)\nRET_ReallyLR implicit %r", &[]);
    assert_eq!(restored.undefined.unwrap().kind, UndefinedKind::StackRestore);
    assert_eq!(on_stack("LIFETIME_START %stack.0\n%r:_(s64) = G_LOAD %p(p0) :: (load (s64))", 7), "s64 undef");
    assert_eq!(
        on_stack("%o:_(s64) = G_CONSTANT i64 16\n%q:_(p0) = G_PTR_ADD %p, %o(s64)\n%r:_(s8) = G_LOAD %q(p0) :: (load (s8))", 7)
            .split(" at")
            .next(),
        Some("trap: access outside of memory, or write to a constant")
    );
}

#[test]
fn global_variables_and_constants() {
    let ir = r#"--- |
  target datalayout = "e-p:64:64-p1:32:32-i64:64"
  target triple = "aarch64"
  @number = global i32 -7, align 4
  @list = constant [3 x i16] [i16 1, i16 2, i16 3]
  @text = private constant [4 x i8] c"ab\0A\00"
  @pair = global { i8, i64, ptr } { i8 1, i64 2, ptr @number }
  @packed = global <{ i8, float }> <{ i8 1, float 1.5 }>
  @zeros = global [8 x i8] zeroinitializer
  @outside = external global i32
  @lost = global i32 undef
  @spoiled = global { i8, i8 } { i8 poison, i8 undef }
  @to_outside = global ptr @outside
  @to_that = global { i8, ptr } { i8 1, ptr @to_outside }
...
"#;
    let load = |lines: &str| {
        let text = ir.to_owned()
            + &document(
                "f",
                &format!("{lines}\nRET_ReallyLR implicit %r"),
                "constants:\n  - id: 0\n    value: 'double 2.5'\n    alignment: 8\n",
            );
        Program::new(&read(&text), &Options::default()).unwrap()
    };
    let at = |name: &str, offset: i64, ty: &str| {
        let program = load(&format!("%p:_(p0) = G_GLOBAL_VALUE @{name} + {offset}\n%r:_({ty}) = G_LOAD %p(p0) :: (load ({ty}), align 1)"));
        shown(&Machine::new(&program).call(0, &[], &Budget::default()))
    };
    assert_eq!(at("number", 0, "s32"), format!("s32 {}", -7_i32 as u32));
    assert_eq!(at("list", 4, "s16"), "s16 3");
    assert_eq!(at("text", 0, "s32"), format!("s32 {}", 0x000a_6261));
    assert_eq!((at("pair", 0, "s8"), at("pair", 8, "s64")), ("s8 1".into(), "s64 2".into()));
    assert_eq!(at("packed", 1, "s32"), format!("s32 {}", 1.5_f32.to_bits()));
    assert_eq!((at("zeros", 0, "s64"), at("lost", 0, "s32")), ("s64 0".into(), "s32 undef".into()));
    assert_eq!((at("spoiled", 0, "s8"), at("spoiled", 1, "s8")), ("s8 poison".into(), "s8 undef".into()));
    for (name, reason) in [("to_outside", "@outside"), ("to_that", "@to_outside")] {
        let refusal = load(&format!("%r:_(p0) = G_GLOBAL_VALUE @{name}")).signature(0).unwrap_err().to_string();
        assert!(refusal.ends_with(&format!("its initial value is the address of {reason}, which has none")), "{refusal}");
    }
    assert!(at("number", 4, "s8").starts_with("trap"));
    let chained =
        load("%p:_(p0) = G_GLOBAL_VALUE @pair + 16\n%q:_(p0) = G_LOAD %p(p0) :: (load (p0))\n%r:_(s32) = G_LOAD %q(p0) :: (load (s32))");
    assert_eq!(shown(&Machine::new(&chained).call(0, &[], &Budget::default())), format!("s32 {}", -7_i32 as u32));
    let pool = load("%p:_(p0) = G_CONSTANT_POOL %const.0\n%r:_(s64) = G_LOAD %p(p0) :: (load (s64))");
    assert_eq!(shown(&Machine::new(&pool).call(0, &[], &Budget::default())), format!("s64 {}", 2.5_f64.to_bits()));
    let outside = load("%p:_(p0) = G_GLOBAL_VALUE @outside\n%r:_(s32) = G_LOAD %p(p0) :: (load (s32))");
    assert_eq!(
        outside.signature(0).unwrap_err().to_string(),
        "function 0 block 0 instruction 0: G_GLOBAL_VALUE: the file does not define it"
    );
    assert_eq!((chained.pointer_bits(0), chained.pointer_bits(1)), (64, 32));
    let constant = load("%p:_(p0) = G_GLOBAL_VALUE @list\n%r:_(s16) = G_CONSTANT i16 1\nG_STORE %r(s16), %p(p0) :: (store (s16))");
    let execution = Machine::new(&constant).call(0, &[], &Budget::default());
    assert_eq!(execution.undefined.unwrap().kind, UndefinedKind::Constant);
    // A later run sees what the earlier one stored, until a reset.
    let counter = load(
        "%p:_(p0) = G_GLOBAL_VALUE @number\n%o:_(s32) = G_LOAD %p(p0) :: (load (s32))\n%k:_(s32) = G_CONSTANT i32 1\n%r:_(s32) = G_ADD %o, %k\nG_STORE %r(s32), %p(p0) :: (store (s32))",
    );
    let mut machine = Machine::new(&counter);
    let mut next = || shown(&machine.call(0, &[], &Budget::default()));
    assert_eq!([next(), next()], [format!("s32 {}", -6_i32 as u32), format!("s32 {}", -5_i32 as u32)]);
    machine.reset();
    assert_eq!(shown(&machine.call(0, &[], &Budget::default())), format!("s32 {}", -6_i32 as u32));
}

#[test]
fn names_and_spellings_of_global_variables() {
    let ir = r#"--- |
  target triple = "aarch64"
  %pair = type { i8, i32 }
  %"two pairs" = type <{ i8, %pair }>
  %hidden = type opaque
  %endless = type { %endless, %endless }
  @named = global %pair { i8 1, i32 2 }
  @packed = global %"two pairs" <{ i8 3, %pair { i8 4, i32 5 } }>
  @list = global [2 x %pair] [%pair { i8 1, i32 6 }, %pair { i8 1, i32 7 }]
  @other = internal alias i32, ptr @number
  @third = dso_local alias i32, ptr @other
  @number = thread_local(initialexec) global i32 -7, align 4
  @lanes = global <4 x i16> splat (i16 258)
  @bits = global <12 x i1> <i1 true, i1 false, i1 true, i1 true, i1 false, i1 false, i1 false, i1 true, i1 false, i1 true, i1 true, i1 false>
  @narrow = constant <3 x i5> <i5 1, i5 -1, i5 2>
  @undefined = global <8 x i1> <i1 true, i1 undef, i1 true, i1 true, i1 false, i1 false, i1 false, i1 true>
  @unknown = global %hidden zeroinitializer
  @deep = global %endless zeroinitializer
  @first = alias i32, ptr @second
  @second = alias i32, ptr @first
  @beyond = alias i32, ptr @outside
  @chosen = ifunc i32 (), ptr @number
  @outside = external global i32
...
"#;
    let load = |lines: &str| {
        Program::new(&read(&(ir.to_owned() + &document("f", &format!("{lines}\nRET_ReallyLR implicit %r"), ""))), &Options::default())
            .unwrap()
    };
    let at = |name: &str, offset: i64, ty: &str| {
        let program = load(&format!("%p:_(p0) = G_GLOBAL_VALUE @{name} + {offset}\n%r:_({ty}) = G_LOAD %p(p0) :: (load ({ty}), align 1)"));
        shown(&Machine::new(&program).call(0, &[], &Budget::default()))
    };
    assert_eq!((at("named", 0, "s8"), at("named", 4, "s32")), ("s8 1".into(), "s32 2".into()));
    assert_eq!((at("packed", 1, "s8"), at("packed", 5, "s32"), at("list", 12, "s32")), ("s8 4".into(), "s32 5".into(), "s32 7".into()));
    for name in ["number", "other", "third"] {
        assert_eq!(at(name, 0, "s32"), format!("s32 {}", -7_i32 as u32), "{name}");
    }
    assert_eq!(at("lanes", 0, "s64"), format!("s64 {}", 0x0102_0102_0102_0102_u64));
    assert_eq!(at("bits", 0, "s16"), format!("s16 {}", 0b0110_1000_1101));
    assert_eq!(at("narrow", 0, "s16"), format!("s16 {}", 2 << 10 | 31 << 5 | 1));
    for (name, reason) in [
        ("undefined", "undefined lanes that are no whole bytes are not modelled"),
        ("unknown", "its type or constant is not understood"),
        ("deep", "its type or constant is not understood"),
        ("first", "it names itself"),
        ("second", "it names itself"),
        ("beyond", "the file does not define it"),
        ("chosen", "what a resolver returns is not modelled"),
    ] {
        let refusal = load(&format!("%r:_(p0) = G_GLOBAL_VALUE @{name}")).signature(0).unwrap_err().to_string();
        assert!(refusal.ends_with(reason), "{name}: {refusal}");
    }
}

#[test]
fn global_variables_are_shown() {
    let lines = "%p:_(p0) = G_GLOBAL_VALUE @v\n%c:_(s8) = G_CONSTANT i8 9\nG_STORE %c(s8), %p(p0) :: (store (s8))\nRET_ReallyLR";
    let text = format!("--- |\n  @v = global [4 x i8] c\"\\01\\02\\03\\04\"\n...\n{}", document("f", lines, ""));
    let program = Program::new(&read(&text), &options()).unwrap();
    let mut machine = Machine::new(&program);
    let clear: &[u8] = &[0; 4];
    assert_eq!(machine.variable("v"), Some((&[1, 2, 3, 4][..], clear)));
    machine.call(0, &[], &Budget::default());
    assert_eq!(machine.variable("v"), Some((&[9, 2, 3, 4][..], clear)));
    assert_eq!(machine.variable("w"), None);
    assert_eq!(program.variable("v").map(|addresses| addresses.end - addresses.start), Some(4));
}
