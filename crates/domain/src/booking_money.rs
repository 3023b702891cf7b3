//! What of the price of a booking is paid, due and refundable.

use chrono::NaiveDate;

use crate::booking::{Booking, BookingStatus, PaymentStatus};
use crate::money::Money;
use crate::pricing::Quote;
use crate::schedule::{self, Installment};

impl Booking {
    /// The amount that was paid above a price of `total`.
    #[must_use]
    pub fn overpaid_at(&self, total: Money) -> Money {
        let price = total.minor() + self.payment.lowered_by.minor();
        Money::from_minor((self.paid().minor() - price).max(0))
    }

    /// The amount that the customer has paid, before refunds.
    #[must_use]
    pub fn paid(&self) -> Money {
        match (self.payment.received, self.payment.status) {
            (Some(received), _) => received,
            (None, PaymentStatus::Confirmed | PaymentStatus::Refunded) => {
                self.quote.total.plus(self.payment.lowered_by)
            }
            (None, PaymentStatus::Pending | PaymentStatus::Failed) => Money::ZERO,
        }
    }

    /// The amount that the customer still has to pay.
    #[must_use]
    pub fn balance(&self) -> Money {
        match self.status {
            BookingStatus::Cancelled => Money::ZERO,
            _ => self.left_after(self.paid().plus(self.reserved_credit())),
        }
    }

    /// What a travel credit will pay when the booking is confirmed.
    #[must_use]
    pub fn reserved_credit(&self) -> Money {
        match (&self.payment.credit_used, self.payment.status) {
            (Some(credit), PaymentStatus::Pending | PaymentStatus::Failed) => credit.amount,
            _ => Money::ZERO,
        }
    }

    /// Of a refund of `back`, the part that goes back as a travel credit. What was paid with a travel credit goes back
    /// last and never as money.
    #[must_use]
    pub fn back_as_credit(&self, back: Money) -> Money {
        let paid = match (&self.payment.credit_used, self.payment.status) {
            (Some(credit), PaymentStatus::Confirmed | PaymentStatus::Refunded) => credit.amount,
            _ => Money::ZERO,
        };
        let left = paid.less(self.payment.credited);
        back.less(self.refundable().less(left))
    }

    /// What payments of `paid` leave to pay. Those above a price that a move lowered are refunded and pay nothing of it.
    #[must_use]
    pub fn left_after(&self, paid: Money) -> Money {
        let price = self.quote.total.plus(self.payment.lowered_by);
        Money::from_minor((price.minor() - paid.minor()).max(0))
    }

    /// An amount of this booking in rupees, at its locked rate. `None` without one.
    #[must_use]
    pub fn in_rupees(&self, amount: Money) -> Option<Money> {
        let rate = self.rate.as_ref()?;
        Some(rate.to_rupees(amount, self.quote.currency))
    }

    /// What of the price is due when.
    #[must_use]
    pub fn installments(&self) -> Vec<Installment> {
        if !self.schedule.is_empty() {
            return self.schedule.clone();
        }
        vec![Installment {
            amount: self.quote.total,
            due_on: Some(self.created_at.date_naive()),
        }]
    }

    /// The payments that count for the price as it is now: without what a move lowered it by.
    #[must_use]
    pub fn paid_of_price(&self) -> Money {
        Money::from_minor(self.paid().minor() - self.payment.lowered_by.minor())
    }

    /// The amount that confirms an unpaid booking: what is missing of its first installment.
    #[must_use]
    pub fn amount_to_confirm(&self) -> Money {
        let first = self.schedule.first();
        let first = first.map_or(self.quote.total, |part| part.amount);
        first.less(self.paid().plus(self.reserved_credit()))
    }

    /// Whether a travel credit pays everything that confirms the unpaid booking.
    #[must_use]
    pub fn is_covered_by_credit(&self) -> bool {
        let has_credit = self.payment.credit_used.is_some();
        has_credit && self.is_payable() && self.amount_to_confirm().is_zero()
    }

    /// The part of the price that is due next. `None` if nothing is.
    #[must_use]
    pub fn next_due(&self) -> Option<Installment> {
        if self.balance().is_zero() {
            return None;
        }
        let installments = self.installments();
        schedule::next_due(&installments, self.paid_of_price()).copied()
    }

    /// The day on which the next part of the price is due: on arrival, the first day. `None` if nothing is.
    #[must_use]
    pub fn due_on(&self) -> Option<NaiveDate> {
        let next = self.next_due();
        next.map(|part| part.due_on.unwrap_or(self.start_date))
    }

    /// The day on which the next part of the balance is due, once the booking is confirmed. `None` without a balance.
    #[must_use]
    pub fn balance_due_on(&self) -> Option<NaiveDate> {
        match self.status {
            BookingStatus::Pending | BookingStatus::Cancelled => None,
            BookingStatus::Confirmed | BookingStatus::Completed => self.due_on(),
        }
    }

    /// The amount that can still be refunded: paid, and neither refunded, promised nor kept as a travel credit.
    #[must_use]
    pub fn refundable(&self) -> Money {
        let payment = &self.payment;
        let gone = payment.refunded.minor() + payment.refunding.minor() + payment.credited.minor();
        Money::from_minor((self.paid().minor() - gone).max(0))
    }

    /// The amount that a viewer with this limit may refund now. The refunds of a booking count together, so that a refund
    /// in parts does not pass the limit; what a move of the departure lowered the price by does not count.
    #[must_use]
    pub fn refundable_within(&self, limit: Option<Money>) -> Money {
        let Some(limit) = limit else {
            return self.refundable();
        };
        let granted = (self.given_back().minor() - self.payment.lowered_by.minor()).max(0);
        let left = (limit.minor() - granted).max(0);
        self.refundable().min(Money::from_minor(left))
    }

    /// What was refunded, is being refunded, or became a travel credit.
    #[must_use]
    pub fn given_back(&self) -> Money {
        let payment = &self.payment;
        payment
            .refunded
            .plus(payment.refunding)
            .plus(payment.credited)
    }

    /// Gives the booking a lower price. What was paid above it is to be refunded; what was not paid is not due any
    /// more.
    pub(crate) fn lower_price(&mut self, quote: Quote) {
        let less = Money::from_minor(self.quote.total.minor() - quote.total.minor());
        self.payment.lowered_by = self.payment.lowered_by.plus(self.overpaid_at(quote.total));
        self.schedule = schedule::lowered(&self.schedule, less);
        self.quote = quote;
    }
}
