//! The frames of a stack dump, as LLVM's signal handler, sanitizers and debuggers print them.

use super::function_name::function_name;
use cpp_demangle::Symbol;

/// A frame of a stack dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    /// The name of the function, without parameters; none if the program has none.
    pub(super) function: Option<String>,
    /// The file of the program or library.
    module: Option<&'a str>,
    /// The offset in that file.
    offset: Option<&'a str>,
    /// The source file.
    source: Option<&'a str>,
}

/// Returns the frames of a dump, the innermost first. With a symbolizer in the same folder, programs of LLVM print `#4 0x7f32 SPIRV::f(int)
/// (/lib/x.so+0x12)` or `#4 0x7f32 SPIRV::f(int) f.cpp:7:1`, as sanitizers do with `in` before the name; without one, those of LLVM 15 and
/// before print `/lib/x.so(_ZN5SPIRV1fEi+0x2)[0x7f32]`, and later ones `4  x.so 0x7f32 SPIRV::f(int) + 2`.
pub(super) fn frames(message: &str) -> impl Iterator<Item = Frame<'_>> {
    message.lines().map(str::trim).filter_map(|line| marked(line).or_else(|| symbol(line)).or_else(|| numbered(line)))
}

fn marked(line: &str) -> Option<Frame<'_>> {
    let (number, rest) = line.strip_prefix('#')?.split_once(" 0x").or_else(|| line.strip_prefix('#')?.split_once("  0x"))?;
    number.trim().parse::<u32>().ok()?;
    let rest = rest.split_once(' ').map_or("", |(_, rest)| rest).trim();
    let rest = rest.strip_prefix("in ").unwrap_or(rest);
    let rest = rest.split_once(" (BuildId:").map_or(rest, |(rest, _)| rest);
    let in_module = || {
        let (name, place) = rest.strip_suffix(')')?.rsplit_once('(')?;
        let (module, offset) = place.rsplit_once('+').filter(|(_, offset)| offset.starts_with("0x"))?;
        Some(Frame { function: function_name(name), module: Some(module), offset: Some(offset), source: None })
    };
    let in_source = || {
        let (name, place) = rest.rsplit_once(' ')?;
        let (source, _) = place.split_once(':').filter(|(_, line)| line.starts_with(|digit: char| digit.is_ascii_digit()))?;
        Some(Frame { function: function_name(name), module: None, offset: None, source: Some(source) })
    };
    let bare = || Frame { function: function_name(rest), module: None, offset: None, source: None };
    Some(in_module().or_else(in_source).unwrap_or_else(bare))
}

fn symbol(line: &str) -> Option<Frame<'_>> {
    let (module, rest) = line.strip_suffix(']')?.rsplit_once(")[0x")?.0.rsplit_once('(')?;
    let (name, offset) = rest.rsplit_once('+')?;
    let demangled = || Symbol::new(name).ok()?.demangle().ok();
    let function = if name.starts_with("_Z") { demangled().as_deref().and_then(function_name) } else { function_name(name) };
    Some(Frame { function, module: Some(module), offset: Some(offset), source: None })
}

fn numbered(line: &str) -> Option<Frame<'_>> {
    let (number, rest) = line.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let (module, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.trim_start().strip_prefix("0x")?.split_once(' ').map_or("", |(_, name)| name);
    let name = name.rsplit_once(" + ").map_or(name, |(name, _)| name);
    Some(Frame { function: function_name(name), module: Some(module), offset: None, source: None })
}

/// Beginnings of the names of the files of the C library, of those of C++ and of sanitizers.
const C_LIBRARIES: [&str; 9] = ["libc.so", "libc-", "libpthread", "libm.so", "ld-linux", "ld-musl", "libstdc++", "libgcc_s", "libclang_rt"];

/// Functions of the C library that crash on a damaged heap; other code gives them nothing else to crash on.
pub(super) const ALLOCATOR: [&str; 14] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "_int_malloc",
    "_int_free",
    "_int_realloc",
    "malloc_consolidate",
    "malloc_printerr",
    "sysmalloc",
    "unlink_chunk",
    "__libc_malloc",
    "__libc_calloc",
    "__libc_free",
];

/// Other functions of the C library through which a program ends, or that find a mistake of their caller; others begin with two underscores.
const C_FUNCTIONS: [&str; 10] =
    ["abort", "raise", "gsignal", "_nl_load_domain", "cfree", "memcpy", "memmove", "memset", "memcmp", "strlen"];

impl Frame<'_> {
    /// Returns whether it is in the C library.
    pub(super) fn is_c_library(&self) -> bool {
        let is_source = || self.source.is_some_and(|source| source.starts_with("./") && source.ends_with(".c"));
        let is_function = || {
            self.function.as_deref().is_some_and(|name| name.starts_with("__") || C_FUNCTIONS.contains(&name) || ALLOCATOR.contains(&name))
        };
        C_LIBRARIES.iter().any(|library| self.file_name().starts_with(library)) || is_source() || is_function()
    }

    /// Returns the offset in the file of a frame, such as `a.so+0x1d2`.
    pub(super) fn site(&self) -> Option<String> {
        self.offset.map(|offset| format!("{}+{offset}", self.file_name()))
    }

    fn file_name(&self) -> &str {
        self.module.map_or("", |module| module.rsplit_once('/').map_or(module, |(_, name)| name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dump: &str) -> Vec<String> {
        frames(dump).map(|frame| frame.function.unwrap_or_default()).collect()
    }

    #[test]
    fn dumps_without_a_symbolizer_are_read_too() {
        let dump = "/lib/libLLVM-15.so.1(+0xf5c6d6)[0x7f0e]\n/lib/libc.so.6(+0x3c050)[0x7f0f]\n\
                    /lib/libLLVM-15.so.1(_ZNK4llvm12DIExpression22getNumLocationOperandsEv+0x4c)[0x7f10]\n/usr/bin/a(+0x261ed)[0x5629]\n";
        assert_eq!(names(dump), ["", "", "llvm::DIExpression::getNumLocationOperands", ""]);
        assert_eq!(frames(dump).nth(3).and_then(|frame| frame.site()).as_deref(), Some("a+0x261ed"));
        assert_eq!(frames(dump).map(|frame| frame.is_c_library()).collect::<Vec<_>>(), [false, true, false, false]);
        let dump = "2  libLLVM.so.19.1 0x00007f6b\n3  libc.so.6       0x00007f6c\n\
                    4  libLLVM.so.19.1 0x00007f6d llvm::A::b(llvm::C const&) const + 37\n";
        assert_eq!(names(dump), ["", "", "llvm::A::b"]);
        assert_eq!(frames(dump).filter_map(|frame| frame.site()).count(), 0);
    }

    #[test]
    fn frames_with_a_source_or_without_anything_are_frames() {
        let dump = " #3 0x00007f71 __pthread_kill_implementation ./nptl/./nptl/pthread_kill.c:44:76\n #7 0x00007f71 (/lib/libc.so.6+0x34ec2)\n \
                    #8 0x00007f71 (anonymous namespace)::Fold(llvm::Constant*) Folding.cpp:0:0\n#9 0x000055ae \n\
                    #10 0x000055ae in a::b(int) /src/a.cpp:12:3\n    #1 0x7f in c::d (/usr/bin/x+0x12) (BuildId: 7f)\n";
        assert_eq!(names(dump), ["__pthread_kill_implementation", "", "Fold", "", "a::b", "c::d"]);
        assert_eq!(frames(dump).map(|frame| frame.is_c_library()).collect::<Vec<_>>(), [true, true, false, false, false, false]);
    }
}
