//! Signing up, signing in, and who is signed in (document 1 §4, decisions §4).

pub mod password;
pub mod token;
