//! The model: the state of a booking and its money after each event, following decisions §5 without code of the server.

use chrono::NaiveDate;
use domain::booking::BookingStatus::{self, Cancelled, Completed, Confirmed, Pending};
use domain::booking::PaymentStatus;

/// The seats of a booking on a group departure, and those of everybody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    Held,
    /// The hold has ended. Nobody needed the seats yet.
    HoldEnded,
    Released,
    Taken,
}

/// Of two guests on a departure with three seats.
pub struct Group {
    pub seats: Seats,
    pub rival: u32,
}

const CAPACITY: u32 = 3;
const PARTY: u32 = 2;

impl Group {
    pub fn left(&self) -> u32 {
        let own = match self.seats {
            Seats::Held | Seats::Taken => PARTY,
            Seats::HoldEnded | Seats::Released => 0,
        };
        CAPACITY - own - self.rival
    }

    /// Sells the seats of the party, if they are its own or free.
    fn take(&mut self) -> bool {
        let can = match self.seats {
            Seats::Released => self.left() >= PARTY,
            Seats::Held | Seats::HoldEnded | Seats::Taken => true,
        };
        if can {
            self.seats = Seats::Taken;
        }
        can
    }

    /// Returns whether the rival gets its seats.
    pub fn rival_buys(&mut self, seats: u32) -> bool {
        let can = self.left() >= seats;
        if self.seats == Seats::HoldEnded && can {
            // Its transaction released the hold first.
            self.seats = Seats::Released;
        }
        if can {
            self.rival += seats;
        }
        can
    }
}

pub struct Model {
    start: NaiveDate,
    /// None: the party walks by itself.
    pub group: Option<Group>,
    /// Only the end of the hold cancelled the booking.
    hold_ended: bool,
    /// Minor units.
    pub total: i64,
    pub status: BookingStatus,
    pub payment: PaymentStatus,
    pub refunded: i64,
    /// What staff have to pay out, because they recorded the payment.
    pub owed: i64,
    is_recorded: bool,
    pub invoiced: bool,
    /// The provider charged another amount, and the agency was informed.
    pub is_mismatch_told: bool,
    /// The state at the provider: the captured amount in minor units, or a payment that can no longer be made.
    captured: Option<i64>,
    closed: bool,
}

impl Model {
    pub fn new(start: NaiveDate, total: i64, is_group: bool) -> Self {
        Self {
            start,
            group: is_group.then_some(Group {
                seats: Seats::Held,
                rival: 0,
            }),
            hold_ended: false,
            total,
            status: Pending,
            payment: PaymentStatus::Pending,
            refunded: 0,
            owed: 0,
            is_recorded: false,
            invoiced: false,
            is_mismatch_told: false,
            captured: None,
            closed: false,
        }
    }

    /// A card is charged once, and never for a closed payment.
    pub fn pay(&mut self) -> u16 {
        if self.captured.is_some() {
            return 200;
        }
        if self.closed {
            return 409;
        }
        self.captured = Some(self.total);
        200
    }

    /// The provider charges another amount. True if the payment could still be made.
    pub fn pay_otherwise(&mut self, amount: i64) -> bool {
        let comes = !self.closed && self.captured.is_none();
        if comes {
            self.captured = Some(amount);
        }
        comes
    }

    /// The booking waits, because the charged amount is not its price.
    pub fn is_held(&self) -> bool {
        self.status == Pending && self.is_mismatch_told
    }

    pub fn pay_declined(&self) -> u16 {
        match (self.captured.is_some(), self.closed) {
            (true, _) => 200,
            (false, true) => 409,
            (false, false) => 402,
        }
    }

    /// Records the state of the payment: it confirms the booking, or is refunded if the booking no longer waits for it.
    /// Another amount than the price confirms nothing, and is never refunded as the price.
    pub fn settle(&mut self) {
        let Some(captured) = self.captured else {
            return;
        };
        let waits = self.status == Pending || (self.status == Cancelled && self.hold_ended);
        if captured != self.total {
            self.is_mismatch_told |= self.status == Pending;
        } else if waits && self.has_room() {
            self.hold_ended = false;
            self.confirm();
        } else if waits {
            self.hold_ended = false;
            self.status = Cancelled;
            self.payment = PaymentStatus::Refunded;
            self.refunded = self.total;
        } else if self.status == Cancelled && self.payment == PaymentStatus::Failed {
            self.payment = PaymentStatus::Refunded;
            self.refunded = self.total;
        }
        // A booking confirmed by hand stays as it is; the audit checks the refund.
    }

