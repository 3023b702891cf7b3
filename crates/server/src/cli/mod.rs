//! The commands of the program, one file each.

pub mod admin;
pub mod backup;
pub mod check;
mod credit_check;
pub mod enquiry;
pub mod health;
pub mod ledger_check;
pub mod seats_check;
#[cfg(not(test))]
pub mod serve;
pub mod wallet_check;
