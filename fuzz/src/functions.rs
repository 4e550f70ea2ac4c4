//! The function of ours that a line of source belongs to: the site of a panic in signatures, which code added above it does not change.
//!
//! Taken from a list of all functions that the build script makes, not from a backtrace: what a backtrace names depends on the debug
//! information and on what the compiler inlined.

/// For each file a line with its path from the crate's folder on, and for each function a line that begins with a tab: the first line, the
/// last line, the name with the crate.
const FUNCTIONS: &str = include_str!(concat!(env!("OUT_DIR"), "/functions.txt"));

/// The beginning of the names of our crates.
const OURS: &str = "irsmith_";

/// Returns the site of a panic at a line of a source file: a function of ours, or a file of another crate, such as `rspirv/binary/parser.rs`.
pub fn panic_site(file: &str, line: u32) -> String {
    let short = short_source_path(file);
    function_at(FUNCTIONS, &short, line).unwrap_or_else(|| without_version(short))
}

/// Returns the innermost function that contains a line of a file, by a list like [`FUNCTIONS`].
fn function_at(list: &str, file: &str, line: u32) -> Option<String> {
    let of_file = list.lines().skip_while(|entry| *entry != file).skip(1).take_while(|entry| entry.starts_with('\t'));
    let rows = of_file.filter_map(|entry| {
        let mut parts = entry.trim_start().splitn(3, ' ');
        let [first, last] = [parts.next()?, parts.next()?].map(str::parse::<u32>);
        (first.ok()?..=last.ok()?).contains(&line).then(|| parts.next()).flatten()
    });
    // What begins last is innermost.
    rows.last().map(str::to_owned)
}

/// Returns the part of a source path that is the same on every machine: from the crate's folder on.
pub fn short_source_path(path: &str) -> String {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    // cargo unpacks crates to `registry/src/REGISTRY/CRATE-VERSION`.
    let registry = parts.windows(2).rposition(|pair| pair == ["registry", "src"]).map(|at| at + 3).filter(|at| *at < parts.len());
    let source = || parts.iter().rposition(|part| *part == "src" || *part == "tests").map(|at| at.saturating_sub(1));
    parts[registry.or_else(source).unwrap_or(parts.len().saturating_sub(1))..].join("/")
}

/// Returns a short path without the version in the name of the crate's folder, and without its folder of sources.
fn without_version(short: String) -> String {
    let Some((folder, rest)) = short.split_once('/') else { return short };
    let bytes = folder.as_bytes();
    let version = (0..folder.len()).find(|at| bytes[*at] == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit));
    version.map_or(short.clone(), |at| format!("{}/{}", &folder[..at], rest.strip_prefix("src/").unwrap_or(rest)))
}

/// Returns the innermost function of ours in the printed backtrace of a panic; the panic hook, which is ours too, stands before the panic.
///
/// Where the backtrace has lines of source, they decide: functions that were inlined have no full names.
pub(crate) fn own_function(backtrace: &str) -> Option<String> {
    backtrace.lines().skip_while(|line| !line.contains(" core::panicking::")).find_map(|line| {
        if let Some(place) = line.trim_start().strip_prefix("at ") {
            let mut parts = place.rsplitn(3, ':').skip(1);
            let number = parts.next()?.parse().ok()?;
            return function_at(FUNCTIONS, &short_source_path(&within_folder(parts.next()?)), number);
        }
        let (number, name) = line.trim_start().split_once(": ")?;
        number.parse::<u32>().ok()?;
        let name = name.trim_start_matches('<');
        name.starts_with(OURS).then(|| plain(name))
    })
}

/// Returns the whole path of a file that a backtrace names relative to the current folder.
fn within_folder(path: &str) -> String {
    let folder = std::env::current_dir().map(|folder| folder.display().to_string());
    path.strip_prefix("./").zip(folder.ok()).map_or_else(|| path.to_owned(), |(file, folder)| format!("{folder}/{file}"))
}

