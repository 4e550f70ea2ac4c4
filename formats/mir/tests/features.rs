//! The constructs of the language that llc 14, 16 and 19 were tested with: we read what one of them reads. `constructs.rs` has the
//! project's own constructs.

use irsmith_mir::{Limits, body};
use irsmith_testdata::Data;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [],
    outside: [what_some_llc_reads_we_read],
}

/// The snippets of constructs whose names do not contain their text.
const SNIPPETS: &[(&str, &str)] = &[
    ("op imm", "%0:gr32 = MOV32ri 42"),
    ("op imm s32", "%0:gr32 = MOV32ri s32 42"),
    ("op cimm i128", "%0:_(s128) = G_CONSTANT i128 170141183460469231731687303715884105727"),
    ("op cimm true", "%0:_(s1) = G_CONSTANT i1 true"),
    ("op i128", "%0:_(s128) = G_CONSTANT i128 -5"),
    ("fpimm half", "%0:_(s16) = G_FCONSTANT half 0xH3C00"),
    ("fpimm bfloat", "%0:_(s16) = G_FCONSTANT bfloat 0xR3F80"),
    ("fpimm float", "%0:_(s32) = G_FCONSTANT float 1.000000e+00"),
    ("fpimm double", "%0:_(s64) = G_FCONSTANT double 0x3FF0000000000000"),
    ("fpimm x86_fp80", "%0:_(s80) = G_FCONSTANT x86_fp80 0xK3FFF8000000000000000"),
    ("fpimm fp128", "%0:_(s128) = G_FCONSTANT fp128 0xL00000000000000003FFF000000000000"),
    ("fpimm ppc_fp128", "%0:_(s128) = G_FCONSTANT ppc_fp128 0xM3FF00000000000000000000000000000"),
    ("mmo type", "%0:_(s32) = G_LOAD %1 :: (load (s32) from %ir.p)"),
    ("mmo bytes", "%0:_(s32) = G_LOAD %1 :: (load 4 from %ir.p)"),
    ("mmo unknown-size", "INLINEASM 1 :: (load unknown-size from %ir.p, align 1)"),
    ("mmo no ptr", "%0:_(s32) = G_LOAD %1 :: (load (s32))"),
    ("mmo volatile", "%0:_(s32) = G_LOAD %1 :: (volatile load (s32) from %ir.p)"),
    ("mmo nontemporal", "%0:_(s32) = G_LOAD %1 :: (non-temporal load (s32) from %ir.p)"),
    ("mmo deref invariant", "%0:_(s32) = G_LOAD %1 :: (dereferenceable invariant load (s32) from %ir.p)"),
    ("mmo store", "G_STORE %0, %1 :: (store (s32) into %ir.p)"),
    ("mmo load store", "MOVSB 1 :: (load store (s32) on %ir.p)"),
    ("mmo orderings", "XCHG 1 :: (load store syncscope(\"singlethread\") acq_rel monotonic (s32) on %ir.p)"),
    ("mmo align", "L :: (load (s32) from %ir.p, align 2, basealign 8)"),
    ("mmo addrspace", "L :: (load (s32) from %ir.p, addrspace 3)"),
    ("mmo stack", "L :: (load (s64) from stack)"),
    ("mmo got", "L :: (load (s64) from got)"),
    ("mmo jump-table", "L :: (load (s64) from jump-table)"),
    ("mmo constant-pool", "L :: (load (s64) from constant-pool)"),
    ("mmo call-entry", "L :: (load (s64) from call-entry @f)"),
    ("mmo call-entry es", "L :: (load (s64) from call-entry &foo)"),
    ("mmo fixed", "L :: (load (s64) from %fixed-stack.0)"),
    ("mmo stk", "L :: (load (s64) from %stack.0.x + 4)"),
    ("mmo custom", "L :: (load (s64) from custom \"TTypeBuffer\")"),
    ("mmo unknown-address", "L :: (load (s64) from unknown-address + 8)"),
    ("mmo global", "L :: (load (s64) from @g - 8)"),
    ("mmo const", "L :: (load (s64) from `ptr null`)"),
    ("mmo alias.scope", "L :: (load (s64), !alias.scope !1)"),
    ("mmo tbaa", "L :: (load (s64), !tbaa !1)"),
    ("mmo noalias", "L :: (load (s64), !noalias !1)"),
    ("mmo range", "L :: (load (s64), !range !1)"),
    ("mmo tbaa.struct", "L :: (load (s64), !tbaa.struct !1)"),
    ("mmo scalable", "L :: (load (<vscale x 4 x s32>) from %ir.p)"),
    ("cfi same_value", "CFI_INSTRUCTION same_value $rbx"),
    ("cfi offset", "CFI_INSTRUCTION offset $rbx, -16"),
    ("cfi rel_offset", "CFI_INSTRUCTION rel_offset $rbx, 8"),
    ("cfi def_cfa_register", "CFI_INSTRUCTION def_cfa_register $rbp"),
    ("cfi def_cfa_offset", "CFI_INSTRUCTION def_cfa_offset 16"),
    ("cfi adjust_cfa_offset", "CFI_INSTRUCTION adjust_cfa_offset -8"),
    ("cfi escape", "CFI_INSTRUCTION escape 0x0f, 0x03, debug-location !1"),
    ("cfi def_cfa", "CFI_INSTRUCTION def_cfa $rsp, 8"),
    ("cfi llvm_def_aspace_cfa", "CFI_INSTRUCTION llvm_def_aspace_cfa $rsp, 8, 6"),
    ("cfi remember_state", "CFI_INSTRUCTION remember_state"),
    ("cfi restore", "CFI_INSTRUCTION restore $rbx"),
    ("cfi restore_state", "CFI_INSTRUCTION restore_state"),
    ("cfi undefined", "CFI_INSTRUCTION undefined $rbx"),
    ("cfi register", "CFI_INSTRUCTION register $rbx, $rcx"),
    ("cfi window_save", "CFI_INSTRUCTION window_save"),
    ("cfi negate_ra_sign_state", "CFI_INSTRUCTION negate_ra_sign_state"),
    ("cfi gnu_args_size", "CFI_INSTRUCTION gnu_args_size 8"),
    ("cfi label", "CFI_INSTRUCTION label <mcsymbol a>"),
    ("cfi val_offset", "CFI_INSTRUCTION val_offset $rbx, 8"),
    ("suffix pre/post symbol", "NOOP pre-instr-symbol <mcsymbol a>, post-instr-symbol <mcsymbol \"b c\">"),
    ("suffix heap-alloc-marker", "NOOP 1, heap-alloc-marker !1"),
    ("suffix pcsections", "NOOP 1, pcsections !1"),
    ("suffix cfi-type", "NOOP 1, cfi-type 12345"),
    ("suffix mmra", "NOOP 1, mmra !1"),
    ("suffix debug-instr-number", "NOOP 1, debug-instr-number 1, debug-location !1"),
    ("suffix deactivation-symbol", "NOOP 1, deactivation-symbol <mcsymbol a>"),
    ("syn blockaddress", "LEA blockaddress(@f, %ir-block.\"a b\") + 4"),
    ("syn target-flags", "LEA target-flags(x86-gotpcrel) @g"),
    ("syn _ as noreg", "LEA _"),
    ("syn $noreg", "LEA $noreg"),
    ("syn hex imm", "MOV 0x10"),
    ("syn regmask", "CALL64pcrel32 @g, csr_64"),
    ("syn custom regmask", "CALL64pcrel32 @g, CustomRegMask($rax,$rbx)"),
    ("syn <regmask...>", "CALL64pcrel32 @g, <regmask $rax>"),
    ("syn liveout", "STACKMAP 1, liveout($rax, $rbx)"),
    ("syn DBG_INSTR_REF old", "DBG_INSTR_REF 1, 0, !1, !DIExpression()"),
    ("syn metadata op", "DBG_VALUE $rax, $noreg, !1, !DIExpression(DW_OP_plus_uconst, 8)"),
    ("syn MCSymbol", "EH_LABEL <mcsymbol a>"),
    ("syn subreg", "%0:gr64 = SUBREG_TO_REG 0, %1, %subreg.sub_32bit"),
    ("syn bundle", "BUNDLE implicit-def $rax {\n  NOOP\n  RET 0\n  }"),
    ("syn bundle same line", "BUNDLE implicit-def $rax { NOOP }"),
    ("syn brace no BUNDLE", "NOOP {\n  NOOP\n  }"),
    ("syn comment /* */", "INLINEASM &\"nop\", 1 /* sideeffect attdialect */, 12 /* clobber */, implicit-def $rax"),
    ("syn comment ;", "NOOP ; a comment"),
    ("syn intrinsic", "G_INTRINSIC intrinsic(@llvm.trap)"),
    ("syn shufflemask", "%0:_(<2 x s8>) = G_SHUFFLE_VECTOR %1, %2, shufflemask(0, undef)"),
    ("syn shufflemask poison", "%0:_(<2 x s8>) = G_SHUFFLE_VECTOR %1, %2, shufflemask(0, poison)"),
    ("syn intpred", "%0:_(s1) = G_ICMP intpred(eq), %1(s8), %2"),
    ("syn floatpred", "%0:_(s1) = G_FCMP floatpred(oeq), %1(s32), %2"),
    ("syn named vreg", "%foo:gr32 = COPY %bar"),
    ("syn quoted sym", "CALL &\"a b\""),
    ("syn lanemask", "liveins: $rax:0x0000000000000003, $rbx:3"),
    ("livein lanemask", "liveins: $rax:0x0000000000000003"),
];

