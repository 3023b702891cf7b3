//! Payments of bookings: ways to pay, settling, payments by hand, wallets, late money (decisions §5; operations §3).

pub mod apply;
pub mod capture;
pub mod close;
pub mod confirm;
pub mod instructions_mail;
pub mod intent;
pub mod legacy_flow;
pub mod list;
pub mod lock_rate;
pub mod open;
pub mod open_wallet;
pub mod order;
pub mod orphan_payments;
pub mod payout;
pub mod receipt_mail;
pub mod reconcile;
pub mod record;
pub mod reversal;
pub mod rupees;
pub mod sandbox_confirm;
pub mod settle;
pub mod tender;
pub mod verify;
pub mod wallet;
pub mod ways;
pub mod webhook;
