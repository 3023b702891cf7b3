//! A reseller's booking together with what the reseller sent.

use domain::booking::Booking;
use store::reseller_bookings::ResellerBooking;

use super::error::OctoResult;
use super::order::Details;
use crate::http::error::ApiError;

/// A booking with what its reseller sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Resold {
    pub stored: ResellerBooking,
    pub details: Details,
    pub booking: Booking,
}

impl Resold {
    pub fn new(stored: ResellerBooking, booking: Booking) -> OctoResult<Self> {
        let details = serde_json::from_value(stored.document.clone());
        Ok(Self {
            details: details.map_err(ApiError::internal)?,
            stored,
            booking,
        })
    }
}
