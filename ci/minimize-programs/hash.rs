//! A hash: rounds of rotations, multiplications and additions over a block, with a division, a count of zeros and a swap of bytes.
#![crate_type = "lib"]

#[unsafe(no_mangle)]
pub fn hash(data: &[u8; 256], key: u64, modulus: u64) -> u64 {
    let mut a = key ^ 0x9e37_79b9_7f4a_7c15;
    let mut b = key.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mut c = 0x94d0_49bb_1331_11eb_u64;
    let mut d = !key;
    let mut words = [0_u64; 16];
    for (word, bytes) in words.iter_mut().zip(data.chunks(8)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
    for round in 0..4 {
        for step in 0..16 {
            let mixed = a.wrapping_add(words[(step * 7 + round) & 15]).rotate_left((step as u32 * 5 + 3) & 63);
            a = b ^ mixed.wrapping_mul(0xff51_afd7_ed55_8ccd);
            b = c.wrapping_add(mixed >> 3).rotate_right(11);
            c = d ^ (a & b) ^ (mixed << 7);
            d = mixed.wrapping_sub(c);
            words[step] = words[step].wrapping_add(a ^ d);
        }
        if modulus != 0 {
            a = a.wrapping_add(d / modulus);
        }
        b ^= u64::from(c.leading_zeros()) << round;
        d = d.swap_bytes();
    }
    a ^ b.rotate_left(17) ^ c.wrapping_mul(31) ^ d
}
