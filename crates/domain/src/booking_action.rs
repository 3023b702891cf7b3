//! What can still be done with a booking, and by whom: the rule behind every button of the desk and of My Bookings
//! (decisions §11).

use crate::booking::{Booking, BookingStatus};
use crate::money::Money;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingAction {
    /// By card, as its traveller.
    Pay,
    /// An administrator records a payment that came another way.
    Confirm,
    Complete,
    Cancel,
    Refund,
    ResendMail,
}

/// Who looks at a booking.
#[derive(Debug, Clone, Copy)]
pub struct Viewer {
    pub is_owner: bool,
    pub is_admin: bool,
}

impl BookingAction {
    pub const ALL: [Self; 6] = [
        Self::Pay,
        Self::Confirm,
        Self::Complete,
        Self::Cancel,
        Self::Refund,
        Self::ResendMail,
    ];

    fn is_permitted(self, viewer: Viewer) -> bool {
        match self {
            Self::Pay => viewer.is_owner,
            Self::Cancel => viewer.is_owner || viewer.is_admin,
            Self::Confirm | Self::Complete | Self::Refund | Self::ResendMail => viewer.is_admin,
        }
    }
}

impl Booking {
    /// Whether its state allows an action.
    #[must_use]
    pub fn allows(&self, action: BookingAction) -> bool {
        match action {
            BookingAction::Pay => {
                let payment = &self.payment;
                self.is_payable() && payment.by_hand.is_none() && payment.mismatch.is_none()
            }
            BookingAction::Confirm => self.is_payable(),
            BookingAction::Complete => self.status.can_become(BookingStatus::Completed),
            BookingAction::Cancel => self.status.can_become(BookingStatus::Cancelled),
            BookingAction::Refund => self.refundable() > Money::ZERO,
            BookingAction::ResendMail => self.has_mail() && !self.customer.email.is_empty(),
        }
    }

    /// Whether the customer was mailed about its present status: a booking that ended unpaid never was.
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
            .collect()
    }
}
