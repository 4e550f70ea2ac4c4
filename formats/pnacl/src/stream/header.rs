//! The file header: `PEXE`, and a list of fields.
//!
//! | bytes | meaning |
//! |---|---|
//! | 0 to 3 | `PEXE` |
//! | 4, 5 | number of fields |
//! | 6, 7 | size of the fields in bytes |
//! | then per field | id (tag << 4 \| type), length, data, padding to a multiple of 4 |
//!
//! All numbers are little endian, 16 bits. The manual defines only the one header of a version 2 file (*Header Record*).

use crate::{BitAddress, Error, ErrorKind, Result};
use smallvec::SmallVec;

/// Field type: 32-bit number.
const UINT32: u16 = 1;
/// Tag of the version field.
const TAG_VERSION: u16 = 1;
/// Tag of the experimental flag "align bitcode records".
const TAG_ALIGN: u16 = 2;
/// The only PNaCl version.
const VERSION: u32 = 2;

/// The header of a file, kept as its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    bytes: SmallVec<[u8; 16]>,
}

/// A field of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderField<'a> {
    /// Tag in the upper twelve bits, type in the lower four.
    pub id: u16,
    /// The field's data without padding.
    pub data: &'a [u8],
}

impl Default for Header {
    fn default() -> Self {
        Self { bytes: SmallVec::from(*b"PEXE\x01\0\x08\0\x11\0\x04\0\x02\0\0\0") }
    }
}

impl Header {
    /// Returns the header's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the fields that are within the header.
    pub fn fields(&self) -> impl Iterator<Item = HeaderField<'_>> {
        let count = word(&self.bytes, 4).unwrap_or(0);
        let mut at = 8;
        (0..count).map_while(move |_| {
            let id = word(&self.bytes, at)?;
            let length = usize::from(word(&self.bytes, at + 2)?);
            let data = self.bytes.get(at + 4..at + 4 + length)?;
            at += 4 + length.next_multiple_of(4);
            Some(HeaderField { id, data })
        })
    }

    /// Reads the header at the start of a file.
    ///
    /// Accepts what the tools accept: no fields, and a field area larger than its fields.
    ///
    /// # Errors
    /// [`ErrorKind::BadMagic`], [`ErrorKind::BadHeaderField`], [`ErrorKind::BadVersion`], [`ErrorKind::UnexpectedEnd`].
    pub fn read(file: &[u8]) -> Result<Self> {
        if !file.starts_with(b"PEXE") {
            return Err(Error { at: BitAddress(0), kind: ErrorKind::BadMagic });
        }
        let end = |at: usize| Error { at: BitAddress::of_byte(at as u64), kind: ErrorKind::UnexpectedEnd };
        let count = word(file, 4).ok_or_else(|| end(file.len()))?;
        let size = 8 + usize::from(word(file, 6).ok_or_else(|| end(file.len()))?);
        let bytes = file.get(..size).ok_or_else(|| end(file.len()))?;
        let header = Self { bytes: SmallVec::from_slice(bytes) };
        header.check(count)?;
        Ok(header)
    }

    fn check(&self, count: u16) -> Result<()> {
        let mut at = 8;
        let mut seen_version = false;
        let mut fields = 0;
        for field in self.fields() {
            let here = BitAddress::of_byte(at);
            let bad = |problem| Err(Error { at: here, kind: ErrorKind::BadHeaderField { id: field.id, problem } });
            match field.id >> 4 {
                TAG_VERSION if field.id & 15 != UINT32 => return bad("of the wrong type, expected a 32-bit number"),
                TAG_VERSION if field.data.len() < 4 => return bad("too short, expected 4 bytes"),
                TAG_VERSION if seen_version => return bad("repeated"),
                TAG_VERSION => {
                    seen_version = true;
                    // The last byte is ignored, as by the tools.
                    let version = u32::from_le_bytes([field.data[0], field.data[1], field.data[2], 0]);
                    if version != VERSION {
                        return Err(Error { at: here, kind: ErrorKind::BadVersion(version) });
                    }
                }
                TAG_ALIGN => return bad("the experimental record alignment, which is not supported"),
                _ => return bad("unknown"),
            }
            at += 4 + (field.data.len() as u64).next_multiple_of(4);
            fields += 1;
        }
        if fields < count {
            return Err(Error { at: BitAddress::of_byte(at), kind: ErrorKind::UnexpectedEnd });
        }
        Ok(())
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at + 2)?;
    Some(u16::from_le_bytes([two[0], two[1]]))
}
