//! What the message of a crash says: the assertion that failed, or the first function of the program's own code, for signatures. Neither
//! depends on the machine, on the build or on lines of source.

use super::class::{class, without_shell};
use super::frames::{ALLOCATOR, Frame, frames};
use super::function_name::function_name;
use std::borrow::Cow;

/// The element of an infinite recursion, which may crash anywhere in the cycle.
pub(super) const OVERFLOW: &str = "stack overflow";

/// The element of a damaged heap, which the C library notices anywhere later.
const HEAP: &str = "heap corruption";

/// Messages of the C library about a damaged heap.
const HEAP_MESSAGES: [&str; 9] = [
    "malloc(): ",
    "free(): ",
    "realloc(): ",
    "calloc(): ",
    "munmap_chunk(): ",
    "double free or corruption",
    "corrupted size vs. prev_size",
    "corrupted double-linked list",
    "malloc_consolidate(): ",
];

/// The maximal number of characters of a text in an element.
const TEXT: usize = 80;

/// The maximal distance of a named function from the first unnamed one that makes the offset of the latter unnecessary: functions without
/// a name are mostly static, and few are called between two that other files see.
const NEAR: usize = 5;

/// Functions and namespaces of support code, in which the faults of all code end: the fault is that of the caller. Names of templates have
/// lost their arguments.
const SUPPORT: &[&str] = &[
    "SignalHandler",
    "__gnu_cxx",
    "bindingsErrorHandler",
    "llvm::APInt",
    "llvm::APSInt",
    "llvm::ArrayRef",
    "llvm::BitVector",
    "llvm::CastInfo",
    "llvm::DenseMap",
    "llvm::DenseMapBase",
    "llvm::Error",
    "llvm::Expected",
    "llvm::MutableArrayRef",
    "llvm::SmallPtrSetImpl",
    "llvm::SmallVector",
    "llvm::SmallVectorBase",
    "llvm::SmallVectorImpl",
    "llvm::SmallVectorTemplateCommon",
    "llvm::StringMap",
    "llvm::StringRef",
    "llvm::Twine",
    "llvm::cast",
    "llvm::cast_if_present",
    "llvm::cast_or_null",
    "llvm::dyn_cast",
    "llvm::dyn_cast_if_present",
    "llvm::dyn_cast_or_null",
    "llvm::ilist_iterator",
    "llvm::ilist_iterator_w_bits",
    "llvm::iplist_impl",
    "llvm::isa",
    "llvm::isa_and_nonnull",
    "llvm::isa_impl",
    "llvm::isa_impl_cl",
    "llvm::isa_impl_wrap",
    "llvm::llvm_unreachable_internal",
    "llvm::report_bad_alloc_error",
    "llvm::report_fatal_error",
    "llvm::reportFatalInternalError",
    "llvm::reportFatalUsageError",
    "llvm::simple_ilist",
    "llvm::sys",
    "std",
];

/// Classes of LLVM that do the same for arrays, structures and vectors, and the class that they have in common: which of them the case has
/// does not tell one fault from another.
const AGGREGATES: ([&str; 3], &str) =
    (["llvm::ConstantArray::", "llvm::ConstantStruct::", "llvm::ConstantVector::"], "llvm::ConstantAggregate");

/// Functions under which most of a program runs: their names tell nothing.
const ENTRIES: [&str; 10] = [
    "compileModule",
    "llvm::FPPassManager::runOnFunction",
    "llvm::FPPassManager::runOnModule",
    "llvm::MachineFunctionPass::runOnFunction",
    "llvm::convertSpirvToLLVM",
    "llvm::legacy::PassManager::run",
    "llvm::legacy::PassManagerImpl::run",
    "llvm::readSpirv",
    "llvm::writeSpirv",
    "main",
];

/// What is known of a crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The kind of the crash.
    pub(super) element: String,
    /// The offset in a library where the crash began, if nothing else tells it apart.
    pub(super) site: Option<String>,
}

