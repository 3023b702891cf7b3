//! Reports for the agency's accounts: payments, balances and VAT, each as JSON and as CSV (operations §3), and the
//! accounts of a month as one download (§6).

pub mod accounts;
mod accounts_files;
mod accounts_sums;
mod accounts_tables;
pub mod balances;
mod credit_notes;
pub mod payment_sums;
pub mod payments;
pub mod period;
pub mod vat;
pub mod vat_sums;
pub mod wire_payments;
