//! The account page: profile, sessions, payments and deletion of the account (document 1 §2 Account, decisions §3 and
//! §10).

pub mod code;
pub mod delete;
pub mod device;
pub mod email;
pub mod export;
pub mod mail;
pub mod me;
pub mod password;
pub mod payment;
pub mod second_step;
pub mod second_step_wire;
pub mod sign_in;
pub mod wire;
