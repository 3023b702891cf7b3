//! Adapters to systems outside the program. Each is an enum; there are no traits.

pub mod breaker;
pub mod card_number;
pub mod clock;
pub mod file_store;
pub mod identity;
pub mod mailer;
pub mod metered_payments;
pub mod openid_provider;
pub mod payment_provider;
pub mod payments;
pub mod provider_http;
pub mod rates;
pub mod sandbox;
pub mod sandbox_cards;
pub mod sandbox_faults;
pub mod sandbox_refunds;
pub mod secrets;
pub mod smtp;
pub mod smtp_address;
pub mod stripe;
pub mod stripe_calls;
pub mod stripe_signature;
pub mod stripe_units;
pub mod stripe_wire;
