//! Modules with many of one thing, in shapes that a search visits too often if it does not remember what it has seen.

use std::fmt::Write;

/// A shape: text at one or two places of a valid module.
pub(super) struct Form {
    /// What there is many of.
    pub(super) name: &'static str,
    /// Bytes of text for each, roughly.
    pub(super) size: usize,
    place: Place,
    make: fn(usize) -> String,
}

/// Where the text goes.
enum Place {
    /// Before the entry point.
    Imports,
    /// Between the strings and the names.
    Strings,
    /// Between the names and the types.
    Names,
    /// After the debug instructions.
    Debug,
    /// In the function.
    Body,
    /// Up to `|` after the debug instructions, and the rest in the function.
    DebugAndBody,
    /// After the function.
    End,
}

/// The shapes.
pub(super) const FORMS: &[Form] = &[
    Form {
        name: "imports of sets",
        size: 34,
        place: Place::Imports,
        make: |count| each(count, |n| format!("%x{n} = OpExtInstImport \"DebugInfo\"")),
    },
    Form { name: "strings", size: 24, place: Place::Strings, make: |count| each(count, |n| format!("%s{n} = OpString \"s{n}\"")) },
    Form { name: "names", size: 18, place: Place::Names, make: |count| each(count, |n| format!("OpName %main \"{n}\"")) },
    Form {
        name: "blocks in one another",
        size: 60,
        place: Place::Debug,
        make: |count| each(count, |n| debug("b", n, format!("LexicalBlock %file 1 1 {}", before("b", n, "func")))),
    },
    Form {
        name: "blocks of one function",
        size: 60,
        place: Place::Debug,
        make: |count| each(count, |n| debug("b", n, "LexicalBlock %file 1 1 %func".into())),
    },
    Form {
        name: "pointers to the one before",
        size: 60,
        place: Place::Debug,
        make: |count| each(count, |n| debug("t", n, format!("TypePointer {} Function None", before("t", n, "int")))),
    },
    Form {
        name: "arrays of the one before",
        size: 50,
        place: Place::Debug,
        make: |count| each(count, |n| debug("t", n, format!("TypeArray {} %c32", before("t", n, "int")))),
    },
    Form { name: "members", size: 90, place: Place::Debug, make: members },
    Form { name: "composites in one another", size: 280, place: Place::Debug, make: nested },
    Form {
        name: "parameters of a type",
        size: 5,
        place: Place::Debug,
        make: |count| format!("%ty = OpExtInst %void %dbg DebugTypeFunction %void{}\n", " %int".repeat(count)),
    },
    Form {
        name: "enumerators",
        size: 7,
        place: Place::Debug,
        make: |count| format!("%en = OpExtInst %void %dbg DebugTypeEnum %n %int %file 2 1 %cu %c32 None{}\n", " %c0 %n".repeat(count)),
    },
    Form { name: "operations", size: 46, place: Place::Debug, make: |count| each(count, |n| debug("o", n, "Operation Deref".into())) },
    Form {
        name: "operations of an expression",
        size: 4,
        place: Place::Debug,
        make: |count| format!("%long = OpExtInst %void %dbg DebugExpression{}\n", " %op".repeat(count)),
    },
    Form {
        name: "declarations",
        size: 90,
        place: Place::Debug,
        make: |count| each(count, |n| debug("d", n, "FunctionDeclaration %n %ft %file 5 1 %cu %empty None".into())),
    },
    Form {
        name: "variables",
        size: 70,
        place: Place::Debug,
        make: |count| each(count, |n| debug("w", n, "LocalVariable %n %int %file 7 3 %lb".into())),
    },
    Form {
        name: "inlined at one another",
        size: 54,
        place: Place::Debug,
        make: |count| each(count, |n| debug("i", n, format!("InlinedAt 8 %lb {}", before("i", n, "inl")))),
    },
    Form { name: "macros", size: 60, place: Place::Debug, make: |count| each(count, |n| debug("m", n, "MacroDef %file 1 %n %n".into())) },
    Form {
        name: "sources",
        size: 40,
        place: Place::Debug,
        make: |count| each(count, |n| format!("%s{n} = OpExtInst %void %ocl DebugSource %file")),
    },
    Form { name: "scopes", size: 40, place: Place::Body, make: |count| each(count, |n| debug("sc", n, "Scope %lb".into())) },
    Form { name: "inlined scopes", size: 45, place: Place::Body, make: |count| each(count, |n| debug("sc", n, "Scope %lb %inl".into())) },
    Form {
        name: "values of a variable",
        size: 50,
        place: Place::Body,
        make: |count| each(count, |n| debug("v", n, "Value %lv %c0 %ex".into())),
    },
    Form {
        name: "values of variables",
        size: 120,
        place: Place::DebugAndBody,
        make: |count| {
            two(count, |n| debug("w", n, "LocalVariable %n %int %file 7 3 %lb".into()), |n| debug("v", n, format!("Value %w{n} %c0 %ex")))
        },
    },
    Form {
        name: "values of the one before",
        size: 34,
        place: Place::Body,
        make: |count| each(count, |n| format!("%a{n} = OpIAdd %uint %c0 {}", before("a", n, "c0"))),
    },
    Form { name: "lines", size: 16, place: Place::Body, make: |count| each(count, |n| format!("OpLine %file {n} 1")) },
    Form { name: "basic blocks", size: 34, place: Place::Body, make: |count| each(count, |n| format!("OpBranch %l{n}\n%l{n} = OpLabel")) },
    Form {
        name: "branches to one block",
        size: 50,
        place: Place::Body,
        make: |count| each(count, |n| format!("OpBranchConditional %true %end %l{n}\n%l{n} = OpLabel")),
    },
    Form { name: "targets of a switch", size: 50, place: Place::Body, make: targets },
    Form {
        name: "functions",
        size: 80,
        place: Place::End,
        make: |count| each(count, |n| format!("%f{n} = OpFunction %void None %fn\n%fl{n} = OpLabel\nOpReturn\nOpFunctionEnd")),
    },
];

