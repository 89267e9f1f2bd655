pub struct OldQueue(Vec<u8>);
