//! Lines of whatever comes in: of any bytes, and of any length.

use std::io::{BufRead, Read};

/// The rest of a longer line is skipped.
const LONGEST_LINE: u64 = 1 << 20;

pub(super) struct Lines<R>(R);

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Lines<R> {
        Lines(input)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let count = (&mut self.0)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .ok()?;
        if count == 0 {
            return None;
        }
        if count as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            skip_line(&mut self.0);
        }
        let line = String::from_utf8_lossy(&bytes);
        Some(line.trim_end_matches(['\n', '\r']).to_owned())
    }
}

fn skip_line(input: &mut impl BufRead) {
    while let Ok(bytes) = input.fill_buf() {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(bytes.len(), |end| end + 1);
        input.consume(count);
        if end.is_some() || count == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_lines_and_long_ones_are_cut() {
        let mut bytes = b"ugi\r\n\xff\xfe\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 3 << 20));
        bytes.extend(b"\nquit");
        let lines: Vec<String> = Lines::new(bytes.as_slice()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0], "ugi");
        assert_eq!(lines[2].len() as u64, LONGEST_LINE);
        assert_eq!(lines[3], "quit");
    }
}
