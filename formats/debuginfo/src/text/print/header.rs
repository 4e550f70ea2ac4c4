//! The header as comments.

use super::put;
use crate::text::generators;
use crate::{ByteOrder, Header};

/// Prints the five lines of the tools; then `; Version word: N` if the version has more than major and minor, and `; Byte order:
/// big-endian`.
pub(super) fn print(header: &Header, out: &mut String) {
    let (major, minor) = (header.version >> 16 & 0xff, header.version >> 8 & 0xff);
    put!(out, "; SPIR-V\n; Version: {major}.{minor}\n");
    let (tool, version) = (header.generator >> 16, header.generator & 0xffff);
    match generators::name(tool) {
        Some(name) => put!(out, "; Generator: {name}; {version}\n"),
        None => put!(out, "; Generator: Unknown({tool}); {version}\n"),
    }
    put!(out, "; Bound: {}\n; Schema: {}\n", header.bound, header.schema);
    if header.version != major << 16 | minor << 8 {
        put!(out, "; Version word: {:#010x}\n", header.version);
    }
    if header.order == ByteOrder::Big {
        out.push_str("; Byte order: big-endian\n");
    }
}
