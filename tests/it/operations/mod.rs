//! Any row of operations is taken back by as many undos, and brought back by as many redos; what
//! the user does meanwhile is never lost.

mod properties;
mod table;
mod user;
mod while_at_work;
