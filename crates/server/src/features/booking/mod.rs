//! Bookings: create, change, cancel and list them, with their payments, refunds and invoices (document 2 §4, §7;
//! decisions §5).

pub mod agency_event;
pub mod audit_entry;
pub mod cancel;
pub mod create;
pub mod expected_price;
pub mod export;
pub mod history;
pub mod invoice;
pub mod list;
pub mod mail;
pub mod payment;
pub mod quote;
pub mod read;
pub mod record;
pub mod refund;
pub mod request;
pub mod resend;
pub mod status;
pub mod wire;
pub mod wire_guest;
pub mod wire_price;
pub mod wire_response;
