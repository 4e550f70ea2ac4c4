//! Files with many of one thing, in shapes that a search visits too often if it does not remember what it has seen.

use std::fmt::Write;

/// A shape.
pub(super) struct Form {
    /// What there is many of.
    pub(super) name: &'static str,
    /// Bytes of text for each, roughly.
    pub(super) size: usize,
    /// Makes the file.
    pub(super) make: fn(usize) -> String,
}

/// The shapes.
pub(super) const FORMS: &[Form] = &[
    Form { name: "values of the one before", size: 26, make: |count| copies(count, "gr64", |n| format!("COPY %{}", n - 1)) },
    Form { name: "values that end there", size: 34, make: |count| copies(count, "gr64", |n| format!("COPY killed %{}", n - 1)) },
    Form { name: "values of the first", size: 24, make: |count| copies(count, "gr64", |_| "COPY %0".into()) },
    Form { name: "generic values", size: 40, make: |count| copies(count, "_(s64)", |n| format!("G_ADD %{}, %{}", n - 1, n - 1)) },
    Form { name: "constants of a body", size: 34, make: |count| copies(count, "_(s64)", |n| format!("G_CONSTANT i64 {n}")) },
    Form { name: "blocks in a row", size: 44, make: |count| body(&rows(count, 0)) },
    Form { name: "blocks in which a register lives", size: 64, make: living },
    Form { name: "blocks that lead to one", size: 80, make: |count| body(&ladder(count, |_| count)) },
    Form { name: "blocks that lead back", size: 80, make: |count| body(&ladder(count, |_| 1)) },
    Form { name: "sources of a phi", size: 80, make: sources },
    Form {
        name: "phis of a block",
        size: 32,
        make: |count| {
            let phis = lines(count, |n| format!("    %{}:_(s32) = G_PHI %0, %bb.0", n + 1));
            body(&format!("  bb.0:\n    successors: %bb.1\n\n    %0:_(s32) = G_IMPLICIT_DEF\n\n  bb.1:\n{phis}    RET64\n"))
        },
    },
    Form {
        name: "returns",
        size: 24,
        make: |count| body(&format!("  bb.0:\n    $eax = IMPLICIT_DEF\n{}", "    RET64 implicit $eax\n".repeat(count))),
    },
    Form {
        name: "copies of an argument",
        size: 32,
        make: |count| {
            let copies = lines(count, |n| format!("    %{n}:_(s32) = COPY $edi\n    $eax = COPY %{n}"));
            body(&format!("  bb.0:\n    liveins: $edi\n\n{copies}    RET64\n"))
        },
    },
    Form {
        name: "operands",
        size: 15,
        make: |count| body(&format!("  bb.0:\n    $eax = IMPLICIT_DEF\n    NOOP {}\n    RET64\n", list(count, |_| "implicit $eax".into()))),
    },
    Form {
        name: "results",
        size: 16,
        make: |count| body(&format!("  bb.0:\n    {} = INLINEASM &\"\", 1\n    RET64\n", list(count, |n| format!("%{n}:gr64")))),
    },
    Form {
        name: "memory operands",
        size: 12,
        make: |count| {
            body(&format!(
                "  bb.0:\n    $rax = IMPLICIT_DEF\n    $eax = MOV32rm $rax, 1, $noreg, 0, $noreg :: {}\n    RET64\n",
                list(count, |_| "(load (s32))".into())
            ))
        },
    },
    Form {
        name: "instructions of a bundle",
        size: 12,
        make: |count| body(&format!("  bb.0:\n    BUNDLE {{\n{}    }}\n    RET64\n", "      NOOP\n".repeat(count))),
    },
    Form {
        name: "debug locations",
        size: 60,
        make: |count| {
            module(
                "  !0 = distinct !DISubprogram(name: \"f\")\n",
                &body(&format!(
                    "  bb.0:\n{}    RET64\n",
                    lines(count, |n| format!("    NOOP debug-location !DILocation(line: {n}, scope: !0)"))
                )),
            )
        },
    },
    Form {
        name: "directives",
        size: 50,
        make: |count| body(&format!("  bb.0:\n{}    RET64\n", lines(count, |n| format!("    CFI_INSTRUCTION def_cfa_offset {n}")))),
    },
    Form {
        name: "escaped bytes",
        size: 6,
        make: |count| body(&format!("  bb.0:\n    CFI_INSTRUCTION escape {}\n    RET64\n", list(count, |_| "0x01".into()))),
    },
    Form {
        name: "registers that live out",
        size: 6,
        make: |count| body(&format!("  bb.0:\n    NOOP liveout({})\n    RET64\n", list(count, |_| "$eax".into()))),
    },
    Form { name: "tokens of convergence control", size: 46, make: |count| copies(count, "gr64", |_| "CONVERGENCECTRL_ANCHOR".into()) },
    Form {
        name: "successors",
        size: 40,
        make: |count| {
            body(&format!(
                "  bb.0:\n    successors: {}\n\n    $rax = IMPLICIT_DEF\n    JMP64r $rax\n\n{}",
                list(count, |n| format!("%bb.{}", n + 1)),
                leaves(count)
            ))
        },
    },
    Form { name: "targets of a jump table", size: 44, make: jumps },
    Form {
        name: "registers",
        size: 32,
        make: |count| keyed(&format!("registers:\n{}", lines(count, |n| format!("  - {{ id: {n}, class: gr64 }}")))),
    },
    Form { name: "live-ins", size: 20, make: |count| keyed(&format!("liveins:\n{}", lines(count, |_| "  - { reg: '$eax' }".into()))) },
    Form {
        name: "objects of the frame",
        size: 50,
        make: |count| keyed(&format!("stack:\n{}", lines(count, |n| format!("  - {{ id: {n}, size: 8, alignment: 8 }}")))),
    },
    Form { name: "uses of objects of the frame", size: 90, make: objects },
    Form {
        name: "fixed objects",
        size: 60,
        make: |count| keyed(&format!("fixedStack:\n{}", lines(count, |n| format!("  - {{ id: {n}, offset: {}, size: 8 }}", 8 * n)))),
    },
    Form {
        name: "constants",
        size: 50,
        make: |count| keyed(&format!("constants:\n{}", lines(count, |n| format!("  - {{ id: {n}, value: 'i32 {n}', alignment: 4 }}")))),
    },
    Form {
        name: "saved registers",
        size: 8,
        make: |count| keyed(&format!("calleeSavedRegisters: [ {} ]\n", list(count, |_| "'$rbx'".into()))),
    },
    Form {
        name: "metadata of a function",
        size: 24,
        make: |count| keyed(&format!("machineMetadataNodes:\n{}", lines(count, |n| format!("  - \'!{n} = !{{!{}}}\'", n.max(1) - 1)))),
    },
    Form { name: "functions", size: 60, make: |count| lines(count, |n| format!("---\nname: f{n}\nbody: |\n  bb.0:\n    RET64\n...")) },
    Form {
        name: "functions of the module",
        size: 90,
        make: |count| {
            module(&lines(count, |n| format!("  define void @f{n}() {{ ret void }}")), &lines(count, |n| format!("---\nname: f{n}\n...")))
        },
    },
    Form {
        name: "globals",
        size: 50,
        make: |count| {
            module(
                &lines(count, |n| format!("  @g{n} = global i64 {n}")),
                &body(&format!("  bb.0:\n{}    RET64\n", lines(count, |n| format!("    $rax = MOV64ri @g{n}")))),
            )
        },
    },
    Form {
        name: "globals that contain the one before",
        size: 34,
        make: |count| {
            module(
                &format!("  @g0 = global i64 0\n{}", lines(count, |n| format!("  @g{} = global ptr @g{n}", n + 1))),
                &body("  bb.0:\n    RET64\n"),
            )
        },
    },
    Form {
        name: "metadata of the one before",
        size: 22,
        make: |count| {
            module(&lines(count, |n| format!("  !{n} = !{{!{}, !{}}}", n.max(1) - 1, n.max(1) - 1)), &body("  bb.0:\n    RET64\n"))
        },
    },
    Form { name: "addresses of blocks", size: 66, make: addresses },
    Form {
        name: "values of the module",
        size: 90,
        make: |count| {
            module(
                &format!("  define void @f(ptr %p) {{\n{}    ret void\n  }}\n", lines(count, |n| format!("    %v{n} = load ptr, ptr %p"))),
                &body(&format!(
                    "  bb.0:\n    $rax = IMPLICIT_DEF\n{}    RET64\n",
                    lines(count, |n| format!("    $eax = MOV32rm $rax, 1, $noreg, 0, $noreg :: (load (s32) from %ir.v{n})"))
                )),
            )
        },
    },
    Form { name: "comments", size: 8, make: |count| body(&format!("  bb.0:\n    NOOP {}\n    RET64\n", "/* a */ ".repeat(count))) },
    Form { name: "empty lines", size: 1, make: |count| body(&format!("  bb.0:\n{}    RET64\n", "\n".repeat(count))) },
    Form {
        name: "characters of a name",
        size: 8,
        make: |count| body(&format!("  bb.0:\n    $rax = MOV64ri &{}\n    RET64\n", "abcdefgh".repeat(count))),
    },
    Form {
        name: "characters of a string",
        size: 8,
        make: |count| body(&format!("  bb.0:\n    $rax = MOV64ri &\"{}\"\n    RET64\n", "\\22 bcde".repeat(count))),
    },
];

