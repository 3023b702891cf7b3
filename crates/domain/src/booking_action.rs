//! The actions that are available for a booking, and who may take them. Buttons in the administration and in My
//! Bookings follow this rule (decisions §11).

use crate::booking::{Booking, BookingStatus};
use crate::money::Money;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingAction {
    /// Pay by card, as the traveller of the booking.
    Pay,
    /// Pay what is left of the price of a confirmed booking by card, as its traveller; send the link for it, as staff.
    PayBalance,
    /// Record a payment that came another way, as staff.
    Confirm,
    Complete,
    /// Change guests, dates, route or departure, as staff.
    Change,
    Cancel,
    Refund,
    ResendMail,
}

/// Properties of the user who views a booking.
#[derive(Debug, Clone, Copy)]
pub struct Viewer {
    pub is_owner: bool,
    /// Staff or an administrator.
    pub is_staff: bool,
    /// The most that the viewer may refund of a booking; none for no limit.
    pub refund_limit: Option<Money>,
}

impl BookingAction {
    pub const ALL: [Self; 8] = [
        Self::Pay,
        Self::PayBalance,
        Self::Confirm,
        Self::Complete,
        Self::Change,
        Self::Cancel,
        Self::Refund,
        Self::ResendMail,
    ];

    fn is_permitted(self, viewer: Viewer) -> bool {
        match self {
            Self::Pay => viewer.is_owner,
            Self::PayBalance => viewer.is_owner || viewer.is_staff,
            Self::Cancel => viewer.is_owner || viewer.is_staff,
            Self::Confirm | Self::Complete | Self::Change | Self::Refund | Self::ResendMail => {
                viewer.is_staff
            }
        }
    }
}

impl Booking {
    /// Whether the status of the booking permits an action.
    #[must_use]
    pub fn allows(&self, action: BookingAction) -> bool {
        match action {
            BookingAction::Pay => {
                let payment = &self.payment;
                self.is_payable() && payment.by_hand.is_none() && payment.mismatch.is_none()
            }
            BookingAction::PayBalance => {
                self.status == BookingStatus::Confirmed && !self.balance().is_zero()
            }
            BookingAction::Confirm => self.is_payable(),
            BookingAction::Complete => self.status.can_become(BookingStatus::Completed),
            BookingAction::Change => {
                let can_walk = self.status == BookingStatus::Confirmed || self.is_payable();
                can_walk && self.reseller.is_none()
            }
            BookingAction::Cancel => self.status.can_become(BookingStatus::Cancelled),
            BookingAction::Refund => self.refundable() > Money::ZERO,
            BookingAction::ResendMail => self.has_mail() && self.mail_address().is_some(),
        }
    }

    /// Whether an email about the current status exists. A booking that ended unpaid never caused one.
    fn has_mail(&self) -> bool {
        match self.status {
            BookingStatus::Pending => false,
            BookingStatus::Confirmed | BookingStatus::Completed => true,
            BookingStatus::Cancelled => !self.paid().is_zero(),
        }
    }

    /// The actions that the viewer may take now.
    #[must_use]
    pub fn allowed_actions(&self, viewer: Viewer) -> Vec<BookingAction> {
        BookingAction::ALL
            .into_iter()
            .filter(|action| action.is_permitted(viewer) && self.allows(*action))
            .filter(|action| {
                let is_within = self.refundable_within(viewer.refund_limit) > Money::ZERO;
                *action != BookingAction::Refund || is_within
            })
            .collect()
    }
}
