//! What of the price of a booking is paid, due and refundable.

use domain::booking::{BookingStatus, NewDates, PaymentStatus};
use domain::money::Money;
use domain::schedule::Installment;

use crate::booking::pending;
use crate::sample::{date, moment};

// PAY-08: a promised amount cannot be promised again, and an unpaid amount cannot be refunded.
#[test]
fn refunded_and_promised_amounts_cannot_be_refunded_again() {
    let mut booking = pending();
    assert_eq!(booking.refundable(), Money::ZERO);
    booking.payment.status = PaymentStatus::Confirmed;
    let total = booking.quote.total;
    assert_eq!(booking.refundable(), total);
    booking.payment.refunding = Money::from_minor(100);
    booking.payment.refunded = Money::from_minor(250);
    assert_eq!(booking.refundable().minor(), total.minor() - 350);
    booking.payment.refunded = total;
    assert_eq!(booking.refundable(), Money::ZERO);
}

// PAY-08: what was paid above a price that a move lowered is refunded, so it pays nothing of the lower price.
#[test]
fn a_payment_above_a_lowered_price_leaves_the_same_balance_as_it_was() {
    let mut booking = pending();
    let (total, less) = (booking.quote.total.minor(), 5_000);
    booking.status = BookingStatus::Confirmed;
    booking.payment.status = PaymentStatus::Confirmed;
    booking.payment.received = Some(booking.quote.total);
    let mut quote = booking.quote;
    quote.total = Money::from_minor(total - less);
    let moved = NewDates {
        departure_id: None,
        start_date: date("2026-12-26"),
        end_date: date("2026-12-28"),
        route: None,
        quote: Some(quote),
    };
    let today = moment().date_naive();
    assert!(booking.change_dates(&moved, (moment(), today)));
    assert_eq!(booking.payment.lowered_by.minor(), less);
    assert_eq!(booking.balance(), Money::ZERO);
    // Staff reverse 2,000 that they recorded by mistake and record 500 of them again.
    booking.payment.received = Some(Money::from_minor(total - 2_000));
    assert_eq!(booking.balance().minor(), 2_000);
    let paid = Money::from_minor(total - 1_500);
    assert_eq!(booking.left_after(paid).minor(), 1_500);
}

#[test]
fn a_move_brings_a_due_date_to_the_day_of_the_agency_and_not_to_that_in_utc() {
    let mut booking = pending();
    booking.status = BookingStatus::Confirmed;
    let half = Money::from_minor(booking.quote.total.minor() / 2);
    let part = |amount, due_on| Installment {
        amount,
        due_on: Some(date(due_on)),
    };
    let rest = booking.quote.total.less(half);
    booking.schedule = vec![part(half, "2026-11-20"), part(rest, "2026-11-26")];
    let moved = NewDates {
        departure_id: None,
        start_date: booking.start_date - chrono::TimeDelta::days(30),
        end_date: booking.end_date - chrono::TimeDelta::days(30),
        route: None,
        quote: None,
    };
    // In Kathmandu it is the next day already.
    let tomorrow = moment().date_naive() + chrono::TimeDelta::days(1);
    assert!(booking.change_dates(&moved, (moment(), tomorrow)));
    assert_eq!(booking.schedule[1].due_on, Some(tomorrow));
}
