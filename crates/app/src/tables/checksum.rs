//! A checksum against accidents, not against malice: four lanes of words, mixed by
//! multiplication, so that it keeps up with the disk.

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [1, 2, 3, 4u64];
    let chunks = bytes.chunks_exact(32);
    let rest = chunks.remainder();
    for chunk in chunks {
        absorb(&mut lanes, chunk);
    }
    let mut last = [0; 32];
    last[..rest.len()].copy_from_slice(rest);
    absorb(&mut lanes, &last);
    lanes
        .iter()
        .fold(bytes.len() as u64, |sum, &lane| step(sum, lane))
}

fn absorb(lanes: &mut [u64; 4], chunk: &[u8]) {
    for (lane, word) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
        let word = word
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        *lane = step(*lane, word);
    }
}

fn step(state: u64, word: u64) -> u64 {
    let mixed = (state ^ word).wrapping_mul(FACTOR);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_changed_bit_changes_the_sum() {
        let mut bytes: Vec<u8> = (0..100).collect();
        let sum = checksum(&bytes);
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&bytes), sum);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn a_missing_zero_at_the_end_changes_the_sum() {
        assert_ne!(checksum(&[0; 64]), checksum(&[0; 63]));
    }
}
