//! Enquiries: travellers ask about a trek, staff answer from the desk, and both continue by link or email (operations §6).

pub mod ask;
pub mod link;
pub mod mail;
pub mod manage;
pub mod receive;
pub mod saved_reply;
pub mod thread;
pub mod wire;
