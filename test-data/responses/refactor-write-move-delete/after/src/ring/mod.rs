//! A queue of bytes.

#[derive(Default)]
pub struct Ring {
    bytes: std::collections::VecDeque<u8>,
}

impl Ring {
    pub fn push(&mut self, byte: u8) {
        self.bytes.push_back(byte);
    }
}

impl Iterator for Ring {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.bytes.pop_front()
    }
}
