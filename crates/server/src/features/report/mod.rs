//! Reports for the agency's accounts: payments, balances and VAT, each as JSON and as CSV (operations §3).

pub mod balances;
pub mod payment_sums;
pub mod payments;
pub mod period;
pub mod vat;
pub mod vat_sums;
pub mod wire_payments;
