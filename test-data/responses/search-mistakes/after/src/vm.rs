fn main() {
    let stack = vec![0u8; 16];
    call(stack[0]);
}