/// Returns the name of a function in a backtrace without generics, closures and hash.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    let mut depth = 0_usize;
    for part in name.replace(" as ", "<").split_inclusive(['<', '>']) {
        if depth == 0 {
            plain.push_str(part.trim_end_matches(['<', '>']));
        }
        depth = if part.ends_with('<') { depth + 1 } else { depth.saturating_sub(usize::from(part.ends_with('>'))) };
    }
    let is_hash = |part: &str| part.len() == 17 && part.starts_with('h') && part[1..].bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts: Vec<&str> = plain.split("::").filter(|part| !part.is_empty() && !part.starts_with('{') && !is_hash(part)).collect();
    parts.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_the_function_whatever_stands_above_it() {
        let list = |first: u32| {
            format!(
                "a/src/b.rs\n\t{first} {} irsmith_a::b::f\n\t{} {} irsmith_a::b::f::g\nz/src/b.rs\n\t1 9 irsmith_z::b::f\n",
                first + 9,
                first + 2,
                first + 4
            )
        };
        for first in [1, 100] {
            let at = |line| function_at(&list(first), "a/src/b.rs", first + line);
            assert_eq!([at(0), at(3), at(9)].map(Option::unwrap), ["irsmith_a::b::f", "irsmith_a::b::f::g", "irsmith_a::b::f"]);
            assert_eq!(at(10), None);
            assert_eq!(function_at(&list(first), "c/src/b.rs", 1), None);
        }
    }

    #[test]
    fn our_own_functions_are_in_the_list() {
        for (file, name) in [
            ("pnacl/src/read/mod.rs", "\tirsmith_pnacl::read::"),
            ("fuzz/src/functions.rs", "irsmith_fuzz::functions::tests::our_own_functions_are_in_the_list"),
            ("cranelift/src/lower/access.rs", "irsmith_cranelift::lower::access::"),
        ] {
            let of_file = FUNCTIONS.lines().skip_while(|entry| *entry != file).skip(1).take_while(|entry| entry.starts_with('\t'));
            assert!(of_file.clone().any(|entry| entry.contains(name.trim_start())), "{file}: {:?}", of_file.collect::<Vec<_>>());
        }
        let line = line!();
        assert_eq!(panic_site(file!(), line), "irsmith_fuzz::functions::tests::our_own_functions_are_in_the_list");
    }

    #[test]
    fn other_crates_have_neither_line_nor_version() {
        let registry = "/home/a/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f";
        assert_eq!(panic_site(&format!("{registry}/rspirv-0.13.0/binary/parser.rs"), 7), "rspirv/binary/parser.rs");
        assert_eq!(panic_site(&format!("{registry}/cranelift-codegen-0.135.8/src/ir/dfg.rs"), 7), "cranelift-codegen/ir/dfg.rs");
        assert_eq!(panic_site("/rustc/0a1b/library/core/src/num/mod.rs", 7), "core/src/num/mod.rs");
        assert_eq!(panic_site("fuzz/tests/none.rs", 7), "fuzz/tests/none.rs");
    }

    #[test]
    fn paths_lose_what_depends_on_the_machine() {
        assert_eq!(short_source_path("/a/b/rust/library/core/src/num/mod.rs"), "core/src/num/mod.rs");
        assert_eq!(short_source_path("formats/pnacl/src/read/mod.rs"), "pnacl/src/read/mod.rs");
        assert_eq!(short_source_path("lone.rs"), "lone.rs");
    }

    #[test]
    fn a_backtrace_tells_the_innermost_function_of_ours() {
        let backtrace = "   0: irsmith_fuzz::panics::Panic::of\n   1: core::panicking::panic_fmt\n   1: core::slice::sort::sort<irsmith_a::X>\n             at /rustc/x.rs:7:5\n   \
                         2: <irsmith_a::b::C<irsmith_a::D> as core::iter::Iterator>::next::{{closure}}::h0123456789abcdef\n   3: irsmith_e::f\n";
        assert_eq!(own_function(backtrace).as_deref(), Some("irsmith_a::b::C::next"));
        assert_eq!(own_function("   0: std::panic\n"), None);
        let line = line!();
        let inlined = format!(
            "   6: core::panicking::panic_fmt\n   7: new<u8>\n             at /rustc/a/library/core/src/x.rs:7:5\n   8: {{closure#1}}\n             at {}:{line}:9\n",
            file!()
        );
        assert_eq!(
            own_function(&inlined).as_deref(),
            Some("irsmith_fuzz::functions::tests::a_backtrace_tells_the_innermost_function_of_ours")
        );
        assert_eq!(plain("irsmith_e::f::{closure#0}"), "irsmith_e::f");
    }
}
