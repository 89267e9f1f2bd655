//! A ring buffer of fixed capacity.

/// Keeps the last `capacity` values that were pushed.
#[derive(Debug, Clone)]
pub struct Ring<T> {
    slots: Vec<Option<T>>,
    head: usize,
    len: usize,
}

impl<T> Ring<T> {
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "capacity must not be zero");
        let mut slots = Vec::new();
        slots.resize_with(capacity, || None);
        Ring { slots, head: 0, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a value and returns the one that it pushed out.
    pub fn push(&mut self, value: T) -> Option<T> {
        let index = (self.head + self.len) % self.slots.len();
        let old = self.slots[index].replace(value);
        if self.len < self.slots.len() {
            self.len += 1;
        }
        old
    }

    /// Takes the oldest value out.
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let value = self.slots[self.head].take();
        self.head = (self.head + 1) % self.slots.len();
        self.len -= 1;
        value
    }

    /// The values, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).filter_map(move |i| self.slots[(self.head + i) % self.slots.len()].as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_and_pop() {
        let mut ring = Ring::new(2);
        assert_eq!(ring.push(1), None);
        assert_eq!(ring.push(2), None);
        assert_eq!(ring.pop(), Some(1));
        assert_eq!(ring.pop(), Some(2));
        assert_eq!(ring.pop(), None);
    }
}