impl Fault {
    /// Returns what the message of a program says that a signal ended.
    pub(super) fn of(signal: i32, message: &str) -> Self {
        let message = &without_notes(message);
        if overflowed(message) {
            return Self::without_site(OVERFLOW);
        }
        // What a verifier has reported before it crashed says more than the place in the verifier.
        if message.contains("*** Bad machine code") {
            return Self::without_site(&class(message));
        }
        let own = own_frames(message);
        if let Some(assertion) = message.lines().find_map(Assertion::of) {
            return assertion.fault(&own);
        }
        if let Some(text) = unreachable(message) {
            let fault = in_own(format!("unreachable{text}"), &own);
            // The first frame is that of the function that reports it, often without a name.
            return if text.is_empty() { fault } else { Fault { site: None, ..fault } };
        }
        if let Some(text) = message.lines().find_map(|line| line.split_once("LLVM ERROR: ")) {
            return Self::without_site(&format!("fatal: {}", class(text.1)));
        }
        let says_heap = || HEAP_MESSAGES.iter().any(|words| message.lines().any(|line| line.trim_start().starts_with(words)));
        let is_allocator = |frame: &Frame<'_>| frame.function.as_deref().is_some_and(|name| ALLOCATOR.contains(&name));
        if says_heap() || inner_frames(message).iter().take_while(|frame| frame.is_c_library()).any(is_allocator) {
            return Self::without_site(HEAP);
        }
        if let Some(thrown) = message.lines().find_map(|line| line.split_once("terminate called after throwing an instance of '")) {
            let ty = thrown.1.trim_end_matches('\'');
            return in_own(format!("uncaught {}", function_name(ty).unwrap_or_default()), &own);
        }
        match (near(&own), far(&own)) {
            (Some(name), _) => Self::without_site(name),
            (None, Some(name)) => Self { element: name.to_owned(), site: own[0].site() },
            (None, None) => {
                let reported = Some(class(&without_shell(message))).filter(|class| !class.is_empty());
                Self { element: reported.unwrap_or_else(|| format!("signal {signal}")), site: own.first().and_then(Frame::site) }
            }
        }
    }

    fn without_site(element: &str) -> Self {
        Self { element: element.to_owned(), site: None }
    }
}

/// Returns a message without its warnings and remarks, each a line: they are not why the program crashed.
fn without_notes(message: &str) -> Cow<'_, str> {
    let is_note = |line: &str| ["warning: ", "remark: "].iter().any(|kind| line.starts_with(kind));
    if !message.lines().any(is_note) {
        return Cow::Borrowed(message);
    }
    Cow::Owned(message.lines().filter(|line| !is_note(line)).collect::<Vec<_>>().join("\n"))
}

/// Returns whether a message has the frames of an infinite recursion: a crash without recursion has some 20.
fn overflowed(message: &str) -> bool {
    const DEEP: usize = 200;
    frames(message).count() >= DEEP
}

/// Returns the frames of the program's own code, the innermost first: without those of the C library and of support code.
fn own_frames(message: &str) -> Vec<Frame<'_>> {
    inner_frames(message).into_iter().skip_while(|frame| frame.is_c_library() || is_support(frame)).collect()
}

/// Returns the frames that the signal found, the innermost first: without those of the signal handler, which prints itself first.
fn inner_frames(message: &str) -> Vec<Frame<'_>> {
    /// More than a handler has.
    const HANDLER: usize = 6;
    let all: Vec<Frame<'_>> = frames(message).collect();
    let is_handler = |frame: &Frame<'_>| frame.function.as_deref().is_some_and(|name| name.starts_with("llvm::sys::"));
    let handled = all.iter().take(2).any(is_handler);
    let signal = all.iter().take(HANDLER).position(Frame::is_c_library).filter(|_| handled).unwrap_or(0);
    all.into_iter().skip(signal).collect()
}

fn is_support(frame: &Frame<'_>) -> bool {
    frame.function.as_deref().is_some_and(is_support_name)
}