/// Constructs that do not occur in bodies.
const ELSEWHERE: [&str; 6] = ["yaml", "frameInfo", "stack", "jt", "pi", "syn DBG_INSTR_REF"];

/// Constructs that we read although no llc does: other releases print them, so the validator rejects them instead.
const READ_BY_US_ALONE: [&str; 3] = ["flag nusw", "flag nomerge", "bbattr address-taken"];

/// Constructs of releases after 19, the newest in the table.
const NEWER: [&str; 5] = ["flag samesign", "flag inbounds", "flag lr-split", "bbattr ehscope-entry", "suffix mmra"];

/// Returns the body of a construct.
fn snippet(construct: &str, snippets: &BTreeMap<&str, &str>) -> Option<String> {
    let (kind, rest) = construct.split_once(' ')?;
    let line = match kind {
        "flag" => format!("%0:gr32 = {rest} MOV32ri 1"),
        "regflag" => format!("NOOP {rest} $rax"),
        "llt" => format!("%0:_({rest}) = G_IMPLICIT_DEF"),
        "bbattr" => return Some(format!("bb.0 ({rest}):\n  NOOP\n")),
        _ => (*snippets.get(construct)?).to_owned(),
    };
    Some(format!("bb.0:\n  {line}\n"))
}

fn what_some_llc_reads_we_read(data: &Data) {
    let snippets: BTreeMap<_, _> = SNIPPETS.iter().copied().collect();
    let table = data.text("mir/features.tsv");
    let (mut tried, mut wrong) = (0, Vec::new());
    for row in table.lines() {
        let mut columns = row.split('\t');
        let construct = columns.next().expect("a row has a name");
        let Some(text) = snippet(construct, &snippets) else {
            assert!(ELSEWHERE.iter().any(|other| construct.starts_with(other)) || is_newer(construct), "{construct}");
            continue;
        };
        // A text that reaches the verifier or a crash has been read.
        let is_read = |verdict: &str| ["ok", "***", "LLVM ERROR", "malloc", "rc-6"].iter().any(|begin| verdict.starts_with(begin));
        let expected = columns.any(is_read) || READ_BY_US_ALONE.contains(&construct) || NEWER.contains(&construct);
        let blocks = body::parse(&text, &Limits::default());
        if blocks.is_ok() != expected {
            wrong.push(construct);
        }
        if let Ok(blocks) = blocks {
            assert_eq!(body::parse(&body::print(&blocks), &Limits::default()), Ok(blocks), "{construct}");
        }
        tried += 1;
    }
    eprintln!("{tried} constructs");
    assert!(wrong.is_empty(), "we read them and no llc does, or the reverse: {wrong:?}");
    assert!(tried > 140);
}

/// Returns whether a construct is of a release after 19 and begins with an unknown word.
fn is_newer(construct: &str) -> bool {
    construct == "cfi negate_ra_sign_state_with_pc"
}
