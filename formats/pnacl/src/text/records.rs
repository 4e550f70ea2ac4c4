//! Records as numbers, one a line.

use crate::stream::ItemKind;
use crate::tables::BlockKind;
use crate::{Limits, Result, Stream};
use std::fmt;

/// Code that a block's begin has in this form (manual, *Enter Block Record*).
const ENTER: u32 = 65535;
/// Code that a block's end has in this form (manual, *Exit Block Record*).
const EXIT: u32 = 65534;
/// Width of abbreviation ids where nothing asks for more.
const PLAIN_WIDTH: u64 = 2;

/// The records of a file, one a line: `code,operand,...;`.
///
/// Blocks are shown as the records `65535,block id,2;` and `65534;`. What only serves the encoding is left out: the header,
/// abbreviations, the block that registers them, and the true widths of abbreviation ids.
///
/// # Errors
/// Those of [`Stream::read`].
pub fn records(bytes: &[u8]) -> Result<String> {
    Ok(stream_records(&Stream::read(bytes, &Limits::default())?))
}

/// The records of a stream; see [`records`].
pub fn stream_records(stream: &Stream) -> String {
    super::text(|out| write_records(stream, out))
}

/// Writes the records of a stream number by number; see [`records`].
///
/// # Errors
/// The first of the writer.
pub fn write_records(stream: &Stream, out: &mut dyn fmt::Write) -> fmt::Result {
    // Blocks that are left out, from an abbreviations block on.
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
