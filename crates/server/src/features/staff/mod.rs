//! The staff of the agency: their list, invitations by email, and changes of their roles (operations §6).

pub mod accept;
pub mod invite;
pub mod link;
pub mod list;
pub mod mail;
pub mod role;
pub mod wire;