    fn confirm(&mut self) {
        self.status = Confirmed;
        self.payment = PaymentStatus::Confirmed;
        self.invoiced = true;
    }

    /// Takes the seats, if there are enough.
    fn has_room(&mut self) -> bool {
        self.group.as_mut().is_none_or(Group::take)
    }

    fn release(&mut self) {
        if let Some(group) = &mut self.group {
            group.seats = Seats::Released;
        }
    }

    pub fn end_hold(&mut self) {
        if let Some(group) = &mut self.group
            && group.seats == Seats::Held
        {
            group.seats = Seats::HoldEnded;
        }
    }

    /// The sweep cancels a booking on a departure whose hold has ended.
    pub fn sweep(&mut self) {
        let is_over = self
            .group
            .as_ref()
            .is_some_and(|group| matches!(group.seats, Seats::HoldEnded | Seats::Released));
        if is_over {
            self.expire();
        }
    }

    pub fn verify(&mut self) -> u16 {
        self.settle();
        match self.payment {
            _ if self.is_held() => 409,
            // The payment by card was replaced.
            _ if self.is_recorded => 404,
            PaymentStatus::Confirmed | PaymentStatus::Refunded => 200,
            PaymentStatus::Pending | PaymentStatus::Failed => 402,
        }
    }

    fn close_unpaid(&mut self) {
        self.release();
        self.closed = true;
        self.status = Cancelled;
        self.payment = PaymentStatus::Failed;
    }

    pub fn expire(&mut self) {
        if self.status != Pending {
            return;
        }
        self.settle();
        if self.status == Pending && !self.is_held() {
            self.close_unpaid();
            self.hold_ended = self.group.is_some();
        }
    }

    /// The policy refunds everything 30 days before the start, half 7 days before it, then nothing; an agency refunds
    /// everything.
    pub fn cancel(&mut self, today: NaiveDate, by_agency: bool) -> u16 {
        self.settle();
        match self.status {
            Pending => {
                self.close_unpaid();
                200
            }
            Confirmed => {
                let days = self.start.signed_duration_since(today).num_days();
                let by_policy = match days {
                    30.. => self.total,
                    7..30 => (self.total + 1) / 2,
                    _ => 0,
                };
                let all = if by_agency { self.total } else { by_policy };
                self.status = Cancelled;
                self.release();
                self.give_back((all - self.refunded - self.owed).max(0));
                200
            }
            Completed | Cancelled => {
                // From then on money that comes late goes back.
                self.hold_ended = false;
                409
            }
        }
    }

    fn give_back(&mut self, amount: i64) {
        if self.is_recorded {
            self.owed += amount;
        } else if amount > 0 {
            self.refunded += amount;
            self.payment = PaymentStatus::Refunded;
        }
    }

    /// At most what was paid, less earlier refunds.
    pub fn refund(&mut self, amount: i64) -> u16 {
        self.settle();
        let is_paid = matches!(
            self.payment,
            PaymentStatus::Confirmed | PaymentStatus::Refunded
        );
        if !is_paid || amount > self.total - self.refunded - self.owed {
            return 409;
        }
        self.give_back(amount);
        200
    }

    /// If the provider has charged the card, it is an ordinary confirmation.
    pub fn confirm_by_hand(&mut self) -> u16 {
        if self.status != Pending {
            return 409;
        }
        self.settle();
        if self.status == Pending && self.has_room() {
            self.closed = true;
            self.confirm();
        }
        if self.status == Confirmed { 200 } else { 409 }
    }

    /// Nothing happens unless the hold has ended: 201 if its seats are still free. If the provider has charged the card,
    /// nothing is left to pay.
    pub fn record_late(&mut self, is_over: bool) -> Option<u16> {
        if !self.hold_ended {
            return None;
        }
        self.settle();
        if !self.hold_ended || is_over || !self.has_room() {
            return Some(409);
        }
        self.hold_ended = false;
        self.is_recorded = true;
        self.confirm();
        Some(201)
    }

    pub fn complete(&mut self) -> u16 {
        self.settle();
        if self.status != Confirmed {
            return 409;
        }
        self.status = Completed;
        200
    }

    /// Charges a closed payment. True if there is one that was not charged yet.
    pub fn charge_behind(&mut self) -> bool {
        let comes = self.closed && self.captured.is_none();
        if comes {
            self.captured = Some(self.total);
        }
        comes
    }
}
