//! The frames of a stack dump, as LLVM's signal handler prints them.

use cpp_demangle::Symbol;
use std::borrow::Cow;

/// A frame of a stack dump.
pub(super) struct Frame<'a> {
    /// The description of the function: its name and parameters, or its symbol, or nothing.
    name: &'a str,
    is_symbol: bool,
    /// The file of the program or library.
    file: &'a str,
    /// The offset in the file, if printed.
    place: Option<&'a str>,
}

/// Returns the frames of a dump, the innermost first. With a symbolizer in the same folder, programs of LLVM print `#4 0x7f32 SPIRV::f(int)
/// (/lib/x.so+0x12)`; without one, those of LLVM 15 and before print `/lib/x.so(_ZN5SPIRV1fEi+0x2)[0x7f32]`, and later ones `4  x.so 0x7f32
/// SPIRV::f(int) + 2`.
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
    /// Returns the name of a C++ function in a namespace or class, without parameters.
    pub(super) fn function(&self) -> Option<Cow<'a, str>> {
        let name = if self.is_symbol { Cow::Owned(Symbol::new(self.name).ok()?.demangle().ok()?) } else { Cow::Borrowed(self.name) };
        let name = match name {
            Cow::Borrowed(name) => Cow::Borrowed(without_parameters(name)),
            Cow::Owned(name) => Cow::Owned(without_parameters(&name).to_owned()),
        };
        name.contains("::").then_some(name)
    }

    /// Returns whether it is in the C library, where the handler's own frames end.
    pub(super) fn is_c_library(&self) -> bool {
        self.file_name().starts_with("libc.so")
    }

    /// Returns the offset in the file of a frame that names no function, such as `a.so+0x1d2`.
    pub(super) fn site(&self) -> Option<String> {
        let place = self.place.filter(|_| self.function().is_none())?;
        Some(format!("{}+{place}", self.file_name()))
    }

    fn file_name(&self) -> &'a str {
        self.file.rsplit_once('/').map_or(self.file, |(_, name)| name)
    }
}

fn without_parameters(name: &str) -> &str {
    name.split_once('(').map_or(name, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dumps_without_a_symbolizer_are_read_too() {
        let dump = "/lib/libLLVM-15.so.1(+0xf5c6d6)[0x7f0e]\n/lib/libc.so.6(+0x3c050)[0x7f0f]\n\
                    /lib/libLLVM-15.so.1(_ZNK4llvm12DIExpression22getNumLocationOperandsEv+0x4c)[0x7f10]\n/usr/bin/a(+0x261ed)[0x5629]\n";
        let names: Vec<_> = frames(dump).map(|frame| frame.function().unwrap_or_default()).collect();
        assert_eq!(names, ["", "", "llvm::DIExpression::getNumLocationOperands", ""]);
        let sites = |dump: &str| frames(dump).map(|frame| frame.site()).collect::<Vec<_>>();
        assert_eq!(sites(dump)[2], None);
        let unnamed = dump.replace("_ZNK4llvm12DIExpression22getNumLocationOperandsEv", "");
        assert_eq!(sites(&unnamed)[2].as_deref(), Some("libLLVM-15.so.1+0x4c"));
        let dump = "2  libLLVM.so.19.1 0x00007f6b\n3  libc.so.6       0x00007f6c\n\
                    4  libLLVM.so.19.1 0x00007f6d llvm::A::b(llvm::C const&) const + 37\n";
        let names: Vec<_> = frames(dump).map(|frame| frame.function().unwrap_or_default()).collect();
        assert_eq!(names, ["", "", "llvm::A::b"]);
        assert_eq!(sites(dump), [None, None, None]);
    }
}
