//! Files that are exceptions to the claims of the comparisons, each with its reason.

/// Files that are not read. llc 19 rejects each of them too; the reason is its message, unless the file is unusual in another way.
pub(crate) const UNREADABLE: &[(&str, &str)] = &[
    ("a.aarch64.O0.prologepilog.mir", "llc prints '<mcsymbol >' before the offset of a CFI operation, which it does not read"),
    ("c.aarch64.O0.prologepilog.mir", "llc prints '<mcsymbol >' before the offset of a CFI operation, which it does not read"),
    ("cg-Hexagon__addrmode-no-rdef.mir", "a module of the IR, which is no document"),
    ("mirparse-AArch64__expected-target-flag-name.mir", "expected the name of the target flag"),
    ("mirparse-AArch64__generic-virtual-registers-error.mir", "generic virtual registers must have a type"),
    ("mirparse-AArch64__generic-virtual-registers-with-regbank-error.mir", "generic virtual registers must have a type"),
    ("mirparse-AArch64__parse-low-level-type-invalid3.mir", "expected <M x sN> or <M x pA> for vector type"),
    ("mirparse-AArch64__parse-low-level-type-invalid5.mir", "invalid size for scalar type"),
    ("mirparse-AArch64__parse-low-level-type-invalid6.mir", "invalid size for scalar element in vector"),
    ("mirparse-AArch64__parse-low-level-type-invalid9.mir", "invalid address space number"),
    ("mirparse-AArch64__parse-shufflemask-invalid0.mir", "shufflemask should be terminated by ')'."),
    ("mirparse-AArch64__parse-shufflemask-invalid1.mir", "expected syntax shufflemask(<integer or undef>, ...)"),
    ("mirparse-AArch64__parse-shufflemask-invalid3.mir", "expected integer constant"),
    ("mirparse-AMDGPU__expected-target-index-name.mir", "expected the name of the target index"),
    ("mirparse-ARM__expected-closing-brace.mir", "expected '}'"),
    ("mirparse-ARM__extraneous-closing-brace-error.mir", "extraneous closing brace ('}')"),
    ("mirparse-ARM__nested-instruction-bundle-error.mir", "nested instruction bundles are not allowed"),
    ("mirparse-Generic__invalid-jump-table-kind.mir", "unknown enumerated scalar"),
    ("mirparse-Generic__machine-function-missing-name.mir", "missing required key 'name'"),
    (
        "mirparse-Mips__expected-global-value-or-symbol-after-call-entry.mir",
        "expected a global value or an external symbol after 'call-entry'",
    ),
    ("mirparse-WebAssembly__typed-immediate-operand-invalid1.mir", "a typed immediate operand should start with one of 'i', 's', or 'p'"),
    ("mirparse-X86__duplicate-memory-operand-flag.mir", "duplicate 'volatile' memory operand flag"),
    ("mirparse-X86__expected-alignment-after-align-in-memory-operand.mir", "expected an integer literal after 'align'"),
    ("mirparse-X86__expected-basic-block-at-start-of-body.mir", "expected a basic block definition before instructions"),
    ("mirparse-X86__expected-block-reference-in-blockaddress.mir", "expected an IR block reference"),
    ("mirparse-X86__expected-integer-in-successor-weight.mir", "expected an integer literal after '('"),
    ("mirparse-X86__expected-load-or-store-in-memory-operand.mir", "expected 'load' or 'store' memory operation"),
    ("mirparse-X86__expected-metadata-node-after-debug-location.mir", "expected a metadata node after 'debug-location'"),
    ("mirparse-X86__expected-power-of-2-after-align.mir", "expected a power-of-2 literal after 'align'"),
    ("mirparse-X86__expected-size-integer-after-memory-operation2.mir", "expected memory LLT, the size integer literal or 'unknown-size'"),
    ("mirparse-X86__expected-subregister-after-colon.mir", "expected a subregister index after '.'"),
    ("mirparse-X86__large-cfi-offset-number-error.mir", "expected a 32 bit integer (the cfi offset is too large)"),
    ("mirparse-X86__missing-closing-quote.mir", "end of machine instruction reached before the closing '\"'"),
    ("mirparse-X86__missing-comma.mir", "expected ',' before the next machine operand"),
    ("mirparse-X86__register-operand-class-invalid0.mir", "register class specification expects a virtual register"),
    ("mirparse-X86__register-operands-target-flag-error.mir", "register operands can't have target flags"),
    ("mirparse-X86__subreg-on-physreg.mir", "subregister index expects a virtual register"),
    ("mirparse-X86__unrecognized-character.mir", "unexpected character '\\'"),
    ("mirparse-X86__variable-sized-stack-object-size-error.mir", "unknown key 'size'"),
];

/// The same for the project's own files, all of which are invalid on purpose.
pub(crate) const OWN_UNREADABLE: &[(&str, &str)] = &[
    ("wrong-alignment.mir", "must be 0 or a power of two"),
    ("wrong-flow-unfinished.mir", "expected key, flow entry, or flow mapping end"),
    ("wrong-jump-table-block.mir", "expected a machine basic block reference"),
    ("wrong-jump-table-kind.mir", "unknown enumerated scalar"),
    ("wrong-key-twice.mir", "duplicated mapping key"),
    ("wrong-missing-name.mir", "missing required key 'name'"),
    ("wrong-no-mapping.mir", "not a mapping"),
    ("wrong-saved-register.mir", "expected a named register"),
    ("wrong-tabs.mir", "found invalid tab character in indentation"),
    ("wrong-unknown-key.mir", "unknown key"),
    ("wrong-variable-with-size.mir", "unknown key 'size'"),
];

/// Files that llc accepts and prints differently after our round trip: none.
pub(crate) const DIFFERENT: &[(&str, &str)] = &[];

/// Files for which we print llc's output differently, or do not read it.
pub(crate) const OTHER_SPELLING: &[(&str, &str)] = &[
    ("cg-AMDGPU__sgpr-spill-fi-skip-processing-stack-arg-dbg-value.mir", ADDRESS),
    ("dbg-InstrRef__dbg-phi-subregister-location.mir", ADDRESS),
    ("dbg-InstrRef__dbg-phis-in-ldv2.mir", ADDRESS),
    ("dbg-InstrRef__restore-to-rsp-crash.mir", ADDRESS),
    ("dbg-InstrRef__stack-coloring-dbg-phi.mir", ADDRESS),
    ("dbg-X86__live-debug-vars-index.mir", ADDRESS),
    ("dbg-X86__single-location-2.mir", ADDRESS),
    ("gisel-ARM__select-dbg.mir", ADDRESS),
    ("mirparse-X86__block-address-operands.mir", "llc prints the name of an IR block without quotes, which it does not read"),
];

const ADDRESS: &str = "llc prints where metadata without a number lies in its memory, which it does not read";
