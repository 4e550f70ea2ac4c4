//! The data layouts of targets, which a module has that states none.
//!
//! Observed with llc-19 (`llc -mtriple=TRIPLE -stop-after=codegenprepare` of an empty module), without parts that say nothing of sizes,
//! alignments and byte order. Releases before 18 align `i128` to 8 bytes on X86.

/// Prefix of the triple, a word in what follows (or nothing), and the data layout. The first row that matches counts.
const LAYOUTS: &[(&str, &str, &str)] = &[
    ("x86_64", "x32", "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128"),
    ("x86_64", "nacl", "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128"),
    ("x86_64", "", X86_64),
    ("x86-64", "", X86_64),
    ("amd64", "", X86_64),
    // i386 to i686.
    ("i", "windows-gnu", I386_MINGW),
    ("i", "mingw", I386_MINGW),
    ("i", "windows", "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-a:0:32"),
    ("i", "apple", "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:128"),
    ("i", "iamcu", "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:32-f64:32-f128:32-a:0:32"),
    ("i", "", I386),
    ("x86", "", I386),
    ("aarch64_be", "", "E-i64:64-i128:128"),
    ("aarch64_32", "", "e-p:32:32-i64:64-i128:128"),
    ("arm64_32", "", "e-p:32:32-i64:64-i128:128"),
    ("aarch64", "ilp32", "e-p:32:32-i64:64-i128:128"),
    ("aarch64", "", "e-i64:64-i128:128"),
    ("arm64", "", "e-i64:64-i128:128"),
    ("amdgcn", "", AMDGCN),
    ("armeb", "", "E-p:32:32-i64:64-v128:64:128-a:0:32"),
    ("arm", "apple", ARM_APPLE),
    ("arm", "", "e-p:32:32-i64:64-v128:64:128-a:0:32"),
    ("thumbeb", "", "E-p:32:32-i64:64-v128:64:128-a:0:32"),
    ("thumb", "apple", ARM_APPLE),
    ("thumb", "", "e-p:32:32-i64:64-v128:64:128-a:0:32"),
    ("avr", "", "e-p:16:8-i8:8-i16:8-i32:8-i64:8-f32:8-f64:8-a:8"),
    ("bpfeb", "", "E-i64:64-i128:128"),
    ("bpf", "", "e-i64:64-i128:128"),
    ("hexagon", "", "e-p:32:32-a:0-i64:64-v32:32-v64:64-v512:512-v1024:1024-v2048:2048"),
    ("lanai", "", "E-p:32:32-i64:64-a:0:32"),
    ("loongarch32", "", "e-p:32:32-i64:64"),
    ("loongarch64", "", "e-i64:64-i128:128"),
    ("m68k", "", "E-p:32:16:32-i8:8-i16:16-i32:16:32-a:0:16"),
    ("mips64el", "abin32", "e-p:32:32-i64:64"),
    ("mips64el", "", "e-i64:64"),
    ("mips64", "abin32", "E-p:32:32-i64:64"),
    ("mips64", "", "E-i64:64"),
    ("mipsel", "", "e-p:32:32-i64:64"),
    ("mips", "", "E-p:32:32-i64:64"),
    ("msp430", "", "e-p:16:16-i32:16-i64:16-f32:16-f64:16-a:8"),
    ("nvptx64", "", "e-i64:64-i128:128-v16:16-v32:32"),
    ("nvptx", "", "e-p:32:32-i64:64-i128:128-v16:16-v32:32"),
    ("powerpc64le", "", "e-i64:64"),
    ("ppc64le", "", "e-i64:64"),
    ("powerpc64", "", "E-i64:64"),
    ("ppc64", "", "E-i64:64"),
    ("powerpcle", "", "e-p:32:32-i64:64"),
    ("powerpc", "", "E-p:32:32-i64:64"),
    ("ppc", "", "E-p:32:32-i64:64"),
    ("r600", "", "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048"),
    ("riscv32", "", "e-p:32:32-i64:64"),
    ("riscv64", "", "e-i64:64-i128:128"),
    ("s390x", "", SYSTEMZ),
    ("systemz", "", SYSTEMZ),
    ("sparcv9", "", "E-i64:64"),
    ("sparc64", "", "E-i64:64"),
    ("sparcel", "", "e-p:32:32-i64:64-f128:64"),
    ("sparc", "", "E-p:32:32-i64:64-f128:64"),
    ("ve", "", "e-i64:64-v64:64-v128:64-v256:64-v512:64-v1024:64-v2048:64-v4096:64-v8192:64-v16384:64"),
    ("wasm32", "emscripten", "e-p:32:32-p10:8:8-p20:8:8-i64:64-f128:64"),
    ("wasm32", "", "e-p:32:32-p10:8:8-p20:8:8-i64:64"),
    ("wasm64", "emscripten", "e-p10:8:8-p20:8:8-i64:64-f128:64"),
    ("wasm64", "", "e-p10:8:8-p20:8:8-i64:64"),
    ("xcore", "", "e-p:32:32-i1:8:32-i8:8:32-i16:16:32-i64:32-f64:32-a:0:32"),
    ("xtensa", "", "e-p:32:32-i64:64"),
];

const X86_64: &str = "e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128";
const I386: &str = "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32";
const I386_MINGW: &str = "e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:32-a:0:32";
const ARM_APPLE: &str = "e-p:32:32-f64:32:64-v64:32:64-v128:32:128-a:0:32";
const AMDGCN: &str = "e-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128-p9:192:256:256:32-i64:64\
    -v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048";
const SYSTEMZ: &str = "E-i1:8:16-i8:8:16-i64:64-f128:64-v128:64-a:8:16";

/// Returns the data layout of a triple's target; that of X86-64 if the target is not known.
pub(crate) fn data_layout(triple: &str) -> &'static str {
    let row = LAYOUTS.iter().find(|(prefix, word, _)| triple.strip_prefix(prefix).is_some_and(|rest| rest.contains(word)));
    row.map_or(X86_64, |(_, _, layout)| layout)
}
