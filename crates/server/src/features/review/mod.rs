//! Reviews of treks: asked for by email, written with a signed link, approved by staff, shown on the trek page
//! (operations §6).

pub mod ask;
pub mod link;
pub mod manage;
pub mod rating;
pub mod shown;
pub mod wire;
pub mod write;
