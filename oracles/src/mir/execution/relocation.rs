//! The relocations that LLVM writes for static code of the small code model.

use super::Processor;
use object::elf::{
    R_AARCH64_ABS32, R_AARCH64_ABS64, R_AARCH64_ADD_ABS_LO12_NC, R_AARCH64_ADR_PREL_LO21, R_AARCH64_ADR_PREL_PG_HI21, R_AARCH64_CALL26,
    R_AARCH64_CONDBR19, R_AARCH64_JUMP26, R_AARCH64_LD_PREL_LO19, R_AARCH64_LDST8_ABS_LO12_NC, R_AARCH64_LDST16_ABS_LO12_NC,
    R_AARCH64_LDST32_ABS_LO12_NC, R_AARCH64_LDST64_ABS_LO12_NC, R_AARCH64_LDST128_ABS_LO12_NC, R_AARCH64_MOVW_UABS_G0_NC,
    R_AARCH64_MOVW_UABS_G1_NC, R_AARCH64_MOVW_UABS_G2_NC, R_AARCH64_MOVW_UABS_G3, R_AARCH64_PREL32, R_AARCH64_PREL64, R_AARCH64_TSTBR14,
    R_X86_64_32, R_X86_64_32S, R_X86_64_64, R_X86_64_PC32, R_X86_64_PC64, R_X86_64_PLT32, RelocationType,
};

/// Applies a relocation at `at`, whose address is `place`. `value` is the symbol's address with the addend. Returns `None` if its kind is
/// unknown, the value does not fit, or the section is too short.
pub(super) fn apply(processor: Processor, kind: RelocationType, at: &mut [u8], place: u64, value: u64) -> Option<()> {
    match processor {
        Processor::X86_64 => x86_64(kind, at, place, value),
        Processor::AArch64 => aarch64(kind, at, place, value),
    }
}

fn x86_64(kind: RelocationType, at: &mut [u8], place: u64, value: u64) -> Option<()> {
    let relative = value.wrapping_sub(place);
    match kind {
        R_X86_64_64 => put(at, value.to_le_bytes()),
        R_X86_64_PC64 => put(at, relative.to_le_bytes()),
        R_X86_64_32 => put(at, u32::try_from(value).ok()?.to_le_bytes()),
        R_X86_64_32S => put(at, (i32::try_from(value as i64).ok()? as u32).to_le_bytes()),
        R_X86_64_PC32 | R_X86_64_PLT32 => put(at, (i32::try_from(relative as i64).ok()? as u32).to_le_bytes()),
        _ => None,
    }
}

fn aarch64(kind: RelocationType, at: &mut [u8], place: u64, value: u64) -> Option<()> {
    let relative = value.wrapping_sub(place) as i64;
    let low = (value & 0xfff) as u32;
    // A field of an instruction: its bits, and the number of its lowest bit.
    let mut field = |bits: u32, bits_wide: u32, lowest: u32| {
        let mask = (u32::MAX >> (32 - bits_wide)) << lowest;
        let old = u32::from_le_bytes(*at.first_chunk()?);
        put(at, (old & !mask | bits << lowest & mask).to_le_bytes())
    };
    match kind {
        R_AARCH64_ABS64 => put(at, value.to_le_bytes()),
        R_AARCH64_ABS32 => put(at, u32::try_from(value).ok()?.to_le_bytes()),
        R_AARCH64_PREL64 => put(at, (relative as u64).to_le_bytes()),
        R_AARCH64_PREL32 => put(at, (i32::try_from(relative).ok()? as u32).to_le_bytes()),
        R_AARCH64_CALL26 | R_AARCH64_JUMP26 => field(branch(relative, 26)?, 26, 0),
        R_AARCH64_CONDBR19 | R_AARCH64_LD_PREL_LO19 => field(branch(relative, 19)?, 19, 5),
        R_AARCH64_TSTBR14 => field(branch(relative, 14)?, 14, 5),
        R_AARCH64_ADR_PREL_PG_HI21 => {
            let pages = (value & !0xfff).wrapping_sub(place & !0xfff) as i64 >> 12;
            let pages = fits(pages, 21)?;
            field(pages & 3, 2, 29)?;
            field(pages >> 2, 19, 5)
        }
        R_AARCH64_ADR_PREL_LO21 => {
            let bytes = fits(relative, 21)?;
            field(bytes & 3, 2, 29)?;
            field(bytes >> 2, 19, 5)
        }
        R_AARCH64_ADD_ABS_LO12_NC | R_AARCH64_LDST8_ABS_LO12_NC => field(low, 12, 10),
        R_AARCH64_LDST16_ABS_LO12_NC => field(low >> 1, 12, 10),
        R_AARCH64_LDST32_ABS_LO12_NC => field(low >> 2, 12, 10),
        R_AARCH64_LDST64_ABS_LO12_NC => field(low >> 3, 12, 10),
        R_AARCH64_LDST128_ABS_LO12_NC => field(low >> 4, 12, 10),
        R_AARCH64_MOVW_UABS_G0_NC => field(value as u32 & 0xffff, 16, 5),
        R_AARCH64_MOVW_UABS_G1_NC => field((value >> 16) as u32 & 0xffff, 16, 5),
        R_AARCH64_MOVW_UABS_G2_NC => field((value >> 32) as u32 & 0xffff, 16, 5),
        R_AARCH64_MOVW_UABS_G3 => field((value >> 48) as u32, 16, 5),
        _ => None,
    }
}