/// Returns a line for each number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        let _ = writeln!(all, "{}", line(number));
        all
    })
}

/// Returns an item for each number, with commas between them.
fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// A function with these keys and no body.
fn keyed(keys: &str) -> String {
    format!("---\nname: f\ntracksRegLiveness: true\n{keys}body: |\n  bb.0:\n    RET64\n...\n")
}

/// A function with this body.
fn body(body: &str) -> String {
    format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n{body}...\n")
}

/// A module and functions.
fn module(ir: &str, functions: &str) -> String {
    // Every function of the file is a function of the module.
    let own = if ir.contains("@f(") || ir.contains("@f0(") { "" } else { "  define void @f() { ret void }\n" };
    format!("--- |\n{own}{ir}...\n{functions}")
}

/// A body with one value of a class for each number, from 1 on.
fn copies(count: usize, class: &str, make: impl Fn(usize) -> String) -> String {
    let first = if class == "gr64" { "IMPLICIT_DEF" } else { "G_IMPLICIT_DEF" };
    let values = lines(count, |number| format!("    %{}:{class} = {}", number + 1, make(number + 1)));
    body(&format!("  bb.0:\n    %0:{class} = {first}\n{values}    RET64\n"))
}

/// Blocks that each lead to the next, from a number on, and the last one.
fn rows(count: usize, first: usize) -> String {
    let row = |number: usize| format!("  bb.{}:\n    successors: %bb.{}\n", first + number, first + number + 1);
    format!("{}  bb.{}:\n    RET64\n", lines(count, row), first + count)
}

