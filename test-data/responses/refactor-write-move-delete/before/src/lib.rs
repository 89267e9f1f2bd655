pub mod queue;
pub mod old_queue;