/// Returns the distance of a branch in instructions, in so many bits.
fn branch(relative: i64, bits: u32) -> Option<u32> {
    if relative & 3 == 0 { fits(relative >> 2, bits) } else { None }
}

/// Returns the low bits of a signed number that has no more.
fn fits(value: i64, bits: u32) -> Option<u32> {
    let limit = 1 << (bits - 1);
    (-limit..limit).contains(&value).then_some(value as u32 & u32::MAX >> (32 - bits))
}

/// Writes bytes at the beginning of a section's rest.
fn put<const N: usize>(at: &mut [u8], bytes: [u8; N]) -> Option<()> {
    *at.first_chunk_mut()? = bytes;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encodings are those that GNU as writes for the same distances.
    #[test]
    fn instructions_get_their_distance() {
        let relocated = |kind, instruction: u32, place, value| {
            let mut bytes = instruction.to_le_bytes();
            apply(Processor::AArch64, kind, &mut bytes, place, value).map(|()| u32::from_le_bytes(bytes))
        };
        // bl .+8, bl .-4; adrp x0, .+0x1000; add x0, x0, #0x123; ldr x1, [x0, #0x120]; b.eq .+8.
        assert_eq!(relocated(R_AARCH64_CALL26, 0x9400_0000, 0x1000, 0x1008), Some(0x9400_0002));
        assert_eq!(relocated(R_AARCH64_CALL26, 0x9400_0000, 0x1000, 0xffc), Some(0x97ff_ffff));
        assert_eq!(relocated(R_AARCH64_CALL26, 0x9400_0000, 0x1000, 0x1002), None);
        assert_eq!(relocated(R_AARCH64_CALL26, 0x9400_0000, 0x1000, 0x1000 + (1 << 27)), None);
        assert_eq!(relocated(R_AARCH64_ADR_PREL_PG_HI21, 0x9000_0000, 0x1ffc, 0x2123), Some(0xb000_0000));
        assert_eq!(relocated(R_AARCH64_ADD_ABS_LO12_NC, 0x9100_0000, 0, 0x2123), Some(0x9104_8c00));
        assert_eq!(relocated(R_AARCH64_LDST64_ABS_LO12_NC, 0xf940_0001, 0, 0x2120), Some(0xf940_9001));
        assert_eq!(relocated(R_AARCH64_CONDBR19, 0x5400_0000, 0x1000, 0x1008), Some(0x5400_0040));
    }

    #[test]
    fn values_that_do_not_fit_are_refused() {
        let relocated = |kind, place, value| {
            let mut bytes = [0; 8];
            apply(Processor::X86_64, kind, &mut bytes, place, value).map(|()| u64::from_le_bytes(bytes))
        };
        assert_eq!(relocated(R_X86_64_64, 0, 0x1234_5678_9abc_def0), Some(0x1234_5678_9abc_def0));
        assert_eq!(relocated(R_X86_64_PC32, 0x2000, 0x1000), Some(0xffff_f000));
        assert_eq!(relocated(R_X86_64_PC32, 0, 1 << 31), None);
        assert_eq!(relocated(R_X86_64_32S, 0, 1 << 31), None);
        assert_eq!(relocated(R_X86_64_32, 0, 1 << 31), Some(1 << 31));
        assert_eq!(relocated(RelocationType(0xffff), 0, 0), None);
    }
}
