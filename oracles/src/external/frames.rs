//! The frames of a stack dump, as LLVM's handler of signals prints them.

use super::class::TELLING;
use cpp_demangle::Symbol;
use std::borrow::Cow;

/// A frame of a stack dump.
pub(super) struct Frame<'a> {
    /// What stands for the function: its name and parameters, or its symbol, or nothing.
    name: &'a str,
    is_symbol: bool,
    /// The file of the program or library.
    file: &'a str,
    /// The place in the file, if it is told.
    place: Option<&'a str>,
}

/// The frames of a dump, the innermost first. With a symbolizer beside them, programs of LLVM print
/// `#4 0x7f32 SPIRV::f(int) (/lib/x.so+0x12)`; without one, those of LLVM 15 and before print `/lib/x.so(_ZN5SPIRV1fEi+0x2)[0x7f32]`, and
/// later ones `4  x.so 0x7f32 SPIRV::f(int) + 2`.
pub(super) fn frames(message: &str) -> impl Iterator<Item = Frame<'_>> {
    message.lines().map(str::trim).filter_map(|line| named(line).or_else(|| symbol(line)).or_else(|| numbered(line)))
}

fn named(line: &str) -> Option<Frame<'_>> {
    let (_, rest) = line.strip_prefix('#')?.split_once(" 0x")?;
    let (name, place) = rest.split_once(' ')?.1.rsplit_once('(')?;
    let (file, place) = place.strip_suffix(')')?.rsplit_once('+')?;
    Some(Frame { name: name.trim_end(), is_symbol: false, file, place: Some(place) })
}

fn symbol(line: &str) -> Option<Frame<'_>> {
    let (file, rest) = line.strip_suffix(']')?.rsplit_once(")[0x")?.0.rsplit_once('(')?;
    let (name, place) = rest.rsplit_once('+')?;
    Some(Frame { name, is_symbol: true, file, place: Some(place) })
}

fn numbered(line: &str) -> Option<Frame<'_>> {
    let (number, rest) = line.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let (file, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.trim_start().strip_prefix("0x")?.split_once(' ').map_or("", |(_, name)| name);
    Some(Frame { name, is_symbol: false, file, place: None })
}

impl<'a> Frame<'a> {
    /// The name of a function of C++ in a namespace or class, without parameters.
    pub(super) fn function(&self) -> Option<Cow<'a, str>> {
        let name = if self.is_symbol { Cow::Owned(Symbol::new(self.name).ok()?.demangle().ok()?) } else { Cow::Borrowed(self.name) };
        let name = match name {
            Cow::Borrowed(name) => Cow::Borrowed(without_parameters(name)),
            Cow::Owned(name) => Cow::Owned(without_parameters(&name).to_owned()),
        };
        name.contains("::").then_some(name)
    }

    fn file_name(&self) -> &'a str {
        self.file.rsplit_once('/').map_or(self.file, |(_, name)| name)
    }
}

fn without_parameters(name: &str) -> &str {
    name.split_once('(').map_or(name, |(name, _)| name)
}

/// The element of a recursion without an end, which may crash anywhere on its way.
pub(super) const OVERFLOW: &str = "stack overflow";

/// Whether a message has the frames of a recursion without an end: of a crash where nothing recurs there are some 20.
pub(super) fn overflowed(message: &str) -> bool {
    const DEEP: usize = 200;
    frames(message).count() >= DEEP
}

/// Where a crash began, if its message says neither that nor what was wrong: the place in the file of a library, such as `a.so+0x1d2`, of
/// the innermost frame that is not the handler's nor the C library's.
pub(super) fn site(message: &str) -> Option<String> {
    if overflowed(message) || message.lines().any(|line| TELLING.iter().any(|word| line.contains(word))) {
        return None;
    }
    // The handler prints its own frames first: two with a name, one without, and that of the signal.
    let inner = frames(message).skip_while(|frame| !frame.file_name().starts_with("libc.so")).nth(1)?;
    inner.place.filter(|_| inner.function().is_none()).map(|place| format!("{}+{place}", inner.file_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_without_a_name_is_told_by_its_place() {
        let dump = |inner: &str| {
            format!(
                "PLEASE submit\n #0 0x01 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/a.so+0x1)\n #1 0x01 (/lib/a.so+0x2)\n \
                 #2 0x01 (/lib/libc.so.6+0x3)\n #3 0x02 {inner}\n #4 0x02 SPIRV::Reader::read(int) (/lib/b.so+0x2)\n"
            )
        };
        assert_eq!(site(&dump("(/lib/b.so.15+0x154c00)")).as_deref(), Some("b.so.15+0x154c00"));
        assert_eq!(site(&dump("SPIRV::g() (/lib/b.so.15+0x154c00)")), None);
        assert_eq!(site(&dump("(/lib/b.so+0x1)").repeat(100)), None);
        assert_eq!(site(&format!("f.cpp:7: Assertion `x' failed.\n{}", dump("(/lib/b.so+0x1)"))), None);
    }
    #[test]
    fn dumps_without_a_symbolizer_are_read_too() {
        let dump = "/lib/libLLVM-15.so.1(+0xf5c6d6)[0x7f0e]\n/lib/libc.so.6(+0x3c050)[0x7f0f]\n\
                    /lib/libLLVM-15.so.1(_ZNK4llvm12DIExpression22getNumLocationOperandsEv+0x4c)[0x7f10]\n/usr/bin/a(+0x261ed)[0x5629]\n";
        let names: Vec<_> = frames(dump).map(|frame| frame.function().unwrap_or_default()).collect();
        assert_eq!(names, ["", "", "llvm::DIExpression::getNumLocationOperands", ""]);
        assert_eq!(site(dump), None);
        assert_eq!(site(&dump.replace("_ZNK4llvm12DIExpression22getNumLocationOperandsEv", "")).as_deref(), Some("libLLVM-15.so.1+0x4c"));
        let dump = "2  libLLVM.so.19.1 0x00007f6b\n3  libc.so.6       0x00007f6c\n\
                    4  libLLVM.so.19.1 0x00007f6d llvm::A::b(llvm::C const&) const + 37\n";
        let names: Vec<_> = frames(dump).map(|frame| frame.function().unwrap_or_default()).collect();
        assert_eq!(names, ["", "", "llvm::A::b"]);
        assert_eq!(site(dump), None);
    }
}
