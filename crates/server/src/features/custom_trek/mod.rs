//! Custom treks: travellers request a trek that is not on the list, the agency answers (decisions §3, §10).

pub mod ask;
pub mod mail;
pub mod manage;
pub mod wire;
