//! JSON types of the status of a booking and of the actions that the caller may take.

use domain::{booking, booking_action};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum BookingStatus {
    Pending,
    Confirmed,
    Completed,
    Cancelled,
}

impl From<booking::BookingStatus> for BookingStatus {
    fn from(status: booking::BookingStatus) -> Self {
        match status {
            booking::BookingStatus::Pending => Self::Pending,
            booking::BookingStatus::Confirmed => Self::Confirmed,
            booking::BookingStatus::Completed => Self::Completed,
            booking::BookingStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// An action that the caller may take on a booking now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BookingAction {
    Pay,
    PayBalance,
    Confirm,
    Complete,
    Change,
    Cancel,
    Refund,
    ResendMail,
}

impl From<booking_action::BookingAction> for BookingAction {
    fn from(action: booking_action::BookingAction) -> Self {
        match action {
            booking_action::BookingAction::Pay => Self::Pay,
            booking_action::BookingAction::PayBalance => Self::PayBalance,
            booking_action::BookingAction::Confirm => Self::Confirm,
            booking_action::BookingAction::Complete => Self::Complete,
            booking_action::BookingAction::Change => Self::Change,
            booking_action::BookingAction::Cancel => Self::Cancel,
            booking_action::BookingAction::Refund => Self::Refund,
            booking_action::BookingAction::ResendMail => Self::ResendMail,
        }
    }
}
