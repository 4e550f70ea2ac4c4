//! Records as numbers, one per line.

use crate::stream::ItemKind;
use crate::tables::BlockKind;
use crate::{Limits, Result, Stream};
use std::fmt;

/// The code of block enters in this form (manual, *Enter Block Record*).
const ENTER: u32 = 65535;
/// The code of block exits in this form (manual, *Exit Block Record*).
const EXIT: u32 = 65534;
/// Width of abbreviation ids if nothing needs more.
const PLAIN_WIDTH: u64 = 2;

/// Returns the records of a file, one per line: `code,operand,...;`.
///
/// Blocks are shown as the records `65535,block id,2;` and `65534;`. Items that only affect the encoding are left out: the header,
/// abbreviations, the block that registers them, and the true widths of abbreviation ids.
///
/// # Errors
/// The errors of [`Stream::read`].
pub fn records(bytes: &[u8]) -> Result<String> {
    Ok(stream_records(&Stream::read(bytes, &Limits::default())?))
}

/// Returns the records of a stream; see [`records`].
pub fn stream_records(stream: &Stream) -> String {
    super::text(|out| write_records(stream, out))
}

/// Writes the records of a stream number by number; see [`records`].
///
/// # Errors
/// The first error of the writer.
pub fn write_records(stream: &Stream, out: &mut dyn fmt::Write) -> fmt::Result {
    // Depth of blocks that are left out, inside an abbreviations block.
    let mut skipped = 0;
    for item in stream.items() {
        match &item.kind {
            ItemKind::Enter { block, .. } if skipped > 0 || *block == BlockKind::Abbreviations as u32 => skipped += 1,
            ItemKind::End if skipped > 0 => skipped -= 1,
            _ if skipped > 0 => {}
            ItemKind::Enter { block, .. } => line(out, ENTER, &[u64::from(*block), PLAIN_WIDTH])?,
            ItemKind::End => line(out, EXIT, &[])?,
            ItemKind::Define(_) => {}
            ItemKind::Record(record) => line(out, record.code, stream.operands(record))?,
        }
    }
    Ok(())
}

fn line(out: &mut dyn fmt::Write, code: u32, operands: &[u64]) -> fmt::Result {
    write!(out, "{code}")?;
    operands.iter().try_for_each(|operand| write!(out, ",{operand}"))?;
    out.write_str(";\n")
}
