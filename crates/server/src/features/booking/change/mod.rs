//! Staff change a booking: its guests, dates, route or departure (operations §6). The difference in price is shown first
//! and settled after: it raises the balance, or goes back as a refund or a travel credit.

pub mod apply;
pub mod plan;
pub mod preview;
pub mod request;
mod seats;
pub mod wire;