fn is_support_name(name: &str) -> bool {
    SUPPORT.iter().any(|known| name.strip_prefix(*known).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
}

/// Returns the name of the first function of own code, if one of the first frames has a name that tells something.
fn near<'a>(own: &'a [Frame<'_>]) -> Option<&'a str> {
    far(&own[..own.len().min(NEAR + 1)]).filter(|name| !ENTRIES.contains(name))
}

/// Returns the first name of a function of own code.
fn far<'a>(own: &'a [Frame<'_>]) -> Option<&'a str> {
    let mut named = own.iter().filter(|frame| !frame.is_c_library() && !is_support(frame));
    let name = named.find_map(|frame| frame.function.as_deref())?;
    Some(if AGGREGATES.0.iter().any(|class| name.starts_with(class)) { AGGREGATES.1 } else { name })
}

/// Completes an element whose text does not tell the caller.
fn in_own(text: String, own: &[Frame<'_>]) -> Fault {
    match near(own) {
        Some(name) => Fault { element: format!("{text} in {name}"), site: None },
        None => Fault { element: text, site: own.first().and_then(Frame::site) },
    }
}

/// An assertion that failed.
struct Assertion<'a> {
    file: &'a str,
    function: Option<String>,
    text: String,
}

impl<'a> Assertion<'a> {
    /// Reads a line of the C libraries of GNU, macOS and musl.
    fn of(line: &'a str) -> Option<Self> {
        if let Some((before, text)) = line.split_once("Assertion `") {
            let (file, function) = place(before)?;
            return Some(Self {
                file,
                function: function_name(function),
                text: said(text.rsplit_once("' failed").map_or(text, |(text, _)| text)),
            });
        }
        let rest = line.split_once("Assertion failed: ")?.1;
        if let Some((text, place)) = rest.split_once(", function ") {
            let (function, place) = place.split_once(", file ")?;
            let file = place.split_once(", line ").map_or(place, |(file, _)| file);
            let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
            return Some(Self { file, function: function_name(function), text: said(text) });
        }
        let (text, place) = rest.strip_suffix(')')?.rsplit_once(" (")?;
        let mut parts = place.splitn(3, ": ");
        Some(Self { file: parts.next()?, function: parts.next().and_then(function_name), text: said(text) })
    }

    /// Returns whether it is about any code that calls an accessor: its own function then tells nothing.
    fn is_general(&self) -> bool {
        let is_header = [".h", ".hpp", ".def", ".inc"].iter().any(|end| self.file.ends_with(end));
        is_header || self.function.as_deref().is_none_or(is_support_name)
    }

    fn fault(&self, own: &[Frame<'_>]) -> Fault {
        let text = format!("assertion: {}", self.text);
        if !self.is_general() {
            return Fault { element: format!("{text} in {}", self.function.as_deref().unwrap_or_default()), site: None };
        }
        let callers = own.iter().position(|frame| frame.function.is_none() || frame.function != self.function).unwrap_or(own.len());
        in_own(text, &own[callers..])
    }
}

/// Returns the file and the function of `PROGRAM: FILE:LINE: FUNCTION: `.
fn place(before: &str) -> Option<(&str, &str)> {
    let is_line = |(at, _): &(usize, &str)| {
        let digits = before[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && before[at + 1 + digits..].starts_with(':')
    };
    let (colon, _) = before.match_indices(':').find(is_line)?;
    let file = before[..colon].rsplit_once(": ").map_or(&before[..colon], |(_, file)| file);
    let function = before[colon + 1..].split_once(':')?.1;
    Some((file, function.trim().trim_end_matches(':')))
}

/// Returns the message in an asserted expression, or else the expression, without arguments of templates.
fn said(expression: &str) -> String {
    let quoted = expression.rsplit_once('"').and_then(|(before, _)| Some(before.rsplit_once('"')?.1));
    match quoted {
        Some(message) => message.chars().take(TEXT).collect(),
        None => without_arguments(expression).chars().take(TEXT).collect(),
    }
}

/// Returns an expression without what stands in angle brackets directly behind a name.
fn without_arguments(expression: &str) -> String {
    let mut rest = expression;
    let mut kept = String::new();
    while let Some(at) = rest.find('<') {
        let is_open = rest[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let close = rest[at..].find('>').filter(|_| is_open);
        let is_argument = |text: &str| text.chars().all(|character| character.is_alphanumeric() || "_:,<*& ".contains(character));
        match close.filter(|close| is_argument(&rest[at + 1..at + close])) {
            Some(close) => {
                kept.push_str(&rest[..at]);
                rest = &rest[at + close + 1..];
            }
            None => {
                kept.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    kept + rest
}

/// Returns the message of LLVM's `llvm_unreachable` behind `: `, if it stands first, or nothing; none if there is no such message.
fn unreachable(message: &str) -> Option<String> {
    let at = message.lines().position(|line| line.starts_with("UNREACHABLE executed at "))?;
    let text = message.lines().next().filter(|_| at == 1);
    Some(text.map_or_else(String::new, |text| format!(": {}", class(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dump of LLVM's handler, whose frames of own code are these.
    fn dump(library: &str, own: &[&str]) -> String {
        let handler = format!(
            "PLEASE submit a bug report.\nStack dump:\n0.\tProgram arguments: {library}/bin/llc case.mir\n \
             #0 0x01 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) ({library}/libLLVM.so+0x1)\n #1 0x01 ({library}/libLLVM.so+0x2)\n \
             #2 0x01 (/lib/libc.so.6+0x3)\n #3 0x02 raise ./signal/../sysdeps/posix/raise.c:27:6\n"
        );
        own.iter().enumerate().fold(handler, |dump, (at, frame)| format!("{dump} #{} 0x03 {frame}\n", at + 4))
    }

    fn element(message: &str) -> String {
        let fault = Fault::of(11, message);
        assert_eq!(fault.site, None, "{message}");
        fault.element
    }

    #[test]
    fn a_crash_is_that_of_the_first_function_of_own_code() {
        let reader = "SPIRV::Reader::read(int) (/lib/b.so+0x2)";
        for inner in [
            &[][..],
            &["(/lib/b.so+0x154c00)", "(/lib/b.so+0x7)", "(/lib/b.so+0x8)"],
            &["llvm::report_fatal_error(llvm::Twine const&, bool) (/lib/l.so+0x1)"],
            &[
                "std::vector<int, std::allocator<int> >::at(unsigned long) (/lib/l.so+0x1)",
                "llvm::SmallVectorImpl<A*>::insert(A**) (/l.so+0x1)",
            ],
        ] {
            assert_eq!(element(&dump("/usr", &[inner, &[reader, "main (/b+0x1)"]].concat())), "SPIRV::Reader::read");
        }
        assert_eq!(
            element("AddressSanitizer: SEGV\n    #0 0x1 in __interceptor_free /x.cpp:1:2\n    #1 0x2 in a::f(int) /home/a/x.cpp:7:3\n"),
            "a::f"
        );
    }

    #[test]
    fn constants_of_all_aggregates_are_alike() {
        for own in ["llvm::ConstantVector::getImpl(int)", "llvm::ConstantArray::getImpl(int)", "llvm::ConstantStruct::get(int)"] {
            assert_eq!(element(&dump("/usr", &[&format!("{own} (/l.so+0x2)")])), "llvm::ConstantAggregate");
        }
    }

    #[test]
    fn another_build_of_the_program_keeps_the_signature() {
        let case = |root: &str, line: u32, offset: u32, ty: &str| {
            let own = [
                format!("llvm::LLT::getElementCount() const ({root}/lib/libLLVM.so+0x{offset})"),
                format!("(anonymous namespace)::Legal::run(llvm::MachineInstr&) Legal.cpp:{line}:7"),
            ];
            let assertion = format!(
                "llc: {root}/llvm/LowLevelType.h:{line}: constexpr {ty} llvm::LLT::getElementCount() const [with T = {ty}]: Assertion `IsVector && \"no vector\"' failed.\n"
            );
            assertion + &dump(root, &[&own[0], &own[1]])
        };
        let first = element(&case("/usr/lib/llvm-19", 185, 100, "llvm::ElementCount"));
        assert_eq!(first, "assertion: no vector in Legal::run");
        assert_eq!(first, element(&case("/home/a/build", 201, 3000, "ElementCount")));
    }

    #[test]
    fn assertions_of_own_code_name_their_function() {
        let gnu = "llc: /a/lib/Folding.cpp:112: llvm::Constant* {anonymous}::Fold(llvm::Constant*): Assertion `castIsValid(C) && \"Invalid cast!\"' failed.";
        assert_eq!(element(gnu), "assertion: Invalid cast! in Fold");
        let mac = "Assertion failed: (isa<Foo>(x) && a < b), function get, file /a/b.cpp, line 7.";
        assert_eq!(element(mac), "assertion: isa(x) && a < b in get");
        assert_eq!(element("Assertion failed: x > 0 (a/b.c: f: 7)"), "assertion: x > 0 in f");
        assert_eq!(element("f.cpp:7: Assertion `x' failed."), "assertion: x");
    }

    #[test]
    fn a_general_assertion_is_that_of_its_caller() {
        let cast = |caller: &str| {
            let line = "llvm-spirv-15: /usr/include/llvm/Casting.h:109: static bool llvm::isa_impl_cl<To, const From*>::doit(const From*) [with To = A; From = B]: \
                        Assertion `Val && \"isa<> used on a null pointer\"' failed.\n";
            line.to_owned() + &dump("/usr", &["(/lib/libc.so.6+0x34ec2)", caller])
        };
        assert_eq!(element(&cast("SPIRV::f(int) (/l.so+0x1)")), "assertion: isa<> used on a null pointer in SPIRV::f");
        let unnamed = Fault::of(6, &cast("(/lib/libX.so.15+0x1549a3)"));
        assert_eq!(
            (unnamed.element.as_str(), unnamed.site.as_deref()),
            ("assertion: isa<> used on a null pointer", Some("libX.so.15+0x1549a3"))
        );
    }

    #[test]
    fn only_what_has_no_name_near_is_reported_by_its_offset() {
        let far = ["(/b.so.15+0x154c00)"; 6];
        let fault = Fault::of(11, &dump("/usr", &[&far[..], &["llvm::convert(int) (/b.so+0x1)"]].concat()));
        assert_eq!(fault, Fault { element: "llvm::convert".into(), site: Some("b.so.15+0x154c00".into()) });
        let under_main = Fault::of(11, &dump("/usr", &["(/b+0x7)", "main (/b+0x1)"]));
        assert_eq!(under_main, Fault { element: "main".into(), site: Some("b+0x7".into()) });
        let fault = Fault::of(11, &dump("/usr", &far));
        assert_eq!(fault, Fault { element: "signal 11".into(), site: Some("b.so.15+0x154c00".into()) });
        assert_eq!(element(&dump("/usr", &far).repeat(50)), OVERFLOW);
    }

    #[test]
    fn warnings_and_remarks_do_not_name_a_crash() {
        let notes =
            "remark: <unknown>:0:0: unable to legalize instruction: %1:_(s8) = G_ROTL (in function: f)\nwarning: fallback path for f\n";
        assert_eq!(element(&format!("{notes}Segmentation fault")), "signal 11");
        let own = dump("/usr", &["llvm::X86::convert(int) (/l.so+0x2)"]);
        for text in ["Bad size.\nUNREACHABLE executed at f.cpp:7!\n", "LLVM ERROR: no 7\n", "f.cpp:7: Assertion `x' failed.\n", ""] {
            assert_eq!(element(&format!("{notes}{text}{own}")), element(&format!("{text}{own}")));
        }
    }

    #[test]
    fn other_ends_are_reported_by_what_is_said() {
        let own = dump("/usr", &["(/l.so+0x86ddaa)", "llvm::X86::convert(int) (/l.so+0x2)"]);
        assert_eq!(element(&format!("UNREACHABLE executed at /a/X86.cpp:1443!\n{own}")), "unreachable in llvm::X86::convert");
        assert_eq!(
            element(&format!("Not implemented!\nUNREACHABLE executed at f.cpp:7!\n{own}")),
            "unreachable: Not implemented! in llvm::X86::convert"
        );
        assert_eq!(element(&format!("# dump\nx\nUNREACHABLE executed at f.cpp:7!\n{own}")), "unreachable in llvm::X86::convert");
        assert_eq!(element("malloc(): invalid size (unsorted)\nAborted"), HEAP);
        assert_eq!(element("free(): invalid pointer"), HEAP);
        assert_eq!(
            element(&dump("/usr", &["_int_malloc ./malloc/./malloc/malloc.c:7:1", "malloc (/lib/libc.so.6+0x1)", "a::f() (/l.so+0x1)"])),
            HEAP
        );
        assert_eq!(element(&format!("*** stack smashing detected ***: terminated\n{own}")), "llvm::X86::convert");
        assert_eq!(element("LLVM ERROR: no 7 of 'x'\n"), "fatal: no # of ''");
        assert_eq!(
            element(&format!("terminate called after throwing an instance of 'std::out_of_range'\n{own}")),
            "uncaught std::out_of_range in llvm::X86::convert"
        );
        assert_eq!(element("# dump\n*** Bad machine code: Too few operands ***\n"), "Bad machine code: Too few operands");
        for shell in ["Segmentation fault", "/tmp/run.sh: line 3: 4711 Aborted (core dumped) llc \"$@\"", ""] {
            assert_eq!(element(shell), "signal 11");
        }
    }
}
