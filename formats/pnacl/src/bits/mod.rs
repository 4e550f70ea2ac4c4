//! The bit layer: fixed and variable-width values, least significant bit first.
//!
//! [`BitReader`] and [`BitWriter`] are inverse to each other. This layer does not know blocks or records.

mod reader;
mod writer;

pub use reader::BitReader;
pub(crate) use reader::Field;
pub use writer::BitWriter;

/// Decodes a sign-rotated operand: bit 0 is the sign, the rest the magnitude; `1` ("minus zero") is the smallest integer (manual,
/// *SignRotate*, and the tools for the case that the manual leaves undefined).
pub const fn sign_unrotate(operand: u64) -> i64 {
    let magnitude = operand >> 1;
    if operand & 1 == 0 {
        magnitude as i64
    } else if magnitude == 0 {
        i64::MIN
    } else {
        (magnitude as i64).wrapping_neg()
    }
}

/// Encodes an integer as [`sign_unrotate`] decodes it. `i64::MIN` becomes 1.
pub const fn sign_rotate(value: i64) -> u64 {
    if value >= 0 { (value as u64) << 1 } else { (value.wrapping_neg() as u64).wrapping_shl(1) | 1 }
}

const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// Returns the character that a char6 value represents. Values above 63 wrap.
pub const fn char6_decode(value: u64) -> u8 {
    CHAR6[(value & 63) as usize]
}

/// Returns the char6 value of a character, or `None` if the alphabet `[a-zA-Z0-9._]` lacks it.
pub const fn char6_encode(character: u64) -> Option<u64> {
    if character > 127 {
        return None;
    }
    let c = character as u8;
    Some(match c {
        b'a'..=b'z' => (c - b'a') as u64,
        b'A'..=b'Z' => (c - b'A') as u64 + 26,
        b'0'..=b'9' => (c - b'0') as u64 + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_rotation_matches_the_manual() {
        for (value, operand) in [(0, 0), (1, 2), (-1, 3), (-2, 5), (19_888_777_666, 39_777_555_332), (i64::MIN, 1)] {
            assert_eq!(sign_rotate(value), operand);
            assert_eq!(sign_unrotate(operand), value);
        }
        assert_eq!(sign_rotate(i64::MIN + 1), u64::MAX);
        assert_eq!(sign_rotate(i64::from(i32::MIN)), 0x1_0000_0001);
    }

    #[test]
    fn char6_alphabet_is_its_own_inverse() {
        for value in 0..64 {
            assert_eq!(char6_encode(u64::from(char6_decode(value))), Some(value));
        }
        assert_eq!(char6_encode(u64::from(b'-')), None);
        assert_eq!(char6_encode(u64::from(b'a') + 256), None);
    }

    #[test]
    fn reader_and_writer_agree_with_hand_written_bits() {
        let mut writer = BitWriter::default();
        writer.fixed(0b101, 3);
        writer.vbr(33, 6); // chunks 000001|1 then 000001
        writer.fixed(u64::MAX, 64);
        writer.align32();
        let bytes = writer.into_bytes();
        // 101, then 33 = 1 + 32*1: chunk 100001, chunk 000001.
        assert_eq!(bytes[0], 0b0000_1101);
        assert_eq!(bytes[1] & 0b0111_1111, 0b0000_0011);
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.fixed(3).unwrap(), 0b101);
        assert_eq!(reader.vbr(6).unwrap(), 33);
        assert_eq!(reader.fixed(64).unwrap(), u64::MAX);
        reader.align32().unwrap();
        assert!(reader.is_at_end());
        assert!(reader.fixed(1).is_err());
    }

    #[test]
    fn vbr_accepts_overlong_values_and_refuses_lost_bits() {
        let mut writer = BitWriter::default();
        for _ in 0..30 {
            writer.fixed(0b10_0000, 6);
        }
        writer.fixed(0, 6);
        writer.align32();
        assert_eq!(BitReader::new(&writer.into_bytes()).vbr(6).unwrap(), 0);
        let mut writer = BitWriter::default();
        for _ in 0..13 {
            writer.fixed(0b11_1111, 6);
        }
        writer.fixed(1, 6);
        writer.align32();
        assert!(BitReader::new(&writer.into_bytes()).vbr(6).is_err());
    }
}
