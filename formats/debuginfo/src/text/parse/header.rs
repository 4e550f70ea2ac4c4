//! Parses the header from the comments before the first instruction.

use crate::text::generators;
use crate::{ByteOrder, Header};

/// Returns the content of the comments; without them version 1.0, little-endian. The bound only if a comment states it.
pub(super) fn parse(text: &str) -> (Header, Option<u32>) {
    let mut header = Header::default();
    let mut bound = None;
    let lines = text.lines().map(str::trim).take_while(|line| line.is_empty() || line.starts_with(';'));
    for (key, value) in lines.filter_map(|line| line.strip_prefix(';')?.split_once(':')) {
        // Everything else is an ordinary comment.
        let value = value.trim();
        match key.trim() {
            "Version" => header.version = version(value).unwrap_or(header.version),
            "Generator" => header.generator = generator(value).unwrap_or(header.generator),
            "Bound" => bound = value.parse().ok(),
            "Schema" => header.schema = value.parse().unwrap_or(header.schema),
            "Version word" => header.version = crate::text::number::word(value).unwrap_or(header.version),
            "Byte order" if value == "big-endian" => header.order = ByteOrder::Big,
            _ => {}
        }
    }
    (header, bound)
}

fn version(text: &str) -> Option<u32> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor): (u8, u8) = (major.parse().ok()?, minor.parse().ok()?);
    Some(u32::from(major) << 16 | u32::from(minor) << 8)
}

fn generator(text: &str) -> Option<u32> {
    let (name, version) = text.rsplit_once(';')?;
    let version: u16 = version.trim().parse().ok()?;
    let unknown = || name.strip_prefix("Unknown(")?.strip_suffix(')')?.parse::<u16>().ok().map(u32::from);
    Some(generators::number(name).or_else(unknown)? << 16 | u32::from(version))
}
