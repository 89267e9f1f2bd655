pub mod ring;

#[path = "compat.rs"]
pub mod old_queue;
