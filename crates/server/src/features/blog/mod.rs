//! Blog articles: reading and writing (document 1 §2, §7; document 2 §2 Blog admin).

pub mod document;
pub mod form;
pub mod manage;
pub mod pictures;
pub mod read;
pub mod views;
pub mod wire;
pub mod write;
