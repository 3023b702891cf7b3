//! Sign-up, sign-in and the current user (document 1 §4, decisions §4).

pub mod forgot_password;
pub mod google;
pub mod linked_account;
pub mod login;
pub mod one_time_code;
pub mod password;
pub mod password_changed;
pub mod recovery_code;
pub mod reset_password;
pub mod second_step;
pub mod session;
pub mod sign_in_attempt;
pub mod signup;
pub mod totp;
pub mod verify_code;
pub mod wire;
