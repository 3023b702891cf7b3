//! Articles for readers (document 1 §2, §7).

pub mod read;
pub mod wire;