/// Blocks that return.
fn leaves(count: usize) -> String {
    lines(count, |number| format!("  bb.{}:\n    RET64\n", number + 1))
}

/// Blocks that lead to the next or to another.
fn ladder(count: usize, other: impl Fn(usize) -> usize) -> String {
    let block = |number: usize| {
        let (next, other) = (number + 1, other(number));
        format!(
            "  bb.{number}:\n    successors: %bb.{other}, %bb.{next}\n\n    $eflags = IMPLICIT_DEF\n    JCC_1 %bb.{other}, 4, implicit $eflags\n"
        )
    };
    // The last of them leads on only once.
    let last = count - 1;
    format!(
        "  bb.0:\n    successors: %bb.1\n\n{}  bb.{last}:\n    successors: %bb.{count}\n\n  bb.{count}:\n    RET64\n",
        lines(count - 2, |number| block(number + 1))
    )
}

/// A register that is defined in the first block and read in the last.
fn living(count: usize) -> String {
    let row = |number: usize| format!("  bb.{}:\n    successors: %bb.{}\n    liveins: $rax\n", number + 1, number + 2);
    body(&format!(
        "  bb.0:\n    successors: %bb.1\n\n    $rax = IMPLICIT_DEF\n\n{}  bb.{}:\n    liveins: $rax\n\n    RET64 $rax\n",
        lines(count, row),
        count + 1
    ))
}

/// Blocks that all lead to one with a phi.
fn sources(count: usize) -> String {
    let blocks = lines(count, |number| format!("  bb.{}:\n    successors: %bb.1\n\n    JMP_1 %bb.1\n", number + 2));
    let successors = list(count, |number| format!("%bb.{}", number + 2));
    let phi = list(count, |number| format!("%0, %bb.{}", number + 2));
    body(&format!(
        "  bb.0:\n    successors: {successors}\n\n    %0:gr64 = IMPLICIT_DEF\n    JMP64r %0\n\n{blocks}  bb.1:\n    %1:gr64 = PHI {phi}\n    RET64\n"
    ))
}

fn jumps(count: usize) -> String {
    let blocks = list(count, |number| format!("'%bb.{}'", number + 1));
    let successors = list(count, |number| format!("%bb.{}", number + 1));
    format!(
        "---\nname: f\ntracksRegLiveness: true\njumpTable:\n  kind: block-address\n  entries:\n    - id: 0\n      blocks: [ {blocks} ]\nbody: |\n  bb.0:\n    successors: {successors}\n\n    JMP64m $noreg, 8, $noreg, %jump-table.0, $noreg\n\n{}...\n",
        leaves(count)
    )
}

fn objects(count: usize) -> String {
    let objects = lines(count, |number| format!("  - {{ id: {number}, name: n{number}, size: 8, alignment: 8 }}"));
    let uses = lines(count, |number| format!("    $rax = LEA64r %stack.{number}.n{number}, 1, $noreg, 0, $noreg"));
    let slots = lines(count, |number| format!("    %n{number} = alloca i64"));
    let function = format!("---\nname: f\ntracksRegLiveness: true\nstack:\n{objects}body: |\n  bb.0:\n{uses}    RET64\n...\n");
    module(&format!("  define void @f() {{\n{slots}    ret void\n  }}\n"), &function)
}

/// Addresses of blocks of another function.
fn addresses(count: usize) -> String {
    let blocks = lines(count, |number| format!("  b{number}:\n    br label %b{}", number + 1));
    let uses = lines(count, |number| format!("    $rax = MOV64ri blockaddress(@g, %ir-block.b{number})"));
    module(
        &format!("  define void @g() {{\n  entry:\n    br label %b0\n{blocks}  b{count}:\n    ret void\n  }}\n"),
        &body(&format!("  bb.0:\n{uses}    RET64\n")),
    )
}