impl Form {
    /// Returns the module with so many, as assembly.
    pub(super) fn text(&self, count: usize) -> String {
        let made = (self.make)(count);
        let (debug, body) = made.split_once('|').unwrap_or_default();
        let at = |place: &str| match (&self.place, place) {
            (Place::Imports, "imports")
            | (Place::Strings, "strings")
            | (Place::Names, "names")
            | (Place::Debug, "debug")
            | (Place::Body, "body")
            | (Place::End, "end") => made.clone(),
            (Place::DebugAndBody, "debug") => debug.to_owned(),
            (Place::DebugAndBody, "body") => body.to_owned(),
            _ => String::new(),
        };
        let mut out = String::new();
        for line in MODULE.lines() {
            match line.strip_prefix('#') {
                Some(place) => out.push_str(&at(place)),
                None => {
                    out.push_str(line);
                    out.push('\n');
                }
            }
        }
        out
    }
}

/// A valid module; `#` begins the name of a place.
const MODULE: &str = r#"OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
%dbg = OpExtInstImport "DebugInfo"
%ocl = OpExtInstImport "OpenCL.DebugInfo.100"
#imports
OpMemoryModel Physical32 OpenCL
OpEntryPoint Kernel %main "k"
%file = OpString "/src/k.cl"
%n = OpString "name"
%empty = OpString ""
#strings
OpName %main "main"
#names
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%bool = OpTypeBool
%c0 = OpConstant %uint 0
%c32 = OpConstant %uint 32
%true = OpConstantTrue %bool
%fn = OpTypeFunction %void
%none = OpExtInst %void %dbg DebugInfoNone
%cu = OpExtInst %void %dbg DebugCompilationUnit %file 100 4
%int = OpExtInst %void %dbg DebugTypeBasic %n %c32 Unsigned
%ft = OpExtInst %void %dbg DebugTypeFunction %void %int
%func = OpExtInst %void %dbg DebugFunction %n %ft %file 5 1 %cu %empty FlagIsDefinition 6 %main
%lb = OpExtInst %void %dbg DebugLexicalBlock %file 7 1 %func
%inl = OpExtInst %void %dbg DebugInlinedAt 8 %lb
%lv = OpExtInst %void %dbg DebugLocalVariable %n %int %file 7 3 %lb
%op = OpExtInst %void %dbg DebugOperation Deref
%ex = OpExtInst %void %dbg DebugExpression
#debug
%main = OpFunction %void None %fn
%entry = OpLabel
#body
OpBranch %end
%end = OpLabel
OpReturn
OpFunctionEnd
#end
"#;

/// Returns a line for each number.
fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        let _ = writeln!(all, "{}", line(number));
        all
    })
}

/// Returns lines for two places.
fn two(count: usize, first: impl Fn(usize) -> String, second: impl Fn(usize) -> String) -> String {
    format!("{}|{}", each(count, first), each(count, second))
}

/// Returns a debug instruction.
fn debug(prefix: &str, number: usize, rest: String) -> String {
    format!("%{prefix}{number} = OpExtInst %void %dbg Debug{rest}")
}

/// Returns the id of the number before, or another for the first.
fn before(prefix: &str, number: usize, first: &str) -> String {
    number.checked_sub(1).map_or_else(|| format!("%{first}"), |before| format!("%{prefix}{before}"))
}

/// A composite with many members.
fn members(count: usize) -> String {
    let list: String = (0..count).map(|number| format!(" %m{number}")).collect();
    let member = |number| debug("m", number, "TypeMember %n %int %file 3 5 %st %c0 %c32 None".into());
    format!("%st = OpExtInst %void %dbg DebugTypeComposite %n Structure %file 3 1 %cu %c32 None{list}\n{}", each(count, member))
}

/// Composites that have two members each of the composite before.
fn nested(count: usize) -> String {
    each(count, |number| {
        let member =
            |name| debug(name, number, format!("TypeMember %n {} %file 3 5 %st{number} %c0 %c32 None", before("st", number, "int")));
        let composite = debug("st", number, format!("TypeComposite %n Structure %file 3 1 %cu %c32 None %x{number} %y{number}"));
        format!("{composite}\n{}\n{}", member("x"), member("y"))
    })
}

/// A switch with many targets, which all lead on.
fn targets(count: usize) -> String {
    let list: String = (0..count).map(|number| format!(" {number} %l{number}")).collect();
    format!("OpSwitch %c0 %after{list}\n{}%after = OpLabel\n", each(count, |number| format!("%l{number} = OpLabel\nOpBranch %after")))
}
