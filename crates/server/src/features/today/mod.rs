//! The desk's first page: what is to be done today, and the months behind and ahead (operations §6).

pub mod months;
pub mod tasks;
pub mod wire;
