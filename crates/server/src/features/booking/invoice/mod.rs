//! Invoices of bookings: issued, drawn as PDF, and listed for the tax office (operations §3).

pub mod credit_note;
pub mod issue;
pub mod page;
pub mod pdf;
pub mod sales_register;
